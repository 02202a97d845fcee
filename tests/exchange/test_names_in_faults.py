"""What cannot be of one seat of a file is said with the name that the file gives its player."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.exchange.importing.games import game_of_record
from mahjongclub.exchange.unpacking import FileRefused
from mahjongclub.rules.registry import find_variant


def record(players: Any, hand: dict[str, Any]) -> dict[str, Any]:
    variant = find_variant("riichi")
    preset = variant.default_preset
    return {
        **{"format": 1, "variant": "riichi", "preset": preset.key},
        **{"rules": preset.rules.to_json(), "players": players, "hands": [hand]},
    }


def refusal(players: Any) -> FileRefused:
    win = {"winner": 2, "from": 3, "han": 1, "fu": 30}
    with pytest.raises(FileRefused) as found:
        game_of_record(record(players, {"type": "win", "wins": [win, win]}), "game.json")
    return found.value


def test_a_record_names_who_cannot_have_done_it() -> None:
    told = refusal(["Aiko", "Benoît", "Chen", "Dina"]).text
    assert "Chen wins twice" in str(told)
    assert "Chen gagne deux fois" in told.in_language("fr")
    assert str(told).startswith("game.json, hand 1")


@pytest.mark.parametrize("players", [None, "ABCD", [], [1, 2, 3, 4], ["", " ", "", ""]])
def test_names_that_are_none_break_nothing(players: Any) -> None:
    assert str(refusal(players).text).startswith("game.json")
