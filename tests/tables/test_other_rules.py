"""Other rules at a table that plays: seen before, from a hand on or the start, corrected and undone."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

from django.test import Client

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record, save_hands, stored_outcomes
from mahjongclub.tables.views.entry_forms import OtherRulesForm
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.sheets.reading import text_of

from .conftest import Phone, as_it_stands, ron, scores


def page_of(table: Session) -> str:
    return f"/t/{table.code}/other-rules/"


def typed(phone: Client, table: Session, **changed: str) -> dict[str, Any]:
    """Every option as the page has it, those named otherwise."""
    now = Session.objects.get(pk=table.pk)
    sent = as_it_stands(OtherRulesForm(now, stored_outcomes(now), None))
    return {**sent, **{f"option-{name}": value for name, value in changed.items() if name != "since"}}


def change(phone: Client, table: Session, since: str = "", **changed: str) -> Any:
    form = {**typed(phone, table, **changed), "since": since}
    table.refresh_from_db()
    answer = phone.post(page_of(table), {"version": table.version, "key": str(uuid4()), **form})
    table.refresh_from_db()
    return answer


def test_rules_noticed_late_are_seen_with_what_they_change_before_anything_does(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    assert scores(table)[1] == 25000 + 7700
    asked = {**typed(phone, table, kiriage_mangan="on"), "since": "1"}
    told = phone.get(page_of(table), asked)
    assert told.status_code == 200
    # a mangan where four han and thirty fu are rounded up (RULES.md, riichi): 8,000
    assert "33,000" in told.content.decode()
    assert scores(table)[1] == 25000 + 7700


def test_a_hand_that_other_rules_make_impossible_has_the_number_it_has_in_the_log(phone: Phone) -> None:
    table = phone.open_table("hongkong")
    for faan in (5, 3):
        phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "faan": faan}]})
    asked = {**typed(phone, table, minimum="4"), "since": "1"}
    answer = phone.get(page_of(table), asked)
    assert answer.status_code == 422
    assert "Hand 2: A hand needs 4 faan to win" in answer.content.decode()


def test_hands_after_a_change_of_the_rules_keep_the_numbers_that_the_log_gives_them(phone: Phone) -> None:
    table = phone.open_table("american")
    for _hand in range(2):
        phone.confirm(table, {"type": "draw"})
    change(phone, table, "1", discarder="3")
    chosen = phone.get(page_of(table)).content.decode()
    corrected = phone.get(f"/t/{table.code}/hand/2/").content.decode()
    # the change is the first entry of the record, the hands are the second and third
    assert re.findall(r'<option value="(\d)"[^>]*>(Hand [^<]*)<', chosen) == [("3", "Hand 2")]
    assert re.findall(r'<h2 id="sheet-title">\s*(Hand [^:]*):', corrected) == ["Hand 1"]
    assert "<b>Hand 1</b>" in corrected


def test_rules_changed_from_the_start_settle_every_hand_by_them(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    assert change(phone, table, "1", kiriage_mangan="on").status_code == 302
    assert scores(table) == [25000, 33000, 17000, 25000]
    log = phone.get(f"/t/{table.code}/log/").content.decode()
    # the line of the change stands before the hand from which it holds
    assert 0 < log.index("E1 · rules changed") < log.index("Benoît wins by ron on Chen")
    assert "Kiriage mangan: yes" in log
    assert "points adjusted" not in log
    assert "kiriage_mangan:" not in log


def test_rules_changed_from_now_on_leave_the_hands_before_alone(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    assert change(phone, table, kiriage_mangan="on").status_code == 302
    assert scores(table) == [25000, 32700, 17300, 25000]
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    assert scores(table)[2] == 17300 - 12000  # the dealer's mangan
    # the hand before is corrected by the rules of then
    phone.confirm(table, ron(1, 3, han=4, fu=30), number=1)
    assert scores(table)[3] == 25000 - 7700
    assert "on" in phone.get(f"/t/{table.code}/rules/").content.decode()
    # what is kept is what is settled again
    before = scores(table)
    save_hands(table, stored_outcomes(table))
    assert scores(table) == before


def test_other_rules_are_corrected_and_undone(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    change(phone, table, "1", kiriage_mangan="on")
    page = phone.get(page_of(table), {"number": 1})
    assert page.status_code == 200
    assert re.search('name="option-kiriage_mangan"[^>]* checked', page.content.decode())
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/hand/1/delete/", {"version": table.version, "key": str(uuid4())})
    table.refresh_from_db()
    assert scores(table) == [25000, 32700, 17300, 25000]
    assert not table.current_rules.kiriage_mangan


def test_nothing_changed_is_said_and_a_wrong_number_stays_at_its_field(phone: Phone, table: Session) -> None:
    assert change(phone, table).status_code == 422
    answer = change(phone, table, riichi_deposit="many", noten_pool="x")
    assert answer.status_code == 422
    assert not table.hands.exists()


def test_what_a_running_game_cannot_change_is_not_offered(phone: Phone, table: Session) -> None:
    assert "option-starting_points" not in phone.get(page_of(table)).content.decode()


def test_a_printed_sheet_says_where_the_rules_changed(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    change(phone, table, kiriage_mangan="on")
    sheet = phone.get(f"/sheets/t/{table.code}/sheet.pdf")
    assert "Rules changed: Kiriage mangan: yes" in text_of(sheet.content)


def test_other_rules_go_along_in_the_record(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    change(phone, table, kiriage_mangan="on")
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    record = game_record(table)
    assert record["hands"][1]["rules"] == {"kiriage_mangan": True}
    assert list(replay(read_record(json.loads(json.dumps(record)))).state.scores) == scores(table)
    again = store_record(WholeRecord(read_record(record), table.started_at), None)
    assert scores(again) == scores(table)
    assert again.current_rules.kiriage_mangan


def test_who_watches_changes_no_rules(phone: Phone, other_phone: Phone, table: Session) -> None:
    assert other_phone.get(page_of(table)).status_code == 404
