"""Scores from outcomes: a session settled again from any hand on; only what differs is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db import connection
from django.utils import timezone

from mahjongclub.clubs.models import Device
from mahjongclub.rules.beginning import state_at_start, stored_start
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError, Standing, TableState
from mahjongclub.rules.kit.netting import fewest_still_due
from mahjongclub.rules.kit.sticks import sticks_out
from mahjongclub.rules.on_paper import ended_table_on_paper
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.record import PlayedHand, close_table, settle_hands, settle_recorded
from mahjongclub.rules.rotation import unrotated
from mahjongclub.rules.words import SeatText, Text

from .models import Hand, Revision, Seat, Session
from .payments import stored_transfers, to_pay_after_change, transfers_between_players
from .sitters import KIND, Seating, save_sitters, seatings


def starting_state(session: Session) -> TableState:
    """The table before the first hand."""
    game, rules = session.game, session.opened_rules
    dice = tuple(session.dice) if session.dice else None
    return state_at_start(game, rules, dice, stored_start(game, rules, session.begun))


def settle_outcomes(session: Session, outcomes: Sequence[dict[str, Any]]) -> list[PlayedHand]:
    """Settle hands (as a record writes them) from the start of the session.

    Raises RuleError with the 1-based number of the hand at fault.
    """
    played = list(settle_recorded(session.game, session.opened_rules, starting_state(session), outcomes))
    seatings(session.game.players, outcomes)
    return played


def rules_before(session: Session, outcomes: Sequence[dict[str, Any]], number: int) -> GameRules:
    """The rules by which hand `number` of these is played."""
    changes = [outcome["rules"] for outcome in outcomes[: number - 1] if outcome.get("type") == "rules"]
    return reduce(lambda rules, options: rules.with_options(options), changes, session.opened_rules)


def settle_next(session: Session, outcome: dict[str, Any]) -> PlayedHand:
    """Settle the hand to come on the table as it stands. Raises RuleError."""
    number, rules = session.next_row_number, session.current_rules
    read = read_new(session, number, outcome)
    return next(iter(settle_hands(session.game, rules, session.table, [read], number)))


def settle_after_end(session: Session, outcome: dict[str, Any]) -> PlayedHand:
    """Settle a hand after the last one of a table that was closed.

    RuleError, also where the hands themselves had ended the game.
    """
    read_new(session, session.next_row_number, outcome)
    return settle_outcomes(session, [*stored_outcomes(session), outcome])[-1]


def read_new(session: Session, number: int, outcome: dict[str, Any], rules: GameRules | None = None) -> Any:
    """A hand that comes in or changes, as the engine's outcome. Raises RuleError at hand `number`.

    By the rules of the hand to come, unless others are given.
    """
    try:
        return session.game.read_new_hand(rules or session.current_rules, outcome)
    except RuleError as fault:
        raise fault.at_hand(number) from None


def state_after(session: Session, hands: Sequence[PlayedHand]) -> TableState:
    """The table after these hands, closed where the players stopped, with the final points of the paper."""
    state = session.game.table_after(hands[-1]) if hands else starting_state(session)
    if session.on_paper:
        return state_with_paper_result(session, state)
    return close_table(session.game, state) if session.closed else state


def state_with_paper_result(session: Session, state: TableState) -> TableState:
    """The table at its end as the paper says it, whatever the hands came to."""
    result = session.on_paper or {}
    return ended_table_on_paper(session.game, session.opened_rules, **result, state_after_hands=state)


def standings(session: Session) -> list[Standing]:
    """The ranking of an ended session, by the engine."""
    return session.game.standings(session.current_rules, session.table)


def stored_outcomes(session: Session) -> list[dict[str, Any]]:
    """The outcomes as stored, in order. One query."""
    return list(session.hands.order_by("number").values_list("outcome", flat=True))


def game_record(session: Session) -> dict[str, Any]:
    """The session as a game record: what happened, never what was computed."""
    game = session.game
    rules = session.opened_rules
    preset, sat = game.find_preset(session.preset), Seating(session)
    record: dict[str, Any] = {
        "format": 1,
        "id": session.code,
        "variant": session.variant,
        "preset": session.preset,
        "rules": rules.options_beside_preset(preset.rules),
        "players": sat.starting_names,
        "hands": [
            {**sat.with_sitter_name(hand.outcome), "at": hand.entered_at.isoformat()}
            for hand in session.hands.order_by("number")
        ],
    }
    if session.rotation:
        record["rotation"] = session.rotation
    if session.begun:
        record["start"] = session.begun
    if session.dice:
        record["dice"] = session.dice
    if session.started_at:
        record["started"] = session.started_at.isoformat()
    if session.ended_at:
        record["ended"] = session.ended_at.isoformat()
    if session.closed:
        record["closed"] = True
    return record


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that a correction changes: its label, and points by player, before and after.

    They are None where the hand is not there. `edited` says that it is the corrected hand itself.
    """

    number: int
    edited: bool
    label_before: str | None
    label_after: str | None
    scores_before: Sequence[int] | None
    scores_after: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a correction would do: the changed hands and the table after, or the hand it makes impossible."""

    changes: tuple[HandChange, ...] = ()
    state: TableState | None = None
    fault: RuleError | None = None


def consequence(session: Session, outcomes: Sequence[dict[str, Any]], edited: int) -> Consequence:
    """Return what other outcomes would change of what is stored; `edited` is the hand touched. No write.

    A hand is compared with itself, also where an insertion or deletion gave it another number; `number` is
    the one it has afterwards, of a deleted hand the one it had. Never raises RuleError: an impossible hand is
    the consequence's `fault`.
    """
    stored = list(session.hands.order_by("number").values_list("result", flat=True))
    try:
        hands = settle_outcomes(session, outcomes)
    except RuleError as fault:
        numbers = {new: old for old, new in _same_hands(len(stored), len(outcomes), edited)}
        row = numbers.get(fault.hand)
        rows = stored_outcomes(session)[:row] if row else outcomes[: fault.hand]
        # players count hands, and no adjustments
        number = sum(not is_entry(outcome) for outcome in rows)
        fault.hand = None if is_entry(rows[-1]) else number
        if fault.code == "session_ended":
            fault.text.values = {"number": fault.hand or number + 1}
        return Consequence(fault=fault)
    changes = []
    for old, new in _same_hands(len(stored), len(hands), edited):
        number = new or old or 0
        before = stored[old - 1] if old else None
        after = hands[new - 1] if new else None
        change = HandChange(
            number=number,
            edited=number == edited,
            label_before=before["label"] if before else None,
            label_after=after.label if after else None,
            scores_before=values_by_player(before) if before else None,
            scores_after=unrotated(after.settlement.after).scores if after else None,
        )
        same = change.label_before == change.label_after and change.scores_before == change.scores_after
        if number == edited or not same:
            changes.append(change)
    return Consequence(tuple(changes), state_after(session, hands))


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


# In plain SQL, for one runs with every hand and the other with each hand after a corrected one: the ORM takes
# ten times as long to write them as they take.
SET_RESULT = f"UPDATE {Hand._meta.db_table} SET result = %s WHERE session_id = %s AND number = %s"
SET_SCORE = f"UPDATE {Seat._meta.db_table} SET score = %s WHERE session_id = %s AND number = %s"


@dataclass(frozen=True, slots=True)
class Change:
    """What a change did, as its revision keeps it."""

    action: Revision.Action
    hand_number: int | None = None
    before: Any = None
    after: Any = None


def save_hands(
    session: Session,
    outcomes: Sequence[dict[str, Any]],
    device: Device | None = None,
    change: Change | None = None,
    out: Sequence[int] = (),
    places: Sequence[int] = (),
) -> None:
    """Settle from the first hand, and write the rows that differ from what is stored.

    What a `change` moves is to be paid. `out` are the seats whose sticks lay out before it: one that lies
    out again after an undo need not be handed back first. `places` are the seats to which the players have
    moved with all they paid, where they have.
    """
    played = settle_outcomes(session, outcomes)
    stored = {hand.number: hand for hand in session.hands.all()}
    if change is not None:
        due = (transfer for hand in played for transfer in transfers_between_players(hand))
        paid = (transfer for hand in stored.values() for transfer in stored_transfers(hand.result, places))
        now_out, was_out = ([session.seating[seat] for seat in seats] for seats in (session.riichi_out, out))
        owed = fewest_still_due([*due, *sticks_out(now_out)], [*paid, *sticks_out(was_out)])
        session.to_pay = to_pay_after_change(session, played, owed, change.action, change.hand_number or 0)
    moved = _moved_hands(stored, change)
    now = timezone.now()
    stored_hands, results = [], []
    for hand in played:
        result, outcome = stored_result(hand), canonical_outcome(session, hand)
        old = moved.get(hand.number)
        touched = old is None or old.outcome != outcome
        if old is not None and not touched and stored.get(hand.number) is old:
            if old.result != result:
                results.append((_as_stored(result), session.pk, hand.number))
            continue
        if old is None:
            row = Hand(entered_by=device, entered_at=now)
        else:
            changed_at = now if touched else old.changed_at
            row = Hand(entered_by_id=old.entered_by_id, entered_at=old.entered_at, changed_at=changed_at)
        row.session, row.number, row.outcome, row.result = session, hand.number, outcome, result
        if old is not None and (change is None or not touched):
            row.awaits, row.said = old.awaits, old.said
        else:
            row.awaits, row.said = initial_agreement(session, device)
        stored_hands.append(row)
    Hand.objects.bulk_create(
        stored_hands,
        update_conflicts=True,
        unique_fields=["session", "number"],
        update_fields=["outcome", "result", "entered_by", "entered_at", "changed_at", "awaits", "said"],
    )
    with connection.cursor() as cursor:
        cursor.executemany(SET_RESULT, results)
    session.hands.filter(number__gt=len(played)).delete()
    save_state(session, state_after(session, played))
    if any(
        outcome.get("type") == KIND for outcome in (*outcomes, *(hand.outcome for hand in stored.values()))
    ):
        save_sitters(session, outcomes)


def initial_agreement(session: Session, device: Device | None) -> tuple[bool, dict[str, Any]]:
    """`awaits` and `said` of a hand just entered on `device`: who sits there has agreed by confirming it."""
    if not session.agreeing:
        return False, {}
    access = session.accesses.filter(device=device, seat__isnull=False).first() if device else None
    return True, {str(access.seat): agreement_entry(device)} if access is not None else {}


def agreement_entry(device: Device | None, *, behalf: bool = False, wrong: bool = False) -> dict[str, Any]:
    """What one seat said, and on which phone."""
    word: dict[str, Any] = {"by": device.pk if device else None, "at": timezone.now().isoformat()}
    return {**word, **({"behalf": True} if behalf else {}), **({"wrong": True} if wrong else {})}


def _as_stored(result: dict[str, Any]) -> Any:
    """A result as this database takes it."""
    return Hand._meta.get_field("result").get_db_prep_value(result, connection)


def _moved_hands(stored: dict[int, Hand], change: Change | None) -> dict[int, Hand]:
    """Which stored hand stands at each number after the change: an insertion or deletion shifts the rest."""
    if change is None or change.hand_number is None:
        return stored
    at = change.hand_number
    if change.action == Revision.Action.INSERT:
        return {n + 1 if n >= at else n: hand for n, hand in stored.items()}
    if change.action in (Revision.Action.DELETE, Revision.Action.UNDO):
        return {n - 1 if n > at else n: hand for n, hand in stored.items() if n != at}
    return stored


def save_state(session: Session, state: TableState) -> None:
    """Save the table after the last hand: in the session, and each seat's score."""
    session.state = state.to_json()
    if state.ended and session.ended_at is None:
        session.ended_at = timezone.now()
        session.started_at = session.started_at or session.ended_at
    elif not state.ended:
        session.ended_at = None
    with connection.cursor() as cursor:
        scores = enumerate(unrotated(state).scores)
        cursor.executemany(SET_SCORE, [(score, session.pk, number) for number, score in scores])


def values_by_player(result: Mapping[str, Any], name: str = "scores") -> tuple[int, ...]:
    """What a stored result says of each place (its `scores`, its `deltas`) by the players' numbers."""
    values = result[name]
    players = result.get("sitting") or range(len(values))
    return tuple(number for _player, number in sorted(zip(players, values, strict=True)))


def stored_result(hand: PlayedHand) -> dict[str, Any]:
    """The result as its row keeps it: with what the rules forbid and yet happened, for the log."""
    warnings = [
        {"text": breach.text.to_json(), "seat": getattr(breach.text, "seat", None)}
        for breach in hand.settlement.warnings
    ]
    return {**hand.to_json(), **({"warnings": warnings} if warnings else {})}


def stored_warnings(result: dict[str, Any]) -> list[Text]:
    """What a stored result warns of, as the engine said it."""
    return [
        Text.from_json(warning["text"])
        if warning["seat"] is None
        else SeatText.stored(warning["seat"], warning["text"])
        for warning in result.get("warnings", ())
    ]


def canonical_outcome(session: Session, hand: PlayedHand) -> dict[str, Any]:
    """The outcome as the variant writes it, whatever spelling it came in."""
    return session.game.hand_to_json(hand.outcome)
