"""Getting Pyodide: the npm package in its pinned version, known by its digest, unpacked with care."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

from .installed import LOCK, PYODIDE_FILES

#: what this release runs on a phone; `npm view pyodide@VERSION dist.integrity` tells another's digest
VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
#: npm's own limit for a line that does not answer is longer than anybody waits
SECONDS = 600
ELSEWHERE = (
    f"Or bring the package: on a machine that has npm and Internet run “npm pack pyodide@{VERSION}”, carry "
    f"the file here and give it: mahjongclub manage offline --package pyodide-{VERSION}.tgz"
)


class PyodideNotFetched(Exception):
    """Why the package is not here, and what can be done about it."""


def fetch_pyodide(folder: Path) -> Path:
    """Have npm put the package into a folder; give its file."""
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideNotFetched(f"npm is needed to fetch Pyodide (on Debian: apt install npm). {ELSEWHERE}")
    command = [npm, "pack", "--loglevel=error", "--ignore-scripts", f"pyodide@{VERSION}"]
    try:
        ran = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise PyodideNotFetched(f"npm did not bring Pyodide {VERSION}: {fault}. {ELSEWHERE}") from None
    archives = sorted(folder.glob("*.tgz"))
    if ran.returncode or not archives:
        output = "\n".join((ran.stderr or ran.stdout).strip().splitlines()[:5])
        raise PyodideNotFetched(f"npm did not bring Pyodide {VERSION}:\n{output}\n{ELSEWHERE}")
    return archives[0]


def check_and_unpack_pyodide(package: Path, folder: Path) -> Path:
    """Unpack a package that is the pinned one, to the byte, into a folder; give where its files are."""
    try:
        content = package.read_bytes()
    except OSError as fault:
        raise PyodideNotFetched(f"{package} cannot be read: {fault.strerror}.") from None
    if npm_integrity(content) != INTEGRITY:
        raise PyodideNotFetched(
            f"{package.name} is not Pyodide {VERSION} as it was published. Its digest is "
            f"{npm_integrity(content)}, expected {INTEGRITY}. Nothing was installed."
        )
    with tarfile.open(package) as archive:
        for name in (*PYODIDE_FILES, LOCK):  # these by name, and nothing else of it
            file = archive.extractfile(f"package/{name}")
            assert file is not None, name
            (folder / name).write_bytes(file.read())
    return folder


def npm_integrity(content: bytes) -> str:
    """The digest as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
