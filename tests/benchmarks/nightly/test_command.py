"""`python -m benchmarks bench` measures everything, if only a few times each, and tells every figure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measures import GOALS, MEASURES
from benchmarks.serving import ROOT

#: as issue 7 lists them, and what came since
KEYS = {
    *("engine.hands_per_second", "engine.replay_200_hands_ms"),
    *("record_hand.ratio_to_floor", "record_hand.p99_ms_8_writers", "correct_first_of_200.ratio_to_record"),
    *("record_hand.p99_ratio_to_floor_8_writers", "steps.ratio_to_table_page"),
    *("standings.ratio_1m_to_10k", "player_page.ratio_1m_to_10k"),
    *("fanout.last_phone_ms_p95", "fanout.kb_per_stream"),
    *("page.first_load_bytes", "page.update_bytes", "page.requests"),
    *("pdf.session_sheet_ms", "pdf.session_sheet_ratio_to_table_page"),
    *("queries.table_page", "queries.record_hand", "queries.standings"),
}


def bench(tmp_path: Path, *words: str) -> dict[str, Any]:
    data = tmp_path / "installation"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "bench", "--quick", "--json", *words],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(data), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list(data.glob("*.sqlite3")), "the installation's own database was touched"
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


ALL_GAMES = ("riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "ten", "six")
#: what is measured among a million hands, which takes as long as all the rest
OF_MILLIONS = {key for key in GOALS if key.startswith(("standings.", "player_page.", "queries.standings"))}


def test_every_key_is_measured_by_default() -> None:
    assert {*GOALS} >= KEYS
    assert {key for keys in MEASURES.values() for key in keys} == {*GOALS}


@pytest.mark.parametrize("asked", [OF_MILLIONS, {*GOALS} - OF_MILLIONS], ids=["of a million hands", "others"])
def test_every_key_is_told(tmp_path: Path, asked: set[str]) -> None:
    url = os.environ.get("DATABASE_URL", "")
    words = ["--database-url", url] if url.startswith("postgres") else []
    figures = bench(tmp_path, *words, "--only", *sorted(asked))
    assert figures.keys() >= asked
    assert figures["quick"] is True
    for key in asked:
        figure = figures["details"][key]
        assert figures[key] == figure["value"]
        assert figure["value"] is not None or figure["reason"], key
    if asked != OF_MILLIONS:
        speeds = figures["engine.hands_per_second"]
        assert {*speeds} == {*ALL_GAMES}
        return
    large = figures["details"]["standings.ratio_1m_to_10k"]["beside"]
    assert large["large_hands"] > 3 * large["small_hands"]
    assert figures["details"]["queries.standings"]["beside"].keys() == {
        f"of_{large['large_hands']}_hands",
        f"of_{large['small_hands']}_hands",
    }


def test_some_keys_alone(tmp_path: Path) -> None:
    figures = bench(tmp_path, "--only", "engine.replay_200_hands_ms")
    assert KEYS & figures.keys() == {"engine.replay_200_hands_ms"}
    assert figures["engine.replay_200_hands_ms"] > 0
