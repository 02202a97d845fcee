"""Tables of a league match are the organiser's to direct, and its season lists what was corrected since."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from mahjongclub.clubs.club_model import Role, tonight
from mahjongclub.clubs.models import Account, Device, Membership
from mahjongclub.seasons.matches import draw_match, open_tables_of_match, save_match_lineup
from mahjongclub.tables.models import Access, Session
from tests.tables.conftest import Phone, ron

from .conftest import Hall
from .test_results_final import TRIES, _device, as_kept
from .test_team_league import TEAMS, team_season


@pytest.fixture
def match_table(hall: Hall) -> Session:
    """The only table of a match, opened by an organiser and waiting for its first hand."""
    season = team_season(hall)
    match = draw_match(season, tonight(), None, 1)
    for seat in match.tables.get().seats.select_related("team"):
        assert seat.team is not None
        player = hall.players[TEAMS.index(seat.team.name)]
        save_match_lineup(match, {seat.pk: player.pk}, [seat.team_id or 0], None)
    match.refresh_from_db()
    open_tables_of_match(match, Device.objects.create())
    session = match.tables.get().session
    assert session is not None
    Session.objects.filter(pk=session.pk).update(started_at=timezone.now())
    return session


def scoring_phone(session: Session) -> Phone:
    phone = Phone()
    Access.objects.create(session=session, device=_device(phone), role=Access.Role.SCORER)
    return phone


def sent(session: Session, **fields: Any) -> dict[str, Any]:
    return {"version": Session.objects.get(pk=session.pk).version, "key": str(uuid4()), **fields}


def test_a_guest_changes_no_rule_of_a_match_and_has_no_rematch(match_table: Session) -> None:
    guest = scoring_phone(match_table)
    assert guest.confirm(match_table, ron(1, 2)).status_code == 302
    before, games = as_kept(match_table), Session.objects.count()
    for page in ("adjust/", "other-rules/", "begin/", "close/"):
        answer = guest.post(f"/t/{match_table.code}/{page}", sent(match_table, **TRIES[page]))
        assert answer.status_code == 422, page
    assert as_kept(match_table) == before
    guest.post(f"/t/{match_table.code}/again/")
    assert Session.objects.count() == games


def test_a_season_lists_what_organisers_corrected_once_its_night_was_over(match_table: Session) -> None:
    guest = scoring_phone(match_table)
    assert guest.confirm(match_table, ron(1, 2)).status_code == 302
    club, organiser = match_table.club, Phone()
    assert club is not None
    account = Account.objects.create_user("Odile", password="x")
    Membership.objects.create(club=club, account=account, role=Role.ORGANISER)
    organiser.force_login(account)
    organiser.post(f"/c/{club.slug}/games/{match_table.code}/", {"score": "1"})
    assert organiser.post(f"/t/{match_table.code}/close/", sent(match_table)).status_code == 302
    Session.objects.filter(pk=match_table.pk).update(phones_until=timezone.now())
    assert guest.confirm(match_table, ron(2, 1), number=1).status_code == 403
    season = match_table.appearances.values_list("season_game__season", flat=True).first()
    assert season is not None
    address = f"/c/{club.slug}/seasons/{season}/corrected/"
    assert "Nothing has been corrected since." in organiser.get(address).content.decode()
    assert organiser.confirm(match_table, ron(3, 2), number=1).status_code == 302
    assert "Hand corrected" in organiser.get(address).content.decode()
