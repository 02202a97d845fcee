"""The fonts of this machine, in the order in which a letter is looked for, and what to install for the rest.

Latin, Greek and Cyrillic are in Libertinus, which comes inside the typst package, so that a sheet looks the
same on every machine. Chinese, Japanese and Korean come from Debian's fonts-noto-cjk.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

from .compiler import typst

#: The one family that is always there.
HOUSE = "Libertinus Serif"

#: A language as Typst wants it, with its region: in which shapes Han characters are drawn.
CJK = {
    "ja": ("ja", "JP", "JP"),
    "ko": ("ko", "KR", "KR"),
    "zh-Hans": ("zh", "CN", "SC"),
    "zh-Hant": ("zh", "TW", "TC"),
}


@cache
def installed() -> Any:
    """Every font of the machine and of the typst package; read once (0.1 s), shared by all compilers."""
    return typst().Fonts()


@cache
def families() -> frozenset[str]:
    """The names of the installed families."""
    return frozenset(installed().families())


def in_order(language: str) -> list[str]:
    """The families for a text: the house's, then Noto CJK with the shapes of `language` first.

    What none of them has is looked for in every other font of the machine by Typst itself.
    """
    first = CJK[language][2] if language in CJK else "JP"
    regions = [first, *(region for _, _, region in CJK.values() if region != first)]
    wanted = [HOUSE, *(f"Noto {style} CJK {region}" for region in regions for style in ("Serif", "Sans"))]
    return [family for family in wanted if family in families()]


def language_of(text: str, han: str = "ja") -> str:
    """The language a name is written in as far as its letters tell, "" where Latin or Cyrillic ones do not.

    `han` is taken where there are Han characters alone.

    >>> language_of("김민준"), language_of("田中さくら"), language_of("王伟", "zh-Hans"), language_of("Иван")
    ('ko', 'ja', 'zh-Hans', '')
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
