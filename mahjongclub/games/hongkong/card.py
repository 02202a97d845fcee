"""The Hong Kong game's rules card."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.hongkong.options import LIABILITY, Rules
from mahjongclub.rules.kit.payers import PAYERS
from mahjongclub.rules.words import Text

from ..kit.card import (
    ANYONES_TILE_WINS,
    JUST_DISCARDED,
    NO_NORTH,
    SHUFFLE,
    Section,
    book_title,
    claim_order_section,
    false_win_section,
    no_furiten_section,
    rounds_sentences,
    starting_points_sentence,
    without_unused_sentences,
)

HKMA = Text("Hong Kong Mahjong Association, general rules")
USAGE = Text("Common Hong Kong usage")

FLOWERS_IN_MINIMUM = {
    True: Text("Flowers and seasons help a hand to the minimum."),
    False: Text("Flowers and seasons do not help a hand to the minimum."),
}
CONCEALED = {
    "always": Text("A hand without a claimed set counts as concealed, with flowers or without."),
    "without_flowers": Text(
        "A hand without a claimed set counts as concealed only in the game without flowers."
    ),
}
SEVEN_PAIRS = {
    True: Text("Seven pairs count as concealed too."),
    False: Text("Seven pairs do not also count as concealed."),
}
EARTHLY = {
    "first_draw": Text("An earthly hand is a win of another seat in the first turn."),
    "first_discard": Text("An earthly hand is a win on the dealer’s first discard."),
}
ROBBED_KONG = {
    "self_draw": Text(
        "A tile added to a pung may be robbed to win: the robbed player pays a self-draw for all."
    ),
    "discarder": Text("A tile added to a pung may be robbed to win: it is paid like a discard."),
}


GUARANTOR_PAYS = {
    "self_draw": Text(
        "If that hand is self-drawn, the liable player alone pays what all others would; another’s "
        "discard is paid as usual."
    ),
    "always": Text(
        "If that hand wins, drawn or on a discard, the liable player alone pays what all would for a "
        "self-draw."
    ),
}
FREED = {
    "replacement": Text("a win on the replacement of a kong"),
    "robbed_kong": Text("a robbed kong, which the robbed player pays"),
}


def card(rules: Rules, preset: Any) -> tuple[Section, ...]:
    """The sections in the order a player needs them, by these rules."""
    book = book_title(preset, HKMA if preset.key == "hkma" else USAGE)
    return (
        Section(
            "claims",
            Text.at("Taiwanese", "Claiming a discard"),
            book,
            without_unused_sentences(
                SHUFFLE,
                NO_NORTH if rules.seats == len("ESW") else None,
                JUST_DISCARDED,
                Text(
                    "A pung or a kong from anyone; the players between the discarder and the claimer "
                    "lose their turn. A kong takes a tile from the other end of the wall."
                ),
                ANYONES_TILE_WINS,
                Text("A hand is four sets and a pair: 13 tiles and the winning one."),
            ),
        ),
        claim_order_section(book, rules.multi_win),
        _faan(rules, book),
        Section("liable", Text("Paying for all"), book, (*_liable(rules), ROBBED_KONG[rules.robbed_kong])),
        Section(
            "length",
            Text("Hands and dealer"),
            USAGE,
            (
                *rounds_sentences(rules.rounds, rules.dealer_win, rules.dealer_draw),
                Text("The dealer pays and gets no more than the others."),
                starting_points_sentence(rules.starting_points),
            ),
        ),
        no_furiten_section(USAGE),
        false_win_section(
            book,
            Text(
                "A player who declares a false win pays each of the others {points}, a self-draw at "
                "{cap} faan; the hand is replayed.",
                points=PAYERS[rules.payers].each * rules.base(rules.cap),
                cap=rules.cap,
            ),
        ),
    )


def _liable(rules: Rules) -> tuple[Text, ...]:
    """Who is liable, what they pay, and what frees them."""
    if not rules.liability:
        return (Text("Nobody is liable for another player’s hand."),)
    fed = Text.listed(LIABILITY[what] for what in rules.liability)
    freed = [FREED[what] for what in rules.guarantor_freed]
    return (
        Text("A player who feeds {sets} is liable.", sets=fed),
        GUARANTOR_PAYS[rules.guarantor_pays],
        *([Text("The liable player is free after {wins}.", wins=Text.listed(freed))] if freed else []),
    )


def _faan(rules: Rules, book: Text) -> Section:
    without = rules.flowers == "none"
    return Section(
        "faan",
        Text("Faan and points"),
        book,
        (
            Text(
                "The patterns of a hand are worth faan. It needs {least} to win, and above {cap} it is paid "
                "as {cap}."
            ).with_options(rules),
            Text("Flowers and seasons are taken out.")
            if without
            else FLOWERS_IN_MINIMUM[rules.flowers_in_minimum],
            CONCEALED[rules.concealed],
            SEVEN_PAIRS[rules.concealed_pairs],
            EARTHLY[rules.earthly],
            _who_pays(rules),
            Text("The points table has every number of faan."),
        ),
    )


def _who_pays(rules: Rules) -> Text:
    """Who pays a discard and a self-draw, and what the least hand costs them."""
    payers, base = PAYERS[rules.payers], rules.base(rules.least)
    each, discarder = payers.each * base, payers.discarder * base
    if not payers.others:
        return Text(
            "The discarder alone pays a discard: {discarder} at {faan} faan. For a self-draw each of the "
            "others pays {each}.",
            faan=rules.least,
            discarder=discarder,
            each=each,
        )
    return Text(
        "All pay a discard: at {faan} faan the discarder {discarder}, each other player {others}. For a "
        "self-draw each of the others pays {each}.",
        faan=rules.least,
        discarder=discarder,
        others=payers.others * base,
        each=each,
    )
