"""Outcomes of few parts, whose dataclasses say how a record writes them.

Each field is made by `seat`, `whole`, `flag` and the like. One with a default is left out of a record where
it has its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any

from ..reading import Reader

#: reads a field by its name in the record, at a table of so many seats
Read = Callable[[Reader, str, int], Any]


def _written(read: Read, default: Any = MISSING, name: str = "") -> Any:
    """A field of an outcome; `name` is its name in a record, where that is another."""
    return field(default=default, metadata={"read": read, "name": name})


def seat() -> Any:
    """A seat that has to be told."""
    return _written(lambda reader, name, seats: reader.seat(name, seats))


def seat_or_nobody(name: str) -> Any:
    """A seat or null, which is written too."""
    return _written(lambda reader, name, seats: reader.optional_seat(name, seats), name=name)


def rare_seat() -> Any:
    """A seat, mostly None."""
    return _written(lambda reader, name, seats: reader.optional_seat(name, seats), None)


def rare_seats() -> Any:
    """Different seats in order, mostly none."""
    return _written(lambda reader, name, seats: tuple(sorted(reader.seats(name, seats))), ())


def whole(low: int, high: int) -> Any:
    """A whole number that has to be told."""
    return _written(lambda reader, name, seats: reader.whole(name, low, high))


def rare_whole(low: int, high: int) -> Any:
    """A whole number, or None where nobody said."""
    return _written(lambda reader, name, seats: reader.optional_whole(name, low, high), None)


def flag() -> Any:
    """Something that mostly is not so."""
    return _written(lambda reader, name, seats: reader.flag(name), False)


class Outcomes:
    """How a hand of one game can end: the word of each `type` in a record, and its class."""

    def __init__(self, **kinds: type[Any]) -> None:
        self.kinds = kinds

    def read(self, rules: Any, hand: Mapping[str, Any]) -> Any:
        """A hand of a game record; RuleError for a wrong shape."""
        reader = Reader(hand)
        kind = self.kinds[reader.word("type", self.kinds)]
        outcome = kind(
            **{
                field.name: field.metadata["read"](reader, _name(field), rules.seats)
                for field in fields(kind)
            }
        )
        reader.finish()
        return outcome

    def write(self, outcome: Any) -> dict[str, Any]:
        """The outcome as a game record writes it; what has its default is left out."""
        word = next(word for word, kind in self.kinds.items() if isinstance(outcome, kind))
        values = ((field, getattr(outcome, field.name)) for field in fields(outcome))
        return {"type": word} | {
            _name(field): list(value) if isinstance(value, tuple) else value
            for field, value in values
            if value != field.default
        }


def _name(field: Field[Any]) -> str:
    return field.metadata["name"] or field.name
