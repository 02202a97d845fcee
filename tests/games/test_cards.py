"""The rules cards and the fu table: complete in both languages, tied to the options and to the engine."""

from __future__ import annotations

import re

import pytest
from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld

from mahjongclub.games.kit.card import Section
from mahjongclub.games.registry import find_game
from mahjongclub.rules.kit.riichi.fu import FU_BASE, FU_PARTS, FU_SETS
from mahjongclub.rules.kit.riichi.tiles import list_yaku
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES
from mahjongclub.rules.registry import variants
from mahjongclub.rules.words import Text

#: how the people who make this speak of the source texts among themselves
OURS = re.compile(r"\bseeds?\b|\btexte? \d|RULES\.md|our sources|nos sources", re.IGNORECASE)


def usual_card(key: str) -> tuple[Section, ...]:
    """Return the rules card of a game by its usual rules."""
    game = find_game(key)
    return game.card(game.variant.default_preset.rules, game.variant.default_preset)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_game_has_a_card_with_claims_and_sources_in_both_languages(variant):
    card = usual_card(variant.key)
    assert {"claims"} <= {section.key for section in card}
    assert len({section.key for section in card}) == len(card)
    for section in card:
        for text in (section.title, section.source, *section.lines):
            assert str(text).strip()
            assert text.in_language("fr").strip()
        assert section.lines


def texts_of(shown: object) -> list[Text]:
    """Every text in an option, a preset or a card, however deep."""
    if isinstance(shown, Text):
        return [shown]
    if isinstance(shown, dict):
        shown = [*shown, *shown.values()]
    if isinstance(shown, (tuple, list)):
        return [text for one in shown for text in texts_of(one)]
    fields = getattr(type(shown), "__dataclass_fields__", {})
    return [text for name in fields for text in texts_of(getattr(shown, name))]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_a_source_is_named_by_its_title_wherever_a_player_reads_it(variant):
    """“Text 000” means nothing to a player."""
    options = list(variant.rules_type.describe_options())
    shown = texts_of([usual_card(variant.key), variant.walls.source, options, list(variant.presets)])
    assert len(shown) > 20
    for text in shown:
        for words in (str(text), text.in_language("fr")):
            assert not OURS.search(words), words


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_a_section_names_options_its_game_has(variant):
    known = {option.name for option in variant.rules_type.describe_options()}
    assert {name for section in usual_card(variant.key) for name in section.options} <= known


def test_ron_comes_before_pon_and_kan_and_these_before_chii():
    """Seed 000: "l’ordre qu’il faudra respecter dans un tel cas: ron, pon/kan, chii"."""
    order = next(section for section in usual_card("riichi") if section.key == "order")
    assert order.ordered
    assert [line.in_language("fr") for line in order.lines[:3]] == ["Ron.", "Pon ou kan.", "Chii."]


def test_six_players_have_five_interdictions():
    interdictions = next(section for section in usual_card("six") if section.key == "interdictions")
    assert len(interdictions.lines) == 5


# One hand a row, its sets as the package `mahjong` numbers tiles: 2 is 3 of characters, 0 is 1, 27 East.
SET_ROWS = {"pon_simple": (2, False), "pon_end": (0, False), "kan_simple": (2, True), "kan_end": (0, True)}


@pytest.mark.parametrize(("key", "name", "opened", "closed"), FU_SETS, ids=lambda value: str(value))
def test_the_fu_of_a_set_are_those_tiles_are_read_by(key, name, opened, closed):
    tile, kong = SET_ROWS[key]
    first = [tile] * (4 if kong else 3)
    hand = [first, [12, 13, 14], [9, 10, 11], [18, 19, 20], [29, 29]]
    for is_open, wanted in ((True, opened), (False, closed)):
        meld = Meld(
            Meld.KAN if kong else Meld.PON, [tile * 4 + copy for copy in range(len(first))], opened=is_open
        )
        melds = [meld] if kong or is_open else []
        found, _fu = FuCalculator.calculate_fu(hand, 14 * 4, [12, 13, 14], HandConfig(), melds=melds)
        assert wanted in [part["fu"] for part in found if part["reason"].endswith(("pon", "kan"))]


def test_the_other_fu_are_those_tiles_are_read_by():
    parts = {part.key: part.fu for part in (*FU_BASE, *FU_PARTS)}
    chows = [[0, 1, 2], [12, 13, 14], [9, 10, 11], [18, 19, 20], [31, 31]]
    middle = [1 * 4, [0, 1, 2]]

    def read(**options):
        valued = options.pop("valued", None)
        melds = options.pop("melds", None)
        found, fu = FuCalculator.calculate_fu(chows, *middle, HandConfig(**options), valued, melds)
        return {part["reason"]: part["fu"] for part in found}, fu

    closed, _fu = read()
    assert (closed["base"], closed["kanchan"]) == (parts["closed_ron"], parts["wait"])
    drawn, _fu = read(is_tsumo=True)
    assert (drawn["base"], drawn["tsumo"]) == (parts["base"], parts["tsumo"])
    assert read(valued=[31])[0]["valued_pair"] == parts["valued_pair"]
    seven = [[kind, kind] for kind in range(7)]
    assert FuCalculator.calculate_fu(seven, 24, [6, 6], HandConfig())[1] == parts["seven_pairs"]
    chii = Meld(Meld.CHI, [36, 40, 44], opened=True)
    _found, fu = FuCalculator.calculate_fu(chows, 14 * 4, [12, 13, 14], HandConfig(), melds=[chii])
    assert fu == 30
    assert parts["base"] + parts["open_pinfu"] <= fu


@pytest.mark.parametrize(
    ("key", "closed", "opened"),
    [
        ("riichi", 1, 0),
        ("pinfu", 1, 0),
        ("all_simples", 1, 1),
        ("pure_straight", 2, 1),
        ("half_flush", 3, 2),
        ("full_flush", 6, 5),
        ("seven_pairs", 2, 0),
        ("big_three_dragons", 13, 13),
        ("thirteen_orphans", 13, 0),
    ],
)
def test_the_yaku_list_is_the_published_one(key, closed, opened):
    """European Mahjong Association, riichi rules, list of yaku."""
    assert (key, closed, opened) in list_yaku()


def test_every_listed_yaku_has_a_name():
    keys = [key for key, _closed, _opened in list_yaku()]
    assert set(keys) <= set(YAKU_NAMES)
    assert len(keys) == len(set(keys))
