"""The cut of a tournament: who goes on to its next stage, and whose word decided between equals."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import Refused
from mahjongclub.pairing.cut import cut_ranking
from mahjongclub.pairing.drawing import CannotDraw
from mahjongclub.pairing.standings import StandingsRow

from ..changes import lock_tournament, lock_unfinished_tournament
from ..models import MOST_ROUNDS, Tournament
from ..ranking import points_formatter, stage_rankings, team_ranking
from ..state import StageState, TournamentState
from .models import Qualifier, Stage


@dataclass(frozen=True, slots=True)
class CutCandidate:
    """Who may go on: a place, or a team with all its places; `key` names it in a form."""

    key: int
    name: str
    rank: int
    total: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CutGroup:
    """Those among whom it is decided: `through` go on, of those `level` so many as there are `seats` left."""

    through: list[CutCandidate]
    level: list[CutCandidate]
    seats: int


def cut_groups(state: TournamentState, stage: StageState) -> list[CutGroup]:
    """How the ranking cuts to a stage. Refused where it cannot yet, or not with this number of places.

    Places out of the ranking and those that nobody holds any more do not go on.
    """
    assert stage.row is not None
    if state.current is not None or len(state.published) < stage.first - 1:
        raise Refused(_("The stage before it is still being played."))
    before = stage_rankings(state)[-1]
    wanted_count = stage.row.places or 0
    rows = [row for row in before.rows if _goes(state, row.sums.key, stage)]
    if stage.row.rule == Stage.Rule.TEAMS:
        return [_group(_teams(state, rows), wanted_count)]
    candidates = [_candidate(state, row) for row in rows]
    if stage.row.rule == Stage.Rule.RANKING:
        return [_group(candidates, wanted_count)]
    tables = state.drawn_rounds_by_index([state.published[-1]])[0]
    if wanted_count % len(tables):
        values = {"places": wanted_count, "tables": len(tables)}
        raise Refused(_("%(places)s players cannot be taken evenly from %(tables)s tables.") % values)
    sat = [{state.places[index].pk for index in table} for table in tables]
    at = [[candidate for candidate in candidates if candidate.key in here] for here in sat]
    return [_group(here, wanted_count // len(tables)) for here in at]


def save_cut(
    tournament: Tournament,
    stage_pk: int,
    chosen: Collection[int],
    *,
    lot: bool,
    reason: str,
    account: Account | None,
    seen: str = "",
    seed: int | None = None,
) -> None:
    """Keep who goes on: those the ranking says, and of those who are level the `chosen`, or by lot.

    `seen` is the stamp of the groups as somebody saw them, "" where nobody did. Refused where these are
    others by now, the choice does not come out even, where it has no reason, or where the cut was made.
    """
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        stage = _to_be_cut(state, stage_pk)
        assert stage.row is not None
        groups = cut_groups(state, stage)
        if seen and seen != cut_stamp(groups):
            raise Refused(_("The ranking changed meanwhile. Please check again."))
        open_groups = [group for group in groups if group.level]
        if open_groups and not lot and not reason:
            raise Refused(_("Say why: everybody can read it beside the ranking."))
        chance = random.Random(seed) if seed is not None else random.SystemRandom()
        on: list[CutCandidate] = []
        for group in groups:
            picked = [candidate for candidate in group.level if candidate.key in chosen]
            if group.level and lot:
                picked = chance.sample(group.level, group.seats)
            if len(picked) != group.seats:
                raise Refused(_("Choose exactly %(count)s of those who are level.") % {"count": group.seats})
            on += [*group.through, *picked]
        if len(groups) > 1:  # the best of each table, the better before the others
            on.sort(key=lambda candidate: candidate.rank)
        row = stage.row
        row.cut_at, row.cut_by = timezone.now(), account
        row.decided_by = Stage.DecidedBy.RANKING
        row.reason = ""
        if open_groups:
            row.decided_by = Stage.DecidedBy.LOT if lot else Stage.DecidedBy.ORGANISER
            row.reason = "" if lot else reason
        row.save(update_fields=["cut_at", "cut_by", "decided_by", "reason"])
        keys = [key for candidate in on for key in candidate.places]
        Qualifier.objects.bulk_create(
            Qualifier(stage=row, place_id=key, position=position) for position, key in enumerate(keys, 1)
        )


def cut_stamp(groups: Sequence[CutGroup]) -> str:
    """It differs once others go on, or are level."""
    keys = [
        ([candidate.key for candidate in group.through], [candidate.key for candidate in group.level])
        for group in groups
    ]
    return blake2b(repr(keys).encode(), digest_size=8).hexdigest()


def undo_cut(tournament: Tournament, stage_pk: int) -> None:
    """As if nobody had said who goes on. Refused once a round of the stage is published."""
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        stage = next((stage_ for stage_ in state.stages if stage_.row and stage_.row.pk == stage_pk), None)
        if stage is None or stage.row is None:
            raise Refused(_("There is no such stage."))
        if len(state.published) >= stage.first or locked.is_final:
            raise Refused(_("A round of this stage is published: its players can no longer be changed."))
        locked.rounds.filter(published_at=None, number__gte=stage.first).delete()
        stage.row.qualifiers.all().delete()
        Stage.objects.filter(pk=stage_pk).update(cut_at=None, cut_by=None, decided_by="", reason="")


def save_stage(tournament: Tournament, stage: Stage) -> None:
    """Add a stage behind the others, or change one that has not begun."""
    with lock_unfinished_tournament(tournament) as locked:
        state = TournamentState(locked)
        if stage._state.adding:
            stage.tournament, stage.number = locked, len(state.stages) + 1
            if state.stages[-1].row is not None:
                stage.number = state.stages[-1].row.number + 1
        else:
            _not_begun(state, stage.pk)
        others = locked.stages.exclude(pk=stage.pk).aggregate(Sum("rounds"))["rounds__sum"] or 0
        whole = state.stages[0].last + others + stage.rounds
        if whole > MOST_ROUNDS:
            raise Refused(_("A tournament has at most %(count)s rounds.") % {"count": MOST_ROUNDS})
        stage.save()
        _forget_drawn(locked, state, stage.number)
        Tournament.objects.filter(pk=locked.pk).update(round_count=whole)


def delete_stage(tournament: Tournament, stage_pk: int) -> None:
    """Take a stage away that has not begun."""
    with lock_unfinished_tournament(tournament) as locked:
        state = TournamentState(locked)
        row = _not_begun(state, stage_pk)
        _forget_drawn(locked, state, row.number)
        Tournament.objects.filter(pk=locked.pk).update(round_count=locked.round_count - row.rounds)
        row.delete()


def is_stage_fixed(state: TournamentState, stage: StageState) -> bool:
    """Whether a stage can be changed no more: its cut is made, or a round of it is published."""
    cut = stage.row is not None and stage.row.cut_at is not None
    return cut or len(state.published) >= stage.first


def _not_begun(state: TournamentState, stage_pk: int) -> Stage:
    stage = next((stage_ for stage_ in state.stages if stage_.row and stage_.row.pk == stage_pk), None)
    if stage is None or stage.row is None:
        raise Refused(_("There is no such stage."))
    if is_stage_fixed(state, stage):
        raise Refused(_("This stage has begun and can no longer be changed."))
    return stage.row


def _forget_drawn(tournament: Tournament, state: TournamentState, number: int) -> None:
    """Rounds drawn and not published, from this stage on: they would be another stage's."""
    first = next(
        (stage_.first for stage_ in state.stages if stage_.row and stage_.row.number >= number), None
    )
    if first is not None:
        tournament.rounds.filter(published_at=None, number__gte=first).delete()


def _to_be_cut(state: TournamentState, stage_pk: int) -> StageState:
    waiting = next((stage_ for stage_ in state.stages if stage_.awaits_cut), None)
    if waiting is None or waiting.row is None or waiting.row.pk != stage_pk:
        raise Refused(_("The qualifiers have already been chosen. Please check again."))
    return waiting


def _goes(state: TournamentState, place_pk: int, stage: StageState) -> bool:
    return state.place[place_pk].ranked and state.player(place_pk, stage.first) is not None


def _candidate(state: TournamentState, row: StandingsRow) -> CutCandidate:
    player = state.player(row.sums.key, state.tournament.round_count)
    name = player.shown_name if player else ""
    return CutCandidate(
        row.sums.key, name, row.rank or 0, points_formatter(state)(row.total), (row.sums.key,)
    )


def _teams(state: TournamentState, rows: Sequence[StandingsRow]) -> list[CutCandidate]:
    keys = {place.team.name: place.team.pk for place in state.places if place.team is not None}
    order = [row.sums.key for row in rows]
    candidates = []
    for line in team_ranking(state):
        own_places = tuple(key for key in order if state.place[key].team_id == keys[line.name])
        if own_places:
            candidates.append(
                CutCandidate(keys[line.name], line.name, line.rank or 0, line.total, own_places)
            )
    return candidates


def _group(candidates: Sequence[CutCandidate], wanted_count: int) -> CutGroup:
    """Who goes on of these, for so many places."""
    by_key = {candidate.key: candidate for candidate in candidates}
    try:
        ranking_cut = cut_ranking(
            {candidate.key: candidate.rank for candidate in candidates},
            wanted_count,
            {candidate.key: len(candidate.places) for candidate in candidates},
        )
    except CannotDraw:
        raise Refused(_("Whole teams do not fill %(places)s places.") % {"places": wanted_count}) from None
    if ranking_cut.short:
        values = {"places": wanted_count, "here": wanted_count - ranking_cut.short}
        raise Refused(_("%(places)s qualify, and only %(here)s are left to choose from.") % values)
    return CutGroup(
        [by_key[key] for key in ranking_cut.through],
        [by_key[key] for key in ranking_cut.level],
        ranking_cut.free,
    )
