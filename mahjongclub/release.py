"""Which code this is: it needs no models, so that it can be asked before the app is ready."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.conf import settings

PACKAGE = Path(__file__).resolve().parent
#: what stands beside the package in a checkout and in it once installed
BESIDE = {"templates": "*.html", "static": "*", "locale": "*.po"}


@cache
def release() -> str:
    """What tells this code from an older or newer one on the same machine."""
    digest = blake2b(digest_size=8)
    folders = {PACKAGE: "*.py", **{Path(settings.BASE_DIR, name): kind for name, kind in BESIDE.items()}}
    for folder, pattern in folders.items():
        for path in sorted(folder.rglob(pattern)):
            digest.update(f"{path} {path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()
