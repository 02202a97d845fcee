"""Which engine a page's scripts may use on the phone."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from .installed import engine_now


def engine_of_release(request: HttpRequest) -> dict[str, Any]:
    """`engine_release`: the name of this release's engine.

    "" where offline settling is not installed, or not packed yet: no page waits for that.
    """
    installed = engine_now()
    return {"engine_release": installed.release if installed else ""}
