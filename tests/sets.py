"""The two sets of tests: `make test`, and `make nightly`, which has what lies in folders of that name too.

A plugin of pytest. NIGHTLY_THIRD=0, 1 or 2 leaves of the nightly set the files of that third alone: a file
stays in its third whatever is added beside it. The profile `nightly` of hypothesis looks at ten times as many
examples, at others each time. At the end of a run stands how many processes were started.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
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


def pytest_configure() -> None:
    sys.addaudithook(_count_process)


def is_nightly(file: Path, root: Path) -> bool:
    """Whether a file lies in a folder `nightly` below the root: a checkout may have that name itself."""
    return NIGHTLY in file.relative_to(root).parts


def pytest_itemcollected(item: pytest.Item) -> None:
    if is_nightly(item.path, item.config.rootpath):
        item.add_marker(NIGHTLY)


def third_of(file: str) -> int:
    """Return the third of the nightly set that a file, by its path from the root, belongs to."""
    return crc32(file.encode()) % THIRDS


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if third := os.environ.get("NIGHTLY_THIRD"):
        others = [item for item in items if third_of(item.nodeid.partition("::")[0]) != int(third)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]
    # last: from the first browser test on Playwright's event loop runs in this thread, and Django's ORM
    # refuses to work beside one
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


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
    config = terminalreporter.config
    if config.args == config.getini("testpaths") and config.option.markexpr == f"not {NIGHTLY}":
        PROCESSES.write_text(f"{started.total()}\n")
