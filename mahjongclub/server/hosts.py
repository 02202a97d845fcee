"""Which host names the app answers to while it runs on a local network without a public address."""

import ipaddress
import socket
from collections.abc import Callable
from functools import cache

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

# Names no public DNS server can give out, so no web page elsewhere can point one at this machine.
LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def is_local_host(name: str) -> bool:
    """Tell whether `name` (no port; IPv6 in brackets) is an address or a name of a local network.

    A foreign web site can reach a machine behind a router only under a name of its own (DNS
    rebinding), never under a bare address, so every bare address is fine.
    """
    try:
        ipaddress.ip_address(name.strip("[]"))
        return True
    except ValueError:
        pass
    return bool(name) and ("." not in name or name.endswith(LOCAL_SUFFIXES) or name in own_host_names())


@cache
def own_host_names() -> frozenset[str]:
    """What this machine calls itself. Asked once: without Internet the answer may take seconds."""
    return frozenset({socket.gethostname().lower(), socket.getfqdn().lower()})


class LocalHostsOnlyMiddleware:
    """Refuse requests under a host name that is not of the local network, with Django's own 400."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name, _port = split_domain_port(request.get_host())
        if not is_local_host(name):
            raise DisallowedHost(f"{name!r} is no local name: set PUBLIC_URL or ALLOWED_HOSTS to serve it.")
        return self.get_response(request)
