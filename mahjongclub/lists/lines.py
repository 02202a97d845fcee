"""Lines of a text of one column: without bullets, numbers, mail around them and headings of lists."""

from __future__ import annotations

import re

from .answers import ABSENT, CROSSES, DECLINES, MARK, TICKS, is_declining_line, phrases_of, says_no
from .headings import plain_text
from .languages import unambiguous_first_names
from .mails import is_greeting, is_mail_closing
from .winds import wind_column_by_seat

#: a line drawn below the headings: of Markdown, of a text table
RULE = re.compile(r"[-=_:–—+|\s]+")
LINE_ENDS = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
#: so many letters of a line or cell are looked at: names are shorter, and patterns take the square of it
LONGEST_CELL = 500
#: what stands before a name in a list of names: numbers, dashes, bullets (those of Word's signs too), ticks
#: of chats
BULLET = re.compile(
    r"^\s*(?:\(?[0-9０-９]{1,3}\s*[.):、．）]|[0-9]{1,2}\ufe0f?\u20e3"
    r"|[-–—*•‣◦·▪●○✓✔☑✅➡→>☐□§■◆►▶❖\uf000-\uf0ff]\ufe0f?|\+(?!\s?[0-9])|\[[ xX✓]?\])\s*"
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
    r"round|runde|ronde|ronda|turno|manche|tour|runda|kolo|kierros|omgang|раунд) ?(?:[0-9]{1,3}|(?<= )[a-h])"
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
            "joueurs",
            "spieler",
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
    (re.compile(r"^(?:#|n[o°º]\.?|nr\.?)\s?([0-9]{1,3})[.):]?\s*(?=[^\W\d_])", re.IGNORECASE), int),
    (re.compile(r"^\(?([0-9０-９]{1,3})\)?(?:\s*[-–—/|]\s*|\s+)(?=[^\W\d_])"), int),
)
#: a line that answers for those whom it names, or says whose list they are: "Yes (2): Bo, Lu"
ANSWERED_LINE = re.compile(r"([^:：]{1,40}?)\s*[:：]\s*(\S.*)")
#: dots or a line drawn from a name to what stands at the end of the line
LEADER = r"(?:\.{3,}|…+|_{3,}|·{3,}|-{3,}|–{3,}|(?:\s[.·]){3,})"
LEADING_LEADER = re.compile(rf"^\s*{LEADER}\s*(?=[^\W\d_])")
#: a plus or a minus before a name: of both, the minus says no or perhaps
PLUS_MINUS = re.compile(r"^\s*([+-])\s*(?=[^\W\d_])")
#: a seat before who sits there
SEAT = re.compile(r"^\s*([^\W\d_]{1,10})(?:\s*[:：=]\s*|\s+[–—-]\s+)(?=\S)")
#: how people are addressed before their name
COURTESY = re.compile(
    r"(?:M\.|MM\.|Mr?s?\.?|Miss|Mme\.?|Mlle\.?|Monsieur|Madame|Mademoiselle|Herrn?|Frau|Hr\.|Fr\.|Fru|Dhr\.?|Mevr\.?|"
    r"Mevrouw|Sig\.(?:ra|na)?|Signor[ae]?|Sr\.|Sra\.|Srta\.|Señora?|Pani?)\s+(?=[^\W\d_])"
)
#: what stands below a name in a list of an event's page or of contacts: an answer, an address, a number
CONTACT = re.compile(r"<?[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+>?|\+?[0-9][0-9 ()./-]{6,24}")
#: lines of each person in such a list
LINES_A_PERSON = (2, 3)
#: words of a title above names, without accents
TITLE_WORDS = phrases_of(
    """
    list|players|participants|members|registrations|attendees|attendance|tournament|mahjong|liste|joueurs|joueuses|
    inscrits|inscriptions|membres|tournoi|soiree|teilnehmer|teilnehmerliste|spieler|mitglieder|anmeldungen|turnier|
    lijst|spelers|deelnemers|leden|toernooi|deltagere|deltagare|spillere|spelare|turnering|osallistujat|pelaajat|
    turnaus|giocatori|iscritti|partecipanti|torneo|jugadores|inscritos|participantes|jogadores|torneio|gracze|
    uczestnicy|turniej|hraci|seznam|jatekosok|resztvevok|игроки|участники|список|турнир|гравці|учасники|турнір|
    παικτες|συμμετεχοντες|oyuncular|katilimcilar|参加者|名簿|名单|名單|参加者名簿|명단|참가자
    """
)
#: a day, a year or an hour in a title
MOMENT = re.compile(r"\b(?:19|20)[0-9]{2}\b|\b[0-9]{1,2}[./][0-9]{1,2}\b|\b[0-9]{1,2}(?:[:h][0-9]{2}|h)\b")
#: a box that is ticked, and one that is not
CHECKED, UNCHECKED = re.compile(r"^\s*(?:[-*]\s*)?\[[xX✓]\]"), re.compile(r"^\s*(?:[-*]\s*)?\[ ?\]")
#: lines of a mail from its closing on
LONGEST_SIGNATURE = 8
#: names numbered in a line behind what they are
LIST_IN_LINE = re.compile(r"([^:：]{3,80}[:：])\s*(1\s*[.)].*)")
#: signs before the names of those who come, and of those who do not
TICKED, CROSSED = re.compile(f"^[{TICKS}]"), re.compile(f"^[{CROSSES}]")
ANSWERED = re.compile(f"^[{TICKS}{CROSSES}]")
#: signs of the direction of writing, and others that nobody sees, about a cell
UNSEEN = "\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069"
#: what stands behind it in a chat: signs of yes, hearts, faces
TRAILING_SIGNS = re.compile(r"[\s✓✔☑✅👍🙋🀄❤♥😀-🙏🤚-🧿🌀-🏿🐀-📿🚀-🛿‍♀♂\ufe0f\U0001f3fb-\U0001f3ff+!]+$")


def without_page_numbers(text: str) -> tuple[str, list[str]]:
    """Return a text with empty lines in place of those that number its pages, and these."""
    parts = re.split(f"({LINE_ENDS.pattern})", text)
    pages = [at for at in range(0, len(parts), 2) if PAGE.fullmatch(parts[at].strip())]
    if not pages or len(pages) > len(parts) // 4:
        return text, []
    numbers = [parts[at].strip() for at in pages]
    for at in pages:
        parts[at] = ""
    return "".join(parts), numbers


def tidy_cell(cell: str) -> str:
    """Return a cell on one line, without blanks around it and what a spreadsheet keeps texts apart by.

    >>> tidy_cell(" Bo\\n Lind "), tidy_cell("'04090001"), tidy_cell('="04090001"')
    ('Bo Lind', '04090001', '04090001')
    """
    joined = re.sub(r"-\s*\n\s*", "-", cell[:LONGEST_CELL]).replace("\u00ad", "")  # a soft hyphen
    shown = " ".join(joined.split()).strip(UNSEEN)
    if (formula := re.fullmatch('="([^"]*)"', shown)) is not None:  # keeps zeros before a number
        return formula[1]
    return shown[1:] if re.match(r"'[0-9+=@-]", shown) else shown


def lines_of_list(text: str) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """Return the lines of a text of one column without bullets and numbers, and those that name nobody."""
    lines = [(at, line) for at, line in enumerate(LINE_ENDS.split(text), start=1) if line.strip()]
    left_out: list[str] = []
    lines = _without_title(_without_mail(lines, left_out), left_out)
    if len(lines) == 1 and (list_match := LIST_IN_LINE.fullmatch(lines[0][1])) is not None:
        left_out.append(list_match[1])
        lines = [(lines[0][0], list_match[2])]
    lines = [(at, _with_gaps_marked(line) if len(lines) == 1 else line) for at, line in lines]
    lines = _one_line_a_person(lines, left_out)
    # an empty box among ticked ones is asked about
    is_checked = any(CHECKED.match(line) for _at, line in lines)
    lines = [(at, UNCHECKED.sub("❔", line) if is_checked else line) for at, line in lines]
    lines = _without_marks(lines)
    bulleted = [bool(BULLET.match(line) or ANSWERED.match(line)) for _at, line in lines]
    if True in bulleted[: len(lines) // 3 + 1] and 2 * sum(bulleted) > len(lines):
        first = bulleted.index(True)  # what stands above says what the list is of
        left_out += [line for _at, line in lines[:first]]
        lines = lines[first:]
    rows = []
    lines = _without_seats(_without_ordinals(lines))
    is_ticked = any(TICKED.match(line) for _at, line in lines)
    is_absent = False
    for at, line in lines:
        answer, people = split_leading_answer(line)
        if answer:
            is_no = says_no(HEADED_COUNT.sub("", answer)) or CROSSED.match(answer) is not None
            left_out.append(line if is_no else f"{answer}:")
            people = re.sub(r"\s*[,，]\s*", " ; ", without_marks_and_addresses(people))
            rows += [] if is_no else [(at, [people])]
            is_absent = False
            continue
        is_heading = len(lines) > 1 and (line.rstrip().endswith((":", "：")) or is_section_heading(line))
        if is_heading:
            is_absent = says_no(HEADED_COUNT.sub("", line)) or CROSSED.match(line) is not None
        if is_heading or is_absent or STRUCK.match(line) or (is_ticked and CROSSED.match(line)):
            left_out.append(line)
        elif (bare := without_marks_and_addresses(line)) and any(map(str.isalnum, line)):
            rows.append((at, [bare]))
        elif not RULE.fullmatch(line):  # signs alone
            left_out.append(line)
    return _without_courtesy(rows), [tidy_cell(line) for line in left_out]


def _one_line_a_person(lines: list[tuple[int, str]], left_out: list[str]) -> list[tuple[int, str]]:
    """Return the lines with a name, each with as many lines of answers, addresses and numbers below.

    A no or perhaps stays behind its name, which is asked about; other such lines go to `left_out`.

    >>> _one_line_a_person([(1, "Bo"), (2, "bo@x.org"), (3, "Lu"), (4, "lu@x.org")], [])
    [(1, 'Bo'), (3, 'Lu')]
    >>> _one_line_a_person([(1, "Bo"), (2, "Going"), (3, "Lu"), (4, "Maybe")], [])
    [(1, 'Bo'), (3, 'Lu: Maybe')]
    """
    count = next((count for count in LINES_A_PERSON if _are_cards(lines, count)), 1)
    if count == 1:
        return lines
    people = []
    for index in range(0, len(lines), count):
        at, name = lines[index]
        below = [line.strip() for _at, line in lines[index + 1 : index + count]]
        answer = next((line for line in below if says_no(line) and not CONTACT.fullmatch(line)), "")
        people.append((at, f"{name.strip()}: {answer}" if answer else name))
        left_out += [line for line in below if line != answer]
    return people


def _are_cards(lines: list[tuple[int, str]], count: int) -> bool:
    """Whether each name stands alone above `count` - 1 lines that say something of its person."""
    texts = [line.strip()[:LONGEST_CELL] for _at, line in lines]
    return (
        len(texts) >= 2 * count
        and all(_is_about_somebody(text) == (index % count > 0) for index, text in enumerate(texts))
        and len(texts) % count == 0
    )


def _is_about_somebody(text: str) -> bool:
    """Whether a line is an address, a telephone number or a whole answer.

    >>> [_is_about_somebody(text) for text in ("bo@x.org", "+46 70 123 45 67", "Going", "Not going", "Bo")]
    [True, True, True, True, False]
    """
    plain = plain_text(text)
    return CONTACT.fullmatch(text) is not None or (
        plain not in unambiguous_first_names() and plain in ACCEPTED | ABSENT | DECLINES
    )


def _without_courtesy(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return the names without Mr or Mrs before them, where most have one: a single one may be a nickname.

    >>> _without_courtesy([(1, ["M. Jean Roy"]), (2, ["Mme Léa Roy"])]), _without_courtesy([(1, ["Mr. Bo"])])
    ([(1, ['Jean Roy']), (2, ['Léa Roy'])], [(1, ['Mr. Bo'])])
    """
    count = sum(COURTESY.match(name) is not None for _at, (name,) in rows)
    if count < 2 or 2 * count < len(rows):
        return rows
    return [(at, [COURTESY.sub("", name, count=1)]) for at, (name,) in rows]


def _without_mail(lines: list[tuple[int, str]], left_out: list[str]) -> list[tuple[int, str]]:
    """Return the lines of names of a mail; its greeting, closing and signature go to `left_out`."""
    if len(lines) > 2 and is_greeting(lines[0][1]):
        left_out.append(lines[0][1])
        lines = lines[1:]
    closings = (at for at, (_line, text) in enumerate(lines) if at > 1 and is_mail_closing(text))
    end = next((at for at in closings if len(lines) - at <= LONGEST_SIGNATURE), len(lines))
    left_out += [line for _at, line in lines[end:]]
    return lines[:end]


def _without_title(lines: list[tuple[int, str]], left_out: list[str]) -> list[tuple[int, str]]:
    """Return the lines of names below a title, which goes to `left_out`.

    >>> _without_title([(1, "Liste des joueurs"), (2, "Bo"), (3, "Lu")], [])
    [(2, 'Bo'), (3, 'Lu')]
    """
    if len(lines) < 3 or not _is_title(lines[0][1]):
        return lines
    is_other = _speaks_of_list if _speaks_of_list(lines[0][1]) else _is_title  # names may have days behind
    if any(is_other(line) for _at, line in lines[1:]):
        return lines
    left_out.append(lines[0][1])
    return lines[1:]


def _is_title(line: str) -> bool:
    """Whether a line speaks of a list, or of a day: "Players", "Spring 2026"."""
    line = line[:LONGEST_CELL].strip()
    is_plain = not BULLET.match(line) and not ADDRESS.search(line) and not re.search("[,;、，；]", line)
    has_moment = " " in line and MOMENT.search(line) is not None
    return is_plain and (_speaks_of_list(line) or has_moment)


def _speaks_of_list(line: str) -> bool:
    """Whether a word of a line says what a list is of.

    >>> _speaks_of_list("Players"), _speaks_of_list("Anna List")
    (True, False)
    """
    words = plain_text(line[:LONGEST_CELL]).split()
    return bool(TITLE_WORDS & {*words}) and words[0] not in unambiguous_first_names()


def split_leading_answer(line: str) -> tuple[str, str]:
    """Return the answer before the names of a line, or whose list they are, and these names; "" without one.

    >>> [split_leading_answer(line) for line in ("Yes (2): Bo, Lu", "Reds: Bo, Lu", "No: 3")]
    [('Yes (2)', 'Bo, Lu'), ('', 'Reds: Bo, Lu'), ('', 'No: 3')]
    """
    answered = ANSWERED_LINE.fullmatch(line[:LONGEST_CELL].strip())
    if answered is None or any(sign.isdecimal() for sign in answered[2].split()[0]):
        return "", line
    answer = plain_text(HEADED_COUNT.sub("", answered[1]))
    return (answered[1], answered[2]) if answer in ABSENT | DECLINES | SECTIONS | ACCEPTED else ("", line)


def _with_gaps_marked(line: str) -> str:
    """Return a line with a sign between names where gaps set three and more of them apart.

    >>> _with_gaps_marked("Bo   Lu   Cy Ode"), _with_gaps_marked("Bo   Lu"), _with_gaps_marked("Bo   1   2")
    ('Bo ; Lu ; Cy Ode', 'Bo   Lu', 'Bo   1   2')
    """
    parts = re.split(r"(?<=\S)[ \xa0]{2,}(?=\S)", line.strip()) if len(line) <= LONGEST_CELL else []
    are_names = len(parts) > 2 and all(any(sign.isalpha() for sign in part) for part in parts)
    return " ; ".join(parts) if are_names else line


def _without_seats(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines without the winds before those who sit there.

    >>> _without_seats([(1, "E: Bo"), (2, "S: Lu"), (3, "W: Cy")]), _without_seats([(1, "E: Bo"), (2, "Lu")])
    ([(1, 'Bo'), (2, 'Lu'), (3, 'Cy')], [(1, 'E: Bo'), (2, 'Lu')])
    """
    people = [(at, line, SEAT.match(line)) for at, line in lines if not is_section_heading(line)]
    winds = list(dict.fromkeys(seat[1].casefold() for _at, _line, seat in people if seat is not None))
    if len(winds) not in (3, 4) or not all(seat for _at, _line, seat in people):
        return lines
    return (
        [(at, SEAT.sub("", line)) for at, line in lines] if wind_column_by_seat(winds, len(winds)) else lines
    )


def is_section_heading(line: str) -> bool:
    """Whether a line says whose list begins: "--- waiting list ---", "Not coming"."""
    line = line[:LONGEST_CELL].strip()
    plain = plain_text(line)
    counted = plain_text(HEADED_COUNT.sub("", line)) if HEADED_COUNT.search(line) else ""
    return (
        plain in SECTIONS
        or counted in ABSENT | DECLINES | SECTIONS | ACCEPTED
        or (" " in plain and plain in ABSENT)
        or NUMBERED_SECTION.fullmatch(plain) is not None
    )


def _without_marks(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines without a letter that ticks most of them; what it leaves open is marked as asked.

    With two letters nobody can tell which of them says yes. A capital may be an initial.

    >>> _without_marks([(1, "x Bo"), (2, "x Lu"), (3, "Cy")])
    [(1, 'Bo'), (2, 'Lu'), (3, '❔Cy')]
    >>> _without_marks([(1, "X Bo"), (2, "O Lu")]), _without_marks([(1, "X Bo"), (2, "Lu")])
    ([(1, 'x Bo'), (2, 'o Lu')], [(1, 'X Bo'), (2, 'Lu')])
    >>> _without_marks([(1, "+ Bo"), (2, "- Lu")])
    [(1, '+ Bo'), (2, '❔Lu')]
    """
    if len({sign[1] for _at, line in lines if (sign := PLUS_MINUS.match(line)) is not None}) > 1:
        return [(at, re.sub(r"^\s*-\s*(?=[^\W\d_])", "❔", line)) for at, line in lines]
    marks = [sign[1] for _at, line in lines if (sign := MARK.match(line)) is not None]
    letters = {mark.lower() for mark in marks}
    if not marks or (len(marks) == 1 and marks[0].isupper()):
        return lines
    if len(letters) > 1:
        return [(at, MARK.sub(lambda mark: mark[0].lower(), line)) for at, line in lines]
    if 2 * len(marks) <= len(lines):
        return lines
    return [(at, MARK.sub("", line) if MARK.match(line) else f"❔{line}") for at, line in lines]


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


def without_marks_and_addresses(line: str) -> str:
    """Return a line of a list without its number, bullet, ticks or the address behind a name.

    >>> [*map(without_marks_and_addresses, ("1. Bo", "- Bo ✅", "2) Ai 👍", "3 Fingers Joe", "[x] Lu"))]
    ['Bo', 'Bo', 'Ai', '3 Fingers Joe', 'Lu']
    >>> without_marks_and_addresses("Léa Dupont <lea@example.org>"), without_marks_and_addresses("@Bo")
    ('Léa Dupont', 'Bo')
    """
    shown = line[:LONGEST_CELL].strip(UNSEEN)
    line = PHONE_BEHIND.sub("", ADDRESS.sub("", shown).strip()) or shown
    bare = MARKED.sub(r"\2", line)
    bare = BULLET.sub("", BULLET.sub("", bare, count=1), count=1)
    if is_declining_line(bare):  # who said no is asked about, by all that stands there
        return tidy_cell(bare)
    bare = TRAILING_SIGNS.sub("", MARKED.sub(r"\2", bare))
    bare = LEADING_LEADER.sub("", LEADING_SIGNS.sub("", bare) or bare).strip().strip('"“”„«»')
    return tidy_cell(bare[1:-1] if re.fullmatch("['‘’].+['’]", bare) else bare)
