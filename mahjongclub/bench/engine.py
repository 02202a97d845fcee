"""`engine.*`: how fast hands are read and settled, without a database."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from mahjongclub.demo.playing import Game
from mahjongclub.rules.record import read_record, replay, settle_hands
from mahjongclub.rules.variants import VARIANTS, find_variant

from .figures import Figure, figure_of
from .stand import Stand
from .tables import PLAYERS, long_game, made_up

ROUNDS, GAMES, SECONDS_A_ROUND = 7, 30, 0.25


def measure(stand: Stand) -> Iterator[tuple[str, Figure]]:
    """Hands a second of every variant in turn, and the replay of a long record."""
    numbers = range(stand.few(GAMES))
    games = {variant.key: [made_up(variant.key, number) for number in numbers] for variant in VARIANTS}
    speeds: dict[str, list[float]] = {key: [] for key in games}
    for _round in range(stand.few(ROUNDS)):
        for key, played in games.items():
            speeds[key].append(_hands_per_second(key, played, 0.01 if stand.quick else SECONDS_A_ROUND))
    figures = {key: figure_of(runs, 0) for key, runs in speeds.items()}
    yield (
        "engine.hands_per_second",
        Figure(
            {key: figure.value for key, figure in figures.items()},
            beside={key: [figure.low, figure.high] for key, figure in figures.items()},
        ),
    )
    record = long_record()
    replay(read_record(record))  # what is looked up once is not counted
    runs = []
    for _round in range(stand.few(3 * ROUNDS)):
        began = perf_counter()
        replay(read_record(record)).to_json()
        runs.append(1000 * (perf_counter() - began))
    yield "engine.replay_200_hands_ms", figure_of(runs)


def long_record() -> dict[str, Any]:
    """The long session as a game record."""
    rules, hands = long_game()
    preset = find_variant("riichi").presets[0]
    return {
        "format": 1,
        "variant": "riichi",
        "preset": preset.key,
        "rules": rules.changed_from(preset.rules),
        "players": list(PLAYERS[:4]),
        "hands": hands,
    }


def _hands_per_second(key: str, games: list[Game], seconds: float) -> float:
    """Hands read, settled and written out, game after game."""
    variant = find_variant(key)
    rules = variant.presets[0].rules
    began, settled = perf_counter(), 0
    while True:
        for one in games:
            dice = (one.dice[0], one.dice[1]) if one.dice else None
            read = (variant.read_outcome(rules, outcome) for outcome, _result in one.hands)
            for hand in settle_hands(variant, rules, variant.start(rules, dice), read):
                hand.to_json()
                settled += 1
            if (taken := perf_counter() - began) > seconds:
                return settled / taken
