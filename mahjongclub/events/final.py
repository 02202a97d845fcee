"""The results a final ranking was made of: kept as it is published, whatever is corrected afterwards.

The ranking follows from them, its words in the reader's language; a correction is shown beside it until an
organiser publishes again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .models import Place


@dataclass(frozen=True, slots=True)
class Result:
    """What one place made of one round; `value` in 600ths of a point.

    `why` is "" for what was played, "bye", or "substitute" where the event says what such a round is worth:
    `rank` is then 0.
    """

    rank: int
    tenths: int
    value: int
    #: what the place brought, in 600ths of a point, whatever the ranking goes by
    table_points: int = 0
    why: str = ""
    #: whether it counts as final points, as points for the place: what the event says is the one or the other
    has_points: bool = True
    has_places: bool = True


#: {(round number, place): result}
Results = dict[tuple[int, int], Result]


def stored_results(results: Mapping[tuple[int, int], Result], places: Iterable[Place]) -> list[list[Any]]:
    """Results as a final tournament keeps them: round, number of the place, then the fields of `Result`."""
    number = {place.pk: place.number for place in places}
    return [
        [
            *(round_number, number[pk], result.rank, result.tenths, result.value, result.table_points),
            *(result.why, result.has_points, result.has_places),
        ]
        for (round_number, pk), result in sorted(results.items())
    ]


def read_results(rows: Iterable[list[Any]], places: Iterable[Place]) -> Results:
    """The way back; a place that is no more has none."""
    pk = {place.number: place.pk for place in places}
    return {(row[0], pk[row[1]]): Result(*row[2:]) for row in rows if row[1] in pk}
