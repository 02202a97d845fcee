"""What would happen: which games would be kept, who would play in them, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.rules.game import Text
from mahjongclub.tables.wording import said

from .bringing import known_codes, same_person
from .evenings import evenings_of
from .games import Incoming
from .people import Match, fault_of_name, people_of
from .sheet_games import Fault


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game, and the code of the session it is already: None for a new one, "" for a copy in the files.

    `evening` is the club's of that night, None where there is none.
    """

    game: Incoming
    known: str | None
    people: tuple[Match, ...]
    evening: Evening | None = None

    @property
    def variant_said(self) -> str:
        """What was played, in the reader's language."""
        return said(self.game.variant.name)

    @property
    def differences_said(self) -> list[str]:
        """What our engine counts otherwise, in the reader's language."""
        return [said(text) for text in self.game.differences]

    @property
    def remarks_said(self) -> list[str]:
        """What else is to be said of it."""
        return [said(text) for text in self.game.remarks]

    @property
    def scores(self) -> list[tuple[str, int]]:
        """Who had how many points in the end."""
        return [(match.shown, score) for match, score in zip(self.people, self.game.scores, strict=True)]

    @property
    def closed(self) -> bool:
        """Whether it has been played to its end."""
        return self.game.over


@dataclass(frozen=True, slots=True)
class Person:
    """A name of the files, whom it means, and in how many of the new games."""

    name: str
    match: Match
    games: int
    fault: Text | None

    @property
    def alike(self) -> bool:
        """Whether the roster has the name just so: nothing to look at."""
        return self.match.player is not None and self.match.shown == self.name and self.fault is None

    @property
    def fault_said(self) -> str:
        """What is wrong with the name here: nobody can be called so, or they sit at a table twice."""
        return said(self.fault) if self.fault else ""


@dataclass(frozen=True, slots=True)
class Plan:
    """All of it. Nothing can be kept while there are `refusals`; rows with `faults` may be left out."""

    games: tuple[PlannedGame, ...]
    people: tuple[Person, ...]
    faults: tuple[Fault, ...]

    @property
    def refusals(self) -> list[Text]:
        """What is wrong with the people."""
        return [person.fault for person in self.people if person.fault is not None]

    @property
    def in_evenings(self) -> int:
        """How many new games were played on a night for which the club has an evening."""
        return sum(one.evening is not None for one in self.coming)

    @property
    def coming(self) -> list[PlannedGame]:
        """The games that would be kept."""
        return [one for one in self.games if one.known is None]

    @property
    def known(self) -> list[PlannedGame]:
        """The games that the club has."""
        return [one for one in self.games if one.known is not None]

    @property
    def made(self) -> list[Person]:
        """Who would be made."""
        return [one for one in self.people if one.match.player is None]

    @property
    def differing(self) -> list[PlannedGame]:
        """The games in which our engine counts otherwise than the file."""
        return [one for one in self.games if one.game.differences]


def plan_of(
    club: Club,
    games: Sequence[Incoming],
    faults: Sequence[Fault] = (),
    called: Mapping[str, str] | None = None,
) -> Plan:
    """The plan for these games. A few queries, whatever their number."""
    people = people_of(club, [name for game in games for name in game.names], called or {})
    codes = known_codes(club, games, people)
    evenings = evenings_of(club, games)
    planned = tuple(
        PlannedGame(
            game, codes.get(number), tuple(people[name] for name in game.names), evenings.get(game.night)
        )
        for number, game in enumerate(games)
    )
    new = [one for one in planned if one.known is None]
    count = Counter(name for one in new for name in one.game.names)
    twice: dict[str, Text] = {}
    for one in new:
        twice = _twice(one) | twice
    persons = tuple(
        Person(name, people[name], games_of, fault_of_name(people[name]) or twice.get(name))
        for name, games_of in count.items()
    )
    return Plan(planned, persons, tuple(faults))


def _twice(one: PlannedGame) -> dict[str, Text]:
    """The names of a game that mean somebody who has a seat there already, and why that cannot be."""
    seen: set[object] = set()
    found: dict[str, Text] = {}
    for name, match in zip(one.game.names, one.people, strict=True):
        who = match.player.pk if match.player is not None else match.name.casefold()
        if who in seen:
            found[name] = same_person(one.game, name).text
        seen.add(who)
    return found
