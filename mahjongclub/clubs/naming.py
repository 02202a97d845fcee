"""What a player is called: the one place that decides between a name and a pseudonym."""

from __future__ import annotations

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Case, CharField, F, Func, Value, When
from django.db.models.functions import Cast, Concat, Substr
from django.utils.translation import gettext as _
from django.utils.translation import override

from mahjongclub.lists.letters import PLAIN_LETTERS

LONGEST_PSEUDONYM = 230
#: what stands as a hidden name for a player whom nobody has named: the number of the seat, from 1
UNNAMED_NUMBERS = {f"@{number}": str(number) for number in range(1, 7)}
#: earlier versions wrote the seat's first wind; nobody is called by it, for winds move
UNNAMED_WINDS = {"@E": "1", "@S": "2", "@W": "3", "@N": "4"}
UNNAMED = {**UNNAMED_NUMBERS, **UNNAMED_WINDS}
#: how player 0 was shown before, in files that may come back
FORMER_PSEUDONYMS = ("Joueur no 0",)
#: what counts as a letter, mark or symbol and shows nothing: joiners, fillers, the empty cell of braille
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
JOINERS = ZWNJ, ZWJ = "\u200c", "\u200d"
#: the combining class of what kills an Indic letter's vowel
VIRAMA = 9
#: Arabic letters that are never joined to the next: a sign that parts them there would not be seen
UNJOINED = frozenset("ءآأؤإاةدذرزوٱڈڑژۀۃۆۇۋە")
VARIATION_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
#: what may stand between a symbol and the one joined to it: the last selector, shades of skin
SHAPING_SYMBOLS = frozenset(map(chr, (0xFE0F, *range(0x1F3FB, 0x1F400))))


#: letters that are looked for where these stand, and are no letter with a mark
SEARCHED = str.maketrans(PLAIN_LETTERS | {"’": "'", "ʼ": "'", "‐": "-", "‑": "-"})


def pseudonym(player_id: int) -> str:
    """What stands for a hidden name: the same everywhere, different for every player."""
    return _("Player no. %(number)s") % {"number": player_id}


def shown_name_of_row(player_id: int, name: str, name_hidden: bool) -> str:
    """The name others see, from three columns of a player: where the database need not know it."""
    if not name_hidden:
        return name
    if name in UNNAMED:
        return _("Player %(number)s") % {"number": UNNAMED[name]}
    return pseudonym(player_id)


def is_unnamed_seat_name(name: str) -> bool:
    """Return whether a shown name is that of a player whom nobody has named: "Player 2"."""
    return any(name == shown_name_of_row(0, mark, True) for mark in UNNAMED_NUMBERS)


def shown_name_expression(path: str = "") -> Case:
    """The name others see, for a query; `path` leads to the player, such as "player__"."""
    unnamed = _around(shown_name_of_row(0, "@1", True), "1", Substr(f"{path}name", 2))
    hidden = Case(
        *(
            When(**{f"{path}name": mark}, then=Value(shown_name_of_row(0, mark, True)))
            for mark in UNNAMED_WINDS
        ),
        When(**{f"{path}name__in": UNNAMED_NUMBERS}, then=unnamed),
        default=_around(pseudonym(0), "0", Cast(f"{path}pk", CharField())),
    )
    return Case(When(**{f"{path}name_hidden": True}, then=hidden), default=F(f"{path}name"))


def _around(text: str, number: str, value: Func) -> Concat:
    """The text with a value of the row in place of its number."""
    before, _number, after = text.partition(number)
    return Concat(Value(before), value, Value(after), output_field=CharField(max_length=LONGEST_PSEUDONYM))


def tidy_name(text: str) -> str:
    """A name as it is kept: composed letters, one blank between words, none around them, nothing invisible.

    NUL, which no keyboard types and no database keeps, stays, for `check_readable_name` to refuse.

    >>> tidy_name(" Anne-Sophie\u200b  de\\tLa "), tidy_name("\u2800")
    ('Anne-Sophie de La', '')
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))
    if "\0" not in spaced and not (spaced.isascii() and spaced.isprintable()):
        spaced = re.sub(" +", " ", without_invisible(spaced))
    return spaced.strip()


def name_key(text: str) -> str:
    """What two names have in common that differ in case alone, whatever the script.

    >>> name_key("ЮЛИЯ") == name_key("Юлия"), name_key("Straße") == name_key("STRASSE")
    (True, True)
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def alphabetical_key(text: str) -> tuple[str, str]:
    """Where a name stands in a list: case and accents aside, so that nobody looks for Élodie after Zoé. Nor
    for Łukasz, whose letter is no L with an accent to Unicode.

    >>> sorted(["Zoé", "élodie", "Åsa", "Dina", "Łukasz", "Lydia", "Ørjan", "Odile"], key=alphabetical_key)
    ['Åsa', 'Dina', 'élodie', 'Łukasz', 'Lydia', 'Odile', 'Ørjan', 'Zoé']
    """
    apart = unicodedata.normalize("NFD", text.casefold().translate(SEARCHED))
    return name_key("".join(sign for sign in apart if not unicodedata.combining(sign))), text


def is_same_but_for_case(name: str, other: str) -> bool:
    """Whether two names differ in case at most."""
    return name_key(name) == name_key(other)


def player_id_of_pseudonym(text: str) -> int | None:
    """The number of the player whom this text stands for, in one of our languages; None for a name."""
    for nobodys_name in _pseudonyms_of_nobody():
        before, _number, after = name_key(tidy_name(nobodys_name)).partition("0")
        pattern = re.escape(before) + "([0-9]{1,18})" + re.escape(after)
        if match := re.fullmatch(pattern, name_key(tidy_name(text))):
            return int(match[1])
    return None


def _pseudonyms_of_nobody() -> list[str]:
    pseudonyms = list(FORMER_PSEUDONYMS)
    for language, _title in settings.LANGUAGES:
        with override(language):
            pseudonyms.append(pseudonym(0))
    return pseudonyms


def check_no_pseudonym(text: str) -> None:
    """ValidationError for a new name that looks like a hidden one: it would be taken for somebody else."""
    if player_id_of_pseudonym(text) is not None:
        raise ValidationError(
            _("“%(name)s” is how a hidden name is shown. Type a name.") % {"name": text}, code="pseudonym"
        )


def without_invisible(text: str) -> str:
    """The text without what nobody sees: signs of no width, of direction, of control; letters that are blank.

    What chooses how the signs beside it are drawn stays where it does: variation selectors after Han
    characters and symbols; joiners between symbols, after an Indic virama, between Arabic letters.
    """
    beside = zip(f" {text}", text, f"{text} "[1:], strict=False)
    return "".join(sign for before, sign, after in beside if _is_seen(before, sign, after))


def _is_seen(before: str, sign: str, after: str) -> bool:
    if sign in VARIATION_SELECTORS:
        return _is_symbol(before) or unicodedata.name(before, "").startswith("CJK ")
    if sign in JOINERS:
        of_symbols = sign == ZWJ and _is_symbol(after) and (_is_symbol(before) or before in SHAPING_SYMBOLS)
        parts_letters = sign == ZWNJ and _is_arabic(before) and before not in UNJOINED and _is_arabic(after)
        return of_symbols or parts_letters or unicodedata.combining(before) == VIRAMA
    return sign.isprintable() and sign not in BLANK


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign) in ("So", "Sm")


def _is_arabic(sign: str) -> bool:
    return sign.isalpha() and unicodedata.name(sign, "").startswith("ARABIC ")


def check_readable_name(text: str) -> None:
    """ValidationError for a tidy name with NUL, or of marks alone, for a sign that is missing."""
    if "\0" in text or (text and all(unicodedata.category(sign)[0] in "MZ" for sign in text)):
        raise ValidationError(_("This name cannot be read. Type it again."), code="unseen")


def well_formed_name(text: str) -> None:
    """ValidationError for a name to sign in with that nobody can read, or that looks like an address."""
    if "@" in text:
        raise ValidationError(_("A name has no “@”: leave the address out."), code="at_sign")
    if without_invisible(text) != text or not any(letter.isalnum() for letter in text):
        raise ValidationError(_("Choose a name of letters or digits."), code="unreadable")
    check_no_pseudonym(text)
