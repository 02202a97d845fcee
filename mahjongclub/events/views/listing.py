"""The tournaments of a club: which there are, a new one, its settings, players, byes and wishes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, READ, ClubVisit, club_page, posted_data, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.refusal import RefusalsInForm
from mahjongclub.clubs.sent_once import do_form_once
from mahjongclub.games.base import Game
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game, games
from mahjongclub.tables.forms import playable_variants
from mahjongclub.tables.rules_form import chosen_preset, house_rules_of
from mahjongclub.tables.views.new_table import known_names

from ..byes import ByesForm, save_byes, steward_names
from ..changes import lock_tournament, replace_places_and_discard_draw
from ..forms import PlayersForm, TournamentForm
from ..models import Tournament
from ..pages import event_context, find_tournament_or_404, name_or_blank
from ..registration.changes import get_or_new_registration
from ..registration.list_views import entrant_list_page
from ..registration.lists import is_plain_name_list, list_with_names_added
from ..state import TournamentState
from ..wishes import WishesForm

USUAL = {"round_count": 4, "minutes": 75}
#: what may still change once the seating is published
CHANGEABLE = ("name", "day", "place", "minutes", "public")
#: what makes a seating drawn for other rounds worthless
DRAWN_FOR = ("variant", "round_count", "draw")


@club_page(methods=READ)
def list_tournaments(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """All of them, the newest first; those in preparation for organisers alone."""
    tournaments = visit.club.tournaments.all()
    rows = [
        {"tournament": tournament_, "game": said(tournament_.game.name), "open": open_now}
        for tournament_ in tournaments
        if (open_now := tournament_.is_draft and get_or_new_registration(tournament_).is_open)
        or visit.is_organiser
        or not tournament_.is_draft
    ]
    return show(request, visit, "leagues/tournaments.html", {"rows": rows})


@club_page(Role.ORGANISER, FORM)
def create_tournament(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Game and rules, rounds and draw."""
    return _settings(request, visit, Tournament(club=visit.club, **USUAL, day=timezone.localdate()))


@club_page(Role.ORGANISER, FORM)
def edit_tournament(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """All of it in preparation; later its name, day, place and clock."""
    return _settings(request, visit, find_tournament_or_404(visit, pk))


@club_page(Role.ORGANISER, FORM)
def edit_players(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Everybody who plays, and their teams, as one list to type or paste."""
    tournament = find_tournament_or_404(visit, pk)
    if not tournament.is_draft:
        return redirect("tournaments:places", visit.club.slug, pk)
    state = TournamentState(tournament)
    lines = []
    listed = set()
    for place in state.places:
        if place.steward:
            continue
        player = state.player(place.pk, 1)
        name = player.shown_name if player else ""
        listed |= {name, player.name} if player else {name}
        lines.append(f"{name}{f'; {place.team.name}' if place.team else ''}")
    if request.method == "POST" and not is_plain_name_list(typed := request.POST.get("players", ""), lines):
        # a registration sheet: it goes through the one door, where it is shown and asked about
        text = list_with_names_added(typed, request.POST.getlist("known"))
        return entrant_list_page(request, visit, tournament, text)
    listed_names = known_names(request, visit.club)
    form = PlayersForm(
        listed_names,
        posted_data(request),
        initial={"players": "\n".join(lines), "known": []},
    )
    if request.method == "POST" and form.is_valid():
        with RefusalsInForm(form, "players"):
            replace_places_and_discard_draw(tournament, form.entries)
            messages.success(request, _("%(count)s players.") % {"count": len(form.entries)})
            return redirect("tournaments:tournament", visit.club.slug, pk)
    context = {
        **event_context(visit, tournament),
        "form": form,
        "offered": [choice for choice in form["known"] if choice.data["value"] not in listed],
        "seats": tournament.game.seats,
    }
    return render(request, "leagues/tournament_players.html", context, status=422 if form.errors else 200)


def _made(visit: ClubVisit, tournament: Tournament) -> str:
    """Store a new tournament; its path."""
    tournament.save()
    return reverse("tournaments:tournament", args=[visit.club.slug, tournament.pk])


def _stands(path: str) -> bool:
    """Whether the tournament that a path leads to is still there."""
    return Tournament.objects.filter(pk=resolve(path).kwargs["pk"]).exists()


def _preset_key(visit: ClubVisit, game: Game, key: str) -> str:
    """The rules that a form names; those of events of this game where it names none of this game."""
    house = [own_rules.key for own_rules in house_rules_of(game.variant, visit.club)]
    is_choice = (
        key in [*house, *(preset.key for preset in game.variant.presets)]
        or game.key in visit.club.begins_with
    )
    return key if is_choice else game.event_preset


def _initial(tournament: Tournament, game: Game, posted: QueryDict) -> dict[str, Any]:
    """What the form shows where another game is chosen: what was typed, and its usual minutes."""
    typed = {name: posted[name] for name in TournamentForm.base_fields if name in posted}
    usual = {str(game.event_minutes) for game in games()}
    if tournament._state.adding and typed.get("minutes", str(USUAL["minutes"])) in usual:
        typed["minutes"] = str(game.event_minutes)
    return typed


def _settings(request: ClubRequest, visit: ClubVisit, tournament: Tournament) -> HttpResponse:
    params = request.POST if request.method == "POST" else request.GET
    own_key = tournament.house_rules.key if tournament.house_rules else tournament.preset
    variants_by_key = {choice.key: choice for choice in playable_variants()}
    variant = variants_by_key.get(params.get("variant", tournament.variant), playable_variants()[0])
    usual = find_game(variant.key)
    preset, house_rules = chosen_preset(
        variant, visit.club, _preset_key(visit, usual, params.get("preset", own_key))
    )
    choosing = "choose" in request.POST
    before = {name: getattr(tournament, name) for name in DRAWN_FOR}
    open_settings = tournament.pk is None or tournament.is_draft
    bound = request.method == "POST" and not choosing
    form = TournamentForm(
        variant.seats,
        request.POST if bound else None,
        instance=tournament,
        initial=_initial(tournament, usual, request.POST),
    )
    if not open_settings:
        for name in [name for name in form.fields if name not in CHANGEABLE]:
            del form.fields[name]
    if bound and form.is_valid():
        tournament = form.save(commit=False)
        if open_settings:
            tournament.variant, tournament.house_rules = variant.key, house_rules
            tournament.preset = house_rules.preset if house_rules else preset.key
            tournament.rules = preset.rules.to_json()
        if tournament._state.adding:
            return redirect(
                do_form_once(request, lambda: _made(visit, tournament), _stands, by_content=False)
            )
        tournament.save()
        if open_settings and any(getattr(tournament, name) != value for name, value in before.items()):
            tournament.rounds.all().delete()
        return redirect("tournaments:tournament", visit.club.slug, tournament.pk)
    context: dict[str, object] = {
        "visit": visit,
        "club": visit.club,
        "form": form,
        "tournament": tournament if tournament.pk else None,
        "open_settings": open_settings,
        "variants": [
            {"key": choice.key, "name": said(choice.name), "chosen": choice is variant}
            for choice in playable_variants()
        ],
        "presets": [
            {
                "key": listed_preset.key,
                "name": said(listed_preset.name),
                "chosen": listed_preset.key == preset.key,
            }
            for listed_preset in variant.presets
        ],
        "house_rules": house_rules_of(variant, visit.club),
        "preset_key": preset.key,
    }
    return render(request, "leagues/tournament_form.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_byes(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Byes or stewards, the points of both, and how many substitutes there may be."""
    tournament = find_tournament_or_404(visit, pk)
    initial = {"stewards": "\n".join(steward_names(TournamentState(tournament)))}
    posted = posted_data(request)
    form = ByesForm(posted, instance=tournament, initial=initial)
    if form.is_valid():
        with RefusalsInForm(form, "stewards"):
            save_byes(tournament, form)
            messages.success(request, _("The settings are saved."))
            return redirect("tournaments:tournament", visit.club.slug, pk)
    context = {**event_context(visit, find_tournament_or_404(visit, pk)), "form": form}
    return render(request, "leagues/tournament_byes.html", context, status=422 if form.errors else 200)


@club_page(Role.ORGANISER, FORM, fresh=True)
def edit_wishes(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who is kept apart in the first rounds, and who stays at which tables."""
    state = TournamentState(find_tournament_or_404(visit, pk))
    form = WishesForm(state, posted_data(request))
    if form.is_valid():
        with lock_tournament(state.tournament) as locked:
            form.save_to(locked)
        messages.success(request, _("The next draw follows the wishes."))
        return redirect("tournaments:tournament", visit.club.slug, pk)
    rows = [
        {
            "number": place.number,
            "name": name_or_blank(state.player(place.pk, state.tournament.round_count)),
            "country": place.last_holder.country if place.last_holder else "",
            "fields": (form[f"group-{place.number}"], form[f"tables-{place.number}"]),
        }
        for place in form.places
    ]
    groups = sorted({place.group for place in form.places if place.group})
    context = {
        **event_context(visit, find_tournament_or_404(visit, pk)),
        "form": form,
        "rows": rows,
        "groups": groups,
    }
    return render(request, "leagues/tournament_wishes.html", context, status=422 if form.errors else 200)
