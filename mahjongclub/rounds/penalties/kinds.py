"""The kinds of penalties a referee or an organiser gives, in events and seasons: a row of `KINDS` each.

What a page, a form, an archive or an export knows of a kind it reads from its row: nothing else names one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from mahjongclub.games.kit.wording import and_list

LONGEST_KEY = 20


@dataclass(frozen=True, slots=True)
class PenaltyKind:
    """A kind of penalty: its name, and the tenths of a point it takes if nobody types any.

    With None the points must be typed, and something must change.
    """

    key: str
    name: Any
    default_tenths: int | None


#: the usual one first
KINDS = (
    PenaltyKind("points", gettext_lazy("Points"), None),
    PenaltyKind("warning", pgettext_lazy("penalty", "Warning"), 0),
    PenaltyKind("yellow", pgettext_lazy("penalty", "Yellow card"), 0),
    PenaltyKind("chombo", pgettext_lazy("penalty", "Chombo"), 200),
)
POINTS = KINDS[0]


def kind_choices() -> list[tuple[str, Any]]:
    """Return the kinds as choices of a field. A function, so that a further kind takes no migration."""
    return [(kind.key, kind.name) for kind in KINDS]


def penalty_kind_or_default(key: str) -> PenaltyKind:
    """Return the kind of this key; the usual one for a key that is no longer there."""
    return next((kind for kind in KINDS if kind.key == key), POINTS)


def default_points_in_words(*, taken: bool) -> str:
    """Say what each kind takes if no points are typed; with a minus unless the form takes all its points."""
    sign = 1 if taken else -1
    parts = [
        f"{kind.name} {sign * kind.default_tenths / 10 or 0:g}"
        for kind in KINDS
        if kind.default_tenths is not None
    ]
    return _("Left empty: %(defaults)s.") % {"defaults": and_list(parts)}
