"""A club night for the phones of who comes: checked in by the club's code, told where to sit.

No account is asked. Who has the link types their own name: the roster is not shown. A page once opened tells
by itself when the round is drawn.
"""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.club_model import Club, evenings_tonight, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import LONGEST_NAME, Evening, Player
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.clubs.typed_names import TypedName, find_or_create_players, look_up_names
from mahjongclub.tables.access import grant_access, role_by_standing_link
from mahjongclub.tables.claiming import take_seat_or_ask

from . import changes, pages, speaking
from .speaking import ConsentNeeded, Speaker

CHECKED_IN = Limit("checked-in", per_device=20, per_address=200, seconds=3600)


class CheckInForm(forms.Form):
    """Who came."""

    name = NameField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words", "dir": "auto"}),
    )


@require_safe
@never_cache
def open_check_in_by_room_code(request: ClubRequest, slug: str, token: str) -> HttpResponse:
    """From the code that hangs in the club's room to the check-in of the evening that is on."""
    club = get_object_or_404(Club, slug=slug)
    activate_club_zone(club)
    if not constant_time_compare(token, pages.check_in_token(club)):
        raise Http404("no such club for this code")
    evenings = list(evenings_tonight(club).select_related("club"))
    opening = [pages.check_in_opens_at(evening) for evening in evenings]
    later = [at if at is not None and at > timezone.now() else None for at in opening]
    if later == [None]:
        return redirect(pages.evening_check_in_path(evenings[0]))
    rows = [
        {"evening": evening, "opens": opens, "href": pages.evening_check_in_path(evening)}
        for evening, opens in zip(evenings, later, strict=True)
    ]
    context = {
        "club": club,
        "rows": rows,
        "next": club.evenings.filter(date__gt=tonight(club)).order_by("date", "pk").first(),
        "coming": pages.reply_path(club),
    }
    return render(request, "leagues/night/in_the_room.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def check_in_by_code(request: ClubRequest, slug: str, number: int, token: str) -> HttpResponse:
    """I am here; then where I sit. Leaving is said here too, and which game one would rather play."""
    evening = _evening(slug, number, token)
    speaker = Speaker.of(request)
    people = speaker.players_in(evening.club)
    mine = speaker.presence_at(evening)
    form = CheckInForm(request.POST if request.method == "POST" and "name" in request.POST else None)
    typed_name: TypedName | None = None
    status = 200
    over, early = evening.date < tonight(evening.club), evening.date > tonight(evening.club)
    if request.method == "POST" and speaking.answer_phone_form(request.POST, evening.club, people):
        return redirect(request.path)
    if request.method == "POST" and "leave" in request.POST:
        if mine is not None:
            changes.check_out_players(evening, [mine.player_id])
        return redirect(request.path)
    games = pages.game_choices_tonight(changes.night_or_unsaved(evening)) if mine is not None else []
    if request.method == "POST" and "wants" in request.POST and not over:
        wish = request.POST["wants"]
        if mine is not None and wish in ("", *(game["key"] for game in games)):
            changes.save_game_wishes(evening, {mine.player_id: wish})
        return redirect(request.path)
    if request.method == "POST" and not over and not early:
        status, typed_name = _check_in(request, evening, form)
        if status == 302:
            return redirect(request.path)
    my_player = own_player(request.user.pk, evening.club)
    if not form.is_bound and (my_player is not None or people):
        form = CheckInForm(initial={"name": (my_player or people[0]).shown_name})
    context = {
        "evening": evening,
        "club": evening.club,
        "form": form,
        "asked": typed_name,
        "mine": mine,
        "games": games,
        "over": over,
        "early": early,
        "coming": pages.reply_path(evening.club),
        "token": token,
        "place": pages.place_in_last_round(evening, mine.player.merged_into_id or mine.player_id)
        if mine
        else None,
        "phone_requests": speaking.phone_requests_about(people),
        "waits": speaker.requests_in(evening.club),
    }
    return render(request, "leagues/night/by_code.html", context, status=status)


def _check_in(request: ClubRequest, evening: Evening, form: CheckInForm) -> tuple[int, TypedName | None]:
    """Check in under the name typed: the status to answer (302 where that is done, or another phone asked),
    and the name that has to be asked about. Why not stands at the form."""
    status, player, typed_name = find_or_add_typed_player(request, evening.club, form, CHECKED_IN)
    if player is None:
        return status, typed_name
    needs = speaking.link_phone_or_ask(player, request, evening)
    if needs is ConsentNeeded.ACCOUNTS:
        form.add_error("name", speaking.sign_in_words(player, request.path))
        return 422, None
    if needs is ConsentNeeded.NOBODYS:
        changes.check_in_players(evening, [player], request.visitor.get_or_create_device())
    return 302, None


def find_or_add_typed_player(
    request: ClubRequest, club: Club, form: CheckInForm, limit: Limit
) -> tuple[int, Player | None, TypedName | None]:
    """Return a status with the player whose name was typed, or the name that has to be asked about first.

    Why it is neither stands at the form. Who is new comes onto the roster.
    """
    if limit.is_reached(request):
        form.add_error("name", _("Too many names were typed from here. Ask the organiser."))
        return 429, None, None
    if not form.is_valid():
        return 422, None, None
    limit.count_use(request)
    typed_name = look_up_names(club, [form.cleaned_data["name"]], request.POST.dict(), request.user.pk)[0]
    if typed_name.fault:
        form.add_error("name", typed_name.fault)
        return 422, None, None
    if typed_name.asks:
        return 422, None, typed_name
    return 200, find_or_create_players(club, [typed_name])[0], None


@require_POST
def sit_at_my_table(request: ClubRequest, slug: str, number: int, token: str) -> HttpResponse:
    """To my table, whose score this phone may keep."""
    evening = _evening(slug, number, token)
    mine = Speaker.of(request).presence_at(evening)
    place = pages.place_in_last_round(evening, mine.player.merged_into_id or mine.player_id) if mine else None
    if place is None or place.session is None:
        messages.error(request, _("Your table is not open yet."))
        return redirect("nights:by_code", slug, number, token)
    session = place.session
    access = grant_access(request, session, role_by_standing_link(session))
    if access.asks_seat:
        take_seat_or_ask(access, place.seat, {request.user.pk} if request.user.is_authenticated else ())
    return redirect("tables:table", session.code)


def _evening(slug: str, number: int, token: str) -> Evening:
    """The evening of a link; Http404 alike for a link of none and for a token that is not its own."""
    evening = get_object_or_404(Evening.objects.select_related("club"), pk=number, club__slug=slug)
    if not constant_time_compare(token, pages.evening_check_in_token(evening)):
        raise Http404("no such evening for this link")
    activate_club_zone(evening.club)
    return evening
