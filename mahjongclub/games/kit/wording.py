"""Points, transfers, endings and faults in words, as people at the table would say them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from mahjongclub.rules.entries import Adjust, Entry, NewPlayer, NewRules, SitOut
from mahjongclub.rules.game import RuleError, TransferJson
from mahjongclub.rules.options import Option
from mahjongclub.rules.words import SeatText, Text

MINUS = "\N{MINUS SIGN}"


def said(text: Text, names: Sequence[str] = ()) -> str:
    """A text of the engine in the reader's language; one of a seat with its player's name, where given."""
    if isinstance(text, SeatText) and text.seat < len(names):
        text = text.with_name(isolated(names[text.seat]))
    return text.in_language(get_language() or "en")


#: a text of the engine, said when it is read
lazily = lazy(said, str)


def fault_in_words(fault: RuleError, names: Sequence[str] = ()) -> str:
    """An engine's error in the reader's language, with the hand where one is at fault; `names` by seat."""
    if fault.hand is None:
        return said(fault.text, names)
    return _("Hand %(number)s: %(what)s") % {"number": fault.hand, "what": said(fault.text, names)}


def points_in_words(points: int) -> str:
    """Return points as screens and paper show them: grouped as the language groups, with a true minus sign.

    What spreadsheets read (CSV, XLSX, JSON, the tables of leagues) writes numbers without this function:
    a cell with a true minus sign (U+2212) is text to them.
    """
    return _grouped(points, get_language())


@lru_cache(maxsize=4096, typed=True)
def _grouped(points: int, language: str | None) -> str:
    # A grid of values asks for the same few numbers again and again.
    return with_minus(number_format(points, force_grouping=True))


def with_points_word(points: int) -> str:
    """Return points with their word: "64 points"."""
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points_in_words(points)}


def with_minus(number: str) -> str:
    """Return a written number with a true minus sign for the keyboard's: "-1.5" is "−1.5"."""
    return str(number).replace("-", MINUS)


def ordinal_in_words(number: int) -> str:
    """A place as the language numbers it: "1st", "2nd"."""
    return _ordinal(number, get_language() or "")


@cache
def _ordinal(number: int, language: str) -> str:
    # Django asks for all eleven endings of the language to give one.
    return str(ordinal(number))


def within_sentence(text: Text) -> str:
    """A text of the engine that begins with a capital by itself, for the middle of a sentence."""
    words = said(text)
    return words[:1].lower() + words[1:]


def isolated(name: str) -> str:
    """A name for the middle of a sentence: one written from right to left must not pull figures over."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return f"\u2068{name}\u2069"
    return name


def and_list(names: Sequence[str]) -> str:
    """Names in a row: "Aiko, Chen and Dina"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def or_list(parts: Sequence[str]) -> str:
    """Parts of which one is meant: "Aiko, Chen or Dina"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s or %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def sticks_in_words(count: int) -> str:
    """The riichi sticks that lie on the table: "2 riichi sticks on the table"."""
    words = ngettext("%(count)s riichi stick on the table", "%(count)s riichi sticks on the table", count)
    return words % {"count": count}


def join_clauses(parts: Iterable[str]) -> str:
    """Parts of one sentence, with what the language writes between them: "Chen wins; Dina wins"."""
    return pgettext("between the parts of a sentence", "; ").join(parts)


WIND_NAMES = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
}

WIND_LETTERS = {
    "E": pgettext_lazy("letter of a wind", "E"),
    "S": pgettext_lazy("letter of a wind", "S"),
    "W": pgettext_lazy("letter of a wind", "W"),
    "N": pgettext_lazy("letter of a wind", "N"),
}


def wind_letter(wind: str) -> str:
    """A wind's letter as the reader's language writes it: West is W, in French O (ouest); "" stays ""."""
    return str(WIND_LETTERS.get(wind, wind))


def label_in_words(label: str) -> str:
    """A hand's label with its wind in the reader's letter: "W3-1", in French "O3-1"."""
    return wind_letter(label[:1]) + label[1:]


def next_hand_in_words(label: str) -> str:
    """Which hand of riichi comes next, from its label: "E3-2" is "Next: East 3, 2 honba."."""
    hand, _dash, repeats = label.partition("-")
    words = {"wind": WIND_NAMES[hand[:1]], "number": hand[1:], "count": repeats}
    if not repeats:
        return _("Next: %(wind)s %(number)s.") % words
    return _("Next: %(wind)s %(number)s, %(count)s honba.") % words


def honba_in_words(honba: int) -> str:
    """Return the counters as the table says them: "2 honba"."""
    return ngettext("%(honba)s honba", "%(honba)s honba", honba) % {"honba": honba}


def hand_label_in_words(label: str, *, honba: bool = True) -> str:
    """A hand's label with its wind in full and its honba in words: "East 1, 1 honba"; "hand 5" without."""
    wind, (number, _dash, counters) = label[:1], label[1:].partition("-")
    if wind not in WIND_NAMES:
        return _("hand %(number)s") % {"number": label}
    which = f"{WIND_NAMES[wind]} {number}"
    if not counters:
        return which
    return f"{which}, {honba_in_words(int(counters))}" if honba else f"{which}-{counters}"


REASONS: dict[str, Callable[[], str]] = {
    "hand": lambda: pgettext("why points moved", "hand"),
    "honba": lambda: "honba",
    "riichi": lambda: pgettext("why points moved", "riichi sticks"),
    "tenpai": lambda: "tenpai",
    "nagashi": lambda: "nagashi mangan",
    "pao": lambda: "pao",
    "chombo": lambda: "chombo",
    "kong": lambda: pgettext("why points moved", "kong"),
    "penalty": lambda: pgettext("why points moved", "penalty"),
}


def party_name(end: int | str, names: Sequence[str]) -> str:
    """One end of a transfer: a player, the table, the bank, or what is no part of the game."""
    if isinstance(end, int):
        return isolated(names[end])
    return {"table": _("the table"), "bank": _("the bank"), "outside": _("the kitty")}[end]


def entry_in_words(entry: Entry, names: Sequence[str], options: Sequence[Option]) -> str:
    """What an entry that is no hand says: "Chen −10, Dina +10 (late)", "Bust: no"; of a game's `options`."""
    match entry:
        case Adjust():
            moved = [
                f"{isolated(name)} {signed_points(points)}"
                for name, points in zip(names, entry.points, strict=True)
                if points
            ]
            text = ", ".join(moved) if moved else _("nobody")
            return f"{text} ({isolated(entry.why)})" if entry.why else text
        case NewPlayer():
            return _("%(name)s replaces %(other)s") % {
                "name": isolated(entry.player),
                "other": isolated(names[entry.seat]),
            }
        case SitOut():
            return _("%(name)s sits out") % {"name": isolated(names[entry.out])}
        case NewRules():
            by_name = {option.name: option for option in options}
            return "; ".join(
                _("%(option)s: %(value)s")
                % {"option": said(by_name[name].label), "value": option_in_words(by_name[name], value)}
                for name, value in entry.options.items()
            )


def signed_points(points: int) -> str:
    """Points with their sign: "+10", "−10"."""
    return f"+{points_in_words(points)}" if points > 0 else points_in_words(points)


def transfer_in_words(transfer: TransferJson, names: Sequence[str], *, why: bool = True) -> str:
    """One line of the log: "Dina → Chen 5,200 (hand)"; an entry that is no hand says by itself `why`."""
    words = "{} → {} {}".format(
        party_name(transfer["from"], names),
        party_name(transfer["to"], names),
        points_in_words(transfer["points"]),
    )
    return f"{words} ({REASONS[transfer['for']]()})" if why else words


def termination_in_words(ended: str) -> str:
    """Why a session ended, in a sentence."""
    return {
        "last_hand": _("The last hand has been played."),
        "bust": _("A player is out of points."),
        "target": _("The target score has been reached."),
        "dealer_leads": _("The dealer leads in the last hand and stops (agari-yame)."),
        "bank_empty": _("The bank is empty."),
        "time": _("Time is up."),
        "closed": _("The players stopped here."),
    }[ended]


def decimal_in_words(value: float) -> str:
    """A number with its decimals as the reader's language writes it: "0.5", in French "0,5"."""
    return with_minus(number_format(value, use_l10n=True))


def option_in_words(option: Option, value: Any) -> str:
    """An option's value as a person reads it, as the rules hold it or as a record writes it."""
    if value is None:
        return said(option.empty) if option.empty else _("none")
    if option.kind == "yes_no":
        return _("yes") if value else _("no")
    choices = option.choices or {}
    if option.kind == "choice":
        return said(choices[value])
    if option.kind == "set":
        return ", ".join(said(choices[word]) for word in value) or _("none")
    if option.kind == "numbers":
        return " / ".join(with_minus(f"{number:+d}") for number in value)
    if option.kind == "decimal":
        return decimal_in_words(value)
    if option.kind == "named":
        rows = [
            tuple(row[name] for name in ("name", *option.named)) if isinstance(row, dict) else row
            for row in value
        ]
        return ", ".join(f"{name} {points_in_words(worth)}" for name, worth, *_more in rows) or _("none")
    return points_in_words(value)
