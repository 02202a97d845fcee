"""The results of a match, typed from paper by whoever runs it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.rounds.desk import DeskRows, RowForm
from mahjongclub.rounds.desk_views import DeskPage, desk_context, save_row, show_desk

from ..match_desk import MatchDesk
from ..match_pages import match_title
from ..matches import current_playoff
from .filters import season_of
from .standings import about


@club_page(Role.SCORER, READ, fresh=True)
def desk(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Show every table, to type its result."""
    page = _desk_page(request, visit, pk, number, 0)
    return show_desk(request, page, page.load())


@club_page(Role.SCORER, POST, fresh=True, while_locked=True)
def row(request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int) -> HttpResponse:
    """Save the row of a table."""
    page = _desk_page(request, visit, pk, number, table)
    return save_row(request, visit.club, page, table, DeskRows(page.load()).posted_form(table, request.POST))


def _desk_page(
    request: ClubRequest, visit: ClubVisit, pk: int, number: int, table: int
) -> DeskPage[MatchDesk]:
    season = season_of(visit, pk)
    args = [visit.club.slug, pk, number]

    def load() -> MatchDesk:
        match = get_object_or_404(season.matches.with_owner(), number=number)
        if match.level is not None:
            current_playoff(season)
        return MatchDesk(match, sees_all=visit.is_organiser)

    def save(form: RowForm, by: Account | None) -> None:
        load().save_row(table, form, request.visitor.device(), by, directs=visit.is_organiser)

    def context(desk: MatchDesk) -> dict[str, Any]:
        back = reverse("leagues:match", args=args)
        shared = desk_context(desk, _("Every table has its result: go on"), back)
        return {**about(visit, season), **shared, "match": desk.round, "title": match_title(desk.round)}

    path = reverse("leagues:match_desk", args=args)
    return DeskPage(path, "leagues/match_desk.html", load, save, context)
