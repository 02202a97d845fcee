"""Changing rounds that are drawn: locked, two players swapped, taken away with their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables import models as played
from mahjongclub.tables.notify import notify_table, notify_wall

from .models import Bye, Competition, Round, RoundQuerySet, Seat, Table


@contextmanager
def lock_or_create_competition(club: Club, **owner: Any) -> Iterator[Competition]:
    """The competition of an owner in a transaction of its own, locked; made where there is none yet."""
    with hold_write_lock(), transaction.atomic():
        locked = Competition.objects.select_for_update()
        yield locked.get_or_create(**owner, defaults={"club": club})[0]


@contextmanager
def lock_rounds(**owner: Any) -> Iterator[RoundQuerySet]:
    """The rounds of an owner in a transaction of their own, locked; none if nothing was drawn yet."""
    with hold_write_lock(), transaction.atomic():
        competition = Competition.objects.select_for_update().filter(**owner).first()
        yield Round.objects.filter(competition=competition)


def delete_rounds(club: Club, rounds: QuerySet[Round], refusal: str) -> None:
    """Take rounds away with their tables. Within a transaction that locks their competition.

    Raises Refused with the number of a table in `refusal` if it has begun.
    """
    _check_none_has_begun(Table.objects.filter(round__in=rounds).select_related("session"), refusal)
    delete_sessions(club, rounds)
    rounds.delete()


def delete_sessions(club: Club, rounds: QuerySet[Round]) -> None:
    """Have no table of these rounds open any more, on the wall neither. Within a transaction."""
    played.Session.objects.filter(round_table__round__in=rounds).delete()
    transaction.on_commit(partial(notify_wall, club.pk))


def seat_or_bye_by_player(round_: Round) -> dict[int, Seat | Bye]:
    """Where each person of a round is: at a table, or beside the tables."""
    seats = round_.seats.select_related("table__session", "player")
    rows: list[Seat | Bye] = [*seats, *round_.byes.select_related("player")]
    return {row.player.person_id: row for row in rows if row.player is not None}


def swap_players(round_: Round, player_id: int, other_id: int, refusal: str) -> bool:
    """Give two players of a round each other's place, at tables or beside them; False if one is not there.

    Within a transaction that locks the competition. Raises Refused as `delete_rounds` does.
    """
    places = seat_or_bye_by_player(round_)
    if player_id == other_id or player_id not in places or other_id not in places:
        return False
    mine, theirs = places[player_id], places[other_id]
    tables = {row.table for row in (mine, theirs) if isinstance(row, Seat)}
    _check_none_has_begun(tables, refusal)
    reinsert_rows([mine, theirs], "player_id", {mine.player_id: other_id, theirs.player_id: player_id})
    for table in tables:
        if table.session is not None:
            _reseat(table, table.session)
    return True


def reinsert_rows(rows: Sequence[Seat | Bye], owner_field: str, new_owners: Mapping[int | None, int]) -> None:
    """Give rows of a round to others: `owner_field` is "player_id" or "place_id".

    `new_owners` maps the id of each owner to that of the new one. The rows are deleted
    and written anew: nobody plays twice in a round, not even for a moment.
    """
    for row in rows:
        row.delete()
    for row in rows:
        setattr(row, owner_field, new_owners[getattr(row, owner_field)])
        row.save(force_insert=True)


def shared_round_in_words(player_id: int, other_id: int) -> str | None:
    """The round in which both players have a seat, in words; None where there is none."""
    rounds = Round.objects.with_owner()
    for player in (player_id, other_id):
        rounds = rounds.filter(Q(seats__player=player) | Q(seats__player__merged_into=player))
    round_ = rounds.first()
    if round_ is None:
        return None
    if round_.season is not None:
        text = _("Both are named for one match of “%(name)s”, so they are two people.")
        return text % {"name": round_.season.name}
    assert round_.evening is not None
    text = _("Both were seated in round %(round)s of %(date)s, so they are two people.")
    return text % {"round": round_.number, "date": date_format(round_.evening.date)}


def _check_none_has_begun(tables: Iterable[Table], refusal: str) -> None:
    for table in tables:
        if table.stays_as_drawn:
            raise Refused(refusal % {"number": table.number})


def replace_players(table: Table, replaced: Mapping[int, int]) -> None:
    """Seat others at an open table, who replace whom by their numbers. Within a transaction.

    Not where phones recorded hands, or where the game was played at an open table: the game knows who played.
    """
    session = table.session
    if session is None or session.row_count or (session.ended_at and session.started_at != session.ended_at):
        return
    rows = list(session.seats.select_related("player"))
    for row in rows:
        row.player_id = replaced.get(row.player.person_id, row.player_id)
    _save_seats(session, rows)


def _reseat(table: Table, session: played.Session) -> None:
    """The players of an open table as its seats say now."""
    rows = list(session.seats.order_by("number"))
    players = table.seats.exclude(player=None).values_list("player", flat=True)
    for row, player in zip(rows, players, strict=True):
        row.player_id = player
    _save_seats(session, rows)


def _save_seats(session: played.Session, rows: Sequence[played.Seat]) -> None:
    """Store who sits at an open table. No phone of somebody else sits there any more."""
    played.Seat.objects.bulk_update(rows, ["player"])
    session.accesses.exclude(seat=None).update(seat=None, asks_seat=True)
    session.version += 1  # other names at the seats, other phones that keep the score
    session.save(update_fields=["version"])
    transaction.on_commit(partial(notify_table, session))
