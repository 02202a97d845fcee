"""Why the wins of a round for six are worth what they are; one of them won otherwise."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.six.round import Win, explain_value, value_of

from ..kit.context import Draft, EntryContext
from ..kit.reasons import Reasons
from ..kit.wording import points_in_words, said
from .words import event_in_words


def six_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Each win of the round: its class, then what doubles it."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    return [
        Reasons(
            event_in_words(event, place.names),
            tuple((said(text), worth) for text, worth in explain_value(event, place.rules)),
            points_in_words(value_of(event, place.rules)),
        )
        for event in outcome.events
        if isinstance(event, Win)
    ]


def six_otherwise(rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
    """That player's win as if it were all of the round, from another source."""
    wins = [event for event in draft.get("events", ()) if event.get("type") == "win"]
    own = next((event for event in wins if event.get("seat") == winner), None)
    if own is None:
        return None
    kept = {name: value for name, value in own.items() if name != ("on_kong" if source is not None else "")}
    return {"type": "round", "events": [{**kept, "from": source}]}
