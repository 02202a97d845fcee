"""A league from a phone: a season is opened, a game counts, its corrected hand moves everybody's figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import axe_clean, broken_words
from tests.browser.opening import fill_in, found_club, open_tonight, record, stop, tap

PLAYERS = ("Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "Chloé", "Dina")


def line(page: Page, place: int) -> Locator:
    """A line of the first table on the page, the first place first."""
    return page.locator("main table").first.locator("tbody tr").nth(place - 1)


def open_season(page: Page, club: str) -> str:
    """A season that began with the year; its address."""
    page.goto(club)
    page.get_by_role("link", name="Leagues").click()
    axe_clean(page)
    page.get_by_role("link", name="New season").click()
    page.get_by_label("A game is worth").select_option("uma")
    for game, players in (("ten", 2), ("six", 7), ("riichi", 4)):
        page.get_by_label("Game", exact=True).select_option(game)
        expect(page.get_by_label(re.compile("^For the .* place$")).filter(visible=True)).to_have_count(
            players
        )
    example = page.locator("#season-example tbody tr").first
    for place, points in (("first", "15"), ("second", "5"), ("third", "−5"), ("fourth", "−15")):
        page.get_by_label(f"For the {place} place").fill(points)
    page.get_by_label("For the fourth place").press("Tab")
    expect(example.locator("td")).to_have_text(["40,000", "+45.0"])
    page.get_by_label("A game is worth").select_option("points")
    expect(page.get_by_label("For the first place")).to_be_hidden()
    expect(example.locator("td")).to_have_text(["40,000", "+50.0"])
    page.get_by_label("League", exact=True).fill("Thursdays")
    page.get_by_label("Last day").fill("2020-01-01")
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_role("alert")).to_contain_text("Season")
    expect(page.get_by_label("League", exact=True)).to_have_value("Thursdays")
    axe_clean(page)
    page.get_by_label("Season", exact=True).fill("First")
    page.get_by_label("First day").fill("2026-01-01")
    page.get_by_label("Last day").fill("")
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_text("No game has counted yet")).to_be_visible()
    axe_clean(page)
    return page.url


def play(page: Page, club: str) -> str:
    """One hand at tonight's table, 5,200 from Sofia to Chloé; then the players stop. The table's address."""
    fill_in(page, f"{club}evenings/new/", place="")
    table = open_tonight(page, PLAYERS)
    record(page, table, {"type": "win", "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}]})
    stop(page, table)
    return table


def test_a_corrected_hand_of_a_finished_game_moves_standings_rating_and_figures(
    open_device: Callable[..., Page],
) -> None:
    owner, laptop = open_device(), open_device((1280, 800), touch=False)
    club = found_club(owner, "Ludmila", "Mahjong Béthune")
    season = open_season(owner, club)
    table = play(owner, club)

    laptop.goto(season)
    expect(line(laptop, 1)).to_contain_text("Chloé")
    expect(line(laptop, 4)).to_contain_text("Σοφία")
    laptop.goto(f"{club}ratings/riichi/")
    expect(line(laptop, 1)).to_contain_text("Chloé")

    owner.goto(f"{table}log/")
    owner.locator("#line-1").click()
    owner.get_by_role("link", name=re.compile("^Correct")).click()
    # it was Dina who won, from Chloé
    owner.get_by_role("link", name="Change the winner").click()
    expect(owner.locator("#seat-3")).to_be_visible()
    tap(owner, "#seat-3", ".middle.self")
    tap(owner, "#seat-2", ".values")
    owner.locator(".cell", has_text=re.compile(r"^\s*5,200")).first.click()
    owner.get_by_role("button", name="Confirm the correction").click()
    owner.wait_for_url(re.compile("/t/[a-z0-9]+/(log/|end/)?$"))
    owner.goto(f"{table}end/")
    expect(owner.get_by_role("heading", level=1)).to_have_text("Dina wins")
    owner.get_by_role("link", name="Standings of the season").click()
    expect(line(owner, 1)).to_contain_text("Dina")

    laptop.goto(season)
    expect(line(laptop, 1)).to_contain_text("Dina")
    expect(line(laptop, 4)).to_contain_text("Chloé")
    axe_clean(laptop)
    laptop.get_by_role("link", name="Dina").click()
    expect(laptop.get_by_text("The only game")).to_be_visible()
    axe_clean(laptop)
    laptop.get_by_role("link", name="All statistics of this player").click()
    laptop.get_by_role("button", name="Average hand").click()
    expect(laptop.get_by_text("without honba and riichi sticks")).to_be_visible()
    axe_clean(laptop)
    laptop.keyboard.press("Escape")
    laptop.get_by_role("link", name="Chloé").click()
    fed = laptop.get_by_role("row", name=re.compile("^Dealt in, cost")).get_by_role("cell")
    expect(fed).to_have_text(["0", "5,200"])  # Dina's left, Chloé's right
    axe_clean(laptop)
    laptop.goto(f"{club}ratings/riichi/")
    expect(line(laptop, 1)).to_contain_text("Dina")
    laptop.goto(f"{season}evenings/")
    expect(laptop.locator("figure.chart svg").first).to_be_visible()
    axe_clean(laptop)

    running = open_tonight(owner, PLAYERS)
    record(owner, running, {"type": "draw", "tenpai": [0, 1]})
    owner.goto(club)
    evening = owner.locator("main a[href*='/evenings/']").first.get_attribute("href")
    assert evening is not None
    below_season = [urljoin(season, page) for page in ("", "evenings/", "games/", "teams/")]
    below_club = [urljoin(club, page) for page in ("figures/", "record/", "ratings/riichi/", evening)]
    for size in (320, 640), (390, 844), (820, 1180):
        owner.set_viewport_size({"width": size[0], "height": size[1]})
        for address in below_season + below_club:
            owner.goto(address)
            assert (address, size, broken_words(owner)) == (address, size, [])
