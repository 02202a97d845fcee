"""A seating changed by hand: two places exchanged, a plan brought in or taken along, rounds taken back.

Nothing that has a result is lost by any of it: `Refused` says what stays, and why.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from mahjongclub.clubs.name_lists import ListColumns
from mahjongclub.clubs.refusal import Refused
from mahjongclub.pairing.designs import Round as DrawnRound
from mahjongclub.pairing.drawing import SeatingQuality, measure_seating
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.changing import delete_sessions, reinsert_rows
from mahjongclub.rounds.models import Bye, Round, Seat

from .changes import (
    lock_tournament,
    lock_unfinished_tournament,
    place_indexes_to_seat,
    save_drawn_tables_and_byes,
)
from .loading import byes_of, drawn_seats_of
from .models import Tournament
from .pages import name_or_blank
from .plan_list import read_plan_rows
from .state import TournamentState
from .wishes import wishes_of

# --- taken back ---


def count_results(round_: Round) -> int:
    """How many tables of a round have a result, or one that waits to be confirmed."""
    return sum(table.has_result or table.doubtful is not None for table in round_.tables.all())


def count_begun_tables(round_: Round) -> int:
    """How many tables of a round have hands or a result: what would be lost with it."""
    tables = [(table, table.session) for table in round_.tables.all()]
    return sum(
        table.doubtful is not None or (session is not None and bool(session.row_count or session.on_paper))
        for table, session in tables
    )


def why_opening_cannot_be_undone(round_: Round) -> str:
    """What a round that is opened has that must not be lost, in words; "" where it has nothing."""
    if results := count_results(round_):
        text = ngettext(
            "Round %(round)s has %(count)s result and cannot be changed.",
            "Round %(round)s has %(count)s results and cannot be changed.",
            results,
        )
        return text % {"round": round_.number, "count": results}
    if begun_tables := count_begun_tables(round_):
        text = ngettext(
            "Hands have been played at %(count)s table of round %(round)s, so the round cannot be changed.",
            "Hands have been played at %(count)s tables of round %(round)s, so the round cannot be changed.",
            begun_tables,
        )
        return text % {"round": round_.number, "count": begun_tables}
    return ""


def unpublish_unopened_rounds(tournament: Tournament) -> None:
    """What is published and not open is a proposal again, to be changed or drawn anew.

    Where no round is left to see, the tournament is in preparation again, unless the referee has spoken.
    """
    with lock_unfinished_tournament(tournament) as locked:
        if not locked.rounds.filter(published_at__isnull=False, opened_at=None).update(published_at=None):
            raise Refused(_("No published round still has tables to open."))
        if not locked.rounds.filter(published_at__isnull=False).exists() and not locked.penalties.exists():
            Tournament.objects.filter(pk=locked.pk).update(state=Tournament.State.DRAFT)


def delete_unpublished_rounds(tournament: Tournament) -> None:
    """Delete what is drawn and not published."""
    with lock_unfinished_tournament(tournament) as locked:
        drawn = locked.rounds.filter(published_at=None)
        if not drawn.exists():
            raise Refused(_("Nothing is made yet."))
        drawn.delete()


def undo_last_round_opening(tournament: Tournament) -> int:
    """Close the tables of the last round that is open, and return its number.

    Refused where a hand or a result would be lost.
    """
    with lock_unfinished_tournament(tournament) as locked:
        state = TournamentState(locked)
        round_ = next((round_ for round_ in reversed(state.rounds) if round_.opened_at is not None), None)
        if round_ is None:
            raise Refused(_("No table is open."))
        if reason := why_opening_cannot_be_undone(round_):
            raise Refused(reason)
        delete_sessions(locked.club, locked.rounds.filter(pk=round_.pk))
        Round.objects.filter(pk=round_.pk).update(opened_at=None, evening=None)
        return round_.number


def delete_unplayed_tournament(tournament: Tournament) -> None:
    """Delete a tournament with its open tables, seating and penalties. Refused where it has results."""
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        if reasons := [reason for round_ in state.rounds if (reason := why_opening_cannot_be_undone(round_))]:
            raise Refused(" ".join(reasons))
        delete_sessions(locked.club, locked.rounds)
        locked.delete()


# --- two places exchanged ---


@dataclass(frozen=True, slots=True)
class SwapPreview:
    """What the exchange of two places in a round costs: figures of all rounds drawn, before and after, and
    the pairs of names that meet again by it, with the other rounds in which they do."""

    before: SeatingQuality
    after: SeatingQuality
    again: Sequence[tuple[str, str, str]]

    @property
    def before_and_after_rows(self) -> list[tuple[str, int, int]]:
        """Each figure with its two values."""
        words: Sequence[tuple[str, Callable[[SeatingQuality], int]]] = (
            (_("Repeated meetings"), lambda quality: quality.repeated),
            (_("Meetings within a team"), lambda quality: quality.own_team),
            (_("Winds: largest difference for one player"), lambda quality: quality.winds),
            (_("Repeated visits to a table"), lambda quality: quality.visits),
            (_("Unmet wishes"), lambda quality: quality.apart + quality.elsewhere),
        )
        return [(word, of(self.before), of(self.after)) for word, of in words]


def find_unopened_round(state: TournamentState, round_number: int) -> Round | None:
    """A round drawn whose tables are not open, None where there is none of that number."""
    return next(
        (round_ for round_ in state.rounds if round_.number == round_number and round_.opened_at is None),
        None,
    )


def swap_choices(state: TournamentState, round_: Round) -> list[tuple[int, str]]:
    """The places of a round by number: where each sits, and whose it is."""
    seats_and_byes = [
        (state.place[seat.place_id], f"{table.number} {seat_signs(state.tournament.variant)[seat.number]}")
        for table in round_.tables.all()
        for seat in drawn_seats_of(table)
    ]
    seats_and_byes += [(place, _("bye")) for place in state.places_sitting_out(round_)]
    return [
        (place.number, f"{at} · {place.number} {name_or_blank(state.player(place.pk, round_.number)) or '–'}")
        for place, at in seats_and_byes
    ]


def seating_stamp(state: TournamentState, round_: Round) -> str:
    """It differs once somebody sits elsewhere in the round."""
    text = repr((state.drawn_rounds_by_index([round_]), sorted(bye.place_id for bye in byes_of(round_))))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def preview_swap(state: TournamentState, round_: Round, a: int, b: int) -> SwapPreview:
    """What it costs that the places numbered `a` and `b` change places in a round."""
    rounds = state.drawn_rounds_by_index(state.rounds)
    at = next(index for index, other in enumerate(state.rounds) if other.pk == round_.pk)
    index = {place.number: number for number, place in enumerate(state.places)}
    p, q = index[a], index[b]
    turned = {p: q, q: p}
    changed = [tuple(turned.get(place, place) for place in table) for table in rounds[at]]
    after = [*rounds[:at], changed, *rounds[at + 1 :]]
    teams, wishes = state.teams(), wishes_of(state)
    return SwapPreview(
        measure_seating(rounds, teams, wishes),
        measure_seating(after, teams, wishes),
        list(_again(state, rounds, after, at, {p, q})),
    )


def _again(
    state: TournamentState,
    before: Sequence[DrawnRound],
    after: Sequence[DrawnRound],
    at: int,
    moved: set[int],
) -> Iterator[tuple[str, str, str]]:
    """Who of those moved meets somebody at the new table whom they meet in another round too."""
    met = {frozenset(pair) for table in before[at] for pair in combinations(table, 2)}
    for table in after[at]:
        for pair in combinations(table, 2):
            if not moved.intersection(pair) or frozenset(pair) in met:
                continue
            others = [
                state.rounds[number].number
                for number, tables in enumerate(after)
                if number != at and any(set(pair) <= set(other) for other in tables)
            ]
            if others:
                number = state.rounds[at].number
                names = [
                    name_or_blank(state.player(state.places[place].pk, number))
                    or str(state.places[place].number)
                    for place in pair
                ]
                yield names[0], names[1], ", ".join(map(str, others))


def swap_places(tournament: Tournament, round_number: int, a: int, b: int, seen: str) -> None:
    """The places numbered `a` and `b` change places in a round that is drawn and not open.

    `seen` is the stamp of the round as it was looked at. Raises Refused.
    """
    with lock_unfinished_tournament(tournament) as locked:
        state = TournamentState(locked)
        round_ = find_unopened_round(state, round_number)
        if round_ is None:
            raise Refused(_("The tables of round %(round)s are open.") % {"round": round_number})
        if seating_stamp(state, round_) != seen:
            raise Refused(_("The seating changed meanwhile. Please check again."))
        pk = {place.number: place.pk for place in state.places}
        turned: dict[int | None, int] = {pk[a]: pk[b], pk[b]: pk[a]}
        row_sets = [kind.objects.filter(round=round_, place__in=turned) for kind in (Seat, Bye)]
        reinsert_rows([row for rows in row_sets for row in rows], "place_id", turned)
        if round_.published_at is not None:  # what everybody sees is new
            Round.objects.filter(pk=round_.pk).update(published_at=timezone.now())


# --- in and out ---


def plan_as_place_numbers(state: TournamentState) -> list[list[list[int]]]:
    """The rounds drawn as `manage.py seating --json` has them: [[[place, …] a table] a round]."""
    return [
        [
            [state.place[seat.place_id].number for seat in drawn_seats_of(table)]
            for table in round_.tables.all()
        ]
        for round_ in state.rounds
    ]


def plan_csv(state: TournamentState) -> str:
    """A row a table: its round, its number, the numbers of its places in the order of the winds.

    With a mark of its encoding, and semicolons where spreadsheets of the reader's language expect them.
    """
    file = io.StringIO()
    file.write("\ufeff")
    separator = ";" if get_format("DECIMAL_SEPARATOR", get_language()) == "," else ","
    writer = csv.writer(file, delimiter=separator, lineterminator="\r\n")
    seats = state.tournament.game.seats
    writer.writerow(
        [
            pgettext("tournament", "Round"),
            _("Table"),
            *(seat_signs(state.tournament.variant)[seat] for seat in range(seats)),
        ]
    )
    for number, tables in enumerate(plan_as_place_numbers(state), start=1):
        writer.writerows([number, table, *places] for table, places in enumerate(tables, start=1))
    return file.getvalue()


def save_plan(tournament: Tournament, columns: ListColumns) -> int:
    """Have a plan in the place of what is drawn and not published; how many rounds it brings.

    What is published must be in it as it is. Raises Refused.
    """
    with lock_unfinished_tournament(tournament) as locked:
        state = TournamentState(locked)
        listed = read_plan_rows(state, columns)
        if fault := listed.first_fault:
            raise Refused(fault)
        there = len(state.published)
        locked.rounds.filter(published_at=None).delete()
        for number, tables in enumerate(listed.rounds[there:], start=there + 1):
            round_ = locked.create_round(number)
            here: Sequence[int] = [n for n, place in enumerate(state.places) if not place.steward]
            with suppress(Refused):  # stewards whom the plan does not need are not asked for
                here = place_indexes_to_seat(state, number)
            save_drawn_tables_and_byes(locked, round_, tables, state.places, here)
        return len(listed.rounds) - there
