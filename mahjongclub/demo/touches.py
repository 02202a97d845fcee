"""What comes afterwards, by the ordinary writers: corrections, a second spelling, results from paper."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction

from mahjongclub.clubs.models import Club, Evening, Membership, Player, PlayerMerge
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.belonging import Belonging
from mahjongclub.tables.listeners import results_changed
from mahjongclub.tables.models import Access, Hand, Revision, Seat, Session
from mahjongclub.tables.paper import keep_result
from mahjongclub.tables.people.merging import merge
from mahjongclub.tables.recording import Submission, correct_hand
from mahjongclub.tables.replaying import consequence, stored_outcomes
from mahjongclub.tables.writing import one_writer

from .chance import source
from .keeping import Keeper, submission_key
from .people import SPELLING, SPELT, Person

CORRECTIONS = 12
SPELT_GAMES = 2
PAPER: tuple[tuple[str, list[int]], ...] = (
    ("riichi", [41200, 28700, 18300, 11800]),
    ("classical", [214, 38, -96, -156]),
)


def correct_some(keeper: Keeper, sessions: Sequence[Session]) -> int:
    """Correct a hand of some of these ended games a quarter of an hour after its end; how many were."""
    chance = source(keeper.seed, "corrections")
    done = 0
    for session in chance.sample(sessions, len(sessions)):
        if done == CORRECTIONS:
            break
        outcomes = stored_outcomes(session)
        for number in chance.sample(range(1, len(outcomes) + 1), len(outcomes)):
            other = _misheard(session.variant, outcomes[number - 1])
            if other is not None and _stays_ended(session, outcomes, number, other):
                _correct(session, number, other)
                done += 1
                break
    return done


def _misheard(variant: str, outcome: dict[str, Any]) -> dict[str, Any] | None:
    """The hand with another value, where it is one of those often typed wrongly."""
    if outcome["type"] != "win":
        return None
    other = copy.deepcopy(outcome)
    win = other["wins"][0] if "wins" in other else other
    if variant == "riichi" and win.get("han") in (2, 3) and win.get("fu") in (30, 40):
        win["han"] += 1
        return other
    if variant == "taiwanese" and win.get("tai"):
        win["tai"] += 1
        return other
    return None


def _stays_ended(
    session: Session, outcomes: list[dict[str, Any]], number: int, other: dict[str, Any]
) -> bool:
    after = consequence(session, [*outcomes[: number - 1], other, *outcomes[number:]], number)
    return after.fault is None and after.state is not None and after.state.ended == session.state["ended"]


def _correct(session: Session, number: int, outcome: dict[str, Any]) -> None:
    key = submission_key(session.code, "correction")
    try:
        correct_hand(session.pk, Submission(key, session.version, session.opener), number, outcome)
    except RuleError:  # pragma: no cover - looked at beforehand
        return
    assert session.ended_at is not None
    moment = session.ended_at + timedelta(minutes=15)
    Hand.objects.filter(session=session, number=number).update(changed_at=moment)
    Revision.objects.filter(session=session, key=key).update(made_at=moment)


def merge_spelling(club: Club, sessions: Sequence[Session], moment: datetime) -> None:
    """Somebody was typed under a second spelling in two games, and the two players were merged."""
    with one_writer(), transaction.atomic():
        person = Player.objects.get(club=club, name=SPELT)
        spelling = Player.objects.create(club=club, name=SPELLING)
        seats = Seat.objects.filter(session__in=sessions, player=person)
        chosen = list(seats.order_by("-session__started_at", "pk")[:SPELT_GAMES])
        for seat in chosen:
            seat.player = spelling
        Seat.objects.bulk_update(chosen, ["player"])
        results_changed([seat.session_id for seat in chosen])
    Player.objects.filter(pk=spelling.pk).update(created_at=moment)
    owner = Membership.objects.select_related("account").filter(club=club, role="owner").first()
    done = merge(person, spelling, owner.account if owner else None)
    PlayerMerge.objects.filter(pk=done.pk).update(made_at=moment)


def keep_paper(keeper: Keeper, people: Sequence[Person], day: date, number: int) -> None:
    """Two results of games played on paper."""
    evening = Evening.objects.filter(club=keeper.club, date=day).first()
    for shift, (variant, scores) in enumerate(PAPER):
        game = find_variant(variant)
        here = people[4 * shift : 4 * shift + game.seats]
        named = Player.objects.in_bulk([person.player_id for person in here])
        session = keep_result(
            keeper.devices[0],
            Belonging(keeper.club, evening),
            game,
            game.default_preset,
            None,
            [named[person.player_id].name for person in here],
            {"scores": scores, "sticks": 0, "bank": None},
            day,
        )
        began = session.started_at
        Session.objects.filter(pk=session.pk).update(code=keeper.code(number + shift), created_at=began)
        Access.objects.filter(session=session).update(created_at=began)
