"""`make mutants` changes functions where they stand, and finds each by the line at which its code begins."""

from __future__ import annotations

import ast
import importlib.util

import pytest

from tests.serving import ROOT


@pytest.mark.parametrize(
    ("source", "line"), [("\ndef deal():\n    pass", 2), ("\n@cache\n@final\ndef deal():\n    pass", 2)]
)
def test_the_code_of_a_function_begins_at_the_first_decorator_or_at_the_name(source: str, line: int) -> None:
    spec = importlib.util.spec_from_file_location("mutated", ROOT / "tools" / "mutated.py")
    assert spec is not None
    assert spec.loader is not None
    mutated = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(mutated)
    (function,) = mutated.functions(ast.parse(source))
    assert mutated.first_line(function) == line
