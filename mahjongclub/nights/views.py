"""A club night for whoever runs it: who is here, everybody seated, the next round, two who change places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import FORM, POST, READ, ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.name_lists import TypedList, look_up_typed_list
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.typed_names import TypedName, find_or_create_players
from mahjongclub.games.kit.wording import and_list, isolated
from mahjongclub.games.registry import games
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.opening import get_or_create_evening, sitting_at_running_tables
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.club_games import CONFIRMED
from mahjongclub.tables.models import Access, JoinCode, Session
from mahjongclub.tables.views.share import get_or_create_spoken_code, qr_in_page, table_codes

from . import changes, pages, speaking
from .coming import replies_to_evening
from .models import Night


@club_page(Role.ORGANISER, POST)
def open_tonights_list(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """The list of who is here tonight; an evening is made where there is none."""
    evening = get_or_create_evening(visit.club)
    return redirect("nights:here", visit.club.slug, evening.pk)


@club_page(Role.SCORER, FORM, fresh=True)
def tick_people(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Names tapped or typed; then everybody is seated by one button.

    The form says who was ticked before: what another phone changed meanwhile stays.
    """
    evening = _evening(visit, number)
    night = changes.night_or_unsaved(evening)
    errors: list[str] = []
    looked = TypedList("")
    post = request.POST if request.method == "POST" else QueryDict()
    if speaking.answer_phone_form(post, visit.club, None):
        return redirect("nights:here", visit.club.slug, number)
    if request.method == "POST":
        looked = look_up_typed_list(visit.club, post, request.user.pk)
        errors = looked.errors
        if not looked.has_open_questions:
            _keep(evening, post, looked.typed)
            night = changes.night_or_unsaved(evening)
            if "seat" not in post:
                return redirect("nights:here", visit.club.slug, number)
            after = _number(post, "after") or 0
            if question := _asked_first(request, visit, evening, after):
                return question
            device = request.visitor.get_or_create_device()
            if changes.draw_and_open_round(evening, after, device) is not None:
                return _seated(request, visit, evening)
            errors = [_("There are too few people for a table yet.")]
            looked, post = TypedList(""), QueryDict()
    ticked = {pk for pk in map(whole_number, post.getlist("here")) if pk is not None} if post else None
    rows = pages.roster_rows(evening, ticked, _wishes(post) if post else None)
    count = sum(row.here for row in rows)
    last = changes.rounds_of(evening).last()
    link = absolute_url(request, pages.evening_check_in_path(evening))
    context = {
        "evening": evening,
        "groups": _groups(rows),
        "roster_size": len(rows),
        "said": sum(row.said == "yes" and not row.here for row in rows),
        "count": count,
        "tables": pages.tables_in_words(night, count) if count else "",
        "errors": errors,
        "after": last.number if last is not None else 0,
        "last_time": 0 if count else len(pages.players_of_last_evening(evening)),
        "games": _games_shown(night, post),
        "choices": pages.game_choices_tonight(night),
        "fives": "fives" in post if post else night.fives,
        "phone_requests": speaking.phone_requests_of_tonight(visit.club),
        "link": link,
        "qr": qr_in_page(link),
    }
    failed = bool(errors) or looked.has_open_questions
    if failed and post:
        context |= looked.context
    return show(request, visit, "leagues/night/here.html", context, status=422 if failed else 200)


@club_page(methods=READ, fresh=True)
def show_evening_seating(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The tables of the last round, or of the one asked for."""
    evening = _evening(visit, number)
    return _seating_page(request, visit, evening)


@club_page(Role.SCORER, POST)
def draw_next_round(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Everybody who is here is seated once more; it is asked first where some still play."""
    evening = _evening(visit, number)
    after = _number(request.POST, "after") or 0
    if question := _asked_first(request, visit, evening, after):
        return question
    if changes.draw_and_open_round(evening, after, request.visitor.get_or_create_device()) is None:
        messages.error(request, _("There are too few people for a table yet."))
        return redirect("nights:here", visit.club.slug, number)
    return _seated(request, visit, evening)


def _asked_first(
    request: ClubRequest, visit: ClubVisit, evening: Evening, after: int, beside: Round | None = None
) -> HttpResponse | None:
    """The question whether those who sit at a running table are seated at another; None once it is answered.

    With `beside` only those are seated who play at no table of that round. Nothing is asked where another
    phone has drawn a round meanwhile: that one stands.
    """
    last = changes.rounds_of(evening).last()
    if CONFIRMED in request.POST or (last is not None and last.number > after):
        return None
    playing = changes.players_still_playing(beside) if beside is not None else set()
    elsewhere = sitting_at_running_tables(visit.club, changes.people_here(evening).keys() - playing)
    if not elsewhere:
        return None
    context = {"evening": evening, "elsewhere": elsewhere, "after": after, "beside": beside}
    return show(request, visit, "leagues/night/elsewhere.html", context, status=422)


@club_page(Role.SCORER, POST)
def open_more_tables(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Seat those who wait among themselves, and open the tables that are not open."""
    evening = _evening(visit, number)
    round_ = changes.rounds_of(evening).last()
    device = request.visitor.get_or_create_device()
    if round_ is not None:
        changes.open_round_tables(round_, evening, device)
        waiting = "waiting" in request.POST
        if waiting and (question := _asked_first(request, visit, evening, round_.number, beside=round_)):
            return question
        if waiting and not changes.seat_those_who_wait(evening, round_.number, device):
            messages.error(request, _("There are too few people for a table yet."))
    return _seated(request, visit, evening)


@club_page(Role.SCORER, FORM, fresh=True)
def swap_two_players(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Two people of the last round take each other's place."""
    evening = _evening(visit, number)
    if request.method != "POST":
        return redirect("nights:seating", visit.club.slug, number)
    player_id, other = _number(request.POST, "one"), _number(request.POST, "other")
    last = changes.rounds_of(evening).last()
    error = _("Choose two people who are there.")
    if player_id is not None and other is not None and last is not None:
        try:
            if changes.swap_evening_players(evening, last.number, player_id, other):
                return redirect("nights:seating", visit.club.slug, number)
        except Refused as refused:
            error = str(refused)
    return _seating_page(request, visit, evening, error)


@club_page(Role.SCORER, FORM, fresh=True)
def check_in_and_out_during_evening(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Who comes late, alone or several at once, who comes back, and who leaves: said beside the tables."""
    evening = _evening(visit, number)
    if request.method != "POST":
        return redirect("nights:seating", visit.club.slug, number)
    looked = look_up_typed_list(visit.club, request.POST, request.user.pk)
    back = {pk for pk in map(whole_number, request.POST.getlist("back")) if pk is not None}
    leave = {pk for pk in map(whole_number, request.POST.getlist("leave")) if pk is not None}
    if not (looked.typed or back or leave or looked.errors):
        looked.errors.append(_("Type a name, or tick somebody."))
    if looked.has_open_questions:
        return _seating_page(request, visit, evening, people=looked)
    coming = [player for player in changes.people_who_left(evening) if player.pk in back]
    coming += [
        player for player in find_or_create_players(evening.club, looked.typed) if player not in coming
    ]
    here = changes.people_here(evening)
    leaving = [here[pk].player for pk in leave if pk in here and pk not in [player.pk for player in coming]]
    changes.check_in_players(evening, coming)
    changes.check_out_players(evening, [player.pk for player in leaving])
    for people, one_text, several in (
        (coming, _("%(names)s is here."), _("%(names)s are here.")),
        (leaving, _("%(names)s has left."), _("%(names)s have left.")),
    ):
        if people:
            words = {"names": and_list([isolated(person.shown_name) for person in people])}
            messages.success(request, (one_text if len(people) == 1 else several) % words)
    return redirect("nights:seating", visit.club.slug, number)


@club_page(Role.SCORER, POST)
def undo_evening_round(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The last round is taken away, as long as nothing has been played in it."""
    evening = _evening(visit, number)
    try:
        changes.undo_round(evening, _number(request.POST, "after") or 0)
    except Refused as refused:
        return _seating_page(request, visit, evening, str(refused))
    return redirect("nights:here", visit.club.slug, number)


@club_page(Role.SCORER, READ, fresh=True)
def print_table_cards(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """A card for each open table, to print: who sits where, and the code that lets a phone keep its score."""
    evening = _evening(visit, number)
    last = changes.rounds_of(evening).last()
    tables = pages.night_round_row(evening, last, None).tables if last is not None else []
    running = [row for row in tables if row.session is not None and not (row.finished or row.closed)]
    codes = table_codes(request, [row.session for row in running if row.session is not None])
    cards = list(zip(running, codes, strict=True))
    context = {"evening": evening, "round": last, "cards": cards}
    return show(request, visit, "leagues/night/cards.html", context)


def _seating_page(
    request: ClubRequest,
    visit: ClubVisit,
    evening: Evening,
    error: str = "",
    people: TypedList | None = None,
) -> HttpResponse:
    """The tables of a round; `people` is the list of who comes, where something is wrong with it."""
    rounds = list(changes.rounds_of(evening))
    number = whole_number(request.GET.get("round", ""))
    chosen = next((round_ for round_ in rounds if round_.number == number), rounds[-1] if rounds else None)
    my_player = own_player(request.user.pk, visit.club)
    newest = chosen is not None and chosen == rounds[-1]
    my_pk = my_player.pk if my_player is not None else None
    round_row = pages.night_round_row(evening, chosen, my_pk) if chosen else None
    may_change = newest and visit.may_score
    context = {
        "evening": evening,
        "round": chosen,
        "rounds": rounds,
        "drawn": round_row,
        "movable": _movable(round_row) if round_row is not None and newest else [],
        "waiting_room": len(round_row.waiting) if round_row is not None and newest else 0,
        "people": _people_to_change(request.POST, evening, people) if may_change else None,
        "newest": newest,
        "error": error,
        "move_one": _number(request.POST, "one"),
        "move_other": _number(request.POST, "other"),
        "own": pages.place_in_last_round(evening, my_player.pk) if my_player is not None and newest else None,
    }
    if may_change and people is not None:
        context |= people.context
    template = "leagues/night/seating.html"
    return show(request, visit, template, context, status=422 if error or people is not None else 200)


@dataclass(frozen=True, slots=True)
class PersonToTick:
    """Somebody who may be ticked in a form: their player's number, and whether the form has the tick."""

    player: int
    name: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class PeopleToChange:
    """Who may come back or leave, by name, for leagues/night/_come_and_go.html."""

    errors: list[str]
    open: bool
    left: list[PersonToTick]
    here: list[PersonToTick]


def _people_to_change(post: QueryDict, evening: Evening, people: TypedList | None) -> PeopleToChange:
    """Who may come and go, with what was sent where something is wrong."""
    ticked = {*post.getlist("back"), *post.getlist("leave")} if people is not None else set()

    def row(player: Player) -> PersonToTick:
        return PersonToTick(player.pk, player.shown_name, str(player.pk) in ticked)

    rows_left = [row(player) for player in changes.people_who_left(evening)]
    rows_here = [row(presence.player.person) for presence in changes.people_here(evening).values()]
    return PeopleToChange(
        errors=people.errors if people is not None else [],
        open=people is not None,
        left=sorted(rows_left, key=lambda person: alphabetical_key(person.name)),
        here=sorted(rows_here, key=lambda person: alphabetical_key(person.name)),
    )


def _movable(round_row: pages.NightRoundRow) -> list[tuple[pages.SeatedPerson, str]]:
    """Who may change places, and where they are: everybody at a table that has not begun, and who waits."""
    movable = [
        (seat, _("Table %(number)s") % {"number": row.number})
        for row in round_row.tables
        if not row.begun
        for seat in row.persons
    ]
    at_tables = {seat.player for seat, _where in movable}
    waiting = [(person, _("waits")) for person in round_row.waiting if person.player not in at_tables]
    return [*movable, *waiting] if movable else []


def _seated(request: ClubRequest, visit: ClubVisit, evening: Evening) -> HttpResponse:
    """To the tables, which each have a code that can be said."""
    last = changes.rounds_of(evening).last()
    if last is not None:
        good = JoinCode.objects.filter(role=Access.Role.SCORER, expires_at__gt=timezone.now())
        for session in Session.objects.filter(round_table__round=last).exclude(join_codes__in=good):
            get_or_create_spoken_code(session, Access.Role.SCORER)
    return redirect("nights:seating", visit.club.slug, evening.pk)


def _keep(evening: Evening, post: QueryDict, names: list[TypedName]) -> None:
    """Write what the form says: who came, who left, which games are played."""
    roster = Player.objects.on_roster().without_merged().filter(club=evening.club_id)
    was = {pk for pk in map(whole_number, post.getlist("was")) if pk is not None}
    ticked = {pk for pk in map(whole_number, post.getlist("here")) if pk is not None}
    if "last" in post:
        ticked |= set(pages.players_of_last_evening(evening))
    if "said" in post:
        ticked |= {reply.player.person.pk for reply in replies_to_evening(evening).come}
    come = [*roster.filter(pk__in=ticked - was), *find_or_create_players(evening.club, names)]
    changes.check_in_players(evening, come)
    changes.check_out_players(evening, was - ticked)
    known_keys = [game.key for game in games()]
    if post.get("main") in known_keys:
        also = [key for key in known_keys if key in post.getlist("also") and key != post["main"]]
        changes.save_evening_games(evening, [str(post["main"]), *also], "fives" in post)
    # what the list does not change stays as a phone may have said it meanwhile
    wishes = {pk: key for pk, key in _wishes(post).items() if post.get(f"wanted-{pk}") != key}
    changes.save_game_wishes(evening, {pk: key for pk, key in wishes.items() if key in ("", *known_keys)})


def _groups(rows: list[pages.RosterRow]) -> list[tuple[str, list[pages.RosterRow]]]:
    """The roster, who said that they come first, then who waits for a place, who may, and all others."""
    titles = {"yes": _("Said that they come"), "waits": _("Wait for a place"), "maybe": _("Come perhaps")}
    of: dict[str, list[pages.RosterRow]] = {}
    for row in rows:
        of.setdefault(row.said if row.said in titles else "", []).append(row)
    return [(titles.get(answer, ""), of[answer]) for answer in (*titles, "") if answer in of]


def _wishes(post: QueryDict) -> dict[int, str]:
    wishes = {
        whole_number(name.removeprefix("wants-")): str(post[name])
        for name in post
        if name.startswith("wants-")
    }
    return {pk: key for pk, key in wishes.items() if pk is not None}


def _games_shown(night: Night, post: QueryDict) -> list[pages.GameChoice]:
    rows = pages.game_choices(night)
    if "main" not in post:
        return rows
    also = post.getlist("also")
    return [replace(row, main=row.key == post["main"], also=row.key in also) for row in rows]


def _number(post: QueryDict, name: str) -> int | None:
    return whole_number(post.get(name, ""))


def _evening(visit: ClubVisit, number: int) -> Evening:
    return get_object_or_404(visit.club.evenings.select_related("club", "clock"), pk=number)
