"""Who comes, before the night: said by the club's link without an account, or by a member in one tap.

Whoever plans the evening sees who comes, who waits and what is missing to full tables.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.addresses import absolute_url
from mahjongclub.clubs.club_access import FORM, POST, ClubVisit, club_page, role_in, show
from mahjongclub.clubs.club_model import Club, Role, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.name_lists import TypedList, look_up_typed_list
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.clubs.typed_names import TypedName, find_or_create_players
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.views.share import qr_in_page

from . import coming as coming_changes
from . import speaking
from .coming import Answer, EveningReplies, next_evenings, people_missing_in_words, replies_to_evening
from .models import Reply
from .pages import reply_path, reply_token
from .phones import CheckInForm, find_or_add_typed_player
from .speaking import ConsentNeeded, Speaker

SAID = Limit("said-coming", per_device=60, per_address=400, seconds=3600)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reply_by_link(request: ClubRequest, slug: str, token: str) -> HttpResponse:
    """I come, maybe, or not, to each of the next evenings. The phone is remembered, and no roster shown."""
    club = get_object_or_404(Club, slug=slug)
    activate_club_zone(club)
    if not constant_time_compare(token, reply_token(club)):
        raise Http404("no such club for this link")
    post = request.POST if request.method == "POST" else QueryDict()
    speaker = Speaker.of(request)
    players = speaker.players_in(club)
    if speaking.answer_phone_form(post, club, players):
        return redirect(request.path)
    me = _chosen(players, post.get("who", "") or request.GET.get("who", ""))
    form = CheckInForm(post if "name" in post else None)
    typed_name: TypedName | None = None
    status = 200
    if request.method == "POST":
        evening, answer = _said(club, post)
        if evening is None:
            return redirect(request.path)
        if me is None:
            status, me, typed_name = find_or_add_typed_player(request, club, form, SAID)
        if me is not None:
            needs = speaking.link_phone_or_ask(me, request, evening)
            if needs is ConsentNeeded.ACCOUNTS:
                form.add_error("name", speaking.sign_in_words(me, request.path))
                status, me = 422, None
            elif needs is ConsentNeeded.PHONES:
                return redirect(f"{request.path}?who=new")
        if me is not None:
            _tell(evening, me, answer, request)
            return redirect(f"{request.path}?who={me.pk}#evening-{evening.pk}")
    may_see_names = may_see_roster(request, club)
    rows = [_row(evening, me) for evening in next_evenings(club)]
    if me is None and may_see_names:
        form.fields["name"].widget.attrs["list"] = "roster"
    context = {
        "club": club,
        "rows": rows,
        "reminded": any(row.mine is not None and row.mine.reminds for row in rows),
        "me": me,
        "others": [player for player in players if player != me],
        "form": form,
        "asked": typed_name,
        "said": post.get("say", ""),
        "roster": _roster(club) if me is None and may_see_names else [],
        "answers": Answer.choices,
        "phone_requests": speaking.phone_requests_about(players),
        "waits": speaker.requests_in(club),
        "mails": bool(settings.MAIL) and request.user.is_authenticated,
    }
    return render(request, "leagues/night/coming_by_link.html", context, status=status)


def may_see_roster(request: ClubRequest, club: Club) -> bool:
    """Whether this reader sees the club's roster."""
    role = role_in(club, request)
    return role is not None and role.may_act_as(Role.SCORER)


def _said(club: Club, post: QueryDict) -> tuple[Evening | None, str]:
    """The evening a button is about and what it says: "yes-12"."""
    answer, _dash, number = post.get("say", "").partition("-")
    pk = whole_number(number)
    is_known = answer in (*Answer.values, "remind", "forget")
    if not is_known or pk is None:
        return None, answer
    return club.evenings.filter(pk=pk, date__gte=tonight(club)).first(), answer


def _tell(evening: Evening, player: Player, answer: str, request: ClubRequest) -> None:
    device = request.visitor.get_or_create_device()
    if answer in Answer.values:
        coming_changes.save_replies(evening, [player], answer, device)
    else:
        coming_changes.save_reminder(evening, player, answer == "remind", device)


def _chosen(players: list[Player], who: str) -> Player | None:
    if who == "new":
        return None
    pk = whole_number(who)
    return next((player for player in players if player.pk == pk), players[0] if players else None)


@dataclass(frozen=True, slots=True)
class ComingRow:
    """An evening as its card shows it: what the reader has said, and their place in the line (0 for none)."""

    evening: Evening
    coming: EveningReplies
    missing: str
    full: bool
    mine: Reply | None
    line: int


def _row(evening: Evening, me: Player | None) -> ComingRow:
    """An evening as its card shows it, `mine` what the reader has said."""
    coming = replies_to_evening(evening)
    mine = coming.of.get(me.pk) if me is not None else None
    return ComingRow(
        evening=evening,
        coming=coming,
        missing=people_missing_in_words(evening, len(coming.come)),
        full=coming.places.is_full,
        mine=mine,
        line=coming.place_in_line(me.pk) if me is not None else 0,
    )


def _roster(club: Club) -> list[str]:
    names = (player.shown_name for player in club.players.on_roster().without_merged().without_hidden())
    return sorted(names, key=alphabetical_key)


@club_page(Role.MEMBER, FORM, fresh=True)
def edit_coming(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Show members who comes, waits or may come; scorers answer for others too, and get the link."""
    evening = get_object_or_404(visit.club.evenings.select_related("club"), pk=number)
    looked = TypedList("")
    post = request.POST if request.method == "POST" else QueryDict()
    if request.method == "POST" and visit.may_score:
        gone = whole_number(post.get("gone", ""))
        if gone is not None:
            for player in Player.objects.filter(pk=gone, replies__evening=evening):
                coming_changes.delete_reply(evening, player.person)
            return redirect(request.path)
        looked = look_up_typed_list(visit.club, post, request.user.pk)
        if not looked.typed and not looked.errors:
            looked.errors.append(_("Type a name."))
        answer = post.get("answer", "")
        if answer not in Answer.values:
            looked.errors.append(_("Say whether these players come."))
        if not looked.has_open_questions:
            coming_changes.save_replies(evening, find_or_create_players(visit.club, looked.typed), answer)
            return redirect(request.path)
    failed = looked.has_open_questions
    my_player = own_player(request.user.pk, visit.club)
    row = _row(evening, my_player)
    link = absolute_url(request, reply_path(visit.club)) if visit.may_score else ""
    context = {
        **{item.name: getattr(row, item.name) for item in fields(row)},
        "own": my_player,
        "over": evening.date < tonight(visit.club),
        "lists": _lists(evening, row.coming),
        "errors": looked.errors,
        "names": _prefilled(evening, request),
        "answer": post.get("answer", "yes"),
        "answers": Answer.choices,
        "roster": _roster(visit.club) if visit.may_score else [],
        "link": link,
        "qr": qr_in_page(link) if link else "",
        "mails": bool(settings.MAIL),
        **(looked.context if failed else {}),
    }
    return show(request, visit, "leagues/night/coming.html", context, status=422 if failed else 200)


def _prefilled(evening: Evening, request: ClubRequest) -> str:
    """The name of who is to be changed, from the list."""
    who = whole_number(request.GET.get("who", ""))
    player = Player.objects.filter(pk=who, replies__evening=evening).first() if who is not None else None
    return player.person.shown_name if player is not None else ""


def _lists(evening: Evening, coming: EveningReplies) -> list[tuple[str, list[Reply]]]:
    come = _("Come")
    if evening.capacity is not None:
        come = _("Come (%(count)s of %(capacity)s places)") % {
            "count": len(coming.come),
            "capacity": evening.capacity,
        }
    lists = [
        (come, coming.come),
        (_("Wait for a place"), coming.waiting),
        (_("Perhaps"), coming.maybe),
        (_("Do not come"), coming.no),
    ]
    return [(title, replies) for title, replies in lists if replies]


@club_page(Role.MEMBER, POST)
def save_own_reply(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The member who is signed in comes, may come or not, in one tap; or is reminded."""
    evening = get_object_or_404(visit.club.evenings, pk=number)
    my_player = own_player(request.user.pk, visit.club)
    if my_player is None:
        messages.error(request, _("Say which player you are first."))
        return redirect("people:join_roster", visit.club.slug)
    answer = request.POST.get("say", "")
    if answer in (*Answer.values, "remind", "forget") and evening.date >= tonight(visit.club):
        _tell(evening, my_player, answer, request)
    if request.POST.get("to") == "list":
        return redirect("nights:coming", visit.club.slug, number)
    if request.POST.get("to") == "club":
        return redirect("tables:club", visit.club.slug)
    return redirect("tables:evening", visit.club.slug, number)
