"""Our scripts and style sheets as they are sent: each joined into one file from its parts, without comments.

A script is written in native ES modules. A page names an entry (`static/js/table.js`); its modules lie in
the folders beside it and are no files of their own. Each becomes a function that runs once a page, in the
order of the imports, and gives what it exports; where two entries of a page import one module, the first
runs it, as with native modules. An entry that imports another entry has the page load that one before. A
style sheet has the sheets that its `@import` names in their place; those in a folder of `css/` are only
parts of others.

Only the syntax we use is understood. Anything else fails, at `collectstatic` and in the tests.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, get_finders
from django.contrib.staticfiles.utils import matches_patterns
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from django.utils._os import safe_join

from .locking import file_lock

CSS_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
CSS_IMPORT = re.compile(r'^@import "([\w./-]+\.css)";\n', re.MULTILINE)
# a comment, or the types of what follows
WHOLE_LINE = re.compile(r"^[ \t]*(?://|/\*\* @).*\n", re.MULTILINE)
# behind a finished piece of code, and nothing in it that could close a string
LINE_END = re.compile(r"(?<=[;{},)]) // [^\"'`\n]*$", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
# with the empty lines before it
CSS_INDENT = re.compile(r"^\s+", re.MULTILINE)
IMPORT = re.compile(r'^import (?:\{([\w\s,]+)\} from )?"(\.{1,2}/[\w./-]+\.js)";\n', re.MULTILINE)
NAMED = re.compile(r"(\w+)(?: as (\w+))?")
EXPORT = re.compile(r"^export (?=(?:const|class|function\*?|async function) (\w+))", re.MULTILINE)
#: what is left of either once those are taken away; `import(` is no part of a module's head
UNKNOWN = re.compile(r"^[ \t]*(?:export\b|import\b(?![ ]?[(.])|@import\b).*$", re.MULTILINE)


class JoiningError(Exception):
    """A script or style sheet cannot be joined: what is wrong, and in which file."""


def without_comments(name: str, text: str) -> str:
    """The file of that name without comments and indents, a style sheet also without empty lines."""
    if name.endswith(".css"):
        return CSS_INDENT.sub("", CSS_COMMENT.sub("", text))
    if any(line.count("`") % 2 for line in text.splitlines()):
        return text  # a string over several lines: what looks like a comment may be its text
    return INDENT.sub("", LINE_END.sub("", WHOLE_LINE.sub("", text)))


def joined_source(root: Path, name: str) -> str:
    """What is sent as the entry or style sheet of that name, from the sources under `root`."""
    return _sheet(root, name, []) if name.endswith(".css") else _script(root, name)


def modules_in_order(root: Path, name: str) -> list[str]:
    """Return the modules that an entry brings, in the order in which they run, itself last."""
    there: dict[str, str] = {}
    _gather(root, name, there, ())
    return list(there)


def _script(root: Path, name: str) -> str:
    texts: dict[str, str] = {}
    _gather(root, name, texts, ())
    body = "".join(_module(module, text, texts) for module, text in texts.items())
    return f'(() => {{\n"use strict";\nconst joined = self.joined ??= {{}};\n{body}}})();\n'


def _module(name: str, text: str, texts: dict[str, str]) -> str:
    """The module as a function that gives what it exports."""
    heads = []
    for names, address in IMPORT.findall(text):
        if names:
            imported = NAMED.findall(names)
            _known(name, address, imported, texts)
            statement = ", ".join(
                f"{exported_name}: {here}" if here else exported_name for exported_name, here in imported
            )
            heads.append(f'const {{ {statement} }} = joined["{_key(_place(name, address))}"];\n')
    exported = EXPORT.findall(text)
    code = EXPORT.sub("", IMPORT.sub("", text))
    if unknown := UNKNOWN.search(code):
        raise JoiningError(f"{name}: not understood: {unknown[0].strip()}")
    statement = f"return {{ {', '.join(exported)} }};" if exported else "return {};"
    return f'joined["{_key(name)}"] ??= (() => {{\n{"".join(heads)}{code}{statement}\n}})();\n'


def _known(name: str, address: str, imports: list[tuple[str, str]], texts: dict[str, str]) -> None:
    place = _place(name, address)
    if place not in texts:  # of an entry that the page loads before
        return
    lacking = {exported_name for exported_name, _here in imports} - set(EXPORT.findall(texts[place]))
    if lacking:
        raise JoiningError(f"{name}: {address} exports no {', '.join(sorted(lacking))}")


def _gather(root: Path, name: str, texts: dict[str, str], above: tuple[str, ...]) -> None:
    """Put the module into `texts` behind those it imports, without what another entry brings."""
    if name in above:
        raise JoiningError(f"{name}: imports itself: {' → '.join((*above, name))}")
    if name in texts:
        return
    text = without_comments(name, _read(root, name))
    others: set[str] = set()
    for _names, address in IMPORT.findall(text):
        place = _place(name, address)
        if _is_entry(place):
            if above:
                raise JoiningError(f"{name}: {address}: only an entry may import another")
            others.update(modules_in_order(root, place))
    for _names, address in IMPORT.findall(text):
        place = _place(name, address)
        if not _is_entry(place):
            _gather(root, place, texts, (*above, name))
    texts[name] = text
    if not above:
        for place_of_other in others & texts.keys():
            del texts[place_of_other]


def _sheet(root: Path, name: str, names_above: list[str]) -> str:
    if name in names_above:
        return ""
    names_above.append(name)
    text = CSS_IMPORT.sub(
        lambda match: _sheet(root, _place(name, match[1]), names_above),
        without_comments(name, _read(root, name)),
    )
    if unknown := UNKNOWN.search(text):
        raise JoiningError(f"{name}: not understood: {unknown[0].strip()}")
    return text


def _read(root: Path, name: str) -> str:
    try:
        text = Path(safe_join(root, name)).read_text(encoding="utf-8")
    except (OSError, SuspiciousFileOperation) as fault:
        raise JoiningError(f"{name}: cannot be read: {fault}") from fault
    return text if text.endswith("\n") else f"{text}\n"


def _place(name: str, address: str) -> str:
    """Where an address leads from the file of that name."""
    place = list(Path(name).parent.parts)
    for segment in address.split("/"):
        if segment == ".." and place:
            place.pop()
        elif segment != ".":
            place.append(segment)
    return "/".join(place)


def _is_entry(name: str) -> bool:
    return name.startswith("js/") and name.count("/") == 1


def _key(name: str) -> str:
    return name.removeprefix("js/").removesuffix(".js")


class JoinedStorage(FileSystemStorage):
    """The folder of our static files, whose scripts and style sheets are read joined."""

    def open(self, name: str, mode: str = "rb") -> File[Any]:
        if not name.endswith((".css", ".js")):
            return super().open(name, mode)
        return ContentFile(joined_source(Path(self.location), name).encode(), name)

    def get_modified_time(self, name: str) -> datetime:
        """When the file, or whatever may be joined into it, changed last."""
        if not name.endswith((".css", ".js")):
            return super().get_modified_time(name)
        folder = Path(self.location, name.partition("/")[0])
        sources = (path.relative_to(self.location) for path in folder.rglob(f"*{Path(name).suffix}"))
        return max(super(JoinedStorage, self).get_modified_time(str(path)) for path in sources)


class StaticFilesFinder(BaseFinder):
    """Finds our static files: scripts by their entries, every other file by itself."""

    def __init__(self, app_names: object = None, *args: Any, **options: Any) -> None:
        self.root = Path(settings.BASE_DIR, "static")
        self.storage = JoinedStorage(location=self.root)
        super().__init__(*args, **options)

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """Where the file is; a joined one is written into the data directory for a server in DEBUG."""
        if not self._sent(path) or not Path(safe_join(self.root, path)).is_file():
            return []
        place = self.root / path
        if path.endswith((".css", ".js")):
            place = Path(settings.DATA_DIR, "joined", path)
            text = joined_source(self.root, path)
            if not place.exists() or place.read_text(encoding="utf-8") != text:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8")
        return [str(place)] if find_all else str(place)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, JoinedStorage]]:
        """Every file that is sent, with the storage it is read from."""
        ignored = list(ignore_patterns or ())
        for path in sorted(self.root.rglob("*")):
            name = path.relative_to(self.root).as_posix()
            if path.is_file() and self._sent(name) and not matches_patterns(name, ignored):
                yield name, self.storage

    def _sent(self, name: str) -> bool:
        hidden = any(segment.startswith(".") for segment in name.split("/"))
        return not hidden and (not name.startswith(("css/", "js/")) or name.count("/") == 1)


def static_files_digest() -> str:
    """Return a digest of name, size and time of every source of a static file, and of how they are made."""
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    digest.update(Path(__file__).read_bytes())
    sources = {Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])}
    sources.update(path for path in Path(settings.BASE_DIR, "static").rglob("*") if path.is_file())
    for path in sorted(sources):
        status = path.stat()
        digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_static_if_changed() -> bool:
    """Collect the static files into STATIC_ROOT unless it is up to date; tell whether it was done."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    current = static_files_digest()
    # Two processes that start at once on one directory: the second finds it done.
    with file_lock(settings.DATA_DIR / "static.collecting"):
        if stamp.exists() and stamp.read_text(encoding="utf-8") == current:
            return False
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(current, encoding="utf-8")
        return True
