"""What is noted of a hand before it ends, read as strictly as a page that shows it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mahjongclub.rules.classical_hand import read_hand
from mahjongclub.rules.game import Variant
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.ten_duel import PLAIN_TILES
from mahjongclub.tables.models import Session


def check_notes(session: Session, notes: Any) -> None:
    """ValueError (or RuleError) for notes that this variant does not write."""
    if not isinstance(notes, dict):
        raise ValueError("notes are an object")
    NOTES[session.variant](session, notes)


def whole(value: Any, low: int, high: int) -> int:
    """A whole number between two; ValueError for anything else."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"a whole number from {low} to {high} is wanted")
    return value


def seats_of(game: Variant, value: Any) -> list[int]:
    """Seats of a table; ValueError for anything else."""
    if not isinstance(value, list):
        raise ValueError("a list of seats is wanted")
    return [whole(seat, 0, game.seats - 1) for seat in value]


def dice(value: Any) -> None:
    """Two dice, or none thrown yet; ValueError for anything else."""
    if value is None:
        return
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("two dice are wanted")
    for die in value:
        whole(die, 1, 6)


def only(notes: Mapping[str, Any], *known: str) -> None:
    """ValueError where anything but these is noted."""
    if odd := set(notes) - set(known):
        raise ValueError(f"nobody notes “{min(odd)[:40]}”")


def _riichi(session: Session, notes: dict[str, Any]) -> None:
    only(notes, "riichi")
    seats_of(session.game, notes.get("riichi", []))


def _classical(session: Session, notes: dict[str, Any]) -> None:
    only(notes, "dice", "second", "winner", "from", "hands")
    dice(notes.get("dice"))
    dice(notes.get("second"))
    if "winner" in notes:
        whole(notes["winner"], 0, 3)
        if notes.get("from") is not None:
            whole(notes["from"], 0, 3)
    hands = notes.get("hands", {})
    if not isinstance(hands, dict):
        raise ValueError("counted hands are an object")
    for seat, hand in hands.items():
        if seat not in ("0", "1", "2", "3"):
            raise ValueError("no such seat")
        if hand is not None:
            reader = Reader(hand, "hands")
            read_hand(reader)
            reader.finish()


def _taiwanese(session: Session, notes: dict[str, Any]) -> None:
    only(notes)


def _six(session: Session, notes: dict[str, Any]) -> None:
    only(notes, "dice", "events", "tenpai", "next_east")
    session.game.read_outcome(session.frozen_rules, {"type": "round", "events": [], **notes})


def _ten(session: Session, notes: dict[str, Any]) -> None:
    only(notes, "turn", "phase", "declared", "riichi", "guesses", "draws", "declined", "wall")
    for name in ("turn", "draws", "wall"):
        whole(notes.get(name, 0), 0, 200)
    if notes.get("phase", "A") not in ("A", "B"):
        raise ValueError("no such phase")
    if notes.get("declared") is not None:
        whole(notes["declared"], 0, 1)
    for name in ("riichi", "declined"):
        if not isinstance(notes.get(name, []), list) or not all(
            type(one) is int for one in notes.get(name, [])
        ):
            raise ValueError(f"“{name}” is a list of numbers")
    for guess in notes.get("guesses", []):
        if not isinstance(guess, list) or not set(guess) <= set(PLAIN_TILES):
            raise ValueError("a guess is a list of tiles")


NOTES: dict[str, Callable[[Session, dict[str, Any]], None]] = {
    "riichi": _riichi,
    "classical": _classical,
    "taiwanese": _taiwanese,
    "six": _six,
    "ten": _ten,
}
