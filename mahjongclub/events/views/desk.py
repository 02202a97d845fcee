"""Results of an event that are typed from paper: a row a table of a round, or one table on a page."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.rounds.desk import DeskRows
from mahjongclub.rounds.desk_form import RowForm
from mahjongclub.rounds.desk_views import DeskPageParts, desk_context, save_row, show_desk
from mahjongclub.tables.paper import PaperForm

from ..desk import EventDesk, save_event_row, save_paper_result
from ..loading import drawn_seats_of
from ..models import Tournament
from ..pages import event_context, find_round_or_404, find_tournament_or_404, name_or_blank
from .hall import referee_call_context


@club_page(Role.ORGANISER, READ, fresh=True)
def show_event_desk(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Show every table of the round, to type its result."""
    page = _desk_page(request, visit, find_tournament_or_404(visit, pk), number)
    return show_desk(request, page, page.load())


@club_page(Role.ORGANISER, POST, fresh=True, while_locked=True)
def save_event_desk_row(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int
) -> HttpResponse:
    """Save the row of a table."""
    tournament = find_tournament_or_404(visit, pk)
    rules = tournament.frozen_preset.rules
    form = RowForm(tournament.game, rules, request.POST, penalties=True, prefix=f"t{table}")
    return save_row(request, visit.club, _desk_page(request, visit, tournament, number), table, form)


def _desk_page(
    request: ClubRequest, visit: ClubVisit, tournament: Tournament, number: int
) -> DeskPageParts[EventDesk]:
    args = [visit.club.slug, tournament.pk, number]

    def load() -> EventDesk:
        return EventDesk(*find_round_or_404(visit, tournament.pk, number))

    def save(table: int, form: RowForm, by: Account | None) -> EventDesk | None:
        return save_event_row(tournament, number, table, form, request.visitor.get_or_create_device(), by)

    def context(desk: EventDesk) -> dict[str, object]:
        event = desk.tournament
        over = desk.state.is_over(desk.round)
        done = _("Every table has its result: go on") if over and not event.is_final else ""
        shared = desk_context(desk, done, reverse("tournaments:round", args=args))
        calls = {} if request.htmx else referee_call_context(visit, event)
        return {**event_context(visit, event), **shared, **calls, "round": desk.round, "over": over}

    path = reverse("tournaments:desk", args=args)
    return DeskPageParts(path, "leagues/tournament_desk.html", load, save, context)


@club_page(Role.SCORER, FORM, fresh=True)
def enter_paper_result(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int
) -> HttpResponse:
    """The final points of each seat; the players are those drawn."""
    state, round_ = find_round_or_404(visit, pk, number)
    tournament = state.tournament
    drawn = get_object_or_404(round_.tables.prefetch_related("seats"), number=table)
    may = not tournament.is_final and state.current is not None and number <= state.current.number
    players = [state.player(seat.place_id, number) for seat in drawn_seats_of(drawn)]
    data = request.POST.copy() if request.method == "POST" else None
    for seat, player in enumerate(players):
        if data is not None:
            data[f"name-{seat}"] = f"{seat} {name_or_blank(player)}"  # the form asks for names that differ
            data["date"] = data["belongs"] = ""
    form = PaperForm(tournament.game, tournament.frozen_preset, data, evenings=[])
    rows, seen = DeskRows(EventDesk(state, round_)), request.POST.get("seen", "")
    if form.is_bound and rows.is_reseated(drawn, seen):
        form.add_error(None, _("Somebody else sits at this table now. Check the names, then save again."))
    if may and form.is_bound and form.is_valid():
        device = request.visitor.get_or_create_device()
        if save_paper_result(tournament, number, table, form.final, device, seen):
            messages.success(request, _("The result is saved."))
        else:
            messages.error(
                request, _("Nothing was saved: hands have been recorded there, or somebody is missing.")
            )
        return redirect("tournaments:round", visit.club.slug, pk, number)
    context = {
        **event_context(visit, tournament),
        "round": round_,
        "table": drawn,
        "may": may,
        "form": form,
        "seen": rows.stamp(drawn),
        "seats": [
            {"name": name_or_blank(player), "score": form[f"score-{seat}"]}
            for seat, player in enumerate(players)
        ],
    }
    return render(request, "leagues/tournament_paper.html", context, status=422 if form.errors else 200)
