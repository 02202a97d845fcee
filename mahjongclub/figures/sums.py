"""Sums of appearances: figures by whatever is asked, and who met whom. SQL adds up, nothing is kept."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When

from .models import COUNTS, PLACES, Appearance


def sum_figures(rows: QuerySet[Appearance], *group_by: str) -> QuerySet[Any, Any]:
    """The figures of these appearances added up, a row for each of `group_by`."""
    sums = {name: Sum(name) for name in (*COUNTS, "tenths")}
    places = {name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, start=1)}
    counted: QuerySet[Any, Any] = (
        rows.order_by()
        .values(*group_by)
        .annotate(games=Count("pk"), best_hand=Max("best_hand"), **places, **sums)
    )
    return counted


def sum_by_opponent(rows: QuerySet[Appearance]) -> QuerySet[Any, Any]:
    """Whom the players of these appearances met: games, hands `played`, places, both sides' final points."""
    other = "session__appearances__"
    return (
        rows.order_by()
        .annotate(opponent=F(f"{other}player_id"))
        .exclude(opponent=F("player_id"))
        .values("player_id", "opponent")
        .annotate(
            games=Count("pk"),
            played=Sum("hands"),
            ahead=Count(Case(When(place__lt=F(f"{other}place"), then=1))),
            behind=Count(Case(When(place__gt=F(f"{other}place"), then=1))),
            own=Sum("tenths"),
            theirs=Sum(f"{other}tenths"),
        )
    )


def deal_ins_by_discarder_and_winner(tables: QuerySet[Appearance]) -> dict[tuple[int, int], tuple[int, int]]:
    """By discarder and winner: the hands dealt into at these tables, and what they cost.

    `tables` are all appearances of every session in question.
    """
    rows = list(tables.values_list("session_id", "seat", "player_id", "fed"))
    player_at = {(session_id, str(seat)): player_id for session_id, seat, player_id, _fed in rows}
    costs: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for session_id, _seat, player_id, fed in rows:
        for seat, (times, cost) in fed.items():
            pair = (player_id, player_at[session_id, seat])
            before = costs[pair]
            costs[pair] = (before[0] + times, before[1] + cost)
    return costs
