"""Changing phases: a season that goes on from another, and who goes on. `Refused` says why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.figures.folding import reassign_to_seasons
from mahjongclub.pairing.cut import Cut, cut_ranking, ranks_of
from mahjongclub.pairing.standings import StandingsRow
from mahjongclub.rounds.teams.models import Team, TeamMember, create_team

from .changes import save_season_and_count_games
from .models import Phase, PhaseEntrant, Season
from .pages import player_names, player_sums, standings_rows, team_sums


def save_phase(season: Season, before: Season, takes: int, carries: str) -> Season:
    """Store a season, new or changed, as what goes on from another. Raises Refused."""
    with hold_write_lock(), transaction.atomic():
        season = save_season_and_count_games(season)
        Phase.objects.update_or_create(
            season=season, defaults={"before": before, "takes": takes, "carries": carries}
        )
        reassign_to_seasons(
            season.league.club_id, season.variant
        )  # of a phase not every game of its days counts
    return season


def ranked_rows(season: Season, *, teams: bool) -> tuple[list[StandingsRow], dict[int, str]]:
    """The ranked rows of a season's players or teams, and their names."""
    rows = standings_rows(season, team_sums(season) if teams else player_sums(season), teams=teams)
    names = season.teams.values_list("pk", "name") if teams else player_names(row.sums.key for row in rows)
    return rows, dict(names)


def phase_cut(phase: Phase) -> tuple[list[StandingsRow], dict[int, str], Cut]:
    """The standings before a phase, their names, and who goes on by them."""
    rows, names = ranked_rows(phase.before, teams=phase.season.is_for_teams)
    return rows, names, cut_ranking(ranks_of(rows), phase.takes)


def admitted_keys(phase: Phase) -> set[int]:
    """Who was let into a phase, by their keys in the standings before it."""
    entrants = PhaseEntrant.objects.filter(season=phase.season_id).select_related("player")
    keys = (
        entrant.player.person_id if entrant.player is not None else entrant.came_as_id for entrant in entrants
    )
    return {key for key in keys if key is not None}


def set_entrants(phase: Phase, keys: Collection[int], reason: str, account: Account | None) -> None:
    """These go on, in the order of the standings. Raises Refused.

    `keys` are players or teams of the season before. Where the standings alone do not say it, or somebody
    else is to go on, it takes a `reason`.
    """
    with hold_write_lock(), transaction.atomic():
        phase = Phase.objects.select_for_update().get(pk=phase.pk)
        season = phase.season
        if season.games.exists() or season.matches.exists():
            raise Refused(
                _("A game has counted or a match is drawn: the qualifiers can no longer be changed.")
            )
        rows, _names, by_standings = phase_cut(phase)
        chosen = [row.sums.key for row in rows if row.sums.key in keys]
        places = min(phase.takes, len(rows))
        if len(chosen) != places or not places:
            raise Refused(
                ngettext(
                    "Choose exactly %(count)s qualifier.", "Choose exactly %(count)s qualifiers.", places
                )
                % {"count": places}
            )
        if by_standings.level and not reason:
            raise Refused(_("There is a tie at the cut. Give a reason for your choice."))
        if {*chosen} != {*by_standings.proposed} and not reason:
            raise Refused(_("The standings qualify others. Give a reason for your choice."))
        PhaseEntrant.objects.filter(season=season).delete()
        if season.is_for_teams:
            _bring_teams(season, chosen)
        else:
            PhaseEntrant.objects.bulk_create(
                PhaseEntrant(season=season, number=number, player_id=key)
                for number, key in enumerate(chosen, start=1)
            )
        phase.cut_at, phase.cut_by, phase.reason = timezone.now(), account, reason
        phase.save(update_fields=["cut_at", "cut_by", "reason"])
        reassign_to_seasons(season.league.club_id, season.variant)


def _bring_teams(season: Season, chosen: Sequence[int]) -> None:
    """Each team goes on with its captain and its players."""
    season.teams.all().delete()
    competition = season.get_or_create_competition()
    teams = Team.objects.select_related("captain").prefetch_related("members").in_bulk(chosen)
    for number, key in enumerate(chosen, start=1):
        before = teams[key]
        team = create_team(competition, before.name, before.captain)
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player_id=member.player_id) for member in before.members.all()
        )
        PhaseEntrant.objects.create(season=season, number=number, team=team, came_as=before)
