"""The kinds of channels, in the order in which they are offered: a further one is a module and a line."""

from __future__ import annotations

from typing import Any

from . import discord, line, signed_json, slack, telegram
from .base import ChannelKind

CHANNELS: tuple[ChannelKind, ...] = tuple(
    module.KIND for module in (signed_json, discord, slack, telegram, line)
)


def channel_choices() -> list[tuple[str, Any]]:
    """Return the kinds as choices of a field. A function, so that a further kind takes no migration."""
    return [(kind.key, kind.label) for kind in CHANNELS]


def find_channel_kind(key: str) -> ChannelKind | None:
    """Return the kind of this key, None if there is none."""
    return next((kind for kind in CHANNELS if kind.key == key), None)
