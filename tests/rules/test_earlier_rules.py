"""A game opened by an earlier version settles as it did then, though its preset has been corrected since.

`earlier_rules.json` holds the rules of every preset as a table stored them on 25 November 2026, before the
presets followed their books, and games with what that version made of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.registry import find_variant, variants

EARLIER = json.loads((Path(__file__).parent / "earlier_rules.json").read_text("utf-8"))
PRESETS = [(variant, key) for variant, presets in EARLIER["presets"].items() for key in presets]


@pytest.mark.parametrize(("variant", "key"), PRESETS)
def test_stored_rules_keep_every_value_they_had(variant: str, key: str):
    stored = EARLIER["presets"][variant][key]
    rules = find_variant(variant).rules_type().with_options(stored).to_json()
    assert {name: rules[name] for name in stored} == stored


@pytest.mark.parametrize(("variant", "key"), PRESETS)
def test_no_preset_of_then_has_gone(variant: str, key: str):
    assert find_variant(variant).find_preset(key).key == key


@pytest.mark.parametrize("game", EARLIER["games"], ids=lambda game: f"{game['preset']}: {game['name']}")
def test_a_game_with_stored_rules_settles_as_it_did(game: dict[str, Any]):
    stored = EARLIER["presets"][game["variant"]][game["preset"]]
    options = find_variant(game["variant"]).rules_type().with_options(stored).to_json()
    result = replay(read_record({**game["record"], "preset": game["preset"], "rules": options})).to_json()
    assert {
        "deltas": [hand["deltas"] for hand in result["hands"]],
        "dealers": [hand["dealer"] for hand in result["hands"]],
        "next": result["next"] and result["next"]["label"],
        "ended": result["ended"],
    } == game["expect"]


@pytest.mark.parametrize(
    ("variant", "preset"),
    [(variant, preset) for variant in variants() for preset in variant.presets],
    ids=lambda value: value.key,
)
def test_a_record_says_all_that_differs_from_the_defaults(variant, preset):
    written = preset.rules.options_beside_preset(preset.rules)
    assert variant.rules_type().with_options(written) == preset.rules
