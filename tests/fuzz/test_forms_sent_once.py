"""Every form that writes is sent once, however often its button is tapped (`data-once`, page/once.js)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.searching import thorough

from .browser import PLAIN
from .site import LEFT_OUT, addresses
from .world import World

pytestmark = pytest.mark.django_db

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FORM = re.compile(r"<form\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>{]|\{)*>", re.DOTALL)
WRITES = re.compile(r'\bmethod="(?:post|\{\{)', re.IGNORECASE)


def unguarded(page: str) -> list[str]:
    forms = [form for form in FORM.findall(page) if WRITES.search(form)]
    return [form for form in forms if "data-once" not in form]


@pytest.mark.parametrize(
    "who", [*(pytest.param(who, marks=thorough) for who in ("guest", "scorer")), "owner"]
)
def test_every_form_of_the_site_is_sent_once(world: World, who: str) -> None:
    found, pages = {}, 0
    for address in addresses(world):
        if address.foreign or address.pattern in LEFT_OUT:
            continue
        answer = world.browsers[who].get(address.path, **{PLAIN: True})
        if "html" not in answer.get("Content-Type", ""):
            continue
        pages += 1
        found |= dict.fromkeys(unguarded(answer.content.decode()), address.path)
    assert pages > 30
    assert found == {}


def test_a_form_that_no_address_shows_today_is_sent_once_too() -> None:
    unguarded_of = {path.name: unguarded(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    assert {name: forms for name, forms in unguarded_of.items() if forms} == {}
