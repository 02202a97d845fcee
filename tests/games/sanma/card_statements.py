"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements
from tests.games.riichi.card_statements import OF_RIICHI

STATEMENTS: Statements = {
    **OF_RIICHI,
    "uma": {
        (20, 0, -20): ("+20, 0, −20", "+20, 0, −20"),
        (15, 0, -15): ("+15, 0, −15", "+15, 0, −15"),
        (30, 0, -30): ("+30, 0, −30", "+30, 0, −30"),
    },
    "uma_one_floats": {
        (6, -2, -4): ("or more: +6, −2, −4", "ou plus : +6, −2, −4"),
        (20, -10, -10): ("or more: +20, −10, −10", "ou plus : +20, −10, −10"),
    },
    "uma_two_float": {
        (3, 0, -3): ("or more: +3, 0, −3", "ou plus : +3, 0, −3"),
        (10, 0, -10): ("or more: +10, 0, −10", "ou plus : +10, 0, −10"),
    },
    "honba_each": {
        500: ("500 each on a tsumo", "chacun 500 sur un tsumo"),
        1000: ("1,000 each on a tsumo", "chacun 1 000 sur un tsumo"),
    },
    "tsumo": {
        "loss": ("the share of the fourth is lost", "la part du quatrième est perdue"),
        "split": ("the fourth they pay in halves", "ils se partagent la part du quatrième"),
        "table": ("in whole thousands", "en milliers entiers"),
    },
    "floats_from": {
        "start": ("have the start or more", "ont le départ ou plus"),
        "return": ("Uma where one has 40,000 or more", "un seul a 40 000 ou plus"),
    },
    "ron_in_thousands": {
        False: ("A ron is paid in hundreds", "Un ron se paie à la centaine"),
        True: ("A ron is paid by the discarder, rounded up", "Un ron est payé par le défausseur"),
    },
    "north": {
        "dora": ("say KITA", "dire KITA"),
        "value": ("three of them are a yaku for everybody", "trois nords sont un yaku pour tous"),
    },
}
