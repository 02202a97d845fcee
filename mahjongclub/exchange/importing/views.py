"""Bringing games into a club: the files, what would happen, and what came."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.club_views.dues import dues_page
from mahjongclub.clubs.club_views.roster import roster_page
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.name_lists import date_order_choices
from mahjongclub.clubs.readings import reading_choices
from mahjongclub.events.pages import find_tournament_or_404
from mahjongclub.events.registration.list_views import entrant_list_page
from mahjongclub.events.views.plan import preview_plan_file_page
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.words import Text
from mahjongclub.tables.forms import playable_variants
from mahjongclub.tables.rules_form import house_rules_of
from mahjongclub.tables.views.new_table import known_names

from ..apart import possible_decodings_in_subprocess
from ..models import Origin, Upload, UploadedFile
from ..unpacking import MOST_BYTES, FileRefused, too_large_error
from .bringing import import_games
from .choosing import ImportChoices, UploadForm, column_choice_key, read_files_with_choices
from .sheet_games import AT_END, FINAL, FROM_START, LONG, WIDE, column_letter

KEPT_FOR = timedelta(days=1)
ORIGINS_SHOWN = 12
GAMES_SHOWN = 100
FAULTS_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def upload_import_files(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Choose files (GET), read them and keep them to be looked at (POST); what cannot be read is refused."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound and form.is_valid():
        return redirect("reading:look", visit.club.slug, _keep_files(request, visit, form.given).pk)
    origins = visit.club.origins.select_related("session__evening").prefetch_related("session__seats__player")
    context = {"form": form, "origins": origins[:ORIGINS_SHOWN]}
    return show(request, visit, "exchange/import.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.ORGANISER)
def review_or_run_import(request: ClubRequest, visit: ClubVisit, upload: UUID) -> HttpResponse:
    """Show what would happen, with what is chosen so far; import the games on "keep"."""
    pending_upload = _upload(request, visit, upload)
    try:
        choices = read_files_with_choices(visit.club, pending_upload.files.order_by("pk"), request.POST)
        if "keep" in request.POST and not _faults(choices):
            device, typed_names = request.visitor.get_or_create_device(), choices.typed_names
            brought = import_games(
                visit.club,
                choices.games,
                device,
                typed_names,
                into_evenings=choices.puts_into_evenings,
            )
            pending_upload.delete()
            count = sum(game.new for game in brought)
            text = ngettext("%(count)s game has been imported.", "%(count)s games have been imported.", count)
            messages.success(request, text % {"count": count})
            return redirect("reading:import", visit.club.slug)
    except FileRefused as fault:
        return _page(request, visit, pending_upload, None, [said(fault.text)])
    wrong = _faults(choices) if "keep" in request.POST else []
    return _page(request, visit, pending_upload, choices, wrong)


@require_POST
@club_page(Role.SCORER)
def preview_roster_file(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Show the names of a file on the roster's page, as if they had been pasted there. Nothing is stored."""
    texts, fault = _texts_sent(request)
    return roster_page(request, visit, texts[0] if texts else "", fault, reading_choices(texts))


@require_POST
@club_page(Role.ORGANISER)
def preview_dues_file(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Show the dates of a file on the page of dues, as if they had been pasted there. Nothing is stored."""
    texts, fault = _texts_sent(request)
    return dues_page(request, visit, texts[0] if texts else "", fault, reading_choices(texts))


@require_POST
@club_page(Role.ORGANISER)
def preview_entrants_file(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Show the people of a file on the page of an event's list, as if pasted there. Nothing is stored."""
    tournament = find_tournament_or_404(visit, pk)
    texts, fault = _texts_sent(request)
    text = texts[0] if texts else ""
    return entrant_list_page(request, visit, tournament, text, fault, readings=reading_choices(texts))


@require_POST
@club_page(Role.ORGANISER)
def preview_plan_file(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Show the plan of a file on the page that changes the seating, as if pasted there. Nothing is stored."""
    texts, fault = _texts_sent(request)
    return preview_plan_file_page(request, visit, find_tournament_or_404(visit, pk), texts, fault)


@require_POST
@club_page(Role.ORGANISER)
def delete_upload(request: ClubRequest, visit: ClubVisit, upload: UUID) -> HttpResponse:
    """Delete the files of an upload: nothing of them has been kept."""
    _upload(request, visit, upload).delete()
    messages.success(request, _("The files are removed; nothing of them was saved."))
    return redirect("reading:import", visit.club.slug)


@require_safe
@club_page(Role.ORGANISER)
def show_import_origin(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Where a game came from, and what our engine counts otherwise than its file."""
    came = get_object_or_404(Origin.objects.select_related("session"), pk=number, club=visit.club)
    differences = [said(Text.from_json(difference)) for difference in came.differences]
    context = {"origin": came, "differences": differences}
    return show(request, visit, "exchange/origin.html", context)


def points_meaning_choices(choices: ImportChoices) -> list[tuple[str, str, bool]]:
    """Return what the points of a sheet may be: the key, its words, and whether it is chosen.

    None where that is no question.
    """
    if not choices.sums_to_zero and not choices.points_meaning:
        return []
    words = {
        FINAL: _("Final points, with uma and oka of these rules"),
        FROM_START: _("Points won and lost, without uma"),
        AT_END: _("Points at the end of the game"),
    }
    return [(key, text, key == choices.points_meaning) for key, text in words.items()]


def _texts_sent(request: ClubRequest) -> tuple[list[str], str]:
    """Return the texts that the file of a form can be, the likeliest first; none, and why, where it is no
    list.
    """
    sent = request.FILES.get("file")
    if sent is None:
        return [], _("Choose a file.")
    try:
        if (sent.size or 0) > MOST_BYTES:
            raise too_large_error()
        return possible_decodings_in_subprocess(sent.read()), ""
    except FileRefused as fault:
        return [], said(fault.text)


def _keep_files(request: ClubRequest, visit: ClubVisit, files: Sequence[UploadedFile]) -> Upload:
    """The files for the next page; those that nobody came back for are deleted."""
    account = request.user.pk
    assert account is not None  # club_page lets nobody else in
    Upload.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()
    with transaction.atomic():
        upload = Upload.objects.create(club=visit.club, account_id=account)
        for file in files:
            file.upload = upload
        UploadedFile.objects.bulk_create(files)
    return upload


def _upload(request: ClubRequest, visit: ClubVisit, key: UUID) -> Upload:
    """The visitor's own upload to this club, or 404."""
    return get_object_or_404(Upload, pk=key, club=visit.club, account_id=request.user.pk)


def _faults(choices: ImportChoices) -> list[str]:
    """Why nothing can be kept yet."""
    faults = []
    if choices.missing_columns:
        names = ", ".join(column_part.label for column_part in choices.missing_columns)
        faults.append(_("Say what these columns hold: %(names)s") % {"names": names})
    if choices.refused is not None:
        faults.append(said(choices.refused))
    elif choices.rules_missing:
        faults.append(_("Choose the rules of these games."))
    if choices.asks_worksheet:
        faults.append(_("Say which sheet of the file holds the results."))
    if choices.asks_repeats:
        faults.append(_("Say whether rows that are the same are one game."))
    if choices.asks_encoding:
        faults.append(_("Say which names are written right."))
    if choices.asks_date_order:
        faults.append(_("Say in which order the dates are written."))
    if choices.asks_points:
        faults.append(_("Say what the points of the sheet are."))
    if choices.day_form.is_bound:
        faults += [str(error) for errors in choices.day_form.errors.values() for error in errors]
    if choices.plan is not None:
        faults += [said(text) for text in choices.plan.people_faults]
        if choices.plan.faults and "leave_out" not in choices.given:
            faults.append(faults_left_message())
        if not choices.plan.coming:
            faults.append(_("There is nothing new in these files."))
    return faults


def faults_left_message() -> str:
    """What is said of rows with faults that are neither put right nor left out."""
    return _("Some rows have errors: correct them in the file, or leave them out.")


def _page(
    request: ClubRequest, visit: ClubVisit, upload: Upload, choices: ImportChoices | None, wrong: list[str]
) -> HttpResponse:
    context: dict[str, object] = {"upload": upload, "wrong": wrong}
    context["faults_left"] = faults_left_message() if faults_left_message() in wrong else ""
    if choices is not None:
        context |= _shown(request, visit, choices)
    return show(request, visit, "exchange/look.html", context, status=422 if wrong else 200)


def _shown(request: ClubRequest, visit: ClubVisit, choices: ImportChoices) -> dict[str, object]:
    """What the page shows of the choices."""
    plan, sheet = choices.plan, choices.contents.sheet
    people = plan.people if plan else ()
    return {
        "choices": choices,
        "plan": plan,
        "coming": plan.coming[:GAMES_SHOWN] if plan else [],
        "faults": plan.faults[:FAULTS_SHOWN] if plan else [],
        "people": [
            (choices.name_field_number(person.name), person) for person in people if not person.is_exact_match
        ],
        "alike": [
            (choices.name_field_number(person.name), person) for person in people if person.is_exact_match
        ],
        "known_names": known_names(request, visit.club) if people else [],
        "repeats": choices.repeats[:FAULTS_SHOWN],
        "told": column_choice_key(choices),
        "rules_asked": [
            (question, [(preset.key, said(preset.name)) for preset in question.variant.presets])
            for question in choices.rules_questions
        ],
        "layouts": [
            (WIDE, _("a row for each game"), choices.layout == WIDE),
            (LONG, _("a row for each player"), choices.layout == LONG),
        ],
        "points_are": points_meaning_choices(choices) if sheet else [],
        "date_orders": [(order, words, choices.dates == order) for order, words in date_order_choices()],
        "parts": [(field, choices.columns.get(field.key)) for field in choices.parts],
        "heads": [
            (number, head or _("column %(letter)s") % {"letter": column_letter(number)})
            for number, head in enumerate(sheet.heads if sheet else ())
        ],
        "variants": [
            {"key": variant.key, "name": said(variant.name), "chosen": variant is choices.variant}
            for variant in playable_variants()
        ],
        "presets": [
            {"key": preset.key, "name": said(preset.name), "chosen": preset.key == choices.preset.key}
            for preset in choices.variant.presets
        ],
        "house_rules": house_rules_of(choices.variant, visit.club),
        "preset_key": choices.preset.key,
    }
