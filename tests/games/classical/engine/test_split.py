"""Single concealed tiles put into sets: nothing lost, nothing invented, the best reading taken."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from mahjongclub.rules.classical.hand import split_losing_tiles
from mahjongclub.rules.kit.tile_sets import TileSet, split_whole

TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
LOW = [tile for tile in TILES if tile[1] != "z" and int(tile[0]) <= 7]

pungs = st.sampled_from(TILES).map(lambda tile: TileSet("pung", tile, concealed=True))
chows = st.sampled_from(LOW).map(lambda tile: TileSet("chow", tile, concealed=True))


def pungs_in(sets: tuple[TileSet, ...]) -> int:
    return sum(part.kind == "pung" for part in sets)


@given(st.lists(pungs | chows, max_size=4), st.sampled_from(TILES), st.randoms())
def test_a_shuffled_mahjong_is_found_again(sets: list[TileSet], pair: str, chance) -> None:
    tiles = [tile for part in sets for tile in part.tiles] + [pair, pair]
    assume(max(Counter(tiles).values()) <= 4)
    chance.shuffle(tiles)
    found = split_whole(tiles, 1, pungs_in)
    assert found is not None
    assert Counter(tile for part in found for tile in part.tiles) == Counter(tiles)
    assert sum(part.kind == "pair" for part in found) == 1
    assert pungs_in(found) >= sum(part.kind == "pung" for part in sets)


def test_tiles_that_make_no_mahjong_are_left_alone() -> None:
    assert split_whole(["1m", "2m", "4m", "5z", "5z"], 1, pungs_in) is None


def test_a_pair_already_named_is_not_made_again() -> None:
    assert split_whole(["1m", "1m", "1m", "5z", "5z"], 0, pungs_in) is None
    assert split_whole(["1m", "1m", "1m"], 0, pungs_in) == (TileSet("pung", "1m", True),)


@given(st.lists(st.sampled_from(TILES), max_size=13))
def test_a_loser_counts_pungs_and_honour_pairs_alone(tiles: list[str]) -> None:
    held = Counter(tiles)
    for part in split_losing_tiles(tiles):
        assert part.concealed
        assert held[part.tile] >= len(part.tiles)
        assert part.kind == "pung" or (part.kind == "pair" and part.tile[1] == "z")
