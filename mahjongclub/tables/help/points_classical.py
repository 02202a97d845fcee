"""Chinese classical's tables: sets, doublings and the points for mahjong.

Every figure is counted by the engine on a hand that shows just this, so that a table's own rules hold.
"""

from __future__ import annotations

from math import prod
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.classical_count import Count, count_hand, set_points
from mahjongclub.rules.classical_hand import CountedHand, TileSet
from mahjongclub.rules.game import Text

from .points_table import NONE, PointsTable, Row, cell, points, said, times

#: The eleven rows of the seed's table, each by a set of its kind for South while West is dominant.
SETS: tuple[tuple[Text, str, str], ...] = (
    (Text("Kong of winds", "Carré de vents"), "kong", "4z"),
    (Text("Kong of dragons", "Carré de dragons"), "kong", "5z"),
    (Text("Kong of 1 or 9", "Carré de 1 ou de 9"), "kong", "1p"),
    (Text("Kong of 2 to 8", "Carré de 2 à 8"), "kong", "5p"),
    (Text("Pung of winds", "Brelan de vents"), "pung", "4z"),
    (Text("Pung of dragons", "Brelan de dragons"), "pung", "5z"),
    (Text("Pung of 1 or 9", "Brelan de 1 ou de 9"), "pung", "9s"),
    (Text("Pung of 2 to 8", "Brelan de 2 à 8"), "pung", "5s"),
    (Text("Pair of dragons", "Paire de dragons"), "pair", "6z"),
    (Text("Pair of the own wind", "Paire du vent du joueur"), "pair", "2z"),
    (Text("Pair of the dominant wind", "Paire du vent dominant"), "pair", "3z"),
)
OWN, DOMINANT = "S", "W"
ALL_FOUR = (1, 2, 3, 4)


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
            _("Sequences bring nothing. A pair of the own wind that is dominant too: %(points)s.")
            % {"points": set_points(rules, TileSet("pair", "2z"), OWN, OWN)},
        ),
    )
    return (sets, _doublings(rules), _bonuses(rules), _winner_doublings(rules))


def _doublings(rules: Any) -> PointsTable:
    hands = (
        (Text("The own flower or the own season", "Sa propre fleur ou sa propre saison"), _bonus((2,), ())),
        (Text("The own flower and the own season", "Sa fleur et sa saison"), _bonus((2,), (2,))),
        (
            Text("All 4 flowers, or all 4 seasons (bouquet)", "Les 4 fleurs ou les 4 saisons (bouquet)"),
            _bonus(ALL_FOUR, ()),
        ),
        (Text("Each pung or kong of dragons", "Chaque brelan ou carré de dragons"), _one("5z")),
        (Text("Pung or kong of the own wind", "Brelan ou carré de son propre vent"), _one("2z")),
        (Text("Pung or kong of the dominant wind", "Brelan ou carré de vent dominant"), _one("3z")),
    )
    return PointsTable(
        "doublings",
        _("Doublings, for every player"),
        (_("What"), _("Factor")),
        tuple(
            Row(said(name), (_factor(count_hand(rules, hand, wind=OWN, dominant=DOMINANT)),))
            for name, hand in hands
        ),
        (_("Numbers of flowers and seasons: East 1, South 2, West 3, North 4."),),
    )


def _bonuses(rules: Any) -> PointsTable:
    hands = (
        (Text("Ordinary mahjong", "Mahjong ordinaire"), _mahjong(_pungs()), False),
        (
            Text("Mahjong with a tile drawn from the wall", "Mahjong en tirant une tuile de la muraille"),
            _mahjong(_pungs()),
            True,
        ),
        (
            Text(
                "Mahjong with no pung, no kong and one pair",
                "Mahjong ne comportant ni brelans, ni carrés et une seule paire",
            ),
            _mahjong(_chows()),
            False,
        ),
        (Text("Mahjong as dealt", "Mahjong d’entrée"), _mahjong(_pungs(), "heavenly"), True),
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
    mixed = (_set("chow", "2m"), _set("pung", "5p"), _set("pung", "8s"), _set("pung", "2s"))
    ends = (_set("pung", "1m"), _set("pung", "9p"), _set("pung", "1s"), _set("pung", "9s"))
    suit = (_set("chow", "2m"), _set("chow", "5m"), _set("pung", "8m"), _set("pung", "1m"))
    honours = (_set("pung", "1z"), _set("pung", "4z"), _set("pung", "5z"), _set("pung", "6z"))
    dragons = (_set("pung", "5z"), _set("pung", "6z"), _set("pung", "7z"), _set("chow", "2m"))
    plain = _winner(rules, _mahjong(mixed))
    no_chow = _winner(rules, _mahjong(_pungs()))

    def beyond(count: Count, ordinary: Count) -> tuple[str, ...]:
        """What a hand is multiplied by for its one feat: its factors without those it has anyway."""
        return cell(_as_factor(_product(count) // _product(ordinary)))

    rows = [
        (
            Text(
                "On the last tile of the wall (“the moon from the bottom of the sea”)",
                "En tirant la dernière tuile de la muraille (« il prend la lune au fond de la mer »)",
            ),
            beyond(_winner(rules, _mahjong(mixed, "last_tile")), plain),
        ),
        (Text("No sequence", "Sans séquence"), beyond(no_chow, plain)),
        (
            Text(
                "With a loose tile (replacement, right of the breach)",
                "Avec une pièce détachée (tuile de remplacement)",
            ),
            beyond(_winner(rules, _mahjong(mixed, "loose_tile")), plain),
        ),
        (
            Text("Only pungs or kongs of 1 or 9", "Que des brelans ou des carrés de 1 ou de 9"),
            beyond(_winner(rules, _mahjong(ends, pair="9m")), no_chow),
        ),
        (
            Text(
                "One suit, winds and dragons apart",
                "Toutes les tuiles de la même série, vents et dragons exceptés",
            ),
            beyond(_winner(rules, _mahjong(suit, pair="9m")), plain),
        ),
    ]
    if rules.honours_hand == "all_honours":
        # the honours double for everybody too: compare with the same sets in a hand that is not a mahjong
        winner = _winner(rules, _mahjong(honours, pair="7z"))
        loser = count_hand(rules, _mahjong(honours, pair="7z"), wind=OWN, dominant=DOMINANT)
        factor = _product(winner) // _product(loser) // (_product(no_chow) // _product(plain))
        rows.append((Text("Winds and dragons only", "Vents et dragons seulement"), cell(_as_factor(factor))))
    elif rules.honours_hand == "three_dragons":
        hand = _mahjong(dragons, pair="9s")
        factor = _product(_winner(rules, hand)) // _product(
            count_hand(rules, hand, wind=OWN, dominant=DOMINANT)
        )
        rows.append(
            (
                Text("Pungs or kongs of all three dragons", "Brelans ou carrés des trois dragons"),
                cell(_as_factor(factor)),
            )
        )
    notes = [_("One suit and honours only are never both counted.")]
    if rules.limit is not None:
        notes.append(_("No hand is worth more than %(limit)s.") % {"limit": points(rules.limit)})
    return PointsTable(
        "winner-doublings",
        _("Doublings, for the winner"),
        (_("What"), _("Factor")),
        tuple(Row(said(name), (cells,)) for name, cells in rows),
        tuple(notes),
    )


def _set(kind: str, tile: str) -> TileSet:
    return TileSet(kind, tile)


def _pungs() -> tuple[TileSet, ...]:
    return (_set("pung", "2m"), _set("pung", "5p"), _set("pung", "8s"), _set("pung", "4m"))


def _chows() -> tuple[TileSet, ...]:
    return (_set("chow", "2m"), _set("chow", "4p"), _set("chow", "6s"), _set("chow", "3s"))


def _mahjong(sets: tuple[TileSet, ...], *feats: str, pair: str = "6p") -> CountedHand:
    """Four sets, and a pair that brings nothing unless it is told."""
    return CountedHand(sets=(*sets, TileSet("pair", pair)), feats=feats)


def _one(tile: str) -> CountedHand:
    return CountedHand(sets=(TileSet("pung", tile),))


def _bonus(flowers: tuple[int, ...], seasons: tuple[int, ...]) -> CountedHand:
    return CountedHand(flowers=flowers, seasons=seasons)


def _winner(rules: Any, hand: CountedHand) -> Count:
    return count_hand(rules, hand, wind=OWN, dominant=DOMINANT, winner=True, self_drawn=bool(hand.feats))


def _bonus_points(rules: Any, hand: CountedHand, self_drawn: bool) -> int:
    """What mahjong itself brings: the hand's lines as the winner's, without those of its sets."""
    won = count_hand(rules, hand, wind=OWN, dominant=DOMINANT, winner=True, self_drawn=self_drawn)
    lost = count_hand(rules, hand, wind=OWN, dominant=DOMINANT)
    return won.base - lost.base


def _product(count: Count) -> int:
    return prod(factor for _name, factor in count.doublings)


def _factor(count: Count) -> tuple[str, ...]:
    return cell(_as_factor(_product(count)))


def _as_factor(factor: int) -> str:
    return times(factor) if factor > 1 else NONE
