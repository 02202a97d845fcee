"""The club's record: every player's games, several variants side by side."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.http import HttpResponse

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.figures.cached import cached_answer
from mahjongclub.figures.definitions import definitions_of
from mahjongclub.figures.models import PLACES, Appearance
from mahjongclub.figures.period import Period
from mahjongclub.figures.sums import sum_figures
from mahjongclub.figures.wording import rounded
from mahjongclub.games.kit.wording import said
from mahjongclub.pairing.standings import average_place
from mahjongclub.rules.registry import variants

from ..pages import player_names
from .filters import quick_days, read_typed_days


@club_page(methods=READ)
def show_players_by_variant(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """A line a player of the roster, a group of columns a variant; the days stand in the address."""
    typed = read_typed_days(request)
    by_player = _by_player(visit.club, typed.period)
    names = player_names(by_player, guests=False)
    by_player = {player_id: cells for player_id, cells in by_player.items() if player_id in names}
    played = [game for game in variants() if any(game.key in cells for cells in by_player.values())]
    rows = [
        RecordRow(
            player_id=player_id,
            name=names[player_id],
            games=sum(row["games"] for row in cells.values()),
            cells=[_cell(cells.get(game.key), decimal=game.decimal_points) for game in played],
        )
        for player_id, cells in by_player.items()
    ]
    rows.sort(key=lambda row: (-row.games, alphabetical_key(row.name)))
    context = {
        "games": [said(game.name) for game in played],
        "rows": rows,
        "terms": definitions_of("games", "average_place", "points"),
        "typed": typed,
        "quick": quick_days(typed.period),
    }
    return show(request, visit, "leagues/record.html", context, status=typed.status)


def _by_player(club: Club, period: Period) -> dict[int, dict[str, dict[str, int]]]:
    """Games, points and places of every player by variant. Two queries at most."""
    by = ("player_id", "book__variant")
    books = tuple(club.books.order_by("pk").values_list("pk", "stamp"))
    games = Appearance.objects.filter(period.days_condition(), book__in=[pk for pk, _stamp in books])
    by_player: dict[int, dict[str, dict[str, int]]] = defaultdict(dict)
    for row in cached_answer(("record", books, period), lambda: list(sum_figures(games, *by))):
        by_player[row["player_id"]][row["book__variant"]] = row
    return by_player


@dataclass(frozen=True, slots=True)
class RecordCell:
    """A player's games of a variant, with average place and points in words."""

    games: int
    place: str
    points: str


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A player of the record: all their games, and a cell for each variant, None where they played none."""

    player_id: int
    name: str
    games: int
    cells: list[RecordCell | None]


def _cell(row: dict[str, int] | None, *, decimal: bool) -> RecordCell | None:
    if row is None:
        return None
    return RecordCell(
        games=row["games"],
        place=rounded(average_place([row[name] for name in PLACES]), 2),
        points=rounded(row["tenths"] / 10, 1 if decimal else 0, signed=True),
    )
