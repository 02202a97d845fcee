"""What is installed is known by its digest, and what an installation is made of can be written down."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
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


def test_an_installation_that_fails_says_why(tmp_path: Path) -> None:
    """By the tool itself, from a list that nothing can be found for."""
    wanted = tmp_path / "requirements.txt"
    wanted.write_text(f"no-such-package-of-ours==1.0 --hash=sha256:{'0' * 64}\n")
    command = [sys.executable, str(ROOT / "tools" / "install.py"), str(wanted)]
    environment = {"PATH": os.environ["PATH"], "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert run.returncode != 0
    assert "no-such-package-of-ours" in run.stderr
    assert "1 packages" in run.stdout


def test_a_file_with_another_digest_is_refused(tmp_path: Path) -> None:
    """By pip itself, from a folder: the digest in the list is of another file."""
    wheel = tmp_path / "harmless-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was pinned")
    wanted = tmp_path / "requirements.txt"
    wanted.write_text(f"harmless==1.0 --hash=sha256:{'0' * 64}\n")
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", str(tmp_path)]
    command += ["--no-deps", "--dry-run", "--require-hashes", "--requirement", str(wanted)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode != 0
    assert "DO NOT MATCH" in run.stderr


def test_the_bill_of_materials_lists_what_a_server_installs(tmp_path: Path) -> None:
    target = tmp_path / "sbom.json"
    command = [sys.executable, str(ROOT / "tools" / "sbom.py"), str(target)]
    assert subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    bill = json.loads(target.read_text())
    assert bill["bomFormat"] == "CycloneDX"
    listed = {part["name"]: part for part in bill["components"]}
    assert listed.keys() == pinned("server").keys() | {"pyodide"}
    assert listed["django"]["version"] == pinned("server")["django"][0]
    assert listed["pyodide"]["hashes"][0]["alg"] == "SHA-512"
    assert all(part["purl"] for part in listed.values())
    needs = {one["ref"]: one.get("dependsOn", []) for one in bill["dependencies"]}
    assert any("pkg:pypi/django@" in ref for ref in needs["app"])
