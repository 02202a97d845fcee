"""Changing leagues: every write that moves games between seasons, or points within one."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.figures.folding import reassign_to_seasons, update_figures
from mahjongclub.pairing.scoring import Scoring, read_scoring
from mahjongclub.rounds.changing import lock_or_create_competition
from mahjongclub.rounds.penalties.kinds import POINTS
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rounds.teams.models import Team
from mahjongclub.tables.models import Session

from .models import Choice, League, Season


def add_season(
    league: League,
    name: str,
    variant: str,
    starts: date,
    ends: date | None,
    scoring: Scoring,
    *,
    events: bool = False,
) -> Season:
    """A season with every game of its dates, those of `events` too where it says so. Raises Refused."""
    season = Season(league=league, name=name, variant=variant, starts=starts, ends=ends, events=events)
    season.scoring = scoring.to_json()
    return save_season_and_count_games(season)


def save_season_and_count_games(season: Season) -> Season:
    """Store a season as it is now, new or changed, and count its games. Raises Refused."""
    with hold_write_lock(), transaction.atomic():
        # one season after the other, so that two cannot overlap without seeing each other
        club = type(season.league.club).objects.select_for_update().get(pk=season.league.club_id)
        overlapping = season_overlapping(season)
        if overlapping is not None:
            text = _(
                "“%(season)s” already counts this game on some of these days. Games count for one season."
            )
            raise Refused(text % {"season": str(overlapping)}, field="starts")
        before = Season.objects.filter(pk=season.pk).first()
        if before is not None and before.rules != read_scoring(season.scoring) and before.games.exists():
            raise Refused(_("A game counts for this season: its scoring is frozen."))
        if season.league._state.adding:
            league = season.league
            league.save()
            season.league = league  # takes the number over
        season.save()
        reassign_to_seasons(club.pk, season.variant)
    return season


def season_overlapping(season: Season) -> Season | None:
    """Another season of the club that counts the same variant on one of its days; none where it counts the
    games of its matches alone."""
    if not season.counts_by_dates:
        return None
    others = Season.objects.filter(
        league__club_id=season.league.club_id, variant=season.variant, counts=Season.CountedGames.DATES
    )
    others = others.filter(Q(ends=None) | Q(ends__gte=season.starts)).exclude(pk=season.pk)
    if season.ends is not None:
        others = others.filter(starts__lte=season.ends)
    return others.select_related("league").first()


def delete_season(season: Season) -> None:
    """The games stay; they count for no season, or for another one. Raises Refused."""
    with hold_write_lock(), transaction.atomic():
        if (phase := Season.objects.filter(phase__before=season.pk).first()) is not None:
            text = _("Delete “%(season)s” first: it continues this season.")
            raise Refused(text % {"season": phase.name})
        club_id, variant = season.league.club_id, season.variant
        season.delete()
        reassign_to_seasons(club_id, variant)


def save_season_choice(session: Session, season: Season | None) -> None:
    """Have a game count for a season whatever its date, or for none."""
    with hold_write_lock(), transaction.atomic():
        Choice.objects.update_or_create(session=session, defaults={"season": season})
        update_figures([session.pk])


def include_game(session: Session, season: Season) -> None:
    """Make a game count for a season: by its date if that is in the season, else as an organiser's choice."""
    with hold_write_lock(), transaction.atomic():
        Choice.objects.filter(session=session).delete()
        update_figures([session.pk])
        if not season.games.filter(appearance__session=session).exists():
            save_season_choice(session, season)


def give_points(
    season: Season,
    receiver: Player | Team,
    tenths: int,
    reason: str,
    day: date,
    made_by: Account | None = None,
    kind: str = POINTS.key,
) -> Penalty:
    """Give a player or a team points (tenths of a point) from a day on, or take them where below 0."""
    with lock_or_create_competition(
        season.league.club, season=season
    ) as competition:  # with what others hear of it
        return competition.penalties.create(
            **{"team" if isinstance(receiver, Team) else "player": receiver},
            tenths=tenths,
            reason=reason,
            day=day,
            made_by=made_by,
            kind=kind,
        )
