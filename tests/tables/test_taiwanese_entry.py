"""The Taiwanese entry without JavaScript: every step is a link, the patterns a form that goes by GET."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from mahjongclub.rules.taiwanese_patterns import PATTERNS
from mahjongclub.tables.models import Session

from .conftest import Phone, scores

AIKO, BENOIT, CHEN, DINA = range(4)


def won(winner: int, payer: int | None, tai: int | None = None, **more: Any) -> dict[str, Any]:
    """A win as a draft writes it, its tai left out where they are not known yet."""
    win = {"winner": winner, "from": payer, **more}
    return {"type": "win", "wins": [win if tai is None else {**win, "tai": tai}]}


@pytest.fixture
def table(phone: Phone) -> Session:
    """A table at 3/1; Aiko deals the first hand."""
    return phone.open_table("taiwanese")


@pytest.fixture
def dear_table(phone: Phone) -> Session:
    """A table at 100/20, as in the examples of the rules."""
    return phone.open_table("taiwanese", "100/20")


def answer_to(phone: Phone, session: Session, draft: Any, number: int = 1, **query: str) -> HttpResponse:
    text = draft if isinstance(draft, str) else json.dumps(draft)
    return phone.get(reverse("tables:entry", args=[session.code, number]), {"draft": text, **query})


def read(answer: HttpResponse) -> str:
    """The text of a page, its tags away."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", html.unescape(text))


def links_of(answer: HttpResponse) -> list[tuple[str, dict[str, Any], str]]:
    """Every link with a draft: its words, its draft, the end of its address' path."""
    found = []
    for href, words in re.findall(r'<a[^>]* href="([^"]+)"[^>]*>(.*?)</a>', answer.content.decode(), re.S):
        address = urlsplit(html.unescape(href))
        query = parse_qs(address.query)
        if "draft" in query:
            said = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", words))).strip()
            found.append((said, json.loads(query["draft"][0]), address.path.split("/")[-2]))
    return found


def drafts_of(answer: HttpResponse) -> list[dict[str, Any]]:
    return [draft for _words, draft, _page in links_of(answer)]


def draft_behind(answer: HttpResponse, words: str) -> dict[str, Any]:
    """The draft of the one link that says so."""
    return next(draft for said, draft, _page in links_of(answer) if said.startswith(words))


def keys_of(answer: HttpResponse) -> dict[int, str]:
    """The keys of the tai sheet: what each shows that is paid."""
    found = re.findall(r'class="cell".*?<b>(\d+)<.*?</span>([^<]+)</small>', answer.content.decode(), re.S)
    return {int(tai): paid.replace("\u200b", "") for tai, paid in found}


def tick(
    phone: Phone, session: Session, draft: dict, *patterns: str, number: int = 1, **form: Any
) -> HttpResponse:
    """The patterns page after ticking, as its form sends it."""
    data = {"draft": json.dumps(draft), "ticked": "1", "pattern": patterns, **form}
    return phone.get(reverse("tables:patterns", args=[session.code, number]), data)


def ticked_on(answer: HttpResponse) -> list[str]:
    return re.findall(r'name="pattern" value="(\w+)" checked', answer.content.decode())


def followed(answer: HttpResponse) -> dict[str, Any]:
    """The draft an answer redirects to."""
    assert answer.status_code == 302
    return json.loads(parse_qs(urlsplit(answer["Location"]).query)["draft"][0])


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
    assert "Aiko pays Chen 300" in read(confirmation)
    assert "Benoît pays Chen 200" in read(confirmation)
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
    assert "Aiko alone pays it" in read(answer_to(phone, table, won(CHEN, None), 2))
    assert "no tai of the dealer here" in read(answer_to(phone, table, won(CHEN, DINA), 2))
    confirmation = read(answer_to(phone, table, won(CHEN, AIKO, 4), 2))
    assert "Aiko to Chen: 3 + 1 × (4 + 3 dealer) = 10" in confirmation


def test_any_number_of_tai_can_be_typed(phone: Phone, table: Session) -> None:
    address = reverse("tables:patterns", args=[table.code, 1])
    typed = {"draft": json.dumps(won(CHEN, BENOIT)), "tai": " 57 "}
    assert followed(phone.get(address, typed)) == won(CHEN, BENOIT, 57)


@pytest.mark.parametrize("typed", ["", "abc", "-1", "1001", "4.5", "٣", "9" * 30])
def test_a_number_that_is_none_comes_back_with_its_error(phone: Phone, table: Session, typed: str) -> None:
    address = reverse("tables:patterns", args=[table.code, 1])
    answer = phone.get(address, {"draft": json.dumps(won(CHEN, BENOIT)), "tai": typed})
    assert answer.status_code == 422
    assert "Type a whole number from 0 to 1000." in read(answer)
    assert f'name="tai" id="typed-tai" value="{typed}"' in answer.content.decode()


# several winners


def test_two_win_on_one_discard(phone: Phone, dear_table: Session) -> None:
    first = answer_to(phone, dear_table, won(CHEN, AIKO, 2))
    second = draft_behind(first, "Another winner on this discard")
    who = answer_to(phone, dear_table, second)
    assert "Each is paid in full." in read(who)
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


#: The numbers a form with every option sends; what is not a number keeps its preset where it is left out.
OPTIONS = {
    "option-base": "300",
    "option-unit": "100",
    "option-false_win_tai": "8",
    "option-rounds": "4",
    "option-starting_points": "0",
    "option-flowers": "flowers_seasons",
    "option-first_break": "dice",
    **{f"option-tai_{key}": str(pattern.tai) for key, pattern in PATTERNS.items()},
}


def test_whoever_draws_wins_alone(phone: Phone, table: Session) -> None:
    page = answer_to(phone, table, won(CHEN, None, 2))
    assert "Another winner" not in read(page)
    together = {"type": "win", "wins": [*won(CHEN, None, 2)["wins"], *won(DINA, None, 2)["wins"]]}
    refused = phone.confirm(table, together)
    assert refused.status_code == 422
    assert "wins alone" in read(refused)


# patterns


def test_patterns_are_ticked_counted_and_taken(phone: Phone, table: Session) -> None:
    ticks = ("big_dragons", "half_flush")
    counted = read(tick(phone, table, won(CHEN, BENOIT), *ticks, dragon_pung="2"))
    # RULES.md section 3: big dragons 8 exclude the dragon pungs, half flush 4
    assert "12 tai" in counted
    assert "“Dragon pung” is not counted beside “Big three dragons”." in counted
    draft = followed(tick(phone, table, won(CHEN, BENOIT), *ticks, dragon_pung="2", take="1"))
    assert sorted(draft["wins"][0]["patterns"]) == ["big_dragons", "dragon_pung", "dragon_pung", "half_flush"]
    confirmation = read(answer_to(phone, table, draft))
    assert "Benoît pays Chen 15" in confirmation
    assert "not counted beside" in confirmation
    phone.confirm(table, draft)
    assert scores(table) == [0, -15, 15, 0]
    log = read(phone.get(reverse("tables:log", args=[table.code])))
    assert "Chen wins on Benoît’s discard: 2 × Dragon pung, Half flush, Big three dragons" in log


def test_concealed_and_self_drawn_come_to_three(phone: Phone, table: Session) -> None:
    opened = phone.get(
        reverse("tables:patterns", args=[table.code, 1]), {"draft": json.dumps(won(CHEN, None))}
    )
    assert ticked_on(opened) == ["self_drawn"]  # known from the middle
    # RULES.md section 3: 1 + 1 + 1 more for both
    assert "3 tai" in read(tick(phone, table, won(CHEN, None), "concealed", "self_drawn"))


def test_some_patterns_count_more_than_once(phone: Phone, table: Session) -> None:
    assert "4 tai" in read(tick(phone, table, won(CHEN, BENOIT), dragon_pung="2", own_flower="2"))


def test_what_contradicts_is_an_error_and_stays_ticked(phone: Phone, table: Session) -> None:
    for take in ({}, {"take": "1"}):
        answer = tick(phone, table, won(CHEN, BENOIT), "all_chows", "all_pungs", **take)
        assert answer.status_code == 422
        assert "One hand cannot have both “All chows” and “All pungs”." in read(answer)
        assert ticked_on(answer) == ["all_chows", "all_pungs"]


def test_three_dragon_pungs_have_a_name_of_their_own(phone: Phone, table: Session) -> None:
    answer = tick(phone, table, won(CHEN, BENOIT), dragon_pung="3")
    assert answer.status_code == 422
    assert "tick that instead" in read(answer)


def test_only_patterns_of_this_win_are_offered(phone: Phone, table: Session) -> None:
    def offered(draft: dict) -> set[str]:
        page = tick(phone, table, draft).content.decode()
        return set(re.findall(r'name="pattern" value="(\w+)"', page)) | set(
            re.findall(r'type="radio" name="(\w+)"', page)
        )

    drawn, discarded = offered(won(AIKO, None)), offered(won(CHEN, BENOIT))
    assert {"self_drawn", "last_draw", "heavenly"} <= drawn
    assert not drawn & {"last_discard", "robbed_kong", "melded_discard", "earthly", "human"}
    assert {"last_discard", "robbed_kong", "human"} <= discarded
    assert not discarded & {"self_drawn", "last_draw", "heavenly"}
    assert drawn | discarded | {"earthly"} == set(PATTERNS)


def test_a_tick_that_no_longer_fits_can_be_taken_away(phone: Phone, table: Session) -> None:
    answer = tick(phone, table, won(CHEN, BENOIT), "self_drawn")
    assert answer.status_code == 422
    assert ticked_on(answer) == ["self_drawn"]


def test_every_pattern_has_its_three_names(phone: Phone, table: Session) -> None:
    for language, other in (("en", "fr"), ("fr", "en")):
        page = phone.get(
            reverse("tables:patterns", args=[table.code, 1]),
            {"draft": json.dumps(won(CHEN, None))},
            headers={"accept-language": language},
        ).content.decode()
        for name in (PATTERNS["full_flush"], PATTERNS["dragon_pung"]):
            assert f'<b lang="zh-Hant">{name.chinese}</b> <b>{getattr(name.name, language)}</b>' in page
            assert f'<span lang="{other}">{getattr(name.name, other)}</span>' in page


def test_a_club_s_own_values_count(phone: Phone) -> None:
    table = phone.open_table(
        "taiwanese", "300/100", **OPTIONS | {"option-multi_win": "all", "option-tai_all_pungs": "6"}
    )
    assert "6 tai" in read(tick(phone, table, won(CHEN, BENOIT), "all_pungs"))


# a drawn hand, a false win


def test_a_drawn_hand_is_one_tap_and_a_confirmation(phone: Phone, table: Session) -> None:
    idle = phone.get(reverse("tables:table", args=[table.code]))
    assert draft_behind(idle, "Draw") == {"type": "draw"}
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
    assert "Dina pays Aiko 260" in read(
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
    patterns = phone.get(reverse("tables:patterns", args=[table.code, 1]), {"draft": draft})
    assert patterns.status_code == 404


@pytest.mark.parametrize(
    "form",
    [
        {"pattern": "ryanpeikou"},
        {"pattern": "dragon_pung\x00"},
        {"dragon_pung": "many"},
        {"dragon_pung": "99"},
        {"own_flower": "²"},
    ],
)
def test_ticks_no_form_of_ours_sends_are_no_page(phone: Phone, table: Session, form: dict) -> None:
    data = {"draft": json.dumps(won(CHEN, BENOIT)), "ticked": "1", **form}
    assert phone.get(reverse("tables:patterns", args=[table.code, 1]), data).status_code == 404


def test_patterns_belong_to_this_game_alone(phone: Phone) -> None:
    riichi = phone.open_table()
    address = reverse("tables:patterns", args=[riichi.code, 1])
    assert phone.get(address, {"draft": json.dumps(won(CHEN, BENOIT))}).status_code == 404


def test_patterns_need_a_win(phone: Phone, table: Session) -> None:
    address = reverse("tables:patterns", args=[table.code, 1])
    assert phone.get(address).status_code == 404
    assert phone.get(address, {"draft": '{"type":"draw"}'}).status_code == 404
    assert phone.get(address, {"draft": '{"type":"win","wins":[{"winner":1}]}'}).status_code == 404


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
    assert "Drawn hand" in read(answer)
    assert "Aiko pays Chen 10" in read(answer)  # 3 + 4 + 3: the dealer repeats by now
    assert scores(table) == [0, 0, 0, 0]


# mistakes put right


def test_every_part_of_a_win_can_be_corrected(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    page = answer_to(phone, table, {})
    assert draft_behind(page, "Change the tai") == won(CHEN, BENOIT)
    assert draft_behind(page, "Change whose discard") == {"type": "win", "wins": [{"winner": CHEN, "tai": 4}]}
    assert draft_behind(page, "Change who won") == {"type": "win", "wins": [{}]}
    assert draft_behind(page, "It was a draw") == {"type": "draw"}
    assert draft_behind(page, "It was a false win") == {"type": "false_win"}
    again = answer_to(phone, table, draft_behind(page, "Change whose discard"))
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


def test_ticked_patterns_are_changed_where_they_were_ticked(phone: Phone, table: Session) -> None:
    wins = [{"winner": CHEN, "from": AIKO, "patterns": ["all_pungs"]}, won(DINA, AIKO, 1)["wins"][0]]
    page = answer_to(phone, table, {"type": "win", "wins": wins})
    _words, draft, where = next(link for link in links_of(page) if link[0] == "Change the tai of Chen")
    assert where == "patterns"
    opened = phone.get(reverse("tables:patterns", args=[table.code, 1]), {"draft": json.dumps(draft)})
    assert ticked_on(opened) == ["all_pungs"]
    assert "Chen on Aiko’s discard" in read(opened)


def test_a_draw_turns_out_to_be_a_win(phone: Phone, table: Session) -> None:
    phone.confirm(table, {"type": "draw"})
    phone.confirm(table, won(CHEN, AIKO, 4))
    assert scores(table) == [-10, 0, 10, 0]  # 3 + 4 + 3
    page = answer_to(phone, table, {})
    assert draft_behind(page, "It was a win") == {"type": "win", "wins": [{}]}
    phone.confirm(table, won(BENOIT, DINA, 0), 1)
    # the deal passed to Benoît, so Aiko's payment loses the dealer's tai: 3, then 3 + 4
    assert scores(table) == [-7, 3, 7, -3]


def test_a_forgotten_hand_is_inserted_with_its_patterns(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    draft = won(DINA, BENOIT)
    opened = tick(phone, table, draft, "all_pungs", insert="1")
    assert '<input type="hidden" name="insert" value="1">' in opened.content.decode()
    taken = tick(phone, table, draft, "all_pungs", insert="1", take="1")
    assert "insert=1" in taken["Location"]
    phone.confirm(table, followed(taken), 1, insert="1")
    # 3 + 4 of the inserted hand; then Benoît deals, and the recorded one costs 3 + 4 + 1
    assert scores(table) == [0, -15, 8, 7]


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
    assert "Tap who won" not in read(phone.get(reverse("tables:table", args=[table.code])))


def test_the_players_may_stop_before(phone: Phone, table: Session) -> None:
    phone.confirm(table, won(CHEN, BENOIT, 4))
    session = Session.objects.get(pk=table.pk)
    phone.post(reverse("tables:close", args=[table.code]), {"version": session.version, "key": str(uuid4())})
    assert Session.objects.get(pk=table.pk).table.ended == "closed"


def test_values_of_patterns_have_their_own_heading_in_new_table(phone: Phone) -> None:
    page = phone.get(reverse("tables:new"), {"variant": "taiwanese"}).content.decode()
    before, _heading, after = page.partition("<summary>Tai of each pattern</summary>")
    assert "option-tai_" not in before
    assert after.count('name="option-tai_') == len(PATTERNS)
    wrong = phone.post(
        reverse("tables:new"),
        {"variant": "taiwanese", "option-tai_concealed": "101", **{f"name-{n}": f"p{n}" for n in range(4)}},
    )
    assert wrong.status_code == 422
    assert "open><summary>Tai of each pattern" in wrong.content.decode()
    assert 'value="101"' in wrong.content.decode()
