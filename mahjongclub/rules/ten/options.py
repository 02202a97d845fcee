"""The options of Ten, and the preset of the manga it comes from. Source: seed 003, RULES.md section 4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from .. import options
from ..game import RuleError
from ..options import option
from ..variant import Preset, Source
from ..words import Text

SEED = "seed 003"


@dataclass(frozen=True)
class Rules(options.GameRules):
    """What a club may turn in Ten. Points are in the bank's unit, minutes count from the first tap."""

    starting_points: int = option(
        10_000,
        Text("Starting points"),
        Text("What each player has at first: ten sticks of 1,000 for riichi."),
        SEED,
        low=0,
        high=1_000_000,
    )
    bank: int = option(
        100_000,
        Text("Bank"),
        Text("The pot that pays every win; when it is empty the game is over."),
        "seed 003; that an empty bank ends the game is RULES.md section 4",
        low=100,
        high=10_000_000,
        reading=True,
    )
    value: str = option(
        "tsumo",
        Text("The bank pays"),
        Text("Whether a win is worth the three shares of a four-player self-draw added up, or the ron."),
        "RULES.md section 4; seed 003: “la valeur de sa main en points”",
        choices={"tsumo": Text("the self-draw, three shares"), "ron": Text("the ron")},
        reading=True,
    )
    minutes: int = option(
        60,
        Text("Minutes"),
        Text("How long a game lasts; the hand in play is then finished."),
        SEED,
        low=1,
        high=600,
    )
    alarm_first: int = option(
        50,
        Text("First alarm (minutes)"),
        Text("When the first alarm sounds; from then on the clock is hidden from both."),
        SEED,
        low=1,
        high=600,
    )
    alarm_second: int = option(
        55,
        Text("Second alarm (minutes)"),
        Text("When the second alarm sounds."),
        SEED,
        low=1,
        high=600,
    )
    turns: int = option(
        18,
        Text("Turns of phase A"),
        Text("After so many turns each without a declaration the hand is a draw."),
        SEED,
        low=1,
        high=50,
    )
    guesses: int = option(
        2,
        Text("Tiles named per guess"),
        Text("How many tiles the defender names before each run of draws."),
        SEED,
        low=1,
        high=13,
    )
    draws: int = option(
        5,
        Text("Draws per run"),
        Text("How many tiles the attacker draws after a wrong guess."),
        SEED,
        low=1,
        high=70,
    )

    def with_options(self, overrides: Mapping[str, Any]) -> Self:
        """As every variant's; points are whole hundreds, and the alarms sound in order before the end."""
        changed = super().with_options(overrides)
        changed.check_hundreds("starting_points", "bank")
        if changed.alarm_second > changed.minutes:
            early = Text("The second alarm must come before the end.")
            raise RuleError("option_out_of_range", "rules.alarm_second", early)
        if changed.alarm_first > changed.alarm_second:
            early = Text("The first alarm must come before the second.")
            raise RuleError("option_out_of_range", "rules.alarm_first", early)
        return changed


PRESETS = (
    Preset(
        "manga",
        Text("The manga “Ten”"),
        Rules(),
        Source(
            Text.plain("天 天和通りの快男児 (福本伸行)"),
            date="1989",
            unread=Text("Read through the club’s own text, which describes the duel of the manga."),
        ),
    ),
)
