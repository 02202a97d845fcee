"""No card contradicts an option: what each value of an option says, and what no other value may say.

The statements are written out in each game's folder (`card_statements.py`), apart from the cards, in both
languages. Each stands on the card of every preset that has its value, and on no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest

from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import Option
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.rules.variant import Preset, Variant
from tests.games.card_statements import Statements

NOTED = ("self_pick_bonus", "jokerless_bonus", "penalty_few", "penalty_two", "penalty_three", "wall_points")
STATEMENTS: Mapping[str, Statements] = {
    variant.key: import_module(f"tests.games.{variant.key}.card_statements").STATEMENTS
    for variant in variants()
}
#: an option whose sentence has a reason to be there only with these rules
ONLY_WITH: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("sanma", "floats_from"): {"floating_uma": True},
    ("classical", "goulash_jokers"): {"goulash_after_draw": True},
    ("riichi", "nagashi_as"): {"nagashi": True},
    ("sanma", "nagashi_as"): {"nagashi": True},
    ("hongkong", "guarantor_pays"): {"liability": ("dragons", "winds", "flush")},
    ("hongkong", "guarantor_freed"): {"liability": ("dragons", "winds", "flush")},
    ("classical", "fishing"): {"hand_thirteen_orphans": 1000},
    ("hongkong", "flowers_in_minimum"): {"flowers": "flowers_seasons"},
    ("hongkong", "table"): {"stake": 1, "cap": 10},
    ("hongkong", "stake"): {"table": "hkma", "minimum": 3, "payers": "full"},
    ("hongkong", "dealer_draw"): {"dealer_win": "stays"},
    ("riichi", "multi_honba"): {"multi_ron": "triple"},
    ("sanma", "multi_honba"): {"multi_ron": "triple"},
    ("riichi", "multi_riichi"): {"multi_ron": "triple"},
    ("sanma", "multi_riichi"): {"multi_ron": "triple"},
    **{
        (game, option): {"floating_uma": True}
        for game in ("riichi", "sanma")
        for option in ("uma_one_floats", "uma_two_float", "uma_three_float")
    },
    **{("american", option): {"scoring": "tournament"} for option in NOTED},
    **{(game, "pao_composite"): {"yakuman_add_up": True} for game in ("riichi", "sanma")},
    **{(game, "tenpai_yame"): {"agari_yame": "automatic"} for game in ("riichi", "sanma")},
    **{(game, "extension_target"): {"west_extension": True} for game in ("riichi", "sanma")},
    **{(game, "chombo_points"): {"chombo": "20000_after_uma"} for game in ("riichi", "sanma")},
}
#: of these sets the card names each member
NAMED_ONE_BY_ONE = ("guarantor_freed", "abortive", "double_yakuman")


def card_text(variant: Variant, preset: Preset, rules: Any, language: str) -> str:
    """Every sentence of the card, one a line."""
    sections = find_game(variant.key).card(rules, preset)
    return "\n".join(
        line.in_language(language).replace("\u202f", " ").replace("\xa0", " ")
        for section in sections
        for line in (section.title, *section.lines)
    )


def holds_in(actual: Any, value: Any, option: str) -> bool:
    """Whether a statement stands for the actual value; what frees is said word by word."""
    if (option in NAMED_ONE_BY_ONE and value) or value == ("open_kan",):
        return set(value) <= set(actual)
    if option == "pao" and actual != ("open_kan",):
        return set(value) == set(actual) - {"open_kan"}
    return bool(actual == value)


def every_rules() -> Iterator[Any]:
    """Every preset, and every value of an option that has a statement, over the first preset of its game."""
    for variant in variants():
        for preset in variant.presets:
            yield pytest.param(variant, preset, {}, id=f"{variant.key}-{preset.key}")
        for option, statements in STATEMENTS[variant.key].items():
            described = next(one for one in variant.rules_type.describe_options() if one.name == option)
            for value in statements:
                if described.choices and not set(value if isinstance(value, tuple) else [value]) <= set(
                    described.choices
                ):
                    continue
                changed = {**ONLY_WITH.get((variant.key, option), {}), option: described.write(value)}
                try:
                    variant.default_preset.rules.with_options(changed)
                except RuleError:  # a value of another game that shares the statement
                    continue
                yield pytest.param(
                    variant, variant.default_preset, changed, id=f"{variant.key}-{option}-{value}"
                )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("variant", "preset", "changed"), list(every_rules()))
def test_a_card_says_what_each_option_says_and_nothing_that_another_value_would(
    variant: Variant, preset: Preset, changed: dict[str, Any], language: str
) -> None:
    rules = preset.rules.with_options(changed)
    text = card_text(variant, preset, rules, language)
    index = 0 if language == "en" else 1
    for option, statements in STATEMENTS[variant.key].items():
        needed = ONLY_WITH.get((variant.key, option), {})
        if any(getattr(rules, name) != value for name, value in needed.items()):
            continue
        other, values = rules.idle_while.get(option, ("", ()))
        if other and getattr(rules, other) in values and option == "uma":
            continue  # another says how places are paid
        actual = getattr(rules, option)
        if option == "extension_target" and actual is None:
            actual = rules.return_points
        idle = bool(other) and getattr(rules, other) in values
        if option in ("pao_composite", "pao_honba"):  # an open kan has neither
            idle = idle or set(rules.pao) <= {"open_kan"}
        for value, words in statements.items():
            holds = not idle and holds_in(actual, value, option)
            assert (words[index].casefold() in text.casefold()) == holds, (option, value, words[index])


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_choice_of_an_option_with_a_statement_has_one(variant: Variant) -> None:
    """But for the choice that says nothing, and sets of which only those of presets are written out."""
    silent = {
        "mahjong_minimum": {"none"},
        "fishing": {"none"},
        "flowers": {"flowers_seasons", "flowers"},
        "agari_yame": {"off"},
        "rounding": {"tenth"},
        "table": {"half", "hkma"},  # the same figures
        "pao": None,
    }
    for name, statements in STATEMENTS[variant.key].items():
        option = next(one for one in variant.rules_type.describe_options() if one.name == name)
        if option.kind == "choice":
            assert set(option.choices or ()) <= set(statements) | (silent.get(name) or set()), name


#: of these the card says no more than whether there are any; the points table has the figures
IN_THE_TABLE = ("hand_", "purity_apart")


def other_values(option: Option, value: Any) -> list[Any]:
    """Values that an option might have in place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, tuple):
        every = tuple(option.choices or ())
        return [(), every, *((name,) for name in every)] if every else [tuple(2 * part for part in value)]
    if option.choices:
        return list(option.choices)
    return [0, 1, 40_000] if value is None else [value + 100, value + 1, value - 1, 2 * value, 0]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_option_that_changes_the_card_has_a_statement(variant: Variant) -> None:
    spoken = set()
    for option in variant.rules_type.describe_options():
        if option.name in STATEMENTS[variant.key] or option.name.startswith(IN_THE_TABLE):
            continue
        for preset in variant.presets:
            for value in other_values(option, getattr(preset.rules, option.name)):
                try:
                    rules = preset.rules.with_options({option.name: option.write(value)})
                except RuleError:
                    continue
                if card_text(variant, preset, rules, "en") != card_text(variant, preset, preset.rules, "en"):
                    spoken.add(option.name)
    assert spoken == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_card_gives_all_sticks_to_one_and_each_their_own(language: str) -> None:
    variant = find_variant("riichi")
    every, own = {
        "en": ("takes every stick", "their own riichi stick"),
        "fr": ("prend tous les bâtonnets", "reprend son propre bâtonnet"),
    }[language]
    for preset in variant.presets:
        card = card_text(variant, preset, preset.rules, language)
        assert (every in card) != (own in card), preset.key


@pytest.mark.parametrize("key", ["bmja", "nts", "millington"])
def test_the_card_of_a_western_book_cites_that_book_and_no_other(key: str) -> None:
    variant = find_variant("classical")
    preset = variant.find_preset(key)
    assert preset.source is not None
    sources = {str(section.source) for section in find_game(variant.key).card(preset.rules, preset)}
    assert sources == {str(preset.source.title)}


def test_the_hong_kong_card_cites_the_associations_text_for_its_preset() -> None:
    variant = find_variant("hongkong")
    preset = variant.find_preset("hkma")
    assert preset.source is not None
    sources = [section.source for section in find_game(variant.key).card(preset.rules, preset)]
    assert sources.count(preset.source.title) >= len(sources) - 2


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("classical", "face down"),
        ("classical", "nobody else can read them"),
        ("classical", "East decides disputes."),
        ("riichi", "Say TSUMO"),
        ("ten", "Take the flowers, the seasons and the red fives out."),
        ("six", "Take the honours, the flowers and the seasons out"),
    ],
)
def test_the_last_sentences_of_the_club_texts_stand_on_their_cards(game: str, sentence: str) -> None:
    variant = find_variant(game)
    assert sentence in card_text(variant, variant.default_preset, variant.default_preset.rules, "en")
