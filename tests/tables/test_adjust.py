"""Points given or taken at a table: looked at, recorded, corrected, taken back, and carried everywhere."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.sheets.reading import text_of

from .conftest import Phone, ron, scores


def address(table: Session) -> str:
    return f"/t/{table.code}/adjust/"


def give(phone: Client, table: Session, points: list[Any], why: str = "", **more: Any) -> Any:
    table.refresh_from_db()
    typed = {f"seat-{seat}": str(one) for seat, one in enumerate(points)}
    return phone.post(
        address(table), {"version": table.version, "key": str(uuid4()), "why": why, **typed, **more}
    )


def test_points_taken_are_seen_before_they_are_confirmed(phone: Phone, table: Session) -> None:
    asked = phone.get(address(table), {"seat-0": "-5 000", "seat-1": "", "why": "late"})
    told = asked.content.decode()
    assert asked.status_code == 200
    assert "20,000" in told
    assert "the kitty" in told
    assert "Scores after the change" in told
    assert "Scores after this hand" not in told
    assert 'autocomplete="off"' not in told, "after Back the browser fills in what was typed"
    assert not table.hands.exists()


@pytest.mark.parametrize(
    ("page", "typed"),
    [
        ("adjust", {"seat-0": "-5000"}),
        ("begin", {"seat-0": "31000"}),
        ("swap", {"one": "0", "other": "2", "along": "0"}),
    ],
)
def test_what_a_change_does_stands_above_the_fields_where_a_phone_shows_it(
    phone: Phone, table: Session, page: str, typed: dict[str, str]
) -> None:
    told = phone.get(f"/t/{table.code}/{page}/", typed).content.decode()
    fields = '<form class="card" method="get"' if page == "swap" else '<form class="stack" method="get"'
    assert 0 < told.index("<h2>After the") < told.index('<form method="post"') < told.index(fields)


def test_points_given_are_called_no_penalty_by_the_log_and_the_undo(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, "", "", 1000], "a gift")
    for page in ("log", "undo"):
        told = phone.get(f"/t/{table.code}/{page}/").content.decode()
        assert "Aiko → Dina 1,000" in told
        assert "penalty" not in told


def test_points_taken_stand_in_the_log_and_move_no_dealer(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    table.refresh_from_db()
    label = table.game.label(table.table)
    answer = give(phone, table, [-1000, "", "", 1000], "late")
    assert answer.status_code == 302
    table.refresh_from_db()
    assert table.game.label(table.table) == label
    assert table.state["hands"] == 1
    log = phone.get(f"/t/{table.code}/log/").content.decode()
    assert "points adjusted" in log
    assert "late" in log
    before = scores(table)
    phone.confirm(table, ron(0, 3))
    table.refresh_from_db()
    assert (table.next_row_number, table.state["hands"]) == (4, 2)
    assert scores(table) != before


@pytest.mark.parametrize("points", [["x", "", "", ""], ["1.5", "", "", ""], ["9" * 12, "", "", ""]])
def test_what_is_no_number_is_refused_at_its_field(phone: Phone, table: Session, points: list[str]) -> None:
    answer = give(phone, table, points)
    assert answer.status_code == 422
    assert b'id="id_seat-0_error"' in answer.content
    assert points[0].encode() in answer.content


def test_nobody_s_points_is_refused(phone: Phone, table: Session) -> None:
    assert give(phone, table, ["", "", "0", ""]).status_code == 422


def test_points_taken_keep_what_is_noted_of_the_hand(phone: Phone, table: Session) -> None:
    note = {"hand": 1, "version": table.version, "key": str(uuid4()), "seat": 2, "out": 1}
    assert phone.post(f"/t/{table.code}/during/", note).status_code == 302
    table.refresh_from_db()
    assert table.riichi_out == [2]
    # the hand keeps its notes though it now stands after the entry
    give(phone, table, [-100, "", "", ""])
    table.refresh_from_db()
    assert table.riichi_out == [2]


def test_points_taken_are_corrected_and_taken_back(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, "", "", ""])
    phone.confirm(table, ron(1, 2))
    whole = scores(table)
    assert phone.get(address(table), {"number": 1}).status_code == 200
    assert give(phone, table, [-3000, "", "", ""], number=1).status_code == 302
    assert scores(table)[0] == whole[0] - 2000
    page = phone.get(f"/t/{table.code}/hand/1/delete/")
    assert page.status_code == 200
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/hand/1/delete/", {"version": table.version, "key": str(uuid4())})
    assert scores(table)[0] == whole[0] + 1000
    table.refresh_from_db()
    assert (table.next_row_number, table.state["hands"]) == (2, 1)
    assert phone.get(f"/t/{table.code}/log/").status_code == 200


def test_an_undo_takes_points_back_that_were_given_last(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, "", "", ""])
    assert phone.get(f"/t/{table.code}/undo/").status_code == 200
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/undo/", {"version": table.version, "key": str(uuid4()), "number": 1})
    table.refresh_from_db()
    assert table.row_count == 0
    assert scores(table)[0] == 25000


def test_an_entry_is_not_entered_as_a_hand(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, "", "", ""])
    assert phone.get(f"/t/{table.code}/hand/1/").status_code == 302
    assert phone.get(f"/t/{table.code}/hand/1/?insert=1").status_code == 200
    assert phone.get(f"/t/{table.code}/hand/2/").status_code == 200


def test_every_page_of_the_table_shows_it(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    give(phone, table, [-1000, 500, "", ""], "Zeit")
    phone.confirm(table, ron(1, 2))
    for page in (
        "",
        "log/",
        "sheet/",
        "more/",
        "sticks/",
        "rules/",
        "need/",
        "type/",
        "record.json",
        "close/",
    ):
        assert phone.get(f"/t/{table.code}/{page}").status_code == 200, page
    answer = phone.post(
        f"/t/{table.code}/sticks/",
        {"seat-0": "30000", "seat-1": "20000", "seat-2": "25000", "seat-3": "25000"},
    )
    assert answer.status_code == 200
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/close/", {"version": table.version, "key": str(uuid4())})
    assert phone.get(f"/t/{table.code}/end/").status_code == 200
    assert give(phone, table, [1, "", "", ""]).status_code == 302  # to the log: the game is over


def test_points_taken_go_along_in_the_record(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, 500, "", ""], "late")
    phone.confirm(table, ron(1, 2))
    table.refresh_from_db()
    record = game_record(table)
    assert {key: record["hands"][0][key] for key in ("type", "points", "why")} == {
        "type": "adjust",
        "points": [-1000, 500, 0, 0],
        "why": "late",
    }
    played = replay(read_record(json.loads(json.dumps(record))))
    assert list(played.state.scores) == scores(table)
    again = store_record(WholeRecord(read_record(record), table.started_at), None)
    assert scores(again) == scores(table)
    assert again.next_row_number == table.next_row_number


def test_two_players_who_change_seats_take_what_was_taken_along(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, "", "", ""])
    table.refresh_from_db()
    form = {"version": table.version, "key": str(uuid4()), "one": 0, "other": 2, "along": 1}
    assert phone.post(f"/t/{table.code}/swap/", form).status_code == 302
    assert scores(table) == [25000, 25000, 24000, 25000]


def test_a_hand_takes_the_place_of_no_adjusted_points(phone: Phone, table: Session) -> None:
    give(phone, table, [-1000, 0, 0, 0])
    phone.confirm(table, ron(1, 2), number=1)
    assert [hand.outcome["type"] for hand in table.hands.all()] == ["adjust"]
    assert phone.get(f"/t/{table.code}/log/").status_code == 200


def test_a_hand_half_entered_is_kept_while_another_phone_adjusts_points(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    other_phone.join(table)
    give(other_phone, table, [-1000, 0, 0, 0])
    half = {"draft": json.dumps({"type": "win", "wins": [{"winner": 1, "from": 2}]})}
    answer = phone.get(f"/t/{table.code}/hand/1/", half)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409
    assert "Who dealt in?" in page or "Benoît, ron on Chen" in page
    assert f"/t/{table.code}/hand/2/" in page


def test_what_was_changed_counts_no_adjustment_as_a_hand(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    give(phone, table, [-1000, "", "", ""])
    phone.confirm(table, ron(2, 3))
    phone.confirm(table, ron(0, 1), number=3)
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/hand/2/delete/", {"version": table.version, "key": str(uuid4())})
    phone.confirm(table, ron(0, 2), number=2)
    told = phone.get(f"/t/{table.code}/log/").content.decode()
    changed = re.findall("<b>([^<]*)</b>", told[told.index("What was changed") :])
    assert changed == [
        "Hand 2: hand corrected",
        "Points adjusted, undone",
        "Hand 2: hand corrected",
        "Points adjusted",
    ]
    paper = text_of(phone.get(reverse("sheets:table_filled_pdf", args=[table.code])).content)
    assert "points adjusted" in paper
    assert "hand inserted" not in paper


def test_a_correction_that_cannot_be_names_the_hand_as_players_count_hands(
    phone: Phone, table: Session
) -> None:
    give(phone, table, [-1000, "", "", ""])
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 2))
    # a dealer's sanbaiman is 36,000: Dina would have been bust
    bust = {"type": "win", "wins": [{"winner": 0, "from": 3, "limit": "sanbaiman"}]}
    told = phone.confirm(table, bust, number=2)
    assert told.status_code == 422
    assert "Hand 2: The game had ended before hand 2." in html.unescape(told.content.decode())
