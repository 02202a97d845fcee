"""Names stand on an event's paper as people look them up: Å, É and Ł among A, E and L."""

from __future__ import annotations

from mahjongclub.events.state import TournamentState
from mahjongclub.sheets.tournament import seating_list

from ..clubs.club_house import open_club_house
from .tournament_hall import TournamentHall

NAMES = ["Zoé", "Łukasz Żółć", "Élodie", "Anne-Sophie de La Rochefoucauld", "Åsa", "Lydia", "Bo", "O'Brien"]
SORTED = ["Anne-Sophie de La Rochefoucauld", "Åsa", "Bo", "Élodie", "Łukasz Żółć", "Lydia", "O'Brien", "Zoé"]


def test_names_of_the_seating_are_printed_in_the_order_of_their_letters(db: None) -> None:
    hall = TournamentHall(open_club_house(), NAMES, round_count=2)
    hall.draw_and_publish()
    sheet = seating_list(TournamentState(hall.tournament), by="name", paper="a4", language="en")
    assert [player["name"]["text"] for player in sheet.data["players"]] == SORTED
