"""A sheet to be printed: which template, in what language, on which paper, and everything that stands on it.

Templates hold no words: what is printed comes as data, ours translated, people's as `written`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Required, TypedDict

from .fonts import language_of
from .widths import width_in_ems

PAPERS = {"a4": "a4", "letter": "us-letter"}

#: Width and height in mm.
PAPER_SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@dataclass(frozen=True)
class Sheet:
    """One document: `template` names a file in templates/ or is its path, `data` what it reads, as JSON."""

    template: str
    title: str
    language: str
    paper: str
    #: without ending; the language and the paper are added
    file_name: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def download_name(self) -> str:
        """A good name for the file: "score-sheet-riichi-a4-en.pdf"."""
        return f"{self.file_name}-{self.paper}-{self.language}.pdf"


class WrittenText(TypedDict):
    """What `written` gives a template: the text, the language its font follows, what stands in, its width."""

    text: str
    language: str
    stand_in: str
    #: no fewer ems than the text takes in one line
    ems: float


class SheetField(TypedDict, total=False):
    """A field at the head of a sheet; without a `value` it is filled in by hand. `share` is of the width."""

    label: Required[str]
    value: str | WrittenText | None
    share: float


def printable_text(text: str, *, han: str = "ja", stand_in: str = "") -> WrittenText:
    """A text that people wrote, for a template's `written`: never read as markup, in a font that has it.

    `stand_in` is printed in its place where no font of the machine has its letters: the player's number,
    or the seat. Without one such a text cannot be printed (`Unprintable`).
    """
    return {"text": text, "language": language_of(text, han), "stand_in": stand_in, "ems": width_in_ems(text)}
