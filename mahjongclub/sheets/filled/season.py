"""A season on paper: the standings to hang up, or the whole of it: chart, adjustments, scoring."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from mahjongclub.clubs.naming import pseudonym
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import (
    StandingsLine,
    day_without_year,
    season_standings,
    sums_after_evenings,
    totals_by_evening,
)
from mahjongclub.seasons.views.standings import MOST_LINES, scoring_in_words
from mahjongclub.seasons.wording import game_points_formatter, unplaced_in_words
from mahjongclub.tables.ranking import line_chart

from ..sheet import Sheet, SheetField, WrittenText, printable_text
from .chart import SIZE, ChartData, chart_data

#: Places shown one by one; more seats than these no variant with a season's table has room for.
MOST_PLACES = 6


def season_sheet(season: Season, *, whole: bool, paper: str, language: str) -> Sheet:
    """The standings as they are; `whole` with everything behind them. Runs in the language of the sheet."""
    title = _("Season report") if whole else _("Standings")
    han = find_game(season.game.key).paper.han
    standings = season_standings(season)
    team_lines = season_standings(season, teams=True) if season.teams.exists() else []
    return Sheet(
        template="season",
        title=title,
        language=language,
        paper=paper,
        file_name=slugify(f"{title} {season.name}"),
        data={
            "season": printable_text(
                season.name, han=han, stand_in=_("Season no. %(number)s") % {"number": season.pk}
            ),
            "fields": _fields(season, han),
            "players": _table(season, standings, _("Player"), han),
            "teams": _table(season, team_lines, _("Team"), han) if team_lines else None,
            "notes": [{"name": _named(line, han), "why": line.why} for line in standings if line.why],
            "short": _short(season, standings),
            "chart": _chart(season, standings) if whole else None,
            "leaders": [_named(line, han) for line in standings[:MOST_LINES]],
            "adjustments": _adjustments(season, han) if whole else [],
            "scoring": scoring_in_words(season) if whole else [],
            "words": {
                "standings": _("Standings"),
                "teams": _("Teams"),
                "chart": _("After each evening"),
                "adjustments": _("Adjustments"),
                "scoring": _("How this season counts"),
                "nothing": _("No game has counted yet."),
            },
        },
    )


def _fields(season: Season, han: str) -> list[SheetField]:
    starts = date_format(season.starts, "SHORT_DATE_FORMAT")
    ends = date_format(season.ends, "SHORT_DATE_FORMAT") if season.ends else ""
    days = (
        _("%(starts)s to %(ends)s") % {"starts": starts, "ends": ends}
        if ends
        else _("from %(starts)s") % {"starts": starts}
    )
    league, club = season.league, season.league.club
    return [
        {"label": _("Club"), "value": printable_text(club.name, han=han, stand_in=f"{club.pk}"), "share": 2},
        {
            "label": _("League"),
            "value": printable_text(league.name, han=han, stand_in=f"{league.pk}"),
            "share": 2,
        },
        {"label": _("Game"), "value": said(season.game.name), "share": 2},
        {"label": _("Season"), "value": days, "share": 2},
        {"label": _("As of"), "value": date_format(localdate(), "SHORT_DATE_FORMAT")},
    ]


def _named(line: StandingsLine, han: str) -> WrittenText:
    return printable_text(line.name, han=han, stand_in=pseudonym(line.key))


def _table(season: Season, standings: Sequence[StandingsLine], who: str, han: str) -> dict[str, object]:
    """The standings as a table: place, name, total, games, places held."""
    seats = min(season.game.seats, MOST_PLACES)
    adjusted = any(line.adjustment for line in standings)
    return {
        "head": [
            "#",
            who,
            _("Total"),
            *([_("Adjusted")] if adjusted else []),
            _("Games"),
            _("Ø place"),
            *(_("%(place)s.") % {"place": place} for place in range(1, seats + 1)),
        ],
        "rows": [
            {
                "name": _named(line, han),
                "rank": line.rank,
                "cells": [
                    line.total,
                    *([line.adjustment] if adjusted else []),
                    str(line.games),
                    line.average_place,
                    *(str(times) for times in line.row.sums.places[:seats]),
                ],
            }
            for line in standings
        ],
    }


def _short(season: Season, standings: Sequence[StandingsLine]) -> str:
    if not any(line.row.is_short for line in standings):
        return ""
    return unplaced_in_words(season.rules)


def _chart(season: Season, standings: Sequence[StandingsLine]) -> ChartData | None:
    """The totals of the leaders after every evening; None before the second one."""
    evenings = sums_after_evenings(season)
    leaders = [line.key for line in standings[:MOST_LINES]]
    if len(evenings) < 2 or not leaders:
        return None
    labels = [day_without_year(day) for day, _sums in evenings]
    chart = line_chart(totals_by_evening(season, evenings, leaders), labels, [""] * len(leaders), SIZE)
    return chart_data(chart, _("The totals of the first places after each evening."))


def _adjustments(season: Season, han: str) -> list[dict[str, object]]:
    """Points adjusted, with the reason."""
    return [
        {
            "day": date_format(penalty.day, "SHORT_DATE_FORMAT"),
            "name": _receiver(penalty, han),
            "points": penalty.points_in_words(game_points_formatter(season)),
            "reason": printable_text(penalty.full_reason, han=han, stand_in="–"),
        }
        for penalty in season.penalties.select_related("player", "team")
        if penalty.day is not None
    ]


def _receiver(penalty: Penalty, han: str) -> WrittenText:
    """Return the name of the player or the team who got points, or lost them."""
    if penalty.team is not None:
        return printable_text(penalty.team.name, han=han, stand_in=str(penalty.team.number))
    name = penalty.player.shown_name if penalty.player is not None else ""
    return printable_text(name, han=han, stand_in=pseudonym(penalty.player_id or 0))
