"""The session on one sheet: a row a hand, running scores, places; who keeps the score corrects from it."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.clubs.club_house import open_club_house

from .conftest import NAMES, Phone, draw, ron
from .test_end import submit, text_of


def sheet(phone: Phone, session: Session) -> str:
    return str(phone.get(reverse("tables:sheet", args=[session.code])).content.decode())


def rows(page: str) -> list[list[str]]:
    """The table's cells, row by row, as they are read."""
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
    assert rows(sheet(phone, table)) == [
        ["Hand", *NAMES],
        ["Start", "25,000", "25,000", "25,000", "25,000"],
        ["E1", "25,000", "+5,200 30,200", "-5,200 19,800", "25,000"],
        ["Benoît wins by ron on Chen, 3 han 40 fu"],
        ["E2", "+1,500 26,500", "-1,500 28,700", "-1,500 18,300", "+1,500 26,500"],
        ["Draw, in tenpai: Aiko and Dina"],
        ["Score", "26,500", "28,700", "18,300", "26,500"],
        ["Place", "2", "1", "4", "2"],
    ]


def test_at_the_end_the_foot_has_the_results_of_the_ranking(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    submit(phone, "close", table)
    expected = [
        ["Score", "25,000", "30,200", "19,800", "25,000"],
        # as in test_end: return 30, oka 20, uma 20/10, places 2 and 3 share theirs
        ["Result", "-5.0", "+40.2", "-30.2", "-5.0"],
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
    assert f'href="{correct}"' in sheet(phone, table)
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


def test_the_log_and_more_lead_to_it(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    for page in ("log", "more"):
        assert (
            reverse("tables:sheet", args=[table.code])
            in phone.get(reverse(f"tables:{page}", args=[table.code])).content.decode()
        )


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
        ["Result", "+50.0", "+10.0", "-20.0", "-40.0"],
        ["Place", "1", "2", "3", "4"],
    ]
