"""`{% sqlite_word as word %}`: what staff are told of the SQLite this server runs with."""

from __future__ import annotations

from django import template

from ..sqlite_library import sqlite_warning

register = template.Library()
register.simple_tag(sqlite_warning, name="sqlite_word")
