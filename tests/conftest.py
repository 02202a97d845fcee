"""What every test stands on. Unit tests use a database of their own; browser tests only talk HTTP."""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import translation

from tests.counts import count_apart, forget_counts
from tests.migrated import migrated_sqlite
from tests.serving import template_database

#: a browser on the real server, what a refusal may write, what pages ask their data, what is nightly
pytest_plugins = ["tests.browser.devices", "tests.refusals", "tests.page_values", "tests.sets"]

ON_SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
SCRATCH = Path(tempfile.mkdtemp(prefix="mahjongclub-tests-"))


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files out of var/, and the texts compiled."""
    from mahjongclub.server.compiled_texts import compile_stale_catalogues

    if ON_SQLITE:
        # A file, not memory: only a file has the write-ahead log and the locks of the real thing.
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(SCRATCH / "test.sqlite3")
    # A page may name a static file before anything was collected.
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    (SCRATCH / "data").mkdir()
    # The same hours on every developer's machine, and in what the tests start.
    os.environ.setdefault("TIME_ZONE", "UTC")
    override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": static},
        # the real way takes a quarter of a second on purpose
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        SENDS_OUTBOX=False,
        READS_FILES_APART=False,
        COUNTS_IN_SLICES=False,
        TIME_ZONE=os.environ["TIME_ZONE"],
        # what a page makes or takes in, backups among it, is no developer's own
        DATA_DIR=SCRATCH / "data",
        BACKUP_DIR=SCRATCH / "backups",
    ).enable()
    count_apart()
    compile_stale_catalogues()


def pytest_unconfigure() -> None:
    shutil.rmtree(SCRATCH, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never again among what stays to the end: it took an eighth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


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


@pytest.fixture(scope="session")
def offline_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """OFFLINE_DIR with Pyodide, for servers whose phones settle by themselves; skips where there is none."""
    from tests.offline.engine import offline_dir

    return offline_dir(tmp_path_factory.mktemp("offline"))


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    """Every test has the limits of a first visit (all come from one address), and no reader's language."""
    forget_counts()
    translation.deactivate()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once what failed: whoever stops a run has no summary of it."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\n{report.when} failed: {report.nodeid}\n{str(report.longrepr)[-2000:]}", flush=True)
