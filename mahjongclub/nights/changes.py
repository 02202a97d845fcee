"""What is changed on a club night: who is here, the next round, its tables opened, two changing places."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.registry import find_game, games, most_played_game
from mahjongclub.pairing.night import NightGame, RoundDraw, TableDraw, seat_round
from mahjongclub.rounds import checkin
from mahjongclub.rounds.changing import (
    delete_rounds,
    lock_or_create_competition,
    lock_rounds,
    seat_or_bye_by_player,
    swap_players,
)
from mahjongclub.rounds.checkin import HERE
from mahjongclub.rounds.models import Bye, Round, Seat, Table
from mahjongclub.rounds.opening import GameAndRules, drawn_game, open_drawn_tables, tables_ready_to_open
from mahjongclub.tables.models import Session
from mahjongclub.tables.rules_form import chosen_preset

from .models import Night, Presence

#: `evening_id`, `player_ids`: these have a place in a round of that night that they had not before
night_seated = Signal()

_chance = random.SystemRandom()


def night_or_unsaved(evening: Evening) -> Night:
    """What is wished for at an evening: as at the club's last one, else one game, the club's latest.

    Not kept yet where nobody has said anything: looking writes nothing.
    """
    night = Night.objects.filter(evening=evening).first()
    if night is not None:
        return night
    last = Night.objects.filter(evening__club=evening.club_id).order_by("pk").last()
    if last is not None:
        return Night(evening=evening, games=last.games, fives=last.fives)
    latest = Session.objects.filter(club=evening.club_id).order_by("pk").last()
    variant = latest.variant if latest is not None else most_played_game().key
    return Night(evening=evening, games=[{"variant": variant, "preset": ""}], fives=False)


def save_evening_games(evening: Evening, variants: Collection[str], fives: bool) -> Night:
    """Store the games of an evening; the first is played unless somebody wishes another."""
    presets = {game["variant"]: game["preset"] for game in night_or_unsaved(evening).games}
    wishes = {"games": [{"variant": key, "preset": presets.get(key, "")} for key in variants], "fives": fives}
    return Night.objects.update_or_create(evening=evening, defaults=wishes)[0]


def games_of(night: Night) -> list[GameAndRules]:
    """The games of a night with their rules, in their order; a game no longer there is left out."""
    known_keys = {game.key for game in games()}
    games_here = []
    for choice in night.games:
        if choice["variant"] in known_keys:
            variant = find_game(choice["variant"]).variant
            games_here.append((variant, *chosen_preset(variant, night.evening.club, choice["preset"])))
    return games_here or [
        (variant := most_played_game().variant, *chosen_preset(variant, night.evening.club, ""))
    ]


def check_in_players(evening: Evening, players: Iterable[Player], device: Device | None = None) -> None:
    """These are here from now on; who was here stays. `device` is the phone that says so for its owner."""
    with hold_write_lock(), transaction.atomic():
        checkin.check_in(evening.presences.filter(player__in=players), device)
        for player in players:
            Presence.objects.get_or_create(evening=evening, player=player, defaults={"device": device})


def check_out_players(evening: Evening, players: Collection[int]) -> None:
    """These have left, and are seated no more."""
    checkin.check_out(evening.presences.filter(player__in=players))


def save_game_wishes(evening: Evening, wants: Mapping[int, str]) -> None:
    """Store which game each of these players would rather play, "" for any."""
    for player, game in wants.items():
        Presence.objects.filter(evening=evening, player=player).update(wants=game)


def people_here(evening: Evening) -> dict[int, Presence]:
    """Who is here, by the number of the player they are: second spellings count for the person."""
    presences: dict[int, Presence] = {}
    for presence in evening.presences.filter(HERE).select_related("player__merged_into"):
        presences.setdefault(presence.player.merged_into_id or presence.player_id, presence)
    return presences


def people_who_left(evening: Evening) -> list[Player]:
    """Who was here and has left, each person once."""
    here = people_here(evening)
    gone = evening.presences.exclude(HERE).select_related("player__merged_into")
    people_by_pk = {presence.player.person.pk: presence.player.person for presence in gone}
    return [person for pk, person in people_by_pk.items() if pk not in here]


def rounds_of(evening: Evening) -> QuerySet[Round]:
    """The rounds of a night, in their order."""
    return Round.objects.filter(competition__evening=evening)


def round_draws(evening: Evening) -> list[RoundDraw]:
    """The rounds of an evening as the draw knows them."""
    draws = []
    tables_with_sessions = Prefetch("tables", Table.objects.select_related("session"))
    seats_with_players = Prefetch("tables__seats", Seat.objects.select_related("player"))
    byes_with_players = Prefetch("byes", Bye.objects.select_related("player"))
    related = (tables_with_sessions, seats_with_players, byes_with_players)
    for round_ in rounds_of(evening).prefetch_related(*related):
        out = [(bye.table_id, bye.player.person_id) for bye in round_.byes.all() if bye.player is not None]
        tables = []
        for table in round_.tables.all():
            playing = tuple(player.person_id for player in table.players.values())
            waits = next((player for at, player in out if at == table.pk), None)
            tables.append(TableDraw(table.variant, playing, waits))
        waiting = tuple(player for at, player in out if at is None)
        draws.append(RoundDraw(tuple(tables), waiting))
    return draws


def draw_and_open_round(evening: Evening, after: int, device: Device) -> Round | None:
    """Seat everybody who is here and open the tables; None where these are too few for one.

    `after` is the number of the last round seen: where another phone has drawn since, its round stands.
    """
    check_quota(evening.club)
    night = night_or_unsaved(evening)
    with lock_or_create_competition(evening.club, evening=evening) as competition:
        last = competition.rounds.last()
        if last is not None and last.number > after:
            return last
        playable = games_of(night)
        before = round_draws(evening) if last is not None else []
        drawn = _seated(night, playable, people_here(evening), before)
        if not drawn.tables:
            transaction.set_rollback(True)  # no competition is made for no round
            return None
        number = (last.number if last else 0) + 1
        round_ = Round.objects.create(competition=competition, evening=evening, number=number)
        _keep(round_, drawn, 0)
        _open_tables(round_, evening, playable, device)
    return round_


def seat_those_who_wait(evening: Evening, round_number: int, device: Device) -> bool:
    """Open further tables of the round for those who play at none; False where these are too few."""
    check_quota(evening.club)
    night = night_or_unsaved(evening)
    with lock_rounds(evening=evening) as rounds:
        round_ = rounds.filter(number=round_number).first()
        if round_ is None:
            return False
        waiting = {
            pk: presence
            for pk, presence in people_here(evening).items()
            if pk not in players_still_playing(round_)
        }
        playable = games_of(night)
        drawn = _seated(night, playable, waiting, round_draws(evening))
        if not drawn.tables:
            return False
        for kind in (Seat, Bye):  # they wait no more
            kind.objects.filter(round=round_, player__in=drawn.everybody).delete()
        _keep(round_, drawn, round_.tables.count())
        _open_tables(round_, evening, playable, device)
    return True


def players_still_playing(round_: Round) -> set[int]:
    """The players who play at a table of the round, those at a finished one aside."""
    seats = round_.seats.exclude(table__session__ended_at__isnull=False)
    return {seat.player.person_id for seat in seats.select_related("player") if seat.player is not None}


def undo_round(evening: Evening, round_number: int) -> None:
    """Take the last round away, its tables with it. Refused where a hand has been recorded."""
    with lock_rounds(evening=evening) as rounds:
        last = rounds.last()
        if last is not None and last.number == round_number:
            refusal = _("Table %(number)s has begun: its round cannot be undone.")
            delete_rounds(evening.club, rounds.filter(pk=last.pk), refusal)


def swap_evening_players(evening: Evening, round_number: int, player_id: int, other_id: int) -> bool:
    """Two players of a round take each other's place, at tables or beside them; False where one is not there.

    Refused where hands have been recorded at a table that either plays at.
    """
    refusal = _(
        "Table %(number)s has begun: swap its seats there, or seat the two players in the next round."
    )
    with lock_rounds(evening=evening) as rounds:
        round_ = rounds.filter(number=round_number).first()
        if round_ is None:
            return False
        late = people_here(evening).keys() - seat_or_bye_by_player(round_).keys()
        Bye.objects.bulk_create(
            Bye(round=round_, player_id=player) for player in {player_id, other_id} & late
        )
        if not swap_players(round_, player_id, other_id, refusal):
            return False
        _tell_seated(evening.pk, [player_id, other_id])
    return True


def open_round_tables(round_: Round, evening: Evening, device: Device) -> None:
    """Open every table of the round that is not open; two who tap at once open each once."""
    night = night_or_unsaved(evening)
    with lock_rounds(evening=evening):
        _open_tables(round_, evening, games_of(night), device)


def _open_tables(round_: Round, evening: Evening, playable: Sequence[GameAndRules], device: Device) -> None:
    """Open every table of the round that is not open. Within a transaction that locks the competition."""
    rules = {variant.key: (variant, preset, house_rules) for variant, preset, house_rules in playable}
    drawn = [
        (table, drawn_game(*(rules.get(table.variant) or playable[0]), players))
        for table, players in tables_ready_to_open(round_)
    ]
    open_drawn_tables(drawn, evening.club, evening, device)


def _seated(
    night: Night, playable: Sequence[GameAndRules], people: Mapping[int, Presence], before: list[RoundDraw]
) -> RoundDraw:
    kinds = [NightGame(variant.key, variant.seats) for variant, _preset, _own in playable]
    wants = {
        pk: presence.wants
        for pk, presence in people.items()
        if presence.wants in {kind.game for kind in kinds}
    }
    seed = _chance.randrange(2**32)
    return seat_round(people, kinds, before, wants, fives=night.fives, seed=seed)


def _keep(round_: Round, drawn: RoundDraw, tables_before: int) -> None:
    """Write a round, or further tables of it after so many."""
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number, variant=table.game)
        for number, table in enumerate(drawn.tables, start=tables_before + 1)
    )
    pairs = list(zip(rows, drawn.tables, strict=True))
    Seat.objects.bulk_create(
        Seat(round=round_, table=row, number=number, player_id=player)
        for row, table in pairs
        for number, player in enumerate(table.places)
    )
    byes = [Bye(round=round_, player_id=player) for player in drawn.waiting]
    byes += [
        Bye(round=round_, player_id=table.waits, table=row) for row, table in pairs if table.waits is not None
    ]
    Bye.objects.bulk_create(byes)
    _tell_seated(round_.evening_id, [*drawn.everybody])


def _tell_seated(evening_id: int | None, players: list[int]) -> None:
    night_seated.send(Round, evening_id=evening_id, player_ids=players)
