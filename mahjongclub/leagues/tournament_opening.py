"""Opening the tables of a round: one session a table, its players on the winds drawn; the round's clock."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Device, Evening
from mahjongclub.tables.evening_clock import evening_clock_of, set_evening_clock, start_evening_clock
from mahjongclub.tables.models import EveningClock, Session
from mahjongclub.tables.opening import DrawnGame
from mahjongclub.tables.write_lock import one_writer

from .notify import round_opened
from .opening_round import open_drawn_tables
from .tournament_model import DrawnTable, Tournament, TournamentRound
from .tournament_state import TournamentState

#: how long before the end of a round the clock rings
LAST_MINUTES = 10


def open_round(tournament: Tournament, one: TournamentRound, device: Device) -> list[Session]:
    """Open every table of a round that is not open and where nobody is missing; those opened.

    Two people who tap at once open each table once. Without room for all of them none is opened.
    """
    with one_writer(), transaction.atomic():
        evening = evening_of(tournament, one)
        tables = one.tables.prefetch_related("seats")
        if tournament.minutes and all(table.session_id is None for table in tables):
            _set_clock(tournament, evening)  # not started: phones show it, and their sound can be tried
        course = TournamentState(tournament)  # from here on nobody is replaced in this round
        drawn = []
        for table in tables:
            if table.session_id is None and not course.vacant(one.number, table):
                drawn.append((table, _game_of(course, one, table)))
        sessions = open_drawn_tables(
            drawn,
            tournament.club,
            evening,
            device,
            embargoed=one.shown_at is None,
            extra_minutes=0,  # its phones go by the common clock, and may call the referee
        )
        round_opened.send(TournamentRound, session_ids=[session.pk for session in sessions])
    return sessions


def coming_to_tables(course: TournamentState, one: TournamentRound) -> list[int]:
    """The players of a round whose tables are still to be opened."""
    drawn = [seat for table in one.tables.all() if table.session_id is None for seat in table.seats.all()]
    held = (course.player(seat.place_id, one.number) for seat in drawn)
    return [player.pk for player in held if player is not None]


def start_round_clock(tournament: Tournament, one: TournamentRound) -> bool:
    """Set the evening's common clock to a round's length and start it; False where there is none to set."""
    if tournament.minutes is None or one.evening is None:
        return False
    clock = evening_clock_of(one.evening)
    if clock is None or clock.started_at is not None:
        _set_clock(tournament, one.evening)
    start_evening_clock(one.evening)
    return True


def clock_started(clock: EveningClock | None, one: TournamentRound) -> bool:
    """Whether the common clock was started for this round, not for one before."""
    if clock is None or clock.started_at is None or one.opened_at is None:
        return False
    return clock.started_at >= one.opened_at


def _set_clock(tournament: Tournament, evening: Evening) -> None:
    minutes = tournament.minutes or 0
    alarms = [minutes - LAST_MINUTES] if minutes > LAST_MINUTES else []
    set_evening_clock(evening, None)
    set_evening_clock(evening, {"minutes": minutes, "alarms": alarms, "hides": False})


def _game_of(course: TournamentState, one: TournamentRound, table: DrawnTable) -> DrawnGame:
    tournament = course.tournament
    held = (course.player(seat.place_id, one.number) for seat in table.seats.all())
    return DrawnGame(
        tournament.variant,
        tournament.preset,
        tournament.frozen_preset.rules,
        tournament.house_rules,
        [player.pk for player in held if player is not None],
    )


def evening_of(tournament: Tournament, one: TournamentRound) -> Evening:
    """The evening of a round: that of the day the schedule says, else today's of this tournament."""
    with one_writer(), transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        row = TournamentRound.objects.select_for_update().get(pk=one.pk)
        if row.evening is None:
            told = tournament.round_times.filter(number=row.number).first()
            # after midnight the night that is still on
            today = tournament.date_of(told.day) if told is not None else tonight()
            known = tournament.rounds.filter(evening__date=today).select_related("evening").first()
            row.evening = (known.evening if known is not None else None) or Evening.objects.create(
                club=tournament.club, date=today, name=tournament.name, place=tournament.place
            )
        row.opened_at = row.opened_at or timezone.now()
        row.save(update_fields=["evening", "opened_at"])
        return row.evening
