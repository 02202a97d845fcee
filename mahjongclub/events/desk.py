"""The desk of an event's round: places and penalties; a row is kept under the event's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.desk import Desk, DeskPlayer, DeskRows, create_table_result, has_vacant_seat
from mahjongclub.rounds.desk_form import RowForm
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.rules.on_paper import PaperResult
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.variant import Variant

from .changes import check_not_final, lock_tournament
from .loading import drawn_seats_of
from .models import Tournament
from .opening import find_or_create_round_evening
from .pages import name_or_blank
from .ranking import points_formatter
from .state import TournamentState


class EventDesk(Desk):
    """The desk of an event's round. Two queries beside those of `TournamentState`."""

    takes_penalties = True

    def __init__(self, state: TournamentState, round_: Round) -> None:
        self.state, self.round, self.tournament = state, round_, state.tournament
        self.tables: list[Table] = list(round_.tables.all())

    def variant_and_rules(self, table: Table) -> tuple[Variant, GameRules]:
        """Return what every table of the event plays."""
        return self.tournament.game, self.tournament.frozen_preset.rules

    def desk_players(self, table: Table) -> list[DeskPlayer]:
        """Return the places drawn, each with the player who holds it in this round."""
        seats, format_points = [], points_formatter(self.state)
        for drawn in drawn_seats_of(table):
            player = self.state.player(drawn.place_id, self.round.number)
            penalties = [
                {"points": format_points(penalty.value), "reason": penalty.full_reason}
                for penalty in self._penalties.get(drawn.place_id, ())
            ]
            sign = seat_signs(self.tournament.variant)[drawn.number]
            seats.append(
                DeskPlayer(
                    drawn.number, sign, name_or_blank(player), player.pk if player else None, penalties
                )
            )
        return seats

    def penalty_ids(self, table: Table) -> list[int]:
        """Return the ids of the penalties of its places in this round."""
        return [
            penalty.pk for seat in drawn_seats_of(table) for penalty in self._penalties.get(seat.place_id, ())
        ]

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        event = self.tournament
        return reverse(
            "tournaments:desk_row", args=[event.club.slug, event.pk, self.round.number, table.number]
        )

    def add_penalties(
        self, table: Table, tenths_taken: Mapping[int, int], reason: str, account: Account | None
    ) -> None:
        """Save penalties in the ranking of the event: the tenths taken by seat."""
        drawn = {seat.number: seat.place_id for seat in drawn_seats_of(table)}
        Penalty.objects.bulk_create(
            Penalty(
                competition=self.round.competition,
                place_id=drawn[seat],
                tenths=-loss,
                reason=reason,
                round_number=self.round.number,
                made_by=account,
            )
            for seat, loss in tenths_taken.items()
        )

    def create_result(self, table: Table, final: PaperResult, device: Device) -> None:
        """Save the result of a table that nobody opened; the first result opens the round."""
        event = self.tournament
        create_table_result(
            table,
            [seat.player for seat in self.desk_players(table) if seat.player is not None],
            event.club,
            find_or_create_round_evening(event, self.round),
            (event.game, event.frozen_preset, event.house_rules),
            final,
            device,
            embargoed=self.round.shown_at is None,
        )

    def mark_round_played(self) -> None:
        """Note that the round is played, so that nobody draws it anew."""
        find_or_create_round_evening(self.tournament, self.round)

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[Penalty]]:
        """Map each place to its penalties of this round."""
        by_place: dict[int, list[Penalty]] = {}
        for penalty in self.tournament.penalties.filter(round_number=self.round.number):
            by_place.setdefault(penalty.place_id or 0, []).append(penalty)
        return by_place


def save_event_row(
    tournament: Tournament,
    round_number: int,
    table_number: int,
    form: RowForm,
    device: Device,
    account: Account | None,
) -> EventDesk | None:
    """Save what a valid form says of a table. Return the desk as it is then, None if there is no such table.

    The tournament is read once. Raises Refused if the tournament is over or a player is missing, and
    Refused, with OUTDATED, if another desk was quicker.
    """
    with lock_tournament(tournament) as locked:
        state = TournamentState(locked)
        desk = _desk_of_round(state, round_number)
        row = desk.find_table(table_number) if desk is not None else None
        if desk is None or row is None:
            return None
        check_not_final(locked)
        if desk.round.opened_at is None and state.current is not None and round_number > state.current.number:
            raise Refused(_("Another round has to be played first."))
        DeskRows(desk).save(row, form, device, account)
    state.refresh_table(desk.round, row)
    return EventDesk(state, desk.round)


def save_paper_result(
    tournament: Tournament,
    round_number: int,
    table_number: int,
    final: PaperResult,
    device: Device,
    seen: str = "",
) -> bool:
    """Save a table's final points, as `rules.on_paper` reads them, in the order drawn.

    Return False if something is recorded or typed already, a player is missing, or others sit there than on
    the page with the stamp `seen`.
    """
    with lock_tournament(tournament) as locked:
        desk = _desk_of_round(TournamentState(locked), round_number)
        row = desk.find_table(table_number) if desk is not None else None
        if desk is None or row is None or has_vacant_seat(desk, row):
            return False
        if row.doubtful is not None or DeskRows(desk).is_reseated(row, seen):
            return False
        if row.session is not None and (row.session.row_count or row.session.on_paper):
            return False
        DeskRows(desk).save_result(row, final, device)
    return True


def _desk_of_round(state: TournamentState, number: int) -> EventDesk | None:
    published = next((drawn for drawn in state.published if drawn.number == number), None)
    return EventDesk(state, published) if published is not None else None
