"""How a tournament stands: who holds which place when, what has been drawn, and what the tables came to.

Everything is read from the sessions as they are now, so that a correction of a past round is followed. Of a
final ranking the results it was made of are kept as it is published, whatever is corrected afterwards: the
ranking follows from them, its words in the reader's language, and a correction is shown beside it until an
organiser publishes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from copy import copy
from dataclasses import astuple, dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Player
from mahjongclub.figures.cached import AnswerCache
from mahjongclub.pairing.designs import Round as DrawnRound
from mahjongclub.pairing.drawing import Teams
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.rounds.models import Round, Table, drawn_seats_by_session_seat
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rules.game import Standing
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import standings

from .loading import byes_of, drawn_seats_of, load_rounds, reload_table
from .models import Place, Stint, Tournament
from .namesakes import set_namesake_marks
from .stages.models import Stage


@dataclass(frozen=True, slots=True)
class PlaceRoundResult:
    """What one place made of one round; `value` in 600ths of a point.

    `why` is "" for what was played, "bye", or "substitute" where the event says what such a round is worth:
    `rank` is then 0.
    """

    rank: int
    tenths: int
    value: int
    #: what the place brought, in 600ths of a point, whatever the ranking goes by
    table_points: int = 0
    why: str = ""
    #: whether it counts as final points, as points for the place: what the event says is the one or the other
    has_points: bool = True
    has_places: bool = True


#: {(round number, place): result}
Results = dict[tuple[int, int], PlaceRoundResult]


@dataclass(frozen=True, slots=True)
class StageState:
    """A stage of a tournament: `first` to `last` round, and the places that play in it.

    `members` are in the order they came through, empty before the cut; `row` is None for the first stage.
    """

    number: int
    first: int
    last: int
    draw: str
    members: tuple[int, ...]
    row: Stage | None = None

    @property
    def name(self) -> str:
        """As the organiser called it."""
        return self.row.name if self.row else _("Qualification")

    @property
    def has_cut(self) -> bool:
        """Whether somebody had to come through to it."""
        return self.row is not None and self.row.places is not None

    @property
    def awaits_cut(self) -> bool:
        """Whether nobody has said yet who goes on to it."""
        return self.has_cut and not self.members


#: rankings of tables, by variant, rules and the state after the last hand
_rankings = AnswerCache(5_000)


class TournamentState:
    """A tournament with all that is drawn and played: thirteen queries, or fourteen, however large."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._rules = tournament.frozen_preset.rules
        self._of_rules = (tournament.variant, repr(tournament.rules))
        stints = Prefetch("stints", Stint.objects.select_related("player__merged_into"))
        places = tournament.places.select_related("team").prefetch_related(stints)
        self.places: list[Place] = list(places)
        self.place = {place.pk: place for place in self.places}
        self._stints = {place.pk: list(place.stints.all()) for place in self.places}
        set_namesake_marks(chain.from_iterable(self._stints.values()))
        #: where each place stands in `places`, as `seating` numbers them
        self.index = {place.pk: number for number, place in enumerate(self.places)}
        self.rounds: list[Round] = load_rounds(tournament)
        self.penalties: list[Penalty] = list(tournament.penalties)
        self.stages: list[StageState] = _stages(tournament, self.places)
        #: numbers of rounds of which nothing is known here (`without_withheld_results`)
        self.hidden_rounds: Set[int] = frozenset()
        #: how points are written, by language (`events.ranking.points_formatter`)
        self.written: dict[tuple[str | None, bool], Callable[[Fraction | int], str]] = {}
        self.results: Results = {}
        for round_ in self.published:
            for table in round_.tables.all():
                for place, result in self._results(round_.number, table).items():
                    self.results[round_.number, place] = result
            if round_.opened_at is not None:
                for bye in byes_of(round_):
                    if self.has_holder_in_or_after(bye.place_id, round_.number):
                        self.results[round_.number, bye.place_id] = self._said(tournament.bye_tenths, "bye")
        #: as the tables stand now, whatever was published
        self.results_now = self.results
        if tournament.is_final and tournament.final_results:
            self.results = results_from_rows(tournament.final_results, self.places)

    def refresh_table(self, round_: Round, table: Table) -> None:
        """One table as it is by now; the rest of the tournament stays as it was read."""
        reload_table(table)
        for seat in drawn_seats_of(table):
            self.results.pop((round_.number, seat.place_id), None)
        for place, result in self._results(round_.number, table).items():
            self.results[round_.number, place] = result

    def with_results_of_now(self) -> TournamentState:
        """The tournament by the results of now, where a final ranking was published before them."""
        corrected = copy(self)
        corrected.results = self.results_now
        return corrected

    def without_withheld_results(self) -> TournamentState:
        """As everybody may know it: nothing drawn that is not published, nothing of a round that runs or
        whose results are held back."""
        self.rounds = self.published
        self.hidden_rounds = hidden = {
            round_.number for round_ in self.rounds if not self.are_results_public(round_)
        }
        self.results = {key: result for key, result in self.results.items() if key[0] not in hidden}
        self.results_now = {key: result for key, result in self.results_now.items() if key[0] not in hidden}
        self.penalties = [penalty for penalty in self.penalties if penalty.round_number not in hidden]
        return self

    def penalised_place_and_player(self, penalty: Penalty) -> tuple[Place, Player | None]:
        """The place of a penalty, and who holds it in its round, or at the end where it is of no round."""
        place = self.place[penalty.place_id or 0]
        return place, self.player(place.pk, penalty.round_number or self.tournament.round_count)

    def are_results_public(self, round_: Round) -> bool:
        """Whether everybody may know the results of a round."""
        if round_.shown_at is not None:
            return True
        if self.tournament.holds_results:
            return False
        return self.tournament.is_final or self.is_over(round_)

    @property
    def published(self) -> list[Round]:
        """The rounds everybody may see."""
        return [round_ for round_ in self.rounds if round_.published_at is not None]

    @property
    def proposed(self) -> list[Round]:
        """Rounds drawn and not yet published."""
        return [round_ for round_ in self.rounds if round_.published_at is None]

    @property
    def current(self) -> Round | None:
        """The first published round that is still to be played, None where all have been."""
        return next((round_ for round_ in self.published if not self.is_over(round_)), None)

    def stage_of(self, round_number: int) -> StageState:
        """The stage a round belongs to; the last one for a round beyond it."""
        return next((stage for stage in self.stages if round_number <= stage.last), self.stages[-1])

    @property
    def reached_stages(self) -> list[StageState]:
        """The stages that count by now: those cut to, those of everybody once a round of it is published."""
        stages = self.stages[:1]
        published_count = len(self.published)
        for stage in self.stages[1:]:
            if stage.awaits_cut or (not stage.has_cut and published_count < stage.first):
                break
            stages.append(stage)
        return stages

    def first_substitute_round(self, place_id: int) -> int:
        """The round from which a substitute for a place plays: the first whose table has no hand yet."""
        return next(
            (number for number, has_begun in self.replacement_rounds_with_begun(place_id) if not has_begun),
            self._last + 1,
        )

    def replacement_rounds_with_begun(self, place_id: int) -> list[tuple[int, bool]]:
        """The rounds from which somebody else may hold a place, and whether its table has begun there.

        That is the round that is open, until the place has its result in it, and every later one.
        """
        opened = [round_ for round_ in self.rounds if round_.opened_at is not None]
        rounds = [(number, False) for number in range(len(opened) + 1, self._last + 1)]
        table = self.table_of(place_id, opened[-1]) if opened else None
        if table is not None and not table.has_result:
            has_begun = table.session is not None and bool(table.session.row_count)
            rounds.insert(0, (opened[-1].number, has_begun))
        return rounds

    def table_of(self, place_id: int, round_: Round) -> Table | None:
        """The table of a place in a round, None where it sits out or is not drawn."""
        for table in round_.tables.all():
            if place_id in [seat.place_id for seat in drawn_seats_of(table)]:
                return table
        return None

    @property
    def _last(self) -> int:
        return self.tournament.round_count

    def is_over(self, round_: Round) -> bool:
        """Whether every table of a round has had its result; one that lacks a player is not waited for."""
        if round_.opened_at is None:
            return False
        if round_.closed_at is not None:
            return True  # whatever has been reopened since
        tables = round_.tables.all()
        return all(table.has_result or self.has_vacancy(round_.number, table) for table in tables)

    def finished_table_count(self, round_: Round) -> int:
        """How many tables of a round have their result."""
        return sum(table.has_result for table in round_.tables.all())

    def tables_without_result(self) -> list[tuple[int, int]]:
        """Round and table of all that has been published and has no result."""
        return [
            (round_.number, table.number)
            for round_ in self.published
            for table in round_.tables.all()
            if not table.has_result
        ]

    def corrections_to_confirm(self) -> list[tuple[int, int]]:
        """Round and table of every result that somebody corrected to a sum that waits to be confirmed."""
        return [
            (round_.number, table.number)
            for round_ in self.published
            for table in round_.tables.all()
            if table.has_result and table.doubtful is not None
        ]

    def stint(self, place_id: int, round_number: int) -> Stint | None:
        """By what somebody, or nobody, holds a place in a round."""
        stint = None
        for later_stint in self._stints[place_id]:
            if later_stint.from_round <= round_number:
                stint = later_stint
        return stint

    def player(self, place_id: int, round_number: int) -> Player | None:
        """Who holds a place in a round; a second spelling gives the person."""
        stint = self.stint(place_id, round_number)
        return stint.player.person if stint is not None and stint.player is not None else None

    def has_holder_in_or_after(self, place_id: int, round_number: int) -> bool:
        """Whether somebody holds a place in a round or in a later one: its bye of that round then
        counts, also for whoever came, or came back, after the round."""
        return (
            self.player(place_id, round_number) or self.next_player_after(place_id, round_number)
        ) is not None

    def next_player_after(self, place_id: int, round_number: int) -> Player | None:
        """Who is the next to hold a place after a round, such as somebody who came late."""
        later = (stint.player for stint in self._stints[place_id] if stint.from_round > round_number)
        return next((player.person for player in later if player is not None), None)

    def has_substitute(self, place_id: int, round_number: int) -> bool:
        """Whether a substitute plays for the place in a round."""
        stint = self.stint(place_id, round_number)
        return stint is not None and stint.substitute and stint.player is not None

    @property
    def bye_counts(self) -> Counter[int]:
        """How often each place has had a bye, places by their index."""
        return Counter(self.index[bye.place_id] for round_ in self.published for bye in byes_of(round_))

    def places_sitting_out(self, round_: Round) -> list[Place]:
        """Who has a bye in a round, by number."""
        return sorted((self.place[bye.place_id] for bye in byes_of(round_)), key=lambda place: place.number)

    def has_vacancy(self, round_number: int, table: Table) -> bool:
        """Whether somebody is missing at a table."""
        return any(self.player(seat.place_id, round_number) is None for seat in drawn_seats_of(table))

    def teams(self) -> Teams:
        """The team of each place, in their order, None without one."""
        return [place.team_id for place in self.places]

    def drawn_rounds_by_index(self, rounds: Sequence[Round]) -> list[DrawnRound]:
        """Rounds as `seating` knows them: places by their index here, tables in the order of winds."""
        return [
            [
                tuple(self.index[seat.place_id] for seat in drawn_seats_of(table))
                for table in round_.tables.all()
            ]
            for round_ in rounds
        ]

    def _results(self, round_number: int, table: Table) -> dict[int, PlaceRoundResult]:
        session = table.session
        if session is None or not session.has_result:
            return {}
        scoring = self.tournament.scoring
        ranked = self._ranked(session)
        sharing = Counter(standing.rank for standing in ranked)
        drawn = [seat.place_id for seat in drawn_seats_of(table)]
        sits = self.drawn_seats_by_session_seat(round_number, table, session)
        results = {
            drawn[sits[standing.seat]]: PlaceRoundResult(
                standing.rank,
                standing.tenths,
                scoring.value(standing.rank, sharing[standing.rank], standing.tenths),
                scoring.points_for_place(standing.rank, sharing[standing.rank]),
            )
            for standing in ranked
        }
        if (fixed := self.tournament.substitute_tenths) is not None:
            for place in drawn:
                if self.has_substitute(place, round_number):
                    results[place] = self._said(fixed, "substitute")
        return results

    def _said(self, tenths: int, why: str) -> PlaceRoundResult:
        """What the event says a round is worth, in the unit of its ranking."""
        worth = TENTH * tenths
        if self.tournament.is_ranked_by_places:
            return PlaceRoundResult(0, 0, worth, worth, why, has_points=False)
        return PlaceRoundResult(0, tenths, worth, 0, why, has_places=False)

    def _ranked(self, session: Session) -> list[Standing]:
        """The ranking of a table, which follows from its rules and state alone.

        Those of one set of rules are read once for all tables and remembered: a large event has more than a
        thousand tables, of which one changed.
        """
        if session.rules != self.tournament.rules or session.state.get("options"):
            return standings(session)
        of = (*self._of_rules, repr(session.state))
        return _rankings.answer(of, lambda: session.game.standings(self._rules, session.table))

    def drawn_seats_by_session_seat(self, round_number: int, table: Table, session: Session) -> list[int]:
        """For each seat of a table's session the seat that was drawn for its player.

        Players who sat down on each other's seats were swapped there: whose points they are says the player.
        One who took another's place in the middle of the game played for it.
        """
        seats_by_player = {}
        for drawn in drawn_seats_of(table):
            if (player := self.player(drawn.place_id, round_number)) is not None:
                seats_by_player[player.pk] = drawn.number
        return drawn_seats_by_session_seat(seats_by_player, session)


def results_as_rows(
    results: Mapping[tuple[int, int], PlaceRoundResult], places: Iterable[Place]
) -> list[list[Any]]:
    """Rows as a final tournament keeps them: round, number of the place, the fields of `PlaceRoundResult`."""
    number = {place.pk: place.number for place in places}
    return [
        [round_number, number[pk], *astuple(result)] for (round_number, pk), result in sorted(results.items())
    ]


def results_from_rows(rows: Iterable[list[Any]], places: Iterable[Place]) -> Results:
    """The way back; a place that is no more has none."""
    pk = {place.number: place.pk for place in places}
    return {(row[0], pk[row[1]]): PlaceRoundResult(*row[2:]) for row in rows if row[1] in pk}


def _stages(tournament: Tournament, places: Sequence[Place]) -> list[StageState]:
    rows = list(tournament.stages.prefetch_related("qualifiers"))
    last = tournament.round_count - sum(row.rounds for row in rows)
    stages = [StageState(1, 1, last, tournament.draw, tuple(place.pk for place in places))]
    for row in rows:
        before = stages[-1]
        through = tuple(qualifier.place_id for qualifier in row.qualifiers.all())
        members = before.members if row.places is None else through
        first = before.last + 1
        stages.append(StageState(before.number + 1, first, first + row.rounds - 1, row.draw, members, row))
    return stages


def shared_event_in_words(player_id: int, other_id: int) -> str | None:
    """Return in words the tournament in a round of which both players hold a place, None if there is none."""
    tournaments = Tournament.objects.all()
    for player in (player_id, other_id):
        has_player = Q(places__stints__player=player) | Q(places__stints__player__merged_into=player)
        tournaments = tournaments.filter(has_player)
    for tournament in tournaments.distinct():
        state = TournamentState(tournament)
        for number in range(1, tournament.round_count + 1):
            players = (state.player(place.pk, number) for place in state.places)
            if {player_id, other_id} <= {player.pk for player in players if player is not None}:
                return _("Both hold a place of “%(name)s” in round %(round)s, so they are two people.") % {
                    "name": tournament.name,
                    "round": number,
                }
    return None
