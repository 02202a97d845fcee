"""The organiser's list of an event's people: who is on it, who has paid, who is here; they become players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import FORM, POST, READ, ClubVisit, club_page, posted_data
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm, Refused
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rules.reading import whole_number

from ..free_seats import arrival_in_words
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404
from . import changes, entries, pages
from .forms import OrganiserEntrantForm, RegistrationForm
from .list_views import use_entrants_as_players
from .models import Entrant

TICKS = ("paid", "unpaid", "here", "away")


@club_page(Role.ORGANISER, READ, fresh=True)
def list_entrants(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Everybody who has entered; ?show= leaves some of them out."""
    tournament = find_tournament_or_404(visit, pk)
    show = request.GET.get("show", "")
    show = show if show in pages.SHOWN else ""
    return render(request, "leagues/entry/people.html", _list_context(request, visit, tournament, show))


@club_page(Role.ORGANISER, POST, fresh=True)
def save_entrant_tick(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """One tick; htmx gets the row's ticks and the counts, a browser without script the list."""
    tournament = find_tournament_or_404(visit, pk)
    entrant = _entrant(tournament, number)
    what = request.POST.get("do", "")
    if what in TICKS:
        changes.tick_entrant(entrant, what)
    if not request.htmx:
        here = reverse("entries:people", args=[visit.club.slug, pk])
        return redirect(f"{here}#entrant-{number}")
    context = {
        **event_context(visit, tournament),
        "row": pages.entrant_row(_entrant(tournament, number)),
        "counts": pages.EntrantCounts.of(
            entries.entrants_of(tournament), changes.get_or_new_registration(tournament)
        ),
        "out_of_band": True,
    }
    return render(request, "leagues/entry/_ticked.html", context)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_registration(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Whether strangers enter by a page, from when to when, for how many."""
    tournament = find_tournament_or_404(visit, pk)
    registration = changes.get_or_new_registration(tournament)
    form = RegistrationForm(posted_data(request), instance=registration)
    if form.is_bound and form.is_valid():
        changes.save_registration_and_move_up(form.save(commit=False))
        messages.success(request, _("The settings are saved."))
        return redirect("entries:people", visit.club.slug, pk)
    context = {**event_context(visit, tournament), "form": form}
    return render(request, "leagues/entry/settings.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, FORM, fresh=True)
def add_entrant(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Somebody by hand; a name nearly that of another is asked about."""
    tournament = find_tournament_or_404(visit, pk)
    form = OrganiserEntrantForm(tournament, posted_data(request))
    same_entrant: Entrant | None = None
    if form.is_bound and form.is_valid():
        same_entrant = changes.find_similarly_named_entrant(tournament, form.cleaned_data["name"])
        if same_entrant is None or request.POST.get("another") == "yes":
            with RefusalsInForm(form, "name"):
                made = changes.add_entrants(
                    tournament, [form.entrant_columns], namesakes=same_entrant is not None
                )[0]
                text = _("%(name)s waits for a place.") if made.waits else _("%(name)s is on the list.")
                messages.success(request, text % {"name": made.shown_name})
                return redirect("entries:new", visit.club.slug, pk)
    context = {**event_context(visit, tournament), "form": form, "asked": same_entrant}
    status = 422 if form.errors or same_entrant else 200
    return render(request, "leagues/entry/person.html", context, status=status)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_entrant(request: ClubRequest, visit: ClubVisit, pk: int, number: int) -> HttpResponse:
    """One of them: what they told, and what may be done: a place, withdrawn, missing, gone."""
    tournament = find_tournament_or_404(visit, pk)
    entrant = _entrant(tournament, number)
    do = request.POST.get("do", "") if request.method == "POST" else ""
    form = OrganiserEntrantForm(tournament, request.POST if do == "save" else None, instance=entrant)
    here = redirect("entries:people", visit.club.slug, pk)
    if do in ACTIONS:
        act, done, done_from_round = ACTIONS[do]
        with RefusalsAsMessages(request):
            begins = act(entrant)
            words = {"name": entrant.shown_name, "round": begins}
            text = (done if begins is None else done_from_round) % words
            place = entries.entrant_place(entrant)
            if do == "found" and begins is not None and place is not None:
                text = arrival_in_words(tournament, place, entrant.shown_name, begins)
            messages.success(request, text)
            return here
        return redirect("entries:person", visit.club.slug, pk, number)
    if form.is_bound and form.is_valid():
        with RefusalsInForm(form, "name"):
            changes.save_entrant(form.save(commit=False))
            messages.success(request, _("The player is saved."))
            return here
    entrant = _entrant(tournament, number)
    context = {
        **event_context(visit, tournament),
        "form": form,
        "entrant": entrant,
        "line": pages.place_in_line(entrant),
        "place": entries.entrant_place(entrant),
        "own": absolute_url(request, pages.own_path(entrant)),
        "badge": absolute_url(request, pages.badge_path(entrant)),
    }
    return render(request, "leagues/entry/person.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, POST)
def change_selected_entrants(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Remove, confirm, or note as paid all those ticked, or everybody whom ?show= lists, in one step."""
    tournament = find_tournament_or_404(visit, pk)
    show = request.POST.get("show", "")
    here = reverse("entries:people", args=[visit.club.slug, pk])
    numbers = {whole_number(text) for text in request.POST.getlist("entrant")}
    if "everybody" in request.POST and show in pages.SHOWN:
        rows = pages.shown_entrant_rows(entries.entrants_of(tournament), show)
        numbers = {row.entrant.pk for row in rows}
    chosen = [number for number in numbers if number is not None]
    if not chosen:
        messages.error(request, _("Tick somebody first."))
    elif request.POST.get("do") == "remove":
        gone, stay = changes.delete_entrants(tournament, chosen)
        text = ngettext("%(count)s entry is removed.", "%(count)s entries are removed.", gone)
        messages.success(request, text % {"count": gone})
        if stay:
            text = _("Players already, and still on the list: %(names)s.")
            messages.warning(request, text % {"names": _some(stay)})
    elif request.POST.get("do") == "paid":
        coming = tournament.entrants.filter(pk__in=chosen, paid=False).exclude(status=Entrant.Status.OUT)
        paid = coming.update(paid=True)
        text = ngettext("%(count)s more person has paid.", "%(count)s more people have paid.", paid)
        messages.success(request, text % {"count": paid})
    elif request.POST.get("do") == "confirm":
        clashes = changes.confirm_entrants_except_doubtful(tournament, chosen)
        if clashes:
            text = _("Two entries have the same name. Rename or remove one of them: %(names)s.")
            messages.error(request, text % {"names": _some(clashes)})
        else:
            messages.success(request, _("The entries are confirmed."))
    return redirect(f"{here}?show={show}" if show in pages.SHOWN else here)


def _some(names: list[str]) -> str:
    """The first of many names, for a sentence."""
    return ", ".join(isolated(name) for name in names[:10]) + ("…" if len(names) > 10 else "")


@club_page(Role.ORGANISER, POST)
def copy_entrants_to_players_or_back(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Make those who have a place the players of the event; or put its players on the list."""
    tournament = find_tournament_or_404(visit, pk)
    if "adopt" in request.POST:
        count = changes.add_players_as_entrants(tournament)
        done = ngettext("%(count)s player is on the list.", "%(count)s players are on the list.", count)
        messages.success(request, done % {"count": count})
        return redirect("entries:people", visit.club.slug, pk)
    return use_entrants_as_players(request, visit, tournament)


def _confirm(entrant: Entrant) -> None:
    if changes.confirm_entrants_except_doubtful(entrant.tournament, [entrant.pk]):
        raise Refused(_("Another entry has this name: rename or remove one of them."))


#: what an organiser may do with an entry, and what is said then; of `round` where they leave or take a seat
ACTIONS: dict[str, tuple[Callable[[Entrant], int | None], Any, Any]] = {
    "withdraw": (changes.withdraw_entrant, gettext_lazy("%(name)s is withdrawn."), ""),
    "return": (changes.reinstate_entrant, gettext_lazy("%(name)s is on the list again."), ""),
    "place": (changes.give_place_out_of_turn, gettext_lazy("%(name)s has a place."), ""),
    "confirm": (_confirm, gettext_lazy("The entry of %(name)s is confirmed."), ""),
    "another": (
        changes.confirm_as_namesake,
        gettext_lazy("This entry belongs to somebody else: %(name)s."),
        "",
    ),
    "delete": (changes.delete_entrant, gettext_lazy("The entry of %(name)s is deleted."), ""),
    "miss": (
        changes.mark_missing_and_vacate_place,
        gettext_lazy("%(name)s did not come and is not added to the players."),
        gettext_lazy("%(name)s did not come: the place is empty from round %(round)s on."),
    ),
    "found": (
        changes.unmark_missing_and_restore_place,
        gettext_lazy("%(name)s is here."),
        "",
    ),
}


def _entrant(tournament: Tournament, number: int) -> Entrant:
    entrants = tournament.entrants.select_related("player__merged_into", "place", "tournament")
    return get_object_or_404(entrants, pk=number)


def _list_context(
    request: ClubRequest, visit: ClubVisit, tournament: Tournament, show: str
) -> dict[str, object]:
    entrants = entries.entrants_of(tournament)
    registration = changes.get_or_new_registration(tournament)
    coming = [entrant for entrant in entrants if entrant.has_place]
    places = tournament.places.filter(steward=False).count()
    # a place somebody else gave names to is not known here by its number
    placed_count = sum(entrant.place_id is not None for entrant in coming)
    return {
        **event_context(visit, tournament),
        "rows": pages.with_ema_number_clashes(pages.shown_entrant_rows(entrants, show), entrants),
        "counts": pages.EntrantCounts.of(entrants, changes.get_or_new_registration(tournament)),
        "registration": registration,
        "show": show,
        "choices": (
            ("", _("Everybody")),
            ("doubtful", _("To confirm")),
            ("absent", _("Not here yet")),
            ("unpaid", _("Not paid")),
            ("waiting", _("Waiting")),
            ("out", _("Withdrawn")),
        ),
        "seats": tournament.game.seats,
        "over": len(coming) % tournament.game.seats,
        "places": places,
        "differs": len(coming) != placed_count or placed_count != places,
        "unlisted": places - sum(entrant.place_id is not None for entrant in entrants),
        "link": absolute_url(request, reverse("entries:enter", args=[visit.club.slug, tournament.pk])),
    }
