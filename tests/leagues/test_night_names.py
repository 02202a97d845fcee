"""Names typed at check-in: asked about, refused and mended where they stand."""

from __future__ import annotations

import re
from html import unescape

import pytest

from mahjongclub.clubs.models import Player
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.models import Presence
from mahjongclub.rounds.checkin import HERE
from mahjongclub.rounds.models import Bye
from mahjongclub.rounds.models import Seat as DrawnSeat
from tests.clubs.club_house import ClubHouse

from .check_in import ALL_THE_SAME, NAMES, page, seat
from .check_in import house as house


def test_a_list_saved_on_two_phones_keeps_what_each_changed(house: ClubHouse) -> None:
    players = [Player.objects.create(club=house.club, name=name) for name in NAMES[:4]]
    organiser, owner = house.phone("organiser"), house.phone("owner")
    organiser.post(page(house), {"here": [str(players[0].pk)]})
    owner.post(page(house), {"here": [str(players[1].pk)]})
    here = house.evening.presences.filter(HERE)
    assert {one.player for one in here} == {players[0], players[1]}


def test_a_name_that_differs_by_accents_or_order_is_asked_about(house: ClubHouse) -> None:
    lea = Player.objects.create(club=house.club, name="Léa Dupont")
    organiser = house.phone("organiser")
    answer = organiser.post(page(house), {"names": "dupont lea\nAiko"})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert "It is Léa Dupont" in body
    assert "dupont lea\nAiko" in body, "what was typed stays"
    assert house.evening.presences.count() == 0
    field = re.findall(r'name="(same-[^"]+)"', body)[0]
    organiser.post(page(house), {"names": "dupont lea\nAiko", field: str(lea.pk)})
    assert {one.player.name for one in house.evening.presences.all()} == {"Léa Dupont", "Aiko"}
    organiser.post(page(house), {"names": "Lea Dupont", "same-lea dupont": "new"})
    assert house.club.players.filter(name__in=["Léa Dupont", "Lea Dupont"]).count() == 2


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("x" * 201, "too long"),
        ("Player no. 7", "how a hidden name is shown"),
        ("\n".join(f"Name {number}" for number in range(301)), "At most 300"),
        ("Léa\nLea", "nearly the same name"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stays_typed(house: ClubHouse, names: str, told: str) -> None:
    answer = house.phone("organiser").post(page(house), {"names": names})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert names.splitlines()[0][:50] in answer.content.decode()
    assert not house.evening.presences.exists()


@pytest.mark.parametrize("address", ["here/", "coming/", "seating/people/"])
def test_a_faulty_name_stands_in_its_row_and_is_mended_in_its_cell(house: ClubHouse, address: str) -> None:
    seat(house, 8)
    organiser = house.phone("organiser")
    form = {"names": f"Marguerite\n{'x' * 201}\nAnne-Sophie de La Rochefoucauld", "answer": "yes"}
    answer = organiser.post(page(house, address), form)
    body = answer.content.decode()
    assert answer.status_code == 422
    assert body.count("is too long for a name") == 1, "beside its row alone"
    assert '<tr class="faulty">' in body
    fields = dict(re.findall(r'name="((?:cell|was)-2[^"]*)" value="([^"]*)"', body))
    assert fields["cell-2-0"] == "x" * 201
    form |= fields | {"cell-2-0": "O'Brien"}
    assert organiser.post(page(house, address), form).status_code == 302
    names = set(house.club.players.values_list("name", flat=True))
    assert {"Marguerite", "O'Brien", "Anne-Sophie de La Rochefoucauld"} <= names


def test_names_in_blocks_are_shown_first_as_the_blocks_may_be_teams(house: ClubHouse) -> None:
    organiser = house.phone("organiser")
    typed = "Reds\r\nMarguerite\r\nBo\r\n\r\nBlues\r\nJean-Pierre\r\nO'Brien"
    shown = organiser.post(page(house), {"names": typed})
    assert shown.status_code == 422
    assert "The names were read as shown below" in unescape(shown.content.decode())
    assert not Presence.objects.exists()
    # without the names of the teams, which somebody took out
    answer = organiser.post(page(house), {"names": "Marguerite\nBo\nJean-Pierre\nO'Brien"})
    assert answer.status_code == 302
    assert Presence.objects.count() == 4


def test_a_faulty_cell_of_a_table_of_names_is_mended_at_check_in(house: ClubHouse) -> None:
    organiser = house.phone("organiser")
    form = {"names": f"Name;Club\nBo;Lille\n{'x' * 201};Lens\nLéa;Lyon"}
    body = organiser.post(page(house), form).content.decode()
    form |= dict(re.findall(r'name="((?:cell|was|seen)[^"]*)" value="([^"]*)"', body))
    form |= {"column-0": "name", "column-1": "", "heads": "1", "cell-3-0": "Σοφία Παπαδοπούλου"}
    looked = organiser.post(page(house), form)
    body = looked.content.decode()
    assert looked.status_code == 422, "another list is looked at once more"
    assert "Σοφία Παπαδοπούλου;Lens" in body
    form["names"] = re.findall(r'<textarea id="id_names"[^>]*>(.*?)</textarea>', body, re.S)[0].strip()
    form["seen"] = re.findall(r'name="seen" value="([^"]+)"', body)[0]
    assert organiser.post(page(house), form).status_code == 302
    here = {presence.player.name for presence in house.evening.presences.all()}
    assert here == {"Bo", "Léa", "Σοφία Παπαδοπούλου"}


def test_a_second_spelling_merged_later_counts_as_the_person(house: ClubHouse) -> None:
    seat(house, 8)
    one, other = house.club.players.filter(name__in=NAMES[:2])
    for kind in (DrawnSeat, Bye):
        kind.objects.filter(player=other).delete()
    Player.objects.filter(pk=other.pk).update(merged_into=one.pk)
    house.phone("organiser").post(page(house, "seating/next/"), {"after": "1", **ALL_THE_SAME})
    second = rounds_of(house.evening).get(number=2)
    drawn = [row.player_id for row in (*second.seats.all(), *second.byes.all())]
    assert len(drawn) == 7
    assert other.pk not in drawn


@pytest.mark.parametrize(
    "typed",
    ["1) Zoé 2) Yan", "Tonight:\n1. Zoé ✅\n2. Yan +33 6 12 34 56 78", "Zoé <zoe@x.org>, Yan <yan@x.org>"],
)
def test_names_that_stand_otherwise_in_a_text_are_shown_before_they_are_here(
    house: ClubHouse, typed: str
) -> None:
    organiser = house.phone("organiser")
    before = house.club.players.count()
    looked = organiser.post(page(house), {"names": typed})
    assert looked.status_code == 422
    assert house.club.players.count() == before
    shown = re.findall(r'<textarea id="id_names"[^>]*>(.*?)</textarea>', looked.content.decode(), re.S)[0]
    assert shown.strip() == "Zoé\nYan"
    assert organiser.post(page(house), {"names": shown}).status_code == 302
    assert house.club.players.count() == before + 2
