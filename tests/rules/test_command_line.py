"""`python -m mahjongclub.rules`: replay and variants, as a shell sees them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mahjongclub.rules.__main__ import main
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


def test_half_a_character_is_no_name(tmp_path, capsys):
    path = tmp_path / "half.json"
    path.write_text(json.dumps(record(draw()) | {"players": ["a", "b", "c", "\ud800"]}), "utf-8")
    assert main(["replay", str(path)]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["field"] == "players.3"


def test_a_byte_order_mark_is_no_fault(tmp_path, capsys):
    path = tmp_path / "windows.json"
    path.write_text(json.dumps(record(draw())), "utf-8-sig")
    assert main(["replay", str(path)]) == 0
