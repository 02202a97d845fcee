"""An SQLite with the fault is known, and the newer one that is built for the image is what was meant."""

from __future__ import annotations

import re

import pytest

from mahjongclub.server.sqlite_library import is_fixed_sqlite
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
    assert is_fixed_sqlite(version) is mended


def test_the_image_has_one_without_and_is_none_where_python_does_not_find_it() -> None:
    number = re.search(r"^version=(\d)(\d\d)(\d\d)00$", SCRIPT.read_text(), re.M)
    assert number is not None
    assert is_fixed_sqlite(tuple(map(int, number.groups())))
    image = (ROOT / "Dockerfile").read_text()
    place = "/usr/local/lib/mahjongclub"
    assert f"COPY --from=sqlite /sqlite {place}" in image
    assert f"ENV LD_LIBRARY_PATH={place}" in image
    assert "assert sqlite3.sqlite_version_info >= (3, 51, 3)" in image
