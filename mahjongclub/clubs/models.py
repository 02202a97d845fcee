"""Who plays: the browsers that come to a table, and the players their owners typed or picked."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .club_model import Club as Club  # Django looks for models here
from .club_model import Evening as Evening
from .club_model import Invitation as Invitation
from .club_model import Membership as Membership
from .hosting_model import HostChoice as HostChoice
from .hosting_model import HostInvitation as HostInvitation
from .name_keys import GROWTH, Keyed, NameKey, with_name_keys
from .naming import UNNAMED, name_key, player_id_of_pseudonym, pseudonym, shown_name_of_row, well_formed_name
from .people.models import DifferentPeople as DifferentPeople
from .people.models import Dues as Dues
from .people.models import Erasure as Erasure
from .people.models import KnownDevice as KnownDevice
from .people.models import OwnerLink as OwnerLink
from .people.models import PlayerMerge as PlayerMerge
from .row_secrets import LENGTH, nobodys_hash

LONGEST_NAME = 200
LONGEST_ACCOUNT_NAME = 150
SHOWN = models.Q(name_hidden=False)


class Account(Keyed, AbstractUser):
    """Somebody who signs in. The name they sign in with differs from every other in more than its case."""

    username = models.CharField(
        _("name"), max_length=LONGEST_ACCOUNT_NAME, unique=True, validators=[well_formed_name]
    )
    username_key = NameKey(of="username", max_length=GROWTH * LONGEST_ACCOUNT_NAME)
    first_name = None  # type: ignore[assignment]  # a club knows one name
    last_name = None  # type: ignore[assignment]
    #: sessions stand on the password and on this: another ends all of them
    session_secret = models.CharField(max_length=LENGTH, default="", blank=True, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["username_key"], name="one_account_per_name")]

    def __str__(self) -> str:
        return self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        of_password = super()._get_session_auth_hash(secret)  # type: ignore[misc]
        if not self.session_secret:
            return str(of_password)
        message = f"{of_password}{self.session_secret}"
        return salted_hmac("mahjongclub.sessions", message, secret=secret, algorithm="sha256").hexdigest()


class Device(models.Model):
    """One browser, known by the secret in its cookie. A table remembers what it may do there."""

    created_at = models.DateTimeField(auto_now_add=True)
    #: what is kept of the cookie's secret (see `row_secrets`)
    secret_hash = models.CharField(max_length=64, unique=True, default=nobodys_hash, editable=False)

    def __str__(self) -> str:
        return f"device {self.pk}"


class PlayerQuerySet(models.QuerySet["Player"]):
    def without_merged(self) -> Self:
        """Players who stand for a person: not the second spellings merged into another."""
        return self.filter(merged_into__isnull=True)

    def on_roster(self) -> Self:
        """The players of a club without those who came by an event alone."""
        return self.filter(guest=False)

    def without_hidden(self) -> Self:
        """Players whose names others see. Of those, names differ on a roster and on a device."""
        return self.filter(name_hidden=False)

    def unnamed(self) -> Self:
        """Players whom nobody has named yet: each stands at one seat of one table, and nobody finds them."""
        return self.filter(name_hidden=True, name__in=UNNAMED, club=None, account=None, known_on=None)

    def find_by_name(self, name: str, account_id: int | None = None) -> Player | None:
        """The person called `name` here, as `all_named` finds them."""
        return self.find_by_names([name], account_id).get(name)

    def find_by_names(self, names: Iterable[str], account_id: int | None = None) -> dict[str, Player]:
        """Who is called by each of the names here, also by a pseudonym or a second spelling merged into them.

        A hidden name is nobody's, as if it had never been typed: else typing it would tell whom the pseudonym
        stands for. Only the account that hides it, `account_id`, finds itself by it. One query.
        """
        keys = {name: name_key(name) for name in names}
        numbers = {name: number for name in keys if (number := player_id_of_pseudonym(name)) is not None}
        matches = models.Q(name_key__in=set(keys.values()))
        if numbers:
            matches |= models.Q(name_hidden=True, pk__in=set(numbers.values()))
        there = list(self.select_related("merged_into").filter(matches).order_by("pk")) if keys else []

        def meant(name: str) -> Player | None:
            called = [player for player in there if player.name_key == keys[name]]
            my_players = (
                player for player in called if account_id in (player.account_id, player.person.account_id)
            )
            visible = (player for player in called if not player.name_hidden)
            numbered = (player for player in there if player.name_hidden and player.pk == numbers.get(name))
            return next(
                itertools.chain(my_players if account_id is not None else (), visible, numbered), None
            )

        return {name: player.person for name in keys if (player := meant(name)) is not None}

    def filter_by_name(self, name: str) -> Self:
        """Players of that name, upper or lower case; second spellings too."""
        return self.filter(name_key=name_key(name))

    def update(self, **values: Any) -> int:
        """As Django updates; a new name brings its key."""
        return super().update(**with_name_keys(self.model, values))


class Player(Keyed):
    """A person who plays. Without an account, known only where somebody typed the name.

    Games point at the player and never copy the name, so a rename or a merge touches no game.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    name_key = NameKey(max_length=GROWTH * LONGEST_NAME)
    known_on = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="players")
    #: who this is, once an account has claimed it
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    #: claimed by a seat at a table, which shows less than a roster: released when the account goes
    claimed_by_seat = models.BooleanField(default=False)
    #: the club on whose roster this player stands; a person in two clubs is two players of one account
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    #: known to the club by an event alone: its games are kept, and its roster is without them
    guest = models.BooleanField(default=False)
    #: shown as a pseudonym everywhere, exports too
    name_hidden = models.BooleanField(default=False)
    #: this row is a second spelling of that person: it keeps no seat, and the name leads there
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="spellings"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    #: on a page with two people of one full name: what tells this one apart, such as a country; not stored
    told_apart_by = ""

    objects = PlayerQuerySet.as_manager()

    class Meta:
        # a hidden name may be had by another too: were it refused, whoever types it would be told of it
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"], condition=SHOWN, name="one_player_per_name_in_a_club"
            ),
            models.UniqueConstraint(
                fields=["known_on", "name_key"], condition=SHOWN, name="one_player_per_name_on_a_device"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return pseudonym(self.pk) if self.is_hidden else self.name

    @property
    def person(self) -> Player:
        """Who this is: themselves, or whom they were merged into."""
        return self.merged_into or self

    @property
    def person_id(self) -> int:
        """The number of who this is."""
        return self.merged_into_id or self.pk

    @property
    def is_hidden(self) -> bool:
        """Whether the name stays hidden, also as another spelling of a hidden one."""
        return self.name_hidden or (self.merged_into is not None and self.merged_into.name_hidden)

    @property
    def shown_name(self) -> str:
        """The name others see; in a query: `naming.shown_name_expression()`."""
        name = shown_name_of_row(self.pk, self.name, self.name_hidden)
        return f"{name} ({self.told_apart_by})" if self.told_apart_by else name


class SentForm(models.Model):
    """A form that was sent, by the key it carried or by what stood in it, and the path it led to."""

    key = models.UUIDField(unique=True)
    path = models.CharField(max_length=500, blank=True)
    sent_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return str(self.key)
