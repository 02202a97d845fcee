"""What a release needs before it is built: a new version, and a change log of that version."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location(
    "release_tool", Path(__file__).resolve().parents[2] / "tools/release.py"
)
assert SPEC is not None
assert SPEC.loader is not None
release = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(release)

CHANGELOG = """# Changes

## 1.2.0 (2027-01-31)

### Added
- Tables of seven.

## 1.1.0 (2026-12-24)

### Fixed
- Nothing.
"""


def test_the_notes_are_the_section_of_the_version() -> None:
    assert release.release_notes(CHANGELOG, "1.2.0") == "### Added\n- Tables of seven.\n"


@pytest.mark.parametrize(
    ("changelog", "why"),
    [
        (CHANGELOG.replace("1.2.0 (2027-01-31)", "Unreleased"), "first section"),
        (CHANGELOG.replace("(2027-01-31)", "(soon)"), "no date"),
        (CHANGELOG.replace("### Added", "### News"), "needs headings"),
        (CHANGELOG.replace("Tables", "T" * 120), "longer than"),
        ("# Changes\n", "first section"),
    ],
)
def test_a_change_log_that_is_not_ready_says_why(changelog: str, why: str) -> None:
    with pytest.raises(release.NotReady, match=why):
        release.release_notes(changelog, "1.2.0")


def test_the_change_log_has_a_line_of_a_hundred_characters_for_each_change() -> None:
    text = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    title, *lines = text.splitlines()
    assert title == "# Changes"
    headings = {f"### {kind}" for kind in release.KINDS}
    for line in lines:
        assert len(line) <= release.LONGEST_LINE, line
        assert not line or line in headings or re.match(r"- \S|## (\d+\.\d+\.\d+ \(|Unreleased$)", line), line
    assert len(set(filter(lambda line: line.startswith("- "), lines))) == text.count("\n- "), "each once"


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "01.0.0", "1.0.0.dev0", ""])
def test_a_version_that_is_not_semantic_is_refused(version: str) -> None:
    with pytest.raises(release.NotReady, match="semantic"):
        release.check_version(version, [])


def test_a_version_is_released_once() -> None:
    release.check_version("1.2.0", ["v1.1.0"])
    with pytest.raises(release.NotReady, match="already"):
        release.check_version("1.2.0", ["v1.1.0", "v1.2.0"])
