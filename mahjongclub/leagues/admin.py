"""Leagues for support, to be looked at: organisers change them on their own pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.support import Looking, looked_up, readable

from .models import Adjustment, League, Season


@looked_up(League, _("league"), _("leagues"))
class LeagueAdmin(Looking):
    list_display = ("name", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = ("name", "club", "created_at")


@looked_up(Season, _("season"), _("seasons"))
class SeasonAdmin(Looking):
    list_display = ("name", "league", "variant", "starts", "ends")
    list_select_related = ("league",)
    list_filter = ("variant",)
    search_fields = ("name", "league__name", "league__club__name")
    fields = ("name", "league", "variant", "starts", "ends", "counting", "created_at")

    @admin.display(description=_("scoring"))
    def counting(self, season: Season) -> Any:
        return readable(season.scoring)


@looked_up(Adjustment, _("adjustment"), _("adjustments"))
class AdjustmentAdmin(Looking):
    list_display = ("season", "player", "tenths", "reason", "day", "made_by")
    list_select_related = ("season__league", "player", "made_by")
    search_fields = ("reason", "season__name")
    fields = ("season", "player", "tenths", "reason", "day", "made_by", "made_at")
