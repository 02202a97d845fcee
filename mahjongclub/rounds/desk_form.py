"""A row of the desk as it is typed: the points of a table, in full or in hundreds, and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.games.kit.points_typed import PointsField, StickCountField, read_points
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.sticks import STICK
from mahjongclub.rules.on_paper import PaperResult, ended_table_on_paper
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.variant import Variant

from .fields import read_tenths
from .models import LONGEST_REASON

HUNDRED = 100


class RowForm(forms.Form):
    """A row of the desk. After validation `final` is the result typed (None: none, or the one there goes),
    `off` what is wrong with its sum ("" where nothing is), `hundreds` whether it was typed in hundreds,
    `penalties` the tenths taken by seat."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    #: the result that the row showed as it was loaded: points by seat, and the bank's, with blanks between
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    confirm = forms.BooleanField(required=False)

    def __init__(
        self, variant: Variant, rules: GameRules, *args: Any, penalties: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.variant, self.rules = variant, rules
        self.start = variant.start(rules, (1, 1) if variant.thrown_dealer else None)
        self.final: PaperResult | None = None
        self.off, self.hundreds, self.penalties = "", False, dict[int, int]()
        for seat in range(variant.seats):
            self.fields[f"score-{seat}"] = PointsField(required=False)
            if penalties:
                self.fields[f"penalty-{seat}"] = forms.CharField(max_length=20, required=False)
        if find_game(variant.key).has_sticks:
            self.fields["sticks"] = StickCountField()
        if self.start.bank is not None:
            self.fields["bank"] = PointsField(
                label=_("Points left in the bank"),
                required=False,
                widget=forms.TextInput(attrs={"data-desk-cell": ""}),
            )
        if penalties:
            self.fields["reason"] = NameField(max_length=LONGEST_REASON, required=False)

    @property
    def expected_sum(self) -> int | None:
        """How many points the seats and the bank hold together; None where any sum is right."""
        if not self.variant.conserves_points(self.rules):
            return None
        return sum(self.start.scores) + (self.start.bank or 0)

    def clean(self) -> None:
        """All scores or none, of a table that can be; penalties with a reason."""
        super().clean()
        cleaned = self.cleaned_data
        seats = range(self.variant.seats)
        for seat in seats:
            if typed := cleaned.get(f"penalty-{seat}"):
                try:
                    self.penalties[seat] = _read_loss(typed)
                except forms.ValidationError as fault:
                    self.add_error(f"penalty-{seat}", fault)
        if self.penalties and not cleaned.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("Say why: everybody can read it beside the ranking."))
        if any(name.startswith(("score-", "sticks", "bank")) for name in self.errors):
            return
        scores = [cleaned[f"score-{seat}"] for seat in seats]
        missing = [seat for seat in seats if scores[seat] is None]
        if len(missing) == len(scores):
            return
        if missing:
            self.add_error(f"score-{missing[0]}", _("A score is missing."))
            return
        self._read(scores, cleaned.get("sticks") or 0, cleaned.get("bank"))

    def _read(self, scores: list[int], sticks: int, bank: int | None) -> None:
        """Read the table as typed, in full or in hundreds."""
        has_bank = self.start.bank is not None
        typed = [*scores, bank or 0] if has_bank else scores
        shown_points = [read_points(points) for points in self.cleaned_data.get("shown", "").split()]
        before = shown_points if len(shown_points) == len(typed) else [None] * len(typed)
        due = self.expected_sum
        in_full = typed if due is None else expand_hundreds(typed, before, due - sticks * STICK)
        self.hundreds = in_full != typed
        scores = in_full[: len(scores)]
        bank = in_full[-1] if has_bank else None
        final: PaperResult = {"scores": scores, "sticks": sticks, "bank": bank}
        try:
            ended_table_on_paper(self.variant, self.rules, scores, sticks, bank, off=True)
        except RuleError as fault:
            self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
            return
        self.off = sum_message(self.variant, self.rules, final)
        self.final = final


def expand_hundreds(typed: Sequence[int], before: Sequence[int | None], due: int) -> list[int]:
    """Return points typed into the cells of a row, those in hundreds made full.

    `before` are the points that the cells showed, `due` what they hold together. In full, all in hundreds and
    the changed cells alone in hundreds are tried in this order for a sum that is right. If none is, a sum
    below a tenth is in hundreds, and so are changed cells that are no whole hundreds among whole ones.

    >>> expand_hundreds([400, 300, 200, 100], [None] * 4, 100_000)
    [40000, 30000, 20000, 10000]
    >>> expand_hundreds([40000, 30000, 210, 90], [40000, 30000, 20000, 1000], 100_000)
    [40000, 30000, 21000, 9000]
    """
    as_typed, hundreds = list(typed), [points * HUNDRED for points in typed]
    changed = [points != old_points for points, old_points in zip(typed, before, strict=True)]
    mixed = [
        points * HUNDRED if differs and old_points is not None else points
        for points, old_points, differs in zip(typed, before, changed, strict=True)
    ]
    for reading in (as_typed, hundreds, mixed):
        if sum(reading) == due:
            return reading
    if sum(typed) * 10 < due:
        return hundreds
    whole = all(old_points is not None and old_points % HUNDRED == 0 for old_points in before)
    broken = any(differs and points % HUNDRED for points, differs in zip(typed, changed, strict=True))
    return mixed if due and whole and broken else as_typed


def sum_message(variant: Variant, rules: GameRules, final: PaperResult) -> str:
    """What is wrong with the sum of a result; "" where nothing is."""
    try:
        ended_table_on_paper(variant, rules, **final)
    except RuleError as fault:
        return said(fault.text)
    return ""


def _read_loss(text: str) -> int:
    """Tenths of the points that a penalty takes. ValidationError for a minus: it may mean either."""
    tenths = read_tenths(text)
    if tenths < 0:
        raise forms.ValidationError(
            _("Type the points taken without a minus. To give points, use the page of penalties.")
        )
    return tenths
