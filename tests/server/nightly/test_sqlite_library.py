"""An SQLite with the fault is known, and the newer one that is built for the image is what was meant."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ..test_sqlite_library import SCRIPT


def test_another_file_than_the_one_meant_is_not_built(tmp_path: Path) -> None:
    curl = tmp_path / "curl"
    curl.write_text('#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\necho something else >"$2"\n')
    curl.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    target = tmp_path / "library"
    run = subprocess.run([SCRIPT, target], env={"PATH": path}, capture_output=True, text=True)
    assert run.returncode != 0
    assert "FAILED" in run.stdout + run.stderr
    assert not target.exists()
