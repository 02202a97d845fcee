"""The pages of what a club takes along: sheets, a game's record, its calendar."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, visit_club
from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.leagues.season_model import Season
from mahjongclub.tables.replaying import game_record

from ..export_model import Export
from .calendar import calendar_of, calendar_token, opens_calendar, renew_link
from .club_sheets import sheet_of, sheets_of
from .conditional import answer_once
from .forms import SheetForm
from .links import absolute
from .spreadsheet import TYPES, as_file


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def export(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Everything that can be taken along, on one page; ?season= chooses one."""
    return _export_page(request, visit, SheetForm(visit.club, initial={"season": request.GET.get("season")}))


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def sheet(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The file that the form of the page asks for."""
    form = SheetForm(visit.club, request.GET)
    if not form.is_valid():
        return _export_page(request, visit, form, status=422)
    season: Season | None = form.cleaned_data["season"]
    kind, what = form.cleaned_data["kind"], form.cleaned_data["what"] or "standings"
    if kind == "csv":
        sheets = [sheet_of(visit.club, season, what)]
    else:
        sheets = list(sheets_of(visit.club, season).values())
    parts = [visit.club.slug, slugify(season.name) if season else "", what if kind == "csv" else ""]
    day = timezone.localdate().isoformat()
    answer = HttpResponse(as_file(sheets, kind), content_type=TYPES[kind])
    name = "-".join([*(part for part in parts if part), day])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer


@require_safe
@club_page()
def record(request: ClubRequest, visit: ClubVisit, code: str) -> JsonResponse:
    """A game's record, for whoever may look at the game."""
    session = get_object_or_404(visit.club.sessions, code=code)
    if session.on_paper is not None:
        raise Http404("a game known from paper has no record")
    answer = JsonResponse(game_record(session), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{session.code}.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page()
def calendar(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The calendar's link; an organiser's post makes a new one and voids the old."""
    if request.method == "POST":
        return _new_link(request, visit)
    path = reverse("exchange:calendar_feed", args=[visit.club.slug])
    secret = visit.club.visibility != Club.Visibility.PUBLIC
    link = absolute(request, f"{path}?token={calendar_token(visit.club)}" if secret else path)
    context = {
        "visit": visit,
        "club": visit.club,
        "link": link,
        "subscribe": "webcal:" + link.split(":", 1)[1],
        "secret": secret,
    }
    return render(request, "exchange/calendar.html", context)


@require_safe
def calendar_feed(request: ClubRequest, slug: str) -> HttpResponse:
    """The calendar itself. A telephone cannot sign in, so that whoever may not have it gets 404."""
    visit = visit_club(request, slug)
    allowed = visit is not None and (
        visit.may_look or opens_calendar(request.GET.get("token", ""), visit.club)
    )
    if visit is None or not allowed:
        raise Http404("no such calendar")

    def page_of(evening: Any) -> str:
        return absolute(request, reverse("tables:evening", args=[slug, evening.pk]))

    answer = HttpResponse(calendar_of(visit.club, page_of), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return answer_once(request, answer)


def _new_link(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    if not visit.is_organiser:
        return render(request, "403.html", status=403)
    renew_link(visit.club)
    messages.success(request, _("The calendar has a new link. The old one tells nothing more."))
    return redirect("exchange:calendar", visit.club.slug)


def _export_page(request: ClubRequest, visit: ClubVisit, form: SheetForm, status: int = 200) -> HttpResponse:
    exports = Export.objects.filter(club=visit.club, failed=False)
    context = {
        "visit": visit,
        "club": visit.club,
        "form": form,
        "latest": exports.first() if visit.is_owner else None,
        "is_public": visit.club.visibility == Club.Visibility.PUBLIC,
    }
    return render(request, "exchange/export.html", context, status=status)
