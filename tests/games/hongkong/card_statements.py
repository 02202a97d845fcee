"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import OF_COUNTED, Statements

STATEMENTS: Statements = {
    **OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "minimum": {
        1: ("It needs 1 to win", "Il en faut 1 pour gagner"),
        3: ("It needs 3 to win", "Il en faut 3 pour gagner"),
    },
    "cap": {
        8: ("above 8 it is paid as 8", "au-dessus de 8, elle est payée comme 8"),
        10: ("above 10 it is paid as 10", "au-dessus de 10, elle est payée comme 10"),
        13: ("above 13 it is paid as 13", "au-dessus de 13, elle est payée comme 13"),
    },
    "table": {
        "full": ("a false win pays each of the others 2,048,", "paie à chacun des autres 2 048,"),
        "tiers": ("a false win pays each of the others 16,", "paie à chacun des autres 16,"),
    },
    "stake": {
        1: ("pays a discard: 32 at 3", "paie une défausse : 32 à 3"),
        2: ("pays a discard: 64 at 3", "paie une défausse : 64 à 3"),
    },
    "dealer_win": {
        "stays": ("deals again after winning", "reste quand il gagne"),
        "passes": ("after any win the deal passes", "après toute victoire, le donneur change"),
    },
    "dealer_draw": {
        "stays": ("after winning and after a draw", "quand il gagne et après une partie nulle"),
        "passes": ("after a draw the deal passes", "après une partie nulle, le donneur change"),
    },
    "flowers": {"none": ("Flowers and seasons are taken out", "Les fleurs et les saisons sont retirées")},
    "liability": {
        (): ("Nobody is liable", "Personne n’est responsable"),
        ("dragons", "winds", "flush"): (
            "feeds the third set of dragons, the fourth set of winds, the fourth set of a flush is liable.",
            "donne la troisième combinaison de dragons, la quatrième combinaison de vents, "
            "la quatrième combinaison d’une main pure est responsable.",
        ),
    },
    "guarantor_freed": {
        ("replacement",): ("after a win on the replacement of a kong", "le remplacement d’un carré"),
        ("robbed_kong",): ("a robbed kong, which the robbed player pays", "un carré volé, que paie"),
    },
    "concealed": {
        "always": ("concealed, with flowers or without", "cachée, avec ou sans fleurs"),
        "without_flowers": ("only in the game without flowers", "que dans le jeu sans fleurs"),
    },
    "concealed_pairs": {
        True: ("Seven pairs count as concealed too", "Sept paires comptent aussi comme cachées"),
        False: ("Seven pairs do not also count", "Sept paires ne comptent pas"),
    },
    "earthly": {
        "first_draw": ("win of another seat in the first turn", "d’un autre joueur au premier tour"),
        "first_discard": ("a win on the dealer’s first discard", "sur la première défausse du donneur"),
    },
    "payers": {
        "full": ("The discarder alone pays a discard", "Seul le défausseur paie une défausse"),
        "half": ("All pay a discard", "Tous paient une défausse"),
    },
    "guarantor_pays": {
        "self_draw": (
            "If that hand is self-drawn, the liable player alone",
            "Si cette main gagne sur pioche, le responsable paie seul",
        ),
        "always": (
            "drawn or on a discard, the liable player",
            "sur pioche ou sur une défausse, le responsable",
        ),
    },
    "robbed_kong": {
        "self_draw": ("the robbed player pays a self-draw", "le joueur volé paie une pioche"),
        "discarder": ("it is paid like a discard", "elle se paie comme une défausse"),
    },
    "flowers_in_minimum": {
        True: ("seasons help a hand to the minimum", "comptent pour atteindre le minimum"),
        False: ("do not help a hand to the minimum", "ne comptent pas pour atteindre le minimum"),
    },
}
