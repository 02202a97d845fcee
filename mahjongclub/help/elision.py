"""French elision in the texts of pages: “la défausse d’Ann”, wherever a translation is filled with names."""

from __future__ import annotations

from typing import Any

from django.utils.translation import trans_real

from mahjongclub.rules.elision import BEFORE_VALUE, with_elisions


class ElidingText(str):
    """A French text with places for values, before which words elide as `text % values` puts them in."""

    __slots__ = ()

    def __mod__(self, values: Any) -> str:
        sentence = str(self)
        if isinstance(values, dict):
            sentence = with_elisions(sentence, lambda name: str(values.get(name, "")))
        return str(sentence % values)


def eliding_format_string(text: str) -> str:
    """Return the text as one that elides once `%` fills it, if a word that can stands before a value."""
    return ElidingText(text) if "%(" in text and BEFORE_VALUE.search(text) else text


class ElidingTranslation(trans_real.DjangoTranslation):
    """Django's catalogue of a language; French texts elide."""

    def gettext(self, message: str) -> str:
        """As Django's."""
        text = super().gettext(message)
        return eliding_format_string(text) if self.language().startswith("fr") else text

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """As Django's."""
        text = super().ngettext(msgid1, msgid2, n)
        return eliding_format_string(text) if self.language().startswith("fr") else text


def install_french_elision() -> None:
    """Have every catalogue that Django loads from now on be one that elides in French."""
    trans_real.DjangoTranslation = ElidingTranslation  # type: ignore[misc]
