"""What a club's wall shows: live tables, those just finished, the common clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.games.kit.wording import label_in_words, said, wind_letter
from mahjongclub.games.registry import game_of
from mahjongclub.rules.kit.sticks import with_sticks_out
from mahjongclub.tables.clock import ClockReading, clock_of, common_clock, read_clock
from mahjongclub.tables.clock_strip import in_ms, minutes_and_seconds
from mahjongclub.tables.club_games import played_at_table_filter, table_numbers
from mahjongclub.tables.models import EveningClock, Revision, Session
from mahjongclub.tables.ranking import ranks_so_far
from mahjongclub.tables.replaying import standings
from mahjongclub.tables.visibility import EVERYBODY

from .grid import STICK_LETTERS, Grid, best_grid, max_tables_per_page, split_into_pages, width_in_letters

#: `club`, `evenings` shown: a receiver gives further pages of the wall as `WallList`
wall_asks = Signal()

MOST_TABLES = 60
#: a table nobody touches for so long was forgotten, not left
FORGOTTEN = timedelta(hours=12)
#: how long a finished table stays up with its ranking
FINISHED_STAYS = timedelta(minutes=20)


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A seat on the wall; `letters` is the room that its name takes, with the stick beside it."""

    name: str
    wind: str
    score: int | None
    rank: int | None
    dealer: bool
    riichi: bool
    letters: int


class WallClock(TypedDict):
    """A clock as a table shows it: its reading, the time left as text, and moments in milliseconds."""

    clock: ClockReading | None
    clock_shown: str
    left_ms: int | None
    next_ms: int | None


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table on the wall. What its game has not (`honba`, `sticks`, `bank`) is None; so are the scores and
    the bank where they may not be seen yet, and then the table `waits`. `extra` are minutes it plays longer.
    """

    number: int | None
    game: str
    label: str
    honba: int | None
    sticks: int | None
    bank: int | None
    seats: list[WallSeat]
    lines: int
    waits: bool
    finished: bool
    called: bool
    extra: int
    #: as `WallClock` has them
    clock: ClockReading | None
    clock_shown: str
    left_ms: int | None
    next_ms: int | None


@dataclass(frozen=True)
class WallPages:
    """The whole screen: its pages share one grid and take turns; `more` tables had no room."""

    pages: list[list[WallTable]]
    grid: Grid
    more: int
    several_games: bool
    marks: tuple[Any, ...]


@dataclass(frozen=True)
class WallList:
    """A page of the wall that is a list: rows of (what stands before the name, the name, what stands after).

    `key` tells it from the others while its rows change, `part` is (number, of how many).
    """

    key: str
    title: str
    rows: tuple[tuple[str, str, str], ...]
    part: tuple[int, int] = (1, 1)

    @property
    def column_count(self) -> int:
        """As few as give the rows their height."""
        return max(1, -(-len(self.rows) // ROWS_OF_LIST))


#: of a column of a list, and of a page
ROWS_OF_LIST, MOST_OF_LIST = 14, 42


def wall_list_pages(key: str, title: str, rows: Sequence[tuple[str, str, str]]) -> list[WallList]:
    """The rows in pages of about as many each; [] without rows."""
    pages = -(-len(rows) // MOST_OF_LIST)
    size = -(-len(rows) // max(1, pages))
    return [
        WallList(f"{key}-{number}", title, tuple(rows[(number - 1) * size : number * size]), (number, pages))
        for number in range(1, pages + 1)
    ]


def build_wall(club: Club, evening: Evening | None) -> WallPages:
    """The tables of an evening, or all of the club; live ones first, by their numbers."""
    sessions = _sessions(club, evening)
    numbers = table_numbers(club, sessions)
    sessions.sort(key=lambda session: (session.ended_at is not None, numbers[session.pk]))
    sessions_shown = sessions[:MOST_TABLES]
    tables = [_table_of_night(session, numbers[session.pk]) for session in sessions_shown]
    names = [seat.name for table in tables for seat in table.seats]
    pages = split_into_pages(tables, max_tables_per_page(names))
    return WallPages(
        pages=pages,
        grid=best_grid(
            len(pages[0]),
            max((table.lines for table in tables), default=0),
            names,
        ),
        more=len(sessions) - len(sessions_shown),
        several_games=len({table.game for table in tables}) > 1,
        marks=tuple(
            (
                s.code,
                s.version,
                table.waits,
                table.number,
                table.extra,
                tuple(seat.name for seat in table.seats),
                table.clock and (table.clock.state, table.clock.fired),
            )
            for s, table in zip(sessions_shown, tables, strict=True)
        ),
    )


def clock_fingerprint(clock: EveningClock | None) -> str:
    """What changes of the common clock as it stands: asked for with every look."""
    if clock is None:
        return "none"
    reading = read_clock(clock)
    return f"{clock.pk}-{reading.state}-{reading.fired}-{clock.minutes}"


def _sessions(club: Club, evening: Evening | None) -> list[Session]:
    now = timezone.now()
    lately = Revision.objects.filter(session=OuterRef("pk"), made_at__gte=now - FORGOTTEN)
    live = Q(ended_at=None) & (Q(started_at__gte=now - FORGOTTEN) | Exists(lately))
    followed = Session.objects.filter(
        previous=OuterRef("pk"), club=OuterRef("club"), started_at__isnull=False
    )
    just_over = Q(ended_at__gte=now - FINISHED_STAYS) & played_at_table_filter() & ~Exists(followed)
    sessions = Session.objects.filter(live | just_over, club=club, started_at__isnull=False)
    if evening is not None:
        sessions = sessions.filter(evening=evening)
    return list(sessions.select_related("clock", "evening").prefetch_related("seats__player"))


def _table(session: Session, number: int, *, show_scores: bool) -> WallTable:
    """One table on the wall; without `show_scores` the names alone, no score, rank or bank."""
    game = game_of(session)
    table = with_sticks_out(session.table, session.riichi_out)
    finished = bool(table.ended)
    # of the common clock, which the wall shows for all, only what a table has more
    clock = (
        None if finished else clock_of(session) or (session.extra_minutes and common_clock(session)) or None
    )
    reading = read_clock(clock) if clock is not None else None
    names = [seat.player.shown_name for seat in session.seats.all()]
    ranks = {row.seat: row.rank for row in standings(session)} if finished and show_scores else {}
    ranks_now = ranks_so_far(table.all_scores)
    seats = [
        WallSeat(
            name=names[number],
            wind=wind_letter(game.wind_of(table, seat)),
            score=score if show_scores else None,
            rank=ranks.get(number, ranks_now[seat] if show_scores else None),
            dealer=seat == table.dealer and not finished,
            riichi=seat in session.riichi_out,
            # the room its name takes, with the stick beside it
            letters=width_in_letters(names[number]) + (STICK_LETTERS if seat in session.riichi_out else 0),
        )
        for seat, (number, score) in enumerate(zip(session.seating, table.all_scores, strict=True))
    ]
    return WallTable(
        number=number,
        game=said(session.game.name),
        label=label_in_words(session.game.label(session.table).partition("-")[0]),
        honba=table.honba if game.has_honba and table.honba else None,
        sticks=table.sticks if game.has_sticks and table.sticks else None,
        bank=table.bank if show_scores else None,
        seats=seats,
        # a line a seat, and one for the bank
        lines=len(seats) + (table.bank is not None and show_scores),
        waits=not show_scores,
        finished=finished,
        called=session.called_at is not None,
        extra=0 if finished else session.extra_minutes or 0,
        **_clock_shown(reading),
    )


def _table_of_night(session: Session, number: int) -> WallTable:
    """One table on the wall; one of a round without a hand, which may play on paper, waits without scores."""
    unplayed = session.of_round and not session.ended_at and not session.row_count and not session.riichi_out
    table_row = _table(session, number, show_scores=EVERYBODY.may_see_result(session) and not unplayed)
    return replace(table_row, label=_("waiting")) if unplayed else table_row


def overlay_table(session: Session, number: int | None, *, show_scores: bool) -> WallTable:
    """One table for a stream: as on the wall, with the clock that its phones show."""
    table_row = _table(session, number or 0, show_scores=show_scores)
    clock = None if table_row.finished else clock_of(session) or common_clock(session)
    reading = read_clock(clock) if clock is not None else None
    if reading is not None:
        table_row = replace(table_row, **_clock_shown(reading))
    return replace(table_row, number=number)


def _clock_shown(reading: ClockReading | None) -> WallClock:
    return {
        "clock": reading,
        "clock_shown": minutes_and_seconds(reading.left)
        if reading is not None and reading.left is not None
        else "",
        "left_ms": in_ms(reading.left) if reading is not None and reading.state == "running" else None,
        "next_ms": in_ms(reading.to_next) if reading is not None else None,
    }
