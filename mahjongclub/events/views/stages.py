"""The stages of a tournament: which there are, and who goes on from one to the next."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, POST, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm, Refused

from ..changes import save_schedule
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404, stage_rows
from ..stages.cut import cut_groups, cut_stamp, delete_stage, is_stage_fixed, save_cut, save_stage, undo_cut
from ..stages.forms import CutForm, ScheduleForm, StageForm
from ..stages.models import Stage
from ..state import TournamentState


@club_page(Role.ORGANISER, FORM, fresh=True)
def list_and_add_stages(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """All stages; another one behind them."""
    return _stage_page(request, visit, find_tournament_or_404(visit, pk), Stage())


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_stage(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """A stage that has not begun: all of it can be changed."""
    tournament = find_tournament_or_404(visit, pk)
    return _stage_page(request, visit, tournament, get_object_or_404(tournament.stages, number=number))


@club_page(Role.ORGANISER, POST)
def remove_stage(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Take a stage away that has not begun."""
    tournament = find_tournament_or_404(visit, pk)
    stage_row = get_object_or_404(tournament.stages, number=number)
    with RefusalsAsMessages(request):
        delete_stage(tournament, stage_row.pk)
        messages.success(request, _("The stage is removed."))
    return redirect("tournaments:stages", visit.club.slug, pk)


@club_page(Role.ORGANISER, FORM, fresh=True)
def cut_stage(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Who goes on to a stage, as the ranking says; those who are level are decided here."""
    tournament = find_tournament_or_404(visit, pk)
    stage_row = get_object_or_404(tournament.stages, number=number)
    state = TournamentState(tournament)
    stage = next(stage_ for stage_ in state.stages if stage_.row == stage_row)
    try:
        groups = cut_groups(state, stage) if stage.awaits_cut else []
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("tournaments:tournament", visit.club.slug, pk)
    if not stage.awaits_cut:
        return redirect("tournaments:stages", visit.club.slug, pk)
    level = [(candidate.key, candidate.name) for group in groups for candidate in group.level]
    form = CutForm(level, posted_data(request))
    if form.is_valid():
        data = form.cleaned_data
        by = request.user if isinstance(request.user, Account) else None
        lot = data["how"] != "organiser"
        with RefusalsInForm(form):
            save_cut(
                *(tournament, stage_row.pk, data["chosen"]),
                lot=lot,
                reason=data["reason"],
                account=by,
                seen=data["seen"],
            )
            messages.success(request, _("Qualifiers saved."))
            return redirect("tournaments:tournament", visit.club.slug, pk)
    context: dict[str, object] = {
        **event_context(visit, tournament),
        "stage": stage,
        "groups": groups,
        "seen": cut_stamp(groups),
        "any_level": bool(level),
        "form": form,
    }
    return render(request, "leagues/tournament_cut.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, POST)
def undo_stage_cut(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """It is not settled after all who goes on."""
    tournament = find_tournament_or_404(visit, pk)
    stage_row = get_object_or_404(tournament.stages, number=number)
    with RefusalsAsMessages(request):
        undo_cut(tournament, stage_row.pk)
    return redirect("tournaments:tournament", visit.club.slug, pk)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_schedule(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """On which day each round is, and when it begins."""
    tournament = find_tournament_or_404(visit, pk)
    form = ScheduleForm(tournament, posted_data(request))
    if form.is_valid():
        save_schedule(tournament, form.cleaned_data["days"], form.times)
        messages.success(request, _("The schedule is saved."))
        return redirect("tournaments:tournament", visit.club.slug, pk)
    context = {**event_context(visit, tournament), "form": form}
    return render(request, "leagues/tournament_schedule.html", context, status=422 if form.errors else 200)


def _stage_page(
    request: ClubRequest, visit: ClubVisit, tournament: Tournament, stage_row: Stage
) -> HttpResponse:
    posted = posted_data(request)
    form = StageForm(tournament.game.seats, posted, instance=stage_row)
    if form.is_valid():
        with RefusalsInForm(form):
            save_stage(tournament, form.save(commit=False))
            messages.success(request, _("The stages are saved."))
            return redirect("tournaments:stages", visit.club.slug, tournament.pk)
    state = TournamentState(tournament)
    context = {
        **event_context(visit, tournament),
        "stages": stage_rows(state),
        "form": form,
        "number": stage_row.number if stage_row.pk else None,
        "begun": any(
            stage_.row == stage_row and is_stage_fixed(state, stage_)
            for stage_ in state.stages
            if stage_row.pk
        ),
    }
    return render(request, "leagues/tournament_stages.html", context, status=422 if form.errors else 200)
