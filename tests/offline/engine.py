"""Pyodide for tests: what `make offline` installed in var/, or fetched by the same command, once a run."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import pytest

from mahjongclub.offline.fetching import VERSION
from mahjongclub.offline.installed import LOCK, PREFIX
from mahjongclub.server.locking import file_lock
from tests.serving import ROOT, RunningServer, prepared


def offline_dir(scratch: Path) -> Path:
    """An OFFLINE_DIR of one's own with Pyodide in it; skips, and says so, where it cannot be had."""
    found = next((place for place in _places() if (place / f"{PREFIX}{VERSION}" / LOCK).exists()), None)
    source = found or _fetched()
    if isinstance(source, str):
        pytest.skip(f"NOTHING OF THE PHONE'S OWN ENGINE WAS TESTED: {source}")
    shutil.copytree(source / f"{PREFIX}{VERSION}", scratch / f"{PREFIX}{VERSION}", copy_function=os.link)
    return scratch


def _places() -> list[Path]:
    return [Path(place) for place in (os.environ.get("OFFLINE_DIR"), ROOT / "var" / "offline") if place]


@functools.cache
def _fetched() -> Path | str:
    """The folder into which the command installed it, or what the command said. Workers take turns."""
    shared = Path(tempfile.gettempdir()) / f"mahjongclub-pyodide-{VERSION}-{os.getuid()}"
    shared.mkdir(mode=0o700, exist_ok=True)
    if not (shared.stat().st_uid == os.getuid() and shared.is_dir()):
        return f"{shared} belongs to somebody else"
    with file_lock(shared / "lock"):
        if (shared / f"{PREFIX}{VERSION}" / LOCK).exists():
            return shared
        data = Path(tempfile.mkdtemp(prefix="mahjongclub-installing-"))
        atexit.register(shutil.rmtree, data, ignore_errors=True)
        shutil.copytree(prepared(), data, dirs_exist_ok=True)
        ran = subprocess.run(
            [sys.executable, "manage.py", "offline"],
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": str(data), "OFFLINE_DIR": str(shared), "DATABASE_URL": ""},
            capture_output=True,
            text=True,
        )
        return shared if ran.returncode == 0 else ran.stderr.strip()


def wait_until_packed(server: RunningServer, seconds: float = 60) -> None:
    """A server packs its bundle aside, and its first pages do without: wait until it offers it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{server.url}/offline/engine.json") as answer:
            if b"release" in answer.read():
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing was packed within {seconds} s: {server.log.read_text()}")
