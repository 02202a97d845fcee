"""Records with figures from books and federations, each with its source beside it (`books/*.json`).

A file is a list of `{"name", "record", "expect", "source"}`. `expect` holds what is looked at: `deltas` of
the last hands, `hand_points`, `dealers`, `next` (the label), `next_dealer`, `ended`, `yaku`, `points` (final
points by seat), `ranks` (by seat), `error` (the code of a refusal) or `warning` (its code).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay

BOOKS = sorted((Path(__file__).parent / "books").glob("*.json"))
CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in BOOKS
    for case in json.loads(file.read_text("utf-8"))
]


def _by_seat(final: list[dict[str, Any]], name: str) -> list[Any]:
    return [row[name] for row in sorted(final, key=lambda row: row["seat"])]


def _seen(result: dict[str, Any], name: str, expected: Any) -> Any:
    """What a result says of one part of an expectation."""
    hands = result["hands"]
    match name:
        case "deltas":
            return [hand["deltas"] for hand in hands][-len(expected) :]
        case "dealers":
            return [hand["dealer"] for hand in hands]
        case "hand_points":
            return hands[-1]["hand_points"]
        case "next":
            return result["next"] and result["next"]["label"]
        case "next_dealer":
            return result["next"] and result["next"]["dealer"]
        case "ended":
            return result["ended"]
        case "points" | "ranks":
            return _by_seat(result["final"], name.removesuffix("s") if name == "ranks" else name)
        case "warning":
            return next(warning["code"] for warning in result["warnings"])
        case "yaku":
            return sorted(yaku["name"] for yaku in hands[-1]["yaku"])
    raise AssertionError(name)


@pytest.mark.parametrize("case", CASES)
def test_a_record_settles_as_its_book_says(case: dict[str, Any]):
    assert case["source"]
    expected = dict(case["expect"])
    if code := expected.pop("error", None):
        with pytest.raises(RuleError) as refused:
            replay(read_record(case["record"]))
        assert refused.value.code == code
        return
    result = replay(read_record(case["record"])).to_json()
    assert {name: _seen(result, name, value) for name, value in expected.items()} == expected
