"""Lists as organisers have them: contacts, mails, cards, copies of pages, teams in lines, couples."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.typed_names import not_a_name_error
from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.encodings import read_bytes
from mahjongclub.lists.mending import replace_rows
from mahjongclub.lists.names import names_in, split_couple
from mahjongclub.lists.tables import read_table

SEATS = ["Anna Berg", "Bo Lind", "Cy Ode", "Di Mar"]
LISTS = {
    "contacts of a phone": (
        "BEGIN:VCARD\nVERSION:3.0\nN:Dupont;Léa;;;\nFN:Léa Dupont\nTEL;TYPE=CELL:+33 6 12 34 56\nEND:VCARD\n"
        "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\nEND:VCARD\n",
        ["Léa Dupont", "Jörg Müller"],
    ),
    "cards with blank lines between": (
        "Name: Anna Berg\nCountry: Sweden\nEMA: 11010001\n\nName: Bo Lind\nCountry: Denmark\n",
        ["Anna Berg", "Bo Lind"],
    ),
    "French cards between rules": (
        "Nom : Dupont\nPrénom : Léa\nE-mail : lea@x.fr\n---\nNom : Durand\nPrénom : Max\nE-mail : max@x.fr\n",
        ["Léa Dupont", "Max Durand"],
    ),
    "objects of a program": (
        '[{"name": "Anna Berg", "country": "SWE"}, {"name": "Bo Lind", "country": "DEN"}]',
        ["Anna Berg", "Bo Lind"],
    ),
    "the head of a mail": (
        'To: "Bo Lind" <bo@x.dk>, Anna Berg <a@x.se>;\n "Ode, Cy" <c@x.no>\nCc: Di Mar <di@x.es>\nSubject: X',
        ["Bo Lind", "Anna Berg", "Cy Ode", "Di Mar"],
    ),
    "addresses with and without names": ('"Lind, Bo" <bo@x.dk>\ncy.ode@x.no', ["Bo Lind", "cy.ode@x.no"]),
    "addresses alone": ("anna@x.se; bo@x.dk", ["anna@x.se", "bo@x.dk"]),
    "a mail with greeting and signature": (
        "Hi Marguerite,\n\nthe list:\n\nAnna Berg\nBo Lind\nCy Ode\n\nBest regards,\nJean-Pierre\n",
        ["Anna Berg", "Bo Lind", "Cy Ode"],
    ),
    "a French mail": (
        "Bonjour à tous !\nAnna Berg\nBo Lind\n\nCordialement\nJean-Pierre",
        ["Anna Berg", "Bo Lind"],
    ),
    "a signature of a phone": ("Anna Berg\nBo Lind\n\n--\nSent from my iPhone", ["Anna Berg", "Bo Lind"]),
    "a question above signs": (
        "Jeudi 19h, on est combien ?\n🟢 Marguerite\n🟢 Jean-Pierre (en retard)\n🔴 Bo\n🟡 Łukasz\n",
        ["Marguerite", "Jean-Pierre"],
    ),
    "numbers in a line behind a question": (
        "Hi all! Coming so far: 1. Anna, 2. Bo 3. Jean-Pierre",
        ["Anna", "Bo", "Jean-Pierre"],
    ),
    "teams in lines": ("Dragons: Anna Berg, Bo Lind\nWinds: Cy Ode, Di Mar\n", SEATS),
    "tables in lines": ("Table 1: Anna Berg / Bo Lind\nTable 2: Cy Ode / Di Mar\n", SEATS),
    "tables with dashes": ("Table 1\nAnna Berg - Bo Lind - Cy Ode - Di Mar", SEATS),
    "players of teams beside each other": (
        "Team;Player 1;Player 2\nDragons;Anna Berg;Bo Lind\nWinds;Cy Ode;Di Mar\n",
        SEATS,
    ),
    "pages of a copied document": (
        "Nr Name            Club\n1  Anna Berg       Malmö\n2  Bo Lind         Lund\n      Page 1 of 2\n\x0c"
        "Nr Name            Club\n3  Cy Ode          Oslo\n4  Di Mar          Bergen\n      Page 2 of 2\n",
        SEATS,
    ),
    "couples": (
        "Jean & Marie Dupont\nAnna et Paul Martin\nOrtega y Gasset",
        ["Jean Dupont", "Marie Dupont", "Anna Martin", "Paul Martin", "Ortega y Gasset"],
    ),
    "remarks behind names": (
        "Anna Berg (remplaçante)\nBo Lind (arrive 20h)\nCy Ode (ab 19:30)",
        ["Anna Berg", "Bo Lind", "Cy Ode"],
    ),
    "Arabic headings": (
        "\u200fالاسم\tالبلد\n\u200fليلى منصور\tلبنان\nيوسف حداد\tفرنسا",
        ["ليلى منصور", "يوسف حداد"],
    ),
    "Italian family names first": (
        "Cognome e nome;Nazione\nRossi Maria;Italia\nDe Luca Giovanni;Italia\nBianchi Anna Maria;Italia",
        ["Maria Rossi", "Giovanni De Luca", "Anna Maria Bianchi"],
    ),
}


@pytest.mark.parametrize(("text", "names"), LISTS.values(), ids=LISTS)
def test_a_list_of_an_organiser_names_its_people(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        (LISTS["the head of a mail"][0], ("Subject: X",)),
        (
            LISTS["a mail with greeting and signature"][0],
            ("Hi Marguerite,", "Best regards,", "Jean-Pierre", "the list:"),
        ),
        (LISTS["a question above signs"][0], ("Jeudi 19h, on est combien ?", "🔴 Bo", "🟡 Łukasz")),
        (LISTS["numbers in a line behind a question"][0], ("Hi all! Coming so far:",)),
        (LISTS["pages of a copied document"][0], ("Page 1 of 2", "Page 2 of 2")),
    ],
)
def test_what_is_no_part_of_a_list_is_told(text: str, left_out: tuple[str, ...]) -> None:
    assert set(read_table(text).titles) == set(left_out)


@pytest.mark.parametrize(
    "line", ["Bo (+1)", "Bo + 1", "Bo +2", "Bo (abs)", "Bo, absent", "- [ ] Bo", "bo@x.dk"]
)
def test_a_name_that_leaves_a_question_is_asked_about(line: str) -> None:
    names = names_in(f"- [x] Marguerite\n{line}\n- [x] Jean-Pierre")
    assert [bool(not_a_name_error(name)) for name in names] == [False, True, False]


@pytest.mark.parametrize("text", ["<table><tr><td>Bo</td></tr></table>", '{"name": "Bo"}'])
def test_a_piece_of_a_page_or_program_is_no_name(text: str) -> None:
    assert not_a_name_error(text)


@pytest.mark.parametrize(
    "name", ["Best", "Tack", "Merci Dupont", "Hallo Kitty", "Dag", "Anna-Lena", "X <3 Bo"]
)
def test_a_name_like_a_word_of_a_mail_stays(name: str) -> None:
    assert name in names_in(f"Marguerite\nJean-Pierre\n{name}\nBo")
    assert not not_a_name_error(name)


@pytest.mark.parametrize(
    "text", ["Anna Berg", "Ortega y Gasset", "Simon & Garfunkel", "Jean-Pierre", "Bo & Co & Lu"]
)
def test_no_couple_is_made_of_one_name(text: str) -> None:
    assert split_couple(text) is None


def test_teams_of_lines_stand_in_a_column() -> None:
    table = read_table("Dragons: Anna Berg, Bo Lind\nWinds: Cy Ode, Di Mar")
    assert recognise_columns(table).kinds == ["team", "name"]
    assert table.rows[1] == ("Dragons", "Bo Lind")


def test_a_card_is_mended_in_a_table_of_the_cards() -> None:
    text = "Name: Bo\nCountry: XX\n\nName: Lu\nCountry: DEN"
    mended = replace_rows(text, read_table(text), {2: ["Bo", "SWE"]})
    assert read_table(mended).rows == (("Name", "Country"), ("Bo", "SWE"), ("Lu", "DEN"))


def test_an_amount_in_a_file_of_a_mac_tells_its_letters() -> None:
    text = "Prénom;Nom;Cotisation\rFrançois;Lefèvre;12,50 €\rZoë;Brûlé;12,50 €\r"
    assert [reading.text for reading in read_bytes(text.encode("mac_roman"))] == [text]


SECTIONS = {
    "an answer sheet of a chat": (
        "✅ Accepted (3)\nAnna\nBo\nCy\n❌ Declined (1)\nDi\n❔ Tentative (1)\nEd",
        ["Anna", "Bo", "Cy"],
    ),
    "French answers": ("Présents :\n- Anna\n- Bo\nAbsents :\n- Cy\nExcusés :\n- Di", ["Anna", "Bo"]),
    "counted answers": ("Going (2)\nAnna\nBo\nNot coming (1)\nCy", ["Anna", "Bo"]),
}


@pytest.mark.parametrize(("text", "names"), SECTIONS.values(), ids=SECTIONS)
def test_who_stands_below_a_no_does_not_come(text: str, names: list[str]) -> None:
    assert names_in(text) == names


ONE_LINE = {
    "family names first": ("Berg, Anna; Lind, Bo; Ode, Cy", ["Anna Berg", "Bo Lind", "Cy Ode"]),
    "two at the end": ("Anna, Bo, Cy and Di", ["Anna", "Bo", "Cy", "Di"]),
    "two at the end in French": ("Anna, Bo et Cy", ["Anna", "Bo", "Cy"]),
}


@pytest.mark.parametrize(("text", "names"), ONE_LINE.values(), ids=ONE_LINE)
def test_names_in_a_line_are_told_apart(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_wide_blanks_within_japanese_names_are_no_columns() -> None:
    assert names_in("１．田中　愛子\n２．佐藤　健\n３．鈴木　一郎") == ["田中 愛子", "佐藤 健", "鈴木 一郎"]
    assert read_table("氏名　　所属\n田中　愛子　　東京\n佐藤　健　　大阪").rows[1] == ("田中 愛子", "東京")


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        ("Nom participant;Prénom participant;Nom payeur;Prénom payeur", "Dupont;Léa;Durand;Max"),
        ("Buyer Last Name;Buyer First Name;First Name;Surname", "Durand;Max;Léa;Dupont"),
        ("Vorname Teilnehmer;Nachname Teilnehmer;Vorname Besteller", "Léa;Dupont;Max"),
        ("First name;Last name;Emergency contact name", "Léa;Dupont;Max Durand"),
    ],
)
def test_who_plays_is_not_mixed_up_with_who_pays(heads: str, row: str) -> None:
    assert names_in(f"{heads}\n{row}\n{row.replace('Léa', 'Ann')}") == ["Léa Dupont", "Ann Dupont"]


def test_names_in_quotes_of_any_language_lose_them() -> None:
    assert names_in("“Anna Berg”\n«Bo Lind»\n'Cy Ode'\nO'Brien") == [
        "Anna Berg",
        "Bo Lind",
        "Cy Ode",
        "O'Brien",
    ]


def test_a_column_of_days_is_none_of_federation_numbers() -> None:
    assert "ema_number" not in recognise_columns(read_table("Anna Berg,2026-12-31\nBo Lind,2026-06-30")).kinds
