"""Static files keep the names under which the server has them: the phone's shell knows them by those."""

from __future__ import annotations

import json
from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage

from . import STATIC_NAMES


@cache
def names() -> dict[str, str]:
    """The address of every static file by its name, as the server said when the bundle was made."""
    return dict(json.loads((settings.BASE_DIR / STATIC_NAMES).read_text()))


class AsOnTheServer(StaticFilesStorage):
    """Addresses from the bundle; there are no files."""

    def url(self, name: str | None, force: bool = False) -> str:
        return names().get(name or "", f"{settings.STATIC_URL}{name}")
