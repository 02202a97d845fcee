"""A player leaves and another sits down in the middle of a game: log, end and records know both."""

from __future__ import annotations

import html
import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.payments import payment_notices
from mahjongclub.tables.recording import resettle_session
from mahjongclub.tables.replaying import game_record
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.sheets.reading import text_of

from .conftest import Phone, ron, scores


def page_of(table: Session) -> str:
    return f"/t/{table.code}/sit-down/"


def sit_down(phone: Phone, table: Session, seat: int, player: str, **more: Any) -> Any:
    table.refresh_from_db()
    form = {"version": table.version, "key": str(uuid4()), "seat": seat, "player": player, **more}
    answer = phone.post(page_of(table), form)
    table.refresh_from_db()
    return answer


def names(table: Session) -> list[str]:
    return Session.objects.get(pk=table.pk).seat_names


def text(phone: Phone, table: Session, page: str) -> str:
    return phone.get(f"/t/{table.code}/{page}").content.decode()


def test_who_sits_down_is_seen_before_anything_changes(phone: Phone, table: Session) -> None:
    assert "Replace a player" in text(phone, table, "more/")
    told = phone.get(page_of(table), {"seat": 1, "player": "Eva"})
    assert told.status_code == 200
    assert "Eva replaces Benoît" in told.content.decode()
    assert not table.hands.exists()
    assert not Player.objects.filter(name="Eva").exists()


def test_the_place_is_taken_with_its_score_and_no_hand_is_played(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))  # 3 han 40 fu: 5,200
    before = scores(table)
    assert sit_down(phone, table, 1, "Eva").status_code == 302
    assert names(table) == ["Aiko", "Eva", "Chen", "Dina"]
    assert scores(table) == before
    assert (table.state["hands"], table.row_count) == (1, 2)
    assert "Eva" in text(phone, table, "")
    phone.confirm(table, ron(1, 3))
    assert scores(table)[1] == before[1] + 7700  # of the dealer


def test_the_log_calls_everybody_as_they_sat_there(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    phone.confirm(table, ron(1, 3))
    log = text(phone, table, "log/")
    assert "Eva replaces Benoît" in log
    assert "player replaced" in log
    assert "Benoît wins" in log
    assert "Eva wins" in log
    sheet = text(phone, table, "sheet/")
    assert "Benoît, then Eva" in sheet


def test_the_end_and_the_printed_sheet_show_both(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/close/", {"version": table.version, "key": str(uuid4())})
    assert "Benoît, then Eva" in text(phone, table, "end/")
    printed = text_of(phone.get(reverse("sheets:table_filled_pdf", args=[table.code])).content)
    assert "Benoît, then Eva" in printed
    assert "Eva replaces Benoît" in printed
    # nobody sits down once the game is over
    assert sit_down(phone, table, 2, "Finn").status_code == 302
    assert names(table)[2] == "Chen"
    # but who did is still put right
    assert sit_down(phone, table, 2, "Eva", number=2).status_code == 302
    assert names(table) == ["Aiko", "Benoît", "Eva", "Dina"]


def test_the_ranking_and_the_log_make_no_one_name_of_two_people(phone: Phone, table: Session) -> None:
    sit_down(phone, table, 1, "Anne-Sophie de La Rochefoucauld")
    phone.confirm(table, ron(1, 2))
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/close/", {"version": table.version, "key": str(uuid4())})
    end = html.unescape(text(phone, table, "end/"))
    assert ">Benoît, Anne-Sophie</bdi>" in end
    assert "Benoît, then Anne-Sophie de La Rochefoucauld" in end
    assert "Benoît, R." not in end
    log = html.unescape(text(phone, table, "log/"))
    assert "Benoît, R." not in log
    assert ">Anne-Sophie<" in log


def test_a_change_of_player_is_corrected_and_taken_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    page = phone.get(page_of(table), {"number": 2}).content.decode()
    assert 'value="Eva"' in page
    assert "Benoît" in page
    assert sit_down(phone, table, 2, "Finn", number=2).status_code == 302
    assert names(table) == ["Aiko", "Benoît", "Finn", "Dina"]
    looked = phone.get(f"/t/{table.code}/hand/2/delete/").content.decode()
    assert "Undo the replacement" in looked
    table.refresh_from_db()
    phone.post(f"/t/{table.code}/hand/2/delete/", {"version": table.version, "key": str(uuid4())})
    assert names(table) == ["Aiko", "Benoît", "Chen", "Dina"]
    log = text(phone, table, "log/")
    assert "Finn replaces Chen" in log  # what was changed is still told
    assert "Replacement undone" in log


def test_noticed_late_it_holds_from_the_hand_it_was(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 3))
    assert sit_down(phone, table, 1, "Eva", since="2").status_code == 302
    log = text(phone, table, "log/")
    assert "Benoît wins" in log
    assert "Eva wins" in log
    assert [hand.outcome["type"] for hand in table.hands.order_by("number")] == ["win", "seat", "win"]


def test_somebody_comes_back(phone: Phone, table: Session) -> None:
    sit_down(phone, table, 1, "Eva")
    sit_down(phone, table, 1, "benoît")
    assert names(table)[1] == "Benoît"
    assert table.sitters.count() == 5
    assert Player.objects.filter(name_key="benoît").count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Chen", "already sits there"),
        ("BENOÎT", "already sits there"),
        ("", "required"),
        ("\u200b", "required"),
        ("Player no. 3", "hidden name"),
        ("x" * 300, "at most"),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(
    phone: Phone, table: Session, name: str, why: str
) -> None:
    for answer in (sit_down(phone, table, 1, name), phone.get(page_of(table), {"seat": 1, "player": name})):
        page = answer.content.decode()
        assert answer.status_code == 422
        assert why in page
        assert 'id="id_player_error"' in page
    assert names(table) == ["Aiko", "Benoît", "Chen", "Dina"]
    assert not table.hands.exists()


def test_strange_names_are_kept_as_they_are(phone: Phone, table: Session) -> None:
    for name in ("<b>Ünïcødé</b>", "דוד", "陳美玲", "17"):
        assert sit_down(phone, table, 1, name).status_code == 302
        assert names(table)[1] == name
    assert "<b>Ün" not in text(phone, table, "log/")
    assert [hand["player"] for hand in game_record(table)["hands"]][-1] == "17"


def test_no_seat_and_no_such_entry(phone: Phone, table: Session) -> None:
    assert sit_down(phone, table, 7, "Eva").status_code == 422
    assert phone.post(page_of(table), {"player": "Eva"}).status_code == 422
    assert sit_down(phone, table, 1, "Eva", number=9).status_code == 302
    assert not table.hands.exists()


def test_two_phones_at_once_the_second_looks_again(phone: Phone, table: Session) -> None:
    table.refresh_from_db()
    form = {"version": table.version, "seat": 1}
    assert phone.post(page_of(table), {**form, "key": str(uuid4()), "player": "Eva"}).status_code == 302
    assert phone.post(page_of(table), {**form, "key": str(uuid4()), "player": "Finn"}).status_code == 409
    # the same button twice is one change
    key = str(uuid4())
    table.refresh_from_db()
    for _time in range(2):
        phone.post(page_of(table), {"version": table.version, "key": key, "seat": 2, "player": "Finn"})
    assert names(table) == ["Aiko", "Eva", "Finn", "Dina"]
    assert table.hands.count() == 2


def test_the_phone_of_who_left_is_asked_where_it_sits(phone: Phone, table: Session) -> None:
    phone.post(f"/t/{table.code}/sit/", {"seat": 1})
    sit_down(phone, table, 1, "Eva")
    access = Access.objects.get(session=table)
    assert (access.seat, access.asks_seat, access.may_score) == (None, True, True)


def test_who_watches_changes_nobody(phone: Phone, other_phone: Phone, table: Session) -> None:
    assert other_phone.get(page_of(table)).status_code == 404
    other_phone.get(phone.viewers_link(table))
    assert sit_down(other_phone, table, 1, "Eva").status_code == 403


def test_a_record_gives_itself_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    phone.confirm(table, ron(1, 3))
    record = json.loads(json.dumps(game_record(table)))
    assert record["players"][1] == "Benoît"
    told = {name: record["hands"][1][name] for name in ("type", "seat", "player")}
    assert told == {"type": "seat", "seat": 1, "player": "Eva"}
    assert replay(read_record(record)).players(1) == ("Benoît", "Eva")
    again = store_record(WholeRecord(read_record(record), timezone.now(), once="again"), None)
    assert names(again) == names(table)
    assert scores(again) == scores(table)
    assert game_record(again)["players"] == record["players"]
    resettle_session(again)
    assert names(again) == names(table)
    for hand in record["hands"]:
        hand["player"] = "Dina" if hand["type"] == "seat" else None
    record["hands"] = [{k: v for k, v in one.items() if v is not None} for one in record["hands"]]
    with pytest.raises(RuleError):
        store_record(WholeRecord(read_record(record), timezone.now(), once="twice"), None)


def test_seats_swapped_take_those_who_sat_down_along(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    for along in ("", "1"):
        table.refresh_from_db()
        form = {"one": 1, "other": 3, "along": along, "version": table.version, "key": str(uuid4())}
        assert phone.post(f"/t/{table.code}/swap/", form).status_code == 302
    assert names(table) == ["Aiko", "Eva", "Chen", "Dina"]
    table.refresh_from_db()
    form = {"one": 1, "other": 3, "version": table.version, "key": str(uuid4())}
    phone.post(f"/t/{table.code}/swap/", form)
    assert names(table) == ["Aiko", "Dina", "Chen", "Eva"]
    assert "Eva replaces Benoît" in text(phone, table, "log/")


@pytest.mark.parametrize("along", ["", "1"])
@pytest.mark.parametrize("seat", [1, 3])
def test_seats_are_swapped_though_somebody_came_back(
    phone: Phone, table: Session, seat: int, along: str
) -> None:
    """Benoît leaves for a while, and comes back to his own seat or to Dina's."""
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    phone.confirm(table, ron(0, 2))
    sit_down(phone, table, seat, "Benoît")
    record_before, now = game_record(table), names(table)
    page = phone.get(f"/t/{table.code}/swap/", {"one": 1, "other": 3, "along": along})
    assert "already sits there" not in page.content.decode()
    for _both_ways in range(2):
        table.refresh_from_db()
        form = {"one": 1, "other": 3, "along": along, "version": table.version, "key": str(uuid4())}
        assert phone.post(f"/t/{table.code}/swap/", form).status_code == 302
        now[1], now[3] = now[3], now[1]
        assert names(table) == now
    table.refresh_from_db()
    assert game_record(table) == record_before


def test_a_hand_of_before_is_corrected_by_who_sat_there(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    assert "Benoît" in text(phone, table, "hand/1/")
    phone.confirm(table, ron(2, 1), number=1)
    assert names(table)[1] == "Eva"
    assert scores(table)[1] == 25000 - 5200


def test_an_undone_earlier_change_may_not_seat_somebody_twice(phone: Phone, table: Session) -> None:
    sit_down(phone, table, 1, "Eva")
    sit_down(phone, table, 2, "Benoît")
    table.refresh_from_db()
    answer = phone.post(f"/t/{table.code}/hand/1/delete/", {"version": table.version, "key": str(uuid4())})
    assert answer.status_code == 422
    assert "already sits there" in answer.content.decode()
    assert names(table) == ["Aiko", "Eva", "Benoît", "Dina"]


def test_the_same_players_again_are_those_of_the_end(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    phone.post(f"/t/{table.code}/again/")
    assert set(names(Session.objects.latest("pk"))) == {"Aiko", "Eva", "Chen", "Dina"}


def test_a_seat_without_a_name_is_named_after_another_changed(phone: Phone) -> None:
    table = phone.open_table(names=("", "Benoît", "Chen", "Dina"))
    sit_down(phone, table, 1, "Eva")
    assert phone.post(f"/t/{table.code}/names/", {"name-0": "Aiko"}).status_code == 302
    assert names(table) == ["Aiko", "Eva", "Chen", "Dina"]
    assert game_record(Session.objects.get(pk=table.pk))["players"] == ["Aiko", "Benoît", "Chen", "Dina"]


def test_a_seat_without_a_name_is_nobodys_who_left_another_seat(phone: Phone) -> None:
    """Benoît would have sat at two seats of one game, and the record could not be read again."""
    table = phone.open_table(names=("", "Benoît", "Chen", "Dina"))
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    answer = phone.post(f"/t/{table.code}/names/", {"name-0": "benoît"})
    assert answer.status_code == 422
    assert "sits here twice" in answer.content.decode()
    assert names(table)[1:] == ["Eva", "Chen", "Dina"]
    assert phone.post(f"/t/{table.code}/names/", {"name-0": "Aiko"}).status_code == 302


def test_a_table_where_nobody_left_asks_the_database_no_more(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    with CaptureQueriesContext(connection) as asked:
        phone.get(f"/t/{table.code}/sheet/")
    assert not [one for one in asked.captured_queries if "sitter" in one["sql"]]


def test_the_undo_of_a_replacement_names_who_sat_there_before(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    sit_down(phone, table, 1, "Eva")
    undo = text(phone, table, "undo/")
    after = undo[undo.index("Scores without this entry") :]
    assert "<bdi>Benoît</bdi>" in after
    assert "Eva" not in after
    phone.confirm(table, ron(1, 3))
    hand = text(phone, table, "undo/")
    assert "<bdi>Eva</bdi>" in hand[hand.index("Scores without this hand") :]


def test_what_the_last_hand_cost_is_told_of_who_sat_there(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    table.refresh_from_db()
    (before,) = payment_notices(table, names(table))
    sit_down(phone, table, 2, "Eva")
    (after,) = payment_notices(table, names(table))
    assert before.title == "Chen pays Benoît 5,200"
    assert after.title == before.title
    assert "Eva pays" not in text(phone, table, "")
    phone.confirm(table, ron(1, 2))
    table.refresh_from_db()
    assert "Eva" in payment_notices(table, names(table))[0].title
