"""Lists as organisers have them, file by file: what is read of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.encodings import read_bytes
from mahjongclub.lists.people import person_in_row
from mahjongclub.lists.tables import read_table

FILES = Path(__file__).parent / "files"


def people_in(data: bytes | str) -> list[dict[str, str]]:
    """The people of a list whose letters and columns leave no doubt."""
    if isinstance(data, bytes):
        (reading,) = read_bytes(data)
        data = reading.text
    table = read_table(data)
    columns = recognise_columns(table)
    assert not columns.unsure
    rows = table.rows[1:] if columns.has_heads else table.rows
    return [person_in_row(columns.kinds, row) for row in rows]


@pytest.mark.parametrize("path", sorted(FILES.glob("4-heads-*.csv")), ids=lambda path: path.stem)
def test_headings_are_known_in_the_organisers_language(path: Path) -> None:
    assert people_in(path.read_bytes()) == [
        {"last_name": "Berg", "first_name": "Anna", "country": "SWE", "ema_number": "21010003"},
        {"last_name": "Vogel", "first_name": "Max", "country": "GER", "ema_number": "03010002"},
    ]


def test_a_title_above_the_table_is_no_heading() -> None:
    assert people_in((FILES / "4-title-above.csv").read_bytes()) == [
        {"last_name": "Dupont", "first_name": "Léa", "country": "FRA", "ema_number": "04090001"},
        {"last_name": "Vogel", "first_name": "Max", "country": "GER", "ema_number": "03010002"},
    ]


def test_a_number_gets_the_zero_back_that_a_spreadsheet_ate_and_a_country_its_code() -> None:
    assert people_in((FILES / "5-ema-leading-zero.csv").read_bytes()) == [
        {"last_name": "Dupont", "first_name": "Léa", "country": "FRA", "ema_number": "04090001"},
        {"last_name": "Vogel", "first_name": "Max", "country": "GER", "ema_number": "03010002"},
        {"last_name": "Jensen", "first_name": "Bo", "country": "DEN"},
    ]


def test_a_sheet_may_have_one_player() -> None:
    assert people_in((FILES / "8-one-player.csv").read_bytes()) == [
        {"last_name": "Seule", "first_name": "Léa", "city": "Lille"}
    ]


FORM = """Horodateur;Adresse e-mail;Quel est ton prénom ?;Quel est ton nom de famille ?;\
Ton numéro EMA (si tu en as un);Pays;Club;Allergies, régime;Téléphone
2026/03/12 10:11:12;lea@example.org;Léa;Dupont;4090001;France;Lille;"Noix, arachides";06 12 34 56 78
2026/03/13 10:11:12;max@example.org;Max;Vogel;;Allemagne;;"sans gluten, merci";
"""


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (FORM, "timestamp email first_name last_name ema_number country federation remark phone"),
        (
            'Timestamp,What is your first name?,What is your last name?,Country,"EMA, if any","Any diet?"\n'
            '3/12/2026 10:11:12,Bo,Jensen,Denmark,,\n3/13/2026 10:11:12,Max,Vogel,Germany,3010002,"egg, oil"',
            "timestamp first_name last_name country ema_number remark",
        ),
        ('"MÜLLER, Jörg";GER;3010002\n"DE LA TOUR, Anne-Sophie";FRA;', "turned country ema_number"),
        ("Dupont, Léa\nDurand, Max", "last_name first_name"),
        ("Jensen;Bo;DK\nVogel;Max;DE", "last_name first_name country"),
        ("Bo\tJensen\tDEN\nMax\tVogel\tGER", "first_name last_name country"),
        ("Aiko; Red Dragons\nBen; Red Dragons\nChen; Winds\nDina; Winds", "name team"),
        ("Nr,Name,Vorname,Land\n1,Müller,Jörg,D\n2,Vogel,Max,A", "number last_name first_name country"),
        ("Name           Country   EMA\nBo Jensen      DEN       05990001\nMax Vogel      GER       03010002",
         "name country ema_number"),
        ("氏名,国,備考\n田中 愛子,日本,\n鈴木 一郎,日本,アレルギー、えび", "name country remark"),
        ("ФИО;Страна\nИванов Иван;Россия\nПетрова Анна;Украина", "turned country"),
        ("Prénom Nom;Équipe;E-mail\nLéa Dupont;Rouges;l@example.org\nMax V;Bleus;m@example.org",
         "name team email"),
        ("Land;Anna;SWE;21010003\nVogel;Max;GER;03010002", "last_name first_name country ema_number"),
        ("Liste au 12/03/2026\n\nNom;Prénom;Club\n\nDupont;Léa;Lille\n;;\nDurand;Max;Paris",
         "last_name first_name federation"),
        ("sep=;\nNom;Pays\nLéa Dupont;FRA", "last_name country"),
        ("Qui ?;Pays\nLéa Dupont;FRA\nMax Vogel;GER", "name country"),
    ],
)  # fmt: skip
def test_columns_are_known_by_headings_questions_and_what_stands_in_them(text: str, kinds: str) -> None:
    expected = ["name" if kind == "last_name" and "sep=" in text else kind for kind in kinds.split()]
    assert recognise_columns(read_table(text)).kinds == expected


def test_two_columns_that_nothing_tells_apart_are_asked_about() -> None:
    assert recognise_columns(read_table("Xqa;Zur\nYob;Pim\nWel;Tok")).unsure == (0, 1)


def test_a_free_text_with_a_comma_is_no_name() -> None:
    people = people_in(FORM)
    assert [person["remark"] for person in people] == ["Noix, arachides", "sans gluten, merci"]
    assert [person["last_name"] for person in people] == ["Dupont", "Vogel"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Zeitstempel\tWie heißt du mit Vornamen?\tDein Nachname?\tAus welchem Land bist du?\tAllergien?\n"
         "12.03.2026 10:11:12\tJörg\tMüller\tDeutschland\tkeine\n"
         "13.03.2026 10:11:12\tBo\tJensen\tDänemark\tFisch, Ei",
         "timestamp first_name last_name country remark"),
        ("Hoe heet je (voornaam)?;Achternaam;Uit welk land kom je?;Dieetwensen\n"
         "Sanne;de Vries;Nederland;geen noten, vis",
         "first_name last_name country remark"),
        ("Etunimesi?;Sukunimesi?;Maa;Ruoka-aineallergiat\nPäivi;Mäkinen;Suomi;pähkinä, kala\n"
         "Matti;Virtanen;Suomi;",
         "first_name last_name country remark"),
        ("¿Cuál es tu nombre?;¿Y tus apellidos?;País;¿Algo más?\nJosé;García Núñez;España;\n"
         "María;López;México;leche, sal",
         "first_name last_name country remark"),
        ("Отметка времени;Ваше имя;Ваша фамилия;Из какой вы страны?;Комментарий\n"
         "12.03.2026 10:11:12;Юлия;Иванова;Россия;орехи, рыба\n13.03.2026 10:11:12;Иван;Петров;Латвия;",
         "timestamp first_name last_name country remark"),
        ("Όνομα;Επώνυμο;Χώρα;Σχόλια\nΣοφία;Παπαδοπούλου;Ελλάδα;ξηροί καρποί, ψάρι\nΝίκος;Βλάχος;Ελλάδα;",
         "first_name last_name country remark"),
        ("Adınız;Soyadınız;Ülkeniz;E-posta adresiniz\nAyşe;Yılmaz;Türkiye;a@example.org",
         "first_name last_name country email"),
        ("이름;국가;비고\n김민수;대한민국;\n이영희;대한민국;견과류, 생선", "name country remark"),
        ("氏名\tフリガナ\t国籍\tEMA番号\n"
         "田中 愛子\tタナカ アイコ\t日本\t12010001", "name reading country ema_number"),
        ("Vad heter du i förnamn?;Efternamn;Land;Kost\n"
         "Åsa;Öberg;Sverige;nötter, fisk", "first_name last_name country remark"),
        ("DUPONT Léa;FRA\nVOGEL Max;GER", "turned country"),
        ("Léa Dupont;Lille\nMax Vogel;Köln", "name "),
        ("Bo\nLu\nChad", "name"),
    ],
)  # fmt: skip
def test_questions_of_forms_are_understood_in_the_languages_of_our_players(text: str, kinds: str) -> None:
    assert recognise_columns(read_table(text)).kinds == kinds.split(" ")


def test_a_list_of_a_chat_is_names_without_numbers_ticks_and_title() -> None:
    chat = "Liste pour samedi :\n1. Bo\n2. Léa 🇫🇷\n3.\n4. Max ✅"
    assert people_in(chat) == [{"name": "Bo"}, {"name": "Léa", "country": "FRA"}, {"name": "Max"}]


def test_a_file_that_was_encoded_twice_is_asked_about() -> None:
    broken = "Léa Dupont\nJörg Müller".encode().decode("cp1252").encode()
    assert read_bytes(broken)[0].text == "Léa Dupont\nJörg Müller"
    assert len(read_bytes(broken)) == 2
    assert len(read_bytes("Léa Dupont\nJörg Müller".encode())) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Nick\nBo\nLu",
        "Nick;DEN\nBo;GER\nLu;SWE",
        "Ad;Jansen;NED\nBram;Visser;NED",
        "Ville;Virtanen;FIN\nPekka;Mäkinen;FIN",
        "Dag;Hansen;NOR;21010003\nOle;Berg;NOR;21010004",
        "Land;Åge;DEN\nBond;Nick;GBR",
        "성;민수\n김;영희",
    ],
)
def test_somebody_whose_name_is_a_heading_elsewhere_is_no_heading(text: str) -> None:
    table = read_table(text)
    assert not recognise_columns(table).has_heads
    assert table.titles == ()
    assert len(table.rows) == len(text.splitlines())
