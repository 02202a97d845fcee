"""The engine's test vectors: game records with what they come to, the same on the server and on a phone.

A line of vectors.jsonl is {"from", "record", "result"}; records whose points a test knows from a published
source, or from a page where they are worked out by hand, also have "known": those figures as typed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from mahjongclub.offline.device.start import replay_record_json

FILE = Path(__file__).with_name("vectors.jsonl")


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text("utf-8").split("\n") if line]


def settled(record: Any) -> dict[str, Any]:
    """What this Python makes of a record, in short."""
    return in_short(json.loads(replay_record_json(json.dumps(record))))


def in_short(told: dict[str, Any]) -> dict[str, Any]:
    """The scores after each hand, who ended where, and a digest of all else (labels, transfers, sticks)."""
    if "error" in told:
        return {"error": told["error"]}
    final = [[row["seat"], row["rank"], row["points"]] for row in told["final"] or []]
    whole = json.dumps(_as_anybody_writes(told), sort_keys=True, separators=(",", ":"))
    return {
        "scores": [hand["scores"] for hand in told["hands"]],
        "ended": told["ended"],
        "final": final,
        "digest": hashlib.sha256(whole.encode()).hexdigest()[:16],
    }


def _as_anybody_writes(value: Any) -> Any:
    """Numbers as JavaScript has them, to which 42.0 is 42."""
    if isinstance(value, dict):
        return {name: _as_anybody_writes(held) for name, held in value.items()}
    if isinstance(value, list):
        return [_as_anybody_writes(held) for held in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def disagrees(known: dict[str, Any], result: dict[str, Any]) -> list[str]:
    """Which of the figures that a source tells are not those of a result."""
    scores = result["scores"]
    before = scores[-2] if len(scores) > 1 else [known.get("start", 0)] * len(scores[-1])
    found = {
        "deltas": [after - start for after, start in zip(scores[-1], before, strict=True)],
        "scores": scores[-1],
        "every_score": scores,
        "ended": result["ended"],
        "order": [seat for seat, _rank, _points in result["final"]] or None,
        "points": [points for _seat, _rank, points in result["final"]],
    }
    return [
        name for name, figure in known.items() if name not in ("source", "start") and found[name] != figure
    ]
