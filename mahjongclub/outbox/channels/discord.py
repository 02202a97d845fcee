"""Discord, by the webhook of a channel."""

from __future__ import annotations

import re
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from .base import ChannelKind, Message, Post, Recipient, fit_lines, json_post

#: letters that one message may have, less than Discord takes
LONGEST = 1900
#: what is markup there
MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


def _post(envelope: Recipient, message: Message, now: datetime) -> Post:
    text = fit_lines(message, LONGEST, lambda line: MARKUP.sub(r"\\\1", line))
    body = {"content": text, "allowed_mentions": {"parse": []}, "flags": 4}  # 4: no preview of the link
    return json_post(envelope.address, body)


KIND = ChannelKind(
    key="discord",
    label="Discord",
    address_help=_(
        "In Discord: settings of the channel, Integrations, Webhooks, New webhook, Copy webhook URL."
    ),
    post=_post,
)
