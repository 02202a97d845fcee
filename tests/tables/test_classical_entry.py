"""Chinese classical on the phones: dice, who won, four hands counted in any order, corrections, undo.

Points are those of seed 001's table and of the first hand worked out in docs/rules/classical.md: West is
dominant; East holds 32, South wins with 68, West has 12, North nothing; +32, +196, -84, -144.
"""

from __future__ import annotations

import html
import itertools
import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

pytestmark = pytest.mark.django_db

#: the hands of that example, as the counting sheet carries them: small letters exposed, capitals concealed
EAST = {"seat": 0, "sets": "P1z", "flowers": "1"}
SOUTH = {"seat": 1, "sets": "p7z.c2p.C4p.P9s.d2z"}
WEST = {"seat": 2, "sets": "k5m.D3z"}
NORTH = {"seat": 3}
HANDS = (EAST, SOUTH, WEST, NORTH)
WORTH = (32, 68, 12, 0)
AFTER = [32, 196, -84, -144]


@pytest.fixture
def table(phone: Phone) -> Session:
    return phone.open_table("classical")


def fresh(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def note(phone: Phone, session: Session, what: str, **fields: Any) -> HttpResponse:
    """Send a note of the hand being played, as the forms of its screens do."""
    now = fresh(session)
    form = {"note": what, "version": now.version, "hand": now.next_number, "key": str(uuid4()), **fields}
    return phone.post(reverse("tables:during", args=[session.code]), form)


def count(phone: Phone, session: Session, counting: dict[str, Any], **fields: Any) -> HttpResponse:
    return note(phone, session, "count", counting=json.dumps(counting), **fields)


def begin(phone: Phone, session: Session, winner: int = 1, source: int | str = 3) -> None:
    """Dice 3 and 4, West dominant; Benoît (South) wins on Dina."""
    assert note(phone, session, "dice", one=3, two=4).status_code == 302
    assert note(phone, session, "winner", winner=winner, **{"from": source}).status_code == 302


def shown(
    phone: Phone, session: Session, draft: dict[str, Any] | None = None, number: int = 0, **more: str
) -> str:
    """What a step says: the table's own address, or a draft's."""
    if draft is None:
        answer = phone.get(reverse("tables:table", args=[session.code]))
    else:
        address = reverse("tables:entry", args=[session.code, number or fresh(session).next_number])
        answer = phone.get(address, {"draft": json.dumps(draft), **more})
    assert answer.status_code == 200, answer.content.decode()
    return words(answer)


def words(answer: HttpResponse) -> str:
    """An answer as text, tags left out."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def confirm_form(phone: Phone, session: Session) -> dict[str, str]:
    """The hidden fields of the confirm sheet that the table shows."""
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    fields = re.findall(r'<input type="hidden" name="(draft|version|played|key)" value="([^"]*)"', page)
    assert fields, "the table shows no confirmation"
    return {name: html.unescape(value) for name, value in fields}


def confirm(phone: Phone, session: Session) -> HttpResponse:
    number = fresh(session).next_number
    form = confirm_form(phone, session)
    return phone.post(reverse("tables:entry", args=[session.code, number]), form)


def play_first_hand(phone: Phone, session: Session) -> None:
    begin(phone, session)
    for counting in HANDS:
        assert count(phone, session, counting).status_code == 302
    assert confirm(phone, session).status_code == 302


# --- dice


def test_east_throws_and_the_dominant_player_throws_again(phone: Phone, table: Session) -> None:
    """Seed 001's own example: a total of 10 opens South's wall, South throws 4, the breach is stack 14."""
    assert "Aiko throws the dice." in shown(phone, table)
    note(phone, table, "dice", one=4, two=6)
    assert "South is dominant" in shown(phone, table)
    assert "Benoît throws again for the breach." in shown(phone, table)
    note(phone, table, "second", one=1, two=3)
    assert "Breach: South’s wall (Benoît), stack 14 from the right." in shown(phone, table)
    page = html.unescape(phone.get(reverse("tables:table", args=[table.code])).content.decode())
    card = re.search(r'href="([^"]+)#picture">Breach: South', page)
    assert card is not None
    drawn = html.unescape(phone.get(card[1]).content.decode())
    assert "stack 14" in drawn
    assert f"/t/{table.code}/" in drawn  # the way back


def test_roll_for_me_throws_both_times(phone: Phone, table: Session) -> None:
    note(phone, table, "dice", roll=1)
    notes = fresh(table).pending
    assert all(1 <= die <= 6 for die in (*notes["dice"], *notes["second"]))
    assert "Breach:" in shown(phone, table)


def test_two_taps_note_the_dice(phone: Phone, table: Session) -> None:
    asked = shown(phone, table, {"throw": {"of": "dice"}})
    assert "What does the first die show?" in asked
    assert "The first die shows 3. And the other?" in shown(phone, table, {"throw": {"of": "dice", "one": 3}})


@pytest.mark.parametrize("dice", [{"one": "3"}, {"one": "0", "two": "7"}, {"one": "x", "two": "²"}, {}])
def test_a_die_that_cannot_be_is_said(phone: Phone, table: Session, dice: dict[str, str]) -> None:
    answer = note(phone, table, "dice", **dice)
    assert answer.status_code == 422
    assert "Tap what each of the two dice shows." in words(answer)


def test_a_dice_note_from_an_old_screen_is_refused(phone: Phone, table: Session) -> None:
    version = table.version
    note(phone, table, "dice", one=1, two=2)
    answer = note(phone, table, "dice", one=6, two=6, version=version)
    assert answer.status_code == 409
    assert fresh(table).pending["dice"] == [1, 2]


# --- four hands, any order, any phone


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5])
def test_hands_are_counted_in_any_order(phone: Phone, table: Session, order: tuple[int, ...]) -> None:
    begin(phone, table)
    for done, seat in enumerate(order):
        assert f"{done} of 4 hand" in shown(phone, table)
        assert count(phone, table, HANDS[seat]).status_code == 302
    page = shown(phone, table)
    assert re.search(r"E Aiko 32 .* S Benoît 68 .* W Chen 12 .* N Dina 0 ", page)
    # netted to the fewest payments: three of them settle -144 and -84 against +196 and +32
    assert len(re.findall(r" pays ", page)) == 3
    assert confirm(phone, table).status_code == 302
    assert fresh(table).state["scores"] == AFTER


def test_the_winner_is_east_of_the_next_hand_and_the_label_counts(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    assert fresh(table).table.dealer == 1
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert re.search(r'class="hand">2<', page)
    assert "Benoît throws the dice." in shown(phone, table)
    assert "honba" not in page
    assert "stick" not in words(phone.get(reverse("tables:table", args=[table.code])))


def test_counts_commute_whatever_version_their_phones_saw(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    begin(phone, table)
    seen = fresh(table).version
    for counting in HANDS:
        assert count(phone, table, counting, version=seen).status_code == 302
    assert sorted(fresh(table).pending["hands"]) == ["0", "1", "2", "3"]


def test_a_hand_counted_twice_is_the_later_count(phone: Phone, table: Session) -> None:
    begin(phone, table)
    count(phone, table, {"seat": 2, "sets": "k5m"})
    count(phone, table, WEST)
    assert fresh(table).pending["hands"]["2"]["sets"][1] == {"kind": "pair", "tile": "3z", "concealed": True}


def test_a_phone_that_sits_opens_its_own_hand_first(phone: Phone, table: Session) -> None:
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "2"})
    begin(phone, table)
    assert "Chen’s hand W" in shown(phone, table)
    assert "0 of 4 hands are counted" in shown(phone, table, {"look": True})
    count(phone, table, WEST)
    assert "1 of 4 hands is counted" in shown(phone, table)


def test_the_running_total_explains_lines_and_doublings(phone: Phone, table: Session) -> None:
    """Seed 001: concealed pung of winds 8, doubled by the own wind and by the own flower."""
    begin(phone, table)
    sheet = shown(phone, table, {"counting": EAST})
    assert "Concealed pung, East wind 8" in sheet
    assert "Own flower (1) × 2" in sheet
    assert "Own wind, East wind × 2" in sheet
    assert "8 × 2 × 2 = 32" in sheet


def test_tapped_tiles_are_put_into_sets(phone: Phone, table: Session) -> None:
    """East's concealed pung again, tile by tile, with two tiles that make nothing."""
    begin(phone, table)
    tapped = {"seat": 0, "tab": "tiles", "kind": "t", "tiles": "1z1z1z4m9p", "flowers": "1"}
    assert "8 × 2 × 2 = 32" in shown(phone, table, {"counting": tapped})
    assert count(phone, table, tapped).status_code == 302
    assert fresh(table).pending["hands"]["0"] == {
        "sets": [{"kind": "pung", "tile": "1z", "concealed": True}],
        "flowers": [1],
    }


def test_a_winner_tapped_tile_by_tile_is_split_into_the_best_mahjong(phone: Phone, table: Session) -> None:
    """111222333 may be three chows (30) or three concealed pungs; with 99 and an exposed pung of 8 the pungs
    are worth (8+4+4+2+20) x2 without a sequence x8 in one suit = 608."""
    begin(phone, table)
    tiles = "1m1m1m2m2m2m3m3m3m9m9m"
    hand = {"seat": 1, "tab": "tiles", "kind": "t", "sets": "p8m", "tiles": tiles}
    assert "38 × 2 × 8 = 608" in shown(phone, table, {"counting": hand})


def test_points_may_be_typed(phone: Phone, table: Session) -> None:
    begin(phone, table)
    for seat, points in enumerate(("32", "6 8", "12", "0")):
        assert count(phone, table, {"seat": seat, "tab": "points"}, points=points).status_code == 302
    confirm(phone, table)
    assert fresh(table).state["scores"] == AFTER
    assert fresh(table).hands.get().outcome["hands"] == [{"points": points} for points in WORTH]


@pytest.mark.parametrize("typed", ["abc", "", "-4", "12.5", "²", "9999999999", "٣"])
def test_points_that_are_none_are_said_and_kept(phone: Phone, table: Session, typed: str) -> None:
    begin(phone, table)
    answer = count(phone, table, {"seat": 2, "tab": "points"}, points=typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'name="points" value="{typed}"' in page
    assert re.search(r"whole number|must be from 0", words(answer))
    assert "2" not in fresh(table).pending.get("hands", {})


def test_a_mahjong_that_is_none_is_said_and_its_sets_stay(phone: Phone, table: Session) -> None:
    begin(phone, table)
    answer = count(phone, table, {"seat": 1, "sets": "p7z.P9s"})
    assert answer.status_code == 422
    assert "A mahjong is four sets and one pair." in words(answer)
    assert "Exposed pung, red dragon" in words(answer)


def test_a_flower_two_seats_claim_is_said_before_anything_is_recorded(phone: Phone, table: Session) -> None:
    begin(phone, table)
    for counting in (EAST, SOUTH, {**WEST, "flowers": "1"}, NORTH):
        count(phone, table, counting)
    page = shown(phone, table)
    assert "another seat already has this one" in page
    assert "Confirm" not in page
    assert "Count again Chen" in page
    count(phone, table, WEST)
    assert confirm(phone, table).status_code == 302


def test_without_dice_sets_cannot_be_settled_until_the_dice_are_noted(phone: Phone, table: Session) -> None:
    note(phone, table, "winner", winner=1, **{"from": 3})
    for counting in HANDS:
        count(phone, table, counting)
    assert "The dice of this hand are needed" in shown(phone, table)
    note(phone, table, "dice", one=3, two=4)
    confirm(phone, table)
    assert fresh(table).state["scores"] == AFTER


def test_the_dice_may_be_noted_with_the_winner(phone: Phone, table: Session) -> None:
    answer = note(phone, table, "winner", winner=1, one="3", **{"from": 3})
    assert answer.status_code == 422
    assert re.search(r'name="one" value="3" checked', answer.content.decode())
    assert note(phone, table, "winner", winner=1, one="3", two="4", **{"from": 3}).status_code == 302
    assert fresh(table).pending["dice"] == [3, 4]


def test_self_drawn_last_tile(phone: Phone, table: Session) -> None:
    """Hand 2 of the worked game: four chows of one suit on the last tile: 30 x2 x8 = 480."""
    note(phone, table, "dice", one=4, two=1)
    note(phone, table, "winner", winner=0, **{"from": "wall"})
    hand = {"seat": 0, "sets": "C1m.C4m.C7m.C2m.D5m", "by": ["last_tile"]}
    assert "30 × 2 × 8 = 480" in shown(phone, table, {"counting": hand})
    assert count(phone, table, hand).status_code == 302


def test_another_winner_keeps_the_counts_but_not_the_way_to_finish(phone: Phone, table: Session) -> None:
    begin(phone, table, winner=1, source="wall")
    count(phone, table, {**SOUTH, "by": ["loose_tile"]})
    count(phone, table, EAST)
    note(phone, table, "winner", winner=1, **{"from": 3})
    notes = fresh(table).pending
    assert sorted(notes["hands"]) == ["0", "1"]
    assert "by" not in notes["hands"]["1"]


def test_nobody_had_won_yet(phone: Phone, table: Session) -> None:
    begin(phone, table)
    count(phone, table, EAST)
    assert "1 counted hand would be forgotten" in shown(phone, table, {"clear": True})
    note(phone, table, "clear")
    assert fresh(table).pending == {"dice": [3, 4]}
    assert "Tap who won." in shown(phone, table)


def test_a_count_that_comes_after_the_hand_finds_the_table_as_it_is(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    answer = count(phone, table, EAST, hand=1)
    assert answer.status_code == 409
    assert fresh(table).pending == {}
    # the phone was in the middle of its count: its next tap becomes a correction of that hand
    assert "Chen’s hand" in shown(phone, table, {"counting": WEST}, number=1)


def test_two_phones_confirm_the_same_hand_once(phone: Phone, table: Session) -> None:
    begin(phone, table)
    for counting in HANDS:
        count(phone, table, counting)
    one, other = confirm_form(phone, table), confirm_form(phone, table)
    address = reverse("tables:entry", args=[table.code, 1])
    assert phone.post(address, one).status_code == 302
    answer = phone.post(address, other)
    assert answer.status_code == 409
    assert "This hand is recorded already." in words(answer)
    assert "Confirm" not in words(answer)
    assert fresh(table).hands.count() == 1


def test_a_count_changed_meanwhile_stops_the_confirmation(phone: Phone, table: Session) -> None:
    begin(phone, table)
    for counting in HANDS:
        count(phone, table, counting)
    form = confirm_form(phone, table)
    count(phone, table, {"seat": 3, "sets": "P4z"})
    answer = phone.post(reverse("tables:entry", args=[table.code, 1]), form)
    assert answer.status_code == 409
    # own wind: concealed pung 8, x2
    assert re.search(r"N Dina 16 ", words(answer))
    assert fresh(table).hands.count() == 0


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
    assert re.search(r"S Benoît 68 ", shown(phone, table))
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
    assert "Confirm the correction" in shown(phone, table, typed, number=1)
    phone.confirm(table, typed, 1)
    # pairs: B-C 60, B-D 68, B-A 72; C-D 8; A-C 48; A-D 64
    assert fresh(table).state["scores"] == [40, 200, -100, -140]


def test_points_typed_into_a_correction(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    outcome = fresh(table).hands.get().outcome
    draft = {**outcome, "counting": {"seat": 2, "tab": "points"}}
    assert "Confirm the correction" in shown(phone, table, draft, number=1, points="8")
    address = reverse("tables:entry", args=[table.code, 1])
    answer = phone.get(address, {"draft": json.dumps(draft), "points": "eight"})
    assert answer.status_code == 422
    assert 'value="eight"' in answer.content.decode()


def test_winner_dice_or_everything_can_be_corrected(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    outcome = fresh(table).hands.get().outcome
    assert "The first die shows 2. And the other?" in shown(
        phone, table, {**outcome, "throw": {"of": "dice", "one": 2}}, number=1
    )
    # total 4: North is dominant, and Chen's pair of West is only the own wind's: 8 + 2
    page = shown(phone, table, {**outcome, "dice": [2, 2]}, number=1)
    assert "W Chen 10 " in page
    assert "Whose discard?" in shown(phone, table, {"type": "win", "winner": 2}, number=1)
    assert "Draw: nobody wins" in shown(phone, table, {"type": "draw"}, number=1)


def test_a_forgotten_hand_is_inserted(phone: Phone, table: Session) -> None:
    play_first_hand(phone, table)
    step = {"type": "win", "winner": 0, "from": None}
    assert "0 of 4 hands are counted" in shown(phone, table, step, number=1, insert="1")
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
        {"type": "win", "winner": 1, "from": 3, "hands": [{"sets": [{"kind": "pair", "tile": "9z"}]}] * 4},
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
    assert "1 of 4 hands is counted" in watched
    assert "Aiko 0 32 ✓" in watched
    assert "hand/1" not in other_phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert count(other_phone, table, WEST).status_code == 403
    for counting in HANDS:
        count(phone, table, counting)
    assert "Confirm" not in shown(other_phone, table)
