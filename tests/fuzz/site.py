"""The site map as addresses: each with things that are there, with none, and with those of another club."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.urls import URLPattern, URLResolver, get_resolver

from .world import FullClub, World

T = TypeVar("T")
#: after these the browser would be somebody else's
LEFT_OUT = ("account/logout/", "me/remove/")
#: shown for every game, of which `make test` has three; elsewhere the games take turns
EVERY_GAME = ("t/<code:code>/", "t/<code:code>/type/", "t/<code:code>/during/")
#: a part of an address that names a thing, with the word before it
STEP = re.compile(r"(?:([\w-]+)/)?<(?:(\w+):)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Address:
    """Where to go, and whether it touches on what belongs to the private club."""

    path: str
    pattern: str
    foreign: bool = False


def site_map(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address as it stands in the site map; the support's pages have tests of their own."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and not address.startswith("admin"):
            yield from site_map(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern):
            yield address


def addresses(world: World) -> Iterator[Address]:
    """All of the site, about everything."""
    turn = 0
    for pattern in site_map():
        steps = STEP.findall(pattern)
        here = [things(world.open, *step) for step in steps]
        most = max(map(len, here), default=1) if "/hand/" in pattern or pattern in EVERY_GAME else 1
        turn += 1
        for number in range(min(most, 3)):
            yield Address(fill_in(pattern, [any_of(values, turn + number) for values in here]), pattern)
        if not steps:
            continue
        nothing = [999_999_999 if isinstance(values[0], int) else "nobody" for values in here]
        yield Address(fill_in(pattern, nothing), pattern)
        # an invitation's link is the right to see whose it is
        if all(kind == "hand" or name in ("variant", "role", "token") for _word, kind, name in steps):
            continue
        there = [things(world.shut, *step) for step in steps]
        yield Address(fill_in(pattern, [any_of(values, turn) for values in there]), pattern, foreign=True)
        if len(steps) > 1:  # a thing of one club under the name of the other
            under = [here[0][0], *(any_of(values, turn) for values in there[1:])]
            yield Address(fill_in(pattern, under), pattern, foreign=True)
            over = [there[0][0], *(any_of(values, turn) for values in here[1:])]
            yield Address(fill_in(pattern, over), pattern, foreign=True)
        if "<code:" in pattern or "<slug:code>" in pattern:
            last = [values[-1] for values in there]
            yield Address(fill_in(pattern, last), pattern, foreign=True)


def things(club: FullClub, word: str, kind: str, name: str) -> list[Any]:
    """What may stand at a place of an address; a part nobody has told of gets something plain."""
    for known in (name, word):
        if known in club.values:
            return club.values[known]
    return ["x"] if kind in ("", "str", "slug", "path") else [1]


def any_of(values: list[Any], turn: int) -> Any:
    return values[turn % len(values)]


def fill_in(pattern: str, values: list[Any]) -> str:
    found = iter(values)
    return "/" + re.sub(r"<[^>]+>", lambda _match: str(next(found)), pattern)


def one_in_ten(items: Sequence[T], turn: int = 0) -> Sequence[T]:
    """Return every tenth item, at least one, which `turn` chooses."""
    return items[turn % min(10, max(len(items), 1)) :: 10]
