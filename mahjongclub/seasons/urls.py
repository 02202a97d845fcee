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
    phases,
    players,
    ratings,
    record,
    search,
    standings,
    teams,
)

app_name = "leagues"

CLUB = "c/<slug:slug>/"
ONE = f"{CLUB}seasons/<row:pk>/"
MATCH = f"{ONE}matches/<row:number>/"

urlpatterns = [
    path(f"{CLUB}leagues/", editing.list_leagues, name="leagues"),
    path(f"{CLUB}search/", search.search_club, name="search"),
    path(f"{CLUB}record/", record.show_players_by_variant, name="record"),
    path(f"{CLUB}figures/", figures.show_figures, name="figures"),
    path(f"{CLUB}ratings/<slug:variant>/", ratings.show_ratings, name="ratings"),
    path(f"{CLUB}players/<row:player_id>/", players.show_player, name="player"),
    path(f"{CLUB}players/<row:player_id>/year/", players.show_player_year, name="player_year"),
    path(f"{CLUB}players/<row:player_id>/with/<row:other_id>/", players.show_pair, name="pair"),
    # a season
    path(f"{CLUB}seasons/new/", editing.create_season, name="new_season"),
    path(f"{CLUB}seasons/example/", editing.preview_scoring, name="season_example"),
    path(ONE, standings.show_standings, name="season"),
    path(f"{ONE}edit/", editing.edit_season, name="edit_season"),
    path(f"{ONE}delete/", editing.delete_season_if_confirmed, name="delete_season"),
    path(f"{ONE}next/", editing.create_phase, name="next_phase"),
    path(f"{ONE}entrants/", phases.edit_phase_entrants, name="entrants"),
    path(f"{ONE}matches/", matches.edit_matches, name="matches"),
    path(MATCH, matches.edit_match_lineup, name="match"),
    path(f"{MATCH}open/", matches.open_match_tables, name="open_match"),
    path(f"{MATCH}desk/", match_desk.show_match_desk, name="match_desk"),
    path(f"{MATCH}desk/<row:table>/", match_desk.save_match_row, name="match_desk_row"),
    path(f"{MATCH}edit/", matches.edit_match, name="edit_match"),
    path(f"{MATCH}delete/", matches.delete_match, name="delete_match"),
    path(f"{ONE}playoff/", matches.edit_playoff, name="playoff"),
    path(f"{ONE}year/", standings.show_league_year, name="year"),
    path(f"{ONE}evenings/", standings.show_season_by_evening, name="evenings"),
    path(f"{ONE}players/<row:player_id>/", standings.explain_points, name="explained"),
    path(f"{ONE}games/", games.list_season_games, name="games"),
    path(f"{ONE}games/<slug:code>/", games.choose_whether_game_counts, name="count_game"),
    path(f"{ONE}adjustments/", adjustments.edit_adjustments, name="adjustments"),
    path(f"{ONE}adjustments/<row:number>/delete/", adjustments.delete_adjustment, name="delete_adjustment"),
    path(f"{ONE}corrected/", games.show_season_corrections, name="corrected_season"),
    path(
        f"{CLUB}evenings/<row:number>/corrected/",
        corrected_views.show_evening_corrections,
        name="corrected_evening",
    ),
    path(f"{CLUB}games/<code:code>/corrected/", corrected_views.show_game_corrections, name="corrected_game"),
    path(f"{CLUB}late/<row:number>/", corrected_views.settle_late_hand, name="settle_late"),
    path(f"{ONE}teams/", teams.edit_teams, name="teams"),
    path(f"{ONE}teams/<row:number>/", teams.show_team, name="team"),
    path(f"{ONE}teams/<row:number>/edit/", teams.edit_team, name="edit_team"),
    path(f"{ONE}teams/<row:number>/delete/", teams.delete_team, name="delete_team"),
]
