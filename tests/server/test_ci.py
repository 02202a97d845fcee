"""What everything that must hold is held by: a test that fails once has failed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.serving import ROOT

AGAIN = re.compile(r"--last-failed|--lf\b|--failed-first|--ff\b|reruns?\b|flaky|twice", re.IGNORECASE)


@pytest.mark.parametrize("file", [".ci/run", "Makefile", "pyproject.toml"])
def test_no_test_is_tried_a_second_time(file: str) -> None:
    told = [line for line in Path(ROOT, file).read_text().splitlines() if AGAIN.search(line)]
    told = [line for line in told if line != "# No test is tried twice."]
    assert told == []


def test_what_is_tried_on_postgresql_is_there_by_that_name() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    tried = re.findall(r"\$\(of (\w+) ([^)]+)\)", script)
    assert {place for place, _names in tried} == {
        "clubs",
        "exchange",
        "leagues",
        "server",
        "sheets",
        "tables",
    }
    for place, names in tried:
        for name in names.split():
            assert (ROOT / "tests" / place / f"test_{name}.py").is_file(), f"{place}: {name}"
