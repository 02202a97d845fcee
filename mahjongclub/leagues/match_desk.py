"""The desk of a match: whoever runs it types results from paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.games.kit.wording import wind_letter
from mahjongclub.games.registry import find_game
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.rules_form import preset_of
from mahjongclub.tables.write_lock import one_writer
from mahjongclub.tables.writing import end_of_night

from .desk import DeskSeat, RowForm, Rows, TableOfRound, keep_first_result
from .match_model import Match, MatchTable
from .matches import is_closed
from .night.changes import evening_now
from .refusal import Refused


class MatchDesk:
    """A match as `desk.Rows` takes it."""

    penalties = False

    def __init__(self, match: Match, *, sees_all: bool) -> None:
        """Whoever does not see all sees whom a team named once the line-ups are closed, or the table open."""
        self.match, self.season = match, match.season
        self.sees_all = sees_all or is_closed(match)
        rows = match.tables.select_related("session").prefetch_related(
            "seats__player__merged_into", "seats__team", "session__seats", "session__sitters"
        )
        self.tables: list[MatchTable] = list(rows)

    def game_at(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """What it was opened with, else what the club plays."""
        if table.session is not None:
            return table.session.game, table.session.frozen_rules
        variant, preset, _own = self._playing()
        return variant, preset.rules

    def seats_at(self, table: TableOfRound) -> list[DeskSeat]:
        """Its seats, each with the team and whom it named."""
        assert isinstance(table, MatchTable)
        winds = find_game(self.season.variant).seat_winds
        found = []
        for seat in table.seats.all():
            shown = self.sees_all or table.session is not None
            person = seat.player.person if seat.player is not None and shown else None
            parts = (seat.team.name if seat.team is not None else "", person.shown_name if person else "")
            sign = wind_letter(winds[seat.seat]) if winds else str(seat.seat + 1)
            found.append(
                DeskSeat(seat.seat, sign, " · ".join(filter(None, parts)), person.pk if person else None)
            )
        return found

    def given(self, table: TableOfRound) -> list[int]:
        """What is given and taken in a league stands by itself (`Adjustment`)."""
        return []

    def address(self, table: TableOfRound) -> str:
        """Where its row is sent."""
        season, number = self.season, self.match.number
        args = [season.league.club.slug, season.pk, number, table.number]
        return reverse("leagues:match_desk_row", args=args)

    def take(self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None) -> None:
        """What is given and taken in a league stands by itself (`Adjustment`)."""

    def keep_first(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """The result of a table that was never opened; the match is of tonight then, unless it has a day."""
        club = self.season.league.club
        evening = self.match.evening or evening_now(club)
        players = [one.player for one in self.seats_at(table) if one.player is not None]
        keep_first_result(table, players, club, evening, self._playing(), final, device)
        Match.objects.filter(pk=self.match.pk).update(evening=evening, day=self.match.day or evening.date)

    def _playing(self) -> tuple[Variant, Preset, HouseRules | None]:
        game = self.season.game
        return game, *preset_of(game, self.season.league.club, "")


def keep_match_row(
    desk: MatchDesk, table: int, form: RowForm, device: Device, by: Account | None, *, directs: bool
) -> None:
    """Keep what a valid form says of a table of the match; `directs`: an organiser does.

    Refused once the evening of the match is over, but for organisers.
    """
    evening = desk.match.evening
    if not directs and evening is not None and timezone.now() > end_of_night(evening.date):
        raise Refused(_("The evening is over: its organisers type and correct results now."))
    with one_writer(), transaction.atomic():
        matches = Match.objects.select_for_update(of=("self",))
        matches = matches.select_related("season__league__club", "evening")
        fresh = MatchDesk(matches.get(pk=desk.match.pk), sees_all=True)
        row = next((one for one in fresh.tables if one.number == table), None)
        if row is None:
            raise Refused(_("This match was deleted meanwhile."))
        Rows(fresh).keep(row, form, device, by)
