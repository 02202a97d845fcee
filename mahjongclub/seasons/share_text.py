"""Text to share in a chat: a season's table, a player's year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Club, Player
from mahjongclub.figures.definitions import DEFINITIONS
from mahjongclub.figures.models import Appearance
from mahjongclub.figures.period import Period
from mahjongclub.figures.players import (
    STREAK_GAMES,
    GameSelection,
    mean_place,
    opponents_met,
    place_counts,
    streaks,
    tally,
    tally_by_seat,
)
from mahjongclub.figures.side_by_side import best_hands
from mahjongclub.figures.wording import rounded
from mahjongclub.games.kit.wording import isolated, said
from mahjongclub.rules.registry import find_variant

from .models import Season
from .pages import StandingsLine, player_names, season_standings

#: lines of a season's text; a picture has fewer (`sheets.share_pictures`)
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing told in numbers: `label` and `value` are our words, `name` is what people wrote.

    `href` is where it happened, "" where that is no one place; `game` the game it is of, where one was asked.
    """

    label: str
    value: str
    name: str = ""
    href: str = ""
    game: str = ""

    def of_game(self) -> Fact:
        """The same, said of which game."""
        label = _("%(what)s (%(game)s)") % {"what": self.label, "game": self.game}
        return replace(self, label=label)

    def __str__(self) -> str:
        """As a line of text: "Best hand: 12,000"."""
        text = ", ".join(text for text in (isolated(self.name), self.value) if text)
        return _("%(what)s: %(value)s") % {"what": self.label, "value": text}


def placed_standings(season: Season, *, by_teams: bool = False) -> list[StandingsLine]:
    """Who is placed in a season, the first place first, as `seasons.pages.season_standings` has them."""
    return [line for line in season_standings(season, teams=by_teams) if line.row.rank is not None]


def standings_in_words(season: Season, line_rows: Sequence[StandingsLine]) -> str:
    """A season's table as lines of text: whose it is and of which day, then everybody's total."""
    day = date_format(timezone.localdate())
    text_lines = [f"{season.league.club.name} · {season} · {day}"]
    for line in line_rows[:MOST_LINES]:
        row = {"place": line.rank, "name": isolated(line.name), "points": line.total}
        text_lines.append(_("%(place)s. %(name)s: %(points)s") % row)
    return "\n".join([*text_lines, *left_out_lines(len(line_rows) - MOST_LINES)])


def left_out_lines(count: int) -> list[str]:
    """The line for what is left out, none where nothing is."""
    if count <= 0:
        return []
    return [ngettext("and %(count)s more", "and %(count)s more", count) % {"count": count}]


def years_played(club: Club, player: Player) -> list[int]:
    """The years in which a player finished games in the club, the latest first. One query."""
    games = Appearance.objects.filter(player=player, book__club=club)
    return [day.year for day in games.dates("day", "year", order="DESC")]


def year_selection(club: Club, player: Player, variant: str, year: int) -> GameSelection:
    """A player's games of a variant in one year."""
    return GameSelection(club, player, variant, period=Period(date(year, 1, 1), date(year, 12, 31)))


def year_in_facts(selection: GameSelection) -> list[Fact]:
    """Games, places, points, best hand, streaks and whom it was against; [] where nothing was played."""
    assert selection.player is not None
    sums = tally(tally_by_seat(selection))
    if not sums["games"]:
        return []
    decimals = 1 if find_variant(selection.variant).decimal_points else 0
    last_places = selection.games().order_by("-order").values_list("place", flat=True)[:STREAK_GAMES]
    runs = streaks(list(last_places)[::-1], selection.seat_count)
    places = " · ".join(rounded(times, 0) for times in place_counts(sums, selection.seat_count))
    facts = [
        _fact("games", rounded(sums["games"], 0)),
        _fact("places", places),
        _fact("average_place", mean_place(sums, selection.seat_count)),
        _fact("points", rounded(sums["tenths"] / 10, decimals, signed=True)),
    ]
    for best in best_hands(selection, {selection.player.pk: sums}):
        href = reverse("tables:club_game", args=[selection.club.slug, best.code])
        facts.append(_fact("best_hand", rounded(best.points, 0), href=href))
    facts += [
        Fact(_("First places in a row"), rounded(runs["firsts"], 0)),
        Fact(_("Games without a last place"), rounded(runs["not_last"], 0)),
    ]
    return [*facts, *_met_most(selection)]


def _fact(key: str, value: str, *, href: str = "") -> Fact:
    return Fact(capfirst(str(DEFINITIONS[key][0])), value, href=href)


def _met_most(selection: GameSelection) -> Iterable[Fact]:
    """Against whom most games were, and how often the player was ahead."""
    assert selection.player is not None
    for row in opponents_met(selection)[:1]:
        games = ngettext("%(count)s game", "%(count)s games", row["games"]) % {"count": row["games"]}
        ahead = _("%(games)s, ahead in %(count)s") % {"games": games, "count": row["ahead"]}
        href = reverse("leagues:pair", args=[selection.club.slug, selection.player.pk, row["opponent_id"]])
        name = player_names([row["opponent_id"]]).get(row["opponent_id"], "")
        yield Fact(_("Most often against"), ahead, name, f"{href}?variant={selection.variant}")


def year_title(selection: GameSelection) -> str:
    """What the year is called: "2026 · Riichi"."""
    assert selection.period.since is not None
    return f"{selection.period.since.year} · {said(find_variant(selection.variant).name)}"


def player_year_in_words(selection: GameSelection, facts: Iterable[Fact]) -> str:
    """A player's year as lines of text."""
    assert selection.player is not None
    head = (
        f"{isolated(selection.player.shown_name)} · {year_title(selection)} · {isolated(selection.club.name)}"
    )
    return "\n".join([head, *map(str, facts)])
