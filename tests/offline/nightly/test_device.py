"""What a phone answers by itself: every page of every game, hands that move, what only the server can do."""

from __future__ import annotations

from collections.abc import Callable

from tests.offline.device import Handset
from tests.rules.command_line import command_line_result

from ..test_device import CLEAR, DRAW, RON, open_table


def test_an_east_round_is_what_the_command_line_makes_of_it(open_table: Callable[..., Handset]) -> None:
    phone = open_table()
    # 3 han 40 fu is 5,200; one alone in tenpai takes 1,000 of each; dealer's 1 han 30 fu is 1,500
    for outcome in (RON, DRAW, RON, CLEAR, {**RON, "riichi": [1, 2]}):
        assert phone.hand(outcome)["status"] == 302
    record = phone.record
    assert [{**hand, "at": ""} for hand in record["hands"]] == [
        {**hand["outcome"], "at": ""} for hand in phone.waiting
    ]
    assert phone.session["state"]["scores"] == command_line_result(record)["hands"][-1]["scores"]
    assert [hand["number"] for hand in phone.waiting] == [1, 2, 3, 4, 5]
    assert phone.waiting[0]["words"].startswith("E1 · ")
    assert "Benoît" in phone.waiting[0]["words"]
    assert "+5,200" in phone.waiting[0]["points"]
    assert "−5,200" in phone.waiting[0]["points"]
    assert phone.shown["game"] == "Riichi"


__all__ = ["open_table"]
