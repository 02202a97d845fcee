"""What every test stands on. Unit tests use a database of their own; browser tests only talk HTTP."""

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings
from hypothesis import settings as hypothesis_settings

# On PostgreSQL fewer of the same: what is searched for there has been searched for on SQLite.
EXAMPLES = 40 if os.environ.get("DATABASE_URL", "").startswith("postgres") else 100
hypothesis_settings.register_profile("house", deadline=None, max_examples=EXAMPLES)
hypothesis_settings.load_profile("house")

SCRATCH = Path(tempfile.mkdtemp(prefix="mahjongclub-tests-"))


#: measures moments, or kills servers: wants the machine to itself (`-m alone`), and comes after the rest
ALONE = (
    *("tests/live/", "tests/faults/", "tests/browser/test_agreeing", "tests/browser/test_clock_alarms"),
    *("tests/browser/test_live", "tests/browser/test_offline", "tests/browser/test_ten_table"),
    *("tests/browser/test_server", "tests/browser/test_wakelock", "tests/browser/test_weight"),
)
#: starts Python in browser after browser, for minutes: `make phones`
PHONES = (
    *("tests/browser/test_device_games", "tests/browser/test_device_return"),
    *(
        f"tests/browser/test_engine.py::test_{name}"
        for name in (
            "a_phone_with_an_older",
            "the_page_of_the_phone_fetches",
            "what_was_fetched",
            "on_a_line",
        )
    ),
)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files out of var/, and the texts compiled."""
    from mahjongclub.house.catalogue import compile_stale

    default = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        # A file, not memory: only a file has the write-ahead log and the locks of the real thing.
        default.setdefault("TEST", {})["NAME"] = str(SCRATCH / "test.sqlite3")
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    # A page may then name a static file before anything was collected.
    # And a password is checked in no time: the real way takes a quarter of a second on purpose.
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": static}, PASSWORD_HASHERS=hashers
    ).enable()
    compile_stale()


def pytest_unconfigure() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.nodeid.startswith(ALONE):
        item.add_marker("alone")
    if item.nodeid.startswith(PHONES):
        item.add_marker("phones")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: from their first one on Playwright's event loop runs in this
    thread, and Django's ORM refuses to work beside one. Of their files those with most tests come first, so
    that of several workers none is left with a long one at the end."""
    tests_of = Counter(item.path for item in items)

    def place(item: pytest.Item) -> tuple[bool, int]:
        browser = "tests/browser/" in item.nodeid
        return browser, -tests_of[item.path] if browser else 0

    items.sort(key=place)


@pytest.fixture(scope="session")
def offline_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """OFFLINE_DIR with Pyodide, for servers whose phones settle by themselves; skips where there is none."""
    from tests.offline.engine import offline_dir

    return offline_dir(tmp_path_factory.mktemp("offline"))


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    """Every test has the limits of a first visit: all of them come from one address."""
    cache.clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many requests the tests of tests/fuzz have sent, on whichever workers they ran."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = [dict(report.user_properties) for report in reports if isinstance(report, pytest.TestReport)]
    sent = sum(properties.get("requests", 0) for properties in told)
    if sent:
        terminalreporter.write_line(f"{sent:,} requests with junk or by those who may not")
