"""Names that may be one person's: written on another keyboard, in another script or order, with initials.

A name has one key (`near_name_key`); two with the same key are nearly one name, and somebody is asked about
them. What needs two names to be told, such as "B. Lefèvre" and "Benoît Lefèvre", `NearNames` finds among
all it knows.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, TypeVar

from mahjongclub.lists.letters import PLAIN_LETTERS

from .naming import name_key

T = TypeVar("T")

#: scripts without blanks between the words of a name
EAST_ASIAN = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")
APOSTROPHES = re.compile(r"['’‘ʼʻ`´ʹʺ\u02bb-\u02bf]")
LETTERS = str.maketrans(PLAIN_LETTERS)
#: Greek as passports write it, two letters before one
GREEK = (
    *(
        ("ου", "u"),
        ("μπ", "b"),
        ("ντ", "nt"),
        ("γγ", "ng"),
        ("γκ", "gk"),
        ("γχ", "nch"),
        ("τζ", "tz"),
        ("τσ", "ts"),
    ),
    *(("αυ", "av"), ("ευ", "ev"), ("ηυ", "iv"), ("αι", "ai"), ("ει", "ei"), ("οι", "oi"), ("υι", "yi")),
    *zip(
        "αβγδεζηθικλμνξοπρστυφχψως",
        [
            "a",
            "v",
            "g",
            "d",
            "e",
            "z",
            "i",
            "th",
            "i",
            "k",
            "l",
            "m",
            "n",
            "x",
            "o",
            "p",
            "r",
            "s",
            "t",
            "y",
            "f",
            "ch",
            "ps",
            "o",
            "s",
        ],
        strict=True,
    ),
)
#: Cyrillic as passports write it, Russian and Ukrainian
CYRILLIC = dict(
    zip(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяђјљњћџ",
        [
            "a",
            "b",
            "v",
            "g",
            "g",
            "d",
            "e",
            "ie",
            "zh",
            "z",
            "i",
            "i",
            "i",
            "i",
            "k",
            "l",
            "m",
            "n",
            "o",
            "p",
            "r",
            "s",
            "t",
            "u",
            "f",
            "kh",
            "ts",
            "ch",
            "sh",
            "shch",
            "_",
            "y",
            "_",
            "e",
            "iu",
            "ia",
            "d",
            "j",
            "lj",
            "nj",
            "c",
            "dz",
        ],
        strict=True,
    )
)
#: spellings of one sound, in the order in which they are made one; the same for every name
SPELLINGS = tuple(
    (re.compile(pattern), spelling)
    for pattern, spelling in (
        (r"dj", "d"),
        (r"^ye", "e"),
        (r"[yj]", "i"),
        (r"tch|tsch", "ch"),
        (r"shch|schtsch", "sh"),
        (r"sch", "sh"),
        (r"kh|ch", "h"),
        (r"ph", "f"),
        (r"th", "t"),
        (r"w", "v"),
        (r"ks", "x"),
        (r"ae|aa", "a"),
        (r"oe", "o"),
        (r"ue|ou", "u"),
        (r"ei(?=$|[^aeiou])", "i"),
        (r"dr$", "der"),
        (r"off$", "ov"),
        (r"([^\W\d])\1+", r"\1"),
        (r"(?<=[ei])v(?=k|p|s|t|f|h)", "f"),
    )
)


@lru_cache(8192)
def near_name_key(name: str) -> str:
    """Return what names have in common that may be one person's, whatever the keyboard, the script and the
    order.

    >>> pairs = [("Dupont, Léa", "lea DUPONT"), ("Łukasz Żółć", "Lukasz Zolc"), ("Юлия", "Julia")]
    >>> pairs += [("Jörg Müller", "Joerg Mueller"), ("田中 愛子", "田中愛子"), ("Σοφία Παππά", "Sofia Pappa")]
    >>> [near_name_key(name) == near_name_key(other) for name, other in pairs]
    [True, True, True, True, True, True]
    """
    return " ".join(sorted(_words(name)))


def _words(name: str) -> list[str]:
    """Return the words of a name, each in one spelling; signs of East Asia as one word in a fixed order."""
    text = name_key(unicodedata.normalize("NFKC", name))
    signs = "".join(sorted(EAST_ASIAN.findall(text)))
    letters_alone = EAST_ASIAN.sub(" ", text)
    apart = unicodedata.normalize("NFKD", letters_alone)
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(LETTERS)
    if not letters.isascii():
        letters = _latin(letters)
    words = [_one_spelling(word) for word in re.findall(r"\w+", APOSTROPHES.sub("", letters))]
    return [*words, *([signs] if signs else [])]


def _latin(text: str) -> str:
    """Return a text with Greek and Cyrillic in Latin letters; letters of other scripts stay as they are."""
    for greek, latin in GREEK:
        text = text.replace(greek, latin)
    return "".join(CYRILLIC.get(sign, sign) for sign in text).replace("_", "")


@lru_cache(8192)
def _one_spelling(word: str) -> str:
    if len(word) == 1 or word.isdecimal():
        return word
    for pattern, spelling in SPELLINGS:
        word = pattern.sub(spelling, word)
    return word


def do_initials_fit(first_words: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two names, as words in one spelling, agree but for initials in place of words: "b lefevre".

    >>> do_initials_fit(["b", "roy"], ["benoit", "roy"]), do_initials_fit(["b", "roy"], ["ana", "roy"])
    (True, False)
    """
    left, right = list(first_words), list(other)
    shared = [word for word in left if len(word) > 1 and word in right]
    if not shared or not any(len(word) > 1 and word.isalpha() for word in shared):
        return False
    for word in shared:
        if word in left and word in right:
            left.remove(word)
            right.remove(word)
    for mine, theirs in ((left, right), (right, left)):
        for initial in [word for word in mine if len(word) == 1 and word.isalpha()]:
            starts = (initial, "i" if initial in "jy" else "v" if initial == "w" else initial)
            fitting = next((word for word in theirs if word.startswith(starts) and word.isalpha()), None)
            if fitting is not None:
                mine.remove(initial)
                theirs.remove(fitting)
    if left and right:
        return False
    # a middle initial that the other name leaves out
    return all(len(word) == 1 and word.isalpha() for word in (*left, *right)) and (
        len(shared) > 1 or not (left or right)
    )


class NearNames(Generic[T]):
    """What goes by names, found by every name that may be meant."""

    def __init__(self) -> None:
        self._by_key: dict[str, list[T]] = defaultdict(list)
        self._by_word: dict[str, list[tuple[list[str], T]]] = defaultdict(list)

    def add(self, name: str, named: T) -> None:
        """Have `named` found by this name too."""
        key = near_name_key(name)
        if not key:
            return
        if named not in self._by_key[key]:
            self._by_key[key].append(named)
        words = key.split()
        for word in {word for word in words if len(word) > 1}:
            self._by_word[word].append((words, named))

    def find_near(self, name: str) -> list[T]:
        """Return all that may be meant by a name: of the same key first, then those that initials fit."""
        key = near_name_key(name)
        near_names = list(self._by_key.get(key, ()))
        words = key.split()
        initials = any(len(word) == 1 for word in words)
        for word in {word for word in words if len(word) > 1}:
            for others, named in self._by_word.get(word, ()):
                may_fit = initials or any(len(other) == 1 for other in others)
                if may_fit and named not in near_names and do_initials_fit(words, others):
                    near_names.append(named)
        return near_names

    def with_part(self, name: str) -> list[T]:
        """Return all whose longer name has this name without blanks as a part: "Jean-Pierre", "O'Brien"."""
        parts = near_name_key(name).split()
        if len(name.split()) != 1 or len("".join(parts)) < 2:
            return []
        return list(
            dict.fromkeys(
                named
                for others, named in self._by_word.get(max(parts, key=len), ())
                if len(others) > len(parts) and {*parts} <= {*others}
            )
        )
