"""A table that holds as many hands as it may: nothing is lost, and there is a way on."""

from __future__ import annotations

import gzip
import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Device
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record
from mahjongclub.tables import access
from mahjongclub.tables.models import Session
from mahjongclub.tables.whole_record import WholeRecord, store_record

from .conftest import NAMES, Phone, draw, ron

HANDS = 3


@pytest.fixture
def full_table(phone: Phone, table: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """One that holds three hands, and has them."""
    monkeypatch.setattr(access, "MOST_HANDS", HANDS)
    for _hand in range(HANDS):
        assert phone.confirm(table, draw()).status_code == 302
    return table


def played(session: Session) -> int:
    count = session.hands.count()
    assert Session.objects.get(pk=session.pk).state["hands"] == count
    return count


def long_game(hands: int) -> dict[str, Any]:
    """A riichi game in which the first dealer stays dealer."""
    return {
        "format": 1,
        "variant": "riichi",
        "players": list(NAMES),
        "hands": [{"type": "draw", "tenpai": [0, 1, 2, 3], "riichi": []} for _hand in range(hands)],
    }


def test_the_hand_after_the_last_is_refused_with_a_way_on(phone: Phone, full_table: Session) -> None:
    answer = phone.confirm(full_table, ron(1, 2))
    page = answer.content.decode()
    assert (answer.status_code, played(full_table)) == (422, HANDS)
    assert "This table is full" in page
    again = reverse("tables:again", args=[full_table.code])
    assert f'action="{again}"' in page
    assert phone.post(again).status_code == 302
    assert Session.objects.latest("pk").previous_id == full_table.pk


def test_who_begins_to_enter_one_is_told_so_at_once_in_both_languages(
    phone: Phone, full_table: Session
) -> None:
    for name, number in (("tables:entry", [HANDS + 1]), ("tables:typed", [])):
        address = reverse(name, args=[full_table.code, *number])
        assert "This table is full" in phone.get(address).content.decode()
        french = phone.get(address, headers={"Accept-Language": "fr"}).content.decode()
        assert "Cette table est pleine" in french
    insert = reverse("tables:entry", args=[full_table.code, 1]) + "?insert=1"
    assert "This table is full" in phone.get(insert).content.decode()
    touched = phone.get(address, headers={"HX-Request": "true", "HX-Target": "table"})
    assert touched.headers["HX-Redirect"] == reverse("tables:typed", args=[full_table.code])


def test_the_last_hand_sent_again_is_answered_as_before(
    phone: Phone, table: Session, monkeypatch: Any
) -> None:
    monkeypatch.setattr(access, "MOST_HANDS", 1)
    once = {"key": str(uuid4()), "version": Session.objects.get(pk=table.pk).version, "played": 0}
    for _time in range(2):
        assert phone.confirm(table, draw(), 1, **once).status_code == 302
    assert played(table) == 1


def test_hands_of_a_full_table_are_corrected_and_taken_out_and_then_there_is_room(
    phone: Phone, full_table: Session
) -> None:
    assert phone.confirm(full_table, ron(1, 2), number=1, insert="1").status_code == 422
    assert phone.confirm(full_table, ron(1, 2), number=1).status_code == 302
    assert full_table.hands.get(number=1).outcome["type"] == "win"
    session = Session.objects.get(pk=full_table.pk)
    asked = {"version": session.version, "played": HANDS, "key": str(uuid4())}
    assert phone.post(reverse("tables:delete", args=[session.code, 2]), asked).status_code == 302
    assert played(full_table) == HANDS - 1
    assert phone.confirm(full_table, draw()).status_code == 302
    assert played(full_table) == HANDS


def test_a_phone_that_kept_a_hand_is_told_why_it_is_not_taken(phone: Phone, full_table: Session) -> None:
    session = Session.objects.get(pk=full_table.pk)
    kept = {"draft": json.dumps(draw()), "version": session.version, "played": HANDS, "key": str(uuid4())}
    answer = phone.post(reverse("tables:queued", args=[session.code]), kept)
    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert "play on at a new one" in answer.json()["why"]
    assert played(full_table) == HANDS


@pytest.mark.django_db
def test_a_game_that_is_too_long_is_not_kept() -> None:
    with pytest.raises(RuleError) as fault:
        store_record(WholeRecord(read_record(long_game(access.MOST_HANDS + 1)), timezone.now()), None)
    assert fault.value.code == "too_many_hands"
    assert not Session.objects.exists()


def test_the_fullest_table_there_is_has_a_log_of_200_kb_and_no_more_queries(phone: Phone) -> None:
    phone.get("/")
    phone.open_table()
    counts = []
    for hands in (10, access.MOST_HANDS):
        whole = WholeRecord(read_record(long_game(hands)), timezone.now())
        session = store_record(whole, Device.objects.latest("pk"))
        for name, number in (("tables:table", []), ("tables:log", []), ("tables:entry", [1])):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                answer = phone.get(reverse(name, args=[session.code, *number]))
            assert answer.status_code == 200
            # a correction's page brings the screens around it, each with what it moves in the hands after
            assert len(answer.content) < (250_000 if name != "tables:entry" else 300_000)
            assert len(gzip.compress(answer.content)) < 20_000
            counts.append(len(asked))
    assert counts[:3] == counts[3:]
