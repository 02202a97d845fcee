"""The result of a game played on paper: a session that has ended and has no hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.clubs.naming import name_key, same_name
from mahjongclub.clubs.roster import new_player
from mahjongclub.rules.game import Preset, Variant

from .belonging import Belonging
from .club_games import played_on
from .listeners import results_changed
from .models import Access, HouseRules, Revision, Seat, Session
from .opening import find_player, players_called
from .recording import Receipt, Submission, change_result, first_state
from .replaying import state_after
from .settling import Change, keep_state
from .writing import one_writer


@dataclass(frozen=True, slots=True)
class Correction:
    """What a result is to say instead. `final` as `rules.on_paper` reads it; `day` without an evening."""

    names: Sequence[str]
    final: dict[str, Any]
    evening: Evening | None
    day: date


def keep_result(
    device: Device,
    belonging: Belonging,
    variant: Variant,
    preset: Preset,
    house_rules: HouseRules | None,
    names: list[str],
    final: dict[str, Any],
    day: date,
    players: Sequence[int] = (),
) -> Session:
    """A session ended at noon of its day; it ranks like any other. `final` as `rules.on_paper` reads it.

    `names` find or make the players; `players`, known by their ids, just come.
    """
    with one_writer(), transaction.atomic():
        come = list(players) or players_called(names, device, belonging.club)
        session = write_result(device, belonging, variant, preset, house_rules, come, final, day)
        results_changed([session.pk])
    return session


def write_result(
    device: Device,
    belonging: Belonging,
    variant: Variant,
    preset: Preset,
    house_rules: HouseRules | None,
    players: Sequence[int],
    final: dict[str, Any],
    day: date,
) -> Session:
    """The rows of `keep_result`, for who keeps many: within their transaction, and they say what changed."""
    noon = noon_of(day)
    session = Session(
        variant=variant.key,
        preset=house_rules.preset if house_rules else preset.key,
        house_rules=house_rules,
        rules=preset.rules.to_json(),
        seat_draw={"method": "order", "throws": []},
        opener=device,
        club=belonging.club,
        evening=belonging.evening,
        on_paper=final,
        closed=True,
        started_at=noon,
        ended_at=noon,
        state={},
    )
    session.state = first_state(session)
    session.save()
    Seat.objects.bulk_create(
        Seat(session=session, number=number, player_id=player, score=final["scores"][number])
        for number, player in enumerate(players)
    )
    Access.objects.create(session=session, device=device, role=Access.Role.SCORER)
    return session


def correct_result(session_id: int, submission: Submission, correction: Correction) -> Receipt:
    """Put a result right where it stands: who played, when, the final points. Its rules and code stay.

    Stale where somebody else corrected it meanwhile.
    """

    def work(session: Session) -> Change:
        before = _kept(session)
        seats = list(session.seats.select_related("player").order_by("number"))
        come = {
            name: player_meant(seats, name, session.club) or new_player(name, club=session.club)
            for name in sorted(correction.names, key=name_key)
        }
        for seat, name in zip(seats, correction.names, strict=True):
            seat.player = come[name]
        Seat.objects.bulk_update(seats, ["player"])
        session.evening = correction.evening
        day = correction.evening.date if correction.evening is not None else correction.day
        if timezone.localdate(session.started_at) != day:
            session.started_at = session.ended_at = noon_of(day)
        session.on_paper = correction.final
        keep_state(session, state_after(session, []))
        return Change(Revision.Action.RESULT, None, before, _kept(session))

    return change_result(session_id, submission, work)


def player_meant(seats: Sequence[Seat], name: str, club: Club | None) -> Player | None:
    """Whom a name in a correction means: first those who sit there, whatever roster they stand on."""
    sitting = (seat.player for seat in seats if same_name(seat.player.shown_name, name))
    return next(sitting, None) or find_player(name, None, club)


def noon_of(day: date) -> datetime:
    """When a game counts as played of which the day alone is known."""
    return timezone.make_aware(datetime.combine(day, time(12)))


def _kept(session: Session) -> dict[str, Any]:
    """What a revision keeps of a result."""
    players = session.seats.order_by("number").values_list("player_id", flat=True)
    return {"players": list(players), "final": session.on_paper, "day": played_on(session).isoformat()}


def delete_result(club: Club, code: str) -> bool:
    """Take a result of the club away, to be entered anew; False for a session with hands, which stays."""
    with one_writer(), transaction.atomic():
        session = Session.objects.select_for_update().filter(club=club, code=code).first()
        if session is None or session.on_paper is None:
            return False
        number = session.pk
        session.delete()
        results_changed([number])
    return True
