"""Kinds of penalties: warning, yellow card and chombo beside mere points, in events and in seasons."""

from __future__ import annotations

from datetime import date
from html import unescape

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client

from mahjongclub.events.changes import make_final
from mahjongclub.events.models import TournamentPenalty
from mahjongclub.events.pages import penalty_rows
from mahjongclub.events.state import TournamentState
from mahjongclub.exchange.archive.parts import PARTS
from mahjongclub.exchange.exporting.api_event import results_json
from mahjongclub.exchange.exporting.event_files import _penalties as penalty_sheet
from mahjongclub.rounds.penalties import kinds as penalty_kinds
from mahjongclub.rounds.penalties.kinds import KINDS, PenaltyKind
from mahjongclub.seasons.models import Adjustment
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
    given = TournamentPenalty.objects.get()
    assert (given.kind, given.tenths) == (kind, tenths)
    event.post("penalties/", number=1, kind=kind, points=points, reason="False win", round_number=1)
    name = {"points": "", "warning": "Warning · ", "yellow": "Yellow card · ", "chombo": "Chombo · "}[kind]
    assert f"{name}False win" in event.read("penalties/", "member")
    assert f"{name}False win" in event.read("rounds/1/desk/")
    row = penalty_rows(TournamentState(event.tournament))[0]
    assert (row["points"] == "") == (tenths == 0)


def test_the_page_of_the_referee_leads_to_the_penalties(event: TournamentHall) -> None:
    link = event.url("penalties/")
    assert f'href="{link}"' in event.read("calls/")
    make_final(event.tournament)
    assert f'href="{link}"' not in event.read("calls/"), "the ranking is final"


def test_mere_points_must_be_typed_and_an_unknown_kind_is_refused(event: TournamentHall) -> None:
    for more in ({"kind": "points", "points": ""}, {"kind": "points", "points": "0"}, {"kind": "red"}):
        form = {"number": 1, "points": "5", "reason": "Noise", **more}
        assert event.post("penalties/", **form).status_code == 422
    assert not TournamentPenalty.objects.exists()
    place = event.tournament.places.get(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        TournamentPenalty.objects.create(tournament=event.tournament, place=place, tenths=0, reason="Noise")


@pytest.mark.parametrize(
    ("kind", "points", "tenths"),
    [("points", "-20", -200), ("warning", "", 0), ("chombo", "", -200), ("chombo", "-30", -300)],
)
def test_an_adjustment_of_a_season_has_a_kind_too(hall: Hall, kind: str, points: str, tenths: int) -> None:
    season = hall.season(worth="places")
    hall.paper(0, 1, 2, 3)
    organiser = signed_in(hall, "organiser")
    form = {"player": hall.players[0].pk, "day": "2026-03-05", "reason": "False win"}
    answer = organiser.post(at("adjustments", hall, season.pk), {**form, "kind": kind, "points": points})
    assert answer.status_code == 302
    given = Adjustment.objects.get()
    assert (given.kind, given.tenths) == (kind, tenths)
    name = "" if kind == "points" else f"{penalty_kinds.find_kind(kind).name} · "
    for page in (
        at("adjustments", hall, season.pk),
        at("explained", hall, season.pk, hall.players[0].pk),
    ):
        assert f"{name}False win" in unescape(text(Client(), page))


def test_an_adjustment_of_mere_points_must_be_typed(hall: Hall) -> None:
    season = hall.season()
    organiser = signed_in(hall, "organiser")
    form = {"player": hall.players[0].pk, "day": "2026-03-05", "reason": "Noise"}
    for more in ({"points": ""}, {"points": "0"}, {"points": "5", "kind": "red"}):
        assert organiser.post(at("adjustments", hall, season.pk), {**form, **more}).status_code == 422
    assert not Adjustment.objects.exists()


def test_files_and_programs_are_told_the_kind(event: TournamentHall) -> None:
    event.post("penalties/", number=1, kind="chombo", points="", reason="False win", round_number=1)
    course = TournamentState(event.tournament)
    assert results_json(course)["penalties"] == [
        {"round": 1, "number": 1, "kind": "chombo", "points": -20, "reason": "False win"}
    ]
    assert "Chombo" in [str(cell) for cell in penalty_sheet(course).rows[0]]
    for part in PARTS:
        if part.name in ("penalties", "adjustments"):
            assert "kind" in part.kept


def test_a_further_kind_is_a_row(event: TournamentHall, monkeypatch: pytest.MonkeyPatch) -> None:
    red = PenaltyKind("red", "Red card", 400)
    monkeypatch.setattr(penalty_kinds, "KINDS", (*KINDS, red))
    page = event.read("penalties/")
    assert "Red card</option>" in page
    assert "Red card 40" in page, "what it takes where nothing is typed"
    assert event.post("penalties/", number=1, kind="red", points="", reason="Cheating").status_code == 302
    given = TournamentPenalty.objects.get()
    assert (given.tenths, given.full_reason) == (400, "Red card · Cheating")
    given.full_clean()


def test_a_kind_that_is_no_longer_there_is_mere_points(hall: Hall) -> None:
    season = hall.season()
    given = Adjustment(season=season, player=hall.players[0], tenths=5, reason="Old", day=date(2026, 3, 5))
    given.kind = "gone"
    assert given.full_reason == "Old"
