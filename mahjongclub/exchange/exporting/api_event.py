"""What the read API and the ZIP of an event say of it, as plain values under names that stay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Count, QuerySet

from mahjongclub.clubs.models import Club
from mahjongclub.events.federation.details import federation_name_of, weight_of
from mahjongclub.events.loading import seats_of
from mahjongclub.events.models import Tournament
from mahjongclub.events.ranking import ranking, team_ranking
from mahjongclub.events.report import changes_of, faults_of
from mahjongclub.events.state import Result, TournamentState
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.models import Round, Table

from .api_data import Absolute, Json, person
from .club_sheets import number


def events(club: Club) -> QuerySet[Tournament]:
    """The tournaments that are published, the latest first."""
    found = Tournament.objects.filter(club=club).exclude(state=Tournament.State.DRAFT)
    players = Count("places", distinct=True)
    return found.select_related("club", "house_rules").annotate(players=players).order_by("-day", "-pk")


def events_json(club: Club, found: Sequence[Any], absolute: Absolute) -> list[Json]:
    """Some of `events()`, without their results."""
    return [
        {
            "id": one.pk,
            "name": one.name,
            "day": one.day.isoformat(),
            "days": one.days,
            "place": one.place,
            "country": one.country or None,
            "variant": one.variant,
            "preset": one.preset,
            "house_rules": one.house_rules.name if one.house_rules else None,
            "rounds": one.round_count,
            "players": one.players,
            "state": one.state,
            "url": absolute(f"/c/{club.slug}/tournaments/{one.pk}/"),
        }
        for one in found
    ]


def results_json(course: TournamentState) -> Json:
    """Ranking, teams, rounds, penalties and the report, as far as the course knows them."""
    of_number = {place.number: place for place in course.places}
    return {
        "mers_weight": float(weight_of(course).weight_value)
        if federation_name_of(course.tournament)
        else None,
        "ranking": [
            {
                "rank": line.rank,
                "number": line.number,
                "name": line.name,
                "team": line.team or None,
                "total": _points(line.value),
                "note": line.note or None,
                "rounds": [
                    _points(found.value) if (found := course.results.get((one.number, place.pk))) else None
                    for one in course.rounds
                ],
            }
            for line in ranking(course)
            if (place := of_number[line.number])
        ],
        "teams": [
            {"rank": line.rank, "name": line.name, "total": _points(line.value)}
            for line in team_ranking(course)
        ],
        "rounds": [_round(course, one) for one in course.rounds],
        "penalties": [
            {
                "round": one.round_number,
                "number": course.penalised(one)[0].number,
                "kind": one.kind,
                "points": number(Fraction(one.tenths, 10)),
                "reason": one.reason,
            }
            for one in course.penalties
        ],
        "chombos": [
            {"round": one.round, "table": one.table, "hand": one.hand, "number": one.number}
            for one in faults_of(course)
            if any((one.round, place.pk) in course.results for place in course.places)
        ],
        "substitutes": [
            {
                "from_round": one.round,
                "number": one.number,
                "name": one.name or None,
                "for": one.before or None,
            }
            for one in changes_of(course)
        ],
    }


def scores_drawn(course: TournamentState, one: Round, table: Table) -> dict[int, int]:
    """The scores that lie before each seat drawn, {} for a table that is not open."""
    session = table.session
    if session is None:
        return {}
    sits = course.seats_drawn(one.number, table, session)
    return {sits[seat.number]: seat.score for seat in session.seats.all()}


def _round(course: TournamentState, one: Round) -> Json:
    return {
        "number": one.number,
        "over": course.is_over(one),
        "tables": [_table(course, one, table) for table in one.tables.all()],
        "byes": [
            {
                "number": place.number,
                "player": person(player) if player is not None else None,
                **_brought(course.results.get((one.number, place.pk))),
            }
            for place in course.sits_out(one)
            for player in [course.player(place.pk, one.number)]
        ],
    }


def _table(course: TournamentState, one: Round, table: Table) -> Json:
    signs = seat_signs(course.tournament.variant)
    scores = scores_drawn(course, one, table)
    seats = []
    for drawn in seats_of(table):
        player = course.player(drawn.place_id, one.number)
        result = course.results.get((one.number, drawn.place_id))
        seats.append(
            {
                "seat": signs[drawn.number],
                "number": course.place[drawn.place_id].number,
                "player": person(player) if player is not None else None,
                "score": scores.get(drawn.number) if result else None,
                "rank": result.rank or None if result else None,
                **_brought(result),
            }
        )
    return {"number": table.number, "seats": seats}


def _brought(result: Result | None) -> Json:
    """What a round brought: `points` as the ranking's first column counts, and both kinds where it has them.

    `why` says what was not played: "bye", "substitute".
    """
    return {
        "points": _points(result.value) if result else None,
        "table_points": _points(result.table_points) if result and result.has_places else None,
        "final_points": number(Fraction(result.tenths, 10)) if result and result.has_points else None,
        "why": result.why or None if result else None,
    }


def _points(value: int | Fraction) -> int | float:
    return number(Fraction(value, VALUE_UNIT), 4)
