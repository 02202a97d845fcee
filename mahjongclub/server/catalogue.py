"""The catalogues of translated texts: gathered from the source and kept beside it, for whoever works on it.

Babel does what GNU gettext would. `compiled_texts` makes of them what is read while the app runs.
"""

import ast
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from .compiled_texts import po_path

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


#: calls of the engine's words, and which of their arguments are a place (context), one and many
TEXTS = {
    "Text": (None, 0, None),
    "Text.at": (0, 1, None),
    "Text.counted": (None, 0, 1),
    "about_seat": (None, 1, None),
}


@dataclass(frozen=True)
class SourceText:
    """A text of the source: its id, or one and many of them, with what a translator is told of it."""

    id: str | tuple[str, str]
    context: str | None = None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class CatalogueDomain:
    """One set of catalogues: what they are called, and the texts of a file."""

    name: str
    files: Callable[[], Iterator[Path]]
    texts: Callable[[Path], Iterator[SourceText]]

    def path(self, language: str) -> Path:
        """Return the file of a language's texts, as translators edit it."""
        return po_path(self.name, language)


def python_source(path: Path) -> str:
    """Return `path` as Python that holds its translatable texts; a template becomes a list of calls."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return source
    # What templatize leaves between the calls are bare words, indented as the template is.
    return "\n".join(line.lstrip() for line in templatize(source, origin=str(path)).splitlines())


def app_files() -> Iterator[Path]:
    """Yield every file that may hold a text of the app, in a fixed order."""
    root = Path(settings.BASE_DIR)
    for path in sorted([*root.glob("mahjongclub/**/*.py"), *root.glob("templates/**/*.html")]):
        if root / "mahjongclub" / "rules" not in path.parents and "migrations" not in path.parts:
            yield path


def extract_app_texts(path: Path) -> Iterator[SourceText]:
    """Yield the texts of a file that Django says."""
    file = io.BytesIO(python_source(path).encode())
    options = {"encoding": "utf-8"}
    for _line, message, comments, context in extract(
        "python", file, KEYWORDS, ("Translators:",), options, strip_comment_tags=True
    ):
        if message:
            one_or_more = message if isinstance(message, str) else (message[0], message[1])
            yield SourceText(one_or_more, context, tuple(comments))


def rules_files() -> Iterator[Path]:
    """Yield every file that may make one of the engine's texts, in a fixed order."""
    for path in sorted(Path(settings.BASE_DIR).glob("mahjongclub/**/*.py")):
        if "migrations" not in path.parts:
            yield path


def extract_rules_texts(path: Path) -> Iterator[SourceText]:
    """Yield the engine's texts in a source file. ValueError for one that is not written out in the call."""
    source = path.read_text(encoding="utf-8")
    if not any(f"{call}(" in source for call in TEXTS):
        return
    for node in ast.walk(ast.parse(source)):
        places = TEXTS.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
        if places is None:
            continue
        assert isinstance(node, ast.Call)
        place, singular, many = (None if at is None else _written(path, node, at) for at in places)
        assert singular is not None
        yield SourceText(singular if many is None else (singular, many), place)


def _written(path: Path, call: ast.Call, at: int) -> str:
    word = call.args[at] if at < len(call.args) else None
    if isinstance(word, ast.Constant) and isinstance(word.value, str):
        return word.value
    raise ValueError(f"{path}:{call.lineno}: a text is written out where it is made")


APP = CatalogueDomain("django", app_files, extract_app_texts)
RULES = CatalogueDomain("rules", rules_files, extract_rules_texts)
DOMAINS = (APP, RULES)


def gather_texts(domain: CatalogueDomain = APP) -> Catalog:
    """Return every text to translate, with the files it stands in."""
    catalogue = Catalog()
    for path in domain.files():
        name = path.relative_to(settings.BASE_DIR).as_posix()
        for text in domain.texts(path):
            catalogue.add(text.id, None, [(name, 0)], auto_comments=text.comments, context=text.context)
    for entry in catalogue:
        entry.locations = sorted(set(entry.locations))
    return catalogue


def read_catalogue(language: str, domain: CatalogueDomain = APP) -> Catalog:
    """Return the kept catalogue of a language, empty where there is none yet."""
    path = domain.path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def translations(message: Message) -> tuple[str, ...]:
    """Return what a translator wrote for a message: one text, or one for each plural form."""
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def update_catalogue(language: str, domain: CatalogueDomain = APP) -> Catalog:
    """Bring the kept catalogue of a language up to the source and return it.

    Translations stay, texts that left the source go, new ones come empty. Nothing is guessed, and
    neither dates nor line numbers are written: the file changes only when a text does.
    """
    catalogue = read_catalogue(language, domain)
    catalogue.update(gather_texts(domain), no_fuzzy_matching=True)
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
    path = domain.path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(header.encode() + body.getvalue().strip() + b"\n")
    return catalogue
