"""The addresses about people, by whom they are about."""

from django.urls import path

from . import me, players

app_name = "people"

urlpatterns = [
    # me
    path("me/", me.me, name="me"),
    path("me/name/", me.name, name="my_name"),
    path("me/sign-out-everywhere/", me.sign_out_everywhere, name="sign_out_everywhere"),
    path("me/hide/", me.hide, name="hide_me"),
    path("me/roster/<slug:slug>/", players.join_roster, name="join_roster"),
    path("me/personal-data.json", me.export, name="export"),
    path("me/remove/", me.remove, name="remove_me"),
    # the players in reach
    path("players/", players.players, name="players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/hide/", players.hide, name="hide_player"),
    path("players/<int:pk>/take-in/", players.take_in, name="take_in"),
    path("players/<int:pk>/give/", players.give, name="give_player"),
    path("players/<int:pk>/let-go/", players.let_go, name="let_go"),
    path("players/<int:pk>/forget/", players.forget, name="forget_player"),
    path("players/<int:pk>/keep/", players.keep, name="keep_name"),
    path("players/<int:pk>/merge/", players.merge_players, name="merge"),
    path("players/merges/<int:pk>/undo/", players.undo_merging, name="undo_merge"),
]
