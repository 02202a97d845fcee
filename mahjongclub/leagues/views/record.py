"""The club's record: every player's games, several variants side by side."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import Sum
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.variants import VARIANTS
from mahjongclub.tables.wording import said

from ..definitions import explain
from ..figures_model import PLACES, Month
from ..season_page import names_of
from ..standings import average_place
from ..wording import rounded


@require_safe
@club_page()
def record(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """A line a player, a group of columns a variant."""
    sums = {name: Sum(name) for name in ("games", "tenths", *PLACES)}
    found = Month.objects.filter(book__club=visit.club).values("player_id", "book__variant").annotate(**sums)
    by_player: dict[int, dict[str, Any]] = defaultdict(dict)
    for row in found:
        by_player[row["player_id"]][row["book__variant"]] = row
    played = [game for game in VARIANTS if any(game.key in cells for cells in by_player.values())]
    names = names_of(by_player)
    rows = [
        {
            "player_id": player_id,
            "name": names[player_id],
            "games": sum(row["games"] for row in cells.values()),
            "cells": [_cell(cells.get(game.key), decimal=game.decimal_points) for game in played],
        }
        for player_id, cells in by_player.items()
    ]
    rows.sort(key=lambda row: (-row["games"], row["name"].casefold()))
    context = {
        "visit": visit,
        "club": visit.club,
        "games": [{"key": game.key, "name": said(game.name)} for game in played],
        "rows": rows,
        "terms": explain("games", "average_place", "points"),
    }
    return render(request, "leagues/record.html", context)


def _cell(row: dict[str, Any] | None, *, decimal: bool) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "games": row["games"],
        "place": rounded(average_place([row[name] for name in PLACES]), 2),
        "points": rounded(row["tenths"] / 10, 1 if decimal else 0, signed=True),
    }
