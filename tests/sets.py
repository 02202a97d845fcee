"""The two sets of tests: `make test`, and `make nightly`, which has what lies in folders of that name too.

A plugin of pytest. NIGHTLY_THIRD is a number, of a commit say: of the nightly set it leaves the third that
follows from it (0, 1, 2, 0 and so on). A file stays in its third whatever is added beside it. After
NIGHTLY_SECONDS no test is begun any more: the others are skipped and listed. So the number draws the order
of the files, and another number begins with others; half of the seconds is kept for the tests in a browser,
if there are any: they come last. The profile `nightly` of hypothesis looks at ten times as many examples, at
others each time. At the end of a run stands how many processes were started.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

from tests.migrated import KEPT

NIGHTLY = "nightly"
THIRDS = 3
#: how many processes the tests of the last whole `make test` started, for tools/measure.py
PROCESSES = KEPT / "processes"
#: of the tests that start processes
MOST_TOLD = 30

#: when the seconds of the run are over, for the workers too
END = "NIGHTLY_END"
NOT_REACHED = "not reached in time"
#: whether tests in a browser are among those to run
BROWSERS = pytest.StashKey[bool]()

settings.register_profile("test", max_examples=10, deadline=None, derandomize=True)
settings.register_profile(NIGHTLY, max_examples=100, deadline=None)
settings.load_profile("test")

#: how many processes each test started, in this process and, once they end, in the workers
started: Counter[str] = Counter()


def _count_process(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in ("subprocess.Popen", "os.fork", "os.posix_spawn") and (
        test := os.environ.get("PYTEST_CURRENT_TEST")
    ):
        started[test.partition(" ")[0]] += 1


def pytest_configure(config: pytest.Config) -> None:
    sys.addaudithook(_count_process)
    if (seconds := os.environ.get("NIGHTLY_SECONDS")) and not hasattr(config, "workerinput"):
        os.environ[END] = str(time.time() + float(seconds))


def is_nightly(file: Path, root: Path) -> bool:
    """Whether a file lies in a folder `nightly` below the root: a checkout may have that name itself."""
    return NIGHTLY in file.relative_to(root).parts


def pytest_itemcollected(item: pytest.Item) -> None:
    if is_nightly(item.path, item.config.rootpath):
        item.add_marker(NIGHTLY)


def third_of(file: str) -> int:
    """Return the third of the nightly set that a file, by its path from the root, belongs to."""
    return crc32(file.encode()) % THIRDS


def _file_of(item: pytest.Item | pytest.TestReport) -> str:
    return item.nodeid.partition("::")[0]


def _in_browser(item: pytest.Item) -> bool:
    return "playwright" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if number := os.environ.get("NIGHTLY_THIRD"):
        others = [item for item in items if third_of(_file_of(item)) != int(number) % THIRDS]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]
        items.sort(key=lambda item: sha256(f"{number} {_file_of(item)}".encode()).digest())
    # last: from the first browser test on Playwright's event loop runs in this thread, and Django's ORM
    # refuses to work beside one
    items.sort(key=_in_browser)


def pytest_collection_finish(session: pytest.Session) -> None:
    session.config.stash[BROWSERS] = any(_in_browser(item) for item in session.items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not (end := os.environ.get(END)):
        return
    waits = item.config.stash[BROWSERS] and not _in_browser(item)
    kept = float(os.environ["NIGHTLY_SECONDS"]) / 2 if waits else 0
    if time.time() > float(end) - kept:
        pytest.skip(NOT_REACHED)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["started"] = dict(started)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    started.update(getattr(node, "workeroutput", {}).get("started", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"{started.total()} processes started by tests")
    for test, count in started.most_common(MOST_TOLD):
        terminalreporter.write_line(f"  {count} by {test}")
    skipped = terminalreporter.stats.get("skipped", ())
    left = Counter(_file_of(report) for report in skipped if NOT_REACHED in str(report.longrepr))
    if left:
        terminalreporter.write_line(f"tests {NOT_REACHED}: {left.total()}")
        for file, count in sorted(left.items()):
            terminalreporter.write_line(f"  {count} of {file}")
    config = terminalreporter.config
    if config.args == config.getini("testpaths") and config.option.markexpr == f"not {NIGHTLY}":
        PROCESSES.write_text(f"{started.total()}\n")
