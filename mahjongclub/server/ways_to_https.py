"""The shortest ways from plain HTTP to https, as the terminal and the page This phone tell them.

Browsers keep a screen on, keep pages for later and make passkeys only where the address begins with https (or
on the machine of the server itself). docs/https.md tells what each way was tried with.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class HttpsWay:
    """One way: what it is, what it asks for, the command beside the server, and the address it leads to."""

    name: str | Promise
    asks: str | Promise
    command: str
    address: str


def ways_to_https(host: str, port: int) -> list[HttpsWay]:
    """Return the ways for a server that the local network finds at this host and port."""
    served = f"localhost:{port}"
    return [
        HttpsWay(
            _("A tunnel"),
            _("No account, no name: it prints an address for the evening. The internet is needed."),
            f"cloudflared tunnel --url http://{served}",
            "https://….trycloudflare.com",
        ),
        HttpsWay(
            _("A name of your own"),
            _("A domain that leads to this machine, ports 80 and 443 open to the internet."),
            f"caddy reverse-proxy --from mahjong.example.org --to {served}",
            "https://mahjong.example.org",
        ),
        HttpsWay(
            _("Within this network only"),
            _("No internet: each phone trusts this machine’s certificate once, or taps past a warning."),
            f"caddy reverse-proxy --from https://{host} --internal-certs --to {served}",
            f"https://{host}",
        ),
    ]
