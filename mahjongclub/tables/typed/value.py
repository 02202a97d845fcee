"""The value of a riichi hand, typed: han and fu, a limit, yakuman, or the tiles it was recorded with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.rules.riichi_value import FU_STEPS, HAN_WITHOUT_FU, LIMITS, MOST_HAN, MOST_YAKUMAN

from ..entry.place import Draft, write_draft
from .form import CarriedField, Fields, TypedForm, whole_choice

#: Above these a hand is the same yakuman; more can be recorded, but nobody counts them.
USUAL_HAN = 13
TILES = "tiles"


def add_value(form: TypedForm, end: str = "") -> None:
    """The fields of one value, their names ending with `end`."""
    form.fields[f"tiles{end}"] = CarriedField(required=False)
    form.fields[f"value{end}"] = forms.ChoiceField(
        label=_("Worth"), required=False, choices=_value_choices(_more_han(form, f"value{end}"))
    )
    if form.held(f"tiles{end}"):
        tiles = (TILES, _("as recorded, by its tiles"))
        form.fields[f"value{end}"].choices = [*form.fields[f"value{end}"].choices, tiles]  # type: ignore[attr-defined]
    form.fields[f"fu{end}"] = whole_choice(_("Fu"), FU_STEPS, "–")


def read_value(form: TypedForm, end: str = "") -> Draft:
    """The value among a win's fields of a record; what is missing is added to the form's errors."""
    value = form.said(f"value{end}", _("What is the hand worth?"))
    if value is None:
        return {}
    if value == TILES:
        return {"tiles": form.said(f"tiles{end}")}
    if value in LIMITS:
        return {"limit": value}
    if value.startswith("yakuman-"):
        return {"yakuman": int(value.removeprefix("yakuman-"))}
    han = int(value)
    if han >= HAN_WITHOUT_FU:
        return {"han": han}
    return {"han": han, "fu": form.said(f"fu{end}", _("How many fu? Below five han they count."))}


def value_fields(win: Draft, end: str = "") -> Fields:
    """The value of a recorded win, for the form."""
    fields = {f"value{end}": "", f"fu{end}": "", f"tiles{end}": ""}
    if win.get("tiles") is not None:
        return {**fields, f"value{end}": TILES, f"tiles{end}": write_draft(win["tiles"])}
    if win.get("limit") is not None:
        return {**fields, f"value{end}": str(win["limit"])}
    if win.get("yakuman") is not None:
        return {**fields, f"value{end}": f"yakuman-{win['yakuman']}"}
    if win.get("han") is not None:
        return {**fields, f"value{end}": str(win["han"]), f"fu{end}": str(win.get("fu") or "")}
    return fields


def value_field_at(part: str, end: str = "") -> str:
    """The field that says this part of a win."""
    return f"fu{end}" if part == "fu" else f"value{end}"


def _more_han(form: TypedForm, name: str) -> int | None:
    """More han than the list holds, where somebody recorded them."""
    shown = form.data.get(name) if form.is_bound else form.get_initial_for_field(forms.Field(), name)
    text = str(shown or "")
    if len(text) == 2 and text.isascii() and text.isdigit() and USUAL_HAN < int(text) <= MOST_HAN:
        return int(text)
    return None


def _value_choices(more: int | None) -> list[tuple[str, Any]]:
    hans = [*range(1, USUAL_HAN + 1), *([more] if more else [])]
    han = [(str(count), f"{count} han") for count in hans]
    yakuman = [
        (f"yakuman-{count}", f"{count} × yakuman" if count > 1 else "yakuman")
        for count in range(1, MOST_YAKUMAN + 1)
    ]
    return [
        ("", _("choose")),
        (_("Han and fu"), han[: HAN_WITHOUT_FU - 1]),
        (_("Limits"), [(name, name) for name in LIMITS]),
        ("Yakuman", yakuman),
        (_("More han"), han[HAN_WITHOUT_FU - 1 :]),
    ]
