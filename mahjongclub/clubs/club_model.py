"""The club itself: its members and what each may do, invitations into it, and its evenings."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from .name_keys import GROWTH, Keyed, NameKey
from .row_secrets import LENGTH, new_secret
from .time_zones import LONGEST_ZONE, local_time, server_zone, zone_in_words, zone_or_utc

LONGEST_CLUB_NAME = 100
LONGEST_PLACE = 200
LONGEST_REASON = 300
LONGEST_CURRENCY = 8


class ClubQuerySet(models.QuerySet["Club"]):
    def of(self, account_id: int | None) -> Self:
        """The clubs this account is a member of, by name."""
        return self.filter(memberships__account_id=account_id).order_by("name")


class Club(Keyed):
    """People who play together. `slug` is its address; `visibility` says who may look at its page."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: organisers only")
        MEMBERS = "members", _("Members only")
        PUBLIC = "public", _("Public")

    class CountsFor(models.TextChoices):
        BEGAN = "began", _("The player who sat there first")
        ENDED = "ended", _("The player who sat there last")

    name = models.CharField(max_length=LONGEST_CLUB_NAME)
    name_key = NameKey(max_length=GROWTH * LONGEST_CLUB_NAME)
    slug = models.SlugField(max_length=60, unique=True)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.MEMBERS)
    #: in which its evenings and deadlines are told, such as Europe/Paris
    time_zone = models.CharField(max_length=LONGEST_ZONE, default=server_zone)
    created_at = models.DateTimeField(auto_now_add=True)
    #: whether every member may open a table for it, not scorers alone
    members_open_tables = models.BooleanField(default=False)
    #: whether its games may be settled up in money, among those who sat at them
    settles_up = models.BooleanField(default=False)
    #: whose a result is, where somebody took another's place in the middle of a game
    counts_for = models.CharField(max_length=10, choices=CountsFor, default=CountsFor.BEGAN)
    #: what new tables, results and imports begin with, by game: the key of a preset or of own rules
    begins_with = models.JSONField(default=dict, blank=True)
    #: what a member pays for a period, in hundredths, and in what; None where the club takes none
    dues_cents = models.PositiveIntegerField(null=True, blank=True, default=None)
    dues_currency = models.CharField(max_length=LONGEST_CURRENCY, blank=True, default="€")
    #: more than for every club, or less: None for what holds for all (`room`)
    most_people = models.PositiveIntegerField(null=True, blank=True, default=None)
    most_games = models.PositiveIntegerField(null=True, blank=True, default=None)
    most_channels = models.PositiveIntegerField(null=True, blank=True, default=None)
    #: since when the host lets nothing be changed here, and why; None for a club that is open
    locked_at = models.DateTimeField(null=True, blank=True, default=None, editable=False)
    locked_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="", editable=False)
    #: the wall's link for screens without an account is derived from it; a new one voids the links given out
    wall_secret = models.CharField(max_length=LENGTH, default=new_secret, editable=False)
    #: the number in links from before there was a secret, None where no such link is good
    wall_generation = models.PositiveSmallIntegerField(null=True, default=None, editable=False)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name"),
            models.UniqueConstraint(fields=["name_key"], name="one_club_per_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """Whether everybody may look at its page."""
        return self.visibility == self.Visibility.PUBLIC

    @property
    def zone(self) -> tzinfo:
        """Its time zone."""
        return zone_or_utc(self.time_zone)

    @property
    def zone_in_words(self) -> str:
        """Its time zone as people read it."""
        return zone_in_words(self.time_zone)


class Role(models.TextChoices):
    """What a member may do, each including the ones after it."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")

    @property
    def rank(self) -> int:
        """0 for the owner; a smaller rank may do more."""
        return list(Role).index(self)

    def may_act_as(self, role: Role) -> bool:
        """Whether this role may do what `role` may.

        >>> Role.ORGANISER.may_act_as(Role.SCORER), Role.MEMBER.may_act_as(Role.SCORER)
        (True, False)
        """
        return self.rank <= role.rank


class Membership(models.Model):
    """An account in a club. A club has at least one owner; the views hold that."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "account"], name="one_membership_per_account")]

    def __str__(self) -> str:
        return f"{self.role} of {self.club_id}"


class Invitation(models.Model):
    """A link into a club in one role. Only the hash of its token is kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    #: how many may still follow it
    places = models.PositiveSmallIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.role} invitation to {self.club_id}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be followed."""
        return self.places > 0 and self.expires_at > timezone.now()


class Evening(models.Model):
    """A date (and a place) at which a club plays; sessions gather under it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    date = models.DateField()
    name = models.CharField(max_length=LONGEST_CLUB_NAME, blank=True)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    #: at the club's own hours, as its people say them; an end before the beginning is after midnight
    begins = models.TimeField(null=True, blank=True)
    ends = models.TimeField(null=True, blank=True)
    #: how many there is room for, None for any number
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends=None) | models.Q(begins__isnull=False),
                name="evening_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.name}".strip()

    @property
    def hours(self) -> str:
        """When it begins and ends, in the reader's way: "19:30–23:00"; "" where nobody says."""
        return "–".join(time_format(hour) for hour in (self.begins, self.ends) if hour is not None)

    @property
    def span(self) -> tuple[datetime, datetime | None] | None:
        """The moments of its beginning and its end, in the club's zone; None where nobody says."""
        if self.begins is None:
            return None
        zone = self.club.zone
        begin = datetime.combine(self.date, self.begins, zone)
        if self.ends is None:
            return begin, None
        day = self.date if self.ends > self.begins else self.date + timedelta(days=1)
        return begin, datetime.combine(day, self.ends, zone)


#: the hour of the morning at which a new day begins for a club
NIGHT_ENDS = timedelta(hours=6)


def night_of(moment: datetime, club: Club | None = None) -> date:
    """The date of the evening that a moment belongs to, in the club's zone, else in the active one."""
    on_the_clock = local_time(moment, club).replace(
        tzinfo=None
    )  # six by the clock, also where it was changed
    return (on_the_clock - NIGHT_ENDS).date()


def tonight(club: Club | None = None) -> date:
    """The date of the evening that is on now, or comes today: in the club's zone, else in the one active."""
    return night_of(timezone.now(), club)


def evenings_tonight(club: Club) -> QuerySet[Evening]:
    """Every evening of the club that is on now or comes today, in the order they were made; often one."""
    return club.evenings.filter(date=tonight(club)).order_by("pk")
