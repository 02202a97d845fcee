"""A club with thirteen tables: its wall shows seven, then six, in letters that reach five metres."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from mahjongclub.games.registry import find_game
from tests.browser.chromium import axe_clean
from tests.browser.opening import found_club
from tests.browser.test_club import TELEVISION, fits

TABLES = 13
#: opens a table of the club by the forms of the pages, without drawing them: names, then the club's choice
OPEN_TABLE = """async ([names, club, game]) => {
  const parsed = (text) => new DOMParser().parseFromString(text, 'text/html');
  const read = async (answer) => [parsed(await answer.text()), answer.url];
  const send = async ([page, url], which, change = () => {}) => {
    const form = page.querySelector(which), data = new FormData(form);
    change(data);
    const address = new URL(form.getAttribute('action') || url, url);
    return read(await fetch(address, { method: 'POST', body: data }));
  };
  const blank = await read(await fetch(`/new/?variant=${game}`));
  const seats = await send(blank, 'form:has([name=name-0])', (data) => {
    names.forEach((name, number) => data.set(`name-${number}`, name));
    data.set('belongs', club);
    data.set('method', 'order');
    data.set('elsewhere', '1');  // the same people at every table
  });
  await send(seats, 'form[action$="start/"]');
}"""
#: the letters on the wall that are smaller than 24 of 720 (23.7: rounding), and names that are cut
UNREADABLE = """() => [...document.querySelectorAll('.wall *')]
  .filter((one) => one.offsetParent && !one.closest('.sr') && !one.closest('[data-clock-sound]'))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 23.7 || one.scrollWidth > one.clientWidth + 1
    && one.matches('.wall-name'))
  .map((one) => `${one.className} ${one.textContent} ${getComputedStyle(one).fontSize}`)"""


#: the names that are cut, at their right or at their foot
CUT = """() => [...document.querySelectorAll('.wall-name')].filter((one) => one.offsetParent)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""
HARD = (
    *("Anne-Sophie de La Rochefoucauld", "Jean-Pierre", "Σοφία Παπαδοπούλου", "José Ñíguez"),
    *("田中 愛子", "Łukasz Żółć", "ليلى منصور", "Nguyễn Thị Hương", "Marguerite", "Bo", "O'Brien"),
)


def test_no_name_is_cut_on_a_wall_of_any_shape(open_device: Callable[..., Page]) -> None:
    """Nine tables, one of them of six: on a television, a laptop and a tablet that stands upright."""
    owner = open_device()
    wall = found_club(owner, "Ségolène", "Mahjong Arras").replace("/c/", "/wall/")
    owner.goto("/new/")
    choice = owner.locator("#id_belongs option", has_text="Mahjong Arras, no evening").get_attribute("value")
    games = ("six", "riichi", "sanma", "hongkong", "ten", "classical", "taiwanese", "american", "riichi")
    for number, game in enumerate(games):
        players = find_game(game).variant.seats
        names = [HARD[(3 * number + seat) % len(HARD)] for seat in range(players)]
        owner.evaluate(OPEN_TABLE, [names, choice, game])
    for size in (TELEVISION, (1280, 800), (1440, 900), (844, 390), (820, 1180), (390, 844)):
        screen = open_device(size, touch=False)
        screen.goto(wall)
        expect(screen.locator(".wall-table:visible")).to_have_count(len(games))
        assert (size, screen.evaluate(CUT)) == (size, [])
        assert size[0] < size[1] or fits(screen), size


def test_thirteen_tables_take_turns_and_stay_when_asked(open_device: Callable[..., Page]) -> None:
    owner, television = open_device(), open_device(TELEVISION, touch=False)
    wall = found_club(owner, "Rosalie", "Mahjong Lille").replace("/c/", "/wall/")
    owner.goto("/new/")
    choice = owner.locator("#id_belongs option", has_text="Mahjong Lille, no evening").get_attribute("value")
    for number in range(TABLES):
        owner.evaluate(OPEN_TABLE, [["Marguerite-Marie", f"Bo {number}", "Chen", "Dina"], choice, "riichi"])

    television.clock.install()
    television.goto(wall)
    shown, turn = television.locator(".wall-table:visible"), television.locator("[data-wall-turn]")
    expect(turn).to_have_text("Page 1 of 2")
    expect(shown).to_have_count(7)
    expect(shown.first).to_contain_text("Bo 0")
    assert television.evaluate(UNREADABLE) == []
    assert fits(television)
    television.clock.run_for(15_500)
    expect(turn).to_have_text("Page 2 of 2")
    expect(shown).to_have_count(6)
    expect(shown.last).to_contain_text("Bo 12")

    turn.press("Enter")
    expect(turn).to_have_attribute("aria-pressed", "true")
    axe_clean(television)  # while it stays: the clock goes on by itself too
    television.clock.run_for(40_000)  # the half minute's look at the tables is among it
    expect(turn).to_have_text("Page 2 of 2")
    turn.press("Enter")
    television.clock.run_for(15_500)
    expect(turn).to_have_text("Page 1 of 2")

    television.keyboard.press("p")  # stays, and the arrows turn by hand
    expect(turn).to_have_attribute("aria-pressed", "true")
    television.keyboard.press("ArrowRight")
    expect(turn).to_have_text("Page 2 of 2")
    television.clock.run_for(20_000)
    expect(turn).to_have_text("Page 2 of 2")
    television.keyboard.press("ArrowLeft")
    expect(turn).to_have_text("Page 1 of 2")

    plain = open_device(TELEVISION, touch=False, javascript=False)
    plain.goto(wall)
    expect(plain.locator(".wall-table:visible")).to_have_count(TABLES)
    expect(plain.locator("[data-wall-turn]")).to_be_hidden()
