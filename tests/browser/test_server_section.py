"""The README's server section as it stands: two processes, PostgreSQL, Redis, four browsers at one table."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.chromium import device_options
from tests.browser.devices import PATIENCE_MS, leave
from tests.games.riichi.browser.test_game import NAMES, Table
from tests.serving import ROOT, RunningServer, free_port, prepared, scratch_database, wait_until_it_answers
from tests.waiting import within


def serve_commands() -> list[list[str]]:
    """The commands by which the README starts the app's processes, in words."""
    section = (ROOT / "README.md").read_text().split("## A server on the internet")[1].split("\n## ")[0]
    return [shlex.split(line) for line in section.splitlines() if " manage.py serve " in line]


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[list[RunningServer]]:
    """The processes of the README, begun at once on a fresh database; the ports are free ones."""
    if not (os.environ.get("REDIS_URL") and os.environ.get("DATABASE_URL", "").startswith("postgres")):
        pytest.skip("wants REDIS_URL, and DATABASE_URL of PostgreSQL (.ci/run has both)")
    shutil.copytree(prepared(), tmp_path, dirs_exist_ok=True)
    with ExitStack() as stack:
        environment = {**os.environ, **stack.enter_context(scratch_database()), "DATA_DIR": str(tmp_path)}
        running = []
        for number, words in enumerate(serve_commands()):
            port, log = free_port(), tmp_path / f"{number}.log"
            words = [sys.executable, *words[1:-1], str(port)]
            with log.open("wb") as output:
                process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=output, stderr=output)
            stack.callback(process.wait, timeout=20)
            stack.callback(process.terminate)
            url = f"http://127.0.0.1:{port}"
            running.append(RunningServer(url, process, log, tmp_path, environment))
        for server in running:
            wait_until_it_answers(server)
        yield running
        for server in running:
            logged = server.log.read_text()
            assert "Traceback" not in logged, logged
            assert "ERROR" not in logged, logged


class Joined(Table):
    """A table another browser opened."""

    def __init__(self, page: Page, link: str) -> None:
        self.page, self.taps = page, 0
        page.goto(link)
        expect(page.locator(".board")).to_be_visible()
        self.url = page.url


#: after each hand, 25,000 each at first: 3 han 40 fu from a discard is 5,200 where the dealer does not win
#: (published table), and the deal passes on each time
AFTER = (
    (25_000, 30_200, 19_800, 25_000),
    (25_000, 30_200, 25_000, 19_800),
    (19_800, 30_200, 25_000, 25_000),
    (25_000, 25_000, 25_000, 25_000),
)


def test_four_browsers_at_one_table_over_both_processes(
    processes: list[RunningServer], new_context: Callable[..., BrowserContext]
) -> None:
    assert len(processes) == 2
    pages = [phone_of(server, new_context) for server in (*processes, *processes)]
    first = Table(pages[0])
    path = urlsplit(first.url).path
    pages[0].goto(f"{path}share/")
    link = urlsplit(pages[0].locator("#link-scorer").input_value()).path
    tables = [first, *(Joined(page, link) for page in pages[1:])]
    for page, name in zip(pages, NAMES, strict=True):
        page.goto(f"{path}sit/")
        page.get_by_role("button", name=name).click()
        expect(page.locator("[data-live-sign][data-state=live]")).to_be_attached()

    for hand, scores in enumerate(AFTER):
        tables[hand].ron((hand + 1) % 4, (hand + 2) % 4, "5,200")
        for table in tables:
            for seat, score in enumerate(scores):
                expect(table.page.locator(f"#seat-{seat} .score")).to_have_text(
                    f"{score:,}", timeout=within(3_000)
                )
    for page in pages:
        leave(page)


def phone_of(server: RunningServer, new_context: Callable[..., BrowserContext]) -> Page:
    context = new_context(base_url=server.url, **device_options())
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()
