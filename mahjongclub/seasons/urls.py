"""The site map of leagues, standings, ratings and players."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>
from mahjongclub.rounds import corrected_views

from .views import (
    adjustments,
    editing,
    figures,
    games,
    match_desk,
    matches,
    pairs,
    phases,
    players,
    ratings,
    record,
    search,
    standings,
    teams,
)

app_name = "leagues"


urlpatterns = [
    path("c/<slug:slug>/leagues/", editing.list_leagues, name="leagues"),
    path("c/<slug:slug>/search/", search.search_club, name="search"),
    path("c/<slug:slug>/record/", record.show_players_by_variant, name="record"),
    path("c/<slug:slug>/figures/", figures.show_figures, name="figures"),
    path("c/<slug:slug>/ratings/<slug:variant>/", ratings.show_ratings, name="ratings"),
    path("c/<slug:slug>/players/<row:player_id>/", players.show_player, name="player"),
    path("c/<slug:slug>/players/<row:player_id>/year/", players.show_player_year, name="player_year"),
    path("c/<slug:slug>/players/<row:player_id>/with/<row:other_id>/", pairs.show_pair, name="pair"),
    # a season
    path("c/<slug:slug>/seasons/new/", editing.create_season, name="new_season"),
    path("c/<slug:slug>/seasons/example/", editing.preview_scoring, name="season_example"),
    path("c/<slug:slug>/seasons/<row:pk>/", standings.show_standings, name="season"),
    path("c/<slug:slug>/seasons/<row:pk>/edit/", editing.edit_season, name="edit_season"),
    path("c/<slug:slug>/seasons/<row:pk>/delete/", editing.delete_season_if_confirmed, name="delete_season"),
    path("c/<slug:slug>/seasons/<row:pk>/next/", editing.create_phase, name="next_phase"),
    path("c/<slug:slug>/seasons/<row:pk>/entrants/", phases.edit_phase_entrants, name="entrants"),
    path("c/<slug:slug>/seasons/<row:pk>/matches/", matches.edit_matches, name="matches"),
    path("c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/", matches.edit_match_lineup, name="match"),
    path(
        "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/open/",
        matches.open_match_tables,
        name="open_match",
    ),
    path(
        "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/desk/",
        match_desk.show_match_desk,
        name="match_desk",
    ),
    path(
        "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/desk/<row:table>/",
        match_desk.save_match_row,
        name="match_desk_row",
    ),
    path("c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/edit/", matches.edit_match, name="edit_match"),
    path(
        "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/delete/",
        matches.delete_match,
        name="delete_match",
    ),
    path("c/<slug:slug>/seasons/<row:pk>/playoff/", matches.edit_playoff, name="playoff"),
    path("c/<slug:slug>/seasons/<row:pk>/year/", standings.show_league_year, name="year"),
    path("c/<slug:slug>/seasons/<row:pk>/evenings/", standings.show_season_by_evening, name="evenings"),
    path(
        "c/<slug:slug>/seasons/<row:pk>/players/<row:player_id>/", standings.explain_points, name="explained"
    ),
    path("c/<slug:slug>/seasons/<row:pk>/games/", games.list_season_games, name="games"),
    path(
        "c/<slug:slug>/seasons/<row:pk>/games/<slug:code>/",
        games.choose_whether_game_counts,
        name="count_game",
    ),
    path("c/<slug:slug>/seasons/<row:pk>/adjustments/", adjustments.edit_adjustments, name="adjustments"),
    path(
        "c/<slug:slug>/seasons/<row:pk>/adjustments/<row:number>/delete/",
        adjustments.delete_adjustment,
        name="delete_adjustment",
    ),
    path("c/<slug:slug>/seasons/<row:pk>/corrected/", games.show_season_corrections, name="corrected_season"),
    path(
        "c/<slug:slug>/evenings/<row:number>/corrected/",
        corrected_views.show_evening_corrections,
        name="corrected_evening",
    ),
    path(
        "c/<slug:slug>/games/<code:code>/corrected/",
        corrected_views.show_game_corrections,
        name="corrected_game",
    ),
    path("c/<slug:slug>/late/<row:number>/", corrected_views.settle_late_hand, name="settle_late"),
    path("c/<slug:slug>/seasons/<row:pk>/teams/", teams.edit_teams, name="teams"),
    path("c/<slug:slug>/seasons/<row:pk>/teams/<row:number>/", teams.show_team, name="team"),
    path("c/<slug:slug>/seasons/<row:pk>/teams/<row:number>/edit/", teams.edit_team, name="edit_team"),
    path("c/<slug:slug>/seasons/<row:pk>/teams/<row:number>/delete/", teams.delete_team, name="delete_team"),
]
