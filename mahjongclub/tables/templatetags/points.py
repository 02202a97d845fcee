"""`{{ score|points }}`: points as every sentence of the app writes them."""

from __future__ import annotations

from django import template

from ..wording import points_in_words

register = template.Library()
register.filter("points", points_in_words)
