"""What the check of everything runs: files that are there, and all of the nightly set in three commits."""

from __future__ import annotations

import re
from pathlib import Path

from tests.serving import ROOT
from tests.sets import is_nightly, third_of


def test_three_commits_in_a_row_run_the_whole_nightly_set() -> None:
    files = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]
    assert {third_of(file) for file in files} == {0, 1, 2}


def test_a_checkout_called_nightly_leaves_make_test_its_tests() -> None:
    root = Path("/home/ann/nightly")
    assert not is_nightly(root / "tests/rules/test_need.py", root)
    assert is_nightly(root / "tests/rules/nightly/test_command_line.py", root)


def test_what_is_tried_on_postgresql_is_there_by_that_name() -> None:
    section = (ROOT / ".ci" / "run").read_text().partition("on_postgres() {")[2].partition("\nstep ")[0]
    of_place = re.findall(r"\$\(of (\w+) ([^)]+)\)", section)
    files = [f"tests/{place}/test_{name}.py" for place, names in of_place for name in names.split()]
    for start, names in re.findall(r"(tests/[\w/]+_)\{([\w,]+)\}\.py", section):
        files += [f"{start}{name}.py" for name in names.split(",")]
    files += re.findall(r"tests/[\w/]+(?:\.py|(?=[ \n]))", section)
    assert len(of_place) >= 6
    assert [file for file in files if not (ROOT / file).exists()] == []
