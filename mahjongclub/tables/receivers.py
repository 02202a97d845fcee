"""What reaches tables from elsewhere: players merged, renamed and forgotten, phones signed out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models import F, Q
from django.db.models.signals import post_save
from django.dispatch import receiver

from mahjongclub.clubs.devices import Visitor
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.references import PlayerReferences, SharedTable, register_player_references
from mahjongclub.games.kit.wording import said
from mahjongclub.live import set_alarm_reader

from .evening_clock import alarms_for_bell
from .models import Access, Seat, Session, Sitter
from .notify import notify_table, results_changed
from .sitters import save_sitters_of_sessions

set_alarm_reader(alarms_for_bell)


@receiver(user_logged_out, dispatch_uid="a role in a club goes with the account, not with the browser")
def _signed_out(request: Any, **_more: Any) -> None:
    """Who keeps the score by a role in the club only watches once nobody is signed in on that phone."""
    visitor = getattr(request, "visitor", None)
    device_id = visitor.device_id if isinstance(visitor, Visitor) else None
    if device_id is not None:
        by_role = Access.objects.filter(device=device_id, by_club=True)
        by_role.update(role=Access.Role.VIEWER, by_club=False, seat=None, asks_seat=False)


@receiver(post_save, sender=Player, dispatch_uid="names follow")
def refresh_tables_after_rename(instance: Player, created: bool, **_more: Any) -> None:
    """Have the player's tables fetched again after a rename or a hidden name, from whichever page it came."""
    if not created:
        refresh_tables_of([instance.pk])


def refresh_tables_of(player_ids: Collection[int]) -> None:
    """Have the phones of these players' open tables fetch them again."""
    open_tables = Session.objects.sat_at_by(player_ids).filter(ended_at=None)
    session_ids = list(open_tables.values_list("pk", flat=True))
    if not session_ids:
        return
    Session.objects.filter(pk__in=session_ids).update(version=F("version") + 1)
    transaction.on_commit(lambda: _tell(session_ids))


def _tell(session_ids: list[int]) -> None:
    for session in Session.objects.filter(pk__in=session_ids):
        notify_table(session)


class TableReferences(PlayerReferences):
    """Who sits and sat at tables. Games point at seats, seats at players: no hand or score is changed."""

    moving = {"seats": (Seat, "player"), "sitters": (Sitter, "player")}
    told_elsewhere = (Seat,)

    def shared_tables(self, ones: Collection[int], others: Collection[int]) -> list[SharedTable]:
        """The tables at which both sat, or sat until somebody took their place."""
        both = Session.objects.sat_at_by(ones).sat_at_by(others)
        return [
            SharedTable(said(session.game.name), session.created_at)
            for session in both.order_by("-created_at")
        ]

    def update_after_merge(self, moved_row_ids: Mapping[str, list[int]]) -> None:
        """Seats follow their sitters, and results their players."""
        seat_ids, sitter_ids = moved_row_ids["seats"], moved_row_ids["sitters"]
        sessions = Session.objects.filter(Q(seats__in=seat_ids) | Q(sitters__in=sitter_ids))
        save_sitters_of_sessions(set(sessions.values_list("pk", flat=True)))
        ended = sessions.filter(ended_at__isnull=False)
        results_changed.send(Session, session_ids=set(ended.values_list("pk", flat=True)))

    def refresh_players_on_screens(self, player_ids: Collection[int]) -> None:
        """The phones of their open tables fetch them again."""
        refresh_tables_of(player_ids)

    def count_games(self, player: Player) -> int:
        """One query."""
        return Session.objects.sat_at_by([player.pk]).count()

    def personal_data(self, player: Player) -> dict[str, Any]:
        """The tables the player sits at, and those where another took the place."""
        seats = Seat.objects.filter(player=player).select_related("session").order_by("session__created_at")
        left = Session.objects.filter(sitters__player=player).exclude(seats__player=player)
        return {
            "tables": [_table_of(seat) for seat in seats],
            "tables_left": [session.code for session in left.order_by("created_at").distinct()],
        }


def _table_of(seat: Seat) -> dict[str, Any]:
    session = seat.session
    return {
        "table": session.code,
        "game": session.variant,
        "started": session.started_at.isoformat() if session.started_at else None,
        "ended": session.ended_at.isoformat() if session.ended_at else None,
        "seat": seat.number,
        "score": seat.score,
        "hands": session.state.get("hands", 0),
    }


register_player_references(TableReferences())
