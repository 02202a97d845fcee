"""Ratings: R by its published formula, Plackett-Luce in order, and anew from a changed session on."""

from __future__ import annotations

from datetime import date

import pytest

from mahjongclub.leagues import rating_order
from mahjongclub.leagues.folding import rebuild
from mahjongclub.leagues.models import Appearance, Book, Rating
from mahjongclub.leagues.ratings import Strength, after_game
from mahjongclub.tables import recording

from .conftest import Hall, ask, ron


def test_r_of_four_beginners() -> None:
    # equal at 1500: the results alone, +30, +10, -10, -30 (tenhou.net/man)
    after = after_game([Strength()] * 4, [3, 1, 4, 2])
    assert [player.r for player in after] == pytest.approx([1490, 1530, 1470, 1510])


def test_r_weighs_less_with_games_and_corrects_by_the_table() -> None:
    # 100 games: factor 0.8; table average (1700 + 3 x 1500) / 4 = 1550, so the strong winner's
    # change is 0.8 x (30 + (1550 - 1700) / 40) = 0.8 x 26.25 = 21
    strong = Strength(games=100, r=1700)
    assert after_game([strong, *[Strength()] * 3], [1, 2, 3, 4])[0].r == pytest.approx(1721)
    # 400 games and more: factor 0.2; last: 0.2 x (-30 - 3.75) = -6.75
    old = Strength(games=500, r=1700)
    assert after_game([old, *[Strength()] * 3], [4, 1, 2, 3])[0].r == pytest.approx(1693.25)


def test_a_weak_table_counts_as_1500() -> None:
    # average 1300, counted as 1500: a weak first gains 30 + (1500 - 1300) / 40 = 35
    weak = Strength(r=1300)
    assert after_game([weak] * 4, [1, 2, 3, 4])[0].r == pytest.approx(1335)


@pytest.mark.parametrize(("places", "changes"), [([1, 2], [30, -30]), ([1, 1, 3, 4], [20, 20, -10, -30])])
def test_r_of_other_tables(places: list[int], changes: list[float]) -> None:
    after = after_game([Strength()] * len(places), places)
    assert [player.r - 1500 for player in after] == pytest.approx(changes)


def test_winning_raises_strength_and_every_game_narrows_it() -> None:
    first, _second, _third, last = after_game([Strength()] * 4, [1, 2, 3, 4])
    assert first.mu > 25 > last.mu
    assert first.sigma < 25 / 3


def rated() -> list[tuple[int, float, float, float, int]]:
    return list(Rating.objects.order_by("player_id").values_list("player_id", "mu", "sigma", "r", "games"))


def test_a_corrected_earlier_game_rates_all_later_ones_anew(hall: Hall) -> None:
    games = [hall.play([ron(day % 4, (day + 1) % 4)], day=date(2026, 3, day)) for day in range(1, 8)]
    before = rated()
    recording.correct_hand(games[2].pk, ask(games[2]), 1, ron(0, 3, han=5, fu=30))
    assert rated() != before
    corrected = rated()
    rebuild()
    assert rated() == corrected


def test_a_game_moved_before_others_is_rated_before_them(hall: Hall) -> None:
    games = [hall.play([ron(day % 4, (day + 1) % 4)], day=date(2026, 3, day)) for day in range(1, 6)]
    before = rated()
    evening = games[4].evening
    assert evening is not None
    evening.date = date(2026, 2, 1)
    evening.save()
    moved = rated()
    assert moved != before
    rebuild()
    assert rated() == moved


def test_a_long_way_back_is_rated_bit_by_bit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [hall.play([ron(day % 4, (day + 1) % 4)], day=date(2026, 3, day)) for day in range(1, 9)]
    monkeypatch.setattr(rating_order, "MOST_AT_ONCE", 3)
    recording.correct_hand(games[0].pk, ask(games[0]), 1, ron(0, 3, han=5, fu=30))
    book = Book.objects.get(club=hall.club)
    assert book.stale_from == Appearance.objects.filter(session=games[3])[0].order
    rating_order.catch_up(book.pk)
    book.refresh_from_db()
    assert book.stale_from == ""
    at_last = rated()
    rebuild()
    assert rated() == at_last


def test_a_deleted_last_game_takes_its_rating_back(hall: Hall) -> None:
    hall.play([ron(1, 2)], day=date(2026, 3, 1))
    before = rated()
    hall.play([ron(0, 3)], (4, 5, 0, 1), day=date(2026, 3, 2)).delete()
    assert rated() == before


def test_games_of_no_club_are_rated_nowhere(hall: Hall) -> None:
    session = hall.begin()
    type(session).objects.filter(pk=session.pk).update(club=None, evening=None)
    recording.record_hand(session.pk, ask(session), ron(1, 2))
    recording.close_session(session.pk, ask(session))
    assert Appearance.objects.filter(session=session).count() == 4
    assert not Rating.objects.exists()
