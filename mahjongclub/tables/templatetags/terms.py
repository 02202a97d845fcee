"""`{% terms "han fu" %}`: words of the game, each explained on a tap, without script."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.text import slugify

from ..glossary import GLOSSARY
from ..wording import said

register = template.Library()


@register.inclusion_tag("tables/_terms.html")
def terms(words: str) -> dict[str, Any]:
    """A line of terms; two words of one term are joined by an underscore ("nagashi_mangan")."""
    keys = [word.replace("_", " ") for word in words.split()]
    return {"terms": [{"id": slugify(key), "word": key, "meaning": said(GLOSSARY[key])} for key in keys]}
