"""Matches of a season: who plays when, the captains' line-ups, tables opened in one tap, the playoff."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    ClubVisit,
    club_page,
    organiser_post_data_or_403,
    posted_data,
    show,
)
from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.opening import sitting_at_running_tables, tables_ready_to_open
from mahjongclub.tables.club_games import CONFIRMED

from .. import matches as changes
from ..forms import MatchForm, PlayoffForm
from ..match_pages import (
    lineup_team_ids,
    match_lineup_form,
    match_rows,
    match_table_rows,
    match_title,
    names_sitting_out,
    playoff_bracket,
    side_names,
    teams_short_of_members_in_words,
)
from ..models import Season
from .filters import find_season_or_404
from .standings import season_context


@club_page(methods=FORM, fresh=True)
def edit_matches(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Every match of the season; an organiser draws the next one."""
    season = find_season_or_404(visit, pk)
    form = MatchForm(
        season, organiser_post_data_or_403(request, visit), initial={"day": tonight(), "boards": 1}
    )
    if form.is_valid():
        data = form.cleaned_data
        with RefusalsInForm(form):
            match = changes.draw_match(season, data["day"], data["closes_at"], data["boards"] or 1)
            messages.success(request, _("The match is drawn."))
            return redirect("leagues:match", visit.club.slug, pk, match.number)
    playoff_drawn = season.matches.filter(level__isnull=False).exists()
    if playoff_drawn:
        changes.load_playoff_seating_winners(season)
    context = {
        **season_context(visit, season),
        "form": form,
        "rows": match_rows(season),
        "playoff": playoff_drawn,
    }
    return show(request, visit, "leagues/matches.html", context, status=422 if form.errors else 200)


@club_page(methods=FORM, fresh=True)
def edit_match_lineup(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The tables of a match; captains and organisers name who plays, each for whom they may."""
    season = find_season_or_404(visit, pk)
    match_ = _match(season, number)
    teams = lineup_team_ids(season, visit, request.user.pk)
    if request.method == "POST" and not teams:
        raise PermissionDenied("captains only")
    lineup = match_lineup_form(match_, teams, posted_data(request))
    if lineup.is_valid():
        by = request.user if isinstance(request.user, Account) else None
        with RefusalsInForm(lineup):
            changes.save_match_lineup(match_, lineup.players, teams, by, by_organiser=visit.is_organiser)
            messages.success(request, _("The line-up is saved."))
            return redirect("leagues:match", visit.club.slug, pk, number)
    rows = match_table_rows(match_, teams, lineup, sees_all=visit.is_organiser)
    context = {
        **season_context(visit, season),
        "match": match_,
        "title": match_title(match_),
        "rows": rows,
        "names_now": any(seat.field for row in rows for seat in row.seats),
        "closes_at": changes.lineups_close_at(match_),
        "closed": changes.are_lineups_closed(match_),
        "ready": any(row.ready for row in rows),
        "begun": any(row.session for row in rows),
        "finished": (finished := sum(row.finished for row in rows)),
        "missing": len(rows) - finished,
        "lineup": lineup,
        "sitting_out": names_sitting_out(match_, side_names(season)),
        "few": teams_short_of_members_in_words(match_) if teams else "",
    }
    return show(request, visit, "leagues/match.html", context, status=422 if lineup.errors else 200)


@club_page(Role.SCORER, POST)
def open_match_tables(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Every table where all are named is opened for tonight; it is asked first where some still play."""
    season = find_season_or_404(visit, pk)
    match_ = _match(season, number)
    come = {player for _table, players in tables_ready_to_open(match_) for player in players}
    if CONFIRMED not in request.POST and (elsewhere := sitting_at_running_tables(visit.club, come)):
        context = {
            **season_context(visit, season),
            "match": match_,
            "title": match_title(match_),
            "elsewhere": elsewhere,
        }
        return show(request, visit, "leagues/match_elsewhere.html", context, status=422)
    opened = changes.open_tables_of_match(match_, request.visitor.get_or_create_device())
    if opened:
        text = ngettext("%(count)s table is open.", "%(count)s tables are open.", opened)
        messages.success(request, text % {"count": opened})
    else:
        messages.error(request, _("Name all players first: no table is complete."))
    return redirect("leagues:match", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, FORM)
def edit_match(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The day of a match, and until when captains name their players."""
    season = find_season_or_404(visit, pk)
    match_ = _match(season, number)
    first = {"day": match_.day, "closes_at": match_.closes_at}
    form = MatchForm(season, posted_data(request), initial=first)
    if form.is_valid():
        changes.save_match_times(match_, form.cleaned_data["day"], form.cleaned_data["closes_at"])
        messages.success(request, _("The match is changed."))
        return redirect("leagues:match", visit.club.slug, pk, number)
    context = {**season_context(visit, season), "match": match_, "title": match_title(match_), "form": form}
    return show(request, visit, "leagues/match_form.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, POST)
def delete_match(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """A match goes, a playoff's with its whole playoff, as long as nothing was played."""
    season = find_season_or_404(visit, pk)
    match_ = _match(season, number)
    together = Q(level__isnull=False) if match_.level else Q(pk=match_.pk)
    with RefusalsAsMessages(request):
        changes.delete_matches(season, list(season.matches.filter(together).values_list("pk", flat=True)))
        messages.success(request, _("The match is deleted."))
        return redirect("leagues:matches", visit.club.slug, pk)
    return redirect("leagues:match", visit.club.slug, pk, number)


@club_page(methods=FORM, fresh=True)
def edit_playoff(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The bracket; an organiser draws it."""
    season = find_season_or_404(visit, pk)
    form = PlayoffForm(season, organiser_post_data_or_403(request, visit))
    if form.is_valid():
        with RefusalsInForm(form):
            changes.draw_playoff(season, form.cleaned_data["go_on"], form.cleaned_data["games"])
            messages.success(request, _("The playoff is drawn."))
            return redirect("leagues:playoff", visit.club.slug, pk)
    context = {
        **season_context(visit, season),
        "form": form,
        "bracket": playoff_bracket(season),
        "matches": season.matches.exists(),
    }
    return show(request, visit, "leagues/playoff.html", context, status=422 if form.errors else 200)


def _match(season: Season, number: int) -> Round:
    match_ = get_object_or_404(season.matches.with_owner(), number=number)
    if match_.level is not None:
        changes.load_playoff_seating_winners(season)
    return match_
