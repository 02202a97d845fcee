"""A game kept on paper until now, or begun last week, goes on from there."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record, save_hands, stored_outcomes
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.sheets.reading import text_of

from .conftest import Phone, ron, scores

#: GAME_RECORD.md, "Beginning elsewhere": South 3, one honba, two sticks lie on the table
THERE = {"seat-0": "31000", "seat-1": "24 000", "seat-2": "25000", "seat-3": "18000"}
MORE = {"round_wind": "S", "dealer": "2", "honba": "1", "riichi_sticks": "2"}


def page_of(table: Session) -> str:
    return f"/t/{table.code}/begin/"


def begin(phone: Phone, table: Session, **typed: str) -> Any:
    table.refresh_from_db()
    answer = phone.post(page_of(table), {"version": table.version, "key": str(uuid4()), **typed})
    table.refresh_from_db()
    return answer


def test_a_game_of_last_week_goes_on_where_it_stood(phone: Phone, table: Session) -> None:
    looked = phone.get(page_of(table), {**THERE, **MORE}).content.decode()
    assert "31,000" in looked
    assert "points too many" not in looked
    assert scores(table) == [25000] * 4
    assert begin(phone, table, **THERE, **MORE).status_code == 302
    assert scores(table) == [31000, 24000, 25000, 18000]
    board = phone.get(f"/t/{table.code}/").content.decode()
    assert "S3" in board
    # Chen deals: 3 han 40 fu of the dealer is 7,700 (published table), with one honba 8,000, and two sticks
    phone.confirm(table, ron(2, 0))
    assert scores(table) == [23000, 24000, 35000, 18000]
    log = phone.get(f"/t/{table.code}/log/").content.decode()
    assert "Begun elsewhere" in log
    assert "18,000" in phone.get(f"/t/{table.code}/sheet/").content.decode()


def test_where_a_game_began_is_put_right_after_hands_and_taken_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))  # 3 han 40 fu: 5,200
    begin(phone, table, **THERE)
    assert scores(table) == [31000, 29200, 19800, 18000]
    told = phone.get(page_of(table), {**THERE, "seat-3": "17000"}).content.decode()
    assert "3,000 points are missing" in told  # without sticks on the table
    begin(phone, table, **{**THERE, "seat-3": "17000"})
    assert scores(table)[3] == 17000  # what a table says is kept, with a warning
    before = scores(table)
    save_hands(table, stored_outcomes(table))
    assert scores(table) == before
    begin(phone, table, **dict.fromkeys(THERE, ""))
    assert scores(table) == [25000, 30200, 19800, 25000]
    assert "start" not in game_record(table)


def test_what_such_a_game_cannot_have_is_refused_at_its_field(phone: Phone, table: Session) -> None:
    answer = begin(phone, table, **{**THERE, "seat-1": "many", "honba": "-1"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="many"' in page
    assert page.count('class="error"') == 2
    assert scores(table) == [25000] * 4
    # a round that is played nowhere, sent by no page of ours
    assert begin(phone, table, **THERE, round_wind="X").status_code == 422


def test_viewers_say_nothing_of_it(phone: Phone, other_phone: Phone, table: Session) -> None:
    assert begin(other_phone, table, **THERE).status_code == 404
    other_phone.get(phone.viewers_link(table))
    assert begin(other_phone, table, **THERE).status_code == 403


def test_a_record_begun_elsewhere_is_kept_and_gives_itself_back(phone: Phone, table: Session) -> None:
    begin(phone, table, **THERE, **MORE)
    phone.confirm(table, ron(2, 0))
    record = json.loads(json.dumps(game_record(table)))
    assert record["start"] == {
        **{"scores": [31000, 24000, 25000, 18000], "round_wind": "S", "dealer": 2},
        **{"honba": 1, "riichi_sticks": 2},
    }
    settled = replay(read_record(record))
    assert list(settled.state.scores) == scores(table)
    again = store_record(WholeRecord(read_record(record), timezone.now(), once="again"), None)
    assert scores(again) == scores(table)
    sheet = phone.get(reverse("sheets:table_filled_pdf", args=[table.code]))
    assert "31,000" in text_of(sheet.content)


def test_a_game_without_winds_is_asked_for_its_scores_alone(phone: Phone) -> None:
    six = phone.open_table("six", names=("Aiko", "Benoît", "Chen", "Dina", "Emma", "Farid"))
    page = phone.get(page_of(six)).content.decode()
    assert 'name="seat-5"' in page
    assert 'name="round_wind"' not in page
