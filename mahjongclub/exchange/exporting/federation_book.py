"""The workbook of results that the European Mahjong Association takes (xls, one sheet).

Its cells as those who read it expect them: the event on the third row, a player a row from the second on.
"""

from __future__ import annotations

import io
from datetime import date, timedelta
from fractions import Fraction

import xlwt
from django.utils.formats import date_format
from django.utils.translation import override

from mahjongclub.events.federation.details import federation_game_name, tournament_weight
from mahjongclub.events.models import Stint
from mahjongclub.events.namesakes import name_without_namesake_mark
from mahjongclub.events.ranking import ranking, sums_of_place
from mahjongclub.events.state import TournamentState
from mahjongclub.lists.headings import LOGOGRAPHIC, PARTICLES
from mahjongclub.pairing.scoring import VALUE_UNIT

HEADINGS = (
    *("Title", "Players", "Position", "First name", "Last name", "EMA number", "Table points", "Score"),
    *("EMA member", "Country", "", "Country of the event", "Place", "MERS", "", "Rules", "Date", "Days"),
)
EVENT_ROW = 2
#: points of the table in one point of the ranking, in games that rank by thousands
THOUSAND = 1000


def results_workbook(state: TournamentState) -> bytes:
    """The ranking as it stands, those out of it left out."""
    tournament = state.tournament
    lines = [line for line in ranking(state) if line.rank is not None]
    by_number = {place.number: place for place in state.places}
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("Results")
    for column, heading in enumerate(HEADINGS):
        sheet.write(0, column, heading)
    places = tournament.is_ranked_by_places
    unit = THOUSAND if tournament.game.decimal_points else 1
    for row, line in enumerate(lines, start=1):
        place = by_number[line.number]
        first, last, number, country = _who(place.last_holder, line.name)
        total = Fraction(line.value, VALUE_UNIT)
        sums = sums_of_place(state, place)
        score = Fraction(sums.tenths) / 10 * unit if places else total * unit
        brought = total if places else Fraction(sums.table_points) / VALUE_UNIT
        points = float(brought) if places or tournament.shows_both_points else 0
        cells = (line.rank, first, last, number or 0, points, _number(score))
        for column, value in enumerate((*cells, 1 if number else 0, country), start=2):
            sheet.write(row, column, value)
    weight = float(tournament_weight(state).weight_value)
    about: dict[int, str | float] = {0: tournament.name, 1: len(lines), 11: tournament.country}
    about |= {12: tournament.place, 13: weight, 15: federation_game_name(tournament)}
    about |= {16: days_in_english(tournament.day, tournament.days), 17: tournament.days}
    for column, cell in about.items():
        sheet.write(EVENT_ROW, column, cell)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def days_in_english(first: date, days: int) -> str:
    """When an event is, in English.

    >>> days_in_english(date(2026, 4, 11), 2), days_in_english(date(2026, 4, 30), 2)
    ('11-12 April 2026', '30 April - 1 May 2026')
    """
    last = first + timedelta(days=days - 1)
    with override("en"):
        whole = date_format(last, "j F Y")
        if first == last:
            return whole
        if (first.year, first.month) == (last.year, last.month):
            return f"{first.day}-{whole}"
        return f"{date_format(first, 'j F' if first.year == last.year else 'j F Y')} - {whole}"


def _who(stint: Stint | None, name: str) -> tuple[str, str, str, str]:
    """First and last name, number and country; the name as it is shown where nobody typed the two.

    What tells two of one full name apart stands there where neither number nor country does.
    """
    if stint is None:
        return "", name, "", ""
    whole = name_without_namesake_mark(name)
    mark = "" if stint.ema_number or stint.country else name.removeprefix(whole)
    if stint.first_name or stint.last_name:
        return stint.first_name, f"{stint.last_name}{mark}", stint.ema_number, stint.country
    first, last = guess_first_and_last_name(whole)
    return first, f"{last}{mark}", stint.ema_number, stint.country


def guess_first_and_last_name(whole: str) -> tuple[str, str]:
    """Return the two parts of a name that nobody has told apart: particles belong to the family name, and in
    Chinese, Japanese and Korean that stands first.

    >>> guess_first_and_last_name("Anne-Sophie de La Rochefoucauld"), guess_first_and_last_name("Bo")
    (('Anne-Sophie', 'de La Rochefoucauld'), ('', 'Bo'))
    >>> guess_first_and_last_name("田中 愛子"), guess_first_and_last_name("José Ñíguez")
    (('愛子', '田中'), ('José', 'Ñíguez'))
    """
    if LOGOGRAPHIC.search(whole):
        last, _blank, first = whole.partition(" ")
        return first, last
    words = whole.split()
    at = len(words) - 1
    while at > 1 and PARTICLES.fullmatch(words[at - 1]):
        at -= 1
    return " ".join(words[:at]), " ".join(words[at:])


def _number(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)
