"""Kinds of penalties: warning, yellow card and chombo beside mere points, in events and in seasons."""

from __future__ import annotations

from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client

from mahjongclub.events.changes import finalise_ranking
from mahjongclub.events.desk import EventDesk
from mahjongclub.events.pages import penalty_rows
from mahjongclub.events.ranking import people_ranking, ranking
from mahjongclub.events.state import TournamentState
from mahjongclub.exchange.archive.parts import PARTS
from mahjongclub.exchange.exporting.api_event import results_json
from mahjongclub.exchange.exporting.event_files import _penalties as penalty_sheet
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.rounds.penalties import kinds as penalty_kinds
from mahjongclub.rounds.penalties.kinds import KINDS, PenaltyKind
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.seasons.changes import give_points
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import standings_row_of
from tests.clubs.club_house import ClubHouse, open_club_house

from .conftest import Hall
from .test_quota_of_rounds import NAMES
from .test_season_pages import at, signed_in, text
from .tournament_hall import TournamentHall


@pytest.fixture
def house(db: None) -> ClubHouse:
    cache.clear()
    return open_club_house()


@pytest.fixture
def event(house: ClubHouse) -> TournamentHall:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    return hall


@pytest.mark.parametrize(
    ("kind", "points", "tenths"),
    [
        ("points", "7.5", 75),
        ("warning", "", 0),
        ("yellow", "", 0),
        ("yellow", "5", 50),
        ("chombo", "", 200),
        ("chombo", "30", 300),
    ],
)
def test_a_penalty_of_an_event_takes_what_is_typed_else_what_its_kind_takes(
    event: TournamentHall, kind: str, points: str, tenths: int
) -> None:
    answer = event.post("penalties/", number=1, kind=kind, points=points, reason="False win", round_number=1)
    assert answer.status_code == 302
    given = Penalty.objects.get()
    assert (given.kind, given.tenths) == (kind, -tenths)
    assert given.made_by == event.house.accounts["organiser"]
    event.post("penalties/", number=1, kind=kind, points=points, reason="False win", round_number=1)
    name = {"points": "", "warning": "Warning · ", "yellow": "Yellow card · ", "chombo": "Chombo · "}[kind]
    assert f"{name}False win" in event.read("penalties/", "member")
    assert f"{name}False win" in event.read("rounds/1/desk/")
    row = penalty_rows(TournamentState(event.tournament))[0]
    assert (row.points == "") == (tenths == 0)


def test_the_page_of_the_referee_leads_to_the_penalties(event: TournamentHall) -> None:
    link = event.url("penalties/")
    assert f'href="{link}"' in event.read("calls/")
    finalise_ranking(event.tournament)
    assert f'href="{link}"' not in event.read("calls/"), "the ranking is final"


def test_mere_points_must_be_typed_and_an_unknown_kind_is_refused(event: TournamentHall) -> None:
    for more in ({"kind": "points", "points": ""}, {"kind": "points", "points": "0"}, {"kind": "red"}):
        form = {"number": 1, "points": "5", "reason": "Noise", **more}
        assert event.post("penalties/", **form).status_code == 422
    assert not Penalty.objects.exists()
    place = event.tournament.places.get(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        event.tournament.competition.penalties.create(place=place, tenths=0, reason="Noise")


@pytest.mark.parametrize(
    ("kind", "points", "tenths"),
    [("points", "-20", -200), ("warning", "", 0), ("chombo", "", -200), ("chombo", "-30", -300)],
)
def test_an_adjustment_of_a_season_has_a_kind_too(hall: Hall, kind: str, points: str, tenths: int) -> None:
    season = hall.season(worth="places")
    hall.paper(0, 1, 2, 3)
    organiser = signed_in(hall, "organiser")
    form = {"receiver": hall.players[0].pk, "day": "2026-03-05", "reason": "False win"}
    answer = organiser.post(at("adjustments", hall, season.pk), {**form, "kind": kind, "points": points})
    assert answer.status_code == 302
    given = Penalty.objects.get()
    assert (given.kind, given.tenths) == (kind, tenths)
    name = "" if kind == "points" else f"{penalty_kinds.penalty_kind_or_default(kind).name} · "
    for page in (
        at("adjustments", hall, season.pk),
        at("explained", hall, season.pk, hall.players[0].pk),
    ):
        assert f"{name}False win" in unescape(text(Client(), page))


@pytest.mark.parametrize(("typed", "tenths"), [("20", -200), ("-7.5", 75)])
def test_points_typed_for_an_event_are_taken_and_below_zero_given(
    event: TournamentHall, typed: str, tenths: int
) -> None:
    before = total_at_event(event)
    form = {"number": 1, "kind": "points", "points": typed, "reason": "Noise", "round_number": 1}
    assert event.post("penalties/", **form).status_code == 302
    course = TournamentState(event.tournament)
    assert [one.tenths for one in course.penalties] == [tenths]
    assert total_at_event(event) - before == tenths * TENTH
    person = next(line for line in people_ranking(course) if line.name == NAMES[0])
    assert person.value - before == tenths * TENTH
    assert results_json(course)["penalties"][0]["points"] == tenths / 10
    assert penalty_sheet(course).rows[0][3] == tenths / 10
    assert penalty_rows(course)[0].points == f"{tenths / 10:+.1f}"
    assert f"{tenths / 10:+.1f}" in event.read("penalties/")


def total_at_event(event: TournamentHall) -> Any:
    return next(line.value for line in ranking(TournamentState(event.tournament)) if line.number == 1)


@pytest.mark.parametrize(("typed", "tenths"), [("-20", -200), ("7.5", 75)])
def test_points_typed_for_a_season_are_given_and_below_zero_taken(
    hall: Hall, typed: str, tenths: int
) -> None:
    season = hall.season(worth="places")
    hall.paper(0, 1, 2, 3)
    player = hall.players[0]
    before = total_in_season(season, player.pk)
    form = {"receiver": player.pk, "kind": "points", "points": typed, "day": "2026-03-05", "reason": "Noise"}
    organiser = signed_in(hall, "organiser")
    assert organiser.post(at("adjustments", hall, season.pk), form).status_code == 302
    assert Penalty.objects.get().tenths == tenths
    assert total_in_season(season, player.pk) - before == tenths * TENTH
    assert f">{tenths / 10:.1f}<" in text(Client(), at("adjustments", hall, season.pk))


def total_in_season(season: Season, player_id: int) -> Any:
    row = standings_row_of(season, player_id)
    assert row is not None
    return row.total


def test_points_typed_on_the_desk_are_taken(event: TournamentHall) -> None:
    """`RowForm.penalties` are tenths taken."""
    desk = EventDesk(TournamentState(event.tournament), event.tournament.rounds.get())
    table = desk.tables[0]
    desk.add_penalties(table, {0: 50}, "Late", None)
    assert [one.tenths for one in event.tournament.penalties] == [-50]
    again = EventDesk(TournamentState(event.tournament), event.tournament.rounds.get())
    assert again.desk_players(table)[0].penalties == [{"points": "-5.0", "reason": "Late"}]


def test_an_adjustment_of_mere_points_must_be_typed(hall: Hall) -> None:
    season = hall.season()
    organiser = signed_in(hall, "organiser")
    form = {"receiver": hall.players[0].pk, "day": "2026-03-05", "reason": "Noise"}
    for more in ({"points": ""}, {"points": "0"}, {"points": "5", "kind": "red"}):
        assert organiser.post(at("adjustments", hall, season.pk), {**form, **more}).status_code == 422
    assert not Penalty.objects.exists()


def test_files_and_programs_are_told_the_kind(event: TournamentHall) -> None:
    event.post("penalties/", number=1, kind="chombo", points="", reason="False win", round_number=1)
    course = TournamentState(event.tournament)
    assert results_json(course)["penalties"] == [
        {"round": 1, "number": 1, "kind": "chombo", "points": -20, "reason": "False win"}
    ]
    assert "Chombo" in [str(cell) for cell in penalty_sheet(course).rows[0]]
    for part in PARTS:
        if part.name == "competition_penalties":
            assert "kind" in part.stored_fields


def test_a_further_kind_is_a_row(event: TournamentHall, monkeypatch: pytest.MonkeyPatch) -> None:
    red = PenaltyKind("red", "Red card", 400)
    monkeypatch.setattr(penalty_kinds, "KINDS", (*KINDS, red))
    page = event.read("penalties/")
    assert "Red card</option>" in page
    assert "Red card 40" in page, "what it takes where nothing is typed"
    assert event.post("penalties/", number=1, kind="red", points="", reason="Cheating").status_code == 302
    given = Penalty.objects.get()
    assert (given.tenths, given.full_reason) == (-400, "Red card · Cheating")
    given.full_clean()


def test_a_kind_that_is_no_longer_there_is_mere_points(hall: Hall) -> None:
    season = hall.season()
    given = give_points(season, hall.players[0], 5, "Old", date(2026, 3, 5))
    given.kind = "gone"
    assert given.full_reason == "Old"
