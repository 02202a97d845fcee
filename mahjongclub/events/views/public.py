"""The page of an event for whoever has its address, where the organiser wants it public."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.games.kit.wording import said
from mahjongclub.tables.views.answers import (
    not_modified_answer,
    page_etag,
    shared_etag,
    vary_on_htmx,
    with_tag,
)

from ..federation.details import federation_game_name, tournament_weight
from ..marks import event_fingerprint, event_pages
from ..models import Tournament
from ..pages import folded_rounds, ranking_context, schedule_rows, seating_by_place, stage_rows
from ..registration.changes import get_or_new_registration
from ..state import TournamentState


@require_safe
def show_event(request: ClubRequest, slug: str, pk: int) -> HttpResponse:
    """Schedule, seating, results and ranking, without the results of a round that runs.

    htmx asks for the ranking alone. What has not changed is answered by 304, after three queries for who is
    not signed in; what has is made once for all its readers in a language.
    """
    tournaments = Tournament.objects.select_related("club", "house_rules").filter(public=True)
    tournament = get_object_or_404(tournaments, pk=pk, club__slug=slug)
    activate_club_zone(tournament.club)
    if tournament.is_draft and get_or_new_registration(tournament).is_open:
        return redirect("entries:enter", slug, pk)
    if tournament.is_draft:
        raise Http404("nothing of it is published")
    mark = event_fingerprint(tournament)
    ranking_tag = shared_etag(mark)
    tag = ranking_tag if request.htmx else page_etag(request, mark)
    if (same := not_modified_answer(request, tag)) is not None:
        return same
    context = {"tournament": tournament, "club": tournament.club, "tag": ranking_tag, "path": request.path}
    if request.htmx:
        template = "leagues/_tournament_ranking.html"
        ranking = event_pages.answer(
            ("ranking", mark), lambda: render_to_string(template, context | _ranking(tournament))
        )
        return with_tag(request, vary_on_htmx(HttpResponse(ranking), fragment=True), tag)
    round_asked = request.GET.get("round", "")
    round_asked = round_asked if round_asked in map(str, range(1, tournament.round_count + 1)) else ""
    template = "leagues/_event.html"
    rounds_html = event_pages.answer(
        (f"event {round_asked}", mark),
        lambda: render_to_string(template, context | _shown(tournament, round_asked)),
    )
    return with_tag(request, render(request, "leagues/event.html", {**context, "shown": rounds_html}), tag)


def _ranking(tournament: Tournament) -> dict[str, object]:
    return ranking_context(TournamentState(tournament).without_withheld_results())


def _shown(tournament: Tournament, round_asked: str) -> dict[str, object]:
    """The context of templates/leagues/_event.html: the same for all who ask for a round."""
    state = TournamentState(tournament).without_withheld_results()
    current = state.current or state.rounds[-1]
    return {
        **ranking_context(state),
        "game": said(tournament.game.name),
        "rules_name": said(tournament.frozen_preset.name),
        "rounds": folded_rounds(state, round_asked, current.number),
        "schedule": schedule_rows(state),
        "stages": stage_rows(state),
        "mers": tournament_weight(state) if tournament.country and federation_game_name(tournament) else None,
        "players": seating_by_place(state),
        "player_count": sum(not place.steward for place in state.places),
    }
