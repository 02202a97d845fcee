"""The site map of the organiser's guide."""

from django.urls import path

from . import views

app_name = "guide"

urlpatterns = [
    path("guide/", views.contents, name="contents"),
    path("guide/<slug:page>/", views.page, name="page"),
]
