"""Outcomes of few parts, whose dataclasses say how a record writes them.

Each field is made by `seat`, `whole`, `flag` and the like. One with a default is left out of a record where
it has its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, field, fields
from typing import Any

from ..reading import Reader

#: reads a field by its name in the record, at a table of so many seats
Read = Callable[[Reader, str, int], Any]


def part(
    read: Read,
    default: Any = MISSING,
    *,
    name: str = "",
    write: Callable[[Any], Any] | None = None,
    always: bool = False,
) -> Any:
    """A field of an outcome; `name` is its name in a record, where that is another.

    `write` says how a record writes it, `always` that a record does so even where it has its default.
    """
    metadata = {"read": read, "write": write or _plain, "name": name, "always": always}
    return field(default=default, metadata=metadata)


def seat() -> Any:
    """A seat that has to be told."""
    return part(lambda reader, name, seats: reader.seat(name, seats))


def seat_or_nobody(name: str) -> Any:
    """A seat or null, which is written too."""
    return part(lambda reader, name, seats: reader.optional_seat(name, seats), name=name)


def optional_seat(name: str = "") -> Any:
    """A seat, mostly None."""
    return part(lambda reader, name, seats: reader.optional_seat(name, seats), None, name=name)


def optional_seats() -> Any:
    """Different seats in order, mostly none."""
    return part(lambda reader, name, seats: tuple(sorted(reader.seats(name, seats))), ())


def whole(low: int, high: int) -> Any:
    """A whole number that has to be told."""
    return part(lambda reader, name, seats: reader.whole(name, low, high))


def optional_whole(low: int, high: int, usual: int | None = None) -> Any:
    """A whole number, or the usual one where nobody said."""
    return part(lambda reader, name, seats: reader.optional_whole(name, low, high, usual), usual)


def word(words: Iterable[str], usual: Any = MISSING) -> Any:
    """One of these words; where nobody said, the usual one, if there is one."""

    def read_word(reader: Reader, name: str, seats: int) -> Any:
        if usual is not MISSING and reader.value(name) is None:
            return usual
        return reader.word(name, words)

    return part(read_word, usual)


def flag(*, always: bool = False) -> Any:
    """Something that mostly is not so."""
    return part(lambda reader, name, seats: reader.flag(name), False, always=always)


def dice() -> Any:
    """Two dice, or None where nobody noted them."""
    return part(lambda reader, name, seats: reader.dice(name), None)


def rows(
    read: Callable[[Reader, int], Any],
    write: Callable[[Any], Any],
    most: int | None = None,
    *,
    always: bool = False,
) -> Any:
    """A list of objects in their order, at most so many, or one a seat; mostly none."""

    def read_rows(reader: Reader, name: str, seats: int) -> tuple[Any, ...]:
        return tuple(read(item, seats) for item in reader.objects(name, most or seats))

    return part(read_rows, (), write=lambda items: [write(item) for item in items], always=always)


def read_parts(kind: type[Any], reader: Reader, seats: int) -> Any:
    """An object of a record as this dataclass; RuleError for a wrong shape."""
    parts = {each.name: each.metadata["read"](reader, _name(each), seats) for each in fields(kind)}
    reader.check_all_read()
    return kind(**parts)


def parts_to_json(value: Any) -> dict[str, Any]:
    """The object as a record writes it; what has its default is left out."""
    values = ((each, getattr(value, each.name)) for each in fields(value))
    return {
        _name(each): each.metadata["write"](worth)
        for each, worth in values
        if each.metadata["always"] or worth != each.default
    }


class Outcomes:
    """How a hand of one game can end: the word of each `type` in a record, and its class."""

    def __init__(self, **kinds: type[Any]) -> None:
        self.kinds = kinds

    def read(self, rules: Any, hand: Mapping[str, Any]) -> Any:
        """A hand of a game record; RuleError for a wrong shape."""
        return self.read_from(Reader(hand), rules.seats)

    def read_from(self, reader: Reader, seats: int) -> Any:
        """The same of an object within a record."""
        return read_parts(self.kinds[reader.word("type", self.kinds)], reader, seats)

    def read_partial(self, reader: Reader, seats: int) -> dict[str, Any]:
        """What is told so far of an outcome, as a record writes it, each part of the right shape."""
        outcome_so_far = {"type": reader.word("type", self.kinds)} if reader.has("type") else {}
        for kind in self.kinds.values():
            for each in fields(kind):
                if (name := _name(each)) in reader.data:
                    outcome_so_far[name] = each.metadata["read"](reader, name, seats)
        reader.check_all_read()
        return outcome_so_far

    def write(self, outcome: Any) -> dict[str, Any]:
        """The outcome as a game record writes it; what has its default is left out."""
        word = next(word for word, kind in self.kinds.items() if isinstance(outcome, kind))
        return {"type": word} | parts_to_json(outcome)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _name(field: Field[Any]) -> str:
    return field.metadata["name"] or field.name
