"""What is kept about somebody, for them to take along."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator

from mahjongclub.clubs.models import Account, Player

from ..models import Seat


def personal_data(account: Account) -> dict[str, Any]:
    """Everything kept about this account, for JSON. Other people at the tables are not in it."""
    players = Player.objects.themselves().filter(account=account).select_related("club").order_by("pk")
    keys = Authenticator.objects.filter(user=account).order_by("pk")
    return {
        "format": 1,
        "account": {
            "name": account.username,
            "mail": account.email or None,
            "made": account.date_joined.isoformat(),
            "last_signed_in": account.last_login.isoformat() if account.last_login else None,
            "passkeys": [{"name": str(key), "made": key.created_at.isoformat()} for key in keys],
        },
        "clubs": [
            {"club": one.club.name, "role": one.role, "joined": one.joined_at.isoformat()}
            for one in account.memberships.select_related("club").order_by("pk")
        ],
        "players": [_player(player) for player in players],
    }


def _player(player: Player) -> dict[str, Any]:
    seats = Seat.objects.filter(player=player).select_related("session").order_by("session__created_at")
    return {
        "name": player.name,
        "other_spellings": list(player.spellings.order_by("pk").values_list("name", flat=True)),
        "name_hidden": player.name_hidden,
        "club": player.club.name if player.club else None,
        "tables": [_table(seat) for seat in seats],
    }


def _table(seat: Seat) -> dict[str, Any]:
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
