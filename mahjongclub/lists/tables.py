"""Text as a table of cells: separator, quotes and title lines, decided by the whole of it.

What a spreadsheet exports, what one copies from it, and what people type one a line all become rows of cells.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .answers import ABSENT, CROSSES, TICKS, is_declining_line, says_no, says_yes
from .cards import read_cards
from .chats import Chat, read_chat
from .countries import country_code
from .headings import NAMES, exact_heading_kind, heading_kind, plain_text
from .mails import begins_closing, is_greeting, read_receivers
from .numbers import read_number

#: separators, the likelier first; the last are spaces that align columns
SEPARATORS = ("\t", ";", "|", ",", "；", "，", "  ")
ALIGNED = re.compile(r" {2,}|\u3000+")
#: a wide blank between family name and first name, as Japanese is written
BETWEEN_SIGNS = re.compile(r"(?<=[\u3040-\u30ff\u3400-\u9fff])\u3000(?=[\u3040-\u30ff\u3400-\u9fff])")
#: signs of a family name or a first name, and of what stands in brackets behind it
LONGEST_SIDE = 8
#: a line drawn below the headings: of Markdown, of a text table
RULE = re.compile(r"[-=_:–—+|\s]+")
SEP_LINE = re.compile(r"^\s*\"?sep=(\t|[^\s\w\"])\"?\s*$", re.IGNORECASE)
LINE_ENDS = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
#: a quoted cell has so many line breaks at most: beyond it a quote was one of the text
MOST_LINES_IN_CELL = 30
#: so many letters of a line or cell are looked at: names are shorter, and patterns take the square of it
LONGEST_CELL = 500
#: so many cells of a row are looked at: every row becomes as long as the longest
MOST_COLUMNS = 60
#: a comma within a number
GROUPING_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
#: rows among which the headings are looked for
HEADING_WITHIN = 12
#: what stands before a name in a list of names: numbers, dashes, bullets, ticks of chats
BULLET = re.compile(
    r"^\s*(?:\(?[0-9０-９]{1,3}\s*[.):、．）]|[0-9]{1,2}\ufe0f?\u20e3"
    r"|[-–—*•‣◦·▪●○✓✔☑✅➡→>☐□]\ufe0f?|\+(?!\s?[0-9])|\[[ xX✓]?\])\s*"
)
#: an address behind a name, as mail programs copy it; the sign before a name that a chat mentions
ADDRESS = re.compile(
    r"\s*[<(\[]?[^\s<>()\[\],;@]+@[^\s<>()\[\],;]+\.[^\s<>()\[\],;]+[>)\]]?|^\s*@(?=[^\W\d_])"
)
#: a telephone number behind a name: longer than a number of a federation, or of another country
PHONE_BEHIND = re.compile(r"[\s,:–-]+(?:\(?\+[0-9 ()./-]{7,24}|\(?(?:[0-9][ ()./-]?){9,15}\)?)$")
#: pictures before a name, tiles too; those of two letters are flags, which say a country
LEADING_SIGNS = re.compile("^(?:[😀-🙏🤚-🧿🌀-🏿🐀-📿🚀-🛿🀀-🃿❤♥][\\s\u200d♀♂\ufe0f]*)+")
#: a name in bold or slanted letters of a chat, and one that is struck out
MARKED, STRUCK = re.compile(r"^(\*{1,3}|_{1,3})(\S.*\S)\1$"), re.compile(r"^\s*(~{1,2})(\S.*\S)\1\s*$")
#: a team with its players, or a table: "Dragons: Bo, Lu"
GROUP = re.compile(r"([^:：,;/@0-9]{1,40}?(?:\s?[0-9]{1,3})?)\s*[:：]\s*(.+)")
BETWEEN_PEOPLE = re.compile(r"\s*[,;、，；|]\s*|\s+[/&+–—-]\s+")
#: lines that are looked at for such groups, and words of a name
MOST_GROUPS, MOST_WORDS = 400, 6
#: the number of a player of a team in a heading
HEAD_NUMBER = re.compile(r"\s*(?:#|n[°o.]*\s?)?[0-9]{1,2}$")
#: a line that numbers a page
PAGE = re.compile(
    r"(?:page|seite|pagina|página|strona|strana|stránka|sida|side|sivu|oldal|страница|стр\.?|сторінка|σελίδα|sayfa)"
    r"\s*[0-9]{1,3}(?:\s*(?:/|of|von|de|sur|van|av|af|di|z|ze|из|з|από)\s*[0-9]{1,3})?",
    re.IGNORECASE,
)
#: a line between names that says whose list begins, without accents
SECTIONS = frozenset(
    (
        *("waiting list", "waitlist", "reserves", "substitutes", "liste d attente", "remplacants"),
        *("warteliste", "ersatzspieler", "wachtlijst", "reserveliste", "venteliste", "vantelista"),
        *("jonotuslista", "varasijat", "lista d attesa", "lista de espera", "lista rezerwowa"),
        *("cekaci listina", "varolista", "лист ожидания", "список очікування", "λιστα αναμονης"),
        *("yedek liste", "キャンセル待ち", "补位", "候补", "候補", "대기", "대기자"),
    )
)
#: the same with a number: tables and rounds
NUMBERED_SECTION = re.compile(
    r"(?:table|tisch|tafel|mesa|tavolo|bord|poyta|stol|asztal|стол|стіл|τραπεζι|masa|卓|桌|테이블|"
    r"round|runde|ronde|ronda|turno|manche|tour|runda|kolo|kierros|omgang|раунд) ?[0-9]{1,3}"
)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")
#: how many stand below a line: "Declined (2)", and lines that say so of who comes
HEADED_COUNT = re.compile(
    r"\s*[(\[]\s?[0-9]{1,3}(?:\s?/\s?[0-9]{1,3})?\s?[)\]]\s*:?$|\s+[–—-]\s+[0-9]{1,3}\s*:?$"
)
ACCEPTED = frozenset(
    (
        *(
            "accepted",
            "going",
            "attending",
            "yes",
            "present",
            "coming",
            "participants",
            "players",
            "presents",
        ),
        *(
            "inscrits",
            "participe",
            "oui",
            "zusagen",
            "dabei",
            "ja",
            "angemeldet",
            "anwesend",
            "aanwezig",
            "kommer",
        ),
        *("presenti", "asistentes", "confirmados", "presentes", "obecni", "idu", "участвуют", "придут"),
    )
)
#: what counts the names of a list in order: 1st, 1º, a), I.
ORDINALS = (
    (re.compile(r"^([0-9]{1,3})(?:st|nd|rd|th|er|re|e|eme|ème|\.?[ºª°])\s+(?=\S)", re.IGNORECASE), int),
    (re.compile(r"^\(?([a-z])[).:]\s*(?=\S)", re.IGNORECASE), lambda sign: ord(sign.lower()) - 96),
    (
        re.compile(r"^(I{1,3}|I?V|VI{0,3}|I?X|XI{1,3})[).:]\s*(?=\S)"),
        lambda sign: ROMAN.index(sign) + 1,
    ),
)
#: a box that is ticked, and one that is not
CHECKED, UNCHECKED = re.compile(r"^\s*(?:[-*]\s*)?\[[xX✓]\]"), re.compile(r"^\s*(?:[-*]\s*)?\[ ?\]")
#: lines of a mail from its closing on
LONGEST_SIGNATURE = 8
#: names numbered in a line behind what they are
LIST_IN_LINE = re.compile(r"([^:：]{3,80}[:：])\s*(1\s*[.)].*)")
#: signs before the names of those who come, and of those who do not
TICKED, CROSSED = re.compile(f"^[{TICKS}]"), re.compile(f"^[{CROSSES}]")
ANSWERED = re.compile(f"^[{TICKS}{CROSSES}]")
#: what stands below a list, before how many they are
TOTALS = frozenset(
    (
        *("total", "totals", "sum", "count", "players", "nombre", "nombre total", "summe", "gesamt"),
        *("anzahl", "insgesamt", "totale", "totaal", "aantal", "totalt", "antal", "i alt", "sammanlagt"),
        *("yhteensa", "razem", "suma", "celkem", "pocet", "osszesen", "letszam", "итого", "всего", "разом"),
        *("всього", "συνολο", "toplam", "合計", "合计", "總計", "总计", "計", "人数", "人數", "합계", "총"),
    )
)
#: signs of the direction of writing, and others that nobody sees, about a cell
UNSEEN = "\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069"
#: what stands behind it in a chat: signs of yes, hearts, faces
TRAILING_SIGNS = re.compile(r"[\s✓✔☑✅👍🙋🀄❤♥😀-🙏🤚-🧿🌀-🏿🐀-📿🚀-🛿‍♀♂\ufe0f\U0001f3fb-\U0001f3ff+!]+$")


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
    if (receivers := read_receivers(text)) is not None:
        people, others = receivers
        return _finished([(line, [tidy_cell(name)]) for line, name in people], "", others)
    if (cards := read_cards(text)) is not None:
        if len(cards.rows[0]) == 1:
            return _rearranged(cards.rows[1:], cards.left_out, ("name",))
        return _rearranged(cards.rows, cards.left_out)
    if (groups := _named_groups(text)) is not None:
        return groups
    text, pages = _without_page_numbers(text)
    separator = separator_of(text)
    if separator:
        table = _finished(_cells(text, separator), separator, pages)
        return _one_a_row(table)
    rows, left_out = _lines(text)
    return _finished(rows, "", [*pages, *left_out])


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
    rows = [(group, without_bullet(person)) for group, people in groups for person in people]
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
    kinds = [exact_heading_kind(HEAD_NUMBER.sub("", head)) for head in heads]
    names = [at for at, kind in enumerate(kinds) if kind == "name" and HEAD_NUMBER.search(heads[at])]
    teams = [at for at, kind in enumerate(kinds) if kind == "team" or (kind == "name" and at not in names)]
    if len(names) < 2 or len(teams) != 1 or len(names) + 1 != len(heads):
        return table
    team = teams[0]
    rows = [(row[team], row[at]) for row in table.rows[1:] for at in names if row[at]]
    head = (heads[team], HEAD_NUMBER.sub("", heads[names[0]]))
    return _rearranged([head, *rows], table.titles)


def _without_page_numbers(text: str) -> tuple[str, list[str]]:
    """Return a text with empty lines in place of those that number its pages, and these."""
    parts = re.split(f"({LINE_ENDS.pattern})", text)
    pages = [at for at in range(0, len(parts), 2) if PAGE.fullmatch(parts[at].strip())]
    if not pages or len(pages) > len(parts) // 4:
        return text, []
    numbers = [parts[at].strip() for at in pages]
    for at in pages:
        parts[at] = ""
    return "".join(parts), numbers


def _table_of_chat(chat: Chat) -> Table:
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


def tidy_cell(cell: str) -> str:
    """Return a cell on one line, without blanks around it and what a spreadsheet keeps texts apart by."""
    joined = re.sub(r"-\s*\n\s*", "-", cell[:LONGEST_CELL]).replace("\u00ad", "")  # a soft hyphen
    shown = " ".join(joined.split()).strip(UNSEEN)
    return shown[1:] if re.match(r"'[0-9+=@-]", shown) else shown


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


def _lines(text: str) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """Return the lines of a text of one column without bullets and numbers, and those that name nobody."""
    lines = [(at, line) for at, line in enumerate(LINE_ENDS.split(text), start=1) if line.strip()]
    left_out: list[str] = []
    lines = _without_mail(lines, left_out)
    if len(lines) == 1 and (list_match := LIST_IN_LINE.fullmatch(lines[0][1])) is not None:
        left_out.append(list_match[1])
        lines = [(lines[0][0], list_match[2])]
    # an empty box among ticked ones is asked about
    is_checked = any(CHECKED.match(line) for _at, line in lines)
    lines = [(at, UNCHECKED.sub("❔", line) if is_checked else line) for at, line in lines]
    bulleted = [bool(BULLET.match(line) or ANSWERED.match(line)) for _at, line in lines]
    if True in bulleted[: len(lines) // 3 + 1] and 2 * sum(bulleted) > len(lines):
        first = bulleted.index(True)  # what stands above says what the list is of
        left_out += [line for _at, line in lines[:first]]
        lines = lines[first:]
    rows = []
    lines = _without_ordinals(lines)
    is_ticked = any(TICKED.match(line) for _at, line in lines)
    is_absent = False
    for at, line in lines:
        is_heading = len(lines) > 1 and (line.rstrip().endswith((":", "：")) or is_list_heading(line))
        if is_heading:
            is_absent = says_no(HEADED_COUNT.sub("", line)) or CROSSED.match(line) is not None
        if is_heading or is_absent or STRUCK.match(line) or (is_ticked and CROSSED.match(line)):
            left_out.append(line)
        elif bare := without_bullet(line):
            rows.append((at, [bare]))
    return rows, [tidy_cell(line) for line in left_out]


def _without_mail(lines: list[tuple[int, str]], left_out: list[str]) -> list[tuple[int, str]]:
    """Return the lines of names of a mail; its greeting, closing and signature go to `left_out`."""
    if len(lines) > 2 and is_greeting(lines[0][1]):
        left_out.append(lines[0][1])
        lines = lines[1:]
    closings = (at for at, (_line, text) in enumerate(lines) if at > 1 and begins_closing(text))
    end = next((at for at in closings if len(lines) - at <= LONGEST_SIGNATURE), len(lines))
    left_out += [line for _at, line in lines[end:]]
    return lines[:end]


def is_list_heading(line: str) -> bool:
    """Whether a line says whose list begins: "--- waiting list ---", "Not coming"."""
    plain = plain_text(line)
    counted = plain_text(HEADED_COUNT.sub("", line)) if HEADED_COUNT.search(line) else ""
    return (
        plain in SECTIONS
        or counted in ABSENT | SECTIONS | ACCEPTED
        or (" " in plain and plain in ABSENT)
        or NUMBERED_SECTION.fullmatch(plain) is not None
    )


def _without_ordinals(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines without what counts all of them in order.

    >>> _without_ordinals([(1, "a) Bo"), (2, "b) Lu")]), _without_ordinals([(1, "1st Bo"), (2, "3rd Lu")])
    ([(1, 'Bo'), (2, 'Lu')], [(1, '1st Bo'), (2, '3rd Lu')])
    """
    for pattern, number_of in ORDINALS:
        matches = [pattern.match(line) for _at, line in lines]
        numbers = [number_of(match[1]) for match in matches if match is not None]
        if len(lines) > 1 and numbers == [*range(1, len(lines) + 1)]:
            return [(at, pattern.sub("", line)) for at, line in lines]
    return lines


def without_bullet(line: str) -> str:
    """Return a line of a list without its number, bullet, ticks or the address behind a name.

    >>> [without_bullet(line) for line in ("1. Bo", "- Bo ✅", "2) Aiko 👍", "3 Fingers Joe", "[x] Lu")]
    ['Bo', 'Bo', 'Aiko', '3 Fingers Joe', 'Lu']
    >>> without_bullet("Léa Dupont <lea@example.org>"), without_bullet("@Bo")
    ('Léa Dupont', 'Bo')
    """
    shown = line[:LONGEST_CELL].strip(UNSEEN)
    line = PHONE_BEHIND.sub("", ADDRESS.sub("", shown).strip()) or shown
    bare = MARKED.sub(r"\2", line)
    bare = BULLET.sub("", BULLET.sub("", bare, count=1), count=1)
    if is_declining_line(bare):  # who said no is asked about, by all that stands there
        return tidy_cell(bare)
    bare = TRAILING_SIGNS.sub("", MARKED.sub(r"\2", bare))
    bare = (LEADING_SIGNS.sub("", bare) or bare).strip().strip('"“”„«»')
    return tidy_cell(bare[1:-1] if re.fullmatch("['‘’].+['’]", bare) else bare)


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
    """
    first, *others = filter(None, row)
    word, number = re.fullmatch(r"(.*?)\s*[:：]?\s*([0-9]*)", first).groups()  # type: ignore[union-attr]
    is_word = plain_text(word) in TOTALS or word in TOTALS
    return is_word and bool(number or others) and all(read_number(cell) is not None for cell in others)


def _is_title(row: list[str]) -> bool:
    """Whether a row of one cell reads like a title rather than like a name."""
    cell = next(filter(None, row))
    return bool(re.search(r"\d{2}", cell)) or len(cell.split()) > 3
