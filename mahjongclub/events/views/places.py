"""Who holds which place of a tournament, substitutes, and the penalties of the referee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    READ,
    ClubVisit,
    club_page,
    organiser_post_data_or_403,
    posted_data,
)
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import is_same_but_for_case
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.rounds.penalties.views import PenaltyPage, show_or_add_penalty
from mahjongclub.tables.views.new_table import known_names

from ..changes import delete_penalty, give_penalty
from ..forms import PlacePenaltyForm, SubstituteForm
from ..free_seats import arrival_in_words
from ..late import can_delete_late_place, departed_player, return_player_to_place
from ..pages import event_context, find_tournament_or_404, name_or_blank, penalty_rows, seating_by_place
from ..ranking import holder_rows, points_formatter
from ..state import TournamentState
from ..substitutes import save_substitute, substitutes_of
from .late import late_entry_context


@club_page(Role.ORGANISER, READ)
def list_places(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Every place with who holds it: the way to a substitute."""
    tournament = find_tournament_or_404(visit, pk)
    state = TournamentState(tournament)
    left = {place.pk: name_or_blank(departed_player(state, place)) for place in state.places}
    context = {
        **event_context(visit, tournament),
        "players": [replace(row, left=left[row.pk]) for row in seating_by_place(state)],
        **late_entry_context(request, visit, state),
    }
    return render(request, "leagues/tournament_places.html", context)


@club_page(Role.ORGANISER, FORM, fresh=True)
def replace_place_holder(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Somebody leaves, somebody else comes in; what is published stays as it is."""
    tournament = find_tournament_or_404(visit, pk)
    place_ = get_object_or_404(
        tournament.places.select_related("tournament").prefetch_related("stints__player__merged_into"),
        number=number,
    )
    state = TournamentState(tournament)
    begins = state.first_substitute_round(place_.pk)
    offered = state.replacement_rounds_with_begun(place_.pk)
    form = SubstituteForm(
        [(number, _from_round(state, place_.pk, number, has_begun)) for number, has_begun in offered],
        posted_data(request),
        initial={"points": "usual", "begins": begins},
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        name, role = data["name"], data["points"]
        comes_back = role == "usual" and not data["only"] and data["begins"] in (None, begins)
        former = departed_player(state, state.place[place_.pk]) if comes_back else None
        with RefusalsInForm(form, "name"):
            if name and former is not None and is_same_but_for_case(name, former.shown_name):
                begins = return_player_to_place(place_, request.visitor.get_or_create_device())
                messages.success(request, arrival_in_words(tournament, place_, name, begins))
                return redirect("tournaments:places", visit.club.slug, pk)
            begins = save_substitute(
                place_,
                name,
                ranked=_stays_ranked(role, name, only=data["only"]),
                fills_in=role == "fill",
                begins=data["begins"],
                only=data["only"],
                device=request.visitor.get_or_create_device(),
            )
            nobody = _("Nobody plays here from round %(round)s.") % {"round": begins}
            messages.success(request, arrival_in_words(tournament, place_, name, begins) if name else nobody)
            after = TournamentState(tournament)
            now = next((round_ for round_ in after.published if round_.number == begins), None)
            if not name and now is not None and now.number == (after.current or now).number:
                return redirect(
                    "tournaments:round", visit.club.slug, pk, begins
                )  # it says how to fill the table
            return redirect("tournaments:places", visit.club.slug, pk)
    fixed = tournament.substitute_tenths
    context = {
        **event_context(visit, tournament),
        "place": place_,
        "name": name_or_blank(state.player(place_.pk, tournament.round_count)),
        "left": name_or_blank(departed_player(state, state.place[place_.pk])),
        "removable": can_delete_late_place(state, state.place[place_.pk]),
        "held": holder_rows(state.place[place_.pk]),
        "too_late": tournament.is_final or not offered,
        "form": form,
        "fixed": points_formatter(state)(TENTH * fixed) if fixed is not None else "",
        "most": tournament.most_substitutes,
        "there": len(substitutes_of(state)),
        "known_names": known_names(request, visit.club),
    }
    return render(request, "leagues/tournament_place.html", context, status=422 if form.errors else 200)


def _stays_ranked(role: str, name: str, *, only: bool) -> bool | None:
    """Whether a place is ranked by what its form says; None: as it was. `only`: for one round."""
    if role == "fill" or (role == "usual" and only):
        return None
    return bool(name) if role == "usual" else role == "keep"


@club_page(methods=FORM, fresh=True)
def list_and_add_penalties(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """All of them for whoever sees the tournament; the referee adds one."""
    tournament = find_tournament_or_404(visit, pk)
    state = TournamentState(tournament)
    named = [
        (
            place_.number,
            f"{place_.number} · {name_or_blank(state.player(place_.pk, tournament.round_count)) or '–'}",
        )
        for place_ in state.places
    ]
    form = PlacePenaltyForm(named, tournament.round_count, organiser_post_data_or_403(request, visit))

    def give(number: int, **columns: Any) -> None:
        give_penalty(get_object_or_404(tournament.places, number=number), **columns)

    page = PenaltyPage(
        path=reverse("tournaments:penalties", args=[visit.club.slug, pk]),
        layout="leagues/_tournament_page.html",
        delete="tournaments:take_back",
        owner=pk,
        give=give,
        message=_("The ranking is updated."),
        is_open=not tournament.is_final,
    )
    return show_or_add_penalty(
        request, page, form, {**event_context(visit, tournament), "rows": penalty_rows(state)}
    )


@club_page(Role.ORGANISER, POST)
def take_penalty_back(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """A penalty given by mistake."""
    with RefusalsAsMessages(request):
        delete_penalty(find_tournament_or_404(visit, pk), number)
        messages.success(request, _("The penalty is withdrawn."))
    return redirect("tournaments:penalties", visit.club.slug, pk)


def _from_round(state: TournamentState, place_id: int, number: int, has_begun: bool) -> str:
    """A round from which a place may change, with the table that is open there."""
    round_ = next((round_ for round_ in state.rounds if round_.number == number and round_.opened_at), None)
    table = state.table_of(place_id, round_) if round_ is not None else None
    values = {"round": number, "table": table.number if table is not None else 0}
    if table is None:
        return pgettext("tournament", "Round %(number)s") % {"number": number}
    if has_begun:
        return _("Round %(round)s, table %(table)s: joins the game in progress") % values
    return _("Round %(round)s, table %(table)s: no hand yet") % values
