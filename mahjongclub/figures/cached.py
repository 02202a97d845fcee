"""Sums that stay until what they are made of is another: between two results a page adds nothing up.

The key holds the stamp of the book (`Book.stamp`), which is another after every change, so that nothing is
ever to be thrown away, in this process or in others: an old stamp is not asked for again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

Answer = TypeVar("Answer")

#: answers a process keeps, those asked for last
MOST_KEPT = 256

_kept: OrderedDict[Hashable, Any] = OrderedDict()
_turn = Lock()


def cached_answer(key: Hashable, make: Callable[[], Answer]) -> Answer:
    """The answer to `key`, made where nobody has asked for it lately. It is shared: nobody may change it."""
    with _turn:
        if key in _kept:
            _kept.move_to_end(key)
            return cast(Answer, _kept[key])
    answer = make()
    with _turn:
        _kept[key] = answer
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return answer


def clear_cached_answers() -> None:
    """Have every answer made anew: for measuring what the first reader pays."""
    with _turn:
        _kept.clear()
