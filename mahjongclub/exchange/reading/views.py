"""Bringing games into a club: the files, what would happen, and what came."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.rules.game import Text
from mahjongclub.tables.forms import playable
from mahjongclub.tables.house_rules import house_rules_of
from mahjongclub.tables.views.home import known_names
from mahjongclub.tables.wording import said

from ..origin_model import Origin, Upload, UploadedFile
from ..refusing import Refused
from .bringing import bring
from .choosing import Choices, choices_of, told_of
from .columns import LONG, WIDE
from .files import Given
from .forms import UploadForm
from .sheet_games import letter_of

KEPT_FOR = timedelta(days=1)
ORIGINS_SHOWN = 12
GAMES_SHOWN = 100
FAULTS_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def bring_in(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Choose files; what cannot be read is refused here, the rest is looked at before it is kept."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound and form.is_valid():
        return redirect("reading:look", visit.club.slug, _keep_files(request, visit, form.given).pk)
    origins = visit.club.origins.select_related("session__evening").prefetch_related("session__seats__player")
    context = {"visit": visit, "club": visit.club, "form": form, "origins": origins[:ORIGINS_SHOWN]}
    return render(request, "exchange/import.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def look(request: ClubRequest, visit: ClubVisit, upload: UUID) -> HttpResponse:
    """What would happen, with what is chosen so far; "keep" makes it so."""
    kept = _upload(request, visit, upload)
    files = [Given(file.name, bytes(file.content)) for file in kept.files.order_by("pk")]
    try:
        choices = choices_of(visit.club, files, request.POST)
        if "keep" in request.POST and not _faults(choices):
            device, called = request.visitor.device(), choices.called
            brought = bring(visit.club, choices.games, device, called, into_evenings=choices.into_evenings)
            kept.delete()
            return _told(request, visit, sum(one.new for one in brought))
    except Refused as fault:
        return _page(request, visit, kept, None, [said(fault.text)])
    wrong = _faults(choices) if "keep" in request.POST else []
    return _page(request, visit, kept, choices, wrong)


@require_POST
@club_page(Role.ORGANISER)
def drop(request: ClubRequest, visit: ClubVisit, upload: UUID) -> HttpResponse:
    """Forget the files: nothing of them has been kept."""
    _upload(request, visit, upload).delete()
    messages.success(request, _("The files are forgotten, nothing of them was kept."))
    return redirect("reading:import", visit.club.slug)


@require_safe
@club_page(Role.ORGANISER)
def origin(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Where a game came from, and what our engine counts otherwise than its file."""
    came = get_object_or_404(Origin.objects.select_related("session"), pk=number, club=visit.club)
    differences = [said(Text(one["en"], one["fr"])) for one in came.differences]
    context = {"visit": visit, "club": visit.club, "origin": came, "differences": differences}
    return render(request, "exchange/origin.html", context)


def _keep_files(request: ClubRequest, visit: ClubVisit, files: list[Given]) -> Upload:
    """The files for the next page; those that nobody came back for are deleted."""
    account = request.user.pk
    assert account is not None  # club_page lets nobody else in
    Upload.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()
    with transaction.atomic():
        upload = Upload.objects.create(club=visit.club, account_id=account)
        UploadedFile.objects.bulk_create(
            UploadedFile(upload=upload, name=file.name, content=file.content) for file in files
        )
    return upload


def _upload(request: ClubRequest, visit: ClubVisit, key: UUID) -> Upload:
    """The visitor's own upload to this club, or 404."""
    return get_object_or_404(Upload, pk=key, club=visit.club, account_id=request.user.pk)


def _faults(choices: Choices) -> list[str]:
    """Why nothing can be kept yet."""
    found = []
    if choices.missing:
        names = ", ".join(part.label for part in choices.missing)
        found.append(_("Say which columns these are: %(names)s") % {"names": names})
    if choices.day_form.is_bound:
        found += [str(error) for errors in choices.day_form.errors.values() for error in errors]
    if choices.plan is not None:
        found += [said(text) for text in choices.plan.refusals]
        if choices.plan.faults and "leave_out" not in choices.given:
            found.append(faults_left())
        if not choices.plan.coming:
            found.append(_("There is nothing new in these files."))
    return found


def faults_left() -> str:
    """What is said of rows with faults that are neither put right nor left out."""
    return _("Some rows have faults: put them right in the file, or leave them out.")


def _told(request: ClubRequest, visit: ClubVisit, count: int) -> HttpResponse:
    text = ngettext("%(count)s game has been brought in.", "%(count)s games have been brought in.", count)
    messages.success(request, text % {"count": count})
    return redirect("reading:import", visit.club.slug)


def _page(
    request: ClubRequest, visit: ClubVisit, upload: Upload, choices: Choices | None, wrong: list[str]
) -> HttpResponse:
    context: dict[str, Any] = {"visit": visit, "club": visit.club, "upload": upload, "wrong": wrong}
    context["faults_left"] = faults_left() if faults_left() in wrong else ""
    if choices is not None:
        context |= _shown(request, visit, choices)
    return render(request, "exchange/look.html", context, status=422 if wrong else 200)


def _heads(choices: Choices) -> list[tuple[int, str]]:
    """The columns of a sheet by their headings; one without is called by its letter."""
    heads = choices.contents.sheet.heads if choices.contents.sheet else ()
    return [
        (number, head or _("column %(letter)s") % {"letter": letter_of(number)})
        for number, head in enumerate(heads)
    ]


def _shown(request: ClubRequest, visit: ClubVisit, choices: Choices) -> dict[str, Any]:
    """What the page shows of the choices."""
    plan = choices.plan
    people = plan.people if plan else ()
    return {
        "choices": choices,
        "plan": plan,
        "coming": plan.coming[:GAMES_SHOWN] if plan else [],
        "faults": plan.faults[:FAULTS_SHOWN] if plan else [],
        "people": [(choices.place_of(one.name), one) for one in people if not one.alike],
        "alike": [(choices.place_of(one.name), one) for one in people if one.alike],
        "known_names": known_names(request, visit.club) if people else [],
        "told": told_of(choices),
        "layouts": [
            (WIDE, _("a row for each game"), choices.layout == WIDE),
            (LONG, _("a row for each player"), choices.layout == LONG),
        ],
        "parts": [(part, choices.columns.get(part.key)) for part in choices.parts],
        "heads": _heads(choices),
        "variants": [
            {"key": one.key, "name": said(one.name), "chosen": one is choices.variant} for one in playable()
        ],
        "presets": [
            {"key": one.key, "name": said(one.name), "chosen": one.key == choices.preset.key}
            for one in choices.variant.presets
        ],
        "house_rules": house_rules_of(choices.variant, visit.club),
        "preset_key": choices.preset.key,
    }
