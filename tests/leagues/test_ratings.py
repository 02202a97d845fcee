"""Ratings: R by its published formula, Plackett-Luce in order, and anew from a changed session on."""

from __future__ import annotations

from datetime import date

import pytest

from mahjongclub.figures import dan, rating_order
from mahjongclub.figures.folding import rebuild_figures
from mahjongclub.figures.models import Appearance, Book, Rating
from mahjongclub.figures.ratings import Strength, strengths_after_game
from mahjongclub.tables import recording

from .conftest import Hall, ask, ron


def test_r_of_four_beginners() -> None:
    # equal at 1500: the results alone, +30, +10, -10, -30 (tenhou.net/man)
    after = strengths_after_game([Strength()] * 4, [3, 1, 4, 2])
    assert [player.r for player in after] == pytest.approx([1490, 1530, 1470, 1510])


def test_r_weighs_less_with_games_and_corrects_by_the_table() -> None:
    # 100 games: factor 0.8; table average (1700 + 3 x 1500) / 4 = 1550, so the strong winner's
    # change is 0.8 x (30 + (1550 - 1700) / 40) = 0.8 x 26.25 = 21
    strong = Strength(games=100, r=1700)
    assert strengths_after_game([strong, *[Strength()] * 3], [1, 2, 3, 4])[0].r == pytest.approx(1721)
    # 400 games and more: factor 0.2; last: 0.2 x (-30 - 3.75) = -6.75
    old = Strength(games=500, r=1700)
    assert strengths_after_game([old, *[Strength()] * 3], [4, 1, 2, 3])[0].r == pytest.approx(1693.25)


def test_a_weak_table_counts_as_1500() -> None:
    # average 1300, counted as 1500: a weak first gains 30 + (1500 - 1300) / 40 = 35
    weak = Strength(r=1300)
    assert strengths_after_game([weak] * 4, [1, 2, 3, 4])[0].r == pytest.approx(1335)


@pytest.mark.parametrize(("places", "changes"), [([1, 2], [30, -30]), ([1, 1, 3, 4], [20, 20, -10, -30])])
def test_r_of_other_tables(places: list[int], changes: list[float]) -> None:
    after = strengths_after_game([Strength()] * len(places), places)
    assert [player.r - 1500 for player in after] == pytest.approx(changes)


def test_winning_raises_strength_and_every_game_narrows_it() -> None:
    first, _second, _third, last = strengths_after_game([Strength()] * 4, [1, 2, 3, 4])
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
    rebuild_figures()
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
    rebuild_figures()
    assert rated() == moved


def test_a_long_way_back_is_rated_bit_by_bit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [hall.play([ron(day % 4, (day + 1) % 4)], day=date(2026, 3, day)) for day in range(1, 9)]
    monkeypatch.setattr(rating_order, "MOST_AT_ONCE", 3)
    recording.correct_hand(games[0].pk, ask(games[0]), 1, ron(0, 3, han=5, fu=30))
    book = Book.objects.get(club=hall.club)
    assert book.stale_from == Appearance.objects.filter(session=games[3])[0].order
    rating_order.rate_pending(book.pk)
    book.refresh_from_db()
    assert book.stale_from == ""
    at_last = rated()
    rebuild_figures()
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


@pytest.mark.parametrize(
    ("rank", "points", "place", "east_only", "expected"),
    [
        # a novice in the general room: first +30 (an East game +20), 20 are wanted
        (0, 0, 1, False, (1, 0)),
        (0, 0, 2, False, (0, 15)),
        (0, 0, 2, True, (0, 10)),
        (0, 0, 3, False, (0, 0)),
        # 2 kyū is the first rank a last place costs something (-15, East -10), and no kyū is lost
        (8, 20, 4, False, (8, 5)),
        (8, 20, 4, True, (8, 10)),
        (8, 10, 4, False, (8, 0)),
        # 1 dan, upper room: 200 at the start, 400 wanted, +60 +15 0 -45
        (10, 200, 1, False, (10, 260)),
        (10, 395, 2, False, (11, 400)),
        (10, 30, 4, False, (9, 0)),
        # 4 dan without R 1800 stays in the upper room; a last place costs 90; lost, 3 dan begins at 600
        (13, 800, 1, False, (13, 860)),
        (13, 80, 4, False, (12, 600)),
    ],
)
def test_dan_after_a_game(
    rank: int, points: float, place: int, east_only: bool, expected: tuple[int, float]
) -> None:
    # mahjong-dora2.com/game/02-11.html (kyū), 02-07.html (dan)
    found = dan.dan_after_game(rank, points, 1500, place, 1, east_only=east_only)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(("rank", "r", "first"), [(13, 1800, 75), (16, 1999, 75), (16, 2000, 90)])
def test_higher_rooms_bring_more(rank: int, r: float, first: int) -> None:
    assert dan.dan_after_game(rank, 1000, r, 1, 1, east_only=False) == (rank, 1000 + first)


def test_tenhoi_is_for_good() -> None:
    # 10 dan: 4,000 wanted
    assert dan.dan_after_game(19, 3950, 2100, 1, 1, east_only=False)[0] == dan.HIGHEST
    assert dan.dan_after_game(dan.HIGHEST, 0, 1500, 4, 1, east_only=False) == (dan.HIGHEST, 0)
    assert str(dan.RANKS[dan.HIGHEST].name) == "tenhōi"


def test_two_firsts_share_what_both_places_bring() -> None:
    assert dan.dan_after_game(10, 200, 1500, 1, 2, east_only=False) == (10, 200 + (60 + 15) / 2)


def test_the_dan_follows_games_of_riichi_alone(hall: Hall) -> None:
    hall.play([ron(1, 2)], day=date(2026, 3, 1))
    # 30,200 / 25,000 / 25,000 / 19,800: the winner is 9 kyū, the two seconds share 15 and 0
    ranks = dict(Rating.objects.values_list("player__name", "dan"))
    assert ranks == {"Aiko": 0, "Benoît": 1, "Chen": 0, "Dina": 0}
    assert Rating.objects.get(player__name="Aiko").dan_points == 7.5
    hall.play([{"type": "win", "wins": [{"winner": 0, "from": 1, "tai": 4}]}], variant="taiwanese", rounds=1)
    assert set(Rating.objects.filter(book__variant="taiwanese").values_list("dan", flat=True)) == {0}


def test_a_game_of_one_wind_moves_two_thirds(hall: Hall) -> None:
    hall.play([ron(1, 2)], rounds=1)
    assert Rating.objects.get(player__name="Aiko").dan_points == pytest.approx(5)
