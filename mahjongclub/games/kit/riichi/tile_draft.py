"""A winning hand being put together tile by tile, as the `tiles` of a draft's last win."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.kit.riichi.hand import (
    MELDS,
    MOST_INDICATORS,
    NORTH,
    parse_notation,
    plain,
    tiles_in_notation,
)
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.words import Text

from ..context import Draft

SUITS = ("m", "p", "s")
HONOURS = tuple(f"{number}z" for number in range(1, 8))
INTO = ("hand", "chii", "pon", "kan", "closed_kan", "dora", "ura")
FLAGS = ("ippatsu", "double_riichi", "haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou", "renhou")
MOST_TILES = 14
MOST_MELDS = 4


def tile_sort_key(tile: str) -> tuple[str, float]:
    """Sorting key: by suit, red fives beside their fives."""
    return tile[1], 4.5 if tile[0] == "0" else int(tile[0])


class TileDraft:
    """The tiles of one winning hand, changed by taps. Every change gives a new draft of tiles."""

    def __init__(self, tiles: Draft) -> None:
        reader = Reader(tiles)
        self.concealed = _tiles(reader, "concealed", MOST_TILES)
        self.melds = [_meld(meld) for meld in reader.objects("melds", MOST_MELDS)]
        self.dora = _tiles(reader, "dora", MOST_INDICATORS)
        self.ura = _tiles(reader, "ura", MOST_INDICATORS)
        self.flags = list(reader.words("flags", FLAGS))
        self.norths = reader.optional_whole("norths", 0, 4) or 0
        winning = _tiles(reader, "winning", 1)
        self.winning = winning[0] if winning and winning[0] in self.concealed else None
        reader.check_all_read()

    @property
    def concealed_count(self) -> int:
        """How many concealed tiles a complete hand has beside its melds."""
        return MOST_TILES - 3 * len(self.melds)

    @property
    def is_complete(self) -> bool:
        """Whether the number of tiles is right, so that the hand can be counted."""
        return len(self.concealed) == self.concealed_count and self.winning is not None

    @property
    def all_tiles(self) -> list[str]:
        """Every tile of the hand, of its melds and of the indicators."""
        melds = [tile for _kind, tiles in self.melds for tile in tiles]
        return [*self.concealed, *self.dora, *self.ura, *melds]

    def to_json(self) -> Draft:
        """The tiles as a record writes them; empty parts are left out."""
        draft: dict[str, Any] = {
            "concealed": tiles_in_notation(sorted(self.concealed, key=tile_sort_key)),
            "winning": self.winning,
            "melds": [{"kind": kind, "tiles": tiles_in_notation(tiles)} for kind, tiles in self.melds],
            "dora": tiles_in_notation(self.dora),
            "ura": tiles_in_notation(self.ura),
            "flags": self.flags,
            "norths": self.norths,
        }
        return {name: value for name, value in draft.items() if value}

    def copies_left(self, tile: str) -> int:
        """How many of a tile may still be tapped: four of each, red fives among them."""
        aside = self.norths if tile == NORTH else 0
        return 4 - aside - sum(plain(other) == plain(tile) for other in self.all_tiles)

    def with_tile(self, tile: str, into: str) -> Draft:
        """A tile tapped on the keyboard: into the hand, a meld that begins with it, or the indicators."""
        changed = TileDraft(self.to_json())
        if into == "hand":
            if len(changed.concealed) < changed.concealed_count:
                changed.concealed.append(tile)
                changed.winning = tile
        elif into == "dora":
            changed.dora = [*changed.dora, tile][:MOST_INDICATORS]
        elif into == "ura":
            changed.ura = [*changed.ura, tile][:MOST_INDICATORS]
        elif (tiles := _meld_from(tile, into)) and len(changed.concealed) <= changed.concealed_count - 3:
            changed.melds.append((into, tiles))
        return changed.to_json()

    def without(self, row: str, index: int) -> Draft:
        """A tile, an indicator or a whole meld tapped away."""
        changed = TileDraft(self.to_json())
        changed.concealed.sort(key=tile_sort_key)
        rows: dict[str, list[Any]] = {
            "hand": changed.concealed,
            "dora": changed.dora,
            "ura": changed.ura,
            "meld": changed.melds,
        }
        del rows[row][index : index + 1]
        if changed.winning not in changed.concealed:
            changed.winning = changed.concealed[-1] if changed.concealed else None
        return changed.to_json()

    def with_norths(self, norths: int) -> Draft:
        """So many norths laid aside."""
        changed = TileDraft(self.to_json())
        changed.norths = norths
        return changed.to_json()

    def with_winning_tile(self, tile: str) -> Draft:
        """Another tile of the hand was the winning one."""
        return {**self.to_json(), "winning": tile}

    def with_flag_toggled(self, flag: str) -> Draft:
        """A circumstance ticked or unticked."""
        changed = TileDraft(self.to_json())
        changed.flags = [other for other in FLAGS if (other in changed.flags) != (other == flag)]
        return changed.to_json()

    def with_red_five_toggled(self, meld: int) -> Draft:
        """The five of a meld made red, or plain again."""
        changed = TileDraft(self.to_json())
        kind, tiles = changed.melds[meld]
        fives = [index for index, tile in enumerate(tiles) if tile[0] in "05" and tile[1] != "z"]
        red = any(tiles[index][0] == "0" for index in fives)
        for index in fives[:1] if not red else fives:
            tiles[index] = ("5" if red else "0") + tiles[index][1]
        changed.melds[meld] = (kind, tiles)
        return changed.to_json()


def _meld_from(tile: str, kind: str) -> list[str]:
    """The tiles of a meld from the tile tapped: the lowest of a chii, the kind of a pon or kan."""
    digit, suit = tile[0], tile[1]
    if kind == "chii":
        low = 5 if digit == "0" else int(digit)
        if suit == "z" or low > 7:
            return []
        return [tile, f"{low + 1}{suit}", f"{low + 2}{suit}"]
    return [tile] + [plain(tile)] * (2 if kind == "pon" else 3)


def _tiles(reader: Reader, name: str, most: int) -> list[str]:
    text = reader.text(name) or ""
    tiles = parse_notation(text) if text else ()
    if tiles is None or len(tiles) > most:
        raise reader.rule_error("not_tiles", name, Text("These are not tiles."))
    return list(tiles)


def _meld(reader: Reader) -> tuple[str, list[str]]:
    kind = reader.word("kind", MELDS)
    tiles = _tiles(reader, "tiles", 4)
    reader.check_all_read()
    return kind, tiles
