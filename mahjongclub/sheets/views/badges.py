"""The badges of an event, for its organisers: their codes lead to where the players sit."""

from __future__ import annotations

from functools import partial

from django import forms
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.events.pages import find_tournament_or_404

from ..answers import sheet_answer
from ..badges import badge_holders, badge_sheet
from ..options import SheetOptions

MOST = 2**31


class BadgeOptions(SheetOptions):
    """Everybody's, or that of one alone."""

    only = forms.IntegerField(required=False, min_value=1, max_value=MOST, widget=forms.HiddenInput)


@club_page(Role.ORGANISER)
def print_badges(request: ClubRequest, visit: ClubVisit, pk: int, output: str, page: int = 1) -> HttpResponse:
    """Of everybody who comes, by name; ?only= of one entrant."""
    tournament = find_tournament_or_404(visit, pk)
    options = BadgeOptions(request.GET)
    only = options.cleaned_data["only"] if options.is_valid() else None
    holders = badge_holders(tournament)
    if not any(only in (None, holder.entrant_id) for holder in holders):
        raise Http404("nobody has a place")
    make = partial(badge_sheet, tournament, holders, partial(absolute_url, request))
    back = reverse("entries:people", args=[visit.club.slug, pk]), _("People of the event")
    return sheet_answer(request, options, make, output, page, _("Badges"), back, tournament.name)
