"""A browser's side of Web Push: keys of its own, and what its push service got for it, in plain text."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from secrets import token_bytes
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

from .receiver import Came, Receiver


class Browser:
    """One browser's subscription at the receiver, under an address of its own."""

    def __init__(self, receiver: Receiver, name: str) -> None:
        self.receiver, self.path = receiver, f"/push/{name}"
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), token_bytes(16)

    @property
    def form(self) -> dict[str, str]:
        """What the page sends of it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"public_key": encoded(point), "shared_secret": encoded(self.secret)}
        return {"endpoint": f"{self.receiver.url}{self.path}", **keys}

    def told(self) -> list[dict[str, Any]]:
        """What it was told, decrypted."""
        return [self.read(one) for one in self.receiver.came if one.path == self.path]

    def read(self, came: Came) -> dict[str, Any]:
        """One message, as the browser reads it once its service has looked who sent it."""
        assert Vapid.verify(came.headers["authorization"])
        assert came.headers["content-encoding"] == "aes128gcm"
        assert int(came.headers["ttl"]) > 0
        plain = http_ece.decrypt(came.body, private_key=self.key, auth_secret=self.secret)
        found: dict[str, Any] = json.loads(plain)
        return found


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def claims(came: Came) -> dict[str, Any]:
    """What the sender says of itself."""
    token = came.headers["authorization"].partition("t=")[2].partition(",")[0]
    body = token.split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return found
