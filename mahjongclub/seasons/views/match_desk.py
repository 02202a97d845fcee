"""The desk of a match: whoever runs it types results from paper."""

from __future__ import annotations

from typing import Self

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
from mahjongclub.tables.rules_form import chosen_preset

from ..match_pages import match_title
from ..matches import are_lineups_closed, load_playoff_seating_winners
from ..models import Season
from .filters import find_season_or_404
from .standings import season_context


class MatchDesk(RoundDesk):
    """The desk of a match."""

    gone_message = gettext_lazy("This match was deleted meanwhile.")

    def __init__(self, of: Round, *, sees_all: bool) -> None:
        """Without `sees_all` names are hidden until the line-ups are closed or the table is open."""
        super().__init__(of)
        self.season: Season = of.season
        self.sees_all = sees_all or are_lineups_closed(of)

    def game_and_rules(self, table: Table) -> GameAndRules:
        """Return what the club plays."""
        game = self.season.game
        return game, *chosen_preset(game, self.club, "")

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        args = [self.club.slug, self.season.pk, self.round.number, table.number]
        return reverse("leagues:match_desk_row", args=args)

    def shows_players(self, table: Table) -> bool:
        """Whether the line-ups may be seen."""
        return self.sees_all or table.session is not None

    def locked_copy(self, round_: Round) -> Self:
        """Return the desk of the match as it is now; whoever saves a result knows who played."""
        return type(self)(round_, sees_all=True)


@club_page(Role.SCORER, READ, fresh=True)
def show_match_desk(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Show every table, to type its result."""
    page = _desk_page(request, visit, pk, number)
    return show_desk(request, page, page.load())


@club_page(Role.SCORER, POST, fresh=True, while_locked=True)
def save_match_row(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Save the row of a table."""
    page = _desk_page(request, visit, pk, number)
    return save_row(request, visit.club, page, table, DeskRows(page.load()).posted_form(table, request.POST))


def _desk_page(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> DeskPageParts[MatchDesk]:
    season = find_season_or_404(visit, pk)
    args = [visit.club.slug, pk, number]

    def load() -> MatchDesk:
        match = get_object_or_404(season.matches.with_owner(), number=number)
        if match.level is not None:
            load_playoff_seating_winners(season)
        return MatchDesk(match, sees_all=visit.is_organiser)

    def save(table: int, form: RowForm, by: Account | None) -> None:
        load().save_row(table, form, request.visitor.get_or_create_device(), by, directs=visit.is_organiser)

    def context(desk: MatchDesk) -> dict[str, object]:
        back = reverse("leagues:match", args=args)
        shared = desk_context(desk, _("Every table has its result: go on"), back)
        return {
            **season_context(visit, season),
            **shared,
            "match": desk.round,
            "title": match_title(desk.round),
        }

    path = reverse("leagues:match_desk", args=args)
    return DeskPageParts(path, "leagues/match_desk.html", load, save, context)
