"""What the pages of a season show: its standings by player or team, after any evening, and sorted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import pgettext

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.figures.wording import place_in_words, rounded, tie_break_words
from mahjongclub.pairing.cut import carried_total
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.pairing.standings import StandingsRow, Sums, average_place, rank_entries
from mahjongclub.rounds.penalties.models import Penalty

from .games import played_evening_count, sums_by_day, sums_by_player
from .models import Phase, Season
from .wording import season_points

SORTS = ("rank", "name", "games", "place", "firsts", "points")


def player_names(player_ids: Iterable[int], *, guests: bool = True) -> dict[int, str]:
    """What these players are called here; those of the roster alone without `guests`. One query."""
    players = Player.objects.filter(pk__in=set(player_ids)).select_related("merged_into")
    return {player.pk: player.person.shown_name for player in (players if guests else players.on_roster())}


def player_sums(season: Season) -> list[Sums]:
    """Everybody's sums with their adjustments and what they brought; who has only these stands there too."""
    played = sums_by_player(season)
    return with_adjustments(season, played, season.penalties, carried_by_players(season))


def with_adjustments(
    season: Season,
    earned: Mapping[int, Sums],
    penalties: Iterable[Penalty],
    brought: Mapping[int, Fraction],
) -> list[Sums]:
    """The sums with what organisers gave or took, and what everybody brought from the phase before."""
    sums = dict(earned)
    for key, value in brought.items():
        sums[key] = replace(sums.get(key, empty_sums(season, key)), carried=value)
    for penalty in penalties:
        player_id = penalty.player_id
        if player_id is None:  # a team's
            continue
        before = sums.get(player_id, empty_sums(season, player_id))
        sums[player_id] = replace(before, adjustment=before.adjustment + penalty.value)
    return list(sums.values())


def phase_of(season: Season) -> Phase | None:
    """What makes the season a phase after another, None for one that stands by itself."""
    return getattr(season, "phase", None)


def carried_by_players(season: Season) -> dict[int, Fraction]:
    """What each player of a phase brought, in 600ths of a point; {} for a season that is none."""
    phase = phase_of(season)
    if phase is None or season.is_for_teams:
        return {}
    entrants = season.entrants.exclude(player=None).select_related("player")
    people = [entrant.player.person_id for entrant in entrants if entrant.player is not None]
    before = standings_totals(phase.before, player_sums(phase.before)) if people else {}
    return {person: carried_total(before.get(person, 0), phase.carries) for person in people}


def carried_by_teams(season: Season) -> dict[int, Fraction]:
    """What each team of a phase brought, in 600ths of a point; {} for a season that is none."""
    phase = phase_of(season)
    if phase is None or not season.is_for_teams:
        return {}
    entrants = dict(season.entrants.exclude(team=None).values_list("team_id", "came_as_id"))
    before = standings_totals(phase.before, team_sums(phase.before), teams=True) if entrants else {}
    return {team: carried_total(before.get(came_as, 0), phase.carries) for team, came_as in entrants.items()}


def standings_rows(
    season: Season, sums: Sequence[Sums], together: Sequence[Season] = (), *, teams: bool = False
) -> list[StandingsRow]:
    """Return the standings of a season, the first place first; see `pairing.standings.rank_entries`.

    `together` are the seasons that the sums add up, if they are of several that count alike. `teams` says
    that they are of teams: of these nobody has to come to a share of the evenings.
    """
    scoring = season.rules
    counts_evenings = scoring.evenings_share and not teams
    return rank_entries(
        scoring, sums, sum(map(played_evening_count, together or [season])) if counts_evenings else 0
    )


def standings_totals(
    season: Season, sums: Sequence[Sums], *, teams: bool = False
) -> dict[int | None, Fraction]:
    """What each has in the standings, in 600ths of a point; `teams` as `standings_rows` has it."""
    return {row.sums.key: row.total for row in standings_rows(season, sums, teams=teams)}


def empty_sums(season: Season, key: int) -> Sums:
    """The sums of somebody who has not played."""
    return Sums(key, 0, 0, (), 0, (0,) * season.game.seats)


def team_sums(season: Season) -> list[Sums]:
    """Every team's sums: those of its players together, its own adjustments, and what it brought from the
    phase before.
    """
    members = season.team_members.select_related("player")
    team_of = {member.player.person_id: member.team_id for member in members}
    teams = {pk: empty_sums(season, pk) for pk in season.teams.values_list("pk", flat=True)}
    for sums in player_sums(season):
        if (team := team_of.get(sums.key)) is not None:
            teams[team] = teams[team].added(sums)
    for penalty in season.penalties.exclude(team=None):
        sums = teams[penalty.team_id or 0]
        teams[sums.key] = replace(sums, adjustment=sums.adjustment + penalty.value)
    for team, value in carried_by_teams(season).items():
        teams[team] = replace(teams[team], carried=teams[team].carried + value)
    return list(teams.values())


def seasons_of_league_year(season: Season) -> list[Season]:
    """The seasons of its league that begin in the year of this one and count as it does, the first one first.

    What counts alike can be added up whole: a game of a quarter is one of the year too.
    """
    year = Season.objects.filter(
        league=season.league_id,
        variant=season.variant,
        starts__year=season.starts.year,
        counts=season.counts,
        phase=None,  # what is carried into a phase would count twice
    )
    seasons = list(year.select_related("league__club").order_by("starts", "pk"))
    return [other for other in seasons if other.rules == season.rules]


def sums_of_year(seasons: Iterable[Season]) -> dict[int, dict[int, Sums]]:
    """By player, what they have in each of these seasons, by its number."""
    sums_by_season: dict[int, dict[int, Sums]] = defaultdict(dict)
    for season in seasons:
        for sums in player_sums(season):
            sums_by_season[sums.key][season.pk] = sums
    return sums_by_season


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings as shown; `key` is the number of the player or team, points are in words."""

    key: int
    name: str
    row: StandingsRow
    rank: str
    total: str
    games: int
    average_place: str
    firsts: int
    adjustment: str
    carried: str
    why: str
    #: a team's number in its season
    number: int | None = None
    #: where a phase follows: "in", "out" or "level"; whether the line of the cut is below
    goes: str = ""
    cut_below: bool = False


def standings_lines(
    season: Season,
    sums: list[Sums],
    names: Mapping[int, str],
    sort: str = "rank",
    together: Sequence[Season] = (),
    *,
    teams: bool = False,
) -> list[StandingsLine]:
    """The standings line by line as shown, in the order asked for; `key` is the player's or team's number.

    `together` and `teams` as `standings_rows` has them.
    """
    line_rows = [_line(season, row, names) for row in standings_rows(season, sums, together, teams=teams)]
    orders: dict[str, Callable[[StandingsLine], Any]] = {
        "name": lambda line: alphabetical_key(line.name),
        "games": lambda line: -line.games,
        "place": lambda line: average_place(line.row.sums.places) or Fraction(99),
        "firsts": lambda line: tuple(-times for times in line.row.sums.places),
        "points": lambda line: -line.row.sums.tenths,
    }
    return sorted(line_rows, key=orders[sort]) if sort in orders else line_rows


def season_standings(season: Season, sort: str = "rank", *, teams: bool = False) -> list[StandingsLine]:
    """The standings of a season's players, or of its teams, as `standings_lines` has them."""
    if not teams:
        sums = player_sums(season)
        names = player_names(player_sum.key for player_sum in sums)
        return standings_lines(season, sums, names, sort)
    by_key = season.teams.in_bulk()
    names = {pk: team.name for pk, team in by_key.items()}
    team_lines = standings_lines(season, team_sums(season), names, sort, teams=True)
    return [replace(line, number=by_key[line.key].number) for line in team_lines]


def _line(season: Season, row: StandingsRow, names: Mapping[int, str]) -> StandingsLine:
    sums = row.sums
    return StandingsLine(
        key=sums.key,
        name=names.get(sums.key, ""),
        row=row,
        rank=place_in_words(row.rank),
        total=season_points(season, row.total),
        games=sums.games,
        average_place=rounded(average_place(sums.places), 2) if sums.games else "–",
        firsts=sums.places[0],
        adjustment=season_points(season, sums.adjustment, game=True) if sums.adjustment else "",
        carried=season_points(season, sums.carried, game=True) if sums.carried else "",
        why=tie_break_words(row),
    )


def sums_after_evenings(season: Season) -> list[tuple[date, list[Sums]]]:
    """Everybody's sums after each evening, the first evening first. Two queries."""
    penalties = list(season.penalties)
    brought = carried_by_players(season)
    running: dict[int, Sums] = {}
    days = []
    for day, everybody in sums_by_day(season).items():
        for sums in everybody:
            running[sums.key] = running[sums.key].added(sums) if sums.key in running else sums
        then = [penalty for penalty in penalties if penalty.day is not None and penalty.day <= day]
        days.append((day, with_adjustments(season, running, then, brought)))
    return days


def totals_by_evening(
    season: Season, evenings: Sequence[tuple[date, list[Sums]]], keys: Sequence[int]
) -> list[list[float]]:
    """What these players had after each evening, in the season's points; 0 before their first game."""
    columns = []
    for _day, everybody in evenings:
        totals = {
            row.sums.key: row.total for row in rank_entries(season.rules, everybody) if row.sums.key in keys
        }
        columns.append([float(totals.get(key, 0) / VALUE_UNIT) for key in keys])
    return columns


def day_without_year(day: date) -> str:
    """A day without its year, for the foot of a chart and the head of a column."""
    return date_format(day, pgettext("day and month, for Django’s date filter", "j M"))


def standings_row_of(season: Season, player_id: int) -> StandingsRow | None:
    """A player's row of the standings, None for who has neither game nor adjustment."""
    rows = standings_rows(season, player_sums(season))
    return next((row for row in rows if row.sums.key == player_id), None)
