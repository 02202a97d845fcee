"""A restore that was asked for in the browser, carried out as `serve` starts, before anybody is served.

While it serves, other threads and processes hold connections, the secret key and what they know of sessions.
So the browser only says what is to be restored; each `serve` of the installation sees that, stops and starts
itself again, and the first of them that is alone does it. What is wanted is forgotten last: where the power
is cut halfway, the next start does all of it once more.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Required, TypedDict, cast

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections
from filelock import BaseFileLock

from mahjongclub.server.locking import file_lock, try_lock

from .jobs import write_job_file
from .restoring import restore_backup

log = logging.getLogger(__name__)
#: how often a server looks whether something is to be restored, and how long it waits for others to stop
LOOKS_EVERY = 1.0
WAITS_FOR_OTHERS = 60.0


class RestoreRequest(TypedDict):
    """A restore that waits in a file: the path of the backup, who asked (an account), when (ISO 8601)."""

    path: str
    account: int
    asked: str


class RestoreOutcome(TypedDict, total=False):
    """What came of a restore: of which backup and when it `made`, what was kept `before` it; or the fault."""

    name: Required[str]
    at: Required[str]
    made: str
    version: str
    before: str
    fault: str


def queue_restore(path: Path, account: int) -> None:
    """Have this backup restored at the next start, which follows at once where a `serve` runs."""
    write_job_file(_wanted(), {"path": str(path), "account": account, "asked": _now()})


def restore_request() -> RestoreRequest | None:
    """What is to be restored, None for nothing."""
    return cast(RestoreRequest | None, _read(_wanted()))


def restore_outcome() -> RestoreOutcome | None:
    """What came of the last restore."""
    return cast(RestoreOutcome | None, _read(_outcome()))


def run_requested_restore(backups: Path, say: Callable[[str], None]) -> bool:
    """Restore what the page of backups asked for, alone, and return whether it had asked for anything.

    If so, this process may still know the key from before.

    Where it cannot be done everything stays as it was, and the page of backups says why.
    """
    if restore_request() is None:
        return False
    with file_lock(_gate()):
        alone = _is_alone()
        request = restore_request()
        if request is None:  # another process was first
            return True
        outcome: RestoreOutcome = {"name": Path(request["path"]).name, "at": _now()}
        try:
            if not alone:
                raise CommandError("Another process of the app still serves: stop it, then start this one.")
            about, before = restore_backup(Path(request["path"]), backups, force=True)
            outcome |= {"made": about.made, "version": about.version, "before": before.name if before else ""}
            say(f"Restored {outcome['name']}, as asked for in the browser.")
        except Exception as fault:  # whatever it is, the app serves what it has
            log.exception("the backup %s could not be restored", outcome["name"])
            outcome["fault"] = str(fault) if isinstance(fault, CommandError) else type(fault).__name__
            say(f"Not restored: {outcome['fault']}")
        try:
            write_job_file(_outcome(), outcome)
        except OSError:  # the disk is full: the log has it
            log.exception("what came of the restore cannot be kept")
        _wanted().unlink(missing_ok=True)
        connections.close_all()
    return True


def hold_serving_lock() -> BaseFileLock:
    """Say that this process serves, until what is returned is released or the process ends.

    Each process that serves holds a lock of its own; none begins while a backup is restored.
    """
    with file_lock(_gate()):
        for number in count():
            if lock := try_lock(Path(settings.DATA_DIR) / f"serving-{number}.lock"):
                return lock
    raise AssertionError("numbers do not end")


def stop_when_restore_queued(stop: Callable[[], None]) -> None:
    """Call `stop` once something is to be restored: a thread looks every second."""

    def look() -> None:
        while restore_request() is None:
            time.sleep(LOOKS_EVERY)
        log.warning("A backup is to be restored: the app stops and starts again.")
        stop()

    Thread(target=look, daemon=True).start()


def restart_process() -> None:
    """Begin this program anew, in the same process: with the key and the database that there are now.

    Windows has no such thing: there a child does it, and this process waits for its end.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    command = [sys.executable, *sys.orig_argv[1:]]
    if os.name == "nt":
        raise SystemExit(subprocess.call(command))
    os.execv(sys.executable, command)


def _gate() -> Path:
    return Path(settings.DATA_DIR) / "restoring.lock"


def _is_alone() -> bool:
    """Wait until nobody else serves; False where somebody still does after a minute."""
    until = time.monotonic() + WAITS_FOR_OTHERS
    while not all(map(_is_free, Path(settings.DATA_DIR).glob("serving-*.lock"))):
        if time.monotonic() > until:
            return False
        time.sleep(LOOKS_EVERY / 10)
    return True


def _is_free(path: Path) -> bool:
    lock = try_lock(path)
    if lock is None:
        return False
    lock.release()
    return True


def _wanted() -> Path:
    return Path(settings.DATA_DIR) / "restore-wanted.json"


def _outcome() -> Path:
    return Path(settings.DATA_DIR) / "restore-outcome.json"


def _read(path: Path) -> dict[str, object] | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
