"""The door: new table, join with a code, the tables on this device."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Max
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.naming import shown_name
from mahjongclub.clubs.room import why_not
from mahjongclub.clubs.typed_names import NamesAtTable
from mahjongclub.games.registry import find_game

from ..access import count_opened, let_in, too_many_opened
from ..addresses import spoken_hash, tidy_spoken_code
from ..club_choice import belongings_of, chosen_of
from ..club_games import CONFIRMED, Elsewhere, clubs_here, sitting_elsewhere, table_row
from ..forms import JoinForm, NewTableForm, choices_of, playable_called
from ..models import JoinCode, Session
from ..opening import open_session
from ..rules_form import asks_for_options, house_rules_of, preset_of
from ..sitters import find_players
from .answers import at_once

# All together: with 200 codes good at a time, whoever has ever so many addresses guesses one in ten weeks.
WRONG_CODES = Limit("wrong-codes", per_device=10, per_address=60, seconds=600, altogether=300)
TABLES_SHOWN = 30
NAMES_OFFERED = 60
ROSTER_OFFERED = 400


@require_safe
def home(request: ClubRequest) -> HttpResponse:
    """What this device can do, and the tables it has."""
    return door(request, JoinForm())


def door(request: ClubRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    """The start page, with the form to join as it was typed."""
    tables = tables_here(request)
    context = {
        "form": form,
        "clubs": clubs_here(request),
        "open": [row for row in tables if row["session"].ended_at is None],
        "finished": [row for row in tables if row["session"].ended_at is not None],
    }
    return render(request, "tables/home.html", context, status=status)


def tables_here(request: ClubRequest) -> list[dict[str, Any]]:
    """The sessions of this device, the newest first, each with its players."""
    if request.visitor.device_id is None:
        return []
    sessions = Session.objects.on_device(request.visitor.device_id).prefetch_related("seats__player")
    return [table_row(session) for session in sessions[:TABLES_SHOWN]]


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: ClubRequest) -> HttpResponse:
    """Choose the game and its rules, name the players, draw the seats."""
    asked = request.POST if request.method == "POST" else request.GET
    variant = playable_called(asked.get("variant", ""))
    belongings = belongings_of(request, opening=True)
    belonging = chosen_of(belongings, asked.get("belongs"))
    preset, house_rules = preset_of(variant, belonging.club, asked.get("preset", ""))
    roster = names_at_table(request, belonging.club)
    # "Other game" and "other preset" submit the same form: what was typed comes along
    choosing = asks_for_options(request, variant, preset)
    form = NewTableForm(
        variant,
        preset,
        request.POST if request.method == "POST" and not choosing else None,
        belongings=[(one.word, one.title) for one in belongings],
        find=roster.find
        if roster
        else lambda names: find_players(names, request.visitor.device_id, None, request.user.pk),
        names_needed=belonging.club is not None,
        initial={"belongs": belonging.word},
    )
    refused = 422
    elsewhere: list[Elsewhere] = []
    if choosing:
        form.initial = {
            "belongs": belonging.word,
            **{
                name: request.POST[name]
                for name in request.POST
                if name.startswith("name-") or name in ("method", "agreeing", "rotation")
            },
        }
    elif request.method == "POST" and form.is_valid() and roster is not None and roster.open:
        pass  # who is meant is asked first
    elif request.method == "POST" and form.is_valid() and (elsewhere := _at_two_tables(request, roster)):
        pass  # nobody sits at two tables unsaid
    elif request.method == "POST" and form.is_valid() and (too_many := too_many_opened(request)):
        form.add_error(None, too_many)
        refused = 429
    elif request.method == "POST" and form.is_valid() and (why := why_not_opened(belonging.club, roster)):
        form.add_error(None, why)
    elif request.method == "POST" and form.is_valid() and form.rules is not None:
        count_opened(request)
        session = open_session(
            request.visitor.device(),
            variant.key,
            house_rules.preset if house_rules else preset.key,
            form.rules,
            roster.as_listed(form.names) if roster else form.names,
            form.cleaned_data["method"],
            agreeing=form.cleaned_data["agreeing"],
            rotation=form.rotation,
            belonging=belonging,
            house_rules=house_rules,
            account_id=request.user.pk,
        )
        return at_once(request, reverse("tables:seats", args=[session.code]))
    context = {
        "form": form,
        **choices_of(variant, preset),
        "house_rules": house_rules_of(variant, belonging.club),
        "preset_key": preset.key,
        "stylesheet": find_game(variant.key).stylesheet,
        "belonging": belonging,
        "known_names": known_names(request, belonging.club),
        "asked": roster.asked if roster and form.is_bound else (),
        "elsewhere": elsewhere,
    }
    status = refused if form.is_bound and (form.errors or context["asked"] or elsewhere) else 200
    return render(request, "tables/new.html", context, status=status)


def _at_two_tables(request: ClubRequest, roster: NamesAtTable | None) -> list[Elsewhere]:
    """Those of the names who sit at a running table of the club; [] once somebody confirmed it."""
    if roster is None or CONFIRMED in request.POST:
        return []
    return sitting_elsewhere(roster.club, [one.player.pk for one in roster.typed if one.player is not None])


def names_at_table(request: ClubRequest, club: Club | None) -> NamesAtTable | None:
    """The names that a form brings for a table of the club, None where it is nobody's."""
    return NamesAtTable(club, request.POST.dict(), request.user.pk) if club is not None else None


def why_not_opened(club: Club | None, roster: NamesAtTable | None) -> str:
    """Why the host lets no table be opened for the club, or not with so many new names; "" where it may."""
    new = {one.name for one in roster.typed if one.player is None} if roster is not None else ()
    return why_not(club, games=1, people=len(new))


def known_names(request: ClubRequest, club: Club | None) -> list[str]:
    """The players of the club, else those known on this device, as shown; the latest table's first."""
    if club is not None:
        players = club.players.on_roster().themselves()
    elif request.visitor.device_id is not None:
        players = Player.objects.themselves().filter(known_on=request.visitor.device_id)
    else:
        return []
    players = players.annotate(last_seat=Max("seats__pk"), shown_as=shown_name())
    latest = players.order_by(F("last_seat").desc(nulls_last=True), "shown_as")
    names = latest.values_list("shown_as", flat=True)
    return list(names[: NAMES_OFFERED if club is None else ROSTER_OFFERED])


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: ClubRequest) -> HttpResponse:
    """Open a table by the short code somebody says. Wrong guesses are counted."""
    if request.method != "POST":
        return door(request, JoinForm())
    form = JoinForm(request.POST)
    status = 422
    if form.is_valid():
        if WRONG_CODES.reached(request):
            form.add_error("code", _("Too many wrong codes. Wait ten minutes, or scan the QR code."))
            status = 429
        elif found := _find_code(form.cleaned_data["code"]):
            let_in(request, found.session, found.role)
            return redirect("tables:table", found.session.code)
        else:
            WRONG_CODES.count(request)
            form.add_error(
                "code", _("No table has this code. Codes expire: ask for the one on the phone now.")
            )
    return door(request, form, status)


def _find_code(typed: str) -> JoinCode | None:
    codes = JoinCode.objects.select_related("session")
    known = spoken_hash(tidy_spoken_code(typed))
    return codes.filter(code_hash=known, expires_at__gt=timezone.now()).first()
