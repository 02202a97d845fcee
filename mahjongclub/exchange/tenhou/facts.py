"""What a log says, whichever form it came in. Seats are ours: 0 is the first dealer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from mahjongclub.rules.game import Text

SEATS = 4
START = 25_000

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Start:
    """The table as a hand begins: `round` counts deals from 0 (East 1), points are whole points."""

    round: int
    honba: int
    sticks: int
    scores: Four


@dataclass(frozen=True, slots=True)
class Winning:
    """One winner. `value` is the hand's worth as a record writes it (han and fu, yakuman, a limit).

    `tiles` is its `tiles` object where the log shows them; `opened` whether a meld is open.
    """

    seat: int
    source: int | None
    pao: int | None
    value: Mapping[str, Any]
    tiles: Mapping[str, Any] | None = None
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: how it began, who paid a stick, how it ended, and what moved, sticks included.

    Exactly one of `wins`, `abort` and `drawn` says the end. `tenpai` is None where the log does not tell;
    `nagashi` says that somebody is paid for it, `moved` tells whom.
    """

    start: Start
    riichi: tuple[int, ...]
    moved: Four
    wins: tuple[Winning, ...] = ()
    abort: str | None = None
    drawn: bool = False
    tenpai: tuple[int, ...] | None = None
    nagashi: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """A game. `rules` are what differs from our preset; `final` the scores it ended with, where it says so.

    `identity` is Tenhou's own name of the log, "" where the log does not carry it. `odd` is what of its rules
    nobody has told us: such a log is compared as if there were none, and not kept.
    """

    names: tuple[str, ...]
    rules: Mapping[str, Any]
    open_tanyao: bool
    hands: tuple[Hand, ...]
    final: Four | None = None
    identity: str = ""
    odd: Text | None = None

    @property
    def fingerprint(self) -> str:
        """The same for the same game, in whichever form: who played, and how points moved."""
        facts = [self.names, *((hand.start, hand.riichi, hand.moved) for hand in self.hands)]
        return sha256(repr(facts).encode()).hexdigest()


def four(values: list[int]) -> Four:
    """Four whole numbers, one a seat."""
    one, two, three, last = values
    return one, two, three, last
