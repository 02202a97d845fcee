"""The results of an event's round, typed from paper: a row a table, each saved by itself."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.rounds.desk_form import RowForm
from mahjongclub.rounds.desk_views import DeskPage, desk_context, save_row, show_desk

from ..desk import EventDesk, save_event_row
from ..models import Tournament
from ..pages import event_context, find_round_or_404, find_tournament_or_404
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
) -> DeskPage[EventDesk]:
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
    return DeskPage(path, "leagues/tournament_desk.html", load, save, context)
