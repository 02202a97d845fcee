"""The settings file, read as a process reads it that has this environment and nothing else."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.serving import ROOT

#: what a process of the tests keeps as it is, whatever the settings it tries on
KEPT = {"DATABASES", "CACHES", "STORAGES", "PASSWORD_HASHERS", "SENDS_OUTBOX", "LOGGING"}
#: and no thread or process of its own begins with the first request
KEPT |= {"COUNTS_IN_SLICES", "READS_FILES_APART"}


def read_settings(data_dir: Path, **environment: str) -> dict[str, Any]:
    """Every setting; ImproperlyConfigured where a start would end with it."""
    with patch.dict(os.environ, {"DATA_DIR": str(data_dir), **environment}, clear=True):
        read = runpy.run_path(str(ROOT / "mahjongclub" / "settings.py"))
    return {name: value for name, value in read.items() if name.isupper()}


def put_on(settings: Any, data_dir: Path, **environment: str) -> None:
    """Have this process go by what a server of this environment goes by, for the rest of a test."""
    for name, value in read_settings(data_dir, **environment).items():
        if name not in KEPT and getattr(settings, name, None) != value:
            setattr(settings, name, value)
