"""An SQLite with the fault is known, and the newer one that is built for the image is what was meant."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from mahjongclub.server.sqlite_library import is_mended
from tests.serving import ROOT

SCRIPT = ROOT / "deploy" / "newer-sqlite.sh"


@pytest.mark.parametrize(
    ("version", "mended"),
    [
        *(((3, 40, 1), False), ((3, 44, 5), False), ((3, 44, 6), True), ((3, 45, 9), False)),
        *(((3, 50, 6), False), ((3, 50, 7), True), ((3, 51, 2), False), ((3, 51, 3), True)),
        *(((3, 53, 0), True), ((4, 0, 0), True)),
    ],
)
def test_a_version_with_the_fault_is_known(version: tuple[int, ...], mended: bool) -> None:
    assert is_mended(version) is mended


def test_the_image_has_one_without_and_is_none_where_python_does_not_find_it() -> None:
    number = re.search(r"^version=(\d)(\d\d)(\d\d)00$", SCRIPT.read_text(), re.M)
    assert number is not None
    assert is_mended(tuple(map(int, number.groups())))
    image = (ROOT / "Dockerfile").read_text()
    place = "/usr/local/lib/mahjongclub"
    assert f"COPY --from=sqlite /sqlite {place}" in image
    assert f"ENV LD_LIBRARY_PATH={place}" in image
    assert "assert sqlite3.sqlite_version_info >= (3, 51, 3)" in image


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
