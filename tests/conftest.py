"""What every test stands on. Unit tests use a database of their own; browser tests only talk HTTP."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache
from django.template import Template
from django.test import override_settings
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from xdist.scheduler import LoadFileScheduling

from mahjongclub.server.page_threads import with_room
from tests.migrated import migrated_sqlite
from tests.searching import searching
from tests.serving import template_database

#: a browser on the real server
pytest_plugins = ["tests.browser.devices"]

hypothesis_settings.register_profile("house", parent=searching(100))
hypothesis_settings.load_profile("house")

ON_SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
SCRATCH = Path(tempfile.mkdtemp(prefix="mahjongclub-tests-"))


#: starts Python in browser after browser, for minutes: `make phones`
PHONES = (
    "tests/browser/test_device_",
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
#: about how long the long files take on one core, and tests/fuzz, whose files share what they begin with
SECONDS = {
    **{"fuzz": 80, "games/test_contract.py": 70, "rights/test_rights.py": 60, "live/test_redis.py": 28},
    **{"faults": 15, "outbox/test_notices.py": 16},
    **{"exchange/test_archive.py": 16, "clubs/test_roles.py": 14, "offline": 14, "demo/test_filling.py": 13},
    **{"server/test_backup_in_use.py": 13, "leagues/test_tournament.py": 13, "outbox/test_channels.py": 12},
    **{"sheets/test_cards.py": 12, "exchange/test_exporting_pages.py": 11, "sheets/test_blank.py": 10},
    # in a browser
    **{"browser/test_offline.py": 60, "browser/test_engine.py": 48, "games/riichi/browser/test_game.py": 48},
    **{"browser/test_taps.py": 43, "games/classical/browser/test_table.py": 33, "browser/test_laptop.py": 31},
    **{"browser/test_live_table.py": 23, "browser/test_tournament.py": 23, "browser/test_steps.py": 20},
    **{"browser/test_typed_hand.py": 19, "browser/test_to_pay.py": 19, "browser/test_notices.py": 19},
    **{"games/ten/browser/test_table.py": 18, "browser/test_share.py": 17, "browser/test_trouble.py": 16},
    **{"browser/test_people.py": 16, "browser/test_help.py": 16, "browser/test_league.py": 15},
    **{"browser/test_first_taps.py": 14, "games/six/browser/test_table.py": 14},
    **{"browser/test_sheet_entry.py": 13, "browser/test_weight.py": 12},
    **{"games/classical/browser/test_books.py": 11, "browser/units/test_queue.py": 10},
}


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files out of var/, and the texts compiled."""
    from mahjongclub.server.compiled_texts import compile_stale

    if worker := getattr(config, "workerinput", None):
        config.args = _turned(config, int(worker["workerid"].removeprefix("gw")), worker["workercount"])

    if ON_SQLITE:
        # A file, not memory: only a file has the write-ahead log and the locks of the real thing.
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(SCRATCH / "test.sqlite3")
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    # A page may then name a static file before anything was collected.
    # And a password is checked in no time: the real way takes a quarter of a second on purpose.
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # What a page makes or takes in, backups among it, is no developer's own.
    (SCRATCH / "data").mkdir()
    apart = {"DATA_DIR": SCRATCH / "data", "BACKUP_DIR": SCRATCH / "backups"}
    # The same hours on every developer's machine, and in what the tests start.
    os.environ.setdefault("TIME_ZONE", "UTC")
    override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": static},
        PASSWORD_HASHERS=hashers,
        SENDS_OUTBOX=False,
        READS_FILES_APART=False,
        COUNTS_IN_SLICES=False,
        TIME_ZONE=os.environ["TIME_ZONE"],
        **apart,
    ).enable()
    if settings.REDIS_URL:
        _count_apart(os.environ.get("PYTEST_XDIST_WORKER", ""))
    compile_stale()


def _turned(config: pytest.Config, worker: int, workers: int) -> list[str]:
    """What to collect, begun elsewhere by each worker: each rewrites the assertions of its share, and finds
    what the others have rewritten. On a fresh checkout that is half of what collecting costs."""
    if config.args != config.getini("testpaths"):
        return config.args
    tests = config.rootpath / "tests"
    places = sorted([*tests.glob("[!_.]*/"), *tests.glob("test_*.py")])
    # pytest ignores nothing that it is told to collect
    ignored = config.hook.pytest_ignore_collect
    places = [path for path in places if not ignored(collection_path=path, config=config)]
    first = worker * len(places) // workers
    turned = [str(path) for path in (*places[first:], *places[:first])]
    return [*turned, *(place for place in config.args if place != "tests")]


def _count_apart(worker: str) -> None:
    """Give a worker, and the servers it starts, a database of Redis of their own: what several workers count
    together is soon more than one address may."""
    number = 1 + int(worker.removeprefix("gw") or 0) % 15
    url = urlsplit(settings.REDIS_URL)._replace(path=f"/{number}").geturl()
    os.environ["REDIS_URL"] = settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = url


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run the tests with the room for calls that the server's threads have."""
    implemented = session.config.hook.pytest_runtestloop.get_hookimpls()
    around = [
        one.plugin for one in implemented if one.wrapper or one.hookwrapper or one.plugin_name == __file__
    ]
    loop = session.config.pluginmanager.subset_hook_caller("pytest_runtestloop", around)
    return with_room(loop, session=session)


def pytest_unconfigure() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


#: what shares a world that takes seconds to make goes to one worker; what is long and shares nothing, to all
ONE_WORKER, EVERY_WORKER = "tests/fuzz/", "tests/browser/test_offline.py"


class ByWhatTheyShare(LoadFileScheduling):
    """A file a worker, as `--dist loadfile`, but for these."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(EVERY_WORKER):
            return nodeid
        return ONE_WORKER if nodeid.startswith(ONE_WORKER) else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByWhatTheyShare:
    return ByWhatTheyShare(config, log)


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.nodeid.startswith(PHONES):
        item.add_marker("phones")


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never again among what stays to the end: it took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Run the browser tests last: from their first one on Playwright's event loop runs in this
    thread, and Django's ORM refuses to work beside one. Of both the long files come first, so that of several
    workers none is left with one at the end."""

    def file_of(item: pytest.Item) -> str:
        return item.nodeid.partition("::")[0].removeprefix("tests/")

    def place(item: pytest.Item) -> tuple[bool, int]:
        file = file_of(item)
        folder, _slash, _name = file.rpartition("/")
        return "browser" in folder.split("/"), -SECONDS.get(file, SECONDS.get(folder, 0))

    # workers began elsewhere, and what shares a fixture is put together by what came first
    items.sort(key=file_of)
    yield
    items.sort(key=place)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """SQLite's database is there already, with its tables."""
    return ON_SQLITE


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Give each worker a copy of the migrated database under its name."""
    test = settings.DATABASES["default"].setdefault("TEST", {})
    if ON_SQLITE:
        shutil.copy(migrated_sqlite(), test["NAME"])
    else:
        test["TEMPLATE"] = template_database()


@pytest.fixture(scope="session", autouse=True)
def _pages_are_read_as_sent(django_test_environment: None) -> None:
    """Templates do not tell the test client what they were given: tests read what was sent. Telling copied
    every context, a tenth of all the time."""
    Template._render = lambda self, context: self.nodelist.render(context)  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def offline_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """OFFLINE_DIR with Pyodide, for servers whose phones settle by themselves; skips where there is none."""
    from tests.offline.engine import offline_dir

    return offline_dir(tmp_path_factory.mktemp("offline"))


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    """Every test has the limits of a first visit (all come from one address), and no reader's language."""
    cache.clear()
    translation.deactivate()
    if settings.REDIS_URL:
        from redis import Redis

        with Redis.from_url(settings.REDIS_URL) as counts:
            if counted := list(counts.scan_iter(f"{settings.CACHES['default']['KEY_PREFIX']}:*")):
                counts.delete(*counted)


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once what failed: whoever stops a run has no summary of it."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\n{report.when} failed: {report.nodeid}\n{str(report.longrepr)[-2000:]}", flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many requests the tests of tests/fuzz have sent, on whichever workers they ran."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = [dict(report.user_properties) for report in reports if isinstance(report, pytest.TestReport)]
    sent = sum(properties.get("requests", 0) for properties in told)
    if sent:
        terminalreporter.write_line(f"{sent:,} requests with junk or by those who may not")
