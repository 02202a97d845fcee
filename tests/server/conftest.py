"""What tests of the server share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def own_directory(settings: Any, tmp_path: Path) -> None:
    """Data and backups of one test alone."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
