"""Chinese classical on the phones: dice, who won, four hands counted in any order.

Points are those of seed 001's table and of the first hand worked out in docs/rules/classical.md: West is
dominant; East holds 32, South wins with 68, West has 12, North nothing; +32, +196, -84, -144.
"""

from __future__ import annotations

import html
import itertools
import json
import re

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone

from .classical_phone import (
    AFTER,
    EAST,
    HANDS,
    NORTH,
    SOUTH,
    WEST,
    WORTH,
    begin,
    confirm,
    confirm_form,
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
        assert f"{done} of 4 counted" in shown(phone, table)
        assert count(phone, table, HANDS[seat]).status_code == 302
    page = shown(phone, table, {}, edit="1")
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
    assert "0 of 4 counted" in shown(phone, table, {"look": True})
    count(phone, table, WEST)
    assert "1 of 4 counted" in shown(phone, table)


@pytest.fixture
def scorer(phone: Phone, other_phone: Phone, table: Session) -> Phone:
    """Another phone that keeps the score too."""
    page = phone.get(reverse("tables:share", args=[table.code])).content.decode()
    link = re.search(r'id="link-scorer" value="[^"]*?(/t/[^"]*)"', page)
    assert link is not None
    other_phone.get(link[1])
    return other_phone


def test_the_others_are_told_who_won_and_count_theirs(phone: Phone, scorer: Phone, table: Session) -> None:
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "2"})
    scorer.post(reverse("tables:sit", args=[table.code]), {"seat": "1"})
    begin(phone, table)  # Benoît, in seat 1, wins
    assert "Benoît won. Count yours." in shown(phone, table)
    assert "You won. Count your hand." in shown(scorer, table)
    count(phone, table, WEST)
    assert "1 of 4 counted" in shown(phone, table)
    assert "Benoît 0 wins" in shown(phone, table)


def test_two_phones_at_one_hand_are_told_of_each_other(phone: Phone, scorer: Phone, table: Session) -> None:
    phone.post(reverse("tables:sit", args=[table.code]), {"seat": "2"})
    begin(phone, table)
    assert "counts this hand too" not in shown(phone, table)  # Chen's own hand
    assert "Chen’s phone counts this hand too." in shown(scorer, table, {"counting": {"seat": 2}})
    assert "Another phone counts this hand too." in shown(phone, table, {"counting": {"seat": 2}})
    assert "counts this hand too" not in shown(scorer, table, {"counting": {"seat": 3}})


def test_a_count_made_meanwhile_is_shown_before_another_takes_its_place(
    phone: Phone, scorer: Phone, table: Session
) -> None:
    begin(phone, table)
    mine = {"seat": 2, "sets": "k5m"}  # begun before the other phone's count
    count(scorer, table, WEST)  # 12 points, by the first hand of docs/rules/classical.md
    told = "Another phone has counted this hand meanwhile: 12 points."
    assert told in shown(phone, table, {"counting": mine})
    refused = note(phone, table, "count", counting=json.dumps(mine))
    assert refused.status_code == 422
    assert told in words(refused)
    assert "Use the other phone’s count" in words(refused)
    assert len(fresh(table).pending["hands"]["2"]["sets"]) == 2
    sent = re.search(r'name="counting" value="([^"]*)"', refused.content.decode())
    assert sent is not None
    again = note(phone, table, "count", counting=html.unescape(sent[1]))
    assert again.status_code == 302
    assert fresh(table).pending["hands"]["2"]["sets"] == [{"kind": "kong", "tile": "5m"}]


def test_the_same_count_from_two_phones_is_no_matter(phone: Phone, scorer: Phone, table: Session) -> None:
    begin(phone, table)
    for one in (phone, scorer):
        assert note(one, table, "count", counting=json.dumps(WEST)).status_code == 302


def test_the_running_total_explains_lines_and_doublings(phone: Phone, table: Session) -> None:
    """Seed 001: concealed pung of winds 8, doubled by the seat wind and by their own flower."""
    begin(phone, table)
    sheet = shown(phone, table, {"counting": EAST})
    assert "Concealed pung, East wind 8" in sheet
    assert "Own flower (1) × 2" in sheet
    assert "Seat wind, East wind × 2" in sheet
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
    assert len(re.findall(r"whole number|must be from 0", words(answer))) == 1  # at the field alone
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


def test_all_points_are_typed_from_what_is_noted(phone: Phone, table: Session) -> None:
    begin(phone, table)
    count(phone, table, {"seat": 1, "tab": "points"}, points="68")
    board = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    link = re.search(r'href="([^"]*/type/\?seats=[^"]*)"', board)
    assert link
    page = phone.get(html.unescape(link[1])).content.decode()
    assert re.search(r'name="end" value="win"[^>]* checked', page)
    assert re.search(r'name="winner" value="1"[^>]* checked', page)
    assert re.search(r'name="points-1" value="68"', page)


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
    assert "Tap the winner" in shown(phone, table)


def test_a_count_that_comes_after_the_hand_finds_the_table_as_it_is(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    play_first_hand(phone, table)
    answer = count(phone, table, EAST, hand=1)
    assert answer.status_code == 409
    assert fresh(table).pending == {}
    # another phone was in the middle of its count: its next tap tells so and corrects nothing unasked
    other_phone.join(table)
    address = reverse("tables:entry", args=[table.code, 1])
    late = other_phone.get(address, {"draft": json.dumps({"counting": WEST})})
    assert late.status_code == 409
    assert "Another phone recorded hand 1 meanwhile." in words(late)
    assert "Chen’s hand" in shown(phone, table, {"counting": WEST}, number=1, correct="1")


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
