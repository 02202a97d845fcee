"""What a set of rules follows, in words: for the choice of rules, a table's rules and printed cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import said
from mahjongclub.rules.variant import Source
from mahjongclub.rules.words import Text


@dataclass(frozen=True)
class SourceInWords:
    """A source as a reader sees it: `details` are its edition and date, `unread` what could not be read.

    `title_language` is the code of a title that stays in its own language ("" where its letters do not tell),
    None for one in the reader's.
    """

    title: str
    title_language: str | None
    details: str
    link: str
    unread: str

    @property
    def line(self) -> str:
        """Title, edition and date in one line."""
        return f"{self.title}, {self.details}" if self.details else self.title


def source_in_words(source: Source | None) -> SourceInWords | None:
    """The source in the reader's language; None where a set of rules names none."""
    if source is None:
        return None
    # a text often calls its edition by its year, which then says nothing more
    edition = source.edition if source.edition != source.date[:4] else ""
    details = [
        _("edition %(edition)s") % {"edition": edition} if edition else "",
        date_in_words(source.date),
    ]
    return SourceInWords(
        said(source.title),
        language_if_untranslated(source.title),
        ", ".join(detail for detail in details if detail),
        source.link,
        said(source.unread) if source.unread else "",
    )


def language_if_untranslated(title: Text) -> str | None:
    """The language of a title that is the same for every reader, as its letters tell; None for another."""
    words = title.in_language("en")
    if words != title.in_language("fr"):
        return None
    if re.search("[\u3040-\u30ff]", words):
        return "ja"
    return "zh-Hant" if re.search("[\u4e00-\u9fff]", words) else ""


def date_in_words(iso: str) -> str:
    """A year, a month or a day (ISO 8601) as the reader writes it, "" for none."""
    parts = [int(number) for number in iso.split("-")] if iso else []
    if len(parts) < len(("year", "month")):
        return iso
    whole = len(parts) == len(("year", "month", "day"))
    day = date(parts[0], parts[1], parts[2] if whole else 1)
    return date_format(day, "DATE_FORMAT" if whole else "YEAR_MONTH_FORMAT")
