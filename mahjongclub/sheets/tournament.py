"""What hangs and lies about at a tournament: each player's way, the seating, the tables' numbers."""

from __future__ import annotations

from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.registry import find_game
from mahjongclub.leagues.tournament_pages import by_player, seat_sign, shown
from mahjongclub.leagues.tournament_state import TournamentState

from .sheet import Sheet, written


def seating_cards(course: TournamentState, *, paper: str, language: str) -> Sheet:
    """A card for each player: table and seat of every round drawn, eight cards a page, to be cut."""
    tournament = course.tournament
    title = _("Seating cards: %(tournament)s") % {"tournament": tournament.name}
    rounds = [_round(one.number) for one in course.rounds]
    cards = [
        {
            "number": str(row["number"]),
            "name": _name(course, row["name"], row["number"]),
            "team": written(row["team"]) if row["team"] else None,
            "cells": row["cells"],
        }
        for row in by_player(course)
    ]
    data = {
        "tournament": written(tournament.name),
        "rounds": rounds,
        "cards": cards,
        "words": {"round": pgettext("tournament", "Round"), "table": _("Table, seat")},
    }
    return _sheet("seating_cards", title, data, paper, language)


def seating_list(course: TournamentState, *, paper: str, language: str) -> Sheet:
    """Who sits where, to hang up: every player with table and seat of each round, then round by round."""
    tournament = course.tournament
    title = _("Seating: %(tournament)s") % {"tournament": tournament.name}
    data = {
        "columns": [_("Player"), *(_("R%(number)s") % {"number": one.number} for one in course.rounds)],
        "players": [
            {
                "number": str(row["number"]),
                "name": _name(course, row["name"], row["number"]),
                "cells": row["cells"],
            }
            for row in by_player(course)
        ],
        "rounds": [
            {
                "title": _round(one.number),
                "tables": [
                    {
                        "title": _("Table %(number)s") % {"number": table.number},
                        "seats": [
                            {
                                "sign": seat_sign(tournament, seat.seat),
                                "name": _name(
                                    course,
                                    shown(course.player(seat.place_id, one.number)),
                                    course.place[seat.place_id].number,
                                ),
                            }
                            for seat in table.seats.all()
                        ],
                    }
                    for table in one.tables.all()
                ],
            }
            for one in course.rounds
        ],
        "words": {"by_player": _("Table and wind in each round.")},
    }
    return _sheet("seating_list", title, data, paper, language)


def table_numbers(course: TournamentState, *, paper: str, language: str) -> Sheet:
    """A number for each table, to fold into a tent: it reads from both sides."""
    tournament = course.tournament
    title = _("Table numbers: %(tournament)s") % {"tournament": tournament.name}
    numbers = sorted({table.number for one in course.rounds for table in one.tables.all()})
    data = {
        "tournament": written(tournament.name),
        "tables": [str(number) for number in numbers],
        "words": {"table": _("Table")},
    }
    return _sheet("table_numbers", title, data, paper, language)


def _sheet(template: str, title: str, data: dict[str, Any], paper: str, language: str) -> Sheet:
    return Sheet(template, title, language, paper, slugify(title) or template, data)


def _round(number: int) -> str:
    return pgettext("tournament", "Round %(number)s") % {"number": number}


def _name(course: TournamentState, name: str, number: int) -> dict[str, str] | None:
    """A player's name, the number of the place where no font has its letters; None for an empty place."""
    if not name:
        return None
    han = find_game(course.tournament.variant).paper.han
    return written(name, han=han, stand_in=_("No. %(number)s") % {"number": number})
