"""`{% sqlite_word as word %}`: what staff are told of the SQLite this server runs with."""

from __future__ import annotations

from django import template

from ..sqlite_library import word_on_sqlite

register = template.Library()
register.simple_tag(word_on_sqlite, name="sqlite_word")
