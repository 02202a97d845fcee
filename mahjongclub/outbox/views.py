"""The channels of a club: added, tried, revoked by organisers, with what became of each message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mahjongclub.clubs.club_access import ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.limits import Limit
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.room import quota_for
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import is_own_token, own_path

from . import notices, sending, writing
from .channels.base import ChannelKind
from .channels.registry import channel_choices, find_channel_kind
from .forms import ASKED_FOR, ChannelForm, EntryMailForm, SubscriptionForm
from .kinds import kind_of_channel, new_channel_secret
from .models import Channel, Delivery, EntryMail, Event, Notice, Subscription

MOST_CHANNELS = 10
LOG_SHOWN = 20
SUBSCRIBED = Limit("subscribed", per_device=30, per_address=500, seconds=3600)
TESTED = Limit("channel-tested", per_device=30, per_address=100, seconds=3600)
WHY_NOT = {
    sending.INNER: gettext_lazy("refused: the address lies within the server’s own network"),
    sending.UNKNOWN: gettext_lazy("no such name on the internet"),
    sending.UNREACHABLE: gettext_lazy("no connection"),
    sending.UNTRUSTED: gettext_lazy("its certificate is not valid"),
    sending.SILENT: gettext_lazy("no answer"),
}


@require_safe
@never_cache
@club_page(Role.ORGANISER)
def list_channels(request: ClubRequest, visit: ClubVisit) -> HttpResponse:
    """Every channel with its latest messages; while one is on its way, the log asks for itself again."""
    rows = [_row(channel) for channel in visit.club.channels.all()]
    sends = any(row.on_its_way for row in rows)
    context = {
        "rows": rows,
        "kinds": channel_choices(),
        "full": len(rows) >= most_channels(visit.club),
        "sends": sends,
    }
    return show(request, visit, "outbox/channels.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@club_page(Role.ORGANISER)
def add_channel(request: ClubRequest, visit: ClubVisit, kind: str) -> HttpResponse:
    """A channel of one kind."""
    channel_kind = find_channel_kind(kind)
    if channel_kind is None:
        raise Http404("no such kind of channel")
    form = ChannelForm(channel_kind, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if _added(visit.club, channel_kind, form.cleaned_data, request.user.pk):
            messages.success(request, _("The channel is added. A test message shows whether it works."))
            return redirect("outbox:channels", visit.club.slug)
        form.add_error(None, _most(most_channels(visit.club)))
    context = {"form": form, "kind": channel_kind.label, "most": "".join(map(str, form.non_field_errors()))}
    return show(request, visit, "outbox/add.html", context, status=422 if form.errors else 200)


@require_POST
@club_page(Role.ORGANISER)
def send_test_message(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Have a test message sent; the log tells what came of it."""
    channel = get_object_or_404(Channel, club=visit.club, pk=number)
    if TESTED.is_reached(request):
        messages.error(request, _("Too many test messages were sent from here. Try again in an hour."))
    else:
        TESTED.count_use(request)
        writing.queue_test_message(channel)
    return redirect("outbox:channels", visit.club.slug)


@require_POST
@club_page(Role.ORGANISER)
def revoke_channel(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """Nothing more is sent there. Revoking twice changes nothing."""
    writing.delete_channel(visit.club, number)
    messages.success(request, _("The channel is revoked: nothing more is sent there."))
    return redirect("outbox:channels", visit.club.slug)


@require_POST
@club_page(Role.ORGANISER)
def send_results(request: ClubRequest, visit: ClubVisit, number: int) -> HttpResponse:
    """The results of an evening as they are now, to every channel that takes results."""
    evening = get_object_or_404(visit.club.evenings, pk=number)
    if writing.queue_messages_now(visit.club, Event.RESULTS, evening.pk):
        messages.success(request, _("The results are on their way to the club’s channels."))
    return redirect("tables:evening", visit.club.slug, number)


@require_POST
def subscribe_phone(request: ClubRequest) -> HttpResponse:
    """This browser asked to be told, after a tap. Its next subscription takes the place of this one."""
    form = SubscriptionForm(request.POST)
    if SUBSCRIBED.is_reached(request):
        return render(request, "429.html", status=429)
    if not form.is_valid():
        messages.error(request, _("This browser could not be subscribed."))
        return redirect(_back(request))
    SUBSCRIBED.count_use(request)
    account = request.user.pk if request.user.is_authenticated else None
    with transaction.atomic():
        defaults = {**form.cleaned_data, "account_id": account, "language": get_language() or "en"}
        phone, _new = Subscription.objects.update_or_create(
            device=request.visitor.get_or_create_device(), defaults=defaults
        )
        notices.queue_notices(Notice.Kind.HELLO, [(phone, [])], timedelta())
    messages.success(request, _("Notifications are on for this phone."))
    return redirect(_back(request))


@require_POST
def unsubscribe_phone(request: ClubRequest) -> HttpResponse:
    """This browser is told nothing more."""
    if (device := request.visitor.device_id) is not None:
        Subscription.objects.filter(device=device).delete()
    messages.success(request, _("Notifications are off for this phone."))
    return redirect(_back(request))


def _back(request: ClubRequest) -> str:
    """The page with the button, else the one of this phone."""
    page = request.POST.get("next", "")
    ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return page if ours else reverse("offline:phone")


def _added(club: Club, kind: ChannelKind, answers: dict[str, Any], account: int | None) -> bool:
    """Add a channel; False where the club has as many as it may."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.channels.count() >= most_channels(club):
            return False
        Channel.objects.create(
            club=club, kind=kind.key, secret=new_channel_secret(kind), made_by_id=account, **answers
        )
    return True


def most_channels(club: Club) -> int:
    """How many channels the club may have: by the host's quota, and never more than MOST_CHANNELS."""
    most = quota_for(club, "channels").most
    return MOST_CHANNELS if most is None else min(most, MOST_CHANNELS)


def _most(most: int) -> str:
    text = ngettext("A club has %(count)s channel at most.", "A club has %(count)s channels at most.", most)
    return text % {"count": most}


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery as the log of its channel shows it; `again` is when it is tried next, None where never."""

    event: str
    at: datetime
    state: str
    answer: str
    again: datetime | None
    good: bool
    bad: bool
    on_its_way: bool


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """A channel of a club with the latest of what was sent; `where` is enough to know its address by."""

    channel: Channel
    kind: str
    where: str
    events: list[str]
    log: list[DeliveryRow]
    on_its_way: bool


def _row(channel: Channel) -> ChannelRow:
    log = [_delivery(delivery) for delivery in channel.deliveries.all()[:LOG_SHOWN]]
    return ChannelRow(
        channel=channel,
        kind=kind_of_channel(channel).label,
        where=_where(channel),
        events=[str(event.label) for event in ASKED_FOR if event in channel.events],
        log=log,
        on_its_way=any(row.on_its_way for row in log),
    )


def _where(channel: Channel) -> str:
    """Enough of the address to know it by: whoever has all of it can write there."""
    if kind_of_channel(channel).has_bot:
        return channel.chat
    return f"{urlsplit(channel.address).hostname}/…{channel.address[-4:]}"


def _delivery(delivery: Delivery) -> DeliveryRow:
    waiting = delivery.state == Delivery.State.WAITING
    answer = WHY_NOT.get(delivery.answer) or (
        _("answered %(status)s") % {"status": delivery.answer} if delivery.answer else ""
    )
    return DeliveryRow(
        event=str(Event(delivery.event).label),
        at=delivery.ended_at or delivery.made_at,
        state=ngettext("tried %(count)s time", "tried %(count)s times", delivery.tries)
        % {"count": delivery.tries}
        if waiting and delivery.tries
        else str(Delivery.State(delivery.state).label),
        answer=str(answer),
        again=delivery.due_at if waiting else None,
        good=delivery.state == Delivery.State.SENT,
        bad=delivery.state == Delivery.State.GIVEN_UP or (waiting and delivery.tries > 0),
        on_its_way=waiting and not delivery.tries and delivery.event == Event.TEST,
    )


#: as many as a club enters by one phone
ADDRESSES = Limit("entry-mails", per_device=40, per_address=200, seconds=3600)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_entry_mail(request: ClubRequest, number: int, own_token: str) -> HttpResponse:
    """Somebody who entered an event is written to from now on, or no more, by the link of their entry."""
    entrant = get_object_or_404(Entrant.objects.select_related("tournament__club"), pk=number)
    if not is_own_token(own_token, entrant) or not settings.MAIL:
        raise Http404("no such entry for this link")
    if request.method == "POST" and "end" in request.POST:
        EntryMail.objects.filter(entrant=entrant).delete()
        messages.success(request, _("The address is deleted. You get no more mail about this entry."))
        return redirect(own_path(entrant))
    if request.method == "POST" and ADDRESSES.is_reached(request):
        return render(request, "429.html", status=429)
    form = EntryMailForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        ADDRESSES.count_use(request)
        defaults = {"address": form.cleaned_data["address"], "told": "", "tries": 0}
        defaults["language"] = get_language() or settings.LANGUAGE_CODE
        EntryMail.objects.update_or_create(entrant=entrant, defaults=defaults)
        messages.success(request, _("A mail confirms your entry within some minutes."))
        return redirect(own_path(entrant))
    context = {
        "tournament": entrant.tournament,
        "club": entrant.tournament.club,
        "entrant": entrant,
        "mail_form": form,
        "own": own_path(entrant),
    }
    return render(request, "outbox/entry_mail.html", context, status=422 if form.errors else 200)
