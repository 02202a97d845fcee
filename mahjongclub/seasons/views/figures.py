"""The figures of a game or of a season: everybody side by side, the best hands, what was in them, by seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.figures.definitions import DEFINITIONS, definitions_of
from mahjongclub.figures.players import Counts, hand_figures_in_words, tally, tally_by, yaku_counts
from mahjongclub.figures.records import RECORDS, record_row
from mahjongclub.figures.side_by_side import LESS_IS_BETTER, best_hands, comparison_cells, comparison_keys
from mahjongclub.figures.wording import rounded, yaku_counts_in_words

from ..games import SeasonSelection
from ..pages import player_names
from .filters import filter_context, read_typed_days, season_selection_from_address, variants_played
from .players import YAKU_SHOWN, rows_by_seat


@club_page(methods=READ)
def show_figures(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The filters of a player's page stand in the address, and ?sort=, a column."""
    context: dict[str, object] = {"visit": visit, "club": visit.club, "games": []}
    selection = season_selection_from_address(request, visit, None)
    if selection is None:
        return render(request, "leagues/figures.html", context)
    context |= filter_context(request, selection, variants_played(visit.club, None))
    context |= _figures(selection, request.GET.get("sort", ""))
    return render(request, "leagues/figures.html", context, status=read_typed_days(request).status)


def _figures(selection: SeasonSelection, sort: str) -> dict[str, object]:
    by_player = tally_by(selection, "player_id")
    by_seat = tally_by(selection, "seat")
    sums = tally(by_seat.values())
    if not sums["games"]:
        return {"sums": sums}
    names = player_names(by_player)
    here = names if selection.season is not None else player_names(by_player, guests=False)
    listed = {player_id: sums for player_id, sums in by_player.items() if player_id in here}
    columns = comparison_keys(selection.variant)
    sort = sort if sort in columns else "games"
    hands, *others = hand_figures_in_words(selection.variant, sums)
    yaku = yaku_counts(selection).most_common(YAKU_SHOWN)
    return {
        "sums": sums,
        "columns": [{"key": key, "name": DEFINITIONS[key][0]} for key in columns],
        "sort": sort,
        "direction": "ascending" if sort in LESS_IS_BETTER else "descending",
        "rows": _side_by_side(selection, listed, names, columns, sort),
        "headline": [
            {"key": "games", "value": rounded(max(row["games"] for row in by_seat.values()), 0)},
            {**hands, "value": rounded(sums["hands"] // selection.seat_count, 0)},
        ],
        "rates": others,
        "seats": rows_by_seat(selection, by_seat.values()),
        "yaku": [
            {**names_row, "width": round(100 * times / yaku[0][1], 1)}
            for names_row, (_key, times) in zip(
                yaku_counts_in_words(selection.variant, yaku), yaku, strict=True
            )
        ],
        "best": [
            {"hand": best_hand, "name": names[best_hand.player_id], "points": rounded(best_hand.points, 0)}
            for best_hand in best_hands(selection, by_player)
        ],
        "records": [
            {
                "name": record.name,
                "row": row,
                "player": row.player.shown_name,
                "points": rounded(record.value_in(row), 0),
            }
            for record in RECORDS
            if record.key != "best_hand" and (row := record_row(selection.games(), record)) is not None
        ],
        # some are explained a second time below
        "terms": [replace(term, id=f"{term.id}-column") for term in definitions_of(*columns)],
    }


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """A player's figures in words, a cell for each column."""

    player_id: int
    name: str
    cells: list[str]


def _side_by_side(
    selection: SeasonSelection,
    by_player: dict[int, Counts],
    names: dict[int, str],
    columns: list[str],
    sort: str,
) -> list[ComparedPlayer]:
    """A row a player, the best of the column first; who has no figure there comes last."""
    cells_by_player = {player_id: comparison_cells(selection, sums) for player_id, sums in by_player.items()}
    sign = 1 if sort in LESS_IS_BETTER else -1

    def place(player_id: int) -> tuple[bool, Any, tuple[str, str]]:
        value, _text = cells_by_player[player_id][sort]
        return value is None, sign * (value or 0), alphabetical_key(names[player_id])

    return [
        ComparedPlayer(
            player_id=player_id,
            name=names[player_id],
            cells=[text for _value, text in (cells_by_player[player_id][key] for key in columns)],
        )
        for player_id in sorted(cells_by_player, key=place)
    ]
