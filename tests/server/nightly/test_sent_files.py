"""Static files beside Django: named, compressed, kept and asked for again as whitenoise has them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from mahjongclub.server.sent_files import StaticFiles
from tests.serving import prepared


@pytest.mark.django_db
def test_every_file_of_a_page_is_sent_from_beside_the_pages(settings: Any) -> None:
    """A page as it is served names hashed files, and each of them is one that is sent."""
    served = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STATIC_ROOT = prepared() / "static"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": served}
    find = StaticFiles().find
    names = re.findall(r"[\" ](/static/[^\" ]+)", Client().get("/").content.decode())
    assert len(names) > 4
    assert all(re.search(r"\.[0-9a-f]{12}\.\w+$", name) for name in names), names
    assert [name for name in names if find(name) is None] == []
