"""The site map of a phone: the tables as on the server; all else has an address, and needs the network."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path

from mahjongclub.tables import urls as tables

from . import ELSEWHERE, NEEDS_SERVER


def elsewhere(request: HttpRequest, **of_address: Any) -> HttpResponse:
    """What a phone cannot answer by itself."""
    return HttpResponse(status=NEEDS_SERVER)


def _patterns() -> list[Any]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for kind, namespace, name, route in json.loads((settings.BASE_DIR / ELSEWHERE).read_text()):
        make = path if kind == "path" else re_path
        grouped[namespace].append(make(route, elsewhere, name=name))
    alone = grouped.pop("", [])
    return [*(path("", include((found, name), namespace=name)) for name, found in grouped.items()), *alone]


urlpatterns = [path("", include(tables)), *_patterns()]
