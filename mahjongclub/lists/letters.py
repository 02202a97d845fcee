"""Letters and digits as a keyboard without accents has them."""

from __future__ import annotations

import unicodedata

#: letters that are no letter with an accent, as other keyboards write them
PLAIN_LETTERS = dict(zip("łøđðħıŧŋĸ", "loddhitnk", strict=True), þ="th", æ="ae", œ="oe", ß="ss")
_TABLE = str.maketrans(PLAIN_LETTERS)


def plain_digits(text: str) -> str:
    """Return a text with digits and signs as a keyboard has them: full-width, Arabic, Devanagari.

    >>> plain_digits("２５，０００"), plain_digits("٢٥")
    ('25,000', '25')
    """
    shown = unicodedata.normalize("NFKC", text)
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in shown)


def without_accents(text: str) -> str:
    """Return a text in small letters without accents; Korean syllables stay whole.

    >>> [without_accents(text) for text in ("Prénom", "ŁÓDŹ", "ΆΓΓΕΛΟΣ", "Şubat")]
    ['prenom', 'lodz', 'αγγελοσ', 'subat']
    """
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_TABLE)).casefold()
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", letters).translate(_TABLE)
