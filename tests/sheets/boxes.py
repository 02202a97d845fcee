"""Where the letters of a printed sheet stand: which of them overprint others, which leave the paper."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from ctypes import byref, c_double, c_float
from dataclasses import dataclass
from functools import lru_cache

import pypdfium2 as pdfium
from pypdfium2 import raw

#: Two letters may share so much of the smaller one: kerning, accents of a line near another's descenders.
SHARED = 0.1
#: Letters whose ink lies within that of their neighbours: marks, and what is written in one stroke.
JOINED = ("ARABIC", "THAI", "DEVANAGARI")
CELL = 24.0
#: No line is as thick, in points: PDFium tells half a point more on each side.
THIN = 2.6


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter and the box of its ink, in points from the lower left."""

    sign: str
    at: int
    left: float
    bottom: float
    right: float
    top: float

    @property
    def area(self) -> float:
        """How much of the paper it takes."""
        return (self.right - self.left) * (self.top - self.bottom)

    def shares(self, other: Letter) -> float:
        """How much of the paper it takes together with another."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(wide, 0) * max(high, 0)


@lru_cache(maxsize=4)
def letters_of(pdf: bytes) -> list[list[Letter]]:
    """The letters of each page in their order; blanks left out."""
    document = pdfium.PdfDocument(pdf)
    pages = []
    for page in document:
        text = page.get_textpage()
        pages.append([letter for at in range(text.count_chars()) if (letter := _letter(text, at))])
        text.close()
        page.close()
    document.close()
    return pages


def _letter(text: pdfium.PdfTextPage, at: int) -> Letter | None:
    sign = chr(raw.FPDFText_GetUnicode(text, at))
    if sign.isspace() or not sign.isprintable():
        return None
    left, right, bottom, top = c_double(), c_double(), c_double(), c_double()
    raw.FPDFText_GetCharBox(text, at, byref(left), byref(right), byref(bottom), byref(top))
    return Letter(sign, at, left.value, bottom.value, right.value, top.value)


def overprinted(pdf: bytes) -> list[str]:
    """Each place where letters lie on others, as the text around both; [] where all can be read."""
    found = []
    for page in letters_of(pdf):
        cells: dict[tuple[int, int], list[Letter]] = defaultdict(list)
        for letter in page:
            if _joined(letter.sign) or letter.area <= 0:
                continue
            x, y = int(letter.left // CELL), int(letter.bottom // CELL)
            near = [one for dx in (-1, 0, 1) for dy in (-1, 0, 1) for one in cells[x + dx, y + dy]]
            for other in near:
                apart = abs(letter.at - other.at) > 2  # the letters of a ligature have one box
                if apart and letter.shares(other) > SHARED * min(letter.area, other.area):
                    found.append(f"{_around(page, other.at)} / {_around(page, letter.at)}")
                    break
            cells[x, y].append(letter)
    return found


@lru_cache(maxsize=4)
def _rules_of(pdf: bytes) -> list[list[tuple[float, float, float, float]]]:
    """The lines drawn on each page, as left, bottom, right and top; those within pictures left out."""
    document = pdfium.PdfDocument(pdf)
    pages = []
    for page in document:
        found = []
        for at in range(raw.FPDFPage_CountObjects(page)):
            drawn = raw.FPDFPage_GetObject(page, at)
            box = [c_float() for _side in range(4)]
            if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPageObj_GetBounds(
                drawn, *map(byref, box)
            ):
                left, bottom, right, top = (side.value for side in box)
                if min(right - left, top - bottom) < THIN and max(right - left, top - bottom) > 8:
                    found.append((left, bottom, right, top))
        pages.append(found)
        page.close()
    document.close()
    return pages


def ticks_of(pdf: bytes) -> list[int]:
    """How many boxes to tick each page has: squares of 3.2 mm."""
    document = pdfium.PdfDocument(pdf)
    pages = []
    for page in document:
        boxes = [drawn.get_bounds() for drawn in page.get_objects([raw.FPDF_PAGEOBJ_PATH])]
        sides = [(right - left, top - bottom) for left, bottom, right, top in boxes]
        pages.append(sum(8.5 < wide < 11 and 8.5 < high < 11 for wide, high in sides))
        page.close()
    document.close()
    return pages


def struck_through(pdf: bytes) -> list[str]:
    """Each place where a line goes through letters: a text that leaves its cell."""
    return [
        _around(page, letter.at)
        for page, rules in zip(letters_of(pdf), _rules_of(pdf), strict=True)
        for letter in page
        if any(_goes_through(rule, letter) for rule in rules)
    ]


def _goes_through(rule: tuple[float, float, float, float], letter: Letter) -> bool:
    left, bottom, right, top = rule
    if right - left < THIN:
        middle, across = (letter.bottom + letter.top) / 2, (letter.right - letter.left) / 5
        return letter.left + across < (left + right) / 2 < letter.right - across and bottom < middle < top
    middle, high = (letter.left + letter.right) / 2, (letter.top - letter.bottom) / 5
    return letter.bottom + high < (bottom + top) / 2 < letter.top - high and left < middle < right


def outside(pdf: bytes, edge: float = 12) -> list[str]:
    """The letters nearer to the end of the paper than a printer reaches, in points."""
    document = pdfium.PdfDocument(pdf)
    sizes = [document.get_page_size(number) for number in range(len(document))]
    document.close()
    return [
        _around(page, one.at)
        for page, (width, height) in zip(letters_of(pdf), sizes, strict=True)
        for one in page
        if one.left < edge or one.bottom < edge or one.right > width - edge or one.top > height - edge
    ]


def words_of(pdf: bytes) -> list[str]:
    """The text of each page, blanks left out."""
    return ["".join(one.sign for one in page) for page in letters_of(pdf)]


def _joined(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Mc", "Lm") or unicodedata.name(sign, "").startswith(JOINED)


def _around(page: list[Letter], at: int) -> str:
    return "".join(one.sign for one in page if abs(one.at - at) < 9)
