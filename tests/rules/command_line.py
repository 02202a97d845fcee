"""The engine's command line, asked in this process."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any
from unittest.mock import patch

from mahjongclub.rules.__main__ import main


def command_line_result(record: dict[str, Any]) -> dict[str, Any]:
    """Return what `python -m mahjongclub.rules replay -` prints of a record."""
    typed = io.TextIOWrapper(io.BytesIO(json.dumps(record).encode()))
    printed = io.StringIO()
    with patch("sys.stdin", typed), contextlib.redirect_stdout(printed):
        assert main(["replay", "-"]) == 0
    return dict(json.loads(printed.getvalue()))
