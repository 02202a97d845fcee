"""What `make offline` put on this server: Pyodide's files, and the bundle of this release beside them.

Without it the app works as before, and says so in the settings of the phone.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import threading
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from whitenoise.responders import MissingFileError, StaticFile

from mahjongclub.server.systems import replace_file

from .bundle import WORKER, WORKER_SOURCE, bundle_files, bundle_fingerprint, files_digest, zip_of_files

#: of the npm package, what a browser loads; the lock file is written without the packages it could fetch
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
PREFIX = "pyodide-"
#: beside a file, the same compressed as every browser with a service worker takes it
SMALLER = ".br"
#: what may be asked for: Pyodide's files, and bundles of this release or the one before, whose files a phone
#: may still be fetching
SERVED = re.compile(
    rf"{PREFIX}[0-9.]+/(?:{'|'.join(map(re.escape, (*PYODIDE_FILES, LOCK)))})|[0-9a-f]{{20}}\.zip"
)
BUNDLES_KEPT = 2
#: in the data directory: the engine packed last, and of what
REMEMBERED = "engine.json"
#: the kinds of files a phone fetches
TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}
FOR_EVER = "max-age=31536000, public, immutable"
#: the worker's own policy: Pyodide compiles WebAssembly, which no page may, and it reaches this server alone
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
logger = logging.getLogger(__name__)
_building = threading.Lock()
_packed: dict[Path, PhoneEngine] = {}


@dataclass(frozen=True)
class PhoneEngine:
    """What a phone fetches: `release` names the rules and screens in it, `files` each path with its size."""

    release: str
    pyodide: str
    files: tuple[tuple[str, int], ...]

    @property
    def pyodide_folder(self) -> str:
        """Where Pyodide looks for its files."""
        return f"{PREFIX}{self.pyodide}/"

    @property
    def bundle_path(self) -> str:
        return f"{self.release}.zip"

    @property
    def worker_file_name(self) -> str:
        return f"{WORKER}-{self.release}.js"

    @property
    def download_megabytes(self) -> float:
        """What a phone fetches, compressed as it is sent."""
        sent = (fetchable_file(f"{path}{SMALLER}") or fetchable_file(path) for path, _size in self.files)
        return sum(place.stat().st_size for place in sent if place) / 1e6


def installed_pyodide_version() -> str:
    """The version of Pyodide that is installed, "" without one."""
    lock_files = sorted(settings.OFFLINE_DIR.glob(f"{PREFIX}*/{LOCK}"), key=lambda path: path.stat().st_mtime)
    return lock_files[-1].parent.name.removeprefix(PREFIX) if lock_files else ""


def packed_engine() -> PhoneEngine | None:
    """The engine of this release if it is packed already: asked by pages, which wait for nothing."""
    return _packed.get(settings.OFFLINE_DIR)


def get_or_pack_engine() -> PhoneEngine | None:
    """The engine of this release, packed where it is not yet; None where none is installed."""
    version = installed_pyodide_version()
    if not version:
        return None
    with _building:  # one thread packs, others that ask wait for it
        if current := packed_engine():
            return current
        files = bundle_files()
        release = files_digest(files)
        bundle = _bundle(release, files)
        names = [f"{PREFIX}{version}/{name}" for name in (*PYODIDE_FILES, LOCK)]
        sizes = [(name, (settings.OFFLINE_DIR / name).stat().st_size) for name in names]
        worker = (f"{WORKER}-{release}.js", len(files[f"{WORKER}.js"]))
        made = PhoneEngine(release, version, (*sizes, (bundle.name, bundle.stat().st_size), worker))
        _packed[settings.OFFLINE_DIR] = made
        engine_record = {"of": bundle_fingerprint(version), "engine": asdict(made)}
        write_atomically(settings.DATA_DIR / REMEMBERED, json.dumps(engine_record).encode())
        return made


def fetchable_file(path: str) -> Path | None:
    """Where a file is that phones may fetch, None where there is no such file."""
    if not SERVED.fullmatch(path.removesuffix(SMALLER)):
        return None
    return next((folder / path for folder in _places() if (folder / path).is_file()), None)


def find_engine_file(address: str) -> StaticFile | None:
    """The file of the engine at this address, for the event loop to send; None where there is none.

    It goes compressed to who takes it so. These addresses never mean another content.
    """
    path = address.removeprefix(_prefix())
    if path == address:
        return None
    headers = [("Cache-Control", FOR_EVER)]
    if (installed := packed_engine()) and path == installed.worker_file_name:
        place: Path | None = settings.BASE_DIR / WORKER_SOURCE
        headers.append(("Content-Security-Policy", WORKER_POLICY))
    else:
        place = fetchable_file(path)
    if place is None or place.suffix == SMALLER:
        return None
    try:
        headers.append(("Content-Type", TYPES[place.suffix]))
        return StaticFile(str(place), headers, {"br": f"{place}{SMALLER}"})
    except MissingFileError:  # an older bundle that goes in this moment
        return None


@cache
def _prefix() -> str:
    return reverse("offline:engine_files")


def install_pyodide(package: Path, version: str) -> None:
    """Put the files of an unpacked npm package where they are served from, and compressed beside them."""
    folder = settings.OFFLINE_DIR / f"{PREFIX}{version}"
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        content = (package / name).read_bytes()
        write_atomically(folder / name, content)
        if not name.endswith(".zip"):
            # 1 s; the best quality takes 21 s and spares a phone 0.3 MB of 3.1
            write_atomically(folder / f"{name}{SMALLER}", brotli.compress(content, quality=9))
    lock = {**json.loads((package / LOCK).read_text(encoding="utf-8")), "packages": {}}
    write_atomically(folder / LOCK, json.dumps(lock).encode())  # last: it says that all is there


def delete_old_engines() -> list[str]:
    """Remove other versions of Pyodide and all bundles but the newest; give the names of what went."""
    gone = []
    for folder in settings.OFFLINE_DIR.glob(f"{PREFIX}*"):
        if folder.name != f"{PREFIX}{installed_pyodide_version()}":
            shutil.rmtree(folder)
            gone.append(folder.name)
    for place in _places():
        bundles = sorted(place.glob("*.zip"), key=lambda path: path.stat().st_mtime, reverse=True)
        for bundle in bundles[BUNDLES_KEPT:]:
            bundle.unlink(missing_ok=True)
            gone.append(bundle.name)
    return sorted(gone)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees half of it, and processes that write the same do not meet."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    replace_file(draft, path)


def load_or_pack_engine_in_background() -> None:
    """Have the engine at hand: as the last start packed it, or packed aside: no page waits for it."""
    if installed_pyodide_version() and not _recall():
        threading.Thread(target=_prepare, name="engine bundle", daemon=True).start()


def _prepare() -> None:
    try:
        get_or_pack_engine()
    except Exception:  # tables are kept without it, and whoever runs the server reads why
        logger.exception("Phones cannot settle by themselves: their engine could not be packed.")


def _recall() -> bool:
    """Whether the engine packed last is still that of this code: a server started again has it at once."""
    try:
        engine_record = json.loads((settings.DATA_DIR / REMEMBERED).read_text(encoding="utf-8"))
        files = tuple((path, size) for path, size in engine_record["engine"].pop("files"))
        remembered_engine = PhoneEngine(files=files, **engine_record["engine"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return False
    fits = (
        engine_record.get("of") == bundle_fingerprint(installed_pyodide_version())
        and fetchable_file(remembered_engine.bundle_path) is not None
    )
    if fits:
        _packed[settings.OFFLINE_DIR] = remembered_engine
    return fits


def _places() -> tuple[Path, ...]:
    """Where files are looked for: what is installed, and a place of this server's own, for where only the
    installer may write to the first (a container's image)."""
    return tuple(dict.fromkeys((settings.OFFLINE_DIR, settings.DATA_DIR / "offline")))


def _bundle(release: str, files: dict[str, bytes]) -> Path:
    """The bundle's file, written where it is not there yet. A later start makes it the newest again."""
    name = f"{release}.zip"
    if path := fetchable_file(name):
        if os.access(path, os.W_OK):
            path.touch()
        return path
    content = zip_of_files(files)
    for place in _places():
        try:
            place.mkdir(parents=True, exist_ok=True)
            write_atomically(place / name, content)
        except OSError as fault:
            refused = fault
        else:
            return place / name
    raise refused


def engine_release_context(request: HttpRequest) -> dict[str, Any]:
    """`engine_release`: the name of this release's engine.

    "" where offline settling is not installed, or not packed yet: no page waits for that.
    """
    installed = packed_engine()
    return {"engine_release": installed.release if installed else ""}
