"""What the server does not know of a table yet, and the table in a line for the phone's start page."""

from __future__ import annotations

from typing import Any

from mahjongclub.tables.models import Access, Hand, Session, names_by_seat, seat_rows
from mahjongclub.tables.views.log import hand_row
from mahjongclub.tables.wording import isolated, label_in_words, points_in_words, said

from ..owed import opened, owed, rest


def waiting(access: Access, base: dict[str, Any], local: bool) -> dict[str, Any]:
    """What the server does not have.

    `waiting`, the hands in order: each has its number, outcome and result, the key of what last wrote it and
    `earlier` ones of its place, the `moves` made before it, when it was entered (at), and in words what
    happened (words) and who got or paid how much (points). `rest` is what is to be said after the hands;
    `opened`, a session that was opened here.
    """
    session = access.session
    told, names = owed(access, base), names_by_seat(session)
    hands = [
        {
            "number": hand.number,
            "key": told.keys[hand.number - told.begun - 1].hex,
            "earlier": told.earlier(hand.number),
            "moves": told.before(hand.number),
            "outcome": hand.outcome,
            "result": hand.result,
            "at": hand.entered_at.isoformat(),
            **in_words(session, hand, names),
        }
        for hand in session.hands.filter(number__gt=base["hands"]).order_by("number")
    ]
    return {
        "waiting": hands,
        "rest": rest(access, base, told),
        **({"opened": opened(session)} if local else {}),
    }


def in_words(session: Session, hand: Hand, names: list[str]) -> dict[str, str]:
    """What happened in a hand, and what it moved, each in a line."""
    row = hand_row(session, hand, names)
    moved = [
        f"{isolated(seat['name'])} {'+' if seat['delta'] > 0 else ''}{points_in_words(seat['delta'])}"
        for seat in row["seats"]
        if seat["delta"]
    ]
    return {"words": f"{row['label']} · {row['words']}", "points": ", ".join(moved)}


def shown(session: Session) -> dict[str, Any]:
    """The table as the start page lists it: game, what is played, each seat's name and points, its end."""
    return {
        "game": said(session.game.name),
        "label": label_in_words(session.game.label(session.table)) if session.started_at else "",
        "seats": [[row["name"], points_in_words(row["score"])] for row in seat_rows(session)],
        "ended": session.ended_at is not None,
    }
