"""Between the table and Confirm a tap asks nobody: what it shows is what the server would have answered."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opening import open_table
from tests.browser.slow_line import SlowLine, slow_line
from tests.browser.test_steps import FOUR
from tests.serving import RunningServer

SIX = (*FOUR, "Emil", "Fatou")
GAMES = {
    "riichi": FOUR,
    "sanma": FOUR[:3],
    "classical": FOUR,
    "taiwanese": FOUR,
    "hongkong": FOUR,
    "american": FOUR,
    "six": SIX,
}
#: what differs from one answer to the next, or is the browser's: keys, secrets, classes of htmx, focus
PASSING = """() => {
  const table = document.querySelector("#table").cloneNode(true);
  table.querySelector(".live")?.remove();
  table.querySelector(".arrows")?.replaceChildren();
  const secrets = table.querySelectorAll("[name=key], [name=csrfmiddlewaretoken]");
  for (const one of secrets) one.removeAttribute("value");
  for (const one of table.querySelectorAll("*")) {
    one.classList.remove("htmx-settling", "htmx-added", "htmx-swapping", "htmx-request", "again");
    if (!one.className) one.removeAttribute("class");
    for (const name of ["href", "hx-get"]) {
      const address = one.getAttribute(name);
      if (!address?.includes("draft=")) continue;
      const url = new URL(address, location.href);
      const sorted = (value) => Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
        ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;
      url.searchParams.set("draft", JSON.stringify(sorted(JSON.parse(url.searchParams.get("draft")))));
      one.setAttribute(name, url.pathname + url.search);
    }
  }
  table.classList.remove("htmx-settling", "htmx-added");
  return table.outerHTML.replace(/\\s+/g, " ").replace(/> </g, "><");
}"""


@pytest.fixture
def line(server: RunningServer) -> Iterator[SlowLine]:
    with slow_line(server) as laid:
        yield laid


def steps_come(page: Page, address: str) -> None:
    """Open a table, until what it may show without asking is there."""
    with page.expect_request_finished(lambda request: "/steps/" in request.url):
        page.goto(address)
    page.wait_for_timeout(100)


def taps(page: Page) -> list[str]:
    """Where a finger can go on the board of this screen, without leaving the entry."""
    found = page.locator(".board a[hx-get*='draft='], .bar a[hx-get*='draft=']").all()
    return [address for one in found if (address := one.get_attribute("href"))]


@pytest.mark.parametrize("variant", GAMES)
def test_each_step_shown_without_asking_is_what_the_server_answers(
    phone: Page, server: RunningServer, variant: str
) -> None:
    table = open_table(phone, variant, GAMES[variant], server.url) or phone.url
    steps_come(phone, table)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/hand/" in request.url else None)
    seen, last = 0, len(GAMES[variant]) - 1
    ways: list[list[Any]] = [[0], [1], [0, 1], [0, 2], [2, 0], [last, 1], [0, "self"], [1, "self"]]
    for way in ways:
        for tap in way:
            here = phone.url
            if tap == "self":
                phone.locator(".middle.self").tap()
            else:
                phone.locator(f"#seat-{tap}").tap()
            expect(phone.locator(".step-idle")).to_have_count(0)
            expect(phone).not_to_have_url(here)
            expect(phone.locator(".htmx-settling, .htmx-added")).to_have_count(0)
        assert not asked, (variant, way)
        shown = phone.evaluate(PASSING)
        phone.goto(phone.url)
        assert phone.evaluate(PASSING) == shown, (variant, way)
        seen += 1
        steps_come(phone, table)
        asked.clear()
    assert seen == len(ways)


#: the values' cell, the list that is folded, a choice in it
FOLDED = {
    "riichi": ("2,600", "Edit this hand", "#choice-riichi-3"),
    "hongkong": ("8 faan", "Robbed kong, paying for all", "#choice-guarantor-3"),
}


@pytest.mark.parametrize("asked", [False, True], ids=["shown without asking", "asked for"])
@pytest.mark.parametrize("variant", FOLDED)
def test_a_choice_leaves_the_list_it_stands_in_open_and_keeps_the_focus(
    phone: Page, server: RunningServer, variant: str, asked: bool
) -> None:
    value, name, choice = FOLDED[variant]
    if asked:
        phone.route("**/steps/*", lambda route: route.abort())
    open_table(phone, variant, FOUR, server.url)
    phone.locator("#seat-1").tap()
    phone.locator("#seat-0" if variant == "riichi" else ".middle.self").tap()
    with (
        contextlib.nullcontext() if asked else phone.expect_request_finished(lambda one: "draft=" in one.url)
    ):
        phone.locator(".cell", has_text=value).first.tap()
        phone.locator(".confirm").get_by_role("link", name="Edit").tap()
    expect(phone.locator(".sheet")).to_be_focused()
    folded = phone.locator("details", has_text=name)
    expect(folded).not_to_have_attribute("open", "")
    folded.locator("summary").tap()
    phone.locator(choice).tap()
    expect(phone.locator(f"{choice}[aria-current]")).to_be_visible()
    expect(phone.locator(choice)).to_be_focused()
    expect(phone.locator(".sheet")).to_have_css("animation-name", "none")


def test_who_is_tenpai_is_told_without_asking_with_what_each_pays(phone: Page, server: RunningServer) -> None:
    open_table(phone, "riichi", FOUR, server.url)
    with phone.expect_request_finished(lambda one: "/steps/" in one.url and "draft=" in one.url):
        phone.get_by_role("link", name="No winner", exact=True).tap()
    phone.wait_for_timeout(100)
    asked: list[str] = []
    # what the page fetches for later, or to see whether there is news, is no tap's
    ours = re.compile("/hand/|/steps/")
    phone.on("request", lambda request: asked.append(request.url) if ours.search(request.url) else None)
    for seat in (1, 3, 2, 3):
        phone.locator(f"#tenpai-{seat}").tap()
    expect(phone.locator(".toggle.chosen")).to_have_count(2)
    # noten payments of 3,000 (RULES.md 1): two tenpai take 1,500 each
    expect(phone.locator(".no-winner [role=status]")).to_contain_text("Aiko and Dina pay 1,500 each.")
    assert not asked
    phone.locator("#confirm").tap()
    expect(phone.locator(".step-idle")).to_be_visible()
    expect(phone.locator("#seat-1 .score")).to_have_text("26,500")
