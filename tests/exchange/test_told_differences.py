"""What our engine counted otherwise than a file is kept as texts, and an archive must hold such texts."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.exchange.archive.checking import BAD, check_text_json
from mahjongclub.rules.words import Text, with_subject

TOLD = with_subject("E1", Text("At the end we count {mine}, the log {theirs}.", mine="1", theirs="2"))


def nested(depth: int) -> dict[str, Any]:
    text = Text("The file is empty.")
    for _step in range(depth):
        text = with_subject("a.json", text)
    return text.to_json()


@pytest.mark.parametrize(
    "told",
    [TOLD.to_json(), Text.counted("{count} tile", "{count} tiles", 3).to_json()],
    ids=["a sentence", "a number"],
)
def test_a_text_as_the_program_writes_it_is_taken(told: dict[str, Any]) -> None:
    check_text_json(told)
    assert Text.from_json(told).in_language("fr")


@pytest.mark.parametrize(
    "told",
    [
        {"en": "one", "fr": "une"},
        "one",
        7,
        {"id": "one", "place": "", "values": []},
        {"id": "one", "place": "", "values": {"a": [1]}},
        {"id": "one", "place": "", "values": {}, "count": 3},
        {"id": "one", "place": "", "values": {}, "count": "3", "plural": "many"},
        {"id": "one", "place": "", "values": {}, "colour": "red"},
        nested(100),
    ],
)
def test_anything_else_is_refused(told: Any) -> None:
    with pytest.raises(BAD):
        check_text_json(told)


def test_a_stored_sentence_asks_for_nothing_but_its_values() -> None:
    told = {"id": "{a.__class__} {a:>99} {b} {a}", "place": "", "values": {"a": "x"}}
    assert str(Text.from_json(told)) == "{a.__class__} {a:>99} {b} x"
