"""The wheel as somebody has it who installed it: `python -m tests.installed dist/….whl` tries it.

An empty environment, the modules hidden that Windows lacks, a page with style and in French, a hand, Ctrl-C.
"""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

from benchmarks.serving import ROOT, RunningServer, free_port, wait_until_it_answers
from tests.http_phone import HttpPhone

HIDING = ROOT / "tests" / "hidden_modules"
#: what a stop may take: answers under way have two seconds
STOP_SECONDS = 5.0
FRENCH = re.compile(r'<html[^>]* lang="fr"')
PICTURE = re.compile(r'<img src="(/static/guide/[^"]+)"')
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"')


@contextlib.contextmanager
def serving(command: Sequence[str], home: Path, **environment: str) -> Iterator[RunningServer]:
    """Run `command` serve on a free port with nothing in its environment but this; killed afterwards."""
    port, log = free_port(), home / "server.log"
    whole = {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONPATH": str(HIDING), **environment}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=home,
            env=whole,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    server = RunningServer(f"http://127.0.0.1:{port}", process, log, home, whole)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def play(server: RunningServer) -> None:
    """Look at a page, its style, its French and the guide, record two hands, and press Ctrl-C."""
    phone = HttpPhone(server.url, language="fr")
    page = phone.get("/")
    assert page.status == 200, page.text
    assert FRENCH.search(page.text), "the page is not in French"
    style = SHEET.search(page.text)
    assert style, "the page has no style sheet"
    sheet = phone.get(style[1])
    assert sheet.status == 200, f"the style sheet is answered with {sheet.status}"
    assert "{" in sheet.text
    guide = phone.get("/guide/first-evening/")
    picture = PICTURE.search(guide.text)
    assert picture, "the guide has no picture"
    with urllib.request.urlopen(f"{server.url}{picture[1]}") as answer:
        assert answer.read().startswith(b"\x89PNG")
    code = phone.open_table()
    for hand in (1, 2):
        assert phone.confirm(code, phone.look(code), str(uuid4())) == 302
        assert phone.look(code)[1] == hand + 1
    took = server.interrupt(signal.SIGINT)
    said = server.log.read_text(encoding="utf-8")
    assert server.process.returncode == 0, said
    assert took < STOP_SECONDS, f"stopping took {took:.1f} s"
    assert "Traceback" not in said, said


def files(folder: Path) -> set[Path]:
    """Every file below a folder, but what Python compiles for itself."""
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def main(wheel: str) -> None:
    """Install the wheel into an empty environment, play, and print what it weighs."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        began = time.monotonic()
        subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True)
        pip = [str(home / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--disable-pip-version-check", str(Path(wheel).resolve())], check=True)
        sys.stdout.write(f"installed within {time.monotonic() - began:.0f} s\n")
        before = files(home / "venv")
        with serving([str(home / "venv" / "bin" / "mahjongclub")], home) as server:
            play(server)
        assert files(home / "venv") == before, "something was written into the installation"
        assert (home / ".local" / "share" / "mahjongclub" / "mahjongclub.sqlite3").is_file()
        megabytes = subprocess.run(["du", "-sm", home / "venv"], capture_output=True, text=True, check=True)
        sys.stdout.write(f"a game was played; the installation takes {megabytes.stdout.split()[0]} MB\n")


if __name__ == "__main__":
    main(sys.argv[1])
