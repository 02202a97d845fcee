"""What phones are told that asked for it: for whom a notice is written, and what it says as it is sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from typing import TypedDict

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.time_zones import today
from mahjongclub.games.kit.wording import WIND_NAMES, and_list
from mahjongclub.games.registry import find_game
from mahjongclub.nights.models import Presence, Reply
from mahjongclub.nights.pages import NightPlace, evening_check_in_path, place_in_last_round, reply_path
from mahjongclub.rounds.checkin import HERE
from mahjongclub.rounds.models import Table
from mahjongclub.seasons.match_pages import match_title
from mahjongclub.tables.models import Hand, Seat, Session

from .models import Notice, Subscription
from .writing import wake_senders

Kind = Notice.Kind
#: how long each is of use to anybody
LASTS = {
    Kind.HELLO: timedelta(minutes=5),
    Kind.SEAT: timedelta(minutes=40),
    Kind.ROUND: timedelta(minutes=40),
    Kind.HAND: timedelta(minutes=10),
    Kind.EVENING: timedelta(hours=3),
    Kind.COMES: timedelta(hours=5),
    Kind.PLACE: timedelta(hours=12),
}
#: who looks at the table says it before this
HAND_WAITS = timedelta(seconds=4)


def queue_notices(
    kind: Notice.Kind, recipients: Iterable[tuple[Subscription, list[int]]], after: timedelta
) -> None:
    """Have each of these subscriptions told what is theirs."""
    due = timezone.now() + after
    notices = [
        Notice(subscription=subscription, kind=kind, about=about, due_at=due, expires_at=due + LASTS[kind])
        for subscription, about in recipients
    ]
    if notices:
        Notice.objects.bulk_create(notices)
        transaction.on_commit(wake_senders)


def subscriptions_of_players(
    player_ids: Iterable[int], evening_id: int | None
) -> list[tuple[Subscription, int]]:
    """The phones of these players, each with whose it is: signed in as them, or checked in that night."""
    ids = set(player_ids)
    spelt = Q(pk__in=ids) | Q(spellings__in=ids)
    merged, reached = Q(merged_into__isnull=False, pk__in=ids), Q(account__subscriptions__isnull=False)
    players = list(
        Player.objects.filter(spelt)
        .filter(merged | reached)
        .distinct()
        .select_related("account")
        .prefetch_related("account__subscriptions")
    )
    person = {pk: pk for pk in ids}
    person |= {
        player.merged_into_id: player.pk for player in players if player.merged_into_id and player.pk in ids
    }
    phones: dict[int, tuple[Subscription, int]] = {}
    for player in players:
        for phone in player.account.subscriptions.all() if player.account is not None else ():
            phones[phone.pk] = (phone, person.get(player.pk, player.pk))
    here = Presence.objects.filter(HERE, evening=evening_id, player__in=ids)
    for presence in here.select_related("device__subscription", "player__merged_into"):
        subscription: Subscription | None = getattr(presence.device, "subscription", None)
        if subscription is not None and _may_hear(subscription, presence.player):
            phones[subscription.pk] = (subscription, presence.player_id)
    return list(phones.values())


def _may_hear(phone: Subscription, player: Player) -> bool:
    """Whether a phone that spoke for a player is told what is theirs: of one with an account only while
    that account is signed in there."""
    account_id = player.person.account_id
    return account_id is None or phone.account_id == account_id


def notify_seated(evening_id: int, player_ids: Iterable[int]) -> None:
    """Queue a notice to the phones of these players, who have a place in a round of that night."""
    phones = subscriptions_of_players(player_ids, evening_id)
    queue_notices(Kind.SEAT, ((phone, [evening_id, who]) for phone, who in phones), timedelta(seconds=1))


def notify_table_open(session_ids: Collection[int]) -> None:
    """These tables of a round of an event, or of a match, are open: all at one evening."""
    seats = Seat.objects.filter(session__in=session_ids)
    rows = list(seats.values_list("player", "session", "session__evening"))
    table = {player: session for player, session, _evening in rows}
    phones = subscriptions_of_players(table, rows[0][2] if rows else None)
    queue_notices(Kind.ROUND, ((phone, [table[who], who]) for phone, who in phones), timedelta())


def notify_agreement_needed(session: Session) -> None:
    """Queue a notice to the seats whose agreement a hand waits for, if one does."""
    hand = session.hands.filter(awaits=True).order_by("number").first()
    if hand is None:
        return
    accesses = session.accesses.filter(seat__in=hand.seats_yet_to_agree(), device__subscription__isnull=False)
    accesses_to_ask = accesses.select_related("device__subscription")
    recipients = (
        (access.device.subscription, [session.pk, hand.number, access.seat or 0])
        for access in accesses_to_ask
    )
    queue_notices(Kind.HAND, recipients, HAND_WAITS)


def notify_evening_started(evening: Evening) -> None:
    """Somebody has come to tonight's evening: members hear of it, and who came before, if they asked."""
    members = Q(account__memberships__club=evening.club_id)
    guests = Q(device__in=Presence.objects.filter(evening__club=evening.club_id).values("device"))
    phones = Subscription.objects.filter(members | guests).distinct()
    queue_notices(Kind.EVENING, ((phone, [evening.pk]) for phone in phones), timedelta(seconds=1))


def notify_repliers(kind: Notice.Kind, replies: Iterable[Reply]) -> None:
    """Each of these hears of the evening they answered: on the phone that said it, or signed in as them."""
    phones: dict[tuple[int, int], Subscription] = {}
    for reply in replies:
        theirs = Q(account__players=reply.player_id) | Q(account__players__merged_into=reply.player_id)
        if reply.device_id is not None:
            theirs |= Q(device=reply.device_id)
        for phone in Subscription.objects.filter(theirs).distinct():
            if _may_hear(phone, reply.player):
                phones[phone.pk, reply.pk] = phone
    queue_notices(kind, ((phone, [reply]) for (_phone, reply), phone in phones.items()), timedelta())


class NoticeWords(TypedDict):
    """A notice as a browser shows it; a later one with the same `tag` takes its place. `url` is a path."""

    title: str
    body: str
    url: str
    tag: str


def notice_words(notice: Notice) -> NoticeWords | None:
    """What a notice says, in the language in use: title, body, the page it opens, a tag that the next of its
    kind takes the place of. None where it is of no use any more."""
    return _WORDS[Kind(notice.kind)](notice)


def _hello(notice: Notice) -> NoticeWords:
    body = _("This phone tells you when it is your turn to sit down, or to answer.")
    return {"title": "mahjongclub", "body": body, "url": reverse("offline:phone"), "tag": "hello"}


def _seat(notice: Notice) -> NoticeWords | None:
    evening_id, player_id = notice.about
    evening = _evening_on([evening_id])
    player = Player.objects.filter(pk=player_id).first()
    place = (
        place_in_last_round(evening, player.person.pk) if evening is not None and player is not None else None
    )
    if evening is None or place is None or place.finished:
        return None
    checked_in = evening.presences.filter(HERE, device=notice.subscription.device_id).exists()
    seating = reverse("nights:seating", args=[evening.club.slug, evening.pk])
    page = evening_check_in_path(evening) if checked_in else seating
    title = pgettext("tournament", "Round %(number)s") % {"number": place.round}
    return {"title": title, "body": _place_in_words(place), "url": page, "tag": f"night-{evening.pk}"}


def _place_in_words(place: NightPlace) -> str:
    if place.number is None:
        return _("You wait this round.")
    table = _("Table %(number)s") % {"number": place.number}
    if place.seat is None:
        return f"{table}. {_('You wait there this round.')}"
    wind = place.wind
    seat = WIND_NAMES[wind] if wind else _("seat %(number)s") % {"number": place.place}
    return ", ".join([table, str(seat), _("with %(names)s") % {"names": place.others}])


def _round(notice: Notice) -> NoticeWords | None:
    session_id, player_id = notice.about
    session = Session.objects.select_related("club").filter(pk=session_id, ended_at=None).first()
    about = _about_round(session) if session is not None else None
    if session is None or session.club is None or about is None:
        return None
    number, title = about
    seats = list(session.seats.select_related("player__merged_into").order_by("number"))
    seat_of_player = next(
        (seat for seat in seats if player_id in (seat.player_id, seat.player.person.pk)), None
    )
    if seat_of_player is None:
        return None
    winds = find_game(session.variant).seat_winds
    place = NightPlace(
        round=0,
        number=number,
        others=and_list([seat.player.person.shown_name for seat in seats if seat.pk != seat_of_player.pk]),
        seat=seat_of_player.number,
        wind=winds[seat_of_player.number] if winds else "",
        place=seat_of_player.number + 1,
    )
    page = reverse("tables:club_game", args=[session.club.slug, session.code])
    return {"title": title, "body": _place_in_words(place), "url": page, "tag": f"table-{session.code}"}


def _about_round(session: Session) -> tuple[int, str] | None:
    """The number of a table in its round or match, and what that is; None for a table of neither."""
    owners = ("round__competition__tournament", "round__competition__season__league")
    table = Table.objects.select_related(*owners).filter(session=session).first()
    if table is None:
        return None
    if table.round.tournament is not None:
        number = pgettext("tournament", "Round %(number)s") % {"number": table.round.number}
        event = table.round.tournament.name
        return table.number, _("%(tournament)s: %(round)s") % {"tournament": event, "round": number}
    if table.round.season is not None:
        words = {"what": table.round.season.league.name, "value": match_title(table.round)}
        return table.number, _("%(what)s: %(value)s") % words
    return None


def _hand(notice: Notice) -> NoticeWords | None:
    session_id, number, seat = notice.about
    hands = Hand.objects.select_related("session").filter(session=session_id, number=number, awaits=True)
    hand = hands.first()
    if hand is None or seat not in hand.seats_yet_to_agree():
        return None
    code = hand.session.code
    body = _("Do you agree to hand %(number)s? The table waits for you.") % {"number": number}
    url = reverse("tables:table", args=[code])
    return {"title": _("Confirm a hand"), "body": body, "url": url, "tag": f"hand-{code}"}


def _evening_on(numbers: Collection[int]) -> Evening | None:
    """The evening of these numbers, where it is on now or comes today."""
    evening = Evening.objects.select_related("club").filter(pk__in=numbers).first()
    return evening if evening is not None and evening.date == tonight(evening.club) else None


def _evening(notice: Notice) -> NoticeWords | None:
    evening = _evening_on(notice.about)
    if evening is None:
        return None
    phone = notice.subscription
    theirs = Q(device=phone.device_id)
    if phone.account_id is not None:
        theirs |= Q(player__account=phone.account_id)
    if evening.presences.filter(theirs).exists():
        return None  # who is here knows
    body = " · ".join(
        [_("The evening is on"), *(detail for detail in (evening.name, evening.place) if detail)]
    )
    url = reverse("tables:evening", args=[evening.club.slug, evening.pk])
    return {"title": evening.club.name, "body": body, "url": url, "tag": f"evening-{evening.pk}"}


def _comes(notice: Notice) -> NoticeWords | None:
    """A reminder of an evening, or that one comes after all."""
    (pk,) = notice.about
    replies = Reply.objects.select_related("evening__club").filter(pk=pk)
    reply = replies.exclude(answer=Reply.Answer.NO).first()
    over = reply is None or reply.evening.date < tonight(reply.evening.club)
    words = evening_notice_words(reply, Kind(notice.kind)) if reply is not None and not over else None
    if reply is None or words is None:
        return None
    title, body = words
    evening = reply.evening
    page = reply_path(evening.club)
    if notice.subscription.device_id != reply.device_id:
        page = reverse("tables:evening", args=[evening.club.slug, evening.pk])
    return {"title": title, "body": body, "url": page, "tag": f"comes-{evening.pk}"}


def evening_notice_words(reply: Reply, kind: Notice.Kind) -> tuple[str, str] | None:
    """The title and the body of what somebody is told of an evening; None where a place went meanwhile."""
    evening = reply.evening
    # After midnight the evening that is still on is today's.
    club = evening.club
    days = 0 if evening.date == tonight(club) else (evening.date - today(club)).days
    if kind == Kind.PLACE:
        if reply.waits:
            return None
        sentence = _("A place is free: you come.")
    elif reply.waits:
        sentence = _("You wait for a place.")
    elif reply.answer == Reply.Answer.MAYBE:
        sentence = _("Do you come?")
    else:
        sentence = _("You come.")
    day = {0: _("Today"), 1: _("Tomorrow")}.get(days) or date_format(evening.date, "l j F")
    body = " · ".join(
        [day, *(detail for detail in (evening.hours, evening.name, evening.place) if detail), sentence]
    )
    return evening.club.name, body


_WORDS: dict[Notice.Kind, Callable[[Notice], NoticeWords | None]] = {
    Kind.HELLO: _hello,
    Kind.SEAT: _seat,
    Kind.ROUND: _round,
    Kind.HAND: _hand,
    Kind.EVENING: _evening,
    Kind.COMES: _comes,
    Kind.PLACE: _comes,
}
