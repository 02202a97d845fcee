"""How large the clubs of this installation are, and when they were last of use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from mahjongclub.clubs.models import Club, Membership, Player
from mahjongclub.tables.models import Hand, Session

#: bytes of the database a hand, a game, a player come to with all that follows: 0.9 KB at a million hands
HAND, GAME, PLAYER = 900, 1500, 400


def clubs_with_sizes() -> QuerySet[Any]:
    """Every club with `people`, `members`, `games`, `month` (tables this month) and `last` (its last use)."""
    now = timezone.localtime()
    month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return Club.objects.annotate(
        people=_counted(Player.objects.filter(merged_into=None, guest=False)),
        members=_counted(Membership.objects.all()),
        games=_counted(Session.objects.all()),
        month=_counted(Session.objects.filter(created_at__gte=month)),
        last=Coalesce(
            Subquery(
                Session.objects.filter(club=OuterRef("pk"))
                .values("club")
                .annotate(last=Max(Greatest("created_at", Coalesce("ended_at", "created_at"))))
                .values("last")
            ),
            F("created_at"),
        ),
    )


def _counted(rows: QuerySet[Any]) -> Any:
    of_club = rows.order_by().filter(club=OuterRef("pk")).values("club").annotate(many=Count("pk"))
    return Coalesce(Subquery(of_club.values("many"), output_field=IntegerField()), 0)


def count_hands_by_club(clubs: Iterable[Club] | None = None) -> dict[int, int]:
    """How many hands each of these clubs has played, or every club. One query, which counts them."""
    hands = Hand.objects.filter(session__club__isnull=False)
    if clubs is not None:
        hands = hands.filter(session__club__in=[club.pk for club in clubs])
    return dict(hands.order_by().values_list("session__club").annotate(Count("pk")))


def estimated_bytes(hands: int, games: int, people: int) -> int:
    """About how many bytes of the database a club takes."""
    return hands * HAND + games * GAME + people * PLAYER
