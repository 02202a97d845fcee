"""What tests of the server share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from mahjongclub.server.backups import jobs


@pytest.fixture
def own_directory(settings: Any, tmp_path: Path) -> None:
    """Data and backups of one test alone."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"


@pytest.fixture
def backups_at_once(own_directory: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data and backups of one test alone; what a page has done in a thread is done before it answers."""
    monkeypatch.setattr(jobs, "start_thread", lambda work: work())
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    cache.clear()
