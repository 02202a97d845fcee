"""Scores from outcomes: a stored session settled again by the engine, from any hand on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mahjongclub.rules.game import RuleError, Standing, TableState
from mahjongclub.rules.on_paper import table_on_paper
from mahjongclub.rules.options import Rules
from mahjongclub.rules.record import PlayedHand, Record, Replay, close_table, settle_hands

from .models import Hand, Session, names_by_seat


def starting_state(session: Session) -> TableState:
    """The table before the first hand; of a game played on paper, which has none, the table at its end."""
    if session.on_paper:
        return table_on_paper(session.game, session.frozen_rules, **session.on_paper)
    dice = tuple(session.dice) if session.dice else None
    return session.game.start(session.frozen_rules, dice)


def settle_outcomes(session: Session, outcomes: Sequence[dict[str, Any]]) -> list[PlayedHand]:
    """Settle hands (as a record writes them) from the start of the session.

    Raises RuleError with the 1-based number of the hand at fault.
    """
    rules = session.frozen_rules
    return list(settle_hands(session.game, rules, starting_state(session), _read(session, rules, outcomes)))


def settle_next(session: Session, outcome: dict[str, Any]) -> PlayedHand:
    """Settle the hand to come on the table as it stands. Raises RuleError."""
    number, rules = session.next_number, session.frozen_rules
    hands = settle_hands(session.game, rules, session.table, _read(session, rules, [outcome], number), number)
    return next(iter(hands))


def state_after(session: Session, hands: Sequence[PlayedHand]) -> TableState:
    """The table after these hands, closed where the players stopped."""
    state = hands[-1].settlement.after if hands else starting_state(session)
    return close_table(session.game, state) if session.closed else state


def standings(session: Session) -> list[Standing]:
    """The ranking of an ended session, by the engine."""
    return session.game.rank(session.frozen_rules, session.table)


def stored_outcomes(session: Session) -> list[dict[str, Any]]:
    """The outcomes as stored, in order. One query."""
    return list(session.hands.order_by("number").values_list("outcome", flat=True))


def game_record(session: Session) -> dict[str, Any]:
    """The session as a game record: what happened, never what was computed."""
    game = session.game
    rules = session.frozen_rules
    preset = game.find_preset(session.preset)
    record: dict[str, Any] = {
        "format": 1,
        "id": session.code,
        "variant": session.variant,
        "preset": session.preset,
        "rules": rules.changed_from(preset.rules),
        "players": names_by_seat(session),
        "hands": [_with_time(hand) for hand in session.hands.order_by("number")],
    }
    if session.dice:
        record["dice"] = session.dice
    if session.started_at:
        record["started"] = session.started_at.isoformat()
    if session.ended_at:
        record["ended"] = session.ended_at.isoformat()
    if session.closed:
        record["closed"] = True
    return record


def replay_of(session: Session) -> Replay:
    """The whole session settled anew, as the command line would."""
    hands = settle_outcomes(session, stored_outcomes(session))
    state = state_after(session, hands)
    rules = session.frozen_rules
    record = Record(
        session.game, session.preset, rules, tuple(names_by_seat(session)), (), session.closed, None
    )
    ranked = tuple(session.game.rank(rules, state)) if state.ended else None
    return Replay(record, tuple(hands), state, ranked)


@dataclass(frozen=True, slots=True)
class HandChange:
    """How one hand reads before and after a correction; None where it is not there."""

    number: int
    label_before: str | None
    label_after: str | None
    scores_before: tuple[int, ...] | None
    scores_after: tuple[int, ...] | None
    edited: bool


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a correction would do: the changed hands and the table after, or the hand it makes impossible."""

    changes: tuple[HandChange, ...] = ()
    state: TableState | None = None
    hands: tuple[PlayedHand, ...] = ()
    fault: RuleError | None = None


def consequence(session: Session, outcomes: Sequence[dict[str, Any]], edited: int) -> Consequence:
    """Settle the session with other outcomes and compare with what is stored; `edited` is the hand touched.

    A hand is compared with itself, also where an insertion or deletion gave it another number; `number` is
    the one it has afterwards, of a deleted hand the one it had. Never raises RuleError: an impossible hand is
    the consequence's `fault`.
    """
    stored = list(session.hands.order_by("number").values_list("result", flat=True))
    try:
        hands = settle_outcomes(session, outcomes)
    except RuleError as fault:
        return Consequence(fault=fault)
    changes = []
    for old, new in _same_hands(len(stored), len(hands), edited):
        number = new or old or 0
        before = stored[old - 1] if old else None
        after = hands[new - 1] if new else None
        scores_after = after.settlement.after.scores if after else None
        scores_before = tuple(before["scores"]) if before else None
        label_before = before["label"] if before else None
        label_after = after.label if after else None
        if number == edited or scores_before != scores_after or label_before != label_after:
            changes.append(
                HandChange(number, label_before, label_after, scores_before, scores_after, number == edited)
            )
    return Consequence(tuple(changes), state_after(session, hands), tuple(hands))


def _same_hands(stored: int, played: int, edited: int) -> list[tuple[int | None, int | None]]:
    """Each hand's number before and after hand `edited` was corrected, inserted or deleted.

    >>> _same_hands(3, 3, 2)
    [(1, 1), (2, 2), (3, 3)]
    >>> _same_hands(3, 2, 2)
    [(1, 1), (2, None), (3, 2)]
    >>> _same_hands(2, 3, 2)
    [(1, 1), (None, 2), (2, 3)]
    """
    before: list[int | None] = list(range(1, stored + 1))
    after: list[int | None] = list(range(1, played + 1))
    if played < stored:
        after.insert(edited - 1, None)
    elif played > stored:
        before.insert(edited - 1, None)
    return list(zip(before, after, strict=True))


def _read(session: Session, rules: Rules, outcomes: Sequence[dict[str, Any]], first: int = 1) -> Any:
    for number, outcome in enumerate(outcomes, start=first):
        try:
            yield session.game.read_outcome(rules, outcome)
        except RuleError as fault:
            raise fault.at_hand(number) from None


def _with_time(hand: Hand) -> dict[str, Any]:
    return {**hand.outcome, "at": hand.entered_at.isoformat()}
