"""What the read API and the ZIP of an event say of it, as plain values under names that stay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Count, QuerySet

from mahjongclub.clubs.models import Club
from mahjongclub.events.federation.details import federation_game_name, tournament_weight
from mahjongclub.events.loading import drawn_seats_of
from mahjongclub.events.models import Tournament
from mahjongclub.events.ranking import ranking, team_ranking
from mahjongclub.events.report import holder_changes, recorded_hand_faults
from mahjongclub.events.state import PlaceRoundResult, TournamentState
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.models import Round, Table

from .api_data import Absolute, Json, person_json
from .club_sheets import rounded_number


def public_events(club: Club) -> QuerySet[Tournament]:
    """The tournaments that are published, the latest first."""
    published = Tournament.objects.filter(club=club).exclude(state=Tournament.State.DRAFT)
    players = Count("places", distinct=True)
    return published.select_related("club", "house_rules").annotate(players=players).order_by("-day", "-pk")


def events_json(club: Club, tournaments: Sequence[Any], absolute: Absolute) -> list[Json]:
    """Some of `events()`, without their results."""
    return [
        {
            "id": tournament.pk,
            "name": tournament.name,
            "day": tournament.day.isoformat(),
            "days": tournament.days,
            "place": tournament.place,
            "country": tournament.country or None,
            "variant": tournament.variant,
            "preset": tournament.preset,
            "house_rules": tournament.house_rules.name if tournament.house_rules else None,
            "rounds": tournament.round_count,
            "players": tournament.players,
            "state": tournament.state,
            "url": absolute(f"/c/{club.slug}/tournaments/{tournament.pk}/"),
        }
        for tournament in tournaments
    ]


def results_json(state: TournamentState) -> Json:
    """Ranking, teams, rounds, penalties and the report, as far as the state knows them."""
    of_number = {place.number: place for place in state.places}
    return {
        "mers_weight": float(tournament_weight(state).weight_value)
        if federation_game_name(state.tournament)
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
                    _points(result.value)
                    if (result := state.results.get((round_.number, place.pk)))
                    else None
                    for round_ in state.rounds
                ],
            }
            for line in ranking(state)
            if (place := of_number[line.number])
        ],
        "teams": [
            {"rank": line.rank, "name": line.name, "total": _points(line.value)}
            for line in team_ranking(state)
        ],
        "rounds": [_round(state, round_) for round_ in state.rounds],
        "penalties": [
            {
                "round": penalty.round_number,
                "number": state.penalised_place_and_player(penalty)[0].number,
                "kind": penalty.kind,
                "points": rounded_number(Fraction(penalty.tenths, 10)),
                "reason": penalty.reason,
            }
            for penalty in state.penalties
        ],
        "chombos": [
            {"round": fault.round, "table": fault.table, "hand": fault.hand, "number": fault.number}
            for fault in recorded_hand_faults(state)
            if any((fault.round, place.pk) in state.results for place in state.places)
        ],
        "substitutes": [
            {
                "from_round": change.round,
                "number": change.number,
                "name": change.name or None,
                "for": change.before or None,
            }
            for change in holder_changes(state)
        ],
    }


def scores_by_drawn_seat(state: TournamentState, round_: Round, table: Table) -> dict[int, int]:
    """The scores that lie before each seat drawn, {} for a table that is not open."""
    session = table.session
    if session is None:
        return {}
    sits = state.drawn_seats_by_session_seat(round_.number, table, session)
    return {sits[seat.number]: seat.score for seat in session.seats.all()}


def _round(state: TournamentState, round_: Round) -> Json:
    return {
        "number": round_.number,
        "over": state.is_over(round_),
        "tables": [_table(state, round_, table) for table in round_.tables.all()],
        "byes": [
            {
                "number": place.number,
                "player": person_json(player) if player is not None else None,
                **_brought(state.results.get((round_.number, place.pk))),
            }
            for place in state.places_sitting_out(round_)
            for player in [state.player(place.pk, round_.number)]
        ],
    }


def _table(state: TournamentState, round_: Round, table: Table) -> Json:
    signs = seat_signs(state.tournament.variant)
    scores = scores_by_drawn_seat(state, round_, table)
    seats = []
    for drawn in drawn_seats_of(table):
        player = state.player(drawn.place_id, round_.number)
        result = state.results.get((round_.number, drawn.place_id))
        seats.append(
            {
                "seat": signs[drawn.number],
                "number": state.place[drawn.place_id].number,
                "player": person_json(player) if player is not None else None,
                "score": scores.get(drawn.number) if result else None,
                "rank": result.rank or None if result else None,
                **_brought(result),
            }
        )
    return {"number": table.number, "seats": seats}


def _brought(result: PlaceRoundResult | None) -> Json:
    """What a round brought: `points` as the ranking's first column counts, and both kinds where it has them.

    `why` says what was not played: "bye", "substitute".
    """
    return {
        "points": _points(result.value) if result else None,
        "table_points": _points(result.table_points) if result and result.has_places else None,
        "final_points": rounded_number(Fraction(result.tenths, 10)) if result and result.has_points else None,
        "why": result.why or None if result else None,
    }


def _points(value: int | Fraction) -> int | float:
    return rounded_number(Fraction(value, VALUE_UNIT), 4)
