"""The audit of the pinned packages: a hole fails, and what could not be looked up is told."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from tests.serving import ROOT

SOUND = {"name": "sound", "version": "1.0", "vulns": []}
HOLED = {"name": "holed", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
UNKNOWN = {"name": "unknown", "skip_reason": "not found"}


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / "tools" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("answers", "result", "said"),
    [
        ([[SOUND, HOLED]], 1, "holed 2.0: PYSEC-1, fixed in 2.1"),
        ([[SOUND]], 0, "1 of 1 pinned packages audited"),
        ([[SOUND, UNKNOWN]], 0, "NOT AUDITED: unknown"),
        ([[UNKNOWN], []], 0, "NOT AUDITED: no advisory service"),
        ([[], [HOLED]], 1, "audited by osv, 1 known holes"),
    ],
)
def test_holes_fail_and_silence_is_told(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys, answers: Any, result: int, said: str
) -> None:
    left = iter(answers)
    monkeypatch.setattr(audit, "asked", lambda _service: next(left))
    assert audit.main() == result
    assert said in capsys.readouterr().out
