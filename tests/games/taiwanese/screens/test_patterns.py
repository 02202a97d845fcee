"""Ticking the patterns of a Taiwanese win, or typing its tai: a form that goes by GET, without JavaScript."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import reverse

from mahjongclub.rules.taiwanese.patterns import TAI_LIST
from mahjongclub.tables.models import Session
from tests.games.taiwanese.screens.pages import (
    AIKO,
    BENOIT,
    CHEN,
    DINA,
    OPTIONS,
    answer_to,
    followed,
    links_of,
    read,
    tick,
    ticked_on,
    won,
)
from tests.tables.conftest import Phone, scores


@pytest.fixture
def table(phone: Phone) -> Session:
    """A table at 3/1; Aiko deals the first hand."""
    return phone.open_table("taiwanese")


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
    assert "Chen wins on Benoît’s discard: 2 × Dragon pung, Half flush, Big three dragons. 12 tai" in log


def test_concealed_and_self_drawn_come_to_three(phone: Phone, table: Session) -> None:
    opened = phone.get(
        reverse("tables:step", args=[table.code, 1, "patterns"]), {"draft": json.dumps(won(CHEN, None))}
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
    assert drawn | discarded | {"earthly"} == set(TAI_LIST.by_key)


def test_a_tick_that_no_longer_fits_can_be_taken_away(phone: Phone, table: Session) -> None:
    answer = tick(phone, table, won(CHEN, BENOIT), "self_drawn")
    assert answer.status_code == 422
    assert ticked_on(answer) == ["self_drawn"]


def test_every_pattern_has_its_three_names(phone: Phone, table: Session) -> None:
    for language, other in (("en", "fr"), ("fr", "en")):
        page = phone.get(
            reverse("tables:step", args=[table.code, 1, "patterns"]),
            {"draft": json.dumps(won(CHEN, None))},
            headers={"accept-language": language},
        ).content.decode()
        for name in (TAI_LIST.by_key["full_flush"], TAI_LIST.by_key["dragon_pung"]):
            assert f'<b lang="zh-Hant">{name.chinese}</b> <b>{name.name.in_language(language)}</b>' in page
            assert f'<span lang="{other}">{name.name.in_language(other)}</span>' in page


def test_a_club_s_own_values_count(phone: Phone) -> None:
    table = phone.open_table(
        "taiwanese", "300/100", **OPTIONS | {"option-multi_win": "all", "option-tai_all_pungs": "6"}
    )
    assert "6 tai" in read(tick(phone, table, won(CHEN, BENOIT), "all_pungs"))


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
    assert phone.get(reverse("tables:step", args=[table.code, 1, "patterns"]), data).status_code == 404


def test_patterns_belong_to_this_game_alone(phone: Phone) -> None:
    riichi = phone.open_table()
    address = reverse("tables:step", args=[riichi.code, 1, "patterns"])
    assert phone.get(address, {"draft": json.dumps(won(CHEN, BENOIT))}).status_code == 404


def test_patterns_need_a_win(phone: Phone, table: Session) -> None:
    address = reverse("tables:step", args=[table.code, 1, "patterns"])
    assert phone.get(address).status_code == 404
    assert phone.get(address, {"draft": '{"type":"draw"}'}).status_code == 404
    assert phone.get(address, {"draft": '{"type":"win","wins":[{"winner":1}]}'}).status_code == 404


def test_ticked_patterns_are_changed_where_they_were_ticked(phone: Phone, table: Session) -> None:
    wins = [{"winner": CHEN, "from": AIKO, "patterns": ["all_pungs"]}, won(DINA, AIKO, 1)["wins"][0]]
    page = answer_to(phone, table, {"type": "win", "wins": wins})
    _words, draft, where = next(link for link in links_of(page) if link[0] == "Change the tai of Chen")
    assert where == "patterns"
    opened = phone.get(reverse("tables:step", args=[table.code, 1, "patterns"]), {"draft": json.dumps(draft)})
    assert ticked_on(opened) == ["all_pungs"]
    assert "Chen on Aiko’s discard" in read(opened)


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


def test_any_number_of_tai_can_be_typed(phone: Phone, table: Session) -> None:
    address = reverse("tables:step", args=[table.code, 1, "patterns"])
    typed = {"draft": json.dumps(won(CHEN, BENOIT)), "tai": " 57 "}
    assert followed(phone.get(address, typed)) == won(CHEN, BENOIT, 57)


@pytest.mark.parametrize("typed", ["", "abc", "-1", "1001", "4.5", "٣", "9" * 30])
def test_a_number_that_is_none_comes_back_with_its_error(phone: Phone, table: Session, typed: str) -> None:
    address = reverse("tables:step", args=[table.code, 1, "patterns"])
    answer = phone.get(address, {"draft": json.dumps(won(CHEN, BENOIT)), "tai": typed})
    assert answer.status_code == 422
    assert "Type a whole number from 0 to 1000." in read(answer)
    assert f'name="tai" id="typed-tai" value="{typed}"' in answer.content.decode()


def test_values_of_patterns_have_their_own_heading_in_new_table(phone: Phone) -> None:
    page = phone.get(reverse("tables:new"), {"variant": "taiwanese"}).content.decode()
    before, _heading, after = page.partition("<summary>Tai of each pattern</summary>")
    assert "option-tai_" not in before
    assert after.count('name="option-tai_') == len(TAI_LIST.table)
    wrong = phone.post(
        reverse("tables:new"),
        {"variant": "taiwanese", "option-tai_concealed": "101", **{f"name-{n}": f"p{n}" for n in range(4)}},
    )
    assert wrong.status_code == 422
    assert re.search(r"\bopen>\s*<summary>Tai of each pattern", wrong.content.decode())
    assert 'value="101"' in wrong.content.decode()
