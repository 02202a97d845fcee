"""Figures of many games follow in slices: after a kill too, and they come to what one transaction makes."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

import pytest

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.people.merging import merge_player, undo_merge
from mahjongclub.figures import counting, folding
from mahjongclub.figures.backlog import games_left_to_count, queue_everything
from mahjongclub.figures.models import Appearance, Rating, UncountedGame
from mahjongclub.seasons.changes import delete_season, save_season_and_count_games
from mahjongclub.seasons.games import sums_by_player
from mahjongclub.seasons.models import SeasonGame
from mahjongclub.tables import slices
from mahjongclub.tables.models import Session

from .conftest import Hall, move
from .folded import folded

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = ((0, 1, 2, 3), (3, 2, 1, 0), (1, 4, 5, 0), (5, 3, 2, 4))


class NoThread:
    """Whatever was to be counted waits until a test counts it."""

    def __init__(self, **_given: Any) -> None:
        pass

    def start(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _in_slices(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.COUNTS_IN_SLICES = True
    monkeypatch.setattr(counting, "Thread", NoThread)
    monkeypatch.setattr(slices, "LEAST_REST", 0)


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """Sixty games of three months, counted."""
    hall = Hall()
    for number in range(60):
        hall.paper(*TABLES[number % 4], day=date(2026, 3 + number // 20, 1 + number % 20))
    counting.work_off_backlog()
    return hall


def in_one_transaction() -> dict[str, list[str]]:
    """The figures as a rebuild in one transaction makes them."""
    folding.rebuild_figures()
    return folded()


def nothing_is_left() -> bool:
    return not UncountedGame.objects.exists() and not counting.has_backlog()


def test_a_season_begun_late_counts_its_games_in_slices(hall: Hall) -> None:
    season = hall.season(date(2026, 3, 5), date(2026, 5, 10))
    assert games_left_to_count(hall.club) == 60
    assert not season.games.exists(), "nothing was counted while the season was made"
    counting.work_off_backlog()
    assert nothing_is_left()
    assert games_left_to_count(hall.club) == 0
    assert len(sums_by_player(season)) == 6
    assert folded() == in_one_transaction()
    season.ends = date(2026, 4, 3)
    save_season_and_count_games(season)
    counting.work_off_backlog()
    assert folded() == in_one_transaction()
    delete_season(season)
    counting.work_off_backlog()
    assert folded() == in_one_transaction()


def test_work_that_is_killed_goes_on_where_it_was(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    hall.season(date(2026, 3, 5), date(2026, 5, 10))
    real, left = counting.do_slice_and_rest, iter(range(3))

    def some(*given: Any) -> Any:
        if next(left, None) is None:
            raise Killed
        return real(*given)

    kills = 0
    monkeypatch.setattr(counting, "do_slice_and_rest", some)
    while True:
        left = iter(range(3))
        try:
            counting.work_off_backlog()
        except Killed:
            kills += 1
            continue
        break
    assert kills > 1
    assert nothing_is_left()
    assert folded() == in_one_transaction()


def test_two_players_with_many_games_become_one_and_two_again(hall: Hall) -> None:
    other = Player.objects.create(name="Łukasz Żółć", club=hall.club)
    hall.players.append(other)
    for number in range(20):
        hall.paper(0, 1, 2, len(hall.players) - 1, day=date(2026, 6, 1 + number))
    counting.work_off_backlog()
    done = merge_player(hall.players[4], other, None)
    assert games_left_to_count(hall.club) == 20
    counting.work_off_backlog()
    assert folded() == in_one_transaction()
    assert not Rating.objects.filter(player=other).exists()
    undo_merge(done)
    counting.work_off_backlog()
    assert folded() == in_one_transaction()
    assert Rating.objects.filter(player=other).exists()


def test_an_evening_that_moves_takes_its_many_games_with_it(hall: Hall) -> None:
    evening = Evening.objects.create(club=hall.club, date=date(2026, 3, 20))
    for session in hall.club.sessions.order_by("pk")[:20]:
        session.evening = evening
        session.save(update_fields=["evening"])
    evening.date = date(2026, 7, 1)
    evening.save()
    assert games_left_to_count(hall.club) == 20
    counting.work_off_backlog()
    assert folded() == in_one_transaction()


def test_a_rebuild_puts_every_figure_right_without_taking_any_away(hall: Hall) -> None:
    hall.season(date(2026, 3, 5), date(2026, 5, 10))
    counting.work_off_backlog()
    right = in_one_transaction()
    SeasonGame.objects.filter(player=hall.players[0]).delete()
    SeasonGame.objects.update(value=7)
    SeasonGame.objects.filter(player=hall.players[1]).update(place=5, tenths=1)
    Rating.objects.update(r=1)
    Appearance.objects.filter(seat=2).update(score=-5)
    outside = Appearance.objects.filter(season_game=None).exclude(player=hall.players[0]).first()
    assert outside is not None
    SeasonGame.objects.create(
        appearance=outside,
        season=hall.club.leagues.get().seasons.get(),
        player=outside.player,
        day=outside.day,
        place=outside.place,
        value=3,
        tenths=outside.tenths,
    )
    queue_everything()
    assert Appearance.objects.count() == 240, "pages show what stood while it is counted anew"
    told: list[tuple[str, int, int]] = []
    counting.work_off_backlog(lambda *progress: told.append(progress))
    assert folded() == right
    assert next(left for what, left, _whole in told if what == "games to be counted") == 60
    assert nothing_is_left()


def test_what_ends_while_much_is_counted_is_counted_once(hall: Hall) -> None:
    hall.season(date(2026, 3, 5), date(2026, 12, 31))
    session = hall.paper(0, 1, 2, 3, day=date(2026, 4, 2))
    move(session, None)
    hall.paper(0, 1, 4, 3, day=date(2026, 4, 2))
    counting.work_off_backlog()
    assert folded() == in_one_transaction()


def test_a_slice_that_lasts_is_followed_by_smaller_ones() -> None:
    pace = slices.Pace()
    for _slice in range(4):
        pace.adapt_to(0.001)
    assert pace.size == 32
    pace.adapt_to(2 * slices.SLICE_SECONDS)
    assert pace.size == 16
    began = time.perf_counter()
    assert slices.do_in_slices([*range(50)], lambda part: [2 * number for number in part]) == [
        *range(0, 100, 2)
    ]
    assert time.perf_counter() - began < 5


def test_a_rebuild_in_slices_leaves_out_a_result_that_is_held_back(hall: Hall) -> None:
    held = Appearance.objects.order_by("pk").values_list("session", flat=True).first()
    Session.objects.filter(pk=held).update(embargoed=True)
    queue_everything()
    counting.work_off_backlog()
    assert nothing_is_left()
    assert not Appearance.objects.filter(session=held).exists()
    assert folded() == in_one_transaction()
