"""`manage.py offline`: what it installs, what it refuses, what it says; and the bundle beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.management import CommandError

from ..test_installing import package, place, run


def test_where_nothing_can_be_fetched_it_says_what_npm_said(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'npm error network down' >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(CommandError, match=r"(?s)network down.*--package"):
        run()


__all__ = ["package", "place"]
