"""Which engine a page's scripts may use on the phone."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from .installed import engine


def engine_of_release(request: HttpRequest) -> dict[str, Any]:
    """`engine_release`: the name of this release's engine, "" where offline settling is not installed."""
    installed = engine()
    return {"engine_release": installed.release if installed else ""}
