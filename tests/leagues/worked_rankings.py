"""Events whose rankings are worked by hand: rounds with their results, as far as rankings ask."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from mahjongclub.clubs.models import Player
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.events.ranking import RankingLine, people_ranking
from mahjongclub.events.state import PlaceRoundResult
from mahjongclub.rounds.teams.models import Team

NAMES = ("Marguerite", "Bo", "O'Brien", "Łukasz Żółć")
POINT = 600


def result(rank: int, points: float, places: float = 0, why: str = "") -> PlaceRoundResult:
    """A result worth its final points, with so many points for the place."""
    return PlaceRoundResult(rank, round(points * 10), round(points * POINT), round(places * POINT), why)


class State:
    """An event of three rounds, as far as rankings ask.

    1 and 2 hold their places throughout; 3 leaves, out of the ranking, after the first round, and 4, who held
    no place before, plays in the second for 1.
    """

    def __init__(self, worth: str = "points") -> None:
        self.tournament = Tournament(variant="riichi", preset="ema", rules={}, worth=worth, round_count=3)
        lions, bears = Team(pk=1, name="Lions"), Team(pk=2, name="Bears")
        self.places = [
            Place(pk=11, number=1, team=lions),
            Place(pk=12, number=2, team=bears),
            Place(pk=13, number=3, ranked=False),
        ]
        self.place = {place.pk: place for place in self.places}
        self.published = [SimpleNamespace(number=number) for number in (1, 2, 3)]
        self.people = {pk: SimpleNamespace(pk=pk, shown_name=f"Player {pk}") for pk in (1, 2, 3, 4)}
        self.holders = {11: (1, 4, 1), 12: (2, 2, 2), 13: (3, 3, None)}
        self.results = {
            (1, 11): result(1, 30, 4),
            (1, 12): result(2, 10, 2),
            (1, 13): result(4, -40, 0),
            (2, 11): result(3, -5, 1),
            (2, 12): result(1, 20, 4),
            (3, 11): result(2, 4, 2),
            # sat out: worth something, and no place
            (3, 12): result(0, 3, 1, "bye"),
        }
        self.penalties: list[Any] = []
        self.written: dict[Any, Any] = {}

    def player(self, place: int, number: int) -> Any:
        pk = self.holders[place][number - 1]
        return self.people.get(pk or 0)

    def penalised_place_and_player(self, penalty: Any) -> tuple[Place, Any]:
        return self.place[penalty.place_id], self.player(penalty.place_id, penalty.round_number or 3)

    def penalise(self, place: int, points: float, number: int | None = None) -> None:
        value = round(points * POINT)
        self.penalties.append(SimpleNamespace(place_id=place, value=value, round_number=number))


def people(state: Any) -> list[RankingLine]:
    return people_ranking(state)


def held(place: Place, *stints: tuple[int, str, bool]) -> Place:
    """A place with those who held it: from which round, who ("" for nobody), and whether as a substitute."""
    rows = [
        Stint(
            from_round=number,
            substitute=substitute,
            player=Player(pk=NAMES.index(name), name=name) if name else None,
        )
        for number, name, substitute in stints
    ]
    place._prefetched_objects_cache = {"stints": rows}  # type: ignore[attr-defined]
    return place
