"""The right to listen to a session, signed into the address of its stream."""

from django.core.signing import BadSignature, Signer

SALT = "live"


def live_token(code: str, role: str) -> str:
    """Return the token that lets a phone in `role` (a word without a colon) listen to session `code`."""
    return Signer(salt=SALT).sign(f"{code}:{role}")


def role_in_token(code: str, token: str) -> str | None:
    """Return the role `token` gives for session `code`, or None if it gives none."""
    try:
        signed_code, _, role = Signer(salt=SALT).unsign(token).rpartition(":")
    except BadSignature:
        return None
    return role if signed_code == code else None
