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

from mahjongclub.events.federation.details import federation_name_of
from mahjongclub.events.loading import seats_of
from mahjongclub.events.pages import shown
from mahjongclub.events.ranking import ranking
from mahjongclub.events.report import changes_of, faults_of
from mahjongclub.events.state import Result, TournamentState
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.penalties.kinds import find_kind

from .api_event import results_json, scores_drawn
from .club_sheets import number
from .federation_book import results_workbook
from .spreadsheet import Cell, Sheet, as_file

#: what a result that was not played is called
WHY = {"": "", "bye": gettext_lazy("bye"), "substitute": gettext_lazy("substitute")}


def event_zip(course: TournamentState) -> bytes:
    """The rounds that are published, as they stand, in the reader's language."""
    course.rounds = course.published
    sheets = [_ranking(course), _results(course), _penalties(course), _players(course)]
    sheets += [_faults(course), _changes(course)]
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for sheet in sheets:
            packed.writestr(f"{slugify(sheet.title)}.csv", as_file([sheet], "csv"))
        packed.writestr(f"{slugify(course.tournament.name) or 'event'}.xlsx", as_file(sheets, "xlsx"))
        packed.writestr("event.json", json.dumps(results_json(course), ensure_ascii=False, indent=1))
        if federation_name_of(course.tournament):
            packed.writestr("federation.xls", results_workbook(course))
    return file.getvalue()


def _ranking(course: TournamentState) -> Sheet:
    """A row a place, the first first, with what each round brought."""
    place = {one.number: one for one in course.places}
    rounds = [one.number for one in course.rounds]
    rows: list[list[Cell]] = []
    for line in ranking(course):
        found = place[line.number]
        brought = (course.results.get((one, found.pk)) for one in rounds)
        points, score, carried = (number(Fraction(value) / VALUE_UNIT) for value in line.exact)
        given = sum(one.tenths for one in course.penalties if one.place_id == found.pk)
        rows.append(
            [
                *(line.rank, line.number, line.name, line.team),
                number(Fraction(line.value, VALUE_UNIT)),
                number(Fraction(given, 10)),
                *((points, score) if course.tournament.shows_both else ()),
                *((line.stage, carried if line.carried else None) if len(course.stages) > 1 else ()),
                *((line.why,) if len(course.stages) > 1 else ()),
                *(number(Fraction(one.value, VALUE_UNIT)) if one else None for one in brought),
            ]
        )
    headings = [_("Rank"), _("Number"), _("Player"), _("Team"), _("Total"), _("Penalties")]
    if course.tournament.shows_both:
        headings += [_("Table points"), _("Score")]
    if len(course.stages) > 1:
        headings += [_("Stage"), _("Carried"), _("Decided by")]
    return Sheet(_("Ranking"), [*headings, *(_("R%(number)s") % {"number": one} for one in rounds)], rows)


def _results(course: TournamentState) -> Sheet:
    """A row a seat of every table of every round, and a row a bye: the seating, and what came of it."""

    def rows() -> Iterator[list[Cell]]:
        for one in course.rounds:
            for table in one.tables.all():
                scores = scores_drawn(course, one, table)
                for drawn in seats_of(table):
                    result = course.results.get((one.number, drawn.place_id))
                    yield [
                        *(one.number, table.number, seat_signs(course.tournament.variant)[drawn.number]),
                        course.place[drawn.place_id].number,
                        shown(course.player(drawn.place_id, one.number)),
                        scores.get(drawn.number) if result else None,
                        *_brought(course, result),
                    ]
            seated = {drawn.place_id for table in one.tables.all() for drawn in seats_of(table)}
            for place in course.sits_out(one):
                if place.pk in seated:
                    continue  # the seat stayed empty, and has its row
                result = course.results.get((one.number, place.pk))
                name = shown(course.player(place.pk, one.number) or course.player_later(place.pk, one.number))
                yield [one.number, None, None, place.number, name, None, *_brought(course, result)]

    both = course.tournament.shows_both
    headings = [
        *(_("Round"), _("Table"), _("Seat"), _("Number"), _("Player"), _("Score"), _("Rank")),
        *((_("Table points"), _("Final points")) if both else (_("Points"),)),
        _("Not played"),
    ]
    return Sheet(_("Results"), headings, list(rows()))


def _brought(course: TournamentState, result: Result | None) -> list[Cell]:
    """Rank, points, and why they were not played: such points are of one kind, where the ranking has both."""
    if result is None:
        return [None, None, None, *((None,) if course.tournament.shows_both else ())]
    points: tuple[Cell, ...] = (number(Fraction(result.value, VALUE_UNIT)),)
    if course.tournament.shows_both:
        points = (
            number(Fraction(result.table_points, VALUE_UNIT)) if result.has_places else None,
            number(Fraction(result.tenths, 10)) if result.has_points else None,
        )
    return [result.rank or None, *points, str(WHY[result.why])]


def _penalties(course: TournamentState) -> Sheet:
    """What the referee took, for the report."""
    rows: list[list[Cell]] = []
    for one in course.penalties:
        place, player = course.penalised(one)
        rows.append(
            [
                *(one.round_number, place.number, shown(player)),
                *(number(Fraction(one.tenths, 10)), str(find_kind(one.kind).name), one.reason),
            ]
        )
    headings = [_("Round"), _("Number"), _("Player"), _("Points"), _("Kind"), _("Reason")]
    return Sheet(_("Penalties"), headings, rows)


def _faults(course: TournamentState) -> Sheet:
    """The chombos that phones recorded, for the report."""
    rows: list[list[Cell]] = [
        [one.round, one.table, one.hand, one.number, one.name] for one in faults_of(course)
    ]
    headings = [_("Round"), _("Table"), _("Hand"), _("Number"), _("Player")]
    return Sheet(_("Chombos"), headings, rows)


def _changes(course: TournamentState) -> Sheet:
    """Substitutes and withdrawals, for the report."""
    rows: list[list[Cell]] = [[one.round, one.number, one.name, one.before] for one in changes_of(course)]
    return Sheet(_("Substitutes"), [_("From round"), _("Number"), _("Player"), _("In the place of")], rows)


def _players(course: TournamentState) -> Sheet:
    """Who held which place from which round on, with what a federation asks."""
    rows: list[list[Cell]] = []
    for place in course.places:
        last = place.holder
        for stint in place.stints.all():
            name = shown(stint.player.person) if stint.player else ""
            told = (stint.first_name, stint.last_name, stint.country, stint.ema_number)
            in_ranking = _("yes") if place.ranked and stint == last else _("no")
            rows.append([place.number, stint.from_round, name, *told, in_ranking])
    headings = [
        *(_("Number"), _("From round"), _("Player"), _("First name"), _("Last name")),
        *(_("Country"), _("EMA number"), _("Ranked")),
    ]
    return Sheet(_("Players"), headings, rows)
