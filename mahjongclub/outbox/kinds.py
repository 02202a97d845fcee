"""What each kind of channel takes: the address, the headers and the body of a message to it."""

from __future__ import annotations

import hmac
import json
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from mahjongclub.clubs.models import Club

from .messages import Message, absolute
from .models import Channel, Delivery, Event, Kind

TELEGRAM, LINE = "https://api.telegram.org", "https://api.line.me"
#: letters that one message may have, less than each of them takes
LONGEST = {Kind.DISCORD: 1900, Kind.SLACK: 10_000, Kind.TELEGRAM: 4000, Kind.LINE: 4900}
#: what is markup to Discord
MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
#: what each event is called in signed JSON
TYPES = {
    Event.EVENING: "evening.announced",
    Event.RESULTS: "evening.results",
    Event.STANDINGS: "season.standings",
    Event.TEST: "test",
}


@dataclass(frozen=True)
class Post:
    """What is posted where."""

    url: str
    body: bytes
    headers: dict[str, str]


def new_secret() -> str:
    """A secret to sign with, as receivers of Standard Webhooks take it."""
    return f"whsec_{b64encode(secrets.token_bytes(24)).decode()}"


def signature(secret: str, name: str, moment: int, body: bytes) -> str:
    """The signature of a body as standardwebhooks.com has it: HMAC-SHA256 of name, seconds and body.

    >>> signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1", 1614265330, b"{}")[:5]
    'v1,K4'
    """
    key = b64decode(secret.removeprefix("whsec_"))
    signed = f"{name}.{moment}.".encode() + body
    return f"v1,{b64encode(hmac.new(key, signed, sha256).digest()).decode()}"


def post_of(delivery: Delivery, message: Message, now: datetime) -> Post:
    """What is sent of a message to its channel."""
    return _POSTS[Kind(delivery.channel.kind)](delivery, message, now)


def _signed(delivery: Delivery, message: Message, now: datetime) -> Post:
    channel, moment = delivery.channel, int(now.timestamp())
    body = _json(
        {
            "type": TYPES[Event(delivery.event)],
            "timestamp": now.isoformat(),
            "club": _club(channel.club),
            "text": "\n".join(message.lines),
            "data": message.data,
        }
    )
    headers = {
        "webhook-id": str(delivery.name),
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(channel.secret, str(delivery.name), moment, body),
    }
    return _post(channel.address, body, headers)


def _discord(delivery: Delivery, message: Message, now: datetime) -> Post:
    text = _fitting(message, LONGEST[Kind.DISCORD], lambda line: MARKUP.sub(r"\\\1", line))
    body = {"content": text, "allowed_mentions": {"parse": []}, "flags": 4}  # 4: no preview of the link
    return _post(delivery.channel.address, _json(body))


def _slack(delivery: Delivery, message: Message, now: datetime) -> Post:
    text = _fitting(message, LONGEST[Kind.SLACK], _for_slack)
    return _post(delivery.channel.address, _json({"text": text, "mrkdwn": False, "unfurl_links": False}))


def _telegram(delivery: Delivery, message: Message, now: datetime) -> Post:
    text = _fitting(message, LONGEST[Kind.TELEGRAM])
    body = {
        "chat_id": delivery.channel.chat,
        "text": text,
        "link_preview_options": {"is_disabled": True},
    }
    return _post(f"{TELEGRAM}/bot{delivery.channel.address}/sendMessage", _json(body))


def _line(delivery: Delivery, message: Message, now: datetime) -> Post:
    text = _fitting(message, LONGEST[Kind.LINE])
    headers = {
        "Authorization": f"Bearer {delivery.channel.address}",
        "X-Line-Retry-Key": str(delivery.name),  # told once, however often it is tried
    }
    body = {"to": delivery.channel.chat, "messages": [{"type": "text", "text": text}]}
    return _post(f"{LINE}/v2/bot/message/push", _json(body), headers)


_POSTS: dict[Kind, Callable[[Delivery, Message, datetime], Post]] = {
    Kind.JSON: _signed,
    Kind.DISCORD: _discord,
    Kind.SLACK: _slack,
    Kind.TELEGRAM: _telegram,
    Kind.LINE: _line,
}


def already_taken(channel: Channel, status: int) -> bool:
    """Whether a refusal says that an earlier try of the same message arrived."""
    return channel.kind == Kind.LINE and status == 409


def _for_slack(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _fitting(message: Message, longest: int, written: Callable[[str], str] = str) -> str:
    """The lines with the link last, as many as there is room for."""
    room = longest - len(message.url) - 2
    kept: list[str] = []
    for line in map(written, message.lines):
        room -= len(line) + 1
        if room < 2:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join([*kept, *([message.url] if message.url else [])])


def _club(club: Club) -> dict[str, Any]:
    return {"slug": club.slug, "name": club.name, "url": absolute(f"/c/{club.slug}/")}


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _post(url: str, body: bytes, headers: dict[str, str] | None = None) -> Post:
    return Post(url, body, {"Content-Type": "application/json; charset=utf-8", **(headers or {})})
