"""Entering an event without an account: the page for strangers, and each entrant's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import RefusalsAsMessages, RefusalsInForm, Refused
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.sent_once import do_form_once, sent_form_path
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.reading import whole_number

from ..federation.details import federation_game_name
from ..models import Tournament
from . import changes, entries, pages
from .flood import EntryVerdict, count_and_judge_attempt
from .forms import PublicEntryForm
from .models import DETAILS, Entrant
from .way import schedule_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter_event(request: ClubRequest, slug: str, pk: int) -> HttpResponse:
    """Enter an event, where its organiser lets strangers; who entered on this phone is listed above."""
    tournaments = Tournament.objects.select_related("club", "house_rules", "registration")
    tournament = get_object_or_404(tournaments, pk=pk, club__slug=slug, registration__wanted=True)
    activate_club_zone(tournament.club)
    registration = changes.get_or_new_registration(tournament)
    posted = request.POST if request.method == "POST" and registration.is_open else None
    if request.method == "POST" and (before := sent_form_path(request, _stands)):
        return redirect(before)
    if request.method == "POST" and request.POST.get("do") == "mine":
        return _say_mine(request, tournament)
    form = PublicEntryForm(tournament, posted, initial=_remembered(request) if posted is None else None)
    same_entrant: Entrant | None = None
    status = 200
    if request.method == "POST":
        status = 422 if registration.is_open else 409
        crowd = count_and_judge_attempt(request, tournament)
        if crowd is EntryVerdict.STOPPED:
            form.add_error(None, _("Too many people were entered from here. Ask the organiser."))
            status = 429
        elif crowd is EntryVerdict.FULL:
            form.add_error(
                None, _("Very many people enter just now. Try again in ten minutes, or ask the organiser.")
            )
            status = 429
        elif form.is_valid():
            try:
                path = _entered(request, tournament, form, to_check=crowd is EntryVerdict.CROWDED)
            except _SamePerson as same:
                path, same_entrant = "", same.entrant
            if path:
                return redirect(path)
    context: dict[str, object] = {
        **_event(tournament),
        **pages.registration_context(changes.get_or_new_registration(tournament)),
        "form": form,
        "asked": same_entrant,
        "mine": _entered_here(request, tournament),
        "perhaps_mine": _perhaps_mine(request, tournament),
    }
    return render(request, "leagues/entry/enter.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_own_entry(request: ClubRequest, number: int, own_token: str) -> HttpResponse:
    """Somebody's own entry by their link: a place or not yet, what they told, withdrawing."""
    entrants = Entrant.objects.select_related(
        "tournament__club", "tournament__house_rules", "player__merged_into", "place"
    )
    entrant = get_object_or_404(entrants, pk=number)
    if not pages.is_own_token(own_token, entrant):
        raise Http404("no such entry for this link")
    tournament = entrant.tournament
    activate_club_zone(tournament.club)
    do = request.POST.get("do", "") if request.method == "POST" else ""
    changing = do == "change" and tournament.is_draft and not entrant.has_withdrawn
    form = PublicEntryForm(tournament, request.POST if changing else None, instance=entrant)
    if do == "mine":
        return _say_mine(request, tournament)
    if do in ("withdraw", "return", "forget"):
        with RefusalsAsMessages(request):
            _do(do, entrant)
    elif changing and form.is_valid():
        with RefusalsInForm(form, "name"):
            changes.save_entrant(form.save(commit=False), request.user.pk, by_page=True)
            messages.success(request, _("Your entry is saved."))
    if request.method == "POST" and not form.errors:
        if do == "forget" and not Entrant.objects.filter(pk=number).exists():
            messages.success(request, _("Your entry is deleted, with everything you told us."))
            return redirect("entries:enter", tournament.club.slug, tournament.pk)
        return redirect(request.path)
    entrant = entrants.get(pk=number)
    context: dict[str, object] = {
        **_event(tournament),
        "entrant": entrant,
        "line": pages.place_in_line(entrant),
        "registration": changes.get_or_new_registration(tournament),
        "form": form,
        "open": bool(form.errors),
        "perhaps_mine": entrant in _perhaps_mine(request, tournament),
        "link": absolute_url(request, request.path),
        "badge": pages.badge_path(entrant) if entries.has_seat_for_badge(entrant) else "",
    }
    return render(request, "leagues/entry/own.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
def show_badge(request: ClubRequest, number: int, badge_token: str) -> HttpResponse:
    """Where a player sits and how it went, by the code on the badge; organisers check in here."""
    entrants = Entrant.objects.select_related(
        "tournament__club", "tournament__house_rules", "player__merged_into", "place"
    )
    entrant = get_object_or_404(entrants, pk=number)
    if not pages.is_badge_token(badge_token, entrant):
        raise Http404("no such badge")
    club = entrant.tournament.club
    activate_club_zone(club)
    made_here = Entrant.objects.filter(
        entries.entered_by(request.user.pk, request.visitor.device_id), pk=entrant.pk
    )
    context: dict[str, object] = {
        **_event(entrant.tournament),
        "entrant": entrant,
        "way": schedule_of(entrant),
        "organiser": ClubVisit(club, role_in(club, request)).is_organiser,
        "row": pages.entrant_row(entrant, pages.place_in_line(entrant)),
        "own": pages.own_path(entrant) if made_here.exists() else "",
    }
    return render(request, "leagues/entry/badge.html", context)


def _do(what: str, entrant: Entrant) -> None:
    """Withdraw, come back, or be forgotten. Raises Refused."""
    if what == "withdraw":
        changes.withdraw_entrant(entrant)
    elif what == "return" and not changes.get_or_new_registration(entrant.tournament).is_open:
        raise Refused(_("Registration is not open at the moment."))
    elif what == "return":
        changes.reinstate_entrant(entrant)
    elif entrant.has_withdrawn:
        changes.delete_entrant(entrant)


class _SamePerson(Exception):
    """Somebody has entered under nearly this name: it has to be said first whether this is somebody else."""

    def __init__(self, entrant: Entrant) -> None:
        super().__init__(entrant.pk)
        self.entrant = entrant


def _entered(request: ClubRequest, tournament: Tournament, form: PublicEntryForm, *, to_check: bool) -> str:
    """The path of the entry, made; "" with the reason at the form. _SamePerson where that is asked first,
    of those who are held of nobody."""
    account = request.user if isinstance(request.user, Account) else None
    device = request.visitor.get_or_create_device()

    def make() -> str:
        asks = not to_check and request.POST.get("another") != "yes"
        if asks and (same := changes.find_similarly_named_entrant(tournament, form.cleaned_data["name"])):
            raise _SamePerson(same)
        made = changes.add_entrants(
            tournament,
            [form.entrant_columns],
            device=device,
            account=account,
            by_page=True,
            to_check=to_check,
            namesakes=request.POST.get("another") == "yes",
        )
        return pages.own_path(made[0])

    try:
        with hold_write_lock():
            return do_form_once(request, make, _stands)
    except Refused as refused:
        form.add_error(None if refused.code == changes.CLOSED else "name", str(refused))
    return ""


def _stands(path: str) -> bool:
    """Whether the entry that a path leads to is still there."""
    return Entrant.objects.filter(pk=resolve(path).kwargs["number"]).exists()


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An entry made on this phone, with the path of its own page."""

    entrant: Entrant
    name: str
    path: str


def _entered_here(request: ClubRequest, tournament: Tournament) -> list[OwnEntry]:
    """Who entered on this phone, or signed in as who is now, with the way to their own page."""
    by = entries.entered_by(request.user.pk, request.visitor.device_id)
    mine = tournament.entrants.filter(by).select_related("player__merged_into")
    return [OwnEntry(entrant, entrant.shown_name, pages.own_path(entrant)) for entrant in mine]


def _perhaps_mine(request: ClubRequest, tournament: Tournament) -> list[Entrant]:
    """The entries under the name of whoever is signed in, of which nobody has said yet whose they are."""
    my_player = own_player(request.user.pk, tournament.club)
    if my_player is None:
        return []
    doubted = tournament.entrants.filter(doubt=Entrant.Doubt.MEMBER).exclude(status=Entrant.Status.OUT)
    return [
        entrant
        for entrant in doubted
        if changes.find_member_named(tournament, entrant.name, request.user.pk) == my_player
    ]


def _say_mine(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The member says that an entry under their name is theirs."""
    number = whole_number(request.POST.get("entrant", ""))
    entrant_there = next(
        (entrant for entrant in _perhaps_mine(request, tournament) if entrant.pk == number), None
    )
    account = request.user if isinstance(request.user, Account) else None
    if entrant_there is None or account is None:
        messages.error(request, _("There is no such entry any more."))
    elif changes.confirm_entrants_except_doubtful(tournament, [entrant_there.pk], account):
        messages.error(request, _("Another entry has this name already: ask the organiser."))
    else:
        messages.success(request, _("This entry is yours."))
        entrant_there.refresh_from_db(fields=["secret"])
        return redirect(pages.own_path(entrant_there))
    return redirect("entries:enter", tournament.club.slug, tournament.pk)


def _remembered(request: ClubRequest) -> dict[str, object]:
    """What is filled in for somebody who wanted it so."""
    before = entries.find_remembered_entry(request.user.pk, request.visitor.device_id)
    if before is None:
        return {}
    return {"remembered": True, "name": before.name, **{name: getattr(before, name) for name in DETAILS}}


def _event(tournament: Tournament) -> dict[str, object]:
    """What a page for strangers says of an event."""
    return {
        "tournament": tournament,
        "club": tournament.club,
        "game": said(tournament.game.name),
        "rules_name": said(tournament.frozen_preset.name),
        "federation": federation_game_name(tournament),
    }
