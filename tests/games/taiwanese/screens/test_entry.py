"""The Taiwanese entry without JavaScript: every step is a link."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.games.taiwanese.paper import taiwanese_points_tables
from mahjongclub.rules.taiwanese.options import Rules
from mahjongclub.tables.models import Hand, Session
from tests.games.taiwanese.screens.pages import (
    AIKO,
    BENOIT,
    CHEN,
    DINA,
    OPTIONS,
    answer_to,
    draft_behind,
    drafts_of,
    keys_of,
    read,
    won,
)
from tests.tables.conftest import Phone, scores


@pytest.fixture
def table(phone: Phone) -> Session:
    """A table at 3/1; Aiko deals the first hand."""
    return phone.open_table("taiwanese")


@pytest.fixture
def dear_table(phone: Phone) -> Session:
    """A table at 100/20, as in the examples of the rules."""
    return phone.open_table("taiwanese", "100/20")


# by number


def test_a_self_draw_takes_four_taps(phone: Phone, dear_table: Session) -> None:
    phone.confirm(dear_table, {"type": "draw"})
    phone.confirm(dear_table, {"type": "draw"})
    # RULES.md section 3: 100/20, a non-dealer self-draws 5 tai, dealer on its second repeat: 200, 200, 300
    idle = phone.get(reverse("tables:table", args=[dear_table.code]))
    winner = {"type": "win", "wins": [{"winner": CHEN}]}
    assert winner in drafts_of(idle)  # tap 1
    middle = answer_to(phone, dear_table, winner, 3)
    assert won(CHEN, None) in drafts_of(middle)  # tap 2
    sheet = answer_to(phone, dear_table, won(CHEN, None), 3)
    assert keys_of(sheet)[5] == "200/300"
    assert won(CHEN, None, 5) in drafts_of(sheet)  # tap 3
    confirmation = answer_to(phone, dear_table, won(CHEN, None, 5), 3)
    assert "Chen gets 700 Aiko 300, Benoît 200, Dina 200." in read(confirmation)
    assert phone.confirm(dear_table, won(CHEN, None, 5)).status_code == 302  # tap 4
    assert scores(dear_table) == [-300, -200, 700, -200]


def test_keys_show_what_the_discarder_pays(phone: Phone, table: Session) -> None:
    # 3 + 1 x tai; with the dealer on either side 1 tai more (2n+1 with no repeat)
    assert keys_of(answer_to(phone, table, won(CHEN, BENOIT)))[0] == "3"
    assert keys_of(answer_to(phone, table, won(CHEN, BENOIT)))[4] == "7"
    assert keys_of(answer_to(phone, table, won(CHEN, AIKO)))[4] == "8"
    assert keys_of(answer_to(phone, table, won(AIKO, CHEN)))[4] == "8"
    assert keys_of(answer_to(phone, table, won(AIKO, None)))[4] == "8"  # each of three the same
    assert set(keys_of(answer_to(phone, table, won(CHEN, BENOIT)))) == set(range(40))


def test_the_tai_of_the_dealer_stands_in_plain_sight(phone: Phone, table: Session) -> None:
    phone.confirm(table, {"type": "draw"})
    assert "+3 dealer Aiko deals, 1 repeat" in read(answer_to(phone, table, won(CHEN, AIKO), 2))
    assert "only the dealer, Aiko, pays them, 1 repeat" in read(answer_to(phone, table, won(CHEN, None), 2))
    assert "no tai of the dealer here" in read(answer_to(phone, table, won(CHEN, DINA), 2))
    confirmation = read(answer_to(phone, table, won(CHEN, AIKO, 4), 2))
    assert "Aiko to Chen: 3 + 1 × (4 + 3 dealer) = 10" in confirmation


def test_the_keys_say_how_much_of_them_is_the_dealers(phone: Phone, table: Session) -> None:
    # 3/1 and one repeat: 3 tai of one point each
    phone.confirm(table, {"type": "draw"})
    assert "With the dealer’s tai: +3." in read(answer_to(phone, table, won(CHEN, AIKO), 2))
    assert "With the dealer’s tai: +3 from each." in read(answer_to(phone, table, won(AIKO, None), 2))
    assert "With the dealer’s tai: +3 from Aiko." in read(answer_to(phone, table, won(CHEN, None), 2))
    assert "With the dealer’s tai" not in read(answer_to(phone, table, won(CHEN, DINA), 2))


# several winners


def test_two_win_on_one_discard(phone: Phone, dear_table: Session) -> None:
    first = answer_to(phone, dear_table, won(CHEN, AIKO, 2))
    second = draft_behind(first, "+ Another winner")
    who = answer_to(phone, dear_table, second)
    assert "Who else won? Each is paid in full." in read(who)
    chosen = next(draft for draft in drafts_of(who) if draft["wins"][-1].get("winner") == DINA)
    both = {**chosen, "wins": [chosen["wins"][0], {**chosen["wins"][1], "tai": 0}]}
    assert both in drafts_of(answer_to(phone, dear_table, chosen))
    phone.confirm(dear_table, both)
    # the discarder deals, no repeat: 100 + 20 x (2 + 1) = 160, and 100 + 20 x (0 + 1) = 120
    assert scores(dear_table) == [-280, 0, 160, 120]


def test_only_the_nearest_is_paid_where_the_rules_say_so(phone: Phone) -> None:
    table = phone.open_table("taiwanese", "300/100", **{"option-multi_win": "nearest"}, **OPTIONS)
    # docs/rules/taiwanese.md, E1 of taiwanese_nearest: Chen sits nearer after Benoît, and gets 300 + 100 x 1
    wins = [won(AIKO, BENOIT, 3)["wins"][0], won(CHEN, BENOIT, 1)["wins"][0]]
    page = read(answer_to(phone, table, {"type": "win", "wins": wins}))
    assert "Only the winner nearest after the discarder is paid" in page
    assert "Benoît pays Chen 400" in page
    assert "pays Aiko" not in page
    phone.confirm(table, {"type": "win", "wins": wins})
    assert scores(table) == [0, -400, 400, 0]


def test_whoever_draws_wins_alone(phone: Phone, table: Session) -> None:
    page = answer_to(phone, table, won(CHEN, None, 2))
    assert "Another winner" not in read(page)
    together = {"type": "win", "wins": [*won(CHEN, None, 2)["wins"], *won(DINA, None, 2)["wins"]]}
    refused = phone.confirm(table, together)
    assert refused.status_code == 422
    assert "wins alone" in read(refused)


# a drawn hand, a false win


def test_a_drawn_hand_is_one_tap_and_a_confirmation(phone: Phone, table: Session) -> None:
    idle = phone.get(reverse("tables:table", args=[table.code]))
    assert draft_behind(idle, "No winner") == {"type": "draw"}
    page = read(answer_to(phone, table, {"type": "draw"}))
    assert "Nobody pays. Aiko deals again: 1 repeat, dealer +3 tai." in page
    phone.confirm(table, {"type": "draw"})
    board = read(phone.get(reverse("tables:table", args=[table.code])))
    assert "1 repeat, dealer +3 tai" in board
    assert "honba" not in board
    assert "stick" not in board


def test_a_false_win_pays_everybody_and_is_replayed(phone: Phone, dear_table: Session) -> None:
    phone.confirm(dear_table, {"type": "draw"})
    more = phone.get(reverse("tables:more", args=[dear_table.code]))
    assert draft_behind(more, "False win") == {"type": "false_win"}
    assert "sticks" not in read(more)  # there are none in this game
    who = answer_to(phone, dear_table, {"type": "false_win"}, 2)
    assert {"type": "false_win", "offender": DINA} in drafts_of(who)
    assert "Dina pays 780 Aiko 260, Benoît 260, Chen 260." in read(
        answer_to(phone, dear_table, {"type": "false_win", "offender": DINA}, 2)
    )
    phone.confirm(dear_table, {"type": "false_win", "offender": DINA})
    # RULES.md section 3: base + unit x 8 = 260 to each other seat; dealer and repeats stay
    assert scores(dear_table) == [260, 260, 260, -780]
    table = Session.objects.get(pk=dear_table.pk).table
    assert (table.dealer, table.honba) == (AIKO, 1)


# what is refused


@pytest.mark.parametrize(
    "draft",
    [
        "[]",
        '"win"',
        "{",
        '{"type":"ron"}',
        '{"type":"win","wins":5}',
        '{"type":"win","wins":[1]}',
        '{"type":"win","wins":[{"winner":9}]}',
        '{"type":"win","wins":[{"winner":"0"}]}',
        '{"type":"win","wins":[{"winner":1,"from":7}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"tai":-1}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"tai":"many"}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"patterns":"concealed"}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"patterns":[{}]}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"patterns":["ryanpeikou"]}]}',
        '{"type":"win","wins":[{"winner":1,"from":2,"han":3}]}',
        '{"type":"win","wins":[{},{},{},{}]}',
        '{"type":"win","wins":[{"winner":1}],"dice":[7,1]}',
        '{"type":"draw","tenpai":[1]}',
        '{"type":"false_win","offender":4}',
        '{"wins":[{"winner":1}]}',
    ],
)
def test_a_draft_no_screen_made_is_no_page(phone: Phone, table: Session, draft: str) -> None:
    assert answer_to(phone, table, draft).status_code == 404
    assert phone.confirm(table, {}, draft=draft).status_code == 404
    patterns = phone.get(reverse("tables:step", args=[table.code, 1, "patterns"]), {"draft": draft})
    assert patterns.status_code == 404


def test_an_impossible_win_says_why_and_keeps_what_was_typed(phone: Phone, table: Session) -> None:
    answer = phone.confirm(table, won(CHEN, CHEN, 4))
    assert answer.status_code == 422
    assert "Nobody wins on their own discard." in read(answer)
    assert draft_behind(answer, "Change the tai") == won(CHEN, CHEN)  # the rest is still there
    assert scores(table) == [0, 0, 0, 0]


def test_an_overtaken_phone_sees_its_hand_counted_anew(phone: Phone, table: Session) -> None:
    seen = Session.objects.get(pk=table.pk)
    phone.confirm(table, {"type": "draw"})
    form = {
        "draft": json.dumps(won(CHEN, AIKO, 4)),
        "version": seen.version,
        "played": seen.state["hands"],
        "key": str(uuid4()),
    }
    answer = phone.post(reverse("tables:entry", args=[table.code, 1]), form)
    assert answer.status_code == 409
    assert "Draw" in read(answer)
    assert "Aiko pays Chen 10" in read(answer)  # 3 + 4 + 3: the dealer repeats by now
    assert scores(table) == [0, 0, 0, 0]


# mistakes put right


def test_every_part_of_a_win_can_be_corrected(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    page = answer_to(phone, table, {})
    assert draft_behind(page, "Change the tai") == won(CHEN, BENOIT)
    assert draft_behind(page, "Change the discarder") == {"type": "win", "wins": [{"winner": CHEN, "tai": 4}]}
    assert draft_behind(page, "Change the winner") == {"type": "win", "wins": [{}]}
    assert draft_behind(page, "It was a draw") == {"type": "draw"}
    assert draft_behind(page, "It was a false win") == {"type": "false_win"}
    again = answer_to(phone, table, draft_behind(page, "Change the discarder"), correct="1")
    assert won(CHEN, AIKO, 4) in drafts_of(again)
    assert won(CHEN, None, 4) in drafts_of(again)
    assert phone.confirm(table, won(CHEN, AIKO, 4), 1).status_code == 302
    assert scores(table) == [-8, 0, 8, 0]  # the dealer's tai now: 3 + 4 + 1


def test_a_second_winner_can_be_taken_back(phone: Phone, table: Session) -> None:
    wins = [*won(CHEN, AIKO, 2)["wins"], *won(DINA, AIKO, 1)["wins"]]
    page = answer_to(phone, table, {"type": "win", "wins": wins})
    assert draft_behind(page, "Dina did not win") == won(CHEN, AIKO, 2)
    first_open = draft_behind(page, "Change the tai of Chen")
    assert "Chen on Aiko’s discard" in read(answer_to(phone, table, first_open))
    assert {"type": "win", "wins": wins} in drafts_of(answer_to(phone, table, first_open))


def test_a_draw_turns_out_to_be_a_win(phone: Phone, table: Session) -> None:
    phone.confirm(table, {"type": "draw"})
    phone.confirm(table, won(CHEN, AIKO, 4))
    assert scores(table) == [-10, 0, 10, 0]  # 3 + 4 + 3
    page = answer_to(phone, table, {})
    assert draft_behind(page, "It was a win") == {"type": "win", "wins": [{}]}
    phone.confirm(table, won(BENOIT, DINA, 0), 1)
    # the deal passed to Benoît, so Aiko's payment loses the dealer's tai: 3, then 3 + 4
    assert scores(table) == [-7, 3, 7, -3]


def test_correcting_a_self_draw_does_not_ask_who_discarded(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, None, 4))
    hand = Hand.objects.get(session=table)
    hand.outcome["wins"][0].pop("from", None)  # as records leave it out
    hand.save()
    page = phone.get(reverse("tables:entry", args=[table.code, 1]))
    assert "Whose discard?" not in read(page)
    assert "Chen wins by self-draw: 4 tai" in read(page)
    changed = draft_behind(page, "Change the discarder")
    assert "Whose discard?" in read(answer_to(phone, table, changed, correct="1"))


def test_a_self_draw_corrected_keeps_that_nobody_discarded(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, None, 4))
    page = phone.get(reverse("tables:entry", args=[table.code, 1]))
    tai_again = draft_behind(page, "Change the tai")
    assert tai_again == won(CHEN, None)
    again = answer_to(phone, table, tai_again, correct="1")
    assert "Whose discard?" not in read(again)
    assert won(CHEN, None, 5) in drafts_of(again)
    assert phone.confirm(table, won(CHEN, None, 5), 1).status_code == 302
    assert scores(table) == [-9, -8, 25, -8]  # 3 + 5, from the dealer 3 + 5 + 1


def test_where_the_deal_passes_after_a_draw_the_sheet_says_who_deals(phone: Phone) -> None:
    passing = OPTIONS | {"option-dealer_draw": "passes", "option-multi_win": "all"}
    table = phone.open_table("taiwanese", "3/1", **passing)
    assert "Nobody pays. Benoît deals next." in read(answer_to(phone, table, {"type": "draw"}))
    phone.confirm(table, {"type": "draw", "dice": [3, 4]})
    assert Hand.objects.get(session=table).outcome == {"type": "draw", "dice": [3, 4]}


def test_keys_end_at_the_cap_and_a_hand_above_it_says_so(phone: Phone) -> None:
    table = phone.open_table("taiwanese", "3/1", **OPTIONS | {"option-cap": "8", "option-multi_win": "all"})
    keys = drafts_of(answer_to(phone, table, won(CHEN, BENOIT)))
    assert won(CHEN, BENOIT, 8) in keys
    assert won(CHEN, BENOIT, 9) not in keys
    page = read(answer_to(phone, table, won(CHEN, AIKO, 12)))
    assert "12 tai are paid like 8: the cap." in page
    assert "Aiko to Chen: 300 + 100 × (8 + 1 dealer) = 1,200" in page


def test_a_self_draw_counts_its_tai_once_however_it_is_entered(phone: Phone, table: Session) -> None:
    # RULES.md section 3: self_drawn 1, all_pungs 4; base 3, unit 1, so 3 + 5, from the dealer 3 + 6
    keys = read(answer_to(phone, table, won(CHEN, None)))
    assert "including the self-draw’s" in keys
    assert " 0 tai pays" not in keys  # a self-draw is worth its own tai
    for tai in (won(CHEN, None, 5), won(CHEN, None, patterns=["self_drawn", "all_pungs"])):
        page = read(answer_to(phone, table, tai))
        assert "Benoît to Chen: 3 + 1 × 5 = 8" in page
        assert "Aiko to Chen: 3 + 1 × (5 + 1 dealer) = 9" in page
    assert "Self-drawn, All pungs" in page
    typed = read(phone.get(reverse("tables:typed", args=[table.code])))
    assert "Tai, with the self-draw’s, without the dealer’s" in typed


def test_undo_takes_the_last_hand_back(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    session = Session.objects.get(pk=table.pk)
    address = reverse("tables:undo", args=[table.code])
    assert "Chen wins on Benoît’s discard: 4 tai" in read(phone.get(address))
    phone.post(address, {"version": session.version, "key": str(uuid4()), "number": "1"})
    assert scores(table) == [0, 0, 0, 0]


# the end


def test_sixteen_hands_end_the_session(phone: Phone, table: Session) -> None:
    for hand in range(16):
        assert Session.objects.get(pk=table.pk).table.ended is None
        dealer = hand % 4
        phone.confirm(table, won((dealer + 1) % 4, (dealer + 2) % 4, 0))
    assert Session.objects.get(pk=table.pk).table.ended == "last_hand"
    assert phone.get(reverse("tables:end", args=[table.code])).status_code == 200
    assert "Tap the winner" not in read(phone.get(reverse("tables:table", args=[table.code])))


def test_the_players_may_stop_before(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    session = Session.objects.get(pk=table.pk)
    phone.post(reverse("tables:close", args=[table.code]), {"version": session.version, "key": str(uuid4())})
    assert Session.objects.get(pk=table.pk).table.ended == "closed"


def test_the_points_table_says_the_cap_and_what_all_chows_need() -> None:
    notes = taiwanese_points_tables(Rules(cap=10, all_chows="taiwan"))[0].notes
    assert "Tai above 10 pay no more; the dealer’s are added." in notes
    assert "All chows: no honours, no flowers, a wait on two sides, and won on a discard." in notes
    assert [row.head for row in taiwanese_points_tables(Rules(cap=3))[0].rows] == ["0", "1", "2", "3"]
