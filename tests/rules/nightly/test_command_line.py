"""`python -m mahjongclub.rules`: replay and variants, as a shell sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from mahjongclub.rules.registry import variants
from tests.games.riichi.engine.records import record, ron, win, won

from ..test_command_line import GAMES, ROOT, run


def test_a_good_record_from_standard_input_without_any_package():
    done = run("replay", "-", text=json.dumps(record(ron(0, 2, 3, 40, riichi=(0,)))), bare=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["hands"][0]["deltas"] == [7700, 0, -7700, 0]


def test_every_example_game_without_any_package():
    files = sorted(GAMES.glob("riichi_*.json"))
    lines = "\n".join(json.dumps(json.loads(file.read_text("utf-8"))) for file in files)
    done = run("replay", "-", text=lines, bare=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(files)


def test_tiles_without_the_package_say_so():
    tiles = {"concealed": "234567m345p67899s", "winning": "8s"}
    done = run("replay", "-", text=json.dumps(record(win(won(1, 2, tiles=tiles)))), bare=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert json.loads(done.stderr)["error"]["code"] == "tiles_unavailable"


def test_a_plain_terminal_gets_escapes():
    closed = json.dumps(record(closed=True) | {"players": ["Benoît", "麻雀", "c", "d"]}).encode()
    done = subprocess.run(
        [sys.executable, "-m", "mahjongclub.rules", "replay", "-"],
        input=closed,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert {row["player"] for row in json.loads(done.stdout)["final"]} == {"Benoît", "麻雀", "c", "d"}


def test_a_reader_who_has_seen_enough_is_no_fault():
    """`variants | head -1`: the pipe is closed while most is still to be written."""
    with subprocess.Popen(
        [sys.executable, "-m", "mahjongclub.rules", "variants"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        assert command.stdout.readline() == b"[\n"
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(60) == 0


def test_variants_are_listed_with_every_option():
    done = run("variants", bare=True)
    assert (done.returncode, done.stderr) == (0, "")
    listed = {entry["variant"]: entry for entry in json.loads(done.stdout)}
    assert list(listed) == [variant.key for variant in variants()]
    riichi = listed["riichi"]
    assert riichi["seats"] == 4
    assert riichi["presets"][0]["preset"] == "club"
    names = {option["option"] for option in riichi["options"]}
    assert all(set(preset["rules"]) == names for preset in riichi["presets"])
    for option in riichi["options"]:
        assert option["label"]["en"]
        assert option["label"]["fr"]
        assert option["help"]["en"]
        assert option["help"]["fr"]
        assert option["source"]
