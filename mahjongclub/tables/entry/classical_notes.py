"""What is known of a classical hand before it is settled: dice, who won, the hands counted so far.

In a hand being played this lies in `Session.pending`, so that every phone counts its own hand:
{"dice": [3, 4], "second": [2, 5], "winner": 1, "from": 3, "hands": {"0": {...}}}; "from" is null for a
self-draw, "second" the dominant player's throw, which only tells the breach. In a correction it lies in the
draft, written as the game record writes the hand, with null for a hand not counted yet.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mahjongclub.rules.classical import dominant_wind
from mahjongclub.rules.classical_hand import check_loser, check_winner, read_hand, write_hand
from mahjongclub.rules.game import RuleError, TableState, Text
from mahjongclub.rules.reading import Reader

from ..models import Session
from ..recording import Stale
from .classical_draft import Counting, Seen
from .place import BadDraft, Draft, read_draft

SEATS = 4
Dice = tuple[int, int]
_chance = random.SystemRandom()


@dataclass(frozen=True)
class Won:
    """A hand that was won: `source` is the discarder, None for a self-draw; `hands` by seat, None yet."""

    winner: int
    source: int | None
    dice: Dice | None
    hands: tuple[Draft | None, ...] = (None,) * SEATS

    @classmethod
    def from_notes(cls, pending: Mapping[str, Any]) -> Won | None:
        """What the notes tell; None while nobody has won."""
        if "winner" not in pending:
            return None
        hands = pending.get("hands", {})
        return cls(
            pending["winner"],
            pending.get("from"),
            noted_dice(pending),
            tuple(hands.get(str(seat)) for seat in range(SEATS)),
        )

    @property
    def self_drawn(self) -> bool:
        return self.source is None

    @property
    def complete(self) -> bool:
        """Whether every seat's hand is counted."""
        return all(hand is not None for hand in self.hands)

    def outcome(self) -> Draft:
        """The hand as a game record writes it; as a draft, with null for the hands still to count."""
        written: Draft = {
            "type": "win",
            "winner": self.winner,
            "from": self.source,
            "hands": list(self.hands),
        }
        return written | ({"dice": list(self.dice)} if self.dice else {})

    def with_hand(self, seat: int, hand: Draft) -> Won:
        """With one seat's hand counted."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def won_by(self, winner: int, source: int | None) -> Won:
        """Won by somebody else, or otherwise: the hands stay, but no way to finish that no longer fits."""
        hands = tuple(
            hand if hand is None or (seat == winner and source is None) else _without_feats(hand)
            for seat, hand in enumerate(self.hands)
        )
        return Won(winner, source, self.dice, hands)

    def seen(self, rules: Any, state: TableState, seat: int) -> Seen:
        """What the points of a seat's hand depend on, at a table as the hand begins."""
        return Seen(
            rules,
            wind=state.wind_of(seat),
            dominant=dominant_wind(self.dice) if self.dice else None,
            winner=seat == self.winner,
            self_drawn=self.self_drawn,
        )


def noted_dice(pending: Mapping[str, Any], name: str = "dice") -> Dice | None:
    """A throw of the notes."""
    dice = pending.get(name)
    return (dice[0], dice[1]) if dice else None


def reopen(outcome: Draft) -> Draft:
    """What an undone hand leaves noted: its dice, who won, and every hand as it was counted."""
    notes: Draft = {}
    if outcome.get("dice"):
        notes["dice"] = outcome["dice"]
    if outcome["type"] == "win":
        notes |= {"winner": outcome["winner"], "from": outcome.get("from")}
        notes["hands"] = {str(seat): hand for seat, hand in enumerate(outcome["hands"])}
    return notes


def during(session: Session, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes after a form: "note" is dice, second, winner, count or clear. RuleError at what is typed.

    A count sets one seat's hand and never asks what other phones did meanwhile; everything else does.
    """
    note = form.get("note", "")
    if note == "count":
        return _note_count(session, pending, form)
    if form.get("version") != str(session.version):
        raise Stale(session)
    if note == "dice":
        thrown = _throw(form)
        kept = {key: value for key, value in pending.items() if key != "second"}
        rolled = {"second": list(_roll())} if "roll" in form else {}
        return {**kept, "dice": list(thrown), **rolled}
    if note == "second" and pending.get("dice"):
        return {**pending, "second": list(_throw(form))}
    if note == "winner":
        return _note_winner(pending, form)
    if note == "clear":
        return {key: value for key, value in pending.items() if key in ("dice", "second")}
    raise BadDraft("unknown note")


def note_draft(form: Mapping[str, str]) -> Draft:
    """The step of a form that was refused, with what was typed in it."""
    note = form.get("note", "")
    if note == "count":
        counting = _counting(form)
        points = form.get("points")
        return {"counting": (counting if points is None else replace(counting, points=points)).written()}
    if note == "winner":
        typed = {name: form.get(name, "")[:1] for name in ("one", "two")}
        return {"type": "win", "winner": _seat(form, "winner"), "from": _source(form), "typed": typed}
    if note in ("dice", "second"):
        return {"throw": {"of": note}}
    return {}


def typed_points(text: str) -> Draft:
    """A hand counted by the players, from the points as typed; RuleError where they are none."""
    digits = "".join(text.split())
    if not (digits.isascii() and digits.isdigit()):
        raise RuleError(
            "not_points",
            "points",
            Text(
                "Type the points of the hand as a whole number, such as 68.",
                "Tapez les points de la main en nombre entier, par exemple 68.",
            ),
        )
    return write_hand(read_hand(Reader({"points": int(digits)})))


def check_hand(won: Won, state: TableState, seat: int, hand: Draft) -> None:
    """RuleError where the seat cannot have this hand."""
    counted = read_hand(Reader(hand, f"hands.{seat}"))
    if seat == won.winner:
        check_winner(counted, f"hands.{seat}", self_drawn=won.self_drawn, is_east=seat == state.dealer)
    else:
        check_loser(counted, f"hands.{seat}")


def _note_count(session: Session, pending: Draft, form: Mapping[str, str]) -> Draft:
    won = Won.from_notes(pending)
    if won is None:
        raise Stale(session)
    counting = _counting(form)
    if "points" in form:
        hand = typed_points(form["points"])
    else:
        seen = won.seen(session.frozen_rules, session.table, counting.seat)
        hand = write_hand(counting.hand(seen))
    check_hand(won, session.table, counting.seat, hand)
    return {**pending, "hands": {**pending.get("hands", {}), str(counting.seat): hand}}


def _note_winner(pending: Draft, form: Mapping[str, str]) -> Draft:
    winner, source = _seat(form, "winner"), _source(form)
    if winner == source:
        raise BadDraft("nobody wins on the own discard")
    dice = noted_dice(pending)
    if form.get("one") or form.get("two"):
        dice = _throw(form)
    before = Won.from_notes(pending) or Won(winner, source, dice)
    after = replace(before, dice=dice).won_by(winner, source)
    notes = {**pending, "winner": winner, "from": source}
    notes["hands"] = {str(seat): hand for seat, hand in enumerate(after.hands) if hand is not None}
    return notes | ({"dice": list(dice)} if dice else {})


def _counting(form: Mapping[str, str]) -> Counting:
    return Counting.read(read_draft(form.get("counting", "")))


def _throw(form: Mapping[str, str]) -> Dice:
    if "roll" in form:
        return _roll()
    faces = {str(face): face for face in range(1, 7)}
    one, two = faces.get(form.get("one", "")), faces.get(form.get("two", ""))
    if one is None or two is None:
        raise RuleError(
            "not_dice",
            "dice",
            Text("Tap what each of the two dice shows.", "Touchez ce que montre chacun des deux dés."),
        )
    return one, two


def _roll() -> Dice:
    return _chance.randint(1, 6), _chance.randint(1, 6)


def _seat(form: Mapping[str, str], name: str) -> int:
    seats: Sequence[str] = [str(seat) for seat in range(SEATS)]
    if form.get(name, "") not in seats:
        raise BadDraft("no such seat")
    return int(form[name])


def _source(form: Mapping[str, str]) -> int | None:
    return None if form.get("from", "") == "wall" else _seat(form, "from")


def _without_feats(hand: Draft) -> Draft:
    return {key: value for key, value in hand.items() if key != "by"}
