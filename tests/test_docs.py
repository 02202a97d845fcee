"""What the documentation calls a file or a name of ours is there: whoever follows it finds the place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    {ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "RELEASING.md"}
    | {*(ROOT / "docs").rglob("*.md"), *(ROOT / "mahjongclub").rglob("*.md")}
)
#: what stands between backquotes on one line
SPAN = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]+\.(?:py|html|js|css|md|typ)")
FOLDER = re.compile(r"(?:mahjongclub|tests|docs|tools|templates|static|benchmarks|deploy)(?:/[\w-]+)+/?")
NAME = re.compile(r"([a-z_]+)\.([A-Za-z_]\w+)(?:\(\))?")
#: files of others, of an installation, or made while the program runs
ELSEWHERE = {"/sw.js", "docs/guide/de/"}


def spans(page: Path) -> Iterator[str]:
    """Yield what a page sets as code, blocks of commands aside."""
    yield from SPAN.findall(re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))


@cache
def paths() -> frozenset[str]:
    """Every file and folder of the project, each by all the ends of its path."""
    ends: set[str] = set()
    folders = (
        "mahjongclub",
        "tests",
        "docs",
        "tools",
        "templates",
        "static",
        "benchmarks",
        "deploy",
        "locale",
    )
    files = [path for name in folders for path in (ROOT / name).rglob("*") if "__pycache__" not in path.parts]
    for path in [*files, *ROOT.iterdir()]:
        parts = path.relative_to(ROOT).parts
        ends.update("/".join(parts[at:]) for at in range(len(parts)))
    return frozenset(ends)


@cache
def modules_and_names() -> tuple[set[str], set[str]]:
    """The last names of all modules, and every name that one of them, or of the tests' own, has."""
    modules: set[str] = set()
    names: set[str] = set()
    ours = [path for folder in ("mahjongclub", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    for path in [*ours, *(ROOT / "tests").glob("*.py")]:
        modules.add(path.parent.name if path.name == "__init__.py" else path.stem)
        names.update(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))
    return modules, names


def missing(page: Path) -> Iterator[str]:
    modules, names = modules_and_names()
    for span in spans(page):
        path = span.rstrip("/")
        if span in ELSEWHERE:
            continue
        if FILE.fullmatch(span) or FOLDER.fullmatch(span):
            if path not in paths() and not (page.parent / path).exists():
                yield span
        elif (match := NAME.fullmatch(span)) and match[1] in modules and match[2] not in names:
            yield span


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_only_what_is_there(page: Path) -> None:
    assert [*missing(page)] == []
