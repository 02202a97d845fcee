"""What an option is where a record says nothing, and the least and most of a number: records rely on both.

A record leaves out what is usual (`GameRules.beside`), so that what is usual never changes. A bound may grow,
which is then said in `option_values.json`; within those of today a stored table has to be read for ever.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import find_variant, variants

VALUES: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "option_values.json").read_text("utf-8")
)
NUMBERS = [(key, name) for key, options in VALUES.items() for name in options if "most" in options[name]]


def test_the_options_of_every_game_are_listed() -> None:
    listed = {key: list(options) for key, options in VALUES.items()}
    assert listed == {
        variant.key: [option.name for option in variant.rules_type.describe_options()]
        for variant in variants()
    }


@pytest.mark.parametrize("key", VALUES)
def test_what_is_usual_never_changes(key: str) -> None:
    rules = find_variant(key).rules_type()
    assert rules.to_json() == {name: values["usual"] for name, values in VALUES[key].items()}


@pytest.mark.parametrize(("key", "name"), NUMBERS)
def test_a_number_is_taken_within_its_bounds(key: str, name: str) -> None:
    values = VALUES[key][name]
    options = {option.name: option for option in find_variant(key).rules_type.describe_options()}
    for number in (values["least"], values["most"]):
        assert options[name].read(number) == number
    for number in (values["least"] - 1, values["most"] + 1):
        with pytest.raises(RuleError):
            options[name].read(number)
