"""What is installed is known by its digest, and what an installation is made of can be written down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

from ..test_requirements import pinned


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
