"""`mahjongclub demo`: a scratch folder, one link that makes a visitor the organiser, nothing left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.http_phone import HttpPhone
from tests.serving import ROOT

#: Windows removes no file that is open
TELLS_OPEN_FILES = """
import os, shutil
from pathlib import Path
remove = shutil.rmtree
def rmtree(folder, *arguments, **named):
    for link in Path("/proc/self/fd").glob("*"):
        if link.is_symlink() and os.readlink(link).startswith(f"{folder}{os.sep}"):
            print("still open:", os.readlink(link))
    remove(folder, *arguments, **named)
shutil.rmtree = rmtree
"""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_link_signs_in_as_organiser_and_nothing_is_left(tmp_path: Path, stop: signal.Signals) -> None:
    real = tmp_path / "real"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "DATA_DIR": str(real),
        "DATABASE_URL": f"sqlite:///{real}/real.sqlite3",
        "PYTHONUNBUFFERED": "1",
        "PYTHONPATH": str(tmp_path),
    }
    (tmp_path / "sitecustomize.py").write_text(TELLS_OPEN_FILES, encoding="utf-8")
    log = tmp_path / "log"
    with log.open("wb") as output:
        command = [sys.executable, "-m", "mahjongclub", "demo", "--host", "127.0.0.1", "--hands", "1"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
    try:
        link = wait_for_link(process, log)
        address, path = link[1], link[2]
        phone = HttpPhone(address)
        answer = phone.get(path)
        assert answer.status == 302
        assert answer.headers["Location"] == "/c/east-wind-club/"
        assert phone.get("/c/east-wind-club/export/").status == 200
        assert phone.get("/c/east-wind-club/settings/").status == 403  # that is the owner's
        assert HttpPhone(address).get("/demo/some-other-token/").status == 404
        (folder,) = tmp_path.glob("mahjongclub-demo-*")
        assert folder.stat().st_mode & 0o077 == 0
    finally:
        process.send_signal(stop)
        assert process.wait(timeout=20) == 0, log.read_text()
    assert not list(tmp_path.glob("mahjongclub-demo-*"))
    assert not real.exists()
    assert "still open" not in log.read_text()


def wait_for_link(process: subprocess.Popen[bytes], log: Path) -> re.Match[str]:
    for _try in range(1200):
        said = log.read_text()
        if "Ctrl-C stops it" in said and (found := re.search(r"(http://\S+?)(/demo/\S+)", said)):
            return found
        assert process.poll() is None, log.read_text()
        time.sleep(0.1)
    raise AssertionError(log.read_text())


def test_the_command_alone_refuses_to_fill_what_is_real(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "demo_server"]
    environment = {**os.environ, "DATA_DIR": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert "start it with mahjongclub demo" in run.stderr
