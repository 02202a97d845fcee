"""Changing matches: drawn, their players named, opened, deleted; playoffs that go on by themselves."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time
from functools import partial

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.time_zones import moment_on
from mahjongclub.figures.folding import update_figures
from mahjongclub.pairing.bracket import bracket_levels, rotated_seats
from mahjongclub.pairing.night import NightGame, RoundDraw, TableDraw, seat_round
from mahjongclub.rounds.changing import (
    delete_rounds,
    lock_or_create_competition,
    lock_rounds,
    replace_players,
)
from mahjongclub.rounds.lineups import check_captain_in_time, check_nobody_twice, has_deadline_passed
from mahjongclub.rounds.models import Round, Seat, Table
from mahjongclub.rounds.opening import (
    drawn_game,
    get_or_create_evening,
    open_drawn_tables,
    round_opened,
    tables_ready_to_open,
)
from mahjongclub.rounds.teams.models import Team
from mahjongclub.tables.rules_form import chosen_preset

from .models import Season
from .playoff import Playoff

SEEDS = 2**31


def playing_side_ids(season: Season) -> list[int]:
    """Who plays its matches, the best first where it is a phase: numbers of teams, or of players."""
    entrants = season.entrants.select_related("player")
    if season.is_for_teams:
        team_ids = [entrant.team_id for entrant in entrants if entrant.team_id is not None]
        return team_ids + list(
            season.teams.exclude(pk__in=team_ids).order_by("pk").values_list("pk", flat=True)
        )
    return [entrant.player.person_id for entrant in entrants if entrant.player is not None]


def draw_match(season: Season, day: date, closes_at: datetime | None, boards: int) -> Round:
    """A match of everybody, at as many tables as come out; who sat out least sits out next. Raises Refused.

    Where teams play, each has `boards` players at as many tables.
    """
    with lock_or_create_competition(season.league.club, season=season) as competition:
        season = Season.objects.get(pk=season.pk)
        sides = playing_side_ids(season)
        if season.counts_by_dates or len(sides) < season.game.seats:
            raise Refused(_enough(season))
        if season.matches.filter(level__isnull=False).exists():
            raise Refused(_("The playoff is drawn: its tables are its matches."))
        kind = NightGame(season.variant, season.game.seats)
        drawn = seat_round(sides, [kind], _before(season), seed=secrets.randbelow(SEEDS))
        match = competition.rounds.create(number=_next(season), day=day, closes_at=closes_at)
        number = 0
        for table in drawn.tables:
            for board in range(boards if season.is_for_teams else 1):
                number += 1
                row = Table.objects.create(round=match, number=number, variant=season.variant)
                _seat(row, season, table.places, board + 1)
    return match


def draw_playoff(season: Season, go_on: int, games: int) -> None:
    """Every round of a bracket of those who went on to this phase, the first one seated. Raises Refused."""
    with lock_or_create_competition(season.league.club, season=season) as competition:
        season = Season.objects.get(pk=season.pk)
        sides = playing_side_ids(season)
        if season.counts_by_dates or season.matches.exists():
            raise Refused(_("Matches are drawn already: delete them first."))
        try:
            rounds = bracket_levels(len(sides), season.game.seats, go_on)
        except ValueError:
            raise Refused(
                _(
                    "%(count)s players cannot be split evenly into tables of %(seats)s from which "
                    "%(go_on)s qualify."
                )
                % {"count": len(sides), "seats": season.game.seats, "go_on": go_on}
            ) from None
        for number, level in enumerate(rounds, start=1):
            for game in range(1, games + 1):
                match = competition.rounds.create(
                    number=_next(season), level=number, game=game, go_on=level.go_on
                )
                Table.objects.bulk_create(
                    Table(round=match, number=table, variant=season.variant)
                    for table in range(1, len(level.tables) + 1)
                )
        seat_winners(season)


def save_match_lineup(
    match: Round,
    lineup: Mapping[int, int | None],
    team_ids: Collection[int],
    account: Account | None,
    *,
    by_organiser: bool = True,
) -> None:
    """Who plays on which seat, None for nobody yet; of these teams alone. Raises Refused.

    A table that was played counts anew for whoever is named now.
    """
    with lock_rounds(season=match.season):
        seats = {seat.pk: seat for seat in match.seats.select_related("team", "player", "table")}
        members: dict[int, set[int]] = {}
        for team in Team.objects.filter(pk__in=team_ids).prefetch_related("members__player"):
            members[team.pk] = {member.player.person_id for member in team.members.all()}
        changed = [seats[pk] for pk in lineup if pk in seats and seats[pk].team_id in members]
        if not by_organiser:
            is_open = any(seat.table.session_id is not None for seat in changed)
            check_captain_in_time(lineups_close_at(match), is_table_open=is_open)
        for seat in changed:
            assert seat.team_id is not None
            player = lineup[seat.pk]
            if player is not None and player not in members[seat.team_id]:
                raise Refused(_("Name a player of the team."))
        before = {seat.pk: seat.player.person_id for seat in changed if seat.player is not None}
        named = [player for pk, player in lineup.items() if player is not None and pk in seats]
        staying = [seat.player_id for seat in seats.values() if seat not in changed and seat.player_id]
        check_nobody_twice([*named, *staying])
        Seat.objects.filter(pk__in=[seat.pk for seat in changed]).update(player=None)
        for seat in changed:
            Seat.objects.filter(pk=seat.pk).update(player=lineup[seat.pk], named_by=account)
        for table in match.tables.filter(seats__in=changed).select_related("session").distinct():
            of_table = [pk for pk in before if seats[pk].table_id == table.pk]
            now = {before[pk]: player for pk in of_table if (player := lineup[pk]) is not None}
            replace_players(table, now)
        played = match.tables.filter(session__ended_at__isnull=False, seats__in=changed).distinct()
        if ids := list(played.values_list("session_id", flat=True)):
            update_figures([pk for pk in ids if pk is not None])
            seat_winners(match.season)


def open_tables_of_match(match: Round, device: Device) -> int:
    """Open every table where everybody is named, tonight; how many. Two who tap at once open each once."""
    season: Season = match.season
    club = season.league.club
    preset, house_rules = chosen_preset(season.game, club, "")
    with lock_rounds(season=season) as rounds:
        match = rounds.get(pk=match.pk)
        if match.level is not None:
            seat_winners(season)  # after their game, unless the server stopped there
        playing = partial(drawn_game, season.game, preset, house_rules)
        drawn = [(table, playing(players)) for table, players in tables_ready_to_open(match)]
        if not drawn:
            return 0
        evening = get_or_create_evening(club)
        sessions = open_drawn_tables(drawn, club, evening, device)
        match.evening, match.day = evening, match.day or evening.date
        match.save(update_fields=["evening", "day"])
        round_opened.send(Round, session_ids=[session.pk for session in sessions])
    return len(sessions)


def save_match_times(match: Round, day: date | None, closes_at: datetime | None) -> None:
    """Store a match's day, and until when captains name their players."""
    Round.objects.filter(pk=match.pk).update(day=day, closes_at=closes_at)


def delete_matches(season: Season, matches: Collection[int]) -> None:
    """As if they had not been drawn. Raises Refused where a hand has been recorded."""
    with lock_rounds(season=season) as rounds:
        refusal = _("Table %(number)s has begun: its match cannot be deleted.")
        delete_rounds(season.league.club, rounds.filter(pk__in=matches), refusal)


def lineups_close_at(match: Round) -> datetime | None:
    """When captains can name nobody any more: what was said, else as its day begins; None while no day is."""
    if match.closes_at is not None or match.day is None:
        return match.closes_at
    return moment_on(match.day, time.min, match.season.league.club)


def are_lineups_closed(match: Round) -> bool:
    """Whether captains can name nobody any more, and everybody sees who was named."""
    return has_deadline_passed(lineups_close_at(match))


def seat_winners(season: Season) -> None:
    """Seat whoever has come through at every table of the playoff that is not open.

    Within a transaction that locks its matches.
    """
    playoff = Playoff(season, playing_side_ids(season))
    for match, table, sides in _outdated_tables(playoff):
        table.seats.all().delete()
        _seat(table, season, sides, match.game)


def advance_winners(season_id: int) -> None:
    """Seat the winners of a season's playoff by the results as they stand, in a transaction of its own."""
    season = Season.objects.select_related("league__club").filter(pk=season_id).first()
    if season is not None:
        with lock_rounds(season=season):
            seat_winners(season)


def advance_winners_on_commit(session_ids: Collection[int]) -> None:
    """Have playoffs follow the results of these sessions once those are committed. Within a transaction.

    A hand locks its session, and must not lock a competition after that. What is lost where the server stops
    between the two commits, `load_playoff_seating_winners` and `open_match` make up for.
    """
    games = Round.objects.filter(level__isnull=False, tables__session__in=session_ids)
    for season_id in {*games.values_list("competition__season", flat=True)}:

        def follow_results(season_id: int = season_id) -> None:  # Django logs its name if it fails
            advance_winners(season_id)

        transaction.on_commit(follow_results, robust=True)


def load_playoff_seating_winners(season: Season) -> Playoff:
    """Return the playoff of a season, with its winners seated where nobody has done it yet."""
    playoff = Playoff(season, playing_side_ids(season))
    if _outdated_tables(playoff):
        advance_winners(season.pk)
        playoff = Playoff(season, playing_side_ids(season))
    return playoff


def _outdated_tables(playoff: Playoff) -> list[tuple[Round, Table, list[int]]]:
    """Return the tables not open whose seats the results contradict, each with its sides.

    A table has no sides while one of them is still to come through, or again after a result was withdrawn.
    """
    outdated = []
    for match in playoff.matches:
        for table in match.tables.all():
            if table.session_id is not None:
                continue
            sides = playoff.sides(match.level or 1, table.number)
            known_sides = [side for side in sides if side is not None]
            if len(known_sides) < len(sides):
                known_sides = []
            seated_now = {seat.number: seat.team_id or seat.player_id for seat in table.seats.all()}
            if seated_now != dict(rotated_seats(known_sides, match.game)):
                outdated.append((match, table, known_sides))
    return outdated


def _seat(table: Table, season: Season, sides: Sequence[int], game: int) -> None:
    which = "team_id" if season.is_for_teams else "player_id"
    Seat.objects.bulk_create(
        Seat(round_id=table.round_id, table=table, number=seat, **{which: side})
        for seat, side in rotated_seats(sides, game)
    )


def _next(season: Season) -> int:
    return (season.matches.aggregate(last=Max("number"))["last"] or 0) + 1


def _before(season: Season) -> list[RoundDraw]:
    """The matches of a season as the draw knows them, each pairing once."""
    everybody = {*playing_side_ids(season)}
    draws = []
    for match in season.matches.prefetch_related("tables__seats"):
        tables = {
            frozenset(places): TableDraw(season.variant, places)
            for table in match.tables.all()
            if (places := tuple(seat.team_id or seat.player_id or 0 for seat in table.seats.all()))
        }
        there = {place for table in tables.values() for place in table.places}
        draws.append(RoundDraw(tuple(tables.values()), tuple(sorted(everybody - there))))
    return draws


def _enough(season: Season) -> str:
    seats = season.game.seats
    if season.is_for_teams:
        return _("It takes %(seats)s teams for a match.") % {"seats": seats}
    return _("Matches between players are drawn for a phase: choose its qualifiers first.")
