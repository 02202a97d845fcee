"""SpecialHand hands: their examples, what is nearly one, those by event, and a club's own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mahjongclub.games.kit.laid_tiles import LaidTiles
from mahjongclub.rules.classical import VARIANT
from mahjongclub.rules.classical.count import best_special_hand, count_hand
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.classical.options import Rules
from mahjongclub.rules.classical.presets import BMJA
from mahjongclub.rules.classical.specials import SPECIALS, SpecialHand
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.tile_sets import TileSet

from .test_count import sets
from .test_game import counted, part, points, result

# ------------------------------------------------------------------------------------ hands by their tiles


def loose(special: SpecialHand) -> Counter[str]:
    return Counter(tile for group in LaidTiles(special.tiles).groups for tile in group.tiles)


@pytest.mark.parametrize("special", [one for one in SPECIALS if one.of_tiles], ids=lambda one: one.key)
def test_the_example_of_an_irregular_hand_shows_it(special):
    assert sum(loose(special).values()) == 14
    assert special.of_tiles(loose(special))
    only = Rules(**{special.option: 700})
    assert only.special_of_tiles(loose(special)) == special.key


def laid_sets(special: SpecialHand) -> tuple[TileSet, ...]:
    found = []
    for group in LaidTiles(special.tiles).groups:
        kind = {4: "kong", 3: "pung", 2: "pair"}[len(group.tiles)]
        kind = "chow" if len(set(group.tiles)) > 1 else kind
        found.append(TileSet(kind, group.tiles[0], True))
    return tuple(found)


@pytest.mark.parametrize(
    "special", [one for one in SPECIALS if one.of_sets and not one.of_tiles], ids=lambda one: one.key
)
def test_the_example_of_a_regular_hand_is_found_by_its_sets(special):
    hand = CountedHand(sets=laid_sets(special))
    assert hand.is_complete
    only = Rules(**{special.option: 700})
    assert best_special_hand(only, hand, winner=True, self_drawn=True) == special.key
    assert best_special_hand(only, hand, winner=False, self_drawn=False) is None


@pytest.mark.parametrize(
    ("key", "tiles"),
    [
        ("knitting", "11m11s 2m2s 3m3s 5m5p 6m6s 7m7s"),
        ("triple_knitting", "1m1s1p 3m3s3p 6m6s6p 7m7s7p 2m2m"),
        ("wriggling_snake", "1223456789m 1234z"),
        ("wind_snake", "123456789p 1234z 1m"),
        ("court_of_peking", "1234566m 1234567z"),
        ("thirteen_orphans", "19m 19p 19s 1234567z 2m"),
        ("pure_pairs", "11p 22p 44p 55p 66p 88p 11z"),
        ("gates_of_heaven", "11123455678899s"),
    ],
)
def test_what_is_nearly_a_special_hand_is_none(key, tiles):
    held = Counter()
    for group in tiles.split():
        digits = ""
        for letter in group:
            if letter.isdigit():
                digits += letter
            else:
                held.update(f"{digit}{letter}" for digit in digits)
                digits = ""
    special = next(one for one in SPECIALS if one.key == key)
    assert not special.of_tiles(held)


def test_a_pair_of_any_tile_closes_the_gates():
    gates = sets("PUNG 1s, CHOW 2s, CHOW 5s, PAIR 8s, PUNG 9s")
    assert (
        best_special_hand(BMJA, CountedHand(sets=gates), winner=True, self_drawn=False) == "gates_of_heaven"
    )


@pytest.mark.parametrize(
    ("feats", "drawn", "special"),
    [
        (("heavenly",), True, "heavens_blessing"),
        (("heavenly",), False, "earths_blessing"),
        (("first_turn",), False, "earths_blessing"),
        (("moon",), True, "moon"),
        (("plum_blossom",), True, "plum_blossom"),
        (("kong_on_kong",), True, "twofold_fortune"),
        (("last_tile",), True, None),
    ],
)
def test_a_special_hand_by_event(feats, drawn, special):
    hand = CountedHand(sets=sets("PUNG 2m, CHOW 3m, PUNG 4p, PUNG 6s, PAIR 9s"), feats=feats)
    assert best_special_hand(BMJA, hand, winner=True, self_drawn=drawn) == special


@pytest.mark.parametrize(("winner", "source", "refused"), [(0, None, False), (1, None, True), (1, 0, False)])
def test_in_the_books_only_east_is_complete_as_dealt_or_others_on_easts_first_discard(
    winner, source, refused
):
    concealed = [part(kind, tile, True) for kind, tile in (("pung", "2m"), ("pung", "3p"), ("pung", "4s"))]
    whole = [*concealed, part("chow", "6s", True), part("pair", "9s", True)]
    hands: list[dict[str, Any]] = [{"points": 0}] * 4
    hands[winner] = {"sets": whole, "by": ["heavenly"]}
    hand = {"type": "win", "winner": winner, "hands": hands, **({} if source is None else {"from": source})}
    if not refused:
        assert result(hand, preset="bmja")["hands"][0]["hand_points"][winner] == 1000
        return
    with pytest.raises(RuleError) as caught:
        result(hand, preset="bmja")
    assert caught.value.code == "heavenly_not_east"


# ------------------------------------------------------------------------------------ a club's own hands


OWN = {"own_hands": [{"name": "Petit serpent", "points": 500, "fishing": 200}]}


def named(special: str, winner: int = 0, **more: Any) -> dict[str, Any]:
    hands: list[dict[str, Any]] = [{"points": 0}] * 4
    hands[0] = {"special": special, **more}
    hands[winner] = hands[0] if winner == 0 else {"points": 20}
    return {"type": "win", "winner": winner, "dice": [1, 1], "hands": hands}


def test_a_club_names_its_own_hands():
    assert result(named("petit  serpent"), rules=OWN)["hands"][0]["hand_points"][0] == 500
    assert (
        result(named("Petit serpent", winner=1, fishing=True), rules=OWN)["hands"][0]["hand_points"][0] == 200
    )


def test_what_won_is_told_by_name_for_the_statistics():
    """Issue: special hands by name. A key where a book has it, else as the club or the players call it."""
    own = result(named("petit  serpent"), rules=OWN)["hands"][0]
    assert own["yaku"] == [{"winner": 0, "name": "Petit serpent"}]
    typed = result(named("Grand serpent", points=1200))["hands"][0]
    assert typed["yaku"] == [{"winner": 0, "name": "Grand serpent"}]
    booked = result(named("wriggling_snake"), preset="bmja")["hands"][0]
    assert booked["yaku"] == [{"winner": 0, "name": "wriggling_snake"}]
    assert "yaku" not in result(points(20, 8, 0, 0))["hands"][0]
    figures = figures_by_seat(4, [(named("wriggling_snake"), booked)])
    assert figures[0].yaku == {"wriggling_snake": 1}


def test_a_grand_jeu_may_be_typed_with_its_name():
    """GAMES.md 3.4: grands jeux typed by name, up to the limit."""
    typed = named("Grand serpent", points=1200)
    played = result(typed, rules={"limit": 1000})
    assert played["hands"][0]["hand_points"][0] == 1000
    read = VARIANT.read_outcome(Rules(), typed)
    assert VARIANT.outcome_to_json(read)["hands"][0] == {"points": 1200, "special": "Grand serpent"}
    count = count_hand(Rules(), read.hands[0], wind="E", dominant="E", winner=True)
    assert [(str(text), worth) for text, worth in count.lines] == [("Grand serpent", 1200)]


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        (named("Grand serpent"), "unknown_special", "hands.0.special"),
        (named("Petit serpent", fishing=True), "winner_fishing", "hands.0.fishing"),
        (named("Petit serpent", winner=1), "special_not_won", "hands.0.special"),
        (named("x" * 41), "not_text", "hands.0.special"),
        (counted(others=[{"sets": [], "fishing": True}, *[{"points": 0}] * 2]), "missing", "hands.1.special"),
        (counted(by=["robbed_kong"]), "by_needs_discard", "hands.0.by"),
        (counted(by=["moon"], **{"from": 2}), "by_needs_self_draw", "hands.0.by"),
        (
            counted(others=[{"sets": [], "by": ["original_call"]}, *[{"points": 0}] * 2]),
            "by_not_winner",
            "hands.1.by",
        ),
        ({"type": "draw", "hands": [{"points": 0}] * 4}, "draw_not_counted", "hands"),
        ({"type": "false_mahjong", "offender": 4}, "seat_out_of_range", "offender"),
    ],
)
def test_what_cannot_be_names_its_field(hand, code, field):
    with pytest.raises(RuleError) as caught:
        result(hand, rules=OWN)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert caught.value.text.in_language("fr")


@pytest.mark.parametrize(
    "wrong",
    [
        "Petit serpent",
        [{"name": "Petit serpent"}],
        [{"name": " ", "points": 5}],
        [{"name": "a", "points": -1}],
        [{"name": "a", "points": 5, "colour": 1}],
        [{"name": "A", "points": 5}, {"name": "a", "points": 6}],
        [{"name": f"hand {number}", "points": 5} for number in range(41)],
        [7],
    ],
)
def test_a_wrong_list_of_own_hands_is_refused(wrong):
    with pytest.raises(RuleError) as caught:
        result(rules={"own_hands": wrong})
    assert (caught.value.code, caught.value.field) == ("option_not_named", "rules.own_hands")


def test_own_hands_are_written_as_they_are_read():
    rules = Rules().with_options(OWN)
    assert rules.to_json()["own_hands"] == OWN["own_hands"]
    assert Rules().with_options(rules.to_json()) == rules
