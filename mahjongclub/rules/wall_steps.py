"""The set-up card in words: what to build, throw, count, deal and reserve, as each game's source says it.

`steps` reads a `wall.SetUp`, so that the words and the picture cannot disagree. Sources: docs/rules/walls.md.
"""

from __future__ import annotations

from .game import WINDS, Text
from .wall import WALL_NAMES, SetUp, named_wind


def steps(table: SetUp) -> tuple[Text, ...]:
    """What the players do, one sentence or two a step, in order.

    >>> from mahjongclub.rules.wall import set_up
    >>> steps(set_up("six", (2, 5)))[2].en
    'The smaller die is 2: skip 2 tiles along that wall (2 stacks) from its right end.'
    """
    return {
        "riichi": _riichi,
        "classical": _classical,
        "taiwanese": _taiwanese,
        "ten": _ten,
        "six": _six,
    }[table.variant](table)


def sources(variant: str) -> Text:
    """Where the set-up of a variant comes from, for the foot of the card."""
    return {
        "riichi": Text(
            "Text 000 for the draw and the dead wall; usual Japanese throw and deal.",
            "Texte 000 pour la pioche et le mur mort ; lancer et donne japonais usuels.",
        ),
        "classical": Text("Text 001, “Début de partie”.", "Texte 001, « Début de partie »."),
        "taiwanese": Text("Text 002, 2.2 “La distribution”.", "Texte 002, 2.2 « La distribution »."),
        "ten": Text(
            "Text 003, “Préparation”; the rest as in riichi.",
            "Texte 003, « Préparation » ; le reste comme au riichi.",
        ),
        "six": Text("Text 004, “Pioche” and “Distribution”.", "Texte 004, « Pioche » et « Distribution »."),
    }[variant]


def _riichi(table: SetUp) -> tuple[Text, ...]:
    return (
        _everyone_builds(17),
        _throw(table),
        _count_stacks(table),
        _dead_wall_of_seven(table),
        _indicator(),
        _three_times_four(),
        Text(
            "East jumps: the top tiles of the first and third stacks. South, West and North take one tile "
            "each. East holds 14 tiles, the others 13.",
            "Est saute : la tuile du dessus de la première et de la troisième pile. Sud, Ouest et Nord "
            "prennent une tuile chacun. Est a 14 tuiles, les autres 13.",
        ),
        _draw_order(),
    )


def _ten(table: SetUp) -> tuple[Text, ...]:
    total = sum(table.thrown[0])
    dealer = "E" if named_wind(table.thrown[0]) in "EN" else "W"
    names = {"E": Text("East", "Est"), "W": Text("West", "Ouest")}
    return (
        Text(
            "Set one of the two sets aside: it serves the guesses of phase B. East and West sit face to "
            "face; build four walls of 17 stacks, two tiles high, with the other set.",
            "Mettez de côté un des deux jeux : il sert à deviner en phase B. Est et Ouest sont face à face "
            "; avec l’autre jeu, construisez quatre murs de 17 piles de deux tuiles.",
        ),
        Text(
            f"Throw two dice: {_sum_of(table)}. Counting anticlockwise from East as one, {total} names "
            f"{table.walls[table.named].name.en}. For the first hand this makes {names[dealer].en} the "
            f"dealer.",
            f"Lancez deux dés : {_sum_of(table)}. En comptant dans le sens inverse des aiguilles d’une "
            f"montre à partir d’Est, {total} désigne {table.walls[table.named].name.fr}. Pour la première "
            f"partie, le donneur est donc {names[dealer].fr}.",
        ),
        _count_stacks(table),
        _dead_wall_of_seven(table),
        _indicator(),
        Text(
            "From the left of the break, clockwise: the dealer takes two stacks, then the other player, "
            "three times over.",
            "À gauche de la brèche, dans le sens des aiguilles d’une montre : le donneur prend deux piles, "
            "puis l’autre joueur, trois fois.",
        ),
        Text(
            "The dealer jumps: the top tiles of the first and second stacks; the other player takes the tile "
            "between. The dealer holds 14 tiles, the other 13.",
            "Le donneur saute : la tuile du dessus de la première et de la deuxième pile ; l’autre prend "
            "celle d’entre les deux. Le donneur a 14 tuiles, l’autre 13.",
        ),
        _draw_order(),
    )


def _classical(table: SetUp) -> tuple[Text, ...]:
    first, second = (sum(dice) for dice in table.thrown)
    wind = WINDS[table.named]
    ruler = {
        "E": Text("East", "Est"),
        "S": Text("South", "Sud"),
        "W": Text("West", "Ouest"),
        "N": Text("North", "Nord"),
    }[wind]
    return (
        _everyone_builds(18),
        Text(
            f"East, the banker, throws: {_sum_of(table)}. {ruler.en} is the dominant wind of this hand, and "
            f"{WALL_NAMES[wind].en} is opened.",
            f"Le banquier, Est, lance les dés : {_sum_of(table)}. {ruler.fr} est le vent dominant de cette "
            f"partie, et l’on ouvre {WALL_NAMES[wind].fr}.",
        ),
        Text(
            f"{ruler.en} throws again: {_sum_of(table, 1)}. Added up: {first} + {second} = {first + second}.",
            f"{ruler.fr} relance les dés : {_sum_of(table, 1)}. On additionne : "
            f"{first} + {second} = {first + second}.",
        ),
        _classical_breach(table, first + second),
        Text(
            "Lay the two tiles of that stack one by one on the wall, right of the breach: the loose tiles, "
            "for kongs, flowers and seasons.",
            "Posez les deux tuiles de cette pile une par une sur la muraille, à droite de la brèche : les "
            "pièces détachées, pour les kongs, les fleurs et les saisons.",
        ),
        Text(
            "East deals: the first two stacks left of the breach for East, the next two for South, then "
            "West, then North, until each has 12 tiles.",
            "Est distribue : les deux premières piles à gauche de la brèche pour Est, les deux suivantes "
            "pour Sud, puis Ouest, puis Nord, jusqu’à ce que chacun ait 12 tuiles.",
        ),
        Text(
            "Then upper tiles: East those of the first and third stacks, South of the fifth, West of the "
            "seventh, North of the ninth. East holds 14 tiles, the others 13.",
            "Puis les tuiles du dessus : Est celles de la première et de la troisième pile, Sud de la "
            "cinquième, Ouest de la septième, Nord de la neuvième. Est a 14 tuiles, les autres 13.",
        ),
        Text(
            "East asks for flowers and seasons: each is laid face up and replaced from right of the breach, "
            "East first, then South, West, North.",
            "Est demande les fleurs et les saisons : chacune est posée face visible et remplacée à droite "
            "de la brèche, Est d’abord, puis Sud, Ouest, Nord.",
        ),
        Text(
            "East discards first; then each player takes the first tile left of the breach.",
            "Est écarte d’abord ; puis chacun prend la première tuile à gauche de la brèche.",
        ),
    )


def _classical_breach(table: SetUp, total: int) -> Text:
    if table.broken == table.named:
        return Text(
            f"Counting from the right end of that wall, stack {total} is the breach: take it out.",
            f"En partant de l’extrémité droite de ce mur, la pile {total} est la brèche : retirez-la.",
        )
    further = table.walls[table.broken].name
    return Text(
        f"Counting from the right end of that wall and on round the corner, stack {total} is the breach: "
        f"it is stack {table.stack} of {further.en}. Take it out.",
        f"En partant de l’extrémité droite de ce mur et en tournant le coin, la pile {total} est la brèche : "
        f"c’est la pile {table.stack} {_of(further)}. Retirez-la.",
    )


def _taiwanese(table: SetUp) -> tuple[Text, ...]:
    lengths = [wall.stacks for wall in table.walls]
    if len(set(lengths)) == 1:
        build = _everyone_builds(lengths[0])
    else:
        build = Text(
            "East and West build walls of 18 stacks, South and North of 17, two tiles high.",
            "Est et Ouest construisent 18 piles de deux tuiles, Sud et Nord 17.",
        )
    if table.own_wall:
        throw = Text(
            f"First hand: East does not throw but opens the own wall at the last throw made for the places: "
            f"{_sum_of(table)}.",
            f"Première partie : Est ne lance pas les dés mais ouvre son propre mur selon le dernier lancer "
            f"fait pour les places : {_sum_of(table)}.",
        )
    else:
        throw = _throw(table)
    first = Text(
        "East takes the two first stacks left of the break, then South, West and North two stacks each, four "
        "times over: 16 tiles each. East draws one more, 17.",
        "Est prend les deux premières piles à gauche de la brèche, puis Sud, Ouest et Nord deux piles "
        "chacun, quatre fois : 16 tuiles chacun. Est en pige une de plus, 17.",
    )
    dead = Text(
        "The eight stacks right of the break are the dead wall, or kong box: 16 replacement tiles, taken "
        "from "
        "its left end and made up again from the very end of the live wall." + _corner(table, 8).en,
        "Les huit piles à droite de la brèche sont le mur mort, ou boîte kong : 16 tuiles de remplacement, "
        "prises à son extrême gauche et reconstituées depuis la toute fin du mur vivant."
        + _corner(table, 8).fr,
    )
    shown: tuple[Text, ...] = ()
    if table.tiles > 136:
        shown = (
            Text(
                "Flowers and seasons are shown and replaced from the dead wall: East all of them, then "
                "South, West, North. Who draws another one waits for the next turn round.",
                "Les fleurs et les saisons sont montrées et remplacées depuis le mur mort : Est toutes les "
                "siennes, puis Sud, Ouest, Nord. Qui en pige encore une attend le tour suivant.",
            ),
        )
    return (build, throw, _count_stacks(table), dead, first, *shown)


def _six(table: SetUp) -> tuple[Text, ...]:
    total, skipped = sum(table.thrown[0]), min(table.thrown[0])
    name = table.walls[table.named].name
    return (
        Text(
            "Take out honours, flowers and seasons. Everyone builds a wall nine tiles long, two tiles high.",
            "Retirez les honneurs, les fleurs et les saisons. Chacun construit un mur de 9 tuiles de long "
            "sur 2 de hauteur.",
        ),
        Text(
            f"East, who won first in the last round (else drawn by lot), throws: {_sum_of(table)}. Counting "
            f"anticlockwise from East as one, {total} names {name.en}.",
            f"Est, le premier à avoir fait mahjong au tour précédent (sinon tiré au sort), jette les dés : "
            f"{_sum_of(table)}. En comptant à partir de son mur dans le sens inverse des aiguilles d’une "
            f"montre, {total} désigne {name.fr}.",
        ),
        Text(
            f"The smaller die is {skipped}: skip {_tile_count(skipped).en} along that wall "
            f"({_stack_count(skipped).en}) from its right end.",
            f"Le plus petit dé montre {skipped} : sautez {_tile_count(skipped).fr} de long "
            f"({_stack_count(skipped).fr}) à partir de la droite de ce mur.",
        ),
        Text(
            "From there, clockwise along the walls, East first: everyone takes 4 tiles, then 2, then 1. "
            "Everyone holds 7; East draws first.",
            "À partir de là, dans le sens des aiguilles d’une montre, Est d’abord : chacun prend 4 tuiles, "
            "puis 2, puis 1. Chacun en a 7 ; Est pioche en premier.",
        ),
        Text(
            "No tiles are reserved: a kong is replaced from the other end of the wall, right of the break.",
            "Aucune tuile n’est réservée : un kong se remplace à l’autre bout de la pioche, à droite de la "
            "brèche.",
        ),
    )


def _everyone_builds(stacks: int) -> Text:
    return Text(
        f"Everyone builds a wall of {stacks} stacks, two tiles high.",
        f"Chacun construit devant soi un mur de {stacks} piles de deux tuiles.",
    )


def _throw(table: SetUp) -> Text:
    total = sum(table.thrown[0])
    name = table.walls[table.named].name
    return Text(
        f"East, the dealer, throws: {_sum_of(table)}. Counting anticlockwise from East as one, {total} names "
        f"{name.en}.",
        f"Est, le donneur, lance les dés : {_sum_of(table)}. En comptant les murs dans le sens inverse des "
        f"aiguilles d’une montre à partir du sien, {total} désigne {name.fr}.",
    )


def _count_stacks(table: SetUp) -> Text:
    total = sum(table.thrown[0])
    return Text(
        f"Count {total} stacks from the right end of that wall and break it there.",
        f"Comptez {total} piles à partir de l’extrémité droite de ce mur et brisez-le à cet endroit.",
    )


def _dead_wall_of_seven(table: SetUp) -> Text:
    corner = _corner(table, 7)
    return Text(
        f"The seven stacks right of the break are the dead wall, 14 tiles.{corner.en}",
        f"Les sept piles à droite de la brèche sont le mur mort (« dead wall »), 14 tuiles.{corner.fr}",
    )


def _corner(table: SetUp, stacks: int) -> Text:
    """Where the dead wall does not fit right of the break: how much of it stands round the corner."""
    missing = stacks - table.stack
    if missing <= 0:
        return Text("", "")
    # The dead wall runs right, so round the right-hand corner stands the next wall anticlockwise.
    neighbour = table.walls[(table.broken + 1) % len(table.walls)].name
    return Text(
        f" The last {missing} stacks stand round the corner, at the left end of {neighbour.en}."
        if missing > 1
        else f" The last stack stands round the corner, at the left end of {neighbour.en}.",
        f" Les {missing} dernières piles sont après le coin, à l’extrémité gauche {_of(neighbour)}."
        if missing > 1
        else f" La dernière pile est après le coin, à l’extrémité gauche {_of(neighbour)}.",
    )


def _indicator() -> Text:
    return Text(
        "Turn over the top tile of the third stack right of the break: the dora indicator. The four tiles "
        "next to the break replace kongs.",
        "Retournez la tuile du dessus de la troisième pile à droite de la brèche : l’indicateur de dora. Les "
        "quatre tuiles contre la brèche remplacent les kan.",
    )


def _three_times_four() -> Text:
    return Text(
        "From the left of the break, clockwise: East takes two stacks (four tiles), then South, West and "
        "North, three times over.",
        "À gauche de la brèche, dans le sens des aiguilles d’une montre : Est prend deux piles (quatre "
        "tuiles), puis Sud, Ouest et Nord, trois fois.",
    )


def _draw_order() -> Text:
    return Text(
        "Tiles are then drawn clockwise, the top one of a stack before the bottom one.",
        "On pioche ensuite dans le sens des aiguilles d’une montre, d’abord la tuile du dessus, puis celle "
        "du dessous.",
    )


def _sum_of(table: SetUp, throw: int = 0) -> str:
    first, second = table.thrown[throw]
    return f"{first} + {second} = {first + second}"


def _stack_count(count: int) -> Text:
    plural = "s" if count > 1 else ""
    return Text(f"{count} stack{plural}", f"{count} pile{plural}")


def _tile_count(count: int) -> Text:
    plural = "s" if count > 1 else ""
    return Text(f"{count} tile{plural}", f"{count} tuile{plural}")


def _of(wall: Text) -> str:
    """« du mur d’Est » from « le mur d’Est »."""
    return f"du{wall.fr.removeprefix('le')}"
