"""The Taiwanese game's rules card: seed 002 for the deal, common usage where the text is silent."""

from __future__ import annotations

from ..game import Text
from .section import Section

DEAL = Text("Text 002, 2.2 “La distribution”", "Texte 002, 2.2 « La distribution »")
USAGE = Text(
    "Common Taiwanese usage: text 002 tells the deal only",
    "Usage taïwanais courant : le texte 002 ne dit que la distribution",
)

TAIWANESE = (
    Section(
        "claims",
        Text("Claiming a discard", "Réclamer un écart"),
        USAGE,
        (
            Text(
                "Only the tile just discarded can be claimed. A chow only from the player on the left.",
                "Seule la tuile qui vient d’être écartée peut être réclamée. Une séquence, seulement de son "
                "voisin de gauche.",
            ),
            Text(
                "A pung or a kong from anyone; players in between lose their turn. A kong takes a tile from "
                "the dead wall.",
                "Un brelan ou un carré, de n’importe qui ; les joueurs entre les deux perdent leur tour. Un "
                "carré prend une tuile du mur mort.",
            ),
            Text(
                "The winning tile from anyone, for any set or for the pair.",
                "La tuile gagnante, de n’importe qui, pour toute combinaison comme pour la paire.",
            ),
            Text(
                "A hand is five sets and a pair: 16 tiles and the winning one.",
                "Une main est faite de cinq combinaisons et d’une paire : 16 tuiles et la gagnante.",
            ),
        ),
    ),
    Section(
        "order",
        Text("Several want the same tile", "Plusieurs veulent la même tuile"),
        USAGE,
        (
            Text("Mahjong.", "Mahjong."),
            Text("Pung or kong.", "Brelan ou carré."),
            Text("Chow.", "Séquence."),
            Text(
                "Between equals, the nearest counted from the right of the discarder.",
                "À égalité, le plus proche à partir de la droite de celui qui écarte.",
            ),
        ),
        ordered=True,
        options=("multi_win",),
    ),
    Section(
        "flowers",
        Text("Flowers and seasons", "Fleurs et saisons"),
        DEAL,
        (
            Text(
                "After the deal they are laid face up beside the hand at once and replaced from the dead "
                "wall: East replaces all the own ones first, then South, West and North.",
                "Elles sont immédiatement placées face vers le haut à côté de la main et remplacées par des "
                "tuiles du mur mort : l’Est remplace d’abord les siennes, puis le Sud, l’Ouest et le Nord.",
            ),
            Text(
                "Whoever draws another bonus tile while replacing waits until the others have drawn theirs.",
                "Si un joueur pige d’autres tuiles boni pendant le remplacement, il doit attendre que les "
                "autres joueurs aient pigé leurs tuiles supplémentaires.",
            ),
            Text(
                "Replacements are always taken at the far left of the dead wall, which is made up again from "
                "the very end of the live wall.",
                "Les tuiles supplémentaires sont toujours prises à l’extrême gauche du mur mort, reconstitué "
                "à partir de la toute fin du mur vivant.",
            ),
        ),
        options=("flowers",),
    ),
    Section(
        "length",
        Text("Hands and dealer", "Mains et donneur"),
        DEAL,
        (
            Text(
                "A whole game is ordinarily 16 hands, one more whenever the dealer (East) wins or a hand "
                "ends in a draw.",
                "La partie complète consiste ordinairement en 16 mains, même si le nombre peut augmenter "
                "chaque fois que le donneur (Est) gagne, ou lorsqu’une distribution se termine nulle.",
            ),
        ),
        options=("rounds",),
    ),
    Section(
        "tenpai",
        Text("Ready and furiten", "Prêt et furiten"),
        USAGE,
        (
            Text(
                "A hand one tile short is ready; being ready pays nothing when the wall runs out.",
                "Une main à laquelle il manque une tuile est prête ; être prêt ne rapporte rien si le mur "
                "s’épuise.",
            ),
            Text(
                "There is no furiten: a tile you discarded yourself may still win.",
                "Il n’y a pas de furiten : une tuile que l’on a soi-même écartée peut encore faire gagner.",
            ),
        ),
    ),
    Section(
        "false-win",
        Text("False win", "Faux mahjong"),
        USAGE,
        (
            Text(
                "Who declares a win that is none pays each of the others; the hand is replayed.",
                "Qui annonce un mahjong qui n’en est pas un paie chacun des autres ; la partie est rejouée.",
            ),
        ),
        options=("false_win_tai",),
    ),
)
