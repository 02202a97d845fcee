"""A person of each row of a list: whole name, first and last name, and what else its columns say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .answers import is_declining_line, without_yes
from .cells import MOST_WORDS, is_last_name_first
from .countries import country_code
from .headings import (
    FAMILY_NAME_FIRST,
    LOGOGRAPHIC,
    NAMES,
    PARTICLES,
    exact_heading_kind,
    heading_kind,
    plain_text,
)
from .languages import unambiguous_first_names
from .lines import LEADER, NUMBERED_SECTION, is_section_heading, without_marks_and_addresses
from .numbers import read_ema_number

#: a family name in capitals before or behind first names
CAPITALS = re.compile(r"^[^\W\d_a-z]{2,}$")
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
#: what stands in brackets behind a name
BRACKETS = re.compile(r"\s*[(（\[]\s*([^()（）\[\]]{1,40}?)\s*[)）\]]\s*$")
#: what such a remark says, beside what headings speak of
REMARKS = frozenset(
    (
        *("not paid", "unpaid", "non paye", "pas paye", "nicht bezahlt", "niet betaald", "ikke betalt"),
        *("guest", "invite", "invitee", "gast", "gaest", "gjest", "gast", "vieras", "ospite", "invitado"),
        *("new", "nouveau", "nouvelle", "neu", "nieuw", "ny", "late", "en retard", "spater"),
        *("wl", "waiting list", "liste d attente", "warteliste", "reserve"),
        *("remplacant", "remplacante", "substitute", "sub", "ersatz", "supplente", "suplente"),
        *("captain", "capitaine", "kapitan", "ok", "yes", "oui", "ja", "veggie"),
    )
)
#: a federation's number behind a name, and points: grouped, or of five digits and more
EMA_BEHIND = re.compile(r"[\s,:–-]+[(\[#]?\s*(?:EMA\s*:?\s*)?([0-9]{7,8})\s*[)\]]?$", re.IGNORECASE)
POINTS_BEHIND = re.compile(r"[\s:]+[-−–▲△]?\s?(?:[0-9]{1,3}(?:[.,'’ ][0-9]{3})+|[0-9]{5,6})$")
#: dots from a name to a number, a table or nothing at the end of its line
LED_TO = re.compile(rf"(?<=\S)\s*{LEADER}\s*(?:[#(]?[0-9]{{1,4}}[.)]?|(\S.*))$")
#: what somebody paid, behind a name
MONEY_BEHIND = re.compile(
    r"[\s,:–-]+(?:[€$£]\s?[0-9]+(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]{1,2})?\s?(?:€|\$|£|eur|euros?|chf|zł|kr))"
    r"(?:\s+(?:ok|paid|payé|payée|bezahlt))?$",
    re.IGNORECASE,
)
#: when somebody comes or leaves, and a day, behind a name
HOUR_BEHIND = re.compile(
    r"(?:\s+(?:arrives?|arriving|comes|leaves|leaving|arrivera|part|partira|kommt|geht|komt|gaat))?"
    r"[\s,–-]+(?:(?:à|at|from|ab|um|om|kl\.?|vers|dès|depuis|after|après|until|till|to|jusqu['’]à|bis|tot|ca\.?|~)\s*)?"
    r"[0-9]{1,2}(?:[:h.][0-9]{2}(?:\s?(?:uhr|h|am|pm))?|\s?(?:h|uhr|am|pm))$",
    re.IGNORECASE,
)
LATE_BEHIND = re.compile(r"\s+(?:late|en retard|später|spät|te laat|forsinket|in ritardo)$")
DAY_BEHIND = re.compile(r"[\s,–-]+[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}$")
#: final points behind a name: "+1" and "+12" are guests
FINAL_BEHIND = re.compile(
    r"\s+(?:[-−–▲△]\s?[0-9]+(?:[.,][0-9]{1,2})?|\+\s?(?:[0-9]+[.,][0-9]{1,2}|[0-9]{3,}))$"
)
#: what a spreadsheet shows where a formula came to nothing
FORMULA_ERROR = re.compile(r"#(?:N/A|NV|REF!|VALUE!|NAME\?|DIV/0!|WERT!|BEZUG!|VALEUR!|NOM\?)")
DATED = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}|\b20[0-9]{2}\b")
#: countries that are somebody's name as well
NAMES_TOO = frozenset(("chad", "jordan", "georgia", "israel", "cuba", "china", "kenya", "malta", "france"))
#: single letters in a column of countries: what cars have on them
ON_NUMBER_PLATES = dict(
    pair.split(":")
    for pair in [
        "D:GER",
        "A:AUT",
        "F:FRA",
        "B:BEL",
        "I:ITA",
        "E:ESP",
        "S:SWE",
        "N:NOR",
        "P:POR",
        "H:HUN",
        "L:LUX",
        "J:JPN",
        "M:MLT",
    ]
)


def person_in_row(kinds: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """Return what a row says of somebody, by the kinds of its columns; countries and numbers as they are
    kept.

    What is no country, or no number, stays as it is written: whoever reads on says so.

    >>> person_in_row(["turned", "country", "ema_number"], ["MÜLLER, Jörg", "DEU", "3010002"])
    {'last_name': 'MÜLLER', 'first_name': 'Jörg', 'country': 'GER', 'ema_number': '03010002'}
    """
    cells: Mapping[str, str] = {
        kind: cell
        for kind, cell in zip(kinds, row, strict=False)
        if kind and cell and not (kind in NAMES and FORMULA_ERROR.fullmatch(cell))
    }
    person: dict[str, str] = {}
    for kind, cell in cells.items():
        if kind == "turned":
            person |= split_last_name_first(cell)
        elif kind == "country":
            person[kind] = country_code(cell) or ON_NUMBER_PLATES.get(cell.upper(), cell)
        elif kind == "ema_number":
            person[kind] = "" if says_nothing(cell) else read_ema_number(cell) or cell
        elif kind == "name":
            is_turned = is_last_name_first(cell) and not are_two_whole_names(cell)
            read = split_last_name_first(cell) if is_turned else _with_flag(cell)
            person |= {key: text for key, text in read.items() if key == "name" or key not in cells}
        else:
            person[kind] = without_remark(cell) if kind in NAMES else cell
    return person


def without_remark(name: str) -> str:
    """Return a name without what stands behind it of money, meals or a yes; a no stays, and is asked about.

    >>> [without_remark(name) for name in ("Bo (paid)", "Lu (veggie)", "Cy (Bill)", "Di [+33 6]", "Ed (no)")]
    ['Bo', 'Lu', 'Cy (Bill)', 'Di', 'Ed (no)']
    >>> [without_remark(name) for name in ("Bo (+1)", "Lu (arrives 20h)")]
    ['Bo (+1)', 'Lu']
    """
    name = without_yes(name)
    brackets = BRACKETS.search(name)
    if brackets is None or not name[: brackets.start()].strip() or is_declining_line(name):
        return name
    remark = brackets[1]
    is_remark = plain_text(remark) in REMARKS or heading_kind(remark) in ("paid", "remark", "phone", "other")
    is_number = re.fullmatch(r"[0-9+€£$ .,/-]*[0-9][0-9€£$ .,/-]*", remark) is not None
    is_number = (is_number and re.fullmatch(r"\+\s?[0-9]{1,2}", remark) is None) or _names_hour(remark)
    return name[: brackets.start()].strip() if is_remark or is_number else name


def _names_hour(remark: str) -> bool:
    """Whether a remark says at which hour: "arrives 20h", "ab 19:30"."""
    return re.search(r"\b[0-9]{1,2}(?:\s?[:h.][0-9]{2}|\s?(?:h|uhr|pm|am)\b)", remark.casefold()) is not None


def _in_brackets(name: str) -> tuple[str, str]:
    """Return a name without the country that stands in brackets behind it, and that country's code.

    >>> _in_brackets("Bo (DEN)"), _in_brackets("Lu [Schweden]"), _in_brackets("Cy (Chad)")
    (('Bo', 'DEN'), ('Lu', 'SWE'), ('Cy (Chad)', ''))
    """
    brackets = BRACKETS.search(name)
    if brackets is None or not name[: brackets.start()].strip():
        return name, ""
    country = brackets[1]
    is_name = plain_text(country) in NAMES_TOO or (
        len(country) <= 3 and country.isalpha() and not country.isupper()
    )
    code = "" if is_name else country_code(country)
    return (name[: brackets.start()].strip(), code) if code else (name, "")


def _without_numbers(name: str) -> str:
    """Return a name without its label, and without numbers, points, money, hours or days behind it.

    >>> [_without_numbers(text) for text in ("Player: Bo", "Bo 04090001", "Bo 25,000", "Bo 2", "Agent 007")]
    ['Bo', 'Bo', 'Bo', 'Bo 2', 'Agent 007']
    >>> [_without_numbers(text) for text in ("Bo 19h", "Lu à 20:30", "Cy 12/11/2026", "Di -12.1", "Ed +1")]
    ['Bo', 'Lu', 'Cy', 'Di', 'Ed +1']
    >>> [_without_numbers(text) for text in ("Bo 5€", "Lu - 7.50 EUR", "Cy: £5 paid")]
    ['Bo', 'Lu', 'Cy']
    """
    label, colon, unlabelled = name.partition(":")
    if colon and unlabelled.strip() and exact_heading_kind(label) in NAMES:
        name = unlabelled.strip()
    bare = name
    if (led := LED_TO.search(bare)) and (not led[1] or NUMBERED_SECTION.fullmatch(plain_text(led[1]))):
        bare = bare[: led.start()]
    for behind in (
        MONEY_BEHIND,
        DAY_BEHIND,
        HOUR_BEHIND,
        LATE_BEHIND,
        EMA_BEHIND,
        POINTS_BEHIND,
        FINAL_BEHIND,
    ):
        bare = behind.sub("", bare)
    return re.sub(rf"\s*{LEADER}$", "", bare).strip() or name


def without_country(line: str) -> str:
    """Return a line without the country that stands behind a dash or a slash.

    >>> without_country("Bo Lind / DEN"), without_country("Bo / Lu")
    ('Bo Lind', 'Bo / Lu')
    """
    return _behind_dash(line)[0]


def is_heading_or_note(row: Sequence[str]) -> bool:
    """Whether a row of a table is a heading within it, or a note below it, rather than a person.

    >>> rows = (["Denmark", ""], ["Updated 12.11.2026", ""], ["Bo", ""], ["Bo", "DEN"])
    >>> [is_heading_or_note(row) for row in rows]
    [True, True, False, False]
    """
    filled = [cell for cell in row if cell]
    if len(row) < 2 or len(filled) != 1:
        return False
    cell = filled[0]
    is_country = len(cell) > 3 and bool(country_code(cell))
    small = [word for word in cell.split() if word[0].islower() and not PARTICLES.fullmatch(word)]
    is_sentence = len(small) > 1 or len(cell.split()) > MOST_WORDS
    return is_country or is_section_heading(cell) or is_sentence or bool(DATED.search(cell))


def _behind_dash(name: str) -> tuple[str, str]:
    """Return a name without the country behind a dash or dots, and that country's code.

    >>> _behind_dash("Bo Lind - Denmark"), _behind_dash("Lu ..... SWE"), _behind_dash("Anna - Lena")
    (('Bo Lind', 'DEN'), ('Lu', 'SWE'), ('Anna - Lena', ''))
    """
    behind_dash = re.fullmatch(r"(.*?\S)\s+(?:[-–—/]|\.{3,}|…+)\s+(\S.*)", name)
    if behind_dash is None or (len(behind_dash[2]) <= 3 and not behind_dash[2].isupper()):
        return name, ""
    code = country_code(behind_dash[2])
    return (behind_dash[1], code) if code else (name, "")


def bare_name(cell: str) -> str:
    """Return the name of a cell without bullet, flag and remarks.

    >>> bare_name("1. Bo 🇩🇰"), bare_name("- Lu (SWE)"), bare_name("Cy (paid) ✅")
    ('Bo', 'Lu', 'Cy')
    """
    return _with_flag(cell)["name"]


def _with_flag(cell: str) -> dict[str, str]:
    """Return a name, and the country whose flag stands beside it.

    >>> _with_flag("1. Bo 🇩🇰"), _with_flag("Lu")
    ({'name': 'Bo', 'country': 'DEN'}, {'name': 'Lu'})
    """
    flags = FLAG.findall(cell)
    country = country_code(flags[0]) if len(flags) == 1 else ""
    name = without_remark(
        _without_numbers(without_marks_and_addresses(FLAG.sub(" ", cell) if country else cell))
    )
    if not country:
        name, country = _in_brackets(name)
    if not country:
        name, country = _behind_dash(name)
    person = {"name": name, "country": country}
    if (behind := EMA_BEHIND.search(without_marks_and_addresses(cell))) is not None:
        person["ema_number"] = read_ema_number(behind[1])
    return (
        {kind: text for kind, text in person.items() if text}
        if name
        else {"name": without_marks_and_addresses(cell)}
    )


def says_nothing(cell: str) -> bool:
    """Whether a cell says that there is nothing: a dash, "none", "n/a".

    >>> [says_nothing(text) for text in ("-", "n/a", "keine", "none", "No", "4090001")]
    [True, True, True, True, True, False]
    """
    words = "none no non nein keine keiner aucun aucune pas nee geen ingen nej nei ei nessuno ninguno nenhum "
    words += "brak žádné nincs нет немає όχι yok なし 无 無 없음 na nil null new nouveau neu pending 0"
    if FORMULA_ERROR.fullmatch(cell.strip()):
        return True
    return cell.strip(" -–—./?*").casefold().replace("/", "") in {"", *words.split()}


def are_two_whole_names(cell: str) -> bool:
    """Whether a comma stands between two names of several words; the second is not first names alone.

    >>> are_two_whole_names("Vera Kovacs, Sean O'Neill"), are_two_whole_names("García López, María José")
    (True, False)
    """
    sides = [side.split() for side in re.split("[,，]", cell)]
    if len(sides) != 2 or min(map(len, sides)) < 2 or not is_last_name_first(cell):
        return False
    is_family_name = CAPITALS.match(sides[0][-1]) or PARTICLES.fullmatch(sides[0][0])
    return not is_family_name and not all(word.casefold() in unambiguous_first_names() for word in sides[1])


def split_last_name_first(cell: str) -> dict[str, str]:
    """Return the first and the last name of a cell with the family name first, or the whole name.

    >>> split_last_name_first("Dupont, Léa"), split_last_name_first("田中 愛子")
    ({'last_name': 'Dupont', 'first_name': 'Léa'}, {'name': '田中 愛子'})
    >>> split_last_name_first("DE LA TOUR Anne-Sophie")
    {'last_name': 'DE LA TOUR', 'first_name': 'Anne-Sophie'}
    >>> split_last_name_first("De Luca Giovanni"), split_last_name_first("Rossi Maria Anna")
    ({'last_name': 'De Luca', 'first_name': 'Giovanni'}, {'last_name': 'Rossi', 'first_name': 'Maria Anna'})
    """
    if is_declining_line(cell):
        return {"name": cell}
    cell = _in_brackets(without_remark(cell))[0]
    if re.search("[,，]", cell):
        last, first = (part.strip() for part in re.split("[,，]", cell, maxsplit=1))
        return {"last_name": last, "first_name": first} if last and first else {"name": last or first}
    words = cell.split()
    capitals = [bool(CAPITALS.match(re.sub(r"['’-]", "", word))) for word in words]
    count = capitals.index(False) if False in capitals else 0
    if 0 < count < len(words) and not any(capitals[count:]):
        return {"last_name": " ".join(words[:count]), "first_name": " ".join(words[count:])}
    count = next((at for at, word in enumerate(words) if not PARTICLES.fullmatch(word)), 0)
    if 0 < count < len(words) - 1:
        return {"last_name": " ".join(words[: count + 1]), "first_name": " ".join(words[count + 1 :])}
    if len(words) == 3 and all(word.casefold() in unambiguous_first_names() for word in words[1:]):
        return {"last_name": words[0], "first_name": " ".join(words[1:])}
    if len(words) == 2 and not LOGOGRAPHIC.search(cell):
        return {"last_name": words[0], "first_name": words[1]}
    return {"name": cell}


def whole_name(person: Mapping[str, str]) -> str:
    """Return the name of a person as a list of names shows it: the name, or first and last name."""
    return person.get("name") or join_names(person.get("first_name", ""), person.get("last_name", ""))


def join_names(first_name: str, last_name: str) -> str:
    """Return the two parts of a name as they are said: in Chinese, Japanese and Korean the last name first.

    >>> join_names("Anne-Sophie", "de La Rochefoucauld"), join_names("愛子", "田中"), join_names("Bo", "")
    ('Anne-Sophie de La Rochefoucauld', '田中 愛子', 'Bo')
    """
    is_last_first = FAMILY_NAME_FIRST.search(last_name)
    return " ".join(filter(None, (last_name, first_name) if is_last_first else (first_name, last_name)))
