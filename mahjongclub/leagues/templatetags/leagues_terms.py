"""`{% define "win_rate" %}`: a figure's name, its definition one tap away, without script."""

from __future__ import annotations

from typing import Any

from django import template

from ..definitions import explain

register = template.Library()


@register.inclusion_tag("leagues/_term.html")
def define(key: str) -> dict[str, Any]:
    """The name of a figure of `definitions`, to be tapped."""
    return explain(key)[0]
