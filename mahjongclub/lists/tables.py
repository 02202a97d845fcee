"""Text as a table of cells: separator, quotes and title lines, decided by the whole of it.

What a spreadsheet exports, what one copies from it, and what people type one a line all become rows of cells.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .answers import phrases_of, says_no, says_yes
from .cards import read_cards
from .chats import PeopleInChat, read_chat
from .countries import country_code
from .headings import NAMES, exact_heading_kind, heading_kind, plain_text
from .lines import (
    BULLET,
    LINE_ENDS,
    LONGEST_CELL,
    NUMBERED_SECTION,
    RULE,
    UNSEEN,
    lines_of_list,
    split_leading_answer,
    tidy_cell,
    without_marks_and_addresses,
    without_page_numbers,
)
from .mails import read_mail_recipients
from .numbers import read_number

#: separators, the likelier first; the last are spaces that align columns
SEPARATORS = ("\t", ";", "|", ",", "；", "，", "  ")
ALIGNED = re.compile(r" {2,}|\u3000+")
#: a wide blank between family name and first name, as Japanese is written
BETWEEN_SIGNS = re.compile(r"(?<=[\u3040-\u30ff\u3400-\u9fff])\u3000(?=[\u3040-\u30ff\u3400-\u9fff])")
#: signs of a family name or a first name, and of what stands in brackets behind it
LONGEST_SIDE = 8
SEP_LINE = re.compile(r"^\s*\"?sep=(\t|[^\s\w\"])\"?\s*$", re.IGNORECASE)
#: a quoted cell has so many line breaks at most: beyond it a quote was one of the text
MOST_LINES_IN_CELL = 30
#: so many cells of a row are looked at: every row becomes as long as the longest
MOST_COLUMNS = 60
#: a comma within a number
GROUPING_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
#: rows among which the headings are looked for
HEADING_WITHIN = 12
#: a team with its players, or a table: "Dragons: Bo, Lu"
GROUP = re.compile(r"([^:：,;/@0-9]{1,40}?(?:\s?[0-9]{1,3})?)\s*[:：]\s*(.+)")
BETWEEN_PEOPLE = re.compile(r"\s*[,;、，；،؛|]\s*|\s+[/&+–—-]\s+")
#: lines that are looked at for such groups, and words of a name
MOST_GROUPS, MOST_WORDS = 400, 6
#: the number of a player of a team in a heading
HEAD_NUMBER = re.compile(r"\s*(?:#|n[°o.]*\s?)?[0-9]{1,2}$")
#: the same with a letter alone: P1, J1, S1
PLAYER_HEAD = re.compile(r"[PJSG]\s?[0-9]{1,2}")
#: what stands below a list, before how many they are
TOTALS = frozenset(
    (
        *("total", "totals", "sum", "count", "summa", "players", "nombre", "nombre total", "summe", "gesamt"),
        *("anzahl", "insgesamt", "totale", "totaal", "aantal", "totalt", "antal", "i alt", "sammanlagt"),
        *("yhteensa", "razem", "suma", "celkem", "pocet", "osszesen", "letszam", "итого", "всего", "разом"),
        *("всього", "συνολο", "toplam", "合計", "合计", "總計", "总计", "計", "人数", "人數", "합계", "총"),
    )
)

#: the same behind how many they are: "24 players"
COUNTED_PEOPLE = phrases_of(
    """
    players|people|persons|participants|members|joueurs|joueuses|personnes|inscrits|membres|spieler|personen|
    teilnehmer|mitglieder|spelers|deelnemers|leden|spillere|spelare|deltagere|deltagare|personer|pelaajaa|
    giocatori|persone|iscritti|jugadores|personas|inscritos|jogadores|pessoas|graczy|osob|hracu|fo|игроков|человек|
    гравців|людей|παικτες|ατομα|oyuncu|kisi|人|名|명
    """
)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a text, each as long as the longest; `separator` is "" for a text of one column."""

    rows: tuple[tuple[str, ...], ...]
    separator: str = ""
    #: lines above, below and within the table that are no part of it
    titles: tuple[str, ...] = ()
    #: the number of each row's line in the text, from 1
    lines: tuple[int, ...] = ()
    #: where each column stands in the text, from 0: columns in which nothing stands are left out
    places: tuple[int, ...] = ()
    #: what the columns are where the reader knows it: of a chat
    kinds: tuple[str, ...] = ()
    #: whether rows are no lines of the text, which is written again where a row is mended
    is_rearranged: bool = False
    #: whether signs that nobody sees stand in the text
    has_unseen: bool = False

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max(map(len, self.rows), default=0)


def read_table(text: str) -> Table:
    """Return the cells of a text.

    >>> read_table('sep=;\\nNom;Pays\\n"MÜLLER, Jörg";GER').rows
    (('Nom', 'Pays'), ('MÜLLER, Jörg', 'GER'))
    >>> read_table("Open, Lyon\\nNom;Ville\\nSeule;Lille").titles
    ('Open, Lyon',)
    >>> read_table("Saturday:\\n1. Bo\\n2. Aiko ✅").rows
    (('Bo',), ('Aiko',))
    >>> read_table("| Name | Land |\\n|---|:--|\\n| Bo | DE |\\n").rows
    (('Name', 'Land'), ('Bo', 'DE'))
    """
    text = text.removeprefix("\ufeff").replace("\0", "")
    table = _read_any(text)
    return replace(table, has_unseen=True) if re.search(f"[{UNSEEN}]", text) else table


def _read_any(text: str) -> Table:
    first, _end, below = text.partition("\n")
    if declared := SEP_LINE.match(first):
        rows = _cells(below, declared[1])
        return _finished([(line + 1, row) for line, row in rows], declared[1])
    if (chat := read_chat(text)) is not None:
        return _table_of_chat(chat)
    if (receivers := read_mail_recipients(text)) is not None:
        people, others = receivers
        return _finished([(line, [tidy_cell(name)]) for line, name in people], "", others)
    if (cards := read_cards(text)) is not None:
        if len(cards.rows[0]) == 1:
            return _rearranged(cards.rows[1:], cards.left_out, ("name",))
        return _rearranged(cards.rows, cards.left_out)
    is_answered, unanswered = _lines_without_answers(text)
    if not is_answered and (groups := _named_groups(text)) is not None:
        return groups
    text, pages = without_page_numbers(text)
    separator = separator_of(unanswered if is_answered else text)
    if separator:
        table = _finished(_cells(text, separator), separator, pages)
        return _one_a_row(table)
    rows, left_out = lines_of_list(text)
    return _finished(rows, "", [*pages, *left_out])


def _lines_without_answers(text: str) -> tuple[bool, str]:
    """Return whether lines answer for those whom they name ("Yes: Bo, Lu"), and the text of the others."""
    lines = LINE_ENDS.split(text)
    others = [line for line in lines if not split_leading_answer(line)[0]]
    return len(others) < len(lines), "\n".join(others)


def _rearranged(rows: Sequence[Sequence[str]], left_out: Sequence[str], kinds: Sequence[str] = ()) -> Table:
    """Return a table whose rows are no lines of the text: lines count its rows."""
    even = tuple(tuple(map(tidy_cell, row)) for row in rows)
    lines = tuple(range(1, len(even) + 1))
    places = tuple(range(len(even[0])))
    return Table(even, "\t", tuple(map(tidy_cell, left_out)), lines, places, tuple(kinds), is_rearranged=True)


def _named_groups(text: str) -> Table | None:
    """Return people that stand in a line behind the name of their team, or the number of their table.

    >>> _named_groups("Dragons: Bo, Lu\\nWinds: Cy, Ed").rows
    (('Dragons', 'Bo'), ('Dragons', 'Lu'), ('Winds', 'Cy'), ('Winds', 'Ed'))
    >>> _named_groups("Bo: yes, late\\nLu: no, sorry") is None
    True
    """
    lines = [line.strip() for line in LINE_ENDS.split(text) if line.strip()]
    groups: list[tuple[str, list[str]]] = []
    left_out = []
    for line in lines[:MOST_GROUPS]:
        group_match = GROUP.fullmatch(line[:LONGEST_CELL])
        people = (
            [part.strip() for part in BETWEEN_PEOPLE.split(group_match[2]) if part.strip()]
            if group_match
            else []
        )
        if group_match is None or len(people) < 2:
            left_out.append(line)
        elif all(map(_may_be_person, people)):
            groups.append((group_match[1], people))
        else:
            return None
    if len(groups) < 2 or len(groups) <= 2 * len(left_out) or len(lines) > MOST_GROUPS:
        return None
    numbered = all(NUMBERED_SECTION.fullmatch(plain_text(group)) for group, _people in groups)
    rows = [(group, without_marks_and_addresses(person)) for group, people in groups for person in people]
    return _rearranged(rows, left_out, ("" if numbered else "team", "name"))


def _may_be_person(text: str) -> bool:
    """Whether a text behind the name of a team may be a person's name: no word of an answer, no sentence."""
    words = text.split()
    is_name = (
        len(words) <= MOST_WORDS
        and not re.search(r"[0-9@?!=/\\]", text)
        and words[0][:1].upper() == words[0][:1]
    )
    return is_name and not says_no(text) and not says_yes(text)


def _one_a_row(table: Table) -> Table:
    """Return a table of teams with a column for each player as one with a row for each.

    >>> _one_a_row(read_table("Team;Player 1;Player 2\\nReds;Bo;Lu\\nBlues;Cy;Ed")).rows[:3]
    (('Team', 'Player'), ('Reds', 'Bo'), ('Reds', 'Lu'))
    """
    heads = table.rows[0] if table.rows else ()
    kinds = [
        "name" if PLAYER_HEAD.fullmatch(head) else exact_heading_kind(HEAD_NUMBER.sub("", head))
        for head in heads
    ]
    names = [at for at, kind in enumerate(kinds) if kind == "name" and HEAD_NUMBER.search(heads[at])]
    teams = [at for at, kind in enumerate(kinds) if kind == "team" or (kind == "name" and at not in names)]
    if len(names) < 2 or len(teams) != 1 or len(names) + 1 != len(heads):
        return table
    team = teams[0]
    rows = [(row[team], row[at]) for row in table.rows[1:] for at in names if row[at]]
    head = (
        heads[team],
        "Name" if PLAYER_HEAD.fullmatch(heads[names[0]]) else HEAD_NUMBER.sub("", heads[names[0]]),
    )
    return _rearranged([head, *rows], table.titles)


def _table_of_chat(chat: PeopleInChat) -> Table:
    """Return whom a chat names as rows: the name, who wrote it and the message; lines count its rows."""
    rows = tuple(tuple(map(tidy_cell, (named.name, named.sender, named.message))) for named in chat.people)
    titles = tuple(map(tidy_cell, chat.left_out))
    lines = tuple(range(1, len(rows) + 1))
    kinds = ("name", "sender", "remark")
    return Table(rows, "\t", titles, lines, (0, 1, 2), kinds, is_rearranged=True)


def separator_of(text: str) -> str:
    """Return what stands between the cells of a text; "" for a text of one column.

    >>> separator_of("Name;Points\\nBo;1,5\\nLu;2,5"), separator_of("Bo\\nLu")
    (';', '')
    """
    if declared := SEP_LINE.match(text.partition("\n")[0]):
        return declared[1]
    best = (0.0, "")
    in_numbers = text.count(",") == len(GROUPING_COMMA.findall(text))
    for rank, separator in enumerate(SEPARATORS):
        if separator == "," and in_numbers:
            continue
        if _contains(text, separator):
            best = max(best, (_evenness(_cells(text, separator), separator) - rank * 0.02, separator))
    return best[1]


def table_from_rows(rows: Sequence[Sequence[str]]) -> Table:
    """Return cells that a spreadsheet holds as a table, its titles apart."""
    numbered = [(line, _tidy_row(row)) for line, row in enumerate(rows, start=1)]
    wide = any(sum(map(bool, row)) > 1 for _line, row in numbered)
    return _finished(numbered, "\t" if wide else "")


def _with_wide_blanks(text: str) -> str:
    """Return a text with small blanks in place of wide ones between family name and first name.

    They are where every line has one at most, and neither of its sides is long, a heading or a country.

    >>> _with_wide_blanks("田中\u3000愛子\\n佐藤\u3000健") == "田中 愛子\\n佐藤 健"
    True
    >>> _with_wide_blanks("名前\u3000国\\n田中\u3000日本") == "名前\u3000国\\n田中\u3000日本"
    True
    """
    for line in text.split("\n"):
        name = re.split(r"[\u3000 ]{2,}", BULLET.sub("", line.strip()))[0]
        sides = BETWEEN_SIGNS.split(name)
        is_name = len(sides) < 3 and all(len(side) <= LONGEST_SIDE for side in sides)
        if len(sides) > 1 and not (
            is_name and not any(exact_heading_kind(s) or country_code(s) for s in sides)
        ):
            return text
    return BETWEEN_SIGNS.sub(" ", text)


def _contains(text: str, separator: str) -> bool:
    if separator == "  ":
        return bool(ALIGNED.search(_with_wide_blanks(text)))
    return separator in text


def _tidy_row(row: Sequence[str]) -> list[str]:
    return [tidy_cell(cell) for cell in row[:MOST_COLUMNS]]


def _cells(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a text by a separator, each with the number of its first line; empty ones are left
    out.
    """
    lines = LINE_ENDS.split(text)
    if separator == "  ":
        lines = _with_wide_blanks("\n".join(lines)).split("\n")
        split = _with_spaced_headings([ALIGNED.split(line.strip()) for line in lines])
        return [(at, _tidy_row(row)) for at, row in enumerate(split, start=1) if any(row)]
    quoted = _quoted(lines, separator)
    if quoted is None:
        quoted = [
            (at, [cell.strip().strip('"') for cell in line.split(separator)])
            for at, line in enumerate(lines, 1)
        ]
    return [(at, _tidy_row(row)) for at, row in quoted if any(cell.strip() for cell in row)]


def _with_spaced_headings(rows: list[list[str]]) -> list[list[str]]:
    """Return rows of aligned columns; of headings between which single blanks stand each word is one.

    >>> _with_spaced_headings([["Nr Name", "Club"], ["1", "Bo Lind", "Lund"], ["2", "Lu", "Oslo"]])[0]
    ['Nr', 'Name', 'Club']
    """
    width = Counter(len(row) for row in rows if any(row)).most_common(1)[0][0] if any(map(any, rows)) else 0
    first = next((row for row in rows if any(row)), [])
    words = " ".join(first).split()
    if len(first) < width == len(words) and sum(bool(exact_heading_kind(word)) for word in words) > 1:
        return [words if row == first else row for row in rows]
    return rows


def _quoted(lines: list[str], separator: str) -> list[tuple[int, list[str]]] | None:
    """Return the rows where quotes hold cells together; None where a quote is one of the text."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, skipinitialspace=True)
    rows: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for row in reader:
            if reader.line_num - begins > MOST_LINES_IN_CELL or any(
                cell.count("\n") > MOST_LINES_IN_CELL for cell in row
            ):
                return None
            rows.append((begins, row))
            begins = reader.line_num + 1
    except csv.Error:
        return None
    last = rows[-1][1] if rows else []
    if any(cell.endswith("\n") and cell.count("\n") > 1 for cell in last):  # a quote that nobody closed
        return None
    return rows


def _evenness(rows: list[tuple[int, list[str]]], separator: str) -> float:
    """Return from 0 to about 1.5 how much rows look like a table: how many of them have the same columns."""
    titles = next((at for at, (_line, row) in enumerate(rows[:HEADING_WITHIN]) if sum(map(bool, row)) > 1), 0)
    whole = len(rows)
    rows = rows[titles:] if titles <= len(rows) - titles else rows
    widths = Counter(len(row) for _line, row in rows)
    if not widths:
        return 0.0
    width, times = max(widths.items(), key=lambda item: (item[1], item[0]))
    if separator in (",", "，") and len(rows) > 1 and widths[1] == 0 and len(widths) > 1:
        # a comma may stand in a free text at the end: what all rows have is what counts
        width, times = min(widths), len(rows)
    if width < 2:
        wide = [row for _line, row in rows if len(row) > 1]
        if separator not in ("\t", ";", "；") or not wide:
            return 0.0
        # some have only a name, others more: a team or a remark behind it
        return 0.3 + 0.2 * len(wide) / len(rows)
    share = times / whole
    heading_counts = (
        sum(bool(exact_heading_kind(cell)) for cell in row) for _line, row in rows[:HEADING_WITHIN]
    )
    columns = 0.08 * min(width, 8) if times >= 0.7 * len(rows) else 0.0
    heads = 0.2 * min(max(heading_counts), 4)
    if separator == "  " and (share < 0.9 or len(rows) < 2):
        return 0.0
    if separator in (",", "，"):
        if len(rows) == 1 and not any(exact_heading_kind(cell) for cell in rows[0][1]):
            return 0.0  # names in a line
        if times < 0.85 * len(rows):
            return 0.0
        return share * (0.7 if width == 2 else 0.8) + heads + columns
    return share + heads + columns


def _finished(rows: list[tuple[int, list[str]]], separator: str, left_out: Sequence[str] = ()) -> Table:
    """Return the table without titles above it, totals below it, lines drawn in it and columns in which
    nothing stands.

    `left_out` are lines that were found to name nobody.
    """
    rows = [(line, row) for line, row in rows if any(cell and not RULE.fullmatch(cell) for cell in row)]
    above = _titles([row for _line, row in rows])
    below = len(rows)
    while below > above + 2 and _is_total(rows[below - 1][1]):
        below -= 1
    apart = [row for _line, row in (*rows[:above], *rows[below:])]
    titles = (*left_out, *(" ".join(filter(None, row)) for row in apart))
    rows = rows[above:below]
    width = max((len(row) for _line, row in rows), default=0)
    even = [(*row, *[""] * width)[:width] for _line, row in rows]
    filled = [at for at in range(width) if any(row[at] for row in even)]
    return Table(
        tuple(tuple(row[at] for at in filled) for row in even),
        separator if len(filled) > 1 else "",
        titles,
        tuple(line for line, _row in rows),
        tuple(filled),
    )


def _titles(rows: list[list[str]]) -> int:
    """Return how many rows stand above the headings, or above the first row of a table without."""
    width = max((sum(map(bool, row)) for row in rows), default=0)
    if width < 2:
        return 0
    for at, row in enumerate(rows[:HEADING_WITHIN]):
        filled = [cell for cell in row if cell]
        kinds = [
            kind
            for cell in filled
            if (kind := heading_kind(cell) if " " in cell else exact_heading_kind(cell))
        ]
        speaks = 2 * len(kinds) >= len(filled) > 1 and (len(kinds) > 1 or len(filled) == 2)
        shorter = all(sum(map(bool, above)) < len(filled) for above in rows[:at])
        if speaks and shorter and (len(kinds) > 2 or set(kinds) & set(NAMES)):
            while at + 2 < len(rows) and _are_headings(rows[at + 1]):
                at += 1  # what stands above groups the columns
            return at
    usual = Counter(sum(map(bool, row)) for row in rows).most_common(1)[0][0]
    if usual < 2:
        return 0
    # a title has one cell where all others have several
    above = 0
    while (
        above < len(rows) - 1
        and sum(map(bool, rows[above])) == 1
        and len(rows) > 2
        and _is_title(rows[above])
    ):
        above += 1
    return above


def _are_headings(row: list[str]) -> bool:
    """Whether every cell of a row is a heading, of a column of names among them; or most, with both names."""
    kinds = [exact_heading_kind(cell) for cell in row if cell]
    if {"first_name", "last_name"} <= set(kinds) and 2 * sum(map(bool, kinds)) > len(kinds):
        return True
    return len(set(kinds)) > 1 and all(kinds) and bool(set(kinds) & set(NAMES))


def _is_total(row: list[str]) -> bool:
    """Whether a row says how many stand above it: "Total: 24", or the word and numbers.

    >>> _is_total(["", "Anzahl: 2"]), _is_total(["Total", "24"]), _is_total(["Total", "DEN"])
    (True, True, False)
    >>> _is_total(["24 players"]), _is_total(["3 Fingers Joe"])
    (True, False)
    """
    first, *others = filter(None, row)
    if not others and (counted := re.fullmatch(r"([0-9]{1,4})\s+(\D+)", first)) is not None:
        return plain_text(counted[2]) in COUNTED_PEOPLE
    word, number = re.fullmatch(r"(.*?)\s*[:：]?\s*([0-9]*)", first).groups()  # type: ignore[union-attr]
    is_word = plain_text(word) in TOTALS or word in TOTALS
    return is_word and bool(number or others) and all(read_number(cell) is not None for cell in others)


def _is_title(row: list[str]) -> bool:
    """Whether a row of one cell reads like a title rather than like a name."""
    cell = next(filter(None, row))
    return bool(re.search(r"\d{2}", cell)) or len(cell.split()) > 3
