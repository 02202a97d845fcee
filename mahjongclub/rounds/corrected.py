"""What was corrected in results after their round or evening was over: the list of organisers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, QuerySet

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.people.models import KnownDevice
from mahjongclub.games.kit.wording import fault_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import check_hand_limit
from mahjongclub.tables.club_games import played_on, table_numbers
from mahjongclub.tables.models import LateHand, Revision, Session
from mahjongclub.tables.queueing import TOUCHING
from mahjongclub.tables.replaying import settle_after_end
from mahjongclub.tables.sitters import Seating
from mahjongclub.tables.views.revisions import action_in_words, revised_hand_numbers

#: what changes a result
CORRECTING = (*TOUCHING, Revision.Action.RESULT)
MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class CorrectedRow:
    """A change of a result after its time: `hand` is a hand's number, `by` the names of accounts.

    `table` is the number of the table in its round or evening, None where it has none.
    """

    at: datetime
    what: str
    hand: int | None
    by: str
    session: Session
    table: int | None
    names: list[str]
    date: date


@dataclass(frozen=True, slots=True)
class LateHandRow:
    """A hand that came too late, in words; it waits for an organiser.

    `fault` says why it cannot follow the last hand of its table, "" where it can; `there` is the hand
    recorded under the same number, in words, "" where there is none.
    """

    late: LateHand
    words: str
    fault: str
    there: str
    session: Session
    table: int | None
    names: list[str]
    date: date


def corrected_rows(sessions: QuerySet[Session]) -> list[CorrectedRow]:
    """Each change of these sessions since their phones write no more, the newest first."""
    changes = Revision.objects.filter(
        session__in=sessions.order_by().values("pk"),
        action__in=CORRECTING,
        made_at__gte=F("session__phones_until"),
    )
    revisions = list(changes.select_related("session__evening").order_by("-made_at", "-pk")[:MOST_ROWS])
    accounts = _accounts_of(
        {revision.made_by_id for revision in revisions if revision.made_by_id is not None}
    )
    sessions_by_id = {revision.session_id: revision.session for revision in revisions}
    numbers = _numbers([*sessions_by_id.values()])
    hands = {pk: revised_hand_numbers(session) for pk, session in sessions_by_id.items()}
    return [
        CorrectedRow(
            at=revision.made_at,
            what=action_in_words(revision.session, revision),
            hand=hands[revision.session_id].get(revision.version),
            by=accounts.get(revision.made_by_id or 0, ""),
            session=revision.session,
            table=numbers.get(revision.session_id),
            names=Seating(revision.session).seat_names,
            date=played_on(revision.session),
        )
        for revision in revisions
    ]


def waiting_late_hand_rows(sessions: QuerySet[Session]) -> list[LateHandRow]:
    """The hands of these sessions that came too late and wait for an organiser."""
    waiting = LateHand.objects.filter(session__in=sessions.order_by().values("pk"), left_out_at=None)
    late_hands = list(waiting.select_related("session__evening")[:MOST_ROWS])
    numbers = _numbers([late_hand.session for late_hand in late_hands])
    rows = []
    for late_hand in late_hands:
        session, sat = late_hand.session, Seating(late_hand.session)
        words = game_of(session).hand_sentence(session.current_rules, late_hand.outcome, sat.players)
        rows.append(
            LateHandRow(
                late=late_hand,
                words=words,
                fault=_fault_of(late_hand, sat.players),
                there=_recorded_instead(late_hand, sat.players),
                session=session,
                table=numbers.get(session.pk),
                names=sat.seat_names,
                date=played_on(session),
            )
        )
    return rows


def _fault_of(late: LateHand, names: Sequence[str]) -> str:
    try:
        check_hand_limit(late.session)
        settle_after_end(late.session, late.outcome)
    except RuleError as fault:
        return fault_in_words(fault, names)
    return ""


def _recorded_instead(late: LateHand, names: Sequence[str]) -> str:
    session = late.session
    recorded = session.hands.filter(number=late.number).values_list("outcome", flat=True).first()
    if recorded is None or is_entry(recorded):
        return ""
    return game_of(session).hand_sentence(session.current_rules, recorded, names)


def _numbers(sessions: Collection[Session]) -> dict[int, int]:
    club = next((session.club for session in sessions if session.club is not None), None)
    return table_numbers(club, list(sessions)) if club is not None else {}


def _accounts_of(devices: Collection[int]) -> dict[int, str]:
    """The accounts that have signed in on these devices, by device."""
    names_by_device: dict[int, list[str]] = {}
    known_devices = KnownDevice.objects.filter(device__in=Device.objects.filter(pk__in=devices))
    for device, name in known_devices.order_by("pk").values_list("device", "account__username"):
        names_by_device.setdefault(device, []).append(name)
    return {device: ", ".join(dict.fromkeys(names)) for device, names in names_by_device.items()}
