"""The site map of the organiser's guide."""

from django.urls import path

from . import views

app_name = "guide"

urlpatterns = [
    path("guide/", views.show_contents, name="contents"),
    path("guide/<slug:page>/", views.show_page, name="page"),
]
