"""The README's pictures, into docs/pictures: a table of four, and the made-up club of `mahjongclub demo`.

`make screens` runs it before it takes the pictures of every screen.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options
from tests.browser.opening import open_table, record, send, stop
from tests.serving import ROOT, RunningServer

FOLDER = ROOT / "docs" / "pictures"
PHONE, LAPTOP, WALL = (390, 844), (1280, 800), (1280, 720)
HANDS = 3000
#: what the page of a season says under its name
USUAL_GAME = "· Riichi ·"
PLAYERS = ("Marguerite", "Jean-Pierre", "Aiko", "Bo")
OUTCOMES: tuple[dict[str, object], ...] = (
    {"type": "win", "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]},
    {"type": "draw", "tenpai": [1, 3], "riichi": [3]},
    {"type": "win", "wins": [{"winner": 3, "from": None, "han": 4, "fu": 30}]},
    {"type": "win", "wins": [{"winner": 0, "from": 3, "han": 4, "fu": 30}], "riichi": [0]},
)


def made_up_club(server: RunningServer) -> tuple[str, str]:
    """Fill the server's database; the organiser's name and password."""
    command = [sys.executable, "manage.py", "demo", "--hands", str(HANDS)]
    said = subprocess.run(
        command, cwd=ROOT, env=server.environment, check=True, capture_output=True, text=True
    ).stdout
    line = next(line for line in said.splitlines() if line.strip().startswith("organiser"))
    _role, *name, password = line.split()
    return " ".join(name), password


@contextmanager
def device(
    browser: Browser, size: tuple[int, int], *, dark: bool = False, url: str | None = None
) -> Iterator[Page]:
    """A page of a phone, or of a laptop where it is wide; its addresses begin at `url`."""
    context = browser.new_context(**device_options(size, touch=size == PHONE, dark=dark), base_url=url)
    yield context.new_page()
    context.close()


def shoot(page: Page, name: str, folder: Path = FOLDER) -> None:
    """One picture, once the page stands still."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=folder / f"{name}.png", animations="disabled")


def at_the_table(browser: Browser, url: str) -> None:
    """The table, its payments, the end, the printed score sheet, the help."""
    with device(browser, PHONE) as page:
        open_table(page, "riichi", PLAYERS, url)
        table = page.url
        for outcome in OUTCOMES:
            record(page, table, outcome)
        send(page, f"{table}sit/", page.request.get(f"{table}sit/").text(), {"seat": "0"})
        page.goto(table)
        shoot(page, "payments")
        page.locator("#stick-1").click()
        page.wait_for_load_state("networkidle")
        page.evaluate("document.querySelectorAll('[data-to-pay]').forEach((notice) => notice.remove())")
        shoot(page, "table")
        cookies = page.context.cookies()
        page.goto(f"{url}/help/riichi/")
        shoot(page, "help")
        stop(page, table)
        page.goto(f"{table}end/")
        shoot(page, "end")
    with device(browser, LAPTOP) as page:
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        code = re.search(r"/t/(\w+)/", table)
        assert code is not None
        page.goto(f"{url}/sheets/t/{code[1]}/")
        page.locator(".paper").first.screenshot(path=FOLDER / "sheet.png")


def at_the_club(browser: Browser, url: str, name: str, password: str) -> None:
    """Standings and desk on an organiser's laptop, and the wall of tonight."""
    club = f"{url}/c/east-wind-club/"
    with device(browser, LAPTOP) as page:
        page.goto(f"{url}/account/login/")
        page.fill("[name=login]", name)
        page.fill("[name=password]", password)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url("**/me/")
        page.goto(f"{club}leagues/")
        seasons = [link.get_attribute("href") for link in page.locator("main a[href*='/seasons/']").all()]
        for season in seasons:
            page.goto(f"{url}{season}")
            if USUAL_GAME in page.locator("main").inner_text():
                break
        shoot(page, "standings")
        page.get_by_role("link", name="Tonight").first.click()
        shoot(page, "desk")
    with device(browser, WALL, dark=True) as page:
        page.goto(f"{url}/wall/east-wind-club/")
        shoot(page, "wall")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with server_and_browser() as (server, browser):
        at_the_table(browser, server.url)
        at_the_club(browser, server.url, *made_up_club(server))
    print(f"the README's pictures are in {FOLDER.relative_to(ROOT)}/")


if __name__ == "__main__":
    main()
