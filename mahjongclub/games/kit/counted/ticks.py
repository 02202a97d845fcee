"""The patterns of one win as they are ticked: the list to tick, and what the ticks come to."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.counted import MOST, TOO_LITTLE
from mahjongclub.rules.kit.patterns import Pattern, PatternList
from mahjongclub.rules.reading import Reader, whole_number

from ..context import BadDraft, Draft, EntryContext, StepPage, rule_errors_as_bad_draft
from ..seat_steps import hidden_fields, win_title
from ..wording import said
from .entry import CountedEntry, with_win


class TickedWin:
    """The win of a draft whose value is being found, with the patterns ticked so far.

    BadDraft for a draft that has no such win. `fault` is why the ticks cannot stand, in words; `lacking` that
    they are too few yet, which is no fault before they are taken.
    """

    def __init__(self, entry: CountedEntry, place: EntryContext, draft: Draft, form: QueryDict) -> None:
        self.entry, self.counted_game, self.unit = entry, entry.counted, entry.counted.unit
        with rule_errors_as_bad_draft():
            self.draft = entry.questions.checked_draft(draft, place.before.seats)
        self.place, self.index = place, _index_of_open(entry, self.draft)
        self.win = self.draft["wins"][self.index]
        self.self_drawn = self.win["from"] is None
        patterns = self.counted_game.patterns
        self.patterns = _read_ticks(patterns, form) if "ticked" in form else self._first_ticks()
        drawn = self.counted_game.drawn
        self.fixed = drawn if self.self_drawn else ""
        if self.fixed and self.fixed not in self.patterns:
            self.patterns = [self.fixed, *self.patterns]
        self.counted = self.counted_game.count(place.rules, self.patterns)
        self.fault, self.lacking = self._fault(taking="take" in form)

    def with_patterns(self) -> Draft:
        """The draft with these patterns for a value."""
        return self._with_value({"patterns": self.patterns})

    def without_value(self) -> Draft:
        """The draft that asks for the value again."""
        return self._with_value({})

    def with_typed_number(self, typed: str) -> tuple[Draft, str]:
        """The draft with a number typed by hand, and what is wrong with it ("" for nothing)."""
        number = whole_number(typed.strip(), 6)
        try:
            Reader({self.unit: "" if number is None else number}).whole(self.unit, 0, MOST)
        except RuleError:
            return self.draft, _("Type a whole number from 0 to %(most)s.") % {"most": MOST}
        return self._with_value({self.unit: number}), ""

    def groups(self) -> list[dict[str, Any]]:
        """The patterns this win can have and that bring something, those worth the same together, and any
        other that is ticked."""
        rows: dict[int, list[dict[str, Any]]] = {}
        for key, pattern in self.counted_game.patterns.by_key.items():
            value = self.counted_game.value_of(self.place.rules, key)
            if key in self.patterns or (value and self._is_possible(key)):
                rows.setdefault(value, []).append(self._row(pattern))
        return [{"value": value, "rows": rows[value]} for value in sorted(rows)]

    def count(self) -> dict[str, Any]:
        """What the ticks come to: each pattern with its value, what is left out, the dealer's part."""
        return {
            "value": self.counted.value,
            "rows": [
                {"name": said(row.pattern.name), "times": row.times, "value": row.value}
                for row in self.counted.counted
            ],
            "excluded": [said(row.reason) for row in self.counted.excluded],
            "dealer": self.entry.screens.dealer(self.place.before, self.place.names, self.win),
            "error": self.fault,
            "lacking": self.lacking,
        }

    def _with_value(self, value: Draft) -> Draft:
        return with_win(self.draft, self.index, {**self.entry.without_value(self.win), **value})

    def _first_ticks(self) -> list[str]:
        """What a draft brought along; else what is known already."""
        if "patterns" in self.win:
            return list(self.win["patterns"])
        robbed = ["robbed_kong"] if self.win.get("robbed") else []
        return ["self_drawn"] if self.self_drawn else robbed

    def _fault(self, *, taking: bool) -> tuple[str, str]:
        win = {**self.entry.without_value(self.win), "patterns": self.patterns}
        try:
            self.place.settle({"type": "win", "wins": [win]})
        except RuleError as fault:
            text = said(fault.text)
            return ("", text) if fault.code == TOO_LITTLE and not taking else (text, "")
        return "", ""

    def _is_possible(self, key: str) -> bool:
        rules, drawn = self.place.rules, self.self_drawn
        deals = self.win["winner"] == self.place.before.dealer
        try:
            self.counted_game.check_patterns(rules, (key,), "", self_drawn=drawn, is_dealer=deals)
        except RuleError:
            return False
        return True

    def _row(self, pattern: Pattern) -> dict[str, Any]:
        times = self.patterns.count(pattern.key)
        french_first = (get_language() or "en").startswith("fr")
        return {
            "key": pattern.key,
            "name": said(pattern.name),
            "chinese": pattern.chinese,
            "other_name": str(pattern.name) if french_first else pattern.name.in_language("fr"),
            "other_language": "en" if french_first else "fr",
            "help": said(pattern.help),
            "ticked": times > 0,
            "fixed": pattern.key == self.fixed,
            "counts": _counts(max(pattern.most, times), times) if pattern.most > 1 else [],
        }


def _counts(most: int, times: int) -> list[dict[str, Any]]:
    return [{"number": number, "chosen": number == times} for number in range(most + 1)]


def _index_of_open(entry: CountedEntry, draft: Draft) -> int:
    """The first win without a value; where all have one, the last. BadDraft for no win at all."""
    wins = draft.get("wins", [])
    open_wins = [index for index, win in enumerate(wins) if not entry.has_value(win)]
    index = open_wins[0] if open_wins else len(wins) - 1
    if index < 0 or "winner" not in wins[index] or "from" not in wins[index]:
        raise BadDraft("no win whose value could be counted")
    return index


def _read_ticks(listing: PatternList, form: QueryDict) -> list[str]:
    """The patterns of the form in the order of the list; BadDraft for what no form of ours sends."""
    ticked = form.getlist("pattern")
    if any(key not in listing.by_key for key in ticked):
        raise BadDraft("unknown pattern")
    patterns = []
    for key, pattern in listing.by_key.items():
        if pattern.most > 1:
            times = whole_number(form.get(key, "0"), 1)
            if times is None:
                raise BadDraft("not a count")
            patterns += [key] * times
        elif key in ticked:
            patterns.append(key)
    return patterns


def pattern_page(entry: CountedEntry, place: EntryContext, draft: Draft, form: QueryDict) -> StepPage:
    """The list with its ticks and their sum; "take" leads on to the confirmation. A typed number does too."""
    ticked = TickedWin(entry, place, draft, form)
    typed, wrong_number, go = form.get(ticked.unit), "", ""
    if typed is not None:
        draft, wrong_number = ticked.with_typed_number(typed)
        go = "" if wrong_number else place.link(draft)
    elif "take" in form and not ticked.fault:
        go = place.link(ticked.with_patterns())
    open_draft = ticked.without_value()
    context = {
        "session": place.session,
        "title": win_title(place.isolated_short_names, ticked.win["winner"], ticked.win["from"]),
        "unit": ticked.unit,
        "groups": ticked.groups(),
        "count": ticked.count(),
        "action": place.step_path("patterns"),
        "hidden": hidden_fields(place, open_draft),
        "typed": entry.number_form_context(place, open_draft, typed or "", wrong_number),
        "back_href": place.link(open_draft),
    }
    status = 422 if ticked.fault or wrong_number else 200
    page, fragment = "games/kit/patterns.html", "games/kit/_counted_count.html"
    return StepPage(page, fragment, f"{ticked.unit}-count", context, status, go)
