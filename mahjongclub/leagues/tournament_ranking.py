"""The ranking of a tournament: totals by place and by team, with what the referee took apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from .scoring import TENTH, VALUE_UNIT
from .standings import Row, Sums, rank
from .tournament_model import Place
from .tournament_state import TournamentState
from .wording import rounded, why_below


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ranking. `rank` is None outside it; `rounds` has "" for a round without a result."""

    name: str
    rank: int | None
    total: str
    value: int
    why: str
    penalty: str = ""
    number: int = 0
    team: str = ""
    note: str = ""
    rounds: tuple[str, ...] = ()


def ranking(course: TournamentState) -> list[Line]:
    """Every place, the first place first; those out of the ranking last."""
    sums = {place.pk: sums_of(course, place) for place in course.places}
    rows = rank(course.tournament.scoring, [sums[place.pk] for place in course.places if place.ranked])
    others = [place for place in course.places if not place.ranked]
    apart = rank(course.tournament.scoring, [sums[place.pk] for place in others])
    lines = [_line(course, row, row.rank) for row in rows]
    return lines + [_line(course, row, None) for row in apart]


def team_ranking(course: TournamentState) -> list[Line]:
    """The teams by the sum of their places, whoever held them; [] without teams."""
    by_team: dict[int, Sums] = {}
    names = {}
    for place in course.places:
        if place.team is not None:
            own = sums_of(course, place)
            names[place.team.pk] = place.team.name
            before = by_team.get(place.team.pk)
            by_team[place.team.pk] = before.added(own) if before else replace(own, key=place.team.pk)
    rows = rank(course.tournament.scoring, list(by_team.values()))
    say = points_of(course)
    return [
        Line(names[row.sums.key], row.rank, say(row.total), int(row.total), why_below(row)) for row in rows
    ]


def sums_of(course: TournamentState, place: Place) -> Sums:
    """What a place has come to: its rounds, and the penalties as an adjustment, in 600ths of a point."""
    rounds = (one.number for one in course.published)
    results = [course.results[key] for number in rounds if (key := (number, place.pk)) in course.results]
    held = [0] * course.tournament.game.seats
    for result in results:
        held[result.rank - 1] += 1
    return Sums(
        key=place.pk,
        games=len(results),
        value=sum(result.value for result in results),
        best=(max((result.value for result in results), default=0),),
        tenths=sum(result.tenths for result in results),
        places=tuple(held),
        adjustment=-TENTH * sum(one.tenths for one in course.penalties if one.place_id == place.pk),
    )


def as_published(lines: Sequence[Line]) -> list[list[int | None]]:
    """What is kept of a ranking as it is published, to see later whether it has changed."""
    return [[line.number, line.rank, line.value] for line in lines]


def points_of(course: TournamentState) -> Callable[[Fraction | int], str]:
    """How a value in 600ths is written in this tournament."""
    places = course.tournament.worth == "places"
    decimals = 1 if places or course.tournament.game.decimal_points else 0

    def say(value: Fraction | int) -> str:
        exact = Fraction(value, VALUE_UNIT)
        finer = 2 if (exact * 10**decimals).denominator != 1 else decimals
        return rounded(exact, finer, signed=not places)

    return say


def holders(course: TournamentState, place: Place) -> list[tuple[int, str]]:
    """Who has held a place, from which round on; "" for nobody."""
    return [
        (stint.from_round, stint.player.person.shown_name if stint.player else "")
        for stint in place.stints.all()
    ]


def _line(course: TournamentState, row: Row, shown_rank: int | None) -> Line:
    place = course.place[row.sums.key]
    say = points_of(course)
    held = holders(course, place)
    name, note = held[-1][1], ""
    if len(held) > 1:
        before = next((who for _from, who in reversed(held[:-1]) if who), "")
        if name:
            note = _("from round %(round)s, for %(name)s") % {"round": held[-1][0], "name": before}
        else:
            name, note = before, _("withdrawn before round %(round)s") % {"round": held[-1][0]}
    if not place.ranked:
        note = ", ".join(filter(None, [note, _("out of the ranking")]))
    return Line(
        number=place.number,
        name=name,
        team=place.team.name if place.team else "",
        note=note,
        rank=shown_rank,
        total=say(row.total),
        penalty=say(row.sums.adjustment) if row.sums.adjustment else "",
        rounds=tuple(
            say(course.results[one.number, place.pk].value)
            if (one.number, place.pk) in course.results
            else ""
            for one in course.published
        ),
        why=why_below(row) if shown_rank is not None else "",
        value=int(row.total),
    )
