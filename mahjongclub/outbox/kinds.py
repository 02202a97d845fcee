"""What is sent to a channel, by its kind (`channels/registry.py`)."""

from __future__ import annotations

from datetime import datetime

from .channels.base import ChannelKind, Message, Post, Recipient
from .channels.registry import find_channel_kind
from .channels.signed_json import new_signing_secret
from .models import Channel, Delivery


def kind_of_channel(channel: Channel) -> ChannelKind:
    """Return the kind of a channel. Raises LookupError if it is no longer there."""
    kind = find_channel_kind(channel.kind)
    if kind is None:
        raise LookupError(channel.kind)
    return kind


def new_channel_secret(kind: ChannelKind) -> str:
    """Return what messages to a new channel of a kind are signed with; "" if they are not."""
    return new_signing_secret() if kind.signed else ""


def post_for_delivery(delivery: Delivery, message: Message, now: datetime) -> Post:
    """Return what is sent of a message to its channel."""
    channel = delivery.channel
    envelope = Recipient(
        address=channel.address,
        chat=channel.chat,
        secret=channel.secret,
        message_id=str(delivery.name),
        event=delivery.event,
        club_slug=channel.club.slug,
        club_name=channel.club.name,
    )
    return kind_of_channel(channel).post(envelope, message, now)


def has_arrived_before(channel: Channel, status: int) -> bool:
    """Whether a refusal says that an earlier try of the same message arrived."""
    return status in kind_of_channel(channel).arrived_before
