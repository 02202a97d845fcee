"""Answers that stay until what they are made of is another: between two results a page adds nothing up.

The key holds what an answer hangs on, such as the stamp of the book (`Book.stamp`), which is another after
every change. So nothing is ever to be thrown away, in this process or in others: an old stamp is not asked
for again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar, cast

Answer = TypeVar("Answer")


class AnswerCache:
    """What a process has worked out, at most so many answers: those asked for last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._turn = Lock()

    def answer(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer to `key`, made where nobody has asked for it lately.

        It is shared: nobody may change it.
        """
        with self._turn:
            if key in self._kept:
                self._kept.move_to_end(key)
                return cast(Answer, self._kept[key])
        answer = make()
        with self._turn:
            self._kept[key] = answer
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return answer

    def clear(self) -> None:
        """Have every answer made anew: for measuring what the first reader pays."""
        with self._turn:
            self._kept.clear()


_figures = AnswerCache(256)
cached_answer, clear_cached_answers = _figures.answer, _figures.clear
