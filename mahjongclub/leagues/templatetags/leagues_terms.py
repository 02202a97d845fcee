"""`{% define "win_rate" %}`: a figure's name, its definition one tap away, without script."""

from __future__ import annotations

from typing import Any

from django import template

from ..definitions import explain

register = template.Library()


@register.inclusion_tag("leagues/_term.html")
def define(key: str, where: str = "") -> dict[str, Any]:
    """A figure of `definitions` to be tapped; `where` tells the second on a page from the first."""
    term = explain(key)[0]
    return {**term, "id": f"{key}-{where}"} if where else term
