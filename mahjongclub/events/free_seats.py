"""Seats of drawn rounds that nobody takes, for people who come when a round is drawn already."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.models import Bye, Round, Seat, Table

from .loading import drawn_seats_of
from .models import Place, Tournament
from .state import TournamentState

#: what it costs to seat somebody beside a player of the same team; every meeting before costs 1
OWN_TEAM = 1000


def assign_free_seats_or_byes(state: TournamentState, round_: Round, places: Sequence[Place]) -> None:
    """Give each of the places that is not seated a seat that nobody takes, else a bye."""
    tables = list(round_.tables.all())
    seated = {seat.place_id for table in tables for seat in drawn_seats_of(table)}
    free = {
        seat.place_id: table
        for table in tables
        for seat in drawn_seats_of(table)
        if state.player(seat.place_id, round_.number) is None
    }
    for place in places:
        if place.pk in seated:
            continue
        costs = {pk: _cost(state, place, table, round_.number) for pk, table in free.items()}
        best = min(costs, key=lambda pk: costs[pk], default=None)
        if best is None or costs[best] >= OWN_TEAM:
            Bye.objects.get_or_create(round=round_, place=place)
            continue
        table = free.pop(best)
        Seat.objects.filter(table=table.pk, place=best).update(place=place)
        Bye.objects.filter(round=round_, place=place).delete()
        Round.objects.filter(pk=round_.pk).update(published_at=timezone.now())


def _cost(state: TournamentState, place: Place, table: Table, number: int) -> int:
    """How often a place has met the others of a table; more than any meetings for a player of its team."""
    seated = {seat.place_id for seat in drawn_seats_of(table)}
    rounds = chain.from_iterable(round_.tables.all() for round_ in state.rounds)
    seats = [{seat.place_id for seat in drawn_seats_of(other)} for other in rounds]
    met = sum(len(seated & others) for others in seats if place.pk in others)
    return met + OWN_TEAM * (
        place.team_id is not None and place.team_id in team_ids_at_table(state, table, number)
    )


def team_ids_at_table(state: TournamentState, table: Table, round_number: int) -> set[int | None]:
    """The teams of those who are at a table of a round; the team of an empty seat is not."""
    present = [
        seat.place_id
        for seat in drawn_seats_of(table)
        if state.player(seat.place_id, round_number) is not None
    ]
    return {state.place[pk].team_id for pk in present}


def give_newcomer_seats_or_byes(
    state: TournamentState, place: Place, first_round: int, last_round: int
) -> None:
    """Give a place a free seat, else a bye, in each of these rounds that is drawn without it and not open.

    Its seat was given to somebody else while nobody held the place. Stewards are seated where they are
    needed, and after a cut only those who qualified.
    """
    for round_ in state.published:
        stage = state.stage_of(round_.number)
        plays = not place.steward and (not stage.has_cut or place.pk in stage.members)
        has_bye = any(out.pk == place.pk for out in state.places_sitting_out(round_))
        if plays and not has_bye and first_round <= round_.number <= last_round and round_.opened_at is None:
            assign_free_seats_or_byes(state, round_, [place])


def arrival_in_words(tournament: Tournament, place: Place, name: str, first_round: int) -> str:
    """Say that somebody plays at a place from a round on, or sits that round out where it has no seat."""
    state = TournamentState(tournament)
    round_ = next((round_ for round_ in state.published if round_.number == first_round), None)
    text = _("%(name)s plays from round %(round)s.")
    if (
        round_ is not None
        and state.table_of(place.pk, round_) is None
        and place in state.places_sitting_out(round_)
    ):
        text = _("%(name)s is there from round %(round)s and sits it out: every seat is taken.")
    return text % {"name": isolated(name), "round": first_round}
