"""How a season counts: what a game is worth, how games are added up, and in which order ties are decided.

Pure: no database. Values are whole numbers, 600 to a point, so that six players can share a tenth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import GameRules, option
from mahjongclub.rules.words import Text

#: one point of a season: a tenth of a point shared by up to six is whole
VALUE_UNIT = 600
TENTH = VALUE_UNIT // 10
MOST_GAMES = 1000

WORTH = {
    "points": Text("its final points"),
    "uma": Text("its final points with an uma of this season"),
    "places": Text("points for the place"),
}
TOGETHER = {
    "sum": Text("the sum of all games"),
    "average": Text("the average per game"),
    "best": Text("the sum of the best games"),
    "but_games": Text("the sum without the worst games"),
    "but_nights": Text("the sum without the worst evenings"),
}
TIES = {
    "none": Text("they share the place"),
    "points": Text("the higher sum of final points"),
    "average_place": Text("the better average place"),
    "firsts": Text("more first places, then second, and so on"),
    "best_game": Text("the higher best game"),
    "more_games": Text("more games"),
    "fewer_games": Text("fewer games"),
    "wins": Text("more hands won"),
    "deal_ins": Text("fewer hands dealt into"),
}
#: what decides besides in a tournament: its two kinds of points, and the rank somebody came through with
TIES_OF_EVENTS = {
    "table_points": Text("the higher sum of points for the place"),
    "seed": Text("the better rank before the cut"),
}
OF_THE_CLUB = "the league's own"
PLACE_POINTS = Text("Points for the place")
FOR_PLACES = (
    Text("For the first place"),
    Text("For the second place"),
    Text("For the third place"),
    Text("For the fourth place"),
    Text("For the fifth place"),
    Text("For the sixth place"),
    Text("For the seventh place"),
)


def in_value_units(points: float) -> int:
    """Points with two decimals at most in 600ths of a point.

    >>> in_value_units(0.5), in_value_units(-15)
    (300, -9000)
    """
    return round(points * 100) * VALUE_UNIT // 100


def _place_points(place: int, default: float) -> Any:
    return option(
        default,
        FOR_PLACES[place - 1],
        Text("Players who tie share what their places bring."),
        OF_THE_CLUB,
        low=-1000,
        high=1000,
        decimals=2,
        group=PLACE_POINTS,
    )


def _tie(default: str, which: Text) -> Any:
    help_text = Text(
        "What decides between equal totals; the next is asked only where this leaves them equal."
    )
    return option(default, which, help_text, OF_THE_CLUB, choices=TIES)


@dataclass(frozen=True)
class Scoring(GameRules):
    """The scoring of a season, frozen once a game counts for it."""

    worth: str = option(
        "points",
        Text("A game is worth"),
        Text(
            "Final points as the ranking of the table shows them (in riichi after uma and oka); the same "
            "with the points for the place instead of the table's uma; or points for the place alone."
        ),
        OF_THE_CLUB,
        choices=WORTH,
    )
    place_1: float = _place_points(1, 4)
    place_2: float = _place_points(2, 2)
    place_3: float = _place_points(3, 1)
    place_4: float = _place_points(4, 0)
    place_5: float = _place_points(5, 0)
    place_6: float = _place_points(6, 0)
    place_7: float = _place_points(7, 0)
    coming: float = option(
        0,
        Text("For coming to an evening"),
        Text("Points for each evening on which somebody plays, however many games."),
        OF_THE_CLUB,
        low=0,
        high=1000,
        decimals=2,
    )
    together: str = option(
        "sum",
        Text("The total is"),
        Text("How the games of a player make the total."),
        OF_THE_CLUB,
        choices=TOGETHER,
    )
    best_of: int = option(
        10,
        Text("How many best games count"),
        Text("Used when the total is the sum of the best games."),
        OF_THE_CLUB,
        low=1,
        high=100,
    )
    but: int = option(
        2,
        Text("How many worst are left out"),
        Text(
            "Used when the total leaves out the worst games or evenings. A player who has played no "
            "more than that keeps the best one."
        ),
        OF_THE_CLUB,
        low=1,
        high=100,
    )
    minimum_games: int = option(
        0,
        Text("Games needed for a place"),
        Text("With fewer a player is listed below the others, without a place."),
        OF_THE_CLUB,
        low=0,
        high=MOST_GAMES,
    )
    evenings_share: int = option(
        0,
        Text("Share of the evenings needed for a place, in percent"),
        Text("With fewer a player is listed below the others, without a place. 0: none is needed."),
        OF_THE_CLUB,
        low=0,
        high=100,
    )
    tie_1: str = _tie("points", Text("Ties are decided by"))
    tie_2: str = _tie("firsts", Text("then by"))
    tie_3: str = _tie("none", Text("and then by"))

    @property
    def ties(self) -> tuple[str, ...]:
        """What decides between equal totals, in order."""
        criteria = []
        for name in (self.tie_1, self.tie_2, self.tie_3):
            if name == "none":
                break
            criteria.append(name)
        return tuple(criteria)

    @property
    def left_out_count(self) -> int:
        """How many of the worst games or evenings do not count, 0 where all may."""
        return self.but if self.together in ("but_games", "but_nights") else 0

    def evenings_needed(self, evenings: int) -> int:
        """How many of so many evenings somebody must have played on for a place.

        >>> Scoring(evenings_share=75).evenings_needed(10)
        8
        """
        return -(-self.evenings_share * evenings // 100)

    def value(self, place: int, sharing: int, tenths: int, uma: int = 0) -> int:
        """What one game is worth, in 600ths of a point.

        `place` counts from 1; `sharing` players hold it and share what their places bring. `tenths` are the
        final points, `uma` what of them is the table's own uma.

        >>> Scoring(worth="places").value(place=2, sharing=2, tenths=0) / 600
        1.5
        >>> Scoring(worth="uma", place_1=15).value(place=1, sharing=1, tenths=302, uma=200) / 600
        25.2
        """
        if self.worth == "points":
            return tenths * TENTH
        brought = self.points_for_place(place, sharing)
        return brought + (tenths - uma) * TENTH if self.worth == "uma" else brought

    def points_for_place(self, place: int, sharing: int) -> int:
        """What a place brings to each who shares it, in 600ths of a point."""
        brought = sum(in_value_units(getattr(self, f"place_{place + step}")) for step in range(sharing))
        return brought // sharing


def read_scoring(options: dict[str, Any]) -> Scoring:
    """The scoring with these options; RuleError at `rules.<name>`."""
    scoring = Scoring().with_options(options)
    criteria = [name for name in (scoring.tie_1, scoring.tie_2, scoring.tie_3) if name != "none"]
    if len(set(criteria)) != len(criteria):
        raise RuleError(
            "tie_asked_twice", "rules.tie_2", Text("Each way to decide a tie can be used only once.")
        )
    return scoring
