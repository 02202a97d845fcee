"""What the tests of faults share: a hand sent again and again under one key, and a look into the database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from mahjongclub.rules.game import TableState
from mahjongclub.rules.record import settle_hands
from mahjongclub.rules.registry import find_variant
from tests.http_phone import ALL_TENPAI, Answer, HttpPhone
from tests.serving import RunningServer

#: the dealer stays, and scores move so slowly that nobody is below 0 within a hundred and fifty hands
DRAWS = [
    hand
    for other in (1, 2, 3)
    for hand in ({"type": "draw", "tenpai": [0, other], "riichi": []}, ALL_TENPAI, ALL_TENPAI)
]


def database_file(server: RunningServer) -> Path:
    return server.data_dir / "mahjongclub.sqlite3"


def hand_form(seen: tuple[int, int], outcome: Any = ALL_TENPAI) -> dict[str, Any]:
    """The fields of a confirmed hand under a key of its own."""
    version, number = seen
    return {"draft": json.dumps(outcome), "version": version, "played": number - 1, "key": str(uuid4())}


def send(phone: HttpPhone, code: str, number: int, form: dict[str, Any]) -> Answer:
    answer = phone.post(f"/t/{code}/hand/{number}/", form)
    if answer.status == 302:
        assert answer.headers["Location"] == f"/t/{code}/"
    return answer


def enter(phone: HttpPhone, code: str) -> str:
    """Record a hand; its key."""
    seen = phone.look(code)
    form = hand_form(seen)
    assert send(phone, code, seen[1], form).status == 302
    return str(form["key"])


def whole_database(path: Path, code: str) -> list[str]:
    """The keys of the hands of a table, in order, having seen that the file is sound: hands without a gap, a
    revision each, and the stored scores those the engine comes to from the outcomes."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        pk, version, variant, rules, state = database.execute(
            "SELECT id, version, variant, rules, state FROM tables_session WHERE code = ?", [code]
        ).fetchone()
        hands = database.execute(
            "SELECT number, outcome FROM tables_hand WHERE session_id = ? ORDER BY number", [pk]
        ).fetchall()
        revisions = database.execute(
            "SELECT version, key FROM tables_revision WHERE session_id = ? ORDER BY version", [pk]
        ).fetchall()
        scores = database.execute(
            "SELECT score FROM tables_seat WHERE session_id = ? ORDER BY number", [pk]
        ).fetchall()
    assert [number for number, _outcome in hands] == list(range(1, len(hands) + 1))
    assert [number for number, _key in revisions] == list(range(1, len(hands) + 1))
    assert version == len(hands)
    game = find_variant(variant)
    frozen = game.rules_type().with_options(json.loads(rules))
    outcomes = [game.read_outcome(frozen, json.loads(outcome)) for _number, outcome in hands]
    settled = list(settle_hands(game, frozen, game.start(frozen, None), outcomes))
    after = settled[-1].settlement.after if settled else game.start(frozen, None)
    assert [score for (score,) in scores] == list(after.scores)
    assert TableState.from_json(json.loads(state)) == after
    return [str(UUID(key)) for _version, key in revisions]
