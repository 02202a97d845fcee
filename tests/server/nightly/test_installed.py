"""The wheel, and the server on a system that lacks what Windows lacks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mahjongclub import __version__
from tests import installed
from tests.serving import ROOT

from ..test_installed import mahjongclub

BUILD = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
ONE_DAY = {**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, env=ONE_DAY, check=True, timeout=120)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def unpacked(wheel: Path) -> Path:
    """Where the wheel lies as pip puts it: beside its libraries, far from the checkout."""
    folder = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_same_commit_is_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-c", BUILD, str(tmp_path)], cwd=ROOT, env=ONE_DAY, check=True, timeout=120
    )
    (again,) = tmp_path.iterdir()
    assert again.read_bytes() == wheel.read_bytes()


def test_an_installation_plays_a_game_without_what_windows_lacks(unpacked: Path, tmp_path: Path) -> None:
    before = installed.files(unpacked)
    path = f"{installed.HIDING}{os.pathsep}{unpacked}"
    command = [sys.executable, "-P", "-m", "mahjongclub"]
    with installed.serving(command, tmp_path, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1") as server:
        installed.play(server)
    said = server.log.read_text(encoding="utf-8")
    assert "waited for 4 times as long" in said
    assert installed.files(unpacked) == before
    data = tmp_path / ".local" / "share" / "mahjongclub"
    assert (data / "mahjongclub.sqlite3").is_file()
    assert (data / "secret_key").stat().st_mode & 0o077 == 0


def test_a_checkout_plays_a_game_without_what_windows_lacks(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "manage.py")]
    with installed.serving(command, tmp_path, DATA_DIR=str(tmp_path / "data")) as server:
        installed.play(server)


#: what begins another process: an upload read apart, a backup tried out
OTHER_PROCESSES = """
import django, sys
from pathlib import Path
django.setup()
from mahjongclub.exchange.apart import possible_decodings_in_subprocess
from mahjongclub.server.backups.trying import check_app_starts
cells = possible_decodings_in_subprocess("Łukasz Żółć;1\\n田中 愛子;2\\n".encode())
assert "田中 愛子" in repr(cells), cells
scratch = Path(sys.argv[1])
scratch.mkdir()
key = "k3y of a scratch installation, long and of many letters"
check_app_starts(scratch, {"DATABASE_URL": f"sqlite:///{scratch}/x.sqlite3"}, key)
"""


def test_an_installation_begins_its_other_processes_from_where_it_lies(
    unpacked: Path, tmp_path: Path
) -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-c", OTHER_PROCESSES, str(tmp_path / "scratch")],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{installed.HIDING}{os.pathsep}{unpacked}",
            "DJANGO_SETTINGS_MODULE": "mahjongclub.settings",
            "DATA_DIR": str(tmp_path / "data"),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr


def test_a_user_without_a_home_is_told_to_say_where_data_is_kept(unpacked: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-m", "mahjongclub", "serve"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{installed.HIDING}{os.pathsep}{unpacked}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 1
    assert "set DATA_DIR" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp850"])
def test_a_terminal_that_cannot_write_a_name_is_told_all_the_same(tmp_path: Path, encoding: str) -> None:
    run = mahjongclub(
        tmp_path, "manage", "shell", "--no-imports", "-c", "print('田中 愛子')", PYTHONIOENCODING=encoding
    )
    assert run.returncode == 0, run.stderr
    assert "\\u7530" in run.stdout


def test_the_command_tells_its_version_and_its_commands(tmp_path: Path) -> None:
    assert mahjongclub(tmp_path, "--version").stdout == f"mahjongclub {__version__}\n"
    usage = mahjongclub(tmp_path).stdout
    for command in ("serve", "demo", "backup", "restore", "export", "import"):
        assert f"\n  {command} " in usage
        told = mahjongclub(tmp_path, command, "--help")
        assert told.returncode == 0
        assert told.stdout.startswith(f"usage: mahjongclub {command} ")
    unknown = mahjongclub(tmp_path, "server")
    assert unknown.returncode == 2
    assert "no command 'server'" in unknown.stderr


def test_a_club_moves_by_the_command(tmp_path: Path) -> None:
    """Backup, restore, export and import are the management commands under shorter names."""
    assert mahjongclub(tmp_path, "manage", "migrate").returncode == 0
    missing = mahjongclub(tmp_path, "export", "no-such-club", "club.zip")
    assert missing.returncode == 1
    assert "no-such-club" in missing.stderr
    made = mahjongclub(tmp_path, "backup")
    assert made.returncode == 0, made.stderr
    (file,) = (tmp_path / "data" / "backups").iterdir()
    restored = mahjongclub(tmp_path, "restore", "--force", str(file))
    assert restored.returncode == 0, restored.stderr


def test_an_installation_names_its_own_command_where_a_checkout_names_make(
    unpacked: Path, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        run = subprocess.run(
            [sys.executable, "-P", "-m", "mahjongclub", "serve", "--host", "127.0.0.1", "--port", port],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(unpacked), "DATA_DIR": str(tmp_path / "data")},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert run.returncode == 1
    assert "Try: mahjongclub serve --port 8001" in run.stderr
    assert "make" not in run.stderr


def test_a_setting_that_cannot_be_read_is_named_without_a_traceback(tmp_path: Path) -> None:
    run = mahjongclub(tmp_path, "serve", LOG_LEVEL="loud")
    assert run.returncode == 1
    assert "LOG_LEVEL is 'loud'" in run.stderr
    assert "Traceback" not in run.stderr
