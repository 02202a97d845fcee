"""Every form that writes is sent once, however often its button is tapped (`data-once`, page/once.js)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.searching import thorough

from .site import LEFT_OUT
from .visits import PagesOf

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
def test_every_form_of_the_site_is_sent_once(pages_of: PagesOf, who: str) -> None:
    found, pages = {}, 0
    for seen in pages_of(who):
        if seen.page and not seen.address.foreign and seen.address.pattern not in LEFT_OUT:
            pages += 1
            found |= dict.fromkeys(unguarded(seen.page), seen.address.path)
    assert pages > 30
    assert found == {}


def test_a_form_that_no_address_shows_today_is_sent_once_too() -> None:
    unguarded_of = {path.name: unguarded(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    assert {name: forms for name, forms in unguarded_of.items() if forms} == {}
