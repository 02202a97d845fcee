"""Ranks as Tenhou gives them, from novice to tenhōi: points by place, promotion, demotion. Pure functions.

The table is the one published for four players: points and targets of the kyū at
https://mahjong-dora2.com/game/02-11.html, of the dan and the rooms at
https://mahjong-dora2.com/game/02-07.html, the points a rank begins with at
https://riichi.wiki/Tenhou.net_ranking, the rooms' entrance and the two thirds of an East game at
http://doramahjong.org/osusume/02/0012.html. A club has no rooms: each player moves as in the highest room
that Tenhou would let them into. Who ties shares what the places bring.
"""

from __future__ import annotations

from dataclasses import dataclass

from mahjongclub.rules.words import Text

KYU = 9
#: from the ninth kyū to the first
KYU_TARGETS = (20, 20, 20, 40, 60, 80, 100, 100, 100)
KYU_LAST = (0, 0, 0, 0, 0, 0, 0, -15, -30)
LAST_DAN = 10
EAST_GAME = 2 / 3


@dataclass(frozen=True, slots=True)
class DanRank:
    """Points it begins with, points that lead to the next, what a last place costs, if it can be lost."""

    name: Text
    start: int
    target: int
    last: int
    may_drop: bool = False


@dataclass(frozen=True, slots=True)
class DanRoom:
    """What the first two places bring in a room, and from which rank and R it opens."""

    least_rank: int
    least_r: int
    first: int
    second: int


def _ranks() -> tuple[DanRank, ...]:
    kyu = [
        DanRank(Text.counted("{count} kyū", "{count} kyū", number), 0, target, last)
        for number, target, last in zip(range(KYU, 0, -1), KYU_TARGETS, KYU_LAST, strict=True)
    ]
    dan = [
        DanRank(
            Text.counted("{count} dan", "{count} dan", number),
            200 * number,
            400 * number,
            -30 - 15 * number,
            may_drop=True,
        )
        for number in range(1, LAST_DAN + 1)
    ]
    return (DanRank(Text("novice"), 0, 20, 0), *kyu, *dan, DanRank(Text("tenhōi"), 0, 0, 0))


RANKS = _ranks()
HIGHEST = len(RANKS) - 1
FIRST_DAN = KYU + 1
ROOMS = (
    DanRoom(FIRST_DAN + 6, 2000, 90, 45),
    DanRoom(FIRST_DAN + 3, 1800, 75, 30),
    DanRoom(KYU, 0, 60, 15),
    DanRoom(0, 0, 30, 15),
)


def dan_after_game(
    rank: int, points: float, r: float, place: int, sharing: int, *, east_only: bool
) -> tuple[int, float]:
    """Rank (a place in `RANKS`) and points after a game of four, `sharing` players holding `place`.

    >>> dan_after_game(FIRST_DAN, 380, 1500, place=1, sharing=1, east_only=False)  # 380 + 60 reaches 400
    (11, 400)
    """
    if rank == HIGHEST:
        return rank, points
    room = next(room for room in ROOMS if rank >= room.least_rank and r >= room.least_r)
    brought = (room.first, room.second, 0, RANKS[rank].last)
    change = sum(brought[place - 1 : place - 1 + sharing]) / sharing
    points += change * EAST_GAME if east_only else change
    if points >= RANKS[rank].target:
        return rank + 1, RANKS[rank + 1].start
    if points < 0:
        return (rank - 1, RANKS[rank - 1].start) if RANKS[rank].may_drop else (rank, 0)
    return rank, points
