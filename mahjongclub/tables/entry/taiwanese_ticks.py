"""The patterns of one Taiwanese win as they are ticked: the list to tick, and what the ticks come to."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.taiwanese import MOST_TAI
from mahjongclub.rules.taiwanese_patterns import PATTERNS, Pattern
from mahjongclub.rules.taiwanese_tai import check_patterns, count_patterns

from ..wording import said
from .place import BadDraft, Draft, EntryPlace
from .taiwanese import VALUE_KEYS, tidy, with_win, without_value
from .taiwanese_words import dealer_in_words


class TickedWin:
    """The win of a draft whose tai are being found, with the patterns ticked so far.

    BadDraft for a draft that has no such win. `fault` is why the ticks cannot stand, in words.
    """

    def __init__(self, place: EntryPlace, draft: Draft, form: QueryDict) -> None:
        try:
            self.draft = tidy(draft, place.before.seats)
        except RuleError as fault:
            raise BadDraft(str(fault)) from None
        self.place, self.index = place, _index_of_open(self.draft)
        self.win = self.draft["wins"][self.index]
        self.self_drawn = self.win["from"] is None
        self.patterns = _read_ticks(form) if "ticked" in form else self._first_ticks()
        self.counted = count_patterns(place.rules, self.patterns)
        self.fault = self._fault({"patterns": self.patterns})

    def with_patterns(self) -> Draft:
        """The draft with these patterns for a value."""
        return self._with_value({"patterns": self.patterns})

    def without_value(self) -> Draft:
        """The draft that asks for the tai again."""
        return self._with_value({})

    def read_number(self, typed: str) -> tuple[Draft, str]:
        """The draft with a number of tai typed by hand, and what is wrong with it ("" for nothing)."""
        text = typed.strip()
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None
        try:
            Reader({"tai": "" if number is None else number}).whole("tai", 0, MOST_TAI)
        except RuleError:
            return self.draft, _("Type a whole number from 0 to %(most)s.") % {"most": MOST_TAI}
        return self._with_value({"tai": number}), ""

    def groups(self) -> list[dict[str, Any]]:
        """The patterns this win can have, those worth the same together, and any other that is ticked."""
        rows: dict[int, list[dict[str, Any]]] = {}
        for key, pattern in PATTERNS.items():
            if key in self.patterns or self._is_possible(key):
                rows.setdefault(self.place.rules.tai_of(key), []).append(self._row(pattern))
        return [{"tai": tai, "rows": rows[tai]} for tai in sorted(rows)]

    def count(self) -> dict[str, Any]:
        """What the ticks come to: each pattern with its tai, what is left out and why, the dealer's tai."""
        return {
            "tai": self.counted.tai,
            "rows": [
                {"name": said(row.pattern.name), "times": row.times, "tai": row.tai}
                for row in self.counted.counted
            ],
            "excluded": [said(row.reason) for row in self.counted.excluded],
            "dealer": dealer_in_words(self.place.before, self.place.names, self.win),
            "error": self.fault,
        }

    def _with_value(self, value: Draft) -> Draft:
        return with_win(self.draft, self.index, {**without_value(self.win), **value})

    def _first_ticks(self) -> list[str]:
        """What a draft brought along; else what is known already."""
        if "patterns" in self.win:
            return list(self.win["patterns"])
        return ["self_drawn"] if self.self_drawn else []

    def _fault(self, value: Draft) -> str:
        try:
            self.place.settle({"type": "win", "wins": [{**without_value(self.win), **value}]})
        except RuleError as fault:
            return said(fault.text)
        return ""

    def _is_possible(self, key: str) -> bool:
        is_dealer = self.win["winner"] == self.place.before.dealer
        try:
            check_patterns(self.place.rules, (key,), "", self_drawn=self.self_drawn, is_dealer=is_dealer)
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
            "other_name": pattern.name.en if french_first else pattern.name.fr,
            "other_language": "en" if french_first else "fr",
            "help": said(pattern.help),
            "ticked": times > 0,
            "counts": _counts(max(pattern.most, times), times) if pattern.most > 1 else [],
        }


def _counts(most: int, times: int) -> list[dict[str, Any]]:
    return [{"number": number, "chosen": number == times} for number in range(most + 1)]


def _index_of_open(draft: Draft) -> int:
    """The first win without a value; where all have one, the last. BadDraft for no win at all."""
    wins = draft.get("wins", [])
    open_wins = [index for index, win in enumerate(wins) if not any(key in win for key in VALUE_KEYS)]
    index = open_wins[0] if open_wins else len(wins) - 1
    if index < 0 or "winner" not in wins[index] or "from" not in wins[index]:
        raise BadDraft("no win whose tai could be counted")
    return index


def _read_ticks(form: QueryDict) -> list[str]:
    """The patterns of the form in the order of the list; BadDraft for what no form of ours sends."""
    ticked = form.getlist("pattern")
    if any(key not in PATTERNS for key in ticked):
        raise BadDraft("unknown pattern")
    patterns = []
    for key, pattern in PATTERNS.items():
        if pattern.most > 1:
            times = form.get(key, "0")
            if not (times.isascii() and times.isdigit() and len(times) < 2):
                raise BadDraft("not a count")
            patterns += [key] * int(times)
        elif key in ticked:
            patterns.append(key)
    return patterns
