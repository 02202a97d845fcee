"""The addresses of cards: mine, a club's, and picking a line for a hand."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>
from mahjongclub.tables import addresses as table_addresses  # noqa: F401  # <code:...>, <hand:...>

from . import views

app_name = "cards"

urlpatterns = [
    path("me/card/", views.my_card, name="my_card"),
    path("me/card/<row:number>/", views.my_line, name="my_line"),
    path("me/card/<row:number>/delete/", views.delete_my_line, name="my_delete"),
    path("c/<slug:slug>/card/", views.club_card, name="club_card"),
    path("c/<slug:slug>/card/<row:number>/", views.club_line, name="club_line"),
    path("c/<slug:slug>/card/<row:number>/delete/", views.delete_club_line, name="club_delete"),
    path("t/<code:code>/line/<hand:number>/", views.pick_line, name="pick"),
]
