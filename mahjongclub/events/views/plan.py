"""The seating changed by hand: what can be taken back, two places exchanged, a plan in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.clubs.club_access import FORM, POST, READ, ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.readings import ReadingChoice, chosen_reading_text, reading_choices, unanswered_texts
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm
from mahjongclub.rounds.fields import CHOSEN_ERRORS

from ..changes import TournamentGone
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404
from ..plan import (
    delete_unplayed_tournament,
    delete_unpublished_rounds,
    find_unopened_round,
    plan_as_place_numbers,
    plan_csv,
    preview_swap,
    save_plan,
    seating_stamp,
    swap_choices,
    swap_places,
    undo_last_round_opening,
    unpublish_unopened_rounds,
    why_opening_cannot_be_undone,
)
from ..plan_list import (
    LONGEST_PLAN,
    PlanList,
    mended_plan_text,
    plan_column_choices,
    plan_columns,
    read_plan_rows,
)
from ..state import TournamentState


class PlanUploadForm(forms.Form):
    """A plan, pasted or as a file was read."""

    plan = forms.CharField(
        label=gettext_lazy("Plan"),
        help_text=gettext_lazy(
            "Rows of round, table and players (numbers or names) from a spreadsheet, or JSON: "
            "[[[player, …] a table] a round]."
        ),
        error_messages={"required": gettext_lazy("Paste a plan, or choose a file.")},
        max_length=LONGEST_PLAN,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )


class SwapPlacesForm(forms.Form):
    """Two places of a round."""

    one = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int, error_messages=CHOSEN_ERRORS)
    other = forms.TypedChoiceField(
        label=gettext_lazy("Swaps places with"), coerce=int, error_messages=CHOSEN_ERRORS
    )

    def __init__(self, places: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].choices = [("", _("Choose…")), *places]  # type: ignore[attr-defined]

    def clean(self) -> None:
        """They are two."""
        super().clean()
        cleaned = self.cleaned_data
        if not self.errors and cleaned["one"] == cleaned["other"]:
            self.add_error("other", _("Choose two different players."))


@club_page(Role.ORGANISER, FORM, fresh=True)
def manage_plan(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """What can be changed of the seating and what stays; a plan is looked at before it is imported."""
    tournament = find_tournament_or_404(visit, pk)
    if request.method != "POST":
        return plan_page(request, visit, tournament, PlanUploadForm())
    answers = request.POST.dict()
    text = chosen_reading_text(request.POST, "plan")[: LONGEST_PLAN + 1]
    form = PlanUploadForm({"plan": mended_plan_text(text, answers)})
    listing = read_plan_form(form, tournament, answers) if form.is_valid() else None
    readings = plan_readings(tournament, unanswered_texts(request.POST))
    if "keep" in request.POST and listing is not None and listing.is_ready and not readings:
        with RefusalsInForm(form, "plan"):
            count = save_plan(tournament, listing.columns)
            done = ngettext("%(count)s round is imported.", "%(count)s rounds are imported.", count)
            messages.success(request, done % {"count": count})
            return redirect("tournaments:seating", visit.club.slug, pk)
    return plan_page(request, visit, tournament, form, listing, readings=readings)


def plan_readings(tournament: Tournament, texts: Sequence[str]) -> list[ReadingChoice]:
    """Return the ways to read a file with a plan, each with its count of tables; none where one has any."""
    readings = []
    for reading in reading_choices(texts):
        form = PlanUploadForm({"plan": reading.text})
        listing = read_plan_form(form, tournament, {}) if form.is_valid() else None
        wrong = [row for row in listing.rows if row.fault] if listing is not None else []
        if count := len(listing.rows) - len(wrong) if listing is not None else 0:
            words = ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}
            if wrong:
                words = _("%(tables)s, lines with errors: %(count)s") % {"tables": words, "count": len(wrong)}
            readings.append(ReadingChoice(reading.text, [words, *reading.names]))
    return readings if len(readings) > 1 else []


def read_plan_form(
    form: PlanUploadForm, tournament: Tournament, answers: Mapping[str, str]
) -> PlanList | None:
    """Return the plan of a valid form as it is read; None, and an error at its field, where it is none."""
    with RefusalsInForm(form, "plan"):
        columns = plan_columns(tournament, form.cleaned_data["plan"], answers)
        return read_plan_rows(TournamentState(tournament), columns)
    return None


def preview_plan_file_page(
    request: ClubRequest, visit: ClubVisit, tournament: Tournament, texts: Sequence[str], fault: str
) -> HttpResponse:
    """The plan of a file, looked at first: the one of `texts` that reads best.

    `fault` is why there is none.
    """
    best: tuple[int, PlanUploadForm, PlanList | None] | None = None
    for text in texts:
        form = PlanUploadForm({"plan": text})
        listing = read_plan_form(form, tournament, {}) if form.is_valid() else None
        wrong = LONGEST_PLAN if listing is None else sum(bool(row.fault) for row in listing.rows)
        if best is None or wrong < best[0]:
            best = wrong, form, listing
    if best is None:
        return plan_page(request, visit, tournament, PlanUploadForm(), file_fault=fault)
    readings = plan_readings(tournament, texts)
    return plan_page(request, visit, tournament, best[1], best[2], readings=readings)


def plan_page(
    request: ClubRequest,
    visit: ClubVisit,
    tournament: Tournament,
    form: PlanUploadForm,
    listing: PlanList | None = None,
    file_fault: str = "",
    readings: Sequence[ReadingChoice] = (),
) -> HttpResponse:
    """The page that changes a seating, with a plan as it was read; `readings` are ways to read its file."""
    state = TournamentState(tournament)
    opened = [round_ for round_ in state.rounds if round_.opened_at is not None]
    context = {
        **event_context(visit, tournament),
        "form": form,
        "listing": listing,
        "readings": readings,
        "column_kinds": plan_column_choices(tournament).items(),
        "file_fault": file_fault,
        "stays": [reason for round_ in opened if (reason := why_opening_cannot_be_undone(round_))],
        "may_shut": opened[-1] if opened and not why_opening_cannot_be_undone(opened[-1]) else None,
        "unopened": [round_ for round_ in state.published if round_.opened_at is None],
        "proposed": state.proposed,
        "rounds": state.rounds,
    }
    wrong = form.errors or file_fault or (listing is not None and listing.first_fault)
    return render(request, "leagues/tournament_plan.html", context, status=422 if wrong else 200)


@club_page(Role.ORGANISER, POST)
def unpublish_plan(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """What is published and not open is a proposal again."""
    return _step(request, visit, pk, unpublish_unopened_rounds, _("The seating is not published any more."))


@club_page(Role.ORGANISER, POST)
def discard_proposed_rounds(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """What is drawn and not published is deleted."""
    return _step(request, visit, pk, delete_unpublished_rounds, _("The proposal is deleted."))


@club_page(Role.ORGANISER, POST)
def undo_tables_opening(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """The tables opened last are not open any more, where nothing was played at them."""
    return _step(request, visit, pk, undo_last_round_opening, _("The tables are not open any more."))


@club_page(Role.ORGANISER, FORM, fresh=True)
def delete_event(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """See what goes with the tournament, then delete it; one with results stays. Deleted twice it is gone."""
    gone = redirect("tournaments:tournaments", visit.club.slug)
    try:
        tournament = find_tournament_or_404(visit, pk)
    except Http404:
        if request.method == "POST":
            return gone
        raise
    state = TournamentState(tournament)
    stays = [reason for round_ in state.rounds if (reason := why_opening_cannot_be_undone(round_))]
    if request.method == "POST":
        with RefusalsAsMessages(request):
            try:
                delete_unplayed_tournament(tournament)
            except TournamentGone:
                return gone
            messages.success(request, _("The tournament is deleted."))
            return gone
        return redirect("tournaments:delete_tournament", visit.club.slug, pk)
    context = {
        **event_context(visit, tournament),
        "stays": stays,
        "places": len(state.places),
        "rounds": len(state.rounds),
        "penalties": len(state.penalties),
        "open_tables": sum(
            table.session is not None for round_ in state.rounds for table in round_.tables.all()
        ),
    }
    return render(request, "leagues/tournament_delete.html", context)


@club_page(Role.ORGANISER, FORM, fresh=True)
def swap_round_places(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """Choose two places of a round, see what it costs that they change, then have them change."""
    state = TournamentState(find_tournament_or_404(visit, pk))
    round_ = find_unopened_round(state, number)
    if round_ is None:
        raise Http404("no such round, or its tables are open")
    params = request.POST if request.method == "POST" else request.GET
    form = SwapPlacesForm(swap_choices(state, round_), params if params else None)
    costs = None
    if form.is_valid():
        a, b = form.cleaned_data["one"], form.cleaned_data["other"]
        if request.method == "POST":
            with RefusalsInForm(form):
                swap_places(state.tournament, number, a, b, request.POST.get("seen", ""))
                messages.success(request, _("The two players have swapped places."))
                return redirect("tournaments:swap", visit.club.slug, pk, number)
        costs = preview_swap(state, round_, a, b)
    context = {
        **event_context(visit, state.tournament),
        "round": round_,
        "form": form,
        "costs": costs,
        "seen": seating_stamp(state, round_),
    }
    return render(request, "leagues/tournament_swap.html", context, status=422 if form.errors else 200)


@club_page(methods=READ, fresh=True)
def download_plan(request: ClubRequest, visit: ClubVisit, pk: int, kind: str) -> HttpResponse:
    """The seating to take along, as it is published; for organisers, as it is drawn."""
    state = TournamentState(find_tournament_or_404(visit, pk))
    if not visit.is_organiser:
        state.rounds = state.published
    name = f"{slugify(state.tournament.name) or 'plan'}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if kind == "json":
        return JsonResponse(plan_as_place_numbers(state), safe=False, headers=headers)
    return HttpResponse(plan_csv(state), content_type="text/csv; charset=utf-8", headers=headers)


def _step(
    request: ClubRequest, visit: ClubVisit, pk: int, take: Callable[[Tournament], Any], done: str
) -> HttpResponse:
    """Take something back; why that cannot be is said on the page."""
    with RefusalsAsMessages(request):
        take(find_tournament_or_404(visit, pk))
        messages.success(request, done)
    return redirect("tournaments:change_seating", visit.club.slug, pk)
