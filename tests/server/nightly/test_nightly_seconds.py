"""A run of the nightly set in so many seconds: what it does not reach is skipped, listed, and no failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

SOUND = "def test_is_right():\n    assert 1 + 1 == 2\n"
BROKEN = "def test_is_wrong():\n    assert 1 + 1 == 3\n"
#: in a browser, by the name of a fixture that such tests have
IN_BROWSER = """
import pytest
@pytest.fixture
def playwright():
    raise RuntimeError("a browser was started")
def test_looks_at_a_page(playwright):
    pass
"""
#: in each worker, as if five and a half of ten minutes were over
LATE = """
import os
import time
def pytest_collection_finish():
    os.environ["NIGHTLY_END"] = str(time.time() + 270)
"""


def run_nightly(place: Path, files: dict[str, str], seconds: float, *options: str) -> tuple[int, str]:
    """Run the files in one worker as a set that has these seconds; return status and output."""
    for name, text in files.items():
        place.joinpath(name).write_text(text)
    place.joinpath("pytest.ini").write_text("[pytest]\naddopts = -p no:django -p no:cacheprovider\n")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("NIGHTLY_", "PYTEST_"))
    }
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.sets", "-p", "no:playwright"),
            *("--numprocesses", "1", *options),
        ],
        cwd=place,
        env={**environment, "PYTHONPATH": str(ROOT), "NIGHTLY_SECONDS": str(seconds)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_is_not_reached_in_time_is_listed_and_fails_nothing(tmp_path: Path) -> None:
    status, printed = run_nightly(tmp_path, {"test_a.py": BROKEN, "test_b.py": IN_BROWSER}, 0)
    assert status == 0, printed
    assert "tests not reached in time: 2\n  1 of test_a.py\n  1 of test_b.py\n" in printed


def test_what_is_reached_and_fails_fails_the_run(tmp_path: Path) -> None:
    status, printed = run_nightly(tmp_path, {"test_a.py": BROKEN, "test_b.py": SOUND}, 600)
    assert status == 1
    assert "1 failed, 1 passed" in printed
    assert "not reached" not in printed


def test_half_of_the_time_is_kept_for_browsers(tmp_path: Path) -> None:
    files = {"conftest.py": LATE, "test_a.py": SOUND, "test_b.py": IN_BROWSER}
    status, printed = run_nightly(tmp_path, files, 600)
    assert status == 1
    assert "a browser was started" in printed
    assert "tests not reached in time: 1\n  1 of test_a.py\n" in printed


def test_no_time_is_kept_for_browsers_where_no_test_has_one(tmp_path: Path) -> None:
    files = {"conftest.py": LATE, "test_a.py": SOUND, "test_b.py": IN_BROWSER}
    status, printed = run_nightly(tmp_path, files, 600, "-k", "right")
    assert status == 0, printed
    assert "1 passed" in printed
    assert "not reached" not in printed
