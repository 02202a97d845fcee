"""The six-player entry without JavaScript: events at once, corrections, the end of a round, undo.

Points are those of RULES.md section 5 (seed 004); whole rounds are worked out in docs/rules/six.md.
"""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .six_phone import (
    FIVE_WINNERS,
    SIX,
    board,
    close,
    drafts_on,
    note,
    pending,
    put,
    shown_scores,
    step,
    text,
)


@pytest.fixture
def six(phone: Phone) -> Session:
    """A six-player table that has started."""
    return phone.open_table("six", names=SIX)


def test_a_win_takes_three_taps_and_is_paid_at_once(phone: Phone, six: Session) -> None:
    seat = {"edit": {"event": {"seat": 3}}}
    assert seat in drafts_on(board(phone, six))  # tap 1
    source = {"edit": {"event": {"type": "win", "seat": 3, "from": 1}}}
    assert source in drafts_on(text(step(phone, six, seat)))  # tap 2
    sheet = text(step(phone, six, source))
    assert re.search(r'name="class" value="pure"[^>]*>\s*<span>Pure hand</span>\s+<b>4</b>', sheet)
    note(phone, six, "put", source, **{"class": "pure"})  # tap 3
    page = board(phone, six)
    assert shown_scores(page) == dict(zip(SIX, [0, -4, 0, 4, 0, 0], strict=True))
    assert "Dina wins on Benoît’s discard: pure hand" in page
    assert "4 from Benoît" in page
    assert "won 1st" in page


def test_kongs_are_paid_at_once_by_those_still_in(phone: Phone, six: Session) -> None:
    page = text(step(phone, six, {"edit": {"event": {"seat": 2}}}))
    assert 'name="kind" value="concealed"' in page
    note(phone, six, "put", {"edit": {"event": {"seat": 2}}}, kind="concealed")
    # concealed: 2 from each of five; then Dina is out and pays no kong
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-2, -2, 10, -2, -2, -2], strict=True))
    put(phone, six, FIVE_WINNERS[1])
    note(phone, six, "put", {"edit": {"event": {"seat": 5}}}, kind="exposed")
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-3, -7, 9, 2, -3, 2], strict=True))
    claimed = {"edit": {"event": {"type": "kong", "seat": 0, "kind": "claimed"}}}
    sheet = text(step(phone, six, claimed))
    assert 'name="discarder" value="4"' in sheet
    assert 'name="discarder" value="3"' not in sheet  # Dina has won and discards no more
    note(phone, six, "put", claimed, discarder="4")
    page = board(phone, six)
    assert shown_scores(page) == dict(zip(SIX, [-1, -7, 9, 2, -5, 2], strict=True))
    assert "1 each from Aiko, Benoît, Chen and Emil" in page


def test_classes_show_what_they_pay_with_the_kongs_already_laid(phone: Phone, six: Session) -> None:
    put(phone, six, {"type": "kong", "seat": 1, "kind": "concealed"})
    own_draw = {"edit": {"event": {"type": "win", "seat": 1, "from": None}}}
    sheet = text(step(phone, six, own_draw))
    # RULES.md: a chow hand with the kong is 1 x 2, on its replacement 1 x 2 x 2 from each of five: +20
    assert re.search(
        r'value="chows"[^>]*>\s*<span>One or two chows</span>\s+<b>10</b>\s+<small>2 from each', sheet
    )
    assert "does not fit" in sheet  # four pairs hold no kong
    turned = [draft for draft in drafts_on(sheet) if draft.get("edit", {}).get("event", {}).get("on_kong")]
    assert re.search(
        r'value="chows"[^>]*>\s*<span>[^<]+</span>\s+<b>20</b>', text(step(phone, six, turned[0]))
    )
    # on a discard nobody can finish on a replacement tile
    discarded = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 1, "from": 2}}}))
    assert "On a kong" not in discarded


def test_the_first_discard_is_offered_only_while_it_can_be(phone: Phone, six: Session) -> None:
    page = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 3, "from": 2}}}))
    assert "First discard" in page
    put(phone, six, {"type": "kong", "seat": 0, "kind": "claimed", "from": 1})
    page = text(step(phone, six, {"edit": {"event": {"type": "win", "seat": 3, "from": 2}}}))
    assert "First discard" not in page


def test_two_wins_on_one_discard_are_both_paid(phone: Phone, six: Session) -> None:
    # docs/rules/six.md, "Two wins on the first discard": 4 x 4 and 4 x 2 x 2 x 4 from Chen
    put(phone, six, {"type": "win", "seat": 3, "from": 2, "hand": "pure", "first_discard": True})
    page = board(phone, six)
    assert "Another win on this discard" in page
    another = {"edit": {"event": {"type": "win", "from": 2, "first_discard": True}}}
    assert another in drafts_on(page)
    who = step(phone, six, another)
    fourth = {"edit": {"event": {"type": "win", "from": 2, "first_discard": True, "seat": 4}}}
    assert fourth in drafts_on(text(who))
    assert not any(
        draft["edit"]["event"].get("seat") in (2, 3) for draft in drafts_on(text(who)) if "edit" in draft
    )
    fourth["edit"]["event"]["four_identical"] = 2
    note(phone, six, "put", fourth, **{"class": "four_pairs"})
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [0, 0, -80, 16, 64, 0], strict=True))


def test_an_impossible_event_is_refused_with_what_was_entered(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    again = {"edit": {"event": {"type": "win", "seat": 0, "from": 2, "kongs": 2, "first_discard": True}}}
    answer = note(phone, six, "put", again, **{"class": "pure"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Tiles had been discarded before this win." in page
    assert "Aiko on Chen’s discard" in page  # the sheet is up again, with two kongs and the first discard
    assert re.search(r'id="choice-rare-2-0"[^>]*aria-current="true"[^>]*>×16', page)
    assert len(pending(six)) == 1


def test_a_correction_that_makes_a_later_event_impossible_says_which_and_why(
    phone: Phone, six: Session
) -> None:
    put(phone, six, FIVE_WINNERS[0])
    put(phone, six, FIVE_WINNERS[1])
    put(phone, six, {"type": "kong", "seat": 5, "kind": "exposed"})
    # not Chen's kong but a win of Fatou's: then her kong after it cannot be
    draft = {"edit": {"at": 0, "over": True, "event": {"type": "win", "seat": 5, "from": None}}}
    answer = note(phone, six, "put", draft, **{"class": "chows"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Event 3 (Fatou: exposed kong) cannot stay as it is" in page
    assert "already won" in page
    assert "Instead of: Chen: concealed kong" in page
    assert pending(six)[0] == FIVE_WINNERS[0]


def test_events_are_changed_removed_and_put_in_between(phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[1])
    put(phone, six, FIVE_WINNERS[2])
    page = text(step(phone, six, {"look": 0}))
    assert "4 from Benoît" in page
    changed = {"type": "win", "seat": 3, "from": 1, "hand": "pure", "kongs": 0}
    assert {"edit": {"at": 0, "over": True, "event": changed}} in drafts_on(page)
    note(phone, six, "put", {"edit": {"at": 0, "over": True, "event": changed}}, **{"class": "four_pairs"})
    note(phone, six, "put", {"edit": {"at": 0, "event": {"seat": 3}}}, kind="exposed")
    assert [event.get("kind") or event["hand"] for event in pending(six)] == [
        "exposed",
        "four_pairs",
        "exposed",
    ]
    # the kong before the win is held in no hand of four pairs: the players are told
    assert "entered in this round: 1" in board(phone, six)
    note(phone, six, "remove", {"look": 2})
    assert shown_scores(board(phone, six)) == dict(zip(SIX, [-1, -5, -1, 9, -1, -1], strict=True))


def test_a_phone_that_saw_less_is_told_and_keeps_its_entry(
    phone: Phone, other_phone: Phone, six: Session
) -> None:
    draft = {"edit": {"event": {"type": "win", "seat": 0, "from": 2}}}
    put(phone, six, FIVE_WINNERS[1])
    answer = note(phone, six, "put", draft, version=0, **{"class": "pure"})
    assert answer.status_code == 409
    page = text(answer)
    assert "Aiko on Chen’s discard" in page
    assert "The table has changed meanwhile." in page
    assert shown_scores(page)["Dina"] == 4  # the table as it is now
    assert len(pending(six)) == 1


def test_a_repeated_key_notes_once(phone: Phone, six: Session) -> None:
    key = str(uuid4())
    for _time in range(2):
        answer = note(
            phone, six, "put", {"edit": {"event": {"seat": 2}}}, kind="concealed", key=key, version=0
        )
        assert answer.status_code == 302
    assert len(pending(six)) == 1


def test_the_dice_name_the_wall(phone: Phone, six: Session) -> None:
    page = text(step(phone, six, {"throw": {"first": 2, "second": 5}}))
    assert "The smaller die is 2: skip 2 tiles along that wall" in page
    assert note(phone, six, "dice", {"throw": {}}, first="7", second="").status_code == 422
    note(phone, six, "dice", {"throw": {"first": 2, "second": 5}}, first="2", second="5")
    assert "dice 2 + 5" in board(phone, six)


def test_a_viewer_sees_the_events_and_changes_none(phone: Phone, other_phone: Phone, six: Session) -> None:
    put(phone, six, FIVE_WINNERS[0])
    share = text(phone.get(reverse("tables:share", args=[six.code])))
    links = re.findall(r"/t/[^\s\"<]+/join/[^\s\"<]+/", share)
    for link in links:
        other_phone.get(link, follow=True)
        page = board(other_phone, six)
        if "Tap a seat to compare" in page:
            assert "Chen: concealed kong" in page
            assert shown_scores(page)["Chen"] == 10
            assert not drafts_on(page)
            return
        other_phone.cookies.clear()
    pytest.fail("no link for viewers")


JUNK_DRAFTS = (
    {"edit": 1},
    {"edit": {"event": {"seat": 9}}},
    {"edit": {"event": {"type": "chow"}}},
    {"edit": {"event": {"seat": 1}, "at": -1}},
    {"look": "x"},
    {"throw": {"first": 9}},
    {"tenpai": [{"seat": 7}]},
    {"type": "draw"},
    {"nonsense": 1},
)


@pytest.mark.parametrize("draft", JUNK_DRAFTS, ids=json.dumps)
def test_a_draft_no_screen_made_is_not_found(phone: Phone, six: Session, draft: Any) -> None:
    assert step(phone, six, draft).status_code == 404
    close(phone, six, {"type": "round"})
    assert step(phone, six, draft, number=1).status_code == 404


@pytest.mark.parametrize("events", [1, [1], [{"type": "win"}], [{"type": "kong", "seat": 1}], [{}] * 30])
def test_events_that_are_none_are_not_found(phone: Phone, six: Session, events: Any) -> None:
    close(phone, six, {"type": "round"})
    assert step(phone, six, {"type": "round", "events": events}, correct=1).status_code == 404
    assert phone.confirm(six, {"type": "round", "events": events}, number=1).status_code == 404


@pytest.mark.parametrize(
    ("what", "draft", "fields"),
    [
        ("put", {}, {}),
        ("put", {"edit": {"event": {}}}, {"kind": "concealed"}),
        ("put", {"edit": {"event": {"seat": 1}}}, {"kind": "huge"}),
        ("put", {"edit": {"event": {"seat": 1}}}, {"class": "royal"}),
        ("put", {"edit": {"event": {"type": "kong", "seat": 1, "kind": "claimed"}}}, {"discarder": "x"}),
        ("remove", {"look": 5}, {}),
        ("remove", {"look": True}, {}),
        ("dance", {}, {}),
        ("put", "x", {}),
    ],
)
def test_a_form_no_screen_made_notes_nothing(
    phone: Phone, six: Session, what: str, draft: Any, fields: dict[str, str]
) -> None:
    assert note(phone, six, what, draft, **fields).status_code in (404, 422)
    assert "events" not in Session.objects.get(pk=six.pk).pending


def test_who_was_taken_for_the_discarder_may_have_won(phone: Phone, six: Session) -> None:
    """Of the last win nobody else is left: winner and discarder were entered the wrong way round."""
    phone.confirm(six, {"type": "round", "events": FIVE_WINNERS[:6]}, number=1)
    other = {
        "type": "round",
        "events": FIVE_WINNERS[:6],
        "edit": {"at": 5, "over": True, "event": {"type": "win", "from": 5}},
    }
    page = text(step(phone, six, other, correct=1))
    seat = page[: page.index("discarded</b>")].rsplit("<a ", 1)[1]
    assert "Fatou" in seat
    again = next(draft for draft in drafts_on(page) if draft.get("edit", {}).get("event") == {"seat": 5})
    page = text(step(phone, six, again, correct=1))
    assert "Who discarded? Or which kong?" in page
    assert {"type": "win", "seat": 5, "from": 2} in [
        draft["edit"]["event"] for draft in drafts_on(page) if "edit" in draft
    ]
