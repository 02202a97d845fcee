"""Rights to what is owed: whoever sat at one of the games sees it, and organisers of the club. Nobody else.

A phone sat at a table if it said its seat there, or opened it; an account if one of its players sat there.
Watching, keeping the score for the club and being a member are not enough. A club says that its games may be
settled at all (`Club.settles_up`); tables of no club always may.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.tables.models import Access, Session

from .models import DebtSheet

#: of games or sheets: of clubs that settle up, and of no club
SETTLING = Q(club=None) | Q(club__settles_up=True)


def settleable_sessions_visitor_sat_at(request: ClubRequest) -> QuerySet[Session]:
    """Return the sessions at which the visitor sat, of clubs that settle up and of no club."""
    device = request.visitor.device_id
    sat = Q(pk__in=[])
    if device is not None:
        seats = Access.objects.filter(device=device, seat__isnull=False)
        sat |= Q(pk__in=seats.values("session")) | Q(opener=device)
    if request.user.is_authenticated:
        players = Player.objects.filter(account=request.user.pk)
        sat |= Q(pk__in=Session.objects.sat_at_by(players).values("pk"))
    return Session.objects.filter(sat).filter(SETTLING)


def may_settle_for_club(request: ClubRequest, club: Club | None) -> bool:
    """Whether the visitor runs a club that settles up."""
    if club is None or not club.settles_up:
        return False
    role = role_in(club, request)
    return role is not None and role.may_act_as(Role.ORGANISER)


def may_settle(request: ClubRequest, session: Session) -> bool:
    """Whether the visitor may settle up a game."""
    return (
        may_settle_for_club(request, session.club)
        or settleable_sessions_visitor_sat_at(request).filter(pk=session.pk).exists()
    )


def settleable_games(request: ClubRequest, evening: Evening | None) -> QuerySet[Session]:
    """Return the games with a result that the visitor may settle: all, or those of an evening."""
    games = (
        Session.objects.counting() & settleable_sessions_visitor_sat_at(request)
        if evening is None
        else _of_evening(request, evening)
    )
    return games.select_related("evening", "club").prefetch_related("seats__player__merged_into")


def _of_evening(request: ClubRequest, evening: Evening) -> QuerySet[Session]:
    if may_settle_for_club(request, evening.club):
        return Session.objects.counting().filter(evening=evening)
    return (Session.objects.counting() & settleable_sessions_visitor_sat_at(request)).filter(evening=evening)


def visible_sheets(request: ClubRequest, evening: Evening | None = None) -> QuerySet[DebtSheet]:
    """Return the sheets of games at which the visitor sat, newest first; to organisers all of an evening."""
    sheets = DebtSheet.objects.filter(SETTLING)
    if evening is not None:
        sheets = sheets.filter(evening=evening)
        if may_settle_for_club(request, evening.club):
            return sheets.filter(club=evening.club).exclude(pk__in=_left_club(evening.club))
    return sheets.filter(sessions__in=settleable_sessions_visitor_sat_at(request)).distinct()


def _left_club(club: Club) -> QuerySet[DebtSheet]:
    """Return the sheets of a club of which a game belongs to it no more: its organisers do not see them."""
    elsewhere = Session.objects.exclude(club=club)
    return DebtSheet.objects.filter(club=club, sessions__in=elsewhere)


def _runs_sheet(request: ClubRequest, sheet: DebtSheet) -> bool:
    """Whether the visitor is an organiser of the club to which all games of the sheet belong."""
    club = sheet.club
    if club is None or not may_settle_for_club(request, club):
        return False
    return not _left_club(club).filter(pk=sheet.pk).exists()


def may_delete(request: ClubRequest, sheet: DebtSheet) -> bool:
    """Whether the visitor may delete a sheet they see: with the phone that began it, or as an organiser."""
    device = request.visitor.device_id
    return (device is not None and device == sheet.made_by_id) or _runs_sheet(request, sheet)


def visible_sheet_or_404(request: ClubRequest, number: int) -> DebtSheet:
    """Return a sheet the visitor may see. Http404 for everybody else, as for one that does not exist."""
    sheet = get_object_or_404(DebtSheet.objects.select_related("club", "evening"), pk=number)
    if sheet.club is not None and not sheet.club.settles_up:
        raise Http404("this club does not settle up")
    if (
        not _runs_sheet(request, sheet)
        and not settleable_sessions_visitor_sat_at(request).filter(debt_sheets=sheet).exists()
    ):
        raise Http404("not at one of these tables")
    return sheet
