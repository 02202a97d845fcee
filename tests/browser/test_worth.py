"""A hand's worth on a phone: light, clean to axe, told without script, its tiles tapped."""

from __future__ import annotations

import json
from urllib.parse import quote

from playwright.sync_api import expect


def hand(game, draft, page=""):
    return f"/value/{game}/{page}?draft={quote(json.dumps(draft))}"


def test_a_stranger_learns_without_script_what_a_hand_pays(open_device):
    page = open_device(javascript=False)
    page.goto("/")
    page.get_by_role("link", name="What a hand is worth").click()
    page.get_by_role("link", name="Riichi").click()
    for name in ("South", "Tsumo"):
        page.get_by_role("link", name=name, exact=True).click()
    page.get_by_role("link", name="3 han 40 fu").click()
    expect(page.get_by_role("heading", name="South wins by tsumo, 3 han 40 fu")).to_be_visible()
    expect(page.get_by_role("table", name="What the hand of South wins")).to_contain_text("2,600")
