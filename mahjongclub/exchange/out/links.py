"""Whole addresses of this site, for those who read them elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def absolute(request: HttpRequest, path: str) -> str:
    """A path as the world reaches it: by PUBLIC_URL, else as the reader did."""
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
