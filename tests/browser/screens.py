"""Screenshots of every screen, light and dark, on a phone and a laptop, in English and French.

`make screens` runs it; the pictures go to var/screens/. Nothing is asserted: they are for looking at.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import opening
from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options
from tests.browser.opening import open_table
from tests.serving import ROOT

FOLDER = ROOT / "var" / "screens"
SIZES = {"phone": (390, 844), "laptop": (1280, 800)}
LOOKS = ("light", "dark")
LANGUAGES = ("en", "fr")

#: name of the picture, address below the table's own
RIICHI_SCREENS: tuple[tuple[str, str], ...] = (
    ("table", ""),
    ("more", "more/"),
    ("log", "log/"),
    ("sheet", "sheet/"),
    ("sit", "sit/"),
    ("swap", "swap/"),
    ("swap-look", "swap/?one=0&other=2"),
    ("sticks", "sticks/"),
    ("need", "need/"),
    ("share", "share/"),
    ("rules", "rules/"),
    ("undo", "undo/"),
    ("close", "close/"),
    ("correct", "hand/1/"),
    ("delete", "hand/1/delete/"),
)


def hand(draft: dict[str, Any], number: int, page: str = "") -> str:
    """The address of a draft below its table's."""
    return f"hand/{number}/{page}?draft={json.dumps(draft)}"


WIN = {"type": "win", "riichi": [0], "wins": [{"winner": 1, "from": 2}]}
WHOLE = {"type": "win", "riichi": [0], "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 30}]}
TSUMO = {"type": "win", "wins": [{"winner": 1, "from": None}]}
TILES = {
    "type": "win",
    "riichi": [1],
    "wins": [
        {
            "winner": 1,
            "from": 2,
            "tiles": {
                "concealed": "234567m345p66678s",
                "winning": "8s",
                "dora": "3p",
                "flags": ["ippatsu"],
            },
        }
    ],
}
OTHER_WINNER = {"type": "win", "riichi": [], "wins": [{"winner": 3, "from": 2, "han": 3, "fu": 40}]}


FOUR = ("Aiko", "Benoît", "Chen", "Dina")

#: the other games: players, a hand to record, and drafts to look at as (name, hand number, draft)
OTHER_GAMES: dict[
    str, tuple[tuple[str, ...], dict[str, Any], tuple[tuple[str, int, dict[str, Any]], ...]]
] = {
    "sanma": (
        FOUR[:3],
        {"type": "draw", "tenpai": [0], "riichi": []},
        (("value", 2, {"type": "win", "wins": [{"winner": 1, "from": None}]}),),
    ),
    "classical": (
        FOUR,
        {
            "type": "win",
            "winner": 0,
            "from": 1,
            "dice": [3, 4],
            "hands": [{"points": 40}, {"points": 20}, {"points": 8}, {"points": 0}],
        },
        (("won", 2, {"type": "win", "winner": 1, "from": 2, "dice": [3, 4]}),),
    ),
    "taiwanese": (
        FOUR,
        {"type": "draw"},
        (
            ("value", 2, {"type": "win", "wins": [{"winner": 2, "from": None}]}),
            ("confirm", 2, {"type": "win", "wins": [{"winner": 2, "from": None, "tai": 5}]}),
        ),
    ),
    "hongkong": (
        FOUR,
        {"type": "draw"},
        (
            ("value", 2, {"type": "win", "wins": [{"winner": 2, "from": 0}]}),
            ("confirm", 2, {"type": "win", "wins": [{"winner": 2, "from": 0, "faan": 5}]}),
        ),
    ),
    "american": (
        FOUR,
        {"type": "draw"},
        (
            ("value", 2, {"type": "win", "winner": 2, "from": 0}),
            ("confirm", 2, {"type": "win", "winner": 2, "from": 0, "value": 25, "jokerless": True}),
        ),
    ),
    "six": (
        (*FOUR, "Emil", "Fatou"),
        {
            "type": "round",
            "events": [],
            "tenpai": [{"seat": 3, "all_pungs": False}],
        },
        (),
    ),
    "ten": (("Ten", "Akagi"), {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]}, ()),
}


def other_game(page: Page, url: str, variant: str) -> Iterator[tuple[str, str]]:
    """A table of another game with one hand played; its screens."""
    names, outcome, drafts = OTHER_GAMES[variant]
    open_table(page, variant, names, url)
    table = page.url
    record(page, table, outcome)
    yield f"{variant}-table", table
    yield f"{variant}-more", f"{table}more/"
    yield f"{variant}-log", f"{table}log/"
    yield f"{variant}-correct", f"{table}hand/1/"
    for name, number, draft in drafts:
        yield f"{variant}-{name}", table + hand(draft, number)
    yield f"{variant}-help", f"{url}/help/{variant}/?dice=5-3"


def open_riichi_table(page: Page, url: str) -> str:
    """A riichi table some hands into its game; its address."""
    open_table(page, "riichi", FOUR, url)
    table = page.url
    outcomes: list[dict[str, Any]] = [
        {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]},
        {"type": "draw", "tenpai": [1, 3], "riichi": [3]},
        {"type": "win", "wins": [{"winner": 1, "from": None, "han": 2, "fu": 30}]},
        {"type": "win", "wins": [{"winner": 0, "from": 3, "han": 4, "fu": 30}], "riichi": [0]},
    ]
    for outcome in outcomes:
        record(page, table, outcome)
    page.goto(table)
    page.locator("#stick-0").click()
    page.wait_for_timeout(300)
    return table


def record(page: Page, table: str, outcome: dict[str, Any]) -> None:
    """Record the hand to come."""
    opening.record(page, table, outcome)


def addresses(table: str, url: str) -> Iterator[tuple[str, str]]:
    """Every screen of a riichi table, and those before it."""
    yield from (("home", f"{url}/"), ("new", f"{url}/new/"), ("not-found", f"{url}/nowhere/"))
    for name, below in RIICHI_SCREENS:
        yield name, table + below
    yield "entry-from", table + hand({"type": "win", "riichi": [0], "wins": [{"winner": 1}]}, 5)
    yield "entry-value", table + hand(WIN, 5)
    yield "entry-value-tsumo", table + hand(TSUMO, 5)
    yield "entry-confirm", table + hand(WHOLE, 5)
    yield "entry-draw", table + hand({"type": "draw", "tenpai": [0, 1], "riichi": [0]}, 5)
    yield "entry-chombo", table + hand({"type": "chombo", "offenders": []}, 5)
    yield "entry-fault", table + hand({**WHOLE, "wins": [{"winner": 1, "from": 2, "han": 1, "fu": 20}]}, 5)
    yield "correct-look", f"{table}{hand(OTHER_WINNER, 1)}&correct=1"
    yield "tiles-empty", table + hand(TSUMO, 5, "tiles/")
    yield "tiles", table + hand(TILES, 5, "tiles/")


def shoot(page: Page, address: str, path: Path) -> None:
    """One picture: the first screenful, and the whole page where it is longer."""
    page.goto(address)
    page.wait_for_timeout(120)
    page.screenshot(path=path)
    whole = page.evaluate("document.documentElement.scrollHeight")
    if whole > page.viewport_size["height"] * 1.2:  # type: ignore[index]
        page.screenshot(path=path.with_stem(f"{path.stem}-whole"), full_page=True)


def take(browser: Browser, url: str) -> int:
    """Every picture; their number."""
    opener = browser.new_context(**device_options())
    page = opener.new_page()
    table = open_riichi_table(page, url)
    finished = open_riichi_table(page, url)
    opening.stop(page, finished)
    cookies = opener.cookies()
    screens = [*addresses(table, url), ("end", f"{finished}end/"), ("help", f"{url}/help/")]
    screens.append(("riichi-help", f"{url}/help/riichi/?dice=5-3"))
    for variant in OTHER_GAMES:
        screens += other_game(page, url, variant)
    for size_name, size in SIZES.items():
        for look in LOOKS:
            for language in LANGUAGES:
                touch, dark = size_name == "phone", look == "dark"
                options = device_options(size, language=language, dark=dark, touch=touch)
                context = browser.new_context(**options)
                context.add_cookies(cookies)  # type: ignore[arg-type]
                tab = context.new_page()
                for name, address in screens:
                    shoot(tab, address, FOLDER / f"{name}-{size_name}-{look}-{language}.png")
                context.close()
    opener.close()
    return len(list(FOLDER.glob("*.png")))


def main() -> None:
    """Start a server of its own, take the pictures, say where they are."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with server_and_browser() as (server, browser):
        count = take(browser, server.url)
    print(f"{count} pictures in {FOLDER.relative_to(ROOT)}/")


if __name__ == "__main__":
    main()
