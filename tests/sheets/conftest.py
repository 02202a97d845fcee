"""A table, a club with people in every role, and a tournament whose seating is out."""

from __future__ import annotations

import threading

import pytest
import typst

from mahjongclub.clubs.club_model import Club
from mahjongclub.sheets import fonts, typesetting
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone, other_phone, phone, table

__all__ = ["other_phone", "phone", "table"]

PLAYERS = ["Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou", "Иван", "田中さくら"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    """A club for members only."""
    return open_club_house(Club.Visibility.MEMBERS)


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Eight players, two rounds drawn and not yet published."""
    hall = TournamentHall(house, PLAYERS, round_count=2)
    hall.draw()
    return hall


@pytest.fixture
def no_fonts_but_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no font is installed."""
    bare = typst.Fonts(include_system_fonts=False)
    monkeypatch.setattr(typesetting, "installed_fonts", lambda: bare)
    monkeypatch.setattr(fonts, "installed_families", lambda: frozenset(bare.families()))
    monkeypatch.setattr(typesetting, "_of_this_thread", threading.local())


@pytest.fixture
def anybody(db: None) -> Phone:
    """A phone that has no table."""
    return Phone()
