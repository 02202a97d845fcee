"""Every figure that is kept, and the sums of it as plain Python adds them up."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date

from mahjongclub.figures.models import Appearance, Rating
from mahjongclub.pairing.standings import Sums
from mahjongclub.seasons.models import Season, SeasonGame

#: what is kept of games, each but for its own number; of a season's games, of which seat they are
KEPT = {
    Appearance: (),
    SeasonGame: ("appearance__session", "appearance__seat"),
    Rating: (),
}


def folded(digits: int = 17) -> dict[str, list[str]]:
    """Every kept figure but the numbers of rows, in an order that does not depend on them."""
    found = {}
    for model, more in KEPT.items():
        fields = [
            one.attname for one in model._meta.concrete_fields if one.attname not in ("id", "appearance_id")
        ]
        rows = model._default_manager.values(*fields, *more)
        found[model.__name__] = sorted(
            repr(
                {
                    name: round(value, digits) if isinstance(value, float) else value
                    for name, value in row.items()
                }
            )
            for row in rows
        )
    return found


def sums_one_by_one(season: Season) -> dict[int, Sums]:
    """What each player's games of a season add up to, read game by game."""
    games: dict[int, list[SeasonGame]] = defaultdict(list)
    for game in SeasonGame.objects.filter(season=season):
        games[game.player_id].append(game)
    return {player: _added(season, player, mine) for player, mine in games.items()}


def days_one_by_one(season: Season) -> dict[date, dict[int, Sums]]:
    """The same of each day alone."""
    games: dict[date, dict[int, list[SeasonGame]]] = defaultdict(lambda: defaultdict(list))
    for game in SeasonGame.objects.filter(season=season):
        games[game.day][game.player_id].append(game)
    return {
        day: {player: _added(season, player, mine) for player, mine in of_day.items()}
        for day, of_day in games.items()
    }


def _added(season: Season, player: int, games: list[SeasonGame]) -> Sums:
    scoring = season.rules
    values = sorted(game.value for game in games)
    best = scoring.best_of if scoring.together == "best" else 1
    nights: Counter[date] = Counter()
    for game in games:
        nights[game.day] += game.value
    out = sorted(nights.values()) if scoring.together == "but_nights" else values
    held = Counter(game.place for game in games)
    return Sums(
        player,
        len(games),
        sum(values),
        tuple(values[::-1][:best]),
        sum(game.tenths for game in games),
        tuple(held[place] for place in range(1, max(season.game.seats, *held) + 1)),
        worst=tuple(out[: scoring.left_out_count + 1]) if scoring.left_out_count else (),
        evenings=len(nights),
        wins=sum(game.appearance.wins for game in games) if "wins" in scoring.ties else 0,
        deal_ins=sum(game.appearance.deal_ins for game in games) if "wins" in scoring.ties else 0,
    )
