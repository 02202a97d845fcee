"""A variant's options: one frozen field each, with default, range, label, explanation and source.

The command line, the forms of the app and the help pages are all drawn from `describe_options`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, Self

from .game import RuleError
from .reading import is_text, key_for_error
from .words import Text

Kind = Literal["whole", "decimal", "yes_no", "choice", "set", "numbers", "named"]
#: how many values of its own a club can name, how long a name may be, and how much one can be worth
MOST_NAMED, LONGEST_NAMED, MOST_WORTH = 40, 40, 1_000_000


@dataclass(frozen=True, slots=True)
class Option:
    """What a form, a help page or a reader of records must know about one option.

    `low` and `high` bound whole numbers; `choices` are the words of a choice or a set, with their labels;
    `optional` lets a whole number be null, and `empty` says what that means ("none" where it says nothing);
    `decimals` lets a number have so many digits behind the point: an int where it is whole, else a float.
    `length` is the size of a list of numbers, which must add up to 0. `reading` marks an option that fills a
    gap of the source text and so must be easy to turn.
    `group` is the heading under which a form gathers options of one kind, None for those that stand alone.
    """

    default: Any
    label: Text
    help: Text
    source: str
    choices: Mapping[str, Text] | None = None
    low: int | None = None
    high: int | None = None
    decimals: int = 0
    length: int | None = None
    optional: bool = False
    empty: Text | None = None
    reading: bool = False
    group: Text | None = None
    named: tuple[str, ...] = ()
    name: str = ""

    @property
    def kind(self) -> Kind:
        """What its values are, as its default and what bounds them tell."""
        if isinstance(self.default, bool):
            return "yes_no"
        if self.length is not None:
            return "numbers"
        if self.named:
            return "named"
        if self.choices is None:
            return "decimal" if self.decimals else "whole"
        return "set" if isinstance(self.default, tuple) else "choice"

    def is_off(self, value: Any) -> bool:
        """Whether this value is one of not playing it: no, none, nothing. An empty value may say more.

        >>> HONBA = Option(300, Text("Honba"), Text("What one honba adds."), "usage", low=0)
        >>> HONBA.is_off(0), HONBA.is_off(300)
        (True, False)
        """
        return (not value or value in ("off", "none")) and not (value is None and self.empty is not None)

    def read(self, value: Any) -> Any:
        """The value as the rules store it; RuleError at `rules.<name>` when it is not one."""
        reader = {
            "whole": self._read_whole,
            "decimal": self._read_decimal,
            "yes_no": self._read_yes_no,
            "choice": self._read_choice,
            "set": self._read_set,
            "numbers": self._read_numbers,
            "named": self._read_named,
        }[self.kind]
        return reader(value)

    def write(self, value: Any) -> Any:
        """The value as JSON writes it."""
        if self.named:
            return [dict(zip(("name", *self.named), entry, strict=True)) for entry in value]
        return list(value) if isinstance(value, tuple) else value

    def _read_whole(self, value: Any) -> int | None:
        if value is None and self.optional:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._refused("option_not_whole", Text("a whole number"))
        self._check_range(value)
        return value

    def _check_range(self, value: float) -> None:
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise self._refused(
                "option_out_of_range", Text("from {low} to {high}", low=self.low, high=self.high)
            )

    def _read_decimal(self, value: Any) -> int | float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or value != round(value, self.decimals):
            expectation = Text("a number with at most {count} decimals", count=self.decimals)
            raise self._refused("option_not_decimal", expectation)
        self._check_range(value)
        return int(value) if value == int(value) else value

    def _read_yes_no(self, value: Any) -> bool:
        words = {"yes": True, "no": False, "on": True, "off": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in words:
            return words[value]
        raise self._refused("option_not_yes_no", Text("true or false"))

    def _read_choice(self, value: Any) -> str:
        assert self.choices is not None
        if not isinstance(value, str) or value not in self.choices:
            words = ", ".join(self.choices)
            raise self._refused("option_unknown_choice", Text("one of {words}", words=words))
        return value

    def _read_set(self, value: Any) -> tuple[str, ...]:
        assert self.choices is not None
        all_known = isinstance(value, list | tuple) and all(
            isinstance(word, str) and word in self.choices for word in value
        )
        if not all_known or len(set(value)) != len(value):
            words = ", ".join(self.choices)
            raise self._refused("option_unknown_choice", Text("some of {words}", words=words))
        return tuple(word for word in self.choices if word in value)

    def _read_numbers(self, value: Any) -> tuple[int, ...]:
        assert self.length is not None
        if not isinstance(value, list | tuple) or not all(
            isinstance(number, int) and not isinstance(number, bool) and abs(number) <= 1000
            for number in value
        ):
            raise self._refused("option_not_numbers", Text("a list of whole numbers"))
        numbers = tuple(value)
        if len(numbers) * 2 == self.length:  # "20/10" says the upper half, the lower half mirrors it
            numbers = numbers + tuple(-number for number in reversed(numbers))
        if len(numbers) != self.length or sum(numbers) != 0:
            raise self._refused(
                "option_not_numbers", Text("{length} numbers that add up to 0", length=self.length)
            )
        return numbers

    def _read_named(self, value: Any) -> tuple[tuple[Any, ...], ...]:
        if not isinstance(value, list | tuple) or len(value) > MOST_NAMED:
            raise self._refused("option_not_named", Text("at most {most} lines", most=MOST_NAMED))
        entries = tuple(self._read_one(entry) for entry in value)
        if len({entry[0].casefold() for entry in entries}) < len(entries):
            raise self._refused("option_not_named", Text("each name once"))
        return entries

    def _read_one(self, value: Any) -> tuple[Any, ...]:
        """A name with its numbers, of which all but the first may be left out for 0."""
        name = value.get("name") if isinstance(value, Mapping) else None
        numbers = tuple(value.get(field, 0) for field in self.named) if isinstance(value, Mapping) else ()
        has_fields = isinstance(value, Mapping) and {"name", self.named[0]} <= set(value) <= {
            "name",
            *self.named,
        }
        whole = all(
            isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST_WORTH
            for number in numbers
        )
        if not has_fields or not whole or not is_text(name, LONGEST_NAMED) or not name.strip():
            raise self._refused("option_not_named", Text("a name and whole numbers on each line"))
        return (" ".join(name.split()), *numbers)

    def _refused(self, code: str, expected: Text) -> RuleError:
        return RuleError(
            code,
            f"rules.{self.name}",
            Text("{label}: please give {wanted}.", label=self.label, wanted=expected),
        )


def option(default: Any, label: Text, help: Text, source: str, **more: Any) -> Any:
    """A dataclass field that is an option of a variant. See `Option` for what there is to say of it."""
    return field(default=default, metadata={"option": Option(default, label, help, source, **more)})


@dataclass(frozen=True)
class GameRules:
    """Base of every variant's rules: a frozen dataclass whose fields are made by `option`.

    `topics` are the headings under which a reader finds the options, each with their names. `idle_while`
    names for an option another one, and the values with which that makes it say nothing.
    """

    topics: ClassVar[tuple[tuple[Text, tuple[str, ...]], ...]] = ()
    idle_while: ClassVar[Mapping[str, tuple[str, tuple[Any, ...]]]] = {}

    @classmethod
    @cache
    def describe_options(cls) -> tuple[Option, ...]:
        """Every option of the variant, in the order a form shows them."""
        return tuple(replace(item.metadata["option"], name=item.name) for item in fields(cls))

    def with_options(self, overrides: Mapping[str, Any]) -> Self:
        """These rules with some options changed; RuleError at `rules.<name>` for a wrong one."""
        options = {item.name: item for item in self.describe_options()}
        changes = {}
        for name, value in overrides.items():
            if name not in options:
                key = key_for_error(name)
                raise RuleError(
                    "unknown_option", f"rules.{key}", Text("There is no option “{key}”.", key=key)
                )
            changes[name] = options[name].read(value)
        return replace(self, **changes)

    @classmethod
    def option_error(cls, name: str, expected: Text) -> RuleError:
        """The error at an option whose value does not go with the rest."""
        label = next(item.label for item in cls.describe_options() if item.name == name)
        text = Text("{option}: {wanted}.", option=label, wanted=expected)
        return RuleError("option_out_of_range", f"rules.{name}", text)

    def check_hundreds(self, *names: str) -> None:
        """RuleError at an option in points that are not whole hundreds: no stick is smaller."""
        for name in names:
            if (getattr(self, name) or 0) % 100:
                raise self.option_error(name, Text("a multiple of 100 is needed"))

    def option_values(self, names: Container[str]) -> dict[str, Any]:
        """The options of these names with their values, as a record writes them."""
        return {name: value for name, value in self.to_json().items() if name in names}

    def is_off(self, option: Option) -> bool:
        """Whether these rules do not play an option: it is off, or another one makes it say nothing."""
        other, values = self.idle_while.get(option.name, ("", ()))
        return option.is_off(getattr(self, option.name)) or (bool(other) and getattr(self, other) in values)

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, as a record writes them."""
        return {item.name: item.write(getattr(self, item.name)) for item in self.describe_options()}

    def options_beside_preset(self, preset: GameRules) -> dict[str, Any]:
        """The options that a record writes beside its preset: what differs from it or from the defaults.

        Defaults never change, but a preset may be corrected: such a record settles as before all the same.
        """
        usual = type(self)().to_json()
        changed = self.changed_from(preset)
        return {
            name: value for name, value in self.to_json().items() if name in changed or value != usual[name]
        }

    def changed_from(self, other: GameRules) -> dict[str, Any]:
        """Only the options that differ from `other`, as a record's `rules` writes them."""
        mine, theirs = self.to_json(), other.to_json()
        return {name: value for name, value in mine.items() if value != theirs[name]}
