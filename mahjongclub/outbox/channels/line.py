"""LINE, by a bot of its Messaging API."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from .base import ChannelKind, Message, Post, Recipient, fit_lines, json_post

SERVICE = "https://api.line.me"
#: letters that one message may have, less than LINE takes
LONGEST = 4900


def _post(envelope: Recipient, message: Message, now: datetime) -> Post:
    headers = {
        "Authorization": f"Bearer {envelope.address}",
        "X-Line-Retry-Key": envelope.message_id,  # told once, however often it is tried
    }
    text = fit_lines(message, LONGEST)
    body = {"to": envelope.chat, "messages": [{"type": "text", "text": text}]}
    return json_post(f"{SERVICE}/v2/bot/message/push", body, headers)


KIND = ChannelKind(
    key="line",
    label="LINE",
    address_help=_("The channel access token (long-lived) of a Messaging API channel."),
    post=_post,
    token_shape=r"^[A-Za-z0-9+/=_.-]{20,400}\Z",
    chat_help=_("The ID of the group, room or person that LINE told your bot (C…, R… or U…)."),
    chat_shape=r"^[CRU][0-9a-f]{32}\Z",
    arrived_before=frozenset({409}),
)
