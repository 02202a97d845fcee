"""Encrypting what the database keeps, apart from the rows' secrets: a phone has no library for it."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet
from django.utils.crypto import salted_hmac


def cipher(salt: str) -> Fernet:
    """What encrypts under the secret key, another for each salt: a copy of the database has no plain text."""
    return Fernet(urlsafe_b64encode(salted_hmac(salt, "", algorithm="sha256").digest()))
