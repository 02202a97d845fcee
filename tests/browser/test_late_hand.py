"""A phone without network, and a round that ends meanwhile: its hand waits for the organiser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import HURRIED, axe_clean
from tests.browser.opening import found_club, link_to_join, record, send, stop
from tests.browser.test_offline import type_draw, wait_until_kept, waiting
from tests.browser.test_tournament import PLAYERS, SETTINGS


def test_a_hand_of_a_round_that_ended_meanwhile_waits_for_the_organiser(
    open_device: Callable[..., Page],
) -> None:
    organiser = open_device((1280, 800), touch=False)
    club = found_club(organiser, "Late Theo", "Mahjong Somain")
    new = f"{club}tournaments/new/"
    made = send(organiser, new, organiser.request.get(new).text(), {**SETTINGS, "name": "Somain open"})
    event = made.url.removesuffix("players/")
    page = organiser.request.get(f"{event}players/").text()
    send(organiser, f"{event}players/", page, {"players": PLAYERS})
    for step in ("draw/", "publish/", "rounds/1/open/"):
        send(organiser, f"{event}{step}", page, {})
    organiser.goto(f"{event}rounds/1/")
    organiser.get_by_role("button", name=re.compile("^Keep the score")).click()
    expect(organiser.locator(".board")).to_be_visible()
    table = organiser.url

    phone = open_device(workers=True)
    phone.context.add_init_script(HURRIED)
    phone.goto(link_to_join(organiser, table))
    expect(phone.locator(".board")).to_be_visible()
    wait_until_kept(phone, table)
    phone.context.set_offline(True)
    type_draw(phone)
    waiting(phone, 1)

    # the organiser's phone ends the only table of the round
    record(organiser, table, {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]})
    stop(organiser, table)
    phone.context.set_offline(False)
    waiting(phone, 0)
    phone.wait_for_url(f"{table}end/")  # by itself, with the news
    expect(phone.get_by_text("An organiser decides whether the hand counts.")).to_be_visible()

    organiser.goto(f"{event}rounds/1/")
    organiser.get_by_role("link", name="Corrected since").click()
    expect(organiser.get_by_role("heading", name="Hands that came too late")).to_be_visible()
    axe_clean(organiser)
    organiser.get_by_role("button", name="Leave it out").click()
    expect(organiser.get_by_text("The hand is left out.")).to_be_visible()
