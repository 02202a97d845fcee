"""Six players: a block a round, with the mahjongs in their order, the kongs and who was tenpai."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.games.kit.wording import said
from mahjongclub.rules.six.classes import CLASSES as KNOWN
from mahjongclub.rules.six.classes import KONGS as KONGS_PLAYED
from mahjongclub.rules.six.classes import TENPAI_POINTS, classes_of
from mahjongclub.rules.six.options import SixRules

from .score_sheet import CLASSES, KONGS, SHEET

#: Rounds that fit a page, and rows for kongs in each.
ROUNDS = {"a4": 3, "letter": 2}
KONG_ROWS = {"a4": 1, "letter": 4}
#: The codes of the typed sheet that the paper shows beside those of classes and kongs.
SHOWN = ("1ch", "2pu4", "+k  +4  +r  +f", "t  tp", "d  3")


def six_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; seed 004 promises such a sheet on its last page, which it lacks."""
    classes = classes_of(rules) if rules else KNOWN
    wins = (rules or SixRules()).seats - 1  # the last one ends the round
    code_of = {key: code for code, key in CLASSES.items()}
    kong_codes = {kind: code for code, kind in KONGS.items()}
    kinds = {
        "concealed": pgettext("score sheet: kong", "concealed"),
        "exposed": pgettext("score sheet: kong", "exposed"),
        "claimed": pgettext("score sheet: kong", "on a discard"),
    }
    return {
        "rounds": ROUNDS[paper],
        "wins": [_("Mahjong no. %(number)s") % {"number": number + 1} for number in range(wins)],
        "kongs": KONG_ROWS[paper],
        "end": [],
        "codes": [
            *(
                {"typed": code_of[key], "meaning": f"{said(row.name)} = {row.points}"}
                for key, row in classes.items()
            ),
            *(
                {"typed": kong_codes[kind], "meaning": f"{kinds[kind]} {worth}"}
                for kind, (worth, _name) in KONGS_PLAYED.items()
            ),
            *(
                {"typed": code.typed, "meaning": str(code.meaning)}
                for code in SHEET.codes
                if code.typed in SHOWN
            ),
            {
                "typed": "Tenpai",
                "meaning": _("all pungs %(pungs)s, else %(other)s, from each noten")
                % {"pungs": TENPAI_POINTS[True], "other": TENPAI_POINTS[False]},
            },
        ],
        "words": {
            "round": pgettext("score sheet", "Round"),
            "kong": pgettext("six players", "Kong"),
            "tenpai": "Tenpai",
            "sum": pgettext("score sheet: of one round", "Sum of the round"),
            "score": pgettext("score sheet", "Score"),
            "legend": _(
                "Write + for the player who takes and − for the one who pays: each line adds up to 0. ×2: "
                "each kong, four identical, finished on a kong; ×4 on the first discard. A player who has "
                "made mahjong neither wins nor pays again in the round; the first to make it is East in the "
                "next. More kongs than rows: several in one."
            ),
        },
    }
