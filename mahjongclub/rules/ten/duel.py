"""A hand of Ten before it ends: the turns of phase A, then guesses and draws of phase B.

Source: seed 003, “Déroulement général”. No points are settled here; the table's screen keeps these facts so
that any phone shows where the hand stands. Every step has a way back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..game import RuleError, TableState
from ..kit.sticks import may_put_stick_out
from ..words import Text
from .options import Rules

#: 136 tiles without the 14 of the dead wall and the 14 and 13 dealt: the dealer begins with 14.
LIVE_TILES = 136 - 14 - 14 - 13

PLAIN_TILES = tuple(f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10))


@dataclass(frozen=True, slots=True)
class Duel:
    """Where a hand stands.

    `turn` is the turn being played, from 1. `declared` is the attacker's seat, None in phase A. `guesses`
    are the wrong guesses, each with the tiles named if they were noted. `draws` counts all tiles the
    attacker drew in phase B, `declined` those (1-based) that would have won. `wall` is the live wall as
    phase B began.
    """

    turn: int = 1
    declared: int | None = None
    riichi: bool = False
    guesses: tuple[tuple[str, ...], ...] = ()
    draws: int = 0
    declined: tuple[int, ...] = ()
    wall: int = LIVE_TILES

    @classmethod
    def from_json(cls, notes: Mapping[str, Any]) -> Duel:
        """The duel that notes hold (see `to_json`); what they leave out is as a hand begins."""
        declared = notes.get("declared")
        return cls(
            turn=notes.get("turn", 1),
            declared=declared,
            riichi=declared is not None and declared in notes.get("riichi", ()),
            guesses=tuple(tuple(guess) for guess in notes.get("guesses", ())),
            draws=notes.get("draws", 0),
            declined=tuple(notes.get("declined", ())),
            wall=notes.get("wall", LIVE_TILES),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values; `riichi` lists the seats whose stick lies on the table, as in a game record."""
        notes: dict[str, Any] = {"turn": self.turn, "phase": self.phase}
        if self.declared is None:
            return notes
        return {
            **notes,
            "declared": self.declared,
            "riichi": [self.declared] if self.riichi else [],
            "guesses": [list(guess) for guess in self.guesses],
            "draws": self.draws,
            "declined": list(self.declined),
            "wall": self.wall,
        }

    @property
    def phase(self) -> str:
        """ "A" until somebody declares, then "B"."""
        return "A" if self.declared is None else "B"

    @property
    def wall_left(self) -> int:
        """Tiles left in the live wall, as far as the notes know: calls and kans are not counted."""
        return max(0, self.wall - self.draws)

    def draws_left(self, rules: Rules) -> int:
        """Draws left to the attacker before the defender guesses again; 0 while a guess is awaited."""
        return min(max(0, len(self.guesses) * rules.draws - self.draws), self.wall_left)

    def at_turn(self, rules: Rules, turn: int) -> Duel:
        """Phase A at another turn, 1 to the rules' `turns`."""
        if self.declared is not None or not 1 <= turn <= rules.turns:
            raise _refused("turn", Text("This turn is impossible."))
        return replace(self, turn=turn)

    def declare(self, rules: Rules, state: TableState, seat: int, *, riichi: bool) -> Duel:
        """A declaration ends phase A. RuleError for a riichi without the points of its stick.

        >>> Duel(turn=3).declare(Rules(), TableState((10000, 10000)), 1, riichi=False).wall_left
        90
        """
        if self.declared is not None:
            raise _refused("declared", Text("Somebody has declared already."))
        if riichi and not may_put_stick_out(rules, state, seat):
            raise _refused("riichi", Text("A riichi needs 1,000 points."))
        drawn = 2 * (self.turn - 1) + (0 if seat == state.dealer else 1)
        return replace(self, declared=seat, riichi=riichi, wall=max(0, LIVE_TILES - drawn))

    def guess_missed(self, rules: Rules, tiles: Sequence[str] = ()) -> Duel:
        """The defender guessed wrong: the attacker draws. `tiles` are those named, if they were noted."""
        self._in_phase_b()
        if self.draws_left(rules):
            raise _refused("guess", Text("The attacker has draws left."))
        if len(tiles) > rules.guesses:
            raise _refused("tiles", Text("At most {guesses} tiles are named.", guesses=rules.guesses))
        return replace(self, guesses=(*self.guesses, tuple(tiles)))

    def with_drawn_tiles(self, rules: Rules, count: int = 1, *, declined: bool = False) -> Duel:
        """`count` tiles drawn without a win; `declined` when the last of them would have won."""
        self._in_phase_b()
        if not 1 <= count <= self.draws_left(rules):
            raise _refused("draws", Text("There are no draws left."))
        draws = self.draws + count
        return replace(self, draws=draws, declined=(*self.declined, draws) if declined else self.declined)

    def with_wall(self, left: int) -> Duel:
        """The wall as counted on the table: `left` tiles."""
        self._in_phase_b()
        if not 0 <= left <= LIVE_TILES:
            raise _refused("wall", Text("The wall holds 0 to {live_tiles} tiles.", live_tiles=LIVE_TILES))
        return replace(self, wall=left + self.draws)

    def with_last_step_undone(self, rules: Rules) -> Duel:
        """The step before: a draw, a wrong guess, the declaration or a turn taken back."""
        if self.guesses and self.draws > (len(self.guesses) - 1) * rules.draws:
            declined = tuple(draw for draw in self.declined if draw != self.draws)
            return replace(self, draws=self.draws - 1, declined=declined)
        if self.guesses:
            return replace(self, guesses=self.guesses[:-1])
        if self.declared is not None:
            return Duel(turn=self.turn)
        return replace(self, turn=max(1, self.turn - 1))

    def _in_phase_b(self) -> None:
        if self.declared is None:
            raise _refused("declared", Text("Nobody has declared yet."))


def _refused(field: str, text: Text) -> RuleError:
    return RuleError(f"{field}_impossible", field, text)
