"""The compose file: valid, every container confined, nothing but the proxy reachable from outside."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.serving import ROOT

from ..test_compose import compose

PATH = os.environ["PATH"]


def test_the_compose_file_is_valid_and_wants_the_secrets(tmp_path: Path) -> None:
    command = compose()
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    example = (ROOT / "deploy" / "example.env").read_text()
    (tmp_path / ".env").write_text(example)
    assert ".env" in config(command, tmp_path, 1).stderr
    filled = example.replace("SECRET_KEY=", "SECRET_KEY=abc").replace("PASSWORD=", "PASSWORD=abc")
    (tmp_path / ".env").write_text(filled)
    assert "mahjong.example.org" in config(command, tmp_path, 0).stdout


def config(command: list[str], directory: Path, wanted: int) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [*command, "config"], cwd=directory, capture_output=True, text=True, timeout=60, env={"PATH": PATH}
    )
    assert bool(run.returncode) == bool(wanted), run.stderr
    return run
