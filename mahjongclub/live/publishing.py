"""Telling every phone: those of this process at once, those of others through Redis; and who may listen."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.core.signing import BadSignature, Signer

from mahjongclub.live.hub import EntryNote, hub
from mahjongclub.live.relay import RedisRelay

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


def publish_version(session_code: str, version: int) -> None:
    """Tell every stream of the session, on every process, that it is at `version`. Never waits or fails."""
    hub.publish(session_code, version)
    if settings.REDIS_URL:
        _relay(settings.REDIS_URL).queue_version(session_code, version)


def publish_entry_note(session_code: str, note: EntryNote) -> None:
    """Tell every stream of the session, on every process, that somebody enters a hand. Nothing is kept."""
    hub.publish_note(session_code, note)
    if settings.REDIS_URL:
        _relay(settings.REDIS_URL).send_note(session_code, note)


def listen_to_other_processes() -> None:
    """Pass on to the streams of this process what others publish, from now on. Costs nothing when repeated.

    Begun by the first stream: a process without streams has nobody to tell.
    """
    if settings.REDIS_URL:
        _relay(settings.REDIS_URL).start_listening()


@cache
def _relay(url: str) -> RedisRelay:
    return RedisRelay(url, hub)
