"""How far tests search: a tenth of the examples, the same each time, and a tenth of the way for a seating.

`make thorough` (THOROUGH=1) looks at all of them, others each time, and goes all of the way.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from mahjongclub.pairing import night, search, wishes

#: for one of several alike that CI has already: `make thorough` has them all
thorough = pytest.mark.thorough
THOROUGH = bool(os.environ.get("THOROUGH"))
T = TypeVar("T")

if not THOROUGH:
    # comes as far in all that tests ask for; set here, so that the tests of pairing alone have it too
    search.STEPS_A_PAIR //= 10
    wishes.STEPS //= 10
    night.STEPS //= 10


def within(milliseconds: int) -> int:
    """How long to wait for what is promised within these: in `make thorough` no longer, else fifteen seconds
    more, as the machine may do something else; a phone that hears nothing looks by itself even later."""
    return milliseconds if THOROUGH else milliseconds + 15_000


def a_tenth(items: Sequence[T], turn: int = 0) -> Sequence[T]:
    """Every tenth of them; of a few one, which `turn` chooses. All of them in `make thorough`."""
    return items if THOROUGH else items[turn % min(10, max(len(items), 1)) :: 10]


def few(cases: Iterable[T], *kept: T) -> list[Any]:
    """Cases alike, for `parametrize`: `make test` has those kept, `make thorough` all of them."""
    return [case if case in kept else pytest.param(case, marks=thorough) for case in cases]


def few_rows(rows: Iterable[tuple[Any, ...]], *kept: tuple[Any, ...]) -> list[Any]:
    """The same for several names: each case is a row of values."""
    return [row if row in kept else pytest.param(*row, marks=thorough) for row in rows]


def searching(examples: int, **more: Any) -> settings:
    """The settings of a test that looks at so many examples in `make thorough`."""
    number = examples if THOROUGH else max(examples // 10, 2)
    return settings(max_examples=number, deadline=None, derandomize=not THOROUGH, **more)


def thinned(cases: Iterable[Any], by: int = 3) -> list[Any]:
    """Many cases alike, for `parametrize`, a value or a tuple each: `make test` has every third."""
    return [
        case
        if turn % by == 0
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=thorough)
        for turn, case in enumerate(cases)
    ]
