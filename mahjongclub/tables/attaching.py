"""Giving a session to a club and an evening, or taking it back: its players become those of the roster."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.roster import NameTaken, new_player, take_on_roster

from .belonging import Belonging
from .listeners import results_changed
from .models import Seat, Session
from .telling import tell_wall
from .writing import one_writer


class SamePlayerTwice(Exception):
    """Two names at the table are one person on the club's roster."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def attach_session(session_id: int, belonging: Belonging) -> Session:
    """The session as it belongs now. Scores and hands stay untouched; SamePlayerTwice writes nothing."""
    with one_writer(), transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session_id)
        before = session.club_id
        if belonging.club is not None and belonging.club.pk != before:
            _seat_roster(session, belonging.club)
            session.house_rules = None
        session.club, session.evening = belonging.club, belonging.evening
        session.save(update_fields=["club", "evening", "house_rules"])
        if session.ended_at is not None:
            results_changed([session.pk])
        told = {club_id for club_id in (before, session.club_id) if club_id is not None}
        for club_id in told:
            transaction.on_commit(partial(tell_wall, club_id))
    return session


def _seat_roster(session: Session, club: Club) -> None:
    """Every seat's player by name from the roster; a new name comes onto it."""
    seats = list(session.seats.select_related("player").order_by("number"))
    taken: set[int] = set()
    for seat in seats:
        player = _on_roster(seat.player, club)
        if player.pk in taken:
            raise SamePlayerTwice(seat.player.shown_name)
        taken.add(player.pk)
        seat.player = player
    Seat.objects.bulk_update(seats, ["player"])


def _on_roster(player: Player, club: Club) -> Player:
    """Who that is on the roster: by account, else by name.

    Whose account has claimed the seat keeps it: beside the roster, where the name there is not theirs.
    """
    if player.club_id == club.pk:
        return player
    if player.account_id is not None:
        own = club.players.themselves().filter(account=player.account_id).first()
        if own is not None:
            return own
    known = club.players.named(player.name)
    if known is None and player.club_id is None:
        try:
            take_on_roster(player, club)
        except NameTaken as taken:  # another phone put the name there in this moment
            known = taken.player
        else:
            return player
    if known is not None:
        return known if player.account_id in (None, known.account_id) else player
    return new_player(player.name, club=club, account=player.account, name_hidden=player.name_hidden)
