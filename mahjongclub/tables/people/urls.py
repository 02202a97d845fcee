"""The addresses about people, by whom they are about."""

from django.urls import path

from . import me

app_name = "people"

urlpatterns = [
    path("me/", me.me, name="me"),
]
