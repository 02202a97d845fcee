"""The options of riichi, each with its default, its words and its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from .game import RuleError, Text
from .options import Rules as BaseRules
from .options import option

SEED = "seed 000"
USAGE = "common riichi usage"

ABORTS: Mapping[str, Text] = {
    "nine_terminals": Text(
        "nine terminals and honours (kyūshu kyūhai)", "neuf terminales et honneurs (kyūshu kyūhai)"
    ),
    "four_winds": Text("four same winds discarded (sūfon renda)", "quatre vents identiques (sūfon renda)"),
    "four_riichi": Text("four riichi (sūcha riichi)", "quatre riichi (sūcha riichi)"),
    "four_kans": Text("four kans by several players (sūkan sanra)", "quatre kan partagés (sūkan sanra)"),
    "triple_ron": Text("triple ron (sanchahō)", "triple ron (sanchahō)"),
}

PAO_COVERS: Mapping[str, Text] = {
    "dragons": Text("big three dragons (daisangen)", "trois grands dragons (daisangen)"),
    "winds": Text("big four winds (daisūshī)", "quatre grands vents (daisūshī)"),
    "kongs": Text("four kans (sūkantsu)", "quatre kan (sūkantsu)"),
}


@dataclass(frozen=True)
class Rules(BaseRules):
    """Riichi's options; the defaults are the club's own rules (preset `club`)."""

    rounds: int = option(
        2,
        "whole",
        Text("Rounds", "Manches"),
        Text(
            "How many winds are played: 1 East only, 2 East and South, up to 4.",
            "Nombre de vents joués : 1 l’Est seul, 2 l’Est et le Sud, jusqu’à 4.",
        ),
        SEED,
        low=1,
        high=4,
    )
    starting_points: int = option(
        25000,
        "whole",
        Text("Starting points", "Points de départ"),
        Text("What each player begins with.", "Ce que chacun a devant soi au départ."),
        USAGE,
        low=0,
        high=1_000_000,
    )
    return_points: int = option(
        30000,
        "whole",
        Text("Return points", "Points de retour"),
        Text(
            "The score that counts as zero in the final points.", "Le score qui vaut zéro au décompte final."
        ),
        USAGE,
        low=0,
        high=1_000_000,
    )
    oka: int = option(
        20,
        "whole",
        Text("Oka (thousands)", "Oka (milliers)"),
        Text(
            "Bonus of the first place; usually four times what the return is above the start.",
            "Prime de la première place ; en général quatre fois l’écart entre retour et départ.",
        ),
        USAGE,
        low=0,
        high=1000,
    )
    uma: tuple[int, ...] = option(
        (20, 10, -10, -20),
        "numbers",
        Text("Uma (thousands)", "Uma (milliers)"),
        Text(
            "What each place adds or costs in the final points; 20/10 means +20, +10, -10, -20.",
            "Ce que chaque place ajoute ou coûte au décompte final ; 20/10 veut dire +20, +10, -10, -20.",
        ),
        USAGE,
        length=4,
    )
    ties: str = option(
        "split",
        "choice",
        Text("Ties", "Égalités"),
        Text(
            "Whether equal scores share uma and oka, or the seat nearer the first dealer ranks first.",
            "À score égal, on partage uma et oka, ou la place la plus proche du premier donneur l’emporte.",
        ),
        USAGE,
        choices={
            "split": Text("share uma and oka", "partager uma et oka"),
            "seat": Text("by seat order", "selon l’ordre des places"),
        },
    )
    kiriage_mangan: bool = option(
        False,
        "yes_no",
        Text("Kiriage mangan", "Kiriage mangan"),
        Text(
            "30 fu 4 han and 60 fu 3 han are rounded up to a mangan.",
            "30 fu 4 han et 60 fu 3 han sont arrondis au mangan.",
        ),
        USAGE,
    )
    multi_ron: str = option(
        "head_bump",
        "choice",
        Text("Several rons", "Plusieurs ron"),
        Text(
            "Who is paid when several players win on one discard.",
            "Qui est payé quand plusieurs joueurs gagnent sur la même défausse.",
        ),
        SEED,
        choices={
            "head_bump": Text(
                "only the nearest after the discarder (atamahane)",
                "seulement le plus proche du défausseur (atamahane)",
            ),
            "double": Text(
                "two are paid, three abort the hand", "deux sont payés, trois font avorter la partie"
            ),
            "triple": Text("all are paid", "tous sont payés"),
        },
    )
    multi_honba: str = option(
        "nearest",
        "choice",
        Text("Honba with several rons", "Honba avec plusieurs ron"),
        Text(
            "Whether the counters are paid to the nearest winner or to each.",
            "Les honba sont payés au gagnant le plus proche ou à chacun.",
        ),
        USAGE,
        choices={
            "nearest": Text("to the nearest winner", "au gagnant le plus proche"),
            "each": Text("to each winner", "à chaque gagnant"),
        },
        reading=True,
    )
    renchan: str = option(
        "tenpai",
        "choice",
        Text("The dealer stays", "Le donneur reste"),
        Text(
            "When the dealer keeps the deal; an abortive draw always keeps it.",
            "Quand le donneur garde la donne ; une partie avortée la garde toujours.",
        ),
        SEED,
        choices={
            "tenpai": Text(
                "on a win, or in tenpai at a draw", "s’il gagne, ou s’il est tenpai à la partie nulle"
            ),
            "win": Text("on a win only", "s’il gagne seulement"),
            "never": Text("never", "jamais"),
        },
    )
    abortive: tuple[str, ...] = option(
        tuple(ABORTS),
        "set",
        Text("Abortive draws", "Parties avortées"),
        Text(
            "What ends a hand at once without a payment; the dealer stays.",
            "Ce qui arrête une partie aussitôt, sans paiement ; le donneur reste.",
        ),
        SEED,
        choices=ABORTS,
    )
    nagashi: bool = option(
        True,
        "yes_no",
        Text("Nagashi mangan", "Nagashi mangan"),
        Text(
            "At an exhausted wall, a river of only terminals and honours, none claimed, is paid as a mangan.",
            "Mur épuisé : une rivière de terminales et d’honneurs, rien de volé, est payée comme un mangan.",
        ),
        SEED,
    )
    pao: tuple[str, ...] = option(
        ("dragons", "winds"),
        "set",
        Text("Pao (liability)", "Pao (responsabilité)"),
        Text(
            "The yakuman for which whoever fed the last set must pay.",
            "Les yakuman que doit payer qui en a donné la dernière combinaison.",
        ),
        SEED,
        choices=PAO_COVERS,
    )
    pao_honba: str = option(
        "liable",
        "choice",
        Text("Honba with pao", "Honba avec pao"),
        Text(
            "Who pays the counters when a yakuman with pao is won on another player’s discard.",
            "Qui paie les honba quand un yakuman avec pao est gagné sur la défausse d’un autre.",
        ),
        USAGE,
        choices={
            "liable": Text("the liable player", "le responsable"),
            "discarder": Text("the discarder", "le défausseur"),
        },
        reading=True,
    )
    kazoe: str = option(
        "yakuman",
        "choice",
        Text("13 han and more", "13 han et plus"),
        Text(
            "What a hand counted to 13 han or more is worth.",
            "Ce que vaut une main comptée à 13 han ou plus.",
        ),
        USAGE,
        choices={"yakuman": Text("yakuman", "yakuman"), "sanbaiman": Text("sanbaiman", "sanbaiman")},
    )
    yakuman_add_up: bool = option(
        True,
        "yes_no",
        Text("Yakuman add up", "Les yakuman s’additionnent"),
        Text(
            "A hand with several yakuman is paid several times.",
            "Une main à plusieurs yakuman est payée plusieurs fois.",
        ),
        USAGE,
    )
    riichi_under_1000: bool = option(
        False,
        "yes_no",
        Text("Riichi below 1,000", "Riichi sous 1 000"),
        Text(
            "A player with less than 1,000 points may declare riichi.",
            "Un joueur avec moins de 1 000 points peut déclarer riichi.",
        ),
        USAGE,
    )
    bust: str = option(
        "zero_or_below",
        "choice",
        Text("Bust", "Faillite (tobi)"),
        Text(
            "Whether the session ends when a player runs out of points.",
            "La session finit-elle quand un joueur n’a plus de points ?",
        ),
        SEED,
        choices={
            "off": Text("never", "jamais"),
            "below_zero": Text("below zero", "sous zéro"),
            "zero_or_below": Text("at zero or below", "à zéro ou moins"),
        },
    )
    agari_yame: str = option(
        "off",
        "choice",
        Text("Agari-yame", "Agari-yame"),
        Text(
            "Whether the dealer who leads ends the last hand by winning or being tenpai.",
            "Le donneur en tête met-il fin à la dernière partie en gagnant ou en étant tenpai ?",
        ),
        USAGE,
        choices={
            "off": Text("play goes on", "on continue"),
            "automatic": Text("the session ends", "la session finit"),
        },
    )
    west_extension: bool = option(
        False,
        "yes_no",
        Text("Extension round", "Manche de prolongation"),
        Text(
            "When nobody has the score it asks for at the end, one more round is played until someone has.",
            "Si personne n’a le score demandé à la fin, on joue une manche de plus jusque-là.",
        ),
        USAGE,
    )
    extension_target: int | None = option(
        None,
        "whole",
        Text("Score of the extension", "Score de la prolongation"),
        Text(
            "The score that ends the session without an extension round; empty for the return points.",
            "Le score qui termine la session sans prolongation ; vide pour les points de retour.",
        ),
        USAGE,
        low=0,
        high=1_000_000,
        optional=True,
        empty=Text("the return points", "les points de retour"),
    )
    leftover_sticks: str = option(
        "first",
        "choice",
        Text("Leftover riichi sticks", "Bâtonnets riichi restants"),
        Text(
            "Who takes the sticks lying on the table at the end.",
            "Qui prend les bâtonnets restés sur la table à la fin.",
        ),
        USAGE,
        choices={
            "first": Text("the leader", "le premier"),
            "shared": Text("the leaders, shared if tied", "les premiers, partagés s’ils sont à égalité"),
            "lost": Text("nobody", "personne"),
        },
    )
    chombo: str = option(
        "mangan",
        "choice",
        Text("Chombo", "Chombo"),
        Text(
            "What a grave fault costs; the hand is replayed.",
            "Ce que coûte une faute grave ; la partie est rejouée.",
        ),
        SEED,
        choices={
            "mangan": Text("a mangan paid to the others", "un mangan payé aux autres"),
            "20000_after_uma": Text("20,000 after uma", "20 000 après l’uma"),
            "off": Text("not played", "non joué"),
        },
    )
    red_fives: int = option(
        0,
        "whole",
        Text("Red fives", "Cinq rouges"),
        Text(
            "How many red fives are in play: 3 is one of each suit, 4 has two in circles.",
            "Nombre de cinq rouges : 3 en met un par famille, 4 en met deux aux cercles.",
        ),
        USAGE,
        low=0,
        high=4,
    )
    double_wind_pair_fu: int = option(
        4,
        "whole",
        Text("Fu of a double wind pair", "Fu d’une paire de vent double"),
        Text(
            "A pair of the wind that is both seat and round wind: 2 or 4 fu.",
            "Une paire du vent qui est à la fois celui de la place et de la manche : 2 ou 4 fu.",
        ),
        USAGE,
        low=2,
        high=4,
    )

    def with_options(self, overrides: Mapping[str, Any]) -> Self:
        """As every variant's; points must also be whole hundreds, as no stick is smaller."""
        changed = super().with_options(overrides)
        for name in ("starting_points", "return_points", "extension_target"):
            if (getattr(changed, name) or 0) % 100:
                raise _refused(name, "a multiple of 100 is needed", "il faut un multiple de 100")
        if changed.double_wind_pair_fu == 3:
            raise _refused("double_wind_pair_fu", "2 or 4 is needed", "il faut 2 ou 4")
        return changed


def _refused(name: str, en: str, fr: str) -> RuleError:
    label = next(item.label for item in Rules.describe_options() if item.name == name)
    return RuleError(
        "option_out_of_range", f"rules.{name}", Text(f"{label.en}: {en}.", f"{label.fr} : {fr}.")
    )
