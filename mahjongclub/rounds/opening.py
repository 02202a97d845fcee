"""Opening the tables of a round, be it an event's, a night's or a match's: all of them at once, or none; and
the evening on which they are opened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from django.db import transaction
from django.db.models import Prefetch
from django.dispatch import Signal

from mahjongclub.clubs.club_model import evenings_tonight, tonight
from mahjongclub.clubs.models import Club, Device, Evening
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.club_games import OtherTable, other_tables_of
from mahjongclub.tables.models import HouseRules, Session
from mahjongclub.tables.notify import notify_wall
from mahjongclub.tables.opening import DrawnGame, open_sessions

from .models import Round, Seat, Table

#: a game with its rules, and the club's own ones where it has any
GameAndRules = tuple[Variant, Preset, HouseRules | None]
#: `session_ids`: these tables of an event's round or of a match are open; in the transaction that opens them
round_opened = Signal()


def get_or_create_evening(club: Club) -> Evening:
    """The club's evening of tonight, the first where there are several; made where there is none."""
    with hold_write_lock(), transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        last = club.evenings.first()
        return evenings_tonight(club).first() or Evening.objects.create(
            club=club, date=tonight(club), place=last.place if last else ""
        )


def tables_ready_to_open(round_: Round) -> list[tuple[Table, list[int]]]:
    """Return the tables of a round that are not open and lack nobody, each with its players by seat."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    tables_with_players = [
        (table, [seat.player.person_id for seat in table.seats.all() if seat.player is not None])
        for table in round_.tables.filter(session=None).prefetch_related(seats)
    ]
    return [row for row in tables_with_players if len(row[1]) == find_variant(row[0].variant).seats]


def drawn_game(
    variant: Variant, preset: Preset, house_rules: HouseRules | None, players: Sequence[int]
) -> DrawnGame:
    """What is played at a table by a preset, or by a club's `house_rules`, whose preset is named then."""
    return DrawnGame(
        variant.key,
        house_rules.preset if house_rules is not None else preset.key,
        preset.rules,
        house_rules,
        players,
    )


def sitting_at_running_tables(club: Club, player_ids: Collection[int]) -> list[OtherTable]:
    """Return those of the players who sit at a running table of the club whose result nobody has typed.

    A sum that is off waits to be confirmed, but whoever typed it says that the game is over.
    """
    clashes = other_tables_of(club, player_ids)
    session_ids = [clash.session.pk for clash in clashes]
    if not clashes:
        return []
    tables = Table.objects.filter(doubtful__isnull=False, session__in=session_ids)
    typed = {*tables.values_list("session", flat=True)}
    return [clash for clash in clashes if clash.session.pk not in typed]


def open_drawn_tables(
    drawn: Sequence[tuple[Table, DrawnGame]],
    club: Club,
    evening: Evening,
    device: Device,
    *,
    embargoed: bool = False,
    extra_minutes: int | None = None,
) -> list[Session]:
    """Open these tables, none of which is open, with what is played there; the sessions in their order.

    Within a transaction that keeps others from opening them: if it does not come to its end, none is open.
    Raises Refused where the club has no room for all of them. `embargoed`, `extra_minutes`: see
    `tables.opening.open_sessions`.
    """
    check_quota(club, games=len(drawn))
    if not drawn:
        return []
    sessions = open_sessions(
        device,
        ClubAndEvening(club, evening),
        [game for _table, game in drawn],
        embargoed=embargoed,
        extra_minutes=extra_minutes,
    )
    tables = [table for table, _game in drawn]
    for table, session in zip(tables, sessions, strict=True):
        table.session = session
    Table.objects.bulk_update(tables, ["session"])
    transaction.on_commit(partial(notify_wall, club.pk))
    return sessions
