"""Who sits where on which phone: a phone takes a free seat, and asks for one that another phone has.

A seat speaks with one voice. Whoever wants the seat of another phone waits for a word from that phone, from
the phone that opened the table, or from an organiser of its club. The account of the player who sits there
needs no such word: the seat is theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.wording import isolated

from .models import Access, Revision, Session
from .notify import notify_table

#: what is said about a seat that has a phone: another asks for it, gets it, does not
ASKED, GIVEN, KEPT = WORDS_ABOUT_SEATS = ("asked", "given", "kept")
#: so many phones ask at once for seats of one table at most
MOST_REQUESTS = 12


def take_seat_or_ask(access: Access, seat: int | None, account_ids: Collection[int] = ()) -> bool:
    """Sit down at a seat with this phone, or (None) at none. False where another phone has the seat: it is
    asked instead.

    `account_ids` are the accounts in whose name the phone speaks: nobody is asked about their own seat.
    """
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update(of=("self",)).get(pk=access.session_id)
        now = Access.objects.get(pk=access.pk)
        if seat is not None and not now.has_scorer_role:
            return False  # the opener has taken scoring back meanwhile
        moves = seat is not None and seat != now.seat
        others = session.accesses.filter(seat=seat).exclude(pk=access.pk) if moves else None
        if seat is not None and others is not None and others.exists():
            if session.opener_id != access.device_id and not _is_seat_of(session, seat, account_ids):
                _ask(session, access, seat)
                return False
            others.update(seat=None, asks_seat=True)
            _note(session, access, seat, GIVEN, _without(session, access.pk))
        elif (before := session.seat_requests.get(str(access.pk))) is not None:
            _note(session, access, before, KEPT, _without(session, access.pk))
        access.seat, access.asks_seat = seat, False
        access.save(update_fields=["seat", "asks_seat"])
    return True


def answer_seat_request(access: Access, asker_id: int, *, give: bool, as_organiser: bool = False) -> bool:
    """Give the seat that another phone asks for to it, or refuse. False where this phone has no say in it,
    or nobody asks any more."""
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update(of=("self",)).get(pk=access.session_id)
        seat = session.seat_requests.get(str(asker_id))
        mine = Access.objects.get(pk=access.pk)
        if seat is None or not (as_organiser or _has_a_say(session, mine, seat)):
            return False
        asker = session.accesses.filter(pk=asker_id, role=Access.Role.SCORER).first()
        if give and asker is not None:
            session.accesses.filter(seat=seat).exclude(pk=asker.pk).update(seat=None, asks_seat=True)
            asker.seat, asker.asks_seat = seat, False
            asker.save(update_fields=["seat", "asks_seat"])
        word = GIVEN if give and asker is not None else KEPT
        _note(session, mine, seat, word, _without(session, asker_id))
    return True


def move_phones(session: Session, places: Sequence[int]) -> None:
    """Let phones, and what they ask for, go with players who changed places: from seat s to `places[s]`.

    Within the transaction that seats them there.
    """
    accesses = list(session.accesses.filter(seat__isnull=False))
    for access in accesses:
        access.seat = None if access.seat is None else places[access.seat]
    Access.objects.bulk_update(accesses, ["seat"])
    if session.seat_requests:
        session.seat_requests = {key: places[seat] for key, seat in session.seat_requests.items()}
        session.save(update_fields=["seat_requests"])


def claimable_players(access: Access, account: Account) -> list[Player]:
    """The guests of this table who may be this account: whoever sits on the seat of this phone, or anybody
    where the phone that opened the table has none. Players of accounts are nobody else's.

    A phone that only looks on claims nobody: it may have been let in by anybody. Players of a roster are
    claimed by members of that club.
    """
    session = access.session
    if not access.may_score:
        return []
    seats = session.seats.filter(player__account=None, player__erasure=None).select_related("player")
    seats = seats.exclude(player__in=Player.objects.unnamed())
    if access.seat is not None:
        seats = seats.filter(number=access.seat)
    elif session.opener_id != access.device_id:
        return []
    clubs = set(account.memberships.values_list("club_id", flat=True))
    return [seat.player for seat in seats if seat.player.club_id is None or seat.player.club_id in clubs]


def seat_requests_panel(access: Access, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the context of templates/tables/_seat_requests.html, None where this phone has nothing to say
    or to wait for. No query: `names` are those of the players by number."""
    session = access.session
    if not session.seat_requests:
        return None
    requests = [
        {"who": int(key), "name": names[seat], "mine": access.seat == seat}
        for key, seat in session.seat_requests.items()
        if seat < len(names) and key != str(access.pk) and _has_a_say(session, access, seat)
    ]
    waits = session.seat_requests.get(str(access.pk))
    waits_for = names[waits] if waits is not None and waits < len(names) else ""
    if not requests and not waits_for:
        return None
    return {
        "asked": requests,
        "waits_for": waits_for,
        "action": reverse("tables:answer_seat", args=[session.code]),
        "sit_href": reverse("tables:sit", args=[session.code]),
    }


def seat_request_in_words(side: Mapping[str, Any], names: Sequence[str]) -> str:
    """What was said about a seat that has a phone, for the log."""
    words = {
        ASKED: _("another phone asks for %(name)s’s seat"),
        GIVEN: _("%(name)s’s seat is the other phone’s"),
        KEPT: _("%(name)s’s seat stays where it is"),
    }
    return words[side["word"]] % {"name": isolated(names[side["seat"]])}


def _has_a_say(session: Session, access: Access, seat: int) -> bool:
    if not access.has_scorer_role:
        return False
    by_role = access.by_club and session.club_may_score
    return access.seat == seat or session.opener_id == access.device_id or by_role


def _is_seat_of(session: Session, seat: int, account_ids: Collection[int]) -> bool:
    if not account_ids:
        return False
    player = session.seats.select_related("player__merged_into").get(number=seat).player.person
    return player.account_id in account_ids


def _ask(session: Session, access: Access, seat: int) -> None:
    requests = session.seat_requests
    if requests.get(str(access.pk)) != seat and len(requests) < MOST_REQUESTS:
        _note(session, access, seat, ASKED, {**requests, str(access.pk): seat})


def _without(session: Session, access_id: int) -> dict[str, int]:
    return {key: seat for key, seat in session.seat_requests.items() if key != str(access_id)}


def _note(session: Session, access: Access, seat: int, word: str, requests: dict[str, int]) -> None:
    """Store who asks from now on, with a line for the log, and have every phone look again."""
    session.seat_requests = requests
    session.version += 1
    session.save(update_fields=["seat_requests", "version"])
    Revision.objects.create(
        session=session,
        key=uuid4(),
        version=session.version,
        action=Revision.Action.SEAT,
        after={"seat": seat, "word": word},
        made_by_id=access.device_id,
    )
    transaction.on_commit(partial(notify_table, session))
