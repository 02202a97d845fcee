"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements

STATEMENTS: Statements = {
    "starting_points": {
        10_000: ("Each player starts with 10,000", "Chaque joueur commence avec 10 000"),
        20_000: ("Each player starts with 20,000", "Chaque joueur commence avec 20 000"),
    },
    "bank": {
        100_000: ("the bank with 100,000", "la banque avec 100 000"),
        50_000: ("the bank with 50,000", "la banque avec 50 000"),
    },
    "alarm_first": {
        50: ("an alarm after 50 and", "retentit après 50 et"),
        40: ("an alarm after 40 and", "retentit après 40 et"),
    },
    "alarm_second": {
        55: ("and after 55.", "et 55 minutes de jeu"),
        56: ("and after 56.", "et 56 minutes de jeu"),
    },
    "value": {
        "tsumo": ("three shares of a four-player self-draw", "trois parts d’un tsumo à quatre joueurs"),
        "ron": ("would be worth as a ron", "vaudrait sur un ron"),
    },
    "turns": {18: ("If 18 turns", "Si 18 tours"), 1: ("If one turn", "Si un tour")},
    "guesses": {2: ("second set 2 tiles", "ensemble 2 tuiles"), 1: ("set one tile", "ensemble une tuile")},
    "draws": {
        5: ("the next 5 tiles", "les 5 prochaines tuiles"),
        1: ("the next tile of", "la prochaine tuile"),
    },
    "minutes": {60: ("lasts 60 minutes", "dure 60 minutes"), 90: ("lasts 90 minutes", "dure 90 minutes")},
}
