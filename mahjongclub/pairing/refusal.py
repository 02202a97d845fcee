"""Why nothing can be drawn, in numbers: words are for whoever asked."""

from __future__ import annotations


class CannotDraw(ValueError):
    """The places do not make whole tables: `missing` more would, or `over` fewer.

    With neither, a team is too large for its members never to meet, or whole teams do not fill a cut.
    """

    def __init__(self, message: str, *, missing: int = 0, over: int = 0) -> None:
        super().__init__(message)
        self.missing, self.over = missing, over
