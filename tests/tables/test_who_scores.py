"""Who may see and score a table, asked of the helpers with which every view begins."""

from __future__ import annotations

import time
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from mahjongclub.clubs import limits
from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.models import Account, Device
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import (
    MOST_HANDS,
    check_hand_limit,
    check_record_length,
    count_opened_table,
    grant_access,
    is_at_hand_limit,
    may_overrule,
    opening_limit_message,
    role_by_standing_link,
    visit_as_scorer,
    visit_as_scorer_at_any_time,
    visit_table,
)
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.visibility import EVERYBODY, Viewer, viewer_of
from mahjongclub.tables.writing import TableOver
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house

LATER, BEFORE = timedelta(hours=1), -timedelta(hours=1)


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


class StandingVisitor:
    """The visitor of a request whose device is known, as far as access asks."""

    def __init__(self, device: Device | None) -> None:
        self.known, self.directs = device, False
        self.device_id = device.pk if device is not None else None

    def device_filter(self) -> dict[str, Any] | None:
        return {"device": self.known} if self.known is not None else None

    def get_or_create_device(self) -> Device | None:
        return self.known

    def set_device(self, device: Device) -> None:
        assert device == self.known


def request_of(account: Account | None = None, device: Device | None = None) -> Any:
    return SimpleNamespace(user=account or AnonymousUser(), visitor=StandingVisitor(device))


def a_table(house: ClubHouse | None = None, over_in: timedelta | None = None, **more: Any) -> Session:
    """A table, of the club where there is one, whose phones write until `over_in` from now."""
    until = timezone.now() + over_in if over_in is not None else None
    fields = {"variant": "riichi", "preset": "ema", "rules": {}, "state": {"hands": 0}, "phones_until": until}
    return Session.objects.create(club=house.club if house is not None else None, **{**fields, **more})


# --- directing ---


@pytest.mark.parametrize("who", PEOPLE)
def test_scorers_direct_a_round_while_it_goes_on_and_organisers_afterwards(
    house: ClubHouse, who: str
) -> None:
    request = request_of(house.accounts.get(who))
    over = {"ended_at": timezone.now(), "started_at": timezone.now()}
    organises = who in ("owner", "organiser")
    assert may_overrule(request, a_table(house, LATER, of_round=True)) is (organises or who == "scorer")
    assert may_overrule(request, a_table(house, BEFORE, of_round=True)) is organises
    # the phones decide at a club's own table, until its evening is over
    assert may_overrule(request, a_table(house, LATER)) is False
    assert may_overrule(request, a_table(house)) is False
    assert may_overrule(request, a_table(house, BEFORE, **over)) is organises
    # nobody directs a table of no club
    assert may_overrule(request, a_table(None, BEFORE, of_round=True)) is False


# --- visiting ---


def test_a_phone_that_was_let_in_visits_and_no_other(house: ClubHouse) -> None:
    phone, other = Device.objects.create(), Device.objects.create(secret_hash="other")
    table = a_table(house)
    Access.objects.create(session=table, device=phone, role=Access.Role.VIEWER)
    assert visit_table(request_of(device=phone), table.code).session == table
    for stranger in (request_of(device=other), request_of()):
        with pytest.raises(Http404):
            visit_table(stranger, table.code)
    with pytest.raises(Http404):
        visit_table(request_of(device=phone), a_table(house).code)


def test_a_viewer_does_not_score_and_a_scorer_only_in_time(house: ClubHouse) -> None:
    viewer, scorer = Device.objects.create(), Device.objects.create(secret_hash="other")
    table = a_table(house, LATER, of_round=True)
    Access.objects.create(session=table, device=viewer, role=Access.Role.VIEWER)
    Access.objects.create(session=table, device=scorer, role=Access.Role.SCORER)
    for ask in (visit_as_scorer, visit_as_scorer_at_any_time):
        with pytest.raises(PermissionDenied):
            ask(request_of(device=viewer), table.code)
        assert ask(request_of(device=scorer), table.code).session == table
    Session.objects.filter(pk=table.pk).update(phones_until=timezone.now() + BEFORE)
    assert visit_as_scorer_at_any_time(request_of(device=scorer), table.code).session == table
    with pytest.raises(TableOver):
        visit_as_scorer(request_of(device=scorer), table.code)
    with pytest.raises(TableOver):
        visit_as_scorer(request_of(house.accounts["scorer"], scorer), table.code)
    request = request_of(house.accounts["organiser"], scorer)
    assert visit_as_scorer(request, table.code).directs
    assert request.visitor.directs


def test_a_link_beside_the_table_scores_until_scoring_is_taken_back() -> None:
    taken_back = Session(access_generation=2)
    assert role_by_standing_link(Session(access_generation=1)) == "scorer"
    assert role_by_standing_link(taken_back) == "viewer"
    assert role_by_standing_link(taken_back, since=2) == "scorer"
    assert role_by_standing_link(taken_back, since=3) == "viewer"


# --- letting in ---


def granted(session: Session, device: Device, role: str, by_club: bool = False) -> tuple[str, bool, bool]:
    """The role that is given, whether the phone is asked for its seat, and whether the club let it in."""
    grant_access(request_of(device=device), session, role, by_club=by_club)
    access = Access.objects.get(session=session, device=device)
    return access.role, access.asks_seat, access.by_club


def test_whoever_comes_to_score_is_asked_for_the_seat_and_a_viewer_is_not(house: ClubHouse) -> None:
    table = a_table(house)
    assert granted(table, Device.objects.create(secret_hash="1"), "viewer") == ("viewer", False, False)
    assert granted(table, Device.objects.create(secret_hash="2"), "scorer") == ("scorer", True, False)
    assert granted(table, Device.objects.create(secret_hash="3"), "scorer", True) == ("scorer", True, True)
    assert granted(table, Device.objects.create(secret_hash="4"), "viewer", True) == ("viewer", False, False)


def test_a_weaker_link_takes_nothing_and_a_stronger_one_gives(house: ClubHouse) -> None:
    table, phone = a_table(house), Device.objects.create()
    assert granted(table, phone, "viewer") == ("viewer", False, False)
    assert granted(table, phone, "scorer", by_club=True) == ("scorer", True, True)
    assert granted(table, phone, "viewer") == ("scorer", True, True)
    assert granted(table, phone, "scorer", by_club=True) == ("scorer", True, True)
    # a link says that they may anyway
    assert granted(table, phone, "scorer") == ("scorer", True, False)
    assert granted(table, phone, "scorer", by_club=True) == ("scorer", True, False)


def test_whoever_said_the_seat_is_not_asked_again(house: ClubHouse) -> None:
    table, phone = a_table(house), Device.objects.create()
    Access.objects.create(session=table, device=phone, role=Access.Role.SCORER, seat=2, asks_seat=False)
    assert granted(table, phone, "scorer") == ("scorer", False, False)


# --- a full table ---


def test_a_table_takes_two_hundred_hands() -> None:
    last, full = (
        Session(state={"hands": MOST_HANDS - 1}),
        Session(state={"hands": MOST_HANDS - 1, "entries": 1}),
    )
    assert (is_at_hand_limit(last), is_at_hand_limit(full), MOST_HANDS) == (False, True, 200)
    check_hand_limit(last)
    with pytest.raises(RuleError, match="200 hands"):
        check_hand_limit(full)


def test_a_record_of_more_hands_does_not_fit() -> None:
    record: Any = SimpleNamespace(hands=[None] * MOST_HANDS)
    check_record_length(record)
    record.hands.append(None)
    with pytest.raises(RuleError, match="201 hands"):
        check_record_length(record)


# --- results that wait ---


def test_an_embargoed_result_is_seen_by_scorers_and_at_its_own_table(house: ClubHouse) -> None:
    phone, other = Device.objects.create(), Device.objects.create(secret_hash="other")
    hidden, shown = a_table(house, embargoed=True), a_table(house)
    Access.objects.create(session=hidden, device=phone, role=Access.Role.VIEWER)
    Access.objects.create(session=shown, device=other, role=Access.Role.SCORER)
    for viewer, sees in (
        (EVERYBODY, False),
        (Viewer(request=request_of(device=other)), False),
        (Viewer(request=request_of(device=phone)), True),
        (Viewer(may_score=True), True),
    ):
        assert (viewer.may_see_result(hidden), viewer.may_see_result(shown)) == (sees, True)
        viewer.check_may_see_result(shown)
        if sees:
            viewer.check_may_see_result(hidden)
        else:
            with pytest.raises(Http404):
                viewer.check_may_see_result(hidden)
    assert Viewer(request=request_of(device=phone)).own_embargoed_ids == {hidden.pk}
    assert Viewer(request=request_of(device=other)).own_embargoed_ids == frozenset()


@pytest.mark.parametrize("role", [None, *Role])
def test_at_a_club_whoever_may_score_sees_what_waits(house: ClubHouse, role: Role | None) -> None:
    viewer = viewer_of(request_of(), ClubVisit(house.club, role))
    assert viewer.may_score is (role in (Role.SCORER, Role.ORGANISER, Role.OWNER))


# --- opening tables ---


def browser(device: int | None, address: str = "192.0.2.1") -> Any:
    """A request of a browser that opens tables."""
    return SimpleNamespace(visitor=SimpleNamespace(device_id=device), META={"REMOTE_ADDR": address})


def test_a_browser_opens_thirty_tables_in_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = LocMemCache("tables opened by a browser", {})
    monkeypatch.setattr(limits, "cache", cache)
    cache.clear()
    began = time.time()

    def at(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: began + seconds)

    at(0)
    for _table in range(29):
        count_opened_table(browser(1))
    assert opening_limit_message(browser(1)) == ""
    count_opened_table(browser(1))
    assert "Too many tables" in opening_limit_message(browser(1))
    assert opening_limit_message(browser(2)) == "", "another browser of the hall"
    at(599.5)
    assert opening_limit_message(browser(1)) != ""
    at(600.5)
    assert opening_limit_message(browser(1)) == ""


def test_a_hall_opens_as_many_tables_as_the_host_lets_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = LocMemCache("tables opened from an address", {})
    monkeypatch.setattr(limits, "cache", cache)
    cache.clear()
    for _table in range(settings.TABLES_PER_ADDRESS - 1):
        count_opened_table(browser(None))
    assert opening_limit_message(browser(None)) == ""
    count_opened_table(browser(None))
    assert opening_limit_message(browser(None)) != ""
    assert opening_limit_message(browser(1)) != "", "the browsers of an address are counted together"
    assert opening_limit_message(browser(1, "198.51.100.1")) == ""
