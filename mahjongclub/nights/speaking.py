"""Which phone speaks for whom at a club's evenings: checks in, leaves, says that it comes.

A player with an account speaks signed in. For others the phone speaks that did so last; a second one waits
for a word from it, or from who looks after the evening. What was done signed in belongs to the account, so
that the next person at a shared browser cannot go on with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.checkin import HERE
from mahjongclub.rules.reading import whole_number
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.notify import notify_table

from . import changes
from .models import PhoneRequest, PlayerPhone, Presence

#: a phone that has not spoken for so long speaks for nobody any more
SPEAKS_FOR = timedelta(days=90)
#: phones that may ask at once to speak for one player
MOST_REQUESTS = 5


class ConsentNeeded(Enum):
    """Whose word is needed before a phone speaks for a player."""

    NOBODYS = "nobody's"
    ACCOUNTS = "the account's"
    PHONES = "the other phone's"


@dataclass(frozen=True)
class Speaker:
    """Who sends a request: the phone, None before it has one, and the account that is signed in."""

    device_id: int | None
    account_id: int | None

    @classmethod
    def of(cls, request: ClubRequest) -> Speaker:
        """Return who sent this request. One query at most."""
        return cls(request.visitor.device_id, request.user.pk)

    def is_speaker(self, phone: PlayerPhone) -> bool:
        """Whether `phone` is this phone, or this account where somebody was signed in."""
        if phone.account_id is not None:
            return phone.account_id == self.account_id
        return phone.device_id == self.device_id

    def players_in(self, club: Club) -> list[Player]:
        """Return the players of the club for whom this speaks: the account's own first, then the latest."""
        players: list[Player] = []
        if self.account_id is not None:
            my_players = club.players.without_merged().filter(account=self.account_id)
            players += [player for player in my_players if not player.guest]
        spoken = PlayerPhone.objects.filter(player__club=club, used_at__gte=timezone.now() - SPEAKS_FOR)
        mine = Q(account=self.account_id) if self.account_id is not None else Q(pk=None)
        if self.device_id is not None:
            mine |= Q(account=None, device=self.device_id)
        for phone in spoken.filter(mine).select_related("player__merged_into").order_by("-used_at", "-pk"):
            person = phone.player.person
            if person.account_id is None:
                players.append(person)
        return list(dict.fromkeys(players))

    def presence_at(self, evening: Evening) -> Presence | None:
        """Return who is here of those for whom this speaks, the latest who came."""
        people = [player.pk for player in self.players_in(evening.club)]
        theirs = Q(player__in=people) | Q(player__merged_into__in=people)
        here = evening.presences.filter(HERE, theirs)
        return here.select_related("player__merged_into").order_by("came_at", "pk").last()

    def requests_in(self, club: Club) -> QuerySet[PhoneRequest]:
        """Return what this phone waits for a word about, the latest last."""
        requests = PhoneRequest.objects.filter(device=self.device_id or 0, player__club=club)
        return requests.select_related("player__merged_into").order_by("made_at", "pk")


def consent_needed(player: Player, speaker: Speaker) -> ConsentNeeded:
    """Whose word this speaker needs before it speaks for the player. Two queries at most."""
    person = player.person
    if person.account_id is not None:
        return ConsentNeeded.NOBODYS if person.account_id == speaker.account_id else ConsentNeeded.ACCOUNTS
    phone = phone_speaking_for(person)
    return ConsentNeeded.NOBODYS if phone is None or speaker.is_speaker(phone) else ConsentNeeded.PHONES


def phone_speaking_for(person: Player) -> PlayerPhone | None:
    """Return the phone that speaks for a person, None where none has for long."""
    theirs = PlayerPhone.objects.filter(Q(player=person) | Q(player__merged_into=person))
    return theirs.filter(used_at__gte=timezone.now() - SPEAKS_FOR).order_by("used_at").last()


def link_phone_or_ask(player: Player, request: ClubRequest, evening: Evening) -> ConsentNeeded:
    """Have this phone speak for the player from now on; where another one does, ask that one.

    Of two phones that come at once the first speaks.
    """
    device, account_id = request.visitor.get_or_create_device(), request.user.pk
    speaker = Speaker(device.pk, account_id)
    with hold_write_lock(), transaction.atomic():
        person = Player.objects.select_for_update(of=("self",)).get(pk=player.person.pk)
        needs = consent_needed(person, speaker)
        if needs is ConsentNeeded.PHONES:
            _ask(person, device, evening)
        elif needs is ConsentNeeded.NOBODYS and person.account_id is None:
            _set_phone(person, device, account_id)
    return needs


def answer_phone_request(number: int, *, grant: bool, players: Iterable[Player] | None, club: Club) -> bool:
    """Have the phone that asks speak for the player from now on, or not. False where nobody asks any more.

    `players` are the players about whom this may be answered, None for an organiser. What the phone before
    could do at the player's table of tonight goes with the name.
    """
    with hold_write_lock(), transaction.atomic():
        requests = PhoneRequest.objects.filter(pk=number, player__club=club).select_related(
            "player", "device"
        )
        phone_request = requests.first()
        if phone_request is None or (players is not None and phone_request.player.person not in players):
            return False
        phone_request.delete()
        if grant:
            person = phone_request.player.person
            before = phone_speaking_for(person)
            _set_phone(person, phone_request.device, None)
            if before is not None and before.device_id != phone_request.device_id:
                _leave_tables(person, before.device_id)
            if phone_request.evening.date == tonight(club):
                changes.check_in_players(phone_request.evening, [person], phone_request.device)
    return True


def answer_phone_form(post: QueryDict, club: Club, players: Iterable[Player] | None) -> bool:
    """Do what a form of templates/leagues/night/_phone_requests.html says; False for any other form."""
    number = whole_number(post.get("phone", ""))
    if number is None or post.get("do") not in ("give", "keep"):
        return False
    answer_phone_request(number, grant=post["do"] == "give", players=players, club=club)
    return True


def phone_requests_about(people: Iterable[Player]) -> list[PhoneRequest]:
    """Return the phones that want to speak for one of these."""
    player_ids = [person.pk for person in people]
    about = Q(player__in=player_ids) | Q(player__merged_into__in=player_ids)
    return list(PhoneRequest.objects.filter(about).select_related("player__merged_into"))


def phone_requests_of_tonight(club: Club) -> list[PhoneRequest]:
    """Return the phones that ask tonight to speak for somebody of the club, for its organisers."""
    requests = PhoneRequest.objects.filter(player__club=club, evening__date__gte=tonight(club))
    return list(requests.select_related("player__merged_into"))


def sign_in_words(player: Player, path: str) -> SafeString:
    """Why a name cannot be used signed out, with the way to sign in."""
    text = _("“{name}” has an account: {link} first, or ask the organiser.")
    address = f"{reverse('account_login')}?{urlencode({'next': path})}"
    link = format_html('<a href="{}">{}</a>', address, _("sign in"))
    return format_html(text, name=isolated(player.shown_name), link=link)


def _ask(person: Player, device: Device, evening: Evening) -> None:
    requests = PhoneRequest.objects.filter(player=person)
    PhoneRequest.objects.update_or_create(player=person, device=device, defaults={"evening": evening})
    too_many = list(requests.order_by("-made_at", "-pk").values_list("pk", flat=True)[MOST_REQUESTS:])
    PhoneRequest.objects.filter(pk__in=too_many).delete()


def _set_phone(person: Player, device: Device, account_id: int | None) -> None:
    PlayerPhone.objects.filter(player__merged_into=person).delete()
    PlayerPhone.objects.update_or_create(
        player=person, defaults={"device": device, "account_id": account_id, "used_at": timezone.now()}
    )
    PhoneRequest.objects.filter(player=person, device=device).delete()


def _leave_tables(person: Player, device_id: int) -> None:
    """The phone only watches where it kept the score from this person's seat, at running tables of nights."""
    of_nights = Session.objects.filter(round_table__round__competition__evening__isnull=False)
    running = of_nights.filter(ended_at=None).sat_at_by([person.pk])
    for session in running.exclude(opener=device_id):
        seats = session.seats.filter(player=person).values_list("number", flat=True)
        there = session.accesses.filter(Q(seat=None) | Q(seat__in=seats), device=device_id)
        if there.exclude(role=Access.Role.VIEWER).update(
            role=Access.Role.VIEWER, by_club=False, seat=None, asks_seat=False
        ):
            session.version += 1
            session.save(update_fields=["version"])
            transaction.on_commit(partial(notify_table, session))
