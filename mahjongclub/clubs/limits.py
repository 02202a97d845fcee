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

    None is no limit. `altogether` is the sum over everybody, for what many addresses could guess together.
    What is counted for one thing alone, such as an event, names it as `about`.
    """

    name: str
    per_device: int | None
    per_address: int | None
    seconds: int
    altogether: int | None = None

    def is_reached(self, request: ClubRequest, about: object = "") -> bool:
        """Whether it is too often already."""
        return any(cache.get(key, 0) >= most for key, most in self._counts(request, about))

    def count_use(self, request: ClubRequest, about: object = "") -> None:
        """It was done once more."""
        for key, _most in self._counts(request, about):
            add_to_count(key, self.seconds)

    def _counts(self, request: ClubRequest, about: object) -> list[tuple[str, int]]:
        name = f"{self.name}:{about}" if about != "" else self.name
        device = request.visitor.device_id if self.per_device is not None else None
        counts = (
            (f"{name}:address:{client_address(request)}", self.per_address),
            (f"{name}:device:{device}", self.per_device if device is not None else None),
            (f"{name}:altogether", self.altogether),
        )
        return [(key, most) for key, most in counts if most is not None]


def add_to_count(key: str, seconds: int) -> int:
    """Count once more under `key`, from the first time on for so many seconds; how often by now."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # forgotten in between
        cache.set(key, 1, seconds)
        return 1


def client_address(request: HttpRequest) -> str:
    """Where a request comes from, as it is counted."""
    return network_of(request.META.get("REMOTE_ADDR", ""))
