"""Fast thumbs on slow lines: every tap counts once, in its order, whatever is still on its way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opening import answered
from tests.browser.slow_line import SlowLine
from tests.browser.test_taps import ALL_ANSWERED, FOUR, Thumb, line, thumb

SIX = (*FOUR, "Emil", "Fatou")
#: milliseconds an answer is late, and between two taps
PACES = [(0, 80), (100, 250), (800, 80)]

at_every_pace = pytest.mark.parametrize(
    ("late", "gap"),
    PACES,
)


def draft_address(table: str, number: int, draft: dict[str, object], page: str = "") -> str:
    return f"{table}hand/{number}/{page}?draft={json.dumps(draft)}"


@at_every_pace
def test_eight_tiles(thumb: Thumb, late: int, gap: int) -> None:
    table = thumb.open_table("riichi")
    win = {"type": "win", "wins": [{"winner": 1, "from": 2}]}
    thumb.open(draft_address(table, 1, win, "tiles/"))
    tiles = ("2m", "3m", "4m", "5p", "5p", "6s", "7s", "8s")
    thumb.tap([f"#key-{tile}" for tile in tiles], late, gap)
    expect(thumb.page.locator("#tiles .own a")).to_have_count(8, timeout=ALL_ANSWERED)
    answered(thumb.page)
    shown = [one.get_attribute("data-tap") for one in thumb.page.locator("#tiles .own a").all()]
    assert shown == [f"own-{tile}" for tile in tiles]


def test_tiles_melds_and_what_is_taken_away_again(thumb: Thumb) -> None:
    table = thumb.open_table("riichi")
    win = {"type": "win", "wins": [{"winner": 1, "from": 2}]}
    thumb.open(draft_address(table, 1, win, "tiles/"))
    page = thumb.page
    thumb.tap(["#key-2m", "#key-3m"], 0, 0)
    expect(page.locator("#tiles .own a")).to_have_count(2, timeout=ALL_ANSWERED)
    answered(page)
    taps = ["#into-pon", "#key-7z", "#into-hand", "#key-4m", "[data-tap=own-3m]", "#key-9s"]
    thumb.tap(taps, 300, 80)
    expect(page.locator("[data-tap=own-9s]")).to_be_visible(timeout=ALL_ANSWERED)
    answered(page)
    shown = [one.get_attribute("data-tap") for one in page.locator("#tiles .own a").all()]
    assert shown == ["own-2m", "own-4m", "own-9s"]
    expect(page.locator("#tiles .meld")).to_have_count(1)


def test_what_is_tapped_on_the_tiles_page_lies_there_before_any_answer(thumb: Thumb) -> None:
    address = thumb.open_table("riichi")
    win = {"winner": 1, "from": 2, "tiles": {"concealed": "11s99p"}}
    draft = json.dumps({"type": "win", "riichi": [1], "wins": [win]})
    thumb.open(f"{address}hand/1/tiles/?draft={draft}")
    page = thumb.page
    away = "[data-tap=own-1s]:visible"
    taps = ("#into-pon", "#key-7z", "#key-2m", away, away, "[data-tap=ippatsu]")
    page.route("**/tiles/?*", lambda route: None)  # no answer comes
    thumb.tap(taps, late=0, gap=80)
    expect(page.locator("#into-hand")).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-tap=ippatsu]")).to_have_attribute("aria-current", "true")
    expect(page.locator("#tiles .own .tile:visible")).to_have_count(3)
    expect(page.locator("#tiles .own + .tile-row .tile")).to_have_count(3)
    expect(page.locator(".htmx-request")).not_to_have_count(0)
    page.unroute("**/tiles/?*")
    expect(page.locator(".htmx-request")).to_have_count(0, timeout=ALL_ANSWERED)
    [kept] = json.loads(parse_qs(urlsplit(page.evaluate("location.href")).query)["draft"][0])["wins"]
    tiles = kept["tiles"]
    assert (tiles["concealed"], tiles["flags"]) == ("2m99p", ["ippatsu"])
    assert [meld["tiles"] for meld in tiles["melds"]] == ["777z"]
    expect(page.locator("#tiles .own + .tile-row")).to_have_count(0)


@at_every_pace
def test_tenpai_toggles_and_the_confirmation_after_them(thumb: Thumb, late: int, gap: int) -> None:
    table = thumb.open_table("riichi")
    thumb.open(draft_address(table, 1, {"type": "draw"}))
    page = thumb.page
    # Dina by mistake, taken back
    thumb.tap(["#tenpai-1", "#tenpai-3", "#tenpai-2", "#tenpai-3"], late, gap)
    for seat in (1, 2):
        expect(page.locator(f"#tenpai-{seat}.chosen")).to_be_visible(timeout=ALL_ANSWERED)
    answered(page)
    expect(page.locator(".toggle.chosen")).to_have_count(2)
    expect(page.locator(".no-winner [role=status]")).to_contain_text("Aiko and Dina pay 1,500 each.")
    thumb.tap(["#tenpai-0", "#confirm"], late, gap)
    expect(page.locator(".step-idle")).to_be_visible(timeout=ALL_ANSWERED)
    hands = thumb.record()["hands"]
    assert [sorted(hand["tenpai"]) for hand in hands] == [[0, 1, 2]]


def test_two_riichi_sticks_at_once(thumb: Thumb) -> None:
    thumb.open(thumb.open_table("riichi"))
    page = thumb.page
    thumb.tap(["#stick-0", "#stick-2", "#stick-3"], 300, 80)
    for seat in (0, 2, 3):
        expect(page.locator(f"#stick-{seat}")).to_have_attribute("aria-pressed", "true", timeout=ALL_ANSWERED)
    expect(page.locator("#seat-0 .score")).to_have_text("24,000")


def test_a_mouse_held_down_while_the_answer_comes_has_clicked(thumb: Thumb) -> None:
    thumb.open(thumb.open_table("riichi"))
    page = thumb.page
    thumb.tap(["#stick-0"], 600, 0)
    page.locator("#stick-2").hover()
    page.mouse.down()
    expect(page.locator("#stick-0")).to_have_attribute("aria-pressed", "true", timeout=ALL_ANSWERED)
    page.mouse.up()
    expect(page.locator("#stick-2")).to_have_attribute("aria-pressed", "true", timeout=ALL_ANSWERED)


def test_three_rons_on_one_discard(thumb: Thumb) -> None:
    table = thumb.open_table("riichi", query="&preset=ema-2016")
    thumb.open(table)
    page = thumb.page
    for winner in (1, 2, 3):
        # the discarder is chosen once; then another winner's seat, tapped while the sheet is still going away
        taps = ["#seat-1", "#seat-0"] if winner == 1 else [f"#seat-{winner}"]
        thumb.tap(taps, 300, 80)
        expect(page.locator(".values").first).to_be_visible(timeout=ALL_ANSWERED)
        thumb.tap([".cell:has-text('2,000')"], 300, 80)
        expect(page.locator("#confirm")).to_be_visible(timeout=ALL_ANSWERED)
        if winner < 3:
            thumb.tap([".confirm a:has-text('Another winner')"], 300, 0)
            expect(page.locator(".step-winner")).to_be_visible(timeout=ALL_ANSWERED)
    thumb.tap(["#confirm"], 300, 0)
    expect(page.locator(".step-idle")).to_be_visible(timeout=ALL_ANSWERED)
    (hand,) = thumb.record()["hands"]
    assert sorted(win["winner"] for win in hand["wins"]) == [1, 2, 3]


@at_every_pace
def test_taiwanese_patterns(thumb: Thumb, late: int, gap: int) -> None:
    table = thumb.open_table("taiwanese")
    win = {"type": "win", "wins": [{"winner": 1, "from": 2}]}
    thumb.open(draft_address(table, 1, win, "patterns/"))
    page = thumb.page
    patterns = ("concealed", "single_wait", "seat_wind", "round_wind", "half_flush", "all_pungs")
    thumb.tap([f"label:has([value={pattern}])" for pattern in patterns], late, gap)
    # 1 + 1 + 1 + 1 + 4 + 4
    expect(page.locator("#tai-count")).to_contain_text("12 tai", timeout=ALL_ANSWERED)
    thumb.tap(["[name=take]"], late, gap)
    expect(page.locator("#confirm")).to_be_visible(timeout=ALL_ANSWERED)
    thumb.tap(["#confirm"], late, gap)
    expect(page.locator(".step-idle")).to_be_visible(timeout=ALL_ANSWERED)
    (hand,) = thumb.record()["hands"]
    assert sorted(hand["wins"][0]["patterns"]) == sorted(patterns)


@pytest.mark.parametrize("late", [0, 800])
def test_six_kongs(thumb: Thumb, late: int) -> None:
    thumb.open(thumb.open_table("six", SIX))
    page = thumb.page
    for seat in range(6):
        # the next player's seat is tapped while the kong is still on its way
        if not seat:
            thumb.tap(["#seat-0"], late, 0)
        expect(page.locator("#kongs-title")).to_contain_text(SIX[seat], timeout=ALL_ANSWERED)
        next_seat = [f"#seat-{seat + 1}"] if seat < 5 else []
        thumb.tap([".kong-row [value=concealed]", *next_seat], late, 80)
    expect(page.locator("#event-6")).to_be_attached(timeout=ALL_ANSWERED)
    # each has two from each of the five others, and pays as much
    assert [page.locator(f"#seat-{seat} .score").inner_text() for seat in range(6)] == ["0"] * 6


def test_six_tenpai_of_six(thumb: Thumb) -> None:
    table = thumb.open_table("six", SIX)
    thumb.open(draft_address(table, 1, {"type": "round", "tenpai": []}))
    page = thumb.page
    thumb.tap(["#tenpai-1", "#tenpai-pungs-1", "#tenpai-4", "#choice-east-2"], 300, 80)
    for chosen in ("#tenpai-1.chosen", "#tenpai-pungs-1.chosen", "#tenpai-4.chosen", "#choice-east-2.chosen"):
        expect(page.locator(chosen)).to_be_visible(timeout=ALL_ANSWERED)


@at_every_pace
def test_classical_sets_and_flowers(thumb: Thumb, late: int, gap: int) -> None:
    table = thumb.open_table("classical")
    draft = {"type": "win", "winner": 1, "from": 3, "dice": [3, 4]}
    thumb.open(draft_address(table, 1, draft))
    page = thumb.page
    page.get_by_text("Count the hands").click()
    page.locator("#seat-1").click()
    expect(page.locator(".counting")).to_be_visible()
    # a pung of dragons, a kong of fives, another kind and suit for what follows; both own bonus tiles
    taps = ("suit-z", "7z", "kind-k", "suit-m", "5m", "kind-P", "suit-p", "flowers-2", "seasons-2")
    thumb.tap([f"#choice-{tap}" for tap in taps], late, gap)
    answered(page)
    expect(page.locator(".laid li")).to_have_count(2, timeout=ALL_ANSWERED)
    expect(page.locator("#choice-suit-p input")).to_be_checked()
    expect(page.locator(".bonus [aria-current]")).to_have_count(2, timeout=ALL_ANSWERED)
    thumb.tap(["#choice-2p", "#choice-9p"], late, gap)
    expect(page.locator(".laid li")).to_have_count(4, timeout=ALL_ANSWERED)
    # what is taken away is the set that was tapped, though the others have moved up
    thumb.tap(["[data-tap=drop-7z7z7z]", "[data-tap=drop-2p2p2p]"], late, gap)
    expect(page.locator(".laid li")).to_have_count(2, timeout=ALL_ANSWERED)
    answered(page)
    left = " ".join(page.locator(".laid li .grow").all_inner_texts())
    assert "5 of characters" in left
    assert "9 of circles" in left


#: a second tap at the same place, in the very moment in which the answer to the first stands on the screen
SECOND_TAP = """([x, y]) => addEventListener("htmx:afterSwap", () => queueMicrotask(() => {
  const under = document.elementFromPoint(x, y);
  window.secondTap = true;
  const tap = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 };
  under.dispatchEvent(new MouseEvent("click", tap));
}), { once: true })"""


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_second_tap_on_confirm_does_nothing(
    open_device: Callable[..., Page], line: SlowLine, quick: bool, size: tuple[int, int]
) -> None:
    page = open_device(size)
    thumb = Thumb(page, line)
    table = thumb.open_table("riichi")
    win = {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    thumb.open(draft_address(table, 1, win))
    place = page.locator("#confirm").bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    if quick:
        page.evaluate(SECOND_TAP, [x, y])
        page.mouse.click(x, y)
        page.wait_for_function("() => window.secondTap")
    else:
        line.late = 0.8
        page.mouse.dblclick(x, y)
    expect(page.locator(".step-idle")).to_be_visible(timeout=ALL_ANSWERED)
    line.late = 0
    # what came there is still there: the second tap dismissed nothing
    under = page.locator(".notice")
    box = under.bounding_box()
    assert box
    assert box["x"] < x < box["x"] + box["width"], "the notice lies under the finger"
    assert box["y"] < y < box["y"] + box["height"], "the notice lies under the finger"
    expect(page.locator("h1")).to_have_text(re.compile("riichi", re.I))
    expect(page).to_have_url(table)
    assert len(thumb.record()["hands"]) == 1
    page.locator(".bar").get_by_role("link", name="Undo E1").click()
    expect(page.locator("h1")).to_have_text("Undo the last hand")


__all__ = ["line", "thumb"]


def test_a_seat_tapped_twice_in_a_row_is_tapped_once(thumb: Thumb) -> None:
    thumb.open(thumb.open_table("riichi"))
    page = thumb.page
    place = page.locator("#seat-1").bounding_box()
    assert place
    thumb.line.late = 0.3
    for _tap in range(2):  # half a second later it would be meant
        page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    thumb.tap(["#seat-2"], 300, 80)
    expect(page.locator("#sheet-title")).to_have_text("Benoît, ron on Chen", timeout=ALL_ANSWERED)
