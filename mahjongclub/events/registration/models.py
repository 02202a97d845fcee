"""The people of an event: who has entered, who waits for a place, and how strangers enter by a page."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs import models as clubs
from mahjongclub.clubs.club_model import LONGEST_CURRENCY
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.money import amount_in_words
from mahjongclub.clubs.name_keys import GROWTH, Keyed, NameKey
from mahjongclub.clubs.row_secrets import LENGTH, new_secret
from mahjongclub.rounds.checkin import CheckIn
from mahjongclub.rounds.waiting import WantsPlace

from ..models import FOR_FEDERATION, LONGEST_NAME, HasFederationDetails, Place, Tournament

LONGEST_NOTE = 2000
#: what somebody tells of themselves beside the name shown
DETAILS = (*FOR_FEDERATION, "federation")


class Registration(models.Model):
    """How an event is entered. Without a row there is no page to enter by, and any number of places."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="registration")
    #: whether anybody may enter by the page, from `opens_at` to `closes_at`, where those are given
    wanted = models.BooleanField(default=False)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    #: who enters beyond it waits; None for any number
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    #: what each pays, in hundredths, and in what; None where nobody counts it here
    fee_cents = models.PositiveIntegerField(null=True, blank=True, default=None)
    fee_currency = models.CharField(max_length=LONGEST_CURRENCY, blank=True, default="€")
    #: what it costs and when, in the organiser's words
    note = models.TextField(max_length=LONGEST_NOTE, blank=True)

    class Meta:
        app_label = "leagues"
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True)
                | Q(closes_at__isnull=True)
                | Q(opens_at__lt=models.F("closes_at")),
                name="an_entry_opens_before_it_closes",
            ),
        ]

    def __str__(self) -> str:
        return f"entry of {self.tournament_id}"

    @property
    def fee_in_words(self) -> str:
        """What each pays; "" where nobody counts it."""
        return amount_in_words(self.fee_cents, self.fee_currency) if self.fee_cents else ""

    @property
    def is_open(self) -> bool:
        """Whether somebody may enter by the page now."""
        now = timezone.now()
        return (
            self.wanted
            and self.tournament.is_draft
            and (self.opens_at is None or self.opens_at <= now)
            and (self.closes_at is None or now < self.closes_at)
        )

    @property
    def opens_later(self) -> bool:
        """Whether it will open."""
        return self.tournament.is_draft and self.opens_at is not None and timezone.now() < self.opens_at


class Entrant(Keyed, WantsPlace, CheckIn, HasFederationDetails):
    """Somebody who has entered an event. `player` is who they are once they are one of its players."""

    class Status(models.TextChoices):
        IN = "in", _("has a place")
        WAITING = "waiting", _("waits")
        OUT = "out", _("withdrawn")

    class Doubt(models.TextChoices):
        MEMBER = "member", _("a member’s name")
        MANY = "many", _("one of many at once")

    VALUES_AT_CHECK_IN = {"no_show": False}

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    #: what the tables, the seating and the ranking show
    name = models.CharField(max_length=clubs.LONGEST_NAME)
    name_key = NameKey(max_length=GROWTH * clubs.LONGEST_NAME)
    federation = models.CharField(max_length=LONGEST_NAME, blank=True)
    team = models.CharField(max_length=LONGEST_NAME, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.IN)
    #: when they got a place they had waited for
    moved_up_at = models.DateTimeField(null=True, blank=True)
    paid = models.BooleanField(default=False)
    #: whether they had a place and did not come
    no_show = models.BooleanField(default=False)
    #: when they agreed to what is kept of them; None where the organiser put them on the list
    agreed_at = models.DateTimeField(null=True, blank=True)
    #: why somebody has to look at it before it is this person's: the name is a member's, or more people
    #: entered at once than an event takes unseen; "" for no reason
    doubt = models.CharField(max_length=10, choices=Doubt, blank=True)
    #: when the member, or an organiser, said that it is theirs
    confirmed_at = models.DateTimeField(null=True, blank=True)
    #: whether what they told is filled in when they enter the next event
    remembered = models.BooleanField(default=False)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    place = models.ForeignKey(
        Place, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    #: the account that entered
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    #: their links stand on it
    secret = models.CharField(max_length=LENGTH, default=new_secret, editable=False)

    class Meta(WantsPlace.Meta):
        app_label = "leagues"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name_key"],
                condition=Q(doubt="") & ~Q(status="out"),
                name="one_entrant_per_name",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="entrant_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name others see: a pseudonym where the player's is hidden."""
        person = self.player.person if self.player is not None else None
        if person is not None and person.is_hidden:
            return person.shown_name
        return self.name

    @property
    def has_withdrawn(self) -> bool:
        return self.status == self.Status.OUT

    @property
    def waits(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def has_place(self) -> bool:
        return self.status == self.Status.IN and not self.no_show

    @property
    def is_in_line(self) -> bool:
        return self.waits and not self.awaits_organiser_check

    def set_place(self, has_place: bool) -> None:
        self.status = self.Status.IN if has_place else self.Status.WAITING

    @property
    def awaits_organiser_check(self) -> bool:
        """Whether it waits for an organiser's look, and for no place before that."""
        return self.doubt == self.Doubt.MANY
