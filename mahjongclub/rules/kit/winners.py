"""Several winners on one discard: who may win together, and who sits nearest after the discarder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..game import RuleError
from ..words import Text, about_seat


class Winning(Protocol):
    """A winner of any variant: the seat, and the discarder (None for a self-draw)."""

    @property
    def seat(self) -> int: ...

    @property
    def source(self) -> int | None: ...


def check_winners(winners: Sequence[Winning]) -> None:
    """Refuse winners that cannot have won together; fields are `wins.<index>.from` or `.winner`.

    Everybody wins once, nobody on their own discard, all on the same one, and a self-draw stands alone.
    """
    source = winners[0].source
    seen: set[int] = set()
    for index, winner in enumerate(winners):
        at = f"wins.{index}"
        if winner.seat == winner.source:
            raise RuleError("winner_is_discarder", f"{at}.from", Text("Nobody wins on their own discard."))
        if winner.seat in seen:
            raise RuleError(
                "repeated",
                f"{at}.winner",
                about_seat(winner.seat, "{who} wins twice."),
            )
        if index and (source is None or winner.source is None):
            raise RuleError(
                "self_draw_alone", f"{at}.winner", Text("The player who draws the winning tile wins alone.")
            )
        if winner.source != source:
            raise RuleError(
                "different_discarders", f"{at}.from", Text("Several winners win on the same discard.")
            )
        seen.add(winner.seat)


def distance_after_discarder(winner: Winning, seats: int) -> int:
    """How far a winner sits after the discarder in the order of play; a self-draw stands alone."""
    return 0 if winner.source is None else (winner.seat - winner.source) % seats
