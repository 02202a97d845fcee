"""Ten's rules card. The French is that of seed 003, the English translates it."""

from __future__ import annotations

from ..game import Text
from .section import Section


def _seed(chapter: str) -> Text:
    return Text(f"Text 003, “{chapter}”", f"Texte 003, « {chapter} »")


TEN = (
    Section(
        "phase-a",
        Text("Phase A", "Phase A"),
        _seed("Phase A"),
        (
            Text(
                "Played by the rules of ordinary Japanese mahjong. Chii are allowed.",
                "Chaque partie est disputée avec les mêmes règles que le jeu de mahjong japonais normal. Les "
                "chii sont permis.",
            ),
            Text(
                "As soon as a player says to be in tenpai, or declares riichi, phase A ends and phase B "
                "begins.",
                "Dès qu’un joueur déclare verbalement qu’il est en tenpai ou déclare un riichi, la phase A "
                "se termine et la phase B débute.",
            ),
            Text(
                "If 18 turns are played and nobody has declared tenpai, the hand is drawn and a new one is "
                "played.",
                "Si 18 tours sont joués et qu’aucun joueur n’a déclaré être en tenpai, la partie est nulle "
                "et une nouvelle partie est jouée.",
            ),
        ),
        ordered=True,
        options=("turns",),
    ),
    Section(
        "tenpai",
        Text("Tenpai, riichi and furiten", "Tenpai, riichi et furiten"),
        _seed("Phase A"),
        (
            Text(
                "Riichi with a furiten hand is strictly forbidden.",
                "Il est formellement interdit de déclarer un riichi alors que l’on a une main en furiten.",
            ),
            Text(
                "To defend, tenpai may be declared even where winning is impossible (for instance, all "
                "winning tiles have been discarded).",
                "Pour des raisons défensives, il est possible de déclarer être en tenpai même s’il est "
                "impossible de gagner (ex. : toutes les tuiles gagnantes ont été défaussées).",
            ),
        ),
    ),
    Section(
        "phase-b",
        Text("Phase B", "Phase B"),
        _seed("Phase B"),
        (
            Text(
                "The ordinary play stops. Who declared is the attacker, the other one the defender.",
                "Le cours normal du jeu s’arrête. Le joueur ayant déclaré être en tenpai est l’attaquant, "
                "l’autre le défenseur.",
            ),
            Text(
                "The defender picks from the second set two tiles the attacker may be waiting for. A right "
                "guess annuls the hand: the attacker shows it to prove the tenpai, and a new one is played.",
                "Le défenseur choisit parmi les tuiles du deuxième ensemble deux pour lesquelles il croit "
                "que l’attaquant est en attente. S’il devine avec justesse, la partie est annulée : "
                "l’attaquant dévoile sa main prouvant qu’il était bel et bien en tenpai, et une nouvelle "
                "partie est jouée.",
            ),
            Text(
                "A wrong guess: the attacker may draw the next five tiles of the wall. A tsumo wins, and the "
                "bank pays the value of the hand.",
                "S’il ne réussit pas à deviner, l’attaquant a le droit de piocher les cinq prochaines "
                "tuiles du mur. S’il gagne par tsumo, il reçoit de la banque la valeur de sa main en points.",
            ),
            Text(
                "Otherwise the defender names two more tiles, and so on until the attacker wins, the guess "
                "is right, or the wall is used up: then the hand is drawn.",
                "Sinon le défenseur désigne deux nouvelles tuiles et ainsi de suite jusqu’à ce que "
                "l’attaquant gagne par tsumo, que le défenseur devine correctement ou que la pioche "
                "s’épuise : la partie est alors nulle.",
            ),
        ),
        ordered=True,
        options=("guesses", "draws", "value"),
    ),
    Section(
        "decline",
        Text("Declining a win, and kongs", "Refuser de gagner, et les kan"),
        _seed("Phase B"),
        (
            Text(
                "The attacker may decide not to win with a drawn tile: it is discarded face down, saying "
                "clearly that it would have won.",
                "L’attaquant peut décider de ne pas gagner avec sa pioche : il défausse la tuile face "
                "cachée et indique clairement à son adversaire que cette tuile l’aurait fait gagner, mais "
                "qu’il refuse.",
            ),
            Text(
                "In phase B kongs may be laid down as long as they do not change the wait.",
                "Durant la phase B, des kan peuvent être dévoilés tant qu’ils ne changent pas l’attente.",
            ),
            Text(
                "Without a winner all riichi sticks stay on the table and go to the next one.",
                "S’il n’y a pas de gagnant, toutes les mises riichi restent sur la table et seront ajoutées "
                "à la valeur de la main du prochain gagnant.",
            ),
            Text(
                "After a drawn hand the attacker must show the hand to prove the tenpai.",
                "Si la partie est nulle, l’attaquant doit révéler sa main pour prouver qu’il était bel et "
                "bien en tenpai.",
            ),
        ),
    ),
    Section(
        "claims",
        Text("Claiming a discard, in phase A", "Voler une tuile, en phase A"),
        Text(
            "Text 003, “Phase A”: as in riichi (text 000); there is one opponent only",
            "Texte 003, « Phase A » : comme au riichi (texte 000) ; il n’y a qu’un adversaire",
        ),
        (
            Text(
                "Chii, pon and kan are claimed from the only opponent, on the tile just discarded.",
                "Chii, pon et kan se volent à l’unique adversaire, sur la tuile tout juste défaussée.",
            ),
            Text(
                "Nobody wins in phase A: a hand is won in phase B, by the attacker’s own draw.",
                "On ne gagne pas en phase A : une main se gagne en phase B, par la pioche de l’attaquant.",
            ),
            Text(
                "The claimed tile must be taken and the set shown before the next two discards.",
                "La tuile doit être prise et la combinaison exposée avant les deux prochaines défausses.",
            ),
        ),
    ),
    Section(
        "dealer",
        Text("The dealer and the counters", "Le donneur et les bâtonnets"),
        Text(
            "Text 003, “Le donneur” and “Après chaque partie”",
            "Texte 003, « Le donneur » et « Après chaque partie »",
        ),
        (
            Text(
                "A dealer who wins gains one and a half times as much. The dealer changes only when the "
                "other wins a hand.",
                "Le donneur gagne 1,5 fois plus de points en cas de victoire. Le donneur change seulement si "
                "le non-donneur gagne une partie.",
            ),
            Text(
                "After each hand in which the dealer did not change, a 100-point stick is laid on the table, "
                "with the same effect as in the four-player game.",
                "Après chaque partie où le donneur n’a pas changé, un bâtonnet de 100 points est allongé sur "
                "la table, avec les mêmes effets que dans les parties normales à quatre joueurs.",
            ),
        ),
    ),
    Section(
        "clock",
        Text("The hour", "L’heure"),
        _seed("Préparation"),
        (
            Text(
                "A whole game lasts 60 minutes, with an alarm after 50 and after 55. From the first alarm on "
                "the clock is hidden from the players, so that nobody lets time run out on purpose.",
                "Une partie complète dure 60 minutes. Une alarme retentit après 50 et 55 minutes de jeu. Dès "
                "la première alarme, le chronomètre est masqué pour que les joueurs ne laissent pas "
                "délibérément s’écouler le temps.",
            ),
            Text(
                "When the hour is over the hand in play is finished; then the higher score wins.",
                "Quand l’heure est totalement écoulée, les joueurs terminent la partie en cours et celui qui "
                "possède alors le plus de points gagne.",
            ),
        ),
        options=("minutes", "alarm_first", "alarm_second"),
    ),
)
