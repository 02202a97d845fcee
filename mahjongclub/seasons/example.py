"""One made-up game as a season would count it, shown while its scoring is chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.rules.on_paper import ended_table_on_paper
from mahjongclub.rules.variant import Preset, Variant

from .models import Season
from .wording import season_points

#: how far the final points of a table lie from the mean, in tenths of what a seat begins with, by seats
SPREAD = {
    2: (4, -4),
    3: (5, -1, -4),
    4: (6, 2, -2, -6),
    5: (7, 3, 0, -3, -7),
    6: (8, 4, 1, -2, -4, -7),
    7: (8, 5, 2, 0, -3, -5, -7),
}
#: a tenth of what a seat begins with, where it begins with nothing
FROM_NOTHING = 20


@dataclass(frozen=True)
class ExampleRow:
    """A place of the example, from 1: the final points, and what the season counts, both in words."""

    place: int
    points: str
    worth: str


def example_game(variant: Variant, preset: Preset, scoring: Scoring) -> list[ExampleRow]:
    """Return the places of a made-up game under these rules, the first place first."""
    start = variant.start(preset.rules, (1, 1) if variant.thrown_dealer else None)
    step = start.scores[0] // 10 or FROM_NOTHING
    scores = [
        start_score + step * spread
        for start_score, spread in zip(start.scores, SPREAD[start.seats], strict=True)
    ]
    table = ended_table_on_paper(variant, preset.rules, scores, bank=start.bank)
    season = Season(variant=variant.key, scoring=scoring.to_json())
    standings = variant.standings(preset.rules, table)
    sharing = Counter(standing.rank for standing in standings)
    return [
        ExampleRow(
            standing.rank,
            points_in_words(standing.score),
            season_points(
                season,
                scoring.value(standing.rank, sharing[standing.rank], standing.tenths, standing.uma),
                game=True,
            ),
        )
        for standing in sorted(standings, key=lambda standing: standing.rank)
    ]
