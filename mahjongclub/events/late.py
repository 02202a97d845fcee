"""People who come late, and people who come back: players from the next round on.

Each round that somebody missed brings the place what the event says of a bye. Rounds that are published and
not open are either drawn anew, or stay as they are: whoever comes then takes a free seat, else sits out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Device, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.models import Bye, Round, Seat
from mahjongclub.rounds.teams.models import Team

from .byes import STEWARDS_FROM
from .changes import check_not_final, draw_rounds, find_or_create_event_player, lock_tournament
from .closing import reopen_or_close_round
from .forms import MOST_PLAYERS
from .free_seats import assign_free_seats_or_byes, team_ids_at_table
from .holders import save_place_holder
from .loading import drawn_seats_of
from .models import Place, Stint, Tournament
from .pages import name_or_blank
from .state import TournamentState
from .substitutes import check_no_other_place, replace_player_at_table, save_substitute


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """Somebody who becomes a player late: name and team ("" without teams)."""

    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Filler:
    """Somebody who can take an empty seat. `why` is "bye", "steward", or "late" for a newcomer."""

    number: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat of a round that nobody takes: its table, the place drawn, whose it was, who can take it."""

    table: int
    number: int
    name: str
    fillers: Sequence[Filler]


def first_round_to_join(state: TournamentState) -> int:
    """Return the first round whose tables are not open. Raises Refused where nobody can enter it any more."""
    number = 1 + max((round_.number for round_ in state.rounds if round_.opened_at is not None), default=0)
    check_not_final(state.tournament)
    if number > state.tournament.round_count:
        raise Refused(_("The last round has begun: nobody can enter any more."))
    return number


def rounds_to_redraw(state: TournamentState) -> list[int]:
    """Return the rounds that are published and whose tables are not open."""
    return [round_.number for round_ in state.published if round_.opened_at is None]


def add_late_players(tournament: Tournament, arrivals: Sequence[LatePlayer], *, redraws: bool) -> list[Place]:
    """Make these people players from the next round on, with a bye for every round before it.

    With `redraws` the rounds that are published and not open are drawn anew. Raises Refused.
    """
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        begins = first_round_to_join(state)
        if state.stage_of(begins).has_cut:
            raise Refused(_("Nobody can enter after a cut: only those who qualified play."))
        teams = _teams_of(locked, state, arrivals)
        last = max((place.number for place in state.places if not place.steward), default=0)
        if last + len(arrivals) > min(MOST_PLAYERS, STEWARDS_FROM - 1):
            raise Refused(_("At most %(count)s players.") % {"count": MOST_PLAYERS})
        places: list[Place] = []
        for number, arrival in enumerate(arrivals, start=last + 1):
            player = find_or_create_event_player(locked, arrival.name)
            place = Place(tournament=locked, number=number, team=teams.get(arrival.team))
            check_no_other_place(state, place, player.person, begins)
            if player.person in [new_place.stints.all()[0].player for new_place in places]:
                raise Refused(_("“%(name)s” is there twice.") % {"name": isolated(arrival.name)})
            place.save()
            save_place_holder(place, begins, player)
            places.append(place)
        missed = [round_ for round_ in state.rounds if round_.opened_at is not None]
        Bye.objects.bulk_create(Bye(round=round_, place=place) for round_ in missed for place in places)
        _seat_in_rounds_to_come(locked, places, redraws=redraws)
    return places


def departed_player(state: TournamentState, place: Place) -> Player | None:
    """Return whom a place nobody holds any more can be given back to; None where somebody holds it."""
    if state.player(place.pk, state.tournament.round_count) is not None:
        return None
    last = place.last_holder
    return last.player.person if last is not None and last.player is not None else None


def return_player_to_place(place: Place, device: Device | None = None) -> int:
    """Give a place back to the player who left it, ranked again; return the round from which they play.

    Every round they missed counts as a bye. Raises Refused.
    """
    with lock_tournament(place.tournament) as locked:
        state = TournamentState(locked)
        place = state.place[place.pk]
        player = departed_player(state, place)
        if player is None:
            raise Refused(_("Somebody holds this place already."))
        if not state.replacement_rounds_with_begun(place.pk):
            raise Refused(_("The last round has begun: nobody can come back any more."))
        begins = save_substitute(place, player.shown_name, ranked=True, device=device)
        missed = [
            round_
            for round_ in state.rounds
            if round_.number < begins
            and round_.opened_at is not None
            and state.player(place.pk, round_.number) is None
        ]
        for round_ in missed:
            Bye.objects.get_or_create(round=round_, place=place)
        _seat_in_rounds_to_come(locked, [place], redraws=False)
    return begins


def can_delete_late_place(state: TournamentState, place: Place) -> bool:
    """Return whether a place has been in no round that was opened: somebody was entered late by mistake."""
    came = state.stint(place.pk, 1) is None and not state.tournament.is_final
    sat = any(state.table_of(place.pk, round_) for round_ in state.rounds if round_.opened_at is not None)
    return came and not sat and all(penalty.place_id != place.pk for penalty in state.penalties)


def delete_late_place(place: Place) -> None:
    """Take back that somebody was entered late; rounds to come in which they sit are drawn anew.

    Raises Refused once a round they sit in is open.
    """
    with lock_tournament(place.tournament) as locked:
        state = TournamentState(locked)
        place = state.place[place.pk]
        if not can_delete_late_place(state, place):
            raise Refused(_("A player who has sat at a table cannot be removed: withdraw them instead."))
        numbers = rounds_to_redraw(state)
        seated = any(state.table_of(place.pk, round_) for round_ in state.rounds)
        team = place.team
        place.delete()
        if team is not None and not team.places.exists():
            team.delete()
        if seated and numbers:
            _draw_anew(locked, numbers[-1])
        elif state.proposed:
            draw_rounds(locked)


def redraw_unopened_rounds(tournament: Tournament) -> list[int]:
    """Draw the rounds anew that are published and not open; their numbers. Raises Refused."""
    with lock_tournament(tournament) as locked:
        first_round_to_join(TournamentState(locked))
        numbers = rounds_to_redraw(TournamentState(locked))
        if not numbers:
            raise Refused(_("No published round still has tables to open."))
        _draw_anew(locked, numbers[-1])
    return numbers


def empty_seats(state: TournamentState, round_: Round) -> list[Vacancy]:
    """Return every seat of a round that nobody takes, at a table without a hand, with who can take it."""
    vacancies = []
    for table in round_.tables.all():
        if table.has_result or (table.session is not None and table.session.row_count):
            continue
        for seat in drawn_seats_of(table):
            if state.player(seat.place_id, round_.number) is None:
                place = state.place[seat.place_id]
                former = departed_player(state, place)
                fillers = [
                    Filler(filler.number, name_or_blank(player), why)
                    for filler, player, why in _fillers(state, round_)
                    if filler.team_id is None
                    or filler.team_id not in team_ids_at_table(state, table, round_.number)
                ]
                vacancies.append(Vacancy(table.number, place.number, name_or_blank(former), fillers))
    return vacancies


def fill_seat(
    tournament: Tournament,
    round_number: int,
    place_number: int,
    filler_number: int,
    device: Device | None = None,
) -> int:
    """Seat place `filler_number` at the empty seat of place `place_number`; return the table's number.

    Whoever left has no seat in that round any more. Raises Refused where seat or filler is taken by now.
    """
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        round_ = next((candidate for candidate in state.published if candidate.number == round_number), None)
        seats = empty_seats(state, round_) if round_ is not None else []
        seat = next((seat for seat in seats if seat.number == place_number), None)
        if round_ is None or seat is None or filler_number not in [other.number for other in seat.fillers]:
            raise Refused(_("The seating changed meanwhile. Please check again."))
        places = {place.number: place for place in state.places}
        place, empty = places[filler_number], places[place_number]
        table = next(table for table in round_.tables.all() if table.number == seat.table)
        player = state.player(place.pk, round_.number)
        if player is None:  # a newcomer begins in this round
            first = place.stints.all()[0]
            player = first.player.person if first.player is not None else None
            Stint.objects.filter(pk=first.pk).update(from_round=round_.number)
        Bye.objects.filter(round=round_, place=place).delete()
        if table.session is not None and player is not None:
            replace_player_at_table(state, round_.number, table, table.session, empty, player, device)
        Seat.objects.filter(table=table.pk, place=empty).update(place=place)
        Round.objects.filter(pk=round_.pk).update(published_at=timezone.now())
        if round_.opened_at is not None:
            reopen_or_close_round(
                Round.objects.select_related("competition__tournament__club").get(pk=round_.pk)
            )
    return seat.table


def _fillers(state: TournamentState, round_: Round) -> list[tuple[Place, Player, str]]:
    """Who sits a round out and can play in it, the stewards who do not play in it last."""
    fillers = []
    seated = {seat.place_id for table in round_.tables.all() for seat in drawn_seats_of(table)}
    for place in state.places_sitting_out(round_):
        if place.pk in seated:
            continue
        if (player := state.player(place.pk, round_.number)) is not None:
            fillers.append((place, player, "bye"))
        elif state.stint(place.pk, round_.number) is None and (
            later := state.next_player_after(place.pk, round_.number)
        ):
            fillers.append((place, later, "late"))
    playing = {state.player(pk, round_.number) for pk in seated}
    for place in state.places:
        player = state.player(place.pk, round_.number)
        if place.steward and place.pk not in seated and player is not None and player not in playing:
            fillers.append((place, player, "steward"))
    return fillers


def _teams_of(locked: Tournament, state: TournamentState, arrivals: Sequence[LatePlayer]) -> dict[str, Team]:
    """The teams of those who come, made where they are new. Raises Refused where a team is not whole."""
    sizes: dict[str, int] = {}
    for place in state.places:
        if place.team is not None:
            sizes[place.team.name] = sizes.get(place.team.name, 0) + 1
    if not sizes:
        return {}
    size = max(sizes.values())
    for arrival in arrivals:
        if not arrival.team:
            words = {"name": isolated(arrival.name)}
            raise Refused(_("With teams, everybody needs one: %(name)s.") % words, field="team")
    for name in dict.fromkeys(arrival.team for arrival in arrivals):
        whole = sizes.get(name, 0) + sum(arrival.team == name for arrival in arrivals)
        if whole != size:
            text = ngettext(
                "A team has %(count)s player here; “%(team)s” would have %(whole)s.",
                "A team has %(count)s players here; “%(team)s” would have %(whole)s.",
                size,
            )
            raise Refused(text % {"count": size, "team": isolated(name), "whole": whole}, field="team")
    names = {arrival.team for arrival in arrivals}
    return {name: locked.get_or_create_team(name) for name in names}


def _seat_in_rounds_to_come(locked: Tournament, places: Sequence[Place], *, redraws: bool) -> None:
    """Seat these places in every round that is drawn and not open."""
    state = TournamentState(locked)
    numbers = rounds_to_redraw(state)
    if numbers and redraws:
        _draw_anew(locked, numbers[-1])
        return
    for round_ in state.published:
        if round_.number in numbers:
            assign_free_seats_or_byes(state, round_, places)
    if state.proposed:
        draw_rounds(locked)


def _draw_anew(locked: Tournament, last: int) -> None:
    """Draw what is not open anew, and publish it up to round `last`, as far as it was published before."""
    locked.rounds.filter(opened_at=None).update(published_at=None)
    published = 0
    while published < last:
        draw_rounds(locked)
        drawn = locked.rounds.filter(published_at=None, number__lte=last)
        published = drawn.aggregate(last=Max("number"))["last"] or last
        drawn.update(published_at=timezone.now())
