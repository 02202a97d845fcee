"""What every walk along a page of the guide has for itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from mahjongclub.server.backups import jobs


@pytest.fixture(autouse=True)
def _own_directory(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    monkeypatch.setattr(jobs, "start_thread", lambda work: work())
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    cache.clear()
