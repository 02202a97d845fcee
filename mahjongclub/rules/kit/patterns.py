"""Hands told by the patterns they show: what each is worth, and which can stand together, all as data.

A game gives a `PatternList`. Its patterns are counted with what excludes and implies what; what one hand
cannot show is refused. What is counted is never read from tiles: it is what somebody ticked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..game import RuleError
from ..words import Text
from .common_options import RulesType, add_value_options


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: `value` is what it usually brings, `excludes` what is not counted beside it.

    `implies` are patterns that such a hand shows too, each with how often: they count without a tick.
    `help` says when a hand has it. `most` is how often one hand can have it.
    """

    key: str
    value: int
    name: Text
    chinese: str
    help: Text
    excludes: tuple[str, ...] = ()
    implies: tuple[tuple[str, int], ...] = ()
    most: int = 1


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern that counts, `times` over; `value` is what it brings in all."""

    pattern: Pattern
    times: int
    value: int


@dataclass(frozen=True, slots=True)
class ExcludedPattern:
    """A pattern that was ticked and is not counted, because of `because_of`."""

    pattern: Pattern
    because_of: Pattern

    @property
    def reason(self) -> Text:
        """Why it is not counted, in words."""
        out, beside = self.pattern.name, self.because_of.name
        return Text("“{out}” is not counted beside “{kept}”.", out=out, kept=beside)


@dataclass(frozen=True, slots=True)
class PatternTotal:
    """What the patterns of one hand come to, and what was counted or not."""

    value: int
    counted: tuple[CountedPattern, ...]
    excluded: tuple[ExcludedPattern, ...]


@dataclass(frozen=True)
class PatternList:
    """The patterns of one game in the order a list shows them, and what cannot stand together.

    `from_the_wall` need a tile of the wall, `from_another` another player's; `for_the_dealer` only the dealer
    can have, `for_the_others` only another seat. Each of the first of a contradiction cannot stand with any
    of the second. `takes` are groups of patterns, each with the sets of a hand it takes for itself; two of
    different groups share the `sets` of a hand. `flower_limits` says how often each pattern of flowers and
    seasons may be ticked, by the rules' option `flowers`. `both` names a third pattern where two stand
    together. `too_often` refuses so many of a pattern where another is not ticked.
    """

    table: tuple[Pattern, ...]
    sets: int
    from_the_wall: tuple[str, ...] = ()
    from_another: tuple[str, ...] = ()
    for_the_dealer: tuple[str, ...] = ("heavenly",)
    for_the_others: tuple[str, ...] = ("earthly", "human")
    contradictions: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    takes: tuple[Mapping[str, int], ...] = ()
    flower_limits: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    both: tuple[tuple[str, str, str], ...] = ()
    too_often: tuple[tuple[str, int, str, Text], ...] = ()

    @cached_property
    def by_key(self) -> Mapping[str, Pattern]:
        """Every pattern by its key, in the order of the list."""
        return {pattern.key: pattern for pattern in self.table}

    @cached_property
    def flower_keys(self) -> frozenset[str]:
        """The keys of the patterns of flowers and seasons."""
        return frozenset(key for limits in self.flower_limits.values() for key in limits)

    def count(self, patterns: Iterable[str], value_of: Callable[[str], int]) -> PatternTotal:
        """Add up the patterns by these values, leaving out what is excluded and adding what is implied.

        Counts a hand still being entered too: what contradicts is left to `check`.
        """
        times: dict[str, int] = {}
        for key in patterns:
            times[key] = times.get(key, 0) + 1
        for first, other, third in self.both:
            if third in times:
                times.update({first: 1, other: 1})
            elif first in times and other in times:
                times[third] = 1
        for key in tuple(times):
            for also, often in self.by_key[key].implies:
                times[also] = max(often, times.get(also, 0))
        counted, excluded = [], []
        for pattern in self.table:
            if not (often := times.get(pattern.key, 0)):
                continue
            stronger = [other for other in self.table if other.key in times and pattern.key in other.excludes]
            if stronger:
                excluded.append(ExcludedPattern(pattern, stronger[-1]))
            else:
                counted.append(CountedPattern(pattern, often, value_of(pattern.key) * often))
        return PatternTotal(sum(row.value for row in counted), tuple(counted), tuple(excluded))

    def check(
        self, patterns: tuple[str, ...], path: str, *, flowers: str, self_drawn: bool, is_dealer: bool
    ) -> None:
        """RuleError at `path` (the list) where one hand, won so by this seat, cannot show all of these."""
        for key in patterns:
            self._check_one(key, patterns.count(key), path, flowers, self_drawn, is_dealer)
        for key, often, other, text in self.too_often:
            if patterns.count(key) == often and other not in patterns:
                raise RuleError("three_dragon_pungs", path, text)
        for some, others in self.contradictions:
            key_of_some = next((key for key in some if key in patterns), None)
            against = next((key for key in others if key in patterns), None)
            if key_of_some is not None and against is not None:
                raise self._cannot_both(key_of_some, against, path)
        self._check_sets(patterns, path)

    def _check_one(
        self, key: str, times: int, path: str, flowers: str, self_drawn: bool, is_dealer: bool
    ) -> None:
        name = self.by_key[key].name
        if not self_drawn and key in self.from_the_wall:
            raise RuleError(
                "pattern_needs_self_draw",
                path,
                Text("“{name}” needs a tile from the wall, and this hand was won on a discard.", name=name),
            )
        if self_drawn and key in self.from_another:
            raise RuleError(
                "pattern_needs_discard",
                path,
                Text("“{name}” needs another player’s tile, and this hand was self-drawn.", name=name),
            )
        if key in (self.for_the_others if is_dealer else self.for_the_dealer):
            raise RuleError(
                "pattern_not_for_this_seat",
                path,
                Text(
                    "Only the dealer can have a heavenly hand, and only another seat an earthly or human one."
                ),
            )
        if key in self.flower_keys and times > self.flower_limits[flowers].get(key, 0):
            raise RuleError(
                "bonus_tiles_not_played",
                path,
                Text("“{name}” needs more flowers than this table plays with.", name=name),
            )

    def _check_sets(self, patterns: tuple[str, ...], path: str) -> None:
        largest = [
            max(
                ((each * patterns.count(key), key) for key, each in group.items()),
                key=lambda entry: entry[0],
                default=(0, ""),
            )
            for group in self.takes
        ]
        needing_sets = [(sets, key) for sets, key in largest if sets]
        if len(needing_sets) > 1 and sum(sets for sets, _key in needing_sets) > self.sets:
            raise self._cannot_both(needing_sets[0][1], needing_sets[1][1], path)

    def _cannot_both(self, key: str, other: str, path: str) -> RuleError:
        first, second = self.by_key[key].name, self.by_key[other].name
        return RuleError(
            "patterns_contradict",
            path,
            Text("One hand cannot have both “{first}” and “{second}”.", first=first, second=second),
        )


def add_pattern_options(
    patterns: Iterable[Pattern], prefix: str, group: Text, source: str
) -> Callable[[type[RulesType]], type[RulesType]]:
    """Give a class of rules an option a pattern (its value), under one heading, after its other options.

    Stands between `@dataclass(frozen=True)` and the class; of prefix "tai" comes `tai_concealed`.
    """

    lines = (
        (
            f"{prefix}_{pattern.key}",
            pattern.value,
            Text("{pattern} {chinese}", pattern=pattern.name, chinese=pattern.chinese),
            pattern.help,
        )
        for pattern in patterns
    )
    return add_value_options(lines, 100, group, source)
