"""Games as lists show them: a club's, and a visitor's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.club_access import ClubVisit, role_in
from mahjongclub.clubs.club_model import NIGHT_ENDS, Role, evenings_tonight, night_of
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.finding import find_player_ids_by_word
from mahjongclub.clubs.models import Club, Evening, Membership, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.time_zones import local_time, moment_on
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import game_of
from mahjongclub.rules.rotation import unrotated

from .models import RUNS, Access, Seat, Session
from .notify import tables_numbered
from .replaying import standings
from .visibility import Viewer, viewer_of

MOST_PLAYING = 8
#: what a form sends once somebody has said that it is to be so
CONFIRMED = "elsewhere"


@dataclass(frozen=True, slots=True)
class GameSeat:
    """A player of a game in a list: the rank once the game has ended, no score where it is not to be seen."""

    name: str
    score: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list, for templates/tables/_game_rows.html.

    Where the viewer may not see its result yet (`waits`), or it was closed before its first hand (`empty`),
    its seats have names alone. `number` is that of its table on an evening.
    """

    session: Session
    game: str
    now: str
    seats: list[GameSeat]
    date: date
    ended: bool
    waits: bool
    empty: bool
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list: its game, where it stands, who sits there."""

    session: Session
    game: str
    now: str
    seats: list[Seat]


@dataclass(frozen=True, slots=True)
class StartPageClub:
    """A club on the start page of a member: tonight's evenings and the tables being played."""

    club: Club
    visit: ClubVisit
    evenings_tonight: list[Evening]
    playing: list[GameRow]


def game_rows(sessions: QuerySet[Session], viewer: Viewer) -> list[GameRow]:
    """Sessions for templates/tables/_game_rows.html, each with its players, ranked where it has ended."""
    return [
        game_row(session, viewer)
        for session in sessions.select_related("evening").prefetch_related("seats__player")
    ]


def game_row(session: Session, viewer: Viewer) -> GameRow:
    """One session as a row: with scores while it is played, with ranks once it has ended."""
    names = [seat.player.shown_name for seat in session.seats.all()]
    table, waits = session.table, not viewer.may_see_result(session)
    empty = bool(table.ended) and not session.has_result
    if waits or empty:
        seats = [GameSeat(name) for name in names]
    elif table.ended:
        seats = [GameSeat(names[row.seat], row.score, row.rank) for row in standings(session)]
    else:
        seats = [GameSeat(name, score) for name, score in zip(names, unrotated(table).scores, strict=True)]
    return GameRow(
        session=session,
        game=said(session.game.name),
        now=current_hand_label(session),
        seats=seats,
        date=played_on(session),
        ended=bool(table.ended),
        waits=waits,
        empty=empty,
    )


def search_games(club: Club, words: Collection[str]) -> QuerySet[Session]:
    """The games of a club at which, for each of the words, somebody of that name plays; or with that code.

    `words` as `clubs.finding.search_words` gives them.
    """
    sessions = club.sessions.all()
    for word in words:
        players = sessions.sat_at_by(find_player_ids_by_word(club, word))
        sessions = sessions.filter(Q(pk__in=players.values("pk")) | Q(code=word))
    return sessions


def table_row(session: Session) -> TableRow:
    """One session for a list of tables."""
    return TableRow(session, said(session.game.name), current_hand_label(session), list(session.seats.all()))


def current_hand_label(session: Session) -> str:
    """The hand being played: "S2-1"; where a game only counts its hands, "Hand 5" rather than a bare 5."""
    return game_of(session).hand_in_words(session.game.label(session.table))


def played_on(session: Session) -> date:
    """The day a session counts for: its evening's, else the day it began."""
    if session.evening is not None:
        return session.evening.date
    return local_time(session.started_at or session.created_at, session.club).date()


def start_page_clubs(request: ClubRequest) -> list[StartPageClub]:
    """The visitor's clubs for the start page, each with tonight's evening and the tables being played."""
    if not request.user.is_authenticated:
        return []
    members = Membership.objects.filter(account_id=request.user.pk).select_related("club")
    return [
        StartPageClub(
            member.club,
            visit := ClubVisit(member.club, Role(member.role)),
            list(evenings_tonight(member.club)),
            game_rows(
                member.club.sessions.live().order_by("-started_at")[:MOST_PLAYING], viewer_of(request, visit)
            ),
        )
        for member in members.order_by("club__name")
    ]


def sessions_of_account(account_id: int | None) -> QuerySet[Session]:
    """The sessions at which players of an account sit or sat."""
    return Session.objects.sat_at_by(Player.objects.filter(account=account_id).values("pk"))


def my_sessions(request: ClubRequest) -> QuerySet[Session]:
    """The sessions the visitor sat at, and those of this phone (`here`), the newest first."""
    here = Access.objects.filter(session=OuterRef("pk"), device_id=request.visitor.device_id or 0)
    mine = sessions_of_account(request.user.pk).values("pk")
    my_tables = Session.objects.annotate(here=Exists(here)).filter(Q(pk__in=mine) | Q(here=True))
    return my_tables.prefetch_related("seats__player").order_by("-created_at", "-pk")


def path_back_to_club(request: ClubRequest, session: Session) -> str:
    """From a table back to where the reader came from in its club, else to its evening or the club.

    "" for who may not look at the club, and for a table without one.
    """
    club = session.club
    if club is None or not ClubVisit(club, role_in(club, request)).may_see_club:
        return ""
    at_club = reverse("tables:club", args=[club.slug])
    came_from = urlsplit(request.headers.get("Referer", ""))
    if came_from.netloc == request.get_host() and came_from.path.startswith(at_club):
        return urlunsplit(("", "", came_from.path, came_from.query, ""))
    if session.evening_id is not None:
        return reverse("tables:evening", args=[club.slug, session.evening_id])
    return at_club


def table_numbers(club: Club, sessions: Collection[Session]) -> dict[int, int]:
    """The number of each of these started sessions of the club, by its id."""
    nights: dict[date, list[Session]] = {}
    nights_shown = {_night(club, session) for session in sessions}
    for session in _played(club, nights_shown):
        nights.setdefault(_night(club, session), []).append(session)
    numbers_taken = _given([session.pk for tables in nights.values() for session in tables])
    numbers: dict[int, int] = {}
    for night in nights_shown:
        numbers |= _counted(nights.get(night, ()), numbers_taken)
    return numbers


def _given(session_ids: Collection[int]) -> dict[int, int]:
    """The numbers that other parts gave to tables they opened."""
    numbers_by_pk: dict[int, int] = {}
    answers: list[tuple[Any, Any]] = tables_numbered.send(Session, session_ids=session_ids)
    for _receiver, numbers in answers:
        numbers_by_pk |= numbers
    return numbers_by_pk


def played_at_table_filter() -> Q:
    """Return the condition of sessions that have a table of the night: a result typed alone has none."""
    return Q(on_paper__isnull=True) | Q(of_round=True)


def _played(club: Club, nights: Collection[date]) -> Iterable[Session]:
    """Every session at a table of those nights, in the order in which they were opened."""
    when = Q(evening__date__in=nights)
    for night in nights:
        begin = moment_on(night, time(), club) + NIGHT_ENDS
        when |= Q(evening=None, started_at__gte=begin, started_at__lt=begin + timedelta(days=1))
    sessions = Session.objects.filter(when, played_at_table_filter(), club=club, started_at__isnull=False)
    sessions = sessions.select_related("evening").only("started_at", "previous", "evening__date")
    return sessions.order_by("started_at", "pk")


def _counted(tables: Iterable[Session], numbers_taken: dict[int, int]) -> dict[int, int]:
    """The numbers of one night: those given, and the lowest that are free."""
    numbers: dict[int, int] = {}
    used = {numbers_taken[session.pk] for session in tables if session.pk in numbers_taken}
    goes_on: dict[int | None, int] = {}
    for session in tables:
        number = numbers_taken.get(session.pk) or goes_on.pop(session.previous_id, 0)
        if not number:
            number = next(free for free in range(1, len(numbers) + len(used) + 2) if free not in used)
            used.add(number)
        numbers[session.pk] = goes_on[session.pk] = number
    return numbers


def _night(club: Club, session: Session) -> date:
    """The day of its evening, or the night on which it began."""
    assert session.started_at is not None
    return session.evening.date if session.evening is not None else night_of(session.started_at, club)


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A running table: its number, None without one, who of those asked about sits there, and the others."""

    session: Session
    number: int | None
    names: list[str]
    others: list[str]


def other_tables_of(club: Club, player_ids: Collection[int]) -> list[OtherTable]:
    """The running tables of the club at which some of the players sit now. Three queries at most."""
    people = {*player_ids}
    theirs = _running_seats(club).filter(player__in=people)
    seats_elsewhere = theirs.select_related("session").prefetch_related("session__seats__player")
    sessions = {row.session_id: row.session for row in seats_elsewhere.order_by("session", "number")}
    numbers = _given([*sessions]) if sessions else {}
    tables = [OtherTable(session, numbers.get(pk), [], []) for pk, session in sessions.items()]
    for table in tables:
        for seat in table.session.seats.all():
            names = table.names if seat.player_id in people else table.others
            names.append(seat.player.shown_name)
    return tables


def other_running_seats(session: Session) -> list[OtherTable]:
    """Those of a club's table who sit at another running one too, with that other; [] at nobody's table."""
    if session.club is None:
        return []
    players = session.seats.values_list("player_id", flat=True)
    return [clash for clash in other_tables_of(session.club, players) if clash.session != session]


def names_at_two_tables(club: Club) -> list[str]:
    """The names of those who sit at more than one running table of the club now. One query."""
    seats = _running_seats(club).order_by().values("player")
    twice = seats.annotate(tables=Count("session")).filter(tables__gt=1)
    players = Player.objects.filter(pk__in=twice.values("player"))
    return sorted((player.shown_name for player in players), key=alphabetical_key)


def _running_seats(club: Club) -> QuerySet[Seat]:
    earliest = timezone.now() - RUNS
    return Seat.objects.filter(session__club=club, session__ended_at=None, session__created_at__gt=earliest)
