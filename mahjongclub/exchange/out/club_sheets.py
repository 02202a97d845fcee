"""What a season or a whole club comes to, as sheets: standings, games, players."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.db.models import Max, QuerySet, Sum
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club
from mahjongclub.leagues.figures_model import COUNTS, PLACES, Appearance, Month, Rating
from mahjongclub.leagues.scoring import VALUE_UNIT
from mahjongclub.leagues.season_model import Season
from mahjongclub.leagues.season_page import names_of, player_sums, team_sums
from mahjongclub.leagues.standings import Row, average_place, rank
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.models import Session
from mahjongclub.tables.wording import said

from .spreadsheet import Cell, Sheet

#: rows of games that one spreadsheet holds; CSV holds any number
MOST_ROWS = 20_000
WHAT = ("standings", "games", "players")


def sheets_of(club: Club, season: Season | None) -> dict[str, Sheet]:
    """Standings, games and players of a season, or of everything a club has played."""
    return {
        "standings": standings_sheet(_seasons(club, season)),
        "games": games_sheet(games_of(club, season)),
        "players": players_sheet(club, season),
    }


def sheet_of(club: Club, season: Season | None, what: str) -> Sheet:
    """One of these alone."""
    if what == "standings":
        return standings_sheet(_seasons(club, season))
    return games_sheet(games_of(club, season)) if what == "games" else players_sheet(club, season)


def games_of(club: Club, season: Season | None) -> QuerySet[Appearance]:
    """A row a game and player, the first game first."""
    games = Appearance.objects.filter(book__club=club).select_related(
        "session__house_rules", "session__evening", "season__league"
    )
    if season is not None:
        games = games.filter(season=season)
    return games.order_by("order", "place", "seat")


def standings_sheet(seasons: Iterable[Season]) -> Sheet:
    """Players, and teams below them, season after season."""
    rows: list[list[Cell]] = []
    for season in seasons:
        sums = player_sums(season)
        names = names_of(one.key for one in sums)
        rows += [_standing(season, row, names[row.sums.key], "") for row in rank(season.rules, sums)]
        teams = dict(season.teams.values_list("pk", "name"))
        if teams:
            ranked = rank(season.rules, team_sums(season))
            rows += [_standing(season, row, "", teams[row.sums.key]) for row in ranked]
    headings = [
        *(_("League"), _("Season"), _("Game"), _("Place"), _("Player"), _("Team"), _("Total")),
        *(_("Games"), _("Average place"), _("First places"), _("Adjustments"), _("Final points")),
    ]
    return Sheet(_("Standings"), headings, rows)


def _standing(season: Season, row: Row, player: str, team: str) -> list[Cell]:
    sums = row.sums
    return [
        season.league.name,
        season.name,
        said(season.game.name),
        row.rank,
        player,
        team,
        number(row.total / VALUE_UNIT),
        sums.games,
        number(average_place(sums.places)) if sums.games else None,
        sums.places[0],
        number(Fraction(sums.adjustment, VALUE_UNIT)),
        number(Fraction(sums.tenths, 10)),
    ]


def games_sheet(games: QuerySet[Appearance]) -> Sheet:
    """A row a game and player: when, what by which rules, how it ended, and what it brought."""
    found = list(games)
    names = names_of(row.player_id for row in found)
    rules = _Rules()
    rows: list[list[Cell]] = [
        [
            row.day,
            row.session.code,
            rules.game(row.session),
            rules.name(row.session),
            row.session.evening.place if row.session.evening else "",
            row.place,
            names[row.player_id],
            row.score,
            number(Fraction(row.tenths, 10)),
            row.season.name if row.season else "",
            number(Fraction(row.value, VALUE_UNIT)) if row.season else None,
            row.hands,
        ]
        for row in found
    ]
    headings = [
        *(_("Date"), _("Table"), _("Game"), _("Rules"), _("Venue"), _("Place"), _("Player"), _("Score")),
        *(_("Final points"), _("Season"), _("Points of the season"), _("Hands")),
    ]
    return Sheet(_("Games"), headings, rows)


def players_sheet(club: Club, season: Season | None) -> Sheet:
    """A row a player and game: what all their games add up to."""
    months = Month.objects.filter(book__club=club, **({"season": season} if season else {}))
    summed = {name: Sum(name) for name in ("games", "tenths", *PLACES, *COUNTS)}
    found = list(months.values("player_id", "book__variant").annotate(best=Max("best_hand"), **summed))
    names = names_of(row["player_id"] for row in found)
    ratings = {
        (one.player_id, one.book.variant): one
        for one in Rating.objects.filter(book__club=club).select_related("book")
    }
    rows = [_player(row, names, ratings.get((row["player_id"], row["book__variant"]))) for row in found]
    rows.sort(key=lambda row: (str(row[0]).casefold(), str(row[1])))
    headings = [
        *(_("Player"), _("Game"), _("Games"), _("Average place")),
        *(_("Places: %(number)s") % {"number": place} for place in range(1, len(PLACES) + 1)),
        *(_("Final points"), _("Hands"), _("Hands won"), _("Self-draws"), _("Deal-ins"), _("Riichi")),
        *(_("Points won"), _("Points dealt in"), _("Best hand"), _("Strength"), _("Uncertainty"), "R"),
    ]
    return Sheet(_("Players"), headings, rows)


def _player(row: Any, names: dict[int, str], rating: Rating | None) -> list[Cell]:
    places = [row[name] for name in PLACES]
    counted = ("hands", "wins", "self_draws", "deal_ins", "riichi", "won_points", "dealt_points")
    return [
        names[row["player_id"]],
        said(find_variant(row["book__variant"]).name),
        row["games"],
        number(average_place(places)),
        *places,
        number(Fraction(row["tenths"], 10)),
        *(row[name] for name in counted),
        row["best"],
        round(rating.mu, 2) if rating else None,
        round(2 * rating.sigma, 2) if rating else None,
        round(rating.r, 1) if rating else None,
    ]


def number(value: Fraction) -> int | float:
    """An exact value as a cell shows it: whole, or with two decimals."""
    return value.numerator if value.denominator == 1 else round(float(value), 2)


def _seasons(club: Club, season: Season | None) -> list[Season]:
    if season is not None:
        return [season]
    return list(Season.objects.filter(league__club=club).select_related("league").order_by("starts", "pk"))


class _Rules:
    """The names of games and rules, looked up once each."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def game(self, session: Session) -> str:
        return self._find(session.variant, "")

    def name(self, session: Session) -> str:
        if session.house_rules is not None:
            return session.house_rules.name
        return self._find(session.variant, session.preset)

    def _find(self, variant: str, preset: str) -> str:
        if (variant, preset) not in self._known:
            game = find_variant(variant)
            self._known[variant, preset] = said(game.find_preset(preset).name if preset else game.name)
        return self._known[variant, preset]
