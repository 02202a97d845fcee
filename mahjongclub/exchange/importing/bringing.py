"""Keeping the games of files: very many in slices, fewer in one transaction; those known already stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from threading import Lock

from django.db import transaction
from django.db.models import Count, Max, Prefetch
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Evening
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.figures.backlog import counting_later, exceeds_one_slice
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.words import Text
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.club_games import played_on
from mahjongclub.tables.models import Seat, Session
from mahjongclub.tables.notify import results_changed
from mahjongclub.tables.paper import create_paper_game
from mahjongclub.tables.slices import do_in_slices
from mahjongclub.tables.whole_record import WholeRecord, store_records

from ..models import LONGEST_SOURCE, Origin
from ..unpacking import FileRefused
from .games import IncomingGame
from .people import NameMatch, find_or_create_player_ids, match_people

#: names of games that one query asks for
AT_ONCE = 500
_guard, _turns = Lock(), dict[int, Lock]()
#: variant, day, and who had how many points
Outcome = tuple[str, date, frozenset[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """What became of a game: the code of its session, and whether it was kept just now."""

    code: str
    new: bool


def import_games(
    club: Club,
    games: Sequence[IncomingGame],
    device: Device | None,
    typed_names: Mapping[str, str] | None = None,
    *,
    into_evenings: bool = False,
) -> list[ImportedGame]:
    """Keep the games that the club does not have; Refused keeps none.

    `typed_names` as `match_people` reads it. `into_evenings` gives each game to the club's
    evening of its night, where there is one.
    """
    with _turn_of(club.pk):  # two uploads of one file wait for each other
        matches = _look_through(club, games, typed_names or {})
        with hold_write_lock(), transaction.atomic():
            Club.objects.select_for_update().get(pk=club.pk)
            codes, coming, ids = _let_people_in(club, games, typed_names or {}, matches)
            evenings = evenings_by_date(club, coming) if into_evenings else {}
            placed = [(game, ClubAndEvening(club, evenings.get(game.evening_date))) for game in coming]
            sessions = [] if exceeds_one_slice(len(placed)) else _keep(placed, device, ids)
        if exceeds_one_slice(len(placed)):
            sessions = _keep_in_slices(placed, device, ids)
    made = iter(sessions)
    return [
        ImportedGame(codes[number], False) if number in codes else ImportedGame(next(made).code, True)
        for number in range(len(games))
    ]


@contextmanager
def _turn_of(club_id: int) -> Iterator[None]:
    """Wait until no other import of this process goes into the club."""
    with _guard:
        lock = _turns.setdefault(club_id, Lock())
    with lock:
        yield


@dataclass(frozen=True, slots=True)
class KnownGames:
    """The codes of the games a club has, by their place in the list, and what they were looked up by."""

    codes: dict[int, str]
    players: dict[str, int | None]
    results: tuple[int, int | None]

    def is_up_to_date(self, club: Club, people: Mapping[str, NameMatch]) -> bool:
        """Whether neither the club's people nor its results have changed since."""
        return self.players == _players_meant(people) and self.results == _results_of(club)


def _look_through(club: Club, games: Sequence[IncomingGame], typed_names: Mapping[str, str]) -> KnownGames:
    """Look for the games among all that the club has, while others write: that takes seconds of thousands."""
    results = _results_of(club)
    people = _people_in(club, games, typed_names)
    return KnownGames(known_game_codes(club, games, people), _players_meant(people), results)


def _results_of(club: Club) -> tuple[int, int | None]:
    ended = club.sessions.exclude(ended_at=None).aggregate(count=Count("pk"), last=Max("pk"))
    return ended["count"], ended["last"]


def _players_meant(people: Mapping[str, NameMatch]) -> dict[str, int | None]:
    return {name: match.player.pk if match.player is not None else None for name, match in people.items()}


def _people_in(
    club: Club, games: Sequence[IncomingGame], typed_names: Mapping[str, str]
) -> dict[str, NameMatch]:
    return match_people(club, [name for game in games for name in game.all_names], typed_names)


def _let_people_in(
    club: Club, games: Sequence[IncomingGame], typed_names: Mapping[str, str], matches: KnownGames
) -> tuple[dict[int, str], list[IncomingGame], dict[str, int]]:
    """The codes of games that are known, the games that come, and the players of these by their names."""
    people = _people_in(club, games, typed_names)
    codes = matches.codes if matches.is_up_to_date(club, people) else known_game_codes(club, games, people)
    coming = [game for number, game in enumerate(games) if number not in codes]
    new = {name_key(match.name) for match in people.values() if match.player is None}
    check_quota(club, games=len(coming), people=len(new))
    ids = find_or_create_player_ids(club, {name: people[name] for game in coming for name in game.all_names})
    for game in coming:
        _players(game, ids)  # whoever sits there twice is refused before a game is kept
    return codes, coming, ids


def _keep_in_slices(
    placed: Sequence[tuple[IncomingGame, ClubAndEvening]], device: Device | None, ids: Mapping[str, int]
) -> list[Session]:
    """Keep very many games, a few at a time. If the server ends meanwhile, the same file brings the rest.

    Refused takes away what was kept of it.
    """
    sessions_kept: list[Session] = []

    def keep(placed_slice: Sequence[tuple[IncomingGame, ClubAndEvening]]) -> list[Session]:
        sessions = _keep(placed_slice, device, ids)
        sessions_kept.extend(sessions)
        return sessions

    try:
        with counting_later():
            return do_in_slices(placed, keep)
    except FileRefused:
        do_in_slices([session.pk for session in sessions_kept], _delete)
        raise


def _delete(ids: Sequence[int]) -> Sequence[int]:
    Session.objects.filter(pk__in=ids).delete()
    return ids


def known_game_codes(
    club: Club, games: Sequence[IncomingGame], people: Mapping[str, NameMatch]
) -> dict[int, str]:
    """Return the codes of sessions that are these games already, by place in the list. Few queries.

    Of two copies in one list the second counts as known; its code is then the first one's, "" before that
    one is kept.
    """
    codes = _codes_by_origin(club, games)
    codes.update(_codes_by_outcome(club, games, people, codes))
    return codes


def evenings_by_date(club: Club, games: Sequence[IncomingGame]) -> dict[date, Evening]:
    """The club's evening of each night on which one of the games was played; the first of several."""
    nights = {game.evening_date for game in games}
    if not nights:
        return {}
    evenings = club.evenings.filter(date__range=(min(nights), max(nights))).order_by("-pk")
    return {evening.date: evening for evening in evenings if evening.date in nights}


def _keep(
    placed: Sequence[tuple[IncomingGame, ClubAndEvening]], device: Device | None, ids: Mapping[str, int]
) -> list[Session]:
    """Every game as a session, in their order, with where it came from."""
    whole = [_whole(game, where, ids) for game, where in placed if game.record is not None]
    try:
        stored = iter(store_records(whole, device))
    except RuleError as fault:
        raise FileRefused(fault.text) from None
    sessions = []
    session_ids = []
    for game, where in placed:
        if game.paper is None:
            sessions.append(next(stored))
            continue
        paper, players = game.paper, _players(game, ids)
        assert device is not None
        rules = (paper.variant, paper.preset, paper.house_rules)
        session = create_paper_game(device, where, *rules, players, paper.final.copy(), game.day_or_today)
        sessions.append(session)
        session_ids.append(session.pk)
    results_changed.send(Session, session_ids=session_ids)
    Origin.objects.bulk_create(
        Origin(
            session=session,
            club=where.club,
            source=game.source[:LONGEST_SOURCE],
            identity=game.identity,
            fingerprint=game.fingerprint or session.code,
            differences=[text.to_json() for text in game.differences],
        )
        for (game, where), session in zip(placed, sessions, strict=True)
    )
    return sessions


def _whole(game: IncomingGame, where: ClubAndEvening, ids: Mapping[str, int]) -> WholeRecord:
    assert game.record is not None
    began = game.began or timezone.now()
    ended = max(game.ended, began) if game.ended is not None else None
    ids_by_name = {name: ids[name] for name in game.all_names}
    return WholeRecord(game.record, began, ended, where, players=_players(game, ids), known=ids_by_name)


def _players(game: IncomingGame, ids: Mapping[str, int]) -> list[int]:
    players = [ids[name] for name in game.names]
    twice = [name for name in game.names if players.count(ids[name]) > 1]
    if twice:
        raise two_seats_error(game, twice[0])
    return players


def two_seats_error(game: IncomingGame, name: str) -> FileRefused:
    """Return the error for a table at which one person has two seats."""
    return FileRefused(Text("{source}: “{name}” sits there twice.", source=game.source, name=name), game.line)


def _codes_by_origin(club: Club, games: Sequence[IncomingGame]) -> dict[int, str]:
    """Games that came before, by their log's name or their facts; or that are sessions of this very club."""
    marks = sorted({mark for game in games for mark in (game.identity, game.fingerprint) if mark})
    codes: dict[str, str] = {}
    for start in range(0, len(marks), AT_ONCE):
        some_marks = marks[start : start + AT_ONCE]
        came = Origin.objects.filter(club=club).select_related("session")
        for origin in came.filter(identity__in=some_marks) | came.filter(fingerprint__in=some_marks):
            codes |= {origin.identity: origin.session.code, origin.fingerprint: origin.session.code}
        for code in club.sessions.filter(code__in=some_marks).values_list("code", flat=True):
            codes[code] = code
    codes_by_number: dict[int, str] = {}
    codes.pop("", None)
    for number, game in enumerate(games):
        mine = [mark for mark in (game.identity, game.fingerprint) if mark]
        if matching_codes := [codes[mark] for mark in mine if mark in codes]:
            codes_by_number[number] = matching_codes[
                0
            ]  # "" for a copy of a game that stands before it in the list
        codes.update((mark, codes.get(mark, "")) for mark in mine)
    return codes_by_number


def _codes_by_outcome(
    club: Club, games: Sequence[IncomingGame], people: Mapping[str, NameMatch], codes: Mapping[int, str]
) -> dict[int, str]:
    """Results from paper that the club has: same game, same day, the same people with the same points.

    A file may hold a result twice; as many as the club has are known.
    """
    papers = {number: game for number, game in enumerate(games) if game.paper and number not in codes}
    if not papers:
        return {}
    days = [game.day_or_today for game in papers.values()]
    there: dict[Outcome, list[str]] = {}
    for session in _sessions_between(club, min(days), max(days)):
        points = frozenset((seat.player_id, seat.score) for seat in session.seats.all())
        there.setdefault((session.variant, played_on(session), points), []).append(session.code)
    codes_by_number: dict[int, str] = {}
    seen: Counter[Outcome] = Counter()
    for number, game in papers.items():
        outcome = _outcome(game, people)
        if outcome is None or seen[outcome] >= len(there.get(outcome, ())):
            continue
        codes_by_number[number] = there[outcome][seen[outcome]]
        seen[outcome] += 1
    return codes_by_number


def _outcome(game: IncomingGame, people: Mapping[str, NameMatch]) -> Outcome | None:
    """The result of a paper, None where somebody in it is new."""
    assert game.paper is not None
    players = [people[name].player for name in game.names]
    points = zip(players, game.paper.final["scores"], strict=True)
    known_points = frozenset((player.pk, score) for player, score in points if player is not None)
    return (game.variant.key, game.day_or_today, known_points) if len(known_points) == len(players) else None


def _sessions_between(club: Club, first: date, last: date) -> Iterable[Session]:
    """The ended sessions of some days, and of those beside them, as an evening lasts past midnight."""
    day = timedelta(days=1)
    around = club.sessions.exclude(ended_at=None).filter(started_at__date__range=(first - day, last + day))
    dated = club.sessions.exclude(ended_at=None).filter(evening__date__range=(first, last))
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    return (around | dated).distinct().select_related("evening").prefetch_related(seats)
