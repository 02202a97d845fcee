"""Chinese classical's tables: sets, doublings and the points for mahjong.

Every figure is counted by the engine on a hand that shows just this, so that a table's own rules hold.
"""

from __future__ import annotations

from math import prod
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.count import Count, count_hand, set_points
from mahjongclub.rules.classical.hand import CountedHand, TileSet
from mahjongclub.rules.words import Text

from ..kit.paper import NONE, PointsTable, Row, cell, points, said, times
from .draft import LETTERS

#: The eleven rows of the seed's table, each by a set of its kind for South while West is dominant.
SETS: tuple[tuple[Text, str, str], ...] = (
    (Text("Kong of winds"), "kong", "4z"),
    (Text("Kong of dragons"), "kong", "5z"),
    (Text("Kong of 1 or 9"), "kong", "1p"),
    (Text("Kong of 2 to 8"), "kong", "5p"),
    (Text("Pung of winds"), "pung", "4z"),
    (Text("Pung of dragons"), "pung", "5z"),
    (Text("Pung of 1 or 9"), "pung", "9s"),
    (Text("Pung of 2 to 8"), "pung", "5s"),
    (Text("Pair of dragons"), "pair", "6z"),
    (Text("Pair of the seat wind"), "pair", "2z"),
    (Text("Pair of the dominant wind"), "pair", "3z"),
)
OWN, DOMINANT = "S", "W"
PUNGS, CHOWS, MIXED = "p2m p5p p8s p4m", "c2m c4p c6s c3s", "c2m p5p p8s p2s"


def classical_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Sets, doublings for everybody, then the points and doublings of the winner."""
    sets = PointsTable(
        "sets",
        _("Sets"),
        (_("Set"), _("Exposed"), _("Concealed")),
        tuple(
            Row(
                said(name),
                tuple(
                    cell(points(set_points(rules, TileSet(kind, tile, concealed), OWN, DOMINANT)))
                    for concealed in (False, True)
                ),
            )
            for name, kind, tile in SETS
        ),
        (
            _("Sequences bring nothing. A pair of the seat wind that is dominant too: %(points)s.")
            % {"points": set_points(rules, TileSet("pair", "2z"), OWN, OWN)},
        ),
    )
    return (sets, _doublings(rules), _bonuses(rules), _winner_doublings(rules))


def _doublings(rules: Any) -> PointsTable:
    hands = (
        (Text("One’s own flower or season"), CountedHand(flowers=(2,))),
        (Text("One’s own flower and season"), CountedHand(flowers=(2,), seasons=(2,))),
        (Text("All 4 flowers, or all 4 seasons (bouquet)"), CountedHand(flowers=(1, 2, 3, 4))),
        (Text("Each pung or kong of dragons"), _one("5z")),
        (Text("Pung or kong of the seat wind"), _one("2z")),
        (Text("Pung or kong of the dominant wind"), _one("3z")),
    )
    return PointsTable(
        "doublings",
        _("Doublings, for every player"),
        (_("What"), _("Factor")),
        tuple(Row(said(name), (_as_factor(_product(_count(rules, hand))),)) for name, hand in hands),
        (_("Numbers of flowers and seasons: East 1, South 2, West 3, North 4."),),
    )


def _bonuses(rules: Any) -> PointsTable:
    hands = (
        (Text("Ordinary mahjong"), _mahjong(PUNGS), False),
        (Text("Mahjong with a tile drawn from the wall"), _mahjong(PUNGS), True),
        (Text("Mahjong with no pung, no kong and one pair"), _mahjong(CHOWS), False),
        (Text("Mahjong as dealt"), _mahjong(PUNGS, "heavenly"), True),
    )
    return PointsTable(
        "mahjong",
        _("Points for mahjong"),
        (_("How"), _("Points")),
        tuple(
            Row(said(name), (cell(points(_bonus_points(rules, hand, drawn))),)) for name, hand, drawn in hands
        ),
        (
            _("Only the highest counts.")
            if rules.winner_bonus == "highest"
            else _("Added up: the ordinary mahjong is in each of them once."),
        ),
    )


def _winner_doublings(rules: Any) -> PointsTable:
    plain, no_chow = _winner(rules, _mahjong(MIXED)), _winner(rules, _mahjong(PUNGS))
    feats = [
        (
            Text("On the last tile of the wall (“the moon from the bottom of the sea”)"),
            _mahjong(MIXED, "last_tile"),
            plain,
        ),
        (Text("No sequence"), _mahjong(PUNGS), plain),
        (Text("With a loose tile (replacement, right of the breach)"), _mahjong(MIXED, "loose_tile"), plain),
        (Text("Only pungs or kongs of 1 or 9"), _mahjong("p1m p9p p1s p9s", pair="9m"), no_chow),
        (Text("One suit, winds and dragons apart"), _mahjong("c2m c5m p8m p1m", pair="9m"), plain),
    ]
    # a hand is multiplied for its one feat by its factors without those it has anyway
    rows = [(name, _product(_winner(rules, hand)) // _product(usual)) for name, hand, usual in feats]
    if rules.honours_hand == "all_honours":
        # the honours double for everybody too: compare with the same sets in a hand that is not a mahjong
        hand = _mahjong("p1z p4z p5z p6z", pair="7z")
        factor = _product(_winner(rules, hand)) // _product(_count(rules, hand))
        rows.append((Text("Winds and dragons only"), factor // (_product(no_chow) // _product(plain))))
    elif rules.honours_hand == "three_dragons":
        hand = _mahjong("p5z p6z p7z c2m", pair="9s")
        factor = _product(_winner(rules, hand)) // _product(_count(rules, hand))
        rows.append((Text("Pungs or kongs of all three dragons"), factor))
    notes = [_("One suit and honours only are never both counted.")]
    if rules.limit is not None:
        notes.append(_("No hand is worth more than %(limit)s.") % {"limit": points(rules.limit)})
    return PointsTable(
        "winner-doublings",
        _("Doublings, for the winner"),
        (_("What"), _("Factor")),
        tuple(Row(said(name), (_as_factor(factor),)) for name, factor in rows),
        tuple(notes),
    )


def _mahjong(sets: str, *feats: str, pair: str = "6p") -> CountedHand:
    """Four sets (c a chow, p a pung), and a pair that brings nothing unless it is told."""
    named = (TileSet(LETTERS[one[0]], one[1:]) for one in sets.split())
    return CountedHand(sets=(*named, TileSet("pair", pair)), feats=feats)


def _one(tile: str) -> CountedHand:
    return CountedHand(sets=(TileSet("pung", tile),))


def _count(rules: Any, hand: CountedHand, **how: bool) -> Count:
    return count_hand(rules, hand, wind=OWN, dominant=DOMINANT, **how)


def _winner(rules: Any, hand: CountedHand) -> Count:
    return _count(rules, hand, winner=True, self_drawn=bool(hand.feats))


def _bonus_points(rules: Any, hand: CountedHand, self_drawn: bool) -> int:
    """What mahjong itself brings: the hand's lines as the winner's, without those of its sets."""
    return _count(rules, hand, winner=True, self_drawn=self_drawn).base - _count(rules, hand).base


def _product(count: Count) -> int:
    return prod(factor for _name, factor in count.doublings)


def _as_factor(factor: int) -> tuple[str, ...]:
    return cell(times(factor) if factor > 1 else NONE)
