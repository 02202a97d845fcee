"""What the pages of matches show: tables with whom captains named, a team's games, the bracket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.lineups import LineupChoice, LineupForm
from mahjongclub.rounds.models import Round, Seat, Table
from mahjongclub.rounds.teams.forms import player_choices_by_name
from mahjongclub.rounds.teams.models import Team
from mahjongclub.tables.models import Session, result_filter

from .matches import are_lineups_closed, load_playoff_seating_winners, playing_side_ids
from .models import Season
from .pages import player_names
from .wording import few_players_in_words, season_points


def match_title(match: Round, last_level: int | None = None) -> str:
    """What a match is called: by its number, or by its round of the playoff."""
    if match.level is None:
        return _("Match %(number)s") % {"number": match.number}
    rounds = last_level or match.season.matches.order_by("-level").values_list("level", flat=True)[0] or 1
    title = playoff_round_title(match.level, rounds)
    several = match.season.matches.filter(level=match.level).count() > 1
    return _("%(round)s, game %(number)s") % {"round": title, "number": match.game} if several else title


def playoff_round_title(level: int, last_level: int) -> str:
    """What a round of a playoff is called."""
    if level == last_level:
        return _("Final")
    if level == last_level - 1:
        return _("Semi-finals")
    return _("Round %(number)s of the playoff") % {"number": level}


def lineup_team_ids(season: Season, visit: ClubVisit, account_id: int | None) -> set[int]:
    """The teams for which somebody may name players: an organiser all, a captain their own."""
    teams = season.teams.select_related("captain__merged_into")
    if visit.is_organiser:
        return {team.pk for team in teams}
    if not visit.is_member:
        return set()
    return {team.pk for team in teams if team.is_led_by(account_id)}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in the list: how many tables it has, how many are done, how many seats have nobody named.

    `sitting_out` are the names of the teams, or players, who have no seat in it.
    """

    match: Round
    title: str
    tables: int
    done: int
    over: bool
    missing: int
    sitting_out: Sequence[str]


@dataclass(frozen=True, slots=True)
class MatchSeatRow:
    """A seat of a match: `name` where the reader may know it, `named` where somebody is, `points` in words.

    `field` names who plays there, for who may. `absent`: the game is over, and whoever is named did not sit
    at it.
    """

    pk: int
    wind: str
    team: Team | None
    name: str
    named: bool
    field: BoundField | None
    points: str | None
    absent: bool


@dataclass(frozen=True, slots=True)
class MatchTableRow:
    """A table of a match: `closed` without a result, `ready` to be opened."""

    table: Table
    seats: list[MatchSeatRow]
    session: Session | None
    finished: bool
    closed: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class TeamPlayerGame:
    """A game of a team's player: `match` in words where it was one, `value` what it was worth, in words."""

    day: date
    code: str
    match: str
    player: int
    name: str
    place: int
    value: str


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A side at a table of a playoff, its total in words. `origin` tells of one not known yet."""

    name: str
    seed: int | None = None
    total: str = ""
    goes_on: bool | None = None
    by_seed: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True)
class BracketTableRow:
    """A table of a playoff."""

    number: int
    lines: list[BracketLine]
    over: bool


@dataclass(frozen=True, slots=True)
class BracketRoundRow:
    """A round of a playoff: how many of each table go on, and the matches it is played in."""

    title: str
    tables: list[BracketTableRow]
    go_on: int | None
    matches: Sequence[Round]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A playoff: its rounds, the winner's name ("" before the final), how many sides it began with."""

    rounds: list[BracketRoundRow]
    winner: str
    entrants: int


def match_rows(season: Season) -> list[MatchRow]:
    """The matches in their order, with how far each is."""
    matches = list(season.matches.prefetch_related("tables__session", "tables__seats__player"))
    last = max((match.level or 0 for match in matches), default=0)
    sides = side_names(season) if matches else {}
    rows = []
    for match in matches:
        tables = list(match.tables.all())
        missing = sum(seat.player_id is None for table in tables for seat in table.seats.all())
        done = sum(table.has_result for table in tables)
        rows.append(
            MatchRow(
                match=match,
                title=match_title(match, last),
                tables=len(tables),
                done=done,
                over=bool(tables) and done == len(tables),
                missing=missing,
                sitting_out=names_sitting_out(match, sides),
            )
        )
    return rows


def side_names(season: Season) -> dict[int, str]:
    """Return the names of the teams, or players, who play the matches of a season, by number."""
    side_ids = playing_side_ids(season)
    if season.is_for_teams:
        return dict(season.teams.filter(pk__in=side_ids).values_list("pk", "name"))
    return player_names(side_ids)


def names_sitting_out(match: Round, sides: Mapping[int, str]) -> list[str]:
    """Return which of these teams, or players, have no seat in a match; nobody sits a playoff out."""
    if match.level is not None:
        return []
    seats = [seat for table in match.tables.all() for seat in table.seats.all()]
    seated = {seat.team_id or (seat.player.person_id if seat.player else None) for seat in seats}
    return sorted((name for side, name in sides.items() if side not in seated), key=alphabetical_key)


def teams_short_of_members_in_words(match: Round) -> str:
    """Return which teams of a match have fewer players than tables to play at, "" for none."""
    tables = Counter(seat.team_id for seat in match.seats.all() if seat.team_id is not None)
    teams = match.season.teams.filter(pk__in=tables)
    return few_players_in_words(teams, max(tables.values(), default=0))


def match_lineup_form(match: Round, team_ids: set[int], data: QueryDict | None) -> LineupForm:
    """Return the form that names who plays on each seat of these teams."""
    members: dict[int, list[Player]] = {}
    for member in match.season.team_members.select_related("player__merged_into"):
        members.setdefault(member.team_id, []).append(member.player.person)
    seats = []
    for seat in match.seats.filter(team__in=team_ids).select_related("team", "table", "player"):
        if seat.team is not None:
            words = {"team": seat.team.name, "number": seat.table.number}
            seats.append(
                LineupChoice(
                    number=seat.pk,
                    field=f"seat-{seat.pk}",
                    label=_("Who plays for %(team)s at table %(number)s") % words,
                    players=player_choices_by_name(members.get(seat.team.pk, ())),
                    player=seat.player.person_id if seat.player is not None else None,
                    required=False,
                )
            )
    return LineupForm(seats, data)


def match_table_rows(
    match: Round, team_ids: set[int], lineup: LineupForm, *, sees_all: bool
) -> list[MatchTableRow]:
    """The tables of a match. Who is named is seen once the line-ups are closed or the table is open; before
    it by organisers and the team's own captain alone, who have the `field` of each seat they may name."""
    season = match.season
    closed = are_lineups_closed(match)
    tables = list(
        match.tables.select_related("session").prefetch_related(
            "seats__team", "seats__player", "session__seats__player"
        )
    )
    points = points_by_player(season, tables)
    rows = []
    for table in tables:
        open_ = table.session_id is not None
        session = table.session if table.has_result else None
        sat = {seat.player.person_id for seat in session.seats.all()} if session is not None else None
        seats = []
        for seat in table.seats.all():
            is_ours = seat.team_id in team_ids
            shows_players = open_ or closed or is_ours or sees_all or seat.team_id is None
            may = is_ours and (sees_all or not (closed or open_))
            seats.append(
                MatchSeatRow(
                    pk=seat.pk,
                    wind=seat_signs(season.variant)[seat.number],
                    team=seat.team,
                    name=seat.player.person.shown_name if seat.player and shows_players else "",
                    named=seat.player_id is not None,
                    field=lineup[f"seat-{seat.pk}"] if may else None,
                    points=points.get((table.session_id, seat.player.person_id)) if seat.player else None,
                    absent=sat is not None and seat.player is not None and seat.player.person_id not in sat,
                )
            )
        complete = bool(seats) and all(seat.named for seat in seats)
        rows.append(
            MatchTableRow(
                table=table,
                seats=seats,
                session=table.session,
                finished=table.has_result,
                closed=table.session is not None
                and table.session.ended_at is not None
                and not table.session.has_result,
                ready=complete and not open_,
            )
        )
    return rows


def points_by_player(season: Season, tables: list[Any]) -> dict[tuple[int | None, int], str]:
    """By session and player: what a game was worth, of those that count."""
    ids = [table.session_id for table in tables if table.session_id is not None]
    rows = season.games.filter(appearance__session__in=ids)
    games = rows.values_list("appearance__session_id", "player_id", "value")
    return {(table, player): season_points(season, value, game=True) for table, player, value in games}


def team_games(season: Season, team: Team) -> list[TeamPlayerGame]:
    """The games of a team, the latest first: who played, the place, what it was worth."""
    players = [member.player.person_id for member in team.members.select_related("player")]
    rows = season.games.filter(player__in=players)
    rows = rows.select_related("appearance__session__round_table__round__competition")
    names = player_names(players)
    game_rows = []
    for row in rows.order_by("-appearance__order"):
        session = row.appearance.session
        table = getattr(session, "round_table", None)
        match = table.round if table is not None else None
        of_season = match is not None and match.competition.season_id == season.pk
        game_rows.append(
            TeamPlayerGame(
                day=row.day,
                code=session.code,
                match=match_title(match) if match is not None and of_season else "",
                player=row.player_id,
                name=names.get(row.player_id, ""),
                place=row.place,
                value=season_points(season, row.value, game=True),
            )
        )
    return game_rows


def matches_played(team: Team) -> dict[int, int]:
    """In how many matches each player of a team was named at a table that has its result."""
    seats = Seat.objects.filter(result_filter("table__session__"), team=team)
    return dict(Counter(seat.player.person_id for seat in seats.select_related("player") if seat.player))


def limits_passed_in_words(season: Season, played: int) -> str:
    """What a player's number of matches says against the season's limits, "" for nothing."""
    if season.most_matches is not None and played > season.most_matches:
        most = season.most_matches
        return ngettext("more than %(count)s match", "more than %(count)s matches", most) % {"count": most}
    if season.least_matches is not None and played < season.least_matches:
        least = season.least_matches
        return ngettext("fewer than %(count)s match", "fewer than %(count)s matches", least) % {
            "count": least
        }
    return ""


def playoff_bracket(season: Season) -> Bracket:
    """The rounds of a playoff with their tables, and who won; no rounds where none is drawn."""
    playoff = load_playoff_seating_winners(season)
    sides = playoff.entrants
    names = dict(season.teams.values_list("pk", "name")) if season.is_for_teams else player_names(sides)
    seeds = {side: number for number, side in enumerate(sides, start=1)}
    origin = _("place %(place)s of table %(table)s")
    rounds = []
    for level, drawn in enumerate(playoff.bracket, start=1):
        tables = []
        for number, sources in enumerate(drawn.tables, start=1):
            lines = [
                BracketLine(
                    seed=seeds.get(side_row.side),
                    name=names.get(side_row.side, ""),
                    total=season_points(season, side_row.total) if side_row.games else "",
                    goes_on=side_row.goes_on,
                    by_seed=side_row.by_seed,
                )
                for side_row in playoff.standing(level, number)
            ]
            if not lines:
                lines = [
                    BracketLine(names.get(side, ""), seeds.get(side))
                    if side is not None
                    else BracketLine("", origin=origin % {"place": source.place, "table": source.table})
                    for side, source in zip(playoff.sides(level, number), sources, strict=True)
                ]
            tables.append(BracketTableRow(number=number, lines=lines, over=playoff.is_over(level, number)))
        rounds.append(
            BracketRoundRow(
                title=playoff_round_title(level, playoff.last_level),
                tables=tables,
                go_on=drawn.go_on,
                matches=playoff.matches_at(level),
            )
        )
    return Bracket(rounds=rounds, winner=names.get(playoff.winner or 0, ""), entrants=len(sides))
