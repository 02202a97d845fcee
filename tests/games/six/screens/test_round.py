"""A six-player round as a whole, without JavaScript: its end, undo, correction, insertion, the record.

Points are those of RULES.md section 5 (seed 004); whole rounds are worked out in docs/rules/six.md.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.rules.record import read_record, replay
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, scores

from .six_phone import (
    AFTER_FIVE,
    FIVE_WINNERS,
    SIX,
    board,
    close,
    drafts_on,
    note,
    pending,
    put,
    put_all,
    shown_scores,
    step,
    text,
)

OPTIONS = {
    "option-starting_points": "0",
    "option-first_discard": "win",
    "option-pure_four_pairs": "highest",
    "option-furiten": "tile",
}


@pytest.fixture
def six(phone: Phone) -> Session:
    """A six-player table that has started."""
    return phone.open_table("six", names=SIX)


def test_five_winners_close_the_round_and_the_first_is_east(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    page = board(phone, six)
    assert "Five have won" in page
    assert "Next: round 2, with Dina as East" in page
    close(phone, six)
    assert scores(six) == AFTER_FIVE
    session = Session.objects.get(pk=six.pk)
    assert session.table.dealer == 3
    assert session.pending == {}
    log = text(phone.get(reverse("tables:log", args=[six.code])))
    assert "2. Dina wins on Benoît’s discard: pure hand" in log
    assert "4. Aiko: kong on Emil’s discard" in log


def test_the_empty_wall_pays_tenpai_and_draws_east_by_lot(phone: Phone, six: Session) -> None:
    # docs/rules/six.md, "The empty wall", without the 100 points to start
    put(phone, six, {"type": "kong", "seat": 1, "kind": "concealed"})
    wall: dict[str, Any] = {"type": "round"}
    assert wall in drafts_on(board(phone, six))
    page = text(step(phone, six, wall))
    lots = {draft["next_east"] for draft in drafts_on(page) if "next_east" in draft}
    assert lots == set(range(6))  # a choice of each, and the lot
    wall["tenpai"] = [{"seat": 0, "all_pungs": False}]
    assert wall in drafts_on(page)
    wall["tenpai"].append({"seat": 3, "all_pungs": True})
    page = text(step(phone, six, wall))
    assert "1 each from Benoît, Chen, Emil and Fatou" in page
    assert "2 each from Emil, Fatou, Benoît and Chen" in page
    close(phone, six, {**wall, "next_east": 4})
    assert scores(six) == [2, 7, -5, 6, -5, -5]
    assert Session.objects.get(pk=six.pk).table.dealer == 4
    assert "East by lot: Emil" in text(phone.get(reverse("tables:log", args=[six.code])))


def test_who_won_is_not_asked_for_tenpai(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    page = text(step(phone, six, {"type": "round"}))
    assert 'id="tenpai-3"' not in page
    assert 'id="tenpai-2"' in page
    assert "who is East next" not in page


def test_undo_takes_the_last_event_then_reopens_the_round(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    undo = reverse("tables:undo", args=[six.code])
    put(phone, six, {"type": "kong", "seat": 2, "kind": "concealed"})
    assert {"look": 0} in drafts_on(board(phone, six))
    # with events on the table the round before is not taken back: they would be lost
    version = Session.objects.get(pk=six.pk).version
    answer = phone.post(undo, {"number": 1, "version": version, "key": str(uuid4())})
    assert answer.status_code == 422
    assert len(pending(six)) == 1
    note(phone, six, "remove", {"look": 0})
    assert undo in board(phone, six)
    phone.post(undo, {"number": 1, "version": version + 1, "key": str(uuid4())})
    assert pending(six) == FIVE_WINNERS
    assert scores(six) == [0] * 6
    page = board(phone, six)
    assert "Five have won" in page
    assert shown_scores(page) == dict(zip(SIX, AFTER_FIVE, strict=True))


def test_an_undone_wall_is_there_again(phone: Phone, six: Session) -> None:
    wall = {"type": "round", "tenpai": [{"seat": 3, "all_pungs": True}], "next_east": 4}
    close(phone, six, wall)
    phone.post(reverse("tables:undo", args=[six.code]), {"number": 1, "version": 1, "key": str(uuid4())})
    assert wall in drafts_on(board(phone, six))


def test_stopping_does_not_lose_the_events_of_the_round(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[0])
    stop = reverse("tables:close", args=[six.code])
    assert phone.post(stop, {"version": 1, "key": str(uuid4())}).status_code == 422
    assert len(pending(six)) == 1
    close(phone, six, {"type": "round"})
    assert phone.post(stop, {"version": 2, "key": str(uuid4())}).status_code == 302
    assert Session.objects.get(pk=six.pk).table.ended == "closed"


@pytest.mark.parametrize("page", ["close", "undo"])
def test_notes_in_the_way_are_finished_or_dropped(phone: Phone, six: Session, page: str) -> None:
    close(phone, six, {"type": "round", "tenpai": [{"seat": 3, "all_pungs": True}]})
    put(phone, six, FIVE_WINNERS[0])
    shown = text(phone.get(reverse(f"tables:{page}", args=[six.code])))
    assert "Finish the hand being played" in shown
    assert f'action="{reverse(f"tables:{page}", args=[six.code])}"' not in shown
    assert "End the game</button>" not in shown
    now = Session.objects.get(pk=six.pk)
    form = {"version": now.version, "hand": now.next_row_number, "key": str(uuid4()), "back": page}
    drop = reverse("tables:drop_notes", args=[six.code])
    answer = phone.post(drop, {**form, "version": now.version - 1})  # another phone noted something since
    assert len(pending(six)) == 1
    answer = phone.post(drop, form, follow=True)
    assert Session.objects.get(pk=six.pk).pending == {}
    assert answer.redirect_chain == [(reverse(f"tables:{page}", args=[six.code]), 302)]
    assert "Finish the hand being played" not in text(answer)
    for junk in ({}, {**form, "hand": "x"}, {**form, "version": "x"}):
        assert phone.post(drop, junk).status_code == 404


def test_a_win_on_the_replacement_is_offered_after_a_kong(phone: Phone, six: Session) -> None:
    put(phone, six, {"type": "kong", "seat": 2, "kind": "concealed"})
    win = {"type": "win", "seat": 2, "from": None, "on_kong": True}
    assert {"edit": {"event": win}} in drafts_on(board(phone, six))
    assert "Chen wins on the kong’s replacement" in board(phone, six)
    assert put(phone, six, {**win, "hand": "chows", "kongs": 1}).status_code == 302
    # RULES.md 5: the replacement completes a chow hand, 1 x 2 x 2 from each of five, after +10 for the kong
    assert shown_scores(board(phone, six))["Chen"] == 30
    assert "on the kong’s replacement" not in board(phone, six)


def test_a_replacement_tile_tells_of_its_kong(phone: Phone, six: Session) -> None:
    sheet = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 0, "from": None}}}))
    turned = {"type": "win", "seat": 0, "from": None, "kongs": 1, "on_kong": True}
    assert {"edit": {"event": turned}} in drafts_on(sheet)


def test_a_stored_round_is_corrected_by_the_same_screens(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    page = text(phone.get(reverse("tables:entry", args=[six.code, 1])))
    look = next(draft for draft in drafts_on(page) if draft.get("look") == 6)
    page = text(step(phone, six, look, correct=1))
    change = next(draft for draft in drafts_on(page) if draft.get("edit", {}).get("event", {}).get("hand"))
    page = text(step(phone, six, change, correct=1))
    corrected = next(
        draft
        for draft in drafts_on(page)
        if "edit" not in draft
        and draft["events"][6:7]
        and draft["events"][6]["hand"] == "all_pungs_terminals"
    )
    page = text(step(phone, six, corrected, correct=1))
    assert "Confirm the correction" in page
    phone.confirm(six, corrected, number=1)
    # 16 instead of 8 from each of Emil and Fatou
    assert scores(six) == [31, 17, 3, 2, -21, -32]


def test_a_correction_with_an_impossible_event_has_no_button_and_says_why(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    events = [{"type": "win", "seat": 5, "from": None, "hand": "chows"}, *FIVE_WINNERS[1:]]
    answer = step(phone, six, {"type": "round", "events": events}, correct=1)
    assert answer.status_code == 422
    page = text(answer)
    assert "Event 3 (Fatou: exposed kong) cannot stay as it is" in page
    assert "Confirm the correction" not in page
    assert phone.confirm(six, {"type": "round", "events": events}, number=1).status_code == 422
    assert scores(six) == AFTER_FIVE


def test_a_round_is_inserted_by_the_same_screens(phone: Phone, six: Session) -> None:
    close(phone, six, {"type": "round", "next_east": 2})
    page = text(phone.get(reverse("tables:entry", args=[six.code, 1]), {"insert": 1}))
    seat = next(d for d in drafts_on(page) if d.get("edit", {}).get("event") == {"seat": 2})
    page = text(step(phone, six, seat, insert=1))
    kong = next(d for d in drafts_on(page) if d.get("events"))
    assert kong["events"] == [{"type": "kong", "seat": 2, "kind": "concealed"}]
    assert phone.confirm(six, kong, number=1, insert=1).status_code == 302
    assert scores(six) == [-2, -2, 10, -2, -2, -2]


def test_the_record_replays_to_the_scores_shown(phone: Phone, six: Session) -> None:
    note(phone, six, "dice", {"throw": {"first": 2, "second": 5}}, first="2", second="5")
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    put(phone, six, {"type": "kong", "seat": 1, "kind": "exposed"})
    close(phone, six, {"type": "round", "tenpai": [{"seat": 3, "all_pungs": True}], "next_east": 5})
    record = json.loads(phone.get(reverse("tables:record", args=[six.code])).content)
    assert record["hands"][0]["dice"] == [2, 5]
    played = replay(read_record(record))
    assert dict(zip(SIX, played.state.scores, strict=True)) == shown_scores(board(phone, six))
    assert played.state.dealer == 5


def test_rounds_agreed_end_the_session(phone: Phone) -> None:
    six = phone.open_table("six", names=SIX, **OPTIONS | {"option-rounds": "1"})
    close(phone, six, {"type": "round"})
    assert Session.objects.get(pk=six.pk).table.ended == "last_hand"


def test_the_next_east_is_agreed_though_somebody_won(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    page = board(phone, six)
    assert "East next: Dina" in page
    agreed = {"type": "round", "next_east": 5}
    assert agreed in drafts_on(page)
    sheet = text(step(phone, six, agreed))
    assert "Next: round 2, with Fatou as East" in sheet
    assert "East was agreed: by the rules the first winner is East." in sheet
    close(phone, six, agreed)
    assert Session.objects.get(pk=six.pk).table.dealer == 5
    log = text(phone.get(reverse("tables:log", args=[six.code])))
    assert "East next, as agreed: Fatou" in log


def test_points_are_typed_as_the_table_read_them(phone: Phone, six: Session) -> None:
    win = {"type": "win", "seat": 3, "from": 1, "kongs": 0}
    assert "Points as the table counted them" in text(step(phone, six, {"edit": {"event": win}}))
    answer = note(phone, six, "put", {"edit": {"event": win}}, points="12")
    assert answer.status_code == 302
    page = board(phone, six)
    assert "Dina wins on Benoît’s discard: 12 points" in page
    assert shown_scores(page)["Dina"] == 12
    # a class chosen afterwards counts again
    answer = note(phone, six, "put", {"edit": {"event": win, "at": 0, "over": True}}, **{"class": "pure"})
    assert answer.status_code == 302
    assert shown_scores(board(phone, six))["Dina"] == 4


@pytest.mark.parametrize("typed", ["", "0", "twelve", "-3", "99999999"])
def test_points_that_are_none_are_refused_and_nothing_is_lost(phone: Phone, six: Session, typed: str) -> None:
    win = {"type": "win", "seat": 3, "from": 1, "kongs": 0}
    answer = note(phone, six, "put", {"edit": {"event": win}}, points=typed)
    assert answer.status_code == 422
    assert "Points as the table counted them" in text(answer)
    assert Session.objects.get(pk=six.pk).pending == {}


def test_a_table_that_multiplies_has_pure_four_pairs_and_the_first_discard_claimed(phone: Phone) -> None:
    house = {"option-pure_four_pairs": "product", "option-first_discard": "claim"}
    six = phone.open_table("six", names=SIX, **OPTIONS | house)
    sheet = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 3, "from": None}}}))
    assert "Pure four pairs" in sheet
    assert "First discard claimed" in sheet
    event = {"type": "win", "seat": 3, "from": None, "first_discard": True}
    assert note(phone, six, "put", {"edit": {"event": event}}, **{"class": "pure"}).status_code == 302
    assert shown_scores(board(phone, six))["Dina"] == 5 * 16


def test_points_are_typed_into_a_stored_round_too(phone: Phone, six: Session) -> None:
    put_all(phone, six, FIVE_WINNERS)
    close(phone, six)
    page = text(step(phone, six, {"type": "round", "events": FIVE_WINNERS, "look": 1}, correct=1))
    change = next(draft for draft in drafts_on(page) if draft.get("edit", {}).get("event", {}).get("hand"))
    assert "Points as the table counted them" in text(step(phone, six, change, correct=1))
    typing = reverse("tables:entry", args=[six.code, 1])
    wrong = phone.get(typing, {"draft": json.dumps(change), "correct": "1", "points": "none"})
    assert wrong.status_code == 422
    assert "Type a whole number from 1 to 10000." in text(wrong)
    right = phone.get(typing, {"draft": json.dumps(change), "correct": "1", "points": "12"}, follow=True)
    assert "12 points" in text(right)
    events = [FIVE_WINNERS[0], {**FIVE_WINNERS[1], "points": 12}, *FIVE_WINNERS[2:]]
    assert next(draft for draft in drafts_on(text(right)) if "look" in draft)["events"][1]["points"] == 12
    nobodys = json.dumps({**change, "edit": {"event": {}}})
    assert phone.get(typing, {"draft": nobodys, "correct": "1", "points": "12"}).status_code == 404
    phone.confirm(six, {"type": "round", "events": events}, number=1)
    assert scores(six) == [31, 1 - 8, 3, 2 + 8, -13, -24]


def test_doubtful_readings_stand_open_where_a_table_is_opened(phone: Phone) -> None:
    page = text(phone.get(reverse("tables:new"), {"variant": "six"}))
    readings, options = page.split('name="option-starting_points"')
    for name in ("first_discard", "pure_four_pairs", "furiten"):
        assert f'name="option-{name}"' in readings
        assert f'name="option-{name}"' not in options
