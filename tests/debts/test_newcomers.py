"""Somebody takes another's place in the middle of a game: each settles what was won while they sat there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from mahjongclub.debts.models import DebtSheet
from mahjongclub.debts.sheet import POT, SheetState
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import standings
from tests.clubs.visitors import Visitor
from tests.tables.conftest import Phone, ron
from tests.tables.test_sit_down import sit_down

from .settling import CAST, settle
from .settling import visitor as visitor

LEFT, CAME = CAST[1], "O’Brien"


def end(phone: Phone, session: Session) -> Session:
    session.refresh_from_db()
    phone.post(reverse("tables:close", args=[session.code]), {"version": session.version})
    session.refresh_from_db()
    assert session.ended_at is not None
    return session


def points_of(sheet: DebtSheet, variant: str) -> dict[str, Fraction]:
    """The points of a sheet by the name of who won them, "" for the pot."""
    state = SheetState(sheet)
    return {
        "" if person == POT else state.people[person].name: points
        for person, points in state.points_by_variant[variant].items()
    }


def test_each_settles_what_was_won_while_they_sat_there(visitor: Visitor) -> None:
    session = visitor.open_table("hongkong", names=CAST)
    visitor.confirm(session, {"type": "win", "wins": [{"winner": 0, "from": 1, "faan": 3}]})
    lost = points_after(session)[1]
    assert sit_down(visitor, session, 1, CAME).status_code == 302
    visitor.confirm(session, {"type": "win", "wins": [{"winner": 1, "from": 2, "faan": 3}]})
    won = points_after(session)[1] - lost
    assert lost < 0 < won
    sheet = settle(visitor, end(visitor, session))
    points = points_of(sheet, "hongkong")
    assert (points[LEFT], points[CAME]) == (lost, won)
    assert sum(points.values()) == 0


def points_after(session: Session) -> list[int]:
    """What every seat has won by now: all begin Hong Kong with the same score."""
    session.refresh_from_db()
    return [score - sum(session.table.scores) // 4 for score in session.table.scores]


def test_uma_and_oka_are_theirs_who_sat_there_at_the_end(visitor: Visitor) -> None:
    session = visitor.open_table(names=CAST)
    visitor.confirm(session, ron(1, 2))  # 3 han 40 fu: 5,200
    sit_down(visitor, session, 1, CAME)
    sheet = settle(visitor, end(visitor, session))
    result = {row.seat: Fraction(row.tenths, 10) for row in standings(session)}
    points = points_of(sheet, "riichi")
    assert points[LEFT] == Fraction("5.2")
    assert points[CAME] == result[1] - Fraction("5.2")
    assert sum(points.values()) == 0


def test_who_comes_back_settles_both_times_and_not_the_time_between(visitor: Visitor) -> None:
    session = visitor.open_table(names=CAST)
    visitor.confirm(session, ron(1, 2))
    sit_down(visitor, session, 1, CAME)
    visitor.confirm(session, ron(2, 1))
    sit_down(visitor, session, 1, LEFT)
    session = end(visitor, session)
    sheet = settle(visitor, session)
    points = points_of(sheet, "riichi")
    assert points[CAME] == Fraction("-5.2")
    result = {row.seat: Fraction(row.tenths, 10) for row in standings(session)}
    assert points[LEFT] == result[1] + Fraction("5.2")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Where somebody took another’s place"), ("fr", "Quand quelqu’un a pris la place d’un autre")],
)
def test_the_page_says_so_and_names_both(visitor: Visitor, language: str, words: str) -> None:
    session = visitor.open_table(names=CAST)
    visitor.confirm(session, ron(1, 2))
    sit_down(visitor, session, 1, CAME)
    sheet = settle(visitor, end(visitor, session))
    address = reverse("debts:sheet", args=[sheet.pk])
    page = visitor.get(address, headers={"accept-language": language}).content.decode()
    assert words in page
    assert page.count(CAME) >= 2
    assert LEFT in page


def test_a_game_without_a_newcomer_says_nothing_of_them(visitor: Visitor) -> None:
    sheet = settle(visitor, visitor.played_table(*CAST))
    page = visitor.get(reverse("debts:sheet", args=[sheet.pk])).content.decode()
    assert "Where somebody took another’s place" not in page
