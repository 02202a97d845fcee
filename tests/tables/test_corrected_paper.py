"""A result from paper is put right where it stands: ranking and figures follow, what was is kept."""

from __future__ import annotations

from datetime import date
from html import unescape
from typing import Any

import pytest
from django.db.models import Count, Sum
from django.http import HttpResponse

from mahjongclub.clubs.club_model import Evening
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.clubs.people.leaving import erase_name_now
from mahjongclub.figures.models import Appearance
from mahjongclub.tables.models import Revision, Session
from mahjongclub.tables.replaying import standings
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.folded import folded

FOUR = {"name-0": "Aiko", "name-1": "Benoît", "name-2": "Chen", "name-3": "Dina"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def result(house: ClubHouse) -> Session:
    """Aiko 40,000, Benoît 30,000, Chen 20,000, Dina 10,000, of 5 March without an evening."""
    house.phone("scorer").post(house.url("results/new/"), {"variant": "riichi", **form(date="2026-03-05")})
    return Session.objects.get()


def form(*scores: int, **more: Any) -> dict[str, Any]:
    points = scores or (40000, 30000, 20000, 10000)
    fields = {f"score-{seat}": score for seat, score in enumerate(points)}
    return {**FOUR, **fields, "date": "2026-03-05", "sticks": 0, **more}


def correct(house: ClubHouse, result: Session, **changes: Any) -> HttpResponse:
    typed = {"version": result.version, **form(), **changes}
    return house.phone("organiser").post(house.url(f"results/{result.code}/"), typed)


def sums(house: ClubHouse) -> dict[str, tuple[int, int]]:
    """Each player's games and score, as folded."""
    return {
        row["player__name"]: (row["games"], row["points"])
        for row in Appearance.objects.filter(book__club=house.club)
        .order_by()
        .values("player__name")
        .annotate(games=Count("pk"), points=Sum("score"))
    }


def test_points_put_right_are_followed_and_what_was_stands_in_the_log(
    house: ClubHouse, result: Session
) -> None:
    assert correct(house, result, **{"score-0": 10000, "score-3": 40000}).status_code == 302
    again = Session.objects.get()
    assert (again.pk, again.code) == (result.pk, result.code)
    assert [(row.seat, row.score) for row in standings(again)] == [
        (3, 40000),
        (1, 30000),
        (2, 20000),
        (0, 10000),
    ]
    assert sums(house)["Aiko"] == (1, 10000)
    assert sums(house)["Dina"] == (1, 40000)
    phone = house.phone("organiser")
    phone.post(house.url(f"games/{result.code}/"))  # look on
    log = unescape(phone.get(f"/t/{result.code}/log/").content.decode())
    assert "Result corrected" in log
    before, after = log.split("<del>")[1].split("</del>")[0], log.split("<ins>")[1].split("</ins>")[0]
    assert "40,000" in before.split("Benoît")[0]
    assert "10,000" in after.split("Benoît")[0]


def test_another_player_and_another_day(house: ClubHouse, result: Session) -> None:
    evening = Evening.objects.create(club=house.club, date=date(2026, 2, 1))
    correct(house, result, **{"name-3": "Eva", "date": "2026-04-02"})
    assert sorted(sums(house)) == ["Aiko", "Benoît", "Chen", "Eva"]
    assert set(Appearance.objects.values_list("day", flat=True)) == {date(2026, 4, 2)}
    result.refresh_from_db()
    Session.objects.filter(pk=result.pk).update(evening=evening)  # long ago: no list offers it any more
    page = house.phone("organiser").get(house.url(f"results/{result.code}/")).content.decode()
    assert f'value="e{evening.pk}" selected' in page
    correct(house, result, belongs=f"e{evening.pk}")
    assert set(Appearance.objects.values_list("day", flat=True)) == {date(2026, 2, 1)}


def test_what_is_folded_is_what_a_rebuild_makes(house: ClubHouse, result: Session) -> None:
    from mahjongclub.figures.folding import rebuild_figures

    correct(house, result, **{"name-0": "Benoît", "name-1": "Aiko", "score-2": 19000, "sticks": 1})
    as_folded = folded()
    rebuild_figures()
    assert folded() == as_folded


def test_two_who_correct_at_once_are_told(house: ClubHouse, result: Session) -> None:
    correct(house, result, **{"score-0": 30000, "score-1": 40000})
    answer = correct(house, result, **{"score-0": 20000, "score-2": 40000})
    assert answer.status_code == 409
    page = unescape(answer.content.decode())
    assert "Somebody changed this result meanwhile" in page
    assert 'value="20000"' in page  # what was typed stays
    assert f'name="version" value="{result.version + 1}"' in page
    assert Session.objects.get().on_paper["scores"][:2] == [30000, 40000]
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"score-0": 40100}, "100 too many"),
        ({"name-1": "AIKO"}, "sits here twice"),
        ({"name-1": ""}, "required"),
        ({"date": "2999-01-01"}, "until today"),
        ({"belongs": "e999999"}, "Select a valid choice"),
        ({"version": "x"}, "too old"),
    ],
)
def test_a_fault_changes_nothing(
    house: ClubHouse, result: Session, changes: dict[str, Any], told: str
) -> None:
    answer = correct(house, result, **changes)
    assert answer.status_code == 422
    assert told in unescape(answer.content.decode())
    assert Session.objects.get().on_paper == result.on_paper
    assert not Revision.objects.exists()


def test_who_left_stays_at_the_table_of_a_corrected_result(house: ClubHouse, result: Session) -> None:
    """A removed player stands on no roster; "Player no. 17" means them here, and nobody anywhere else."""
    dina = Player.objects.get(name="Dina")
    erase_name_now(dina)
    name = pseudonym(dina.pk)
    page = house.phone("organiser").get(house.url(f"results/{result.code}/")).content.decode()
    assert f'value="{name}"' in page
    assert correct(house, result, **{"name-3": name, "score-0": 41000, "score-1": 29000}).status_code == 302
    assert Session.objects.get().seats.get(number=3).player == dina
    assert Player.objects.count() == 4


def test_a_game_with_hands_is_not_corrected_so(house: ClubHouse) -> None:
    session = house.phone("organiser").open_table(belongs=f"e{house.evening.pk}")
    assert house.phone("organiser").get(house.url(f"results/{session.code}/")).status_code == 404
