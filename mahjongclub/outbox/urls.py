"""The site map of what a club tells outside."""

from django.urls import path

from mahjongclub.clubs import addresses as addresses  # <row:...>

from . import views

app_name = "outbox"

urlpatterns = [
    path("c/<slug:slug>/channels/", views.channels, name="channels"),
    path("c/<slug:slug>/channels/new/<str:kind>/", views.add, name="add"),
    path("c/<slug:slug>/channels/<row:number>/test/", views.test_message, name="test"),
    path("c/<slug:slug>/channels/<row:number>/revoke/", views.revoke, name="revoke"),
    path("entry/<row:number>/<str:own_token>/mail/", views.entry_mail, name="entry_mail"),
    path("phone/notices/", views.subscribe, name="subscribe"),
    path("phone/notices/end/", views.unsubscribe, name="unsubscribe"),
    path("c/<slug:slug>/evenings/<row:number>/tell/", views.tell_results, name="tell_results"),
]
