"""The desk of a match: whoever runs it types results from paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import wind_letter
from mahjongclub.games.registry import find_game
from mahjongclub.rounds.desk import DeskRows, DeskSeat, RowForm, TableOfRound, create_table_result
from mahjongclub.rounds.evening import evening_now
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.rules_form import preset_of
from mahjongclub.tables.write_lock import one_writer
from mahjongclub.tables.writing import end_of_night

from .match_model import Match, MatchTable
from .matches import is_closed
from .models import Season


class MatchDesk:
    """The desk of a match."""

    takes_penalties = False

    def __init__(self, match: Match, *, sees_all: bool) -> None:
        """Without `sees_all` names are hidden until the line-ups are closed or the table is open."""
        self.match, self.season = match, match.season
        self.sees_all = sees_all or is_closed(match)
        tables = match.tables.select_related("session").prefetch_related("seats__team")
        self.tables: list[MatchTable] = list(
            tables.prefetch_related("seats__player__merged_into", "session__seats", "session__sitters")
        )

    def variant_and_rules(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """Return what a table was opened with, else what the club plays."""
        if table.session is not None:
            return table.session.game, table.session.frozen_rules
        variant, preset, _own = self._playing()
        return variant, preset.rules

    def drawn_seats(self, table: TableOfRound) -> list[DeskSeat]:
        """Return the seats of a table, each with its team and the player the team named."""
        assert isinstance(table, MatchTable)
        winds = find_game(self.season.variant).seat_winds
        seats = []
        for seat in table.seats.all():
            shown = self.sees_all or table.session is not None
            person = seat.player.person if seat.player is not None and shown else None
            parts = (seat.team.name if seat.team is not None else "", person.shown_name if person else "")
            sign = wind_letter(winds[seat.seat]) if winds else str(seat.seat + 1)
            seats.append(
                DeskSeat(seat.seat, sign, " · ".join(filter(None, parts)), person.pk if person else None)
            )
        return seats

    def penalty_ids(self, table: TableOfRound) -> list[int]:
        """Return nothing: a league adjusts points elsewhere (`Adjustment`)."""
        return []

    def row_path(self, table: TableOfRound) -> str:
        """Return the path to which its row is posted."""
        season, number = self.season, self.match.number
        args = [season.league.club.slug, season.pk, number, table.number]
        return reverse("leagues:match_desk_row", args=args)

    def add_penalties(
        self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None
    ) -> None:
        """Save nothing: a league adjusts points elsewhere (`Adjustment`)."""

    def create_result(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """Save the result of a table that nobody opened; a match without a day is played tonight then."""
        club = self.season.league.club
        evening = self.match.evening or evening_now(club)
        players = [seat.player for seat in self.drawn_seats(table) if seat.player is not None]
        create_table_result(table, players, club, evening, self._playing(), final, device)
        Match.objects.filter(pk=self.match.pk).update(evening=evening, day=self.match.day or evening.date)

    def _playing(self) -> tuple[Variant, Preset, HouseRules | None]:
        game = self.season.game
        return game, *preset_of(game, self.season.league.club, "")


def save_match_row(
    desk: MatchDesk, table: int, form: RowForm, device: Device, by: Account | None, *, directs: bool
) -> None:
    """Save what a valid form says of a table of the match; `directs` if an organiser saves it.

    Raises Refused once the evening of the match is over, except for organisers.
    """
    evening = desk.match.evening
    if not directs and evening is not None and timezone.now() > end_of_night(evening.date, evening.club):
        raise Refused(_("The evening is over: its organisers type and correct results now."))
    with one_writer(), transaction.atomic():
        Season.objects.select_for_update().filter(pk=desk.season.pk).first()
        matches = Match.objects.select_related("season__league__club", "evening")
        match = matches.filter(pk=desk.match.pk).first()
        locked = MatchDesk(match, sees_all=True) if match is not None else None
        row = next((drawn for drawn in locked.tables if drawn.number == table), None) if locked else None
        if locked is None or row is None:
            raise Refused(_("This match was deleted meanwhile."))
        DeskRows(locked).save(row, form, device, by)
