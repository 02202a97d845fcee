"""The pages of what a club takes along: sheets, a game's record, its calendar, the archive of everything."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, club_page, enter_club_zone_and_visit, show
from mahjongclub.clubs.club_model import Club, Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.file_kinds import file_kind_or_xlsx, offered_file_kinds
from mahjongclub.clubs.models import Account
from mahjongclub.events.federation.details import federation_game_name
from mahjongclub.events.pages import find_tournament_or_404
from mahjongclub.events.state import TournamentState
from mahjongclub.nights.past import chosen_period, evening_periods
from mahjongclub.seasons.models import Season
from mahjongclub.tables.replaying import game_record
from mahjongclub.tables.visibility import viewer_of

from ..archive.making import archive_path, get_or_create_export, start_export_unless_running
from ..models import Export
from .calendar import club_calendar, get_or_create_calendar_token, is_calendar_token, renew_calendar_link
from .club_sheets import MOST_ROWS, SHEETS, attendance_sheet, club_appearances, roster_sheet
from .event_files import published_rounds_zip
from .federation_book import results_workbook
from .spreadsheet import TYPES, ExportSheet, spreadsheet_file


class ExportForm(forms.Form):
    """Of a season or everything; a CSV file holds one sheet, the others all three."""

    season = forms.ModelChoiceField(
        label=gettext_lazy("Of what"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("Everything the club has played"),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("File"),
        choices=offered_file_kinds,
        initial="xlsx",
        widget=forms.RadioSelect,
    )
    what = forms.ChoiceField(
        label=gettext_lazy("Which sheet"),
        help_text=gettext_lazy("A CSV file holds one sheet. The others hold all three."),
        choices=[
            ("standings", gettext_lazy("Standings")),
            ("games", gettext_lazy("Games")),
            ("players", gettext_lazy("Players")),
        ],
        initial="standings",
        required=False,
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        seasons = Season.objects.filter(league__club=club).select_related("league")
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]

    def clean(self) -> None:
        """A workbook has room for so many rows."""
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("kind") in ("xlsx", "ods") and "season" in cleaned:
            rows = club_appearances(self.club, cleaned["season"]).count()
            if rows > MOST_ROWS:
                self.add_error(
                    "kind",
                    _("%(rows)s rows of games are too many for this kind of file: take CSV, or one season.")
                    % {"rows": rows},
                )


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def choose_export(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Everything that can be taken along, on one page; ?season= chooses one."""
    return _export_page(request, visit, ExportForm(visit.club, initial={"season": request.GET.get("season")}))


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def export_sheet(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The file that the form of the page asks for."""
    form = ExportForm(visit.club, request.GET)
    if not form.is_valid():
        return _export_page(request, visit, form, status=422)
    season: Season | None = form.cleaned_data["season"]
    kind, what = form.cleaned_data["kind"], form.cleaned_data["what"] or "standings"
    sheets = [SHEETS[key](visit.club, season) for key in ([what] if kind == "csv" else SHEETS)]
    parts = [visit.club.slug, slugify(season.name) if season else "", what if kind == "csv" else ""]
    day = timezone.localdate().isoformat()
    answer = HttpResponse(spreadsheet_file(sheets, kind), content_type=TYPES[kind])
    name = "-".join([*(name_part for name_part in parts if name_part), day])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def export_roster(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The roster as a file for a spreadsheet; ?kind= says which, else XLSX."""
    kind = file_kind_or_xlsx(request.GET.get("kind", ""))
    return _sheet_file(visit, roster_sheet(visit.club), _("Roster"), kind)


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def export_attendance(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Who came how often in a year or a season, as a file for a spreadsheet."""
    period = chosen_period(evening_periods(visit.club), request.GET)
    sheet = attendance_sheet(visit.club, period)
    return _sheet_file(visit, sheet, _("Attendance"), file_kind_or_xlsx(request.GET.get("kind", "")))


def _sheet_file(visit: ClubVisit, sheet: ExportSheet, word: str, kind: str) -> HttpResponse:
    answer = HttpResponse(spreadsheet_file([sheet], kind), content_type=TYPES[kind])
    name = f"{visit.club.slug}-{slugify(word)}-{timezone.localdate().isoformat()}.{kind}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def download_federation_book(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The results of a tournament as the European federation takes them."""
    tournament = find_tournament_or_404(visit, pk)
    if tournament.is_draft or not federation_game_name(tournament):
        raise Http404("nothing for a federation")
    answer = HttpResponse(
        results_workbook(TournamentState(tournament)), content_type="application/vnd.ms-excel"
    )
    name = slugify(f"{tournament.name}-{tournament.day.isoformat()}")
    answer["Content-Disposition"] = f'attachment; filename="{name}.xls"'
    return answer


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def download_event_files(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Everything of a tournament that is published, to take along."""
    tournament = find_tournament_or_404(visit, pk)
    if tournament.is_draft:
        raise Http404("nothing of it is published")
    answer = HttpResponse(published_rounds_zip(TournamentState(tournament)), content_type="application/zip")
    answer["Content-Encoding"] = "identity"  # packed already
    name = slugify(f"{tournament.name}-{tournament.day.isoformat()}")
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer


@require_safe
@club_page()
def export_record(request: ClubRequest, visit: ClubVisit, code: str) -> JsonResponse:
    """A game's record, for whoever may look at the game."""
    session = get_object_or_404(visit.club.sessions, code=code)
    viewer_of(request, visit).check_may_see_result(session)
    if session.is_paper_only:
        raise Http404("a game known from paper has no record")
    answer = JsonResponse(game_record(session), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{session.code}.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page()
def show_or_renew_calendar_link(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Show the calendar's link (GET); make a new one and void the old for an organiser (POST)."""
    if request.method == "POST":
        if not visit.is_organiser:
            return render(request, "403.html", status=403)
        renew_calendar_link(visit.club)
        messages.success(request, _("The calendar has a new link. The old link no longer works."))
        return redirect("exchange:calendar", visit.club.slug)
    path = reverse("exchange:calendar_feed", args=[visit.club.slug])
    secret = visit.club.visibility != Club.Visibility.PUBLIC
    link = absolute_url(
        request, f"{path}?token={get_or_create_calendar_token(visit.club)}" if secret else path
    )
    context = {"link": link, "subscribe": "webcal:" + link.split(":", 1)[1], "secret": secret}
    return show(request, visit, "exchange/calendar.html", context)


@require_safe
def download_calendar(request: ClubRequest, slug: str) -> HttpResponse:
    """The calendar itself. A telephone cannot sign in, so that whoever may not have it gets 404."""
    visit, token = enter_club_zone_and_visit(request, slug), request.GET.get("token", "")
    if visit is None or not (visit.may_see_club or is_calendar_token(token, visit.club)):
        raise Http404("no such calendar")

    def page_of(evening: Any) -> str:
        return absolute_url(request, reverse("tables:evening", args=[slug, evening.pk]))

    answer = HttpResponse(club_calendar(visit.club, page_of), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return with_etag(request, answer)


@require_POST
@club_page(Role.OWNER, while_locked=True)
def start_archive(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Start making an archive and lead to its page; where one is being made already, to that one's."""
    export = get_or_create_export(visit.club, cast(Account, request.user))
    return redirect("exchange:archive", visit.club.slug, export.pk)


@require_safe
@never_cache
@club_page(Role.OWNER)
def show_archive(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Show how far the archive is; the page asks again by itself and has the file at last."""
    export = get_object_or_404(Export, pk=number, club=visit.club)
    start_export_unless_running(export)
    template = "exchange/_archive.html" if request.htmx else "exchange/archive.html"
    return show(request, visit, template, {"export": export})


@require_safe
@never_cache
@club_page(Role.OWNER)
def download_archive(request: ClubRequest, visit: ClubVisit, number: int) -> Any:
    """Send the archive's file."""
    export = get_object_or_404(Export, pk=number, club=visit.club, failed=False, finished_at__isnull=False)
    try:
        file = open(archive_path(export), "rb")  # noqa: SIM115  # the response closes it
    except FileNotFoundError:
        raise Http404("the file is gone") from None
    name = f"{visit.club.slug}-{export.created_at:%Y-%m-%d}.zip"
    answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    answer["Content-Encoding"] = "identity"  # packed already: once more would only lose its length
    return answer


def with_etag(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag, or 304. It is asked for again each time: names are hidden at once."""
    answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
    answer["Cache-Control"] = "no-cache"
    conditional = get_conditional_response(request, answer["ETag"], response=answer)
    assert conditional is not None
    if conditional is not answer:
        conditional["Cache-Control"] = "no-cache"
    return conditional


def _export_page(request: ClubRequest, visit: ClubVisit, form: ExportForm, status: int = 200) -> HttpResponse:
    exports = Export.objects.filter(club=visit.club, failed=False)
    context = {
        "form": form,
        "latest": exports.first() if visit.is_owner else None,
        "is_public": visit.club.visibility == Club.Visibility.PUBLIC,
    }
    return show(request, visit, "exchange/export.html", context, status=status)
