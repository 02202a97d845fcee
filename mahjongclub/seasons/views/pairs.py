"""The page of two players: against each other where they sat together, and side by side."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.figures.pairs import compare_players, games_of_both, meeting_sums, shared_game_figures
from mahjongclub.figures.players import GameSelection
from mahjongclub.figures.wording import player_ratings_in_words
from mahjongclub.rules.registry import find_variant

from .filters import filter_context, read_typed_days, season_selection_from_address, variants_played

GAMES_SHOWN = 40


@club_page(methods=READ)
def show_pair(request: ClubRequest, visit: ClubVisit, player_id: int, other_id: int) -> HttpResponse:
    """Filters stand in the address as on a player's page."""
    first_player = get_object_or_404(Player, pk=player_id, club=visit.club)
    two = get_object_or_404(Player, pk=other_id, club=visit.club)
    if first_player.merged_into_id is not None or two.merged_into_id is not None:
        return redirect(
            "leagues:pair",
            visit.club.slug,
            first_player.merged_into_id or first_player.pk,
            two.merged_into_id or two.pk,
        )
    if first_player == two:
        raise Http404("nobody meets themselves")
    context: dict[str, object] = {
        "visit": visit,
        "club": visit.club,
        "one": {"pk": first_player.pk, "name": first_player.shown_name},
        "two": {"pk": two.pk, "name": two.shown_name},
    }
    selection = season_selection_from_address(request, visit, first_player, two)
    if selection is not None:
        games = variants_played(visit.club, first_player, two)
        context |= {**filter_context(request, selection, games), **_figures(selection, first_player, two)}
    return render(request, "leagues/pair.html", context, status=read_typed_days(request).status)


def _figures(selection: GameSelection, first_player: Player, other: Player) -> dict[str, object]:
    sums = meeting_sums(selection, other)
    if not sums["games"]:
        return {"sums": sums}
    return {
        "sums": sums,
        "table": shared_game_figures(selection.variant, sums),
        "wins_on_discards": find_variant(selection.variant).wins_on_discards,
        "side_by_side": compare_players(selection, other),
        "ratings": player_ratings_in_words(selection.club, selection.variant, first_player, other),
        "latest": games_of_both(selection, other, GAMES_SHOWN),
        "most": GAMES_SHOWN,
    }
