"""The lines at the foot of a score sheet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _


def foot_line(label: str, rule: str = "", *, strong: bool = False) -> dict[str, Any]:
    """A line to fill in for each seat: what it is called, and what the rules say of it."""
    return {"label": label, "rule": rule, "strong": strong}


def result_lines() -> list[dict[str, Any]]:
    """Where the score alone ranks: the points and the place."""
    return [foot_line(_("Points"), strong=True), foot_line(_("Place"))]
