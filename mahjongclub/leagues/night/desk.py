"""The desk of a night's round: whoever runs the night types results from paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device, Evening
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.write_lock import one_writer
from mahjongclub.tables.writing import end_of_night

from ..desk import DeskSeat, RowForm, Rows, TableOfRound, keep_first_result
from ..refusal import Refused
from .changes import games_of, night_of
from .models import NightRound, NightTable
from .pages import sign_of


class NightDesk:
    """A round of a night as `desk.Rows` takes it."""

    penalties = False

    def __init__(self, one: NightRound) -> None:
        self.round, self.evening = one, one.evening
        rows = one.tables.select_related("session").prefetch_related(
            "seats__player__merged_into", "session__seats", "session__sitters"
        )
        self.tables: list[NightTable] = list(rows)
        self.games = {game[0].key: game for game in games_of(night_of(one.evening))}

    def game_at(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """What it was opened with, else what is played tonight."""
        if table.session is not None:
            return table.session.game, table.session.frozen_rules
        variant, preset, _own = self._playing(table)
        return variant, preset.rules

    def seats_at(self, table: TableOfRound) -> list[DeskSeat]:
        """Those who play; who waits at the table has no seat."""
        assert isinstance(table, NightTable)
        playing = [(seat.seat, seat.player.person) for seat in table.seats.all() if seat.seat is not None]
        return [
            DeskSeat(seat, sign_of(table.variant, seat), person.shown_name, person.pk)
            for seat, person in playing
        ]

    def given(self, table: TableOfRound) -> list[int]:
        """Nothing is taken of anybody at a night."""
        return []

    def address(self, table: TableOfRound) -> str:
        """Where its row is sent."""
        evening, number = self.evening, self.round.number
        return reverse("nights:desk_row", args=[evening.club.slug, evening.pk, number, table.number])

    def take(self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None) -> None:
        """Nothing is taken of anybody at a night."""

    def keep_first(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """The result of a table that was never opened."""
        players = [one.player for one in self.seats_at(table) if one.player is not None]
        keep_first_result(
            table, players, self.evening.club, self.evening, self._playing(table), final, device
        )

    def _playing(self, table: TableOfRound) -> tuple[Variant, Preset, HouseRules | None]:
        assert isinstance(table, NightTable)
        return self.games.get(table.variant) or next(iter(self.games.values()))


def keep_night_row(
    desk: NightDesk, table: int, form: RowForm, device: Device, by: Account | None, *, directs: bool
) -> None:
    """Keep what a valid form says of a table of the round; `directs`: an organiser does.

    Refused once the evening is over, but for organisers.
    """
    evening = desk.evening
    if not directs and timezone.now() > end_of_night(evening.date):
        raise Refused(_("The evening is over: its organisers type and correct results now."))
    with one_writer(), transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening.pk)
        fresh = NightDesk(desk.round)
        row = next((one for one in fresh.tables if one.number == table), None)
        if row is None:
            raise Refused(_("This round was undone meanwhile."))
        Rows(fresh).keep(row, form, device, by)
