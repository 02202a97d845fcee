"""Chinese classical's rules card. The French of the family's is that of seed 001, the English translates it.

The sections of Western books cite the book of their preset, and leave out what seed 001 alone says.
"""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.words import Text

from ..kit.card import NO_NORTH, SHUFFLE, Section, book_title, length_sentences, without_unused_sentences

PLAY = Text("Règles du Mahjong, III a “Gameplay”")
SET_UP = Text("Règles du Mahjong, II and III a “Gameplay”")
PAYMENT = Text("Règles du Mahjong, II and III")
READING = Text("Common usage: Règles du Mahjong says nothing of it")
#: the presets that follow seed 001; all others are Western books
FAMILIES = ("family", "exempt-1000", "winner-exempt")
WESTERN = Text("Western books, as their players sum them up")

PLACES = Text(
    "For the places everyone throws two dice: the highest is East, with South on the right, West "
    "opposite and North on the left."
)
SAY_DISCARD = Text("Lay a discard inside the walls and say its name clearly: “2 of circles”.")
CHOW_CLAIM = Text("Only the player immediately to the right of the one who discarded can call chow.")
PUNG_CLAIM = Text(
    "The other two can ask for a pung or a kong out of turn; the players between the discarder "
    "and the claimer lose their turn."
)
PAIR_CLAIM = Text("A tile can never be claimed for a pair, except to make mahjong.")
CLAIMER = Text(
    "The claimer takes the discard, lays the set out face up and discards; for a kong one "
    "more tile is taken first."
)
ORDER = (
    Text("Mahjong comes before every other claim. Then, and only then, a chow may be called out of turn."),
    Text("Pung or kong. If two ask at once, the nearer one on the right of the discarder plays."),
    Text("Chow."),
)
WARNING = Text(
    "Say that the claimed tile makes mahjong; the players between the discarder and you "
    "may then play once more."
)
CONCEALED = (
    Text("A set made with a tile from the wall stays on the rack and is concealed."),
    Text(
        "A kong must be laid out to take another tile. Drawn from the wall it still counts as "
        "concealed: turn two of its tiles over."
    ),
    Text("A set made with a discard must be laid out face up. Exposed sets are worth half."),
)
EAST_PAYS = Text("East is the banker: gains and losses of East are doubled.")
EAST_DECIDES = Text("East decides disputes.")
#: Who is East next, by `east_policy`.
NEXT_EAST = {
    "winner": Text("East stays while winning. A losing East hands over to the winner."),
    "in_turn": Text("East stays while winning. A losing East hands over to the next player on the right."),
    "passes": Text("After every win East goes to the next player on the right, even where East won."),
}
AFTER_DRAW = {
    "stays": Text("After a draw East stays."),
    "passes": Text("After a draw East goes to the next player on the right."),
}
SETTLED = {
    True: Text(
        "At the end of each hand every player receives from each of the others the points of their own "
        "hand: the winner too pays the losers for theirs."
    ),
    False: Text(
        "The winner receives the points of their hand from each of the others and pays nobody. The others "
        "settle the differences of their hands between them."
    ),
}
ROUND_WIND = {
    "break": Text("The wind that counts beside your own is that of the wall which East’s throw opens."),
    "round": Text("The wind that counts beside your own is that of the round."),
}
DRAW_COUNTS = {
    True: Text("When nobody wins, all hands are still counted and paid."),
    False: Text("When nobody wins nothing is paid, not even for a hand one tile short."),
}
FISHING = {
    "none": None,
    "two_fifths": Text(
        "A player who lacks one tile of a special hand when another wins has two fifths of it."
    ),
    "half_irregular": Text(
        "A player who lacks one tile of a special hand that is no four sets and a pair has half of it when "
        "another wins."
    ),
}
#: By `mahjong_minimum`.
NEEDED = {
    "none": None,
    "clean_or_two": Text(
        "A mahjong must be clean, with one suit at most beside winds and dragons, or have two doublings."
    ),
}
CANNON = Text(
    "Cannon: a player who discards a tile that anyone could see was dangerous pays the winner for all, and "
    "the others settle nothing."
)
#: Source: mahjong-britishrules.com, "Variations of play", and 4windsmj.com for fishing
GOULASH = (
    Text(
        "Goulash, the hand after a draw, which East deals again: there are no sequences, except in special "
        "hands."
    ),
    Text(
        "Before a Goulash three tiles are exchanged face down three times: East with West and South with "
        "North, then East with South and West with North, then East with North and South with West."
    ),
    Text("In a Goulash a player who lacks one tile says “fishing” before they may win."),
)


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them; a Western book is cited for all of its own."""
    book = None if preset.key in FAMILIES else book_title(preset, WESTERN)
    play = book or PLAY
    sections = (
        Section("turn", Text("Places and discards"), book or SET_UP, _turn(rules, family=book is None)),
        Section(
            "claims",
            Text.at("Chinese classical", "Claiming a discard"),
            play,
            (CHOW_CLAIM, PUNG_CLAIM, PAIR_CLAIM, CLAIMER),
        ),
        Section("order", Text("Several want the same tile"), play, ORDER, ordered=True),
        None if book else Section("warning", Text("Calling mahjong on a discard"), PLAY, (WARNING,)),
        Section("concealed", Text("Concealed and exposed"), play, CONCEALED),
        Section("bonus", Text("Flowers and seasons"), play, _bonus(rules)),
        Section("east", Text("East"), book or PAYMENT, _east(rules, family=book is None)),
        Section("payment", Text("Who pays"), book or PAYMENT, _payment(rules)),
        Section(
            "end",
            Text("How long it lasts"),
            book or READING,
            length_sentences(rules.starting_points, rules.rounds, rules.hands),
        ),
        _special(rules, book or WESTERN),
        Section("silent", Text("Furiten and false mahjong"), book or READING, _penalties(rules)),
    )
    return tuple(section for section in sections if section is not None and section.lines)


def _turn(rules: Rules, *, family: bool) -> tuple[Text, ...]:
    if rules.seats == len("ESW"):
        return (SHUFFLE, NO_NORTH, SAY_DISCARD)
    return without_unused_sentences(SHUFFLE, PLACES if family else None, SAY_DISCARD)


def _bonus(rules: Rules) -> tuple[Text, ...]:
    if not rules.plays_flowers:
        return (Text("Flowers and seasons are taken out: the game is played with 136 tiles."),)
    return (
        Text(
            "Lay them face up before you and replace them with as many tiles from right of the "
            "breach; the same at once when one is drawn during play."
        ),
    )


def _east(rules: Rules, *, family: bool) -> tuple[Text, ...]:
    return without_unused_sentences(
        EAST_PAYS,
        NEXT_EAST[rules.east_policy],
        AFTER_DRAW[rules.draw_east],
        EAST_DECIDES if family else None,
        ROUND_WIND[rules.round_wind],
    )


def _payment(rules: Rules) -> tuple[Text, ...]:
    limit = Text("There is no limit to what a hand can be worth.")
    if rules.limit is not None:
        limit = Text("No hand is worth more than the limit of {limit}.", limit=rules.limit)
    return (
        SETTLED[rules.winner_pays],
        Text("The discarder of the winning tile pays no more for it than the others, but for a cannon.")
        if rules.cannon
        else Text("The discarder of the winning tile pays no more for it than the others."),
        DRAW_COUNTS[rules.draw_counts],
        limit,
    )


def _special(rules: Rules, book: Text) -> Section | None:
    lines = without_unused_sentences(
        Text("A special hand has points of its own.") if rules.counts_special_hands else None,
        Text("Flowers and seasons are counted beside a special hand, with their doublings.")
        if rules.counts_special_hands and rules.plays_flowers
        else None,
        FISHING[rules.fishing] if rules.counts_special_hands else None,
        _most_chows(rules.max_chows),
        NEEDED[rules.mahjong_minimum],
        *_goulash(rules),
        CANNON if rules.cannon else None,
    )
    return Section("books", Text("Special hands and other rules"), book, lines) if lines else None


def _goulash(rules: Rules) -> tuple[Text, ...]:
    if not rules.goulash_after_draw:
        return ()
    jokers = Text.counted(
        "In a Goulash one joker stands for any tile but flowers and seasons.",
        "In a Goulash {count} jokers stand for any tile but flowers and seasons. Without jokers in the set "
        "the 2 of bamboos do.",
        rules.goulash_jokers,
    )
    return (*GOULASH, jokers) if rules.goulash_jokers else GOULASH


def _most_chows(most: int) -> Text | None:
    if most >= MOST_SETS:
        return None
    if most == 0:
        return Text("A mahjong may have no sequence at all.")
    return Text.counted(
        "A mahjong may have one sequence at most.", "A mahjong may have {count} sequences at most.", most
    )


#: sets in a hand, of which all may be sequences where nothing else is said
MOST_SETS = 4


def _penalties(rules: Rules) -> tuple[Text, ...]:
    fine = Text("The players themselves pay for a false mahjong.")
    if rules.false_mahjong:
        fine = Text(
            "A player who declares a false mahjong pays each other player {points}, and the hand is "
            "replayed.",
            points=rules.false_mahjong,
        )
    return (
        Text("This game has no furiten: a player may win even on a kind of tile they discarded before."),
        fine,
    )
