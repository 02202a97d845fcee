"""The desk of a night's round and of a match: all that does not differ between them."""

from __future__ import annotations

from typing import Any, Self

from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import wind_letter
from mahjongclub.games.registry import find_game
from mahjongclub.rules.on_paper import PaperResult
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.writing import end_of_night

from .changing import lock_rounds
from .desk import Desk, DeskPlayer, DeskRows, create_table_result
from .desk_form import RowForm
from .models import Round, Table
from .opening import GameAndRules, get_or_create_evening


class RoundDesk(Desk):
    """The desk of a `Round`, on which no penalties are typed. What differs between owners is overridden."""

    #: says that the round is not there any more
    gone_message: Any

    def __init__(self, of: Round) -> None:
        """`of` has its evening and its competition with its club."""
        self.round, self.club = of, of.competition.club
        tables = of.tables.select_related("session").prefetch_related("seats__team")
        self.tables: list[Table] = list(
            tables.prefetch_related("seats__player__merged_into", "session__seats", "session__sitters")
        )

    def game_and_rules(self, table: Table) -> GameAndRules:
        """Return the game and the rules of a table that is not open."""
        raise NotImplementedError

    def shows_players(self, table: Table) -> bool:
        """Whether the reader may know who plays at a table."""
        return True

    def locked_copy(self, round_: Round) -> Self:
        """Return the desk of the same round as it is now, with everything that is needed to save."""
        return type(self)(round_)

    def variant_and_rules(self, table: Table) -> tuple[Variant, GameRules]:
        """Return what a table was opened with, else what is to be played there."""
        if table.session is not None:
            return table.session.game, table.session.current_rules
        variant, preset, _own = self.game_and_rules(table)
        return variant, preset.rules

    def desk_players(self, table: Table) -> list[DeskPlayer]:
        """Return the seats of a table with team and player."""
        seats, signs = [], seat_signs(table.variant)
        players = table.players if self.shows_players(table) else {}
        teams = {seat.number: seat.team.name if seat.team is not None else "" for seat in table.seats.all()}
        for number in sorted(teams.keys() | players):
            person = players[number].person if number in players else None
            name, pk = (person.shown_name, person.pk) if person else ("", None)
            seats.append(DeskPlayer(number, signs[number], name, pk, team=teams.get(number, "")))
        return seats

    def create_result(self, table: Table, final: PaperResult, device: Device) -> None:
        """Save the result of a table nobody opened. A round without an evening was played tonight."""
        evening = self.round.evening or get_or_create_evening(self.club)
        players = [seat.player for seat in self.desk_players(table) if seat.player is not None]
        create_table_result(table, players, self.club, evening, self.game_and_rules(table), final, device)
        if self.round.evening_id is None:
            day = self.round.day or evening.date
            Round.objects.filter(pk=self.round.pk).update(evening=evening, day=day)

    def save_row(
        self, table_number: int, form: RowForm, device: Device, account: Account | None, *, directs: bool
    ) -> None:
        """Save what a valid form says of a table; `directs` if an organiser saves it.

        Raises Refused once the evening of the round is over, except for organisers.
        """
        evening = self.round.evening
        if not directs and evening is not None and timezone.now() > end_of_night(evening.date, self.club):
            raise Refused(_("The evening is over: only its organisers can type and correct results now."))
        with lock_rounds(pk=self.round.competition_id) as rounds:
            locked = rounds.with_owner().filter(pk=self.round.pk).first()
            desk = self.locked_copy(locked) if locked is not None else None
            row = desk.find_table(table_number) if desk is not None else None
            if desk is None or row is None:
                raise Refused(str(self.gone_message))
            DeskRows(desk).save(row, form, device, account)


def seat_signs(variant: str) -> list[str]:
    """Return every seat's wind in the reader's letter; its number where not every seat has a wind."""
    game = find_game(variant)
    winds = game.seat_winds
    return [wind_letter(winds[seat]) if winds else str(seat + 1) for seat in range(game.variant.seats)]
