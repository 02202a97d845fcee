"""Lists in which somebody says that they do not come: nobody is added who said no, and nobody is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.names import names_in
from mahjongclub.lists.tables import read_table
from tests.clubs.club_house import ClubHouse, open_club_house

from .entering import on_list, put_on_list
from .test_night import page
from .tournament_hall import TournamentHall

NO = [
    *("Bo (no)", "Bo (Non)", "Bo [nein]", "Bo (nee)", "Bo (нет)", "Bo (欠席)", "Bo (absent)", "Bo (maybe)"),
    *("Bo: non", "Bo : nej", "Bo = no", "Bo – nein, leider", "Bo - can't come", "Bo - ne vient pas"),
    *("❌ Bo", "Bo ❌", "✗ Bo", "Bo ✗", "Bo ×", "× Bo", "🚫 Bo", "Bo 👎", "Bo 🙅‍♀️", "1. ❌ Bo", "- Bo (no)"),
    *("Bo no", "Bo, no", "Bo -> no", "Bo ... not coming", "Bo — désolé"),
]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    opened = TournamentHall(house, [], round_count=1)
    assert opened.post("entrants/settings/", wanted="on", capacity="4").status_code == 302
    return opened


def roster(house: ClubHouse) -> list[str]:
    return sorted(house.club.players.values_list("name", flat=True))


def seen(body: str) -> dict[str, str]:
    """What a page of a list sends along unchanged."""
    columns = re.findall(r'<select id="id_(column-\d+)".*?<option value="(\w*)" selected', body, re.DOTALL)
    heads = {"heads": "1"} if re.search(r'name="heads" value="1" checked', body) else {}
    return {**dict(re.findall(r'name="(seen)" value="([^"]+)"', body)), **dict(columns), **heads}


@pytest.mark.parametrize("line", NO)
def test_who_says_no_in_a_list_is_asked_about_and_nobody_is_added(house: ClubHouse, line: str) -> None:
    for address, field in ((house.url("players/"), "name"), (page(house, "here/"), "names")):
        for _tap in range(2):
            answer = house.phone("organiser").post(address, {field: f"Marguerite\n{line}", "add": "1"})
            body = unescape(answer.content.decode())
            assert "says no or perhaps" in body or "has yes and no" in body
    assert roster(house) == []


def test_who_says_no_is_added_by_their_name_alone_beside_the_row(house: ClubHouse) -> None:
    phone, listed = house.phone("organiser"), {"name": "Marguerite\nBo (no)"}
    body = unescape(phone.post(house.url("players/"), listed).content.decode())
    stamp = re.findall(r'name="was-2" value="([^"]+)"', body)[0]
    phone.post(house.url("players/"), {**listed, "was-2": stamp, "cell-2-0": "Bo", "add": "1"})
    assert roster(house) == ["Bo", "Marguerite"]


@pytest.mark.parametrize(
    "name",
    [
        "Bo (NO)",
        "No Min-soo",
        "Bo No",
        "Anna - Lena",
        "Bo (paid)",
        "Bo (not paid)",
        "X Æ A-12",
        "Noé",
        "Ann Out",
    ],
)
def test_a_name_that_looks_like_a_no_is_a_name(house: ClubHouse, name: str) -> None:
    phone = house.phone("organiser")
    for _tap in range(2):
        phone.post(house.url("players/"), {"name": f"Marguerite\n{name}", "add": "1"})
    assert len(roster(house)) == 2


@pytest.mark.parametrize(
    "heading", ["Not coming:", "Absents :", "❌ Nein:", "Ne viennent pas", "Kommer ikke:"]
)
def test_those_below_a_heading_of_who_does_not_come_are_left_out_and_shown(
    house: ClubHouse, heading: str
) -> None:
    text = f"Coming:\nMarguerite\nJean-Pierre\n{heading}\nBo\nO'Brien"
    answer = house.phone("organiser").post(page(house, "here/"), {"names": text})
    assert answer.status_code == 422
    assert "<bdi>Bo</bdi>" in unescape(answer.content.decode())
    assert names_in(text) == ["Marguerite", "Jean-Pierre"]


@pytest.mark.parametrize("sign", ["yes", "○", "ja", "oui"])
def test_a_yes_behind_a_name_is_no_part_of_it(sign: str) -> None:
    assert names_in(f"Marguerite: {sign}\nBo ({sign})\nO'Brien - {sign}") == ["Marguerite", "Bo", "O'Brien"]


HEADS = [
    "Coming?",
    "Kommst du?",
    "Présent",
    "Kom je?",
    "Deltager du?",
    "出欠",
    "Придете?",
    "Will you come on Friday?",
]


@pytest.mark.parametrize("head", HEADS)
def test_a_column_of_who_comes_leaves_out_who_says_no_until_somebody_ticks_them(
    house: ClubHouse, head: str
) -> None:
    people = "Marguerite;yes\nBo;no\nO'Brien;Nein, leider\nŁukasz Żółć;✗\nAnne-Sophie;\nJean-Pierre;20:00"
    rows = {"name": f"Name;{head}\n{people}"}
    phone = house.phone("organiser")
    body = unescape(phone.post(house.url("players/"), rows).content.decode())
    assert body.count("does not say yes, left out") == 4
    phone.post(house.url("players/"), {**rows, **seen(body), "comes-3": "1", "add": "1"})
    assert roster(house) == ["Bo", "Jean-Pierre", "Marguerite"]


@pytest.mark.parametrize("head", ["Friday", "27 Nov", "Bed needed"])
def test_a_column_of_yes_and_no_that_nothing_explains_is_asked_about(house: ClubHouse, head: str) -> None:
    rows = {"name": f"Name;{head}\nMarguerite;oui\nBo;non\nJean-Pierre;oui"}
    phone = house.phone("organiser")
    body = unescape(phone.post(house.url("players/"), rows).content.decode())
    assert f"“{head}” has yes and no" in body
    for _tap in range(2):
        body = phone.post(house.url("players/"), {**rows, **seen(body), "add": "1"}).content.decode()
        assert roster(house) == []
    body = phone.post(
        house.url("players/"), {**rows, **seen(body), "no-means": "absent", "add": "1"}
    ).content.decode()
    phone.post(house.url("players/"), {**rows, **seen(body), "add": "1"})
    assert roster(house) == ["Jean-Pierre", "Marguerite"]


def test_a_no_that_means_something_else_leaves_nobody_out(house: ClubHouse) -> None:
    rows = {"name": "Name;Bed needed\nMarguerite;oui\nBo;non\nJean-Pierre;oui"}
    phone = house.phone("organiser")
    body = phone.post(house.url("players/"), rows).content.decode()
    phone.post(house.url("players/"), {**rows, **seen(body), "no-means": "other", "add": "1"})
    assert roster(house) == ["Bo", "Jean-Pierre", "Marguerite"]


@pytest.mark.parametrize("head", ["Paid", "Vegetarian?", "Allergies", "Hotel"])
def test_a_no_under_a_heading_of_something_else_is_not_asked_about(head: str) -> None:
    table = read_table(f"Name;{head}\nMarguerite;yes\nBo;no\nJean-Pierre;yes")
    assert not {"coming", "answer"} & {*recognise_columns(table).kinds}


def test_an_event_takes_nobody_who_said_no(hall: TournamentHall) -> None:
    body = unescape(hall.post("entrants/list/", rows="Name;Coming\nMarguerite;yes\nBo;no").content.decode())
    assert "Put 1 person on the list" in body
    put_on_list(hall, "Name;Coming\nMarguerite;yes\nBo;no")
    assert [*on_list(hall)] == ["Marguerite"]
    answer = hall.post("players/", players="Jean-Pierre\nO'Brien (no)\nΣοφία Παπαδοπούλου\nليلى منصور")
    assert "says no or perhaps" in unescape(answer.content.decode())


def test_a_name_crossed_out_in_a_chat_is_asked_about() -> None:
    text = "[12.11.26, 19:03:12] Lu: 1. Marguerite\n2. ❌ Bo\n[12.11.26, 19:04:00] Cy: Bo (no)"
    rows = read_table(text).rows
    assert [row[0] for row in rows] == ["Marguerite", "", ""]
    assert "Bo" not in names_in(text)
