"""Results typed without headings: a line for each table, or for each player.

"12: 32.5, 7: 21.0, 3: -10, 9: -43.5" is a table of four. What stands between name and points (a colon, an
equals sign, a dash, blanks) and between players (a comma, a semicolon, a bar, a slash, a tab, blanks) is
decided by all lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .chats import message_text
from .dates import column_date_orders, read_day
from .headings import plain_text
from .letters import plain_digits
from .lines import LINE_ENDS, LONGEST_CELL, NUMBERED_SECTION, UNSEEN
from .numbers import read_number

#: players of a table
SEATS = range(2, 8)
#: share of the lines with a digit that have to be results
MOST_OF = 0.5
#: letters of a line, and lines that are looked at
LONGEST_LINE, MOST_LINES = 2 * LONGEST_CELL, 5000
_POINTS = (
    r"(?:[-−–▲△+]\s?|\(\s?)?[0-9]{1,3}(?:(?:[’'\u00a0\u202f ][0-9]{3})+|[0-9]*)(?:[.,][0-9]{1,3})*k?"
    r"(?:\s?\))?(?:\s?(?:pts?|points?|点|點)\.?)?"
)
_BETWEEN = r"(?:\s*[:：=→]\s*|\s+->\s*|\s+[-–—]\s+(?=[-−▲+(]?\s?[0-9])|\s+)"
#: a player's name or number with points
PAIR = re.compile(rf"(?P<name>[^:：=;|\t]{{1,80}}?){_BETWEEN}(?P<points>{_POINTS})", re.IGNORECASE)
#: a pair of a line in which blanks alone stand between pairs: a number, or a name without digits
BLANK_PAIR = re.compile(
    rf"\s*(?P<name>[0-9]{{1,3}}|[^\W\d_][^:：=;|\t\d]{{0,80}}?){_BETWEEN}(?P<points>{_POINTS})(?=\s|$)",
    re.IGNORECASE,
)
#: what may stand between the pairs of a line
SEPARATORS = (
    re.compile(r"\s*[;；]\s*"),
    re.compile(r"\s*\|\s*"),
    re.compile(r"\s*\t\s*"),
    re.compile(r"\s+/\s+"),
    re.compile(r"\s*[,，、]\s+"),
    re.compile(r"\s*[,，](?=[^:：=,]{1,80}[:：=])"),
    re.compile(r"\s*[,，](?=\s*[^\W\d_])"),
)
#: what stands before the first pair: the number of a line or of a table, and its day
NUMBER_BEFORE = re.compile(r"^\(?[0-9]{1,3}\s*[.)]\s+(?=\S)|^[-*•‣]\s+")
DAY_BEFORE = re.compile(r"^([0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4})\s*[:;,–-]?\s+(?=\S)")
LABEL = re.compile(r"^([^:：=\d]{0,20}\s?[0-9]{1,3}|[^\W\d_]{1,3}[0-9]{1,2})\s*[:：]\s*(?=\S)")
#: words with a number behind them
NAMED_NUMBER = re.compile(r"([^\W\d_]\D*?)\s*[-+−–▲(]*\s*([0-9][0-9.,’']*)")
#: final points in brackets behind points
FINAL_BESIDE = re.compile(r"(?<=[0-9])\s*\(\s?[-+−–▲][0-9.,]+\s?\)")
#: a dash that may stand between name and points, or be the sign of points
DASH = re.compile(r"\s+[-–—]\s+")


@dataclass(frozen=True, slots=True)
class ResultLines:
    """Tables read of lines: `rows` are the number of the first line and its cells.

    The cells are the day, which may be "", and then each player's name and points in turn. A line that is no
    result and has a digit stands in a row of its own, all of it in the cell of the first name. `left_out` are
    the other lines.
    """

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    day: str
    pairs: tuple[tuple[str, str], ...]


def read_result_lines(text: str) -> ResultLines | None:
    """Return the tables of a text; None where it is something else, or a table of cells under headings.

    >>> read_result_lines("12: 32,5, 7: 21,0, 3: -10, 9: -43,5").rows[0][1]
    ('', '12', '32,5', '7', '21,0', '3', '-10', '9', '-43,5')
    >>> [row[1:3] for _line, row in read_result_lines("Bo 30\\nLu -30\\n\\nCy = 5\\nDi = -5").rows]
    [('Bo', '30'), ('Cy', '5')]
    >>> read_result_lines("Bo\\nLu") is None
    True
    """
    lines = LINE_ENDS.split(text.removeprefix("\ufeff"))
    if len(lines) > MOST_LINES:
        return None
    shown = [(number, _tidy(line)) for number, line in enumerate(lines, start=1)]
    read = _read_lines(shown)
    counts = Counter(len(line.pairs) for line in read if len(line.pairs) in SEATS)
    with_digits = sum(_has_digit(line.text) and not _is_label(line.text) for line in read)
    if counts and sum(counts.values()) >= MOST_OF * with_digits:
        return _tables_of_lines(read, counts.most_common(1)[0][0])
    singles = sum(len(line.pairs) == 1 for line in read)
    return _tables_of_blocks(read) if singles > 1 and singles >= MOST_OF * with_digits else None


def _tidy(line: str) -> str:
    line = FINAL_BESIDE.sub("", line[: 2 * LONGEST_LINE])
    return plain_digits(message_text(line[:LONGEST_LINE]).replace("\u00ad", "").strip(UNSEEN)).strip()


def _tables_of_lines(lines: Sequence[_Line], seats: int) -> ResultLines:
    """Return each line as a table."""
    width = 1 + 2 * seats
    rows, left_out, day = [], [], ""
    for line in lines:
        cells = [cell for pair in line.pairs for cell in pair]
        if len(line.pairs) == seats:
            rows.append((line.number, (line.day or day, *cells)))
        elif _is_day(line.text):
            day = line.text.rstrip(" :")
        elif _is_label(line.text) or not _has_digit(line.text):
            left_out += [line.text] if line.text else []
        else:
            rows.append((line.number, ("", line.text, *[""] * (width - 2))))
    return ResultLines(tuple(rows), tuple(left_out))


def _tables_of_blocks(lines: Sequence[_Line]) -> ResultLines | None:
    """Return each block of lines as a table, a player a line; blank lines and headings stand between."""
    blocks: list[list[_Line]] = [[]]
    days = [""]
    left_out = []
    for line in lines:
        if len(line.pairs) == 1 and not _is_label(line.text):
            blocks[-1].append(line)
        elif _has_digit(line.text) and not _is_label(line.text):
            return None
        else:
            is_day = _is_day(line.text)
            left_out += [line.text] if line.text and not is_day else []
            blocks.append([])
            days.append(line.text.rstrip(" :") if is_day else days[-1])
    filled = [block for block in blocks if block]
    if len({len(block) for block in filled}) != 1 or len(filled[0]) not in SEATS:
        return None
    rows = [
        (block[0].number, (day, *(cell for line in block for cell in line.pairs[0])))
        for day, block in zip(days, blocks, strict=True)
        if block
    ]
    return ResultLines(tuple(rows), tuple(left_out))


def _has_digit(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _is_day(text: str) -> bool:
    """Whether a line says on which day games were played, and no results behind it.

    >>> [_is_day(text) for text in ("12.10.2026:", "12.10.2026 Table 3", "12.10.2026: Bo 3 Lu -3 Cy")]
    [True, True, False]
    """
    day = text.rstrip(" :")
    if (day_match := DAY_BEFORE.match(day)) is not None:
        named = (words for words, _number in NAMED_NUMBER.findall(day[day_match.end() :]))
        if sum(NUMBERED_SECTION.fullmatch(f"{plain_text(words)} 1") is None for words in named) > 1:
            return False
    return read_day(day) is not None or bool(column_date_orders([day]).orders)


def _is_label(text: str) -> bool:
    """Whether a line says which table or round follows, or on which day: "Table 3", "Round 2:", "T1"."""
    plain = plain_text(text)
    numbered = NUMBERED_SECTION.fullmatch(plain) or re.fullmatch("[trm][0-9]{1,2}", plain)
    return numbered is not None or _is_day(text)


def _read_lines(shown: Sequence[tuple[int, str]]) -> list[_Line]:
    """Return the lines with the pairs of each, by the separator that makes most tables.

    A line that it makes no such table of is read by another one where all that do agree.
    """
    readings = [[*_lines_by(shown, separator)] for separator in (*SEPARATORS, None)]
    best = max(readings, key=lambda lines: sum(len(line.pairs) in SEATS for line in lines))
    counts = Counter(len(line.pairs) for line in best if len(line.pairs) in SEATS)
    if not counts:
        return best
    seats = counts.most_common(1)[0][0]
    lines = []
    for line, *others in zip(best, *readings, strict=True):
        ways = {other.pairs: other for other in others if len(other.pairs) == seats}
        lines.append(next(iter(ways.values())) if len(line.pairs) != seats and len(ways) == 1 else line)
    return lines


def _lines_by(shown: Sequence[tuple[int, str]], separator: re.Pattern[str] | None) -> Iterator[_Line]:
    stripped = [_without_beginning(text) for _number, text in shown]
    parts = [_parts(text, separator) for _day, text in stripped]
    # a dash in every pair stands between name and points, a dash in some is a minus
    dashes = [bool(DASH.search(part)) for pairs in parts for part in pairs]
    has_dashes = bool(dashes) and all(dashes)
    for (number, text), (day, _rest), pairs in zip(shown, stripped, parts, strict=True):
        read = [_pair(part, is_dash_between=has_dashes) for part in pairs]
        if any(pair is None for pair in read):
            read = _in_turn(pairs)
        yield _Line(number, text, day, tuple(pair for pair in read if pair is not None))


def _without_beginning(text: str) -> tuple[str, str]:
    """Return the day before the pairs of a line, and the line without what stands before them.

    >>> _without_beginning("12.10.2026: Bo 3, Lu -3"), _without_beginning("Table 2: Bo: 3, Lu: -3")
    (('12.10.2026', 'Bo 3, Lu -3'), ('', 'Bo: 3, Lu: -3'))
    >>> _without_beginning("12: 3, 7: -3"), _without_beginning("1) Bo 3, Lu -3")
    (('', '12: 3, 7: -3'), ('', 'Bo 3, Lu -3'))
    """
    day = ""
    if (day_match := DAY_BEFORE.match(text)) is not None and _is_day(day_match[1]):
        day, text = day_match[1], text[day_match.end() :]
    text = NUMBER_BEFORE.sub("", text)
    label = LABEL.match(text)
    if label is not None:
        unlabelled = text[label.end() :]
        first = re.split("[,;|/\t]", unlabelled, maxsplit=1)[0]
        if PAIR.fullmatch(first.strip()) is not None and not re.fullmatch(_POINTS, first.strip()):
            text = unlabelled
    return day, text


def _parts(text: str, separator: re.Pattern[str] | None) -> list[str]:
    if separator is None:
        pairs = [*BLANK_PAIR.finditer(text)]
        is_whole = bool(pairs) and "".join(match[0] for match in pairs).strip() == text.strip()
        return [match[0].strip() for match in pairs] if is_whole else [text]
    return [part for part in separator.split(text.rstrip(",;|. ")) if part]


def _pair(part: str, *, is_dash_between: bool) -> tuple[str, str] | None:
    if is_dash_between:
        name, points = DASH.split(part, maxsplit=1)
        points_match = re.fullmatch(_POINTS, points.strip(), re.IGNORECASE)
        return (name.strip(), points.strip()) if points_match and name.strip() else None
    pair = PAIR.fullmatch(part.strip()) or BLANK_PAIR.fullmatch(part.strip())
    if pair is None:
        return None
    points = pair["points"]
    between = part.strip()[pair.end("name") : pair.start("points")]
    if DASH.fullmatch(between):
        points = f"-{points}"
    return (pair["name"].strip(), points) if read_number(points) is not None else None


def _in_turn(cells: Sequence[str]) -> list[tuple[str, str] | None]:
    """Return the pairs of cells that hold names and points in turn; none where they do not."""
    pairs: list[tuple[str, str] | None] = []
    for name, points in zip(cells[::2], cells[1::2], strict=False):
        is_pair = bool(name) and re.fullmatch(_POINTS, points, re.IGNORECASE) is not None
        pairs += [(name, points)] if is_pair else []
    return pairs if 2 * len(pairs) == len(cells) else []
