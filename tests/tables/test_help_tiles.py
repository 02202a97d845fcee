"""The help in tiles: hands that are what they are called, sets as they are laid, words for pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from mahjongclub.games.classical.examples import HANDS as CLASSICAL
from mahjongclub.games.classical.examples import counted_hand
from mahjongclub.games.classical.points import DOMINANT, OWN
from mahjongclub.games.hongkong.examples import HANDS as HONG_KONG
from mahjongclub.games.kit.laid_tiles import LaidTiles, TileGroup
from mahjongclub.games.kit.riichi.examples import YAKU_HANDS, YakuHand
from mahjongclub.games.registry import find_game
from mahjongclub.games.six.examples import HANDS as SIX
from mahjongclub.games.taiwanese.examples import HANDS as TAIWANESE
from mahjongclub.help.lessons import lessons_of
from mahjongclub.rules.classical.count import count_hand
from mahjongclub.rules.classical.options import Rules as ClassicalRules
from mahjongclub.rules.kit.riichi.hand import FULL_SET, Meld, WinningHand
from mahjongclub.rules.kit.riichi.tiles import evaluate_tiles, list_yaku
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.rules.six.classes import CLASSES

from .test_help import read

GAMES = [variant.key for variant in variants()]
WINDS, DRAGONS = {"1z", "2z", "3z", "4z"}, {"5z", "6z", "7z"}
ENDS = {f"{digit}{suit}" for digit in "19" for suit in "mps"}
HONOURS = WINDS | DRAGONS
BONUS_SUITS = "fg"
SPRITE = Path(settings.BASE_DIR) / "static" / "tiles" / "tiles.svg"


def meld_kind(group: TileGroup) -> str | None:
    """What a group shows that it is: None for tiles of the hand."""
    if group.hidden:
        return "closed_kan"
    if group.added:
        return "added_kan"
    if not group.claimed:
        return None
    if len(group.tiles) == 4:
        return "kan"
    return "pon" if len(set(group.tiles)) == 1 else "chii"


def as_read(hand: YakuHand) -> tuple[str, ...]:
    """The yaku that the engine's own tile reader finds in an example."""
    groups = LaidTiles(hand.tiles).groups
    concealed = [group for group in groups if meld_kind(group) is None]
    (winning,) = (group.tiles[group.won] for group in concealed if group.won is not None)
    tiles = WinningHand(
        tuple(tile for group in concealed for tile in group.tiles),
        winning,
        tuple(Meld(kind, group.tiles) for group in groups if (kind := meld_kind(group))),
        flags=tuple(word for word in hand.how if word not in ("riichi", "tsumo", "dealer")),
    )
    value = evaluate_tiles(
        tiles,
        self_drawn="tsumo" in hand.how,
        riichi="riichi" in hand.how,
        seat_wind="E" if "dealer" in hand.how else "S",
        round_wind="E",
        tile_set=FULL_SET,
        double_wind_pair_fu=2,
    )
    return tuple(name for name, _han in value.yaku)


@pytest.mark.parametrize("key", YAKU_HANDS)
def test_the_tile_reader_finds_the_yaku_its_example_shows(key: str) -> None:
    assert key in as_read(YAKU_HANDS[key])


def test_every_yaku_there_is_has_an_example() -> None:
    def one_wind(key: str) -> str:
        return re.sub("_wind_(east|south|west|north)$", "_wind", key)

    assert {one_wind(key) for key in YAKU_HANDS} == {one_wind(key) for key, _closed, _open in list_yaku()}


def sets_of(laid: LaidTiles) -> list[TileGroup]:
    return [group for group in laid.groups if group.tiles[0][1] not in BONUS_SUITS]


def tiles_of(laid: LaidTiles) -> list[str]:
    return [tile for group in sets_of(laid) for tile in group.tiles]


def is_run(group: TileGroup) -> bool:
    digits = sorted(int(tile[0]) for tile in group.tiles)
    return (
        len(digits) == 3 and digits == [digits[0], digits[0] + 1, digits[0] + 2] and group.tiles[0][1] != "z"
    )


def is_alike(group: TileGroup) -> bool:
    return len(group.tiles) > 2 and len(set(group.tiles)) == 1


def suits_of(laid: LaidTiles) -> set[str]:
    return {tile[1] for tile in tiles_of(laid)} - {"z"}


def alike(laid: LaidTiles, among: set[str]) -> int:
    """How many pungs and kongs it has of these tiles."""
    return sum(is_alike(group) and group.tiles[0] in among for group in sets_of(laid))


def paired(laid: LaidTiles, among: set[str]) -> bool:
    return any(len(group.tiles) == 2 and {*group.tiles} <= among for group in sets_of(laid))


def claimed(laid: LaidTiles) -> list[TileGroup]:
    return [group for group in sets_of(laid) if group.opened]


def concealed_pungs(laid: LaidTiles) -> int:
    return sum(is_alike(group) and not group.opened for group in sets_of(laid))


def bonus(laid: LaidTiles) -> set[str]:
    return {tile for group in laid.groups if group.tiles[0][1] in BONUS_SUITS for tile in group.tiles}


def winning(laid: LaidTiles) -> TileGroup:
    (group,) = (group for group in laid.groups if group.won is not None)
    return group


#: What a hand of each pattern shows, as the pattern's own explanation says (rules/kit/known_patterns.py).
SHOWN: dict[str, Callable[[LaidTiles], bool]] = {
    "concealed": lambda laid: not claimed(laid),
    "single_wait": lambda laid: is_run(winning(laid)) and winning(laid).won == 1,
    "seat_wind": lambda laid: alike(laid, {"2z"}) == 1,
    "round_wind": lambda laid: alike(laid, {"1z"}) == 1,
    "dragon_pung": lambda laid: alike(laid, DRAGONS) == 1,
    "own_flower": lambda laid: "2f" in bonus(laid),
    "own_season": lambda laid: "2g" in bonus(laid),
    "flower_set": lambda laid: {"1f", "2f", "3f", "4f"} <= bonus(laid),
    "season_set": lambda laid: {"1g", "2g", "3g", "4g"} <= bonus(laid),
    "seven_flowers": lambda laid: len(bonus(laid)) == 7,
    "eight_flowers": lambda laid: len(bonus(laid)) == 8,
    "robbed_kong": lambda laid: is_run(winning(laid)),
    "melded_self_drawn": lambda laid: len(claimed(laid)) == 5 and len(winning(laid).tiles) == 2,
    "melded_discard": lambda laid: len(claimed(laid)) == 5 and len(winning(laid).tiles) == 2,
    "all_chows": lambda laid: all(is_run(group) for group in sets_of(laid) if len(group.tiles) > 2),
    "concealed_pungs_3": lambda laid: concealed_pungs(laid) == 3,
    "concealed_pungs_4": lambda laid: concealed_pungs(laid) == 4,
    "concealed_pungs_5": lambda laid: concealed_pungs(laid) == 5,
    "all_pungs": lambda laid: all(is_alike(group) for group in sets_of(laid) if len(group.tiles) > 2),
    "seven_pairs": lambda laid: [len({*group.tiles}) for group in laid.groups] == [1] * 7,
    "half_flush": lambda laid: len(suits_of(laid)) == 1 and bool({*tiles_of(laid)} & HONOURS),
    "full_flush": lambda laid: len(suits_of(laid)) == 1 and not {*tiles_of(laid)} & HONOURS,
    "all_honours": lambda laid: {*tiles_of(laid)} <= HONOURS,
    "mixed_terminals": lambda laid: (
        {*tiles_of(laid)} <= HONOURS | ENDS and bool({*tiles_of(laid)} & HONOURS) and bool(suits_of(laid))
    ),
    "all_terminals": lambda laid: {*tiles_of(laid)} <= ENDS,
    "little_dragons": lambda laid: alike(laid, DRAGONS) == 2 and paired(laid, DRAGONS),
    "big_dragons": lambda laid: alike(laid, DRAGONS) == 3,
    "little_winds": lambda laid: alike(laid, WINDS) == 3 and paired(laid, WINDS),
    "big_winds": lambda laid: alike(laid, WINDS) == 4,
    "four_kongs": lambda laid: sum(len(group.tiles) == 4 for group in sets_of(laid)) == 4,
    "nine_gates": lambda laid: not Counter("1112345678999") - Counter(tile[0] for tile in tiles_of(laid)),
    "thirteen_orphans": lambda laid: {*tiles_of(laid)} == HONOURS | ENDS,
}
#: hands of no sets
WITHOUT_SETS = ("nine_gates", "thirteen_orphans", "seven_pairs")


@pytest.mark.parametrize(
    ("sets", "key", "tiles"),
    [
        *((4, key, tiles) for key, tiles in HONG_KONG.items()),
        *((5, key, tiles) for key, tiles in TAIWANESE.items()),
    ],
)
def test_the_hand_of_a_pattern_has_its_sets_and_shows_it(sets: int, key: str, tiles: str) -> None:
    laid = LaidTiles(tiles)
    assert SHOWN[key](laid)
    assert_a_hand(laid, sets, whole=key not in WITHOUT_SETS)


def assert_a_hand(laid: LaidTiles, sets: int, *, whole: bool = True) -> None:
    """As many sets and a pair, a winning tile, no tile more than four times, no bonus tile twice."""
    groups = sets_of(laid)
    assert max(Counter(tiles_of(laid)).values()) <= 4
    assert len(bonus(laid)) == sum(len(group.tiles) for group in laid.groups) - len(tiles_of(laid))
    assert winning(laid) in groups
    assert not winning(laid).opened
    if whole:
        assert sorted(is_run(group) or is_alike(group) for group in groups) == [False] + [True] * sets
        assert sum(len(group.tiles) == 2 and len(set(group.tiles)) == 1 for group in groups) == 1
    else:
        assert len(tiles_of(laid)) == 3 * sets + 2


@pytest.mark.parametrize("game", ["hongkong", "taiwanese"])
def test_every_pattern_of_the_tiles_has_a_hand_and_the_others_words(game: str) -> None:
    patterns = {row.key for row in all_examples(game) if row.key}
    assert patterns == set(find_game(game).part_names)
    for row in all_examples(game):
        assert row.tiles or row.help


def all_examples(game: str) -> list:
    variant = find_variant(game)
    rules = variant.default_preset.rules
    # what is not played by the preset is worth nothing there, and not shown
    played = {
        one.name: 4
        for one in rules.describe_options()
        if one.group and one.kind == "whole" and not one.default
    }
    lessons = lessons_of(variant, find_game(game).teaching, rules.with_options(played))
    return [example for lesson in lessons for example in lesson.examples]


#: What the table of seed 004 says of each class, of eight tiles.
SIX_SHOWN: dict[str, Callable[[LaidTiles], bool]] = {
    "chows": lambda laid: any(map(is_run, laid.groups)) and len(suits_of(laid)) == 2,
    "all_pungs": lambda laid: not any(map(is_run, laid.groups)) and len(suits_of(laid)) == 2,
    "pure": lambda laid: len(suits_of(laid)) == 1,
    "four_pairs": lambda laid: [len({*group.tiles}) for group in laid.groups] == [1] * 4,
    "pure_all_pungs": lambda laid: not any(map(is_run, laid.groups)) and len(suits_of(laid)) == 1,
    "pungs_258": lambda laid: {tile[0] for tile in tiles_of(laid)} == {*"258"} and len(suits_of(laid)) == 2,
    "all_pungs_terminals": lambda laid: {*tiles_of(laid)} <= ENDS and not any(map(is_run, laid.groups)),
    "pure_terminals": lambda laid: (
        len(suits_of(laid)) == 1 and all({*group.tiles} & ENDS for group in laid.groups)
    ),
    "pure_pungs_258": lambda laid: (
        {tile[0] for tile in tiles_of(laid)} == {*"258"} and len(suits_of(laid)) == 1
    ),
}


@pytest.mark.parametrize("key", CLASSES)
def test_eight_tiles_show_each_class_of_six_players(key: str) -> None:
    laid = LaidTiles(SIX[key])
    assert SIX_SHOWN[key](laid)
    if key == "four_pairs":
        assert max(Counter(tiles_of(laid)).values()) <= 2
    else:
        assert_a_hand(laid, 2)


#: Worked out by hand from seed 001: base points and factor, for South winning while West is dominant.
COUNTED = {
    # an exposed pung of 8 is 2, of another's wind 4, mahjong 20
    "Ordinary mahjong": (26, 1),
    "Mahjong with no pung, no kong and one pair": (30, 1),
    # concealed pungs of 2 and 5 are 4 each, an exposed one of 8 is 2, of North 4, mahjong 20; no sequence
    "No sequence": (34, 2),
    # concealed pungs of ends 8 each, exposed 4 each, mahjong 20; no sequence, only ends
    "Only pungs or kongs of 1 or 9": (44, 4),
    # an exposed pung of 8 is 2, of one's own wind 4, mahjong 20; own wind, one suit
    "One suit, winds and dragons apart": (26, 16),
    # a concealed kong of winds 32, an exposed one of 8 is 8, mahjong 20
    "Kong of winds": (60, 1),
    "One’s own flower and season": (26, 4),
    "All 4 flowers, or all 4 seasons (bouquet)": (26, 8),
}


@pytest.mark.parametrize(("name", "tiles"), [(name.id, tiles) for name, tiles in CLASSICAL])
def test_a_classical_hand_is_a_mahjong_and_counts_what_it_shows(name: str, tiles: str) -> None:
    laid = LaidTiles(tiles)
    assert_a_hand(laid, 4)
    hand = counted_hand(laid)
    assert hand.is_complete
    count = count_hand(ClassicalRules(), hand, wind=OWN, dominant=DOMINANT, winner=True)
    if name in COUNTED:
        base, factor = COUNTED[name]
        assert (count.base, count.points) == (base, base * factor)


def test_claimed_tiles_of_riichi_lie_where_the_player_sits_they_came_from() -> None:
    """Seed 000, “Dévoiler des tuiles suite à un vol”: pon from left, across, right; chii on the left."""
    page = read("/help/riichi/tiles/")
    laid = re.findall(
        r'aria-label="([^"]*on its side[^"]*)"', page.split('id="claimed"')[1].split("</section>")[0]
    )
    assert laid[:4] == [
        "5 of circles on its side, 2 × 5 of circles",
        "5 of circles, 5 of circles on its side, 5 of circles",
        "2 × 5 of circles, 5 of circles on its side",
        "7 of bamboos on its side, 6 of bamboos, 8 of bamboos",
    ]


def test_with_one_opponent_every_set_comes_from_across() -> None:
    page = read("/help/ten/tiles/").split('id="claimed"')[1].split("</section>")[0]
    assert "claimed from the player opposite" in page
    assert "on the left" not in page


@pytest.mark.parametrize("game", ["classical", "taiwanese", "hongkong", "six"])
def test_elsewhere_claimed_sets_lie_plain(game: str) -> None:
    assert "on its side" not in read(f"/help/{game}/tiles/")


def test_the_river_has_rows_of_six_and_the_eleventh_discard_declares_riichi() -> None:
    """Seed 000: "de gauche à droite … (6 tuiles X 3 tuiles)"."""
    (river,) = (one for one in all_examples("riichi") if "river" in one.name)
    assert [len(row) for row in river.laid.rows] == [6, 6, 2]
    assert [bool(group.claimed) for group in river.laid.groups].index(True) == 10


def test_a_claim_from_across_jumps_the_player_between() -> None:
    """Seed 000: C discards, A calls pon, then B draws: "Le joueur «D» a donc … été privé de son tour"."""
    page = read("/help/riichi/tiles/")
    assert "A claims, B draws next, C discards, D is jumped" in page
    assert "A claims, B draws next, C, D discards, E is jumped, F is jumped" in read("/help/six/tiles/")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_tiles_is_told_in_words(game: str, language: str) -> None:
    page = read(f"/help/{game}/tiles/", language)
    told = re.findall(r'<div class="laid" role="img" aria-label="([^"]+)">', page)
    assert len(told) == page.count('class="laid"') > 10
    faces = set(re.findall(r'<use href="/static/tiles/tiles(?:\.\w+)?\.svg#(\w+)"', page))
    assert faces <= set(re.findall(r'id="(\w+)"', SPRITE.read_text()))


def test_the_tiles_are_by_the_rules_of_the_table() -> None:
    assert "Red fives" in read('/help/riichi/tiles/?rules={"red_fives":3}')
    assert "3 are in the set. Each in a winning hand adds a han." in read(
        '/help/riichi/tiles/?rules={"red_fives":3}'
    )
    assert "One is in the set." in read('/help/riichi/tiles/?rules={"red_fives":1}')
    assert "Red fives" not in read('/help/riichi/tiles/?rules={"red_fives":0}')
    assert "Seasons" not in read("/help/taiwanese/tiles/?rules=" + '{"flowers":"flowers"}')


def test_a_bad_address_says_so_and_shows_the_usual_tiles() -> None:
    page = read("/help/riichi/tiles/?rules=[[", status=422)
    assert "The rules in this address cannot be read" in page
    assert 'id="hand-pinfu"' in page


def test_the_way_to_the_tiles_and_back_keeps_the_table() -> None:
    asked = "?preset=club&table=ABCDEFGH"
    there = re.search(r'href="(/help/riichi/tiles/[^"]*)"', read(f"/help/riichi/{asked}"))[1]
    back = re.search(r'class="way-back" href="([^"]*)"', read(there))[1]
    assert "preset=club" in there
    assert back.startswith("/help/riichi/?")
    assert "preset=club" in back


def rotated(page: str) -> list[str]:
    return re.findall(r'<g transform="rotate\(([-\d.]+)\)">', page)


def test_the_walls_are_seen_from_ones_own_seat() -> None:
    """East's wall is at the bottom (not turned) unless another seat looks: then its own is."""
    assert rotated(read("/help/riichi/?dice=5-3")) == ["0", "-90", "-180", "-270"]
    assert rotated(read("/help/riichi/?dice=5-3&seat=W")).index("0") == 2
    assert rotated(read("/help/six/?dice=5-3&seat=6")).index("0") == 5


def test_no_such_seat_is_a_fault_and_east_looks() -> None:
    for game, seat in (("riichi", "X"), ("ten", "S"), ("six", "7")):
        page = read(f"/help/{game}/?dice=5-3&seat={seat}", status=422)
        assert rotated(page)[0] == "0"


def test_the_table_opens_the_help_from_the_phones_own_seat(phone, table) -> None:
    """Seat 2 of a first hand is West."""
    phone.post(f"/t/{table.code}/sit/", {"seat": "2"})
    assert re.search(r'/help/riichi/\?[^"]*seat=W', phone.get(f"/t/{table.code}/more/").content.decode())


def test_american_lessons_teach_a_card_and_jokers_and_no_four_sets() -> None:
    for language, words in {
        "en": ("make one line of the table’s card", "Craks", "Quint", "Joker exchange", "Dead hands"),
        "fr": ("une ligne de la carte", "Caractères", "Quinte", "Échange d’un joker", "Mains mortes"),
    }.items():
        page = read("/help/american/tiles/", language)
        for word in words:
            assert word in page, word
        assert "four sets and a pair" not in page
        assert "quatre combinaisons" not in page
        for lesson in ("tiles", "hand", "charleston", "claims", "jokers", "pay", "faults", "length", "turn"):
            assert f'id="{lesson}"' in page, lesson
        # the search hides a chapter without a row
        chapters = page.split('<details class="chapter')[1:]
        assert all(re.search(r"data-row[ >]", chapter) for chapter in chapters)
    home, event = (read(f"/help/american/tiles/?preset={preset}") for preset in ("home", "tournament"))
    assert "each other player 1 V" in home
    assert "points are written down" in event
