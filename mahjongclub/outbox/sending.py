"""Sending to an address that somebody typed: never to one within the server's own network.

The name is looked up once, every address it has must be one of the public internet, and the connection goes
to what was found: a name that means another address a moment later leads nowhere else. No redirect is
followed, and neither a slow answer nor a long one holds anybody up.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

#: seconds until a connection stands, and until the whole answer is there
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
#: bytes of an answer that are read
MOST_READ = 16_384

#: of IPv4, what not every Python knows to be special: assignments for protocols
ASSIGNED = IPv4Network("192.0.0.0/24")
#: what IPv6 gives out to the world; everything else is local, reserved, or leads on to another address
WORLD = IPv6Network("2000::/3")
#: IPv4 written as IPv6: by translators (NAT64), 6to4
NAT64, SIX_TO_FOUR = IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16")


class NotSent(Exception):
    """Nothing came of it; `why` is one of the words below."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


#: the address is within the server's own network, or none that may be sent to
INNER = "inner"
#: no such name, no connection, no certificate, no answer in time
UNKNOWN, UNREACHABLE, UNTRUSTED, SILENT = "unknown", "unreachable", "untrusted", "silent"


@dataclass(frozen=True, slots=True)
class ReceiverReply:
    """What came back: its status, and the headers by their names in small letters."""

    status: int
    headers: Mapping[str, str]

    @property
    def is_good(self) -> bool:
        """Whether what was sent was taken."""
        return 200 <= self.status < 300


def is_public_ip(address: str) -> bool:
    """Whether an IP address is one of the public internet.

    >>> [is_public_ip(ip) for ip in ("9.9.9.9", "10.0.0.1", "::ffff:9.9.9.9", "2620:fe::9", "64:ff9b::a00:1")]
    [True, False, False, True, False]
    """
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        special = ip.is_multicast or ip.is_reserved or ip in ASSIGNED
        return ip.is_global and not special
    if ip in NAT64:
        return is_public_ip(str(IPv4Address(int(ip) & 0xFFFF_FFFF)))
    return ip in WORLD and ip not in SIX_TO_FOUR and ip.is_global and ip.teredo is None


def may_send_to(address: str) -> bool:
    """Whether something may be sent to an IP address: a public one, and in tests this machine."""
    return is_public_ip(address) or (settings.TELL_THIS_MACHINE and ip_address(address).is_loopback)


def is_typed_inner_address(host: str) -> bool:
    """Whether a host is an address, typed as such, to which nothing is sent. No name is looked up."""
    try:
        return not may_send_to(host.strip("[]"))
    except ValueError:
        return False


def post(url: str, body: bytes, headers: Mapping[str, str]) -> ReceiverReply:
    """Post to an address and read the beginning of the answer. NotSent where none came."""
    parts = urlsplit(url)
    if parts.hostname is None or parts.scheme not in allowed_url_schemes():
        raise NotSent(INNER)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    lines = [_connected(resolved_addresses(parts.hostname, port), port)]
    cut = Timer(ANSWER_SECONDS, _cut, [lines])
    cut.daemon = True
    cut.start()
    try:
        if secure:
            context = ssl.create_default_context()
            # shaken hands with once the timer knows it: the plain socket is empty by then
            secured = context.wrap_socket(
                lines[0], server_hostname=parts.hostname, do_handshake_on_connect=False
            )
            lines.append(secured)
            secured.do_handshake()
        kind = HTTPSConnection if secure else HTTPConnection
        connection = kind(parts.hostname, port, timeout=ANSWER_SECONDS)
        connection.sock = lines[-1]  # stands already, at an address that was looked at
        connection.request(
            "POST", path, body, {"User-Agent": "mahjongclub", **headers, "Connection": "close"}
        )
        answer = connection.getresponse()
        answer.read(MOST_READ)
        return ReceiverReply(answer.status, {name.lower(): value for name, value in answer.getheaders()})
    except ssl.SSLCertVerificationError as fault:
        raise NotSent(UNTRUSTED) from fault
    except (OSError, HTTPException, ValueError) as fault:
        raise NotSent(SILENT) from fault
    finally:
        cut.cancel()
        for line in lines:
            line.close()


def allowed_url_schemes() -> tuple[str, ...]:
    """How an address may begin."""
    return ("https", "http") if settings.TELL_THIS_MACHINE else ("https",)


def resolved_addresses(host: str, port: int) -> list[str]:
    """Every address of a host, NotSent where one of them is inner or there is none."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise NotSent(UNKNOWN) from fault
    addresses = list(dict.fromkeys(str(row[4][0]).partition("%")[0] for row in rows))
    if not addresses:
        raise NotSent(UNKNOWN)
    if not all(map(may_send_to, addresses)):
        raise NotSent(INNER)
    return addresses


def _connected(addresses: list[str], port: int) -> socket.socket:
    fault: OSError | None = None
    for address in addresses[:4]:
        try:
            line = socket.create_connection((address, port), timeout=CONNECT_SECONDS)
        except OSError as error:
            fault = error
        else:
            line.settimeout(ANSWER_SECONDS)
            return line
    raise NotSent(UNREACHABLE) from fault


def _cut(lines: list[socket.socket]) -> None:
    """The time is over, however many bytes still come."""
    for line in lines:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
