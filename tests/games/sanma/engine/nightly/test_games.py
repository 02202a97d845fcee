"""A whole game of Tenhou's by the command line, with the scores of its log after every hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

GAME = Path(__file__).parents[4] / "rules" / "games" / "sanma_tenhou.json"


def test_a_whole_game_of_tenhou_is_settled_by_the_command_line() -> None:
    """Log 2025020508gm-00b9-0000-79ddbd9d (github.com/Lawrencelea/Mortal_Sanma): points and the end."""
    command = [sys.executable, "-m", "mahjongclub.rules", "replay", str(GAME)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result = json.loads(done.stdout)
    assert [(hand["label"], hand["scores"]) for hand in result["hands"]] == [
        ("E1", [48000, 35000, 22000]),
        ("E1-1", [38900, 48200, 17900]),
        ("E2", [39900, 47200, 17900]),
        ("E3", [35900, 60200, 8900]),
        ("S1", [34900, 60200, 9900]),
        ("S2", [41300, 53800, 9900]),
        ("S3", [44500, 53800, 6700]),
    ]
    assert result["ended"] == "last_hand"
    assert [(row["seat"], row["points"]) for row in result["final"]] == [(1, 48.8), (0, 4.5), (2, -53.3)]
