"""Two players: how it went where they sat together, and all their games side by side."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from mahjongclub.clubs.models import Player
from mahjongclub.rules.registry import find_variant

from .cached import cached_answer
from .models import Appearance
from .players import (
    Counts,
    GameSelection,
    hand_figures_in_words,
    mean,
    mean_place,
    meeting_counts,
    percent,
    tally,
    tally_by_seat,
)
from .sums import deal_ins_by_discarder_and_winner, sum_by_opponent
from .wording import rounded

TOGETHER = ("games", "ahead", "level", "tenths", "opponent_tenths", "hands")


def meeting_sums(selection: GameSelection, other: Player) -> Counts:
    """The sums of the games of both; `other_fed` what the other dealt into own hands. Two queries at most."""
    player = selection.player
    assert player is not None, "two players"

    def meet() -> Counts:
        shared = selection.games().filter(session__appearances__player=other)
        rows = [meeting_counts(row) for row in sum_by_opponent(shared) if row["opponent"] == other.pk]
        sums = rows[0] if rows else dict.fromkeys(TOGETHER, 0)
        fed = deal_ins_by_discarder_and_winner(
            Appearance.objects.filter(session__in=shared.values("session"))
        )
        times, cost = fed[player.pk, other.pk]
        other_times, other_cost = fed[other.pk, player.pk]
        return {
            **sums,
            "behind": sums["games"] - sums["ahead"] - sums["level"],
            "fed": times,
            "fed_points": cost,
            "other_fed": other_times,
            "other_fed_points": other_cost,
        }

    return cached_answer(("together", other.pk, selection.cache_key()), meet)


def shared_game_figures(variant: str, sums: Counts) -> list[dict[str, str]]:
    """The figures of the games of both, each for both, with the key of its definition."""
    decimals = 1 if find_variant(variant).decimal_points else 0
    games, hands, both = sums["games"], sums["hands"], (sums["tenths"], sums["opponent_tenths"])
    rows = [
        _row("ahead", percent(sums["ahead"], games), percent(sums["behind"], games)),
        _row("points", *(rounded(tenths / 10, decimals, signed=True) for tenths in both)),
        _row("points_a_game", *(mean(tenths, 10 * games, 1, signed=True) for tenths in both)),
    ]
    if find_variant(variant).wins_on_discards and hands:  # games on paper have no hands
        fed, back = sums["fed"], sums["other_fed"]
        rows += [
            _row("fed", rounded(fed, 0), rounded(back, 0)),
            _row("fed_rate", percent(fed, hands), percent(back, hands)),
            _row("fed_points", rounded(sums["fed_points"], 0), rounded(sums["other_fed_points"], 0)),
        ]
    return rows


def compare_players(selection: GameSelection, other: Player) -> list[dict[str, str]]:
    """All games of both within the same filters, each for themselves. Two queries at most."""
    both = tuple(tally(tally_by_seat(choice)) for choice in (selection, selection.for_player(other)))
    rows = [
        _row("games", *(rounded(sums["games"], 0) for sums in both)),
        _row("average_place", *(mean_place(sums, selection.seat_count) for sums in both)),
        _row("points_a_game", *(mean(sums["tenths"], 10 * sums["games"], 1, signed=True) for sums in both)),
    ]
    if all(sums["hands"] for sums in both):
        mine, theirs = (hand_figures_in_words(selection.variant, sums) for sums in both)
        rows += [
            _row(rate["key"], rate["value"], two["value"]) for rate, two in zip(mine, theirs, strict=True)
        ]
    return rows


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game of two players: for either, the first one first, their place and their final points in words."""

    day: date
    code: str
    seats: list[tuple[int, str]]


def games_of_both(selection: GameSelection, other: Player, limit: int) -> list[SharedGame]:
    """The latest games of both, the newest first: day, code, and place and points of either. Two queries."""
    decimals = 1 if find_variant(selection.variant).decimal_points else 0
    mine = selection.games().filter(session__appearances__player=other).order_by("-order")
    rows = list(mine.select_related("session")[:limit])
    theirs = {
        row.session_id: row
        for row in Appearance.objects.filter(session__in=[row.session_id for row in rows], player=other)
    }
    return [
        SharedGame(
            day=row.day,
            code=row.session.code,
            seats=[
                (appearance.place, rounded(appearance.tenths / 10, decimals, signed=True))
                for appearance in (row, theirs[row.session_id])
            ],
        )
        for row in rows
    ]


def _row(key: str, value: str, two: str) -> dict[str, str]:
    return {"key": key, "one": value, "two": two}
