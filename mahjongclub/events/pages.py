"""What the pages of a tournament show: its tables, its seating by player, and what is to be done next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from django.http import Http404
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import ClubVisit
from mahjongclub.clubs.models import Player
from mahjongclub.figures.cached import AnswerCache
from mahjongclub.games.kit.wording import said
from mahjongclub.pairing.drawing import SeatingQuality, measure_seating
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.pairing.wishes import unmet_table_wishes, unwanted_meetings
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.penalties.models import PenaltyRow, penalty_row
from mahjongclub.tables.models import Session

from .closing import embargo_in_words
from .loading import byes_of, drawn_seats_of
from .models import Tournament
from .ranking import (
    RankingLine,
    people_ranking,
    plain_value,
    points_formatter,
    ranking,
    team_ranking,
    teams_have_reserves,
)
from .stages.models import Stage
from .state import TournamentState
from .wishes import wishes_of

#: so many tables stand on one page at most
MOST_TABLES = 240


def find_tournament_or_404(visit: ClubVisit, pk: int) -> Tournament:
    """The club's tournament of that number; one in preparation is known to organisers alone."""
    tournaments = visit.club.tournaments.select_related("club", "house_rules")
    tournament = tournaments.filter(pk=pk).first()
    if tournament is None or (tournament.is_draft and not visit.is_organiser):
        raise Http404("no such tournament in this club")
    return tournament


def state_for_visitor(visit: ClubVisit, tournament: Tournament) -> TournamentState:
    """A tournament as a visitor may know it: scorers alone see a round that runs, or is held back."""
    state = TournamentState(tournament)
    return state if visit.may_score else state.without_withheld_results()


def find_round_or_404(visit: ClubVisit, pk: int, number: int) -> tuple[TournamentState, Round]:
    """The club's tournament and its published round of that number; Http404 where there is none."""
    state = state_for_visitor(visit, find_tournament_or_404(visit, pk))
    for round_ in state.published:
        if round_.number == number:
            return state, round_
    raise Http404("no such round")


def event_context(visit: ClubVisit, tournament: Tournament) -> dict[str, object]:
    """What every page of a tournament says of it."""
    return {
        "visit": visit,
        "club": visit.club,
        "tournament": tournament,
        "game": said(tournament.game.name),
        "rules_name": said(tournament.frozen_preset.name),
    }


@dataclass(frozen=True, slots=True)
class EventSeatRow:
    """A seat of an event's table: the number of its place, the player ("" for nobody), and the result.

    `rank` and `points`, in words, are of this game; None and "" before it has a result.
    """

    sign: str
    number: int
    name: str
    fills_in: bool
    rank: int | None
    points: str


@dataclass(frozen=True, slots=True)
class EventTableRow:
    """A table of a round of an event; `extra` are the minutes that it plays longer than the others.

    `doubtful`: the sum of its points waits to be confirmed.
    """

    number: int
    pk: int
    session: Session | None
    finished: bool
    begun: bool
    vacant: bool
    doubtful: bool
    seats: list[EventSeatRow]
    extra: int = 0


@dataclass(frozen=True, slots=True)
class PlaceSeatingRow:
    """A place of an event with its player, and its table and seat in every round drawn: "3E".

    `left` is who left the place, "" for nobody.
    """

    number: int
    pk: int
    name: str
    team: str
    ranked: bool
    cells: list[str]
    left: str = ""


@dataclass(frozen=True, slots=True)
class RoundByes:
    """Who sits a round out, by the number of the place and by name, and what it brings them, in words."""

    points: str
    rows: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class FoldedRoundRow:
    """A round of an event. `tables` is None where they are not on the page, `shown` if it is unfolded."""

    number: int
    published: datetime | None
    opened_at: datetime | None
    over: bool
    shown: bool
    tables: list[EventTableRow] | None
    byes: RoundByes


@dataclass(frozen=True, slots=True)
class UnmetWish:
    """A wish that the rounds drawn do not meet, and the names of whom it is about."""

    round: int
    table: int
    names: list[str]


@dataclass(frozen=True, slots=True)
class CorrectedRankingLine:
    """A place as it was published, with its total in words, and its line `now`."""

    name: str
    rank: int | None
    total: str
    now: RankingLine


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage: its rounds, how many play, and what an organiser may do. The first has no `row`."""

    number: int | None
    name: str
    first: int
    last: int
    places: int
    row: Stage | None
    waits: bool
    begun: bool
    may_undo: bool


@dataclass(frozen=True, slots=True)
class ScheduledRoundRow:
    """A round in the schedule: `at` as "14:30", "" where nobody has said when."""

    number: int
    at: str
    stage: str
    published: bool
    over: bool
    opened: bool


@dataclass(frozen=True, slots=True)
class ScheduledDay:
    """A day of an event, from 1, with its rounds."""

    day: int
    date: date
    rounds: list[ScheduledRoundRow]


def round_table_rows(state: TournamentState, round_: Round) -> list[EventTableRow]:
    """The tables of a round, each with its seats (name "" for nobody), and its result once it has one."""
    signs = seat_signs(state.tournament.variant)
    return [_table_row(state, round_, table, signs) for table in round_.tables.all()]


def folded_rounds(state: TournamentState, round_asked: str, current_number: int) -> list[FoldedRoundRow]:
    """Every round with its `tables`; of a large tournament those of one round, None for the others.

    That is the round `round_asked` for, else `current_number`: all tables would be a page of a megabyte.
    """
    every = sum(len(round_.tables.all()) for round_ in state.rounds) <= MOST_TABLES
    number = next(
        (round_.number for round_ in state.rounds if str(round_.number) == round_asked), current_number
    )
    return [
        FoldedRoundRow(
            number=round_.number,
            published=round_.published_at,
            opened_at=round_.opened_at,
            over=state.is_over(round_),
            shown=round_.number == number,
            tables=round_table_rows(state, round_) if every or round_.number == number else None,
            byes=round_byes(state, round_),
        )
        for round_ in state.rounds
    ]


def _table_row(state: TournamentState, round_: Round, table: Table, signs: list[str]) -> EventTableRow:
    say = points_formatter(state)
    seats = []
    for drawn in drawn_seats_of(table):
        result = state.results.get((round_.number, drawn.place_id))
        if result is not None and result.why == "bye":  # the seat stayed empty, its player came back later
            result = None
        seats.append(
            EventSeatRow(
                sign=signs[drawn.number],
                number=state.place[drawn.place_id].number,
                name=name_or_blank(state.player(drawn.place_id, round_.number)),
                fills_in=state.has_substitute(drawn.place_id, round_.number),
                rank=result.rank if result else None,
                points=say(result.value) if result else "",
            )
        )
    return EventTableRow(
        number=table.number,
        pk=table.pk,
        session=table.session,
        finished=table.has_result,
        begun=table.session is not None and bool(table.session.row_count),
        vacant=any(not seat.name for seat in seats),
        doubtful=table.doubtful is not None,
        seats=seats,
    )


def name_or_blank(player: Player | None) -> str:
    """A player's name as it may be shown, "" for nobody."""
    return player.shown_name if player is not None else ""


def seating_by_place(state: TournamentState) -> list[PlaceSeatingRow]:
    """For each place its table and seat in every round drawn: "3E"."""
    cells: dict[int, dict[int, str]] = {place.pk: {} for place in state.places}
    signs = seat_signs(state.tournament.variant)
    for round_ in state.rounds:
        for bye in byes_of(round_):
            cells[bye.place_id][round_.number] = _("bye")
        for table in round_.tables.all():
            for drawn in drawn_seats_of(table):
                cells[drawn.place_id][round_.number] = f"{table.number} {signs[drawn.number]}"
    last = max((round_.number for round_ in state.rounds), default=1)
    return [
        PlaceSeatingRow(
            number=place.number,
            pk=place.pk,
            name=name_or_blank(state.player(place.pk, last) or _newcomer(state, place.pk, last)),
            team=place.team.name if place.team else "",
            ranked=place.ranked,
            cells=[cells[place.pk].get(round_.number, "–") for round_ in state.rounds],
        )
        for place in state.places
    ]


def _newcomer(state: TournamentState, place_id: int, last: int) -> Player | None:
    """Who plays for the first time after the rounds that are drawn, None for a place that somebody left."""
    return state.next_player_after(place_id, last) if state.stint(place_id, last) is None else None


def round_byes(state: TournamentState, round_: Round) -> RoundByes:
    """Who sits a round out, for leagues/_tournament_byes.html."""
    return RoundByes(
        points=points_formatter(state)(TENTH * state.tournament.bye_tenths),
        rows=[
            (place.number, name_or_blank(player))
            for place in state.places_sitting_out(round_)
            if (player := state.player(place.pk, round_.number)) is not None
        ],
    )


#: by the arguments of `measure_seating`: a drawn seating is looked at far more often than it changes
_qualities = AnswerCache(16)


def seating_quality(state: TournamentState) -> SeatingQuality | None:
    """What the rounds drawn achieve, None before the draw."""
    if not state.rounds:
        return None
    inputs = state.drawn_rounds_by_index(state.rounds), state.teams(), wishes_of(state)
    return _qualities.answer(repr(inputs), lambda: measure_seating(*inputs))


def unmet_wishes(state: TournamentState) -> list[UnmetWish]:
    """Each wish that the rounds drawn do not meet."""
    rounds, wishes = state.drawn_rounds_by_index(state.rounds), wishes_of(state)

    def name(place: int, number: int) -> str:
        place_there = state.places[place]
        return name_or_blank(state.player(place_there.pk, number)) or str(place_there.number)

    apart = [
        UnmetWish(number, table, [name(place, number) for place in sorted(pair)])
        for number, table, pair in unwanted_meetings(rounds, wishes)
    ]
    away = [
        UnmetWish(number, table, [name(place, number)])
        for number, table, place in unmet_table_wishes(rounds, wishes)
    ]
    return sorted([*apart, *away], key=lambda wish: (wish.round, wish.table))


def shown_ranking_lines(state: TournamentState) -> list[RankingLine]:
    """The ranking that pages show: of people where teams have reserves, of places else."""
    of_people = teams_have_reserves(state) and len(state.stages) == 1
    return people_ranking(state) if of_people else ranking(state)


def ranking_context(state: TournamentState) -> dict[str, object]:
    """The context of templates/leagues/_tournament_ranking.html."""
    lines = shown_ranking_lines(state)
    any_penalty = any(line.penalty for line in lines)
    any_carried = any(line.carried for line in lines)
    return {
        "lines": lines,
        "teams": team_ranking(state),
        "squads": teams_have_reserves(state),
        "any_penalty": any_penalty,
        "any_carried": any_carried,
        "column_count": 2
        + sum([state.tournament.shows_both_points, any_carried, any_penalty])
        + len(state.published),
        "round_numbers": [round_.number for round_ in state.published],
        "penalties": penalty_rows(state),
        "played": bool(state.results),
        "said_kind": _said_kind(state),
        "after": progress_in_words(state),
        "corrected": corrected_ranking_lines(state, ranking(state)),
        "held": embargo_in_words(state.tournament),
    }


def corrected_ranking_lines(
    state: TournamentState, published: Sequence[RankingLine]
) -> list[CorrectedRankingLine]:
    """Beside a final ranking: each place that stands otherwise by what was corrected since, then and now.

    A ranking that an earlier version published is only known to have changed.
    """
    if not state.tournament.is_final:
        return []
    now = {line.number: line for line in ranking(state.with_results_of_now())}
    if not state.tournament.final_results:
        old = {number: (rank, value) for number, rank, value in state.tournament.final_ranking}
        say = points_formatter(state)
        return [
            CorrectedRankingLine(line.name, rank, say(Fraction(value)), line)
            for number, line in now.items()
            if number in old and old[number] != (line.rank, plain_value(line.value))
            for rank, value in [old[number]]
        ]
    return [
        CorrectedRankingLine(line.name, line.rank, line.total, now[line.number])
        for line in published
        if (line.rank, line.value) != (now[line.number].rank, now[line.number].value)
    ]


def _said_kind(state: TournamentState) -> str:
    """Which points the number of a bye or a substitute is, where the ranking has both; "" without one."""
    if not state.tournament.shows_both_points or not any(result.why for result in state.results.values()):
        return ""
    if state.tournament.is_ranked_by_places:
        return _("What a bye or a substitute brings are table points; it adds nothing to the score.")
    return _("What a bye or a substitute brings counts for the score; it adds no table points.")


def progress_in_words(state: TournamentState) -> str:
    """Say how far the event is, as far as its results are known here."""
    current = state.current
    if state.tournament.is_final and not state.hidden_rounds:
        return _("The final ranking")
    if current is not None and any(number == current.number for number, _place in state.results):
        return _("Round %(round)s: %(finished)s of %(tables)s tables finished") % {
            "round": current.number,
            "finished": state.finished_table_count(current),
            "tables": len(current.tables.all()),
        }
    shown = [round_ for round_ in state.published if round_.number not in state.hidden_rounds]
    over = [round_.number for round_ in shown if state.is_over(round_)]
    if state.hidden_rounds and not over:
        return _("No result is shown yet.")
    return _("After round %(round)s") % {"round": over[-1]} if over else _("No table has finished yet.")


def penalty_rows(state: TournamentState) -> list[PenaltyRow]:
    """Every penalty with who got it and why."""
    write = points_formatter(state)
    owners = [(penalty, *state.penalised_place_and_player(penalty)) for penalty in state.penalties]
    return [
        penalty_row(penalty, name_or_blank(player), write, place.number) for penalty, place, player in owners
    ]


def stage_rows(state: TournamentState) -> list[StageRow]:
    """The stages, [] where there is round_."""
    if len(state.stages) == 1:
        return []
    published = len(state.published)
    return [
        StageRow(
            number=stage_.row.number if stage_.row else None,
            name=stage_.name,
            first=stage_.first,
            last=stage_.last,
            places=(stage_.row.places if stage_.has_cut and stage_.row else None) or len(stage_.members),
            row=stage_.row,
            waits=stage_.awaits_cut,
            begun=published >= stage_.first or (stage_.row is not None and stage_.row.cut_at is not None),
            may_undo=stage_.has_cut and not stage_.awaits_cut and published < stage_.first,
        )
        for stage_ in state.stages
    ]


def schedule_rows(state: TournamentState) -> list[ScheduledDay]:
    """The days of an event with their rounds, played and to come; [] where nobody has said when they are."""
    round_times = {round_time.number: round_time for round_time in state.tournament.round_times.all()}
    if not round_times:
        return []
    published = {round_.number: round_ for round_ in state.published}
    days: dict[int, list[ScheduledRoundRow]] = {}
    for number in range(1, state.tournament.round_count + 1):
        round_ = published.get(number)
        row = ScheduledRoundRow(
            number=number,
            at=round_times[number].starts_at if number in round_times else "",
            stage=state.stage_of(number).name if len(state.stages) > 1 else "",
            published=round_ is not None,
            over=round_ is not None and state.is_over(round_),
            opened=round_ is not None and round_.opened_at is not None,
        )
        days.setdefault(
            round_times[number].day if number in round_times else max(days, default=1), []
        ).append(row)
    return [ScheduledDay(day, state.tournament.date_of(day), rows) for day, rows in days.items()]


def next_step_key(state: TournamentState) -> str:
    """What an organiser does next: players, draw, publish, open, play, cut, draw_next, finish, or done."""
    tournament = state.tournament
    if tournament.is_final:
        return "done"
    if not state.places:
        return "players"
    if state.proposed:
        return "publish"
    if not state.published:
        return "draw"
    if (now := state.current) is not None:
        shut = [table for table in now.tables.all() if table.session_id is None]
        waiting = any(not state.has_vacancy(now.number, table) for table in shut)
        return "open" if waiting or now.opened_at is None else "play"
    if len(state.published) >= tournament.round_count:
        return "finish"
    return "cut" if state.stage_of(len(state.published) + 1).awaits_cut else "draw_next"
