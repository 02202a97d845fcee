"""A row's own random secret, on which cookies and links stand.

A number would not do: after a restore the next row gets a number again that somebody else has had.
The database keeps nothing that is good without the secret key.
"""

from __future__ import annotations

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

#: letters of 128 bits
LENGTH = 32
#: links made before rows had secrets were this long
OLD_LENGTH = 24


def new_secret() -> str:
    """128 random bits."""
    return secrets.token_hex(LENGTH // 2)


def hash_device_secret(secret: str) -> str:
    """What is kept of the secret in a device's cookie."""
    return salted_hmac("mahjongclub.clubs.device", secret, algorithm="sha256").hexdigest()


def nobodys_hash() -> str:
    """What a device has whose cookie was never given out."""
    return secrets.token_hex(32)


def link_token(salt: str, secret: str) -> str:
    """The token of a link: derived from the row's secret, and stored nowhere."""
    return salted_hmac(salt, secret, algorithm="sha256").hexdigest()[:LENGTH]


def is_valid_link_token(token: str, salt: str, secret: str, number: int, generation: int | None) -> bool:
    """Whether a token from a link is this row's.

    `generation` is None unless the row had links before it had a secret: those were made of its number.
    """
    if constant_time_compare(token, link_token(salt, secret)):
        return True
    if generation is None:
        return False
    old = salted_hmac(salt, f"{number}:{generation}", algorithm="sha256").hexdigest()[:OLD_LENGTH]
    return constant_time_compare(token, old)
