"""Whom an address stands for, where visitors are counted."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

#: of IPv6 every household and every rented server has a whole /64 to itself
ONE_VISITOR = 64


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """What an address is counted as: itself, or of IPv6 the /64 around it.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2")
    True
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a socket of this machine has no address
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(IPv6Network((ip, ONE_VISITOR), strict=False))
