"""`python -m benchmarks bench` runs as a whole, if only a few times each, and tells every figure."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from benchmarks.management.commands.bench import Command


@pytest.mark.parametrize(
    "words", [("--only", "speed"), ("--database-url", "mysql://somewhere/x")], ids=("key", "database")
)
def test_what_it_cannot_measure_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command(Command(), *words)
