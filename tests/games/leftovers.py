"""What a page still says in English when it is asked for in French."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from html.parser import HTMLParser

from mahjongclub.server import catalogue

#: Words that French does not have and hardly a sentence of English is without.
ENGLISH = re.compile(
    r"\b(the|and|of|who|whose|from|with|this|that|hand|hands|wins?|won|draw|drawn|points? for|player|players|"
    r"score|tiles?|wall|dealer|seat|seats|is|are|was|not|by|to|how|what|each|other|others|type)\b"
)
SAID_ALOUD = ("aria-label", "title", "placeholder", "alt")


class _Words(HTMLParser):
    """What is read on a page, or read out; not what is marked as English (<... lang="en">)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._silent or tag in ("script", "style", "template") or (tag != "html" and "lang" in given):
            if tag not in ("input", "br", "img", "link", "meta", "path", "use", "circle", "rect"):
                self._silent.append(tag)
            return
        self.found += [given[name] or "" for name in SAID_ALOUD if name in given]

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data)


def words_on(page: str) -> set[str]:
    """Every piece of text of a page."""
    reader = _Words()
    reader.feed(page)
    return {" ".join(text.split()) for text in reader.found if text.strip()}


@functools.cache
def _translated() -> dict[str, str]:
    """What French has for each text of the app."""
    return {
        str(message.id): catalogue.translations(message)[0]
        for message in catalogue.read_catalogue("fr")
        if message.id and isinstance(message.id, str)
    }


def left_in_english(english: str, french: str, names: Sequence[str]) -> list[str]:
    """The texts of both pages that are English: they have a translation of their own, or English words."""
    translated = _translated()
    both = words_on(english) & words_on(french) - set(names)
    return sorted(
        text for text in both if translated.get(text, text) != text or ENGLISH.search(text.replace("’", " "))
    )
