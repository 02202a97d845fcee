"""What was corrected in results after their round or evening was over: the list of organisers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import F, QuerySet

from mahjongclub.clubs.models import Device
from mahjongclub.clubs.people.models import KnownDevice
from mahjongclub.games.kit.wording import fault_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.access import must_have_room
from mahjongclub.tables.club_games import played_on, table_numbers
from mahjongclub.tables.models import LateHand, Revision, Session
from mahjongclub.tables.queueing import TOUCHING
from mahjongclub.tables.replaying import settle_before_end
from mahjongclub.tables.sitters import Seating

#: what changes a result
CORRECTING = (*TOUCHING, Revision.Action.RESULT)
MOST_ROWS = 200


def corrected_rows(sessions: QuerySet[Session]) -> list[dict[str, Any]]:
    """Each change of these sessions since their phones write no more, the newest first.

    `at`, `what`, `hand` (its number or None), `by` (names of accounts), `session`, `table`, `names`, `date`.
    """
    changes = Revision.objects.filter(
        session__in=sessions.order_by().values("pk"),
        action__in=CORRECTING,
        made_at__gte=F("session__phones_until"),
    )
    found = list(changes.select_related("session__evening").order_by("-made_at", "-pk")[:MOST_ROWS])
    known = _accounts_of({one.made_by_id for one in found if one.made_by_id is not None})
    numbers = _numbers([one.session for one in found])
    return [
        {
            "at": one.made_at,
            "what": Revision.Action(one.action).label,
            "hand": one.hand_number,
            "by": known.get(one.made_by_id or 0, ""),
            "session": one.session,
            "table": numbers.get(one.session_id),
            "names": Seating(one.session).now,
            "date": played_on(one.session),
        }
        for one in found
    ]


def late_rows(sessions: QuerySet[Session]) -> list[dict[str, Any]]:
    """The hands of these sessions that came too late and wait for an organiser, each in words.

    `fault` says why one cannot follow the last hand of its table, "" where it can; `there` is the hand
    recorded under the same number, in words, "" where there is none.
    """
    waiting = LateHand.objects.filter(session__in=sessions.order_by().values("pk"), left_out_at=None)
    found = list(waiting.select_related("session__evening")[:MOST_ROWS])
    numbers = _numbers([one.session for one in found])
    rows = []
    for one in found:
        session, sat = one.session, Seating(one.session)
        words = game_of(session).record_in_words(session.frozen_rules, one.outcome, sat.players)
        rows.append(
            {
                "late": one,
                "words": words,
                "fault": _fault_of(one, sat.players),
                "there": _recorded_instead(one, sat.players),
                "session": session,
                "table": numbers.get(session.pk),
                "names": sat.now,
                "date": played_on(session),
            }
        )
    return rows


def _fault_of(late: LateHand, names: Sequence[str]) -> str:
    try:
        must_have_room(late.session)
        settle_before_end(late.session, late.outcome)
    except RuleError as fault:
        return fault_in_words(fault, names)
    return ""


def _recorded_instead(late: LateHand, names: Sequence[str]) -> str:
    session = late.session
    recorded = session.hands.filter(number=late.number).values_list("outcome", flat=True).first()
    if recorded is None or is_entry(recorded):
        return ""
    return game_of(session).record_in_words(session.frozen_rules, recorded, names)


def _numbers(sessions: Collection[Session]) -> dict[int, int]:
    club = next((one.club for one in sessions if one.club is not None), None)
    return table_numbers(club, list(sessions)) if club is not None else {}


def _accounts_of(devices: Collection[int]) -> dict[int, str]:
    """The accounts that have signed in on these devices, by device."""
    found: dict[int, list[str]] = {}
    known = KnownDevice.objects.filter(device__in=Device.objects.filter(pk__in=devices))
    for device, name in known.order_by("pk").values_list("device", "account__username"):
        found.setdefault(device, []).append(name)
    return {device: ", ".join(dict.fromkeys(names)) for device, names in found.items()}
