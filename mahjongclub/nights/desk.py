"""The desk of a night's round: whoever runs the night types results from paper."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.rounds.base_desk import RoundDesk
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.opening import Playing

from .changes import games_of, night_of


class NightDesk(RoundDesk):
    """The desk of a night's round."""

    def __init__(self, of: Round) -> None:
        assert of.evening is not None
        super().__init__(of)
        self.evening = of.evening
        self.games = {game[0].key: game for game in games_of(night_of(of.evening))}

    def playing(self, table: Table) -> Playing:
        """Return what is played tonight."""
        return self.games.get(table.variant) or next(iter(self.games.values()))

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        args = [self.club.slug, self.evening.pk, self.round.number, table.number]
        return reverse("nights:desk_row", args=args)

    def gone(self) -> str:
        """Say that the round is not there any more."""
        return _("This round was undone meanwhile.")
