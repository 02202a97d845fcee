"""Pictures to share in a chat: a season's table, a player's year, a night; each in the language in use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Club
from mahjongclub.clubs.naming import pseudonym
from mahjongclub.figures.players import GameSelection
from mahjongclub.games.registry import find_game
from mahjongclub.nights.story import Story
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import StandingsLine
from mahjongclub.seasons.share_text import Fact, left_out_lines, year_title

from .sheet import Sheet, WrittenText, printable_text

#: as many places as a picture can show so that a phone's screen shows them
MOST_PLACES, MOST_FACTS = 16, 12


def standings_picture(season: Season, standings: Sequence[StandingsLine], *, language: str) -> Sheet:
    """The head of a season's table; `standings` as `placed_standings` has it."""
    han, club = find_game(season.variant).paper.han, season.league.club
    return Sheet(
        template="picture",
        title=season.name,
        language=language,
        paper="a4",
        file_name=slugify(f"{season} {localdate().isoformat()}") or f"season-{season.pk}",
        data={
            "heading": printable_text(str(season), han=han, stand_in=f"{season.pk}"),
            "below": printable_text(club.name, han=han, stand_in=f"{club.pk}"),
            "day": date_format(localdate()),
            "more": "".join(left_out_lines(len(standings) - MOST_PLACES)),
            "rows": [
                {
                    "place": line.rank,
                    "name": printable_text(line.name, han=han, stand_in=pseudonym(line.key)),
                    "points": line.total,
                    "score": ngettext("%(count)s game", "%(count)s games", line.games)
                    % {"count": line.games},
                }
                for line in standings[:MOST_PLACES]
            ],
        },
    )


def player_year_picture(selection: GameSelection, facts: Iterable[Fact], *, language: str) -> Sheet:
    """A player's year in numbers."""
    player = selection.player
    assert player is not None
    heading = printable_text(player.shown_name, stand_in=pseudonym(player.pk))
    return facts_picture(selection.club, heading, year_title(selection), facts, language=language)


def night_picture(story: Story, *, language: str) -> Sheet:
    """What was remarkable at an evening, in numbers."""
    evening = story.evening
    heading = printable_text(evening.name or evening.club.name, stand_in=f"{evening.club_id}")
    return facts_picture(
        evening.club, heading, date_format(evening.date), story.facts[:MOST_FACTS], language=language
    )


def facts_picture(
    club: Club, heading: WrittenText, line: str, facts: Iterable[Fact], *, language: str
) -> Sheet:
    """Things told in numbers, two beside each other; `heading` is what people wrote, `line` ours."""
    return Sheet(
        template="facts",
        title=line,
        language=language,
        paper="a4",
        file_name=slugify(f"{heading['text']} {line}") or slugify(line) or "mahjong",
        data={
            "heading": heading,
            "club": printable_text(club.name, stand_in=f"{club.pk}"),
            "facts": [
                {
                    "label": fact.label,
                    "value": fact.value,
                    "name": printable_text(fact.name, stand_in="–") if fact.name else None,
                }
                for fact in facts
            ],
        },
    )
