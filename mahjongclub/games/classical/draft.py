"""A classical hand while it is counted on a phone: its sets so far, in the letters an address carries."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from mahjongclub.rules.classical.count import Count, count_hand
from mahjongclub.rules.classical.hand import (
    CLAIMED,
    DEALT,
    DRAWN,
    FEATS,
    LONGEST_SPECIAL,
    OF_EVERYONE,
    CountedHand,
    read_hand,
    split_losing_tiles,
)
from mahjongclub.rules.kit import outcomes
from mahjongclub.rules.kit.tile_sets import TileSet, begins_chow, split_whole
from mahjongclub.rules.reading import Reader

from ..kit.context import BadDraft, Draft, rule_errors_as_bad_draft

LETTERS = {"p": "pung", "k": "kong", "c": "chow", "d": "pair"}
#: what a tapped tile becomes: a set (small letter exposed, capital concealed), or "t", one concealed tile
KINDS = (*LETTERS, *(letter.upper() for letter in LETTERS), "t")
SUITS = "mpsz"
#: how many hands are counted at most
SEATS = 4
KEYS = {suit: tuple(f"{number}{suit}" for number in range(1, 8 if suit == "z" else 10)) for suit in SUITS}
TABS = ("sets", "tiles", "points", "special")
MOST_SETS = 13
LONGEST_POINTS, LONGEST_TEXT = 20, 80
SET = re.compile(r"([pkcdPKCD])([1-9][mps]|[1-7]z)")


def _set_letters(sets: tuple[TileSet, ...]) -> str:
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return ".".join(
        (letters[meld.kind].upper() if meld.concealed else letters[meld.kind]) + meld.tile for meld in sets
    )


def _sets(text: str) -> tuple[TileSet, ...]:
    sets = []
    for word in text.split(".") if text else ():
        match = SET.fullmatch(word)
        if match is None:
            raise BadDraft("not a set")
        letter, tile = match.groups()
        kind = LETTERS[letter.lower()]
        if kind == "chow" and not begins_chow(tile):
            raise BadDraft("not a chow")
        sets.append(TileSet(kind, tile, letter.isupper()))
    if len(sets) > MOST_SETS:
        raise BadDraft("too many sets")
    return tuple(sets)


def _tiles(text: str) -> tuple[str, ...]:
    tiles = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    if len(tiles) > 14 or any(tile[1:] not in KEYS or tile not in KEYS[tile[1:]] for tile in tiles):
        raise BadDraft("not tiles")
    return tiles


def _numbers(text: str) -> tuple[int, ...]:
    if not set(text) <= set("1234") or len(set(text)) != len(text):
        raise BadDraft("no such flower or season")
    return tuple(int(number) for number in text)


def _digits(numbers: tuple[int, ...]) -> str:
    return "".join(map(str, numbers))


def _feats(reader: Reader, name: str, seats: int) -> tuple[str, ...]:
    by = reader.words(name, FEATS)
    return tuple(feat for feat in FEATS if feat in by)


def _carried(read: Callable[[str], Any], usual: Any, write: Callable[[Any], str] = str) -> Any:
    """A part of a counting that an address carries as a text."""
    return outcomes.part(
        lambda reader, name, seats: read(reader.text(name, LONGEST_TEXT) or ""), usual, write=write
    )


@dataclass(frozen=True)
class HandDraft:
    """One seat's hand as it is tapped in. `points` is what was typed, to the letter.

    `tiles` are concealed tiles that the app puts into sets; `kind` and `suit` say what the next tap adds.
    `special` is the special hand chosen from the list, or the name typed beside the points.
    `over` marks the count that stood noted as this one began (`count_fingerprint`), "" for none.
    """

    seat: int = outcomes.seat()
    tab: str = outcomes.word(TABS, "sets")
    sets: tuple[TileSet, ...] = _carried(_sets, (), _set_letters)
    tiles: tuple[str, ...] = _carried(_tiles, (), "".join)
    flowers: tuple[int, ...] = _carried(_numbers, (), _digits)
    seasons: tuple[int, ...] = _carried(_numbers, (), _digits)
    by: tuple[str, ...] = outcomes.part(_feats, ())
    kind: str = outcomes.word(KINDS, "p")
    suit: str = outcomes.word(SUITS, "m")
    points: str = _carried(lambda text: text[:LONGEST_POINTS], "")
    special: str = _carried(lambda text: text[:LONGEST_SPECIAL], "")
    over: str = _carried(lambda text: text[:LONGEST_POINTS], "")

    @classmethod
    @rule_errors_as_bad_draft()
    def from_data(cls, data: Any) -> HandDraft:
        """A counting from a draft; BadDraft where no screen of ours wrote it."""
        counting: HandDraft = outcomes.read_parts(cls, Reader(data), SEATS)
        return counting

    @classmethod
    @rule_errors_as_bad_draft()
    def from_hand(cls, seat: int, hand: Draft | None) -> HandDraft:
        """The counting that led to a hand of the game record; an empty one without a hand."""
        if hand is None:
            return cls(seat)
        counted, over = read_hand(Reader(hand)), count_fingerprint(hand)
        if counted.points is not None:
            return cls(seat, tab="points", points=str(counted.points), special=counted.special, over=over)
        return cls(
            seat,
            tab="special" if counted.special else "sets",
            sets=counted.sets,
            flowers=counted.flowers,
            seasons=counted.seasons,
            by=counted.feats,
            special=counted.special,
            over=over,
        )

    def to_draft(self) -> Draft:
        """The counting as a draft carries it, without what says nothing."""
        return outcomes.parts_to_json(self)

    def with_toggled(self, name: str, value: int | str) -> HandDraft:
        """With a flower, a season or a circumstance set, or taken away."""
        now = getattr(self, name)
        then = tuple(feat for feat in now if feat != value) if value in now else (*now, value)
        changes: dict[str, Any] = {name: tuple(sorted(then))}
        return replace(self, **changes)

    def without(self, name: str, index: int) -> HandDraft:
        """With one set or one single tile taken away."""
        parts = getattr(self, name)
        changes: dict[str, Any] = {name: (*parts[:index], *parts[index + 1 :])}
        return replace(self, **changes)

    def with_set_toggled(self, index: int) -> HandDraft:
        """With one set concealed instead of exposed, or the other way."""
        meld = self.sets[index]
        changed = replace(meld, concealed=not meld.concealed)
        return replace(self, sets=(*self.sets[:index], changed, *self.sets[index + 1 :]))

    def with_tile(self, tile: str, *, winner: bool, jokers: int = 0) -> HandDraft | None:
        """After a tap on a tile; None where the hand cannot hold what that would add."""
        now = replace(self, special="")
        if self.kind == "t":
            after = replace(now, tiles=(*self.tiles, tile))
        else:
            kind = LETTERS[self.kind.lower()]
            if kind == "chow" and not begins_chow(tile):
                return None
            after = replace(now, sets=(*self.sets, TileSet(kind, tile, self.kind.isupper())))
        over = sum(max(0, count - 4) for count in after.tile_counts().values())
        if after.tile_count > (14 if winner else 13) or over > jokers:
            return None
        full = sum(meld.kind != "pair" for meld in after.sets) == 4
        if winner and full and after.kind not in "dDt" and len(after.sets) == 4:
            # Four sets: all that is missing is the pair.
            after = replace(after, kind="D" if after.kind.isupper() else "d")
        return after

    @property
    def tile_count(self) -> int:
        """How many tiles of the hand are named, a kong standing for three."""
        return len(self.tiles) + sum(len(meld.tiles) - (meld.kind == "kong") for meld in self.sets)

    def tile_counts(self) -> Counter[str]:
        """How many of each tile are named."""
        counts = Counter(self.tiles)
        for meld in self.sets:
            counts.update(meld.tiles)
        return counts

    def to_counted_hand(self, context: CountingContext) -> CountedHand:
        """The hand so far, its single tiles put into sets where they make some, or into a special hand."""
        by = tuple(feat for feat in self.by if feat in context.allowed_feats)
        plain = CountedHand(None, self.sets, self.flowers, self.seasons, by)
        if self.special:
            return self._special(plain, context)
        if not self.tiles:
            return plain
        hands = [replace(plain, sets=(*self.sets, *sets)) for sets in self._splits(plain, context)]
        if not self.sets and (special := context.special_hand_shown_by(self.tiles)):
            hands.append(replace(plain, sets=(), special=special, fishing=not context.winner))
        return max(hands, key=lambda hand: context.count(hand).points, default=plain)

    def _special(self, plain: CountedHand, table: CountingContext) -> CountedHand:
        """The special hand chosen, with what else lies there where that can be more."""
        whole = not table.winner or plain.is_complete
        bare = plain if whole and not self.tiles else replace(plain, sets=())
        return replace(bare, special=self.special, fishing=not table.winner)

    def _splits(self, plain: CountedHand, table: CountingContext) -> list[tuple[TileSet, ...]]:
        if not table.winner:
            return [split_losing_tiles(self.tiles)]
        pairs = 1 - sum(meld.kind == "pair" for meld in self.sets)
        split = split_whole(
            self.tiles, pairs, lambda sets: table.count(replace(plain, sets=(*self.sets, *sets))).points
        )
        return [] if split is None else [split]


@dataclass(frozen=True)
class CountingContext:
    """What a hand's points depend on beside the hand: the seat's wind, the dice, who won and how."""

    rules: Any
    wind: str
    dominant: str | None
    winner: bool
    self_drawn: bool
    #: whether the winner may be complete as dealt
    dealt: bool
    #: how many jokers are in play, each for a tile of any kind
    jokers: int = 0

    @property
    def allowed_feats(self) -> tuple[str, ...]:
        """The ways to finish that this hand may have had, whether they count anything or not."""
        if not self.winner:
            return tuple(OF_EVERYONE) if self.rules.original_call == "everyone" else ()
        never = CLAIMED if self.self_drawn else DRAWN
        return tuple(feat for feat in FEATS if feat not in never and (feat not in DEALT or self.dealt))

    @property
    def counted_feats(self) -> tuple[str, ...]:
        """Those of them that the rules count, and so are offered."""
        counted = {*self.rules.ticks, "heavenly"}
        return tuple(feat for feat in self.allowed_feats if feat in counted)

    def special_hand_shown_by(self, tiles: tuple[str, ...]) -> str | None:
        """The special hand that all tiles of a hand show: whole for the winner, else lacking one."""
        counts = Counter(tiles)
        if self.winner:
            return self.rules.special_of_tiles(counts) if len(tiles) == 14 else None
        if len(tiles) != 13:
            return None
        every = (tile for suit in SUITS for tile in KEYS[suit] if counts[tile] < 4 + self.jokers)
        names = {self.rules.special_of_tiles(counts + Counter([tile])) for tile in every}
        worth = {name: special[2] for name in names if name and (special := self.rules.special(name))}
        return max((name for name in worth if worth[name]), key=worth.__getitem__, default=None)

    def count(self, hand: CountedHand) -> Count:
        """The hand counted by the engine."""
        return count_hand(
            self.rules,
            hand,
            wind=self.wind,
            dominant=self.dominant,
            winner=self.winner,
            self_drawn=self.self_drawn,
        )


def count_fingerprint(hand: Draft | None) -> str:
    """A few letters by which a noted count is known again, "" for none."""
    text = json.dumps(hand, sort_keys=True).encode()
    return blake2b(text, digest_size=4).hexdigest() if hand is not None else ""
