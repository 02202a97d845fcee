"""What differs between Linux, macOS and Windows: limits, buffers, permissions; and what a system cannot hold.

Nothing here is needed to import: a module that a system lacks is None, and what it gave is done without.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from array import array
from pathlib import Path
from types import ModuleType
from typing import Any

fcntl: ModuleType | None
resource: ModuleType | None
termios: ModuleType | None
try:
    import fcntl
    import termios
except ImportError:
    fcntl = termios = None
try:
    import resource
except ImportError:
    resource = None

#: open files where the system sets no limit of its own
MOST_FILES = 65_536
#: how many times longer a reader is waited for where nobody can see how much of an answer it has taken
UNSEEN_FACTOR = 4


def raise_open_file_limit() -> None:
    """Raise the limit of open files as far as this process may: every connection is one."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < limit:
        with contextlib.suppress(ValueError, OSError):  # a system that says more than it allows
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def queued_bytes(connection: Any) -> int | None:
    """Return how many bytes of a connection the system has taken and its reader has not; None if unknown."""
    if fcntl is None or termios is None:
        return None
    queued = array("i", [0])
    try:
        fcntl.ioctl(connection.fileno(), termios.TIOCOUTQ, queued)
    except OSError:  # a system that does not tell, such as macOS
        return None
    return queued[0]


def has_file_permissions() -> bool:
    """Whether files have an owner, and modes that keep others from them."""
    return os.name == "posix"


def missing_protections() -> list[str]:
    """Return what the app cannot hold on this system, a sentence each, for the terminal."""
    sentences = []
    if not has_file_permissions():
        sentences.append(
            "Files here have no owner's mode: whoever may open the data folder may read it. Keep it in your "
            "own profile."
        )
    if fcntl is None or not sys.platform.startswith("linux"):
        sentences.append(
            "How much of an answer a phone has taken cannot be seen here: one that takes nothing is waited "
            f"for {UNSEEN_FACTOR} times as long."
        )
    return sentences


def replace_file(draft: Path, path: Path) -> None:
    """Put a draft in a file's place. Windows refuses while somebody reads that file, which takes a moment."""
    for _try in range(20):
        with contextlib.suppress(PermissionError):
            draft.replace(path)
            return
        time.sleep(0.05)
    draft.replace(path)


def escape_unwritable_output() -> None:
    """Let the terminal be told any name: what its encoding lacks is written as an escape, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
