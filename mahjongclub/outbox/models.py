"""A club's channels, and what waits to be sent to them or has been."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.ciphers import cipher
from mahjongclub.clubs.models import Club, Device

from .channels.registry import channel_choices

SALT = "mahjongclub.outbox"
LONGEST_ADDRESS = 500
LONGEST_CHAT = 100
#: letters of an address that a push service gives out
LONGEST_ENDPOINT = 1000


class Event(models.TextChoices):
    """What is told."""

    EVENING = "evening", _("An evening is announced")
    RESULTS = "results", _("The results of the night")
    STANDINGS = "standings", _("Standings have changed")
    TEST = "test", _("Test message")


class Sealed(models.TextField):
    """Text that is encrypted in the database; "" where it was written under another secret key."""

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return cipher(SALT).encrypt(text.encode()).decode() if text else text

    def from_db_value(self, value: Any, *_more: Any) -> Any:
        try:
            return cipher(SALT).decrypt(value.encode()).decode() if value else value
        except InvalidToken:
            return ""


class Channel(models.Model):
    """Where a club tells what happens. Its address, or token, lets whoever has it write there."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=10, choices=channel_choices)
    #: the address to post to, or the token of the bot (`ChannelKind.has_bot`)
    address = Sealed()
    #: to whom the bot speaks
    chat = models.CharField(max_length=LONGEST_CHAT, blank=True)
    #: what signed JSON is signed with
    secret = Sealed(blank=True)
    #: the values of the events told
    events = models.JSONField(default=list)
    language = models.CharField(max_length=10)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.club_id}"


class Outgoing(models.Model):
    """What waits to be sent: from `due_at` on, by whoever takes it first and says so until `taken_until`."""

    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(default=timezone.now, null=True, db_index=True)
    taken_until = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True


class Delivery(Outgoing):
    """One message to one channel. What it says is written as it is sent, so that it says what is true then.

    `due_at` is None once it is over: sent, given up, or with nothing to say any more.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits to be sent")
        SENT = "sent", _("sent")
        GIVEN_UP = "given_up", _("given up")
        NOTHING = "nothing", _("nothing new to tell")

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="deliveries")
    #: what a receiver knows it by, at each try
    name = models.UUIDField(default=uuid4, unique=True, editable=False)
    event = models.CharField(max_length=10, choices=Event)
    #: the numbers of what it tells of: evenings, or a season
    about = models.JSONField(default=list)
    #: by somebody, now: sent although tables still play, and although it was told before
    asked = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    #: the status of the last answer, or why there was none
    answer = models.CharField(max_length=20, blank=True)
    #: a hash of what was sent: the same is not told twice
    digest = models.CharField(max_length=64, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"{self.event} to {self.channel_id}: {self.state}"


class Subscription(models.Model):
    """A browser that asked to be told, and where its push service takes messages for it."""

    device = models.OneToOneField(Device, on_delete=models.CASCADE, related_name="subscription")
    #: who is signed in there, None for nobody
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    #: an address of the push service, and the keys for what only this browser reads
    endpoint = Sealed()
    public_key = Sealed()
    shared_secret = Sealed()
    language = models.CharField(max_length=10)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"subscription of device {self.device_id}"


class Notice(Outgoing):
    """One thing to be told to one browser. Written as it is sent, and gone once it is sent or of no use."""

    class Kind(models.TextChoices):
        HELLO = "hello", _("Notifications are on")
        SEAT = "seat", _("Your table of the night")
        ROUND = "round", _("A round of a tournament begins")
        HAND = "hand", _("Confirm a hand")
        EVENING = "evening", _("The evening is on")
        COMES = "comes", _("An evening one comes to")
        PLACE = "place", _("A place is free")

    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    #: numbers: evening and player; session and player; session, hand and seat; evening; reply
    about = models.JSONField(default=list)
    #: after this nobody wants to know
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} to {self.subscription_id}"


class EntryMail(models.Model):
    """Where somebody who entered an event is written to. They agreed to it; it goes with the entry."""

    entrant = models.OneToOneField("leagues.Entrant", on_delete=models.CASCADE, related_name="mail")
    address = Sealed()
    language = models.CharField(max_length=10)
    agreed_at = models.DateTimeField(auto_now_add=True)
    #: their `entry_mails.entry_fingerprint` as they were told last; "" before the first mail
    told = models.CharField(max_length=60, blank=True, default="")
    #: how often the server took none
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"mail of entrant {self.entrant_id}"


#: after each try that failed; after the last of them it is given up
PAUSES = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
)


def next_try_at(tries: int, now: datetime) -> datetime | None:
    """When something is tried again that has failed so often, None where that was often enough."""
    return now + PAUSES[tries - 1] if tries <= len(PAUSES) else None
