"""Chinese classical's rules card. The French is that of seed 001, the English translates it."""

from __future__ import annotations

from ..game import Text
from .section import Section

PLAY = Text("Text 001, III a “Gameplay”", "Texte 001, III a « Gameplay »")

CLASSICAL = (
    Section(
        "claims",
        Text("Claiming a discard", "Demander une tuile"),
        PLAY,
        (
            Text(
                "Only the player immediately to the right of the one who discarded can call chow.",
                "Seul le joueur placé immédiatement à droite de celui qui vient d’écarter peut annoncer "
                "chow.",
            ),
            Text(
                "The other two can ask for a pung or a kong out of turn; whoever sits between the discarder "
                "and the claimer loses the turn.",
                "Les deux autres joueurs peuvent demander pung ou kong, même si ce n’est pas leur tour de "
                "jouer : le ou les joueurs placés entre celui qui a écarté et celui qui a demandé passent "
                "leur tour.",
            ),
            Text(
                "A tile can never be claimed for a pair, except to make mahjong.",
                "On ne peut jamais réclamer une tuile pour constituer une paire sauf s’il s’agit de faire "
                "mahjong.",
            ),
            Text(
                "The claimer takes the discard, lays the set out face up and discards; for a kong one more "
                "tile is taken first.",
                "Il prend la tuile écartée, expose devant lui la combinaison ainsi constituée et écarte une "
                "de ses pièces. S’il compose un carré, il prend, en outre, une tuile supplémentaire.",
            ),
        ),
    ),
    Section(
        "order",
        Text("Several want the same tile", "Plusieurs veulent la même tuile"),
        PLAY,
        (
            Text(
                "Mahjong comes before every other claim. Then, and only then, a chow may be called out of "
                "turn.",
                "Si la pièce revendiquée permet à un joueur quelconque de faire mahjong, il a priorité sur "
                "toutes les autres demandes (dans ce cas seulement, il peut annoncer chow même si ce n’est "
                "pas à son tour).",
            ),
            Text(
                "Pung or kong. If two ask at once, the nearer one on the right of the discarder plays.",
                "Pung ou kong. Lorsque deux joueurs différents demandent en même temps pung ou kong, c’est "
                "celui qui est le plus proche, à droite, de celui qui a écarté, qui joue.",
            ),
            Text("Chow.", "Chow."),
        ),
        ordered=True,
    ),
    Section(
        "warning",
        Text("Calling mahjong on a discard", "Annoncer mahjong sur un écart"),
        PLAY,
        (
            Text(
                "Say that the claimed tile makes mahjong; the players between the discarder and you may then "
                "play once more.",
                "Il doit prévenir les joueurs qu’il va faire mahjong avec la pièce réclamée et il donne "
                "alors la possibilité aux joueurs qui sont placés entre le joueur qui a écarté et lui de "
                "jouer encore une fois.",
            ),
        ),
    ),
    Section(
        "concealed",
        Text("Concealed and exposed", "Cachées et exposées"),
        PLAY,
        (
            Text(
                "A set made with a tile from the wall stays on the rack and is concealed.",
                "Quand une combinaison est réalisée à l’aide d’une tuile prise à la muraille, elle est "
                "conservée par le joueur sur sa réglette : elle est cachée.",
            ),
            Text(
                "A kong must be laid out to take another tile. Drawn from the wall it still counts as "
                "concealed: turn two of its tiles over.",
                "Un carré doit être exposé, afin de prendre une tuile supplémentaire. Tiré de la muraille, "
                "il est cependant considéré comme caché : on retourne deux de ses tuiles.",
            ),
            Text(
                "A set made with a discard must be laid out face up. Exposed sets are worth half.",
                "Une combinaison réalisée à l’aide d’un écart doit être exposée, face visible. Les "
                "combinaisons exposées valent deux fois moins que les combinaisons cachées.",
            ),
        ),
    ),
    Section(
        "bonus",
        Text("Flowers and seasons", "Fleurs et saisons"),
        PLAY,
        (
            Text(
                "Lay them face up before you and replace them with as many tiles from right of the breach; "
                "the same at once when one is drawn during play.",
                "Les joueurs qui possèdent des fleurs ou des saisons les posent devant eux, face visible, et "
                "les remplacent par autant de pièces prises à droite de la brèche ; de même, immédiatement, "
                "s’ils en tirent en cours de jeu.",
            ),
        ),
    ),
    Section(
        "payment",
        Text("East and the payment", "Est et le paiement"),
        Text("Text 001, II and III", "Texte 001, II et III"),
        (
            Text(
                "East is the banker and stays so while winning; gains and losses of East are doubled. A "
                "losing East hands over to the last winner.",
                "Le joueur placé à l’est est le banquier, il conserve ce privilège tant qu’il est gagnant ; "
                "ses gains et ses pertes sont doublés. Lorsqu’il est perdant, c’est le dernier gagnant qui "
                "devient vent d’est.",
            ),
            Text(
                "At the end of each hand every player receives from each of the three others the points of "
                "the own hand.",
                "À la fin de chaque donne, chaque joueur reçoit des trois autres des jetons correspondant au "
                "nombre de points que représente sa main.",
            ),
        ),
        options=("winner_pays", "draw_east"),
    ),
    Section(
        "silent",
        Text("Furiten, tenpai, penalties", "Furiten, tenpai, pénalités"),
        Text("Text 001 says nothing of them", "Le texte 001 n’en dit rien"),
        (
            Text(
                "This game has no furiten: whoever completes the hand may win, even on a kind of tile they "
                "discarded before.",
                "Ce jeu n’a pas de furiten : qui complète sa main peut gagner, même sur une sorte de tuile "
                "qu’il a déjà écartée.",
            ),
            Text(
                "Nothing is paid for a hand one tile short when the wall is used up; a false mahjong is for "
                "the players to settle.",
                "Rien n’est payé pour une main à laquelle il manque une tuile quand la muraille est épuisée "
                "; un faux mahjong se règle entre joueurs.",
            ),
        ),
    ),
)
