"""The value of a riichi hand as a sheet has it: "3/40", "340", "m" for mangan, "y" for a yakuman."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.riichi_value import HAN_WITHOUT_FU

from ..entry.place import Draft
from ..typed.value import USUAL_HAN
from .codes import Code, Reading

LIMITS = {"m": "mangan", "h": "haneman", "b": "baiman", "s": "sanbaiman"}

#: Han below five and fu may be run together: 340 is 3 han 40 fu, 1110 is 1 han 110 fu.
VALUE = (
    r"(?P<yakuman>[1-9]?yakuman|y{2,}|[1-9]?y)"
    r"|(?P<limit>mangan|haneman|baiman|sanbaiman|[mhbs])"
    r"|(?P<han>\d{1,2})\s*[/.\-]\s*(?P<fu>\d{2,3})"
    r"|(?P<less>[1-4])\s*(?P<its_fu>20|25|30|40|50|60|70|80|90|100|110)(?!\d)"
    r"|(?P<alone>\d{1,2})(?!\d)"
)

VALUE_CODES = (
    Code("3/40, 340", gettext_lazy("3 han 40 fu")),
    Code("5", gettext_lazy("5 han, without fu")),
    Code("m  h  b  s", "mangan, haneman, baiman, sanbaiman"),
    Code("y  2y", gettext_lazy("yakuman, two yakuman")),
)


def value_in(match: re.Match[str]) -> Draft | None:
    """The value a code says, as a record writes it; None for a code that is none."""
    parts = match.groupdict()
    if word := parts["limit"]:
        return {"limit": LIMITS.get(word, word)}
    if word := parts["yakuman"]:
        return {
            "yakuman": int(word[0]) if word[0].isdecimal() else word.count("y") if word[1:2] == "y" else 1
        }
    han, fu = parts["han"] or parts["less"] or parts["alone"], parts["fu"] or parts["its_fu"]
    if han is None:
        return None
    counted = {"han": int(han)}
    return {**counted, "fu": int(fu)} if fu and int(han) < HAN_WITHOUT_FU else counted


def check_value(reading: Reading, seat: int, value: Draft) -> None:
    """Below five han a value needs its fu; more han than anybody counts are fu without their han."""
    han = value.get("han", HAN_WITHOUT_FU)
    if han < HAN_WITHOUT_FU and "fu" not in value:
        reading.refuse(str(seat), _("How many fu? Below five han they count."))
    if han > USUAL_HAN:
        reading.refuse(str(seat), _("From 1 to %(most)s han, then the fu: 3/40.") % {"most": USUAL_HAN})
