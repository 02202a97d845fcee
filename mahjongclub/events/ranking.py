"""The ranking of a tournament: totals by place and by team, with what the referee took apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import zip_longest

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.figures.wording import rounded, why_below
from mahjongclub.games.kit.wording import isolated
from mahjongclub.pairing.cut import ALL, carry_sums
from mahjongclub.pairing.scoring import TENTH, VALUE_UNIT, Scoring
from mahjongclub.pairing.standings import StandingsRow, Sums, rank_entries
from mahjongclub.rounds.teams.models import TeamMember

from .models import Place, Stint
from .stages.models import Stage
from .state import Result, StageState, TournamentState


@dataclass(frozen=True, slots=True)
class Line:
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
    #: for each round why it brought what it brought, as `Result.why`
    reasons: tuple[str, ...] = ()

    @property
    def cells(self) -> SafeString:
        """What each round brought, and why, as cells of a table: a large event has thousands of them."""
        told = (_cell(points, why) for points, why in zip_longest(self.rounds, self.reasons, fillvalue=""))
        return mark_safe("".join(told))  # each is escaped


def _cell(points: str, why: str) -> str:
    if not why:
        return f"<td>{escape(points) if points else '–'}</td>"
    return f"<td>{escape(points)} <small>{escape(_('bye') if why == 'bye' else _('substitute'))}</small></td>"


@dataclass(frozen=True, slots=True)
class Staged:
    """A stage that was reached, with the row of each place that plays in it, in the order of its ranking."""

    stage: StageState
    rows: list[StandingsRow]
    scoring: Scoring


def ranking(course: TournamentState) -> list[Line]:
    """Every place, the first place first; those out of the ranking last.

    Those who reached a later stage stand before those who left an earlier one.
    """
    lines: list[Line] = []
    out: list[Line] = []
    through: set[int] = set()
    for staged in reversed(staged_rows(course)):
        left = [row.sums for row in staged.rows if row.sums.key not in through]
        ahead = len(lines)
        rows = rank_entries(staged.scoring, [sums for sums in left if course.place[sums.key].ranked])
        for row in rows:
            why = why_below(row) or (_why_left(course, staged, row, first=row is rows[0]) if through else "")
            lines.append(_line(course, staged, row, (row.rank or 1) + ahead, why))
        apart = rank_entries(staged.scoring, [sums for sums in left if not course.place[sums.key].ranked])
        out += [_line(course, staged, row, None, "") for row in apart]
        through |= {sums.key for sums in left}
    return lines + out


def staged_rows(course: TournamentState) -> list[Staged]:
    """Every stage reached, the first one first, with where its places stand in it, what is carried too."""
    found: list[Staged] = []
    for stage in course.reached:
        sums = [sums_of(course, course.place[pk], stage) for pk in stage.members]
        scoring = course.tournament.scoring
        if found:
            how, bonus = (stage.row.carries, stage.row.bonus) if stage.row else (ALL, ())
            sums = carry_sums(found[-1].rows, found[-1].scoring, sums, how, bonus)
            scoring = replace(scoring, tie_3="seed") if stage.is_cut else scoring
        found.append(Staged(stage, rank_entries(scoring, sums), scoring))
    return found


def _why_left(course: TournamentState, staged: Staged, row: StandingsRow, *, first: bool) -> str:
    """Why one who left at a stage stands behind those who went on."""
    following = course.stages[staged.stage.number]
    on = set(following.members)
    own = next(one for one in staged.rows if one.sums.key == row.sums.key)
    level = any(one.rank == own.rank for one in staged.rows if one.sums.key in on)
    cut = following.row
    if level and cut is not None and cut.decided_by == Stage.DecidedBy.LOT:
        return _("Tied at the cut: decided by lot.")
    if level and cut is not None and cut.decided_by == Stage.DecidedBy.ORGANISER:
        return _("Tied at the cut: the organiser decided. %(reason)s") % {"reason": cut.reason}
    return _("Decided by the stage reached.") if first else ""


def team_ranking(course: TournamentState) -> list[Line]:
    """The teams by the sum of their places, whoever held them; [] without teams.

    A team of whose places none is ranked has left: it stands last, out of the ranking.

    Where whole teams go on to a stage, it counts as it does for places; else every round counts whole.
    """
    names = {place.team.pk: place.team.name for place in course.places if place.team is not None}
    by_teams = any(one.row is not None and one.row.rule == Stage.Rule.TEAMS for one in course.stages)
    scoring = course.tournament.scoring
    if by_teams:
        groups = [(one.stage, [row.sums for row in one.rows]) for one in reversed(staged_rows(course))]
    else:
        groups = [(course.stages[0], [sums_of(course, place) for place in course.places])]
    here = _who_plays(course) if names and has_squads(course) else {}
    lines: list[Line] = []
    out: list[Line] = []
    say = points_of(course)
    done: set[int] = set()
    stay = {place.team_id for place in course.places if place.ranked}
    for stage, sums in groups:
        by_team: dict[int, Sums] = {}
        for own in sums:
            team = course.place[own.key].team_id
            if team is not None and team not in done:
                before = by_team.get(team)
                by_team[team] = before.added(own) if before else replace(own, key=team)
        ahead = len(lines)
        ranked = rank_entries(scoring, [sums for team, sums in by_team.items() if team in stay])
        left = rank_entries(scoring, [sums for team, sums in by_team.items() if team not in stay])
        for row in [*ranked, *(replace(row, rank=None) for row in left)]:
            why = why_below(row) or (_("Decided by the stage reached.") if ahead and row.rank == 1 else "")
            place = row.rank + ahead if row.rank is not None else None
            name = names[row.sums.key]
            notes = here.get(row.sums.key, ()) if place is not None else [_("out of the ranking")]
            reached = stage.name if len(groups) > 1 else ""
            points, score = _both(course, row)
            total = say(row.total)
            (lines if place is not None else out).append(
                Line(
                    *(name, place, total, row.total, why if place is not None else ""),
                    note=", ".join(notes),
                    stage=reached,
                    table_points=points,
                    score=score,
                )
            )
        done |= set(by_team)
    return lines + out


def has_squads(course: TournamentState) -> bool:
    """Whether a team may have others play than those who began: the ranking of people is then by people."""
    teams = {place.team_id for place in course.places} - {None}
    return bool(teams) and TeamMember.objects.filter(team__in=teams).exists()


def _who_plays(course: TournamentState) -> dict[int, list[str]]:
    """The names of those who play for each team in the latest round there is."""
    last = max((one.number for one in course.published if one.opened_at is not None), default=1)
    found: dict[int, list[str]] = {}
    for place in course.places:
        player = course.player(place.pk, last)
        if place.team_id is not None and player is not None:
            found.setdefault(place.team_id, []).append(player.shown_name)
    return found


def people_ranking(course: TournamentState) -> list[Line]:
    """Everybody who has played, on whichever place, by the rounds they played themselves.

    Whoever left every place they held, and these the ranking, stands last, out of it.
    """
    people: dict[int, Player] = {}
    team: dict[int, str] = {}
    stays: dict[int, bool] = {}
    brought: dict[int, dict[int, Result]] = {}
    given: Counter[int] = Counter()
    for (number, place_pk), result in course.results.items():
        if (player := course.player(place_pk, number)) is not None and result.rank:
            people[player.pk] = player
            brought.setdefault(player.pk, {})[number] = result
            place = course.place[place_pk]
            stays[player.pk] = stays.get(player.pk, False) or place.ranked
            team[player.pk] = place.team.name if place.team else ""
    for one in course.penalties:
        _place, player = course.penalised(one)
        if player is not None:
            given[player.pk] += one.value
    sums = []
    for pk, results in brought.items():
        held = [0] * course.tournament.game.seats
        for result in results.values():
            held[result.rank - 1] += 1
        sums.append(
            Sums(
                key=pk,
                games=len(results),
                value=sum(result.value for result in results.values()),
                best=(max(result.value for result in results.values()),),
                tenths=sum(result.tenths for result in results.values()),
                places=tuple(held),
                adjustment=given[pk],
                table_points=sum(result.table_points for result in results.values()),
            )
        )
    say = points_of(course)
    lines = []
    ranked = rank_entries(course.tournament.scoring, [one for one in sums if stays[one.key]])
    left = rank_entries(course.tournament.scoring, [one for one in sums if not stays[one.key]])
    for row in [*ranked, *(replace(row, rank=None) for row in left)]:
        pk = row.sums.key
        points, score = _both(course, row)
        own = brought[pk]
        rounds = tuple(say(own[one.number].value) if one.number in own else "" for one in course.published)
        lines.append(
            Line(
                people[pk].shown_name,
                row.rank,
                say(row.total),
                row.total,
                why_below(row) if row.rank is not None else "",
                penalty=say(row.sums.adjustment) if row.sums.adjustment else "",
                team=team[pk],
                note="" if row.rank is not None else _("out of the ranking"),
                rounds=rounds,
                table_points=points,
                score=score,
            )
        )
    return lines


def sums_of(course: TournamentState, place: Place, stage: StageState | None = None) -> Sums:
    """What a place has come to in all rounds or in those of a stage, in 600ths of a point.

    Penalties are an adjustment: those of the rounds, and in every stage those of no round (`whole`).
    """
    first, last = (stage.first, stage.last) if stage else (1, course.tournament.round_count)
    rounds = [one.number for one in course.published if first <= one.number <= last]
    results = [course.results[key] for number in rounds if (key := (number, place.pk)) in course.results]
    held = [0] * course.tournament.game.seats
    for result in results:
        if not result.why:
            held[result.rank - 1] += 1
    given = [one for one in course.penalties if one.place_id == place.pk]
    whole = sum(one.value for one in given if one.round_number is None)
    own = (one.value for one in given if one.round_number and first <= one.round_number <= last)
    return Sums(
        key=place.pk,
        games=len(results),
        value=sum(result.value for result in results),
        best=(max((result.value for result in results), default=0),),
        tenths=sum(result.tenths for result in results),
        places=tuple(held),
        adjustment=whole + sum(own),
        whole=whole,
        table_points=sum(result.table_points for result in results),
    )


def as_published(lines: Sequence[Line]) -> list[list[int | float | None]]:
    """What is kept of a ranking as it is published, to see later whether it has changed.

    A total that halving left without a whole number of 600ths is exact as a float too.
    """
    return [[line.number, line.rank, plain_value(line.value)] for line in lines]


def plain_value(value: int | Fraction) -> int | float:
    """A total in 600ths as a final ranking keeps it."""
    return int(value) if Fraction(value).denominator == 1 else float(value)


def points_of(course: TournamentState) -> Callable[[Fraction | int], str]:
    """How a value in 600ths is written in this tournament."""
    return _said(course, places=course.tournament.by_places)


def table_points_of(course: TournamentState) -> Callable[[Fraction | int], str]:
    """How the points of one table, in 600ths, are written in this tournament: with their sign."""
    return _said(course, places=False)


def _said(course: TournamentState, *, places: bool) -> Callable[[Fraction | int], str]:
    """Each value is written once, in the reader's language."""
    way = get_language(), places
    if way not in course.written:
        course.written[way] = _writing(course, places=places)
    return course.written[way]


def _writing(course: TournamentState, *, places: bool) -> Callable[[Fraction | int], str]:
    decimals = 1 if places or course.tournament.game.decimal_points else 0

    @cache
    def say(value: Fraction | int) -> str:
        exact = Fraction(value, VALUE_UNIT)
        # halves are said whole (10.125), thirds are not
        finer = next((n for n in range(decimals, 6) if (exact * 10**n).denominator == 1), 2)
        return rounded(exact, finer, signed=not places)

    return say


def _both(course: TournamentState, row: StandingsRow) -> tuple[str, str]:
    """Points for places and score, where the ranking shows both; penalties are in the first of them."""
    if not course.tournament.shows_both:
        return "", ""
    points, score = _both_values(course, row)
    return _said(course, places=True)(points), _said(course, places=False)(score)


def _both_values(course: TournamentState, row: StandingsRow) -> tuple[int | Fraction, int | Fraction]:
    """The same in 600ths of a point."""
    if course.tournament.by_places:
        return row.total, Fraction(row.sums.tenths) * TENTH
    return row.sums.table_points, row.total


def held_rows(course: TournamentState, place: Place) -> list[tuple[int, str, bool]]:
    """Who has held a place, from which round on, and whether as a substitute; "" for nobody."""
    return [(stint.from_round, who_of(stint), stint.substitute) for stint in place.stints.all()]


def who_of(stint: Stint) -> str:
    """The name of whom a stint puts at its place, "" for nobody."""
    return stint.player.person.shown_name if stint.player else ""


def _fills_in(stint: Stint) -> str:
    if stint.player is None:
        return _("withdrawn before round %(round)s") % {"round": stint.from_round}
    return _("%(name)s fills in from round %(round)s") % {
        "name": isolated(who_of(stint)),
        "round": stint.from_round,
    }


def _line(
    course: TournamentState, staged: Staged, row: StandingsRow, shown_rank: int | None, why: str
) -> Line:
    place = course.place[row.sums.key]
    say = points_of(course)
    stints = list(place.stints.all())
    own = [stint for stint in stints if not stint.substitute] or stints
    held = [(stint.from_round, who_of(stint)) for stint in own]
    held = [one for index, one in enumerate(held) if not index or one[1] != held[index - 1][1]]
    name, note = held[-1][1], ""
    if len(held) > 1:
        before = next((who for _from, who in reversed(held[:-1]) if who), "")
        if name:
            note = _("from round %(round)s, for %(name)s") % {"round": held[-1][0], "name": before}
        else:
            name, note = before, _("withdrawn before round %(round)s") % {"round": held[-1][0]}
    points, score = _both(course, row)
    notes = [note, *(_fills_in(stint) for stint in stints if stint.substitute)]
    if place.steward:
        notes.append(_("steward"))
    elif not place.ranked:
        notes.append(_("out of the ranking"))
    return Line(
        number=place.number,
        name=name,
        team=place.team.name if place.team else "",
        note=", ".join(filter(None, notes)),
        rank=shown_rank,
        total=say(row.total),
        penalty=say(row.sums.adjustment) if row.sums.adjustment else "",
        rounds=tuple(
            say(course.results[one.number, place.pk].value)
            if (one.number, place.pk) in course.results
            else ""
            for one in course.published
        ),
        reasons=tuple(
            found.why if (found := course.results.get((one.number, place.pk))) else ""
            for one in course.published
        ),
        why=why,
        value=row.total,
        stage=staged.stage.name if len(course.stages) > 1 and shown_rank is not None else "",
        carried=say(row.sums.carried) if staged.stage.number > 1 else "",
        table_points=points,
        score=score,
        exact=(*_both_values(course, row), row.sums.carried),
    )
