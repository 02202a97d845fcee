"""Collecting the static files, only when one of them has changed since the last time."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from .locking import file_lock


def fingerprint() -> str:
    """Return a digest of name, size and time of every static file, and of how they are stored."""
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    digest.update(Path(__file__).with_name("bare_files.py").read_bytes())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_changed() -> bool:
    """Collect the static files into STATIC_ROOT unless it is up to date; tell whether it was done."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    current = fingerprint()
    # Two processes that start at once on one directory: the second finds it done.
    with file_lock(settings.DATA_DIR / "static.collecting"):
        if stamp.exists() and stamp.read_text() == current:
            return False
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(current)
        return True
