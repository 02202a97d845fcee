"""Nobody hears a result of a running round, at whatever address: canary scores and a walk of the site map."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Player
from mahjongclub.events.closing import publish_due_results
from mahjongclub.events.models import Tournament
from mahjongclub.figures.models import Appearance
from mahjongclub.outbox.models import Delivery
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.seasons.models import League, Season
from mahjongclub.sheets import typesetting
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.fuzz.browser import text_of
from tests.fuzz.site import LEFT_OUT, STEP, fill_in, site_map
from tests.tables.conftest import Phone, ron

from .test_tournament_desk import row
from .tournament_hall import TournamentHall

NAMES = [
    *("Marguerite", "Jean-Pierre", "Anne-Sophie de La Rochefoucauld", "Bo"),
    *("Σοφία Παπαδοπούλου", "田中 愛子", "O'Brien", "Łukasz Żółć"),
]
#: table 1, from paper; its points are 15, 5, -5, -15 more than a thousandth of what is above 30,000
TYPED = ("537", "369", "186", "108")
#: table 2, where a hand of 5,200 has been recorded and which plays on
PLAYING = (35200, 24800)
SPACE = r"[\s,.'\u00a0\u202f]?"
SCORES = [rf"\b{score // 1000}{SPACE}{score % 1000:03d}\b" for score in (53700, 36900, 18600, *PLAYING)]
CANARIES = re.compile("|".join([*SCORES, r"[-+−]38[.,]7", r"[-+−]34[.,]2", r"[-+−]16[.,]4"]))
#: who must not hear of them, and whose own phone or role lets them
OUTSIDE = ("nobody", "stranger", "other_owner", "member")
INSIDE = ("scorer", "organiser", "owner")


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house("public")


def running(house: ClubHouse, **settings: Any) -> TournamentHall:
    """An event of two rounds in a season's days: of the first one table has its result, one plays on."""
    hall = TournamentHall(house, NAMES, round_count=2, **settings)
    league = League.objects.create(club=house.club, name="Riichi")
    days = {"starts": tonight(), "events": True, "scoring": read_scoring({}).to_json()}
    Season.objects.create(league=league, name="Autumn", variant="riichi", **days)
    hall.draw_and_publish()
    hall.open(1)
    assert row(hall, *TYPED).status_code == 200
    table = hall.tables(1)[1]
    assert table.session is not None
    hall.phone.confirm(table.session, ron(3, 1))
    session = Session.objects.get(pk=table.session.pk)
    assert set(PLAYING) < {seat.score for seat in session.seats.all()}
    return hall


def things(hall: TournamentHall) -> dict[str, list[Any]]:
    """What may stand in an address: by the word before it, else by its own name."""
    sessions = [table.session for table in hall.tables(1) if table.session is not None]
    evening = sessions[0].evening_id
    players = Player.objects.filter(seats__session__in=sessions).order_by("pk")
    return {
        "slug": [hall.house.club.slug],
        "code": [session.code for session in sessions],
        "evenings": [evening],
        "wall": [hall.house.club.slug],
        "": [evening],
        "tournaments": [hall.tournament.pk],
        "pk": [hall.tournament.pk],
        "events": [hall.tournament.pk],
        "rounds": [1, 2],
        "tables": [1, 2],
        "players": [player.pk for player in players[:2]],
        "other_id": [players[4].pk],
        "seasons": list(Season.objects.values_list("pk", flat=True)),
        "variant": ["riichi"],
        "role": ["viewer", "scorer"],
        "hand": [1],
        "places": [1, 2],
        "page": [1],
    }


def addresses(hall: TournamentHall) -> Iterator[str]:
    """Every address of the site map about the event, its tables, its players and its evening."""
    values = things(hall)
    for pattern in site_map():
        if pattern in LEFT_OUT:
            continue
        choices = []
        for word, kind, name in STEP.findall(pattern):
            known = next((values[key] for key in (word, name) if key in values), None)
            choices.append(known or (["x"] if kind in ("", "str", "slug", "path") else [1]))
        for chosen in itertools.product(*choices):
            yield fill_in(pattern, list(chosen))
    for page in ("search/", "games/"):
        for words in ("Marguerite", "田中", things(hall)["code"][0]):
            yield f"{hall.house.url(page)}?q={words}"


def told(phone: Phone, address: str, **headers: str) -> str:
    cache.clear()  # nobody is made to wait for asking too often
    answer = phone.get(address, headers=headers)
    assert answer.status_code < 500 or answer.status_code == 501, address
    return re.sub(r"<svg.*?</svg>", "", text_of(answer), flags=re.S)


@pytest.fixture
def plain_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed or drawn comes as the data it is made of, to be read."""
    monkeypatch.setattr(
        typesetting, "_compile", lambda sheet, data, **wanted: json.dumps(data, ensure_ascii=False).encode()
    )


@pytest.mark.parametrize("public", ["", "on"])
def test_no_address_tells_a_result_of_a_running_round(
    house: ClubHouse, plain_sheets: None, public: str, record_property: Any
) -> None:
    hall = running(house, public=public)
    every = list(dict.fromkeys(addresses(hall)))
    assert len(every) > 350, "the site map is walked"
    record_property("addresses", len(every))
    heard = [
        (who, address, found)
        for turn, who in enumerate(OUTSIDE)
        for address in (every[turn::3] if turn else every)
        if (found := CANARIES.findall(told(house.phone(who), address)))
    ]
    assert heard == []
    parts = [hall.url(), hall.url("rounds/1/"), hall.url("event/")]
    fragments = {"HX-Request": "true"}
    assert not [page for page in parts if CANARIES.search(told(house.phone("nobody"), page, **fragments))]
    assert not Appearance.objects.filter(session__club=house.club).exists()
    assert not Delivery.objects.exists()


def test_the_canaries_sing_for_organisers_and_once_the_round_is_over(
    house: ClubHouse, plain_sheets: None
) -> None:
    hall = running(house)
    game = house.url(f"games/{things(hall)['code'][0]}/")
    everywhere = (hall.url(), hall.url("rounds/1/"), game, house.url("games/"), house.url())
    for who in INSIDE:
        assert all(CANARIES.search(told(house.phone(who), page)) for page in everywhere), who
    assert row(hall, "400", "300", "250", "250", table=2).status_code == 200
    api = f"/api/1/clubs/{house.club.slug}/games/"
    shown = (*everywhere, api, house.url(f"evenings/{things(hall)['evenings'][0]}/night/"))
    assert [page for page in shown if not CANARIES.search(told(house.phone("nobody"), page))] == []
    assert Appearance.objects.filter(session__club=house.club, season_game__isnull=False).count() == 8


def test_nobody_begins_to_watch_a_table_of_a_running_round(house: ClubHouse) -> None:
    hall = running(house)
    playing = things(hall)["code"][1]
    watching = house.phone("stranger").post(house.url(f"games/{playing}/"))
    assert watching.status_code == 404
    assert house.phone("stranger").get(f"/t/{playing}/").status_code == 404
    # who sits there sees the own table, as everywhere
    assert "35,200" in told(hall.phone, f"/t/{playing}/")


def test_a_ranking_that_is_held_waits_for_the_organiser(house: ClubHouse) -> None:
    hall = running(house, public="on")
    assert "When results are shown" in hall.read()
    assert hall.post("results/", until="").status_code == 302
    row(hall, "400", "300", "250", "250", table=2)
    hall.draw_and_publish() if hall.tournament.rounds.count() < 2 else None
    hall.open(2)
    for number in (1, 2):
        row(hall, *TYPED, number=2, table=number)
    hall.post("finish/")
    assert Tournament.objects.get(pk=hall.tournament.pk).is_final
    pages = (hall.url(), hall.url("event/"), hall.url("rounds/2/"), house.url("games/"), house.url())
    for page in pages:
        assert not CANARIES.search(told(house.phone("nobody"), page)), page
    assert CANARIES.search(told(hall.phone, hall.url()))
    assert "The organiser holds the results back." in told(house.phone("nobody"), hall.url())
    assert house.phone("scorer").post(hall.url("results/"), {"publish": "1"}).status_code == 403
    assert hall.post("results/", publish="1").status_code == 302
    for page in pages:
        assert CANARIES.search(told(house.phone("nobody"), page)), page


def test_a_final_ranking_that_is_held_is_final_for_organisers_alone(house: ClubHouse) -> None:
    hall = running(house, public="on")
    hall.post("results/", until="")
    row(hall, "400", "300", "250", "250", table=2)
    assert "When results are shown" in told(hall.phone, hall.url("finish/"))
    done = hall.phone.post(hall.url("finish/"), follow=True).content.decode()
    assert "The ranking is final. Others see it once the results are shown." in done
    assert "The final ranking" in told(hall.phone, hall.url())
    for page in (hall.url(), hall.url("event/")):
        shown = told(house.phone("nobody"), page)
        assert "The organiser holds the results back." in shown
        assert "The final ranking" not in shown
        assert "After round 1" not in shown
    hall.post("results/", publish="1")
    assert "The final ranking" in told(house.phone("nobody"), hall.url("event/"))


def test_a_held_ranking_is_shown_after_the_moment_that_was_set(house: ClubHouse) -> None:
    hall = running(house)
    past = timezone.localtime() - timedelta(minutes=5)
    assert hall.post("results/", until=f"{past:%Y-%m-%dT%H:%M}").status_code == 422
    later = timezone.localtime() + timedelta(hours=2)
    assert hall.post("results/", until=f"{later:%Y-%m-%dT%H:%M}").status_code == 302
    row(hall, "400", "300", "250", "250", table=2)
    publish_due_results()
    assert not CANARIES.search(told(house.phone("nobody"), house.url("games/")))
    Tournament.objects.filter(pk=hall.tournament.pk).update(held_until=timezone.now() - timedelta(seconds=1))
    assert CANARIES.search(told(house.phone("nobody"), hall.url())), "the event itself knows at once"
    publish_due_results()
    assert CANARIES.search(told(house.phone("nobody"), house.url("games/")))
    assert Appearance.objects.filter(session__club=house.club).count() == 8
