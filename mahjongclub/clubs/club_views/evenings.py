"""The evenings of a club: a date and a place, under which what is played gathers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ..club_access import ClubVisit, club_page, show
from ..club_forms import EveningForm
from ..club_model import Evening, Role, tonight
from ..devices import ClubRequest


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def new_evening(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Today, at the place of the last evening, unless said otherwise."""
    last = visit.club.evenings.first()
    first_guess = {"date": tonight(), "place": last.place if last else ""}
    form = EveningForm(
        request.POST if request.method == "POST" else None,
        instance=Evening(club=visit.club),
        initial=first_guess,
    )
    if request.method == "POST" and form.is_valid():
        evening = form.save()
        return redirect("tables:evening", visit.club.slug, evening.pk)
    context = {"form": form, "evening": None}
    return show(request, visit, "clubs/evening_form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def edit_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Another date, name or place."""
    evening = get_object_or_404(Evening, pk=number, club=visit.club)
    form = EveningForm(request.POST if request.method == "POST" else None, instance=evening)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("The evening is changed."))
        return redirect("tables:evening", visit.club.slug, evening.pk)
    context = {"form": form, "evening": evening}
    return show(request, visit, "clubs/evening_form.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def delete_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Take an evening out of the list; its games stay with the club."""
    Evening.objects.filter(pk=number, club=visit.club).delete()
    messages.success(request, _("The evening is deleted. Its games stay with the club."))
    return redirect("tables:club", visit.club.slug)
