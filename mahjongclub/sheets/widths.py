"""How wide a text is before it is set.

Typst sets twice whatever has to find out its own size: a name that is tried, a row that does not know its
height. What surely fits, or surely takes so many lines, is told; only what is near the edge is tried.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from unicodedata import category, east_asian_width

from .fonts import HOUSE, can_print, installed_fonts, typst_module

#: Latin, Greek and Cyrillic letters with the signs between them: the house's font has all of these.
RANGES = (
    (0x21, 0x7F),
    (0xA1, 0x180),
    (0x384, 0x3CF),
    (0x400, 0x460),
    (0x1EA0, 0x1EFA),
    (0x2010, 0x2027),
    (0x2212, 0x2213),
)
#: What a letter of any other writing is taken for: wider than any room.
UNKNOWN = 999.0
#: How much wider or narrower than its letters a text may be: kerning, ligatures, a fallback's accents.
WIDER, NARROWER = 1.03, 0.94
#: What stays together of a word.
PARTS = re.compile(r"\w+\W?|\W")
ASKED = """
#set text(font: sys.inputs.font, size: 100pt, number-type: "lining", number-width: "tabular")
#context [#metadata(sys.inputs.letters.codepoints().map(it => measure(it).width / 100pt)) <widths>]
"""


@cache
def letter_widths() -> dict[str, float]:
    """The width of each letter in ems, as Typst tells it; asked once in the life of a process.

    Without Typst nothing is set, and no width matters.
    """
    if not can_print():
        return {" ": 0.25}
    signs = (chr(code) for start, end in RANGES for code in range(start, end))
    letters = "".join(sign for sign in signs if category(sign)[0] in "LNPS")
    inputs = {"font": HOUSE, "letters": letters}
    compiler = typst_module().Compiler(ASKED.encode(), font_paths=installed_fonts(), sys_inputs=inputs)
    widths = json.loads(compiler.query("<widths>", field="value", one=True))
    return {" ": 0.25, "\u00a0": 0.25, **dict(zip(letters, widths, strict=True))}


def width_in_ems(text: str) -> float:
    """No fewer ems than the text takes in one line; far more where that is not known."""
    return round(WIDER * _ems(text), 1)


def certain_line_count(text: str, room: float) -> int:
    """How many lines of `room` ems a sentence takes, 0 where that is not sure."""
    words = text.split(" ")
    most = _broken(words, room / WIDER)
    # a line may end after a sign within a word, too
    least = _broken((piece for word in words for piece in PARTS.findall(word)), room / NARROWER)
    return most if most == least else 0


def _broken(words: Iterable[str], room: float) -> int:
    """The lines of words set one after the other; 0 where one has no place in a line."""
    lines, width = 1, 0.0
    for word in words:
        wide = _ems(word)
        if wide > room:
            return 0
        if width + wide > room:
            lines, width = lines + 1, 0.0
        width += wide + 0.25
    return lines


@lru_cache(maxsize=4096)
def _ems(text: str) -> float:
    widths = letter_widths()
    return sum(widths[letter] if letter in widths else _other(letter) for letter in text)


def _other(letter: str) -> float:
    """Han, kana and hangul are as wide as they are high; marks of direction have no width."""
    if category(letter) == "Cf":
        return 0
    return 1 if east_asian_width(letter) in "WF" and category(letter) == "Lo" else UNKNOWN
