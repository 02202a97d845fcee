"""Two phones that bring the same new name in one moment mean one person, and neither sees a fault of ours."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection, connections

from mahjongclub.clubs.models import Club, Device, Player, PlayerQuerySet
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.refusals import by_somebody_else

NAMES = ("Aiko", "Benoît", "Chen", "Eva")
POINTS = {"score-0": 40000, "score-1": 30000, "score-2": 20000, "score-3": 10000}
on_postgres = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has one writer"
)


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def other_phone(monkeypatch: pytest.MonkeyPatch) -> Callable[[Club, int], None]:
    """Makes Eva a player of the club right after she is looked up in vain for the `times`th time."""

    def makes_eva(club: Club, times: int) -> None:
        misses: list[str] = []
        called, all_named = PlayerQuerySet.filter_by_name, PlayerQuerySet.find_by_names

        def miss() -> None:
            misses.append("Eva")
            if len(misses) == times:
                with by_somebody_else():
                    Player.objects.bulk_create([Player(club=club, name="EVA")])

        def look(players: PlayerQuerySet, name: str) -> PlayerQuerySet:
            found = called(players, name)
            if name != "Eva" or found.exists():
                return found
            miss()
            return players.none()

        def look_for_all(
            players: PlayerQuerySet, names: Any, account_id: int | None = None
        ) -> dict[str, Player]:
            found = all_named(players, names, account_id)
            if "Eva" in names and "Eva" not in found:
                miss()
            return found

        monkeypatch.setattr(PlayerQuerySet, "filter_by_name", look)
        monkeypatch.setattr(PlayerQuerySet, "find_by_names", look_for_all)

    return makes_eva


def typed(names: tuple[str, ...] = NAMES) -> dict[str, Any]:
    return {"variant": "riichi", **{f"name-{seat}": name for seat, name in enumerate(names)}}


def seated() -> list[str]:
    return [seat.player.name for seat in Session.objects.get().seats.order_by("number")]


def test_at_a_table_that_is_opened(house: ClubHouse, other_phone: Callable[[Club, int], None]) -> None:
    other_phone(house.club, 2)  # the form looks first
    form = {**typed(), "method": "order", "belongs": f"c{house.club.pk}"}
    assert house.phone("scorer").post("/new/", form).status_code == 302
    assert seated() == ["Aiko", "Benoît", "Chen", "EVA"]


def test_in_a_result_from_paper(house: ClubHouse, other_phone: Callable[[Club, int], None]) -> None:
    other_phone(house.club, 2)
    answer = house.phone("scorer").post(
        house.url("results/new/"), {**typed(), **POINTS, "date": "2026-03-05"}
    )
    assert answer.status_code == 302
    assert seated() == ["Aiko", "Benoît", "Chen", "EVA"]


def test_in_a_result_put_right(house: ClubHouse, other_phone: Callable[[Club, int], None]) -> None:
    phone, day = house.phone("organiser"), {"date": "2026-03-05", "sticks": 0}
    four = typed(("Aiko", "Benoît", "Chen", "Dina"))
    phone.post(house.url("results/new/"), {**four, **POINTS, **day})
    result = Session.objects.get()
    other_phone(house.club, 2)
    form = {**typed(), **POINTS, **day, "version": result.version}
    assert phone.post(house.url(f"results/{result.code}/"), form).status_code == 302
    assert seated() == ["Aiko", "Benoît", "Chen", "EVA"]


def test_at_a_table_given_to_the_club(house: ClubHouse, other_phone: Callable[[Club, int], None]) -> None:
    phone = house.phone("organiser")
    session = phone.open_table(names=NAMES, belongs="")
    other_phone(house.club, 1)
    answer = phone.post(f"/t/{session.code}/club/", {"belongs": f"c{house.club.pk}"})
    assert answer.status_code == 302
    assert seated() == ["Aiko", "Benoît", "Chen", "EVA"]


def test_who_is_renamed_is_told(house: ClubHouse, other_phone: Callable[[Club, int], None]) -> None:
    """Here it is another person, so nobody is joined with them."""
    phone = house.phone("organiser")
    ewa = Player.objects.create(club=house.club, name="Ewa")
    other_phone(house.club, 1)
    answer = phone.post(f"/players/{ewa.pk}/", {"name": "Eva"})
    assert answer.status_code == 422
    assert "EVA" in unescape(answer.content.decode())
    ewa.refresh_from_db()
    assert ewa.name == "Ewa"


def test_a_guest_put_on_the_roster_is_told(house: ClubHouse) -> None:
    """Nothing is looked up before: the database says so."""
    phone = house.phone("organiser")
    phone.open_table(names=NAMES, belongs="")
    guest = Player.objects.get(name="Eva")
    Player.objects.create(club=house.club, name="EVA")
    answer = phone.post(f"/players/{guest.pk}/take-in/", {"club": house.club.slug}, follow=True)
    assert "EVA" in unescape(answer.content.decode())
    guest.refresh_from_db()
    assert guest.club is None
    assert house.club.players.get().name == "EVA"


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_two_tables_opened_at_once_by_two_phones() -> None:
    """The same four new names, in two orders; both have looked before either writes."""
    house = open_club_house()
    looked, faults = threading.Barrier(2), list[BaseException]()
    rules = find_variant("riichi").default_preset.rules

    def open_table(names: tuple[str, ...]) -> None:
        def after_the_first_look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if not waited and sql.startswith("INSERT") and "clubs_player" in sql:
                waited.append(True)
                looked.wait(5)
            return execute(sql, params, many, context)

        waited: list[bool] = []
        try:
            device = Device.objects.create()
            with connection.execute_wrapper(after_the_first_look):
                open_session(
                    device, "riichi", "club", rules, names, "order", belonging=ClubAndEvening(house.club)
                )
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    phones = [threading.Thread(target=open_table, args=[names]) for names in (NAMES, NAMES[::-1])]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(20)
    assert faults == []
    assert Session.objects.count() == 2
    assert sorted(house.club.players.values_list("name", flat=True)) == list(NAMES)
