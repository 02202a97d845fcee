"""Chinese classical's rules card. The French is that of seed 001, the English translates it."""

from __future__ import annotations

from ..kit.card import Section
from ..words import Text

PLAY = Text("Règles du Mahjong, III a “Gameplay”")

CARD = (
    Section(
        "turn",
        Text("Places and discards"),
        Text("Règles du Mahjong, II and III a “Gameplay”"),
        (
            Text(
                "For the places everyone throws two dice: the highest is East, with South on the right, West "
                "opposite and North on the left."
            ),
            Text("Lay a discard inside the walls and say its name clearly: “2 of circles”."),
        ),
    ),
    Section(
        "claims",
        Text.at("Chinese classical", "Claiming a discard"),
        PLAY,
        (
            Text("Only the player immediately to the right of the one who discarded can call chow."),
            Text(
                "The other two can ask for a pung or a kong out of turn; the players between the discarder "
                "and the claimer lose their turn."
            ),
            Text("A tile can never be claimed for a pair, except to make mahjong."),
            Text(
                "The claimer takes the discard, lays the set out face up and discards; for a kong one "
                "more tile is taken first."
            ),
        ),
    ),
    Section(
        "order",
        Text("Several want the same tile"),
        PLAY,
        (
            Text(
                "Mahjong comes before every other claim. Then, and only then, a chow may be called out "
                "of turn."
            ),
            Text("Pung or kong. If two ask at once, the nearer one on the right of the discarder plays."),
            Text("Chow."),
        ),
        ordered=True,
    ),
    Section(
        "warning",
        Text("Calling mahjong on a discard"),
        PLAY,
        (
            Text(
                "Say that the claimed tile makes mahjong; the players between the discarder and you "
                "may then play once more."
            ),
        ),
    ),
    Section(
        "concealed",
        Text("Concealed and exposed"),
        PLAY,
        (
            Text("A set made with a tile from the wall stays on the rack and is concealed."),
            Text(
                "A kong must be laid out to take another tile. Drawn from the wall it still counts as "
                "concealed: turn two of its tiles over."
            ),
            Text("A set made with a discard must be laid out face up. Exposed sets are worth half."),
        ),
    ),
    Section(
        "bonus",
        Text("Flowers and seasons"),
        PLAY,
        (
            Text(
                "Lay them face up before you and replace them with as many tiles from right of the "
                "breach; the same at once when one is drawn during play."
            ),
        ),
    ),
    Section(
        "payment",
        Text("East and the payment"),
        Text("Règles du Mahjong, II and III"),
        (
            Text(
                "East is the banker and stays so while winning; gains and losses of East are doubled. "
                "A losing East hands over to the last winner."
            ),
            Text(
                "At the end of each hand every player receives from each of the three others the points of "
                "their own hand."
            ),
        ),
        options=("winner_pays", "east_policy", "draw_east", "round_wind", "rounds", "limit"),
    ),
    Section(
        "books",
        Text("Special hands, Goulash, cannon"),
        Text("Western books; only where the options say so"),
        (
            Text(
                "A special hand has points of its own. Flowers and seasons are counted beside it, with their "
                "doublings."
            ),
            Text("Goulash, after a draw: no walls, everyone has thirteen tiles and passes some of them on."),
            Text(
                "Cannon: who discards a tile that anyone could see was dangerous pays the winner for all "
                "three, and the others settle nothing."
            ),
        ),
        options=("max_chows", "fishing", "goulash_after_draw", "cannon"),
    ),
    Section(
        "silent",
        Text("Furiten, tenpai, penalties"),
        Text("Règles du Mahjong says nothing of them"),
        (
            Text("This game has no furiten: a player may win even on a kind of tile they discarded before."),
            Text(
                "Nothing is paid for a hand one tile short when the wall is used up; a false mahjong "
                "is for the players to settle."
            ),
        ),
        options=("draw_counts", "false_mahjong"),
    ),
)
