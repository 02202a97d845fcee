"""A list of names as somebody typed or pasted it, looked up on a club's roster.

A name that differs from one on the roster by accents, case, signs or the order of its words alone is asked
about: it is mostly the same person, and sometimes not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import reduce
from operator import or_

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from .club_model import Club
from .models import LONGEST_NAME, DifferentPeople, Player
from .naming import name_key, no_pseudonym, readable_name, tidy_name
from .room import must_take
from .roster import new_player

#: a list has so many names at most
MOST_NAMES = 300
#: and so many letters are read
LONGEST_LIST = 20_000
#: what stands above the names in a table with columns: whole ones, family names or either, first names
WHOLE = ("player", "players", "joueur", "joueurs", "名前")
FAMILY = ("name", "names", "nom", "noms", "last name", "family name", "surname", "nom de famille", "姓")
FIRST = ("first name", "given name", "prénom", "prénoms", "prenom", "名")
#: columns that a name may be made of
MOST_COLUMNS = 6
#: pairs of nearly one name shown at once
MOST_PAIRS = 20
#: the answer that says somebody is new
NEW = "new"


@dataclass(slots=True)
class TypedName:
    """One name. `player` is who it is on the roster, `near` who it may be, `fault` why it cannot be one.

    `field` is the form's field that answers which of `near` it is: a player's id, or `NEW`.
    """

    name: str
    player: Player | None = None
    near: list[Player] = dataclass_field(default_factory=list)
    fault: str = ""
    answered: bool = False

    @property
    def field(self) -> str:
        return f"same-{name_key(self.name)}"

    @property
    def asks(self) -> bool:
        """Whether somebody has to say who it is."""
        return bool(self.near) and self.player is None and not self.answered


def columns_in(text: str) -> list[list[str]]:
    """The rows of a table that was pasted, the one above it too; [] for a list without columns."""
    rows = [re.split(r"[\t;；]", line) for line in re.split(r"[\n\r]+", text) if line.strip()]
    return (
        [[cell.strip() for cell in row] for row in rows] if len(rows) > 1 and max(map(len, rows)) > 1 else []
    )


def ways_of(rows: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """Which columns may hold the names, each way by their numbers; what the heads say comes first.

    >>> ways_of([["Nom", "Prénom", "Club"], ["Dupont", "Léa", "Lille"]])[0]
    (1, 0)
    """
    width = min(max(map(len, rows)), MOST_COLUMNS)
    heads = [cell.casefold() for cell in rows[0]]
    told = [
        next((at for at, head in enumerate(heads) if head in words), None) for words in (FIRST, FAMILY, WHOLE)
    ]
    first, family, whole = told
    best = [(first, family)] if first is not None and family is not None else [(whole or family or 0,)]
    pairs = [pair for at in range(width - 1) for pair in ((at, at + 1), (at + 1, at))]
    return list(dict.fromkeys([*best, *((at,) for at in range(width)), *pairs]))


def has_heads(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row says what stands in the columns."""
    return any(cell.casefold() in (*WHOLE, *FAMILY, *FIRST) for cell in rows[0])


def names_in(text: str, columns: tuple[int, ...] | None = None) -> list[str]:
    """The names of a list, each once: one a line, or on a line of its own several with commas between.

    Of a table the `columns` are read, else those that its heads say, else the first; where every line is
    "family name, first name" it is turned round. Numbers and dashes before a name are not its own.

    >>> names_in("1. Aiko\\n- Benoît\\naiko"), names_in("Aiko, Ben、Chen")
    (['Aiko', 'Benoît'], ['Aiko', 'Ben', 'Chen'])
    >>> names_in("Dupont, Léa\\nDurand, Max"), names_in("Aiko\\t1200\\nBen\\t800")
    (['Léa Dupont', 'Max Durand'], ['Aiko', 'Ben'])
    >>> names_in("Nom\\tPrénom\\nDupont\\tLéa"), names_in("Nom\\tPrénom\\nDupont\\tLéa", (0,))
    (['Léa Dupont'], ['Dupont'])
    """
    lines = [line for line in re.split(r"[\n\r]+", text) if line.strip()]
    if rows := columns_in(text):
        wanted = columns or ways_of(rows)[0]
        rows = rows[1:] if has_heads(rows) else rows
        lines = [" ".join(row[at] for at in wanted if at < len(row)) for row in rows]
    if len(lines) > 1 and all(re.fullmatch(r"[^,]+,[^,]+", line) for line in lines):
        parts = [" ".join(reversed(line.split(","))) for line in lines]
    else:
        parts = [part for line in lines for part in re.split(r"[\t,;、，；]", line)]
    found: dict[str, str] = {}
    for part in parts:
        name = tidy_name(re.sub(r"^\s*(?:[0-9]+\s*[.):]|[-–—*•])\s*", "", part))
        if name:
            found.setdefault(name_key(name), name)
    return list(found.values())


def nearness(name: str) -> str:
    """What names have in common that differ by accents, case, signs and the order of their words alone.

    >>> nearness("Dupont, Léa") == nearness("lea DUPONT")
    True
    """
    plain = unicodedata.normalize("NFKD", name_key(name))
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(sorted(re.findall(r"\w+", letters)))


def perhaps_twice(club: Club) -> list[tuple[Player, Player]]:
    """Two players of the roster with nearly one name, who may be one person; who is to be kept comes first.

    Those who belong to two accounts, sat at one table, or were said to be two people, are two.
    """
    told_apart = set(DifferentPeople.objects.filter(one__club=club).values_list("one", "other"))
    people = club.players.on_roster().themselves().shown()
    alike: dict[str, list[Player]] = {}
    by_games = people.annotate(games=Count("seats__session", distinct=True))
    for player in by_games.order_by("-games", "pk"):
        alike.setdefault(nearness(player.name), []).append(player)
    pairs = []
    for near, found in alike.items():
        if len(found) < 2 or not near:
            continue
        kept, *others = sorted(found, key=lambda one: one.account_id is None)
        pairs += [
            (kept, one)
            for one in others
            if one.account_id is None
            and (min(kept.pk, one.pk), max(kept.pk, one.pk)) not in told_apart
            and not _sat_together(kept, one)
        ]
    return pairs[:MOST_PAIRS]


def tell_apart(club: Club, one: int, other: int) -> bool:
    """These two of the roster are two people from now on; False where they are not both there."""
    if one == other or club.players.on_roster().themselves().filter(pk__in=(one, other)).count() < 2:
        return False
    DifferentPeople.objects.get_or_create(one_id=min(one, other), other_id=max(one, other))
    return True


def _sat_together(one: Player, other: Player) -> bool:
    both = (
        Q(**{f"{mine}__session__{theirs}__player": other})
        for mine in ("seats", "sittings")
        for theirs in ("seats", "sitters")
    )
    return Player.objects.filter(reduce(or_, both), pk=one.pk).exists()


def looked_up(
    club: Club, names: list[str], answers: Mapping[str, str], account_id: int | None = None
) -> list[TypedName]:
    """Who the names are on the roster; `answers` are the form's, by `TypedName.field`."""
    known = club.players.on_roster().all_named(names, account_id)
    roster: dict[str, list[Player]] = {}
    # most often everybody is known
    shown = club.players.on_roster().shown().select_related("merged_into")
    for player in shown if len(known) < len(names) else ():
        person = player.person
        if not person.name_hidden and person not in roster.setdefault(nearness(player.name), []):
            roster[nearness(player.name)].append(person)
    found = [_one(name, known.get(name), roster, answers) for name in names]
    new: dict[str, TypedName] = {}
    for one in found:
        key = nearness(one.name)
        if one.player is None and not one.fault and key in new and not one.near and not one.answered:
            one.fault = _(
                "“%(one)s” and “%(other)s” are nearly the same name: keep one, or add an initial."
            ) % {
                "one": new[key].name,
                "other": one.name,
            }
        new.setdefault(key, one)
    return found


@dataclass
class NamesAtTable:
    """The names typed for a table of a club: who they are, and who is asked about before it is opened."""

    club: Club
    answers: Mapping[str, str]
    account_id: int | None = None
    typed: list[TypedName] = dataclass_field(default_factory=list)

    def find(self, names: list[str]) -> dict[str, Player]:
        """Whom the names mean, by what was answered where that was asked; somebody new is left out."""
        self.typed = looked_up(self.club, names, self.answers, self.account_id)
        return {one.name: one.player for one in self.typed if one.player is not None}

    @property
    def asked(self) -> list[TypedName]:
        """Those that are nearly ones of the roster, answered or not."""
        return [one for one in self.typed if one.near]

    @property
    def open(self) -> bool:
        """Whether one of them has still to be answered."""
        return any(one.asks for one in self.typed)

    def as_listed(self, names: list[str]) -> list[str]:
        """The names, those of players as the roster has them."""
        known = {one.name: one.player.shown_name for one in self.typed if one.player is not None}
        return [known.get(name, name) for name in names]


def _one(
    name: str, known: Player | None, roster: Mapping[str, list[Player]], answers: Mapping[str, str]
) -> TypedName:
    one = TypedName(name, known)
    if one.player is not None:
        return one
    one.fault = fault_of(name)
    one.near = [] if one.fault else list(roster.get(nearness(name), ()))
    # somebody put this very name on the roster between the two questions
    one.player = next((player for player in one.near if player.name_key == name_key(name)), None)
    if one.player is not None:
        return TypedName(name, one.player)
    answer = answers.get(one.field, "")
    one.player = next((player for player in one.near if str(player.pk) == answer), None)
    one.answered = bool(one.near) and (one.player is not None or answer == NEW)
    return one


def fault_of(name: str) -> str:
    """Why a new player cannot be called so, "" where they can."""
    if len(name) > LONGEST_NAME:
        return _("“%(name)s…” is too long for a name.") % {"name": name[:40]}
    try:
        readable_name(name)
        no_pseudonym(name)
    except ValidationError as error:
        return f"“{name}”: {' '.join(error.messages)}"
    return ""


def players_of(club: Club, typed: list[TypedName]) -> list[Player]:
    """The players, those who are new put on the roster. None of the names may have a fault, or ask."""
    with transaction.atomic():
        must_take(club, people=len({one.name for one in typed if one.player is None}))
        made = {
            one.name: new_player(one.name, club=club)
            for one in sorted(typed, key=lambda one: name_key(one.name))
            if one.player is None
        }
    found = [one.player or made[one.name] for one in typed]
    return list({player.pk: player for player in found}.values())
