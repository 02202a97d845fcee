"""Riichi's tables: fu, han by fu, limits and the yaku."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.kit.riichi.fu import DOUBLE_WIND_PAIR, FU_BASE, FU_PARTS, FU_SETS
from mahjongclub.rules.kit.riichi.hand import FULL_SET, TileSet
from mahjongclub.rules.kit.riichi.tiles import list_yaku
from mahjongclub.rules.kit.riichi.value import (
    FU_STEPS,
    HAN_WITHOUT_FU,
    LIMITS,
    YAKUMAN,
    basic_points,
    is_possible,
    limit_of,
)
from mahjongclub.rules.kit.riichi.yaku import YAKU_NAMES

from ..paper import NONE, PointsTable, Row, cell, points, said

#: The columns of the han-fu table: above them limits no longer ask for fu.
HAN = range(1, HAN_WITHOUT_FU)
#: three suits of runs make it, and one of them has none
NOT_OF_THREE = ("mixed_triple_chow",)
#: From here on nothing changes but by `kazoe`.
MOST_HAN = 13


def riichi_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Fu, the two han-fu tables, the limits and the yaku, by the rules of the table."""
    return (
        *fu_tables(rules.double_wind_pair_fu),
        _han_fu(rules, dealer=False),
        _han_fu(rules, dealer=True),
        _limits(rules),
        *yaku_tables(rules.tile_set),
    )


def fu_tables(double_wind_pair_fu: int) -> tuple[PointsTable, ...]:
    """How fu are counted: what a hand begins with and adds, then its sets."""
    parts = [*((row.name, row.fu) for row in FU_BASE), *((row.name, row.fu) for row in FU_PARTS)]
    parts.insert(-1, (DOUBLE_WIND_PAIR, double_wind_pair_fu))
    base = len(FU_BASE)
    return (
        PointsTable(
            "fu",
            _("Fu: the hand"),
            (_("Fu of the hand"), _("Fu")),
            tuple(
                Row(said(name), (cell(str(fu) if index < base else f"+{fu}"),))
                for index, (name, fu) in enumerate(parts)
            ),
            (_("Added up, fu are rounded up to the next ten."),),
        ),
        PointsTable(
            "fu-sets",
            _("Fu: the sets"),
            (_("Set"), _("Open"), _("Closed")),
            tuple(
                Row(said(name), (cell(f"+{opened}"), cell(f"+{closed}")))
                for _key, name, opened, closed in FU_SETS
            ),
            (_("A pon completed by ron counts as open. Chii bring no fu."),),
        ),
    )


def _han_fu(rules: Any, *, dealer: bool) -> PointsTable:
    def worth(han: int, fu: int) -> tuple[str, ...]:
        basic = basic_points(han, fu, rules)
        ron = points(rules.ron_points(basic, dealer)) if is_possible(han, fu, False) else NONE
        return cell(ron, _self_draw(rules, basic, dealer) if is_possible(han, fu, True) else NONE)

    return PointsTable(
        "han-fu-dealer" if dealer else "han-fu",
        _("Points of the dealer") if dealer else _("Points of the others"),
        (_("Fu"), *(f"{han} han" for han in HAN)),
        tuple(Row(str(fu), tuple(worth(han, fu) for han in HAN)) for fu in FU_STEPS),
        (
            _("Above: ron. Below: tsumo, what each of the others pays.")
            if dealer
            else _("Above: ron. Below: tsumo, what each other player pays / what the dealer pays."),
            *([_("30 fu 4 han and 60 fu 3 han are rounded up to a mangan.")] if rules.kiriage_mangan else []),
        ),
        wide=True,
    )


def _self_draw(rules: Any, basic: int, dealer: bool) -> str:
    from_dealer, from_other = rules.tsumo_shares(basic, dealer)
    if dealer:
        return _("%(points)s all") % {"points": points(from_other)}
    return f"{points(from_other)}/\u200b{points(from_dealer)}"


def _limits(rules: Any) -> PointsTable:
    rows = []
    for name, basic in (*LIMITS.items(), ("yakuman", YAKUMAN)):
        rows.append(
            Row(
                name.capitalize(),
                tuple(
                    cell(points(rules.ron_points(basic, dealer)), _self_draw(rules, basic, dealer))
                    for dealer in (False, True)
                ),
                (limit_han_range(rules, name),),
            )
        )
    notes = [_("Above: ron. Below: tsumo.")]
    if rules.yakuman_add_up:
        notes.append(_("Several yakuman in one hand add up."))
    return PointsTable(
        "limits", _("Limits"), (_("Limit"), _("The others"), _("The dealer")), tuple(rows), tuple(notes)
    )


def limit_han_range(rules: Any, limit: str) -> str:
    """Which han reach a limit: "6–7 han"."""
    han = [count for count in range(HAN_WITHOUT_FU, MOST_HAN + 1) if limit_of(count, None, rules) == limit]
    if not han:
        return _("named hands only")
    if han[-1] == MOST_HAN:
        return _("%(han)s han and more") % {"han": han[0]}
    if han == [HAN_WITHOUT_FU]:
        return _("%(han)s han, or fewer with enough fu") % {"han": han[0]}
    return f"{han[0]}–{han[-1]} han"


def yaku_tables(tiles: TileSet = FULL_SET) -> tuple[PointsTable, ...]:
    """Every yaku with its han, closed and open, that these tiles can have; the named limit hands apart."""
    without = NOT_OF_THREE if tiles.three else ()
    yaku = _winds_once([row for row in list_yaku() if row[0] in YAKU_NAMES and row[0] not in without])
    norths = {
        "dora": [_("Each north laid aside is a dora, and no yaku.")],
        "value": [_("A pon or kan of norths is a yaku of 1 han for everybody.")],
    }
    ordinary = [row for row in yaku if row[1] < MOST_HAN]
    named = [row for row in yaku if row[1] >= MOST_HAN]
    return (
        PointsTable(
            "yaku",
            _("Yaku"),
            (_("Yaku"), _("Closed"), _("Open")),
            tuple(
                Row(yaku_name(key), (cell(str(closed)), cell(str(opened) if opened else NONE)))
                for key, closed, opened in ordinary
            ),
            (
                _("Han with a closed and an open hand; – where the hand must be closed."),
                *norths.get(tiles.north, []),
            ),
        ),
        PointsTable(
            "yakuman",
            _("Yakuman"),
            (_("Yakuman"), _("Closed"), _("Open")),
            tuple(
                Row(yaku_name(key), (cell("✓"), cell("✓" if opened else NONE)))
                for key, _closed, opened in named
            ),
            (_("Each counts one yakuman."),),
        ),
    )


def _winds_once(rows: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """One row for the seat wind and one for the round wind, whichever wind they are."""
    return [row for row in rows if "_wind_" not in row[0] or row[0].endswith("_wind_east")]


def yaku_name(key: str) -> str:
    """A yaku as tables call it: one name for the seat wind and one for the round wind, whichever they are."""
    if key == "seat_wind_east":
        return _("Yakuhai: seat wind")
    if key == "round_wind_east":
        return _("Yakuhai: round wind")
    return said(YAKU_NAMES[key])
