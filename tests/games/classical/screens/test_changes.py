"""Chinese classical afterwards: draws, undo, the log, corrections, insertions, and hostile addresses."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .classical_phone import (
    EAST,
    HANDS,
    WEST,
    begin,
    confirm,
    count,
    fresh,
    note,
    play_first_hand,
    shown,
    words,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(phone: Phone) -> Session:
    return phone.open_table("classical")


# --- draw, undo, log, corrections


def test_a_draw_keeps_its_dice_and_east(phone: Phone, table: Session) -> None:
    note(phone, table, "dice", one=6, two=6)
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    link = html.unescape(re.search(r'<a class="button" href="([^"]*draw[^"]*)"', page)[1])
    sheet = phone.get(link).content.decode()
    draft = html.unescape(re.search(r'name="draft" value="([^"]*)"', sheet)[1])
    phone.confirm(table, json.loads(draft))
    assert fresh(table).hands.get().outcome == {"type": "draw", "dice": [6, 6]}
    assert fresh(table).table.dealer == 0


def test_undo_reopens_the_hand_with_its_counts(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    phone.post(
        reverse("tables:undo", args=[table.code]),
        {"version": fresh(table).version, "number": 1, "key": str(uuid4())},
    )
    assert fresh(table).state["scores"] == [0, 0, 0, 0]
    assert re.search(r"S Benoît 68 ", shown(phone, table, {}, edit="1"))
    count(phone, table, {"seat": 2, "sets": "k5m"})
    confirm(phone, table)
    assert fresh(table).hands.get().result["hand_points"] == [32, 68, 8, 0]


def test_the_log_tells_dice_and_points(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    log = words(phone.get(reverse("tables:log", args=[table.code])))
    assert "Benoît wins on Dina’s discard, dice 3 and 4 (West dominant)" in log
    assert "Hands: Aiko 32, Benoît 68, Chen 12, Dina 0" in log


def links(
    phone: Phone, session: Session, draft: dict[str, Any] | None, label: str, number: int = 1
) -> list[str]:
    """The addresses behind a label on a step of a correction."""
    address = reverse("tables:entry", args=[session.code, number])
    page = phone.get(address, {"draft": json.dumps(draft)} if draft else {}).content.decode()
    found = re.findall(rf'<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*\s*{label}', page)
    return [html.unescape(one) for one in found]


def test_one_hand_is_counted_again_from_the_log(phone: Phone, table: Session) -> None:
    """Chen's hand becomes 8: the kong of 5 exposed alone. 60 from him to Benoît, and so on by RULES.md 2."""
    play_first_hand(phone, table)
    again = links(phone, table, None, "Count again")[2]
    sheet = phone.get(again).content.decode()
    assert "Chen’s hand" in html.unescape(sheet)
    outcome = fresh(table).hands.get().outcome
    outcome["hands"][2] = {"sets": [{"kind": "kong", "tile": "5m"}]}
    typed = {**outcome, "hands": outcome["hands"]}
    assert "Confirm the correction" in shown(phone, table, typed, number=1, correct="1")
    phone.confirm(table, typed, 1)
    # pairs: B-C 60, B-D 68, B-A 72; C-D 8; A-C 48; A-D 64
    assert fresh(table).state["scores"] == [40, 200, -100, -140]


def test_points_typed_into_a_correction(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    outcome = fresh(table).hands.get().outcome
    draft = {**outcome, "counting": {"seat": 2, "tab": "points"}}
    assert "Confirm the correction" in shown(phone, table, draft, number=1, correct="1", points="8")
    address = reverse("tables:entry", args=[table.code, 1])
    answer = phone.get(address, {"draft": json.dumps(draft), "points": "eight", "correct": "1"})
    assert answer.status_code == 422
    assert 'value="eight"' in answer.content.decode()


def test_winner_dice_or_everything_can_be_corrected(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    outcome = fresh(table).hands.get().outcome
    assert "The first die shows 2. And the other?" in shown(
        phone, table, {**outcome, "throw": {"of": "dice", "one": 2}}, number=1, correct="1"
    )
    # total 4: North is dominant, and Chen's pair of West is only the seat wind's: 8 + 2
    page = shown(phone, table, {**outcome, "dice": [2, 2]}, number=1, correct="1")
    assert "W Chen 10 " in page
    assert "Whose discard?" in shown(phone, table, {"type": "win", "winner": 2}, number=1, correct="1")
    assert "Draw: nobody wins" in shown(phone, table, {"type": "draw"}, number=1, correct="1")


def test_a_forgotten_hand_is_inserted(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    step = {"type": "win", "winner": 0, "from": None}
    assert "0 of 4 counted" in shown(phone, table, step, number=1, insert="1")
    outcome = {**step, "hands": [{"points": points} for points in (40, 20, 8, 0)]}
    # RULES.md 2: East wins with 40 against 20, 8 and 0
    assert re.search(
        r"Aiko \+184 .* Benoît −8 .* Chen −68 .* Dina −108 ",
        shown(phone, table, outcome, number=1, insert="1"),
    )


# --- hostile addresses


@pytest.mark.parametrize(
    "draft",
    [
        {"counting": 3},
        {"counting": {"seat": 7}},
        {"counting": {"seat": True}},
        {"counting": {"seat": 0, "sets": "x1z"}},
        {"counting": {"seat": 0, "sets": "c8m"}},
        {"counting": {"seat": 0, "sets": ".".join(["p1m"] * 20)}},
        {"counting": {"seat": 0, "tiles": "1m0z"}},
        {"counting": {"seat": 0, "tiles": "1"}},
        {"counting": {"seat": 0, "flowers": "55"}},
        {"counting": {"seat": 0, "by": ["magic"]}},
        {"counting": {"seat": 0, "by": [[]]}},
        {"counting": {"seat": 0, "kind": "pk"}},
        {"counting": {"seat": 0, "suit": ""}},
        {"counting": {"seat": 0, "points": 5}},
        {"throw": {"of": "third"}},
        {"throw": {"of": "dice", "one": 7}},
        {"throw": []},
        {"type": "abort"},
        {"type": "win", "winner": 9},
        {"type": "win", "winner": 0, "from": "1"},
        {"type": "win", "hands": [1, 2, 3, 4]},
        {"type": "win", "hands": {}},
        {"colour": "red"},
    ],
)
def test_an_address_no_screen_made_is_not_found(phone: Phone, table: Session, draft: dict[str, Any]) -> None:
    begin(phone, table)
    address = reverse("tables:entry", args=[table.code, 1])
    assert phone.get(address, {"draft": json.dumps(draft)}).status_code == 404


@pytest.mark.parametrize(
    "draft",
    [
        {"type": "win", "winner": 1, "from": 3, "hands": [{}, {}, {}, {}]},
        {
            "type": "win",
            "winner": 1,
            "from": 3,
            "hands": [{"points": "x"}, {"sets": 3}, {"sets": [[]]}, {"by": 1}],
        },
        {"type": "win", "winner": 1, "from": 3, "hands": [{"points": 10**12}] * 4},
        {
            "type": "win",
            "winner": 1,
            "from": 3,
            "hands": [{"sets": [{"kind": "pair", "tile": "9z"}]}] * 4,
        },
    ],
)
@pytest.mark.parametrize("number", [1, 2])
def test_an_impossible_hand_says_why(
    phone: Phone, table: Session, draft: dict[str, Any], number: int
) -> None:
    play_first_hand(phone, table)
    before = fresh(table).state
    answer = phone.confirm(table, draft, number, played=1)
    assert answer.status_code == 422
    assert 'class="alert"' in answer.content.decode()
    assert fresh(table).state == before


@pytest.mark.parametrize(
    "form",
    [
        {"note": "riddle"},
        {"note": "winner", "winner": "1", "from": "1"},
        {"note": "winner", "winner": "9", "from": "wall"},
        {"note": "winner", "winner": "1"},
        {"note": "count", "counting": "[]"},
        {"note": "count", "counting": "{"},
        {"note": "count"},
        {"note": "count", "counting": '{"seat":0,"sets":"p1z.p1z.zz"}'},
    ],
)
def test_a_note_no_form_made_is_not_found(phone: Phone, table: Session, form: dict[str, str]) -> None:
    begin(phone, table)
    before = fresh(table).pending
    assert note(phone, table, form.pop("note"), **form).status_code == 404
    assert fresh(table).pending == before


def test_counts_are_not_lost_by_an_undo_or_by_stopping(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    begin(phone, table)
    count(phone, table, EAST)
    version = fresh(table).version
    for page, form in (("undo", {"number": 1}), ("close", {})):
        answer = phone.post(
            reverse(f"tables:{page}", args=[table.code]), {"version": version, "key": str(uuid4()), **form}
        )
        assert answer.status_code == 422, page
    assert "0" in fresh(table).pending["hands"]


def test_a_viewer_sees_who_is_counted_and_can_count_nothing(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    page = phone.get(reverse("tables:share", args=[table.code])).content.decode()
    link = re.search(r'id="link-viewer" value="[^"]*?(/t/[^"]*)"', page)
    assert link is not None
    other_phone.get(link[1])
    begin(phone, table)
    count(phone, table, EAST)
    watched = shown(other_phone, table)
    assert "1 of 4 counted" in watched
    assert "Aiko 0 dealer 32 ✓" in watched
    assert "hand/1" not in other_phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert count(other_phone, table, WEST).status_code == 403
    for counting in HANDS:
        count(phone, table, counting)
    assert "Confirm" not in shown(other_phone, table)
