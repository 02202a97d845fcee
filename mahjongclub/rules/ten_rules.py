"""The options of Ten, and the preset of the manga it comes from. Source: seed 003, RULES.md section 4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from . import options
from .game import Preset, RuleError, Text
from .options import option

SEED = "seed 003"


@dataclass(frozen=True)
class Rules(options.Rules):
    """What a club may turn in Ten. Points are in the bank's unit, minutes count from the first tap."""

    starting_points: int = option(
        10_000,
        "whole",
        Text("Starting points", "Points de départ"),
        Text(
            "What each player holds at first: ten sticks of 1,000 for riichi.",
            "Ce que chacun possède au début : dix bâtonnets de 1 000 pour les riichi.",
        ),
        SEED,
        low=0,
        high=1_000_000,
    )
    bank: int = option(
        100_000,
        "whole",
        Text("Bank", "Banque"),
        Text(
            "The pot that pays every win; when it is empty the session is over.",
            "Le pot qui paie chaque victoire ; quand il est vide, la session est finie.",
        ),
        SEED,
        low=100,
        high=10_000_000,
    )
    value: str = option(
        "tsumo",
        "choice",
        Text("The bank pays", "La banque paie"),
        Text(
            "Whether a win is worth the three shares of a four-player self-draw added up, or the ron.",
            "Une victoire vaut soit les trois parts d’un tsumo à quatre joueurs, soit le ron.",
        ),
        "RULES.md section 4; seed 003: “la valeur de sa main en points”",
        choices={
            "tsumo": Text("the self-draw, three shares", "le tsumo, trois parts"),
            "ron": Text("the ron", "le ron"),
        },
        reading=True,
    )
    minutes: int = option(
        60,
        "whole",
        Text("Minutes", "Minutes"),
        Text(
            "How long a session lasts; the hand in play is then finished.",
            "La durée d’une session ; on termine ensuite la partie en cours.",
        ),
        SEED,
        low=1,
        high=600,
    )
    alarm_first: int = option(
        50,
        "whole",
        Text("First alarm (minutes)", "Première alarme (minutes)"),
        Text(
            "When the first alarm sounds; from then on the clock is hidden from both.",
            "Quand la première alarme retentit ; dès lors le chronomètre est masqué.",
        ),
        SEED,
        low=1,
        high=600,
    )
    alarm_second: int = option(
        55,
        "whole",
        Text("Second alarm (minutes)", "Deuxième alarme (minutes)"),
        Text("When the second alarm sounds.", "Quand la deuxième alarme retentit."),
        SEED,
        low=1,
        high=600,
    )
    turns: int = option(
        18,
        "whole",
        Text("Turns of phase A", "Tours de la phase A"),
        Text(
            "After so many turns each without a declaration the hand is drawn.",
            "Après ce nombre de tours chacun sans déclaration, la partie est nulle.",
        ),
        SEED,
        low=1,
        high=50,
    )
    guesses: int = option(
        2,
        "whole",
        Text("Tiles named per guess", "Tuiles nommées par essai"),
        Text(
            "How many tiles the defender names before each run of draws.",
            "Combien de tuiles le défenseur désigne avant chaque série de pioches.",
        ),
        SEED,
        low=1,
        high=13,
    )
    draws: int = option(
        5,
        "whole",
        Text("Draws per run", "Pioches par série"),
        Text(
            "How many tiles the attacker draws after a wrong guess.",
            "Combien de tuiles l’attaquant pioche après un essai manqué.",
        ),
        SEED,
        low=1,
        high=70,
    )

    def with_options(self, overrides: Mapping[str, Any]) -> Self:
        """As every variant's; points are whole hundreds, and the alarms sound in order before the end."""
        changed = super().with_options(overrides)
        for name in ("starting_points", "bank"):
            if getattr(changed, name) % 100:
                raise _refused(name, "a multiple of 100 is needed", "il faut un multiple de 100")
        if changed.alarm_second > changed.minutes:
            raise _refused("alarm_second", "not after the end", "pas après la fin")
        if changed.alarm_first > changed.alarm_second:
            raise _refused("alarm_first", "not after the second alarm", "pas après la deuxième alarme")
        return changed


def _refused(name: str, en: str, fr: str) -> RuleError:
    label = next(item.label for item in Rules.describe_options() if item.name == name)
    return RuleError(
        "option_out_of_range", f"rules.{name}", Text(f"{label.en}: {en}.", f"{label.fr} : {fr}.")
    )


PRESETS = (Preset("manga", Text("The manga “Ten”", "Le manga « Ten »"), Rules()),)
