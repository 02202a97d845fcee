"""How a playoff stands: who is at which table, what its games came to, and who goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from mahjongclub.pairing.bracket import BracketLevel, bracket_levels
from mahjongclub.pairing.standings import StandingsRow, Sums, rank_entries
from mahjongclub.rounds.models import Round

from .models import Season


@dataclass(frozen=True, slots=True)
class PlayoffStanding:
    """A side at a table of the playoff: what its games there came to, in 600ths of a point. `goes_on` is None
    before every game of the table has its result; `by_seed` where only the better place before decided."""

    side: int
    total: Fraction
    games: int
    goes_on: bool | None
    by_seed: bool = False


class Playoff:
    """The matches of a season that are a playoff, `sides` its entrants, the best first. Four queries."""

    def __init__(self, season: Season, sides: Sequence[int]) -> None:
        self.season, self.entrants = season, list(sides)
        matches = season.matches.filter(level__isnull=False).order_by("level", "game")
        self.matches: list[Round] = list(matches.prefetch_related("tables__seats__player", "tables__session"))
        self._known: dict[tuple[int, int], list[PlayoffStanding]] = {}

    @property
    def last_level(self) -> int:
        """The number of the last round, 0 without a playoff."""
        return max((match.level or 0 for match in self.matches), default=0)

    @cached_property
    def bracket(self) -> tuple[BracketLevel, ...]:
        """Its rounds as they were drawn; () where the entrants are others since."""
        go_on = self.matches[0].go_on if self.matches else None
        try:
            return (
                bracket_levels(len(self.entrants), self.season.game.seats, go_on or 1) if self.matches else ()
            )
        except ValueError:
            return ()

    def matches_at(self, level: int) -> list[Round]:
        """The matches of a round."""
        return [match for match in self.matches if match.level == level]

    def sides(self, level: int, table: int) -> list[int | None]:
        """Who plays there, the strongest first; None who is still to come."""
        if level > len(self.bracket) or table > len(self.bracket[level - 1].tables):
            return []
        side_ids: list[int | None] = []
        for source in self.bracket[level - 1].tables[table - 1]:
            if source.seed is not None:
                side_ids.append(self.entrants[source.seed - 1])
                continue
            through = [
                side_row.side for side_row in self.standing(level - 1, source.table) if side_row.goes_on
            ]
            side_ids.append(through[source.place - 1] if len(through) >= source.place else None)
        return side_ids

    def standing(self, level: int, table: int) -> list[PlayoffStanding]:
        """Those at a table, the best first: by their games there, the season's ties, then who was ahead."""
        if (level, table) not in self._known:
            self._known[level, table] = self._standing(level, table)
        return self._known[level, table]

    def is_over(self, level: int, table: int) -> bool:
        """Whether every game of a table has its result."""
        games = [
            table_
            for match in self.matches_at(level)
            for table_ in match.tables.all()
            if table_.number == table
        ]
        return bool(games) and all(game.has_result for game in games)

    @property
    def winner(self) -> int | None:
        """Who won the last table."""
        final = self.standing(self.last_level, 1) if self.last_level else []
        return final[0].side if final and final[0].goes_on is not None else None

    def _standing(self, level: int, table: int) -> list[PlayoffStanding]:
        sums = self._sums.get((level, table), {})
        order = {side: number for number, side in enumerate(self.entrants)}
        sides = {*sums} | {seat for seat in self._seated(level, table) if seat in order}
        nothing = (0,) * self.season.game.seats
        rows = rank_entries(
            replace(self.season.rules, together="sum", minimum_games=0, coming=0),
            [sums.get(side, Sums(side, 0, 0, (), 0, nothing)) for side in sides],
        )
        rows.sort(key=lambda row: (row.rank, order.get(row.sums.key, len(order))))
        over = self.is_over(level, table)
        go_on = self.matches_at(level)[0].go_on or 1
        return [
            PlayoffStanding(
                row.sums.key,
                row.total,
                row.sums.games,
                number < go_on if over else None,
                over and _splits(rows, go_on) and row.rank == rows[go_on - 1].rank,
            )
            for number, row in enumerate(rows)
        ]

    def _seated(self, level: int, table: int) -> list[int]:
        return [
            seat.team_id or (seat.player.person_id if seat.player else 0)
            for match in self.matches_at(level)[:1]
            for table_ in match.tables.all()
            if table_.number == table
            for seat in table_.seats.all()
        ]

    @cached_property
    def _sums(self) -> dict[tuple[int, int], dict[int, Sums]]:
        """By round and table: what each side's games there came to."""
        where: dict[int, tuple[int, int]] = {}
        side_of: dict[tuple[int, int], int] = {}
        for match in self.matches:
            for table in match.tables.all():
                if table.session_id is None:
                    continue
                where[table.session_id] = (match.level or 0, table.number)
                for seat in table.seats.all():
                    if seat.player is not None:
                        person = seat.player.person_id
                        side_of[table.session_id, person] = seat.team_id or person
        sums_by_place: dict[tuple[int, int], dict[int, Sums]] = defaultdict(dict)
        games = self.season.games.filter(appearance__session__in=where).select_related("appearance")
        for row in games:
            at = row.appearance.session_id
            side = side_of.get((at, row.player_id))
            if side is None:
                continue
            place_counts = tuple(int(place == row.place) for place in range(1, self.season.game.seats + 1))
            game = Sums(side, 1, row.value, (row.value,), row.tenths, place_counts)
            there = sums_by_place[where[at]]
            there[side] = there[side].added(game) if side in there else game
        return sums_by_place


def _splits(rows: Sequence[StandingsRow], go_on: int) -> bool:
    """Whether the line of those who go on parts equals."""
    return len(rows) > go_on and rows[go_on].rank == rows[go_on - 1].rank
