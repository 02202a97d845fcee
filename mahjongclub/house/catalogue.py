"""The catalogue of translated texts: gathered from the source, kept in locale/, compiled for Django.

Babel does what GNU gettext would, so a fresh machine needs no more than Python. The rules engine
carries its own texts in both languages and is left out here.
"""

import io
import os
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

KEYWORDS = {
    name: spec
    for plain, spec in {
        "_": None,
        "gettext": None,
        "gettext_noop": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
        "npgettext": ((1, "c"), 2, 3),
    }.items()
    for name in (plain, f"{plain}_lazy")
}


def catalogue_path(language: str) -> Path:
    """Return the file of a language's texts, as translators edit it."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def translated_languages() -> list[str]:
    """Return the languages that need a catalogue: all but the one of the source."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def python_source(path: Path) -> str:
    """Return `path` as Python that holds its translatable texts; a template becomes a list of calls."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return source
    # What templatize leaves between the calls are bare words, indented as the template is.
    return "\n".join(line.lstrip() for line in templatize(source, origin=str(path)).splitlines())


def source_files() -> Iterator[Path]:
    """Yield every file that may hold a text to translate, in a fixed order."""
    root = Path(settings.BASE_DIR)
    for path in sorted([*root.glob("mahjongclub/**/*.py"), *root.glob("templates/**/*.html")]):
        if root / "mahjongclub" / "rules" not in path.parents and "migrations" not in path.parts:
            yield path


def gather() -> Catalog:
    """Return every text to translate, with the files it stands in."""
    catalogue = Catalog()
    for path in source_files():
        file = io.BytesIO(python_source(path).encode())
        name = path.relative_to(settings.BASE_DIR).as_posix()
        options = {"encoding": "utf-8"}
        for _line, message, comments, context in extract(
            "python", file, KEYWORDS, ("Translators:",), options, strip_comment_tags=True
        ):
            if message:
                catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    for entry in catalogue:
        entry.locations = sorted(set(entry.locations))
    return catalogue


def read(language: str) -> Catalog:
    """Return the kept catalogue of a language, empty where there is none yet."""
    path = catalogue_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def translations(message: Message) -> tuple[str, ...]:
    """Return what a translator wrote for a message: one text, or one for each plural form."""
    written = message.string or ""
    return (written,) if isinstance(written, str) else tuple(written)


def update(language: str) -> Catalog:
    """Bring the kept catalogue of a language up to the source and return it.

    Translations stay, texts that left the source go, new ones come empty. Nothing is guessed, and
    neither dates nor line numbers are written: the file changes only when a text does.
    """
    catalogue = read(language)
    catalogue.update(gather(), no_fuzzy_matching=True)
    body = io.BytesIO()
    write_po(
        body,
        catalogue,
        width=100,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
        include_previous=False,
        include_lineno=False,
    )
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header.encode() + body.getvalue().strip() + b"\n")
    return catalogue


def compile_stale() -> list[Path]:
    """Write the compiled catalogues that are older than their texts; return those written."""
    written = []
    for language in translated_languages():
        source = catalogue_path(language)
        target = source.with_suffix(".mo")
        if not source.exists() or (target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns):
            continue
        compiled = io.BytesIO()
        write_mo(compiled, read(language))
        # aside and moved into place: processes that start at once never read half a file
        draft = target.with_suffix(f".{os.getpid()}")
        draft.write_bytes(compiled.getvalue())
        draft.replace(target)
        written.append(target)
    return written
