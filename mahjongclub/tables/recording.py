"""Every write to a session: one transaction that locks it, refuses what is stale, and settles by the engine.

A change carries the version its phone saw and a key of its own. A repeated key gets the first answer, a stale
version is refused with `StalePage`, an impossible hand with `RuleError`; in neither case is anything written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import OperationalError, transaction
from django.utils import timezone
from prometheus_client import Counter

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.context import StalePage as StalePage
from mahjongclub.rules.beginning import stored_start
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import close_table
from mahjongclub.rules.reseating import reseated, swapped
from mahjongclub.rules.words import Text

from .access import check_hand_limit
from .claiming import move_phones
from .clock import CLOCK_ACTIONS, save_last_hand_at_time_up, shift_last_hand_mark, would_reopen
from .models import Hand, Revision, Seat, Session, Sitter
from .notify import notify_table, results_changed
from .payments import to_pay_after_hand
from .replaying import (
    Change,
    canonical_outcome,
    initial_agreement,
    read_new,
    rules_before,
    save_hands,
    save_state,
    settle_next,
    state_after,
    stored_outcomes,
    stored_result,
)
from .sitters import KIND, outcome_to_store, swap_in_outcome
from .writing import check_director, check_phones_may_close, check_phones_write

Pending = dict[str, Any]

# What the seats say, to each other or to the referee, touches no hand and no score: it overtakes nothing.
WORDS = (
    Revision.Action.AGREE,
    Revision.Action.WITHOUT,
    Revision.Action.AGREEING,
    Revision.Action.REFEREE,
    Revision.Action.SEAT,
)


# Of what is no hand the organiser of a round alone gives points, and says by which rules is played.
DIRECTED = ("adjust", "rules")


class NotAgreed(Exception):
    """Somebody has yet to agree to an earlier hand, and nobody said to go on without."""


@dataclass(frozen=True, slots=True)
class Submission:
    """Who asks for a change, having seen which version, under which key of its own.

    `at` is when it was done, where a phone without network did it earlier than it tells; None for now.
    `account_id` is who is signed in there: their own name is found though it is hidden. Who `directs` (an
    organiser) does what the table's phones may not, or no more.
    """

    key: UUID
    version: int
    device: Device | None
    at: datetime | None = None
    account_id: int | None = None
    directs: bool = False

    @property
    def moment(self) -> datetime:
        """When it was done."""
        return self.at or timezone.now()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The session after an accepted change; `repeated` when this key had been accepted before."""

    session: Session
    repeated: bool = False


def record_hand(
    session_id: int, submission: Submission, outcome: dict[str, Any], *, late: bool = False
) -> Receipt:
    """Settle and store the hand to come, or what is no hand; `late` where a phone kept it without network.

    NotAgreed while somebody has yet to agree to an earlier one.
    """
    if is_entry(outcome):
        return append_entry(session_id, submission, outcome)

    def work(session: Session) -> Change:
        check_hand_limit(session)
        _must_be_agreed(session)
        hand = settle_next(session, outcome)
        awaits, words = initial_agreement(session, submission.device)
        Hand.objects.create(
            session=session,
            number=hand.number,
            outcome=canonical_outcome(session, hand),
            result=stored_result(hand),
            entered_by=submission.device,
            entered_at=submission.moment,
            awaits=awaits,
            said=words,
        )
        # The notes stay with the revision: an undo puts them back on the table.
        noted, session.pending = session.pending, {}
        session.to_pay = to_pay_after_hand(session, hand, late)
        save_state(session, session.game.table_after(hand))
        return Change(Revision.Action.RECORD, hand.number, noted or None)

    receipt = change_session(session_id, submission, work)
    if not receipt.repeated:
        hands_recorded.labels(receipt.session.variant).inc()
    return receipt


def record_after_end(session_id: int, submission: Submission, outcome: dict[str, Any]) -> Receipt:
    """Put a hand that was played before the table was closed after the last one; the table stays closed.

    Of a result typed from paper the points stay. RuleError `session_ended` where the hands themselves ended
    the game. Nobody at the table is asked to agree first: whoever decides has asked the players.
    """

    def work(session: Session) -> Change:
        check_hand_limit(session)
        _check_entry(session, submission, outcome)
        number = session.next_row_number
        read_new(session, number, outcome)
        stored_outcome = _kept(session, submission, number, outcome)
        change = Change(Revision.Action.INSERT, number, None, stored_outcome)
        save_hands(
            session,
            [*stored_outcomes(session), stored_outcome],
            submission.device,
            change,
            session.riichi_out,
        )
        return change

    return change_session(session_id, submission, work)


def correct_hand(session_id: int, submission: Submission, number: int, outcome: dict[str, Any]) -> Receipt:
    """Put another outcome in the place of hand `number` and settle everything from there on."""

    def edit(outcomes: list[dict[str, Any]], stored_outcome: dict[str, Any]) -> Change:
        before = outcomes[number - 1]
        if is_entry(before) != is_entry(stored_outcome):
            raise RuleError("no_such_hand", None, Text("There is no such hand."))
        outcomes[number - 1] = stored_outcome
        return Change(Revision.Action.CORRECT, number, before, stored_outcome)

    return _edit_hands(session_id, submission, number, edit, outcome)


def insert_hand(session_id: int, submission: Submission, number: int, outcome: dict[str, Any]) -> Receipt:
    """Put a forgotten hand before hand `number`."""

    def edit(outcomes: list[dict[str, Any]], stored_outcome: dict[str, Any]) -> Change:
        outcomes.insert(number - 1, stored_outcome)
        return Change(Revision.Action.INSERT, number, None, stored_outcome)

    return _edit_hands(session_id, submission, number, edit, outcome, before=check_hand_limit)


def delete_hand(
    session_id: int,
    submission: Submission,
    number: int,
    notes_after_undo: Callable[[dict[str, Any]], Pending] = lambda outcome: {},
) -> Receipt:
    """Take hand `number` out; of the last this is an undo, `notes_after_undo` what it leaves."""

    def edit(outcomes: list[dict[str, Any]], _kept: dict[str, Any]) -> Change:
        last = number == len(outcomes) and not is_entry(outcomes[-1])
        action = Revision.Action.UNDO if last else Revision.Action.DELETE
        return Change(action, number, outcomes.pop(number - 1), None)

    return _edit_hands(session_id, submission, number, edit, {}, notes_after_undo)


def append_entry(session_id: int, submission: Submission, entry: dict[str, Any]) -> Receipt:
    """Record what is no hand (as a record writes it) after the last one. It touches no note of the next."""

    def work(session: Session) -> Change:
        check_hand_limit(session)
        _check_entry(session, submission, entry)
        _must_be_agreed(session)
        number = session.next_row_number
        read_new(session, number, entry)
        stored_outcome = _kept(session, submission, number, entry)
        change = Change(Revision.Action.INSERT, number, None, stored_outcome)
        outcomes = [*stored_outcomes(session), stored_outcome]
        save_hands(session, outcomes, submission.device, change, session.riichi_out)
        return change

    return change_session(session_id, submission, work)


def swap_seats(
    session_id: int, submission: Submission, seat: int, other: int, *, along: bool = False
) -> Receipt:
    """Let two players change places from the first hand on.

    Outcomes name seats, so that nothing is settled anew; with `along` what each of the two did goes with
    them, and is settled for their new seats. RuleError where a hand cannot be what it was from there.
    Whoever sat down for one of the two did so at the other seat. Their phones go with them.
    """

    def work(session: Session) -> Change:
        seats = {seat.number: seat for seat in session.seats.all()}
        if seat == other or seat not in seats or other not in seats:
            raise RuleError("swap_needs_two_seats", "seats", Text("Choose two different seats."))
        if along and session.rotation:
            raise RuleError(
                "swap_along", None, Text("When players take turns to sit out, only the names change.")
            )
        names = [seat.player_id for seat in seats.values()]
        seats[seat].player_id, seats[other].player_id = seats[other].player_id, seats[seat].player_id
        Seat.objects.bulk_update([seats[seat], seats[other]], ["player"])
        first = {sitter.number: sitter for sitter in session.sitters.filter(number__in=(seat, other))}
        if first:
            first[seat].player_id, first[other].player_id = first[other].player_id, first[seat].player_id
            Sitter.objects.bulk_update(first.values(), ["player"])
        places = swapped(seat, other, session.game.players)
        move_phones(session, places)
        _ask_anew(session)
        action = Revision.Action.MOVE if along else Revision.Action.SWAP
        change = Change(action, None, names, [seats[number].player_id for number in sorted(seats)])
        if first and not along:
            outcomes = [
                swap_in_outcome(outcome, places) if outcome["type"] == KIND else outcome
                for outcome in stored_outcomes(session)
            ]
            save_hands(session, outcomes, submission.device)
        if along:
            outcomes = [swap_in_outcome(outcome, places) for outcome in stored_outcomes(session)]
            out = session.riichi_out
            session.pending = reseated(session.pending, places)
            save_hands(session, outcomes, submission.device, change, [places[seat] for seat in out], places)
        return change

    return change_session(session_id, submission, work)


def change_hand_notes(
    session_id: int,
    submission: Submission,
    hand_number: int,
    change: Callable[[Session, Pending], Pending],
    *,
    commutes: bool = False,
) -> Receipt:
    """Note something of the hand being played before it ends (a riichi stick, a kong, a count).

    `change` gives the new notes from the session and the old ones; it may raise RuleError. No hand is
    recorded and no score stored. A change that `commutes` with those of other phones (it sets something of
    its own) is stale only when hand `hand_number` is over, not when another phone noted something.
    """

    def work(session: Session) -> Change:
        if session.next_row_number != hand_number:
            raise StalePage(session)
        _must_be_open(session)
        before = session.pending
        session.pending = change(session, before)
        return Change(Revision.Action.DURING, hand_number, before, session.pending)

    return change_session(session_id, submission, work, any_version=commutes)


def close_session(session_id: int, submission: Submission) -> Receipt:
    """End the session where it stands, and rank the players."""

    def work(session: Session) -> Change:
        _must_be_open(session)
        check_phones_may_close(session, directs=submission.directs)
        _close(session)
        return Change(Revision.Action.CLOSE)

    return change_session(session_id, submission, work)


def save_dealer_throw(session_id: int, submission: Submission, dice: tuple[int, int]) -> Receipt:
    """Save the throw that names the first dealer, and settle every hand from that dealer on."""

    def work(session: Session) -> Change:
        _must_be_open(session)
        before, session.dice = session.dice, list(dice)
        change = Change(Revision.Action.DICE, None, before, session.dice)
        save_hands(session, stored_outcomes(session), submission.device, change, session.riichi_out)
        return change

    return change_session(session_id, submission, work)


def set_start(session_id: int, submission: Submission, start: dict[str, Any] | None) -> Receipt:
    """Save where the game begins (a record's `start`, None for the beginning), and settle all from there.

    RuleError at its field ("start.scores") for what such a game cannot have, or at an impossible hand.
    """

    def work(session: Session) -> Change:
        check_director(session, directs=submission.directs)
        if session.on_paper:
            raise RuleError("no_hands", None, Text("This result has no hands."))
        beginning = stored_start(session.game, session.opened_rules, start)
        before, session.begun = session.begun, beginning.to_json() or None if beginning is not None else None
        change = Change(Revision.Action.BEGUN, None, before, session.begun)
        save_hands(session, stored_outcomes(session), submission.device, change, session.riichi_out)
        return change

    return change_session(session_id, submission, work)


def change_clock(session_id: int, submission: Submission, work: Callable[[Session], Change]) -> Receipt:
    """Make a change of the session's clock (see `clock_changes`). Never stale: it touches nothing else."""

    def open_session_only(session: Session) -> Change:
        _must_be_open(session)
        return work(session)

    return change_session(session_id, submission, open_session_only, any_version=True)


def change_agreement(session_id: int, submission: Submission, work: Callable[[Session], Change]) -> Receipt:
    """Save what the seats say to a hand (see `agreeing`): stale only where a hand has changed since."""
    return change_session(
        session_id, submission, work, passing=(*WORDS, Revision.Action.DURING, *CLOCK_ACTIONS)
    )


def continue_session(session_id: int, submission: Submission) -> Receipt:
    """Reopen an ended session. The frozen rules change as the variant says; the revision keeps both."""

    def work(session: Session) -> Change:
        check_director(session, directs=submission.directs)
        ended = session.table.ended
        rules = session.game.continued(session.opened_rules, ended) if ended else None
        if rules is None or session.on_paper:
            raise RuleError("cannot_continue", None, Text("This game cannot be continued."))
        before = {"closed": session.closed, "rules": session.rules}
        session.closed = False
        session.rules = rules.to_json()
        save_hands(session, stored_outcomes(session))
        return Change(Revision.Action.CONTINUE, None, before, {"closed": False, "rules": session.rules})

    return change_session(session_id, submission, work)


def resettle_session(session: Session, *, tell: bool = True) -> None:
    """Write every derived figure of a session again from its outcomes; `tell` has its result followed."""
    with hold_write_lock(), transaction.atomic():
        locked = Session.objects.select_for_update().get(pk=session.pk)
        save_hands(locked, stored_outcomes(locked))
        locked.save()
        if tell:
            results_changed.send(Session, session_ids=[locked.pk])


def change_session(
    session_id: int,
    submission: Submission,
    work: Callable[[Session], Change],
    *,
    any_version: bool = False,
    passing: Collection[str] = WORDS,
) -> Receipt:
    """One change under its key. A key accepted before cannot be written again (`one_change_per_key`), so it
    is looked for only where the change cannot be made: whatever was in its way is then of no account."""
    try:
        with hold_write_lock(), transaction.atomic():
            return _write(_locked(session_id), submission, work, any_version, passing)
    except OperationalError:
        raise  # the database itself is away, and cannot be asked
    except Exception:
        session = _accepted_before(session_id, submission.key)
        if session is None:
            raise
        return Receipt(session, repeated=True)


def _locked(session_id: int) -> Session:
    """The session as it is now, with its clock, and nobody else's to change until the transaction ends."""
    return Session.objects.select_for_update(of=("self",)).select_related("clock").get(pk=session_id)


def _accepted_before(session_id: int, key: UUID) -> Session | None:
    """The session as it is now, where it has a change under this key."""
    return Session.objects.filter(pk=session_id, revisions__key=key).first()


def _write(
    session: Session,
    submission: Submission,
    work: Callable[[Session], Change],
    any_version: bool,
    passing: Collection[str],
) -> Receipt:
    check_phones_write(session, directs=submission.directs)
    if not any_version and _overtaken(session, submission.version, passing):
        raise StalePage(session)
    had_ended = session.ended_at is not None
    save_last_hand_at_time_up(session, submission.at)
    change = work(session)
    if shift_last_hand_mark(session, change.action, change.hand_number):
        _close(session)
    session.version += 1
    session.save_play()
    Revision.objects.create(
        session=session,
        key=submission.key,
        version=session.version,
        action=change.action,
        hand_number=change.hand_number,
        before=change.before,
        after=change.after,
        made_by=submission.device,
        made_at=submission.moment,
    )
    if had_ended or session.ended_at is not None:
        results_changed.send(Session, session_ids=[session.pk])
    transaction.on_commit(lambda: notify_table(session))
    return Receipt(session)


def _overtaken(session: Session, version: int, passing: Collection[str]) -> bool:
    """Whether more has happened since `version` than actions in `passing`."""
    if version == session.version:
        return False
    since = session.revisions.filter(version__gt=version, action__in=passing)
    return since.count() != session.version - version


def _edit_hands(
    session_id: int,
    submission: Submission,
    number: int,
    edit: Callable[[list[dict[str, Any]], dict[str, Any]], Change],
    outcome: dict[str, Any],
    notes_after_undo: Callable[[dict[str, Any]], Pending] = lambda outcome: {},
    before: Callable[[Session], None] = lambda session: None,
) -> Receipt:
    def work(session: Session) -> Change:
        before(session)
        outcomes = stored_outcomes(session)
        if not 1 <= number <= len(outcomes):
            raise RuleError("no_such_hand", None, Text("There is no such hand."))
        if outcome:
            read_new(session, number, outcome, rules_before(session, outcomes, number))
        change = edit(outcomes, _kept(session, submission, number, outcome))
        _check_entry(session, submission, change.before)
        _check_entry(session, submission, change.after)
        if change.action == Revision.Action.UNDO and would_reopen(session, number):
            session.closed = False
        out = session.riichi_out
        if change.action == Revision.Action.UNDO:
            # The hand is on the table again, and so is what was known of it before it ended.
            session.pending = {**_notes_at_its_end(session, number), **notes_after_undo(change.before)}
        save_hands(session, outcomes, submission.device, change, out)
        return change

    return change_session(session_id, submission, work)


def _check_entry(session: Session, submission: Submission, row: dict[str, Any] | None) -> None:
    """OrganisersDecide for points given and other rules at a table of a round."""
    if row and row.get("type") in DIRECTED:
        check_director(session, directs=submission.directs)


def _kept(session: Session, submission: Submission, number: int, outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome as the session keeps it: who sits down by their number. RuleError at hand `number`."""
    try:
        return outcome_to_store(session, outcome, submission.device, submission.account_id)
    except RuleError as fault:
        raise fault.at_hand(number) from None


def _notes_at_its_end(session: Session, number: int) -> Pending:
    """What was noted of a hand as it was recorded; nothing where other hands were put in or out since."""
    moves = (Revision.Action.RECORD, Revision.Action.INSERT, Revision.Action.DELETE)
    last = session.revisions.filter(action__in=moves, hand_number__lte=number).order_by("-version").first()
    recorded = last is not None and last.action == Revision.Action.RECORD and last.hand_number == number
    return (last.before or {}) if last is not None and recorded else {}


def _close(session: Session) -> None:
    """Rank now: no further hand is dealt."""
    session.closed = True
    session.pending = {}
    save_state(session, close_table(session.game, session.table))


def _must_be_agreed(session: Session) -> None:
    """Before the next hand is recorded: NotAgreed while a hand waits. No query where nobody asks."""
    if session.agreeing and session.hands.filter(awaits=True).exists():
        raise NotAgreed


def _ask_anew(session: Session) -> None:
    """Two players changed places: nobody has agreed to any hand as it stands now. The last is asked about."""
    if not session.agreeing:
        session.hands.exclude(said={}).update(said={})
        return
    session.hands.update(said={}, awaits=False)
    session.hands.filter(number=session.row_count).update(awaits=True)


def _must_be_open(session: Session) -> None:
    if session.table.ended:
        raise RuleError("session_ended", None, Text("The game has ended."))


def initial_state(session: Session) -> dict[str, Any]:
    """The state of a session that has no hand yet, at its end where it is known from paper."""
    return state_after(session, []).to_json()


hands_recorded = Counter(
    "mahjongclub_hands_recorded", "Hands recorded as they were played, corrections left out.", ["variant"]
)
