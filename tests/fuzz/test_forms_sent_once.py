"""Every form that writes is sent once, however often its button is tapped (`data-once`, page/once.js)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.django_db

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FORM = re.compile(r"<form\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>{]|\{)*>", re.DOTALL)
WRITES = re.compile(r'\bmethod="(?:post|\{\{)', re.IGNORECASE)


def unguarded(page: str) -> list[str]:
    forms = [form for form in FORM.findall(page) if WRITES.search(form)]
    return [form for form in forms if "data-once" not in form]


def test_a_form_that_no_address_shows_today_is_sent_once_too() -> None:
    unguarded_of = {path.name: unguarded(path.read_text()) for path in TEMPLATES.rglob("*.html")}
    assert {name: forms for name, forms in unguarded_of.items() if forms} == {}
