"""A table as a phone takes it along, rows in JSON both ways, and what the phone owes the server afterwards.

What is owed is read from the phone's own revisions since it took the table along: hands with the keys under
which each may have been sent, the moves between them, what is left to say once the hands are there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from mahjongclub.clubs.models import Device, Player
from mahjongclub.games.kit.wording import isolated, label_in_words, points_in_words, said, signed_points
from mahjongclub.tables.clock import CLOCK_ACTIONS, clock_of
from mahjongclub.tables.models import (
    Access,
    Clock,
    Hand,
    Revision,
    Seat,
    Session,
    Sitter,
    seat_rows,
    unnamed_seats,
)
from mahjongclub.tables.sitters import Seating, seatings
from mahjongclub.tables.views.log import hand_row

Action = Revision.Action
#: changes beside the hands, which the server makes again; those of the hand being played come as notes
MOVES = (
    Action.DICE,
    Action.BEGUN,
    *CLOCK_ACTIONS,
    Action.CLOSE,
    Action.CONTINUE,
    Action.AGREE,
    Action.WITHOUT,
)
#: those of them that say where the game begins
FIRST = (Action.DICE, Action.BEGUN)
BEGIN = "begin"
FORMAT = 1
#: what a phone need not know of a row: who and where it is elsewhere
LEFT_OUT = frozenset(("id", "on_paper", "access_generation", "given", "by_club", "seat_requests"))


def copy_of_table(access: Access) -> dict[str, Any]:
    """Everything a device may see of a session, and what it may do there.

    `session`, `hands`, `revisions` and `clock` are rows without their relations, `seats` have the names as
    they are shown (`unnamed` is what stands for one that nobody has given), and so have `sitters`; `base` is
    how far the server has it: {"version", "hands"}, and what it was as the phone took it along: {"from":
    [version, hands], "started", "notes", "seat"}.
    """
    session = access.session
    clock = clock_of(session)
    unnamed = unnamed_seats(session)
    return {
        "format": FORMAT,
        "code": session.code,
        "session": _row(session),
        "seats": [
            asdict(row) | ({"unnamed": unnamed[row.number]} if row.number in unnamed else {})
            for row in seat_rows(session)
        ],
        "sitters": [{"number": number, "name": name} for number, name in Seating(session).names.items()],
        "hands": [_row(hand) for hand in session.hands.order_by("number")],
        "revisions": [_row(revision) for revision in session.revisions.order_by("version")],
        # its id too: by that a page knows which alarms it has told already
        "clock": {**_row(clock), "id": clock.pk} if clock is not None else None,
        "access": {"role": access.role, "seat": access.seat, "asks_seat": access.asks_seat},
        "base": {
            "version": session.version,
            "hands": session.row_count,
            "from": [session.version, session.row_count],
            "started": session.started_at is not None,
            "notes": session.pending,
            "seat": access.seat,
        },
    }


def copy_as_json(copy: dict[str, Any]) -> str:
    """A copy as text, short."""
    return json.dumps(copy, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)


def create_session_from_copy(copy: dict[str, Any], device: Device) -> Session:
    """Make the rows of a copy in an empty database, its visitor being `device`."""
    session: Session = _made(Session, copy["session"], opener=device)
    session.save()
    Session.objects.filter(pk=session.pk).update(created_at=session.created_at)
    players = [
        Player(name=row.get("unnamed", row["name"]), name_hidden="unnamed" in row) for row in copy["seats"]
    ]
    Player.objects.bulk_create(players)
    Seat.objects.bulk_create(
        Seat(session=session, number=row["number"], score=row["score"], player=player)
        for row, player in zip(copy["seats"], players, strict=True)
    )
    _put_sitters(session, copy, players)
    for model, rows in ((Hand, copy["hands"]), (Revision, copy["revisions"])):
        model.objects.bulk_create(_made(model, row, session=session) for row in rows)
    if copy["clock"] is not None:
        _made(Clock, copy["clock"], session=session).save()
    Access.objects.create(session=session, device=device, **copy["access"])
    return session


def _put_sitters(session: Session, copy: dict[str, Any], seated: Sequence[Player]) -> None:
    """Who has sat there; those who sit there now are the players of the seats."""
    sitter_rows = copy.get("sitters", ())
    if not sitter_rows:
        return
    now = seatings(len(seated), [hand["outcome"] for hand in copy["hands"]])[-1]
    people = dict(zip(now, seated, strict=True))
    gone = {row["number"]: Player(name=row["name"]) for row in sitter_rows if row["number"] not in people}
    Player.objects.bulk_create(gone.values())
    people |= gone
    Sitter.objects.bulk_create(
        Sitter(session=session, number=row["number"], player=people[row["number"]]) for row in sitter_rows
    )


def _row(row: Model) -> dict[str, Any]:
    fields = (field for field in row._meta.concrete_fields if not field.is_relation)
    return {field.name: getattr(row, field.name) for field in fields if field.name not in LEFT_OUT}


def _made(model: type[Model], values: dict[str, Any], **related: Model) -> Any:
    fields = {field.name: field for field in model._meta.concrete_fields if not field.is_relation}
    return model(
        **{name: fields[name].to_python(value) for name, value in values.items() if name in fields}, **related
    )


def unsent_changes(access: Access, base: dict[str, Any], opened_here: bool) -> dict[str, Any]:
    """What the server does not have.

    `waiting`, the hands in order: each has its number, outcome and result, the key of what last wrote it and
    `earlier` ones of its place, the `moves` made before it, when it was entered (at), and in words what
    happened (words) and who got or paid how much (points). `rest` is what is to be said after the hands;
    `opened`, a session that was opened here.
    """
    session = access.session
    unsent, sat = unsent_hands(access, base), Seating(session)
    hands = [
        {
            "number": hand.number,
            "key": unsent.hand_keys[hand.number - unsent.hands_at_copy - 1].hex,
            "earlier": unsent.other_submission_keys(hand.number),
            "moves": unsent.moves_before_hand(hand.number),
            "outcome": sat.with_sitter_name(hand.outcome),
            "result": hand.result,
            "at": hand.entered_at.isoformat(),
            **hand_and_points_in_words(session, hand, sat),
        }
        for hand in session.hands.filter(number__gt=base["hands"]).order_by("number")
    ]
    return {
        "waiting": hands,
        "rest": unsent_besides_hands(access, base, unsent),
        **({"opened": opening_data_for_server(session)} if opened_here else {}),
    }


def hand_and_points_in_words(session: Session, hand: Hand, sat: Seating) -> dict[str, str]:
    """What happened in a hand, and what it moved, each in a line."""
    row = hand_row(session, hand, sat)
    moved = [f"{isolated(seat.name)} {signed_points(seat.delta)}" for seat in row.seats if seat.delta]
    return {"words": f"{row.label} · {row.words}", "points": ", ".join(moved)}


def start_page_row(session: Session) -> dict[str, Any]:
    """The table as the start page lists it: game, what is played, each seat's name and points, its end."""
    return {
        "game": said(session.game.name),
        "label": label_in_words(session.game.label(session.table)) if session.started_at else "",
        "seats": [[row.name, points_in_words(row.score)] for row in seat_rows(session)],
        "ended": session.ended_at is not None,
    }


@dataclass
class UnsentHands:
    """Hands that the server has not got yet, after the first `hands_at_copy`.

    `hand_keys` are their keys in order, `keys_by_place` all that a hand had here at its place;
    `moves` are [hands played by then, move].
    """

    hands_at_copy: int
    hand_keys: list[UUID] = field(default_factory=list)
    moves: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    keys_by_place: dict[int, set[UUID]] = field(default_factory=dict)
    _written: list[tuple[UUID, int]] = field(default_factory=list)

    def add_revision(self, revision: Revision, seat: int | None) -> None:
        """One more change made on the phone."""
        at = (revision.hand_number or 0) - self.hands_at_copy - 1
        if revision.action in MOVES:
            # where the game begins is said before the hands that were settled from there
            played = 0 if revision.action in FIRST else len(self._written)
            self.moves.append((self.hands_at_copy + played, _move(revision, seat)))
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
        # a hand moved by others is another submission: the server may have its old key at its old place
        self.hand_keys = [
            key if place == at else uuid5(key, str(at)) for at, (key, place) in enumerate(self._written)
        ]
        for place, key in enumerate(self.hand_keys):
            self.keys_by_place.setdefault(place, set()).add(key)

    def moves_before_hand(self, number: int) -> list[dict[str, Any]]:
        """The moves made when one hand less than `number` had been played."""
        return [move for played, move in self.moves if played == number - 1]

    def other_submission_keys(self, number: int) -> list[str]:
        """Other keys under which hand `number` may have reached the server."""
        place = number - self.hands_at_copy - 1
        return sorted(key.hex for key in self.keys_by_place.get(place, set()) - {self.hand_keys[place]})

    def _shift(self, at: int, by: int) -> None:
        moved = self.hands_at_copy + at + (by < 0)
        self.moves = [
            (
                max(played + by, self.hands_at_copy)
                if played >= moved and move["do"] not in FIRST
                else played,
                move,
            )
            for played, move in self.moves
        ]


def unsent_hands(access: Access, base: dict[str, Any]) -> UnsentHands:
    """What came to the phone's own record since its copy was taken."""
    session = access.session
    version, hands = base.get("from") or (base["version"], base["hands"])
    unsent = UnsentHands(hands)
    if session.started_at is not None and not base.get("started"):
        at = session.started_at.isoformat()
        unsent.moves.append((hands, {"do": BEGIN, "key": uuid5(UUID(int=0), session.code).hex, "at": at}))
    for revision in session.revisions.filter(version__gt=version).order_by("version"):
        unsent.add_revision(revision, access.seat)
    return unsent


def unsent_besides_hands(access: Access, base: dict[str, Any], unsent: UnsentHands) -> dict[str, Any]:
    """What there is to say once every hand is with the server.

    `moves` after the last hand, `hands` as many as there are, `keys` of hands that may be there and were
    taken out here, `notes` of the hand being played and the visitor's `seat`, each only where it changed.
    """
    session = access.session
    number = session.next_row_number
    before = base.get("notes", {}) if number == unsent.hands_at_copy + 1 else {}
    return {
        "hands": number - 1,
        "keys": sorted(
            key.hex for key in set().union(*unsent.keys_by_place.values()) - set(unsent.hand_keys)
        ),
        "moves": unsent.moves_before_hand(number),
        **({"notes": session.pending} if session.pending != before else {}),
        **({"seat": access.seat} if access.seat != base.get("seat") else {}),
    }


def opening_data_for_server(session: Session) -> dict[str, Any]:
    """A session opened on the phone, as the server opens it again."""
    unnamed = unnamed_seats(session)
    return {
        "variant": session.variant,
        "preset": session.preset,
        "rules": session.opened_rules.options_beside_preset(session.game.find_preset(session.preset).rules),
        **({"rotation": session.rotation} if session.rotation else {}),
        "names": [
            "" if seat in unnamed else name for seat, name in enumerate(Seating(session).starting_names)
        ],
        "draw": session.seat_draw,
        "agreeing": session.agreeing,
        "at": session.created_at.isoformat(),
    }


def _move(revision: Revision, seat: int | None) -> dict[str, Any]:
    move = {"do": revision.action, "key": revision.key.hex, "at": revision.made_at.isoformat()}
    after: Any = revision.after
    match revision.action:
        case Action.DICE:
            return {**move, "dice": after}
        case Action.BEGUN:
            return {**move, "start": after}
        case Action.CLOCK:
            return {**move, "clock": after}
        case Action.PAUSE:
            return {**move, "reason": after["reason"]}
        case Action.AGREE:
            return {**move, "hand": revision.hand_number, **after, "behalf": after["seat"] != seat}
    return move
