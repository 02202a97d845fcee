"""Opening the tables of a round: one session a table, its players on the winds drawn; the round's clock."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.opening import open_drawn_tables, round_opened
from mahjongclub.tables.evening_clock import evening_clock_of, replace_evening_clock, start_evening_clock
from mahjongclub.tables.models import EveningClock, Session
from mahjongclub.tables.opening import DrawnGame

from .loading import drawn_seats_of
from .models import Stint, Tournament
from .state import TournamentState

#: how long before the end of a round the clock rings
LAST_MINUTES = 10


def open_event_round_tables(tournament: Tournament, round_: Round, device: Device) -> list[Session]:
    """Open every table of a round that is not open and where nobody is missing; those opened.

    Two people who tap at once open each table once. Without room for all of them none is opened.
    """
    with hold_write_lock(), transaction.atomic():
        evening, is_new = _find_or_create_evening(tournament, round_)
        tables = list(round_.tables.prefetch_related("seats"))
        if tournament.minutes and all(table.session_id is None for table in tables):
            _set_clock(
                tournament, evening, is_new=is_new
            )  # not started: phones show it, and their sound can be tried
        player_by_place = players_by_place(
            tournament, round_.number
        )  # from here on nobody is replaced in this round
        drawn, rules = [], tournament.frozen_preset.rules
        for table in tables:
            places = [seat.place_id for seat in drawn_seats_of(table)]
            players = [player_by_place[place].pk for place in places if place in player_by_place]
            if table.session_id is None and len(players) == len(places):
                game = (tournament.variant, tournament.preset, rules, tournament.house_rules)
                drawn.append((table, DrawnGame(*game, players)))
        sessions = open_drawn_tables(
            drawn,
            tournament.club,
            evening,
            device,
            embargoed=round_.shown_at is None,
            extra_minutes=0,  # its phones go by the common clock, and may call the referee
        )
        round_opened.send(Round, session_ids=[session.pk for session in sessions])
    return sessions


def player_ids_of_unopened_tables(state: TournamentState, round_: Round) -> list[int]:
    """Return the ids of the players of a round whose tables are still to be opened."""
    drawn = [
        seat for table in round_.tables.all() if table.session_id is None for seat in drawn_seats_of(table)
    ]
    players = (state.player(seat.place_id, round_.number) for seat in drawn)
    return [player.pk for player in players if player is not None]


def start_round_clock(tournament: Tournament, round_: Round) -> bool:
    """Set the evening's common clock to a round's length and start it; False where there is none to set."""
    if tournament.minutes is None or round_.evening is None:
        return False
    clock = evening_clock_of(round_.evening)
    if clock is None or clock.started_at is not None:
        _set_clock(tournament, round_.evening)
    start_evening_clock(round_.evening)
    return True


def has_round_clock_started(clock: EveningClock | None, round_: Round) -> bool:
    """Whether the common clock was started for this round, not for one before."""
    if clock is None or clock.started_at is None or round_.opened_at is None:
        return False
    return clock.started_at >= round_.opened_at


def _set_clock(tournament: Tournament, evening: Evening, *, is_new: bool = False) -> None:
    minutes = tournament.minutes or 0
    alarms = [minutes - LAST_MINUTES] if minutes > LAST_MINUTES else []
    settings = {"minutes": minutes, "alarms": alarms, "hides": False}
    with hold_write_lock(), transaction.atomic():
        if is_new:
            EveningClock.objects.create(evening=evening, **settings)
        else:
            replace_evening_clock(evening, settings)


def players_by_place(tournament: Tournament, round_number: int) -> dict[int, Player]:
    """Return who holds each place in a round, without the places nobody holds. One query."""
    stints = Stint.objects.filter(place__tournament=tournament, from_round__lte=round_number)
    latest = {stint.place_id: stint.player for stint in stints.select_related("player__merged_into")}
    return {place: player.person for place, player in latest.items() if player is not None}


def find_or_create_round_evening(tournament: Tournament, round_: Round) -> Evening:
    """The evening of a round: that of the day the schedule says, else today's of this tournament."""
    return _find_or_create_evening(tournament, round_)[0]


def _find_or_create_evening(tournament: Tournament, round_: Round) -> tuple[Evening, bool]:
    """Return the evening of a round, and whether it was created for it."""
    is_new = False
    with hold_write_lock(), transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        row = Round.objects.select_for_update().get(pk=round_.pk)
        if row.evening is None:
            round_time = tournament.round_times.filter(number=row.number).first()
            # after midnight the night that is still on
            today = tournament.date_of(round_time.day) if round_time is not None else tonight(tournament.club)
            earlier_round = tournament.rounds.filter(evening__date=today).select_related("evening").first()
            row.evening, is_new = (
                earlier_round.evening if earlier_round is not None else None,
                earlier_round is None,
            )
            if row.evening is None:
                row.evening = Evening.objects.create(
                    club=tournament.club, date=today, name=tournament.name, place=tournament.place
                )
        row.opened_at = row.opened_at or timezone.now()
        row.save(update_fields=["evening", "opened_at"])
        return row.evening, is_new
