"""Counting the tai of a hand's patterns: exclusions are applied and said, contradictions refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .game import RuleError, Text
from .taiwanese_patterns import PATTERNS, Pattern
from .taiwanese_rules import Rules

#: Patterns of a tile from the wall, and of a tile from another player.
FROM_THE_WALL = (
    "self_drawn",
    "concealed_self_drawn",
    "replacement_win",
    "last_draw",
    "melded_self_drawn",
    "heavenly",
)
FROM_ANOTHER = ("last_discard", "robbed_kong", "melded_discard")

MELDED = ("melded_self_drawn", "melded_discard")
CONCEALED_PUNGS = ("concealed_pungs_3", "concealed_pungs_4", "concealed_pungs_5")
HONOUR_SETS = (
    "seat_wind",
    "round_wind",
    "dragon_pung",
    "little_dragons",
    "big_dragons",
    "little_winds",
    "big_winds",
    "all_honours",
)

#: Each of the first cannot stand with any of the second in one hand.
CONTRADICTIONS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (MELDED, ("concealed", "concealed_self_drawn", "heavenly", *CONCEALED_PUNGS)),
    (("all_chows",), ("all_pungs", "four_kongs", *CONCEALED_PUNGS, *HONOUR_SETS)),
    (("full_flush",), HONOUR_SETS),
    (("little_dragons",), ("big_dragons", "little_winds")),
    (("little_winds",), ("big_winds",)),
    (("heavenly",), ("earthly", "human", "last_draw", "ready_first_discard")),
    (("earthly",), ("human",)),
    (("last_discard",), ("robbed_kong",)),
    (("seven_flowers",), ("eight_flowers",)),
)

#: How many of the five sets of a hand a pattern takes for itself.
WIND_SETS = {"little_winds": 3, "big_winds": 4}
DRAGON_SETS = {"little_dragons": 2, "big_dragons": 3}

#: The patterns of bonus tiles that each way of playing with flowers allows, and how often.
BONUS_PATTERNS = ("own_flower", "flower_set", "seven_flowers", "eight_flowers")
BONUS_ALLOWED = {
    "none": {},
    "flowers": {"own_flower": 1, "flower_set": 1},
    "flowers_seasons": {"own_flower": 2, "flower_set": 1, "seven_flowers": 1, "eight_flowers": 1},
}


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern that counts, `times` over; `tai` is what it brings in all."""

    pattern: Pattern
    times: int
    tai: int


@dataclass(frozen=True, slots=True)
class ExcludedPattern:
    """A pattern that was ticked and is not counted, because of `because_of`."""

    pattern: Pattern
    because_of: Pattern

    @property
    def reason(self) -> Text:
        """Why it is not counted, in words."""
        out, kept = self.pattern.name, self.because_of.name
        return Text(
            f"“{out.en}” is not counted beside “{kept.en}”.",
            f"« {out.fr} » ne compte pas avec « {kept.fr} ».",
        )


@dataclass(frozen=True, slots=True)
class PatternCount:
    """The tai of the patterns of one hand, without the dealer's, and what was counted or not."""

    tai: int
    counted: tuple[CountedPattern, ...]
    excluded: tuple[ExcludedPattern, ...]


def count_patterns(rules: Rules, patterns: Iterable[str]) -> PatternCount:
    """Add the tai of the patterns, leaving out what the table excludes.

    A hand that is concealed and self-drawn has the bonus for both, whichever of the three was ticked.
    Counts a hand still being entered too: what contradicts is left to `check_patterns`.

    >>> count_patterns(Rules(), ["concealed", "self_drawn"]).tai
    3
    >>> count = count_patterns(Rules(), ["big_dragons", "dragon_pung", "half_flush"])
    >>> count.tai, count.excluded[0].reason.en
    (12, '“Dragon pung” is not counted beside “Big three dragons”.')
    """
    times: dict[str, int] = {}
    for key in patterns:
        times[key] = times.get(key, 0) + 1
    if "concealed_self_drawn" in times:
        times.update(concealed=1, self_drawn=1)
    elif "concealed" in times and "self_drawn" in times:
        times["concealed_self_drawn"] = 1
    counted, excluded = [], []
    for key, pattern in PATTERNS.items():
        if key not in times:
            continue
        stronger = [other for other in PATTERNS.values() if other.key in times and key in other.excludes]
        if stronger:
            excluded.append(ExcludedPattern(pattern, stronger[-1]))
        else:
            counted.append(CountedPattern(pattern, times[key], rules.tai_of(key) * times[key]))
    return PatternCount(sum(row.tai for row in counted), tuple(counted), tuple(excluded))


def check_patterns(
    rules: Rules, patterns: tuple[str, ...], path: str, *, self_drawn: bool, is_dealer: bool
) -> None:
    """RuleError at `path` (the list) where one hand, won this way by this seat, cannot show all of these."""

    def refuse(code: str, en: str, fr: str) -> RuleError:
        return RuleError(code, path, Text(en, fr))

    for key in patterns:
        name = PATTERNS[key].name
        if not self_drawn and key in FROM_THE_WALL:
            raise refuse(
                "pattern_needs_self_draw",
                f"“{name.en}” needs a tile from the wall, and this hand was won on a discard.",
                f"« {name.fr} » veut une tuile du mur, et cette main a gagné sur un écart.",
            )
        if self_drawn and key in FROM_ANOTHER:
            raise refuse(
                "pattern_needs_discard",
                f"“{name.en}” needs another player’s tile, and this hand was self-drawn.",
                f"« {name.fr} » veut la tuile d’un autre, et cette main a tiré la sienne.",
            )
        if is_dealer != (key == "heavenly") and key in ("heavenly", "earthly", "human"):
            raise refuse(
                "pattern_not_for_this_seat",
                "Only the dealer can have a heavenly hand, and only another seat an earthly or human one.",
                "Seul le donneur a une main du ciel, seul un autre celle de la terre ou de l’homme.",
            )
        allowed = BONUS_ALLOWED[rules.flowers].get(key, 0)
        if key in BONUS_PATTERNS and patterns.count(key) > allowed:
            raise refuse(
                "bonus_tiles_not_played",
                f"“{name.en}” needs more flowers than this table plays with.",
                f"« {name.fr} » demande plus de fleurs que cette table n’en joue.",
            )
    if patterns.count("dragon_pung") == 3 and "big_dragons" not in patterns:
        raise refuse(
            "three_dragon_pungs",
            "Three dragon pungs are “Big three dragons”: tick that instead.",
            "Trois brelans de dragons sont « Trois grands dragons » : cochez plutôt cela.",
        )
    _check_contradictions(patterns, path)


def _check_contradictions(patterns: tuple[str, ...], path: str) -> None:
    for some, others in CONTRADICTIONS:
        one = next((key for key in some if key in patterns), None)
        other = next((key for key in others if key in patterns), None)
        if one is not None and other is not None:
            raise _cannot_both(one, other, path)
    winds = max(((WIND_SETS.get(key, 0), key) for key in patterns), default=(0, ""))
    dragons = max(((DRAGON_SETS.get(key, 0), key) for key in patterns), default=(0, ""))
    if not dragons[0] and "dragon_pung" in patterns:
        dragons = (patterns.count("dragon_pung"), "dragon_pung")
    if winds[0] and dragons[0] and winds[0] + dragons[0] > 5:
        raise _cannot_both(winds[1], dragons[1], path)


def _cannot_both(one: str, other: str, path: str) -> RuleError:
    first, second = PATTERNS[one].name, PATTERNS[other].name
    return RuleError(
        "patterns_contradict",
        path,
        Text(
            f"One hand cannot have both “{first.en}” and “{second.en}”.",
            f"Une main ne peut avoir à la fois « {first.fr} » et « {second.fr} ».",
        ),
    )
