"""What a club's wall shows: its live tables, those just finished, and the evening's common clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from mahjongclub.clubs.models import Club, Evening
from mahjongclub.rules.riichi_stick import with_sticks_out

from .clock import ClockReading, clock_of, read_clock
from .clock_strip import alarm_in_words, as_shown, hands_to_play
from .games import game_of
from .models import EveningClock, Revision, Session
from .replaying import standings
from .wall_grid import STICK_LETTERS, Grid, best_grid, letters_in, pages_of
from .wording import label_in_words, said, wind_letter

MOST_TABLES = 48
#: a table nobody touches for so long was forgotten, not left
FORGOTTEN = timedelta(hours=12)
#: how long a finished table stays up with its ranking
FINISHED_STAYS = timedelta(minutes=20)


@dataclass(frozen=True)
class WallSeat:
    """One line of a table. `letters` is the room its name takes, with the stick beside it."""

    name: str
    wind: str
    score: int
    rank: int
    dealer: bool
    riichi: bool
    letters: int


@dataclass(frozen=True)
class WallTable:
    """One table on the wall. What its game has not (`honba`, `sticks`, `bank`) is None."""

    game: str
    label: str
    honba: int | None
    sticks: int | None
    bank: int | None
    seats: list[WallSeat]
    finished: bool
    clock: ClockReading | None
    clock_shown: str
    clock_alarm: str
    left_ms: int | None
    next_ms: int | None

    @property
    def lines(self) -> int:
        """A line a seat, and one for the bank."""
        return len(self.seats) + (self.bank is not None)


@dataclass(frozen=True)
class Wall:
    """The whole screen: its pages share one grid and take turns; `more` tables had no room."""

    pages: list[list[WallTable]]
    grid: Grid
    more: int
    several_games: bool
    marks: tuple[Any, ...]


def build_wall(club: Club, evening: Evening | None) -> Wall:
    """The tables of an evening, or all of the club; live ones first, in the order they were opened."""
    sessions = _sessions(club, evening)
    shown = sessions[:MOST_TABLES]
    tables = [_table(session) for session in shown]
    pages = pages_of(tables)
    return Wall(
        pages=pages,
        grid=best_grid(
            len(pages[0]),
            max((table.lines for table in tables), default=0),
            [seat.name for table in tables for seat in table.seats],
        ),
        more=len(sessions) - len(shown),
        several_games=len({table.game for table in tables}) > 1,
        marks=tuple(
            (s.code, s.version, _names(table), table.clock and (table.clock.state, table.clock.fired))
            for s, table in zip(shown, tables, strict=True)
        ),
    )


def clock_mark(clock: EveningClock | None) -> str:
    """What changes of the common clock as it stands: asked for with every look."""
    if clock is None:
        return "none"
    reading = read_clock(clock)
    return f"{clock.pk}-{reading.state}-{reading.fired}-{clock.minutes}"


def _sessions(club: Club, evening: Evening | None) -> list[Session]:
    now = timezone.now()
    lately = Revision.objects.filter(session=OuterRef("pk"), made_at__gte=now - FORGOTTEN)
    live = Q(ended_at=None) & (Q(started_at__gte=now - FORGOTTEN) | Exists(lately))
    followed = Session.objects.filter(previous=OuterRef("pk"), started_at__isnull=False)
    just_over = Q(ended_at__gte=now - FINISHED_STAYS, on_paper__isnull=True) & ~Exists(followed)
    sessions = Session.objects.filter(live | just_over, club=club, started_at__isnull=False)
    if evening is not None:
        sessions = sessions.filter(evening=evening)
    sessions = sessions.select_related("clock").prefetch_related("seats__player")
    return sorted(sessions.order_by("started_at"), key=lambda one: one.ended_at is not None)


def _table(session: Session) -> WallTable:
    game = game_of(session)
    table = with_sticks_out(session.table, session.riichi_out)
    finished = bool(table.ended)
    clock = None if finished else clock_of(session)
    reading = read_clock(clock) if clock is not None else None
    names = [seat.player.shown_name for seat in session.seats.all()]
    ranks = {row.seat: row.rank for row in standings(session)} if finished else {}
    seats = [
        WallSeat(
            name=name,
            wind=wind_letter(game.wind_of(table, seat)),
            score=score,
            rank=ranks.get(seat, _place_now(table.scores, seat)),
            dealer=seat == table.dealer and not finished,
            riichi=seat in session.riichi_out,
            letters=letters_in(name) + (STICK_LETTERS if seat in session.riichi_out else 0),
        )
        for seat, (name, score) in enumerate(zip(names, table.scores, strict=True))
    ]
    return WallTable(
        game=said(session.game.name),
        label=label_in_words(session.game.label(session.table).partition("-")[0]),
        honba=table.honba if game.has_honba and table.honba else None,
        sticks=table.sticks if game.has_sticks and table.sticks else None,
        bank=table.bank,
        seats=seats,
        finished=finished,
        clock=reading,
        clock_shown=as_shown(reading.left) if reading is not None and reading.left is not None else "",
        clock_alarm=alarm_in_words(reading, hands_to_play(session)) if reading is not None else "",
        left_ms=_ms(reading.left) if reading is not None and reading.state == "running" else None,
        next_ms=_ms(reading.to_next) if reading is not None else None,
    )


def _place_now(scores: Sequence[int], seat: int) -> int:
    """The place while it is played, the first being marked; 0 for everybody before any point has moved."""
    return 1 + sum(other > scores[seat] for other in scores) if len(set(scores)) > 1 else 0


def _names(table: WallTable) -> tuple[str, ...]:
    return tuple(seat.name for seat in table.seats)


def _ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)
