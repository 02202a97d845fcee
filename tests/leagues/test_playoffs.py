"""A playoff: drawn by the standings, its winners go on from results by themselves, shown as a bracket."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext

from mahjongclub.clubs.models import Device, Player
from mahjongclub.rounds.models import Round, Seat
from mahjongclub.seasons.changes import give_points
from mahjongclub.seasons.matches import draw_playoff, open_tables_of_match
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.phases import phase_cut, set_entrants
from mahjongclub.tables.models import Session
from mahjongclub.tables.paper import overrule_with_paper

from .conftest import Hall
from .test_phases import phase_after
from .test_season_pages import at, signed_in, text


def eight(hall: Hall) -> Season:
    """A phase of matches for eight players: the seeds in the order of `hall.players`."""
    for name in ("Gina", "Hugo"):
        hall.players.append(Player.objects.create(name=name, club=hall.club))
    before = hall.season(ends=date(2026, 3, 31), worth="places")
    for number, player in enumerate(hall.players):
        give_points(before, player, 100 - number, "as it was", date(2026, 3, 1))
    final = phase_after(before, 8, "nothing", counts="matches")
    set_entrants(final.phase, phase_cut(final.phase)[2].through, "", None)
    return final


def seeds(hall: Hall, match: Round) -> list[list[int]]:
    """Who sits at each table, by seed."""
    order = [player.pk for player in hall.players]
    return [
        sorted(order.index(seat.player_id or 0) + 1 for seat in table.seats.all())
        for table in match.tables.all()
    ]


def finish(hall: Hall, session: Session | None, *order: int) -> None:
    """End a game with these seeds from the first place to the last, and what follows its commit."""
    assert session is not None
    with TestCase.captureOnCommitCallbacks(execute=True):
        record(hall, session, *order)


def record(hall: Hall, session: Session, *order: int) -> None:
    """Save the result of a game: these seeds from the first place to the last."""
    points = dict(
        zip((hall.players[seed - 1].pk for seed in order), (40000, 30000, 20000, 10000), strict=True)
    )
    scores = [points[seat.player_id] for seat in session.seats.order_by("number")]
    overrule_with_paper(session.pk, None, {"scores": scores, "sticks": 0, "bank": None})


def test_the_winners_of_a_table_go_on_by_themselves_and_a_correction_is_followed(hall: Hall) -> None:
    final = eight(hall)
    organiser = signed_in(hall, "organiser")
    where = at("playoff", hall, final.pk)
    refused = organiser.post(where, {"go_on": "3", "games": "1"})
    assert (refused.status_code, "cannot be split evenly" in refused.content.decode()) == (422, True)
    assert organiser.post(where, {"go_on": "2", "games": "1"}).status_code == 302
    semi, last = Round.objects.order_by("number")
    assert seeds(hall, semi) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert seeds(hall, last) == [[]]
    assert "place 1 of table 2" in text(Client(), where)
    assert open_tables_of_match(semi, Device.objects.create()) == 2
    one, other = (table.session for table in semi.tables.all())
    desk = text(organiser, at("match_desk", hall, final.pk, last.number))
    assert "The players are not known yet." in desk
    finish(hall, one, 8, 1, 4, 5)
    assert seeds(hall, last) == [[]]
    finish(hall, other, 3, 2, 6, 7)
    assert seeds(hall, last) == [[1, 2, 3, 8]]
    finish(hall, other, 3, 6, 2, 7)
    assert seeds(hall, last) == [[1, 3, 6, 8]]
    stood = list(Seat.objects.order_by("pk").values_list("round", "number", "player"))
    call_command("rebuild", stdout=StringIO())
    assert list(Seat.objects.order_by("pk").values_list("round", "number", "player")) == stood
    assert open_tables_of_match(last, Device.objects.create()) == 1
    finish(hall, last.tables.get().session, 6, 3, 8, 1)
    page = " ".join(text(Client(), where).split())
    assert "Winner: Fatou" in page
    assert page.count("qualified") >= 4
    assert organiser.post(at("delete_match", hall, final.pk, 1)).status_code == 302
    assert Round.objects.count() == 2  # something was played


def test_two_games_at_a_table_are_added_up_and_equals_go_by_who_was_ahead(hall: Hall) -> None:
    final = eight(hall)
    organiser = signed_in(hall, "organiser")
    assert organiser.post(at("playoff", hall, final.pk), {"go_on": "2", "games": "2"}).status_code == 302
    first, second, last, _last_again = Round.objects.order_by("number")
    seats = [
        {seat.player_id: seat.number for seat in match.tables.all()[0].seats.all()}
        for match in (first, second)
    ]
    assert all((seats[0][player] + 1) % 4 == seats[1][player] for player in seats[0])
    for match in (first, second):
        open_tables_of_match(match, Device.objects.create())
    tables = [[table.session for table in match.tables.all()] for match in (first, second)]
    finish(hall, tables[0][0], 1, 4, 5, 8)
    finish(hall, tables[1][0], 5, 4, 8, 1)
    finish(hall, tables[0][1], 2, 3, 6, 7)
    assert seeds(hall, last) == [[]]
    finish(hall, tables[1][1], 7, 6, 3, 2)
    # 5 has 1 + 4; 1 and 4 have 4 each, and 1 has 50,000 points as 4 has 60,000: 4 goes on by points
    # 2 and 7 have 4 and 50,000 each, once first and once last: 2 and 7 go on, before 3 and 6 with 3 each
    assert seeds(hall, last) == [[2, 4, 5, 7]]


@dataclass
class Semifinals:
    """A playoff of eight whose second semi-final is still to be decided."""

    hall: Hall
    organiser: Client
    season: Season
    final: Round
    undecided: Session


def semifinals(hall: Hall) -> Semifinals:
    season = eight(hall)
    draw_playoff(season, 2, 1)
    semi, final = Round.objects.order_by("number")
    assert open_tables_of_match(semi, Device.objects.create()) == 2
    decided, undecided = (table.session for table in semi.tables.all())
    finish(hall, decided, 1, 4, 5, 8)
    assert undecided is not None
    return Semifinals(hall, signed_in(hall, "organiser"), season, final, undecided)


def end_without_follow_up(playoff: Semifinals) -> None:
    """End the last semi-final in a process that stops right after the commit."""
    with TestCase.captureOnCommitCallbacks(execute=False):
        record(playoff.hall, playoff.undecided, 2, 3, 6, 7)
    assert seeds(playoff.hall, playoff.final) == [[]]


def test_winners_are_seated_after_the_transaction_of_the_game(
    hall: Hall, django_capture_on_commit_callbacks: Any
) -> None:
    playoff = semifinals(hall)
    with django_capture_on_commit_callbacks(execute=False) as follow_ups, transaction.atomic():
        record(hall, playoff.undecided, 2, 3, 6, 7)
        assert seeds(hall, playoff.final) == [[]], "the game's transaction writes no seats of other matches"
    with CaptureQueriesContext(connection) as asked:
        for follow_up in follow_ups:
            follow_up()
    assert seeds(hall, playoff.final) == [[1, 2, 3, 4]]
    statements = [one["sql"] for one in asked]
    first_write = next(index for index, sql in enumerate(statements) if "INTO" in sql or "DELETE" in sql)
    before = statements[:first_write]
    assert any('FROM "rounds_competition"' in sql for sql in before), "it is read under its lock"
    if connection.features.has_select_for_update:
        assert any('"rounds_competition"' in sql and "FOR UPDATE" in sql for sql in before)


@pytest.mark.parametrize("address", ["playoff", "matches", "match", "match_desk"])
def test_whoever_reads_the_round_next_seats_winners_left_behind_by_a_stop(hall: Hall, address: str) -> None:
    playoff = semifinals(hall)
    end_without_follow_up(playoff)
    number = [playoff.final.number] if address.startswith("match") and address != "matches" else []
    assert playoff.organiser.get(at(address, hall, playoff.season.pk, *number)).status_code == 200
    assert seeds(hall, playoff.final) == [[1, 2, 3, 4]]


def test_opening_the_final_seats_winners_left_behind_by_a_stop(hall: Hall) -> None:
    playoff = semifinals(hall)
    end_without_follow_up(playoff)
    assert open_tables_of_match(playoff.final, Device.objects.create()) == 1
    assert seeds(hall, playoff.final) == [[1, 2, 3, 4]]


def test_a_fault_in_seating_winners_does_not_lose_the_game(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    playoff = semifinals(hall)

    def fail(season: Season) -> None:
        raise RuntimeError("no winners today")

    with monkeypatch.context() as broken:
        broken.setattr("mahjongclub.seasons.matches.seat_winners", fail)
        finish(hall, playoff.undecided, 2, 3, 6, 7)
    playoff.undecided.refresh_from_db()
    assert playoff.undecided.has_result
    playoff.organiser.get(at("playoff", hall, playoff.season.pk))
    assert seeds(hall, playoff.final) == [[1, 2, 3, 4]]
