"""Everything of an event in one ZIP: its sheets as CSV and as one workbook, and the federation's workbook."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from fractions import Fraction
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.events.federation.details import federation_game_name
from mahjongclub.events.loading import drawn_seats_of
from mahjongclub.events.pages import name_or_blank
from mahjongclub.events.ranking import ranking
from mahjongclub.events.report import holder_changes, recorded_hand_faults
from mahjongclub.events.state import PlaceRoundResult, TournamentState
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.penalties.kinds import penalty_kind_or_default

from .api_event import results_json, scores_by_drawn_seat
from .club_sheets import rounded_number
from .federation_book import results_workbook
from .spreadsheet import Cell, ExportSheet, spreadsheet_file

#: what a result that was not played is called
WHY = {"": "", "bye": gettext_lazy("bye"), "substitute": gettext_lazy("substitute")}


def published_rounds_zip(state: TournamentState) -> bytes:
    """The rounds that are published, as they stand, in the reader's language."""
    state.rounds = state.published
    sheets = [_ranking(state), _results(state), _penalties(state), _players(state)]
    sheets += [_faults(state), _changes(state)]
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for sheet in sheets:
            packed.writestr(f"{slugify(sheet.title)}.csv", spreadsheet_file([sheet], "csv"))
        packed.writestr(f"{slugify(state.tournament.name) or 'event'}.xlsx", spreadsheet_file(sheets, "xlsx"))
        packed.writestr("event.json", json.dumps(results_json(state), ensure_ascii=False, indent=1))
        if federation_game_name(state.tournament):
            packed.writestr("federation.xls", results_workbook(state))
    return file.getvalue()


def _ranking(state: TournamentState) -> ExportSheet:
    """A row a place, the first first, with what each round brought."""
    place = {drawn_place.number: drawn_place for drawn_place in state.places}
    rounds = [round_.number for round_ in state.rounds]
    rows: list[list[Cell]] = []
    for line in ranking(state):
        place_of_line = place[line.number]
        brought = (state.results.get((round_number, place_of_line.pk)) for round_number in rounds)
        points, score, carried = (rounded_number(Fraction(value) / VALUE_UNIT) for value in line.exact)
        penalty_tenths = sum(
            penalty.tenths for penalty in state.penalties if penalty.place_id == place_of_line.pk
        )
        rows.append(
            [
                *(line.rank, line.number, line.name, line.team),
                rounded_number(Fraction(line.value, VALUE_UNIT)),
                rounded_number(Fraction(penalty_tenths, 10)),
                *((points, score) if state.tournament.shows_both_points else ()),
                *((line.stage, carried if line.carried else None) if len(state.stages) > 1 else ()),
                *((line.why,) if len(state.stages) > 1 else ()),
                *(
                    rounded_number(Fraction(result.value, VALUE_UNIT)) if result else None
                    for result in brought
                ),
            ]
        )
    headings = [_("Rank"), _("Number"), _("Player"), _("Team"), _("Total"), _("Penalties")]
    if state.tournament.shows_both_points:
        headings += [_("Table points"), _("Score")]
    if len(state.stages) > 1:
        headings += [_("Stage"), _("Carried"), _("Decided by")]
    return ExportSheet(
        _("Ranking"),
        [*headings, *(_("R%(number)s") % {"number": round_number} for round_number in rounds)],
        rows,
    )


def _results(state: TournamentState) -> ExportSheet:
    """A row a seat of every table of every round, and a row a bye: the seating, and what came of it."""

    def rows() -> Iterator[list[Cell]]:
        for round_ in state.rounds:
            for table in round_.tables.all():
                scores = scores_by_drawn_seat(state, round_, table)
                for drawn in drawn_seats_of(table):
                    result = state.results.get((round_.number, drawn.place_id))
                    yield [
                        *(round_.number, table.number, seat_signs(state.tournament.variant)[drawn.number]),
                        state.place[drawn.place_id].number,
                        name_or_blank(state.player(drawn.place_id, round_.number)),
                        scores.get(drawn.number) if result else None,
                        *_brought(state, result),
                    ]
            seated = {drawn.place_id for table in round_.tables.all() for drawn in drawn_seats_of(table)}
            for place in state.places_sitting_out(round_):
                if place.pk in seated:
                    continue  # the seat stayed empty, and has its row
                result = state.results.get((round_.number, place.pk))
                name = name_or_blank(
                    state.player(place.pk, round_.number) or state.next_player_after(place.pk, round_.number)
                )
                yield [round_.number, None, None, place.number, name, None, *_brought(state, result)]

    both = state.tournament.shows_both_points
    headings = [
        *(_("Round"), _("Table"), _("Seat"), _("Number"), _("Player"), _("Score"), _("Rank")),
        *((_("Table points"), _("Final points")) if both else (_("Points"),)),
        _("Not played"),
    ]
    return ExportSheet(_("Results"), headings, list(rows()))


def _brought(state: TournamentState, result: PlaceRoundResult | None) -> list[Cell]:
    """Rank, points, and why they were not played: such points are of one kind, where the ranking has both."""
    if result is None:
        return [None, None, None, *((None,) if state.tournament.shows_both_points else ())]
    points: tuple[Cell, ...] = (rounded_number(Fraction(result.value, VALUE_UNIT)),)
    if state.tournament.shows_both_points:
        points = (
            rounded_number(Fraction(result.table_points, VALUE_UNIT)) if result.has_places else None,
            rounded_number(Fraction(result.tenths, 10)) if result.has_points else None,
        )
    return [result.rank or None, *points, str(WHY[result.why])]


def _penalties(state: TournamentState) -> ExportSheet:
    """What the referee took, for the report."""
    rows: list[list[Cell]] = []
    for penalty in state.penalties:
        place, player = state.penalised_place_and_player(penalty)
        rows.append(
            [
                *(penalty.round_number, place.number, name_or_blank(player)),
                *(
                    rounded_number(Fraction(penalty.tenths, 10)),
                    str(penalty_kind_or_default(penalty.kind).name),
                    penalty.reason,
                ),
            ]
        )
    headings = [_("Round"), _("Number"), _("Player"), _("Points"), _("Kind"), _("Reason")]
    return ExportSheet(_("Penalties"), headings, rows)


def _faults(state: TournamentState) -> ExportSheet:
    """The chombos that phones recorded, for the report."""
    rows: list[list[Cell]] = [
        [fault.round, fault.table, fault.hand, fault.number, fault.name]
        for fault in recorded_hand_faults(state)
    ]
    headings = [_("Round"), _("Table"), _("Hand"), _("Number"), _("Player")]
    return ExportSheet(_("Chombos"), headings, rows)


def _changes(state: TournamentState) -> ExportSheet:
    """Substitutes and withdrawals, for the report."""
    rows: list[list[Cell]] = [
        [change.round, change.number, change.name, change.before] for change in holder_changes(state)
    ]
    return ExportSheet(
        _("Substitutes"), [_("From round"), _("Number"), _("Player"), _("In the place of")], rows
    )


def _players(state: TournamentState) -> ExportSheet:
    """Who held which place from which round on, with what a federation asks."""
    rows: list[list[Cell]] = []
    for place in state.places:
        last = place.last_holder
        for stint in place.stints.all():
            name = name_or_blank(stint.player.person) if stint.player else ""
            person_data = (stint.first_name, stint.last_name, stint.country, stint.ema_number)
            in_ranking = _("yes") if place.ranked and stint == last else _("no")
            rows.append([place.number, stint.from_round, name, *person_data, in_ranking])
    headings = [
        *(_("Number"), _("From round"), _("Player"), _("First name"), _("Last name")),
        *(_("Country"), _("EMA number"), _("Ranked")),
    ]
    return ExportSheet(_("Players"), headings, rows)
