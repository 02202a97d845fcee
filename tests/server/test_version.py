"""The version, and the way to the next one, stand on the page of the server."""

from __future__ import annotations

import sys

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from mahjongclub import __version__
from mahjongclub.clubs.models import Account
from mahjongclub.hosting import version
from mahjongclub.server.ways_to_https import ways_to_https


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_the_server_tells_version_and_upgrade(client: Client, language: str) -> None:
    client.force_login(Account.objects.create_superuser("Σοφία", None, "long enough for this"))
    page = client.get("/host/", headers={"accept-language": language}).content.decode()
    assert f'<dd translate="no">{__version__}</dd>' in page
    assert "git pull\nmake run</pre>" in page
    assert ("To upgrade" if language == "en" else "Pour mettre à jour") in page


@pytest.mark.parametrize(
    ("prefix", "way"),
    [
        ("/home/bo/.local/share/uv/tools/mahjongclub", version.UV),
        ("/home/bo/.cache/uv/archive-v0/abc", version.UVX),
        ("/home/bo/.local/share/pipx/venvs/mahjongclub", version.PIPX),
        ("/srv/venv", version.PIP),
    ],
)
def test_an_installation_is_upgraded_as_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, prefix: str, way: version.UpgradeInstructions
) -> None:
    settings.IS_CHECKOUT = False
    monkeypatch.setattr(sys, "prefix", prefix)
    assert version.upgrade_instructions() == way
    monkeypatch.setenv(version.IN_IMAGE, "1")
    assert version.upgrade_instructions() == version.IMAGE


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_this_phone_tells_the_ways_to_https_where_it_came_by_plain_http(
    client: Client, language: str
) -> None:
    address = {"HTTP_HOST": "192.168.1.20:8123", "HTTP_ACCEPT_LANGUAGE": language}
    page = client.get("/phone/", **address).content.decode()
    for way in ways_to_https("192.168.1.20", 8123):
        assert way.command in page
    assert "--from https://192.168.1.20 --internal-certs --to localhost:8123" in page
    assert 'id="plain-http"' not in client.get("/phone/", secure=True, **address).content.decode()
