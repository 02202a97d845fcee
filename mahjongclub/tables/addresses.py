"""The codes a table is known by, and the addresses made of them."""

from __future__ import annotations

import secrets
from functools import cache

from django.urls import register_converter, reverse
from django.urls.converters import IntConverter, StringConverter
from django.utils.crypto import constant_time_compare, salted_hmac

#: No 0/O, 1/I/L, U/V: these are read aloud in a noisy room and typed with a thumb.
SPOKEN_ALPHABET = "23456789ABCDEFGHJKMNPQRSTWXYZ"
LINK_ALPHABET = "23456789abcdefghjkmnpqrstwxyz"
SPOKEN_LENGTH = 6
LINK_LENGTH = 14
TOKEN_LENGTH = 24


def new_link_code() -> str:
    """The unguessable part of a session's address (68 bits)."""
    return "".join(secrets.choice(LINK_ALPHABET) for _ in range(LINK_LENGTH))


def derived_link_code(salt: str, word: str) -> str:
    """The same code for the same word, on this installation; a secret to everybody elsewhere."""
    drawn = salted_hmac(salt, word, algorithm="sha256").digest()
    return "".join(LINK_ALPHABET[byte % len(LINK_ALPHABET)] for byte in drawn[:LINK_LENGTH])


def derived_spoken_code(message: str) -> str:
    """A short code to say aloud, the same for the same message; it expires, guesses are counted (29 bits)."""
    drawn = salted_hmac("mahjongclub.tables.spoken", message, algorithm="sha256").digest()
    number, letters = int.from_bytes(drawn), []
    for _letter in range(SPOKEN_LENGTH):
        number, place = divmod(number, len(SPOKEN_ALPHABET))
        letters.append(SPOKEN_ALPHABET[place])
    return "".join(letters)


def hash_spoken_code(code: str) -> str:
    """Return what is kept of a spoken code: so few bits need our key, a plain hash would tell them."""
    return salted_hmac("mahjongclub.tables.spoken-hash", code, algorithm="sha256").hexdigest()


def tidy_spoken_code(typed: str) -> str:
    """What a person typed, as a code: upper case, no spaces or hyphens.

    >>> tidy_spoken_code(" kd7-4mx ")
    'KD74MX'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def access_token(link_code: str, role: str, generation: int) -> str:
    """The token that gives `role` at a session: derived, never stored; a new generation voids it."""
    message = f"{link_code}:{role}:{generation}"
    return salted_hmac("mahjongclub.tables.access", message, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def token_matches(token: str, link_code: str, role: str, generation: int) -> bool:
    """Whether a token from a link is the one for this role."""
    return constant_time_compare(token, access_token(link_code, role, generation))


class LinkCode(StringConverter):
    """The unguessable part of a session's address."""

    regex = f"[{LINK_ALPHABET}]{{{LINK_LENGTH}}}"


class HandNumber(IntConverter):
    """A hand's number, 1 to 9999: longer ones are no address of ours."""

    regex = "[1-9][0-9]{0,3}"


register_converter(LinkCode, "code")
register_converter(HandNumber, "hand")

ANY_CODE = LINK_ALPHABET[0] * LINK_LENGTH


def session_path(page: str, code: str) -> str:
    """Return the path of a page of one session, such as "log". A board names a dozen: each is kept."""
    before, after = _around_code(page)
    return f"{before}{code}{after}"


@cache
def _around_code(page: str) -> tuple[str, str]:
    before, _code, after = reverse(f"tables:{page}", args=[ANY_CODE]).partition(ANY_CODE)
    return before, after
