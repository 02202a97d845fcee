"""French elision before a value that is put into a sentence: “de {name}” is “d’Ann”, but “de Bo”.

Translations write the full word; the letter that follows decides as the sentence is put together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

#: a word that elides, what may set the value apart, and the value's place, written in either way
BEFORE_VALUE = re.compile(
    r"\b(?P<head>[Dd]|[Ll]|(?:[Jj]us|[Ll]ors|[Pp]uis|[Qq]uoi)?[Qq]u)(?P<vowel>[ea]) "
    r"(?P<mark><bdi>|\u2068)?(?P<place>%\((?P<percent>\w+)\)s|\{(?P<brace>\w+)\})"
)
#: names whose h is mute in French; before any other the word stays whole (de Hiroshi, de Hans)
MUTE_H = (
    "habib", "hadrien", "hector", "helen", "heloise", "henri", "herbert", "hercule", "hermann",
    "hermine", "hermione", "herve", "hilaire", "hippolyte", "hiver", "homere", "honor",
    "horace", "hortense", "hubert", "hugo", "hugues", "huguette", "humbert", "hyacinthe",
)  # fmt: skip
VOWELS = "aeiou"


def elides(value: str) -> bool:
    """Return whether “de” is elided before the value: a vowel, or a mute h, in Latin letters.

    >>> [elides(name) for name in ("Ann", "Œdipe", "Yves", "Yuki", "Hélène", "Hiroshi", "11", "Άννα")]
    [True, True, True, False, True, False, False, False]
    """
    word = _first_word(value)
    if not word:
        return False
    if word[0] == "h":
        return word.startswith(MUTE_H)
    if word[0] == "y":
        return len(word) > 1 and word[1] not in VOWELS
    return word[0] in VOWELS and word not in ("onze", "oui")


def with_elisions(sentence: str, value_of: Callable[[str], str]) -> str:
    """Return a French sentence whose places are still empty with the words before them elided.

    >>> with_elisions("%(name)s gagne sur la défausse de %(who)s", {"name": "Bo", "who": "Ann"}.__getitem__)
    '%(name)s gagne sur la défausse d’%(who)s'
    """

    def one(match: re.Match[str]) -> str:
        name = match["percent"] or match["brace"]
        if not elides(value_of(name)):
            return match[0]
        return f"{match['head']}’{match['mark'] or ''}{match['place']}"

    return BEFORE_VALUE.sub(one, sentence)


def _first_word(value: str) -> str:
    text = re.sub(r"^(?:<bdi>|[\u2066-\u2069])+", "", value).replace("œ", "oe").replace("Œ", "Oe")
    text = text.replace("æ", "ae").replace("Æ", "Ae")
    base = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    match = re.match(r"[A-Za-z]+", base)
    return match[0].lower() if match else ""
