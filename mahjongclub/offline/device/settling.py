"""The engine of the games alone, as a phone has it: a whole record settled without any table."""

from __future__ import annotations

import json

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay


def settle(record: str) -> str:
    """Replay a game record, JSON in and out: its result, or the `error` with its hand and field."""
    try:
        told = replay(read_record(json.loads(record))).to_json()
    except RuleError as fault:
        told = {"error": {"code": fault.code, "hand": fault.hand, "field": fault.field}}
    return json.dumps(told)
