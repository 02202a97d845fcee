"""Ten's rules card. The French is that of seed 003, the English translates it."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.ten.options import Rules
from mahjongclub.rules.words import Text

from ..kit.card import SHUFFLE, Section, with_option_values


def chapter_source(chapter: str) -> Text:
    """The source of a section: a chapter of the rules it is from."""
    return Text("Fukumoto’s “Ten”, “{chapter}”", chapter=chapter)


CLAIMING = Text("Fukumoto’s “Ten”, “Phase A”: as in riichi; there is one opponent only")

BEFORE = Section(
    "before",
    Text("Before the game"),
    chapter_source("Matériel"),
    (
        Text("Two sets of tiles. The second lies aside: it is for the guesses of phase B."),
        Text("Take the flowers, the seasons and the red fives out."),
        SHUFFLE,
    ),
)
TENPAI = Section(
    "tenpai",
    Text("Tenpai, riichi and furiten"),
    chapter_source("Phase A"),
    (
        Text("Riichi with a furiten hand is strictly forbidden."),
        Text(
            "To defend, tenpai may be declared even where winning is impossible (for instance, all "
            "winning tiles have been discarded)."
        ),
    ),
)
DECLINE = Section(
    "decline",
    Text("Declining a win, and kongs"),
    chapter_source("Phase B"),
    (
        Text(
            "The attacker may decide not to win with a drawn tile: it is discarded face down, "
            "saying clearly that it would have won."
        ),
        Text("In phase B kongs may be laid down as long as they do not change the wait."),
        Text("Without a winner all riichi sticks stay on the table and go to the next one."),
        Text("After a draw the attacker must show the hand to prove the tenpai."),
    ),
)
CLAIMS = Section(
    "claims",
    Text("Claiming a discard, in phase A"),
    CLAIMING,
    (
        Text("Chii, pon and kan are claimed from the only opponent, on the tile just discarded."),
        Text("Nobody wins in phase A: a hand is won in phase B, by the attacker’s own draw."),
        Text("The claimed tile must be taken and the set shown before the next two discards."),
    ),
)
BANK_PAYS = {
    "tsumo": Text("The bank pays a win: the three shares of a four-player self-draw, added up."),
    "ron": Text("The bank pays a win: what the hand would be worth as a ron."),
}
#: A dealer's hand of 1 han 30 fu against another's, by what the bank pays.
DEALERS_SHARE = {
    "tsumo": Text("These values hold from a mangan up: 1 han 30 fu is 1,100, and 1,500 for the dealer."),
    "ron": Text("1 han 30 fu is 1,000, and 1,500 for the dealer."),
}


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    return (BEFORE, _phase_a(rules), TENPAI, _phase_b(rules), DECLINE, CLAIMS, _dealer(rules), _clock(rules))


def _phase_a(rules: Rules) -> Section:
    return Section(
        "phase-a",
        Text("Phase A"),
        chapter_source("Phase A"),
        (
            Text("Played by the rules of ordinary Japanese mahjong. Chii are allowed."),
            Text(
                "As soon as a player says to be in tenpai, or declares riichi, phase A ends and phase "
                "B begins."
            ),
            Text.counted(
                "If one turn is played and nobody has declared tenpai, the hand is a draw and a new one is "
                "played.",
                "If {count} turns are played and nobody has declared tenpai, the hand is a draw and a new "
                "one is played.",
                rules.turns,
            ),
        ),
        ordered=True,
    )


def _phase_b(rules: Rules) -> Section:
    return Section(
        "phase-b",
        Text("Phase B"),
        chapter_source("Phase B"),
        (
            Text(
                "The ordinary play stops. The player who declared is the attacker, the other one the "
                "defender."
            ),
            Text.counted(
                "The defender picks from the second set one tile the attacker may be waiting for. A right "
                "guess annuls the hand: the attacker shows it to prove the tenpai, and a new one is played.",
                "The defender picks from the second set {count} tiles the attacker may be waiting for. A "
                "right guess annuls the hand: the attacker shows it to prove the tenpai, and a new one is "
                "played.",
                rules.guesses,
            ),
            Text.counted(
                "A wrong guess: the attacker may draw the next tile of the wall, and wins by tsumo.",
                "A wrong guess: the attacker may draw the next {count} tiles of the wall, and wins by tsumo.",
                rules.draws,
            ),
            Text(
                "Otherwise the defender guesses again, and so on until the attacker wins, the guess is "
                "right, or the wall is empty: then the hand is a draw."
            ),
            BANK_PAYS[rules.value],
        ),
        ordered=True,
    )


def _dealer(rules: Rules) -> Section:
    return Section(
        "dealer",
        Text("The dealer and the honba"),
        Text("Fukumoto’s “Ten”, “Le donneur” and “Après chaque partie”"),
        (
            Text(
                "A dealer who wins gains one and a half times as much. The dealer changes only when "
                "the other wins a hand."
            ),
            DEALERS_SHARE[rules.value],
            Text(
                "After each hand in which the dealer did not change, a 100-point stick is laid on the "
                "table, with the same effect as in the four-player game."
            ),
        ),
    )


def _clock(rules: Rules) -> Section:
    return Section(
        "clock",
        Text("The points and the clock"),
        Text("Fukumoto’s “Ten”, “Matériel” and “Préparation”"),
        with_option_values(
            rules,
            Text(
                "Each player starts with {starting_points} points, the bank with {bank}; once it is empty "
                "the game is over."
            ),
            Text(
                "A whole game lasts {minutes} minutes, with an alarm after {alarm_first} and after "
                "{alarm_second}. From the first alarm on the clock is hidden from the players, so that "
                "nobody lets time run out on purpose."
            ),
            Text("When time is up the hand in play is finished; then the higher score wins."),
        ),
    )
