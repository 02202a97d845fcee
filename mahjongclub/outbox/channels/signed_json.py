"""A program of the club's own: JSON, signed as standardwebhooks.com has it."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from datetime import datetime
from hashlib import sha256

from django.utils.translation import gettext_lazy as _

from .base import ChannelKind, Message, Post, Recipient, encode_json, post_of_encoded_json, public_url

#: what each event is called, by `models.Event`
TYPES = {
    "evening": "evening.announced",
    "results": "evening.results",
    "standings": "season.standings",
    "test": "test",
}


def new_signing_secret() -> str:
    """Return a secret to sign with, as receivers of Standard Webhooks take it."""
    return f"whsec_{b64encode(secrets.token_bytes(24)).decode()}"


def signature(secret: str, name: str, moment: int, body: bytes) -> str:
    """Return the signature of a body: HMAC-SHA256 of name, seconds and body.

    >>> signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1", 1614265330, b"{}")[:5]
    'v1,Zz'
    """
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{name}.{moment}.".encode() + body
    return f"v1,{b64encode(hmac.new(key, signed, sha256).digest()).decode()}"


def _post(envelope: Recipient, message: Message, now: datetime) -> Post:
    moment = int(now.timestamp())
    body = encode_json(
        {
            "type": TYPES[envelope.event],
            "timestamp": now.isoformat(),
            "club": _club(envelope),
            "text": "\n".join(message.lines),
            "data": message.data,
        }
    )
    headers = {
        "webhook-id": envelope.message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(envelope.secret, envelope.message_id, moment, body),
    }
    return post_of_encoded_json(envelope.address, body, headers)


def _club(envelope: Recipient) -> dict[str, str]:
    slug = envelope.club_slug
    return {"slug": slug, "name": envelope.club_name, "url": public_url(f"/c/{slug}/")}


KIND = ChannelKind(
    key="json",
    label=_("A program of your own (signed JSON)"),
    address_help=_("Begins with https://. Each message is signed: the program knows that it is ours."),
    post=_post,
    signed=True,
)
