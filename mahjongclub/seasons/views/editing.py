"""What a club plays for: its leagues and their seasons, and opening, changing and deleting a season."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import (
    FORM,
    POST,
    READ,
    ClubVisit,
    club_page,
    posted_data,
    show,
)
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.naming import is_same_but_for_case
from mahjongclub.clubs.refusal import Refused
from mahjongclub.figures.models import Book
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.registry import find_variant

from ..changes import delete_season, save_season_and_count_games
from ..forms import PhaseForm, SeasonForm
from ..models import League, Season
from ..pages import phase_of
from ..phases import save_phase
from .filters import find_season_or_404


@club_page(methods=READ)
def list_leagues(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every league with its seasons, and the ways to ratings and the club's record."""
    today = timezone.localdate()
    league_rows = [
        {
            "name": league.name,
            "seasons": [
                {
                    "season": season,
                    "game": said(season.game.name),
                    "running": season.starts <= today and (season.ends is None or today <= season.ends),
                }
                for season in league.seasons.all()
            ],
        }
        for league in visit.club.leagues.prefetch_related("seasons")
    ]
    books = Book.objects.filter(club=visit.club, ratings__isnull=False).distinct()
    context = {
        "leagues": league_rows,
        "rated": [{"variant": book.variant, "game": said(find_variant(book.variant).name)} for book in books],
    }
    return show(request, visit, "leagues/leagues.html", context)


@club_page(Role.ORGANISER, FORM)
def create_season(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """A new season, of a league there is or a new one."""
    posted = posted_data(request)
    form = SeasonForm(posted, initial={"starts": timezone.localdate()})
    if season := _store(visit, form, Season()):
        messages.success(request, _("The season is open. Games within its dates count for it."))
        return redirect("leagues:season", visit.club.slug, season.pk)
    return _page(request, visit, form, None)


@club_page(Role.ORGANISER, FORM)
def edit_season(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Name and dates; the scoring too while no game counts."""
    season = find_season_or_404(visit, pk)
    posted = posted_data(request)
    phase = phase_of(season)
    form = PhaseForm(phase.before, posted, season=season) if phase else SeasonForm(posted, season=season)
    if form.is_bound and _store(visit, form, find_season_or_404(visit, pk)):
        messages.success(request, _("The season is changed."))
        return redirect("leagues:season", visit.club.slug, pk)
    return _page(request, visit, form, season)


@club_page(Role.ORGANISER, FORM)
def delete_season_if_confirmed(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The season and its adjustments go; the games stay."""
    season = find_season_or_404(visit, pk)
    error = ""
    if request.method == "POST":
        try:
            delete_season(season)
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, _("The season is deleted. Its games stay."))
            return redirect("leagues:leagues", visit.club.slug)
    context = {"season": season, "error": error}
    return show(request, visit, "leagues/delete_season.html", context, status=422 if error else 200)


@club_page(Role.ORGANISER, FORM)
def create_phase(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """A season that goes on from this one, for the first of its standings."""
    before = find_season_or_404(visit, pk)
    if hasattr(before, "next_phase"):
        return redirect("leagues:edit_season", visit.club.slug, before.next_phase.season_id)
    posted = posted_data(request)
    day = before.ends + timedelta(days=1) if before.ends else timezone.localdate()
    first = {"starts": day, "takes": before.game.seats, "counts": before.counts}
    form = PhaseForm(before, posted, initial=first)
    if season := _store(visit, form, Season()):
        messages.success(
            request, _("The phase is created. Choose the qualifiers once the phase before it is over.")
        )
        return redirect("leagues:season", visit.club.slug, season.pk)
    return _page(request, visit, form, None)


@club_page(Role.ORGANISER, POST)
def preview_scoring(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """One game as the scoring in the form would count it."""
    return render(request, "leagues/_season_example.html", {"example": SeasonForm(request.POST).example})


def _store(visit: ClubVisit, form: SeasonForm, season: Season) -> Season | None:
    """The season as the form has it; None with the errors at their fields."""
    if not form.is_valid() or form.rules is None:
        return None
    data = form.cleaned_data
    known_league = next(
        (
            existing
            for existing in visit.club.leagues.all()
            if is_same_but_for_case(existing.name, data["league"])
        ),
        None,
    )
    league = known_league or League(club=visit.club, name=data["league"])
    others = league.seasons.exclude(pk=season.pk) if known_league else ()
    if any(is_same_but_for_case(other.name, data["name"]) for other in others):
        form.add_error("name", _("This league has a season of that name."))
        return None
    season.league, season.name, season.variant = league, data["name"], data["variant"]
    season.starts, season.ends, season.scoring = data["starts"], data["ends"], form.rules.to_json()
    season.events, season.counts = data["events"], data["counts"]
    season.least_matches, season.most_matches = data["least_matches"], data["most_matches"]
    try:
        if form.before is not None:
            return save_phase(season, form.before, data["takes"], data["carries"])
        return save_season_and_count_games(season)
    except Refused as refused:
        form.add_error(refused.field or None, str(refused))
    except IntegrityError:  # another organiser made the league, or the season, in this moment
        form.add_error("name", _("The leagues have just been changed: please send the form again."))
    return None


def _page(request: ClubRequest, visit: ClubVisit, form: SeasonForm, season: Season | None) -> HttpResponse:
    context = {
        "form": form,
        "season": season,
        "before": form.before,
        "known_leagues": visit.club.leagues.values_list("name", flat=True),
    }
    return show(request, visit, "leagues/season_form.html", context, status=422 if form.errors else 200)
