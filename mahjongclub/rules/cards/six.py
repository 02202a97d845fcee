"""The six-player game's rules card. The French is that of seed 004, the English translates it."""

from __future__ import annotations

from ..game import Text
from .section import Section


def _seed(chapter: str) -> Text:
    return Text(f"Text 004, “{chapter}”", f"Texte 004, « {chapter} »")


USAGE = Text(
    "Usual order of claims: text 004 names none",
    "Ordre usuel des réclamations : le texte 004 n’en nomme pas",
)

SIX = (
    Section(
        "interdictions",
        Text("The five interdictions", "Les cinq interdictions"),
        Text(
            "Text 004: 1 to 3 “Interdiction”, 4 and 5 follow from “Points”",
            "Texte 004 : 1 à 3 « Interdiction », 4 et 5 suivent de « Points »",
        ),
        (
            Text(
                "Players cannot claim a chow.",
                "Les joueurs ne peuvent pas réclamer de chow.",
            ),
            Text(
                "A hand cannot hold all 3 suits, only 1 or 2.",
                "Une main ne peut pas comporter les 3 familles mais seulement 1 ou 2.",
            ),
            Text(
                "A player cannot take a discarded tile that they discarded themselves.",
                "Un joueur ne peut pas prendre une tuile défaussée qu’il a lui-même défaussée.",
            ),
            Text(
                "A player who has made mahjong plays no more in the round: neither wins again, nor pays.",
                "Un joueur qui a fait mahjong ne joue plus du tour : il ne gagne pas une seconde fois et ne "
                "paie plus.",
            ),
            Text(
                "Only a tile thrown by a player still playing can be won on.",
                "On ne peut faire mahjong que sur la tuile d’un joueur encore en jeu.",
            ),
        ),
        ordered=True,
    ),
    Section(
        "claims",
        Text("Claiming a discard", "Réclamer une défausse"),
        USAGE,
        (
            Text(
                "Mahjong comes first. Two who make mahjong on one discard are both paid.",
                "Mahjong d’abord. Deux joueurs qui font mahjong sur une même défausse sont payés tous les "
                "deux.",
            ),
            Text(
                "Then pung or kong, from anyone still playing; between equals, the nearest counted from the "
                "right of the discarder.",
                "Puis pung ou kong, de tout joueur encore en jeu ; à égalité, le plus proche à partir de la "
                "droite du défausseur.",
            ),
        ),
        ordered=True,
    ),
    Section(
        "mahjong",
        Text("Announcing mahjong", "Annoncer mahjong"),
        _seed("Mahjong"),
        (
            Text(
                "On a discard: lay the winning tile face up beside the hand, which stays hidden.",
                "Sur une défausse, le joueur pose la tuile gagnante face ouverte à côté de la main qui reste "
                "cachée.",
            ),
            Text(
                "On a draw: lay the winning tile face up on top of the hand, which stays hidden.",
                "Sur une pioche, le joueur pose la tuile gagnante face ouverte sur le dessus de la main qui "
                "reste cachée.",
            ),
        ),
    ),
    Section(
        "payment",
        Text("Who pays", "Qui paie"),
        _seed("Points"),
        (
            Text(
                "Ron: the player who discarded the winning tile.",
                "En cas de ron : c’est le joueur qui a défaussé la tuile gagnante qui perd des points.",
            ),
            Text(
                "Tsumo: everyone who has not made mahjong yet. The 1st takes from all five, the 2nd from the "
                "3rd to the 6th, and so on; the 5th takes from the 6th.",
                "En cas de tsumo : le 1er prend à chaque joueur ; le 2e prend au 3e, au 4e, au 5e "
                "et au 6e ; et ainsi de suite ; le 5e prend au 6e.",
            ),
        ),
    ),
    Section(
        "end",
        Text("End of the round and tenpai", "Fin du tour et tenpai"),
        Text("Text 004, “Fin du tour” and “Points”", "Texte 004, « Fin du tour » et « Points »"),
        (
            Text(
                "The round is over when 5 players have made mahjong or when the wall is empty.",
                "Quand 5 joueurs ont fait mahjong ou quand la pioche est vide, le tour est fini.",
            ),
            Text(
                "Tenpai players without mahjong take from those who are not tenpai (noten): 2 points if all "
                "pungs, 1 otherwise.",
                "Les joueurs tenpai qui n’ont pas fait mahjong prennent à ceux qui sont noten : 2 points si "
                "tout pung, 1 point sinon.",
            ),
        ),
        options=("rounds",),
    ),
    Section(
        "silent",
        Text("Furiten and false mahjong", "Furiten et faux mahjong"),
        Text("Text 004 says nothing more of them", "Le texte 004 n’en dit rien de plus"),
        (
            Text(
                "The third interdiction is all there is of furiten: no own discard is taken back, even for "
                "mahjong. Other tiles of the same kind may win.",
                "La troisième interdiction tient lieu de furiten : on ne reprend pas sa propre défausse, "
                "même pour mahjong. Une autre tuile de la même sorte peut faire gagner.",
            ),
            Text(
                "A false mahjong is for the players to settle.",
                "Un faux mahjong se règle entre joueurs.",
            ),
        ),
    ),
)
