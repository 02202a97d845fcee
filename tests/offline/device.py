"""The app as it runs on a phone, on plain Python: unpacked from the bundle, without the site's packages."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from compileall import compile_dir
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from mahjongclub.offline.bundle import bundle_files, files_digest
from tests.migrated import KEPT, in_turn

LOOP = """
import os, sys
sys.path.insert(0, sys.argv[1])
os.environ["DJANGO_SETTINGS_MODULE"] = "mahjongclub.offline.device.settings"
from mahjongclub.offline.device.start import start_phone_app
answer = start_phone_app()
exec(sys.argv[2])
for line in sys.stdin:
    print(answer(line), flush=True)
"""


#: the bundle's files, gathered once
files = cache(bundle_files)


def unpack(folder: Path) -> Path:
    """The bundle's files in a folder, compiled, which takes a second: kept from run to run."""
    kept = KEPT / f"phone-{files_digest(files())}"
    with in_turn():
        if not kept.exists():
            for older in KEPT.glob("phone-*"):
                shutil.rmtree(older)
            draft = KEPT / "phone-draft"
            for name, content in files().items():
                place = draft / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            compile_dir(draft, quiet=2)
            draft.rename(kept)
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    return folder


class Engine:
    """A phone's engine in a process of its own: one question a line, one answer a line.

    `prepared` is run there once the app is ready.
    """

    def __init__(self, folder: Path, prepared: str = "") -> None:
        self.faults = folder / "faults.log"
        self._log = self.faults.open("w")
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", LOOP, str(folder), prepared],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def ask(self, **asked: Any) -> dict[str, Any]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.poll() is None, self.faults.read_text()[-3000:]
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, self.faults.read_text()[-3000:]
        return dict(json.loads(line))

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._log.close()


class Handset:
    """A phone without network: what it keeps between two questions, and how its pages ask."""

    def __init__(self, engine: Engine, **known: Any) -> None:
        self.engine = engine
        self.known = {"language": "en", "token": "token", "release": "r", "offset": 0, "minute": 60, **known}
        self.copy = ""
        self.code = ""
        self.waiting: list[dict[str, Any]] = []
        self.shown: dict[str, Any] = {}

    def ask(self, method: str, path: str, form: Any = (), **headers: str) -> dict[str, Any]:
        """Ask for a page; keep what it changed, as engine/host.js does."""
        told = self.engine.ask(
            method=method,
            path=path,
            body=urlencode(form, doseq=True),
            headers=headers,
            copy=self.copy,
            **self.known,
        )
        if "copy" in told:
            self.copy, self.code = told["copy"], told["code"]
            self.waiting, self.shown = told["waiting"], told["shown"]
        return told

    def get(self, page: str = "", **query: Any) -> dict[str, Any]:
        asked = f"?{urlencode(query)}" if query else ""
        return self.ask("GET", f"/t/{self.code}/{page}{asked}")

    def post(self, page: str, **form: Any) -> dict[str, Any]:
        return self.ask("POST", f"/t/{self.code}/{page}", form)

    def open(self, variant: str, *names: str) -> None:
        form = {f"name-{number}": name for number, name in enumerate(names)}
        told = self.ask("POST", "/new/", {"variant": variant, "method": "order", **form})
        assert told["status"] == 302, words(told)
        assert self.post("seats/start/")["status"] == 302

    @property
    def session(self) -> dict[str, Any]:
        return dict(json.loads(self.copy)["session"])

    @property
    def record(self) -> dict[str, Any]:
        return dict(json.loads(self.get("record.json")["body"]))

    def sent(self, hands: int) -> None:
        """As if the server had so many of its hands."""
        read = json.loads(self.copy)
        read["base"] = {"version": hands, "hands": hands}
        read.pop("local", None)
        self.copy = json.dumps(read)

    def hand(self, outcome: dict[str, Any], number: int = 0, **more: Any) -> dict[str, Any]:
        """Confirm a hand as its sheet does: the next one, or `number` corrected or (insert="1") put in."""
        session = self.session
        played = session["state"]["hands"]
        form = {
            "draft": json.dumps(outcome),
            "version": session["version"],
            "played": played,
            "key": uuid4().hex,
        }
        return self.post(f"hand/{number or played + 1}/", **form, **more)

    def change(self, page: str, **form: Any) -> dict[str, Any]:
        """A form with a version and a key of its own."""
        return self.post(page, version=self.session["version"], key=uuid4().hex, **form)


def words(told: dict[str, Any]) -> str:
    """An answer as text, tags left out."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", told["body"])).split())
