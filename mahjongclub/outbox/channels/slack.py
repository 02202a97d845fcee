"""Slack, by an incoming webhook."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from .base import ChannelKind, Message, Post, Recipient, fit_lines, json_post

#: letters that one message may have, less than Slack takes
LONGEST = 10_000


def _post(envelope: Recipient, message: Message, now: datetime) -> Post:
    text = fit_lines(message, LONGEST, _escape)
    return json_post(envelope.address, {"text": text, "mrkdwn": False, "unfurl_links": False})


def _escape(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


KIND = ChannelKind(
    key="slack",
    label="Slack",
    address_help=_("In Slack: your app, Incoming Webhooks, Add New Webhook to Workspace."),
    post=_post,
)
