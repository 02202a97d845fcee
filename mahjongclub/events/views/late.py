"""Who comes late to an event or comes back to it, and the seats of a round that nobody takes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import FORM, POST, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsAsMessages, Refused
from mahjongclub.clubs.sent_once import do_form_once
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import and_list, isolated
from mahjongclub.rounds.models import Round
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.views.new_table import known_names

from ..free_seats import arrival_in_words
from ..late import (
    delete_late_place,
    departed_player,
    empty_seats,
    fill_seat,
    first_round_to_join,
    redraw_unopened_rounds,
    return_player_to_place,
)
from ..models import Tournament
from ..pages import event_context, find_round_or_404, find_tournament_or_404, name_or_blank
from ..registration.late import LateEntriesForm, save_late_entries
from ..state import TournamentState


def late_entry_context(request: ClubRequest, visit: ClubVisit, state: TournamentState) -> dict[str, object]:
    """The context of leagues/_late_form.html; {} where nobody can enter the event any more."""
    if not visit.is_organiser or state.tournament.state != Tournament.State.RUNNING:
        return {}
    if _first_round(state)[1]:
        return {}
    return _late_context(request, visit, state, LateEntriesForm(state))


def _first_round(state: TournamentState) -> tuple[int, str]:
    """From which round on somebody can enter, and why nobody can."""
    try:
        return first_round_to_join(state), ""
    except Refused as refused:
        return 0, str(refused)


def _late_context(
    request: ClubRequest, visit: ClubVisit, state: TournamentState, form: LateEntriesForm
) -> dict[str, object]:
    begins, closed = _first_round(state)
    return {
        "late_form": form,
        "late_round": begins,
        "late_teams": list(dict.fromkeys(place.team.name for place in state.places if place.team)),
        "known_names": known_names(request, visit.club),
        "closed": closed,
    }


def empty_seats_context(visit: ClubVisit, state: TournamentState, round_: Round) -> dict[str, object]:
    """The context of leagues/_empty_seats.html; {} where no seat of the round waits for somebody."""
    if not visit.is_organiser or state.tournament.is_final or state.is_over(round_):
        return {}
    seats = empty_seats(state, round_)
    return {"empty_seats": seats, "may_redraw": round_.opened_at is None} if seats else {}


@club_page(Role.ORGANISER, FORM, fresh=True)
def enter_late_players(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """One person, a pair or a whole team become players from the next round on."""
    tournament = find_tournament_or_404(visit, pk)
    if tournament.is_draft:
        return redirect("tournaments:players", visit.club.slug, pk)
    state = TournamentState(tournament)
    form = LateEntriesForm(state, posted_data(request))
    if form.is_bound and form.is_valid():

        def enter() -> str:
            names = [isolated(name) for name in save_late_entries(tournament, form)]
            text = ngettext("%(names)s plays from now on.", "%(names)s play from now on.", len(names))
            messages.success(request, text % {"names": and_list(names)})
            return reverse("tournaments:places", args=[visit.club.slug, pk])

        try:
            with hold_write_lock():
                return redirect(do_form_once(request, enter))
        except Refused as refused:
            if refused.field == "team" and "team" in form.fields:
                form.add_error("team", str(refused))
            elif refused.field != "name":
                form.add_error(None, str(refused))
    context = {**event_context(visit, tournament), **_late_context(request, visit, state, form)}
    status = 422 if form.is_bound and form.has_errors else 200
    return render(request, "leagues/tournament_late.html", context, status=status)


@club_page(Role.ORGANISER, POST)
def return_player(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Whoever left has their place again."""
    tournament = find_tournament_or_404(visit, pk)
    place = get_object_or_404(tournament.places.select_related("tournament"), number=number)
    state = TournamentState(tournament)
    name = name_or_blank(departed_player(state, state.place[place.pk]))
    with RefusalsAsMessages(request):
        begins = return_player_to_place(place, request.visitor.get_or_create_device())
        messages.success(request, arrival_in_words(tournament, place, name, begins))
        return redirect("tournaments:places", visit.club.slug, pk)
    return redirect("tournaments:place", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, POST)
def remove_late_player(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Somebody was entered late by mistake."""
    tournament = find_tournament_or_404(visit, pk)
    place = get_object_or_404(tournament.places.select_related("tournament"), number=number)
    with RefusalsAsMessages(request):
        delete_late_place(place)
        messages.success(request, _("Number %(number)s is removed.") % {"number": number})
        return redirect("tournaments:places", visit.club.slug, pk)
    return redirect("tournaments:place", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, POST)
def fill_empty_seat(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Somebody who sits out, a steward or a newcomer takes the seat of whoever left."""
    state, round_ = find_round_or_404(visit, pk, number)
    seat, _dash, filler = request.POST.get("who", "").partition("-")
    seat_number, comes = whole_number(seat), whole_number(filler)
    with RefusalsAsMessages(request):
        if seat_number is None or comes is None:
            raise Refused(_("Choose who takes the seat."))
        device = request.visitor.get_or_create_device()
        table = fill_seat(state.tournament, round_.number, seat_number, comes, device)
        messages.success(request, _("Table %(number)s is complete.") % {"number": table})
    return redirect("tournaments:round", visit.club.slug, pk, number)


@club_page(Role.ORGANISER, POST)
def redraw_rounds(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """The rounds whose tables are not open are drawn anew for those who are there."""
    state, round_ = find_round_or_404(visit, pk, number)
    with RefusalsAsMessages(request):
        numbers = redraw_unopened_rounds(state.tournament)
        text = ngettext(
            "Round %(rounds)s is drawn again.", "Rounds %(rounds)s are drawn again.", len(numbers)
        )
        messages.success(
            request, text % {"rounds": and_list([str(round_number) for round_number in numbers])}
        )
    return redirect("tournaments:round", visit.club.slug, pk, round_.number)
