"""Riichi: hands down, seats across; honba, sticks, who won from whom, riichi ticks, uma and oka."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..paper import foot_line, result_line, sheet_data
from ..wording import points_in_words, with_minus

#: Hands that have room on any page.
LEAST_HANDS = 20


def riichi_sheet_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; figures where the rules are filled in, room for them where not."""
    return sheet_data(
        rules,
        _legend(rules),
        {
            "honba": _("Honba"),
            "sticks": pgettext("score sheet, very short: riichi sticks", "Sticks"),
            "value": pgettext("score sheet, very short: han and fu of the win", "han, fu"),
            "riichi": pgettext("score sheet, very short", "R"),
            "tenpai": pgettext("score sheet, very short: tenpai", "T"),
        },
        least=LEAST_HANDS,
        end=_end(rules),
    )


def _legend(rules: Any | None) -> str:
    sentences = [
        _("Sticks: those lying there when the hand begins."),
        _("R: tick for riichi, 1,000 to the table."),
        _("T: tick for tenpai at a draw."),
    ]
    if rules is None or rules.chombo == "mangan":
        sentences.append(_("A chombo is a row of its own, and the hand is played again."))
    return " ".join(sentences)


def _penalty(rules: Any | None) -> str:
    if rules is None or rules.chombo != "20000_after_uma":
        return ""
    return _("chombo: −%(points)s") % {"points": rules.chombo_points // 1000}


def _end(rules: Any | None) -> list[dict[str, Any]]:
    uma = " / ".join(with_minus(f"{bonus:+d}") for bonus in rules.uma) if rules else ""
    oka = _("+%(points)s to the first") % {"points": rules.oka} if rules else ""
    less = _("− %(points)s, in thousands") % {"points": points_in_words(rules.return_points)} if rules else ""
    return [
        foot_line(_("Final score")),
        foot_line(_("less the return"), less),
        foot_line("Uma", uma),
        *([foot_line("Oka", oka)] if rules is None or rules.oka else []),
        foot_line(_("Penalties"), _penalty(rules)),
        result_line(),
    ]
