"""A thousand taps on toggles and tiles of all games, at any pace: none is lost, none counts twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opening import answered, open_table
from tests.browser.slow_line import SlowLine, slow_line
from tests.serving import RunningServer

FOUR = ("Aiko", "Benoît", "Chen", "Dina")
SIX = (*FOUR, "Emil", "Fatou")
TAPS = 1000
GAPS_MS = (80, 300)
LATE_S = (0.0, 0.8)
#: answers of 800 ms, and a busy machine
ALL_ANSWERED = 60_000
WIN: dict[str, Any] = {"winner": 1, "from": 2}
#: taps one control after another, each as it stands on the screen then, whatever is still on its way
TAP = """async (taps) => {
  for (const [selector, gap] of taps) {
    while (!document.querySelector(selector)) await new Promise((done) => setTimeout(done, 20));
    document.querySelector(selector).click();
    await new Promise((done) => setTimeout(done, gap));
  }
}"""


@dataclass
class Taps:
    """Random taps: the controls in their order, and what is chosen after them."""

    order: list[str]
    left: Counter[str]


def toggled(random: Random, count: int, controls: list[str]) -> Taps:
    """Tap toggles; chosen is what was tapped an odd number of times."""
    order = [random.choice(controls) for _ in range(count)]
    return Taps(order, Counter(one for one in controls if order.count(one) % 2))


def laid(random: Random, count: int) -> Taps:
    """Tap tiles into a hand and out of it again; the hand never has more than ten, nor three of a kind."""
    order, hand = [], Counter[str]()
    kinds = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
    while len(order) < count:
        kind = random.choice([*kinds, *hand] if hand else kinds)
        if hand[kind] and (hand.total() >= 10 or hand[kind] == 3 or random.random() < 0.5):
            order.append(f"[data-tap=own-{kind}]")
            hand[kind] -= 1
        elif hand.total() < 10:
            order.append(f"#key-{kind}")
            hand[kind] += 1
    return Taps(order, Counter({f"own-{kind}": number for kind, number in hand.items() if number}))


@dataclass
class Screen:
    """Where is tapped: a game, the page and draft, the controls, and what is chosen on the screen."""

    variant: str
    draft: dict[str, Any]
    controls: tuple[str, ...]
    chosen: str
    page: str = ""
    names: tuple[str, ...] = FOUR
    #: what is tapped before
    way: tuple[str, ...] = ()


def ids(*names: str) -> tuple[str, ...]:
    return tuple(f"#{name}" for name in names)


SCREENS = {
    "riichi: tenpai and nagashi": Screen(
        "riichi",
        {"type": "draw"},
        ids(*(f"tenpai-{seat}" for seat in range(4)), *(f"choice-nagashi-{seat}" for seat in range(4))),
        ".chosen[id]",
    ),
    "riichi: tiles": Screen("riichi", {"type": "win", "wins": [WIN]}, (), "#tiles .own a", page="tiles/"),
    "six: tenpai": Screen(
        "six",
        {"type": "round", "tenpai": []},
        ids(*(f"tenpai-{seat}" for seat in range(6))),
        ".toggle.chosen",
        names=SIX,
    ),
    "classical: bonus tiles": Screen(
        "classical",
        {"type": "win", **WIN, "dice": [3, 4]},
        ids(*(f"choice-{kind}-{number}" for kind in ("flowers", "seasons") for number in range(1, 5))),
        ".bonus [aria-current]",
        way=("text=Count the hands", "#seat-1"),
    ),
    "taiwanese: patterns": Screen(
        "taiwanese",
        {"type": "win", "wins": [WIN]},
        tuple(f"[value={name}]" for name in ("concealed", "single_wait", "seat_wind", "half_flush")),
        "[name=pattern]:checked",
        page="patterns/",
    ),
    "hongkong: patterns": Screen(
        "hongkong",
        {"type": "win", "wins": [WIN]},
        tuple(f"[value={name}]" for name in ("concealed", "half_flush", "seat_wind", "all_pungs")),
        "[name=pattern]:checked",
        page="patterns/",
    ),
}
#: what tells a control apart, as it stands in SCREENS
NAME = "(all) => all.map(({ value, dataset, id }) => value ? `[value=${value}]` : dataset.tap || `#${id}`)"
#: what the engine makes of all that
MEANT = ".sheet, #tiles, .value-foot"


@pytest.fixture
def line(server: RunningServer) -> Iterator[SlowLine]:
    with slow_line(server) as made:
        yield made


@pytest.mark.parametrize("name", SCREENS)
def test_every_tap_counts_once(phone: Page, line: SlowLine, name: str) -> None:
    screen, random = SCREENS[name], Random(name)
    count = TAPS // len(SCREENS) + 1
    taps = toggled(random, count, list(screen.controls)) if screen.controls else laid(random, count)
    open_table(phone, screen.variant, screen.names, line.url)
    table = phone.url
    phone.goto(f"{table}hand/1/{screen.page}?draft={json.dumps(screen.draft)}", wait_until="load")
    for tap in screen.way:
        phone.locator(tap).first.tap()
        answered(phone)
    while taps.order:
        line.late = random.uniform(*LATE_S)
        some, taps.order = taps.order[:10], taps.order[10:]
        phone.evaluate(TAP, [[one, random.randint(*GAPS_MS)] for one in some])
    line.late = 0
    answered(phone)
    expect(phone.locator(screen.chosen)).to_have_count(taps.left.total(), timeout=ALL_ANSWERED)
    assert Counter(phone.locator(screen.chosen).evaluate_all(NAME)) == taps.left
    meant = phone.locator(MEANT).first.inner_text()
    phone.goto(phone.url)
    assert Counter(phone.locator(screen.chosen).evaluate_all(NAME)) == taps.left
    assert phone.locator(MEANT).first.inner_text() == meant
