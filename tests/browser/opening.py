"""A started table, its links, an account, a club: without a walk through pages that have their own tests."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit
from uuid import uuid4

from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, expect

from tests.browser.chromium import device_options
from tests.server.page_forms import post_forms
from tests.serving import RunningServer

PASSWORD = "four winds and a stick"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def open_table(page: Page, variant: str, names: Sequence[str], at: str = "") -> str:
    """Open and start a table of these players in this order, and show it; its address.

    `variant` may name a preset too (`taiwanese&preset=100/20`); `at` is the server, if not the page's own.
    """
    asked = f"{at}/new/?variant={variant}"
    form = {
        **dict(parse_qsl(urlsplit(asked).query)),
        "method": "order",
        **{f"name-{number}": name for number, name in enumerate(names)},
    }
    seats = send(page, asked, page.request.get(asked).text(), form)
    place = urlsplit(seats.url)
    table = f"{place.scheme}://{place.netloc}{place.path.removesuffix('seats/')}"
    send(page, f"{table}seats/start/", seats.text(), {})
    page.goto(table)
    return table


def record(page: Page, table: str, hand: Mapping[str, object]) -> None:
    """Record a hand of this draft at a table that this device keeps the score of."""
    shown, state = state_of(page, table)
    send(page, f"{table}hand/{int(state['played']) + 1}/", shown, {**state, "draft": json.dumps(hand)})


def stop(page: Page, table: str) -> None:
    """The players stop here, and are ranked."""
    shown, state = state_of(page, table)
    send(page, f"{table}close/", shown, state)


def state_of(page: Page, table: str) -> tuple[str, dict[str, str]]:
    """The page of a table, and what its forms say of the state they are for."""
    shown = page.request.get(table).text()
    found = {name: re.search(rf'data-{name}="(\d+)"', shown) for name in ("version", "played")}
    return shown, {"key": str(uuid4()), **{name: one[1] for name, one in found.items() if one}}


def answered(page: Page) -> None:
    """Wait until no tap waits for its answer, nor a value for what the server says of it: a choice is seen
    before, and where the answer replaces what Playwright is about to click it clicks twice, which the page
    takes for a double tap and records nothing. An answer is in once it has settled: until then another tap
    on the same control counts as the second of a double tap."""
    waiting = page.locator(".htmx-request, .htmx-settling, #table [data-slow]")
    expect(waiting).to_have_count(0, timeout=60_000)


def gone_back(page: Page) -> None:
    """Wait until the steps of a tapped entry lie ahead of the table (without scripts there are none): what is
    opened before is left by going back."""
    page.wait_for_function("() => navigation.canGoForward || !window.htmx")


def payments(page: Page) -> set[str]:
    """The amounts on the felt: who pays, to whom, and how much ("Dina, Benoît, 5,200")."""
    shown = page.locator(".pill").evaluate_all(
        "pills => { const at = side => document.querySelector(`.seat.${side} .place`).title;"
        " return pills.map(pill => [at(pill.dataset.from), at(pill.dataset.to), pill.textContent]); }"
    )
    return {", ".join(payment) for payment in shown}


def send(page: Page, address: str, form: str, fields: Mapping[str, str | list[str]]) -> APIResponse:
    """Post what this page's form would; the page it leads to."""
    token = TOKEN.search(form)
    assert token is not None, form
    sent = urlencode({**fields, "csrfmiddlewaretoken": html.unescape(token[1])}, doseq=True)
    form_urlencoded = {"content-type": "application/x-www-form-urlencoded"}
    answer = page.request.post(address, data=sent, headers=form_urlencoded)
    assert answer.ok, answer.text()
    return answer


def link_to_join(page: Page, table: str, as_what: str = "scorer") -> str:
    """The link by which another phone keeps the score of this table too, or watches ("viewer")."""
    found = re.search(rf'id="link-{as_what}" value="([^"]+)"', page.request.get(f"{table}share/").text())
    assert found is not None
    return html.unescape(found[1])


def found_club(page: Page, who: str, club: str, visibility: str = "public") -> str:
    """Somebody makes an account on this device, and founds a club; the club's address."""
    founding = signed_up(page, who, "/clubs/new/")
    assert "/clubs/new/" in founding.url
    founded = fill_in(page, founding.url, name=club, visibility=visibility)
    assert "/c/" in founded.url
    return founded.url


def open_tonight(page: Page, names: Sequence[str]) -> str:
    """Open a riichi table of the evening that the start page of this device shows; its address."""
    evening = re.search(r"/new/\?belongs=(\w+)", page.request.get("/").text())
    assert evening is not None
    return open_table(page, f"riichi&belongs={evening[1]}", names)


def signed_up(page: Page, who: str, then: str = "/me/") -> APIResponse:
    """Somebody makes an account on this device; the page that it leads to."""
    person = {"username": who, "password1": PASSWORD, "password2": PASSWORD}
    return fill_in(page, f"/account/signup/?next={then}", **person)


def fill_in(page: Page, address: str, **fields: str) -> APIResponse:
    """Send the form of that page with these fields, the others as they stand there; the page it leads to."""
    shown = page.request.get(address)
    form = next(form for form in post_forms(shown.text()) if {*fields} <= {*form.fields})
    kept = {name: values for name, values in form.fields.items() if name != "csrfmiddlewaretoken"}
    return send(page, urljoin(shown.url, form.action), shown.text(), {**kept, **fields})


def worth_page(game: str, draft: dict[str, Any], page: str = "") -> str:
    """Return the address of what a hand is worth, or of a page of its steps."""
    return f"/value/{game}/{page}?draft={quote(json.dumps(draft))}"


def make_account(page: Page, name: str) -> None:
    """Sign up with the form on the page."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def tap(page: Page, what: str, answer: str) -> None:
    page.locator(what).first.click()
    expect(page.locator(answer).first).to_be_visible()


def ron(page: Page, winner: int, payer: int, points: str) -> float:
    """A ron on the board; the moment it was confirmed."""
    tap(page, f"#seat-{winner}", ".middle.self")
    tap(page, f"#seat-{payer}", ".values")
    page.locator(".cell", has_text=re.compile(rf"^\s*{points}")).first.click()
    answered(page)
    page.get_by_role("button", name="Confirm").click()
    return time.monotonic()


def new_phone(
    browser: Browser, server: RunningServer, size: tuple[int, int] = (390, 844), motion: str = "reduce"
) -> BrowserContext:
    """A phone of this size whose owner wishes so much motion."""
    options = device_options(size) | {"base_url": server.url, "reduced_motion": motion}
    return browser.new_context(**options)
