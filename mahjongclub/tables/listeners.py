"""Who is told when the result of a session changes: parts of the project that `tables` does not know.

They are told inside the transaction, so that what they derive is written with the change or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

Listener = Callable[[Collection[int]], None]
#: given two players; the reason why they are two people, None where nothing says so
Witness = Callable[[int, int], str | None]

_listeners: list[Listener] = []
_rebuilders: list[Callable[[], None]] = []
_witnesses: list[Witness] = []


def when_results_change(listener: Listener) -> None:
    """Have `listener` called with the ids of sessions whose result has changed. Twice is once."""
    if listener not in _listeners:
        _listeners.append(listener)


def results_changed(session_ids: Collection[int]) -> None:
    """To be called, within the transaction, by whatever touches ended sessions.

    That is: a session ended, or a session that had ended changed its hands, seats, players, club or evening.
    """
    if session_ids:
        for listener in _listeners:
            listener(session_ids)


def when_rebuilt(listener: Callable[[], None]) -> None:
    """Have `listener` called once every session has been settled anew (`manage.py rebuild`)."""
    if listener not in _rebuilders:
        _rebuilders.append(listener)


def sessions_rebuilt() -> None:
    """To be called once every session has been settled anew."""
    for listener in _rebuilders:
        listener()


def when_players_merge(witness: Witness) -> None:
    """Have `witness` asked whether two players can be one person before they are merged. Twice is once."""
    if witness not in _witnesses:
        _witnesses.append(witness)


def why_two_people(one: int, other: int) -> str | None:
    """What speaks against two players being one person, in words for whoever wants to merge them."""
    return next((why for witness in _witnesses if (why := witness(one, other))), None)
