"""What `make offline` put on this server: Pyodide's files, and the bundle of this release beside them.

Without it the app works as before, and says so in the settings of the phone.
"""

from __future__ import annotations

import gzip
import json
import os
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from .bundle import contents, digest, packed

#: of the npm package, what a browser loads; the lock file is written without the packages it could fetch
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
PREFIX = "pyodide-"
_building = threading.Lock()


@dataclass(frozen=True)
class Engine:
    """What a phone fetches: `release` names the rules and screens in it, `files` each path with its size."""

    release: str
    pyodide: str
    files: tuple[tuple[str, int], ...]


def pyodide_version() -> str:
    """The version of Pyodide that is installed, "" without one."""
    found = sorted(settings.OFFLINE_DIR.glob(f"{PREFIX}*/{LOCK}"))
    return found[-1].parent.name.removeprefix(PREFIX) if found else ""


@cache
def engine() -> Engine | None:
    """The engine of this release, packed where it is not yet; None where none is installed."""
    version = pyodide_version()
    if not version:
        return None
    with _building:
        files = contents()
        release = digest(files)
        bundle = settings.OFFLINE_DIR / f"{release}.zip"
        if not bundle.exists():
            write_whole(bundle, packed(files))
    names = [f"{PREFIX}{version}/{name}" for name in (*PYODIDE_FILES, LOCK)]
    paths = [*names, bundle.name]
    return Engine(
        release, version, tuple((path, (settings.OFFLINE_DIR / path).stat().st_size) for path in paths)
    )


def install(package: Path, version: str) -> None:
    """Put the files of an unpacked npm package where they are served from, and compressed beside them."""
    folder = settings.OFFLINE_DIR / f"{PREFIX}{version}"
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        content = (package / name).read_bytes()
        write_whole(folder / name, content)
        if not name.endswith(".zip"):
            write_whole(folder / f"{name}.gz", gzip.compress(content, mtime=0))
    write_whole(
        folder / LOCK, json.dumps(_nothing_to_fetch(package)).encode()
    )  # last: it says that all is there


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def prepare() -> None:
    """Pack the bundle aside, so that nobody's first page waits for it."""
    threading.Thread(target=engine, name="engine bundle", daemon=True).start()


def _nothing_to_fetch(package: Path) -> dict[str, Any]:
    return {**json.loads((package / LOCK).read_text()), "packages": {}}
