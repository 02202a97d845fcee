"""The desk of a night's round: whoever runs the night types results from paper."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.rounds.base_desk import RoundDesk
from mahjongclub.rounds.desk import DeskRows
from mahjongclub.rounds.desk_form import RowForm
from mahjongclub.rounds.desk_views import DeskPageParts, desk_context, save_row, show_desk
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.opening import GameAndRules

from .changes import games_of, night_or_unsaved


class NightDesk(RoundDesk):
    """The desk of a night's round."""

    gone_message = gettext_lazy("This round was undone meanwhile.")

    def __init__(self, of: Round) -> None:
        assert of.evening is not None
        super().__init__(of)
        self.evening = of.evening
        self.games = {game[0].key: game for game in games_of(night_or_unsaved(of.evening))}

    def game_and_rules(self, table: Table) -> GameAndRules:
        """Return what is played tonight."""
        return self.games.get(table.variant) or next(iter(self.games.values()))

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        args = [self.club.slug, self.evening.pk, self.round.number, table.number]
        return reverse("nights:desk_row", args=args)


@club_page(Role.SCORER, READ, fresh=True)
def show_evening_desk(request: ClubRequest, visit: ClubVisit, number: int, round_number: int) -> HttpResponse:
    """Show every table, to type its result."""
    page = _desk_page(request, visit, number, round_number)
    return show_desk(request, page, page.load())


@club_page(Role.SCORER, POST, fresh=True, while_locked=True)
def save_evening_row(
    request: ClubRequest, visit: ClubVisit, number: int, round_number: int, table: int
) -> HttpResponse:
    """Save the row of a table."""
    page = _desk_page(request, visit, number, round_number)
    return save_row(request, visit.club, page, table, DeskRows(page.load()).posted_form(table, request.POST))


def _desk_page(
    request: ClubRequest, visit: ClubVisit, number: int, round_number: int
) -> DeskPageParts[NightDesk]:
    rounds = Round.objects.with_owner().filter(competition__club=visit.club)

    def load() -> NightDesk:
        return NightDesk(get_object_or_404(rounds, competition__evening=number, number=round_number))

    def save(table: int, form: RowForm, by: Account | None) -> None:
        load().save_row(table, form, request.visitor.get_or_create_device(), by, directs=visit.is_organiser)

    def context(desk: NightDesk) -> dict[str, object]:
        back = reverse("nights:seating", args=[visit.club.slug, number])
        shared = desk_context(desk, _("Every table has its result: go on"), back)
        return {**shared, "evening": desk.evening, "round": desk.round, "club": visit.club, "visit": visit}

    path = reverse("nights:desk", args=[visit.club.slug, number, round_number])
    return DeskPageParts(path, "leagues/night/desk.html", load, save, context)
