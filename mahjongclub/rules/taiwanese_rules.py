"""The options of Taiwanese mahjong and its presets, named by base and unit."""

from __future__ import annotations

from dataclasses import dataclass

from . import options
from .game import Preset, Text
from .options import option
from .taiwanese_patterns import PATTERNS

SEED = "seed 002"
USAGE = "common Taiwanese usage"
VALUES = Text("Tai of each pattern", "Tai de chaque figure")


def _value(key: str) -> int:
    """The option that holds a pattern's tai, drawn from the pattern's own table."""
    pattern = PATTERNS[key]
    value: int = option(
        pattern.tai,
        "whole",
        Text(f"{pattern.name.en} {pattern.chinese}", f"{pattern.name.fr} {pattern.chinese}"),
        pattern.help,
        USAGE,
        low=0,
        high=100,
        group=VALUES,
    )
    return value


@dataclass(frozen=True)
class Rules(options.Rules):
    """The options of Taiwanese mahjong; the defaults are the preset "3/1"."""

    base: int = option(
        3,
        "whole",
        Text("Base", "Base"),
        Text("What one payment is without any tai.", "Ce que vaut un paiement sans aucun tai."),
        USAGE,
        low=0,
        high=100_000,
    )
    unit: int = option(
        1,
        "whole",
        Text("Unit", "Unité"),
        Text("What each tai adds to a payment.", "Ce que chaque tai ajoute à un paiement."),
        USAGE,
        low=0,
        high=100_000,
    )
    multi_win: str = option(
        "all",
        "choice",
        Text("Several winners", "Plusieurs gagnants"),
        Text(
            "When several win on one discard: each is paid in full, or only the nearest after the discarder.",
            "Si plusieurs gagnent sur un écart : chacun est payé, ou seul le plus proche après l’écart.",
        ),
        USAGE,
        choices={
            "all": Text("all are paid", "tous sont payés"),
            "nearest": Text("nearest", "le plus proche"),
        },
    )
    false_win_tai: int = option(
        8,
        "whole",
        Text("Tai of a false win", "Tai d’un faux mahjong"),
        Text(
            "A false win pays each other seat base and unit times so many tai; the hand is replayed.",
            "Un faux mahjong paie à chacun la base et l’unité fois tant de tai ; la partie est rejouée.",
        ),
        USAGE,
        low=0,
        high=100,
    )
    rounds: int = option(
        4,
        "whole",
        Text("Rounds", "Manches"),
        Text(
            "How many times the deal goes round: 4 are 16 hands, and one more whenever the dealer stays.",
            "Tours de donne : 4 font 16 parties, et une de plus chaque fois que le donneur reste.",
        ),
        SEED,
        low=1,
        high=16,
    )
    starting_points: int = option(
        0,
        "whole",
        Text("Starting points", "Points de départ"),
        Text(
            "What lies before each player as the session begins.", "Ce que chacun a au début de la session."
        ),
        USAGE,
        low=0,
        high=1_000_000,
    )
    flowers: str = option(
        "flowers_seasons",
        "choice",
        Text("Flowers", "Fleurs"),
        Text(
            "Which bonus tiles are played, and so how many tiles stand in the wall.",
            "Quelles tuiles bonus sont jouées, et donc combien de tuiles compte le mur.",
        ),
        SEED,
        choices={
            "none": Text("none: 136 tiles", "aucune : 136 tuiles"),
            "flowers": Text("flowers: 140 tiles", "fleurs : 140 tuiles"),
            "flowers_seasons": Text("flowers and seasons: 144 tiles", "fleurs et saisons : 144 tuiles"),
        },
    )
    first_break: str = option(
        "dice",
        "choice",
        Text("First break", "Première ouverture"),
        Text(
            "On the first hand East throws for the wall, or breaks the own wall at the seats’ last throw.",
            "À la première partie, Est lance les dés, ou ouvre son mur au dernier lancer du tirage.",
        ),
        SEED,
        choices={
            "dice": Text("by the dice", "par les dés"),
            "own_wall": Text("East’s own wall", "le mur d’Est"),
        },
        reading=True,
    )
    tai_concealed: int = _value("concealed")
    tai_self_drawn: int = _value("self_drawn")
    tai_concealed_self_drawn: int = _value("concealed_self_drawn")
    tai_single_wait: int = _value("single_wait")
    tai_seat_wind: int = _value("seat_wind")
    tai_round_wind: int = _value("round_wind")
    tai_dragon_pung: int = _value("dragon_pung")
    tai_own_flower: int = _value("own_flower")
    tai_replacement_win: int = _value("replacement_win")
    tai_last_draw: int = _value("last_draw")
    tai_last_discard: int = _value("last_discard")
    tai_robbed_kong: int = _value("robbed_kong")
    tai_melded_self_drawn: int = _value("melded_self_drawn")
    tai_melded_discard: int = _value("melded_discard")
    tai_all_chows: int = _value("all_chows")
    tai_flower_set: int = _value("flower_set")
    tai_concealed_pungs_3: int = _value("concealed_pungs_3")
    tai_concealed_pungs_4: int = _value("concealed_pungs_4")
    tai_concealed_pungs_5: int = _value("concealed_pungs_5")
    tai_all_pungs: int = _value("all_pungs")
    tai_half_flush: int = _value("half_flush")
    tai_full_flush: int = _value("full_flush")
    tai_all_honours: int = _value("all_honours")
    tai_little_dragons: int = _value("little_dragons")
    tai_big_dragons: int = _value("big_dragons")
    tai_little_winds: int = _value("little_winds")
    tai_big_winds: int = _value("big_winds")
    tai_ready_first_discard: int = _value("ready_first_discard")
    tai_dealt_ready: int = _value("dealt_ready")
    tai_heavenly: int = _value("heavenly")
    tai_earthly: int = _value("earthly")
    tai_human: int = _value("human")
    tai_seven_flowers: int = _value("seven_flowers")
    tai_eight_flowers: int = _value("eight_flowers")
    tai_four_kongs: int = _value("four_kongs")

    def tai_of(self, key: str) -> int:
        """The tai these rules give to a pattern."""
        value: int = getattr(self, f"tai_{key}")
        return value


def _preset(base: int, unit: int) -> Preset:
    name = f"{base}/{unit}"
    words = Text(f"{name} (base {base}, {unit} a tai)", f"{name} (base {base}, {unit} par tai)")
    return Preset(name, words, Rules(base=base, unit=unit))


PRESETS = tuple(
    _preset(base, unit)
    for base, unit in (
        (3, 1),
        (5, 2),
        (30, 10),
        (50, 20),
        (100, 20),
        (300, 100),
        (300, 50),
        (500, 100),
    )
)
