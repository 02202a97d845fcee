"""The check of everything: in `.ci/run` alone, a failed test of a browser or a server has one second try."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

#: passes from the second run on
FLAKY = """
from pathlib import Path
def test_waits_for_a_browser():
    place = Path(__file__).with_suffix(".seen")
    seen = place.exists()
    place.touch()
    assert seen, "the page was not there yet"
"""
BROKEN = "def test_is_wrong():\n    assert 1 + 1 == 3\n"
SOUND = "def test_is_right():\n    assert 1 + 1 == 2\n"


def run_suite(place: Path, files: dict[str, str], *, workers: int = 0) -> tuple[int, str, str]:
    """Run the files as a suite with second tries; return status, output and the flaky tests."""
    for name, text in files.items():
        place.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        place.joinpath(name).write_text(text)
    place.joinpath("pytest.ini").write_text("[pytest]\naddopts = -p no:django -p no:cacheprovider\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", *(["--numprocesses", str(workers)] if workers else [])]
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "try_again.py"), "flaky", *command],
        cwd=place, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    flaky = place / "flaky"
    return done.returncode, done.stdout + done.stderr, flaky.read_text() if flaky.exists() else ""


@pytest.mark.parametrize("folder", ["browser", "live", "faults"])
@pytest.mark.parametrize("workers", [0, 2])
def test_a_test_that_passes_at_the_second_try_is_named_flaky_with_both_outcomes(
    tmp_path: Path, folder: str, workers: int
) -> None:
    files = {f"tests/{folder}/test_waiting.py": FLAKY, "tests/rules/test_sum.py": SOUND}
    status, printed, flaky = run_suite(tmp_path, files, workers=workers)
    line = (
        f"FLAKY tests/{folder}/test_waiting.py::test_waits_for_a_browser: "
        "first failed in call: AssertionError: the page was not there yet; then passed"
    )
    assert status == 0, printed
    assert line in printed
    assert flaky.splitlines() == [line]


def test_a_test_that_fails_twice_fails_the_check(tmp_path: Path) -> None:
    files = {"tests/browser/test_a.py": FLAKY, "tests/live/test_b.py": BROKEN}
    status, printed, flaky = run_suite(tmp_path, files)
    assert status == 1
    assert (
        "FAILED TWICE tests/live/test_b.py::test_is_wrong: first failed in call: assert (1 + 1) == 3"
        in printed
    )
    assert flaky.startswith("FLAKY tests/browser/test_a.py")


@pytest.mark.parametrize(
    "files",
    [
        {"tests/rules/test_a.py": FLAKY},
        {"tests/games/ten/browser/test_a.py": FLAKY},
        {"tests/browser/test_a.py": FLAKY, "tests/rules/test_b.py": BROKEN},
        {"tests/browser/test_a.py": FLAKY, "tests/browser/test_b.py": "import no_such_module\n"},
    ],
)
def test_any_other_failure_fails_at_once(tmp_path: Path, files: dict[str, str]) -> None:
    status, printed, flaky = run_suite(tmp_path, files)
    assert status != 0
    assert "FLAKY" not in printed
    assert flaky == ""
