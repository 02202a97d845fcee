"""To which club and evening a session belongs, what a member may choose of them, and how it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_model import Role, evenings_tonight, night_of, tonight
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening, Membership, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.roster import NameTaken, add_player_to_roster, ensure_player, move_guest_to_roster
from mahjongclub.clubs.time_zones import today
from mahjongclub.clubs.write_lock import hold_write_lock

from .models import Access, Seat, Session, Sitter
from .notify import notify_table, notify_wall, results_changed
from .writing import last_moment_for_phones

#: how far back evenings are offered to a new table: games on paper are entered within weeks
OFFERED_BACK = timedelta(days=45)
MOST_EVENINGS = 12


@dataclass(frozen=True, slots=True)
class ClubAndEvening:
    """A club and one of its evenings; neither for a table of nobody's."""

    club: Club | None = None
    evening: Evening | None = None

    @property
    def key(self) -> str:
        """How a form names it: "e12" an evening, "c3" a club without one, "" neither."""
        if self.evening is not None:
            return f"e{self.evening.pk}"
        return f"c{self.club.pk}" if self.club is not None else ""

    @property
    def title(self) -> str:
        """What a list calls it."""
        if self.club is None:
            return _("No club: just this table")
        if self.evening is None:
            return _("%(club)s, no evening") % {"club": self.club.name}
        return f"{self.club.name}, {self.label}"

    @property
    def label(self) -> str:
        """What a list of one club calls it, whose name stands above."""
        if self.evening is None:
            return _("No evening")
        parts = [date_format(self.evening.date, "SHORT_DATE_FORMAT"), self.evening.name or self.evening.place]
        return ", ".join(text for text in parts if text)


NOBODY = ClubAndEvening()


def club_choices(
    request: ClubRequest, role: Role = Role.SCORER, *, opening: bool = False
) -> list[ClubAndEvening]:
    """What somebody may choose: nobody's first, then their clubs with the latest evenings; [] without a club.

    A club is offered to those who are at least `role` in it; for `opening` a table to every member where the
    club lets them.
    """
    choices: list[ClubAndEvening] = []
    for club in _clubs(request, role, opening=opening):
        evenings = club.evenings.filter(date__gte=today(club) - OFFERED_BACK)
        choices += [ClubAndEvening(club, evening) for evening in evenings[:MOST_EVENINGS]]
        choices.append(ClubAndEvening(club))
    return [NOBODY, *choices] if choices else []


def _clubs(request: ClubRequest, role: Role, *, opening: bool = False) -> list[Club]:
    if not request.user.is_authenticated:
        return []
    may = Q(memberships__role__in=[role_.value for role_ in Role if role_.may_act_as(role)])
    if opening:
        may |= Q(members_open_tables=True)
    clubs = Club.objects.filter(may, memberships__account_id=request.user.pk)
    return sorted(clubs, key=lambda club: alphabetical_key(club.name))


def chosen_club_and_evening(belongings: Sequence[ClubAndEvening], word: str | None) -> ClubAndEvening:
    """The one a form names; without a word tonight's evening, where there is one."""
    if word is None:
        on_now = (
            choice
            for choice in belongings
            if choice.evening is not None and choice.evening.date == tonight(choice.club)
        )
        return next(on_now, NOBODY)
    return next((choice for choice in belongings if choice.key == word), NOBODY)


def may_rematch_with_players(request: ClubRequest, access: Access) -> bool:
    """Whether a rematch takes the table's players along, and stays with its club.

    That is for whoever keeps the score there, or may keep score for the club. Everybody else who looks on
    would play in the name of others.
    """
    if access.may_score or access.session.club is None:
        return access.may_score
    return access.session.club in _clubs(request, Role.SCORER)


def may_take_table_back(access: Access) -> bool:
    """Whether this phone opened a table given to its club later, and may take it from there again."""
    session = access.session
    return session.club_id is not None and session.given is not None and session.opener_id == access.device_id


def may_choose_club(request: ClubRequest, access: Access) -> bool:
    """Whether the visitor is asked to which club the table belongs; the page says which they may choose."""
    keeps = access.may_score or access.session.opener_id == access.device_id
    return may_take_table_back(access) or (keeps and request.user.is_authenticated)


def rematch_club_and_evening(session: Session) -> ClubAndEvening:
    """Where a rematch belongs: the same club, the same evening on the same day, else tonight's.

    Of several tonight it is the one that is called as theirs was, or none.
    """
    club, evening = session.club, session.evening
    if club is None or night_of(session.created_at, club) == tonight(club):
        return ClubAndEvening(club, evening)
    evenings = list(evenings_tonight(club))
    if len(evenings) > 1:
        evenings = [other for other in evenings if evening is not None and other.name == evening.name]
    return ClubAndEvening(club, evenings[0] if len(evenings) == 1 else None)


class SamePlayerTwice(Exception):
    """Two names at the table are one person on the club's roster."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def attach_session(session_id: int, belonging: ClubAndEvening) -> Session:
    """Move the session to a club and an evening, and return it. SamePlayerTwice writes nothing."""
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update().get(pk=session_id)
        before = session.club_id
        after = belonging.club.pk if belonging.club is not None else None
        if after != before:
            _leave_club(session)
            session.given = _seat_roster(session, belonging.club) if belonging.club is not None else None
            session.house_rules = None
            session.version += 1  # other names at the seats, other phones that keep the score
            transaction.on_commit(partial(notify_table, session))
        session.club, session.evening = belonging.club, belonging.evening
        opened = session.started_at or session.created_at
        session.phones_until = last_moment_for_phones(session.club, session.evening, opened)
        session.save(update_fields=["club", "evening", "house_rules", "given", "version", "phones_until"])
        if session.ended_at is not None:
            results_changed.send(Session, session_ids=[session.pk])
        club_ids = {club_id for club_id in (before, session.club_id) if club_id is not None}
        for club_id in club_ids:
            transaction.on_commit(partial(notify_wall, club_id))
    return session


def _leave_club(session: Session) -> None:
    """Undo what came with the session's club: its people keep the score no longer, the seats go back."""
    session.accesses.filter(by_club=True).update(
        role=Access.Role.VIEWER, by_club=False, seat=None, asks_seat=False
    )
    if session.given is None:
        return
    players = Player.objects.in_bulk([int(pk) for pk in session.given["seats"]])
    were = {
        players[int(pk)].merged_into_id or int(pk): before
        for pk, before in session.given["seats"].items()
        if int(pk) in players
    }
    there = set(Player.objects.without_merged().filter(pk__in=were.values()).values_list("pk", flat=True))
    seats, sitters = list(session.seats.all()), list(session.sitters.all())
    rows: list[Seat | Sitter] = [*seats, *sitters]
    for row in rows:
        before = were.get(row.player_id)
        if before in there:
            row.player_id = before
    Seat.objects.bulk_update(seats, ["player"])
    Sitter.objects.bulk_update(sitters, ["player"])
    if session.club is not None:
        others = session.club.sessions.exclude(pk=session.pk)
        come = Player.objects.filter(pk__in=session.given["roster"], club=session.club, account=None)
        come.exclude(seats__session__in=others).exclude(sittings__session__in=others).update(club=None)


def _seat_roster(session: Session, club: Club) -> dict[str, Any]:
    """Every seat's player by name from the roster; a new name comes onto it. Returns what `given` keeps."""
    seats = list(session.seats.select_related("player").order_by("number"))
    sitters = list(session.sitters.select_related("player"))
    before: dict[str, int] = {}
    roster: list[int] = []
    players_there: dict[int, Player] = {}
    rows: list[Seat | Sitter] = [*seats, *sitters]
    for player in (row.player for row in rows):
        if player.pk in players_there:
            continue  # a seat's player stands among those who sat down too
        players_there[player.pk], new = _on_roster(player, club, session)
        if str(players_there[player.pk].pk) in before:
            raise SamePlayerTwice(player.shown_name)
        before[str(players_there[player.pk].pk)] = player.pk
        if new:
            roster.append(players_there[player.pk].pk)
    for row in rows:
        row.player = players_there[row.player_id]
    Seat.objects.bulk_update(seats, ["player"])
    Sitter.objects.bulk_update(sitters, ["player"])
    return {"seats": before, "roster": roster, "generation": session.access_generation}


def _on_roster(player: Player, club: Club, session: Session) -> tuple[Player, bool]:
    """Who that is on the roster, by account, else by name; and whether they are new to it.

    Whose account has claimed the seat keeps it: beside the roster, where the name there is not theirs, or
    where they are no member. Beside it stays too who hides the name: a club looked up by it would tell it.
    Only guests of the phone that opened the table come themselves; of others' the club gets a namesake.
    """
    if player.club_id == club.pk:
        return player, False
    if player.account_id is not None:
        my_player = club.players.without_merged().filter(account=player.account_id).first()
        if my_player is not None:
            return my_player, False
        if not Membership.objects.filter(club=club, account=player.account_id).exists():
            return player, False
    if player.name_hidden:
        return player, False
    namesake = club.players.on_roster().find_by_name(player.name)
    if namesake is None and player.club_id is None and player.known_on_id in (session.opener_id, None):
        try:
            add_player_to_roster(player, club)
        except NameTaken as name_taken:  # another phone put the name there in this moment
            namesake = name_taken.player
            if namesake.guest:
                move_guest_to_roster(namesake)
        else:
            return player, True
    if namesake is not None:
        return (namesake if player.account_id in (None, namesake.account_id) else player), False
    made = ensure_player(player.name, club=club, account=player.account, name_hidden=player.name_hidden)
    return made, True
