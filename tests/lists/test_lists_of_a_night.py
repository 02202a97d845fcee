"""Lists as somebody writes them for a night: answers before names, numbers, gaps, seats, money, titles."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.typed_names import no_name_error
from mahjongclub.lists.names import names_in


@pytest.mark.parametrize(
    "name",
    ["Bo?", "Bo ?", "Bo (?)", "Bo maybe", "Bo perhaps late", "Bo peut-être", "Bo tbc", "Bo and a friend"],
)
def test_a_name_with_a_doubt_is_asked_about(name: str) -> None:
    assert [bool(no_name_error(read)) for read in names_in(f"Marguerite\n{name}\nJean-Pierre")] == [
        False,
        True,
        False,
    ]
