"""What is stored when a hand is recorded, corrected, inserted, deleted or undone."""

from __future__ import annotations

import html
import json
import re
import threading
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Hand, Revision, Session
from mahjongclub.tables.recording import StalePage, Submission, record_hand

from .conftest import Phone, draw, ron, scores


def replayed_scores(phone: Phone, session: Session) -> list[int]:
    """The scores the engine alone gives the downloaded record."""
    record = phone.get(reverse("tables:record", args=[session.code])).json()
    return list(replay(read_record(record)).state.scores)


def test_recorded_ron_moves_points(phone: Phone, table: Session) -> None:
    answer = phone.confirm(table, ron(1, 2))
    assert answer.status_code == 302
    # 3 han 40 fu, non-dealer: 5200 (published han-fu table)
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_repeated_key_records_one_hand(phone: Phone, table: Session) -> None:
    key = str(uuid4())
    for _again in range(3):
        answer = phone.confirm(table, ron(1, 2), number=1, version=0, played=0, key=key)
        assert answer.status_code == 302
    assert table.hands.count() == 1


def test_stale_version_is_refused_and_keeps_what_was_typed(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    other_phone.join(table)
    other_phone.confirm(table, ron(1, 2))
    answer = phone.confirm(table, ron(3, 0, han=2, fu=30), number=1, version=0, played=0)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert table.hands.count() == 1
    assert "Another phone recorded hand 1 meanwhile" in page
    assert "Dina wins by ron on Aiko, 2 han 30 fu" in page
    # confirming again now records it as the second hand
    assert phone.confirm(table, ron(3, 0, han=2, fu=30)).status_code == 302
    assert table.hands.count() == 2


def test_a_phone_that_recorded_a_hand_itself_is_told_of_no_other(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    late = phone.confirm(table, ron(3, 0, han=2, fu=30), number=1, version=0, played=0)
    draft = {"draft": json.dumps({"type": "win", "wins": [{"winner": 3}]})}
    back = phone.get(reverse("tables:entry", args=[table.code, 1]), draft)
    for answer in (late, back):
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Hand 1 is already recorded." in page
        assert "Another phone recorded" not in page
        assert "Theirs" not in page
    assert table.hands.count() == 1


@pytest.mark.parametrize(
    "draft",
    [
        {"type": "win", "wins": [{"winner": 3}]},
        {"type": "win", "wins": [{"winner": 3, "from": 0}]},
        ron(3, 0, han=2, fu=30),
    ],
    ids=["who", "from whom", "whole"],
)
def test_whoever_is_in_the_middle_of_a_hand_that_another_phone_records_is_told_and_corrects_nothing(
    phone: Phone, other_phone: Phone, table: Session, draft: dict[str, Any]
) -> None:
    other_phone.join(table)
    other_phone.confirm(table, ron(1, 2))
    answer = phone.get(reverse("tables:entry", args=[table.code, 1]), {"draft": json.dumps(draft)})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409
    assert "Another phone recorded hand 1 meanwhile" in page
    assert "Benoît wins by ron on Chen" in page
    assert "Confirm the correction" not in page
    # what was tapped goes on as the hand to come, and only a link that says so corrects
    links = [urlsplit(link) for link in re.findall(r'href="(/t/\w+/hand/[^"]+)"', page)]
    assert f'action="/t/{table.code}/hand/2/"' in page or any("/hand/2/" in link.path for link in links)
    assert all("/hand/2/" in link.path or "correct=1" in link.query for link in links)
    # and its steps are not those of a correction
    asked = {"draft": json.dumps(draft)}
    assert phone.get(reverse("tables:steps", args=[table.code, 1]), asked).json()["screens"] == {}
    tiles = phone.get(reverse("tables:step", args=[table.code, 1, "tiles"]), asked)
    assert tiles["Location"].startswith(f"/t/{table.code}/hand/1/?draft=")


def test_impossible_hand_answers_422_and_writes_nothing(phone: Phone, table: Session) -> None:
    answer = phone.confirm(table, ron(1, 1))
    assert answer.status_code == 422
    assert table.hands.count() == 0
    assert Session.objects.get(pk=table.pk).version == 0


def test_correction_of_the_first_hand_settles_all_later_ones(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(0, 1))  # dealer 7700, one honba follows
    phone.confirm(table, ron(0, 1))  # 7700 + 300
    assert scores(table) == [40700, 9300, 25000, 25000]
    phone.confirm(table, ron(2, 1), number=1)  # Chen had won: the deal passes, no honba
    # hand 1: 5200 from 1 to 2. hand 2, dealer now seat 1: seat 0 wins 5200 from 1
    assert scores(table) == [30200, 14600, 30200, 25000]
    assert [hand.result["label"] for hand in table.hands.all()] == ["E1", "E2"]
    assert scores(table) == replayed_scores(phone, table)


def test_correction_keeps_who_when_from_to(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(0, 1))
    phone.confirm(table, ron(2, 1), number=1)
    revision = table.revisions.get(action=Revision.Action.CORRECT)
    assert revision.before["wins"][0]["winner"] == 0
    assert revision.after["wins"][0]["winner"] == 2
    assert revision.made_by is not None
    page = phone.get(reverse("tables:log", args=[table.code])).content.decode()
    assert "hand corrected" in page
    assert "Aiko wins by ron on Benoît, 3 han 40 fu" in page


def test_correction_that_makes_a_later_hand_impossible_changes_nothing(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 2, riichi=[3]))
    stored = scores(table)
    # a dealer's sanbaiman is 36,000: Dina would have been bust, and hand 2 never dealt
    bust = {"type": "win", "wins": [{"winner": 0, "from": 3, "limit": "sanbaiman"}]}
    answer = phone.confirm(table, bust, number=1)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Hand 2: The game had ended before hand 2" in page
    assert scores(table) == stored
    assert not table.revisions.filter(action=Revision.Action.CORRECT).exists()


def test_inserted_hand_takes_its_place(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    answer = phone.confirm(table, draw(0, 1), number=1, insert=1)
    assert answer.status_code == 302
    assert [hand.outcome["type"] for hand in table.hands.all()] == ["draw", "win"]
    assert [hand.result["label"] for hand in table.hands.all()] == ["E1", "E1-1"]
    assert scores(table) == replayed_scores(phone, table)


def test_deleted_hand_is_gone_and_later_ones_move_up(phone: Phone, table: Session) -> None:
    for outcome in (draw(0, 1), ron(1, 2), ron(3, 0)):
        phone.confirm(table, outcome)
    url = reverse("tables:delete", args=[table.code, 2])
    page = phone.get(url)
    assert page.status_code == 200
    version = Session.objects.get(pk=table.pk).version
    assert phone.post(url, {"number": 2, "version": version, "key": str(uuid4())}).status_code == 302
    assert [hand.number for hand in table.hands.all()] == [1, 2]
    assert scores(table) == replayed_scores(phone, table)


def test_undo_puts_the_riichi_sticks_back_on_the_table(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, riichi=[1, 3]))
    version = Session.objects.get(pk=table.pk).version
    phone.post(
        reverse("tables:undo", args=[table.code]), {"number": 1, "version": version, "key": str(uuid4())}
    )
    fresh = Session.objects.get(pk=table.pk)
    assert fresh.hands.count() == 0
    assert fresh.riichi_out == [1, 3]
    assert scores(table) == [25000] * 4


def test_swapped_players_take_over_the_scores(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    version = Session.objects.get(pk=table.pk).version
    url = reverse("tables:swap", args=[table.code])
    assert phone.post(url, {"one": 1, "other": 3, "version": version, "key": str(uuid4())}).status_code == 302
    names = [seat.player.name for seat in table.seats.all()]
    assert names == ["Aiko", "Dina", "Chen", "Benoît"]
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_swapped_players_take_their_hands_and_scores_along(phone: Phone, table: Session) -> None:
    # E1: Benoît rons Chen, 3 han 40 fu: 5,200 (published han-fu table); Aiko's riichi stick lies there
    phone.confirm(table, ron(1, 2, riichi=[0]))
    url = reverse("tables:swap", args=[table.code])
    look = html.unescape(phone.get(url, {"one": 0, "other": 1, "along": 1}).content.decode())
    assert "before 24,000" in look
    version = Session.objects.get(pk=table.pk).version
    form = {"one": 0, "other": 1, "along": 1, "version": version, "key": str(uuid4())}
    assert phone.post(url, form).status_code == 302
    names = [seat.player.name for seat in table.seats.all()]
    assert names == ["Benoît", "Aiko", "Chen", "Dina"]
    # Benoît was East: as dealer his 3 han 40 fu are 7,700, with Aiko's stick; the deal stays with him
    assert scores(table) == [33700, 24000, 17300, 25000]
    hand = table.hands.get()
    assert (hand.outcome["wins"][0]["winner"], hand.outcome["riichi"], hand.result["label"]) == (0, [1], "E1")
    assert scores(table) == replayed_scores(phone, table)
    board = re.sub(
        r"<[^>]+>|\s+", " ", phone.get(reverse("tables:table", args=[table.code])).content.decode()
    )
    assert re.search(r"Chen pays Benoît 2,500 The table was changed", re.sub(" +", " ", html.unescape(board)))
    log = html.unescape(phone.get(reverse("tables:log", args=[table.code])).content.decode())
    assert "Seats swapped, with hands and scores" in log


def test_rebuilt_figures_equal_the_stored_ones(phone: Phone, table: Session) -> None:
    for outcome in (ron(0, 1, riichi=[2]), draw(0, 2), ron(3, 2), ron(1, 0, han=5, fu=30)):
        phone.confirm(table, outcome)
    phone.confirm(table, draw(1), number=2)
    stored = list(table.hands.values_list("number", "outcome", "result"))
    state, by_seat = Session.objects.get(pk=table.pk).state, scores(table)
    Hand.objects.update(result={"label": "?"})
    Session.objects.update(state={**state, "scores": [0, 0, 0, 0]})
    table.seats.update(score=1)
    call_command("rebuild", verbosity=0)
    assert list(table.hands.values_list("number", "outcome", "result")) == stored
    assert Session.objects.get(pk=table.pk).state == state
    assert scores(table) == by_seat


def test_one_hand_per_number_is_held_by_the_database(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Hand.objects.create(session=table, number=1, outcome={}, result={})


def test_preset_changed_later_never_changes_a_played_game(
    phone: Phone, table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.confirm(table, ron(1, 2))
    before = scores(table)
    preset = table.game.find_preset("club")
    changed = preset.rules.with_options({"starting_points": 50000})
    object.__setattr__(preset, "rules", changed)
    try:
        call_command("rebuild", verbosity=0)
        assert scores(table) == before
        record = phone.get(reverse("tables:record", args=[table.code])).json()
        assert record["rules"] == {"starting_points": 25000}
    finally:
        object.__setattr__(preset, "rules", changed.with_options({"starting_points": 25000}))


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_record_one_hand() -> None:
    phone = Phone()
    session = phone.open_table()
    outcomes = [ron(1, 2), ron(3, 0)]
    answers: list[str] = []

    def submit(outcome: dict) -> None:
        try:
            record_hand(session.pk, Submission(uuid4(), 0, None), outcome)
            answers.append("recorded")
        except StalePage:
            answers.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=submit, args=[outcome]) for outcome in outcomes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["recorded", "stale"]
    assert session.hands.count() == 1


def test_every_change_has_its_version_without_a_gap(phone: Phone, table: Session) -> None:
    for outcome in (ron(0, 1), draw(0)):
        phone.confirm(table, outcome)
    phone.confirm(table, draw(1), number=1)
    versions = list(table.revisions.values_list("version", flat=True))
    assert versions == list(range(1, len(versions) + 1))
    assert Session.objects.get(pk=table.pk).version == len(versions)


def test_record_download_is_a_game_record(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(0, 1, riichi=[0]))
    answer = phone.get(reverse("tables:record", args=[table.code]))
    record = json.loads(answer.content)
    assert record["players"] == ["Aiko", "Benoît", "Chen", "Dina"]
    assert replay(read_record(record)).state.scores == (32700, 17300, 25000, 25000)
