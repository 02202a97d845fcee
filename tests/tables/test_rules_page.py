"""The rules of a table: what differs first, the rest by topic, since when a change holds, what is off."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from mahjongclub.tables.models import Session
from mahjongclub.tables.rules_overview import rules_overview

from .conftest import Phone, ron
from .test_other_rules import change


def page_of(phone: Phone, session: Session, language: str = "en") -> str:
    answer = phone.get(f"/t/{session.code}/rules/", headers={"accept-language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def opened_with(phone: Phone, **options: Any) -> Session:
    """A riichi table that was opened with other options than the club's."""
    session = phone.open_table("riichi")
    Session.objects.filter(pk=session.pk).update(rules={**session.rules, **options})
    return Session.objects.get(pk=session.pk)


def part(page: str, heading: str) -> str:
    """The text of the page from a heading to the next one."""
    return re.split(r"<h2", page.split(f">{heading}<")[1])[0]


def test_a_table_without_changes_says_that_nothing_differs(phone: Phone, table: Session) -> None:
    page = page_of(phone, table)
    assert "Nothing: this table plays by these rules as they are." in part(
        page, "Different from “Home rules”"
    )


def test_what_differs_stands_first_with_the_usual_value_and_nowhere_else(phone: Phone) -> None:
    session = opened_with(phone, uma=[30, 10, -10, -30])
    page = page_of(phone, session)
    different = part(page, "Different from “Home rules”")
    assert "Uma (thousands)" in different
    assert "+30 / +10 / −10 / −30" in different
    assert "usually: +20 / +10 / −10 / −20" in different
    assert page.count("<dt>Uma (thousands)</dt>") == 1
    assert page.index("Different from") < page.index("Start, end and ranking")


def test_a_changed_rule_says_since_which_hand_it_holds(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    change(phone, table, kiriage_mangan="on")
    different = part(page_of(phone, table), "Different from “Home rules”")
    assert "Kiriage mangan" in different
    assert "since E2" in " ".join(different.split())
    assert "depuis E2" in " ".join(page_of(phone, table, "fr").split())


def test_a_rule_changed_and_changed_back_still_says_since_when(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, han=4, fu=30))
    change(phone, table, kiriage_mangan="on")
    phone.confirm(table, ron(2, 3, han=4, fu=30))
    change(phone, table, kiriage_mangan="")
    (row,) = rules_overview(Session.objects.get(pk=table.pk)).different
    assert (row.value, row.usual, row.since) == ("no", "", "E3")


@pytest.mark.parametrize(
    ("changed", "label"),
    [
        ({}, "Kiriage mangan"),
        ({}, "Uma where one floats"),
        ({}, "Honba with several rons"),
        ({}, "Score of the extension"),
        ({"chombo": "off"}, "Points of a chombo"),
    ],
)
def test_an_option_that_is_off_or_says_nothing_is_only_named_below(
    phone: Phone, changed: dict[str, str], label: str
) -> None:
    session = opened_with(phone, **changed)
    page = page_of(phone, session)
    assert f"<dt>{label}</dt>" not in page
    assert f"<li>{label}: " in page


def test_every_option_stands_once(phone: Phone) -> None:
    for variant in ("riichi", "sanma", "classical", "hongkong", "taiwanese"):
        session = phone.open_table(variant)
        overview = rules_overview(session)
        shown = [row.label for topic in overview.topics for row in topic.rows]
        shown += [*(row.label for row in (*overview.off, *overview.different))]
        assert len(shown) == len(session.current_rules.describe_options())


def test_the_page_names_the_text_that_the_preset_follows(phone: Phone) -> None:
    session = phone.open_table("riichi", preset="wrc-2025")
    page = page_of(phone, session)
    assert re.search(r"<a\s[^>]*href=[^>]*><cite[^>]*>World Riichi Championship Rules</cite></a\s*>", page)
    text = " ".join(re.sub(r"<[^>]*>", "", page).split())
    assert "World Riichi Championship Rules, edition v20250526, 26 May 2025." in text
    assert "Read through two public projects that quote the book by clause." in page


def test_a_word_of_the_game_is_explained_once_with_an_example(phone: Phone, table: Session) -> None:
    page = page_of(phone, table)
    for word in ("uma", "oka", "honba", "noten", "pao", "chombo"):
        assert page.count(f'id="term-{word}"') == 1
    assert "Example: With 2 honba a ron of 3,900 brings 4,500." in page
    assert "Exemple" in page_of(phone, table, "fr")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("/new/?variant=riichi&preset=text", "uma oka honba noten pao chombo kiriage agari-yame"),
        ("/new/?variant=classical&preset=bmja", "goulash limit"),
        ("/t/{code}/rules/", "uma oka honba noten pao chombo kiriage agari-yame"),
        ("/t/{code}/more/", "honba chombo"),
        ("/t/{code}/begin/", "honba"),
        ("/t/{code}/need/", "uma oka"),
        ("/t/{code}/type/", "noten pao chombo"),
        ("/sheet/riichi/", "uma oka pao chombo"),
        ("/sheet/classical/", "limit"),
        ("/sheets/blank/riichi/", "uma oka"),
        ("/sheets/rules/classical/", "limit"),
    ],
)
def test_the_words_of_a_screen_are_explained_on_it(
    phone: Phone, table: Session, page: str, words: str, language: str
) -> None:
    answer = phone.get(page.format(code=table.code), headers={"accept-language": language}, follow=True)
    assert answer.status_code == 200
    explained = re.findall(r'id="term-([a-z-]+)"', answer.content.decode())
    assert set(words.split()) <= set(explained)
    assert len(explained) == len(set(explained))


def test_where_rules_are_chosen_each_names_its_text(phone: Phone) -> None:
    page = " ".join(html.unescape(phone.get("/new/?variant=riichi&preset=ema-2025").content.decode()).split())
    assert "Riichi: Rules for Japanese Mahjong</cite>, edition 1.1, 1 January 2026" in page
    assert "Read through public software that follows the book." in page
