"""`python -m mahjongclub.rules`: replay and variants, as a shell sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mahjongclub.rules.__main__ import main
from mahjongclub.rules.registry import variants
from tests.games.riichi.engine.records import abort, draw, record, ron, win, won

ROOT = Path(__file__).parents[2]
GAMES = Path(__file__).parent / "games"

# One of each kind: what stands in the file, then hand, field and code of the error.
BROKEN = {
    "not_json": ("{", None, None),
    "unknown_format": (record(draw()) | {"format": 7}, None, "format"),
    "unknown_variant": (record(draw()) | {"variant": "chess"}, None, "variant"),
    "unknown_preset": (record(draw(), preset="casino"), None, "preset"),
    "unknown_option": (record(draw(), gravity=1), None, "rules.gravity"),
    "wrong_number_of_players": (record(draw()) | {"players": ["Aiko"]}, None, "players"),
    "unknown_key": (record(draw(), {**draw(), "dora": "1m"}), 2, "dora"),
    "han_out_of_range": (record(ron(1, 2, 99, None)), 1, "wins.0.han"),
    "fu_impossible": (record(ron(1, 2, 1, 20)), 1, "wins.0.fu"),
    "winner_is_discarder": (record(draw(), draw(), ron(2, 2)), 3, "wins.0.from"),
    "seat_out_of_range": (record(ron(4, 2)), 1, "wins.0.winner"),
    "nagashi_off": (record(draw(nagashi=(1,)), preset="wrc-2025"), 1, "nagashi"),
    "abort_not_played": (record(abort(), preset="m-league"), 1, "reason"),
    "pao_without_yakuman": (record(win(won(1, 2, han=5, pao=3))), 1, "wins.0.pao"),
    "session_ended": (record(win(won(1, 2, yakuman=1)), draw()), 2, "type"),
    "not_a_winning_hand": (
        record(win(won(1, 2, tiles={"concealed": "123m456p789s1234z5z", "winning": "5z"}))),
        1,
        "wins.0.tiles.concealed",
    ),
}


# One of each kind: what the rules forbid and yet happened, then hand and field of the warning.
WARNED = {
    "riichi_without_points": (
        record(win(won(1, 2, han=11)), ron(0, 2), draw(2, riichi=(2,)), bust="off"),
        3,
        "riichi.0",
    ),
    "riichi_not_tenpai": (record(draw(riichi=(1,))), 1, "tenpai"),
    "four_riichi_aborts": (record(ron(1, 2, riichi=(0, 1, 2, 3))), 1, "riichi"),
}


def run(*arguments: str, text: str | None = None, bare: bool = False) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it; `bare` without any installed package."""
    flags = ["-S", "-E", "-s"] if bare else []
    return subprocess.run(
        [sys.executable, *flags, "-m", "mahjongclub.rules", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=60,
    )


def test_a_good_record_from_a_file():
    done = run("replay", str(GAMES / "riichi_double_ron.json"))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["final"][0]["points"] == 42.5


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


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_record_of_each_kind(code, tmp_path, capsys):
    data, hand, field = BROKEN[code]
    path = tmp_path / "broken.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    assert main(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    error = json.loads(shown.err)["error"]
    assert (error["code"], error["hand"], error["field"]) == (code, hand, field)
    assert error["message"]


@pytest.mark.parametrize("code", WARNED)
def test_a_record_of_what_happened_is_settled_with_a_warning(code, tmp_path, capsys):
    data, hand, field = WARNED[code]
    path = tmp_path / "happened.json"
    path.write_text(json.dumps(data), "utf-8")
    assert main(["replay", str(path)]) == 0
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert (warning["code"], warning["hand"], warning["field"]) == (code, hand, field)
    assert warning["message"]


def test_several_records_one_a_line(tmp_path, capsys):
    path = tmp_path / "season.jsonl"
    path.write_text("\n".join(json.dumps(record(ron(seat, 3))) for seat in (0, 1)) + "\n\n", "utf-8")
    assert main(["replay", str(path)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["hands"][0]["deltas"] == [1500, 0, 0, -1500]
    assert second["hands"][0]["deltas"] == [0, 1000, 0, -1000]


def test_a_name_with_a_line_end_of_unicode_is_not_two_lines(tmp_path, capsys):
    """GAME_RECORD.md: "one a line (JSON Lines), print one result a line"; JSON ends lines with \\n alone."""
    strange = record(draw(), closed=True) | {"players": ["Ai\u2028ko", "Beno\u0085ît", "Chen", "Dina"]}
    path = tmp_path / "season.jsonl"
    path.write_text("\n".join([json.dumps(strange, ensure_ascii=False)] * 2), "utf-8")
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    winners = [json.loads(line)["final"][0]["player"] for line in lines]
    assert winners == ["Ai\u2028ko"] * 2


def test_a_fault_of_one_record_on_several_lines_is_its_own(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_text('{"format": 1,\n"format": 1}', "utf-8")
    assert main(["replay", str(path)]) == 2
    assert "a key stands twice" in capsys.readouterr().err


def test_one_bad_line_and_nothing_is_printed(tmp_path, capsys):
    path = tmp_path / "season.jsonl"
    path.write_text(json.dumps(record(draw())) + "\n" + json.dumps(record(ron(1, 1))) + "\n", "utf-8")
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[" * 100_000,
        '{"format": 1, "format": 1}',
        '{"format": NaN}',
        '{"format": ' + "9" * 5000 + "}",
        '{"format": 1e999, "variant": "riichi"}',
        '"\\ud800"',
        "[]",
        "12",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_record_is_an_error_not_a_crash(text, tmp_path, capsys):
    path = tmp_path / "nonsense"
    path.write_text(text, "utf-8")
    assert main(["replay", str(path)]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["hand"] is None


def test_other_files(tmp_path, capsys):
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"players": ["Beno\xeet"]}')
    for path in (tmp_path / "missing.json", tmp_path, latin):
        assert main(["replay", str(path)]) == 2
        assert json.loads(capsys.readouterr().err)["error"]["code"] in ("unreadable_file", "not_json")


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


def test_half_a_character_is_no_name(tmp_path, capsys):
    path = tmp_path / "half.json"
    path.write_text(json.dumps(record(draw()) | {"players": ["a", "b", "c", "\ud800"]}), "utf-8")
    assert main(["replay", str(path)]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["field"] == "players.3"


def test_a_byte_order_mark_is_no_fault(tmp_path, capsys):
    path = tmp_path / "windows.json"
    path.write_text(json.dumps(record(draw())), "utf-8-sig")
    assert main(["replay", str(path)]) == 0


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
