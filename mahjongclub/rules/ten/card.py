"""Ten's rules card. The French is that of seed 003, the English translates it."""

from __future__ import annotations

from ..kit.card import Section
from ..words import Text


def seed(chapter: str) -> Text:
    """The source of a section: a chapter of the rules it is from."""
    return Text("Fukumoto’s “Ten”, “{chapter}”", chapter=chapter)


CLAIMING = Text("Fukumoto’s “Ten”, “Phase A”: as in riichi; there is one opponent only")

CARD = (
    Section(
        "phase-a",
        Text("Phase A"),
        seed("Phase A"),
        (
            Text("Played by the rules of ordinary Japanese mahjong. Chii are allowed."),
            Text(
                "As soon as a player says to be in tenpai, or declares riichi, phase A ends and phase "
                "B begins."
            ),
            Text(
                "If 18 turns are played and nobody has declared tenpai, the hand is a draw and a new one is "
                "played."
            ),
        ),
        ordered=True,
        options=("turns",),
    ),
    Section(
        "tenpai",
        Text("Tenpai, riichi and furiten"),
        seed("Phase A"),
        (
            Text("Riichi with a furiten hand is strictly forbidden."),
            Text(
                "To defend, tenpai may be declared even where winning is impossible (for instance, all "
                "winning tiles have been discarded)."
            ),
        ),
    ),
    Section(
        "phase-b",
        Text("Phase B"),
        seed("Phase B"),
        (
            Text(
                "The ordinary play stops. The player who declared is the attacker, the other one the "
                "defender."
            ),
            Text(
                "The defender picks from the second set two tiles the attacker may be waiting for. A "
                "right guess annuls the hand: the attacker shows it to prove the tenpai, and a new one "
                "is played."
            ),
            Text(
                "A wrong guess: the attacker may draw the next five tiles of the wall. A tsumo wins, "
                "and the bank pays the value of the hand."
            ),
            Text(
                "Otherwise the defender names two more tiles, and so on until the attacker wins, the guess "
                "is right, or the wall is empty: then the hand is a draw."
            ),
        ),
        ordered=True,
        options=("guesses", "draws", "value"),
    ),
    Section(
        "decline",
        Text("Declining a win, and kongs"),
        seed("Phase B"),
        (
            Text(
                "The attacker may decide not to win with a drawn tile: it is discarded face down, "
                "saying clearly that it would have won."
            ),
            Text("In phase B kongs may be laid down as long as they do not change the wait."),
            Text("Without a winner all riichi sticks stay on the table and go to the next one."),
            Text("After a draw the attacker must show the hand to prove the tenpai."),
        ),
    ),
    Section(
        "claims",
        Text("Claiming a discard, in phase A"),
        CLAIMING,
        (
            Text("Chii, pon and kan are claimed from the only opponent, on the tile just discarded."),
            Text("Nobody wins in phase A: a hand is won in phase B, by the attacker’s own draw."),
            Text("The claimed tile must be taken and the set shown before the next two discards."),
        ),
    ),
    Section(
        "dealer",
        Text("The dealer and the honba"),
        Text("Fukumoto’s “Ten”, “Le donneur” and “Après chaque partie”"),
        (
            Text(
                "A dealer who wins gains one and a half times as much. The dealer changes only when "
                "the other wins a hand."
            ),
            Text("That holds from a mangan up: 1 han 30 fu is 1,100, and 1,500 for the dealer."),
            Text(
                "After each hand in which the dealer did not change, a 100-point stick is laid on the "
                "table, with the same effect as in the four-player game."
            ),
        ),
    ),
    Section(
        "clock",
        Text("The hour"),
        seed("Préparation"),
        (
            Text(
                "A whole game lasts 60 minutes, with an alarm after 50 and after 55. From the first "
                "alarm on the clock is hidden from the players, so that nobody lets time run out on "
                "purpose."
            ),
            Text("When the hour is over the hand in play is finished; then the higher score wins."),
        ),
        options=("minutes", "alarm_first", "alarm_second"),
    ),
)
