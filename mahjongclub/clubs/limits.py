"""How often one browser, one address, and all together may do what costs something or could be guessed.

A hall full of phones behind one router shares an address: an address is given far more than a browser.
Counted in the cache, which processes share where they have Redis; a count that is lost only lets somebody try
again sooner.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

from mahjongclub.networks import network_of

from .devices import ClubRequest


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times within so many seconds. A browser that has no table yet is known by its address alone.

    `altogether` is the sum over everybody, for what many addresses could guess together.
    """

    name: str
    per_device: int
    per_address: int
    seconds: int
    altogether: int | None = None

    def reached(self, request: ClubRequest) -> bool:
        """Whether it is too often already."""
        return any(cache.get(key, 0) >= most for key, most in self._counts(request))

    def count(self, request: ClubRequest) -> None:
        """It was done once more."""
        for key, _most in self._counts(request):
            counted(key, self.seconds)

    def _counts(self, request: ClubRequest) -> list[tuple[str, int]]:
        counts = [(f"{self.name}:address:{address_of(request)}", self.per_address)]
        if (device := request.visitor.device_id) is not None:
            counts.append((f"{self.name}:device:{device}", self.per_device))
        if self.altogether is not None:
            counts.append((f"{self.name}:altogether", self.altogether))
        return counts


def counted(key: str, seconds: int) -> int:
    """Count once more under `key`, from the first time on for so many seconds; how often by now."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # forgotten in between
        cache.set(key, 1, seconds)
        return 1


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as it is counted."""
    return network_of(request.META.get("REMOTE_ADDR", ""))
