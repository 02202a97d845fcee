"""From a sheet to PDF or to pictures of its pages.

A compiler belongs to one thread (Typst's refuses a second caller), so each of the server's threads keeps its
own: they share the fonts, and making one takes 0.3 ms. Typst remembers what it has set before for the whole
process, so the second sheet of a kind is the fast one.

PDF/UA-1 is asked for, under which Typst refuses a letter that no font has: so no sheet is printed with boxes.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from .fonts import CJK, font_families, installed_fonts, packages_for, typst_module, unshaped_letters
from .sheet import PAPERS, Sheet
from .widths import RANGES

#: What templates import from begins here; ours stand in one folder, a game's own beside its code.
ROOT = Path(__file__).parents[2]
TEMPLATES = "mahjongclub/sheets/templates"
STANDARD = "ua-1"
MISSING = re.compile(r"the text `\"(.+?)\"` could not be displayed with")
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
#: Begins a number below 0: a page has a hyphen there, which spreadsheets read, paper a true minus sign.
NEGATIVE = re.compile(r'"-(?=[0-9])')
#: A name may hold letters of several scripts; each turn tells of all that are missing.
TURNS = 3

#: sets every text in the fonts of a sheet, to learn which letters none of them has
TRIED = """
#set document(title: "-")
#set page(width: 100cm, height: auto)
#set text(font: json(bytes(sys.inputs.data)).fonts)
#for text in json(bytes(sys.inputs.data)).texts [#text \\ ]
"""

#: the house's font has all of these
_HOUSE_LETTERS = frozenset(" ").union(chr(code) for start, end in RANGES for code in range(start, end))

_of_this_thread = threading.local()


class Unprintable(ValueError):
    """Letters that no font of the machine has, in a text without a stand-in."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(f"no font has {' '.join(missing)}")
        self.missing = missing

    @property
    def packages(self) -> list[str]:
        """What to install, as Debian calls it."""
        return packages_for(self.missing)


@dataclass(frozen=True)
class Printed:
    """A sheet's PDF; `data` is what is on it, `replaced` the texts that gave way to their stand-ins.

    `missing` are the letters for which they had to.
    """

    pdf: bytes
    data: Mapping[str, Any]
    replaced: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def packages(self) -> list[str]:
        """What to install for the missing letters."""
        return packages_for(self.missing)


def print_sheet(sheet: Sheet) -> Printed:
    """The sheet as tagged PDF, fonts in it; Unprintable where a letter has neither font nor stand-in."""
    replaced: list[str] = []
    data: Any = _with_stand_ins(_whole(sheet), unwritable_letters(installed_fonts()), replaced)
    missing = sorted(unwritable_letters(installed_fonts()) & set("".join(replaced)))
    if left := _left_over(data, unwritable_letters(installed_fonts())):
        raise Unprintable(tuple(sorted(left)))
    for _turn in range(TURNS):
        if replaced:
            with override(sheet.language):
                data["house"]["note"] = _(
                    "For names that no font here can write, the sheet shows a number, the seat or a dash."
                )
        try:
            pdf = _compile(sheet, data, format="pdf", pdf_standards=[STANDARD])
            return Printed(pdf, data, tuple(replaced), tuple(missing))
        except typst_module().TypstError as error:
            letters = {_unescaped(text) for text in MISSING.findall(error.diagnostic)}
            if not letters:
                raise
            missing += sorted(letters)
            unwritable_letters(installed_fonts()).update(text for text in letters if len(text) == 1)
            before = len(replaced)
            data = _with_stand_ins(data, set("".join(letters)), replaced)
            if len(replaced) == before:
                break
    raise Unprintable(tuple(missing))


@cache
def unwritable_letters(fonts: Any) -> set[str]:
    """The letters that no font shapes, and of which Typst has told that none has them: what holds one is not
    tried again."""
    return unshaped_letters()


@dataclass(frozen=True)
class UnwritableTexts:
    """The texts that no font of the machine can write, and the letters for which it cannot."""

    texts: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def packages(self) -> list[str]:
        """What to install for the missing letters."""
        return packages_for(self.missing)


def texts_without_font(texts: Sequence[str]) -> UnwritableTexts:
    """Return which of these texts no sheet can have as they are."""
    unprintable = unwritable_letters(installed_fonts())
    tried = [text for text in texts if not unprintable & set(text) and not _HOUSE_LETTERS.issuperset(text)]
    for _turn in range(TURNS):
        if not (tried := [text for text in tried if not unprintable & set(text)]):
            break
        data = json.dumps({"fonts": font_families(""), "texts": tried})
        compiler = typst_module().Compiler(TRIED.encode(), font_paths=installed_fonts())
        try:
            compiler.compile(sys_inputs={"data": data}, format="pdf", pdf_standards=[STANDARD])
            break
        except typst_module().TypstError as error:
            letters = {_unescaped(text) for text in MISSING.findall(error.diagnostic)}
            if not letters:
                raise
            unprintable.update(text for text in letters if len(text) == 1)
    refused = tuple(text for text in texts if unprintable & set(text))
    return UnwritableTexts(refused, tuple(sorted(unprintable & set("".join(refused)))))


def svg_pages(sheet: Sheet, printed: Printed) -> list[bytes]:
    """Its pages as SVG, one after the other, letters drawn as shapes."""
    pages = _compile(sheet, printed.data, format="svg")
    return pages if isinstance(pages, list) else [pages]


def print_png(sheet: Sheet) -> bytes:
    """Its one page as PNG, two pixels to the point; names that no font has give way as in print."""
    return bytes(_compile(sheet, print_sheet(sheet).data, format="png", ppi=144))


def _file_of(template: str) -> Path:
    """The file of a template: by its name, or by its path from the root."""
    return ROOT / (f"{template}.typ" if "/" in template else f"{TEMPLATES}/{template}.typ")


def _compile(sheet: Sheet, data: Mapping[str, Any], **options: Any) -> Any:
    compilers: dict[str, Any] = _of_this_thread.__dict__.setdefault("compilers", {})
    if sheet.template not in compilers:
        compilers[sheet.template] = typst_module().Compiler(
            _file_of(sheet.template), root=ROOT, font_paths=installed_fonts()
        )
    data_json = NEGATIVE.sub(r'"\\u2212', json.dumps(data))
    return compilers[sheet.template].compile(sys_inputs={"data": data_json}, **options)


def _whole(sheet: Sheet) -> dict[str, object]:
    """What the template reads: the sheet's own data, and what house.typ needs."""
    house = {
        "title": sheet.title,
        "paper": PAPERS[sheet.paper],
        "language": sheet.language,
        "note": "",
        "fonts": {key: font_families(key) for key in ("", *CJK)},
        "regions": {
            key: {"language": language, "region": region} for key, (language, region, _) in CJK.items()
        },
    }
    return {**sheet.data, "house": house}


def _with_stand_ins(value: Any, missing: set[str], replaced: list[str]) -> Any:
    """The data with every `written` text that holds a missing letter replaced by its stand-in, and told."""
    if not missing:
        return value
    if isinstance(value, Mapping):
        if value.get("stand_in") and missing & set(value["text"]):
            replaced.append(value["text"])
            return {"text": value["stand_in"], "language": "", "stand_in": ""}
        return {key: _with_stand_ins(item, missing, replaced) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_with_stand_ins(item, missing, replaced) for item in value]
    return value


def _left_over(value: Any, missing: set[str]) -> set[str]:
    """The missing letters of the `written` texts that have no stand-in."""
    if isinstance(value, Mapping):
        if "stand_in" in value:
            return missing & set(value["text"])
        return set().union(*(_left_over(item, missing) for item in value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(_left_over(item, missing) for item in value))
    return set()


def _unescaped(text: str) -> str:
    """What Typst quotes as Rust does: a combining sign as its number in braces."""
    return ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
