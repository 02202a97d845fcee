"""Until when the phones of a table may write there, and what an organiser alone decides of it.

A phone that was let in writes while its table plays and until its round or evening is over; afterwards
organisers correct, at the desk or in the log. `Session.phones_until` holds that moment, so that no request
asks for it.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.core.exceptions import PermissionDenied

from mahjongclub.clubs.club_model import NIGHT_ENDS, Club, Evening, night_of
from mahjongclub.clubs.time_zones import moment_on
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text

from .clock import clock_of, common_clock, read_clock
from .models import Session

#: a table opened shortly before the night ends is written at for so long all the same
SHORTEST = timedelta(hours=4)


class TableOver(PermissionDenied):
    """The round or evening of a table is over: its phones look on, organisers correct."""

    def __init__(self) -> None:
        super().__init__("table_over")


class OrganisersDecide(RuleError):
    """What of a table of a round is not for its phones: its rules, its beginning, points given, its end."""

    def __init__(self, text: Text) -> None:
        super().__init__("organisers_decide", None, text)


def last_moment_for_phones(club: Club | None, evening: Evening | None, opened: datetime) -> datetime | None:
    """When the night of a club's table is over: that of its evening, or in which it was opened.

    None at a table of no club: whoever opened it keeps it.
    """
    if club is None:
        return None
    night = night_of(opened, club)
    if evening is not None:
        night = max(night, _date(evening.date))
    return max(end_of_night(night, club), opened + SHORTEST)


def end_of_night(night: date, club: Club) -> datetime:
    """The moment at which a new day begins for a club."""
    return moment_on(night + timedelta(days=1), time.min, club) + NIGHT_ENDS


def check_phones_write(session: Session, *, directs: bool) -> None:
    """Raise TableOver where the table's phones write no more and it is no organiser who asks."""
    if not directs and not session.phones_may_write():
        raise TableOver


def check_director(session: Session, *, directs: bool) -> None:
    """Raise OrganisersDecide for what of a table of a round its phones may not change."""
    if session.of_round and not directs:
        raise OrganisersDecide(
            Text("This table is part of a round: its rules and points are the organiser’s to change.")
        )


def check_phones_may_close(session: Session, *, directs: bool) -> None:
    """Raise OrganisersDecide where a round's table is to be ended before its game or its time is over."""
    if session.of_round and not directs and not may_phones_close(session):
        raise OrganisersDecide(
            Text("This table ends with its game or the time of its round. An organiser can end it earlier.")
        )


def may_phones_close(session: Session) -> bool:
    """Whether phones may end a round's table: its time is up, the rules let them, or nothing else ends it."""
    if session.table.may_end:
        return True
    clock = clock_of(session) or common_clock(session)
    if clock is not None:
        return read_clock(clock).state == "over"
    return not session.game.ends_by_itself(session.current_rules)


def _date(day: date | str) -> date:
    """An evening just made may still hold its date as it was typed."""
    return date.fromisoformat(day) if isinstance(day, str) else day
