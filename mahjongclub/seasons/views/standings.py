"""The standings of a season: now, after each evening, and why a player has these points."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from django.db.models import Sum
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.figures.wording import place_in_words, tie_break_words
from mahjongclub.games.kit.wording import option_in_words, said
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.pairing.standings import StandingsRow, Sums, attendance_value, left_out_values, rank_entries
from mahjongclub.rounds.penalties.models import penalty_row
from mahjongclub.tables.ranking import line_chart

from ..models import Season, SeasonGame
from ..pages import (
    SORTS,
    day_without_year,
    phase_of,
    player_names,
    season_standings,
    seasons_of_league_year,
    standings_lines,
    standings_row_of,
    sums_after_evenings,
    sums_of_year,
    totals_by_evening,
)
from ..share_text import standings_in_words
from ..wording import game_points_formatter, season_points, unplaced_in_words
from .filters import find_season_or_404
from .phases import carried_into_row, lines_with_cut

MOST_LINES = 6
EVENINGS_SHOWN = 12
GAMES_SHOWN = 200


@club_page(methods=READ)
def show_standings(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Players, or teams with ?by=teams, in the order of ?sort=."""
    season = find_season_or_404(visit, pk)
    has_teams = season.teams.exists()
    usual = "teams" if season.is_for_teams else "players"
    by_teams = has_teams and request.GET.get("by", usual) == "teams"
    sort = request.GET.get("sort", "")
    sort = sort if sort in SORTS else "rank"
    line_rows = season_standings(season, sort, teams=by_teams)
    placed = sorted(
        (line for line in line_rows if not line.row.is_short), key=lambda line: line.row.rank or 0
    )
    line_rows, cut = lines_with_cut(season, line_rows, teams=by_teams)
    context = {
        **season_context(visit, season),
        "rows": line_rows,
        "text": standings_in_words(season, placed) if placed else "",
        "picture": reverse("sheets:standings_picture", args=[visit.club.slug, pk])
        + ("?by=teams" if by_teams else ""),
        "sort": sort,
        "by_teams": by_teams,
        "by": "" if by_teams == (usual == "teams") else f"by={'teams' if by_teams else 'players'}&",
        "has_teams": has_teams,
        "cut": cut,
        "phase": phase_of(season),
        "short": unplaced_in_words(season.rules, teams=by_teams)
        if any(line.row.is_short for line in line_rows)
        else "",
        "adjusted": any(line.adjustment for line in line_rows),
        "decided": [line for line in line_rows if line.why],
        "scoring": scoring_in_words(season),
        "of_year": len(seasons_of_league_year(season)),
    }
    return render(request, "leagues/season.html", context)


def season_context(visit: ClubVisit, season: Season) -> dict[str, object]:
    """What every page of a season shows."""
    return {
        "visit": visit,
        "club": visit.club,
        "season": season,
        "game": said(season.game.name),
        "rules": season.rules,
    }


def scoring_in_words(season: Season) -> list[dict[str, str]]:
    """The scoring line by line, without what plays no part in it."""
    scoring = season.rules
    paragraphs = []
    for option in Scoring.describe_options():
        by_place = option.name.startswith("place_")
        if by_place and (scoring.worth == "points" or int(option.name[-1]) > season.game.most_seats):
            continue
        if option.name == "best_of" and scoring.together != "best":
            continue
        if option.name == "but" and not scoring.left_out_count:
            continue
        if option.name in ("tie_2", "tie_3") and getattr(scoring, option.name) == "none":
            continue
        paragraphs.append(
            {"label": said(option.label), "value": option_in_words(option, getattr(scoring, option.name))}
        )
    return paragraphs


@club_page(methods=READ)
def show_league_year(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The seasons of a league that begin in one year, added up: what each brought, what they come to."""
    chosen = find_season_or_404(visit, pk)
    seasons = seasons_of_league_year(chosen)
    by_player = sums_of_year(seasons)
    together = [reduce(Sums.added, by_season.values()) for by_season in by_player.values()]
    line_rows = standings_lines(chosen, together, player_names(by_player), together=seasons)
    rows = []
    for line in line_rows:
        mine = by_player[line.key]
        cells = [
            (season.pk, season_points(chosen, _brought(season, mine[season.pk]), game=True))
            if season.pk in mine
            else None
            for season in seasons
        ]
        out = season_points(chosen, -sum(left_out_values(chosen.rules, line.row.sums)), game=True)
        rows.append((line, cells, out))
    context = {
        **season_context(visit, chosen),
        "year": chosen.starts.year,
        "seasons": seasons,
        "rows": rows,
        "decided": [line for line in line_rows if line.why],
        "scoring": scoring_in_words(chosen),
    }
    return show(request, visit, "leagues/year.html", context)


@club_page(methods=READ)
def show_season_by_evening(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The totals of the leaders after every evening as a chart, everybody's places after the latest ones."""
    season = find_season_or_404(visit, pk)
    scoring = season.rules
    days = sums_after_evenings(season)
    columns = [
        (day, {row.sums.key: row for row in rank_entries(scoring, sums, evenings)})
        for evenings, (day, sums) in list(enumerate(days, start=1))[-EVENINGS_SHOWN:]
    ]
    columns.reverse()  # the newest evening first: a phone shows the first columns
    final = list(columns[0][1].values()) if columns else []
    leaders = [row.sums.key for row in final[:MOST_LINES]]
    points = totals_by_evening(season, days, leaders)
    names = player_names(row.sums.key for row in final)
    labels = [day_without_year(day) for day, _sums in days]
    context = {
        **season_context(visit, season),
        "days": labels[: -EVENINGS_SHOWN - 1 : -1],
        "earlier": len(days) - len(columns),
        "chart": line_chart(points, labels, [names.get(key, "") for key in leaders]) if points else None,
        "rows": [
            {
                "key": row.sums.key,
                "name": names.get(row.sums.key, ""),
                "cells": [_cell(season, rows.get(row.sums.key)) for _day, rows in columns],
            }
            for row in final
        ],
    }
    return render(request, "leagues/evenings.html", context)


def _brought(season: Season, sums: Sums) -> int:
    """Return what a season brought somebody before anything is left out, in 600ths of a point."""
    return sums.value + attendance_value(season.rules, sums) + sums.adjustment


def _cell(season: Season, row: StandingsRow | None) -> dict[str, str]:
    if row is None:
        return {"rank": "", "total": ""}
    return {"rank": place_in_words(row.rank), "total": season_points(season, row.total)}


@club_page(methods=READ)
def explain_points(request: ClubRequest, visit: ClubVisit, pk: int, player_id: int) -> HttpResponse:
    """Why these points: every game, what it was worth, what counts, what was given or taken."""
    season = find_season_or_404(visit, pk)
    row = standings_row_of(season, player_id)
    if row is None:
        raise Http404("not in this season")
    games = season.games.filter(player=player_id).order_by("-appearance__order")
    games = games.select_related("appearance__session")
    scoring = season.rules
    out = len(left_out_values(scoring, row.sums))
    counts = _counting(season, player_id, out)
    context = {
        **season_context(visit, season),
        "name": player_names([player_id]).get(player_id, ""),
        "player_id": player_id,
        "row": row,
        "rank": place_in_words(row.rank),
        "counted": season_points(season, row.counted),
        "coming": season_points(season, row.coming, game=True) if row.coming else "",
        "total": season_points(season, row.total),
        "carried": carried_into_row(season, row),
        "why": tie_break_words(row),
        "sum": season_points(season, row.sums.value, game=True),
        "games": [
            {
                "day": game_row.day,
                "code": game_row.appearance.session.code,
                "place": game_row.place,
                "sharing": game_row.appearance.sharing,
                "value": season_points(season, game_row.value, game=True),
                "uma": season_points(
                    season, scoring.points_for_place(game_row.place, game_row.appearance.sharing), game=True
                ),
                "counts": counts(game_row),
            }
            for game_row in games[:GAMES_SHOWN]
        ],
        "more": max(0, row.sums.games - GAMES_SHOWN),
        "out": out,
        "out_value": season_points(season, -sum(left_out_values(scoring, row.sums)), game=True),
        "adjustments": [
            penalty_row(penalty, "", game_points_formatter(season))
            for penalty in season.penalties.filter(player_id=player_id)
        ],
    }
    return render(request, "leagues/explained.html", context)


def _counting(season: Season, player_id: int, out: int) -> Callable[[SeasonGame], bool]:
    """Which of a player's games count: the best ones, or all but `out` of the worst games or evenings."""
    scoring = season.rules
    games = season.games.filter(player=player_id)
    if scoring.together == "best":
        best = set(
            games.order_by("-value", "-appearance__order").values_list("pk", flat=True)[: scoring.best_of]
        )
        return lambda game: game.pk in best
    if scoring.together == "but_nights":
        nights = season.games.filter(player=player_id).values("day").annotate(points=Sum("value"))
        worst_days = set(nights.order_by("points", "day").values_list("day", flat=True)[:out])
        return lambda game: game.day not in worst_days
    worst = set(games.order_by("value", "appearance__order").values_list("pk", flat=True)[:out])
    return lambda game: game.pk not in worst
