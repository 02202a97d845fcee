"""What a kind of channel is: the words of its form, the post it makes of a message. Knows no database."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings


@dataclass(frozen=True)
class Message:
    """What is told: its lines, the page with all of it ("" where nobody knows its address), the values."""

    lines: list[str]
    url: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Recipient:
    """To whom a message goes: what the channel has, the id that each try has, the club."""

    address: str
    chat: str
    secret: str
    message_id: str
    #: the value of a `models.Event`
    event: str
    club_slug: str
    club_name: str


@dataclass(frozen=True)
class Post:
    """What is posted where."""

    url: str
    body: bytes
    headers: dict[str, str]


@dataclass(frozen=True)
class ChannelKind:
    """A kind of channel. `post` makes what is sent of a message.

    A service that is spoken to by a bot has `token_shape`, a pattern of the bot's token, which is typed in
    place of an address, and `chat_shape`, a pattern of whom it speaks to.
    """

    key: str
    #: a brand, or a text to be translated
    label: Any
    address_help: Any
    post: Callable[[Recipient, Message, datetime], Post]
    token_shape: str = ""
    chat_help: Any = ""
    chat_shape: str = ""
    #: whether messages are signed with a secret of the channel
    signed: bool = False
    #: the statuses by which it says that an earlier try of the same message arrived
    arrived_before: frozenset[int] = frozenset()

    @property
    def has_bot(self) -> bool:
        """Whether a bot speaks there, by its token."""
        return bool(self.token_shape)


def fit_lines(message: Message, longest: int, escape: Callable[[str], str] = str) -> str:
    """Return the lines with the link last, as many as there is room for."""
    room = longest - len(message.url) - 2
    lines: list[str] = []
    for line in map(escape, message.lines):
        room -= len(line) + 1
        if room < 2:
            lines.append("…")
            break
        lines.append(line)
    return "\n".join([*lines, *([message.url] if message.url else [])])


def json_post(url: str, value: Any, headers: dict[str, str] | None = None) -> Post:
    """Return a post of a value as JSON."""
    return post_of_encoded_json(url, encode_json(value), headers)


def post_of_encoded_json(url: str, body: bytes, headers: dict[str, str] | None = None) -> Post:
    """Return a post of JSON that is encoded already."""
    return Post(url, body, {"Content-Type": "application/json; charset=utf-8", **(headers or {})})


def encode_json(value: Any) -> bytes:
    """Return a value as JSON, in as few bytes as can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def public_url(path: str) -> str:
    """Return a page of ours as the world reaches it; "" where nothing was said of that."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else ""
