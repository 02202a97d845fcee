"""What the overview of a club, on a screen from 1024 px, says of its leagues and its night."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.db.models import Count, F, Q
from django.template import RequestContext

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.roster import own_player
from mahjongclub.clubs.time_zones import today
from mahjongclub.nights.changes import people_here, rounds_of
from mahjongclub.nights.coming import next_evenings, people_missing_in_words, replies_to_evening
from mahjongclub.nights.models import Reply
from mahjongclub.nights.pages import night_round_row, players_of_last_evening
from mahjongclub.nights.step import evening_step
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import season_standings
from mahjongclub.tables.models import result_filter

register = template.Library()

LINES_SHOWN = 8
MOST_MISSING = 24


@register.inclusion_tag("leagues/_main_season_standings.html")
def main_season_standings(club: Club) -> dict[str, object]:
    """The head of the standings of the season that runs and is played most, and the others that run."""
    day = today(club)
    running = Season.objects.filter(Q(ends=None) | Q(ends__gte=day), league__club=club, starts__lte=day)
    first, *others = running.select_related("league").annotate(played=Count("games")).order_by(
        F("played").desc(nulls_last=True), "-starts", "-pk"
    ) or [None]
    if first is None:
        return {"club": club, "season": None}
    table_lines = season_standings(first)[:LINES_SHOWN]
    return {"club": club, "season": first, "rows": table_lines, "others": others}


@register.inclusion_tag("leagues/night/_last_night.html")
def latest_story_link(club: Club) -> dict[str, object]:
    """The way to the story of the latest evening that has one."""
    evenings = club.evenings.filter(result_filter("sessions__"), date__lte=tonight(club))
    return {"club": club, "evening": evenings.order_by("-date", "-pk").first()}


def _by_name(players: Iterable[Player]) -> list[str]:
    return sorted((player.shown_name for player in players), key=alphabetical_key)


@register.inclusion_tag("leagues/night/_coming.html", takes_context=True)
def evening_replies(
    context: RequestContext, evening: Evening, visit: ClubVisit, to: str = ""
) -> dict[str, object]:
    """Who comes to a planned evening, and one's own answer in a tap; nothing once a round is drawn."""
    if evening.date < tonight(visit.club) or rounds_of(evening).exists():
        return {"evening": None}
    user = context["request"].user
    my_player = own_player(user.pk, visit.club) if visit.is_member else None
    coming = replies_to_evening(evening)
    mine = coming.of.get(my_player.pk) if my_player is not None else None
    return {
        "evening": evening,
        "club": visit.club,
        "visit": visit,
        "own": my_player,
        "mine": mine,
        "line": coming.place_in_line(my_player.pk) if my_player is not None else 0,
        "coming": coming,
        "missing": people_missing_in_words(evening, len(coming.come)),
        "answers": Reply.Answer.choices,
        "to": to,
        "csrf_token": context["csrf_token"],
    }


@register.inclusion_tag("leagues/night/_coming.html", takes_context=True)
def next_evening_replies(context: RequestContext, club: Club, visit: ClubVisit) -> dict[str, object]:
    """The same of the club's next evening."""
    evening = next(iter(next_evenings(club)), None)
    if evening is None:
        return {"evening": None}
    return {**evening_replies(context, evening, visit, "club"), "titled": True}


@register.inclusion_tag("leagues/night/_now.html")
def people_tonight(evening: Evening, visit: ClubVisit) -> dict[str, object]:
    """Who is here, who waits, and who came last time and is missing; for those who see the roster."""
    if not visit.may_score:
        return {"evening": None}
    here = people_here(evening)
    coming = replies_to_evening(evening)
    people_to_come = [answer.player.person for answer in coming.come if answer.player.person.pk not in here]
    last = rounds_of(evening).last()
    missing = Player.objects.filter(pk__in=set(players_of_last_evening(evening)) - set(here) - set(coming.of))
    names = _by_name(missing)
    expected = _by_name(people_to_come)
    return {
        "evening": evening,
        "club": visit.club,
        "here": len(here),
        "round": last,
        "waiting": night_round_row(evening, last, None).waiting if last is not None else [],
        "expected": expected[:MOST_MISSING],
        "more_expected": max(0, len(expected) - MOST_MISSING),
        "missing": names[:MOST_MISSING],
        "more": max(0, len(names) - MOST_MISSING),
    }


@register.inclusion_tag("leagues/night/_step.html", takes_context=True)
def night_step(context: RequestContext, evening: Evening, visit: ClubVisit) -> dict[str, object]:
    """Return how far an evening is and what comes next; no step of one to come without a round.

    A past evening offers no next round, and has a step only while a table of it has no result.
    """
    day = tonight(visit.club)
    is_past = evening.date < day
    step = evening_step(evening) if evening.date == day or rounds_of(evening).exists() else None
    if step is not None and is_past and not step.unfinished_table_count:
        step = None
    return {
        "evening": evening,
        "club": visit.club,
        "visit": visit,
        "step": step,
        "is_past": is_past,
        "csrf_token": context["csrf_token"],
    }
