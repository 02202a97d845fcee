"""What a phone keeps for when there is no network: manifest, service worker, and what must not be kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone, ron


def test_the_app_can_be_installed_in_the_readers_language(client: Client) -> None:
    page = client.get("/help/").content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"})
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["lang"], told["start_url"], told["display"]) == ("fr", "/", "standalone")
    assert told["shortcuts"][0]["name"] == "Nouvelle table"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in told["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_the_worker_names_files_and_pages_that_are_there(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    kept = json.loads(re.search(r"self\.KEPT = (\{.*\});", answer.content.decode())[1])  # type: ignore[index]
    imported = json.loads(re.search(r"importScripts\(\.\.\.(\[.*\])\)", answer.content.decode())[1])  # type: ignore[index]
    for address in [*kept["shell"], *imported]:
        assert finders.find(address.removeprefix(kept["static"])), address
    assert {"/", "/offline/", "/help/riichi/", "/help/six/tiles/"} <= set(kept["pages"])
    for page in kept["pages"]:
        assert client.get(page).status_code == 200


def needs(entry: str) -> set[str]:
    """The entries whose modules this one leaves out: the page has loaded them before."""
    text = (Path(settings.BASE_DIR) / "static" / "js" / f"{entry}.js").read_text()
    return set(re.findall(r'^import "\./(\w+)\.js";$', text, re.MULTILINE))


def test_a_page_loads_its_scripts_after_those_they_need(
    phone: Phone, table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mahjongclub.offline.installed.packed_engine", lambda: SimpleNamespace(release="r1"))
    assert needs("queue") == needs("engine") == needs("phone") == needs("worker") == {"shared"}
    at_table = reverse("tables:table", args=[table.code])
    for address in ("/", "/new/", "/phone/", "/offline/", at_table, f"{at_table}type/", f"{at_table}log/"):
        page = phone.get(address).content.decode()
        loaded: list[str] = []
        for name in re.findall(r"js/(\w+)(?:\.[0-9a-f]{12})?\.js", page):
            assert needs(name) <= set(loaded), (address, name)
            assert name not in loaded, (address, name)
            loaded.append(name)
        assert {"shared", "queue"} <= {*loaded}, address
        assert ("engine" in loaded) != ("phone" in loaded), address


def test_pages_may_have_a_worker_of_their_own(client: Client) -> None:
    assert "worker-src 'self'" in client.get("/help/")["Content-Security-Policy"]


def test_the_page_without_network_says_so_in_both_languages(client: Client) -> None:
    assert "No network" in client.get("/offline/").content.decode()
    french = client.get("/offline/", headers={"Accept-Language": "fr"}).content.decode()
    assert "Pas de réseau" in french


def test_the_clock_stands_between_marks_and_nowhere_else(phone: Phone, table: Session) -> None:
    """The worker takes out what lies between the marks, so that no time is kept; see worker/pages.js."""
    clock = {"version": table.version, "minutes": "60", "alarms": "50, 55", "hides": "on", "at_end": "finish"}
    assert phone.post(reverse("tables:clock", args=[table.code]), clock).status_code == 302
    phone.post(reverse("tables:clock_start", args=[table.code]), {"version": table.version})
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert 'role="timer"' in page
    marked = re.compile("<!--clock-->.*?<!--/clock-->", re.DOTALL)
    kept = marked.sub("", page)
    assert kept != page
    for trace in ('role="timer"', "data-left", "data-next"):
        assert trace not in kept
    assert not re.search(r"\b(60:00|59:\d\d)\b", kept)  # a code may end in 59, with a colon after it


def test_page_and_fragment_have_the_table_between_the_same_marks(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    address = reverse("tables:table", args=[table.code])
    marked = re.compile("<!--table-->(.*?)<!--/table-->", re.DOTALL)
    page = marked.findall(phone.get(address).content.decode())
    asked = {"HX-Request": "true", "HX-Target": "table"}
    fragment = marked.findall(phone.get(address, headers=asked).content.decode())
    assert len(page) == len(fragment) == 1
    for part in (page[0], fragment[0]):
        assert part.strip().startswith('<div id="table"')
        assert part.strip().endswith("</div>")
        assert 'data-played="1"' in part


def test_a_page_for_typing_hands_is_another_once_seats_were_swapped(phone: Phone, table: Session) -> None:
    def typed_address() -> str:
        page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
        return re.search(r'data-typed="([^"]+\?seats=[^"]+)"', page)[1]  # type: ignore[index]

    before = typed_address()
    assert phone.get(before).status_code == 200
    form = {"version": Session.objects.get(pk=table.pk).version, "one": 0, "other": 2}
    phone.post(reverse("tables:swap", args=[table.code]), form)
    assert typed_address() != before


def test_who_may_not_enter_hands_is_offered_no_page_to_type_them(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    other_phone.get(phone.viewers_link(table))
    page = other_phone.get(reverse("tables:table", args=[table.code])).content.decode()
    assert "data-played" in page
    assert 'data-typed="/t/' not in page.partition('id="table"')[2].partition(">")[0]
