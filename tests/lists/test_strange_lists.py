"""Lists as chats, mail programs and strange spreadsheets give them: whom they name, what is left out."""

from __future__ import annotations

from datetime import date

import pytest

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.dates import column_date_orders, read_day
from mahjongclub.lists.names import names_in
from mahjongclub.lists.numbers import read_number
from mahjongclub.lists.tables import read_table

CHATS = {
    "numbers in one line": ("1) Anna 2) Bo 3) Cy", ["Anna", "Bo", "Cy"]),
    "numbers and stops in one line": ("1. Anna Berg, 2. Bo Lind, 3. Cy", ["Anna Berg", "Bo Lind", "Cy"]),
    "telephone numbers behind names": (
        "Anna Berg +46 70 123 45 67\nBo Lind 0612345678\nCy Ode (06 12 34 56 78)",
        ["Anna Berg", "Bo Lind", "Cy Ode"],
    ),
    "pictures before names": ("🀄 Anna\n🐉 Bo\n👩‍🦰 Cy", ["Anna", "Bo", "Cy"]),
    "bold and slanted names": ("*Anna Berg*\n_Bo Lind_\n**Cy Ode**", ["Anna Berg", "Bo Lind", "Cy Ode"]),
    "names struck out": ("Anna Berg\n~Bo Lind~\n~~Cy Ode~~\nDi Mar", ["Anna Berg", "Di Mar"]),
    "headings between names": (
        "Players:\n1. Anna\n2. Bo\n\nWaiting list:\n3. Cy",
        ["Anna", "Bo", "Cy"],
    ),
    "tables as headings": ("Table 1:\nAnna\nBo\nTable 2:\nCy\nDi", ["Anna", "Bo", "Cy", "Di"]),
    "a total below": ("Anna\nBo\nCy\nTotal: 3", ["Anna", "Bo", "Cy"]),
    "the receivers of a mail": (
        'Anna Berg <anna@x.org>, Bo Lind <bo@x.org>; "Ode, Cy" <cy@x.org>',
        ["Anna Berg", "Bo Lind", "Cy Ode"],
    ),
    "receivers one a line": (
        'Anna Berg <anna@x.org>;\n"Lind, Bo" <bo@x.org>;\nCy Ode <cy@x.org>',
        ["Anna Berg", "Bo Lind", "Cy Ode"],
    ),
    "signs of the direction of writing": (
        "\u200eAnna Berg\u200f\n\u202aBo Lind\u202c",
        ["Anna Berg", "Bo Lind"],
    ),
    "couples": ("Anna + Bo\nCy & Di\nOrtega y Gasset", ["Anna", "Bo", "Cy", "Di", "Ortega y Gasset"]),
}


@pytest.mark.parametrize(("text", "names"), CHATS.values(), ids=CHATS)
def test_names_of_a_chat_or_a_mail_are_read_without_what_stands_about_them(
    text: str, names: list[str]
) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    "name",
    ["3 Fingers Joe", "Anna-Lena", "J. R. Ewing", "Bo 2", "Agent 007", "Total Recall", "X Æ A-12", "* Bo"],
)
def test_a_strange_name_is_a_name_all_the_same(name: str) -> None:
    assert names_in(f"Anna Berg\n{name}\nCy Ode")[1] == name.removeprefix("* ")


TOTALS = ["Total: 2;", "Total;2", ";Summe;2", "Anzahl: 2;;", "合計;2", "Итого: 2;", "TOTAL;2;", "Nombre : 2"]


@pytest.mark.parametrize("total", TOTALS)
def test_a_line_of_totals_below_a_table_is_nobody_and_stands_with_what_is_left_out(total: str) -> None:
    table = read_table(f"Name;Country;Points\nAnna Berg;SWE;12\nBo Lind;DEN;8\n{total}")
    assert [row[0] for row in table.rows] == ["Name", "Anna Berg", "Bo Lind"]
    assert table.titles == (" ".join(filter(None, total.split(";"))),)


def test_somebody_called_total_stays_on_the_list() -> None:
    table = read_table("Name;Country\nAnna Berg;SWE\nTotal;DEN")
    assert table.rows[-1] == ("Total", "DEN")


@pytest.mark.parametrize(
    ("heads", "kinds"),
    [
        ("Player;;Contact;\nFirst;Last;E-mail;Country", ["first_name", "last_name", "email", "country"]),
        (
            "Joueur;Joueur;Contact;Pays\nPrénom;Nom;Courriel;Pays",
            ["first_name", "last_name", "email", "country"],
        ),
        ("Spieler;;;\nVorname;Nachname;E-Mail;Land", ["first_name", "last_name", "email", "country"]),
    ],
)
def test_of_two_lines_of_headings_the_lower_one_says_what_the_columns_are(
    heads: str, kinds: list[str]
) -> None:
    text = f"{heads}\nAnna;Berg;a@x.org;SWE\nBo;Lind;b@x.org;DEN"
    assert recognise_columns(read_table(text)).kinds == kinds
    assert names_in(text) == ["Anna Berg", "Bo Lind"]


def test_headings_that_come_again_are_nobody() -> None:
    text = "Name;Country\nAnna Berg;SWE\nName;Country\nBo Lind;DEN"
    assert names_in(text) == ["Anna Berg", "Bo Lind"]


def test_two_columns_called_name_are_asked_about() -> None:
    assert recognise_columns(read_table("Name;Name;Land\nBerg;Anna;SWE\nLind;Bo;DEN")).unsure == (0, 1)
    assert not recognise_columns(read_table("Name;Team;Land\nAnna Berg;A;SWE\nBo Lind;B;DEN")).unsure


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("令和8年2月4日", date(2026, 2, 4)),
        ("令和元年5月1日", date(2019, 5, 1)),
        ("R8.2.4", date(2026, 2, 4)),
        ("平成30年1月1日", date(2018, 1, 1)),
        ("H30/1/1", date(2018, 1, 1)),
        ("昭和64年1月7日", date(1989, 1, 7)),
        ("民國115年2月3日", date(2026, 2, 3)),
        ("03-Feb-2026", date(2026, 2, 3)),
        ("2026年2月3日（火）", date(2026, 2, 3)),
        ("2026. 2. 3.", date(2026, 2, 3)),
        ("31.6.2026", None),
    ],
)
def test_a_day_of_another_calendar_is_that_day_or_none(text: str, day: date | None) -> None:
    assert read_day(text) == day
    assert len(column_date_orders([text]).orders) <= 1, "no question is asked about a day that is sure"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("32.5k", "32500"),
        ("32,5k", "32500"),
        ("25K", "25000"),
        ("▲12,300", "-12300"),
        ("1,23,456", "123456"),
        ("1.234.567", "1234567"),
        ("12.3.4", None),
        ("1.2.26", None),
        ("-", None),
        ("±0", "0"),
    ],
)
def test_a_score_is_read_whole_or_not_at_all(text: str, number: str | None) -> None:
    value = read_number(text)
    assert (None if value is None else f"{value:f}".removesuffix(".0")) == number


PAGES = {
    "bullets of Word": ("§ Anna Berg\n\uf0b7 Bo Lind\n§ Cy Ode", ["Anna Berg", "Bo Lind", "Cy Ode"]),
    "who said no in a poll": ("Mahjong Tuesday?\nYes (2)\nAnna, Bo\nNo (1)\nDi", ["Anna", "Bo"]),
    "courtesy before names": ("M. Jean Roy\nMme Léa Petit", ["Jean Roy", "Léa Petit"]),
    "a single Mr": ("Mr. Bo\nAnna Berg\nCy Ode", ["Mr. Bo", "Anna Berg", "Cy Ode"]),
    "addresses and numbers below names": (
        "Anna Berg\nanna@x.org\n+46 70 123 45 67\nBo Lind\nbo@x.org\n+46 70 999 45 67",
        ["Anna Berg", "Bo Lind"],
    ),
    "an address in place of a name": ("Anna Berg\nanna@x.org\nBo Lind\nCy Ode\ncy@x.org", None),
    "answers below names": ("Anna Berg\nGoing\nBo Lind\nInterested", ["Anna Berg", "Bo Lind: Interested"]),
    "days behind numbered names": (
        "Liste des adhérents 2026\n1 DUPONT Léa 12/03/1990\n2 ROY Anne 23/11/2001",
        ["DUPONT Léa", "ROY Anne"],
    ),
    "who arrives when": ("Anna arrives 20h\nBo leaves at 22:00\nCy", ["Anna", "Bo", "Cy"]),
    "family names in capitals": ("LE GALL, Yann\nROY, Jean", ["Yann LE GALL", "Jean ROY"]),
    "family names with particles": (
        "van der Berg, Piet\nde la Cruz, Maria\nSmith, John III",
        ["Piet van der Berg", "Maria de la Cruz", "John III Smith"],
    ),
    "towns behind names": ("Anna Berg, Lund\nBo Lind, Malmö", ["Anna Berg", "Bo Lind"]),
    "players of a team by letter": ("Team;P1;P2\nReds;Anna;Bo\nBlues;Cy;Di", ["Anna", "Bo", "Cy", "Di"]),
    "a poll of days": ("\tTue 24\tTue 1\nAnna\tYES\tNO\nBo\tNO\tYES", ["Anna", "Bo"]),
    "a late person in the first line": ("Anna\tlate\nBo\tyes\nCy\tno", ["Anna", "Bo", "Cy"]),
}


@pytest.mark.parametrize(("text", "names"), PAGES.values(), ids=PAGES)
def test_names_copied_from_a_page_are_read_without_what_stands_about_them(
    text: str, names: list[str] | None
) -> None:
    read = names_in(text)
    assert read == names if names is not None else "anna@x.org" in read, "an address alone may be somebody"


def test_lines_of_signs_alone_are_shown_as_left_out() -> None:
    assert read_table("Anna 🌸\n🀄\n-----\nBo").titles == ("🀄",)


def test_a_column_of_orders_with_one_that_is_cancelled_is_asked_about() -> None:
    text = "Nom;Prénom;Statut\nDUPONT;Léa;Validé\nROY;Anne;Annulé"
    assert recognise_columns(read_table(text)).kinds == ["last_name", "first_name", "answer"]


def test_days_with_stops_are_no_numbers_of_the_federation() -> None:
    assert recognise_columns(read_table("Berg Anna\t12.01.2026\nLind Bo\t13.01.2026")).kinds == [
        "name",
        "date",
    ]


def test_a_formula_that_came_to_nothing_is_nobody() -> None:
    assert names_in("Name;Land\nAnna Berg;#N/A\n#REF!;SWE\nBo Lind;DEN") == ["Anna Berg", "Bo Lind"]
