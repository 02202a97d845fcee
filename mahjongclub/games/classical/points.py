"""Chinese classical's tables: sets, doublings and the points for mahjong.

Every figure is counted by the engine on a hand that shows just this, so that a table's own rules hold.
"""

from __future__ import annotations

from math import prod
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.count import Count, count_hand, set_points
from mahjongclub.rules.classical.doublings import DOUBLINGS, HONOUR_SETS, Doubling
from mahjongclub.rules.classical.hand import CountedHand
from mahjongclub.rules.kit.tile_sets import TileSet
from mahjongclub.rules.words import Text

from ..kit.paper import NONE, PointsTable, Row, cell, factor_with_times_sign, points, said
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


#: The same rows where the wind of the round counts.
BY_ROUND = {
    "Pair of the dominant wind": Text("Pair of the round wind"),
    "Pung or kong of the dominant wind": Text("Pung or kong of the round wind"),
}


def classical_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Sets, doublings for everybody, the points and doublings of the winner, then the special hands."""
    plain = rules.without_specials()
    tables = (_sets(plain), _doublings(plain), _bonuses(plain, rules), _winner_doublings(plain, rules))
    return (*tables, _specials(rules)) if rules.special_hands or rules.own_hands else tables


def _by_wind(rules: Any, name: Text) -> str:
    return said(BY_ROUND.get(name.id, name) if rules.round_wind == "round" else name)


def _sets(rules: Any) -> PointsTable:
    flowers = (
        (_("Each flower and season: %(points)s.") % {"points": points(rules.flower_points)},)
        if rules.flower_points and rules.plays_flowers
        else ()
    )
    both = (
        _("Sequences bring nothing. A pair of the seat wind that is that of the round too: %(points)s.")
        if rules.round_wind == "round"
        else _("Sequences bring nothing. A pair of the seat wind that is dominant too: %(points)s.")
    )
    return PointsTable(
        "sets",
        _("Sets"),
        (_("Set"), _("Exposed"), _("Concealed")),
        tuple(
            Row(
                _by_wind(rules, name),
                tuple(
                    cell(points(set_points(rules, TileSet(kind, tile, concealed), OWN, DOMINANT)))
                    for concealed in (False, True)
                ),
            )
            for name, kind, tile in SETS
        ),
        (both % {"points": set_points(rules, TileSet("pair", "2z"), OWN, OWN)}, *flowers),
    )


def _doublings(rules: Any) -> PointsTable:
    hands = (
        (Text("One’s own flower or season"), CountedHand(flowers=(2,))),
        (Text("One’s own flower and season"), CountedHand(flowers=(2,), seasons=(2,))),
        (Text("All 4 flowers, or all 4 seasons (bouquet)"), CountedHand(flowers=(1, 2, 3, 4))),
        (Text("Each pung or kong of dragons"), _one("5z")),
        (Text("Pung or kong of the seat wind"), _one("2z")),
        (Text("Pung or kong of the dominant wind"), _one("3z")),
    )
    named = [(_by_wind(rules, name), _product(_count(rules, hand))) for name, hand in hands]
    if not rules.plays_flowers:
        named = named[3:]
    sets_of_all = (doubling for doubling in DOUBLINGS if doubling.loser and rules.times(doubling.key))
    named += [
        (said(doubling.label), 2 ** rules.times(doubling.key))
        for doubling in sets_of_all
        if rules.dragons_and_winds == "everyone" or doubling.key not in HONOUR_SETS
    ]
    if rules.original_call == "everyone":
        named.append((_("Original call: ready on the deal and never changed"), 2))
    return PointsTable(
        "doublings",
        _("Doublings, for every player"),
        (_("What"), _("Factor")),
        tuple(Row(name, (_as_factor(factor),)) for name, factor in named),
        (_("Numbers of flowers and seasons: East 1, South 2, West 3, North 4."),)
        if rules.plays_flowers
        else (),
    )


def _bonuses(rules: Any, whole: Any) -> PointsTable:
    hands: tuple[tuple[Text, CountedHand, bool], ...] = (
        (Text("Ordinary mahjong"), _mahjong(PUNGS), False),
        (Text("Mahjong with a tile drawn from the wall"), _mahjong(PUNGS), True),
        (Text("Mahjong with no pung, no kong and one pair"), _mahjong(CHOWS), False),
        (Text("Mahjong as dealt"), _mahjong(PUNGS, "heavenly"), True),
        (Text("Mahjong with the only possible tile"), _mahjong(PUNGS, "only_tile"), False),
        (Text("Mahjong that completes the pair"), _mahjong(PUNGS, "completed_pair"), False),
        (
            Text("Mahjong that completes a pair of 1, 9, winds or dragons"),
            _mahjong(PUNGS, "completed_pair", pair="9p"),
            False,
        ),
        (Text("The 1 of circles completes a pair of the 1 of bamboos"), _mahjong(PUNGS, "pe_ling"), False),
    )
    # beside an ordinary mahjong what brings more by these rules
    ordinary = _bonus_points(rules, *hands[0][1:])
    hands = (hands[0], *(hand for hand in hands[1:] if _bonus_points(rules, *hand[1:]) != ordinary))
    if whole.hand_heavens_blessing:
        hands = tuple(hand for hand in hands if "heavenly" not in hand[1].feats)
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


def _winner_doublings(rules: Any, whole: Any) -> PointsTable:
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
        (Text("One suit, winds and dragons apart"), _mahjong("c2m c5m p8m p1m", pair="4z"), plain),
    ]
    if rules.terminal_pungs == "none":
        del feats[3]
    if not rules.one_suit_doubles:
        del feats[-1]
    if rules.purity != rules.one_suit_doubles and rules.purity:
        feats.append((Text("One suit alone"), _mahjong("c2m c5m p8m p1m", pair="9m"), plain))
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
    rows += [(doubling.label, 2 ** rules.times(doubling.key)) for doubling in _of_winner(rules)]
    if rules.original_call == "winner":
        rows.append((Text("Original call: ready on the deal and never changed"), 2))
    notes = [_("One suit and honours only are never both counted.")] if rules.honours_hand != "none" else []
    if not rules.one_suit_doubles and not rules.purity:
        notes.append(_("One suit is not doubled here; a club that counts it says so in its rules."))
    if whole.purity_apart:
        notes.append(
            _("One suit alone, pungs and kongs only: no other doubling, and the flowers are added after it.")
        )
    if rules.limit is not None:
        notes.append(_("No hand is worth more than %(limit)s.") % {"limit": points(rules.limit)})
    return PointsTable(
        "winner-doublings",
        _("Doublings, for the winner"),
        (_("What"), _("Factor")),
        tuple(Row(said(name), (_as_factor(factor),)) for name, factor in rows),
        tuple(notes),
    )


def _of_winner(rules: Any) -> list[Doubling]:
    """The other lines that the rules count for the winner."""
    unlisted = ("last_tile", "no_chow")
    return [
        doubling
        for doubling in DOUBLINGS
        if rules.times(doubling.key)
        and doubling.key not in unlisted
        and (not doubling.loser or (doubling.key in HONOUR_SETS and rules.dragons_and_winds == "winner"))
    ]


def _specials(rules: Any) -> PointsTable:
    """The special hands by name, the most points first; what lacking one tile counts where it counts."""
    rows = [(said(hand.name), *rules.special(hand.key)[1:], said(hand.help)) for hand in rules.special_hands]
    rows += [(name, worth, fishing, "") for name, worth, fishing in rules.own_hands]
    fishing = any(row[2] for row in rows)
    return PointsTable(
        "special-hands",
        _("Special hands"),
        (_("Special hand"), _("Points"), _("One tile short"))[: 3 if fishing else 2],
        tuple(
            Row(
                name,
                (cell(points(worth)), cell(points(lacking) if lacking else NONE))[: 2 if fishing else 1],
                (help,) if help else (),
            )
            for name, worth, lacking, help in sorted(rows, key=lambda row: -row[1])
        ),
        long=True,
    )


def _mahjong(sets: str, *feats: str, pair: str = "6p") -> CountedHand:
    """Four sets (c a chow, p a pung), and a pair that brings nothing unless it is told."""
    named = (TileSet(LETTERS[letters[0]], letters[1:]) for letters in sets.split())
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
    return cell(factor_with_times_sign(factor) if factor > 1 else NONE)
