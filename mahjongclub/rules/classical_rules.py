"""The options of Chinese classical mahjong and its presets. Each reading of seed 001 is an option."""

from __future__ import annotations

from dataclasses import dataclass

from . import options
from .game import Preset, Text
from .options import option

SEED = "Règles du Mahjong (seed 001)"
READING = "a reading of Règles du Mahjong (seed 001)"


@dataclass(frozen=True)
class Rules(options.Rules):
    """The options of Chinese classical; the defaults are the preset "family"."""

    winner_pays: bool = option(
        True,
        "yes_no",
        Text("The winner pays too", "Le gagnant paie aussi"),
        Text(
            "Whether the winner pays losers for their hands, or is exempt as in many houses.",
            "Le gagnant paie-t-il les mains des perdants, ou en est-il exempté comme souvent ?",
        ),
        READING,
        reading=True,
    )
    limit: int | None = option(
        None,
        "whole",
        Text("Limit", "Limite"),
        Text(
            "The most points one hand can be worth before it is settled; empty for no limit.",
            "Le plus de points que vaut une main avant le règlement ; vide pour aucune limite.",
        ),
        SEED,
        low=1,
        high=1_000_000,
        optional=True,
    )
    starting_points: int = option(
        0,
        "whole",
        Text("Starting points", "Points de départ"),
        Text(
            "What lies before each player as the session begins.", "Ce que chacun a au début de la session."
        ),
        SEED,
        low=0,
        high=1_000_000,
    )
    hands: int | None = option(
        None,
        "whole",
        Text("Hands", "Parties"),
        Text(
            "The session ends after so many hands; empty to play until you stop.",
            "La session finit après tant de parties ; vide pour jouer jusqu’à ce que l’on s’arrête.",
        ),
        SEED,
        low=1,
        high=2000,
        optional=True,
        empty=Text("until the players stop", "jusqu’à ce que l’on s’arrête"),
    )
    draw_east: str = option(
        "stays",
        "choice",
        Text("East after a draw", "Est après une partie nulle"),
        Text(
            "Whether East stays or the next seat becomes East when nobody wins.",
            "Est reste-t-il ou passe-t-il à son voisin de droite quand personne ne gagne ?",
        ),
        READING,
        choices={"stays": Text("stays", "reste"), "passes": Text("passes", "passe")},
        reading=True,
    )
    winner_bonus: str = option(
        "highest",
        "choice",
        Text("Points for mahjong", "Points du mahjong"),
        Text(
            "Only the highest of 20, 22, 30 and 100 counts, or self-draw (2) and no pung (10) add to 20.",
            "Seul compte le plus haut de 20, 22, 30 et 100, ou 2 (pioche) et 10 (sans brelan) s’y ajoutent.",
        ),
        READING,
        choices={
            "highest": Text("the highest only", "le plus haut seulement"),
            "additive": Text("added up", "additionnés"),
        },
        reading=True,
    )
    loose_tile: bool = option(
        True,
        "yes_no",
        Text("Doubling for a loose tile", "Doublement de la pièce détachée"),
        Text(
            "Whether a mahjong on a replacement tile from right of the breach is doubled.",
            "Un mahjong sur une tuile de remplacement, à droite de la brèche, est-il doublé ?",
        ),
        READING,
        reading=True,
    )
    terminal_pungs: str = option(
        "pair_free",
        "choice",
        Text("Doubling for 1 and 9", "Doublement des 1 et des 9"),
        Text(
            "Which mahjong is doubled for having pungs and kongs of 1 or 9 only.",
            "Quel mahjong est doublé pour n’avoir que des brelans ou carrés de 1 ou de 9.",
        ),
        READING,
        choices={
            "pair_free": Text("four such sets, any pair", "quatre de ces combinaisons, toute paire"),
            "pair_too": Text("four such sets, pair of 1 or 9 too", "et paire de 1 ou de 9 aussi"),
            "chows_too": Text("chows allowed beside them", "séquences permises à côté"),
        },
        reading=True,
    )
    honours_hand: str = option(
        "all_honours",
        "choice",
        Text("Honours times eight", "Honneurs multipliés par huit"),
        Text(
            "Which honours multiply a mahjong by 8: the text’s dragons-only hand cannot exist.",
            "Quels honneurs multiplient un mahjong par 8 : la main tout en dragons du texte n’existe pas.",
        ),
        READING,
        choices={
            "all_honours": Text("only winds and dragons", "vents et dragons seulement"),
            "three_dragons": Text("pungs of all three dragons", "brelans des trois dragons"),
            "none": Text("none", "aucun"),
        },
        reading=True,
    )
    bouquet_includes_own: bool = option(
        True,
        "yes_no",
        Text("A bouquet includes the own tile", "Le bouquet comprend sa propre tuile"),
        Text(
            "All four flowers (or seasons) are times 8 in all; otherwise the own one doubles once more.",
            "Les quatre fleurs (ou saisons) font fois 8 en tout ; sinon la sienne double encore.",
        ),
        READING,
        reading=True,
    )
    double_wind_pair: bool = option(
        True,
        "yes_no",
        Text("A pair of both winds counts 4", "La paire des deux vents compte 4"),
        Text(
            "A pair of the own wind that is the dominant wind too counts twice 2 points, or 2 once.",
            "Une paire de son vent, aussi dominant, compte deux fois 2 points, ou 2 une seule fois.",
        ),
        READING,
        reading=True,
    )


PRESETS = (
    Preset("family", Text("Family", "En famille"), Rules()),
    Preset(
        "exempt-1000",
        Text("Winner exempt, limit 1000", "Gagnant exempté, limite 1000"),
        Rules(winner_pays=False, limit=1000),
    ),
)
