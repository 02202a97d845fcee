"""Files of strangers read in a process of their own, so that whatever they cost ends with it.

The process gets one upload, a bounded memory where the system can bound it (`resource`), and bounded time. It
runs behind the pages, whose interpreter it does not share. One upload is read at a time; a few wait for it,
and whoever comes then is asked to come again. The budgets of `unpacking` hold here and everywhere else.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from mahjongclub.clubs.time_zones import zone_or_utc
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text

from .importing.games import NO_PRESETS, FileContents, SentFile, read_files
from .importing.spreadsheets import possible_decodings
from .unpacking import MEGABYTE, FileRefused, unpacked_too_large_error

resource: ModuleType | None
try:
    import resource
except ImportError:  # not on Windows: time and the budgets are bounded there
    resource = None

log = logging.getLogger(__name__)

#: the whole program of the other process
BEGIN = f"import django; django.setup(); from {__name__} import answer_read_request_on_stdio as run; run()"
#: what reading may add to the memory of a process that has read nothing yet
MOST_MEMORY = 110 * MEGABYTE
#: what comes back of a file, as bytes
MOST_ANSWER = 48 * MEGABYTE
LONGEST_SECONDS = 120
#: uploads that wait for the one being read, and how long each of them does
MOST_WAITING = 2
WAIT_SECONDS = 30
#: whose classes an answer may be made of, beside plain values
OURS = ("mahjongclub.rules.", "mahjongclub.exchange.")
PLAIN = {
    *(("datetime", name) for name in ("datetime", "date", "time", "timedelta", "timezone")),
    ("fractions", "Fraction"),
}

_line = threading.BoundedSemaphore(1 + MOST_WAITING)
_turn = threading.Lock()


class PlainFile(NamedTuple):
    """A file as it is sent to the other process."""

    name: str
    content: bytes


def read_files_in_subprocess(
    files: Iterable[SentFile],
    default_start: datetime | None = None,
    presets: Mapping[str, str] = NO_PRESETS,
    encoding: str = "",
    worksheet: int = 0,
) -> FileContents:
    """Return what files hold, as `read_files` does, read in another process. Refused as there."""
    sent = [PlainFile(file.name, bytes(file.content)) for file in files]
    contents: FileContents = _read("read_files", sent, default_start, {**presets}, encoding, worksheet)
    return contents


def possible_decodings_in_subprocess(data: bytes) -> list[str]:
    """Return the texts that a file with a list can be, as `possible_decodings` does, read in another process.
    Refused as there.
    """
    texts: list[str] = _read("possible_decodings", data)
    return texts


READERS: dict[str, Callable[..., Any]] = {"read_files": read_files, "possible_decodings": possible_decodings}


def _read(reader: str, *arguments: Any) -> Any:
    if not settings.READS_FILES_APART:
        return READERS[reader](*arguments)
    if not _line.acquire(blocking=False):
        raise _busy()
    try:
        if not _turn.acquire(timeout=WAIT_SECONDS):
            raise _busy()
        try:
            zone = timezone.get_current_timezone_name()
            answer = _ask_process(pickle.dumps((zone, reader, arguments)))
        finally:
            _turn.release()
    finally:
        _line.release()
    if isinstance(answer, PickledRefusal):
        raise FileRefused(answer.text, answer.line)
    return answer


class PickledRefusal(NamedTuple):
    """A Refused, on its way from one process to the other."""

    text: Text
    line: int | None


def _busy() -> FileRefused:
    return FileRefused(Text("Other files are being read just now: send these again in a minute."))


def _ask_process(question: bytes) -> Any:
    """Return what a process of its own answers. Refused where it is out of memory, out of time, or gone."""
    root = str(settings.PACKAGE_DIR.parent)
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    try:
        done = subprocess.run(
            [sys.executable, "-c", BEGIN],
            input=question,
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": _settings_module()},
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise FileRefused(Text("The files take too long to read: send fewer or smaller ones.")) from None
    if done.returncode or len(done.stdout) > MOST_ANSWER:
        errors = done.stderr[-2000:].decode("utf-8", "replace")
        log.warning("a file could not be read apart (%s): %s", done.returncode, errors)
        raise unpacked_too_large_error()
    return _Unpickler(BytesIO(done.stdout)).load()


def _settings_module() -> str:
    return os.environ.get("DJANGO_SETTINGS_MODULE") or "mahjongclub.settings"


def answer_read_request_on_stdio() -> None:
    """Read what standard input says and answer on standard output: the whole work of the other process."""
    _bound_this_process()
    zone, reader, arguments = pickle.loads(sys.stdin.buffer.read())  # from the process that began this one
    timezone.activate(zone_or_utc(zone))
    out = BytesIO()
    try:
        try:
            result = READERS[reader](*arguments)
        except FileRefused as fault:
            result = PickledRefusal(fault.text, fault.line)
        _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(result)
    except (MemoryError, RecursionError):
        sys.exit(1)
    if out.tell() > MOST_ANSWER:
        sys.exit(1)
    sys.stdout.buffer.write(out.getbuffer())
    sys.stdout.buffer.flush()


def _bound_this_process() -> None:
    """Let this process grow by MOST_MEMORY, run for LONGEST_SECONDS, and be served after everybody else."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    if resource is None:
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_SECONDS, LONGEST_SECONDS))
        pages = int(
            Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        )  # not everywhere: OSError
        most = pages * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


class _Pickler(pickle.Pickler):
    """Writes a game by its name: its functions stay where they are."""

    def persistent_id(self, value: Any) -> tuple[str, str] | None:
        """The key and the rotation of a game."""
        return (value.key, value.rotation) if isinstance(value, Variant) else None


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` wrote, and makes nothing but what a file can hold."""

    def persistent_load(self, key: tuple[str, str]) -> Variant:
        """The game of that name."""
        return find_variant(key[0]).with_rotation(key[1])

    def find_class(self, module: str, name: str) -> Any:
        """A class of ours, or of a plain value; UnpicklingError for anything else."""
        attribute = (
            super().find_class(module, name) if module.startswith(OURS) or (module, name) in PLAIN else None
        )
        if isinstance(attribute, type):
            return attribute
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that a file holds")
