"""The phones say to turn the dealer's marker as the wind of the round changes, and only then."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.tables.models import Session

from .conftest import Phone, ron

NOBODY: dict[str, Any] = {"type": "draw", "tenpai": []}


def board(phone: Phone, session: Session, language: str = "en") -> str:
    return phone.get(f"/t/{session.code}/", headers={"accept-language": language}).content.decode()


def test_the_marker_is_turned_between_the_rounds_and_not_before_or_after(
    phone: Phone, table: Session
) -> None:
    for _number in range(3):
        phone.confirm(table, NOBODY)
        assert "Turn the marker" not in board(phone, table)
    phone.confirm(table, NOBODY)
    assert "Turn the marker" in board(phone, table)
    assert "Retournez l’indicateur" in board(phone, table, "fr")
    phone.confirm(table, ron(0, 1, han=1, fu=30))  # the dealer stays: South 1 again
    assert "Turn the marker" not in board(phone, table)


@pytest.mark.parametrize("variant", ["classical", "six", "ten"])
def test_a_game_without_rounds_of_a_wind_has_no_marker(phone: Phone, variant: str) -> None:
    assert "Turn the marker" not in board(phone, phone.open_table(variant))
