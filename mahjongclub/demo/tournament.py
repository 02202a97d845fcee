"""The tournament to come: its players have entered, its seating is the organiser's to draw."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from mahjongclub.leagues.models import Tournament
from mahjongclub.leagues.tournament_changes import set_players

from .club import Founded
from .people import NAMES

PLAYERS, ROUNDS, MINUTES = 16, 4, 75
AHEAD = timedelta(days=21)


def announce_tournament(founded: Founded, now: datetime) -> None:
    """Sixteen players, four rounds of riichi, three weeks from now."""
    rules = founded.rules["riichi"][0]
    tournament = Tournament.objects.create(
        club=founded.club,
        name="Plum Blossom Open",
        day=timezone.localdate(now) + AHEAD,
        place="Salle Jean Jaurès",
        variant="riichi",
        preset=rules.preset,
        rules=rules.options,
        round_count=ROUNDS,
        minutes=MINUTES,
    )
    set_players(tournament, [(name, "") for name in NAMES[:PLAYERS]])
    Tournament.objects.filter(pk=tournament.pk).update(created_at=now - timedelta(days=10))
