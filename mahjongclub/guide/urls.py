"""The site map of the organiser's guide."""

from django.urls import path

from . import pages

app_name = "guide"

urlpatterns = [
    path("guide/", pages.show_contents, name="contents"),
    path("guide/<slug:page>/", pages.show_page, name="page"),
]
