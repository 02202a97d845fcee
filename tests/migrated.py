"""An empty database with every migration applied: made once for these migrations, then copied."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "var" / "tests"
DATABASE = "mahjongclub.sqlite3"


def migrated_sqlite() -> Path:
    """Return the file. The first who asks makes it, which takes ten seconds; others wait for it."""
    file = KEPT / f"{digest_of_migrations()}.sqlite3"
    with in_turn():
        if not file.exists():
            for older in KEPT.glob("*.sqlite3"):
                older.unlink()
            with tempfile.TemporaryDirectory(dir=KEPT) as directory:
                migrate(DATA_DIR=directory, DATABASE_URL="")
                shutil.move(Path(directory) / DATABASE, file)
    return file


@contextlib.contextmanager
def in_turn() -> Iterator[None]:
    """Hold what is kept for all runs of the tests: workers that start at once wait for each other."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def migrate(**environment: str) -> None:
    """Apply every migration to the database of this environment."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
    )


def digest_of_migrations() -> str:
    """What a migrated database depends on, in twenty characters."""
    digest = hashlib.sha256(" ".join(map(version, ("django", "django-allauth"))).encode())
    for path in sorted(ROOT.glob("mahjongclub/*/migrations/*.py")):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:20]
