"""A whole club night on a laptop: seventeen come, two late, one leaves; three rounds, told in the channel."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_night import Organiser
from tests.http_phone import HttpPhone, owner
from tests.outbox.receiver import receiving
from tests.rights.cases.leagues import SCORING
from tests.serving import running_server

PEOPLE = [f"Player {chr(65 + number)}" for number in range(19)]
#: how the message of the night begins
WORDS = {"en": "Results of", "fr": "Résultats"}


@pytest.mark.parametrize("language", WORDS)
def test_seventeen_people_play_three_rounds_and_the_channel_hears_of_them(
    tmp_path: Path, new_context: Callable[..., BrowserContext], language: str
) -> None:
    with (
        receiving() as receiver,
        running_server(tmp_path / "data", TELL_THIS_MACHINE="true", TELL_AFTER_SECONDS="1") as server,
    ):
        phone = owner(server)
        channel = {"address": receiver.url, "events": "results", "language": language}
        assert phone.post("/c/arras/channels/new/json/", channel).status == 302
        season = {"league": "Autumn", "name": "1", "variant": "riichi", "starts": "2026-01-01", **SCORING}
        assert phone.post("/c/arras/seasons/new/", season).status == 302
        context = new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
        cookies = {**phone.cookies, "django_language": language}
        context.add_cookies(
            [{"name": name, "value": value, "url": server.url} for name, value in cookies.items()]
        )
        page = context.new_page()
        organiser = Organiser(page)
        page.goto("/c/arras/")
        organiser.click(page.locator("form[action$='/tonight/'] button"))
        here = page.url
        check_in_by_phone(page, new_context(base_url=server.url), PEOPLE[16])
        page.goto(here)
        page.locator("#id_names").fill("\n".join(PEOPLE[:16]))
        organiser.click(page.locator("button[name=seat]"))
        expect(page.locator(".drawn-tables .table-head")).to_have_count(4)
        assert organiser.clicks <= 5
        out: Counter[str] = Counter(waiting(page))
        assert sum(out.values()) == 1
        finish_round(page, phone)
        page.goto(here)  # two come late, one goes
        page.locator("#id_names").fill("\n".join(PEOPLE[17:]))
        page.locator("label.choice", has_text=PEOPLE[0]).first.locator("input").uncheck()
        organiser.click(page.locator("button[name=seat]"))
        for number in (2, 3):
            expect(page.get_by_role("heading", level=1)).to_contain_text(str(number))
            out.update(waiting(page))
            finish_round(page, phone)
            if number == 2:
                page.reload()
                organiser.click(page.locator("form[action$='/seating/next/'] button").first)
        stayed = [out[name] for name in PEOPLE[1:]]
        assert max(stayed) - min(stayed) <= 1, "sit-outs within one"
        told = receiver.wait_for(1, 40)[-1].json
        assert told["type"] == "evening.results"
        assert WORDS[language] in told["text"]
        page.goto("/c/arras/")
        expect(page.locator(".overview-sums")).to_contain_text("Autumn")
        expect(page.locator(".overview-sums")).to_contain_text("Player")


def check_in_by_phone(page: Page, guest: BrowserContext, name: str) -> None:
    """Somebody scans the evening's code and types their name."""
    link = re.search(r"http[^\"<>\s]*/here/[^\"<>\s]+", page.content())
    assert link is not None
    phone = guest.new_page()
    phone.goto(urlsplit(html.unescape(link[0])).path)
    phone.locator("#id_name").fill(name)
    phone.locator("main form button.primary").click()
    phone.wait_for_load_state()
    guest.close()


def waiting(page: Page) -> list[str]:
    """Who sits at no table of the round."""
    page.wait_for_load_state()  # all of the page is there
    return page.locator(".drawn-tables > .card:not(:has(.table-head)) bdi").all_inner_texts()


def finish_round(page: Page, phone: HttpPhone) -> None:
    """At each table a hand is played, and the game ends."""
    codes = set(re.findall(r"/c/arras/games/([^/\"]+)/", page.content()))
    assert codes
    for code in codes:
        phone.confirm(code, phone.look(code), uuid4().hex)
        version, _number = phone.look(code)
        form = {"version": version, "key": uuid4().hex, "played": 1}
        assert phone.post(f"/t/{code}/close/", form).status == 302
