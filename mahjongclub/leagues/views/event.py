"""The page of an event for whoever has its address, where the organiser wants it public."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from mahjongclub.clubs.club_access import visit_club
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.tables.models import Session
from mahjongclub.tables.views.answers import page_tag, tagged, told_apart, unchanged

from ..entry.pages import is_open
from ..federation import federation_name_of, weight_of
from ..tournament_model import Tournament
from ..tournament_pages import about, by_player, schedule, stage_rows, standing_now, table_rows
from ..tournament_state import TournamentState


@require_safe
def event(request: ClubRequest, slug: str, pk: int) -> HttpResponse:
    """Schedule, seating, results and ranking, without the results of a round that runs.

    htmx asks for the ranking alone. What has not changed is answered by 304 before anything is added up.
    """
    visit = visit_club(request, slug)
    found = Tournament.objects.select_related("club", "house_rules").filter(public=True)
    tournament = get_object_or_404(found, pk=pk, club__slug=slug)
    if visit is not None and tournament.is_draft and is_open(tournament):
        return redirect("entries:enter", slug, pk)
    if visit is None or tournament.is_draft:
        raise Http404("nothing of it is published")
    tag = _tag(request, tournament)
    if (same := unchanged(request, tag)) is not None:
        return same
    course = TournamentState(tournament).under_embargo()
    context: dict[str, Any] = {**about(visit, tournament), **standing_now(course), "tag": tag}
    if request.htmx:
        answer = render(request, "leagues/_tournament_ranking.html", context)
        return tagged(request, told_apart(answer, fragment=True), tag)
    context["rounds"] = [
        {
            "number": one.number,
            "opened_at": one.opened_at,
            "over": course.is_over(one),
            "tables": table_rows(course, one),
        }
        for one in course.rounds
    ]
    context |= {"schedule": schedule(course), "stages": stage_rows(course)}
    if tournament.country and federation_name_of(tournament):
        context["mers"] = weight_of(course)
    shown = course.current or course.rounds[-1]
    context |= {"players": by_player(course), "open_round": shown.number}
    return tagged(request, render(request, "leagues/event.html", context), tag)


def _tag(request: ClubRequest, tournament: Tournament) -> str:
    """What the page depends on, in nine queries: a hand of a table that plays on is not part of it."""
    drawn = Session.objects.filter(drawn_table__round__tournament=tournament)
    ended = drawn.filter(ended_at__isnull=False).aggregate(Count("pk"), Max("pk"), Sum("version"))
    players = Player.objects.filter(tournament_stints__place__tournament=tournament).order_by("pk")
    names = ("name", "name_hidden", "merged_into__name", "merged_into__name_hidden")
    stints = ("number", "ranked", "team__name", "stints__from_round", "stints__player", "stints__country")
    return page_tag(
        request,
        tournament.club.name,
        *(getattr(tournament, field.attname) for field in tournament._meta.concrete_fields),
        sorted(ended.items()),
        list(tournament.rounds.order_by("number").values_list("published_at", "opened_at")),
        list(players.values_list(*names)),
        list(tournament.places.order_by("number", "stints__from_round").values_list(*stints)),
        list(tournament.penalties.order_by("pk").values_list("pk")),
        list(drawn.order_by("pk").values_list("drawn_table", flat=True)),
        list(tournament.teams.order_by("pk").values_list("members")),
        list(tournament.stages.order_by("number").values_list()),
        list(tournament.round_times.order_by("number").values_list()),
    )
