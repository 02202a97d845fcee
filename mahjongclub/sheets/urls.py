"""The site map of what is printed. Each address of `sheet_paths` also has its sheet.pdf and its pictures."""

from django.urls import path

from mahjongclub.clubs import addresses as club_addresses  # noqa: F401  # <row:...>
from mahjongclub.tables import addresses  # noqa: F401  # <code:...>

from .answers import sheet_paths
from .views import badges, blank, cards, filled, posters, reports, share_pictures, tournaments

app_name = "sheets"

TOURNAMENT = "sheets/c/<slug:slug>/tournaments/<row:pk>/"

urlpatterns = [
    path("sheets/", blank.choose_blank_sheet, name="sheets"),
    path("sheets/c/<slug:slug>/", blank.choose_club_sheet, name="club_sheets"),
    # blank score sheets
    *sheet_paths("sheets/blank/<slug:variant>/", blank.print_blank_sheet, "blank"),
    *sheet_paths("sheets/c/<slug:slug>/blank/<slug:variant>/", blank.print_club_blank_sheet, "club_blank"),
    *sheet_paths("sheets/t/<code:code>/blank/", blank.print_table_blank_sheet, "table_blank"),
    # a session as it was played
    *sheet_paths("sheets/t/<code:code>/", filled.print_table_game, "table_filled"),
    path("sheets/t/<code:code>/ranking.png", filled.draw_table_ranking, name="ranking_picture"),
    *sheet_paths("sheets/c/<slug:slug>/games/<code:code>/", filled.print_club_game, "club_filled"),
    path(
        "sheets/c/<slug:slug>/games/<code:code>/ranking.png",
        filled.draw_club_game_ranking,
        name="club_ranking_picture",
    ),
    *sheet_paths("sheets/c/<slug:slug>/evenings/<row:number>/", reports.print_evening_report, "evening"),
    *sheet_paths("sheets/c/<slug:slug>/seasons/<row:pk>/", reports.print_season, "season"),
    # shared in a chat
    path(
        "sheets/c/<slug:slug>/evenings/<row:number>/night.png",
        share_pictures.draw_evening,
        name="night_picture",
    ),
    path(
        "sheets/c/<slug:slug>/seasons/<row:pk>/standings.png",
        share_pictures.draw_standings,
        name="standings_picture",
    ),
    path(
        "sheets/c/<slug:slug>/players/<row:player_id>/year.png",
        share_pictures.draw_player_year,
        name="year_picture",
    ),
    # cards of the help
    *sheet_paths("sheets/points/<slug:variant>/", cards.print_points_card, "points"),
    *sheet_paths("sheets/rules/<slug:variant>/", cards.print_rules_card, "rules"),
    # posters
    *sheet_paths("sheets/t/<code:code>/poster/", posters.print_table_poster, "table_poster"),
    *sheet_paths("sheets/c/<slug:slug>/poster/", posters.print_club_poster, "club_poster"),
    *sheet_paths("sheets/c/<slug:slug>/room/", posters.print_check_in_poster, "room_poster"),
    path("sheets/c/<slug:slug>/title.png", posters.draw_club_title, name="title_picture"),
    *sheet_paths(
        "sheets/c/<slug:slug>/evenings/<row:number>/poster/", posters.print_evening_poster, "evening_poster"
    ),
    # a tournament
    *sheet_paths(f"{TOURNAMENT}cards/", tournaments.print_player_cards, "seating_cards"),
    *sheet_paths(f"{TOURNAMENT}seating/", tournaments.print_seating, "seating_list"),
    *sheet_paths(f"{TOURNAMENT}badges/", badges.print_badges, "badges"),
    *sheet_paths(f"{TOURNAMENT}numbers/", tournaments.print_table_numbers, "table_numbers"),
    *sheet_paths(f"{TOURNAMENT}rounds/<row:number>/scores/", tournaments.print_score_sheets, "round_scores"),
    *sheet_paths(f"{TOURNAMENT}rounds/<row:number>/ranking/", tournaments.print_ranking, "round_ranking"),
    path(TOURNAMENT, tournaments.choose_event_sheet, name="tournament"),
]
