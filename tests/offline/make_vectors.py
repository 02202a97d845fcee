"""`python -m tests.offline.make_vectors` writes vectors.jsonl anew: the rules, or their tests, have changed.

It runs the tests of the engine and takes down every record they settle, hypothesis' among them; the worked
games and the published tables of those tests come with the figures typed there. To be read before it is
committed: a line that changed is a game that is settled otherwise than before.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from mahjongclub.rules import record as engine

from .vectors import FILE, disagrees, settled

GAMES = "tests/rules/games"
#: the tests of the engine alone
ENGINE = (
    "tests/rules",
    *map(str, sorted(Path("tests/games").glob("*/engine"))),
    "tests/games/hongkong/engine/test_examples.py",
)
#: of one test: of the examples hypothesis thought of, and of all others
INVENTED, WRITTEN = 22, 30
LONGEST = 12


class TakesDown:
    """A plugin of pytest: every record that is read, by the test that read it."""

    def __init__(self) -> None:
        self.of_test: dict[str, dict[str, Any]] = defaultdict(dict)
        self.invented: set[str] = set()
        self._name = ""
        reading = engine.read_record

        def read_record(data: Any) -> engine.Record:
            self._take(data)
            return reading(data)

        engine.read_record = read_record  # before any test imports it

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._name = item.nodeid.partition("[")[0]
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            self.invented.add(self._name)

    def _take(self, data: Any) -> None:
        try:
            written = json.dumps(data, allow_nan=False, sort_keys=True, ensure_ascii=False)
            written.encode()
        except (TypeError, ValueError):  # no JSON, or no text
            return
        known = self.of_test[self._name]
        if written not in known and len(written) < 6000:
            known[written] = json.loads(written)


def taken_down() -> Iterator[dict[str, Any]]:
    # hypothesis likes to invent the numbers and words that it reads in our own source: without that a new
    # constant anywhere in the house would be other junk here
    providers._get_local_constants = providers.Constants
    settings.register_profile("vectors", max_examples=100, deadline=None, database=None)
    plugin = TakesDown()
    options = ["--hypothesis-profile=vectors", "--hypothesis-seed=8", "-q", "-p", "no:cacheprovider"]
    if pytest.main([*ENGINE, *options], plugins=[plugin]):
        sys.exit("The tests of the engine fail: first they, then the vectors.")
    for name, records in sorted(plugin.of_test.items()):
        few = [one for one in records.values() if fits(one)]
        if name in plugin.invented:  # the last ones: it begins with the simplest
            few = [one for one in few if one["hands"]][-INVENTED:]
        for one in few[:WRITTEN]:
            yield {"from": name, "record": one}


def fits(record: Any) -> bool:
    hands = record.get("hands") if isinstance(record, dict) else None
    return isinstance(hands, list) and len(hands) <= LONGEST


def published_table() -> Iterator[dict[str, Any]]:
    """A hand for each figure of the published riichi table: East 1, seat 0 deals."""
    values = importlib.import_module("tests.games.riichi.engine.test_value")
    for han, fu, other, dealer, ron, ron_of_dealer in values.PUBLISHED:
        for winner, source, deltas in (
            (1, None, [-dealer, 2 * other + dealer, -other, -other] if other else None),
            (0, None, [3 * dealer, -dealer, -dealer, -dealer] if other else None),
            (1, 2, [0, ron, -ron, 0] if ron else None),
            (0, 3, [ron_of_dealer, 0, 0, -ron_of_dealer] if ron else None),
        ):
            if deltas:
                yield {
                    "from": "the published table of riichi points (tests/games/riichi/engine/test_value.py)",
                    "record": {
                        "format": 1,
                        "variant": "riichi",
                        "players": ["A", "B", "C", "D"],
                        "hands": [
                            {
                                "type": "win",
                                "wins": [{"winner": winner, "from": source, "han": han, "fu": fu}],
                            }
                        ],
                    },
                    "known": {
                        "deltas": deltas,
                        "start": 25_000,
                        "source": "riichi_hand 0.5.0; EMA 2016, ch. 6",
                    },
                }


def worked_games() -> Iterator[dict[str, Any]]:
    """The games that docs/rules/ works out by hand, payment by payment."""
    for name, (hands, ended, final) in engine_test("games.riichi.engine.test_games").WORKED.items():
        known = {
            "every_score": [scores for _label, scores in hands],
            "ended": ended,
            "order": [seat for seat, _rank, _score, _points in final],
            "points": [points for _seat, _rank, _score, points in final],
        }
        yield game(f"riichi_{name}", known)
    for name, scores, order, ended in cases(
        "games.classical.engine.test_game", "test_whole_games_worked_out_by_hand"
    ):
        yield game(name, {"scores": scores, "order": order, "ended": ended})
    for name, scores, order, _labels in cases(
        "games.taiwanese.engine.test_game", "test_whole_games_worked_out_by_hand"
    ):
        yield game(name, {"scores": scores, "order": order})
    of_six = cases("games.six.engine.test_game", "test_whole_games_replay_to_the_scores_worked_out_by_hand")
    for name, scores, ended, order in of_six:
        yield game(name, {"scores": scores, "order": order, "ended": ended})
    of_ten = cases("games.ten.engine.test_game", "test_whole_games_replay_to_the_scores_worked_out_by_hand")
    for name, _labels, scores, ended, order in of_ten:
        yield game(name, {"scores": scores, "order": order, "ended": ended})


def worked_hands() -> Iterator[dict[str, Any]]:
    """The hands of Hong Kong that docs/rules/hongkong.md works out."""
    for hand, options, deltas in importlib.import_module("tests.games.hongkong.engine.test_examples").WORKED:
        players = ["A", "B", "C", "D"]
        yield {
            "from": "tests/games/hongkong/engine/test_examples.py",
            "record": {
                "format": 1,
                "variant": "hongkong",
                "rules": options,
                "players": players,
                "hands": [hand],
            },
            "known": {"deltas": deltas, "start": 0, "source": "docs/rules/hongkong.md"},
        }


def worked_hands_of_three() -> Iterator[dict[str, Any]]:
    """The hands of sanma that docs/rules/sanma.md works out."""
    for hand, counters, options, deltas in engine_test("games.sanma.engine.test_examples").WORKED:
        yield {
            "from": "tests/games/sanma/engine/test_examples.py",
            "record": {
                "format": 1,
                "variant": "sanma",
                "preset": "club",
                "rules": options,
                "players": ["A", "B", "C"],
                "start": {"honba": counters},
                "hands": [hand],
            },
            "known": {"deltas": deltas, "start": 35_000, "source": "docs/rules/sanma.md"},
        }


def worked_hands_of_america() -> Iterator[dict[str, Any]]:
    """The hands of American mah jongg that docs/rules/american.md works out."""
    examples = engine_test("games.american.engine.test_examples")
    for preset, hands in (("home", examples.HOME), ("tournament", examples.NOTED)):
        for hand, deltas, _source in hands:
            players = ["A", "B", "C", "D"]
            yield {
                "from": "tests/games/american/engine/test_examples.py",
                "record": {
                    "format": 1,
                    "variant": "american",
                    "preset": preset,
                    "players": players,
                    "hands": [hand],
                },
                "known": {"deltas": deltas, "start": 0, "source": "docs/rules/american.md"},
            }


def engine_test(name: str) -> Any:
    return importlib.import_module(f"tests.{name}")


def cases(module: str, test: str) -> list[Any]:
    """The rows a test is parametrised with."""
    rows: list[Any] = getattr(engine_test(module), test).pytestmark[0].args[1]
    return rows


def game(name: str, known: dict[str, Any]) -> dict[str, Any]:
    path = FILE.parents[1] / "rules" / "games" / f"{name}.json"
    page = f"docs/rules/{name.partition('_')[0]}.md"
    return {
        "from": f"{GAMES}/{name}.json",
        "record": json.loads(path.read_text("utf-8")),
        "known": {**known, "source": page},
    }


def main() -> None:
    lines: dict[str, str] = {}
    count: Counter[str] = Counter()
    told = 0
    known_first = [
        *taken_down(),
        *published_table(),
        *worked_games(),
        *worked_hands(),
        *worked_hands_of_three(),
        *worked_hands_of_america(),
    ]
    for vector in reversed(known_first):  # of two that are the same, the one whose figures are known
        key = json.dumps(vector["record"], sort_keys=True)
        if key in lines:
            continue
        vector["result"] = settled(vector["record"])
        if known := vector.get("known"):
            told += 1
            if wrong := disagrees(known, vector["result"]):
                sys.exit(f"{vector['from']}: {wrong} are not those of the source: {vector}")
        lines[key] = json.dumps(vector, ensure_ascii=False, separators=(",", ":"))
        count[str(vector["record"].get("variant"))[:12]] += 1
    FILE.write_text("\n".join(reversed(lines.values())) + "\n", "utf-8")
    print(f"{len(lines)} records, {told} of them with figures of a source: {dict(count)}")


if __name__ == "__main__":
    main()
