"""How much of the processor the sheets of a database take: `DATA_DIR=… python -m tests.sheets.times`.

Every sheet is printed once, from the queries to the PDF, so that Typst knows none from before; the first
ones of a kind only warm up. On a busy machine the least says most.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import django

if TYPE_CHECKING:
    from mahjongclub.sheets.sheet import Sheet

WARM_UP, SHEETS = 3, 25


def measured(sheets: Iterable[Callable[[], Sheet]]) -> str:
    """The processor's milliseconds: the least, the median, the most; the first sheets left out."""
    from mahjongclub.sheets.typesetting import print_sheet

    taken = []
    for make in sheets:
        began = time.process_time()
        print_sheet(make())
        taken.append(1000 * (time.process_time() - began))
    kept = taken[WARM_UP:]
    if not kept:
        return "too few"
    return f"{len(kept):3} sheets {min(kept):5.1f} ms {statistics.median(kept):5.1f} ms {max(kept):5.1f} ms"


def main() -> None:
    """The longest sessions of every game, the evenings with most games, the reports of all seasons."""
    from django.db.models import Count

    from mahjongclub.clubs.models import Evening
    from mahjongclub.seasons.models import Season
    from mahjongclub.seasons.pages import season_standings
    from mahjongclub.sheets.filled.evening import evening_sheet
    from mahjongclub.sheets.filled.season import season_sheet
    from mahjongclub.sheets.filled.session import session_sheet
    from mahjongclub.tables.models import Session

    how: Any = {"paper": "a4", "language": "en"}
    for variant in ("riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "ten", "six"):
        found = Session.objects.filter(variant=variant, ended_at__isnull=False).annotate(
            played=Count("hands")
        )
        longest = found.order_by("-played")[: WARM_UP + SHEETS]
        show(f"{variant}, {{}} to {{}} hands", longest, partial(session_sheet, **how))
    evenings = Evening.objects.annotate(played=Count("sessions")).order_by("-played")[: WARM_UP + SHEETS]
    show("evening, {} to {} games", evenings, partial(evening_sheet, **how))
    seasons = list(Season.objects.all())
    for season in seasons:
        season.played = len(season_standings(season))
    seasons.sort(key=lambda season: -season.played)
    show("standings, {} to {} players", seasons, partial(season_sheet, whole=False, **how))
    show("whole season, {} to {} players", seasons, partial(season_sheet, whole=True, **how))


def show(told: str, largest: Iterable[Any], make: Callable[[Any], Sheet]) -> None:
    """A line of what was measured; the small ones first, which warm up."""
    ones = list(largest)[::-1]
    if len(ones) > WARM_UP:
        told = told.format(ones[WARM_UP].played, ones[-1].played)
    print(f"{told:34}", measured(partial(make, one) for one in ones))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
    django.setup()
    main()
