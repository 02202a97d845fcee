"""What a season or a whole club comes to, as sheets: standings, games, players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Dues
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.roster import last_dues_by_player
from mahjongclub.figures.models import PLACES, Appearance, Rating
from mahjongclub.figures.sums import sum_figures
from mahjongclub.games.kit.wording import said
from mahjongclub.nights.past import EveningPeriod, count_attendances
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.pairing.standings import StandingsRow, average_place
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.games import season_game_of
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import player_names, player_sums, standings_rows, team_sums
from mahjongclub.tables.models import Session

from .spreadsheet import Cell, ExportSheet

#: rows of games that one spreadsheet holds; CSV holds any number
MOST_ROWS = 20_000


def club_appearances(club: Club, season: Season | None) -> QuerySet[Appearance]:
    """A row a game and player, the first game first."""
    games = Appearance.objects.filter(book__club=club).select_related(
        "session__house_rules", "session__evening", "season_game__season__league"
    )
    if season is not None:
        games = games.filter(season_game__season=season)
    return games.order_by("order", "place", "seat")


def standings_sheet(club: Club, season: Season | None) -> ExportSheet:
    """Players, and teams below them, season after season."""
    rows: list[list[Cell]] = []
    every = Season.objects.filter(league__club=club).select_related("league").order_by("starts", "pk")
    for listed_season in [season] if season is not None else every:
        sums = player_sums(listed_season)
        names = player_names(line.key for line in sums)
        rows += [
            _standing(listed_season, row, names[row.sums.key], "")
            for row in standings_rows(listed_season, sums)
        ]
        teams = dict(listed_season.teams.values_list("pk", "name"))
        if teams:
            ranked = standings_rows(listed_season, team_sums(listed_season), teams=True)
            rows += [_standing(listed_season, row, "", teams[row.sums.key]) for row in ranked]
    headings = [
        *(_("League"), _("Season"), _("Game"), _("Place"), _("Player"), _("Team"), _("Total")),
        *(_("Games"), _("Average place"), _("First places"), _("Adjustments"), _("Final points")),
        _("Carried over"),
    ]
    return ExportSheet(_("Standings"), headings, rows)


def _standing(season: Season, row: StandingsRow, player: str, team: str) -> list[Cell]:
    sums = row.sums
    return [
        season.league.name,
        season.name,
        said(season.game.name),
        row.rank,
        player,
        team,
        rounded_number(row.total / VALUE_UNIT),
        sums.games,
        rounded_number(average_place(sums.places)) if sums.games else None,
        sums.places[0],
        rounded_number(Fraction(sums.adjustment, VALUE_UNIT)),
        rounded_number(Fraction(sums.tenths, 10)),
        rounded_number(Fraction(sums.carried, VALUE_UNIT)),
    ]


def games_sheet(club: Club, season: Season | None) -> ExportSheet:
    """A row a game and player: when, what by which rules, how it ended, and what it brought."""
    game_rows = list(club_appearances(club, season))
    names = player_names(row.player_id for row in game_rows)

    @cache  # a sheet has very many rows, of few rules
    def words(variant: str, preset: str) -> tuple[str, str]:
        game = find_variant(variant)
        return said(game.name), said(game.find_preset(preset).name)

    def rules_of(session: Session) -> list[Cell]:
        game, preset = words(session.variant, session.preset)
        return [game, session.house_rules.name if session.house_rules else preset]

    rows: list[list[Cell]] = [
        [
            row.day,
            row.session.code,
            *rules_of(row.session),
            row.session.evening.place if row.session.evening else "",
            row.place,
            names[row.player_id],
            row.score,
            rounded_number(Fraction(row.tenths, 10)),
            game.season.name if (game := season_game_of(row)) else "",
            rounded_number(Fraction(game.value, VALUE_UNIT)) if game else None,
            row.hands,
        ]
        for row in game_rows
    ]
    headings = [
        *(_("Date"), _("Table"), _("Game"), _("Rules"), _("Venue"), _("Place"), _("Player"), _("Score")),
        *(_("Final points"), _("Season"), _("Points of the season"), _("Hands")),
    ]
    return ExportSheet(_("Games"), headings, rows)


def players_sheet(club: Club, season: Season | None) -> ExportSheet:
    """A row a player and game: what all their games add up to. Guests stand in seasons alone.

    There are as many places as people at a table of the largest of these games.
    """
    games = Appearance.objects.filter(book__club=club)
    if season is not None:
        games = games.filter(season_game__season=season)
    totals = list(sum_figures(games, "player_id", "book__variant"))
    names = player_names((row["player_id"] for row in totals), guests=season is not None)
    totals = [row for row in totals if row["player_id"] in names]
    ratings = {
        (rating.player_id, rating.book.variant): rating
        for rating in Rating.objects.filter(book__club=club).select_related("book")
    }
    place_count = max(map(_place_count, totals), default=0)
    rows = [
        _player(row, names, ratings.get((row["player_id"], row["book__variant"])), place_count)
        for row in totals
    ]
    rows.sort(key=lambda row: (*alphabetical_key(str(row[0])), str(row[1])))
    headings = [
        *(_("Player"), _("Game"), _("Games"), _("Average place")),
        *(_("Places: %(number)s") % {"number": place} for place in range(1, place_count + 1)),
        *(_("Final points"), _("Hands"), _("Hands won"), _("Self-draws"), _("Deal-ins"), _("Riichi")),
        *(_("Points won"), _("Points dealt in"), _("Best hand"), _("Skill"), _("Uncertainty"), "R"),
    ]
    return ExportSheet(_("Players"), headings, rows)


def _place_count(row: Any) -> int:
    """Return how many places there are at a table of the game: more than seats where one sits out in turn."""
    last = max((place for place, name in enumerate(PLACES, start=1) if row[name]), default=0)
    return max(last, find_variant(row["book__variant"]).most_seats)


def _player(row: Any, names: dict[int, str], rating: Rating | None, place_count: int) -> list[Cell]:
    places = [row[name] for name in PLACES]
    counted = ("hands", "wins", "self_draws", "deal_ins", "riichi", "won_points", "dealt_points")
    return [
        names[row["player_id"]],
        said(find_variant(row["book__variant"]).name),
        row["games"],
        rounded_number(average_place(places)),
        *places[:place_count],
        rounded_number(Fraction(row["tenths"], 10)),
        *(row[name] for name in counted),
        row["best_hand"],
        round(rating.mu, 2) if rating else None,
        round(2 * rating.sigma, 2) if rating else None,
        round(rating.r, 1) if rating else None,
    ]


def roster_sheet(club: Club) -> ExportSheet:
    """Everybody on the roster: as they are called, since when, how many games, and when the last.

    Amounts of dues are there where the club counts them: what was paid last, and what is due today.
    """
    dues, today = last_dues_by_player(club), timezone.localdate()
    has_amounts = bool(club.dues_cents) or any(paid.paid_cents is not None for paid in dues.values())
    roster: QuerySet[Any] = club.players.on_roster().without_merged()
    roster = roster.annotate(
        games=Count("seats__session", distinct=True), latest=Max("seats__session__started_at")
    )
    amounts = {player: _amounts(club, paid, today) for player, paid in dues.items()}
    rows: list[list[Cell]] = [
        [
            player.shown_name,
            _("yes") if player.account_id else "",
            timezone.localdate(player.created_at),
            player.games,
            timezone.localdate(player.latest) if player.latest else None,
            dues[player.pk].paid_until if player.pk in dues else None,
            *(amounts.get(player.pk, (None, None)) if has_amounts else ()),
        ]
        for player in sorted(roster, key=lambda entry: alphabetical_key(entry.shown_name))
    ]
    headings = [
        _("Name"),
        _("Has an account"),
        _("On the roster since"),
        _("Games"),
        _("Last game"),
        _("Paid until"),
        *(
            f"{word} ({club.dues_currency})" if club.dues_currency else word
            for word in (_("Amount paid"), _("Amount due"))
            if has_amounts
        ),
    ]
    return ExportSheet(_("Roster"), headings, rows)


def _amounts(club: Club, paid: Dues, today: date) -> tuple[Cell, Cell]:
    """Return what somebody has paid last, and owes for the next period, as the page of dues counts it."""
    due = club.dues_cents if paid.paid_until < today else None
    return _amount(paid.paid_cents), _amount(due)


def _amount(cents: int | None) -> Cell:
    return None if cents is None else rounded_number(Fraction(cents, 100))


def attendance_sheet(club: Club, period: EveningPeriod) -> ExportSheet:
    """Who came to how many evenings of a year or a season."""
    evening_count, attendances = count_attendances(club, period)
    rows: list[list[Cell]] = [[row.name, row.evenings, evening_count, row.games] for row in attendances]
    headings = [_("Player"), _("Evenings"), _("Evenings held"), _("Games")]
    return ExportSheet(_("Attendance"), headings, rows)


def rounded_number(value: Fraction, digits: int = 2) -> int | float:
    """An exact value, whole or with so many decimals."""
    return value.numerator if value.denominator == 1 else round(float(value), digits)


#: by the word of the form; each is of a season, or of everything a club has played
SHEETS: dict[str, Callable[[Club, Season | None], ExportSheet]] = {
    "standings": standings_sheet,
    "games": games_sheet,
    "players": players_sheet,
}
