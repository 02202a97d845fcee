"""What is changed on a club night: who is here, the next round, its tables opened, two changing places."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.room import must_take
from mahjongclub.games.registry import find_game, games, usual_game
from mahjongclub.pairing.night import Kind, RoundDraw, TableDraw, seat_round
from mahjongclub.rounds.opening import drawn_game, open_drawn_tables
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules, Seat, Session
from mahjongclub.tables.notify import tell_table, tell_wall
from mahjongclub.tables.rules_form import preset_of
from mahjongclub.tables.write_lock import one_writer

from .models import Night, NightRound, NightSeat, NightTable, Presence
from .notify import night_seated

#: a game with its rules, and the club's own ones where it has any
Playing = tuple[Variant, Preset, HouseRules | None]
_chance = random.SystemRandom()


def night_of(evening: Evening) -> Night:
    """What is wished for at an evening: as at the club's last one, else one game, the club's latest.

    Not kept yet where nobody has said anything: looking writes nothing.
    """
    night = Night.objects.filter(evening=evening).first()
    if night is not None:
        return night
    last = Night.objects.filter(evening__club=evening.club_id).order_by("pk").last()
    if last is not None:
        wishes: dict[str, Any] = {"games": last.games, "fives": last.fives}
    else:
        latest = Session.objects.filter(club=evening.club_id).order_by("pk").last()
        variant = latest.variant if latest is not None else usual_game().key
        wishes = {"games": [{"variant": variant, "preset": ""}], "fives": False}
    return Night(evening=evening, **wishes)


def play(evening: Evening, variants: Collection[str], fives: bool) -> Night:
    """These games are played at an evening, the first where nobody wishes otherwise."""
    presets = {one["variant"]: one["preset"] for one in night_of(evening).games}
    wishes = {"games": [{"variant": key, "preset": presets.get(key, "")} for key in variants], "fives": fives}
    return Night.objects.update_or_create(evening=evening, defaults=wishes)[0]


def games_of(night: Night) -> list[Playing]:
    """The games of a night with their rules, in their order; a game no longer there is left out."""
    known = {game.key for game in games()}
    found = []
    for one in night.games:
        if one["variant"] in known:
            variant = find_game(one["variant"]).variant
            found.append((variant, *preset_of(variant, night.evening.club, one["preset"])))
    return found or [(variant := usual_game().variant, *preset_of(variant, night.evening.club, ""))]


def check_in(evening: Evening, players: Iterable[Player], device: Device | None = None) -> None:
    """These are here from now on; who was here stays. `device` is the phone that says so for its owner."""
    with one_writer(), transaction.atomic():
        for player in players:
            found, new = Presence.objects.get_or_create(
                evening=evening, player=player, defaults={"device": device}
            )
            if not new and (device is not None or not found.here):
                found.here, found.device = True, device or found.device
                found.save(update_fields=["here", "device"])


def check_out(evening: Evening, players: Collection[int]) -> None:
    """These have left, and are seated no more."""
    Presence.objects.filter(evening=evening, player__in=players).update(here=False)


def wish(evening: Evening, wants: Mapping[int, str]) -> None:
    """Which game each of these players would rather play, "" for any."""
    for player, game in wants.items():
        Presence.objects.filter(evening=evening, player=player).update(wants=game)


def people_here(evening: Evening) -> dict[int, Presence]:
    """Who is here, by the number of the player they are: second spellings count for the person."""
    found: dict[int, Presence] = {}
    for one in evening.presences.select_related("player__merged_into").filter(here=True):
        found.setdefault(one.player.merged_into_id or one.player_id, one)
    return found


def people_who_left(evening: Evening) -> list[Player]:
    """Who was here and has left, each person once."""
    here = people_here(evening)
    gone = evening.presences.select_related("player__merged_into").filter(here=False)
    found = {one.player.person.pk: one.player.person for one in gone}
    return [person for pk, person in found.items() if pk not in here]


def rounds_before(evening: Evening) -> list[RoundDraw]:
    """The rounds of an evening as the draw knows them."""
    found = []
    rounds = evening.rounds.prefetch_related(
        "tables", Prefetch("seats", NightSeat.objects.select_related("player"))
    )
    for one in rounds:
        seats = [(seat, seat.player.merged_into_id or seat.player_id) for seat in one.seats.all()]
        tables = []
        for table in one.tables.all():
            there = [(seat.seat, player) for seat, player in seats if seat.table_id == table.pk]
            playing = sorted((number, player) for number, player in there if number is not None)
            waits = next((player for number, player in there if number is None), None)
            tables.append(TableDraw(table.variant, tuple(player for _number, player in playing), waits))
        waiting = tuple(player for seat, player in seats if seat.table_id is None)
        found.append(RoundDraw(tuple(tables), waiting))
    return found


def draw_next(evening: Evening, after: int, device: Device) -> NightRound | None:
    """Seat everybody who is here and open the tables; None where these are too few for one.

    `after` is the number of the last round seen: where another phone has drawn since, its round stands.
    """
    must_take(evening.club)
    night = night_of(evening)
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        last = evening.rounds.last()
        if last is not None and last.number > after:
            return last
        playable = games_of(night)
        before = rounds_before(evening) if last is not None else []
        drawn = _seated(night, playable, people_here(evening), before)
        if not drawn.tables:
            return None
        one = NightRound.objects.create(evening=evening, number=(last.number if last else 0) + 1)
        _keep(one, drawn, 0)
        _open_tables(one, playable, device)
    return one


def seat_those_who_wait(evening: Evening, number: int, device: Device) -> bool:
    """Open further tables of the round for those who play at none; False where these are too few."""
    must_take(evening.club)
    night = night_of(evening)
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        one = evening.rounds.filter(number=number).first()
        if one is None:
            return False
        waiting = {pk: presence for pk, presence in people_here(evening).items() if pk not in playing_in(one)}
        playable = games_of(night)
        drawn = _seated(night, playable, waiting, rounds_before(evening))
        if not drawn.tables:
            return False
        one.seats.filter(player__in=drawn.everybody).delete()  # they wait no more
        _keep(one, drawn, one.tables.count())
        _open_tables(one, playable, device)
    return True


def playing_in(one: NightRound) -> set[int]:
    """The players who play at a table of the round, those at a finished one aside."""
    seats = one.seats.exclude(seat=None).exclude(table__session__ended_at__isnull=False)
    return {seat.player.merged_into_id or seat.player_id for seat in seats.select_related("player")}


def undo_round(evening: Evening, number: int) -> None:
    """Take the last round away, its tables with it. Refused where a hand has been recorded."""
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        one = evening.rounds.last()
        if one is None or one.number != number:
            return
        for table in one.tables.select_related("session"):
            if _has_begun(table):
                text = _("Table %(number)s is playing: the round stays.")
                raise Refused(text % {"number": table.number})
        Session.objects.filter(night_table__round=one).delete()
        one.delete()
        transaction.on_commit(partial(tell_wall, evening.club_id))


def change_places(evening: Evening, number: int, one: int, other: int) -> bool:
    """Two players of a round take each other's place, at tables or beside them; False where one is not there.

    Refused where hands have been recorded at a table that either plays at.
    """
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        round_ = evening.rounds.filter(number=number).first()
        if round_ is None or one == other:
            return False
        for player in (one, other):
            if player in people_here(evening):  # who came late has no place yet: they wait
                NightSeat.objects.get_or_create(round=round_, player_id=player)
        seats = {seat.player_id: seat for seat in round_.seats.select_related("table__session")}
        if one not in seats or other not in seats:
            return False
        mine, theirs = seats[one], seats[other]
        tables = {seat.table for seat in (mine, theirs) if seat.table is not None and seat.seat is not None}
        for table in tables:
            if _has_begun(table):
                text = _(
                    "Table %(number)s is playing: swap its seats there, or seat the two in the next round."
                )
                raise Refused(text % {"number": table.number})
        places = (mine.table, mine.seat), (theirs.table, theirs.seat)
        (theirs.table, theirs.seat), (mine.table, mine.seat) = places
        NightSeat.objects.bulk_update([mine, theirs], ["table", "seat"])
        for table in tables:
            if table.session is not None:
                _reseat(table, table.session)
        _tell_seated(round_, [one, other])
    return True


def open_tables(one: NightRound, device: Device) -> None:
    """Open every table of the round that is not open; two who tap at once open each once."""
    night = night_of(one.evening)
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=one.evening_id)
        _open_tables(one, games_of(night), device)


def why_two_people(one: int, other: int) -> str | None:
    """The round of a night in which both players were seated, in words; None where there is none."""
    rounds = NightRound.objects.select_related("evening")
    for player in (one, other):
        mine = Q(seats__player=player) | Q(seats__player__merged_into=player)
        rounds = rounds.filter(mine, seats__seat__isnull=False)
    found = rounds.first()
    if found is None:
        return None
    return _("Both were seated in round %(round)s of %(date)s, so they are two people.") % {
        "round": found.number,
        "date": date_format(found.evening.date),
    }


def _open_tables(one: NightRound, playable: Sequence[Playing], device: Device) -> None:
    """Open every table of the round that is not open. Within a transaction that locks the evening."""
    rules = {variant.key: (variant, preset, own) for variant, preset, own in playable}
    drawn = []
    seats = Prefetch("seats", NightSeat.objects.select_related("player"))
    for table in one.tables.filter(session=None).prefetch_related(seats):
        variant, preset, own = rules.get(table.variant) or playable[0]
        playing = (seat for seat in table.seats.all() if seat.seat is not None)
        players = [seat.player.merged_into_id or seat.player_id for seat in playing]
        drawn.append((table, drawn_game(variant, preset, own, players)))
    open_drawn_tables(drawn, one.evening.club, one.evening, device)


def _seated(
    night: Night, playable: Sequence[Playing], people: Mapping[int, Presence], before: list[RoundDraw]
) -> RoundDraw:
    kinds = [Kind(variant.key, variant.seats) for variant, _preset, _own in playable]
    wants = {pk: one.wants for pk, one in people.items() if one.wants in {kind.game for kind in kinds}}
    seed = _chance.randrange(2**32)
    return seat_round(people, kinds, before, wants, fives=night.fives, seed=seed)


def _keep(one: NightRound, drawn: RoundDraw, tables_before: int) -> None:
    """Write a round, or further tables of it after so many."""
    seats = [NightSeat(round=one, player_id=player) for player in drawn.waiting]
    rows = NightTable.objects.bulk_create(
        NightTable(round=one, number=number, variant=table.game)
        for number, table in enumerate(drawn.tables, start=tables_before + 1)
    )
    for row, table in zip(rows, drawn.tables, strict=True):
        at = partial(NightSeat, round=one, table=row)
        seats += [at(player_id=player, seat=seat) for seat, player in enumerate(table.places)]
        if table.waits is not None:
            seats.append(at(player_id=table.waits))
    NightSeat.objects.bulk_create(seats)
    _tell_seated(one, [seat.player_id for seat in seats])


def _tell_seated(one: NightRound, players: list[int]) -> None:
    night_seated.send(NightRound, evening_id=one.evening_id, player_ids=players)


def _has_begun(table: NightTable) -> bool:
    return table.session is not None and bool(table.session.listed or table.session.ended_at)


def _reseat(table: NightTable, session: Session) -> None:
    """The players of an open table as its seats say now. No phone of somebody else sits there any more."""
    rows = list(session.seats.order_by("number"))
    for row, seat in zip(rows, table.seats.exclude(seat=None).order_by("seat"), strict=True):
        row.player_id = seat.player_id
    Seat.objects.bulk_update(rows, ["player"])
    session.accesses.exclude(seat=None).update(seat=None, asks_seat=True)
    session.version += 1  # other names at the seats, other phones that keep the score
    session.save(update_fields=["version"])
    transaction.on_commit(partial(tell_table, session))
