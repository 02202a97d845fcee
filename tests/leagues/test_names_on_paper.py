"""Names stand on an event's paper as people look them up: Å, É and Ł among A, E and L."""

from __future__ import annotations

import re

from mahjongclub.events.state import TournamentState
from mahjongclub.sheets.sheet import Sheet, printable_text
from mahjongclub.sheets.tournament import seating_list
from mahjongclub.sheets.typesetting import print_sheet

from ..clubs.club_house import open_club_house
from ..sheets.reading import MM, letters_of, opened, row_heights
from .tournament_hall import TournamentHall

NAMES = ["Zoé", "Łukasz Żółć", "Élodie", "Anne-Sophie de La Rochefoucauld", "Åsa", "Lydia", "Bo", "O'Brien"]
SORTED = ["Anne-Sophie de La Rochefoucauld", "Åsa", "Bo", "Élodie", "Łukasz Żółć", "Lydia", "O'Brien", "Zoé"]


def test_names_of_the_seating_are_printed_in_the_order_of_their_letters(db: None) -> None:
    hall = TournamentHall(open_club_house(), NAMES, round_count=2)
    hall.draw_and_publish()
    sheet = seating_list(TournamentState(hall.tournament), by="name", paper="a4", language="en")
    assert [player["name"]["text"] for player in sheet.data["players"]] == SORTED


def test_the_heading_of_a_round_stands_with_tables_and_a_short_round_on_one_page() -> None:
    tables = [
        {
            "title": f"Table {number}",
            "seats": [{"sign": sign, "name": printable_text("Bo")} for sign in "ESWN"],
        }
        for number in range(1, 15)
    ]
    for count in (5, 9, 14):
        rounds = [{"title": f"Round {number}", "tables": tables[:count]} for number in range(1, 13)]
        data = {"columns": [], "players": [], "rounds": rounds, "words": {}}
        pdf = print_sheet(Sheet("seating_list", "Seating", "en", "a4", "seating", data)).pdf
        pages = [page.extract_text() for page in opened(pdf).pages]
        assert len(pages) > 2
        assert not [page for page in pages if re.search(r"Round \d+\s*\d / \d$", page)]
        whole = [page for page in pages if page.count("Round ") * count == page.count("Table ")]
        assert (len(whole) == len(pages)) == (count < 14)


def test_long_names_of_a_ranking_stay_between_the_lines_of_their_rows() -> None:
    name = printable_text("Jean-Baptiste Freiherr von und zu Guttenberg")
    cells = ["+100.0"] * 8
    lines = [{"rank": str(rank), "name": name, "total": "+300.0", "cells": cells} for rank in range(1, 30)]
    data = {"columns": ["#", "Player", "Total", *cells], "lines": lines, "subtitle": "After round 8"}
    pdf = print_sheet(Sheet("tournament_ranking", "Ranking", "en", "a4", "ranking", data)).pdf
    names = sorted({(y, size) for x, y, size in letters_of(pdf)[0] if 55 < x < 65})[:4]
    (lower, size), (upper, _size) = names[:2]
    # from below the tails of the lower line to above the capitals and accents of the upper one
    assert upper - lower + (0.25 + 0.75) * size < row_heights(pdf)[5] * MM
