"""The ranking of a tournament: totals by place and by team, with what the referee took apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import zip_longest

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.figures.wording import rounded, tie_break_words
from mahjongclub.games.kit.wording import isolated
from mahjongclub.pairing.cut import ALL, stage_start_sums
from mahjongclub.pairing.scoring import TENTH, VALUE_UNIT, Scoring
from mahjongclub.pairing.standings import StandingsRow, Sums, rank_entries
from mahjongclub.rounds.teams.models import TeamMember

from .models import Place, Stint
from .stages.models import Stage
from .state import PlaceRoundResult, StageState, TournamentState


@dataclass(frozen=True, slots=True)
class RankingLine:
    """One line of the ranking. `rank` is None outside it; `rounds` has "" for a round without a result.

    `value` is the total in 600ths of a point. `stage` is the stage reached, `carried` what was brought into
    it ("" with one stage). `table_points` and `score` are "" but where the ranking shows both.
    """

    name: str
    rank: int | None
    total: str
    value: int | Fraction
    why: str
    penalty: str = ""
    number: int = 0
    team: str = ""
    note: str = ""
    rounds: tuple[str, ...] = ()
    stage: str = ""
    carried: str = ""
    table_points: str = ""
    score: str = ""
    #: the three above as numbers, in 600ths of a point: table points, score, what is carried
    exact: tuple[int | Fraction, int | Fraction, int | Fraction] = (0, 0, 0)
    #: for each round why it brought what it brought, as `PlaceRoundResult.why`
    reasons: tuple[str, ...] = ()

    @property
    def cells(self) -> SafeString:
        """What each round brought, and why, as cells of a table: a large event has thousands of them."""
        cells = (_cell(points, why) for points, why in zip_longest(self.rounds, self.reasons, fillvalue=""))
        return mark_safe("".join(cells))  # each is escaped


def _cell(points: str, why: str) -> str:
    if not why:
        return f"<td>{escape(points) if points else '–'}</td>"
    return f"<td>{escape(points)} <small>{escape(_('bye') if why == 'bye' else _('substitute'))}</small></td>"


@dataclass(frozen=True, slots=True)
class StageRanking:
    """A stage that was reached, with the row of each place that plays in it, in the order of its ranking."""

    stage: StageState
    rows: list[StandingsRow]
    scoring: Scoring


def ranking(state: TournamentState) -> list[RankingLine]:
    """Every place, the first place first; those out of the ranking last.

    Those who reached a later stage stand before those who left an earlier one.
    """
    lines: list[RankingLine] = []
    out: list[RankingLine] = []
    through: set[int] = set()
    for staged in reversed(stage_rankings(state)):
        left = [row.sums for row in staged.rows if row.sums.key not in through]
        ahead = len(lines)
        rows = _ranked_then_left(staged.scoring, left, lambda key: state.place[key].ranked)
        for row in rows:
            if row.rank is None:
                out.append(_line(state, staged, row, None, ""))
                continue
            why = tie_break_words(row)
            if through and not why:
                why = _why_left(state, staged, row, first=row is rows[0])
            lines.append(_line(state, staged, row, row.rank + ahead, why))
        through |= {sums.key for sums in left}
    return lines + out


def stage_rankings(state: TournamentState) -> list[StageRanking]:
    """Every stage reached, the first one first, with where its places stand in it, what is carried too."""
    staged: list[StageRanking] = []
    for stage in state.reached_stages:
        sums = [sums_of_place(state, state.place[pk], stage) for pk in stage.members]
        scoring = state.tournament.scoring
        if staged:
            how, bonus = (stage.row.carries, stage.row.bonus) if stage.row else (ALL, ())
            sums = stage_start_sums(staged[-1].rows, staged[-1].scoring, sums, how, bonus)
            scoring = replace(scoring, tie_3="seed") if stage.has_cut else scoring
        staged.append(StageRanking(stage, rank_entries(scoring, sums), scoring))
    return staged


def _why_left(state: TournamentState, staged: StageRanking, row: StandingsRow, *, first: bool) -> str:
    """Why one who left at a stage stands behind those who went on."""
    following = state.stages[staged.stage.number]
    on = set(following.members)
    own_row = next(other for other in staged.rows if other.sums.key == row.sums.key)
    level = any(other.rank == own_row.rank for other in staged.rows if other.sums.key in on)
    cut = following.row
    if level and cut is not None and cut.decided_by == Stage.DecidedBy.LOT:
        return _("Tied at the cut: decided by lot.")
    if level and cut is not None and cut.decided_by == Stage.DecidedBy.ORGANISER:
        return _("Tied at the cut: the organiser decided. %(reason)s") % {"reason": cut.reason}
    return _("Decided by the stage reached.") if first else ""


def team_ranking(state: TournamentState) -> list[RankingLine]:
    """The teams by the sum of their places, whoever held them; [] without teams.

    A team of whose places none is ranked has left: it stands last, out of the ranking.

    Where whole teams go on to a stage, it counts as it does for places; else every round counts whole.
    """
    names = {place.team.pk: place.team.name for place in state.places if place.team is not None}
    by_teams = any(stage_.row is not None and stage_.row.rule == Stage.Rule.TEAMS for stage_ in state.stages)
    scoring = state.tournament.scoring
    if by_teams:
        groups = [
            (staged.stage.name, [row.sums for row in staged.rows])
            for staged in reversed(stage_rankings(state))
        ]
    else:
        groups = [("", [sums_of_place(state, place) for place in state.places])]
    here = _who_plays(state) if names and teams_have_reserves(state) else {}
    lines: list[RankingLine] = []
    out: list[RankingLine] = []
    say = points_formatter(state)
    done: set[int] = set()
    stay = {place.team_id for place in state.places if place.ranked}
    for stage_name, sums in groups:
        by_team: dict[int, Sums] = {}
        for place_sums in sums:
            team = state.place[place_sums.key].team_id
            if team is not None and team not in done:
                before = by_team.get(team)
                by_team[team] = before.added(place_sums) if before else replace(place_sums, key=team)
        ahead = len(lines)
        for row in _ranked_then_left(scoring, by_team.values(), lambda team: team in stay):
            why = tie_break_words(row) or (
                _("Decided by the stage reached.") if ahead and row.rank == 1 else ""
            )
            place = row.rank + ahead if row.rank is not None else None
            name = names[row.sums.key]
            notes = here.get(row.sums.key, ()) if place is not None else [_("out of the ranking")]
            points, score = _both(state, row)
            total = say(row.total)
            (lines if place is not None else out).append(
                RankingLine(
                    *(name, place, total, row.total, why if place is not None else ""),
                    note=", ".join(notes),
                    stage=stage_name if len(groups) > 1 else "",
                    table_points=points,
                    score=score,
                )
            )
        done |= set(by_team)
    return lines + out


def teams_have_reserves(state: TournamentState) -> bool:
    """Whether a team may have others play than those who began: the ranking of people is then by people."""
    teams = {place.team_id for place in state.places} - {None}
    return bool(teams) and TeamMember.objects.filter(team__in=teams).exists()


def _who_plays(state: TournamentState) -> dict[int, list[str]]:
    """The names of those who play for each team in the latest round there is."""
    last = max((round_.number for round_ in state.published if round_.opened_at is not None), default=1)
    names: dict[int, list[str]] = {}
    for place in state.places:
        player = state.player(place.pk, last)
        if place.team_id is not None and player is not None:
            names.setdefault(place.team_id, []).append(player.shown_name)
    return names


def people_ranking(state: TournamentState) -> list[RankingLine]:
    """Everybody who has played, on whichever place, by the rounds they played themselves.

    Whoever left every place they held, and these the ranking, stands last, out of it.
    """
    people: dict[int, Player] = {}
    team: dict[int, str] = {}
    stays: dict[int, bool] = {}
    brought: dict[int, dict[int, PlaceRoundResult]] = {}
    adjustments: Counter[int] = Counter()
    for (number, place_pk), result in state.results.items():
        if (player := state.player(place_pk, number)) is not None and result.rank:
            people[player.pk] = player
            brought.setdefault(player.pk, {})[number] = result
            place = state.place[place_pk]
            stays[player.pk] = stays.get(player.pk, False) or place.ranked
            team[player.pk] = place.team.name if place.team else ""
    for penalty in state.penalties:
        _place, player = state.penalised_place_and_player(penalty)
        if player is not None:
            adjustments[player.pk] += penalty.value
    sums = [_sums_of(state, pk, [*of.values()], adjustments[pk]) for pk, of in brought.items()]
    say = points_formatter(state)
    lines = []
    for row in _ranked_then_left(state.tournament.scoring, sums, stays.__getitem__):
        pk = row.sums.key
        points, score = _both(state, row)
        by_round = brought[pk]
        rounds = tuple(
            say(by_round[round_.number].value) if round_.number in by_round else ""
            for round_ in state.published
        )
        lines.append(
            RankingLine(
                people[pk].shown_name,
                row.rank,
                say(row.total),
                row.total,
                tie_break_words(row) if row.rank is not None else "",
                penalty=say(row.sums.adjustment) if row.sums.adjustment else "",
                team=team[pk],
                note="" if row.rank is not None else _("out of the ranking"),
                rounds=rounds,
                table_points=points,
                score=score,
            )
        )
    return lines


def _ranked_then_left(
    scoring: Scoring, everybody: Iterable[Sums], stays: Callable[[int], bool]
) -> list[StandingsRow]:
    """Rank those who stay; after them stands, without a rank, who has left the ranking."""
    parts: tuple[list[Sums], list[Sums]] = ([], [])
    for sums in everybody:
        parts[not stays(sums.key)].append(sums)
    ranked, left = (rank_entries(scoring, part) for part in parts)
    return [*ranked, *(replace(row, rank=None) for row in left)]


def sums_of_place(state: TournamentState, place: Place, stage: StageState | None = None) -> Sums:
    """What a place has come to in all rounds or in those of a stage, in 600ths of a point.

    Penalties are an adjustment: those of the rounds, and in every stage those of no round (`whole`).
    """
    first, last = (stage.first, stage.last) if stage else (1, state.tournament.round_count)
    rounds = [round_.number for round_ in state.published if first <= round_.number <= last]
    results = [state.results[key] for number in rounds if (key := (number, place.pk)) in state.results]
    penalties = [penalty for penalty in state.penalties if penalty.place_id == place.pk]
    whole = sum(penalty.value for penalty in penalties if penalty.round_number is None)
    round_values = (
        penalty.value
        for penalty in penalties
        if penalty.round_number and first <= penalty.round_number <= last
    )
    return _sums_of(state, place.pk, results, whole + sum(round_values), whole)


def _sums_of(
    state: TournamentState, key: int, results: Sequence[PlaceRoundResult], adjustment: int, whole: int = 0
) -> Sums:
    """Add up results and penalties, in 600ths of a point; `whole` is what of these belongs to no round."""
    place_counts = [0] * state.tournament.game.seats
    for result in results:
        if not result.why:
            place_counts[result.rank - 1] += 1
    return Sums(
        key=key,
        games=len(results),
        value=sum(result.value for result in results),
        best=(max((result.value for result in results), default=0),),
        tenths=sum(result.tenths for result in results),
        places=tuple(place_counts),
        adjustment=adjustment,
        whole=whole,
        table_points=sum(result.table_points for result in results),
    )


def ranking_snapshot(lines: Sequence[RankingLine]) -> list[list[int | float | None]]:
    """What is kept of a ranking as it is published, to see later whether it has changed.

    A total that halving left without a whole number of 600ths is exact as a float too.
    """
    return [[line.number, line.rank, plain_value(line.value)] for line in lines]


def plain_value(value: int | Fraction) -> int | float:
    """A total in 600ths as a final ranking keeps it."""
    return int(value) if Fraction(value).denominator == 1 else float(value)


def points_formatter(state: TournamentState) -> Callable[[Fraction | int], str]:
    """How a value in 600ths is written in this tournament."""
    return _said(state, places=state.tournament.is_ranked_by_places)


def table_points_formatter(state: TournamentState) -> Callable[[Fraction | int], str]:
    """How the points of one table, in 600ths, are written in this tournament: with their sign."""
    return _said(state, places=False)


def _said(state: TournamentState, *, places: bool) -> Callable[[Fraction | int], str]:
    """Each value is written once, in the reader's language."""
    way = get_language(), places
    if way not in state.written:
        state.written[way] = _writing(state, places=places)
    return state.written[way]


def _writing(state: TournamentState, *, places: bool) -> Callable[[Fraction | int], str]:
    decimals = 1 if places or state.tournament.game.decimal_points else 0

    @cache
    def say(value: Fraction | int) -> str:
        exact = Fraction(value, VALUE_UNIT)
        # halves are said whole (10.125), thirds are not
        finer = next((n for n in range(decimals, 6) if (exact * 10**n).denominator == 1), 2)
        return rounded(exact, finer, signed=not places)

    return say


def _both(state: TournamentState, row: StandingsRow) -> tuple[str, str]:
    """Points for places and score, where the ranking shows both; penalties are in the first of them."""
    if not state.tournament.shows_both_points:
        return "", ""
    points, score = _both_values(state, row)
    return _said(state, places=True)(points), _said(state, places=False)(score)


def _both_values(state: TournamentState, row: StandingsRow) -> tuple[int | Fraction, int | Fraction]:
    """The same in 600ths of a point."""
    if state.tournament.is_ranked_by_places:
        return row.total, Fraction(row.sums.tenths) * TENTH
    return row.sums.table_points, row.total


def holder_rows(place: Place) -> list[tuple[int, str, bool]]:
    """Who has held a place, from which round on, and whether as a substitute; "" for nobody."""
    return [(stint.from_round, stint_holder_name(stint), stint.substitute) for stint in place.stints.all()]


def stint_holder_name(stint: Stint) -> str:
    """The name of whom a stint puts at its place, "" for nobody."""
    return stint.player.person.shown_name if stint.player else ""


def _fills_in(stint: Stint) -> str:
    if stint.player is None:
        return _("withdrawn before round %(round)s") % {"round": stint.from_round}
    return _("%(name)s fills in from round %(round)s") % {
        "name": isolated(stint_holder_name(stint)),
        "round": stint.from_round,
    }


def _line(
    state: TournamentState, staged: StageRanking, row: StandingsRow, shown_rank: int | None, why: str
) -> RankingLine:
    place = state.place[row.sums.key]
    say = points_formatter(state)
    stints = list(place.stints.all())
    regular = [stint for stint in stints if not stint.substitute] or stints
    holders = [(stint.from_round, stint_holder_name(stint)) for stint in regular]
    holders = [
        holder for index, holder in enumerate(holders) if not index or holder[1] != holders[index - 1][1]
    ]
    name, note = holders[-1][1], ""
    if len(holders) > 1:
        before = next((who for _from, who in reversed(holders[:-1]) if who), "")
        if name == before:
            note = _("back from round %(round)s on") % {"round": holders[-1][0]}
        elif name:
            note = _("from round %(round)s, for %(name)s") % {"round": holders[-1][0], "name": before}
        else:
            name, note = before, _("withdrawn before round %(round)s") % {"round": holders[-1][0]}
    points, score = _both(state, row)
    notes = [note, *(_fills_in(stint) for stint in stints if stint.substitute)]
    if place.steward:
        notes.append(_("steward"))
    elif not place.ranked:
        notes.append(_("out of the ranking"))
    return RankingLine(
        number=place.number,
        name=name,
        team=place.team.name if place.team else "",
        note=", ".join(filter(None, notes)),
        rank=shown_rank,
        total=say(row.total),
        penalty=say(row.sums.adjustment) if row.sums.adjustment else "",
        rounds=tuple(
            say(state.results[round_.number, place.pk].value)
            if (round_.number, place.pk) in state.results
            else ""
            for round_ in state.published
        ),
        reasons=tuple(
            result.why if (result := state.results.get((round_.number, place.pk))) else ""
            for round_ in state.published
        ),
        why=why,
        value=row.total,
        stage=staged.stage.name if len(state.stages) > 1 and shown_rank is not None else "",
        carried=say(row.sums.carried) if staged.stage.number > 1 else "",
        table_points=points,
        score=score,
        exact=(*_both_values(state, row), row.sums.carried),
    )
