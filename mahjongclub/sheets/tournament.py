"""What hangs and lies about at a tournament: seating, tables' numbers, score sheets, the ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.events.loading import drawn_seats_of
from mahjongclub.events.pages import name_or_blank, seating_by_place
from mahjongclub.events.ranking import RankingLine, ranking
from mahjongclub.events.state import StageState, TournamentState
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.models import Round, Table
from mahjongclub.tables.models import Session

from .blank.filling import FilledFields, blank_sheets
from .sheet import Sheet, WrittenText, printable_text


def seating_cards(state: TournamentState, *, paper: str, language: str) -> Sheet:
    """A card for each player: table and seat of every round drawn, eight cards a page, to be cut."""
    tournament = state.tournament
    title = _("Seating cards: %(tournament)s") % {"tournament": tournament.name}
    rounds = [_round(round_.number) for round_ in state.rounds]
    cards = [
        {
            "number": str(row.number),
            "name": _name(state, row.name, row.number),
            "team": printable_text(row.team) if row.team else None,
            "cells": row.cells,
        }
        for row in seating_by_place(state)
    ]
    data = {
        "tournament": printable_text(tournament.name),
        "rounds": rounds,
        "cards": cards,
        "words": {"round": pgettext("tournament", "Round"), "table": _("Table, seat")},
    }
    return _sheet("seating_cards", title, data, paper, language)


def seating_list(state: TournamentState, *, by: str = "", paper: str, language: str) -> Sheet:
    """Who sits where, to hang up: players by name with table and seat of each round, then round by round.

    One of the two alone where `by` is "name" or "table".
    """
    tournament = state.tournament
    title = _("Seating: %(tournament)s") % {"tournament": tournament.name}
    data = {
        "columns": [_("Player"), *(_("R%(number)s") % {"number": round_.number} for round_ in state.rounds)],
        "players": [
            {
                "number": str(row.number),
                "name": _name(state, row.name, row.number),
                "cells": row.cells,
            }
            for row in sorted(seating_by_place(state), key=lambda row: alphabetical_key(row.name))
            if not by or by == "name"
        ],
        "rounds": [
            {
                "title": _round(round_.number),
                "tables": [
                    {
                        "title": _("Table %(number)s") % {"number": table.number},
                        "seats": [
                            {
                                "sign": seat_signs(tournament.variant)[seat.number],
                                "name": _name(
                                    state,
                                    name_or_blank(state.player(seat.place_id, round_.number)),
                                    state.place[seat.place_id].number,
                                ),
                            }
                            for seat in drawn_seats_of(table)
                        ],
                    }
                    for table in round_.tables.all()
                ],
            }
            for round_ in state.rounds
            if not by or by == "table"
        ],
        "tournament": printable_text(tournament.name),
        "words": {"by_player": _("Table and wind in each round.")},
    }
    return _sheet("seating_list", title, data, paper, language)


def table_number_sheet(
    state: TournamentState, code: Callable[[int], dict[str, str]] | None = None, *, paper: str, language: str
) -> Sheet:
    """A number for each table, to fold into a tent: it reads from both sides. `code` gives a table's own."""
    tournament = state.tournament
    title = _("Table numbers: %(tournament)s") % {"tournament": tournament.name}
    numbers = sorted({table.number for round_ in state.rounds for table in round_.tables.all()})
    data = {
        "tournament": printable_text(tournament.name),
        "tables": [
            {"number": str(number), "qr": code(number) if code is not None else None} for number in numbers
        ],
        "words": {"table": _("Table")},
    }
    return _sheet("table_numbers", title, data, paper, language)


def score_sheets(
    state: TournamentState,
    round_: Round,
    code: Callable[[int], dict[str, str]],
    *,
    paper: str,
    language: str,
) -> Sheet:
    """A score sheet for each table of a round, with who sits on which wind; `code` gives a table's own."""
    tournament = state.tournament
    preset = tournament.frozen_preset
    tables = []
    for table in round_.tables.all():
        places = [state.place[seat.place_id] for seat in drawn_seats_of(table)]
        filled = FilledFields(
            rules=preset.rules,
            rules_name=said(preset.name),
            names=[name_or_blank(state.player(place.pk, round_.number)) for place in places],
            stand_ins=[_("No. %(number)s") % {"number": place.number} for place in places],
            numbers=[str(place.number) for place in places],
            table=str(table.number),
            date=date_format(tournament.day),
            event=round_.tournament.name,
            round=str(round_.number),
        )
        tables.append((filled, code(table.number)))
    sheet = blank_sheets(tournament.game, tables, paper=paper, language=language)
    title = _("Score sheets, round %(number)s") % {"number": round_.number}
    return replace(sheet, file_name=slugify(f"{tournament.name} {title}"))


def ranking_sheet(state: TournamentState, after_round: int, *, paper: str, language: str) -> Sheet:
    """The ranking after that round, to hang up: its rows are as high as the page has room for.

    Those who came through the cut after it stand first, and whose word decided among equals stands below.
    """
    tournament = state.tournament
    lines, decided = _lines_after(state, after_round)
    carried, penalised = any(line.carried for line in lines), any(line.penalty for line in lines)
    title = _("Ranking: %(tournament)s") % {"tournament": tournament.name}
    data = {
        "tournament": printable_text(tournament.name),
        "subtitle": pgettext("tournament", "After round %(number)s") % {"number": after_round},
        "columns": [
            "#",
            _("Player"),
            _("Total"),
            *([_("Carried")] if carried else []),
            *([_("Penalty")] if penalised else []),
            *(_("R%(number)s") % {"number": n} for n in range(1, after_round + 1)),
        ],
        "lines": [
            {
                "rank": str(line.rank) if line.rank is not None else "–",
                "name": _name(state, line.name, line.number),
                "total": line.total,
                "group": printable_text(line.stage) if line.stage != above else None,
                "cells": [
                    *([line.carried] if carried else []),
                    *([line.penalty] if penalised else []),
                    *(value or "–" for value in line.rounds[:after_round]),
                ],
            }
            for above, line in zip(["", *(line.stage for line in lines)], lines, strict=False)
        ],
        "notes": [
            {"name": _name(state, line.name, line.number), "why": printable_text(line.why)}
            for line in decided
        ],
    }
    return _sheet("tournament_ranking", title, data, paper, language)


def _lines_after(state: TournamentState, after: int) -> tuple[list[RankingLine], list[RankingLine]]:
    """Return the ranking after a round, and of it those who were tied at the cut that follows, and left.

    A stage that begins later counts for nothing but who came through to it.
    """
    stages = state.stages
    lines = _ranked_in(state, [stage for stage in stages if stage.first <= after])
    cut = next((stage for stage in stages if stage.first == after + 1 and stage.has_cut), None)
    if cut is None or cut.awaits_cut:
        return lines, []
    then = {line.number: line for line in lines}
    through = {state.place[pk].number for pk in cut.members}
    ranks = {then[number].rank for number in through}
    lines = [
        replace(
            then[line.number],
            rank=line.rank,
            why=line.why,
            stage=_("Qualifiers: %(stage)s") % {"stage": cut.name} if line.number in through else line.stage,
        )
        for line in _ranked_in(state, stages[: cut.number])
    ]
    tied = [line for line in lines if line.number not in through and then[line.number].rank in ranks]
    return lines, [line for line in tied if line.why]


def _ranked_in(state: TournamentState, stages: list[StageState]) -> list[RankingLine]:
    """Return the ranking as if the event had these stages alone."""
    state.stages, whole = stages, state.stages
    try:
        return ranking(state)
    finally:
        state.stages = whole


def table_of_event(session: Session) -> Table | None:
    """The table of an event that a session is played at, with its round; None where it is no event's."""
    tables = Table.objects.filter(session=session, round__competition__tournament__isnull=False)
    return tables.select_related("round__competition__tournament").first()


def place_numbers_at_table(session: Session, table: Table | None) -> list[str]:
    """The numbers at their event of those who sit at its table, by seat; [] where it is no event's."""
    if table is None:
        return []
    round_ = table.round
    places = table.seats.values_list("number", "place__number")
    numbers = {seat: str(number) for seat, number in places}
    order = TournamentState(round_.tournament).drawn_seats_by_session_seat(round_.number, table, session)
    return [numbers.get(seat, "") for seat in order]


def _sheet(template: str, title: str, data: Mapping[str, object], paper: str, language: str) -> Sheet:
    return Sheet(template, title, language, paper, slugify(title) or template, data)


def _round(number: int) -> str:
    return pgettext("tournament", "Round %(number)s") % {"number": number}


def _name(state: TournamentState, name: str, number: int) -> WrittenText | None:
    """A player's name, the number of the place where no font has its letters; None for an empty place."""
    if not name:
        return None
    han = find_game(state.tournament.variant).paper.han
    return printable_text(name, han=han, stand_in=_("No. %(number)s") % {"number": number})
