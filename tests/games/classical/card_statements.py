"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements

STATEMENTS: Statements = {
    "hands": {
        8: ("The game ends after 8 hands", "La session finit après 8 parties"),
        16: ("The game ends after 16 hands", "La session finit après 16 parties"),
    },
    "rounds": {
        2: ("The game ends after 2 rounds", "La session finit après 2 manches"),
        4: ("The game ends after 4 rounds", "La session finit après 4 manches"),
    },
    "winner_pays": {
        True: ("the winner too pays the losers", "le gagnant paie donc aussi les perdants"),
        False: ("from each of the others and pays nobody", "points de sa main et ne paie personne"),
    },
    "east_policy": {
        "winner": ("A losing East hands over to the winner", "Quand il perd, le gagnant devient Est"),
        "in_turn": ("A losing East hands over to the next player", "Quand il perd, Est passe au joueur"),
        "passes": ("After every win East goes to the next", "Après chaque victoire, Est passe"),
    },
    "draw_east": {
        "stays": ("After a draw East stays", "Après une partie nulle, Est reste"),
        "passes": ("After a draw East goes", "Après une partie nulle, Est passe"),
    },
    "draw_counts": {
        True: ("all hands are still counted", "toutes les mains sont tout de même comptées"),
        False: ("When nobody wins nothing is paid", "Quand personne ne gagne, rien n’est payé"),
    },
    "limit": {
        None: ("There is no limit", "n’a pas de limite"),
        500: ("the limit of 500", "la limite de 500"),
        1000: ("the limit of 1,000", "la limite de 1 000"),
        2000: ("the limit of 2,000", "la limite de 2 000"),
    },
    "round_wind": {
        "break": ("the wall which East’s throw opens", "de la muraille que les dés d’Est ouvrent"),
        "round": ("beside your own is that of the round", "à côté du vôtre est celui de la manche"),
    },
    "false_mahjong": {
        0: (
            "The players themselves pay for a false mahjong",
            "les joueurs règlent un faux mahjong entre eux",
        ),
        500: ("A player who declares a false mahjong pays each other player 500", "paie 500 à chacun"),
    },
    "max_chows": {
        0: ("may have no sequence at all", "ne peut comporter aucune séquence"),
        1: ("may have one sequence at most", "peut comporter une séquence au plus"),
    },
    "goulash_after_draw": {
        True: ("three tiles are exchanged face down three times", "on échange trois fois trois tuiles"),
    },
    "cannon": {
        True: ("pays the winner for all, and", "paie le gagnant pour tous"),
        False: ("pays no more for it than the others.", "ne paie pas plus que les autres."),
    },
    "mahjong_minimum": {
        "clean_or_two": ("A mahjong must be clean", "Un mahjong doit être propre"),
    },
    "goulash_jokers": {4: ("In a Goulash 4 jokers", "Dans un Goulash, 4 jokers")},
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "fishing": {
        "two_fifths": ("has two fifths of it", "en a deux cinquièmes"),
        "half_irregular": ("has half of it", "en a la moitié"),
    },
    "flowers": {
        "none": ("Flowers and seasons are taken out", "Fleurs et saisons sont retirées"),
        "flowers_seasons": ("Lay them face up before you", "les posent devant eux"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        2000: ("Everyone starts with 2,000", "Chacun commence avec 2 000"),
    },
}
