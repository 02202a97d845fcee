"""The session on one sheet: a row a hand, running scores, places; who keeps the score corrects from it."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.clubs.club_house import open_club_house

from .conftest import NAMES, Phone, draw, ron
from .test_end import submit, text_of


def sheet(phone: Phone, session: Session) -> str:
    return str(phone.get(reverse("tables:sheet", args=[session.code])).content.decode())


def rows(page: str) -> list[list[str]]:
    """The table's cells, row by row, as they are read before a line is tapped."""
    page = re.sub(r'<div class="line-card".*?</article>', "", page, flags=re.S)
    found = [
        [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", cell))).strip() for cell in cells]
        for row in re.findall(r"<tr.*?</tr>", page, re.S)
        if (cells := re.findall(r"<t[hd].*?</t[hd]>", row, re.S))
    ]
    return [[cell.removeprefix("Correct ") for cell in row] for row in found]


def test_each_hand_is_a_row_with_changes_scores_and_words(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, draw(0, 3))
    # 3 han 40 fu is 5,200 (RULES.md, points table); two in tenpai get 1,500 each of the 3,000
    page = sheet(phone, table)
    assert rows(page) == [
        ["Hand", *NAMES],
        ["E1 ron", "25,000", "+5,200 30,200", "−5,200 19,800", "25,000"],
        ["E2 draw", "+1,500 26,500", "−1,500 28,700", "−1,500 18,300", "+1,500 26,500"],
        ["Now", "26,500", "28,700", "18,300", "26,500"],
    ]
    assert [words for words in re.findall(r"<p>(.*?)</p>", page) if "hands" not in words] == [
        "Benoît wins by ron on Chen, 3 han 40 fu",
        "Draw, in tenpai: Aiko and Dina",
    ]


def test_the_log_and_the_score_sheet_are_one_page_at_two_addresses(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    log = str(phone.get(reverse("tables:log", args=[table.code])).content.decode())
    assert rows(log) == rows(sheet(phone, table))
    for page in (log, sheet(phone, table)):
        assert 'id="hand-1"' in page
        assert reverse("tables:delete", args=[table.code, 1]) in page


WON = re.compile(r'<span class="won">\s*([^<]*?)\s*</span>')


def test_each_winner_of_a_hand_is_framed_and_nobody_of_a_draw(phone: Phone, table: Session) -> None:
    both = [{"winner": seat, "from": 2, "han": 3, "fu": 40} for seat in (1, 3)]
    phone.confirm(table, draw(0, 3))
    assert WON.findall(sheet(phone, table)) == []
    phone.confirm(table, {"type": "win", "riichi": [], "wins": both})
    # 3 han 40 fu is 5,200 (RULES.md, points table)
    # these rules pay the nearest winner alone (head bump): Dina, with one honba
    assert WON.findall(sheet(phone, table)) == ["+5,500"]


@pytest.mark.parametrize(
    ("outcome", "word"),
    [
        ({"type": "win", "wins": [{"winner": 1, "from": None, "han": 3, "fu": 40}]}, "tsumo"),
        ({"type": "chombo", "offenders": [2]}, "false win"),
        ({"type": "abort", "reason": "four_winds"}, "called off"),
        ({"type": "draw", "tenpai": []}, "draw"),
    ],
)
def test_a_line_says_in_a_word_how_the_hand_ended(
    phone: Phone, table: Session, outcome: dict[str, Any], word: str
) -> None:
    assert phone.confirm(table, outcome).status_code == 302
    assert rows(sheet(phone, table))[1][0] == f"E1 {word}"


@pytest.mark.parametrize(
    ("variant", "outcome", "words"),
    [
        ("american", {"type": "draw"}, ("wall game", "pioche vide")),
        (
            "american",
            {"type": "false_mahjong", "offender": 0, "winner": 3, "value": 40},
            ("mah jongg in error", "mahjong par erreur"),
        ),
        ("classical", {"type": "false_mahjong", "offender": 2}, ("false mahjong", "faux mahjong")),
        ("hongkong", {"type": "false_win", "offender": 2}, ("false win", "faux mahjong")),
        ("hongkong", {"type": "draw"}, ("draw", "nulle")),
    ],
)
def test_the_word_of_a_line_is_that_of_its_game(
    phone: Phone, variant: str, outcome: dict[str, Any], words: tuple[str, str]
) -> None:
    table = phone.open_table(variant)
    assert phone.confirm(table, outcome).status_code == 302
    for language, word in zip(("en", "fr"), words, strict=True):
        phone.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        assert rows(sheet(phone, table))[1][0].endswith(f" {word}")


def test_what_is_no_hand_is_a_line_too(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    version = Session.objects.get(pk=table.pk).version
    form = {"seat-0": "-1000", "seat-1": "1000", "why": "late", "version": version, "key": str(uuid4())}
    assert phone.post(reverse("tables:adjust", args=[table.code]), form).status_code == 302
    line = rows(sheet(phone, table))[2]
    assert line[0].endswith("points adjusted")
    assert line[1] == "−1,000 24,000"


def test_one_phone_alone_is_not_told_that_it_made_a_correction(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(1, 3), number=1)
    assert "The phone that opened the table" not in sheet(phone, table)
    share = phone.get(reverse("tables:share", args=[table.code])).content.decode()
    other_phone.get(re.findall(r'value="http://testserver([^"]+)"', share)[0])
    assert "The phone that opened the table" in sheet(phone, table)


def test_at_the_end_the_foot_has_the_results_of_the_ranking(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    submit(phone, "close", table)
    expected = [
        ["Score", "25,000", "30,200", "19,800", "25,000"],
        # as in test_end: return 30, oka 20, uma 20/10, places 2 and 3 share theirs
        ["Result", "−5.0", "+40.2", "−30.2", "−5.0"],
        ["Place", "2", "1", "4", "2"],
    ]
    assert rows(sheet(phone, table))[-3:] == expected
    end = str(phone.get(reverse("tables:end", args=[table.code])).content.decode())
    assert rows(end)[-3:] == expected


def test_scorers_correct_from_a_row_and_viewers_only_read(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    correct = reverse("tables:entry", args=[table.code, 1])
    assert f'href="{correct}?seen=' in sheet(phone, table)
    phone.confirm(table, ron(1, 3), number=1)
    assert "corrected" in sheet(phone, table)
    share = phone.get(reverse("tables:share", args=[table.code])).content.decode()
    links = re.findall(r'value="http://testserver([^"]+)"', share)
    other_phone.get(links[1])
    page = sheet(other_phone, table)
    assert "ron on Dina" in page
    assert correct not in page


def test_news_of_the_table_is_the_sheet_alone_and_nothing_new_is_told_so(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))
    page = sheet(phone, table)
    assert f"/live/{table.code}" in page
    (told,) = re.findall(r'"If-None-Match":"(.+?)"}', page)
    tag = told.encode().decode("unicode_escape")
    headers = {"HX-Request": "true", "HX-Target": "score-sheet"}
    address = reverse("tables:sheet", args=[table.code])
    assert phone.get(address, headers={**headers, "If-None-Match": tag}).status_code == 304
    phone.confirm(table, draw(0, 3))
    news = phone.get(address, headers={**headers, "If-None-Match": tag})
    assert news.status_code == 200
    assert "<html" not in news.content.decode()
    assert "no-store" in news["Cache-Control"]
    assert "Draw, in tenpai" in text_of(news)


def test_without_a_hand_it_says_so_and_leads_back(phone: Phone, table: Session) -> None:
    page = sheet(phone, table)
    assert "No hand has been recorded yet" in page
    assert rows(page) == []
    assert reverse("tables:table", args=[table.code]) in page


def test_the_table_and_the_end_lead_to_the_score_sheet(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    log = reverse("tables:log", args=[table.code])
    assert log in phone.get(reverse("tables:table", args=[table.code])).content.decode()
    submit(phone, "close", table)
    assert f"{log}#hand-1" in phone.get(reverse("tables:end", args=[table.code])).content.decode()


def test_before_the_seats_are_drawn_there_is_none(phone: Phone) -> None:
    form = {"variant": "riichi", "method": "order", **{f"name-{at}": name for at, name in enumerate(NAMES)}}
    phone.post(reverse("tables:new"), form)
    code = Session.objects.latest("pk").code
    assert phone.get(reverse("tables:sheet", args=[code]))["Location"] == reverse("tables:seats", args=[code])


@pytest.mark.django_db
def test_a_result_from_paper_has_its_totals_and_no_hands() -> None:
    house = open_club_house()
    form = {f"name-{seat}": name for seat, name in enumerate(NAMES)} | {
        f"score-{seat}": points for seat, points in enumerate((40000, 30000, 20000, 10000))
    }
    scorer = house.phone("scorer")
    scorer.post(house.url("results/new/"), {"variant": "riichi", **form})
    session = Session.objects.get()
    scorer.post(house.url(f"games/{session.code}/"))  # let in to watch
    page = str(scorer.get(reverse("tables:sheet", args=[session.code])).content.decode())
    assert "Played on paper" in page
    assert rows(page)[1:] == [
        ["Score", "40,000", "30,000", "20,000", "10,000"],
        # return 30, oka 20, uma 20/10 (RULES.md, club)
        ["Result", "+50.0", "+10.0", "−20.0", "−40.0"],
        ["Place", "1", "2", "3", "4"],
    ]
