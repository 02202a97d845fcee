"""When everybody may know the results of an event: as each round ends, or once the organiser says so."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_access import FORM, READ, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rounds.corrected_views import show_corrected
from mahjongclub.rounds.fields import CalendarMomentField
from mahjongclub.tables.models import Session

from ..closing import hold_results, publish_held_results
from ..pages import event_context, find_round_or_404, find_tournament_or_404


class HoldResultsForm(forms.Form):
    """Until when results are held back."""

    until = CalendarMomentField(
        label=gettext_lazy("Show them after"),
        help_text=gettext_lazy("Left empty: until you publish them here."),
    )

    def clean_until(self) -> Any:
        """A moment to come."""
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("Choose a moment to come."))
        return until


@club_page(Role.ORGANISER, FORM, fresh=True)
def hold_or_publish_results(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Hold back what ends from now on, say until when, or publish it now."""
    tournament = find_tournament_or_404(visit, pk)
    if request.method == "POST" and "publish" in request.POST:
        publish_held_results(tournament)
        messages.success(request, _("The results are published."))
        return redirect("tournaments:tournament", visit.club.slug, pk)
    form = HoldResultsForm(posted_data(request), initial={"until": tournament.held_until})
    if form.is_bound and form.is_valid():
        hold_results(tournament, form.cleaned_data["until"])
        messages.success(request, _("Results of rounds that end from now on are held back."))
        return redirect("tournaments:results", visit.club.slug, pk)
    context = {
        **event_context(visit, tournament),
        "form": form,
        "holds": tournament.holds_results,
        "until": tournament.held_until,
        "waiting": tournament.rounds.filter(closed_at__isnull=False, shown_at=None).count(),
    }
    return render(request, "leagues/tournament_results.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, READ, fresh=True)
def show_round_corrections(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """What was corrected since a round of an event was over."""
    state, round_ = find_round_or_404(visit, pk, number)
    sessions = Session.objects.filter(round_table__round=round_)
    title = _("%(event)s: round %(number)s") % {"event": state.tournament.name, "number": number}
    back = reverse("tournaments:round", args=[visit.club.slug, pk, number])
    return show_corrected(request, visit, sessions, title, back)
