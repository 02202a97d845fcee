"""A list of names pasted onto a roster: looked at first, asked about where it is nearly one there."""

from __future__ import annotations

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from mahjongclub.clubs.models import LONGEST_NAME, DifferentPeople, Player
from mahjongclub.clubs.near_names import near_name_key
from mahjongclub.clubs.typed_names import similar_player_pairs
from mahjongclub.lists.names import names_in

from .club_house import ClubHouse

PASTED = "\n".join(f"Player Number {chr(65 + number)}" for number in range(24))


def roster(house: ClubHouse) -> list[str]:
    return sorted(house.club.players.values_list("name", flat=True))


def seen_in(page: str) -> str:
    """What a page of a list sends along to say that it was looked at."""
    return re.findall(r'name="seen" value="([^"]+)"', page)[0]


def test_24_pasted_names_become_24_players_after_a_look(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    looked = phone.post(house.url("players/"), {"name": PASTED})
    assert looked.status_code == 200
    assert "24 new players" in looked.content.decode()
    assert PASTED in looked.content.decode().replace("\r", ""), "the list can be changed once more"
    assert roster(house) == []
    for _tap in range(2):
        phone.post(house.url("players/"), {"name": PASTED, "add": "1"})
    assert len(roster(house)) == 24


def test_columns_are_looked_at_and_chosen_and_a_file_is_read_like_them(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    table = "Club;First name;Family name\nLille;Léa;Dupont\nLens;Max;Durand"
    looked = phone.post(house.url("players/"), {"name": table}).content.decode()
    assert "<bdi>Léa Dupont</bdi> · <bdi>Max Durand</bdi>" in looked, "what the heads say"
    first = {"column-0": "", "column-1": "first_name", "column-2": "last_name", "heads": "1"}
    for kind in ("first_name", "last_name"):
        assert f'<option value="{kind}" selected>' in looked
    other = {**first, "column-1": "", "column-2": "name"}
    seen = seen_in(looked)
    looked = phone.post(
        house.url("players/"), {"name": table, **other, "seen": seen, "add": "1"}
    ).content.decode()
    assert "<bdi>Dupont</bdi> · <bdi>Durand</bdi>" in looked, "another choice"
    assert roster(house) == [], "other columns are looked at once more"
    phone.post(
        house.url("players/"),
        {"name": f"{table}\nLiège;Bo;Jensen", **other, "seen": seen_in(looked), "add": "1"},
    )
    assert roster(house) == [], "and so is another list"
    file = SimpleUploadedFile("people.csv", table.encode())
    looked = phone.post(house.url("players/file/"), {"file": file}).content.decode()
    assert "2 new players" in looked
    pasted = html.unescape(re.findall(r'<textarea name="name"[^>]*>(.*?)</textarea>', looked, re.S)[0])
    phone.post(house.url("players/"), {"name": pasted, **first, "seen": seen_in(looked), "add": "1"})
    assert roster(house) == ["Léa Dupont", "Max Durand"]
    for bad in ({}, {"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04no sheet")}):
        assert phone.post(house.url("players/file/"), bad).status_code == 422


def test_who_is_there_already_is_told_and_not_added_again(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Aiko")
    body = house.phone("scorer").post(house.url("players/"), {"name": "AIKO\nBen"}).content.decode()
    assert "1 new player" in body
    assert "On the roster already:" in body
    house.phone("scorer").post(house.url("players/"), {"name": "AIKO\nBen", "add": "1"})
    assert roster(house) == ["Aiko", "Ben"]


@pytest.mark.parametrize("typed", ["Lea Dupont", "DUPONT Léa", "Léa  Dupont-", "Dupont Lea\nBen"])
def test_a_name_nearly_there_is_asked_about(house: ClubHouse, typed: str) -> None:
    lea = Player.objects.create(club=house.club, name="Léa Dupont")
    phone = house.phone("scorer")
    answer = phone.post(house.url("players/"), {"name": typed, "add": "1"})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert "It is Léa Dupont" in body
    field = re.findall(r'name="(same-[^"]+)"', body)[0]
    phone.post(house.url("players/"), {"name": typed, "add": "1", field: str(lea.pk)})
    assert [name for name in roster(house) if name != "Ben"] == ["Léa Dupont"]
    phone.post(house.url("players/"), {"name": typed, "add": "1", field: "new"})
    assert len([name for name in roster(house) if name != "Ben"]) == 2


def test_a_hidden_name_is_not_told_by_asking(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Léa Dupont", name_hidden=True)
    answer = house.phone("scorer").post(house.url("players/"), {"name": "Lea Dupont"})
    assert answer.status_code == 302


def test_a_list_with_a_fault_adds_nobody(house: ClubHouse) -> None:
    answer = house.phone("scorer").post(house.url("players/"), {"name": f"Aiko\n{'x' * 201}", "add": "1"})
    assert answer.status_code == 422
    assert "too long" in answer.content.decode()
    assert "Aiko" in answer.content.decode()
    assert roster(house) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Aiko\tLille\nBen\tParis", ["Aiko", "Ben"]),
        ("Name\tGames\nAiko\t3\nBen\t0", ["Aiko", "Ben"]),
        ("Nom;Parties\nAiko;3", ["Aiko"]),
        ("Nom\nAiko", ["Nom", "Aiko"]),
        ("Dupont, Léa\nDurand, Max", ["Léa Dupont", "Max Durand"]),
        ("1) Aiko\r\n2) Ben\r\n", ["Aiko", "Ben"]),
        ("太郎、花子", ["太郎", "花子"]),
        ("Aiko; Ben, Chen", ["Aiko", "Ben", "Chen"]),
        (" ,;\n\t", []),
        ("3 Fingers Joe", ["3 Fingers Joe"]),
    ],
)
def test_lists_as_people_paste_them(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Léa Dupont", "dupont LEA", True),
        ("Jean-Marc", "Jean Marc", True),
        ("Иван", "иван", True),
        ("Müller", "Muller", True),
        ("Anna", "Anne", False),
        ("山田 太郎", "太郎 山田", True),
        ("山田太郎", "山田　太郎", True),
        ("Łukasz Żółć", "Lukasz Zolc", True),
        ("Jörg Müller", "Joerg Mueller", True),
        ("Søren Bøgh", "Soeren Boegh", True),
        ("Søren Bøgh", "Soren Bogh", True),
        ("Işıl Doğan", "ISIL DOGAN", True),
        ("Đorđe Đurić", "Djordje Djuric", True),
        ("Ægir Þórsson", "Aegir Thorsson", True),
        ("Heinz Strauß", "Heinz Strauss", True),
        ("Sean O’Brien", "Sean OBrien", True),
        ("Юлия Иванова", "Yulia Ivanova", True),
        ("Σοφία Παπαδοπούλου", "Sofia Papadopoulou", True),
        ("ليلى منصور", "منصور ليلى", True),
        ("Anna Berg", "Anna Bergman", False),
        ("Ивана", "Иван", False),
        ("Player I", "Player J", False),
        ("Player 1", "Player 11", False),
    ],
)
def test_names_that_may_be_one_person(one: str, other: str, alike: bool) -> None:
    assert (near_name_key(one) == near_name_key(other)) is alike


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Benoît Lefèvre", "B. Lefevre", True),
        ("Benoît Lefèvre", "LEFEVRE B", True),
        ("Jean-Pierre Dupont", "J.-P. Dupont", True),
        ("Jean Dupont", "Jean P. Dupont", True),
        ("Benoît Lefèvre", "A. Lefevre", False),
        ("Player Number A", "Player Number B", False),
    ],
)
def test_initials_may_stand_for_a_name_in_a_list_and_on_the_roster(
    house: ClubHouse, one: str, other: str, near: bool
) -> None:
    known = Player.objects.create(club=house.club, name=one)
    phone = house.phone("organiser")
    asked = phone.post(house.url("players/"), {"name": f"{other}\nChen", "add": "1"})
    assert (asked.status_code == 422) is near
    Player.objects.get_or_create(club=house.club, name=other)
    page = phone.get(house.url("players/")).content.decode()
    assert (f"/players/{known.pk}/merge/?other=" in page) is near


def test_an_organiser_is_shown_who_may_stand_there_twice(house: ClubHouse) -> None:
    lea = Player.objects.create(club=house.club, name="Léa Dupont", account=house.accounts["member"])
    twice = Player.objects.create(club=house.club, name="DUPONT Lea")
    Player.objects.create(club=house.club, name="Anna")
    Player.objects.create(club=house.club, name="Anne")
    body = house.phone("organiser").get(house.url("players/")).content.decode()
    assert f"/players/{lea.pk}/merge/?other={twice.pk}" in body, "who has an account is kept"
    assert body.count("/merge/?other=") == 1
    assert "merge/?other=" not in house.phone("scorer").get(house.url("players/")).content.decode()
    shown = house.phone("organiser").get(f"/players/{lea.pk}/merge/?other={twice.pk}")
    assert "Merge: it is one person" in shown.content.decode()


def test_two_who_sat_at_one_table_are_not_shown_as_one(house: ClubHouse) -> None:
    names = ["Léa Dupont", "Dupont Lea", "Ben", "Chen"]
    players = [Player.objects.create(club=house.club, name=name) for name in names]
    session = house.phone("scorer").open_table(belongs=f"e{house.evening.pk}")
    for seat, player in zip(session.seats.order_by("number"), players, strict=True):
        session.seats.filter(pk=seat.pk).update(player=player)
    assert "/merge/?other=" not in house.phone("organiser").get(house.url("players/")).content.decode()


def test_two_people_of_nearly_one_name_are_told_apart_for_good(house: ClubHouse) -> None:
    one = Player.objects.create(club=house.club, name="Léa Dupont")
    other = Player.objects.create(club=house.club, name="Dupont Lea")
    organiser = house.phone("organiser")
    assert "Two different people" in organiser.get(house.url("players/")).content.decode()
    for pair in ((other, one), (one, other)):  # in either order, and twice
        organiser.post(house.url("players/different/"), {"one": pair[0].pk, "other": pair[1].pk})
    assert "Two different people" not in organiser.get(house.url("players/")).content.decode()
    third = Player.objects.create(club=house.club, name="Léa Dupont.")
    shown = organiser.get(house.url("players/")).content.decode()
    assert f'value="{third.pk}"' in shown, "another spelling is proposed still"


@pytest.mark.parametrize("one", ["", "x", "0", "9" * 30])
def test_who_is_not_on_the_roster_is_told_apart_from_nobody(house: ClubHouse, one: str) -> None:
    other = Player.objects.create(club=house.club, name="Léa")
    answer = house.phone("organiser").post(
        house.url("players/different/"), {"one": one, "other": str(other.pk)}
    )
    assert answer.status_code == 302
    assert not DifferentPeople.objects.exists()


def test_a_wrong_name_is_mended_beside_its_row_and_the_text_follows(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    long = "B" * (LONGEST_NAME + 1)
    for text, line, shown in (
        (f"Ada\n{long}\nChen", 2, "Ada\r\nBo\r\nChen"),
        (f"Name;Land\nAda;FR\n{long};SE", 3, "Name;Land\r\nAda;FR\r\nBo;SE"),
    ):
        looked = html.unescape(phone.post(house.url("players/"), {"name": text}).content.decode())
        assert f"Line {line}, “{long}”: “{long[:40]}…” is too long for a name." in " ".join(looked.split())
        stamp = re.findall(rf'name="was-{line}" value="(\w+)"', looked)[0]
        sent = {"was-2": "", f"was-{line}": stamp, f"cell-{line}-0": "Bo"}
        sent |= {f"cell-{line}-1": "SE"} if "Land" in text else {}
        mended = phone.post(house.url("players/"), {"name": text, **sent})
        assert mended.status_code == 200
        page = html.unescape(mended.content.decode()).replace("\r", "")
        assert shown.replace("\r", "") in page
        assert long not in page
        assert roster(house) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna Berg +46 70 123 45 67\nBo Lind 0612345678", ["Anna Berg", "Bo Lind"]),
        ("1) Anna 2) Bo 3) Cy", ["Anna", "Bo", "Cy"]),
        ("Name;Country\nAnna Berg;SWE\nBo Lind;DEN\nTotal: 2;", ["Anna Berg", "Bo Lind"]),
        ("Name;Country\nAnna Berg;SWE\nName;Country\nBo Lind;DEN", ["Anna Berg", "Bo Lind"]),
        ('Anna Berg <anna@x.org>; "Lind, Bo" <bo@x.org>', ["Anna Berg", "Bo Lind"]),
        ("Players:\nAnna\nBo\nWaiting list:\nCy", ["Anna", "Bo", "Cy"]),
    ],
)
def test_a_list_of_a_chat_or_a_mail_comes_onto_the_roster_as_the_people_it_names(
    house: ClubHouse, text: str, names: list[str]
) -> None:
    phone = house.phone("scorer")
    looked = html.unescape(phone.post(house.url("players/"), {"name": text}).content.decode())
    columns = {f"column-{at}": kind for at, kind in enumerate(("name", "")) if f"column-{at}" in looked}
    heads = {"heads": "1"} if columns else {}
    seen = {"seen": seen_in(looked)} if columns else {}
    phone.post(house.url("players/"), {"name": text, "add": "1", **columns, **heads, **seen})
    assert roster(house) == names


def test_a_name_with_signs_of_a_list_in_it_is_asked_about_in_its_row(house: ClubHouse) -> None:
    text = 'Name,Country\n"Müller, Jörg; Dr.",GER\n"Berg, Anna",SWE'
    looked = house.phone("scorer").post(house.url("players/"), {"name": text})
    assert looked.status_code == 422
    page = html.unescape(looked.content.decode())
    assert "Line 2, “Müller, Jörg; Dr.”: This text is not a name" in " ".join(page.split())
    assert 'value="Müller, Jörg; Dr."' in page


CHAT = """[12.11.26, 19:03:12] Marguerite: 1. Jean-Pierre
[12.11.26, 19:04:00] Bo: I'm in
[12.11.26, 19:05:00] Bo: +1"""


def fields_in(page: str) -> dict[str, str]:
    """What a page of a list sends back: cells to mend, columns as chosen, and what was looked at."""
    fields = re.findall(r'name="((?:cell|was|seen)[^"]*)" value="([^"]*)"', page)
    chosen = re.findall(r'name="(column-[0-9]+)">.*?value="([^"]*)" selected', page, re.S)
    text = re.findall(r'<textarea name="name"[^>]*>(.*?)</textarea>', page, re.S)[0]
    heads = {"heads": "1"} if 'name="heads" value="1" checked' in page else {}
    return {name: html.unescape(value) for name, value in [*fields, *chosen, ("name", text.strip())]} | heads


def test_who_is_meant_by_a_message_is_shown_and_asked_before_anybody_is_added(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    looked = phone.post(house.url("players/"), {"name": CHAT, "add": "1"})
    page = looked.content.decode()
    assert looked.status_code == 422
    assert "This row has no name" in page
    form = fields_in(page)
    assert [form[f"cell-3-{at}"] for at in range(3)] == ["", "Bo", "+1"]
    looked = phone.post(house.url("players/"), form | {"cell-3-0": "ليلى منصور", "add": "1"})
    assert roster(house) == [], "what was mended is looked at"
    assert looked.status_code == 200
    form = fields_in(looked.content.decode())
    assert phone.post(house.url("players/"), form | {"add": "1"}).status_code == 302
    assert roster(house) == ["Bo", "Jean-Pierre", "ليلى منصور"]


def test_a_row_of_a_message_is_left_out_by_emptying_it(house: ClubHouse) -> None:
    phone = house.phone("scorer")
    form = fields_in(phone.post(house.url("players/"), {"name": CHAT}).content.decode())
    looked = phone.post(house.url("players/"), form | {"cell-3-1": "", "cell-3-2": "", "add": "1"})
    form = fields_in(looked.content.decode())
    phone.post(house.url("players/"), form | {"add": "1"})
    assert roster(house) == ["Bo", "Jean-Pierre"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Doe, John (paid)\nSmith, Anna (not paid)\nBerg, Bo", ["John Doe", "Anna Smith", "Bo Berg"]),
        ("Bo 🇩🇰\nLu (SWE)\nCy (veggie)\nEd (Bill)", ["Bo", "Lu", "Cy", "Ed (Bill)"]),
        ("Name;Club\nBo (bezahlt);Lille\nLu (DEN);Lens", ["Bo", "Lu"]),
    ],
)
def test_what_brackets_say_behind_a_name_is_no_part_of_it(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_an_address_without_a_name_is_asked_about(house: ClubHouse) -> None:
    answer = house.phone("scorer").post(house.url("players/"), {"name": "bo@example.org\nLéa", "add": "1"})
    assert answer.status_code == 422
    assert "is an email address: type the name." in answer.content.decode()
    assert roster(house) == []


@pytest.mark.parametrize("note", ["Denmark;", "Updated 12.11.2026 by Anna;", "Waiting list;", "Table 2;"])
def test_a_heading_within_a_table_or_a_note_below_it_is_asked_about(house: ClubHouse, note: str) -> None:
    form = {"name": f"Name;Country\nBo Lind;DEN\n{note}\nLu Berg;SWE", "add": "1"}
    answer = house.phone("scorer").post(house.url("players/"), form)
    assert answer.status_code == 422
    assert "This looks like a heading or a note" in answer.content.decode()
    assert roster(house) == []


@pytest.mark.parametrize("typed", ["+1", "me", "moi aussi", "I'm in", "a friend"])
def test_who_says_me_or_one_more_in_a_list_is_asked_about(house: ClubHouse, typed: str) -> None:
    answer = house.phone("scorer").post(house.url("players/"), {"name": f"Bo\n{typed}\nLéa", "add": "1"})
    assert answer.status_code == 422
    assert "does not say who is meant: type the name." in answer.content.decode()
    assert roster(house) == []


@pytest.mark.parametrize(
    "text", ["Paul Martin\nBo\nPAUL MARTIN", "Nom;Prénom\nMartin;Paul\n;Bo\nMartin;Paul"]
)
def test_a_name_that_stands_twice_in_a_list_is_said(house: ClubHouse, text: str) -> None:
    phone = house.phone("scorer")
    looked = phone.post(house.url("players/"), {"name": text}).content.decode()
    assert "2 new players" in looked
    said = looked.partition("read as one person:")[2].partition("</p>")[0]
    assert "<bdi>Paul Martin</bdi>" in said
    assert "Bo" not in said


def test_names_in_two_columns_are_joined_as_they_are_said(house: ClubHouse) -> None:
    text = "Nom;Prénom\n田中;愛子\nDe La Rochefoucauld;Anne-Sophie\nデュポン;マリー"
    looked = house.phone("scorer").post(house.url("players/"), {"name": text}).content.decode()
    new = "<bdi>田中 愛子</bdi> · <bdi>Anne-Sophie De La Rochefoucauld</bdi> · <bdi>マリー デュポン</bdi>"
    assert new in looked


def test_a_first_or_last_name_alone_is_asked_about_in_a_list(house: ClubHouse) -> None:
    for name in ("Jean-Pierre Dupont", "Sean O'Brien", "Bo Ek", "Bo Lind", "Anna"):
        Player.objects.create(club=house.club, name=name)
    phone = house.phone("scorer")
    names = "Jean-Pierre\nO’BRIEN\nBo\nAnna\nMarguerite"
    asked = phone.post(house.url("players/"), {"name": names, "add": "1"})
    page = html.unescape(asked.content.decode())
    assert asked.status_code == 422
    assert [
        name for name in ("Jean-Pierre", "O’BRIEN", "Bo", "Marguerite") if f"“{name}” is nearly" in page
    ] == [
        "Jean-Pierre",
        "O’BRIEN",
        "Bo",
    ]
    questions = re.findall(r'<fieldset class="stack">(.*?)</fieldset>', page, re.S)
    assert [question.count("checked>") for question in questions] == [1, 1, 0], "of two Bos none is guessed"
    bo = Player.objects.get(name="Bo Lind")
    answers = dict(re.findall(r'name="(same-[^"]+)" value="(\d+)"\s+checked>', page)) | {
        "same-bo": str(bo.pk)
    }
    phone.post(house.url("players/"), {"name": names, "add": "1", **answers})
    assert "Marguerite" in roster(house)
    assert len(roster(house)) == 6
    Player.objects.create(club=house.club, name="Dupont")
    assert not similar_player_pairs(house.club), "on the roster one part of a name is no sign of one person"
