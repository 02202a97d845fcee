"""Whom the names of a file mean: somebody on the roster, or somebody new.

A name leads to a player by itself only if it differs in case, accents, signs and the order of its words
(`comparable_name`). A name that is merely near one (`near_names`) is offered, and an organiser decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from mahjongclub.clubs.models import LONGEST_NAME, Club, Player
from mahjongclub.clubs.naming import check_no_pseudonym, name_key, player_id_of_pseudonym, tidy_name
from mahjongclub.clubs.near_names import NearNames, near_name_key
from mahjongclub.clubs.roster import ensure_player
from mahjongclub.clubs.typed_names import not_a_name_error
from mahjongclub.lists.cells import is_last_name_first
from mahjongclub.lists.people import split_last_name_first, whole_name, without_remark
from mahjongclub.rules.words import Text

from ..unpacking import FileRefused

#: so many new names are looked through for short forms
MOST_SHORT = 100


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name of a file, and whom it means; without a player somebody of that name is made.

    `perhaps` is whom it may be short for.
    """

    name: str
    player: Player | None
    perhaps: Player | None = None

    @property
    def shown_name(self) -> str:
        """What they are called in the club."""
        return self.player.shown_name if self.player is not None else self.name


class Roster:
    """Everybody of a club by every name they go by. One query."""

    def __init__(self, club: Club) -> None:
        self.by_key: dict[str, Player] = {}
        self.by_letters: dict[str, dict[int, Player]] = defaultdict(dict)
        self.by_nearness: dict[str, dict[int, Player]] = defaultdict(dict)
        self.near: NearNames[Player] = NearNames()
        self.hidden: dict[int, Player] = {}
        for row in club.players.on_roster().select_related("merged_into").order_by("pk"):
            person = row.person
            if row.name_hidden:  # nobody is found by a hidden name: it would be told so
                self.hidden[row.pk] = person
                continue
            self.by_key[row.name_key] = person
            self.by_letters[comparable_name(row.name)][person.pk] = person
            self.by_nearness[near_name_key(row.name)][person.pk] = person
            self.near.add(row.name, person)

    def match(self, name: str) -> NameMatch:
        """By the name, upper or lower case; a pseudonym; or the one person whose letters these are."""
        name = tidy_name(name)
        person = self.by_key.get(name_key(name))
        if person is None and (number := player_id_of_pseudonym(name)) is not None:
            person = self.hidden.get(number)
        if person is None and (letters := comparable_name(name)):
            alike = self.by_letters.get(letters, {})
            person = next(iter(alike.values())) if len(alike) == 1 else None
        return NameMatch(name, person)

    def find_by_short_form(self, name: str) -> Player | None:
        """The one person whom the name may be short for: "Benoît L." of Benoît Lefèvre."""
        words = near_name_key(name).split()
        if not any(len(word) > 1 for word in words):
            return None
        candidates = self.near.find_near(name) or self._beginning(words)
        return candidates[0] if len(candidates) == 1 else None

    def _beginning(self, words: list[str]) -> list[Player]:
        """Those of whose names these words are beginnings, each of a word of its own."""
        return list(
            {
                person.pk: person
                for key, people in self.by_nearness.items()
                if _begins(words, key.split())
                for person in people.values()
            }.values()
        )


def _begins(words: list[str], whole: list[str]) -> bool:
    """Whether each word is the beginning of a word of its own."""
    left = list(whole)
    for word in sorted(words, key=len, reverse=True):
        longer = next((candidate for candidate in left if candidate.startswith(word)), None)
        if longer is None:
            return False
        left.remove(longer)
    return True


def comparable_name(name: str) -> str:
    """Return what is left of a name without case, accents, signs and the order of its words.

    >>> comparable_name("Benoît Lefèvre") == comparable_name("LEFEVRE, Benoit")
    True
    >>> comparable_name("Anna Berg") == comparable_name("Ana Berg")
    False
    """
    plain = unicodedata.normalize("NFKD", name_key(name))
    words = re.findall(r"\w+", "".join(sign for sign in plain if not unicodedata.combining(sign)))
    return " ".join(sorted(words))


def first_name_first_without_remarks(name: str) -> str:
    """Return a name without remarks in brackets, and with the first name first where a comma tells it.

    >>> [first_name_first_without_remarks(name) for name in ("Dupont, Léa", "Bo (late)", "Johanna (Jo)")]
    ['Léa Dupont', 'Bo', 'Johanna (Jo)']
    """
    alone = without_remark(tidy_name(name))
    return whole_name(split_last_name_first(alone)) if is_last_name_first(alone) else alone


def match_people(club: Club, names: Iterable[str], typed_names: Mapping[str, str]) -> dict[str, NameMatch]:
    """Return whom each name of a file means. `typed_names` are names chosen instead, by those of the file.

    Spellings of somebody new with one `comparable_name` are one person, by the first of them.
    """
    roster = Roster(club)
    people: dict[str, NameMatch] = {}
    spelled: dict[str, str] = {}
    for name in dict.fromkeys(names):
        match = roster.match(typed_names.get(name) or name)
        if match.player is None and not typed_names.get(name):
            match = roster.match(first_name_first_without_remarks(name))
        if match.player is None and (letters := comparable_name(match.name)):
            perhaps = roster.find_by_short_form(match.name) if len(spelled) < MOST_SHORT else None
            match = NameMatch(spelled.setdefault(letters, match.name), None, perhaps)
        people[name] = match
    return people


def unusable_name_reason(match: NameMatch) -> Text | None:
    """Return why nobody of this name can be made, None where somebody can, or is there already."""
    if match.player is not None:
        return None
    name = match.name
    if not name or len(name) > LONGEST_NAME:
        return Text("Type a name.")
    try:
        check_no_pseudonym(name)
    except ValidationError:
        return Text(
            "“{name}” stands for somebody whose name is hidden, and who is not in this club.", name=name
        )
    return None


def not_a_name_reason(match: NameMatch) -> Text | None:
    """Return why a number, an address or "Bo (no)" makes nobody; None for a name, and one of the roster."""
    if match.player is not None:
        return None
    if match.name.isdecimal():
        return Text("“{name}” is a number and no name: type who has it.", name=match.name)
    return Text("“{name}” is not a name.", name=match.name[:40]) if not_a_name_error(match.name) else None


def find_or_create_player_ids(club: Club, people: Mapping[str, NameMatch]) -> dict[str, int]:
    """Return the players' ids by the file's names; players who are new are created. Within a transaction."""
    ids: dict[str, int] = {}
    made: dict[str, Player] = {}
    for name, match in people.items():
        if fault := unusable_name_reason(match):
            raise FileRefused(fault)
        player = match.player or made.get(name_key(match.name))
        if player is None:
            player = made[name_key(match.name)] = ensure_player(match.name, club=club)
        ids[name] = player.pk
    return ids
