"""The evenings of a club: a date and a place, under which what is played gathers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from ..club_access import ClubVisit, club_page, show
from ..club_forms import ChangedEveningForm, NewEveningForm
from ..club_model import Evening, Role, tonight
from ..devices import ClubRequest
from ..sent_once import do_form_once


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def create_evenings(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Today, at the place of the last evening, unless said otherwise; once, or again and again.

    A day that has an evening of this name already gets no second one where it only comes again.
    """
    last = visit.club.evenings.first()
    first_guess = {"date": tonight(), "place": last.place if last else ""}
    if last is not None:
        first_guess |= {"begins": last.begins, "ends": last.ends}
    form = NewEveningForm(
        request.POST if request.method == "POST" else None,
        instance=Evening(club=visit.club),
        initial=first_guess,
    )
    if request.method == "POST" and form.is_valid():
        return redirect(do_form_once(request, lambda: _plan(request, visit, form), _stands))
    context = {"form": form, "evening": None}
    return show(request, visit, "clubs/evening_form.html", context, status=422 if form.errors else 200)


def _stands(path: str) -> bool:
    """Whether the evening that a path leads to is still there."""
    number = resolve(path).kwargs.get("number")
    return number is None or Evening.objects.filter(pk=number).exists()


def _plan(request: ClubRequest, visit: ClubVisit, form: NewEveningForm) -> str:
    """Make the evening of the form, and those that come again; the path to go to."""
    with transaction.atomic():
        evening = form.save()
        same = visit.club.evenings.filter(date__in=form.days, name=evening.name)
        dates_in_use = set(same.values_list("date", flat=True))
        again = [day for day in form.days if day not in dates_in_use]
        for day in again:  # one by one: others hear of each
            Evening.objects.create(club=visit.club, date=day, **shared_evening_fields(evening))
    if len(form.days) == 1:
        return reverse("tables:evening", args=[visit.club.slug, evening.pk])
    made = len(again) + 1
    text = ngettext("%(count)s evening is planned.", "%(count)s evenings are planned.", made)
    messages.success(request, text % {"count": made})
    return reverse("tables:club", args=[visit.club.slug])


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def edit_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Another date, name, place or hour; where it is ticked, of the later evenings of its kind too."""
    evening = get_object_or_404(Evening, pk=number, club=visit.club)
    later = later_evenings_of_series(evening)
    form = ChangedEveningForm(request.POST if request.method == "POST" else None, instance=evening)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            form.save()
            for later_one in later if form.cleaned_data["later"] else ():
                for name, value in shared_evening_fields(evening).items():
                    setattr(later_one, name, value)
                later_one.save()  # one by one: others hear of each
        messages.success(request, _("The evening is changed."))
        return redirect("tables:evening", visit.club.slug, evening.pk)
    context = {"form": form, "evening": evening, "later": len(later)}
    return show(request, visit, "clubs/evening_form.html", context, status=422 if form.errors else 200)


def shared_evening_fields(evening: Evening) -> dict[str, Any]:
    """What evenings that come again have in common: everything but the day."""
    return {name: getattr(evening, name) for name in ("name", "place", "begins", "ends", "capacity")}


def later_evenings_of_series(evening: Evening) -> list[Evening]:
    """The later evenings of its name on its day of the week, as they were before a change. One query."""
    later = evening.club.evenings.filter(name=evening.name, date__gt=evening.date)
    return [
        later_one
        for later_one in later.order_by("date")
        if later_one.date.weekday() == evening.date.weekday()
    ]


@require_POST
@club_page(Role.ORGANISER)
def delete_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Take an evening out of the list, its games stay with the club; the later ones too where that is ticked.

    Of those, an evening at which something was played stays.
    """
    evening = Evening.objects.filter(pk=number, club=visit.club).first()
    gone = [number]
    if evening is not None and "later" in request.POST:
        gone += [
            later_one.pk for later_one in later_evenings_of_series(evening) if not later_one.sessions.exists()
        ]
    Evening.objects.filter(pk__in=gone, club=visit.club).delete()
    if len(gone) > 1:
        text = ngettext("%(count)s evening is deleted.", "%(count)s evenings are deleted.", len(gone))
        messages.success(request, text % {"count": len(gone)})
        return redirect("tables:club", visit.club.slug)
    messages.success(request, _("The evening is deleted. Its games stay with the club."))
    return redirect("tables:club", visit.club.slug)
