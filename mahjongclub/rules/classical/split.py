"""From concealed tiles to the sets they make, for those who lay tiles down instead of naming sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from .tiles import TileSet

Sets = tuple[TileSet, ...]


def split_loser(tiles: Sequence[str]) -> Sets:
    """What counts in concealed tiles of a hand that did not win: pungs, and pairs of winds and dragons.

    Sequences count nothing, so each kind of tile stands alone; four of a kind that were not laid down are a
    pung.

    >>> [(part.kind, part.tile) for part in split_loser(["1m", "2m", "5z", "5z", "9p", "9p", "9p", "9p"])]
    [('pair', '5z'), ('pung', '9p')]
    """
    counts = Counter(tiles)
    sets = []
    for tile in sorted(counts):
        if counts[tile] >= 3:
            sets.append(TileSet("pung", tile, concealed=True))
        elif counts[tile] == 2 and tile[1] == "z":
            sets.append(TileSet("pair", tile, concealed=True))
    return tuple(sets)


def split_winner(tiles: Sequence[str], pairs: int, worth: Callable[[Sets], int]) -> Sets | None:
    """The split of concealed tiles into sets that uses all of them and is worth most; None if there is none.

    `pairs` is how many pairs the tiles must hold: 1, or 0 where the pair is already named. `worth` gives the
    points of a split (the whole hand's, by the engine): three pungs in a row may also be three sequences.

    >>> tiles = ["1m", "1m", "1m", "2m", "2m", "2m", "3m", "3m", "3m", "4z", "4z"]
    >>> by_pungs = split_winner(tiles, 1, lambda sets: sum(part.kind == "pung" for part in sets))
    >>> [(part.kind, part.tile) for part in by_pungs]
    [('pung', '1m'), ('pung', '2m'), ('pung', '3m'), ('pair', '4z')]
    """
    by_suit = tuple(sorted(tiles, key=lambda tile: (tile[1], tile[0])))
    return max(_whole_splits(by_suit, pairs), key=worth, default=None)


def _whole_splits(tiles: tuple[str, ...], pairs: int) -> Iterator[Sets]:
    """Every way to use all of the sorted tiles: the first one is in a pung, a pair or a sequence."""
    if not tiles:
        if pairs == 0:
            yield ()
        return
    first = tiles[0]
    tries = [TileSet("pung", first, concealed=True)]
    if pairs:
        tries.append(TileSet("pair", first, concealed=True))
    if first[1] != "z" and int(first[0]) <= 7:
        tries.append(TileSet("chow", first, concealed=True))
    for tile_set in tries:
        rest = list(tiles)
        try:
            for tile in tile_set.tiles:
                rest.remove(tile)
        except ValueError:
            continue
        for others in _whole_splits(tuple(rest), pairs - (tile_set.kind == "pair")):
            yield (tile_set, *others)
