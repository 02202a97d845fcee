"""Riichi's rules card. The French is that of seed 000, the English translates it."""

from __future__ import annotations

from ..game import Text
from .section import Section

CLAIMING = Text(
    "Text 000, “Voler une tuile durant la partie”", "Texte 000, « Voler une tuile durant la partie »"
)
USAGE = Text(
    "Usual Japanese rules: the seed’s chapter on furiten is not among our sources",
    "Règles japonaises usuelles : le chapitre du texte sur le furiten n’est pas parmi nos sources",
)

CLAIM_ORDER = Section(
    "order",
    Text("Several want the same tile", "Plusieurs veulent la même tuile"),
    CLAIMING,
    (
        Text("Ron.", "Ron."),
        Text("Pon or kan.", "Pon ou kan."),
        Text("Chii.", "Chii."),
        Text(
            "If several claim it for the same kind of set, it goes to the nearest, counted from the right of "
            "the player who discards.",
            "Si plusieurs joueurs tentent de voler une tuile pour compléter le même type de combinaison, "
            "c’est le joueur le plus près à partir de la droite de celui qui défausse qui l’emporte.",
        ),
    ),
    ordered=True,
)

RIICHI = (
    Section(
        "claims",
        Text("Claiming a discard", "Voler une tuile"),
        CLAIMING,
        (
            Text(
                "Only a tile that has just been discarded can be claimed.",
                "Seules les tuiles qui viennent tout juste d’être défaussées pourront être volées.",
            ),
            Text(
                "Any player’s tile may be claimed to complete a pon or a kan.",
                "Toute tuile pourra être volée pour compléter un pon ou un kan.",
            ),
            Text(
                "Only the discard of the opponent on the left may be claimed for a chii.",
                "Seule la tuile défaussée par l’adversaire de gauche pourra être volée pour compléter un "
                "chii.",
            ),
            Text(
                "A tile cannot be claimed for a kan that would complete a pon already laid open.",
                "Il ne sera pas possible de voler une tuile pour compléter un kan s’il en résultait "
                "l’achèvement d’un pon déjà dévoilé.",
            ),
            Text(
                "A tile cannot be claimed for a pair, unless it completes the hand.",
                "Il sera impossible de voler une tuile pour compléter une paire à moins qu’elle ne complète "
                "la main.",
            ),
            Text(
                "Say aloud what you complete: CHII, PON, KAN; for a ron, RON and nothing else.",
                "Le joueur doit annoncer à haute voix la combinaison qu’il souhaite compléter (CHII !, PON "
                "!, KAN !). Seul dans le cas d’un ron, il annonce RON ! au lieu du nom de la combinaison.",
            ),
            Text(
                "A set completed by a claim is shown to all and stays open. Until the first claim the hand "
                "is closed; after it, open.",
                "Une combinaison complétée à l’aide d’un vol doit être révélée et restera ouverte en "
                "permanence. Avant le premier vol la main est fermée ; ensuite elle est ouverte.",
            ),
            Text(
                "The claimed tile stands for the draw: the claimer discards, and play goes on from there; "
                "players in between lose their turn.",
                "La tuile volée tient lieu de pioche : le voleur défausse et le jeu continue à partir de "
                "lui ; certains joueurs peuvent avoir sauté leur tour.",
            ),
        ),
    ),
    CLAIM_ORDER,
    Section(
        "timing",
        Text("How long a claimed tile may lie", "Délai pour prendre la tuile"),
        Text(
            "Text 000, “Voler une tuile durant la partie”, note A",
            "Texte 000, « Voler une tuile durant la partie », note A",
        ),
        (
            Text(
                "The claimed tile need not be taken before the claimer discards.",
                "Un joueur n’a pas nécessairement besoin de prendre la tuile appelée avant de terminer son "
                "tour en défaussant.",
            ),
            Text(
                "It must be taken and the completed set shown before the next two players have discarded. "
                "After that the hand has too few tiles and is dead.",
                "L’important est que le joueur prenne la tuile et expose sa combinaison complétée avant que "
                "les deux prochains joueurs aient défaussé. Passé ce délai, sa main ne comporte pas assez de "
                "tuiles et est déclarée morte.",
            ),
        ),
    ),
    Section(
        "swap",
        Text("A house rule: swapping", "Une règle maison : l’échange"),
        Text(
            "Text 000, “Voler une tuile durant la partie”, note B",
            "Texte 000, « Voler une tuile durant la partie », note B",
        ),
        (
            Text(
                "Some houses forbid discarding at once a tile that would itself have completed the set: with "
                "1-2-3 of bamboo in hand, whoever claims a 1 or a 4 may not throw the own 1 straight away.",
                "Certaines règles maison interdisent la défausse d’une autre tuile qui aurait naturellement "
                "complété la combinaison : avec 1-2-3 de bambou en main, qui vole un 1 ou un 4 ne peut pas "
                "se débarrasser immédiatement de son 1.",
            ),
        ),
    ),
    Section(
        "tenpai",
        Text("Tenpai", "Tenpai"),
        Text("Text 000, “Tenpai”", "Texte 000, « Tenpai »"),
        (
            Text(
                "A player is in tenpai when a single tile is missing to complete the hand.",
                "Être en tenpai signifie qu’il ne manque à un joueur qu’une seule tuile pour terminer sa "
                "main.",
            ),
        ),
        options=("renchan",),
    ),
    Section(
        "winning",
        Text("Tsumo and ron", "Tsumo et ron"),
        Text("Text 000, “Tsumo!” and “Ron!”", "Texte 000, « Tsumo! » et « Ron! »"),
        (
            Text(
                "Tsumo: the winning tile is drawn from the wall, kept a little apart, and all opponents pay.",
                "Tsumo : le joueur pioche sa tuile gagnante du mur et la garde un peu à l’écart ; tous les "
                "adversaires s’acquittent du paiement.",
            ),
            Text(
                "Ron: the winning tile is another player’s discard, and that player alone pays.",
                "Ron : le joueur vole la tuile gagnante à un autre, qui s’acquitte seul du paiement.",
            ),
            Text(
                "For a ron the limits on claiming do not hold: any discard may complete a chii, a pon, a kan "
                "or the pair, unless the hand is furiten.",
                "Pour un ron, les règles de vol ne s’appliquent pas : si le joueur n’est pas en furiten, "
                "toute tuile défaussée peut compléter un chii, un pon, un kan ou même une paire.",
            ),
        ),
    ),
    Section(
        "furiten",
        Text("Furiten", "Furiten"),
        Text("Text 000, “Ron!”", "Texte 000, « Ron! »"),
        (
            Text(
                "Nobody can finish by ron who waits for a tile that they have already discarded. That is "
                "furiten: only a tsumo wins.",
                "Il n’est pas possible pour un joueur de terminer sur un ron s’il est en attente d’une tuile "
                "qu’il a déjà défaussée. Il est en furiten : il ne peut gagner qu’avec un tsumo.",
            ),
            Text(
                "A discard that was claimed still belongs to the river of the player who threw it.",
                "Une tuile volée fait toujours partie de la rivière du joueur détroussé.",
            ),
        ),
    ),
    Section(
        "furiten-usage",
        Text("Furiten, in full", "Furiten, en détail"),
        USAGE,
        (
            Text(
                "It holds for every tile waited for, as soon as one of them lies in the own river.",
                "Il vaut pour toutes les tuiles attendues dès que l’une d’elles est dans sa propre rivière.",
            ),
            Text(
                "Whoever lets a winning discard pass cannot ron until their next draw; after a riichi, until "
                "the end of the hand.",
                "Qui laisse passer une tuile gagnante ne peut pas faire ron jusqu’à sa prochaine pioche ; "
                "après un riichi, jusqu’à la fin de la partie.",
            ),
        ),
    ),
    Section(
        "several",
        Text("Ron! Ron!", "Ron ! Ron !"),
        Text("Text 000, “Ron! Ron!”", "Texte 000, « Ron! Ron! »"),
        (
            Text(
                "If several rons are declared at once, the nearest in the order of play takes precedence. "
                "All others are void.",
                "Si plusieurs ron sont déclarés simultanément, c’est celui du joueur le plus près dans "
                "l’ordre de tour qui a préséance. Tous les autres ron sont annulés.",
            ),
        ),
        options=("multi_ron",),
    ),
    Section(
        "chombo",
        Text("Chombo! Ron!", "Chombo ! Ron !"),
        Text("Text 000, “Chombo! Ron!”", "Texte 000, « Chombo! Ron! »"),
        (
            Text(
                "If one or several chombo (a grave penalty) fall together with a ron, the ron stands and the "
                "chombo are void.",
                "Si un ou plusieurs chombo (sévère pénalité) sont donnés en même temps qu’un ron est "
                "déclaré, le ron est complété et les chombo annulés.",
            ),
        ),
        options=("chombo",),
    ),
    Section(
        "end",
        Text("When nobody wins", "Quand personne ne gagne"),
        Text("Text 000, “Le tour d’un joueur”", "Texte 000, « Le tour d’un joueur »"),
        (
            Text(
                "When only the 14 tiles of the dead wall are left and nobody has completed a hand, the hand "
                "is drawn.",
                "S’il ne reste que les 14 tuiles du « dead wall » et qu’aucun joueur n’a complété sa main, "
                "la partie se termine nulle.",
            ),
        ),
        options=("nagashi", "abortive"),
    ),
)
