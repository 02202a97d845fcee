"""Five at a table of four: who sits out, who gets up for whom, and the scores of all five."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Seat, Session
from mahjongclub.tables.recording import resettle_session
from mahjongclub.tables.replaying import game_record
from tests.clubs.club_house import ClubHouse, open_club_house

from .conftest import Phone, draw, ron

FIVE = ("Aiko", "Benoît", "Chen", "Dina", "Emil")


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def five(phone: Phone) -> Session:
    return phone.open_table(names=FIVE, rotation="deal")


def text_of(answer: HttpResponse) -> str:
    main = html.unescape(answer.content.decode()).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def seen(phone: Phone, name: str, session: Session, **query: Any) -> str:
    return text_of(phone.get(reverse(f"tables:{name}", args=[session.code]), query))


def held(session: Session) -> dict[str, int]:
    rows = Seat.objects.filter(session=session).values_list("player__name", "score")
    return dict(rows)


def seated(session: Session) -> list[str]:
    session.refresh_from_db()
    return session.seat_names


def test_a_fifth_name_sits_out_first_and_the_table_says_so(phone: Phone, five: Session) -> None:
    assert seated(five) == list(FIVE[:4])
    assert "Emil sits out: 25,000" in seen(phone, "table", five)
    assert held(five) == dict.fromkeys(FIVE, 25000)


def test_before_the_first_hand_the_draw_says_who_sits_out(phone: Phone) -> None:
    form = {f"name-{n}": name for n, name in enumerate(FIVE)}
    phone.post(reverse("tables:new"), {"variant": "riichi", "method": "order", "rotation": "round", **form})
    session = Session.objects.latest("pk")
    assert session.rotation == "round"
    drawn = seen(phone, "seats", session)
    assert "Sits out Emil" in drawn
    phone.post(reverse("tables:draw_seats", args=[session.code]), {"method": "dice"})
    assert session.seats.count() == 5
    assert "Sits out" in seen(phone, "seats", session)


def test_two_who_swap_names_keep_the_scores_and_take_nothing_along(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    swap = reverse("tables:swap", args=[five.code])
    assert phone.post(swap, {**phone_form(five), "one": "1", "other": "4", "along": "1"}).status_code == 422
    assert phone.post(swap, {**phone_form(five), "one": "1", "other": "4", "along": "0"}).status_code == 302
    assert held(five)["Emil"] == 30200
    assert seated(five) == ["Benoît", "Emil", "Chen", "Dina"]


def test_once_the_deal_has_passed_the_phone_says_who_gets_up_for_whom(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    page = seen(phone, "table", five)
    assert "Aiko sits out: 25,000" in page
    assert "Emil replaces Aiko" in page
    assert seated(five) == ["Emil", *FIVE[1:4]]
    phone.confirm(five, ron(0, 1))  # Emil, at Aiko's seat, on Benoît
    assert held(five)["Emil"] == 30200  # 4 han 30 fu, not dealing: 5,200 (RULES.md)
    assert held(five)["Aiko"] == 25000


def test_the_last_hand_on_the_board_names_who_sat_there_as_the_hand_was_played(
    phone: Phone, five: Session
) -> None:
    phone.post(reverse("tables:sit", args=[five.code]), {"seat": "none"})
    phone.confirm(five, ron(2, 0))  # the deal passes: Emil sits down for Aiko, who paid
    page = seen(phone, "table", five)
    assert "Chen wins by ron on Aiko" in page
    assert "Chen wins by ron on Emil" not in page


def test_the_log_the_sheet_and_the_end_have_all_five(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    phone.confirm(five, ron(0, 1))
    log = seen(phone, "log", five)
    assert "Emil wins by ron on Benoît" in log
    assert "Emil sat out" in log
    assert "Aiko sat out" in log
    assert all(name in seen(phone, "sheet", five) for name in FIVE)
    phone.post(reverse("tables:close", args=[five.code]), phone_form(five))
    five.refresh_from_db()
    assert five.ended_at is not None
    end = seen(phone, "end", five)
    assert all(name in end for name in FIVE)


def phone_form(session: Session) -> dict[str, Any]:
    session.refresh_from_db()
    return {"version": session.version, "key": "0b6f7a76-6e7a-4c4b-9a5e-0d8fd0a7f9aa"}


def test_undo_lets_everybody_sit_where_they_sat(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    phone.post(reverse("tables:undo", args=[five.code]), {**phone_form(five), "number": 1})
    assert seated(five) == list(FIVE[:4])
    assert held(five) == dict.fromkeys(FIVE, 25000)


def test_a_correction_that_keeps_the_deal_keeps_who_sits(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    phone.confirm(five, ron(0, 1))
    phone.confirm(five, ron(0, 2), number=1, correct="1")  # the dealer had won
    assert five.hands.count() == 2
    assert five.hands.get(number=2).result["sitting"] == [0, 1, 2, 3, 4]
    # 4 han 30 fu of the dealer are 7,700, twice, and 300 for the counter
    assert held(five)["Aiko"] == 25000 + 7700 + 7700 + 300


def test_who_is_tired_gets_up_by_a_tap_and_it_is_put_right_in_the_log(phone: Phone, five: Session) -> None:
    assert "Who sits out" in seen(phone, "more", five)
    assert "Emil sits out" in seen(phone, "sit_out", five)
    there = reverse("tables:sit_out", args=[five.code])
    assert phone.post(there, {**phone_form(five), "out": "2"}).status_code == 302
    assert seated(five) == ["Aiko", "Benoît", "Emil", "Dina"]
    assert "Chen sits out" in seen(phone, "log", five)
    again = {**phone_form(five), "key": "0b6f7a76-6e7a-4c4b-9a5e-0d8fd0a7f9ab", "out": "3", "number": "1"}
    assert phone.post(there, again).status_code == 302
    assert seated(five) == ["Aiko", "Benoît", "Chen", "Emil"]


def test_who_sits_out_already_is_refused_and_nothing_changes(phone: Phone, five: Session) -> None:
    answer = phone.post(reverse("tables:sit_out", args=[five.code]), {**phone_form(five), "out": "4"})
    assert answer.status_code == 422
    assert "sits out already" in text_of(answer)
    assert five.hands.count() == 0


def test_points_given_to_who_sits_out_are_theirs(phone: Phone, five: Session) -> None:
    form = {**phone_form(five), **{f"seat-{n}": "" for n in range(5)}, "seat-4": "-1000", "why": "late"}
    assert phone.post(reverse("tables:adjust", args=[five.code]), form).status_code == 302
    assert held(five)["Emil"] == 24000
    assert "Emil -1,000" in seen(phone, "log", five).replace("−", "-")


def test_a_table_of_four_has_no_such_page(phone: Phone, table: Session) -> None:
    assert "Who sits out" not in seen(phone, "more", table)
    assert phone.get(reverse("tables:sit_out", args=[table.code])).status_code == 302


def test_the_record_of_five_says_so_and_settles_alike(phone: Phone, five: Session) -> None:
    for hand in (ron(1, 2), draw(0, 1), ron(0, 3)):
        phone.confirm(five, hand)
    five.refresh_from_db()
    record = game_record(five)
    assert record["players"] == list(FIVE)
    assert record["rotation"] == "deal"
    settled = replay(read_record(record)).to_json()
    assert settled["hands"][-1]["scores"] == five.hands.get(number=3).result["scores"]
    before = held(five)
    resettle_session(five)
    assert held(five) == before


def test_the_same_five_play_again(phone: Phone, five: Session) -> None:
    phone.confirm(five, ron(1, 2))
    phone.post(reverse("tables:close", args=[five.code]), phone_form(five))
    answer = phone.post(reverse("tables:again", args=[five.code]))
    assert answer.status_code == 302
    newest = Session.objects.latest("pk")
    assert newest.pk != five.pk
    assert newest.rotation == "deal"
    assert newest.seats.count() == 5


def test_a_fifth_name_twice_at_the_table_is_refused_at_its_field(phone: Phone) -> None:
    form = {f"name-{n}": name for n, name in enumerate([*FIVE[:4], "aiko"])}
    answer = phone.post(reverse("tables:new"), {"variant": "riichi", "method": "order", **form})
    assert answer.status_code == 422
    assert 'id="id_name-4_error"' in answer.content.decode()


def test_a_phone_knows_its_owner_wherever_they_sit(phone: Phone, five: Session) -> None:
    phone.post(reverse("tables:sit", args=[five.code]), {"seat": "4"})
    phone.confirm(five, ron(1, 2))
    page = html.unescape(phone.get(reverse("tables:table", args=[five.code])).content.decode())
    mine = re.findall(
        r'<div class="seat bottom">(.*?)</span>\s*</span>|<div class="seat bottom">(.*?)<span class="score">',
        page,
        re.S,
    )
    assert mine
    assert "Emil" in "".join(mine[0])


def test_a_running_table_of_five_stands_on_the_club_s_pages_and_its_wall(house: ClubHouse) -> None:
    owner = house.phone("owner")
    session = owner.open_table(names=FIVE, rotation="deal", belongs=f"e{house.evening.pk}")
    owner.confirm(session, ron(1, 2))
    for page in (house.url(), house.url("games/"), f"/wall/{house.club.slug}/", "/"):
        assert all(name in text_of(owner.get(page, follow=True)) for name in FIVE), page
