"""A language nobody speaks: every text of a catalogue stands in ⟦ ⟧; a word outside was asked of none.

It has the code of Esperanto, because Django wants a code it knows; what Django and its libraries say is
marked as well, only how it writes dates ("21-a de novembro") is its own.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import allauth
import django
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.test import override_settings
from django.utils.translation import gettext_lazy, trans_real

from mahjongclub.help.glossary import GLOSSARY
from mahjongclub.languages import LANGUAGES
from mahjongclub.rules import words
from mahjongclub.server import catalogue

CODE = "eo"
LINE = (CODE, gettext_lazy("French"))
OPEN, CLOSE = "⟦", "⟧"
#: of Django and what is made with it, whose own catalogues ours comes before
LIBRARIES = {Path(django.__file__).parent: CODE, Path(allauth.__file__).parent: "fr"}

#: what a page says to a reader beside its text
SAID_ASIDE = re.compile(r'\s(?:title|aria-label|aria-description|placeholder|alt)="([^"]*)"')
UNSEEN = re.compile(r"<(script|style|template|svg)\b.*?</\1\s*>|<!--.*?-->", re.S)
#: what is said to be in another language, or is what somebody typed or a name
OTHERS = (
    re.compile(r"<(bdi|code|pre|kbd|time|textarea)\b[^>]*>.*?</\1\s*>", re.S),
    re.compile(r"<(?!html)(\w+)\b[^<>]*\s(?:lang=|translate=\"no\")[^<>]*>.*?</\1\s*>", re.S),
)
#: words of the games that every language keeps (help/glossary.py), names (the house, services), units
KEPT = {word.lower() for term in GLOSSARY for word in term.split()} | {
    *("haneman", "baiman", "sanbaiman", "nagashi", "mahjongclub", "tai", "min", "de", "je"),
    *("discord", "slack", "telegram", "line", "csv", "json"),
}
ADDRESS = re.compile(r"https?://\S+|\S+@\S+")
WORD = re.compile(r"[^\W\d_]{2,}")


def marked(message: Message) -> str | tuple[str, ...]:
    """What the made-up language says: the English, marked; a plural in as many forms as it has."""
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    said = tuple(f"{OPEN}{one}{CLOSE}" for one in ids)
    return said if isinstance(message.id, tuple) else said[0]


def make_marked(folder: Path, domain: str, catalogues: Iterable[Catalog]) -> None:
    """Write the compiled catalogue of a domain: every text of these."""
    made = Catalog(locale=CODE)
    for found in catalogues:
        for message in found:
            if message.id:
                made.add(message.id, marked(message), context=message.context)
    target = folder / CODE / "LC_MESSAGES" / f"{domain}.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_mo(file, made)


def texts_in(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def of_libraries() -> Iterator[Catalog]:
    for library, language in LIBRARIES.items():
        for path in sorted(library.rglob(f"locale/{language}/LC_MESSAGES/django.po")):
            if not {"gis", "admindocs", "flatpages", "postgres"} & set(path.parts):
                yield texts_in(path)


def make_catalogues(app: Path, engine: Path) -> None:
    """Both catalogues of the language, in the folders that hold them: the texts are those of the French ones,
    which lack none (tests/test_messages.py)."""
    make_marked(app, "django", [*of_libraries(), texts_in(catalogue.APP.path("fr"))])
    make_marked(engine, "rules", [texts_in(catalogue.RULES.path("fr"))])


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """The app speaks it, while this lasts: one more line, one more folder a domain."""
    make_catalogues(folder / "app", folder / "engine")
    with (
        patch.object(words, "LOCALE", folder / "engine"),
        override_settings(LANGUAGES=[*LANGUAGES, LINE], LOCALE_PATHS=[str(folder / "app")]),
    ):
        forget()
        yield
    forget()


def forget() -> None:
    words.catalogue_folders.cache_clear()
    words.catalogue.cache_clear()
    trans_real._translations = {}


def unmarked(text: str, names: Iterable[str] = ()) -> list[str]:
    """The words of a text that stand outside the marks; names aside."""
    outside: list[str] = []
    depth = 0
    for letter in ADDRESS.sub(" ", text):
        if letter == OPEN:
            depth += 1
            outside.append(" ")
        elif letter == CLOSE:
            depth -= 1
        elif depth == 0:
            outside.append(letter)
    left = "".join(outside)
    for name in sorted(names, key=len, reverse=True):
        if name in left:  # a whole word: somebody's league may be called Ten, and a hand is tenpai
            left = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", left)
    return [word for word in WORD.findall(left) if word.lower() not in KEPT]


def unmarked_on_page(page: str, names: Iterable[str] = ()) -> list[str]:
    """The words that a page shows or says outside the marks."""
    page = UNSEEN.sub(" ", page)
    assert OPEN in page or "<html" not in page, page[:2000]
    found = [word for aside in SAID_ASIDE.findall(page) for word in unmarked(html.unescape(aside), names)]
    for other in OTHERS:
        page = other.sub(" ", page)
    text = html.unescape(re.sub(r"<[^>]*>", " ", page))
    return [*found, *unmarked(text, names)]
