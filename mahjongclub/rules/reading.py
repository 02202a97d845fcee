"""Reading JSON objects of a game record: each value is checked as it is taken, each fault names its path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard

from .game import RuleError
from .words import Text


class Reader:
    """A JSON object under a path, read field by field; `check_all_read` refuses what nobody asked for.

    >>> hand = Reader({"winner": 1, "from": 1, "colour": "red"})
    >>> hand.seat("winner", 4)
    1
    >>> hand.check_all_read()
    Traceback (most recent call last):
        ...
    mahjongclub.rules.game.RuleError: “from” is not known here.
    """

    def __init__(self, data: Any, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise RuleError("not_an_object", path or None, Text("A JSON object is needed here."))
        self.data = data
        self.path = path
        self.taken: set[str] = set()

    def at(self, name: str | int) -> str:
        """The path of a field, as errors name it."""
        return f"{self.path}.{name}" if self.path else str(name)

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; does not count as reading it."""
        return self.data.get(name) is not None

    def value(self, name: str) -> Any:
        """The raw value, or None; counts as read."""
        self.taken.add(name)
        return self.data.get(name)

    def rule_error(self, code: str, name: str | int | None, text: Text) -> RuleError:
        """An error at a field of this object, for the caller to raise."""
        return RuleError(code, self.at(name) if name is not None else self.path or None, text)

    def needed(self, name: str) -> Any:
        """The raw value; RuleError `missing` where it is absent or null."""
        value = self.value(name)
        if value is None:
            raise self.rule_error("missing", name, Text("“{name}” is missing.", name=name))
        return value

    def whole(self, name: str, low: int, high: int, *, code: str | None = None) -> int:
        """A whole number from `low` to `high`; RuleError `<name>_out_of_range` (or `code`) otherwise."""
        value = self.needed(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.rule_error(
                "not_a_whole_number", name, Text("“{name}” must be a whole number.", name=name)
            )
        if not low <= value <= high:
            raise self.rule_error(
                code or f"{name}_out_of_range",
                name,
                Text("“{name}” must be from {low} to {high}.", name=name, low=low, high=high),
            )
        return value

    def optional_whole(self, name: str, low: int, high: int, default: int | None = None) -> int | None:
        """As `whole`, or the default where the field is absent or null."""
        self.taken.add(name)
        return self.whole(name, low, high) if self.has(name) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; the default where absent."""
        value = self.value(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.rule_error(
                "not_true_or_false", name, Text("“{name}” must be true or false.", name=name)
            )
        return value

    def word(self, name: str, choices: Iterable[str]) -> str:
        """One of the words; RuleError `unknown_<name>` otherwise."""
        value = self.needed(name)
        words = tuple(choices)
        if not isinstance(value, str) or value not in words:
            listed = ", ".join(words)
            raise self.rule_error(
                f"unknown_{name}", name, Text("“{name}” must be one of: {listed}.", name=name, listed=listed)
            )
        return value

    def words(self, name: str, choices: Iterable[str]) -> tuple[str, ...]:
        """A list of different words, empty where absent."""
        choices_in_order = tuple(choices)
        values: list[str] = []
        for index, value in enumerate(self.items(name)):
            if not isinstance(value, str) or value not in choices_in_order:
                listed = ", ".join(choices_in_order)
                raise self.rule_error(
                    f"unknown_{name}",
                    f"{name}.{index}",
                    Text("Each of “{name}” must be one of: {listed}.", name=name, listed=listed),
                )
            if value in values:
                raise self.rule_error(
                    "repeated", f"{name}.{index}", Text("“{value}” is there twice.", value=value)
                )
            values.append(value)
        return tuple(values)

    def text(self, name: str, longest: int = 200) -> str | None:
        """A string of at most `longest` characters, None where absent."""
        value = self.value(name)
        if value is not None and not is_text(value, longest):
            raise self.rule_error(
                "not_text",
                name,
                Text("“{name}” must be a text of at most {longest} characters.", name=name, longest=longest),
            )
        return value

    def seat(self, name: str, seats: int) -> int:
        """A seat, 0 to seats - 1; RuleError `seat_out_of_range` otherwise."""
        return self.whole(name, 0, seats - 1, code="seat_out_of_range")

    def optional_seat(self, name: str, seats: int) -> int | None:
        """A seat, or None where absent or null."""
        self.taken.add(name)
        return self.seat(name, seats) if self.has(name) else None

    def seats(self, name: str, seats: int) -> tuple[int, ...]:
        """A list of different seats, empty where absent, in the order given."""
        seats_read: list[int] = []
        for index, value in enumerate(self.items(name)):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
                raise self.rule_error(
                    "seat_out_of_range",
                    f"{name}.{index}",
                    Text("A seat is a number from 0 to {value}.", value=seats - 1),
                )
            if value in seats_read:
                raise self.rule_error(
                    "repeated", f"{name}.{index}", Text("Seat {value} is there twice.", value=value)
                )
            seats_read.append(value)
        return tuple(seats_read)

    def items(self, name: str, longest: int = 1000) -> Sequence[Any]:
        """A list, empty where absent."""
        value = self.value(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple) or len(value) > longest:
            raise self.rule_error("not_a_list", name, Text("“{name}” must be a list.", name=name))
        return value

    def objects(self, name: str, longest: int = 1000) -> list[Reader]:
        """A list of objects, each under its own path ("wins.0")."""
        return [
            Reader(item, self.at(f"{name}.{index}")) for index, item in enumerate(self.items(name, longest))
        ]

    def object(self, name: str) -> Reader:
        """One object under its own path."""
        return Reader(self.needed(name), self.at(name))

    def dice(self, name: str) -> tuple[int, int] | None:
        """Two dice, 1 to 6 each, or None where absent."""
        if not self.has(name):
            self.taken.add(name)
            return None
        value = self.items(name)
        if len(value) != 2 or not all(
            isinstance(die, int) and not isinstance(die, bool) and 1 <= die <= 6 for die in value
        ):
            raise self.rule_error("not_dice", name, Text("Two dice show 1 to 6 each."))
        return value[0], value[1]

    def check_all_read(self) -> None:
        """Refuse any field that nobody read."""
        for name in self.data:
            if name not in self.taken:
                key = key_for_error(name)
                raise self.rule_error("unknown_key", key, Text("“{key}” is not known here.", key=key))


def whole_number(text: str, longest: int = 18) -> int | None:
    """The number that at most `longest` digits from 0 to 9 write, None for every other text. Of 18 digits
    every number has room in 64 bits, as that of a row.

    A sign, a space, something between the thousands and the digits of other scripts make it another text.

    >>> whole_number("0420", 4), whole_number("10000", 4), whole_number("", 4)
    (420, None, None)
    >>> {whole_number(text, 9) for text in ("²", "٣", "４", "1_0", "54,200", "+5", "-5", "−5", " 5", "")}
    {None}
    """
    return int(text) if len(text) <= longest and text.isascii() and text.isdigit() else None


def is_text(value: Any, longest: int) -> TypeGuard[str]:
    """Whether a value is a text of at most `longest` characters that can be stored and sent.

    JSON can write half a character (a lone surrogate); nothing else can hold it.

    >>> is_text("麻雀", 10), is_text("\\ud800", 10), is_text(3, 10)
    (True, False, False)
    """
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def key_for_error(key: str) -> str:
    """A key from outside as an error may show it: not too long, and without half characters.

    >>> key_for_error("x" * 1000) == "x" * 40 + "…", key_for_error("\\ud800")
    (True, '\\\\ud800')
    """
    safe = key[:40].encode("utf-8", "backslashreplace").decode("utf-8")
    return safe + ("…" if len(key) > 40 else "")
