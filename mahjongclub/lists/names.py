"""The names of a list, whatever else stands in it: one a line, several in a line, or columns of a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from .answers import ABSENT, NO_WORDS
from .cells import is_last_name_first, is_name
from .columns import RecognisedColumns, recognise_columns
from .headings import NAMES, plain_text
from .languages import unambiguous_first_names, unambiguous_last_names
from .people import (
    are_two_whole_names,
    bare_name,
    person_in_row,
    split_last_name_first,
    whole_name,
    without_country,
)
from .tables import Table, read_table

#: what stands between names in a line
BETWEEN = re.compile(r"[\t;、，；،؛]|(?<![0-9]),|,(?![0-9]{3}(?![0-9]))|\s+(?:[/&]\s+|\+\s*(?![\s0-9]))")
#: a dash between names, where most lines have several
DASH = re.compile(r"\s+[-–—]\s+")
#: words between two people
AND = re.compile(r"\s+(?:and|et|und|en|og|och|ja|e|y|i|a|és|и|та|και|ve|&|\+|/)\s+", re.IGNORECASE)
#: the same, and words with which somebody brings others
JOINED = re.compile(rf"{AND.pattern}|\s+(?:avec|with|mit|met|med|con|com|z|с|з|με)\s+", re.IGNORECASE)
#: so many first names one person has without a question
MOST_SURE_NAMES = 2
#: the number before each name of a line: "1) Anna 2) Bo"
NUMBERED = re.compile(r"(?<!\S)[(（]?([0-9０-９]{1,3})[.)．）、]\s*(?=\S)")


def names_in(text: str, kinds: Sequence[str] | None = None) -> list[str]:
    """Return the names of a list in their order: of a table those of its `kinds` of columns, else as they
    are told.

    >>> names_in("1. Aiko\\n- Benoît ✅"), names_in("Aiko, Ben、Chen")
    (['Aiko', 'Benoît'], ['Aiko', 'Ben', 'Chen'])
    >>> names_in("Dupont, Léa\\nDurand, Max"), names_in("Aiko\\t1200\\nBen\\t800")
    (['Léa Dupont', 'Max Durand'], ['Aiko', 'Ben'])
    >>> names_in("Nom\\tPrénom\\nDupont\\tLéa"), names_in("Name\\tE-mail\\nBo\\tbo@example.org")
    (['Léa Dupont'], ['Bo'])
    """
    table = read_table(text)
    if not has_columns(table):
        return _names_in_lines(table)
    return names_of(table, recognise_columns(table), kinds)


def has_columns(table: Table) -> bool:
    """Whether a text has columns, and is no line of names with signs between them."""
    return table.width > 1 and (
        len(table.rows) > 1 or any(kind for kind in recognise_columns(table).kinds if kind not in NAMES)
    )


def is_in_blocks(text: str) -> bool:
    """Whether lines stand in several blocks with blank lines between: the first of each may name a team."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return sum("\n" in block.strip() for block in blocks) > 1


def names_of(table: Table, columns: RecognisedColumns, kinds: Sequence[str] | None = None) -> list[str]:
    """Return the whole names of a table's rows, by its columns or by other `kinds` of them."""
    below = rows_below_headings(table, has_heads=columns.has_heads)
    if "sender" in table.kinds and kinds is None:  # a message that does not say whom it means stands for them
        return [name or f"{sender}: {message}" for _line, (name, sender, message) in below]
    names = (whole_name(person_in_row(kinds or columns.kinds, row)) for _line, row in below)
    return [name for name in names if name]


def rows_below_headings(table: Table, *, has_heads: bool) -> list[tuple[int, Sequence[str]]]:
    """Return the rows below the headings, each with its line; headings that come again are no row."""
    rows: list[tuple[int, Sequence[str]]] = list(zip(table.lines, table.rows, strict=True))
    return [(line, row) for line, row in rows[1:] if row != table.rows[0]] if has_heads else rows


def _numbered_parts(line: str) -> list[str]:
    """Return the parts of a line in which names are numbered from 1, else the line.

    The number before the first name is a bullet, which may be gone.

    >>> _numbered_parts("Anna 2) Bo 3) Cy"), _numbered_parts("Anna 3) Bo")
    (['Anna ', 'Bo ', 'Cy'], ['Anna 3) Bo'])
    """
    parts = NUMBERED.split(line if NUMBERED.match(line) else f"1) {line}")
    numbers = [int(number) for number in parts[1::2]]
    return parts[2::2] if numbers == [*range(1, len(numbers) + 1)] else [line]


def _with_answer(parts: list[str]) -> list[str]:
    """Return the parts of a line; a no behind a comma stays with the name before it.

    >>> _with_answer(["Bo", " no"]), _with_answer(["Bo", " Lu"])
    (['Bo, no'], ['Bo', ' Lu'])
    """
    last = parts[-1].strip()
    is_no = len(parts) > 1 and (last in NO_WORDS or (last[:1].islower() and plain_text(last) in ABSENT))
    return [*parts[:-2], f"{parts[-2]},{parts[-1]}"] if is_no else parts


def _is_surely_turned(line: str) -> bool:
    """Whether a single "A, B" is somebody's family name and first name rather than two people."""
    last, first = (part.strip() for part in re.split("[,，]", line, maxsplit=1))
    is_common_name = (
        last.casefold() in unambiguous_last_names()
        and first.split()[0].casefold() in unambiguous_first_names()
    )
    return is_common_name or (last.isupper() and len(last) > 1 and not first.isupper())


def _with_last_two(parts: list[str]) -> list[str]:
    """Return the parts of a line; the last of several is two people where "and" stands in it.

    >>> _with_last_two(["Anna", " Bo", " Cy and Di"]), _with_last_two(["Ortega y Gasset"])
    (['Anna', ' Bo', 'Cy', 'Di'], ['Ortega y Gasset'])
    """
    if len(parts) > 1 and (couple := split_couple(parts[-1].strip())) is not None:
        return [*parts[:-1], *couple]
    sides = AND.split(parts[-1].strip())
    is_pair = len(parts) > 1 and len(sides) == 2 and all(len(side.split()) == 1 for side in sides)
    return [*parts[:-1], *sides] if is_pair else parts


def _is_first_name(word: str) -> bool:
    """Whether a word is a first name, or several joined by dashes.

    >>> _is_first_name("Anne-Sophie"), _is_first_name("Ortega")
    (True, False)
    """
    return all(part in unambiguous_first_names() for part in word.casefold().split("-"))


def split_names_by_blanks(name: str, known_names: Collection[str] = ()) -> list[str]:
    """Return the people that the words of a name may be, with nothing but blanks between them; [] for one.

    That are words which are all `known_names`, in small letters, or at least three first names, and at
    least four words of which one is none.

    >>> split_names_by_blanks("Marguerite Bo Jean-Pierre Ann"), split_names_by_blanks("Bo Lu", {"bo", "lu"})
    (['Marguerite', 'Bo', 'Jean-Pierre', 'Ann'], ['Bo', 'Lu'])
    >>> others = ("Bo Lu", "Anne-Sophie de La Rochefoucauld", "Marie Anne Lopez")
    >>> [split_names_by_blanks(name) for name in others]
    [[], [], []]
    """
    words = name.split()
    if len(words) > 1 and all(word.casefold() in known_names for word in words):
        return words
    others = sum(word.casefold() not in known_names and not _is_first_name(word) for word in words)
    may_be_several = (others == 0 and len(words) > MOST_SURE_NAMES) or (
        others == 1 and len(words) > MOST_SURE_NAMES + 1
    )
    return words if may_be_several and not any(word[:1].islower() for word in words) else []


def split_couple(text: str) -> tuple[str, str] | None:
    """Return the two people of a text with "and" between them, each with the family name; None for one name.

    >>> split_couple("Jean & Marie Dupont"), split_couple("Anna et Paul Martin")
    (('Jean Dupont', 'Marie Dupont'), ('Anna Martin', 'Paul Martin'))
    >>> split_couple("Anna Berg and Paul Martin"), split_couple("Ortega y Gasset"), split_couple("Bo")
    (('Anna Berg', 'Paul Martin'), None, None)
    >>> split_couple("Vera Kovacs, Sean O'Neill"), split_couple("Dupont, Léa")
    (('Vera Kovacs', "Sean O'Neill"), None)
    """
    if are_two_whole_names(text):
        first, last = re.split("[,，]", text)
        return first.strip(), last.strip()
    sides = AND.split(text)
    if len(sides) != 2 or not all(map(is_name, sides)):
        return None
    first_words, last_words = (side.split() for side in sides)
    if not all(_is_first_name(words[0]) for words in (first_words, last_words)):
        return None
    family = last_words[1:] if len(first_words) == 1 else []
    return " ".join([*first_words, *family]), " ".join(last_words)


def _people_joined(line: str) -> list[str]:
    """Return the people of a line in which "and" or "with" stands between first names, else the line.

    >>> _people_joined("Marie et Anna et Jean-Pierre"), _people_joined("Ortega y Gasset y Lopez")
    (['Marie', 'Anna', 'Jean-Pierre'], ['Ortega y Gasset y Lopez'])
    """
    sides = JOINED.split(line)
    are_people = len(sides) > 1 and all(is_name(side) and _is_first_name(side.split()[0]) for side in sides)
    return sides if are_people else [line]


def _turned_lines(lines: Sequence[str]) -> list[list[str]]:
    """Return the names of each line where commas of some lines part family names from first names.

    That is sure where behind each comma is a first name, and before it none.

    >>> _turned_lines(["Dupont, Anna", "Bo Lind"]), _turned_lines(["Anna, Paul", "Bo Lind"])
    ([['Anna Dupont'], ['Bo Lind']], [])
    """
    with_comma = [line for line in lines if re.search("[,，]", line)]
    if not with_comma or not all(map(_is_family_name_first, with_comma)):
        return []
    return [
        [whole_name(split_last_name_first(line)) if line in with_comma else bare_name(line)] for line in lines
    ]


def _is_family_name_first(line: str) -> bool:
    if not is_last_name_first(line):
        return False
    last, first = (part.strip() for part in re.split("[,，]", line))
    return _is_first_name(first.split()[0]) and not any(map(_is_first_name, last.split()))


def _names_in_lines(table: Table) -> list[str]:
    """Return the names of lines; where every line is "family name, first name" it is one name, turned
    round.
    """
    columns = recognise_columns(table)
    lines = [" ; ".join(filter(None, row)) for row in (table.rows[1:] if columns.has_heads else table.rows)]
    if lines and all(map(is_last_name_first, lines)) and (len(lines) > 1 or _is_surely_turned(lines[0])):
        return [whole_name(split_last_name_first(line)) for line in lines]
    of_one = [part.strip() for part in lines[0].split(";")] if len(lines) == 1 else []
    if len(of_one) > 1 and all(map(is_last_name_first, of_one)):
        return [whole_name(split_last_name_first(part)) for part in of_one]
    lines = [part for line in lines for part in _numbered_parts(without_country(line))]
    dashed = sum(len(DASH.findall(line)) > 1 for line in lines)
    lines = [part for line in lines for part in (DASH.split(line) if 2 * dashed > len(lines) else [line])]
    if turned := _turned_lines(lines):
        return [name for line in turned for name in line]
    lines = [" ; ".join(split_couple(line) or _people_joined(line)) for line in lines]
    parts = [bare_name(part) for line in lines for part in _with_last_two(_with_answer(BETWEEN.split(line)))]
    return [part for part in parts if part and (is_name(part) or any(sign.isalnum() for sign in part))]
