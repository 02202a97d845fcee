"""The winds of seats as headings: in the languages of our players, as words or letters, in any order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .headings import plain_text

#: East, South, West and North in each language, without accents, each with its usual other forms
WORDS = tuple(
    tuple(tuple(word.split("/")) for word in line.split())
    for line in """
    east south west north
    est sud ouest nord
    ost/osten sud/suden/sued/sueden west/westen nord/norden
    oost/oosten zuid/zuiden west/westen noord/noorden
    ost syd vest nord
    oest/ost syd vest nord
    ost/oster soder/syd vast/vaster norr/nord
    ita etela lansi pohjoinen
    est sud ovest nord
    este sur oeste norte
    leste/este sul oeste norte
    wschod poludnie zachod polnoc
    vychod jih zapad sever
    vychod juh zapad sever
    kelet del nyugat eszak
    восток юг запад север
    схід/схiд південь захід північ
    ανατολη νοτοσ/νοτος δυση βορρασ/βορρας
    dogu guney bati kuzey
    東/东/東家/东家 南/南家 西/西家 北/北家
    동 남 서 북
    ton nan sha/xia pei/pe
    dong nan xi bei
    """.strip().splitlines()
)
#: their letters: an O is East in German and West in French, an S is North in Czech
LETTERS = (
    *("e s w n", "e s o n", "o s w n", "o z w n", "ø s v n", "o s v n", "ö s v n", "e s v n"),
    *("i e l p", "l s o n", "v j z s", "k d ny e", "в ю з с", "с п з п", "α ν δ β", "d g b k"),
)
LETTER_SETS = tuple(tuple((letter,) for letter in letters.split()) for letters in LETTERS)


def wind_column_by_seat(heads: Sequence[str], seats: int) -> dict[int, int]:
    """Return the columns whose headings are winds, by their seats from East; none unless all seats are told
    by the winds of one language, each once.

    >>> wind_column_by_seat(["Table", "Nord", "Est", "Sud", "Ouest"], 4)
    {0: 2, 1: 3, 2: 4, 3: 1}
    >>> wind_column_by_seat(["R", "T", "O", "S", "W", "N"], 4)
    {0: 2, 1: 3, 2: 4, 3: 5}
    >>> wind_column_by_seat(["East", "Points", "South"], 4)
    {}
    """
    plain = [plain_text(head) or head.strip().casefold() for head in heads]
    words = [re.findall(r"[^\W\d_]+", head) for head in plain]
    readings = []
    for names in WORDS:
        columns = _columns(
            [set(word) for word in words], [{*map(plain_text, name)} for name in names[:seats]]
        )
        readings += [columns] if columns else []
    for letters in LETTER_SETS:
        columns = _columns([{head} for head in plain], [{*map(_letter, name)} for name in letters[:seats]])
        readings += [columns] if columns else []
    return readings[0] if readings and all(reading == readings[0] for reading in readings) else {}


def _letter(letter: str) -> str:
    return plain_text(letter) or letter


def _columns(heads: Sequence[set[str]], names: Sequence[set[str]]) -> dict[int, int]:
    """Return the column of each name; none where a name stands in no heading or in several."""
    columns: dict[int, int] = {}
    for seat, words in enumerate(names):
        places = [at for at, head in enumerate(heads) if head & words]
        if len(places) != 1 or places[0] in columns.values():
            return {}
        columns[seat] = places[0]
    return columns
