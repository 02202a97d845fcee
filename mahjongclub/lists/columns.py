"""What each column of a table is, by its heading and by everything that stands in it.

A kind is told by what cells look like where that leaves no doubt (addresses, countries, federation
numbers), else by the heading, else by elimination. Each kind is one column's at most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .answers import says_no, says_yes
from .cells import (
    is_country,
    is_country_code,
    is_day,
    is_ema_number,
    is_email,
    is_last_name_first,
    is_name,
    is_number,
    is_phone,
    is_timestamp,
    is_yes_or_no,
    may_be_country,
    share_that_fits,
    starts_with_capital_last_name,
)
from .headings import NAMES, PARTICLES, exact_heading_kind, heading_kind, plain_text
from .languages import unambiguous_first_names, unambiguous_last_names
from .periods import names_month_or_year
from .tables import Table

#: headings that are somebody's name too, without accents
NAMES_TOO = frozenset(
    (
        *("ad", "age", "berg", "bis", "bond", "by", "dag", "day", "den", "essen", "fee", "gender", "gry"),
        *("gun", "ika", "il", "ime", "kon", "krajina", "lag", "land", "lid", "maa", "mad", "mat", "mel"),
        *("member", "mesto", "nap", "nem", "nev", "nick", "note", "order", "place", "pos", "quota", "sex"),
        *("stad", "stat", "street", "tag", "tot", "town", "ville"),
    )
)
#: so many rows decide: no list of people may have more
MOST_ROWS = 1001
#: share of a column's cells that have to look alike
MOST_OF, NEARLY_ALL, HALF = 0.8, 0.95, 0.5
COMMAS = (",", "，")
LAST_FIRST, FIRST_LAST = ("last_name", "first_name"), ("first_name", "last_name")


@dataclass(slots=True)
class RecognisedColumns:
    """What the columns of a table are: `kinds` by their place, "" for one that is left out.

    `has_heads` says whether the first row are headings; `unsure` are places of columns that may hold names
    and of which nothing says which.
    """

    kinds: list[str]
    has_heads: bool
    unsure: tuple[int, ...] = ()
    #: what each column's heading or cells speak of, columns that are left out too
    seen: list[str] = field(default_factory=list)


def recognise_columns(table: Table) -> RecognisedColumns:
    """Return what the columns are.

    >>> from .tables import read_table
    >>> recognise_columns(read_table("Nom;Prénom;Pays;N° EMA\\nDupont;Léa;FRA;4010001")).kinds
    ['last_name', 'first_name', 'country', 'ema_number']
    >>> recognise_columns(read_table("Dupont;Léa;FRA\\nVogel;Max;GER")).kinds
    ['last_name', 'first_name', 'country']
    """
    rows = table.rows[:MOST_ROWS]
    if not rows:
        return RecognisedColumns([], False)
    if table.kinds:
        return RecognisedColumns(list(table.kinds), False, seen=list(table.kinds))
    has_heads = _has_heads(rows)
    below = rows[1:] if has_heads else rows
    cells = [[row[at] for row in below if row[at]] for at in range(table.width)]
    heads = [heading_kind(cell) if cell else "" for cell in rows[0]] if has_heads else [""] * table.width
    exact = [bool(exact_heading_kind(cell)) for cell in rows[0]] if has_heads else [False] * table.width
    seen = [_kind(head, column) for head, column in zip(heads, cells, strict=True)]
    kinds = _each_once(seen, exact, cells)
    kinds = _named_together(kinds)
    unsure: tuple[int, ...] = ()
    if table.width == 1:
        turned = any(
            share_that_fits(cells[0], fits) >= NEARLY_ALL
            for fits in (is_last_name_first, starts_with_capital_last_name)
        )
        kinds = [kinds[0] if kinds[0] in ("email", *NAMES) else "turned" if turned else "name"]
    elif len(twice := _called_name(seen, cells)) > 1 and not {"first_name", "last_name"} & set(kinds):
        unsure = twice
    elif not any(kind in NAMES for kind in kinds):
        kinds, unsure = _names_by_elimination(kinds, seen, cells, in_turn=table.separator in COMMAS)
    if not unsure and "team" not in kinds and (at := _grouping(kinds, seen, below)) is not None:
        kinds[at] = "team"
    return RecognisedColumns(kinds, has_heads, unsure, seen)


def _called_name(seen: Sequence[str], cells: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the columns that are headed as names and hold parts of one: nothing says which part."""
    return tuple(at for at, kind in enumerate(seen) if kind == "name" and _single_words(cells[at]))


# --- empty cells ---


def has_gaps(column: Sequence[str]) -> bool:
    """Whether cells of a column are empty below one that may stand for them: a team at the first of its rows.

    >>> has_gaps(["A", "", "B", ""]), has_gaps(["A", "A", "B"]), has_gaps(["", "", "B"])
    (True, False, False)
    """
    return bool(column) and bool(column[0]) and not all(column)


def fill_down_rows(
    rows: Sequence[Sequence[str]], places: Sequence[int], *, has_heads: bool
) -> dict[int, tuple[str, ...]]:
    """Return the rows of which empty cells in these columns take what stands above them, by their index.

    >>> fill_down_rows([("A", "Bo"), ("", "Lu")], [0], has_heads=False)
    {1: ('A', 'Lu')}
    """
    above = dict.fromkeys(places, "")
    filled: dict[int, tuple[str, ...]] = {}
    for index, row in enumerate(rows):
        if has_heads and index == 0:
            continue
        above |= {at: row[at] for at in places if row[at]}
        if any(not row[at] and above[at] for at in places):
            filled[index] = tuple(cell or above.get(at, "") for at, cell in enumerate(row))
    return filled


def _grouping(kinds: Sequence[str], seen: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """Return the place of a column without a heading that names teams, each as often as the others, or at the
    first of its rows.
    """
    for at, kind in enumerate(kinds):
        cells = [row[at] for row in rows]
        names = [cell for cell in cells if cell]
        if kind or seen[at] or len(set(names)) < 2 or not all(map(is_name, names)):
            continue
        at_first = has_gaps(cells) and len(set(names)) == len(names) and 2 * len(names) <= len(cells)
        if at_first or (all(cells) and _are_groups(cells)):
            return at
    return None


# --- headings ---


def _has_heads(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row says what stands below: by its words, or because it alone breaks the columns'
    patterns.
    """
    first = rows[0]
    if len(first) == 1:
        return (
            len(rows) > 2 and exact_heading_kind(first[0]) in NAMES and plain_text(first[0]) not in NAMES_TOO
        )
    below = rows[1:]
    # Nick, Ville or Dag is a heading only beside one that is nobody's name
    sure = any(
        exact_heading_kind(cell) and plain_text(cell) not in NAMES_TOO and not is_country_code(cell)
        for cell in first
    )
    exact = [exact_heading_kind(cell) if cell and sure else "" for cell in first]
    kinds = [heading_kind(cell) if cell and (sure or not exact_heading_kind(cell)) else "" for cell in first]
    if not below:
        return sum(map(bool, exact)) > 1 and any(kind in NAMES for kind in exact)
    for at, cell in enumerate(first):
        column = [row[at] for row in below if row[at]]
        for fits in (is_email, is_ema_number, is_country):
            is_heading = exact[at] and not is_country_code(cell)
            if cell and fits(cell) and share_that_fits(column, fits) >= MOST_OF and not is_heading:
                return False  # it is one of them
    broken = any(
        cell
        and not fits(cell)
        and len(column) > (0 if kinds[at] else 1)
        and share_that_fits(column, fits) >= NEARLY_ALL
        for at, cell in enumerate(first)
        for column in [[row[at] for row in below if row[at]]]
        for fits in (is_email, is_ema_number, is_country, is_day, is_number)
    )
    names = [kind for kind in exact if kind in NAMES]
    heading_count = sum(map(bool, exact))
    # names below an empty cell, and answers to the days beside it
    answers = [[row[at] for row in below if row[at]] for at in range(1, len(first))]
    is_poll = (
        not first[0] and all(row[0] for row in below) and all(first[1:]) and all(map(_are_said, answers))
    )
    if broken or (is_poll and not any(map(_is_answer, first[1:]))):
        return True
    # a single sign is a family name as often as a heading
    words = heading_count > 1 or any(
        kind in NAMES and len(cell) > 1 for kind, cell in zip(exact, first, strict=True)
    )
    periods = sum(names_month_or_year(cell) for cell in first if cell)
    if names and words and 3 * (heading_count + periods) >= sum(map(bool, first)):
        return not _looks_like_rows(first, below)
    return (
        sum(map(bool, kinds)) > 1
        and any(kind in NAMES for kind in kinds)
        and any("?" in c or len(c) > 12 for c in first)
    )


def _looks_like_rows(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a first row with a heading's word in it is a person all the same: its other cells fit their
    columns.
    """
    for at, cell in enumerate(first):
        column = [row[at] for row in below if row[at]]
        for fits in (is_email, is_ema_number, is_country):
            if (
                cell
                and not exact_heading_kind(cell)
                and fits(cell)
                and column
                and share_that_fits(column, fits) >= MOST_OF
            ):
                return True
    return False


# --- kinds ---


def _kind(head: str, cells: Sequence[str]) -> str:
    """Return what a column is by its cells where they leave no doubt, else by what its heading speaks of."""
    if not cells:
        return head
    if share_that_fits(cells, is_email) >= MOST_OF:
        return "email"
    if share_that_fits(cells, is_timestamp) >= NEARLY_ALL:
        return "timestamp"
    if head in (
        "remark",
        "email",
        "timestamp",
        "phone",
        "team",
        "federation",
        "city",
        "paid",
        "reading",
        "other",
        "points",
        "coming",
    ):
        return head
    if head == "ema_number" or (head in ("", "number") and share_that_fits(cells, is_ema_number) >= MOST_OF):
        return head or "ema_number" if share_that_fits(cells, is_ema_number) < MOST_OF else "ema_number"
    if share_that_fits(cells, is_country if not head else may_be_country) >= MOST_OF and head in (
        "",
        "country",
    ):
        return "country"
    if head in NAMES:
        return _name_kind(head, cells)
    if head and not (head == "date" and _are_answers(cells)):
        return head
    if share_that_fits(cells, is_phone) >= MOST_OF and not share_that_fits(cells, is_day) >= MOST_OF:
        return "phone"
    if share_that_fits(cells, is_day) >= NEARLY_ALL:
        return "date"
    if _are_answers(cells):
        return "answer"
    if share_that_fits(cells, is_yes_or_no) >= NEARLY_ALL:
        return "paid"
    if share_that_fits(cells, is_number) >= NEARLY_ALL:
        return "number"
    return _text_kind(cells)


def _are_answers(cells: Sequence[str]) -> bool:
    """Whether a column answers a question by yes and no, and somebody says no.

    >>> [_are_answers(cells) for cells in (["yes", "No"], ["✓", "✗"], ["yes", "yes"], ["1", "0"])]
    [True, True, False, False]
    """
    return _are_said(cells) and not any(map(str.isdecimal, cells)) and any(map(says_no, cells))


def _are_said(cells: Sequence[str]) -> bool:
    """Whether nearly all cells of a column are answers."""
    return share_that_fits(cells, _is_answer) >= NEARLY_ALL


def _is_answer(cell: str) -> bool:
    return is_yes_or_no(cell) or says_yes(cell) or says_no(cell)


def _name_kind(head: str, cells: Sequence[str]) -> str:
    """Return what a column under a heading of names is: "Dupont, Léa" is both names in turn."""
    if head in ("name", "turned", "last_name") and share_that_fits(cells, is_last_name_first) >= MOST_OF:
        return "turned"
    return (
        "turned"
        if head == "name" and share_that_fits(cells, starts_with_capital_last_name) >= MOST_OF
        else head
    )


def _text_kind(cells: Sequence[str]) -> str:
    """Return "turned" or "remark" for a column of words that nothing speaks of; "" where names may stand in
    it.
    """
    if share_that_fits(cells, is_last_name_first) >= NEARLY_ALL:
        return "turned"
    free = sum(1 for cell in cells if not is_name(cell) and not is_last_name_first(cell))
    return "remark" if free / len(cells) > 1 - MOST_OF else ""


# --- each kind once ---


def _each_once(seen: Sequence[str], exact: Sequence[bool], cells: Sequence[Sequence[str]]) -> list[str]:
    """Return the kinds, each of one column: the one whose heading names it alone, then the fullest."""
    kinds = list(seen)
    for kind in set(seen) - {""}:
        places = [at for at, seen_kind in enumerate(seen) if seen_kind == kind]
        # codes are countries more surely than names are: Chad Smith, USA
        best = max(places, key=lambda at: (exact[at], _short(cells[at]), len(cells[at]), -at))
        for at in places:
            if at != best:
                kinds[at] = ""
    return kinds


def _short(cells: Sequence[str]) -> bool:
    return share_that_fits(cells, lambda cell: len(str(cell)) <= 3) >= MOST_OF


def _named_together(kinds: list[str]) -> list[str]:
    """Return the kinds with a name beside a first or last name as the other one: "Nom" and "Prénom"."""
    if "name" in kinds and "first_name" in kinds and "last_name" not in kinds:
        kinds[kinds.index("name")] = "last_name"
    elif "name" in kinds and "last_name" in kinds and "first_name" not in kinds:
        kinds[kinds.index("name")] = "first_name"
    elif "turned" in kinds and "first_name" in kinds and "last_name" not in kinds:
        kinds[kinds.index("first_name")] = ""
    return kinds


def _names_by_elimination(
    kinds: list[str], seen: Sequence[str], cells: Sequence[Sequence[str]], *, in_turn: bool
) -> tuple[list[str], tuple[int, ...]]:
    """Return the kinds where no heading speaks of names, and the columns of which one has to be asked about.

    `in_turn` says that commas stand between: of two names the family name is the first.
    """
    free = [
        at
        for at, kind in enumerate(seen)
        if not kind and cells[at] and share_that_fits(cells[at], is_name) >= MOST_OF
    ]
    filled = max((len(cells[at]) for at in free), default=0)
    free = [at for at in free if len(cells[at]) >= MOST_OF * filled]  # remarks are seldom everybody's
    if not free:
        turned = [
            at
            for at, kind in enumerate(seen)
            if not kind and share_that_fits(cells[at], is_last_name_first) >= MOST_OF
        ]
        free = turned or [at for at, kind in enumerate(seen) if not kind and cells[at]]
    if not free:
        return kinds, ()
    if in_turn and len(cells) == len(free) == 2 and _are_turned(*cells):
        return [*LAST_FIRST], ()
    whole = [at for at in free if _are_whole(cells[at])]
    if len(free) == 1 or len(whole) == 1:
        at = (whole or free)[0]
        kinds[at] = (
            "turned" if share_that_fits(cells[at], starts_with_capital_last_name) >= MOST_OF else "name"
        )
        return kinds, ()
    left, right = free[0], free[1]
    if right == left + 1 and _single_words(cells[left]) and _single_words(cells[right]):
        first_comes = _names_share(cells[left], unambiguous_first_names()) + _names_share(
            cells[right], unambiguous_last_names()
        )
        last_comes = _names_share(cells[left], unambiguous_last_names()) + _names_share(
            cells[right], unambiguous_first_names()
        )
        if in_turn and len(cells) == 2:
            kinds[left], kinds[right] = "last_name", "first_name"
            return kinds, ()
        if max(first_comes, last_comes) >= 0.8 and abs(first_comes - last_comes) >= 0.5:
            kinds[left], kinds[right] = LAST_FIRST if last_comes > first_comes else FIRST_LAST
            return kinds, ()
        if _capitals(cells[left]) != _capitals(cells[right]):
            kinds[left], kinds[right] = LAST_FIRST if _capitals(cells[left]) else FIRST_LAST
            return kinds, ()
        if not _are_groups(cells[right]):
            kinds[left] = "name"
            return kinds, (left, right)
    kinds[left] = "name"
    if len(free) == 2 and _are_groups(cells[right]) and not _are_groups(cells[left]):
        kinds[right] = "team"
        return kinds, ()
    return kinds, tuple(free[:3])


def _single_words(cells: Iterable[str]) -> bool:
    """Whether most cells are one word, what stands in brackets aside: a part of a name."""
    lengths = [len(re.sub(r"\s*[(（\[].*", "", cell).split()) for cell in cells]
    return sum(length == 1 for length in lengths) >= 0.6 * len(lengths)


def _are_whole(cells: Sequence[str]) -> bool:
    """Whether most cells are several words, not all in small letters: a whole name."""
    return (
        share_that_fits(cells, lambda cell: sum(not word[0].islower() for word in str(cell).split()) > 1)
        >= MOST_OF
    )


def _are_turned(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether most cells on the left are family names, and those on the right first names.

    >>> _are_turned(["van der Berg", "Martin"], ["Piet", "Jean Jr."]), _are_turned(["LE GALL"], ["Yann"])
    (True, True)
    >>> _are_turned(["Anna Berg"], ["Lund"]), _are_turned(["Anna"], ["Bo Lind"])
    (False, False)
    """
    if _capitals(left) and not _capitals(right):
        return True
    are_family = share_that_fits(left, lambda cell: _words_of_weight(str(cell)) == 1) >= MOST_OF
    is_first = _names_share(left, unambiguous_first_names()) > _names_share(left, unambiguous_last_names())
    return are_family and not is_first and _names_share(right, unambiguous_first_names()) > HALF


def _words_of_weight(name: str) -> int:
    """Return how many words of a name are no particles.

    >>> _words_of_weight("van der Berg"), _words_of_weight("Le Gall Roy")
    (1, 2)
    """
    return sum(PARTICLES.fullmatch(word) is None for word in name.split())


def _names_share(cells: Sequence[str], known: frozenset[str]) -> float:
    return share_that_fits(cells, lambda cell: re.split(r"[\s-]", str(cell).casefold())[0] in known)


def _capitals(cells: Sequence[str]) -> bool:
    return share_that_fits(cells, lambda cell: len(str(cell)) > 1 and str(cell).isupper()) >= MOST_OF


def _are_groups(cells: Sequence[str]) -> bool:
    """Whether each text stands there as often as every other, and more than once: teams of one size."""
    times = set(Counter(cells).values())
    return len(times) == 1 and times != {1}
