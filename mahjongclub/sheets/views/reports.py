"""An evening or a season of a club on paper, for who may look at them."""

from __future__ import annotations

from functools import partial

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.seasons.views.filters import find_season_or_404

from ..answers import sheet_answer
from ..filled.evening import evening_sheet
from ..filled.season import season_sheet
from ..options import SheetOptions
from ..sheet import Sheet

STANDINGS, WHOLE = "standings", "whole"


class SeasonOptions(SheetOptions):
    """How much of the season."""

    content = forms.ChoiceField(
        label=gettext_lazy("On the sheet"),
        choices=[
            (STANDINGS, gettext_lazy("The standings, to hang up")),
            (WHOLE, gettext_lazy("The whole season: chart, adjustments, scoring")),
        ],
        initial=STANDINGS,
        widget=forms.RadioSelect,
    )


@club_page()
def print_evening_report(
    request: ClubRequest, visit: ClubVisit, number: int, output: str, page: int = 1
) -> HttpResponse:
    """Every game of an evening with its ranking."""
    club_evening = get_object_or_404(visit.club.evenings.select_related("club"), pk=number)
    day = date_format(club_evening.date)
    heading = _("Evening of %(day)s") % {"day": day}
    back = reverse("tables:evening", args=[visit.club.slug, number]), club_evening.name or day
    make = partial(evening_sheet, club_evening)
    return sheet_answer(request, SheetOptions(request.GET), make, output, page, heading, back)


@club_page()
def print_season(request: ClubRequest, visit: ClubVisit, pk: int, output: str, page: int = 1) -> HttpResponse:
    """The standings of a season, or all of it."""
    club_season = find_season_or_404(visit, pk)

    def make(content: str, **how: str) -> Sheet:
        return season_sheet(club_season, whole=content == WHOLE, **how)

    back = reverse("leagues:season", args=[visit.club.slug, pk]), club_season.name
    return sheet_answer(
        request, SeasonOptions(request.GET), make, output, page, _("Standings on paper"), back
    )
