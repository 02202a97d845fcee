"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import OF_COUNTED, Statements

STATEMENTS: Statements = {
    **OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "base": {
        3: ("Each payment is 3,", "Chaque paiement est de 3,"),
        5: ("Each payment is 5,", "Chaque paiement est de 5,"),
    },
    "unit": {
        1: ("and 1 more for each tai", "et de 1 de plus par tai"),
        2: ("and 2 more for each tai", "et de 2 de plus par tai"),
    },
    "cap": {10: ("more than 10 tai is paid as 10", "plus de 10 tai est payée comme 10")},
    "dealer_draw": {
        "stays": ("after winning and after a draw", "quand il gagne et après une partie nulle"),
        "passes": ("after a draw the deal passes", "après une partie nulle, le donneur change"),
    },
    "flowers": {
        "none": ("Flowers and seasons are taken out", "Fleurs et saisons sont retirées"),
        "flowers": ("the seasons are taken out", "les saisons sont retirées"),
    },
    "all_chows": {
        "five_chows": ("All chows: five chows and a pair.", "Tout séquences : cinq séquences et une paire."),
        "taiwan": ("five chows and a pair, no honours", "cinq séquences et une paire, ni honneurs"),
    },
    "false_win_tai": {
        8: ("a false win pays each of the others", "faux mahjong paie à chacun des autres"),
    },
}
