"""The site map as it is where mail is set up."""

from django.urls import include, path

from mahjongclub.clubs.accounts.urls import ALWAYS, BY_MAIL
from mahjongclub.urls import urlpatterns as whole

urlpatterns = [path("account/", include([*ALWAYS, *BY_MAIL])), *whole]
