"""How often one browser, and one address, may do a thing that costs something or could be guessed.

A hall full of phones behind one router shares an address: an address is given far more than a browser.
Counted in the cache; a count that is lost only lets somebody try again sooner.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from .devices import ClubRequest


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times within so many seconds. A browser that has no table yet is known by its address alone."""

    name: str
    per_device: int
    per_address: int
    seconds: int

    def reached(self, request: ClubRequest) -> bool:
        """Whether it is too often already."""
        return any(cache.get(key, 0) >= most for key, most in self._counts(request))

    def count(self, request: ClubRequest) -> None:
        """It was done once more."""
        for key, _most in self._counts(request):
            cache.add(key, 0, self.seconds)
            try:
                cache.incr(key)
            except ValueError:  # forgotten in between
                cache.set(key, 1, self.seconds)

    def _counts(self, request: ClubRequest) -> list[tuple[str, int]]:
        address = f"{self.name}:address:{request.META.get('REMOTE_ADDR', '')}"
        device = request.visitor.device_id
        mine = [] if device is None else [(f"{self.name}:device:{device}", self.per_device)]
        return [(address, self.per_address), *mine]
