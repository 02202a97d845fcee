"""Riichi: hands down, seats across; honba, sticks, who won from whom, riichi ticks, uma and oka."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..paper import foot_line
from ..wording import points_in_words, with_minus

#: Hands that fit a page beside the block at the foot, 7 mm each.
ROWS = {"a4": 24, "letter": 22}


def riichi_data(rules: Any | None, paper: str) -> dict[str, Any]:
    """What paper.typ reads; figures where the rules are filled in, room for them where not."""
    return {
        "rows": ROWS[paper],
        "start": points_in_words(rules.starting_points) if rules else "",
        "end": _end(rules),
        "words": {
            "hand": pgettext("score sheet", "Hand"),
            "honba": _("Honba"),
            "sticks": pgettext("score sheet, very short: riichi sticks", "Sticks"),
            "win": pgettext("score sheet: head over who won, from whom, with what", "Win"),
            "winner": pgettext("score sheet, very short: who won", "who"),
            "source": pgettext("score sheet, very short: who discarded the winning tile", "from"),
            "value": pgettext("score sheet, very short: han and fu of the win", "han, fu"),
            "riichi": pgettext("score sheet, very short", "R"),
            "score": pgettext("score sheet", "Score"),
            "start": pgettext("score sheet", "Start"),
            "legend": _legend(rules),
        },
    }


def _legend(rules: Any | None) -> str:
    sentences = [
        _("Sticks: those lying there when the hand begins."),
        _("From: nobody for a self-draw; several winners, a row each."),
        _("Nobody won: nothing under Win, the ± say who was tenpai."),
        _("R: tick for riichi, 1,000 to the table."),
    ]
    if rules is None or rules.chombo == "mangan":
        sentences.append(_("A chombo is a row of its own, and the hand is played again."))
    return " ".join(sentences)


def _penalty(rules: Any | None) -> str:
    if rules is None or rules.chombo != "20000_after_uma":
        return ""
    return _("chombo: −%(points)s") % {"points": rules.chombo_points // 1000}


def _end(rules: Any | None) -> list[dict[str, Any]]:
    uma = " / ".join(with_minus(f"{one:+d}") for one in rules.uma) if rules else ""
    points = points_in_words(rules.return_points) if rules else ""
    return [
        foot_line(_("Final score")),
        foot_line(_("less the return, in thousands"), f"− {points}" if rules else ""),
        foot_line("Uma", uma),
        foot_line("Oka", _("+%(points)s to the first") % {"points": rules.oka} if rules else ""),
        foot_line(_("Penalties"), _penalty(rules)),
        foot_line(_("Points"), strong=True),
        foot_line(_("Place")),
    ]
