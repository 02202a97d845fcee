"""Which games count for which season, and what they add up to there.

`assign` is told of games within the transaction that counts or changes them, and writes only what is another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Max, OrderBy, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from mahjongclub.figures.appearances import result_owners
from mahjongclub.figures.cached import cached_answer
from mahjongclub.figures.models import PLACES, Appearance, Book
from mahjongclub.figures.players import GameSelection
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.pairing.standings import Sums
from mahjongclub.rounds.models import Seat
from mahjongclub.tables.notify import sessions_of_events
from mahjongclub.tables.replaying import standings

from .models import Choice, PhaseEntrant, Season, SeasonGame


@dataclass(frozen=True)
class SeasonSelection(GameSelection):
    """Which games a page is about: those of one season, where one is chosen."""

    season: Season | None = None

    def condition_without_player_and_days(self) -> Q:
        """The choice without player and days."""
        choice = super().condition_without_player_and_days()
        return choice if self.season is None else choice & Q(season_game__season=self.season)

    def cache_key(self) -> tuple[Hashable, ...]:
        """What answers about these games are kept under."""
        return (*super().cache_key(), self.season.pk if self.season else None)


def season_game_of(row: Appearance) -> SeasonGame | None:
    """What an appearance counts for; None for no season. Rows are asked for with `season_game`."""
    return getattr(row, "season_game", None)


def assign_games(book: Book, session_ids: Collection[int]) -> bool:
    """Give the games of a locked book to their seasons; whether any is given to another. In a transaction."""
    lookup = SeasonLookup(book, session_ids)
    if not lookup.seasons:  # with a season its games go
        return False
    rows = Appearance.objects.filter(session_id__in=session_ids)
    gone, come = [], []
    for row in rows.select_related("season_game", *(["session"] if lookup.needs_tables else [])):
        before = season_game_of(row)
        after = lookup.new_season_game(row)
        if _facts(before) != _facts(after):
            gone += [before.pk] if before is not None else []
            come += [after] if after is not None else []
    if gone:
        SeasonGame.objects.filter(pk__in=gone).delete()
    SeasonGame.objects.bulk_create(come)
    return bool(gone or come)


def _facts(game: SeasonGame | None) -> tuple[Any, ...] | None:
    if game is None:
        return None
    return (game.season_id, game.player_id, game.day, game.place, game.value, game.tenths)


def uma_tenths(row: Appearance) -> int:
    """The uma of its table among an appearance's points, in tenths, by the engine."""
    return next(standing.uma for standing in standings(row.session) if standing.seat == row.seat)


class SeasonLookup:
    """Which season each game of a book counts for. Three queries; up to four more with phases or matches."""

    def __init__(self, book: Book, session_ids: Collection[int]) -> None:
        seasons = Season.objects.filter(league__club=book.club_id, variant=book.variant).select_related(
            "phase"
        )
        self.seasons = {season.pk: (season, season.rules) for season in seasons}
        chosen = Choice.objects.filter(session_id__in=session_ids) if self.seasons else Choice.objects.none()
        self.chosen = dict(chosen.values_list("session_id", "season_id"))
        everyone = [season for season, _scoring in self.seasons.values()]
        without_events = any(not season.events for season in everyone)
        self.of_events = sessions_of_events(session_ids) if without_events else set()
        #: by session: the season of the match it is a game of, and who is named for it
        self.matches: dict[int, tuple[int, set[int]]] = {}
        if any(not season.counts_by_dates for season in everyone):
            self._read_matches(session_ids)
        #: by season that is a phase and counts by dates: who is in it
        self.entrants: dict[int, set[int]] = {
            season.pk: set() for season in everyone if season.counts_by_dates and hasattr(season, "phase")
        }
        self.players: dict[int, dict[int, int]] = {}
        if self.entrants:
            entrants = PhaseEntrant.objects.filter(season__in=self.entrants).select_related("player")
            for entrant in entrants.exclude(player=None):
                self.entrants[entrant.season_id].add(entrant.player.person_id)  # type: ignore[union-attr]
            self.players = result_owners(book, session_ids)

    @property
    def needs_tables(self) -> bool:
        """Whether one of them needs more of a game than its appearances hold."""
        return any(scoring.worth == "uma" for _season, scoring in self.seasons.values())

    def new_season_game(self, row: Appearance) -> SeasonGame | None:
        """The season an appearance counts for and what it is worth there, not yet saved; None for none."""
        season_id = self.season_id_of(row)
        if season_id is None:
            return None
        _season, scoring = self.seasons[season_id]
        uma = uma_tenths(row) if scoring.worth == "uma" else 0
        value = scoring.value(row.place, row.sharing, row.tenths, uma)
        same = {name: getattr(row, name) for name in ("player_id", "day", "place", "tenths")}
        return SeasonGame(appearance=row, season_id=season_id, value=value, **same)

    def season_id_of(self, row: Appearance) -> int | None:
        """The season an appearance counts for, None for none. At a match only who is named counts."""
        if row.session_id in self.chosen:
            season_id = self.chosen[row.session_id]
            return season_id if season_id in self.seasons else None
        if row.session_id in self.matches:
            match_of, named = self.matches[row.session_id]
            return match_of if row.player_id in named and match_of in self.seasons else None
        for season, _scoring in self.seasons.values():
            if season.counts_by_dates and season.has_day(row.day):
                return season.pk if self._lets_in(season, row.session_id) else None
        return None

    def _lets_in(self, season: Season, session_id: int) -> bool:
        """A season may be without the games of events; a phase counts those at which everybody is in it."""
        if not season.events and session_id in self.of_events:
            return False
        if season.pk not in self.entrants:
            return True
        return {*self.players.get(session_id, {}).values()} <= self.entrants[season.pk]

    def _read_matches(self, session_ids: Collection[int]) -> None:
        of_matches = Seat.objects.filter(
            table__session__in=session_ids, round__competition__season__isnull=False
        )
        seats = of_matches.annotate(
            session_id=F("table__session_id"), season_id=F("round__competition__season_id")
        )
        for seat in seats.select_related("player"):
            _season, named = self.matches.setdefault(seat.session_id, (seat.season_id, set()))
            if seat.player is not None:
                named.add(seat.player.person_id)


def sums_by_player(season: Season) -> dict[int, Sums]:
    """By player: what their games of a season add up to. Two queries, three where some are left out."""
    return cached_answer(
        ("season", _state(season)), lambda: {key: sums for (key,), sums in _add_up(season).items()}
    )


def sums_by_day(season: Season) -> dict[date, list[Sums]]:
    """By day, the first day first: what everybody's games of that day add up to. As many queries."""

    def add_up() -> dict[date, list[Sums]]:
        by_day: dict[date, list[Sums]] = defaultdict(list)
        for (day, _player), sums in sorted(_add_up(season, "day").items()):
            by_day[day].append(sums)
        return dict(by_day)

    return cached_answer(("days of a season", _state(season)), add_up)


def played_evening_count(season: Season) -> int:
    """Return on how many days a game of the season was played. One query."""
    return cached_answer(
        ("evenings of a season", _state(season)),
        lambda: season.games.order_by().values("day").distinct().count(),
    )


def _state(season: Season) -> tuple[Hashable, ...]:
    """What any result, another choice of games or another way of counting makes another. One query."""
    books = Book.objects.filter(club=season.league.club_id, variant=season.variant)
    return (season.pk, repr(season.scoring), *books.values_list("stamp", flat=True))


def _add_up(season: Season, *by: str) -> dict[tuple[Any, ...], Sums]:
    """By these fields and the player: the sums of their games, with as many best and worst ones as count."""
    scoring, keys = season.rules, (*by, "player_id")
    games = season.games.order_by()
    places_held = {name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, start=1)}
    rows = games.values(*keys).annotate(
        played=Count("pk"),
        points=Sum("value"),
        top=Max("value"),
        final=Sum("tenths"),
        evenings=Count("day", distinct=True),
        **places_held,
    )
    if {"wins", "deal_ins"} & set(scoring.ties):
        rows = rows.annotate(wins=Sum("appearance__wins"), deal_ins=Sum("appearance__deal_ins"))
    best = scoring.best_of if scoring.together == "best" else 1
    most = _first_of(games, keys, F("value").desc(), best) if best > 1 else {}
    least = _least(games, keys, scoring)
    sums_of = {}
    for row in rows:
        key = tuple(row[name] for name in keys)
        places = [row[name] for name in PLACES]
        last = max((place for place, times in enumerate(places, start=1) if times), default=0)
        sums_of[key] = Sums(
            row["player_id"],
            row["played"],
            row["points"],
            tuple(most.get(key, [row["top"]])),
            row["final"],
            tuple(places[: max(season.game.seats, last)]),
            worst=tuple(least.get(key, ())),
            evenings=row["evenings"],
            wins=row.get("wins", 0),
            deal_ins=row.get("deal_ins", 0),
        )
    return sums_of


def _least(
    games: QuerySet[SeasonGame], keys: Sequence[str], scoring: Scoring
) -> Mapping[tuple[Any, ...], list[int]]:
    """What a season may leave out, the lowest first, and one more; {} where it counts everything."""
    if not scoring.left_out_count:
        return {}
    if scoring.together != "but_nights":
        return _first_of(games, keys, F("value").asc(), scoring.left_out_count + 1)
    nights: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    by_night = games.values(*dict.fromkeys((*keys, "day"))).annotate(points=Sum("value"))
    for row in by_night.order_by("points"):
        nights[tuple(row[name] for name in keys)].append(row["points"])
    return {key: values[: scoring.left_out_count + 1] for key, values in nights.items()}


def _first_of(
    games: QuerySet[SeasonGame], keys: Sequence[str], order: OrderBy, most: int
) -> dict[tuple[Any, ...], list[int]]:
    """The first values of each group in an order."""
    numbered = Window(RowNumber(), partition_by=[F(name) for name in keys], order_by=order)
    rows = games.annotate(number=numbered).filter(number__lte=most).order_by("number")
    values: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for *key, value in rows.values_list(*keys, "value"):
        values[tuple(key)].append(value)
    return values
