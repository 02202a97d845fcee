"""The page of two players: against each other where they sat together, and side by side."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.figures.pairs import compare_players, games_of_both, meeting_sums, shared_table_figures
from mahjongclub.figures.players import GameSelection
from mahjongclub.figures.wording import player_ratings_in_words
from mahjongclub.rules.registry import find_variant

from .filters import asked_for, days_typed, filters_of, variants_played

GAMES_SHOWN = 40


@club_page(methods=READ)
def pair(request: ClubRequest, visit: ClubVisit, player_id: int, other_id: int) -> HttpResponse:
    """Filters stand in the address as on a player's page."""
    one = get_object_or_404(Player, pk=player_id, club=visit.club)
    two = get_object_or_404(Player, pk=other_id, club=visit.club)
    if one.merged_into_id is not None or two.merged_into_id is not None:
        return redirect(
            "leagues:pair", visit.club.slug, one.merged_into_id or one.pk, two.merged_into_id or two.pk
        )
    if one == two:
        raise Http404("nobody meets themselves")
    context: dict[str, Any] = {
        "visit": visit,
        "club": visit.club,
        "one": {"pk": one.pk, "name": one.shown_name},
        "two": {"pk": two.pk, "name": two.shown_name},
    }
    wanted = asked_for(request, visit, one, two)
    if wanted is not None:
        games = variants_played(visit.club, one, two)
        context |= {**filters_of(request, wanted, games), **_figures(wanted, one, two)}
    return render(request, "leagues/pair.html", context, status=days_typed(request).status)


def _figures(wanted: GameSelection, one: Player, other: Player) -> dict[str, Any]:
    sums = meeting_sums(wanted, other)
    if not sums["games"]:
        return {"sums": sums}
    return {
        "sums": sums,
        "table": shared_table_figures(wanted.variant, sums),
        "wins_on_discards": find_variant(wanted.variant).wins_on_discards,
        "side_by_side": compare_players(wanted, other),
        "ratings": player_ratings_in_words(wanted.club, wanted.variant, one, other),
        "latest": games_of_both(wanted, other, GAMES_SHOWN),
        "most": GAMES_SHOWN,
    }
