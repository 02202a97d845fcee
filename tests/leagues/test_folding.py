"""Folded figures are always those a rebuild makes, whatever happened to the sessions."""

from __future__ import annotations

from datetime import date
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError
from mahjongclub.seasons import changes
from mahjongclub.seasons.games import sums_by_day, sums_by_player
from mahjongclub.tables import recording
from mahjongclub.tables.models import Seat, Session
from mahjongclub.tables.notify import results_changed

from .conftest import Hall, ask, drawn, move, ron, tsumo
from .folded import days_one_by_one, folded, sums_one_by_one

HANDS = st.sampled_from(
    [
        ron(1, 2),
        ron(0, 3, han=1, fu=30),
        ron(3, 1, han=5, fu=30, riichi=[3]),
        tsumo(2),
        drawn(0, 2),
        drawn(),
        {"type": "chombo", "offenders": [1]},
        {"type": "abort", "reason": "four_winds", "riichi": [0]},
    ]
)
WHICH = st.integers(0, 9)
DAYS = st.sampled_from([date(2026, 3, 5), date(2026, 3, 12), date(2026, 4, 2), date(2025, 12, 30)])
STEPS = st.one_of(
    st.tuples(st.just("play"), st.lists(HANDS, max_size=3), st.permutations(range(6)), DAYS),
    st.tuples(st.sampled_from(["correct", "insert"]), WHICH, WHICH, HANDS),
    st.tuples(st.sampled_from(["delete", "swap", "join"]), WHICH, WHICH),
    st.tuples(
        st.sampled_from(
            ["continue", "close", "remove", "leave", "return", "free", "by date", "other evening"]
        ),
        WHICH,
    ),
    st.tuples(st.sampled_from(["season from", "season until"]), DAYS),
)


def take(hall: Hall, step: tuple[Any, ...]) -> None:
    """One thing that may happen in a club. What the engine or a page would refuse does not happen."""
    what, *rest = step
    if what == "play":
        hands, seats, day = rest
        hall.play(hands, seats[:4], day)
        return
    if what.startswith("season"):
        season = hall.club.leagues.get().seasons.get()
        if what == "season from":
            season.starts, season.ends = rest[0], None
        else:
            season.starts, season.ends = date(2025, 1, 1), rest[0]
        changes.save_season_and_count_games(season)
        return
    sessions = list(Session.objects.order_by("pk"))
    if not sessions:
        return
    session = sessions[rest[0] % len(sessions)]
    number = rest[1] % max(1, session.hands.count()) + 1 if len(rest) > 1 else 1
    match what:
        case "correct":
            recording.correct_hand(session.pk, ask(session), number, rest[2])
        case "insert":
            recording.insert_hand(session.pk, ask(session), number, rest[2])
        case "delete":
            recording.delete_hand(session.pk, ask(session), number)
        case "swap":
            recording.swap_seats(session.pk, ask(session), rest[1] % 4, (rest[1] + 1) % 4)
        case "continue":
            recording.continue_session(session.pk, ask(session))
        case "close":
            recording.close_session(session.pk, ask(session))
        case "remove":
            session.delete()
        case "leave":
            move(session, None)
        case "return":
            move(session, hall.club)
        case "free":
            changes.save_season_choice(session, None)
        case "by date":
            changes.include_game(session, hall.club.leagues.get().seasons.get())
        case "other evening" if session.evening is not None:
            session.evening.date = date(2026, 2, 1 + rest[0])
            session.evening.save()
        case "join":
            join(hall, rest[0] % 6, rest[1] % 6)


def join(hall: Hall, kept: int, gone: int) -> None:
    """Two players become one, where they never sat at one table."""
    mine = set(Seat.objects.filter(player=hall.players[kept]).values_list("session_id", flat=True))
    seats = Seat.objects.filter(player=hall.players[gone])
    theirs = set(seats.values_list("session_id", flat=True))
    if kept != gone and not mine & theirs:
        with transaction.atomic():
            seats.update(player=hall.players[kept])
            results_changed.send(Session, session_ids=theirs)


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    first=st.lists(HANDS, min_size=1, max_size=3),
    steps=st.lists(STEPS, max_size=12),
    together=st.sampled_from(["sum", "best", "but_games", "but_nights"]),
    worth=st.sampled_from(["points", "places"]),
    tie=st.sampled_from(["points", "wins"]),
)
def test_folded_figures_equal_rebuilt_ones(
    db: None, first: Any, steps: list[Any], together: str, worth: str, tie: str
) -> None:
    with transaction.atomic():
        hall = Hall()
        hall.season(date(2026, 3, 1), together=together, best_of=2, worth=worth, tie_1=tie)
        hall.play(first)
        for step in steps:
            try:
                with transaction.atomic():
                    take(hall, step)
            except RuleError:
                continue  # refused: nothing may have changed
        as_folded = folded()
        season = hall.club.leagues.get().seasons.get()
        sums = sums_by_player(season)
        assert sums == sums_one_by_one(season)
        by_day = {day: {one.key: one for one in of_day} for day, of_day in sums_by_day(season).items()}
        assert by_day == days_one_by_one(season)
        assert [*by_day] == sorted(by_day)
        call_command("rebuild", stdout=StringIO())
        assert folded() == as_folded
        assert sums_by_player(season) == sums
        transaction.set_rollback(True)
