"""Hands kept without network that come once their table is closed: organisers take them in."""

from __future__ import annotations

from datetime import datetime
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from mahjongclub.rounds.models import Round
from mahjongclub.tables.models import Access, Hand, LateHand, Revision, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import Phone, ron

from .test_results_final import NAMES, _device, let_in, queued, session_of
from .test_tournament_desk import TYPED, row
from .tournament_hall import TournamentHall


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


def now(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def scores(session: Session) -> list[int]:
    return list(session.seats.order_by("number").values_list("score", flat=True))


def close_table(hall: TournamentHall, session: Session) -> None:
    sent = {"version": now(session).version}
    assert hall.phone.post(f"/t/{session.code}/close/", sent).status_code == 302


def end_round(session: Session) -> None:
    """The round is over, and its phones look on."""
    Round.objects.filter(tables__session=session).update(closed_at=timezone.now())
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now())


def state_of(answer: Any) -> str:
    return str(answer.json()["state"])


def send_late(phone: Phone, session: Session, outcome: Any, played: int, entered: datetime) -> str:
    """Send a hand that the phone kept; its key."""
    key = str(uuid4())
    sent = {"version": now(session).version, "played": played, "entered": entered.isoformat(), "key": key}
    assert state_of(queued(phone, session, outcome, **sent)) == "late"
    return key


def settle(hall: TournamentHall, late: LateHand, choice: str) -> Any:
    return hall.phone.post(hall.house.url(f"late/{late.pk}/"), {choice: "1"}, follow=True)


def test_late_hands_of_a_closed_table_are_recorded_before_the_end(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    assert guest.confirm(session, ron(1, 2)).status_code == 302
    entered = timezone.now()
    close_table(hall, session)
    end_round(session)
    keys = [
        send_late(guest, session, ron(2, 3), 1, entered),
        send_late(guest, session, ron(3, 0), 2, entered),
    ]
    for number in (2, 3):
        late = LateHand.objects.get(number=number)
        page = unescape(settle(hall, late, "record").content.decode())
        assert "The hand is recorded. Its result is updated." in page
        assert "Corrected since" in page, "back at the list of the round"
    assert not LateHand.objects.exists()
    assert now(session).closed
    assert now(session).table.ended
    winners = [hand.outcome["wins"][0]["winner"] for hand in session.hands.order_by("number")]
    assert winners == [1, 2, 3]
    # 3 han 40 fu are 5200 between who do not deal (published table); seats 0, 1 and 2 deal
    assert scores(session) == [24_800, 35_200, 30_000, 30_000]
    for key in keys:
        assert state_of(queued(guest, session, ron(2, 3), version=1, played=1, key=key)) == "recorded"


def test_a_late_hand_keeps_its_phone_and_its_moment_and_is_listed_as_corrected_since(
    hall: TournamentHall,
) -> None:
    guest, session = let_in(hall), session_of(hall)
    entered = timezone.now()
    close_table(hall, session)
    end_round(session)
    key = send_late(guest, session, ron(1, 2), 0, entered)
    late = LateHand.objects.get()
    page = settle(hall, late, "record").content.decode()
    hand, revision = Hand.objects.get(session=session), Revision.objects.get(key=key)
    assert (hand.entered_by, hand.entered_at) == (late.device, late.entered_at)
    assert revision.made_by != late.device
    assert revision.made_at > entered
    assert "Hand inserted" in page
    assert "Nothing has been corrected since." not in page


def test_a_late_hand_of_a_table_ended_from_paper_goes_into_its_log_and_the_points_stay(
    hall: TournamentHall,
) -> None:
    guest, session = let_in(hall), session_of(hall)
    entered = timezone.now()
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    typed = scores(session)
    send_late(guest, session, ron(1, 2), 0, entered)
    page = unescape(settle(hall, LateHand.objects.get(), "record").content.decode())
    assert "The points typed from paper remain the result." in page
    assert session.hands.count() == 1
    assert scores(session) == typed


def test_an_organiser_takes_a_late_hand_in_although_a_seat_has_not_agreed(hall: TournamentHall) -> None:
    guest, session = let_in(hall), session_of(hall)
    assert guest.confirm(session, ron(1, 2)).status_code == 302
    session.hands.update(awaits=True)
    Session.objects.filter(pk=session.pk).update(agreeing=True)
    entered = timezone.now()
    end_round(session)
    send_late(guest, session, ron(2, 3), 1, entered)
    settle(hall, LateHand.objects.get(), "record")
    assert session.hands.count() == 2


def test_a_late_hand_that_cannot_follow_says_why_and_replaces_the_hand_of_its_number(
    hall: TournamentHall,
) -> None:
    guest, session = let_in(hall), session_of(hall)
    entered = timezone.now()
    for dealer in (0, 1, 2, 3) * 2:
        played = now(session).row_count
        answer = guest.confirm(session, ron((dealer + 1) % 4, (dealer + 2) % 4), number=played + 1)
        assert answer.status_code == 302
    assert now(session).table.ended == "last_hand"
    end_round(session)
    send_late(guest, session, ron(1, 2), 7, entered)
    late = LateHand.objects.get()
    page = unescape(hall.read("rounds/1/corrected/"))
    assert "The game had ended before hand 9." in page
    assert "Recorded as hand 8" in page
    assert 'name="record"' not in page
    refused = settle(hall, late, "record").content.decode()
    assert "The game had ended before hand 9." in unescape(refused)
    assert LateHand.objects.filter(pk=late.pk).exists(), "it waits on"
    settle(hall, late, "correct")
    assert not LateHand.objects.exists()
    assert session.hands.count() == 8
    assert session.hands.get(number=8).outcome["wins"][0]["winner"] == 1


def test_a_late_hand_of_a_table_without_an_evening_is_found_from_its_game(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    form = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}"}
    form |= {f"name-{seat}": name for seat, name in enumerate(NAMES[:4])}
    assert phone.post("/new/", form).status_code == 302
    session = Session.objects.latest("pk")
    phone.post(f"/t/{session.code}/seats/start/")
    guest = Phone()
    Access.objects.create(session=session, device=_device(guest), role=Access.Role.SCORER)
    entered = timezone.now()
    assert phone.confirm(session, ron(1, 2)).status_code == 302
    phone.post(f"/t/{session.code}/close/", {"version": now(session).version})
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now())
    send_late(guest, session, ron(2, 3), 1, entered)
    organiser, game = house.phone("organiser"), house.url(f"games/{session.code}/")
    assert f'href="{game}corrected/"' in organiser.get(game).content.decode()
    late = LateHand.objects.get()
    page = unescape(organiser.get(f"{game}corrected/").content.decode())
    assert "Hands that came too late" in page
    answer = organiser.post(house.url(f"late/{late.pk}/"), {"record": "1"})
    assert answer["Location"] == f"{game}corrected/"
    assert session.hands.count() == 2


def test_a_settled_hand_leads_back_to_the_list_it_stood_on_and_nowhere_else(hall: TournamentHall) -> None:
    guest, session, entered = let_in(hall), session_of(hall), timezone.now()
    end_round(session)
    send_late(guest, session, ron(1, 2), 0, entered)
    late, club = LateHand.objects.get(), hall.house.url("")
    of_round = hall.house.url(f"tournaments/{hall.tournament.pk}/rounds/1/corrected/")
    assert f'name="list" value="{of_round}"' in hall.phone.get(of_round).content.decode()

    def leads_to(where: str) -> str:
        LateHand.objects.update(left_out_at=None)
        answer = hall.phone.post(hall.house.url(f"late/{late.pk}/"), {"leave": "1", "list": where})
        assert answer.status_code == 302
        return str(answer["Location"])

    usual = leads_to("")
    assert leads_to(of_round) == of_round
    for elsewhere in ("https://example.org/", "//example.org/", f"https:{club}", "/admin/", "/c/another/"):
        assert leads_to(elsewhere) == usual
    assert "\n" not in leads_to(f"{club}\r\nSet-Cookie: a=b")
