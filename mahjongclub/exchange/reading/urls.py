"""The site map of what comes into a club."""

from django.urls import path

from . import views

app_name = "reading"

urlpatterns = [
    path("c/<slug:slug>/import/", views.bring_in, name="import"),
    path("c/<slug:slug>/import/<uuid:upload>/", views.look, name="look"),
    path("c/<slug:slug>/import/<uuid:upload>/drop/", views.drop, name="drop"),
    path("c/<slug:slug>/import/origins/<row:number>/", views.origin, name="origin"),
]
