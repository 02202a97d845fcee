"""The desk of an event's round: places and penalties; a row is kept under the event's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Variant

from .desk import DeskSeat, OpenAlready, RowForm, Rows, TableOfRound, is_vacant, keep_first_result
from .refusal import Refused
from .tournament_changes import changing
from .tournament_model import DrawnTable, Tournament, TournamentPenalty, TournamentRound
from .tournament_opening import evening_of
from .tournament_pages import seat_sign, shown
from .tournament_ranking import points_of
from .tournament_state import TournamentState


class EventDesk:
    """A round of an event as `desk.Rows` takes it. Two queries beside those of the course."""

    penalties = True

    def __init__(self, course: TournamentState, one: TournamentRound) -> None:
        self.course, self.round, self.tournament = course, one, course.tournament
        self.tables: list[DrawnTable] = list(one.tables.all())

    def game_at(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """Every table plays the event's."""
        return self.tournament.game, self.tournament.frozen_preset.rules

    def seats_at(self, table: TableOfRound) -> list[DeskSeat]:
        """The places drawn, each with who holds it in this round."""
        assert isinstance(table, DrawnTable)
        found, say = [], points_of(self.course)
        for drawn in table.seats.all():
            player = self.course.player(drawn.place_id, self.round.number)
            taken = [
                {"points": say(-TENTH * one.tenths), "reason": one.reason}
                for one in self._penalties.get(drawn.place_id, ())
            ]
            sign = seat_sign(self.tournament, drawn.seat)
            found.append(DeskSeat(drawn.seat, sign, shown(player), player.pk if player else None, taken))
        return found

    def given(self, table: TableOfRound) -> list[int]:
        """The penalties of its places in this round."""
        assert isinstance(table, DrawnTable)
        return [one.pk for seat in table.seats.all() for one in self._penalties.get(seat.place_id, ())]

    def address(self, table: TableOfRound) -> str:
        """Where its row is sent."""
        event = self.tournament
        return reverse(
            "tournaments:desk_row", args=[event.club.slug, event.pk, self.round.number, table.number]
        )

    def take(self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None) -> None:
        """Penalties in the ranking of the event."""
        assert isinstance(table, DrawnTable)
        drawn = {seat.seat: seat.place_id for seat in table.seats.all()}
        TournamentPenalty.objects.bulk_create(
            TournamentPenalty(
                tournament=self.tournament,
                place_id=drawn[seat],
                tenths=points,
                reason=reason,
                round_number=self.round.number,
                made_by=by,
            )
            for seat, points in tenths.items()
        )

    def keep_first(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """The result of a table that no phone opened; the first opens the round."""
        event = self.tournament
        keep_first_result(
            table,
            [one.player for one in self.seats_at(table) if one.player is not None],
            event.club,
            evening_of(event, self.round),
            (event.game, event.frozen_preset, event.house_rules),
            final,
            device,
            embargoed=self.round.shown_at is None,
        )

    @cached_property
    def _penalties(self) -> Mapping[int, Sequence[TournamentPenalty]]:
        """{place: its penalties of this round}."""
        found: dict[int, list[TournamentPenalty]] = {}
        for one in self.tournament.penalties.filter(round_number=self.round.number):
            found.setdefault(one.place_id, []).append(one)
        return found


def keep_row(
    tournament: Tournament, number: int, table: int, form: RowForm, device: Device, by: Account | None
) -> EventDesk | None:
    """Keep what a valid form says of a table; the desk as it is then, None where there is no such table.

    The tournament is read once. Refused where the tournament is over or somebody is missing, Overtaken where
    another desk was quicker.
    """
    with changing(tournament) as locked:
        course = TournamentState(locked)
        one = next((found for found in course.published if found.number == number), None)
        row = next((found for found in one.tables.all() if found.number == table), None) if one else None
        if one is None or row is None:
            return None
        if locked.is_final:
            raise Refused(_("The ranking is final: open the tournament again first."))
        if one.opened_at is None and course.current is not None and number > course.current.number:
            raise Refused(_("Another round comes first."))
        Rows(EventDesk(course, one)).keep(row, form, device, by)
    course.read_again(one, row)
    return EventDesk(course, one)


def keep_on_paper(
    tournament: Tournament, number: int, table: int, final: dict[str, Any], device: Device
) -> bool:
    """Keep a table's final points (as `rules.on_paper` reads them) in the order drawn, where nothing is
    recorded yet. False where something is, or somebody is missing.
    """
    with changing(tournament) as locked:
        course = TournamentState(locked)
        one = next(found for found in course.published if found.number == number)
        row = next(found for found in one.tables.all() if found.number == table)
        desk = EventDesk(course, one)
        recorded = row.session is not None and (row.session.listed or row.session.on_paper)
        if recorded or is_vacant(desk, row):
            return False
        try:
            Rows(desk).keep_final(row, final, device)
        except OpenAlready:
            return False
    return True
