"""The words of the games that stay as they are in every language, each with a sentence of explanation."""

from __future__ import annotations

from mahjongclub.rules.game import Text

GLOSSARY: dict[str, Text] = {
    "agari-yame": Text(
        "The dealer who leads in the last hand may stop the session.",
        "Le donneur en tête à la dernière partie peut arrêter la session.",
    ),
    "chombo": Text(
        "A serious fault, such as a false win: it costs a penalty and the hand is played again.",
        "Une faute grave, comme une fausse victoire : elle coûte une pénalité et la partie est rejouée.",
    ),
    "dora": Text(
        "Each tile after a shown indicator adds a han to a winning hand.",
        "Chaque tuile qui suit un indicateur retourné ajoute un han à une main gagnante.",
    ),
    "fu": Text(
        "Small points for the shape of the hand, rounded up to ten.",
        "Petits points pour la forme de la main, arrondis à la dizaine supérieure.",
    ),
    "han": Text(
        "What each yaku and each dora adds; every han doubles the value.",
        "Ce qu’ajoute chaque yaku et chaque dora ; chaque han double la valeur.",
    ),
    "honba": Text(
        "Counters of repeated hands: each adds 300 points to the next win.",
        "Compteurs de parties répétées : chacun ajoute 300 points à la prochaine victoire.",
    ),
    "mangan": Text(
        "The first limit: from here on the value grows by steps, not by fu.",
        "La première limite : à partir de là, la valeur monte par paliers, sans les fu.",
    ),
    "nagashi mangan": Text(
        "At a draw: all own discards are ends or honours and none was claimed.",
        "À la partie nulle : ses défausses sont toutes des extrémités ou des honneurs, aucune n’a été volée.",
    ),
    "noten": Text("Not one tile away from a complete hand.", "Pas à une tuile d’une main complète."),
    "oka": Text(
        "What everybody put in above the start goes to the first place.",
        "Ce que chacun a mis au-delà du départ revient au premier.",
    ),
    "pao": Text(
        "Whoever fed the last set of a yakuman is liable for it.",
        "Qui a donné la dernière combinaison d’un yakuman en est responsable.",
    ),
    "riichi": Text(
        "A declared wait with a concealed hand: it costs a stick of 1,000.",
        "Une attente déclarée, main cachée : elle coûte un bâtonnet de 1 000.",
    ),
    "ron": Text("A win on another player’s discard.", "Une victoire sur la défausse d’un autre joueur."),
    "tenpai": Text("One tile away from a complete hand.", "À une tuile d’une main complète."),
    "tsumo": Text("A win on a tile drawn from the wall.", "Une victoire sur une tuile piochée."),
    "uma": Text(
        "A bonus or a charge for each place in the ranking.",
        "Une prime ou une charge pour chaque place du classement.",
    ),
    "yakuman": Text(
        "The highest hands, with a value of their own.",
        "Les plus hautes mains, de valeur fixe.",
    ),
}
