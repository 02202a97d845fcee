"""The site map of club nights."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from . import coming_views, desk, past, phones, views

app_name = "nights"

ONE = "c/<slug:slug>/evenings/<row:number>/"

urlpatterns = [
    path("c/<slug:slug>/tonight/", views.open_tonights_list, name="tonight"),
    path("c/<slug:slug>/evenings/", past.list_evenings, name="evenings"),
    path("c/<slug:slug>/attendance/", past.show_attendance, name="attendance"),
    path(f"{ONE}night/", past.show_story, name="story"),
    path(f"{ONE}coming/", coming_views.edit_coming, name="coming"),
    path(f"{ONE}coming/own/", coming_views.save_own_reply, name="say_own"),
    path(f"{ONE}here/", views.tick_people, name="here"),
    path(f"{ONE}seating/", views.show_evening_seating, name="seating"),
    path(f"{ONE}seating/next/", views.draw_next_round, name="next_round"),
    path(f"{ONE}seating/more/", views.open_more_tables, name="more_tables"),
    path(f"{ONE}seating/move/", views.swap_two_players, name="move"),
    path(f"{ONE}seating/people/", views.check_in_and_out_during_evening, name="come_and_go"),
    path(f"{ONE}seating/undo/", views.undo_evening_round, name="undo"),
    path(f"{ONE}seating/cards/", views.print_table_cards, name="cards"),
    path(f"{ONE}rounds/<row:round_number>/desk/", desk.show_evening_desk, name="desk"),
    path(f"{ONE}rounds/<row:round_number>/desk/<row:table>/", desk.save_evening_row, name="desk_row"),
    # by the club's code, without an account
    path("coming/<slug:slug>/<str:token>/", coming_views.reply_by_link, name="coming_by_link"),
    path("here/<slug:slug>/<str:token>/", phones.open_check_in_by_room_code, name="in_the_room"),
    path("here/<slug:slug>/<row:number>/<str:token>/", phones.check_in_by_code, name="by_code"),
    path("here/<slug:slug>/<row:number>/<str:token>/sit/", phones.sit_at_my_table, name="sit"),
]
