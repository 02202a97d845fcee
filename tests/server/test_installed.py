"""The wheel, and the server on a system that lacks what Windows lacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

from mahjongclub.server.systems import replace_file
from tests.serving import ROOT

#: what opens a file as text and does not say how it is written: Windows would take another encoding
NO_ENCODING = re.compile(
    r"\.read_text\(\)|\.write_text\((?!.*encoding)[^\n]*\)$|\bopen\((?!.*encoding)[^\n]*\"[aw]\"[^\n]*\)",
    re.M,
)


def test_every_file_is_read_and_written_in_a_named_encoding() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in (ROOT / "mahjongclub").rglob("*.py")
        for match in NO_ENCODING.finditer(path.read_text(encoding="utf-8"))
    }
    assert found - ZIP_MEMBERS == set()


#: parts of an archive, which are bytes
ZIP_MEMBERS = {'mahjongclub/exchange/archive/writing.py: open(name, "w", force_zip64=True)'}


def test_the_wheel_holds_pages_static_files_and_compiled_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    wheel = tmp_path / build_wheel(str(tmp_path))
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "docs/guide", "docs/pictures/guide"):
        wanted = {f"mahjongclub/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / folder).rglob("*.*")}
        assert wanted <= names
    assert {
        "mahjongclub/locale/fr/LC_MESSAGES/django.mo",
        "mahjongclub/rules/locale/fr/LC_MESSAGES/rules.mo",
        "mahjongclub/sheets/templates/house.typ",
    } <= names
    assert not [name for name in names if name.endswith((".po", ".pyc"))]
    assert not [name for name in names if not name.startswith(("mahjongclub/", "mahjongclub-"))]


def test_a_file_that_is_being_read_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses it meanwhile."""
    draft, path = tmp_path / "draft", tmp_path / "file"
    draft.write_text("new", encoding="utf-8")
    replace, refused = Path.replace, iter([PermissionError(13, "in use")] * 3)

    def replace_later(source: Path, target: Path) -> Path:
        for fault in refused:
            raise fault
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", replace_later)
    replace_file(draft, path)
    assert path.read_text(encoding="utf-8") == "new"


def mahjongclub(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command with data of its own."""
    return subprocess.run(
        [sys.executable, "-m", "mahjongclub", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder / "data"), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
