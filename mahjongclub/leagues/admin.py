"""Leagues for support, to be looked at: organisers change them on their own pages."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from mahjongclub.clubs.support import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    admin_list_link,
    readable_json,
    register_admin,
)
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.rounds.models import Round, Seat, Table
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team
from mahjongclub.seasons.models import League, Season


@register_admin(League, _("league"), _("leagues"))
class LeagueAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = ("name", "club", "created_at")


@register_admin(Season, _("season"), _("seasons"))
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ("name", "league", "variant", "starts", "ends")
    list_select_related = ("league",)
    list_filter = ("variant",)
    search_fields = ("name", "league__name", "league__club__name")
    fields = ("name", "league", "variant", "starts", "ends", "scoring_text", "created_at")

    @admin.display(description=_("scoring"))
    def scoring_text(self, season: Season) -> Any:
        return readable_json(season.scoring)


@register_admin(Tournament, _("tournament"), _("tournaments"))
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "day", "variant", "draw", "state")
    list_select_related = ("club",)
    list_filter = ("state", "variant", "draw")
    search_fields = ("name", "club__name")
    search_help_text = _("Name of the tournament, or of the club.")
    fields = (
        ("name", "club", "day", "place"),
        ("variant", "preset", "house_rules"),
        ("state", "draw", "worth", "round_count", "minutes", "seed"),
        "links_to_parts",
        "frozen_rules_text",
        ("created_at", "final_at"),
        "published_ranking_text",
    )

    @admin.display(description=_("history"))
    def links_to_parts(self, tournament: Tournament) -> SafeString:
        of_tournament = {"tournament__id__exact": tournament.pk}
        links = (
            admin_list_link(Team, _("teams"), competition__tournament__id__exact=tournament.pk),
            admin_list_link(Place, _("places"), **of_tournament),
            admin_list_link(Round, _("rounds"), competition__tournament__id__exact=tournament.pk),
            admin_list_link(Penalty, _("penalties"), competition__tournament__id__exact=tournament.pk),
        )
        return format_html_join(" · ", "{}", ((link,) for link in links))

    @admin.display(description=_("frozen rules"))
    def frozen_rules_text(self, tournament: Tournament) -> Any:
        return readable_json(tournament.rules)

    @admin.display(description=_("ranking as published: place, rank, points in 600ths"))
    def published_ranking_text(self, tournament: Tournament) -> Any:
        return readable_json(tournament.final_ranking)


OF_COMPETITION = ("competition__tournament", "competition__season__league", "competition__evening")


class CompetitionPartAdmin(ReadOnlyAdmin):
    """Rows of a competition, found by its name; `reached` leads to it."""

    search_fields: ClassVar[Any] = ("competition__tournament__name", "competition__season__name")
    search_help_text = _("Name of the tournament or of the season.")
    list_select_related: ClassVar[Any] = OF_COMPETITION
    reached = "competition__tournament__id__exact"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # Django asks for list_select_related only where nothing else was selected yet
        return super().get_queryset(request).select_related(*self.list_select_related)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup == self.reached or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]


class PlaceStintsInline(ReadOnlyInline):
    model = Stint
    fields = readonly_fields = ("from_round", "player", "substitute")
    verbose_name_plural = _("who had the seat")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player__merged_into")


@register_admin(Place, _("place of a tournament"), _("places of tournaments"))
class PlaceAdmin(CompetitionPartAdmin):
    list_display = fields = ("tournament", "number", "team", "ranked", "steward")
    list_select_related = ("tournament", "team")
    search_fields = ("tournament__name",)
    search_help_text = _("Name of the tournament.")
    reached = "tournament__id__exact"
    inlines = (PlaceStintsInline,)


@register_admin(Round, pgettext_lazy("tournament", "round"), _("rounds"))
class RoundAdmin(CompetitionPartAdmin):
    list_display = ("competition", "number", "published_at", "opened_at")
    list_select_related = (*OF_COMPETITION, "evening")
    fields = ("competition", "number", "evening", "day", "links_to_tables", "published_at", "opened_at")

    @admin.display(description=_("tables"))
    def links_to_tables(self, round_: Round) -> SafeString:
        return admin_list_link(Table, _("tables"), round__id__exact=round_.pk)


class SeatsInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = ("number", "player", "team", "place")
    verbose_name_plural = _("seats")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player__merged_into", "team", "place")


@register_admin(Table, _("table"), _("tables"))
class TableAdmin(CompetitionPartAdmin):
    list_display = fields = ("round", "number", "session")
    list_select_related = ("round", "session")
    search_fields = ("round__competition__tournament__name", "session__code")
    search_help_text = _("Name of the tournament, or code of the session.")
    reached = "round__id__exact"
    inlines = (SeatsInline,)


@register_admin(Team, _("team"), _("teams"))
class TeamAdmin(CompetitionPartAdmin):
    list_display = fields = ("competition", "number", "name", "captain")
    list_select_related = (*OF_COMPETITION, "captain")
    search_fields = (*CompetitionPartAdmin.search_fields, "name")


@register_admin(Penalty, _("penalty"), _("penalties"))
class PenaltyAdmin(CompetitionPartAdmin):
    list_display = (
        "competition",
        "player",
        "team",
        "place",
        "round_number",
        "kind",
        "tenths",
        "reason",
        "made_by",
    )
    list_select_related = (*OF_COMPETITION, "player", "team", "place", "made_by")
    search_fields = (*CompetitionPartAdmin.search_fields, "reason")
    fields = (*list_display[:-2], "reason", "day", "made_by", "made_at")
