"""What games are worth in a season, as people read it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.figures.wording import rounded
from mahjongclub.games.kit.wording import and_list, isolated
from mahjongclub.pairing.scoring import VALUE_UNIT, Scoring
from mahjongclub.rounds.teams.models import Team

from .models import Season


def season_points(season: Season, value: Fraction | int, *, game: bool = False) -> str:
    """A value (600ths of a point) as the season's points; `game` for what one game brought."""
    if season.rules.together == "average":
        decimals = 1 if game else 2
    else:
        decimals = 1 if season.rules.worth == "places" or season.game.decimal_points else 0
    exact = Fraction(value, VALUE_UNIT)
    if exact and decimals < 2 and (exact * 10**decimals).denominator != 1:
        decimals = 2  # a shared third of a point
    return rounded(exact, decimals, signed=season.rules.worth != "places")


def game_points_formatter(season: Season) -> Callable[[Fraction | int], str]:
    """Return how a value (600ths of a point) that one game or a penalty brought is written."""
    return partial(season_points, season, game=True)


def unplaced_in_words(scoring: Scoring, *, teams: bool = False) -> str:
    """Return what the sign of those without a place says; teams need no share of the evenings."""
    games, share = scoring.minimum_games, 0 if teams else scoring.evenings_share
    if not share:
        text = ngettext(
            "“–”: fewer than %(games)s game, not placed yet.",
            "“–”: fewer than %(games)s games, not placed yet.",
            games,
        )
    elif games:
        text = ngettext(
            "“–”: not placed yet: at least %(share)s %% of the evenings and %(games)s game are needed.",
            "“–”: not placed yet: at least %(share)s %% of the evenings and %(games)s games are needed.",
            games,
        )
    else:
        text = _("“–”: not placed yet: at least %(share)s %% of the evenings are needed.")
    return text % {"games": games, "share": share}


def few_players_in_words(teams: QuerySet[Team], tables: int) -> str:
    """Return which teams have too few players to play at so many tables at once, "" for none."""
    short = teams.annotate(count=Count("members")).filter(count__lt=tables)
    names = [f"{isolated(team.name)} ({team.count})" for team in short]
    if not names:
        return ""
    text = ngettext(
        "Too few players for %(count)s table: %(teams)s.",
        "Too few players for %(count)s tables at once: %(teams)s.",
        tables,
    )
    return text % {"count": tables, "teams": and_list(names)}
