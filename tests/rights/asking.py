"""What is sent to each address: the things its path names, and a form that would change something.

`CASES` tells what the common answer (`THINGS`, an empty form) does not fit. A case has a name where one
address has several: the table of rights then has a block for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.urls import URLResolver, get_resolver

from tests.fuzz.site import STEP, fill_in

from .asks import Ask
from .cases import clubs, events, leagues, support, tables
from .hall import Hall

#: by address; an address that is not here is asked for with an empty form
CASES = {**clubs.CASES, **tables.CASES, **leagues.CASES, **events.CASES, **support.CASES}


def cases_of(pattern: str) -> list[Ask]:
    """Every way an address is asked."""
    return CASES.get(pattern, [Ask()])


def addresses(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address of the site map, the support's too."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        address = before + AS_WRITTEN.get(str(one.pattern), str(one.pattern))
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, address)
        else:
            yield address


#: the addresses of Django's support that are patterns of characters
AS_WRITTEN = {
    "^(?P<app_label>clubs|account|admin|tables|leagues|exchange)/$": "<app_label>/",
    "(?P<url>.*)$": "<path:url>",
}


#: each once, though two patterns may have the same
ADDRESSES = list(dict.fromkeys(addresses()))


def path_of(hall: Hall, address: str, ask: Ask) -> str:
    """The address with the hall's things in it."""
    given = ask.things(hall)
    values = [
        given[name] if name in given else thing(hall, address, word, name)
        for word, _kind, name in STEP.findall(address)
    ]
    return fill_in(address, values)


def thing(hall: Hall, address: str, word: str, name: str) -> Any:
    """What stands at a place of an address: by its own name, else by the word before it."""
    if name == "object_id":
        first = apps.get_model(*address.split("/")[1:3])._base_manager.first()
        return first.pk if first else 1
    found = hall.things.get(name, hall.things.get(word))
    assert found is not None, f"what stands for {word}/<{name}>?"
    return found
