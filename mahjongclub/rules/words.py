"""The engine's words: a sentence is known by its English text and said in any language that has a catalogue.

The engine also settles on a phone without a server and on a machine with Python alone, so its words need the
standard library's gettext and no more. `make messages` gathers them into rules/locale/<language>/ with those
of the app; where a catalogue is missing, or a sentence in it, the English is said.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from .catalogue_file import compile_catalogue
from .elision import with_elisions

LOCALE = Path(__file__).parent / "locale"


#: where a value stands in a sentence: no format of Python's, so a stored sentence can ask for nothing else
VALUE = re.compile(r"\{(\w+)\}")


def languages() -> tuple[str, ...]:
    """The languages the engine speaks: English, and each with a folder in rules/locale."""
    return ("en", *catalogue_folders())


@cache
def catalogue_folders() -> dict[str, Path]:
    """The folders of catalogues by the code of their language."""
    folders_found = sorted(folder for folder in LOCALE.glob("*") if folder.is_dir())
    return {folder.name.replace("_", "-").lower(): folder for folder in folders_found}


@cache
def catalogue(code: str) -> NullTranslations:
    """The catalogue for a language ("fr", "fr-ca"), one without a word where there is none.

    Compiled where the app has done so; a fresh checkout with Python alone reads it as translators wrote it.
    """
    folder = catalogue_folders().get(code, catalogue_folders().get(code.partition("-")[0]))
    if folder is None:
        return NullTranslations()
    try:
        content = (folder / "LC_MESSAGES" / "rules.mo").read_bytes()
    except OSError:
        try:
            content = compile_catalogue((folder / "LC_MESSAGES" / "rules.po").read_text(encoding="utf-8"))
        except OSError:
            return NullTranslations()
    return GNUTranslations(io.BytesIO(content))


class Text:
    """One sentence, to be said in the language of whoever reads it.

    `id` is its English, with `{names}` for what varies; `values` are numbers, which are grouped as the
    language does, words that stay as they are, and other texts. `plural` and `count` are for what is said
    differently of one and of many.

    >>> str(Text("The wall is empty")), str(Text("{points} points too many.", points=1200))
    ('The wall is empty', '1,200 points too many.')
    """

    __slots__ = ("count", "id", "place", "plural", "values")

    def __init__(self, id: str, /, **values: Any) -> None:
        self.id = id
        self.values: Mapping[str, Any] = values
        self.place = self.plural = ""
        self.count: int | None = None

    @classmethod
    def at(cls, place: str, id: str, /, **values: Any) -> Text:
        """A text that other languages say differently in different places: `place` tells which."""
        text = cls(id, **values)
        text.place = place
        return text

    @classmethod
    def counted(cls, singular: str, many: str, count: int, /, **values: Any) -> Text:
        """A text that is another for one and for many; `{count}` in it is the number."""
        text = cls(singular, count=count, **values)
        text.plural, text.count = many, count
        return text

    @classmethod
    def plain(cls, words: str) -> Text:
        """Words that are the same in every language: a name, a figure, what somebody typed."""
        return cls("{words}", words=words)

    @classmethod
    def joined(cls, *texts: Text) -> Text:
        """Sentences one after the other."""
        parts = {f"part{number}": text for number, text in enumerate(texts, start=1)}
        return cls(" ".join(f"{{{name}}}" for name in parts), **parts)

    @classmethod
    def listed(cls, words: Iterable[Text]) -> Text:
        """Words one after the other, with commas."""
        parts = {f"part{number}": word for number, word in enumerate(words, start=1)}
        return cls(", ".join(f"{{{name}}}" for name in parts), **parts)

    def with_options(self, rules: Any) -> Text:
        """The same text, in which a name in braces without a value stands for the option of that name."""
        text = copy(self)
        text.values = {
            name: getattr(rules, name) for name in VALUE.findall(self.id) if name not in self.values
        }
        text.values |= self.values
        return text

    def in_language(self, code: str) -> str:
        """The sentence in a language, in English where it has no words for it."""
        language = code.lower()
        sentence = self._template(catalogue(language))
        if not self.values:
            return sentence
        values = {name: _in_language(value, language) for name, value in self.values.items()}
        if language.startswith("fr"):
            sentence = with_elisions(sentence, lambda name: values.get(name, ""))
        return VALUE.sub(lambda place: values.get(place[1], place[0]), sentence)

    def _template(self, words: NullTranslations) -> str:
        if self.count is not None:
            return words.ngettext(self.id, self.plural, self.count)
        return words.pgettext(self.place, self.id) if self.place else words.gettext(self.id)

    def to_json(self) -> dict[str, Any]:
        """The text for a file or a database, which keeps no language: `from_json` gives it back."""
        values = {
            name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()
        }
        data = {"id": self.id, "values": values, "place": self.place}
        return data if self.count is None else {**data, "plural": self.plural, "count": self.count}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Text:
        """The text written by `to_json`."""
        text = cls(data["id"])
        text.values = {
            name: Text.from_json(value) if isinstance(value, dict) else value
            for name, value in data["values"].items()
        }
        text.place, text.plural, text.count = data["place"], data.get("plural", ""), data.get("count")
        return text

    def _key(self) -> tuple[Any, ...]:
        return self.id, self.place, self.plural, self.count, tuple(sorted(self.values.items(), key=str))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.id, self.place, self.plural, self.count))

    def __str__(self) -> str:
        return self.in_language("en")

    def __repr__(self) -> str:
        return f"Text({self.id!r})"


class SeatText(Text):
    """A sentence about one seat, which begins with it: the engine says its number, an app the name.

    >>> fault = about_seat(2, "{who} wins twice.")
    >>> str(fault), str(fault.with_name("Chen"))
    ('Seat 2 wins twice.', 'Chen wins twice.')
    """

    __slots__ = ("seat",)
    seat: int

    @classmethod
    def stored(cls, seat: int, data: Mapping[str, Any]) -> SeatText:
        """The text written by `to_json`, which keeps the words alone, about that seat again."""
        words, text = Text.from_json(data), cls(data["id"])
        text.values, text.seat = words.values, seat
        return text

    def with_name(self, name: str) -> Text:
        """The same with a name in the place of the number."""
        text = Text.plain(name)
        text.id, text.values = self.id, {**self.values, "who": name}
        return text


def about_seat(seat: int, id: str, /, **values: Any) -> SeatText:
    """A sentence about a seat, which stands in it as `{who}`."""
    text = SeatText(id, who=Text("Seat {seat}", seat=seat), **values)
    text.seat = seat
    return text


def with_subject(by: Any, text: Text) -> Text:
    """A text after a colon, with what it is about before: "E1: the log does not show the tiles."."""
    return Text("{by}: {text}", by=by, text=text)


def text_by_language(text: Text) -> dict[str, str]:
    """The text in every language, by its code."""
    return {language: text.in_language(language) for language in languages()}


def _in_language(value: Any, language: str) -> str:
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, int):
        return f"{value:,}".replace(",", BETWEEN_THOUSANDS.in_language(language))
    return str(value)


BETWEEN_THOUSANDS = Text.at("between the thousands of a number", ",")
