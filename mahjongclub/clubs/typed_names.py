"""A list of names as somebody typed or pasted it, looked up on a club's roster.

A name that is nearly one on the roster (`near_names`) is asked about: it is mostly the same person, and
sometimes not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import reduce
from operator import or_

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from mahjongclub.lists.answers import is_declining_line, is_undecided_line
from mahjongclub.lists.cells import EMAIL
from mahjongclub.lists.chats import needs_a_name
from mahjongclub.lists.lines import LEADER
from mahjongclub.lists.names import split_names_by_blanks

from .club_model import Club
from .models import LONGEST_NAME, DifferentPeople, Player
from .naming import check_no_pseudonym, check_readable_name, name_key
from .near_names import NearNames, near_name_key
from .room import check_quota
from .roster import ensure_player

#: what a page or a program has in it, and no name
CODE = re.compile(r"</?[a-z][^<>]*>|\"\s*:\s*[\"{\[0-9]", re.IGNORECASE)
#: what stands before names in a line: "For Thursday: Bo", "Bo ..... Lu"
COLON = re.compile(rf"\S\s*(?:[:：]|{LEADER})\s*\S")
#: a list has so many names at most
MOST_NAMES = 300
#: and so many letters are read
LONGEST_LIST = 60_000
#: pairs of nearly one name shown at once
MOST_PAIRS = 20
#: the answer that says somebody is new
NEW = "new"


@dataclass(slots=True)
class TypedName:
    """One name. `player` is who it is on the roster, `near` who it may be, `fault` why it cannot be one.

    `field` is the form's field that answers which of `near` it is: a player's id, or `NEW`. `parts` are the
    people that a name of a list may be; `NEW` says that it is one.
    """

    name: str
    player: Player | None = None
    near: list[Player] = dataclass_field(default_factory=list)
    parts: list[str] = dataclass_field(default_factory=list)
    fault: str = ""
    answered: bool = False

    @property
    def field(self) -> str:
        return f"same-{name_key(self.name)}"

    @property
    def asks(self) -> bool:
        """Whether somebody has to say who it is."""
        return self.is_or_was_asked and self.player is None and not self.answered

    @property
    def is_or_was_asked(self) -> bool:
        """Whether it is asked who it is, or was."""
        return bool(self.near or self.parts)


def similar_player_pairs(club: Club) -> list[tuple[Player, Player]]:
    """Two players of the roster with nearly one name, who may be one person; who is to be kept comes first.

    Those who belong to two accounts, sat at one table, or were said to be two people, are two.
    """
    told_apart = set(DifferentPeople.objects.filter(one__club=club).values_list("one", "other"))
    people = club.players.on_roster().without_merged().without_hidden()
    by_games = people.annotate(games=Count("seats__session", distinct=True)).order_by("-games", "pk")
    before: NearNames[Player] = NearNames()
    pairs: list[tuple[Player, Player]] = []
    for player in sorted(by_games, key=lambda player: player.account_id is None):
        pairs += [
            (other_player, player)
            for other_player in before.find_near(player.name)
            if player.account_id is None
            and (min(other_player.pk, player.pk), max(other_player.pk, player.pk)) not in told_apart
            and not _sat_together(other_player, player)
        ][:1]
        before.add(player.name, player)
        if len(pairs) >= MOST_PAIRS:
            break
    return pairs


def mark_as_different(club: Club, player_id: int, other: int) -> bool:
    """These two of the roster are two people from now on; False where they are not both there."""
    if (
        player_id == other
        or club.players.on_roster().without_merged().filter(pk__in=(player_id, other)).count() < 2
    ):
        return False
    DifferentPeople.objects.get_or_create(one_id=min(player_id, other), other_id=max(player_id, other))
    return True


def _sat_together(first_player: Player, other: Player) -> bool:
    both = (
        Q(**{f"{mine}__session__{theirs}__player": other})
        for mine in ("seats", "sittings")
        for theirs in ("seats", "sitters")
    )
    return Player.objects.filter(reduce(or_, both), pk=first_player.pk).exists()


def look_up_names(
    club: Club,
    names: list[str],
    answers: Mapping[str, str],
    account_id: int | None = None,
    *,
    are_listed: bool = False,
) -> list[TypedName]:
    """Who the names are on the roster; `answers` are the form's, by `TypedName.field`.

    Of names that `are_listed` each may be several people whom nobody set apart, and one without blanks may be
    the first or the last name of somebody.
    """
    players_by_name = club.players.on_roster().find_by_names(names, account_id)
    roster: NearNames[Player] = NearNames()
    known_names: set[str] = set()
    # most often everybody is known
    visible = club.players.on_roster().without_hidden().select_related("merged_into")
    for player in visible if len(players_by_name) < len(names) else ():
        person = player.person
        if not person.name_hidden:
            roster.add(player.name, person)
            known_names.add(player.name.casefold())
    looked_up_names = [
        _one(name, players_by_name.get(name), roster, answers, may_be_part=are_listed) for name in names
    ]
    for typed_name in looked_up_names if are_listed else ():
        if typed_name.player is None and not (typed_name.fault or typed_name.near):
            typed_name.parts = split_names_by_blanks(typed_name.name, known_names)
            typed_name.answered = bool(typed_name.parts) and answers.get(typed_name.field) == NEW
    new: dict[str, TypedName] = {}
    for typed_name in looked_up_names:
        key = near_name_key(typed_name.name)
        if (
            typed_name.player is None
            and not typed_name.fault
            and key in new
            and not typed_name.is_or_was_asked
        ):
            typed_name.fault = _(
                "“%(one)s” and “%(other)s” are nearly the same name: keep one, or add an initial."
            ) % {
                "one": new[key].name,
                "other": typed_name.name,
            }
        new.setdefault(key, typed_name)
    return looked_up_names


@dataclass
class NamesAtTable:
    """The names typed for a table of a club: who they are, and who is asked about before it is opened."""

    club: Club
    answers: Mapping[str, str]
    account_id: int | None = None
    typed: list[TypedName] = dataclass_field(default_factory=list)

    def find(self, names: list[str]) -> dict[str, Player]:
        """Whom the names mean, by what was answered where that was asked; somebody new is left out."""
        self.typed = look_up_names(self.club, names, self.answers, self.account_id)
        return {
            typed_name.name: typed_name.player for typed_name in self.typed if typed_name.player is not None
        }

    @property
    def names_asked_about(self) -> list[TypedName]:
        """Those that are nearly ones of the roster, answered or not."""
        return [typed_name for typed_name in self.typed if typed_name.is_or_was_asked]

    @property
    def has_open_questions(self) -> bool:
        """Whether one of them has still to be answered."""
        return any(typed_name.asks for typed_name in self.typed)

    def as_on_roster(self, names: list[str]) -> list[str]:
        """The names, those of players as the roster has them."""
        listed_names = {
            typed_name.name: typed_name.player.shown_name
            for typed_name in self.typed
            if typed_name.player is not None
        }
        return [listed_names.get(name, name) for name in names]


def _one(
    name: str,
    known_player: Player | None,
    roster: NearNames[Player],
    answers: Mapping[str, str],
    *,
    may_be_part: bool,
) -> TypedName:
    typed_name = TypedName(name, known_player)
    if typed_name.player is not None:
        return typed_name
    typed_name.fault = name_fault(name)
    if not typed_name.fault:
        typed_name.near = roster.find_near(name) or (roster.with_part(name) if may_be_part else [])
    # somebody put this very name on the roster between the two questions
    typed_name.player = next(
        (player for player in typed_name.near if player.name_key == name_key(name)), None
    )
    if typed_name.player is not None:
        return TypedName(name, typed_name.player)
    answer = answers.get(typed_name.field, "")
    typed_name.player = next((player for player in typed_name.near if str(player.pk) == answer), None)
    typed_name.answered = bool(typed_name.near) and (typed_name.player is not None or answer == NEW)
    return typed_name


def name_fault(name: str) -> str:
    """Why a new player cannot be called so, "" where they can."""
    if len(name) > LONGEST_NAME:
        return _("“%(name)s…” is too long for a name.") % {"name": name[:40]}
    if fault := not_a_name_error(name):
        return fault
    try:
        check_readable_name(name)
        check_no_pseudonym(name)
    except ValidationError as error:
        return _("“%(name)s”: %(what)s") % {"name": name, "what": " ".join(error.messages)}
    return ""


def not_a_name_error(name: str) -> str:
    """Return why an e-mail address, "me", "+1" or "Bo (no)" is no name; "" for a name."""
    if EMAIL.fullmatch(name):
        return _("“%(name)s” is an email address: type the name.") % {"name": name[:40]}
    if CODE.search(name):
        return _("“%(name)s” is not a name.") % {"name": name[:40]}
    if is_declining_line(name) or is_undecided_line(name):
        return _("“%(name)s” says no or perhaps: type the name alone to add them, or leave it out.") % {
            "name": name[:40]
        }
    if needs_a_name(name):
        return _("“%(name)s” does not say who is meant: type the name.") % {"name": name[:40]}
    if COLON.search(name):
        return _("“%(name)s” is not a name.") % {"name": name[:40]}
    return ""


def find_or_create_players(club: Club, typed: list[TypedName]) -> list[Player]:
    """The players, those who are new put on the roster. None of the names may have a fault, or ask."""
    with transaction.atomic():
        check_quota(club, people=len({typed_name.name for typed_name in typed if typed_name.player is None}))
        made = {
            typed_name.name: ensure_player(typed_name.name, club=club)
            for typed_name in sorted(typed, key=lambda typed_name: name_key(typed_name.name))
            if typed_name.player is None
        }
    people = [typed_name.player or made[typed_name.name] for typed_name in typed]
    return list({player.pk: player for player in people}.values())
