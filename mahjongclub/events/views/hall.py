"""The tables of a running round: the code that lies on each, the referee called there, more time for one."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    READ,
    ClubVisit,
    club_page,
    enter_club_zone_and_visit,
    posted_data,
)
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.displays.views import allow_framing_anywhere, overlay_answer
from mahjongclub.rounds.models import Table
from mahjongclub.tables.access import grant_access, role_by_standing_link
from mahjongclub.tables.clock_changes import clear_referee_call, give_extra_time
from mahjongclub.tables.notify import wall_stamp, wall_stream_path
from mahjongclub.tables.visibility import viewer_of

from ..hall import (
    ExtraTimeForm,
    extra_time_rows,
    last_opened_table,
    open_referee_calls,
    stream_token,
    table_token,
)
from ..models import Tournament
from ..pages import event_context, find_round_or_404, find_tournament_or_404, round_table_rows
from ..state import TournamentState


@require_safe
@never_cache
def follow_table_code(request: ClubRequest, slug: str, pk: int, table: int, token: str) -> HttpResponse:
    """The code on a table was scanned: to what is played there now, else what comes and who sits there."""
    tournaments = Tournament.objects.select_related("club", "house_rules")
    tournament = get_object_or_404(tournaments, pk=pk, club__slug=slug)
    activate_club_zone(tournament.club)
    if not constant_time_compare(token, table_token(tournament, table)):
        raise Http404("no such table for this link")
    opened = last_opened_table(tournament, table)
    session = opened.session if opened is not None else None
    plays = session is not None and session.ended_at is None and session.phones_may_write()
    if opened is not None and session is not None and plays:
        grant_access(request, session, role_by_standing_link(session, opened.code_from))
        address = reverse("tables:table", args=[session.code])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    state = TournamentState(tournament).without_withheld_results()
    played = opened.round.number if opened is not None else 0
    to_come = [round_ for round_ in state.rounds if round_.number > played and round_.opened_at is None]
    round_time = tournament.round_times.filter(number=to_come[0].number).first() if to_come else None
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "day": tournament.date_of(round_time.day) if round_time is not None else None,
        "starts_at": round_time.starts_at if round_time is not None else "",
        "number": table,
        "played": played,
        "over": tournament.is_final,
        "round": to_come[0] if to_come else None,
        "row": next((row for row in round_table_rows(state, to_come[0]) if row.number == table), None)
        if to_come
        else None,
    }
    return render(request, "leagues/at_table.html", context)


@require_safe
@allow_framing_anywhere
def show_event_overlay(request: ClubRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """What is played at a table, over a stream's picture: for who may look at the club, or has the link."""
    visit = enter_club_zone_and_visit(request, slug)
    if visit is None:
        raise Http404("no such club")
    tournament = get_object_or_404(
        Tournament.objects.exclude(state=Tournament.State.DRAFT), pk=pk, club=visit.club
    )
    tournament.club = visit.club
    streams = constant_time_compare(request.GET.get("token", ""), stream_token(tournament))
    if not visit.may_see_club and not streams:
        raise Http404("no such table for this link")
    stamp = wall_stamp()  # before the table is read: what changes meanwhile is newer
    opened = last_opened_table(tournament, table)
    session = opened.session if opened is not None else None
    show_scores = streams or session is None or viewer_of(request, visit).may_see_result(session)
    return overlay_answer(
        request, session, table, wall_stream_path(visit.club), stamp, show_scores=show_scores
    )


@club_page(Role.ORGANISER, READ, fresh=True)
def list_stream_links(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The links of the tables for a stream."""
    tournament = find_tournament_or_404(visit, pk)
    drawn = Table.objects.filter(round__competition__tournament=tournament)
    numbers = sorted(set(drawn.order_by().values_list("number", flat=True)))
    paths = {number: reverse("tournaments:overlay", args=[visit.club.slug, pk, number]) for number in numbers}
    token = stream_token(tournament)
    links = {
        number: f"{settings.PUBLIC_URL or request.build_absolute_uri('/').rstrip('/')}{path}?token={token}"
        for number, path in paths.items()
    }
    return render(
        request, "leagues/tournament_streams.html", {**event_context(visit, tournament), "links": links}
    )


@club_page(Role.SCORER, READ, fresh=True)
def show_referee_calls(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who waits for the referee; htmx gets the list alone, or 204 where it shows that already."""
    tournament = find_tournament_or_404(visit, pk)
    context = {**event_context(visit, tournament), **referee_call_context(visit, tournament)}
    if request.htmx:
        if request.GET.get("seen") == context["calls_seen"]:
            return HttpResponse(status=204)
        return render(request, "leagues/_calls.html", context)
    return render(request, "leagues/tournament_calls.html", context)


@club_page(Role.SCORER, POST)
def send_referee_to_table(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int
) -> HttpResponse:
    """Somebody goes to the table."""
    tournament = find_tournament_or_404(visit, pk)
    drawn = get_object_or_404(
        Table,
        round__competition__tournament=tournament,
        round__number=number,
        number=table,
        session__isnull=False,
    )
    if drawn.session is None or drawn.session.extra_minutes is None:
        raise Http404("such a table has no referee")
    clear_referee_call(drawn.session.pk, request.visitor.get_or_create_device())
    if request.htmx:
        context = {**event_context(visit, tournament), **referee_call_context(visit, tournament)}
        return render(request, "leagues/_calls.html", context)
    return redirect("tournaments:calls", visit.club.slug, pk)


@club_page(Role.ORGANISER, FORM, fresh=True)
def give_table_extra_time(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Minutes for one table: its phones show them, and so does the wall."""
    state, round_ = find_round_or_404(visit, pk, number)
    form = ExtraTimeForm(round_, posted_data(request))
    if form.is_valid():
        table, minutes = form.cleaned_data["table"], form.cleaned_data["minutes"]
        give_extra_time(form.playing[table].pk, request.visitor.get_or_create_device(), minutes)
        text = ngettext(
            "Table %(table)s plays %(minutes)s minute longer.",
            "Table %(table)s plays %(minutes)s minutes longer.",
            minutes,
        )
        messages.success(request, text % {"table": table, "minutes": minutes})
        return redirect("tournaments:extra_time", visit.club.slug, pk, number)
    context: dict[str, object] = {
        **event_context(visit, state.tournament),
        "round": round_,
        "form": form,
        "given": extra_time_rows(round_),
        "playing": sorted(form.playing),
    }
    return render(request, "leagues/tournament_extra_time.html", context, status=422 if form.errors else 200)


def referee_call_context(visit: ClubVisit, tournament: Tournament) -> dict[str, object]:
    """The context of templates/leagues/_calls.html, nothing for who may not answer."""
    if not visit.may_score:
        return {}
    waiting = open_referee_calls(tournament)
    return {
        "calls": waiting,
        "calls_seen": "-".join(f"{call.round}.{call.table}.{call.minutes}" for call in waiting),
        "calls_stamp": wall_stamp(),
        "calls_stream": wall_stream_path(visit.club),
    }
