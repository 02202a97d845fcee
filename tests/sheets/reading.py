"""What a printed sheet says of itself: its text, its fonts, its tags, its lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Any

from pypdf import PdfReader

MM = 72 / 25.4
#: The foot of a page, in mm.
FOOT = 13


@lru_cache(maxsize=4)
def opened(pdf: bytes) -> PdfReader:
    """The PDF as pypdf reads it."""
    return PdfReader(BytesIO(pdf))


@lru_cache(maxsize=4)
def text_of(pdf: bytes) -> str:
    """All its text, blanks and lines run together to one blank, narrow blanks made plain."""
    text = " ".join(page.extract_text() for page in opened(pdf).pages)
    return " ".join(text.replace("\u202f", " ").split())


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Every font by name, and whether it is embedded."""
    found: dict[str, bool] = {}
    for page in opened(pdf).pages:
        for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[union-attr]
            inner = font.get_object()
            for one in inner.get("/DescendantFonts", [inner]):
                described = one.get_object()["/FontDescriptor"].get_object()
                embedded = any(f"/FontFile{kind}" in described for kind in ("", "2", "3"))
                found[str(described["/FontName"])] = embedded
    return found


def elements_of(pdf: bytes) -> Iterator[dict[str, Any]]:
    """Its structure elements, in order."""

    def walk(element: Any) -> Iterator[dict[str, Any]]:
        element = element.get_object() if hasattr(element, "get_object") else element
        if isinstance(element, list):
            for one in element:
                yield from walk(one)
        elif isinstance(element, dict) and "/S" in element:
            yield element
            if "/K" in element:
                yield from walk(element["/K"])

    yield from walk(opened(pdf).trailer["/Root"]["/StructTreeRoot"]["/K"])  # type: ignore[index]


def tags_of(pdf: bytes) -> list[str]:
    """The kinds of its structure elements: "/Document", "/H1", "/Table", "/TH"."""
    return [str(element["/S"]) for element in elements_of(pdf)]


def spoken_of(pdf: bytes) -> list[str]:
    """What its pictures say to who cannot see them."""
    return [str(element["/Alt"]) for element in elements_of(pdf) if "/Alt" in element]


def row_heights(pdf: bytes, longer_than: float = 60) -> list[float]:
    """The distances in mm between the horizontal lines of the first page, from the top down.

    `longer_than` is in mm and leaves out what is no line of a table.
    """
    heights: set[float] = set()
    begun: tuple[float, float] = (0, 0)

    def see(operator: bytes, operands: list[Any], matrix: list[float], _text: list[float]) -> None:
        nonlocal begun
        if operator not in (b"m", b"l"):
            return
        x, y = (float(one) for one in operands)
        a, b, c, d, e, f = matrix
        point = (a * x + c * y + e, b * x + d * y + f)
        if (
            operator == b"l"
            and abs(point[1] - begun[1]) < 0.01
            and abs(point[0] - begun[0]) > longer_than * MM
        ):
            heights.add(round(point[1], 1))
        begun = point

    opened(pdf).pages[0].extract_text(visitor_operand_before=see)
    lines = sorted(heights, reverse=True)
    return [round((above - below) / MM, 1) for above, below in pairwise(lines)]


def letters_of(pdf: bytes, *, foot: bool = False) -> list[list[tuple[float, float, float]]]:
    """Where the pieces of text of each page begin and how large they are: those of its foot, or all else."""
    return [[piece for piece in page if (piece[1] < FOOT * MM) == foot] for page in _pieces(pdf)]


@lru_cache(maxsize=4)
def _pieces(pdf: bytes) -> list[list[tuple[float, float, float]]]:
    pages: list[list[tuple[float, float, float]]] = []

    def see(text: str, matrix: list[float], inner: list[float], _font: Any, size: float) -> None:
        if text.strip():
            x, y = inner[4] * matrix[0] + matrix[4], inner[5] * matrix[3] + matrix[5]
            pages[-1].append((x, y, round(abs(size * matrix[3]), 2)))

    for page in opened(pdf).pages:
        pages.append([])
        page.extract_text(visitor_text=see)
    return pages


def column_lengths(pdf: bytes) -> list[tuple[float, float]]:
    """How far down text reaches in the left and in the right half of each page, in points."""
    lengths = []
    for page, letters in zip(opened(pdf).pages, letters_of(pdf), strict=True):
        width, height = (float(side) for side in page.mediabox[2:])
        left, right = (
            height - min((y for x, y, _size in letters if (x > width / 2) == side), default=height)
            for side in (False, True)
        )
        lengths.append((left, right))
    return lengths
