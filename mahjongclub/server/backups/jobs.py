"""One long piece of work at a time for whoever sits at a browser: a backup made, a backup looked into.

A thread does it. How far it is stands in a file that every process reads, and a lock that ends with the
process says whether somebody is at it: one that was killed halfway is told as broken off, and begun anew by
who asks for it again.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections
from filelock import BaseFileLock

from mahjongclub.server.locking import try_lock
from mahjongclub.server.systems import replace_file

log = logging.getLogger(__name__)

#: what is done, told of each step as it begins; it returns what came of it
Work = Callable[[Callable[[], None]], dict[str, Any]]


@dataclass(frozen=True)
class Job:
    """A piece of work: what it is about, how far it is, and what came of it."""

    kind: str
    name: str = ""
    began: str = ""
    step: int = 0
    steps: int = 1
    done: bool = False
    fault: str = ""
    result: dict[str, Any] = field(default_factory=dict)
    #: whether somebody is at it now
    running: bool = False

    @property
    def percent(self) -> int:
        """How far it is, in hundredths; 100 only once it is done."""
        return 100 if self.done else min(99, 100 * self.step // self.steps)


def current_job() -> Job | None:
    """What is being done, or was done last. One that nobody is at any more, and not done, broke off."""
    running = not _is_free()
    try:
        job = Job(**json.loads(_file().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return replace(job, running=running and not job.done)


def start_job(kind: str, name: str, steps: int, work: Work) -> bool:
    """Have it done in a thread; False where another piece of work is not done yet."""
    lock = _take()
    if lock is None:
        return False
    job = Job(kind, name, datetime.now(UTC).isoformat(timespec="seconds"), 0, steps)
    _write(job)
    start_thread(lambda: _do(job, work, lock))
    return True


def start_thread(work: Callable[[], None]) -> None:
    """In a thread of its own, which does not keep a server from stopping."""
    Thread(target=work, daemon=True).start()


def _do(job: Job, work: Work, lock: BaseFileLock) -> None:
    def step() -> None:
        nonlocal job
        job = replace(job, step=job.step + 1)
        _write(job)

    try:
        try:
            job = replace(job, result=work(step), done=True)
        except CommandError as fault:
            job = replace(job, fault=str(fault), done=True)
        except Exception:
            log.exception("%s failed", job.kind)
            job = replace(job, fault="-", done=True)
        _write(job)
    except OSError:  # the disk is full: that it broke off is told all the same
        log.exception("%s cannot be told of", job.kind)
    finally:
        lock.release()
        connections.close_all()


def _file() -> Path:
    return Path(settings.DATA_DIR) / "backup-job.json"


def _write(job: Job) -> None:
    write_job_file(_file(), {**asdict(job), "running": False})


def write_job_file(path: Path, content: Mapping[str, object]) -> None:
    """Write a file of JSON in the place of what was there, whole and on the disk, for its owner alone."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    replace_file(draft, path)


def _take() -> BaseFileLock | None:
    """The lock, held until it is released; None where somebody has it."""
    return try_lock(Path(settings.DATA_DIR) / "backup-job.lock")


def _is_free() -> bool:
    lock = _take()
    if lock is None:
        return False
    lock.release()
    return True
