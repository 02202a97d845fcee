"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements

STATEMENTS: Statements = {
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        100: ("Everyone starts with 100 points", "Chacun commence avec 100 points"),
    },
    "seats": {
        3: ("when 2 players have made mahjong", "Quand 2 joueurs ont fait mahjong"),
        6: ("when 5 players have made mahjong", "Quand 5 joueurs ont fait mahjong"),
        7: ("when 6 players have made mahjong", "Quand 6 joueurs ont fait mahjong"),
    },
    "furiten": {
        "tile": ("they may take another of its kind", "il peut en prendre une autre"),
        "kind": ("nor any other of its kind", "ni aucune autre de la même sorte"),
    },
    "first_discard": {
        "win": ("A player who wins on the first discard", "Qui gagne sur la première défausse"),
        "claim": ("A player who claims the first discard", "Qui réclame la première défausse"),
    },
    "pure_four_pairs": {
        "highest": ("one suit are worth 4,", "une seule famille valent 4,"),
        "product": ("one suit are worth 16", "une seule famille valent 16"),
    },
    "rounds": {
        None: ("goes on until the players stop", "dure jusqu’à ce que les joueurs s’arrêtent"),
        1: ("The game is one round", "La session compte un tour"),
    },
}
