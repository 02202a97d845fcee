"""Tables of three and of five on the screen: the toy game of tests/games, on a server that knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import axe_clean, device_options
from tests.browser.opening import gone_back, open_table
from tests.serving import ROOT, RunningServer, running_server

NAMES = ("Aiko", "Benoît", "Chen", "Dina-Maria Oliveira", "Emil")
SIZES = {"phone": (390, 844), "small phone": (320, 568), "laptop": (1280, 800)}
REGISTER = """import sys
sys.path.insert(0, {root!r})
from tests.games.registering import register_toy
register_toy({seats})
"""


@pytest.fixture(scope="module", params=[3, 5])
def toy_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningServer, int]]:
    """A server whose Python registers the toy game as it starts, and how many play it there."""
    lists = tmp_path_factory.mktemp("lists")
    lists.joinpath("sitecustomize.py").write_text(REGISTER.format(root=str(ROOT), seats=request.param))
    with running_server(tmp_path_factory.mktemp("toy"), PYTHONPATH=str(lists)) as running:
        yield running, request.param


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    """Where what is seen of a selector stands."""
    found = [one.bounding_box() for one in page.locator(selector).all() if one.is_visible()]
    return [dict(box) for box in found if box]


def apart(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("size", ["phone", "small phone", "laptop"])
def test_three_or_five_sit_apart_and_every_seat_takes_a_thumb(
    toy_server: tuple[RunningServer, int], browser: Browser, size: str
) -> None:
    server, seats = toy_server
    context = browser.new_context(base_url=server.url, **device_options(SIZES[size], touch=size != "laptop"))
    page = context.new_page()
    table = open_table(page, "toy", NAMES[:seats])

    places = boxes(page, ".place")
    assert len(places) == seats
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in places)
    middle, *_ = boxes(page, ".board .middle")
    assert all(apart(one, other) for one, other in combinations([*places, middle], 2))
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    # in the order of play, from one's own seat to the right, up and round
    own, right, left = places[0], places[1], places[-1]
    assert own["y"] > right["y"]
    assert right["x"] > own["x"] + own["width"] / 2 > left["x"]
    axe_clean(page)

    page.locator("#seat-1").click()
    expect(page.locator("#confirm")).to_be_visible()
    assert boxes(page, "#confirm")[0]["height"] >= 48
    page.locator("#confirm").click()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("#seat-1 .score")).to_have_text(str(10 * (seats - 1)))
    gone_back(page)
    expect(page).to_have_url(re.compile(re.escape(table) + "$"))
    for below in ("log/", "hand/1/?insert=1", "type/", "rules/"):
        page.goto(table + below)
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), below
        axe_clean(page)
    for address in ("/help/toy/?dice=5-3", "/sheet/toy/", "/sheets/blank/toy/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= screen.width"), address
        axe_clean(page)
    context.close()
