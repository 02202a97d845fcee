"""What is installed is known by its digest, and what an installation is made of can be written down."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.serving import ROOT

LISTS = ["app", "build", "server", "test"]


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """The packages of a list: version and number of digests, by name."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=[^\s#])", text.replace("\\\n", " "))
    found = {}
    for entry in filter(str.strip, entries):
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[.*?\])?==([^\s;]+)", entry)
        assert match, entry
        found[match[1].lower().replace("_", "-")] = (
            match[2],
            len(re.findall(r"--hash=sha256:[0-9a-f]{64}", entry)),
        )
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_package_is_pinned_with_the_digests_of_its_files(name: str) -> None:
    packages = pinned(name)
    assert packages
    assert [package for package, (_version, digests) in packages.items() if not digests] == []


def test_every_platform_has_its_digests() -> None:
    """What is compiled has a file for each processor and system: one digest would be this machine's alone."""
    packages = pinned("test")
    for compiled in ("brotli", "cffi", "cryptography", "psycopg-binary", "typst"):
        assert packages[compiled][1] > 8, compiled


def test_the_lists_are_those_of_the_project() -> None:
    """Whoever changes a version in pyproject.toml runs `make lock`; the lists agree with each other."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    always = [*project["project"]["dependencies"], *extras["sheets"], *extras["ods"]]
    wanted = {
        "build": project["build-system"]["requires"],
        "app": always,
        "server": [*always, *extras["server"]],
        "test": [*always, *extras["server"], *extras["test"][1:]],
    }
    everything = pinned("test")
    for name, requirements in wanted.items():
        packages = pinned(name)
        for requirement in requirements:
            package, _sign, version = re.sub(r"\[.*?\]", "", requirement).partition("==")
            assert packages[package.lower().replace("_", "-")][0] == version, (name, requirement)
        if name != "build":
            assert {package: packages[package][0] for package in packages} == {
                package: everything[package][0] for package in packages
            }


@pytest.mark.parametrize("file", ["Makefile", "Dockerfile"])
def test_nothing_is_installed_but_by_its_digest(file: str) -> None:
    """Each pip that installs packages has a list with digests; the project itself brings nothing along."""
    text = Path(ROOT, file).read_text().replace("\\\n", " ")
    installs = re.findall(r"pip install[^&\n]*", text)
    assert installs
    for line in installs:
        assert "--no-deps" in line, line
        assert "--no-build-isolation" in line, line
        hashed = "--require-hashes" in line or line.rstrip().endswith("--editable .")
        assert hashed or line.rstrip().endswith("--no-build-isolation"), line
    assert "--require-hashes" in text or "tools/install.py" in text


def test_what_the_makefile_installs_lists_with_wants_the_digests() -> None:
    assert "HASHED := @$(BIN)/python tools/install.py" in (ROOT / "Makefile").read_text()
    options = (ROOT / "tools" / "install.py").read_text()
    for option in ("--require-hashes", "--no-deps", "--no-build-isolation"):
        assert f'"{option}"' in options
