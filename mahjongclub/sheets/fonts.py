"""Typst, which sets the sheets, and the fonts in which it looks for a letter, in their order.

Typst has 82 MB, so it is an extra (`mahjongclub[sheets]`), and loaded when first used. Without it every page
works but those of sheets, which say what to install. Latin, Greek and Cyrillic are in Libertinus, which comes
inside the typst package, so that a sheet looks the same on every machine. Chinese, Japanese and Korean come
from Debian's fonts-noto-cjk; `packages_for` says what to install for other letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.http import HttpRequest


class PrintingMissing(Exception):
    """Nothing can be printed here: Typst is not installed."""


@cache
def can_print() -> bool:
    """Whether this installation prints sheets."""
    return find_spec("typst") is not None


def typst_module() -> Any:
    """Return the module; PrintingMissing where it is not installed."""
    if not can_print():
        raise PrintingMissing
    return import_module("typst")


def printing_missing_context(request: HttpRequest) -> dict[str, bool]:
    """`printing_missing`: whether pages are to leave out what only Typst draws."""
    return {"printing_missing": not can_print()}


#: The one family that is always there.
HOUSE = "Libertinus Serif"

#: A language as Typst wants it, with its region: in which shapes Han characters are drawn.
CJK = {
    "ja": ("ja", "JP", "JP"),
    "ko": ("ko", "KR", "KR"),
    "zh-Hans": ("zh", "CN", "SC"),
    "zh-Hant": ("zh", "TW", "TC"),
}

#: Scripts whose letters change with those beside them: the fonts that know how, and the language a name in
#: them is told to be in. Typst's own fonts have some of the letters and set them side by side, which nobody
#: can read.
SHAPED = {
    "DEVANAGARI": "hi",
    "BENGALI": "bn",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "ORIYA": "or",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "TIBETAN": "bo",
    "MYANMAR": "my",
    "KHMER": "km",
}
SHAPING_FAMILIES = ("Noto Sans {}", "Noto Serif {}", "Lohit {}")
#: Where Unicode has their letters.
SHAPED_RANGES = (range(0x0900, 0x10A0), range(0x1780, 0x1800))


@cache
def installed_fonts() -> Any:
    """Every font of the machine and of the typst package; read once (0.1 s), shared by all compilers."""
    return typst_module().Fonts()


@cache
def installed_families() -> frozenset[str]:
    """The names of the installed families."""
    return frozenset(installed_fonts().families())


def font_families(language: str) -> list[str]:
    """The families for a text: the house's, Noto CJK with the shapes of `language` first, what shapes.

    What none of them has is looked for in every other font of the machine by Typst itself.
    """
    first = CJK[language][2] if language in CJK else "JP"
    regions = [first, *(region for _, _, region in CJK.values() if region != first)]
    families_in_order = [
        HOUSE,
        *(f"Noto {style} CJK {region}" for region in regions for style in ("Serif", "Sans")),
    ]
    shaping = [family for script in SHAPED for family in shaping_families(script)]
    return [*(family for family in families_in_order if family in installed_families()), *shaping]


def shaping_families(script: str) -> list[str]:
    """The installed families that shape the letters of a script of `SHAPED`."""
    candidates = (family.format(script.title()) for family in SHAPING_FAMILIES)
    return [family for family in candidates if family in installed_families()]


def unshaped_letters() -> set[str]:
    """The letters that this machine would set side by side where they have to be shaped."""
    unshaped = {script for script in SHAPED if not shaping_families(script)}
    letters = (chr(code) for codes in SHAPED_RANGES for code in codes)
    return {letter for letter in letters if unicodedata.name(letter, "").partition(" ")[0] in unshaped}


def language_of(text: str, han: str = "ja") -> str:
    """The language a name is written in as far as its letters tell, "" where Latin or Cyrillic ones do not.

    `han` is taken where there are Han characters alone.

    >>> language_of("김민준"), language_of("田中さくら"), language_of("王伟", "zh-Hans"), language_of("Иван")
    ('ko', 'ja', 'zh-Hans', '')
    >>> language_of("สมชาย"), language_of("आशा")
    ('th', 'hi')
    """
    names = [unicodedata.name(letter, "") for letter in text]
    for start, language in (
        ("HANGUL", "ko"),
        ("HIRAGANA", "ja"),
        ("KATAKANA", "ja"),
        ("BOPOMOFO", "zh-Hant"),
        ("CJK", han),
        ("ARABIC", "ar"),
        ("HEBREW", "he"),
        *SHAPED.items(),
    ):
        if any(name.startswith(start) for name in names):
            return language
    return ""


def packages_for(missing: Iterable[str]) -> list[str]:
    """What to install for letters that no font has."""
    return sorted({package_for(text) for text in missing})


def package_for(text: str) -> str:
    """The Debian package whose fonts write this text.

    >>> package_for("田"), package_for("😀"), package_for("ॐ")
    ('fonts-noto-cjk', 'fonts-noto-color-emoji', 'fonts-noto-core')
    """
    for letter in text:
        if language_of(letter) in CJK:
            return "fonts-noto-cjk"
        if unicodedata.category(letter) == "So":
            return "fonts-noto-color-emoji"
    return "fonts-noto-core"
