"""Web Push: a notice encrypted for one browser (RFC 8291), signed as ours (RFC 8292), to its push service.

The key it is signed with follows from the secret key of the installation, which the first start makes and
keeps in DATA_DIR: every process has the same, and there is no further file to lose.
"""

from __future__ import annotations

import json
import time
from base64 import b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from py_vapid import Vapid

from .models import Subscription
from .sending import NotSent, post

#: the order of the curve P-256 (FIPS 186-4, D.1.2.3): a private key is less
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
#: bytes of a browser's public key (uncompressed point) and of its shared secret
POINT, SECRET = 65, 16
#: how long what a message is signed with is good for
SIGNED_SECONDS = 12 * 3600
#: no such subscription any more, or one made under another key of ours
GONE = frozenset({401, 403, 404, 410})


@cache
def _vapid(secret_key: str) -> Vapid:
    drawn = salted_hmac("mahjongclub.push", "", secret=secret_key, algorithm="sha512").digest()
    number = int.from_bytes(drawn, "big") % (ORDER - 1) + 1
    return Vapid(ec.derive_private_key(number, ec.SECP256R1()))


def vapid_public_key() -> str:
    """What a browser subscribes with, as base64 for addresses."""
    key = _vapid(settings.SECRET_KEY).public_key
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def is_push_public_key(text: str) -> bool:
    """Whether this is a browser's public key."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(text, POINT))
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True


def is_push_secret(text: str) -> bool:
    """Whether this is a browser's shared secret."""
    try:
        return bool(_bytes(text, SECRET))
    except ValueError:
        return False


def _bytes(text: str, length: int) -> bytes:
    try:
        data = b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except NotBase64 as fault:
        raise ValueError(text) from fault
    if len(data) != length:
        raise ValueError(text)
    return data


def send_push(subscription: Subscription, notice_data: Mapping[str, Any], seconds: int) -> int:
    """Push a notice that the push service keeps for so many seconds; the status of its answer.

    NotSent where there was none, or where the browser's keys are none.
    """
    try:
        content = _encrypted(subscription, json.dumps(notice_data, ensure_ascii=False).encode())
    except (ValueError, InvalidTag, http_ece.ECEException) as fault:
        raise NotSent("keys") from fault
    parts = urlsplit(subscription.endpoint)
    claims = {
        "sub": _contact(),
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
    }
    headers = {
        "content-encoding": "aes128gcm",
        "ttl": str(seconds),
        "urgency": "high",
        **_vapid(settings.SECRET_KEY).sign(claims),
    }
    return post(subscription.endpoint, content, headers).status


def _encrypted(subscription: Subscription, content: bytes) -> bytes:
    """The content for this browser alone, under a key drawn for this one message."""
    return bytes(
        http_ece.encrypt(
            content,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(subscription.public_key, POINT),
            auth_secret=_bytes(subscription.shared_secret, SECRET),
            version="aes128gcm",
        )
    )


def _contact() -> str:
    """Whom a push service tells of trouble with what we send."""
    if settings.SECURITY_CONTACT.startswith("mailto:"):
        return str(settings.SECURITY_CONTACT)
    return settings.PUBLIC_URL if settings.PUBLIC_URL.startswith("https://") else "mailto:nobody@localhost"
