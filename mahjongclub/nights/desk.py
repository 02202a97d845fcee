"""The desk of a night's round: whoever runs the night types results from paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.rounds.changing import locked_rounds
from mahjongclub.rounds.desk import DeskRows, DeskSeat, RowForm, TableOfRound, create_table_result
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.writing import end_of_night

from .changes import games_of, night_of
from .pages import sign_of


class NightDesk:
    """The desk of a night's round."""

    takes_penalties = False

    def __init__(self, night_round: Round) -> None:
        assert night_round.evening is not None
        self.round, self.evening = night_round, night_round.evening
        tables = night_round.tables.select_related("session")
        self.tables: list[Table] = list(
            tables.prefetch_related("seats__player__merged_into", "session__seats", "session__sitters")
        )
        self.games = {game[0].key: game for game in games_of(night_of(self.evening))}

    def variant_and_rules(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """Return what a table was opened with, else what is played tonight."""
        if table.session is not None:
            return table.session.game, table.session.frozen_rules
        variant, preset, _own = self._playing(table)
        return variant, preset.rules

    def drawn_seats(self, table: TableOfRound) -> list[DeskSeat]:
        """Return the players of a table; a player who waits there has no seat."""
        assert isinstance(table, Table)
        playing = [(seat.number, seat.player.person) for seat in table.seats.all() if seat.player is not None]
        return [
            DeskSeat(seat, sign_of(table.variant, seat), person.shown_name, person.pk)
            for seat, person in playing
        ]

    def penalty_ids(self, table: TableOfRound) -> list[int]:
        """Return nothing: a night has no penalties."""
        return []

    def row_path(self, table: TableOfRound) -> str:
        """Return the path to which its row is posted."""
        evening, number = self.evening, self.round.number
        return reverse("nights:desk_row", args=[evening.club.slug, evening.pk, number, table.number])

    def add_penalties(
        self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None
    ) -> None:
        """Save nothing: a night has no penalties."""

    def create_result(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """Save the result of a table that nobody opened."""
        players = [seat.player for seat in self.drawn_seats(table) if seat.player is not None]
        create_table_result(
            table, players, self.evening.club, self.evening, self._playing(table), final, device
        )

    def _playing(self, table: TableOfRound) -> tuple[Variant, Preset, HouseRules | None]:
        assert isinstance(table, Table)
        return self.games.get(table.variant) or next(iter(self.games.values()))


def save_night_row(
    desk: NightDesk, table: int, form: RowForm, device: Device, by: Account | None, *, directs: bool
) -> None:
    """Save what a valid form says of a table of the round; `directs` if an organiser saves it.

    Raises Refused once the evening is over, except for organisers.
    """
    evening = desk.evening
    if not directs and timezone.now() > end_of_night(evening.date, evening.club):
        raise Refused(_("The evening is over: its organisers type and correct results now."))
    with locked_rounds(evening=evening):
        locked = NightDesk(desk.round)
        row = next((drawn for drawn in locked.tables if drawn.number == table), None)
        if row is None:
            raise Refused(_("This round was undone meanwhile."))
        DeskRows(locked).save(row, form, device, by)
