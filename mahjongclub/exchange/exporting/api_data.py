"""What the read API says of a public club, as plain values under names that stay.

Names are the shown ones, so that a hidden name is a pseudonym here too, in English whatever the reader's
language: the same address gives everybody the same answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet

from mahjongclub.clubs.models import Club, Evening, Player, PlayerQuerySet
from mahjongclub.figures.models import COUNTS, PLACES, Appearance, Rating
from mahjongclub.figures.sums import sum_figures
from mahjongclub.pairing.scoring import VALUE_UNIT
from mahjongclub.pairing.standings import StandingsRow, average_place
from mahjongclub.seasons.games import season_game_of
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import player_sums, standings_rows, team_sums
from mahjongclub.tables.models import result_filter

from .club_sheets import rounded_number

Json = dict[str, Any]
#: makes an address of this site whole
Absolute = Callable[[str], str]


def people_json_by_id(player_ids: Iterable[int]) -> dict[int, Json]:
    """These players as everything below names them. One query."""
    return {player.pk: person_json(player) for player in Player.objects.filter(pk__in=set(player_ids))}


def person_json(player: Player) -> Json:
    """A player as everything names them."""
    return {"id": player.pk, "name": player.shown_name, "name_hidden": player.name_hidden}


def public_clubs_with_counts() -> QuerySet[Club]:
    """Every club that shows its results to everybody, with how much there is."""
    games = Count("sessions", filter=result_filter("sessions__"), distinct=True)
    public = Club.objects.filter(visibility=Club.Visibility.PUBLIC)
    return public.annotate(games=games).order_by("name", "pk")


def clubs_json(_here: None, rows: Sequence[Any], absolute: Absolute) -> list[Json]:
    """Some of `clubs()`."""
    return [
        {
            "slug": club.slug,
            "name": club.name,
            "time_zone": club.time_zone,
            "founded": club.created_at.date().isoformat(),
            "games": club.games,
            "url": absolute(f"/c/{club.slug}/"),
        }
        for club in rows
    ]


def club_seasons(club: Club) -> QuerySet[Season]:
    """The seasons of a club, the latest first."""
    return Season.objects.filter(league__club=club).select_related("league")


def seasons_json(club: Club, rows: Sequence[Season], absolute: Absolute) -> list[Json]:
    """Those seasons without their standings."""
    return [
        {
            "id": season.pk,
            "league": season.league.name,
            "name": season.name,
            "variant": season.variant,
            "starts": season.starts.isoformat(),
            "ends": season.ends.isoformat() if season.ends else None,
            "scoring": season.rules.to_json(),
            "url": absolute(f"/c/{club.slug}/seasons/{season.pk}/"),
        }
        for season in rows
    ]


def standings_json(season: Season) -> Json:
    """Players, and teams where there are some, in the order of the standings. Six queries."""
    players = standings_rows(season, player_sums(season))
    who = people_json_by_id(row.sums.key for row in players)
    teams = dict(season.teams.values_list("pk", "name"))
    return {
        "standings": [{"player": who[row.sums.key], **_standing(row)} for row in players],
        "teams": [
            {"team": teams[row.sums.key], **_standing(row)}
            for row in (standings_rows(season, team_sums(season), teams=True) if teams else ())
        ],
    }


def _standing(row: StandingsRow) -> Json:
    sums = row.sums
    return {
        "rank": row.rank,
        "total": rounded_number(row.total / VALUE_UNIT, 4),
        "games": sums.games,
        "average_place": rounded_number(average_place(sums.places), 4) if sums.games else None,
        "places": list(sums.places),
        "adjustment": rounded_number(Fraction(sums.adjustment, VALUE_UNIT), 4),
        "carried": rounded_number(Fraction(sums.carried, VALUE_UNIT), 4),
        "final_points": rounded_number(Fraction(sums.tenths, 10), 4),
        "decided_by": row.decided_by,
    }


def ended_game_appearances(club: Club) -> QuerySet[Appearance]:
    """One row for each ended game of the club, the latest first."""
    ended = Appearance.objects.filter(book__club=club, seat=0)
    return ended.select_related("session__house_rules", "season_game").order_by("-order")


def games_json(club: Club, appearances: Sequence[Appearance], absolute: Absolute) -> list[Json]:
    """Those games with who played. Two queries."""
    rows = Appearance.objects.filter(session__in=[appearance.session_id for appearance in appearances])
    rows = rows.select_related("season_game")
    by_session: dict[int, list[Appearance]] = defaultdict(list)
    for row in rows.order_by("place", "seat"):
        by_session[row.session_id].append(row)
    who = people_json_by_id(row.player_id for seats in by_session.values() for row in seats)
    return [
        {
            "code": appearance.session.code,
            "variant": appearance.session.variant,
            "preset": appearance.session.preset,
            "house_rules": appearance.session.house_rules.name if appearance.session.house_rules else None,
            "day": appearance.day.isoformat(),
            "started": appearance.session.started_at.isoformat() if appearance.session.started_at else None,
            "ended": appearance.session.ended_at.isoformat() if appearance.session.ended_at else None,
            "evening": appearance.session.evening_id,
            "season": game.season_id if (game := season_game_of(appearance)) else None,
            "from_paper": appearance.session.on_paper is not None,
            "hands": appearance.hands,
            "ranking": [_ranked(row, who) for row in by_session[appearance.session_id]],
            "url": absolute(f"/c/{club.slug}/games/{appearance.session.code}/"),
        }
        for appearance in appearances
    ]


def _ranked(row: Appearance, who: dict[int, Json]) -> Json:
    return {
        "rank": row.place,
        "seat": row.seat,
        "player": who[row.player_id],
        "score": row.score,
        "final_points": rounded_number(Fraction(row.tenths, 10), 4),
        "season_points": rounded_number(Fraction(game.value, VALUE_UNIT), 4)
        if (game := season_game_of(row))
        else None,
    }


def players_having_figures(club: Club) -> PlayerQuerySet:
    """Whoever has figures in the club, by number."""
    played = Appearance.objects.filter(player=OuterRef("pk"), book__club=club)
    return Player.objects.filter(Exists(played)).order_by("pk")


def players_json(club: Club, players: Sequence[Player], absolute: Absolute) -> list[Json]:
    """Those players with their figures in each game. Two queries."""
    ids = [player.pk for player in players]
    games = Appearance.objects.filter(book__club=club, player__in=ids)
    figures: dict[int, Json] = defaultdict(dict)
    for row in sum_figures(games, "player_id", "book__variant"):
        figures[row["player_id"]][row["book__variant"]] = _figures(row)
    for rating in Rating.objects.filter(book__club=club, player__in=ids).select_related("book"):
        figures[rating.player_id].get(rating.book.variant, {})["rating"] = {
            "strength": round(rating.mu, 4),
            "uncertainty": round(2 * rating.sigma, 4),
            "r": round(rating.r, 4),
        }
    return [
        {
            **person_json(player),
            "figures": figures[player.pk],
            "url": absolute(f"/c/{club.slug}/players/{player.pk}/"),
        }
        for player in players
    ]


def _figures(row: Any) -> Json:
    places = [row[name] for name in PLACES]
    return {
        "games": row["games"],
        "places": places,
        "average_place": rounded_number(average_place(places), 4),
        "final_points": rounded_number(Fraction(row["tenths"], 10), 4),
        **{name: row[name] for name in COUNTS},
        "best_hand": row["best_hand"],
        "rating": None,
    }


def evenings_with_game_counts(club: Club) -> QuerySet[Evening]:
    """The evenings, the latest first, with how many games were played."""
    ended = Count("sessions", filter=result_filter("sessions__"))
    return club.evenings.annotate(games=ended).order_by("-date", "-pk")


def evenings_json(club: Club, rows: Sequence[Any], absolute: Absolute) -> list[Json]:
    """Some of `evenings_with_game_counts`."""
    return [
        {
            "id": evening.pk,
            "date": evening.date.isoformat(),
            "name": evening.name,
            "place": evening.place,
            "begins": evening.begins and evening.begins.isoformat("minutes"),
            "ends": evening.ends and evening.ends.isoformat("minutes"),
            "time_zone": club.time_zone,
            "games": evening.games,
            "url": absolute(f"/c/{club.slug}/evenings/{evening.pk}/"),
        }
        for evening in rows
    ]
