"""A result is final once its round or evening is over: phones look on, what organisers correct is listed."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.club_model import Evening, tonight
from mahjongclub.clubs.people.models import KnownDevice
from mahjongclub.events.hall import table_code_path
from mahjongclub.events.models import Tournament
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.rounds.models import Round
from mahjongclub.tables.models import Access, LateHand, Revision, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone, ron

from .test_tournament_desk import TYPED, row
from .tournament_hall import TournamentHall

NAMES = [
    *("Marguerite", "Jean-Pierre", "Anne-Sophie de La Rochefoucauld", "Bo"),
    *("Σοφία Παπαδοπούλου", "田中 愛子", "O'Brien", "ليلى منصور"),
]
DRAW = {"type": "draw", "tenpai": [], "riichi": []}
RULES = {"option-uma_1": "90", "option-uma_2": "40", "option-uma_3": "-40", "option-uma_4": "-90"}
#: what a guest's phone may try at a table, by address: what it sends
TRIES: dict[str, dict[str, Any]] = {
    "hand/1/": {"draft": json.dumps(ron(0, 1)), "played": 1},
    "hand/1/?insert=1": {"draft": json.dumps(DRAW), "played": 1, "insert": "1"},
    "hand/1/delete/": {},
    "hand/2/": {"draft": json.dumps(DRAW), "played": 1},
    "type/": {"result": "draw", "played": 1},
    "undo/": {},
    "swap/": {"one": 0, "other": 1},
    "continue/": {},
    "close/": {},
    "adjust/": {"seat-0": 5000, "seat-1": -5000, "why": "a gift"},
    "other-rules/": RULES,
    "begin/": {f"seat-{seat}": 30000 for seat in range(4)},
    "sit-down/": {"seat": 0, "player": "Vera"},
    "clock/": {"minutes": 1, "alarms": "", "at_end": "finish"},
    "clock/start/": {},
    "clock/pause/": {"reason": "x"},
    "during/": {"riichi": "0", "hand": 2},
    "agreeing/": {"agreeing": "on"},
    "decide/": {"draft": json.dumps(DRAW), "played": 1},
    "names/": {"name-0": "Vera"},
    "dice/": {"one": 1, "other": 2},
    "referee/": {"call": "on"},
}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house("public")


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two tables, the first round open."""
    opened = TournamentHall(house, NAMES, round_count=2)
    opened.draw_and_publish()
    opened.open(1)
    return opened


def session_of(hall: TournamentHall, table: int = 1, number: int = 1) -> Session:
    found = hall.tables(number)[table - 1].session
    assert found is not None
    return Session.objects.get(pk=found.pk)


def let_in(hall: TournamentHall, table: int = 1) -> Phone:
    """A guest who scanned the code that lies on a table."""
    guest = Phone()
    assert guest.get(table_code_path(hall.tournament, table)).status_code == 302
    return guest


def as_kept(session: Session) -> dict[str, Any]:
    """All that counts of a session."""
    now = Session.objects.get(pk=session.pk)
    return {
        "state": now.state,
        "rules": now.rules,
        "closed": now.closed,
        "ended": now.ended_at,
        "begun": now.begun,
        "pending": now.pending,
        "agreeing": now.agreeing,
        "hands": list(now.hands.order_by("number").values_list("outcome", flat=True)),
        "seats": list(now.seats.order_by("number").values_list("player", "score")),
        "clock": hasattr(now, "clock"),
    }


def tries(phone: Phone, session: Session) -> dict[str, int]:
    """The answer to each of TRIES, from the table as it is; nothing of it may change."""
    found = {}
    for page, form in TRIES.items():
        version = Session.objects.get(pk=session.pk).version
        sent = {"version": version, "key": str(uuid4()), **form}
        found[page] = phone.post(f"/t/{session.code}/{page}", sent).status_code
    return found


def queued(phone: Phone, session: Session, outcome: Any, **fields: Any) -> HttpResponse:
    at = Session.objects.get(pk=session.pk)
    form = {
        "draft": json.dumps(outcome),
        "version": at.version,
        "played": at.row_count,
        "key": str(uuid4()),
        **fields,
    }
    return phone.post(reverse("tables:queued", args=[session.code]), form)


def over(hall: TournamentHall) -> Phone:
    """Round 1 is over; a guest's phone that kept the score at table 1."""
    guest = let_in(hall)
    hall.play(1)
    return guest


def test_a_guest_changes_nothing_once_the_round_is_over(hall: TournamentHall) -> None:
    guest, session = over(hall), session_of(hall)
    before, totals = as_kept(session), hall.totals()
    assert set(tries(guest, session).values()) == {403}
    assert as_kept(session) == before
    assert hall.totals() == totals
    page = unescape(guest.post(f"/t/{session.code}/continue/").content.decode())
    assert "An organiser can still correct a mistake: show it to them." in page
    end = unescape(guest.get(f"/t/{session.code}/end/").content.decode())
    assert "This round is over." in end
    assert "Continue" not in end.split("<footer")[0].split("end-more")[-1]
    assert guest.get(f"/t/{session.code}/log/").status_code == 200, "looking stays open"


def test_the_published_ranking_stands_whatever_is_corrected(hall: TournamentHall) -> None:
    guest, session = over(hall), session_of(hall)
    hall.post("finish/")
    totals = hall.totals()
    assert set(tries(guest, session).values()) == {403}
    assert "corrected since" not in hall.read()
    version = Session.objects.get(pk=session.pk).version
    assert hall.phone.post(f"/t/{session.code}/continue/", {"version": version}).status_code == 302
    assert Session.objects.get(pk=session.pk).ended_at is None
    assert hall.totals() == totals, "a table opened again takes nobody out"
    assert "corrected since" in hall.read()
    assert hall.house.phone("nobody").get(hall.url()).status_code == 200
    assert hall.totals("stranger") == totals
    hall.post("finish/", again="1")
    assert hall.totals() != totals


@pytest.mark.parametrize("address", ["", "finish/"])
def test_a_ranking_that_asks_for_itself_gets_the_ranking_alone(hall: TournamentHall, address: str) -> None:
    over(hall)
    shown = hall.read(address)
    asked = re.search(r'id="ranking"\s+hx-get="([^"]+)"', shown)
    assert asked is not None, shown
    answer = hall.phone.get(asked[1], headers={"HX-Request": "true"}).content.decode()
    assert answer.count("<h1") == answer.count("<form") == 0, "the whole page stands in its own ranking"
    assert answer.count('id="ranking"') == shown.count('id="ranking"') == 1


def test_the_desk_of_a_round_goes_on_whatever_is_reopened_in_another(hall: TournamentHall) -> None:
    over(hall)
    hall.open(2)
    first = session_of(hall)
    hall.phone.post(f"/t/{first.code}/continue/", {"version": first.version})
    assert Session.objects.get(pk=first.pk).ended_at is None
    for table in (1, 2):
        assert row(hall, *TYPED, number=2, table=table).status_code == 200
    assert Round.objects.get(competition__tournament=hall.tournament, number=2).closed_at is not None


def test_organisers_correct_in_the_log_and_the_round_lists_it(hall: TournamentHall) -> None:
    over(hall)
    session = session_of(hall)
    assert "Nothing has been corrected since." in hall.read("rounds/1/corrected/")
    organiser = hall.house.phone("owner")
    game = hall.house.url(f"games/{session.code}/")
    assert "Correct its hands" in organiser.get(game).content.decode()
    assert organiser.post(game, {"score": "1"})["Location"] == f"/t/{session.code}/log/"
    assert organiser.confirm(session, ron(0, 1), number=1).status_code == 302
    made_by = Revision.objects.filter(session=session).latest("version").made_by
    assert made_by is not None
    KnownDevice.objects.get_or_create(account=hall.house.accounts["owner"], device=made_by)
    page = hall.read("rounds/1/corrected/")
    assert "Hand corrected" in page
    assert "<bdi>owner</bdi>" in page
    evening = session.evening_id
    assert "Hand corrected" in unescape(
        hall.phone.get(hall.house.url(f"evenings/{evening}/corrected/")).content.decode()
    )
    assert hall.house.phone("scorer").get(hall.url("rounds/1/corrected/")).status_code == 403


@pytest.mark.parametrize("ended", [True, False])
def test_a_club_game_of_ten_months_ago_is_the_organisers_alone(house: ClubHouse, ended: bool) -> None:
    member = house.phone("scorer")
    form = {"variant": "riichi", "method": "order", "belongs": f"e{house.evening.pk}"}
    form |= {f"name-{seat}": name for seat, name in enumerate(NAMES[:4])}
    assert member.post(reverse("tables:new"), form).status_code == 302
    session = Session.objects.latest("pk")
    assert session.club == house.club
    assert session.phones_until is not None
    member.post(f"/t/{session.code}/seats/start/")
    guest = Phone()
    Access.objects.create(session=session, device=_device(guest), role=Access.Role.SCORER)
    assert guest.confirm(session, ron(1, 2)).status_code == 302
    if ended:
        now = Session.objects.get(pk=session.pk)
        assert guest.post(f"/t/{session.code}/close/", {"version": now.version}).status_code == 302
        now = Session.objects.get(pk=session.pk)
        assert guest.confirm(session, ron(2, 1), number=1).status_code == 302, "the evening is on"
    old = timedelta(days=300)
    Evening.objects.filter(pk=house.evening.pk).update(date=tonight() - old)
    row_ = Session.objects.get(pk=session.pk)
    Session.objects.filter(pk=session.pk).update(
        phones_until=row_.phones_until - old,
        started_at=row_.started_at - old,
        ended_at=row_.ended_at - old if row_.ended_at else None,
    )
    before = as_kept(session)
    for phone in (guest, member):
        assert set(tries(phone, session).values()) == {403}
    assert as_kept(session) == before
    organiser = house.phone("organiser")
    organiser.post(house.url(f"games/{session.code}/"), {"score": "1"})
    assert organiser.confirm(session, ron(3, 2), number=1).status_code == 302
    listed = organiser.get(house.url(f"evenings/{house.evening.pk}/corrected/")).content.decode()
    assert "Hand corrected" in listed


def _device(phone: Phone) -> Any:
    """The device of a browser, made by opening a table of its own."""
    phone.open_table()
    return Session.objects.latest("pk").opener


def test_a_game_that_runs_past_the_evening_is_played_to_its_end(house: ClubHouse) -> None:
    scorer = house.phone("scorer")
    form = {"variant": "riichi", "method": "order", "belongs": f"e{house.evening.pk}"}
    form |= {f"name-{seat}": name for seat, name in enumerate(NAMES[:4])}
    scorer.post(reverse("tables:new"), form)
    session = Session.objects.latest("pk")
    scorer.post(f"/t/{session.code}/seats/start/")
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now() - timedelta(hours=1))
    assert scorer.confirm(session, ron(1, 2)).status_code == 302
    version = Session.objects.get(pk=session.pk).version
    assert scorer.post(f"/t/{session.code}/close/", {"version": version}).status_code == 302
    assert scorer.confirm(session, ron(2, 1), number=1).status_code == 403


def test_hands_played_in_time_that_come_late_wait_for_an_organiser(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    before_the_end = timezone.now().isoformat()
    # the desk ends the round from paper while the phone is away
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    version = session.version
    kept = as_kept(session)
    key, sent = str(uuid4()), {"version": version, "played": 0, "entered": before_the_end}
    told = queued(guest, session, ron(1, 2), key=key, **sent).json()
    assert told["state"] == "late"
    assert "An organiser decides" in told["why"]
    again = queued(guest, session, ron(1, 2), key=key, **sent).json()
    assert again["state"] == "late"
    typed = {**sent, "entered": "", "kept": before_the_end}
    assert queued(guest, session, ron(1, 2), key=key, **typed).json()["state"] == "late", (
        "kept without engine"
    )
    assert LateHand.objects.count() == 1
    assert as_kept(session) == kept, "a result changes only by an organiser"
    soon = (timezone.now() + timedelta(minutes=1)).isoformat()
    assert queued(guest, session, ron(1, 2), version=version, played=0, entered=soon).json()["state"] == (
        "refused"
    )
    assert LateHand.objects.count() == 1
    told_there = "This table was over when hand 1 arrived. An organiser decides whether the hand counts."
    assert told_there in unescape(guest.get(f"/t/{session.code}/end/").content.decode())
    page = hall.read("rounds/1/corrected/")
    assert "Hands that came too late" in page
    late = LateHand.objects.get()
    settle = hall.house.url(f"late/{late.pk}/")
    assert hall.house.phone("scorer").post(settle, {"record": "1"}).status_code == 403
    assert hall.phone.post(settle, {"leave": "1"}).status_code == 302
    assert queued(guest, session, ron(1, 2), key=key, **sent).json()["state"] == "refused"


def test_a_late_hand_is_recorded_once_an_organiser_says_so(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    entered = timezone.now().isoformat()
    Round.objects.filter(competition__tournament=hall.tournament).update(closed_at=timezone.now())
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now())
    key = str(uuid4())
    sent = {"version": session.version, "played": 0, "entered": entered, "key": key}
    assert queued(guest, session, ron(1, 2), **sent).json()["state"] == "late"
    late = LateHand.objects.get()
    assert hall.phone.post(hall.house.url(f"late/{late.pk}/"), {"record": "1"}).status_code == 302
    assert not LateHand.objects.exists()
    assert Session.objects.get(pk=session.pk).row_count == 1
    assert queued(guest, session, ron(1, 2), **sent).json()["state"] == "recorded"
    assert Revision.objects.filter(session=session, key=key).count() == 1


def test_tables_of_a_round_play_the_rules_of_the_event(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    assert guest.confirm(session, ron(1, 2)).status_code == 302
    before = as_kept(session)
    refused = ("adjust/", "other-rules/", "begin/", "close/", "clock/")
    for page in refused:
        version = Session.objects.get(pk=session.pk).version
        sent = {"version": version, "key": str(uuid4()), **TRIES[page]}
        answer = guest.post(f"/t/{session.code}/{page}", sent)
        assert answer.status_code == 422, page
        assert as_kept(session) == before, page
    entry = {"type": "rules", "rules": {"uma_1": 90, "uma_2": 40, "uma_3": -40, "uma_4": -90}}
    assert queued(guest, session, entry).status_code == 422
    assert as_kept(session) == before
    more = unescape(guest.get(f"/t/{session.code}/more/").content.decode())
    for address in ("adjust/", "other-rules/", "begin/", "close/"):
        assert f"/t/{session.code}/{address}" not in more
    games = Session.objects.count()
    assert guest.post(f"/t/{session.code}/again/").status_code in (302, 422)
    version = Session.objects.get(pk=session.pk).version
    assert hall.phone.post(f"/t/{session.code}/close/", {"version": version}).status_code == 302
    assert guest.post(f"/t/{session.code}/again/").status_code == 422
    assert Session.objects.count() == games
    end = unescape(guest.get(f"/t/{session.code}/end/").content.decode())
    assert "/again/" not in end
    guest.post(f"/t/{session.code}/continue/", {"version": version + 1})
    assert Session.objects.get(pk=session.pk).ended_at is not None


def test_a_phone_ends_a_table_once_the_time_of_the_round_is_up(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    guest.confirm(session, ron(1, 2))
    hall.post("rounds/1/clock/")
    session = Session.objects.get(pk=session.pk)
    close = f"/t/{session.code}/close/"
    assert guest.post(close, {"version": session.version}).status_code == 422
    assert session.evening is not None
    clock = session.evening.clock
    clock.started_at -= timedelta(minutes=76)
    clock.deadline -= timedelta(minutes=76)
    clock.save()
    assert close in unescape(guest.get(f"/t/{session.code}/more/").content.decode())
    assert guest.post(close, {"version": session.version}).status_code == 302


def test_tables_of_a_night_are_the_organisers_to_direct(house: ClubHouse) -> None:
    people = [house.club.players.create(name=name) for name in NAMES[:4]]
    check_in_players(house.evening, people)
    drawn = draw_and_open_round(house.evening, 0, _device(house.phone("organiser")))
    assert drawn is not None
    session = drawn.tables.get().session
    assert session is not None
    guest = Phone()
    Access.objects.create(session=session, device=_device(guest), role=Access.Role.SCORER)
    guest.confirm(session, ron(1, 2))
    before = as_kept(session)
    for page in ("adjust/", "other-rules/", "begin/", "close/"):
        version = Session.objects.get(pk=session.pk).version
        sent = {"version": version, "key": str(uuid4()), **TRIES[page]}
        assert guest.post(f"/t/{session.code}/{page}", sent).status_code == 422, page
    assert as_kept(session) == before
    scorer = house.phone("scorer")
    Access.objects.create(session=session, device=_device(scorer), role=Access.Role.SCORER)
    version = Session.objects.get(pk=session.pk).version
    assert scorer.post(f"/t/{session.code}/close/", {"version": version}).status_code == 302


def test_one_tables_code_is_voided_and_the_others_stay(hall: TournamentHall) -> None:
    guest, other = let_in(hall, 1), let_in(hall, 2)
    session = session_of(hall)
    old = table_code_path(Tournament.objects.get(pk=hall.tournament.pk), 1)
    void = hall.house.url(f"games/{session.code}/void/")
    assert hall.house.phone("scorer").post(void).status_code == 403
    assert hall.phone.post(void).status_code == 302
    assert guest.confirm(session, ron(1, 2)).status_code == 403
    assert guest.get(old).status_code == 404
    assert other.confirm(session_of(hall, 2), ron(1, 2)).status_code == 302
    fresh = Tournament.objects.get(pk=hall.tournament.pk)
    assert table_code_path(fresh, 2) == table_code_path(hall.tournament, 2)
    assert guest.get(table_code_path(fresh, 1)).status_code == 302
    assert guest.confirm(session, ron(1, 2)).status_code == 302, "by the new code"
    hall.play(1)
    hall.open(2)
    assert Phone().get(old).status_code == 404, "in the next round too"


def test_a_tables_code_opens_nothing_once_the_evening_is_over(hall: TournamentHall) -> None:
    session = session_of(hall)
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now())
    late = Phone()
    assert late.get(table_code_path(hall.tournament, 1)).status_code == 200, (
        "it says what was, and lets nobody in"
    )
    assert late.get(f"/t/{session.code}/").status_code == 404
    assert not Access.objects.filter(session=session, device__pk__gt=session.opener_id).exists()
