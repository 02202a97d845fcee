"""What the server does not know of a table yet, and the table in a line for the phone's start page."""

from __future__ import annotations

from typing import Any

from mahjongclub.tables.models import Hand, Revision, Session, names_by_seat, seat_rows
from mahjongclub.tables.views.log import hand_row
from mahjongclub.tables.wording import isolated, label_in_words, points_in_words, said


def waiting(session: Session, base: dict[str, int]) -> list[dict[str, Any]]:
    """The hands the server does not have, in order.

    Each has its number, outcome and result, the key of what last wrote it, when it was entered (at), and in
    words what happened (words) and who got or paid how much (points).
    """
    keys, names = keys_of_hands(session), names_by_seat(session)
    return [
        {
            "number": hand.number,
            "key": keys[hand.number - 1],
            "outcome": hand.outcome,
            "result": hand.result,
            "at": hand.entered_at.isoformat(),
            **in_words(session, hand, names),
        }
        for hand in session.hands.filter(number__gt=base["hands"]).order_by("number")
    ]


def in_words(session: Session, hand: Hand, names: list[str]) -> dict[str, str]:
    """What happened in a hand, and what it moved, each in a line."""
    row = hand_row(session, hand, names)
    moved = [
        f"{isolated(seat['name'])} {'+' if seat['delta'] > 0 else ''}{points_in_words(seat['delta'])}"
        for seat in row["seats"]
        if seat["delta"]
    ]
    return {"words": f"{row['label']} · {row['words']}", "points": ", ".join(moved)}


def keys_of_hands(session: Session) -> list[str]:
    """The key of what last wrote each hand, by its place.

    Hands put in and taken out move the later ones, whose keys go with them.
    """
    keys: list[str] = []
    for move in session.revisions.order_by("version"):
        at = (move.hand_number or 0) - 1
        if move.action == Revision.Action.RECORD:
            keys.append(move.key.hex)
        elif move.action == Revision.Action.INSERT:
            keys.insert(at, move.key.hex)
        elif move.action == Revision.Action.CORRECT:
            keys[at] = move.key.hex
        elif move.action in (Revision.Action.DELETE, Revision.Action.UNDO):
            del keys[at]
    return keys


def shown(session: Session) -> dict[str, Any]:
    """The table as the start page lists it: game, what is played, each seat's name and points, its end."""
    return {
        "game": said(session.game.name),
        "label": label_in_words(session.game.label(session.table)) if session.started_at else "",
        "seats": [[row["name"], points_in_words(row["score"])] for row in seat_rows(session)],
        "ended": session.ended_at is not None,
    }
