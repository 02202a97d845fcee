"""The six-player table of points."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.rules.six.classes import KONGS, TENPAI_POINTS, classes_of
from mahjongclub.rules.six.round import Win, factor_of

from ..kit.paper import PointsTable, Row, cell, factor_with_times_sign, points, said


def six_points_tables(rules: Any) -> tuple[PointsTable, ...]:
    """Classes of hands, what multiplies them, kongs and tenpai (seed 004)."""
    classes = PointsTable(
        "classes",
        pgettext("tiles", "Hands"),
        (pgettext("tiles", "Hand"), _("Points")),
        tuple(
            Row(said(class_.name), (cell(points(class_.points)),), (said(class_.help),))
            for class_ in classes_of(rules).values()
        ),
        (_("The highest that fits counts. On a draw everyone who has not won pays it, else the discarder."),),
    )
    feats = (
        (_("Each kong held"), Win(0, None, "all_pungs", kongs=1)),
        (_("Each four identical, not declared"), Win(0, None, "four_pairs", four_identical=1)),
        (_("Finished on a kong’s replacement"), Win(0, None, "all_pungs", on_kong=True)),
        (
            _("On the first discard of the round")
            if rules.first_discard == "win"
            else _("Who claimed the first discard of the round"),
            Win(0, 1, "all_pungs", first_discard=True),
        ),
    )
    factors = PointsTable(
        "factors",
        _("Multiplied"),
        (_("What"), _("Factor")),
        tuple(Row(name, (cell(factor_with_times_sign(factor_of(win))),)) for name, win in feats),
    )
    payers = {
        "concealed": _("from each other seat without mahjong; show one tile of the four"),
        "exposed": _("from each other seat without mahjong"),
        "claimed": _("from the discarder"),
    }
    kongs = PointsTable(
        "kongs",
        _("Kongs, paid at once"),
        (pgettext("six players", "Kong"), _("Points")),
        tuple(
            Row(said(name), (cell(points(worth)),), (payers[kind],)) for kind, (worth, name) in KONGS.items()
        ),
    )
    tenpai = PointsTable(
        "tenpai",
        _("Tenpai at the empty wall"),
        (_("Tenpai"), _("Points")),
        tuple(
            Row(_("All pungs") if all_pungs else _("Any other hand"), (cell(points(worth)),))
            for all_pungs, worth in TENPAI_POINTS.items()
        ),
        (_("From each seat without mahjong that is not tenpai."),),
    )
    return (classes, factors, kongs, tenpai)
