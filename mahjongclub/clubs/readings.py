"""A file whose letters can be read in two ways, or with several sheets or hidden rows, on a page: three names
of each way, and somebody says which is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from mahjongclub.lists.encodings import Reading
from mahjongclub.lists.names import names_in

from .mended_rows import text_with_filled_gaps, text_with_mended_rows

#: names shown of each way
NAMES_SHOWN = 3
#: ways that a file is offered in at most, two a sheet; letters in which names are looked for that differ
MOST_READINGS, LOOKED_AT = 12, 20_000


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """One way to read a file: the whole text, and names in which it differs from the other ways.

    `count` is how many names it has, 0 where that is the same in all.
    """

    text: str
    names: Sequence[str]
    count: int = 0


def reading_choices(readings: Sequence[Reading | str]) -> list[ReadingChoice]:
    """Return the ways to choose from, each with names that tell it from the others; none where there is one
    way.
    """
    texts = [reading if isinstance(reading, str) else reading.text for reading in readings]
    if len(texts) < 2:
        return []
    names = [names_in(text[:LOOKED_AT]) for text in texts]
    counts = [len(reading_names) for reading_names in names]
    if len(set(counts)) > 1 and max(map(len, texts)) <= LOOKED_AT:
        common = set(names[0]).intersection(*names)
        names = [[name for name in row if name not in common] or row for row in names]
    else:
        counts = [0] * len(texts)
    if len(set(map(len, names))) == 1:
        differing = [at for at, row in enumerate(zip(*names, strict=True)) if len(set(row)) > 1]
        names = [[reading_names[at] for at in differing] or reading_names for reading_names in names]
    return [
        ReadingChoice(text, reading_names[:NAMES_SHOWN], count)
        for text, reading_names, count in zip(texts, names, counts, strict=True)
    ]


def list_text_with_corrections(post: QueryDict, field: str) -> str:
    """Return the text of a form: the way to read it that was chosen, else what stands in its field.

    Cells that somebody typed beside its rows are in it, and what stands for empty cells below it.
    """
    return text_with_filled_gaps(text_with_mended_rows(chosen_reading_text(post, field), post), post)


def chosen_reading_text(post: QueryDict, field: str) -> str:
    """Return the text as `list_text_with_corrections` does, without what was typed beside its rows."""
    texts, chosen = _texts_sent(post), _number_chosen(post)
    return texts[chosen] if chosen is not None and chosen < len(texts) else post.get(field, "")


def unanswered_texts(post: QueryDict) -> list[str]:
    """Return the texts that the form asked about and nobody has chosen from."""
    return [] if _number_chosen(post) is not None else _texts_sent(post)


def unanswered_readings(post: QueryDict) -> list[ReadingChoice]:
    """Return the ways that the form asked about and nobody has chosen from."""
    return reading_choices(unanswered_texts(post))


def _texts_sent(post: QueryDict) -> list[str]:
    return post.getlist("reading-text")[:MOST_READINGS]


def _number_chosen(post: QueryDict) -> int | None:
    chosen = post.get("reading", "")
    return int(chosen) if chosen in map(str, range(MOST_READINGS)) else None
