"""What is known of a classical hand before it is settled: dice, who won, the hands counted so far.

In a hand being played this lies in `TableSession.pending`, so that every phone counts its own hand:
{"dice": [3, 4], "second": [2, 5], "winner": 1, "from": 3, "hands": {"0": {...}}}; "from" is null for a
self-draw, "winner" for a draw whose hands are counted, "second" the dominant player's throw, which only tells
the breach. In a correction it lies in the draft, written as the game record writes the hand, with null for a
hand not counted yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mahjongclub.games.kit.points_typed import read_points
from mahjongclub.rules.classical.hand import (
    LONGEST_SPECIAL,
    check_losing_hand,
    check_winning_hand,
    hand_to_json,
    may_count_as_dealt,
    read_hand,
)
from mahjongclub.rules.classical.settle import counting_wind, jokers_in_play
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.words import Text

from ..kit.context import BadDraft, Draft, StalePage, TableSession, decode_draft, without
from ..kit.controls import noted_dice, require_posted_dice, roll_dice
from .draft import SEATS, CountingContext, HandDraft, count_fingerprint

Dice = tuple[int, int]


@dataclass(frozen=True)
class NotedWin:
    """A hand that is counted: `source` is the discarder, None for a self-draw; `hands` by seat, None yet.

    `winner` is None where nobody won and the hands of a draw are counted.
    """

    winner: int | None
    source: int | None
    dice: Dice | None
    hands: tuple[Draft | None, ...] = (None,) * SEATS

    @classmethod
    def from_notes(cls, pending: Mapping[str, Any], seats: int = SEATS) -> NotedWin | None:
        """What the notes tell; None while nothing is to be counted."""
        if "winner" not in pending:
            return None
        hands = pending.get("hands", {})
        return cls(
            pending["winner"],
            pending.get("from"),
            noted_dice(pending),
            tuple(hands.get(str(seat)) for seat in range(seats)),
        )

    @property
    def self_drawn(self) -> bool:
        return self.winner is not None and self.source is None

    @property
    def is_complete(self) -> bool:
        """Whether every seat's hand is counted."""
        return all(hand is not None for hand in self.hands)

    def outcome(self) -> Draft:
        """The hand as a game record writes it; as a draft, with null for the hands still to count."""
        draft: Draft = {"type": "draw"}
        if self.winner is not None:
            draft = {"type": "win", "winner": self.winner, "from": self.source}
        draft["hands"] = list(self.hands)
        return draft | ({"dice": list(self.dice)} if self.dice else {})

    def with_hand(self, seat: int, hand: Draft) -> NotedWin:
        """With one seat's hand counted."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def with_winner(
        self, winner: int | None, source: int | None, rules: Any = None, east: int | None = None
    ) -> NotedWin:
        """Won by somebody else, or otherwise: the hands stay, but no way to finish that no longer fits.

        `rules` and `east` tell whether such a win may count as dealt.
        """
        changed = NotedWin(winner, source, self.dice, self.hands)
        dealt = winner is not None and east is not None and may_count_as_dealt(rules, winner, source, east)

        def fitting(seat: int, hand: Draft | None) -> Draft | None:
            if hand is None:
                return None
            seen = CountingContext(
                rules, "", None, winner=seat == winner, self_drawn=changed.self_drawn, dealt=dealt
            )
            by = hand.get("by")
            if isinstance(by, list | tuple):  # else the engine says what is wrong with it
                by = [feat for feat in by if feat in seen.allowed_feats]
            fits = without(hand, "by", "fishing")
            if hand.get("special") and seat != winner and "points" not in hand:
                fits["fishing"] = True
            return fits | ({"by": by} if by else {})

        return replace(changed, hands=tuple(fitting(seat, hand) for seat, hand in enumerate(self.hands)))

    def counting_context(self, rules: Any, state: TableState, seat: int) -> CountingContext:
        """What the points of a seat's hand depend on, at a table as the hand begins."""
        return CountingContext(
            rules,
            wind=state.wind_of(seat),
            dominant=counting_wind(rules, state, self.dice),
            winner=seat == self.winner,
            self_drawn=self.self_drawn,
            dealt=self.winner is not None
            and may_count_as_dealt(rules, self.winner, self.source, state.dealer),
            jokers=jokers_in_play(rules, state),
        )


def notes_after_undo(outcome: Draft) -> Draft:
    """What an undone hand leaves noted: its dice, who won, and every hand as it was counted."""
    notes: Draft = {}
    if outcome.get("dice"):
        notes["dice"] = outcome["dice"]
    if outcome.get("hands"):
        notes |= {"winner": outcome.get("winner"), "from": outcome.get("from")}
        notes["hands"] = {str(seat): hand for seat, hand in enumerate(outcome["hands"])}
    return notes


def hand_of_notes(notes: Draft) -> Draft:
    """What the notes hold of the hand so far, as a record writes it; they have the hands by seat."""
    won = NotedWin.from_notes(notes)
    return won.outcome() if won else {"dice": notes.get("dice")}


def changed_notes(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes after a form: "note" is dice, second, winner, count or clear. RuleError at what is typed.

    A count sets one seat's hand and never asks what other phones did meanwhile with the others' hands;
    everything else does.
    """
    note = form.get("note", "")
    if note == "count":
        return _note_count(session, pending, form)
    if form.get("version") != str(session.version):
        raise StalePage(session)
    if note == "dice":
        thrown = _throw(form)
        notes = without(pending, "second")
        rolled = {"second": list(roll_dice())} if "roll" in form else {}
        return {**notes, "dice": list(thrown), **rolled}
    if note == "second" and pending.get("dice"):
        return {**pending, "second": list(_throw(form))}
    if note == "winner":
        return _note_winner(session, pending, form)
    if note == "clear":
        return {key: value for key, value in pending.items() if key in ("dice", "second")}
    raise BadDraft("unknown note")


def draft_of_refused_note(form: Mapping[str, str]) -> Draft:
    """The step of a form that was refused, with what was typed in it."""
    note = form.get("note", "")
    if note == "count":
        counting = _counting(form)
        if "points" in form:
            special = form.get("special", "")[:LONGEST_SPECIAL]
            counting = replace(counting, points=form["points"], special=special)
        return {"counting": counting.to_draft()}
    if note == "winner":
        typed = {name: form.get(name, "")[:1] for name in ("one", "two")}
        winner = _winner(form)
        if winner is None:
            return {"type": "draw", "typed": typed}
        return {"type": "win", "winner": winner, "from": _source(form), "typed": typed}
    if note in ("dice", "second"):
        return {"throw": {"of": note}}
    return {}


def hand_from_typed_points(text: str, special: str = "") -> Draft:
    """A hand counted by the players, from the points as typed; RuleError where they are none.

    `special` is what they call it, "" for an ordinary one.
    """
    points = read_points(text)
    if points is None or points < 0:
        raise RuleError(
            "not_points", "points", Text("Type the points of the hand as a whole number, such as 68.")
        )
    return hand_to_json(read_hand(Reader({"points": points, "special": special or None})))


def check_hand(rules: Any, won: NotedWin, state: TableState, seat: int, hand: Draft) -> None:
    """RuleError where the seat cannot have this hand."""
    counted = read_hand(Reader(hand, f"hands.{seat}"))
    if seat == won.winner:
        check_winning_hand(rules, counted, f"hands.{seat}", winner=seat, source=won.source, east=state.dealer)
    else:
        check_losing_hand(rules, counted, f"hands.{seat}")


def _note_count(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    won = NotedWin.from_notes(pending, session.table.seats)
    if won is None:
        raise StalePage(session)
    counting = _counting(form)
    if counting.seat >= session.table.seats:
        raise BadDraft("no such seat")
    if "points" in form:
        hand = hand_from_typed_points(form["points"], form.get("special", ""))
    else:
        seen = won.counting_context(session.current_rules, session.table, counting.seat)
        hand = hand_to_json(counting.to_counted_hand(seen))
    check_hand(session.current_rules, won, session.table, counting.seat, hand)
    noted = won.hands[counting.seat]
    if noted not in (None, hand) and count_fingerprint(noted) != counting.over:
        raise RuleError(
            "counted_meanwhile",
            f"hands.{counting.seat}",
            Text("Another phone has counted this hand meanwhile."),
        )
    return {**pending, "hands": {**pending.get("hands", {}), str(counting.seat): hand}}


def _note_winner(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    winner, source = _winner(form), _source(form)
    if winner is not None and winner == source:
        raise BadDraft("nobody wins on the own discard")
    dice = noted_dice(pending)
    if form.get("one") or form.get("two"):
        dice = _throw(form)
    seats = session.table.seats
    if not all(seat is None or seat < seats for seat in (winner, source)):
        raise BadDraft("no such seat")
    before = NotedWin.from_notes(pending, seats) or NotedWin(winner, source, dice, (None,) * seats)
    rules, east = session.current_rules, session.table.dealer
    if winner is None and not rules.draw_counts:
        raise BadDraft("a draw is not counted")
    after = replace(before, dice=dice).with_winner(winner, source, rules, east)
    notes = {**pending, "winner": winner, "from": source}
    notes["hands"] = {str(seat): hand for seat, hand in enumerate(after.hands) if hand is not None}
    return notes | ({"dice": list(dice)} if dice else {})


def _winner(form: Mapping[str, str]) -> int | None:
    """Who won, None for a draw whose hands are counted."""
    return None if form.get("winner", "") == "nobody" else _seat(form, "winner")


def _counting(form: Mapping[str, str]) -> HandDraft:
    return HandDraft.from_data(decode_draft(form.get("counting", "")))


def _throw(form: Mapping[str, str]) -> Dice:
    if "roll" in form:
        return roll_dice()
    return require_posted_dice(form, "one", "two", Text("Tap what each of the two dice shows."))


def _seat(form: Mapping[str, str], name: str) -> int:
    seats: Sequence[str] = [str(seat) for seat in range(SEATS)]
    if form.get(name, "") not in seats:
        raise BadDraft("no such seat")
    return int(form[name])


def _source(form: Mapping[str, str]) -> int | None:
    return None if form.get("from", "") == "wall" else _seat(form, "from")


def read_notes(rules: Any, reader: Reader, table: TableState | None) -> Draft:
    """The dice, who won and the hands counted so far; RuleError for what cannot be."""
    notes: Draft = {}
    for name in ("dice", "second"):
        if thrown := reader.dice(name):
            notes[name] = list(thrown)
    counted = reader.object("hands") if reader.has("hands") else Reader({})
    reader.value("hands")
    if not reader.has("winner") and not ("winner" in reader.data and rules.draw_counts):
        reader.value("winner")
        _nothing_else(reader, "from", "hands")
        return notes
    notes |= {
        "winner": reader.optional_seat("winner", rules.seats),
        "from": reader.optional_whole("from", 0, rules.seats - 1),
    }
    if notes["winner"] is not None and notes["winner"] == notes["from"]:
        raise reader.rule_error("own_discard", "from", Text("Nobody wins on their own discard."))
    won = NotedWin.from_notes(notes, rules.seats)
    assert won is not None
    hands: Draft = {}
    for seat in range(rules.seats):
        if counted.has(str(seat)):
            hand = hand_to_json(read_hand(counted.object(str(seat))))
            if table:
                check_hand(rules, won, table, seat, hand)
            hands[str(seat)] = hand
    counted.check_all_read()
    return {**notes, "hands": hands}


def _nothing_else(reader: Reader, *names: str) -> None:
    for name in names:
        if reader.has(name):
            raise reader.rule_error("nobody_won", name, Text("Nobody has won yet."))
        reader.value(name)
