"""The help on a phone: the dice tapped, the walls drawn, the cards printed."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_beginner_finds_a_hand_for_pinfu_and_goes_back_to_the_help(phone):
    phone.goto("/help/riichi/")
    phone.get_by_role("link", name="In pictures").click()
    phone.get_by_role("heading", name="Yaku", exact=True).click()
    hand = phone.locator("#hand-pinfu").get_by_role("img")
    hand.scroll_into_view_if_needed()
    expect(hand).to_have_accessible_name(re.compile("8 of bamboos, which wins; 2 × 9 of bamboos"))
    # every set is whole on its row, and no tile sticks out of the picture
    assert hand.evaluate(
        """box => [...box.querySelectorAll("svg")].every(
            set => set.getBoundingClientRect().right <= box.getBoundingClientRect().right)"""
    )
    phone.get_by_role("link", name="Help: Riichi").click()
    expect(phone).to_have_url(re.compile("/help/riichi/$"))
