"""A club on a laptop: through the rail by keyboard alone, its overview on one screen, forty rows at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean, led_to
from tests.browser.opening import send
from tests.browser.test_laptop import NAMES, club_with_forty

MOST_BYTES = 60_000


def test_a_table_opened_tonight_comes_onto_the_overview_by_itself(
    open_device: Callable[..., Page],
) -> None:
    laptop = open_device((1280, 800), touch=False)
    laptop.clock.install()
    club = club_with_forty(laptop, "Mahjong Cambrai")
    laptop.goto(club)
    evening = led_to(laptop.get_by_role("button", name="Play tonight: who is here?"))
    laptop.goto(club)
    expect(laptop.get_by_role("heading", name="Nobody has checked in yet")).to_be_visible()

    desk = laptop.context.new_page()
    desk.goto(evening)
    for name in NAMES[:4]:
        desk.get_by_label(name, exact=True).check()
    desk.get_by_role("button", name="Seat everybody").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Round 1")
    desk.close()

    laptop.bring_to_front()
    laptop.clock.fast_forward(10_000)  # it looks again every ten seconds
    expect(laptop.get_by_role("heading", name="4 people are here")).to_be_visible()
    game = laptop.locator(".playing .item")
    expect(game).to_contain_text("Aiko N")
    axe_clean(laptop)
    for part in (".tonight", ".playing", ".here-now", ".standings-now", ".results"):
        box = laptop.locator(part).bounding_box()
        assert box
        assert box["y"] + min(box["height"], 60) <= 800, "it is all on one screen"

    game.click()
    laptop.get_by_role("button", name="Watch this table").or_(
        laptop.get_by_role("link", name="To the table")
    ).click()
    laptop.get_by_role("link", name="Mahjong Cambrai").click()
    expect(laptop).to_have_url(re.compile(f"^{re.escape(club)}games/"))


def test_a_first_visit_to_any_page_of_the_rail_or_of_the_evening_is_light(
    open_device: Callable[..., Page],
) -> None:
    desk = open_device((1280, 800), touch=False)
    club = club_with_forty(desk, "Cambrai at first sight")
    desk.goto(club)
    token = desk.content()
    check_in = send(desk, f"{club}tonight/", token, {}).url
    seating = send(desk, check_in, token, {"names": "\n".join(NAMES), "seat": "1", "after": "0"}).url
    assert seating != check_in
    railed = desk.locator(".rail a[aria-keyshortcuts]").evaluate_all("them => them.map((one) => one.href)")
    assert len(railed) == 7
    pages = {club, *railed, check_in, seating}
    sizes = {page: first_load(open_device(), desk.context.cookies(), page) for page in pages}
    desk.title()  # what came meanwhile is heard
    assert all(sum(one) > 10_000 for one in sizes.values()), sizes
    too_heavy = {page: sum(one) for page, one in sizes.items() if sum(one) > MOST_BYTES}
    assert not too_heavy


def first_load(page: Page, cookies: Any, address: str) -> list[int]:
    """The bytes of every answer to a browser that has kept nothing; grows while its page stays open."""
    page.context.add_cookies(cookies)
    sizes: list[int] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    answer = page.goto(address)
    assert answer is not None
    assert answer.ok
    assert page.url == address
    return sizes


def test_a_phone_has_no_rail(open_device: Callable[..., Page]) -> None:
    laptop = open_device((1280, 800), touch=False)
    club = club_with_forty(laptop, "Cambrai by phone")
    phone = open_device((390, 844))
    phone.context.add_cookies(laptop.context.cookies())  # type: ignore[arg-type]
    phone.goto(club)
    expect(phone.locator(".rail")).to_be_hidden()
    expect(phone.locator(".standings-now")).to_be_hidden()
    phone.keyboard.press("3")
    phone.wait_for_timeout(200)
    assert phone.url == club, "the keys are a laptop's"
    axe_clean(phone)
    phone.get_by_role("link", name=re.compile("^Search")).click()
    phone.get_by_role("searchbox").fill("bram q")
    phone.get_by_role("button", name="Search").click()
    phone.get_by_role("link", name="Bram Q", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Bram Q")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
