"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements

STATEMENTS: Statements = {
    "scoring": {
        "home": ("is read from the table’s card", "se lit sur la carte de la table"),
        "tournament": ("The players pay nobody", "Les joueurs ne paient personne"),
    },
    "discarder": {
        2: ("discarder pays 2 V", "défausseur paie 2 V"),
        3: ("discarder pays 3 V", "paie 3 V, ch"),
    },
    "others": {1: ("other player 1 V", "autre joueur 1 V"), 0: ("other player 0 V", "autre joueur 0 V")},
    "self_picked": {
        2: ("of the others pays 2 V", "des autres paie 2 V"),
        1: ("of the others pays 1 V", "des autres paie 1 V"),
    },
    "jokerless": {2: ("is paid 2 times", "est payée 2 fois"), 3: ("is paid 3 times", "est payée 3 fois")},
    "pie": {500: ("more than the pie of 500", "plus que le pot (pie) de 500")},
    "mistake": {2: ("pays that one 2 V", "paie 2 V à celui"), 4: ("pays that one 4 V", "paie 4 V à celui")},
    "misnamed": {4: ("the winner 4 V", "paie 4 V au gagnant"), 3: ("the winner 3 V", "paie 3 V au gagnant")},
    "bets": {True: ("sits out bets on a player", "parie sur un joueur")},
    "self_pick_bonus": {
        10: ("10 more for a self-picked", "10 de plus sur"),
        5: ("5 more for a", "5 de plus sur"),
    },
    "jokerless_bonus": {20: ("gets 20 more", "reçoit 20 de plus"), 25: ("gets 25 more", "reçoit 25 de plus")},
    "penalty_few": {
        10: ("loses 10 where the winner", "perd 10 si le gagnant"),
        5: ("loses 5 where the winner", "perd 5 si le gagnant"),
    },
    "penalty_two": {
        20: ("two exposures the discarder loses 20", "deux expositions, le défausseur perd 20"),
        15: ("two exposures the discarder loses 15", "deux expositions, le défausseur perd 15"),
    },
    "penalty_three": {
        25: ("more exposures the discarder loses 25", "ou plus, le défausseur perd 25"),
        30: ("more exposures the discarder loses 30", "ou plus, le défausseur perd 30"),
    },
    "wall_points": {
        10: ("hand is not dead gets 10", "n’est pas morte reçoit 10"),
        0: ("hand is not dead gets 0", "n’est pas morte reçoit 0"),
    },
    "rounds": {
        None: ("goes on until the players stop", "dure jusqu’à ce que les joueurs s’arrêtent"),
        1: ("ends after one round", "finit après une manche"),
        2: ("ends after 2 rounds", "finit après 2 manches"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "commence à 0"),
        500: ("Everyone starts with 500", "Chacun commence avec 500"),
    },
    "seats": {3: ("without the Charleston", "sans Charleston")},
}
