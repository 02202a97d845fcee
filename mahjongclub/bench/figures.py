"""What is measured: a median with its spread, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` is a number (or numbers by name), the median of several runs; half of them were from `low` to
    `high`. None where it could not be measured, with the `reason`. `beside` are numbers it follows from.
    """

    value: Any
    low: float | None = None
    high: float | None = None
    reason: str = ""
    beside: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def not_measured(reason: str) -> Figure:
    """A figure that this machine cannot give."""
    return Figure(None, reason=reason)


def figure_of(runs: Sequence[float], digits: int = 2, **beside: Any) -> Figure:
    """The median of several runs with its quartiles.

    >>> figure_of([1, 2, 3, 4, 50], 0).value
    3
    """
    low, high = quartiles(runs)
    return Figure(
        _rounded(median(runs), digits), _rounded(low, digits), _rounded(high, digits), beside=beside
    )


def ratio_of(rounds: Sequence[tuple[Sequence[float], Sequence[float]]], name: str, other: str) -> Figure:
    """How many times as long the first of two took that were timed in turn: the median over the rounds of the
    ratio of both medians in one round, so that what slows the machine for a while slows both."""
    first = [taken for mine, _theirs in rounds for taken in mine]
    second = [taken for _mine, theirs in rounds for taken in theirs]
    beside: dict[str, Any] = {
        f"{name}_ms": milliseconds(median(first)),
        f"{other}_ms": milliseconds(median(second)),
    }
    return figure_of([median(mine) / median(theirs) for mine, theirs in rounds], 2, **beside)


def quartiles(runs: Sequence[float]) -> tuple[float, float]:
    """A quarter of the runs is not above the first, and a quarter not below the second."""
    ordered = sorted(runs)
    quarter = (len(ordered) - 1) // 4
    return ordered[quarter], ordered[-1 - quarter]


def percentile(runs: Sequence[float], share: int) -> float:
    """The value that `share` percent of the runs do not exceed.

    >>> percentile(range(1, 101), 99)
    99
    """
    ordered = sorted(runs)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)]


def milliseconds(seconds: float) -> float:
    """Seconds as milliseconds with two decimals."""
    return round(1000 * seconds, 2)


def _rounded(number: float, digits: int) -> float:
    return round(number, digits) if digits else round(number)
