"""The duel being played, as a phone or an archive brings it."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.sticks import may_put_stick_out
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.ten.duel import LIVE_TILES, PLAIN_TILES, Duel

from ..kit.context import Draft
from ..kit.riichi.words import riichi_points_error

MOST_GUESSES = 200


def read_notes(rules: Any, reader: Reader, table: TableState | None) -> Draft:
    """Where the duel stands: turn, declaration, guesses, draws. RuleError for what cannot be."""
    if not reader.data:
        return {}
    reader.value("phase")
    turn = reader.optional_whole("turn", 1, rules.turns, 1) or 1
    declared = reader.optional_whole("declared", 0, 1)
    riichi = reader.seats("riichi", 2)
    draws = reader.optional_whole("draws", 0, LIVE_TILES, 0) or 0
    duel = Duel(
        turn=turn,
        declared=declared,
        riichi=declared is not None and declared in riichi,
        guesses=tuple(
            _guess(reader, index, guess) for index, guess in enumerate(reader.items("guesses", MOST_GUESSES))
        ),
        draws=draws,
        declined=tuple(_declined(reader, draws)),
        wall=reader.optional_whole("wall", 0, 2 * LIVE_TILES, LIVE_TILES) or 0,
    )
    if duel.riichi and table and not may_put_stick_out(rules, table, duel.declared or 0):
        raise riichi_points_error(reader, "riichi_impossible")
    return duel.to_json()


def _guess(reader: Reader, index: int, guess: Any) -> tuple[str, ...]:
    return Reader({"tiles": guess}, reader.at(f"guesses.{index}")).words("tiles", PLAIN_TILES)


def _declined(reader: Reader, draws: int) -> list[int]:
    items = reader.items("declined", LIVE_TILES)
    return [Reader({"draw": draw}, reader.at("declined")).whole("draw", 1, max(1, draws)) for draw in items]
