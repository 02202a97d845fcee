"""Telegram, by a bot that writes to a group or a channel."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from .base import ChannelKind, Message, Post, Recipient, fit_lines, json_post

SERVICE = "https://api.telegram.org"
#: letters that one message may have, less than Telegram takes
LONGEST = 4000


def _post(envelope: Recipient, message: Message, now: datetime) -> Post:
    body = {
        "chat_id": envelope.chat,
        "text": fit_lines(message, LONGEST),
        "link_preview_options": {"is_disabled": True},
    }
    return json_post(f"{SERVICE}/bot{envelope.address}/sendMessage", body)


KIND = ChannelKind(
    key="telegram",
    label="Telegram",
    address_help=_("From @BotFather, such as 123456:ABC… Add the bot to the group it writes to."),
    post=_post,
    token_shape=r"^[0-9]{3,20}:[A-Za-z0-9_-]{20,100}\Z",
    chat_help=_("The number of the group (begins with a minus), or the @name of a channel."),
    chat_shape=r"^(-?[0-9]{1,20}|@[A-Za-z0-9_]{3,64})\Z",
)
