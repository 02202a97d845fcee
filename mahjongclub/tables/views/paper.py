"""A result brought home on paper: entered by its final points, put right, deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.typed_names import NamesAtTable
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.variant import Preset

from .. import paper as keeping
from ..access import count_opened_table, opening_limit_message
from ..club_choice import ClubAndEvening, club_choices
from ..club_games import played_on
from ..forms import game_and_preset_choices, playable_variant_or_first
from ..models import Seat, Session
from ..notify import desk_path
from ..paper import PaperForm
from ..recording import StalePage
from ..rules_form import chosen_preset, house_rules_of
from .answers import BadSubmission, submission_of
from .new_table import known_names, opening_error_message


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.SCORER)
def create_paper_result(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Enter a result from paper: game and rules, date, players and points, which must add up."""
    params = request.POST if request.method == "POST" else request.GET
    variant = playable_variant_or_first(params.get("variant", ""))
    preset, house_rules = chosen_preset(variant, visit.club, params.get("preset", ""))
    variant = variant.with_seats_of(preset.rules)
    choosing = "choose" in request.POST
    offered = [choice for choice in club_choices(request) if choice.club == visit.club]
    roster = NamesAtTable(visit.club, request.POST.dict(), request.user.pk)
    form = PaperForm(
        variant,
        preset,
        request.POST if request.method == "POST" and not choosing else None,
        evenings=_choices(offered),
        find=roster.find,
        initial={name: params[name] for name in params if name.startswith(("name-", "score-", "belongs"))},
    )
    refused = 422
    if form.is_bound and form.is_valid() and roster.has_open_questions:
        pass  # who is meant is asked first
    elif form.is_bound and form.is_valid() and (too_many := opening_limit_message(request)):
        form.add_error(None, too_many)
        refused = 429
    elif form.is_bound and form.is_valid() and (why := opening_error_message(visit.club, roster)):
        form.add_error(None, why)
    elif form.is_bound and form.is_valid():
        count_opened_table(request)
        chosen = next((choice for choice in offered if choice.key == form.cleaned_data["belongs"]), None)
        belonging = chosen or ClubAndEvening(visit.club)
        day = belonging.evening.date if belonging.evening else form.cleaned_data["date"]
        device = request.visitor.get_or_create_device()
        names = roster.as_on_roster(form.names)
        session = keeping.save_paper_game(
            *(device, belonging, variant, preset, house_rules, names, form.final, day),
            account_id=request.user.pk,
        )
        messages.success(request, _("The result is saved."))
        return redirect("tables:club_game", visit.club.slug, session.code)
    context = {
        "form": form,
        **game_and_preset_choices(variant, preset),
        "house_rules": house_rules_of(variant, visit.club),
        "preset_key": preset.key,
        "known_names": known_names(request, visit.club),
        "asked": roster.names_asked_about,
    }
    status = refused if form.errors or roster.names_asked_about else 200
    return show(request, visit, "tables/new_result.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def edit_paper_result(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """Correct a result: players, day, points; standings and figures follow, and a revision stays.

    A table of a round is corrected at the round's desk: its points alone.
    """
    on_paper = visit.club.sessions.exclude(on_paper=None).select_related("evening", "club")
    session = get_object_or_404(on_paper, code=code)
    if desk := desk_path(session):
        return redirect(desk)
    seats = list(session.seats.select_related("player").order_by("number"))
    offered = _evenings_for(request, visit, session)
    form = PaperForm(
        session.game,
        _frozen_preset(session),
        request.POST if request.method == "POST" else None,
        evenings=_choices(offered),
        find=lambda names: keeping.find_named_players(session, seats, names),
        initial=_as_kept(session, seats),
    )
    status = 422
    if form.is_bound and form.is_valid():
        chosen = next((choice for choice in offered if choice.key == form.cleaned_data["belongs"]), None)
        evening = chosen.evening if chosen is not None else None
        correction = keeping.Correction(form.names, form.final, evening, form.cleaned_data["date"])
        try:
            keeping.correct_result(session.pk, submission_of(request), correction)
        except StalePage as stale:
            session, status = stale.session, 409
            form.add_error(None, _("Somebody changed this result meanwhile. Check again, then save yours."))
        except BadSubmission:
            form.add_error(None, _("This form is too old. Check again, then confirm."))
        else:
            messages.success(request, _("The result is corrected. Standings and statistics are updated."))
            return redirect("tables:club_game", visit.club.slug, code)
    context = {
        "session": session,
        "form": form,
        "game": said(session.game.name),
        "known_names": known_names(request, visit.club),
    }
    return show(request, visit, "tables/correct_result.html", context, status=status if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def delete_paper_result(request: ClubRequest, visit: ClubVisit, code: str) -> HttpResponse:
    """Take a result entered by mistake away, to be entered anew. A table with hands is never deleted so."""
    if keeping.delete_result(visit.club, code):
        messages.success(request, _("The result is deleted."))
    return redirect("tables:club_games", visit.club.slug)


def _choices(offered: list[ClubAndEvening]) -> list[tuple[str, str]]:
    return [("", _("No evening"))] + [(choice.key, choice.label) for choice in offered if choice.evening]


def _evenings_for(request: ClubRequest, visit: ClubVisit, session: Session) -> list[ClubAndEvening]:
    """The club's latest evenings, and the one the result stands under now, however long ago."""
    current = ClubAndEvening(visit.club, session.evening)
    offered = [choice for choice in club_choices(request) if choice.club == visit.club and choice.evening]
    return offered if session.evening is None or current in offered else [*offered, current]


def _frozen_preset(session: Session) -> Preset:
    """The rules the result was kept by, under the name of their preset."""
    preset = session.game.find_preset(session.preset)
    return Preset(preset.key, preset.name, session.current_rules)


def _as_kept(session: Session, seats: list[Seat]) -> dict[str, Any]:
    """The result as the fields show it."""
    result: dict[str, Any] = session.on_paper or {}
    fields: dict[str, Any] = {"sticks": result.get("sticks"), "bank": result.get("bank")}
    for seat, score in zip(seats, result["scores"], strict=True):
        fields |= {f"name-{seat.number}": seat.player.shown_name, f"score-{seat.number}": score}
    word = ClubAndEvening(session.club, session.evening).key if session.evening else ""
    return {**fields, "belongs": word, "date": played_on(session)}
