"""The tiles of a winner in a JSON log: followed from the deal through draws, calls and discards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from mahjongclub.rules.kit.riichi.hand import tiles_in_notation

DRAWN_AGAIN = 60
#: a north, and what is written among the discards where it is laid aside
NORTH, NORTH_ASIDE = 44, "f44"
MOST_MOVES = 100
CALL = re.compile(r"[cpmka0-9]{6,9}")
RIICHI = ("立直", "両立直", "ダブル立直", "riichi", "double riichi", "daburu riichi")
KINDS = {"c": "chii", "p": "pon", "m": "kan", "k": "added_kan", "a": "closed_kan"}


@dataclass(frozen=True, slots=True)
class LogWinner:
    """A winner as the log tells it, in the log's words."""

    seat: int
    source: int | None
    pao: int | None
    worth: str
    yaku: tuple[str, ...]

    @property
    def in_riichi(self) -> bool:
        """Whether the yaku say so."""
        return any(text.casefold().startswith(RIICHI) for text in self.yaku)


@dataclass(frozen=True, slots=True)
class SeatMoves:
    """Deal, draws and discards of a seat, as the log has them: numbers, and texts for calls."""

    dealt: tuple[Any, ...]
    draws: tuple[Any, ...]
    discards: tuple[Any, ...]

    @classmethod
    def from_log(cls, parts: list[Any]) -> SeatMoves:
        """From the log's three lists; what is no list, or far too long, is empty."""
        lists = [moves if isinstance(moves, list) and len(moves) <= MOST_MOVES else [] for moves in parts]
        return cls(*(tuple(moves) for moves in lists))

    @property
    def last_discard_is_riichi(self) -> bool:
        """Whether the last thing done was to discard for riichi."""
        return bool(self.discards) and _declares(self.discards[-1])

    @property
    def riichi_turn(self) -> int | None:
        """The turn of the riichi, None without one."""
        return next((turn for turn, move in enumerate(self.discards) if _declares(move)), None)


def riichi_seats(sides: list[SeatMoves], dealer: int) -> tuple[int, ...]:
    """The seats that declared riichi, turn by turn (calls may shift turns, which changes nothing)."""
    turns = [(side.riichi_turn, (seat - dealer) % len(sides), seat) for seat, side in enumerate(sides)]
    return tuple(seat for turn, _after, seat in sorted((t, a, s) for t, a, s in turns if t is not None))


def _declares(move: Any) -> bool:
    return isinstance(move, str) and move.startswith("r")


def recorded_hand_and_openness(
    winner: LogWinner, sides: list[SeatMoves], flags: list[str], dora: list[int], ura: list[int], red: bool
) -> tuple[dict[str, Any], bool] | None:
    """The winner's hand as a record writes it, what is empty left out, and whether a meld is open.

    None where the log does not let the tiles be followed (a log without draws).
    """
    try:
        following = _Following(sides[winner.seat])
        following.play()
        if winner.source is None:
            winning = following.drawn
        else:
            winning = _last_tile(sides[winner.source])
            following.hand.append(winning)
        if winning is None or len(following.hand) + 3 * len(following.melds) != 14:
            return None
        tiles: dict[str, Any] = {
            "concealed": _notation(sorted(following.hand, key=_order), red),
            "winning": _notation([winning], red),
            "melds": [{"kind": kind, "tiles": _notation(codes, red)} for kind, codes in following.melds],
            "flags": flags,
            "dora": _notation(dora, red),
            "ura": _notation(ura, red),
            "norths": following.norths,
        }
    except _Lost:
        return None
    opened = any(kind != "closed_kan" for kind, _codes in following.melds)
    return {name: value for name, value in tiles.items() if value}, opened


class _Lost(Exception):
    """What the log says cannot be followed."""


@dataclass(slots=True)
class _Following:
    """One seat's hand, played move by move. Each draw goes with the discard at its own place in the lists."""

    side: SeatMoves
    hand: list[int] = field(default_factory=list)
    melds: list[tuple[str, list[int]]] = field(default_factory=list)
    drawn: int | None = None
    norths: int = 0

    def play(self) -> None:
        """From the deal to the last move; _Lost where a tile is not there."""
        self.hand = [_tile(code) for code in self.side.dealt]
        if len(self.hand) != 13:
            raise _Lost
        for turn, draw in enumerate(self.side.draws):
            self._draw(draw)
            if turn < len(self.side.discards):
                self._discard(self.side.discards[turn])

    def _draw(self, move: Any) -> None:
        self.drawn = None
        if isinstance(move, str):
            letter, claimed, tiles = _call(move)
            if letter not in "cpm":
                raise _Lost
            left_over = list(tiles)
            left_over.remove(claimed)
            self._take_out(left_over)
            self.melds.append((KINDS[letter], tiles))
        else:
            self.drawn = _tile(move)
            self.hand.append(self.drawn)

    def _discard(self, move: Any) -> None:
        if move == NORTH_ASIDE:
            self._take_out([NORTH])
            self.norths += 1
            return
        if isinstance(move, str) and not _declares(move):
            letter, claimed, tiles = _call(move)
            if letter == "a":
                self._take_out(tiles)
                self.melds.append((KINDS[letter], tiles))
            elif letter == "k":
                self._add_to_pon(claimed, tiles)
            else:
                raise _Lost
            return
        if move == 0:  # after an open kan another tile is drawn first
            return
        code = _discarded(move)
        if code == DRAWN_AGAIN:
            if self.drawn is None:
                raise _Lost
            code = self.drawn
        self._take_out([code])

    def _add_to_pon(self, added: int, tiles: list[int]) -> None:
        for place, (kind, codes) in enumerate(self.melds):
            if kind == "pon" and _order(codes[0])[0] == _order(added)[0]:
                self._take_out([added])
                self.melds[place] = ("added_kan", tiles)
                return
        raise _Lost

    def _take_out(self, codes: Iterable[int]) -> None:
        for code in codes:
            if code not in self.hand:
                raise _Lost
            self.hand.remove(code)


def _last_tile(side: SeatMoves) -> int:
    """The tile somebody was won off: the last discard, or the tile of a kan that was robbed."""
    if not side.discards:
        raise _Lost
    move = side.discards[-1]
    if move == NORTH_ASIDE:
        return NORTH
    if isinstance(move, str) and not _declares(move):
        return _call(move)[1]
    code = _discarded(move)
    if code != DRAWN_AGAIN:
        return _tile(code)
    if len(side.draws) < len(side.discards):
        raise _Lost
    return _tile(side.draws[len(side.discards) - 1])


def _discarded(move: Any) -> int:
    if _declares(move):
        if not re.fullmatch(r"r[0-9]{2}", move):
            raise _Lost
        return int(move[1:])
    if not isinstance(move, int):
        raise _Lost
    return move


def _call(move: str) -> tuple[str, int, list[int]]:
    """The letter of a call, the tile it was called with, and all its tiles.

    >>> _call("37p3737"), _call("c275226")
    (('p', 37, [37, 37, 37]), ('c', 27, [27, 52, 26]))
    """
    letters = re.findall(r"[a-z]", move)
    if not CALL.fullmatch(move) or len(letters) != 1:
        raise _Lost
    at = move.index(letters[0])
    digits = move.replace(letters[0], "")
    if at % 2 or len(digits) not in (6, 8) or at >= len(digits):
        raise _Lost
    codes = [int(digits[place : place + 2]) for place in range(0, len(digits), 2)]
    return letters[0], codes[at // 2], codes


def _tile(code: Any) -> int:
    """A tile of the log: 11-19 characters, 21-29 circles, 31-39 bamboos, 41-47 honours, 51-53 red fives."""
    if isinstance(code, int) and not isinstance(code, bool):
        tens, ones = divmod(code, 10)
        if (1 <= tens <= 3 and 1 <= ones <= 9) or (tens == 4 and 1 <= ones <= 7) or code in (51, 52, 53):
            return code
    raise _Lost


def _order(code: int) -> tuple[int, int]:
    """Sorts a red five among the fives of its suit."""
    return (code % 10 * 10 + 5, 1) if code > 50 else (code, 0)


def _notation(codes: Iterable[int], red: bool) -> str:
    texts = []
    for code in codes:
        _tile(code)
        kind = _order(code)[0]
        five = red and code > 50
        texts.append(f"{0 if five else kind % 10}{'mpsz'[kind // 10 - 1]}")
    return tiles_in_notation(texts)
