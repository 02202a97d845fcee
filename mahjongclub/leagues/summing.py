"""Sums of appearances: by month and seat, against each opponent, by evening and season.

A sum is always added up again whole from the appearances it stands for, never booked up or down. What stands
in one sum is bounded by what one player plays in a month or an evening.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When

from .figures_model import COUNTS, PLACES, Appearance, Meeting, Month
from .season_model import Entry, Season, SeasonDay

Touched = tuple[int, int | None, int, Any]


def touched_by(row: Appearance) -> Touched:
    """The sums an appearance stands in: its book, season, player and day."""
    return (row.book_id, row.season_id, row.player_id, row.day)


def sum_again(touched: Collection[Touched]) -> None:
    """Add up every sum for these (book, season, player, day)."""
    months: dict[tuple[int, int | None, date], set[int]] = defaultdict(set)
    days: dict[int, dict[date, set[int]]] = defaultdict(lambda: defaultdict(set))
    for book_id, season_id, player_id, day in touched:
        months[book_id, season_id, day.replace(day=1)].add(player_id)
        if season_id is not None:
            days[season_id][day].add(player_id)
    for (book_id, season_id, month), players in months.items():
        where = {"book_id": book_id, "season_id": season_id, "month": month}
        _sum_month(where, players)
        _sum_meetings(where, players)
    for season_id, by_day in days.items():
        _sum_season(season_id, by_day)


def _of_month(where: dict[str, Any]) -> QuerySet[Appearance]:
    month: date = where["month"]
    days = {"day__gte": month, "day__lt": (month + timedelta(days=31)).replace(day=1)}
    of = {"book_id": where["book_id"], "season_id": where["season_id"]}
    return Appearance.objects.filter(**of, **days).order_by()


def added_up(rows: QuerySet[Appearance], *by: str) -> QuerySet[Any, Any]:
    """The figures of these appearances added up, a row for each of `by`."""
    sums: dict[str, Any] = {name: Sum(name) for name in (*COUNTS, "score", "tenths", "value")}
    places = {name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, start=1)}
    return (
        rows.order_by().values(*by).annotate(games=Count("pk"), best_hand=Max("best_hand"), **places, **sums)
    )


def met(rows: QuerySet[Appearance]) -> QuerySet[Any, Any]:
    """Whom the players of these appearances met: games, hands `played`, places, both sides' final points."""
    other = "session__appearances__"
    return (
        rows.order_by()
        .annotate(opponent=F(f"{other}player_id"))
        .exclude(opponent=F("player_id"))
        .values("player_id", "opponent")
        .annotate(
            games=Count("pk"),
            played=Sum("hands"),
            ahead=Count(Case(When(place__lt=F(f"{other}place"), then=1))),
            behind=Count(Case(When(place__gt=F(f"{other}place"), then=1))),
            own=Sum("tenths"),
            theirs=Sum(f"{other}tenths"),
        )
    )


def fed_at(tables: QuerySet[Appearance]) -> dict[tuple[int, int], tuple[int, int]]:
    """By discarder and winner: the hands dealt into at these tables, and what they cost.

    `tables` are all appearances of every session in question.
    """
    rows = list(tables.values_list("session_id", "seat", "player_id", "fed"))
    player_at = {(session_id, str(seat)): player_id for session_id, seat, player_id, _fed in rows}
    found: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for session_id, _seat, player_id, fed in rows:
        for seat, (times, cost) in fed.items():
            pair = (player_id, player_at[session_id, seat])
            before = found[pair]
            found[pair] = (before[0] + times, before[1] + cost)
    return found


def _sum_month(where: dict[str, Any], players: Collection[int]) -> None:
    rows = _of_month(where).filter(player_id__in=players)
    yaku: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for player_id, seat, found in rows.exclude(yaku={}).values_list("player_id", "seat", "yaku"):
        yaku[player_id, seat].update(found)
    added = added_up(rows, "player_id", "seat")
    Month.objects.filter(**where, player_id__in=players).delete()
    Month.objects.bulk_create(
        Month(**where, yaku=dict(sorted(yaku[row["player_id"], row["seat"]].items())), **row) for row in added
    )


def _sum_meetings(where: dict[str, Any], players: Collection[int]) -> None:
    """Everybody these players met that month, from both sides."""
    tables = _of_month(where)
    theirs = tables.filter(player_id__in=players)
    fed = fed_at(tables.filter(session__in=theirs.values("session")))
    meetings = {}
    for row in met(theirs):
        level = row["games"] - row["ahead"] - row["behind"]
        sides = (
            (row["player_id"], row["opponent"], row["ahead"], row["own"], row["theirs"]),
            (row["opponent"], row["player_id"], row["behind"], row["theirs"], row["own"]),
        )
        for player, opponent, ahead, own, other in sides:
            times, cost = fed[player, opponent]
            meetings[player, opponent] = Meeting(
                **where,
                player_id=player,
                opponent_id=opponent,
                games=row["games"],
                hands=row["played"],
                fed=times,
                fed_points=cost,
                ahead=ahead,
                level=level,
                tenths=own,
                opponent_tenths=other,
            )
    Meeting.objects.filter(Q(player_id__in=players) | Q(opponent_id__in=players), **where).delete()
    Meeting.objects.bulk_create(meetings.values())


def _sum_season(season_id: int, by_day: dict[date, set[int]]) -> None:
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return  # deleted, and its sums with it
    keep = season.rules.best_of if season.rules.together == "best" else 1
    out = season.rules.leaves_out + 1
    players = set().union(*by_day.values())
    for day, playing in by_day.items():
        _sum_day(season, day, playing, keep, out)
    entries: dict[int, list[SeasonDay]] = defaultdict(list)
    for row in SeasonDay.objects.filter(season=season, player_id__in=players):
        entries[row.player_id].append(row)
    Entry.objects.filter(season=season, player_id__in=players).delete()
    Entry.objects.bulk_create(
        Entry(
            season=season,
            player_id=player_id,
            games=sum(row.games for row in rows),
            value=sum(row.value for row in rows),
            best=sorted((value for row in rows for value in row.best), reverse=True)[:keep],
            worst=sorted(value for row in rows for value in row.worst)[:out],
            tenths=sum(row.tenths for row in rows),
            places=[sum(times) for times in zip(*(row.places for row in rows), strict=True)],
        )
        for player_id, rows in entries.items()
    )


def _sum_day(season: Season, day: date, players: Collection[int], keep: int, out: int) -> None:
    games: dict[int, list[Appearance]] = defaultdict(list)
    rows = Appearance.objects.filter(season=season, day=day, player_id__in=players)
    for row in rows.only("player_id", "value", "tenths", "place"):
        games[row.player_id].append(row)
    SeasonDay.objects.filter(season=season, day=day, player_id__in=players).delete()
    SeasonDay.objects.bulk_create(
        SeasonDay(
            season=season,
            player_id=player_id,
            day=day,
            games=len(played),
            value=sum(row.value for row in played),
            best=sorted((row.value for row in played), reverse=True)[:keep],
            worst=_worst(season, [row.value for row in played])[:out],
            tenths=sum(row.tenths for row in played),
            places=_places(season.game.seats, played),
        )
        for player_id, played in games.items()
    )


def _worst(season: Season, values: list[int]) -> list[int]:
    """What of a day the season may leave out, the lowest first; [] where it counts everything."""
    if not season.rules.leaves_out:
        return []
    return [sum(values)] if season.rules.together == "but_nights" else sorted(values)


def _places(seats: int, played: Iterable[Appearance]) -> list[int]:
    held = Counter(row.place for row in played)
    return [held[place] for place in range(1, max(seats, *held, 0) + 1)]
