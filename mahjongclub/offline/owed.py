"""What a phone owes the server, read from its own revisions since it took the table along: the moves between
the hands, the keys under which a hand may have been sent, what is left to say once the hands are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from mahjongclub.tables.clock import CLOCK_ACTIONS
from mahjongclub.tables.models import Access, Revision, Session, names_by_seat

Action = Revision.Action
#: changes beside the hands, which the server makes again; those of the hand being played come as notes
MOVES = (Action.DICE, *CLOCK_ACTIONS, Action.CLOSE, Action.CONTINUE, Action.AGREE, Action.WITHOUT)
BEGIN = "begin"


@dataclass
class Owed:
    """Of each hand since `begun`, in order: the key it has now, and all it had at its place before.

    `moves` are [hands played by then, move]; `ever` is every key that any hand had.
    """

    begun: int
    keys: list[UUID] = field(default_factory=list)
    moves: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    had: dict[int, set[UUID]] = field(default_factory=dict)
    _written: list[tuple[UUID, int]] = field(default_factory=list)

    @property
    def ever(self) -> set[UUID]:
        return set().union(*self.had.values())

    def follow(self, revision: Revision, seat: int | None) -> None:
        """One more change made on the phone."""
        at = (revision.hand_number or 0) - self.begun - 1
        if revision.action in MOVES:
            self.moves.append((self.begun + len(self._written), _move(revision, seat)))
        elif at < 0:
            return
        elif revision.action == Action.RECORD:
            self._written.append((revision.key, at))
        elif revision.action == Action.CORRECT:
            self._written[at] = (revision.key, at)
        elif revision.action == Action.INSERT:
            self._written.insert(at, (revision.key, at))
            self._shift(at, 1)
        elif revision.action in (Action.DELETE, Action.UNDO):
            del self._written[at]
            self._shift(at, -1)
        self.keys = [_key(key, place, at) for at, (key, place) in enumerate(self._written)]
        for place, key in enumerate(self.keys):
            self.had.setdefault(place, set()).add(key)

    def before(self, number: int) -> list[dict[str, Any]]:
        """The moves made when one hand less than `number` had been played."""
        return [move for played, move in self.moves if played == number - 1]

    def earlier(self, number: int) -> list[str]:
        """Other keys under which hand `number` may have reached the server."""
        place = number - self.begun - 1
        return sorted(key.hex for key in self.had.get(place, set()) - {self.keys[place]})

    def _shift(self, at: int, by: int) -> None:
        moved = self.begun + at + (by < 0)
        self.moves = [
            (max(played + by, self.begun) if played >= moved else played, move) for played, move in self.moves
        ]


def owed(access: Access, base: dict[str, Any]) -> Owed:
    """What came to the phone's own record since its copy was taken."""
    session = access.session
    version, hands = base.get("from") or (base["version"], base["hands"])
    told = Owed(hands)
    if session.started_at is not None and not base.get("started"):
        at = session.started_at.isoformat()
        told.moves.append((hands, {"do": BEGIN, "key": uuid5(UUID(int=0), session.code).hex, "at": at}))
    for revision in session.revisions.filter(version__gt=version).order_by("version"):
        told.follow(revision, access.seat)
    return told


def rest(access: Access, base: dict[str, Any], told: Owed) -> dict[str, Any]:
    """What there is to say once every hand is with the server.

    `moves` after the last hand, `hands` as many as there are, `keys` of hands that may be there and were
    taken out here, `notes` of the hand being played and the visitor's `seat`, each only where it changed.
    """
    session = access.session
    number = session.next_number
    before = base.get("notes", {}) if number == told.begun + 1 else {}
    return {
        "hands": number - 1,
        "keys": sorted(key.hex for key in told.ever - set(told.keys)),
        "moves": told.before(number),
        **({"notes": session.pending} if session.pending != before else {}),
        **({"seat": access.seat} if access.seat != base.get("seat") else {}),
    }


def opened(session: Session) -> dict[str, Any]:
    """A session opened on the phone, as the server opens it again."""
    return {
        "variant": session.variant,
        "preset": session.preset,
        "rules": session.frozen_rules.changed_from(session.game.find_preset(session.preset).rules),
        "names": names_by_seat(session),
        "draw": session.seat_draw,
        "agreeing": session.agreeing,
        "at": session.created_at.isoformat(),
    }


def _key(key: UUID, place: int, at: int) -> UUID:
    """A hand moved by others is another submission: the server may have its old key at its old place."""
    return key if place == at else uuid5(key, str(at))


def _move(revision: Revision, seat: int | None) -> dict[str, Any]:
    return {
        "do": revision.action,
        "key": revision.key.hex,
        "at": revision.made_at.isoformat(),
        **dict(_details(revision, seat)),
    }


def _details(revision: Revision, seat: int | None) -> Iterator[tuple[str, Any]]:
    after: Any = revision.after
    if revision.action == Action.DICE:
        yield "dice", after
    elif revision.action == Action.CLOCK:
        yield "clock", after
    elif revision.action == Action.PAUSE:
        yield "reason", after["reason"]
    elif revision.action == Action.AGREE:
        yield from (("hand", revision.hand_number), *after.items(), ("behalf", after["seat"] != seat))
