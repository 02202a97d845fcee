"""The desk of a match: whoever runs it types results from paper."""

from __future__ import annotations

from typing import Self

from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.rounds.base_desk import RoundDesk
from mahjongclub.rounds.models import Round, Table
from mahjongclub.rounds.opening import Playing
from mahjongclub.tables.rules_form import preset_of

from .matches import is_closed
from .models import Season


class MatchDesk(RoundDesk):
    """The desk of a match."""

    def __init__(self, of: Round, *, sees_all: bool) -> None:
        """Without `sees_all` names are hidden until the line-ups are closed or the table is open."""
        super().__init__(of)
        self.season: Season = of.season
        self.sees_all = sees_all or is_closed(of)

    def playing(self, table: Table) -> Playing:
        """Return what the club plays."""
        game = self.season.game
        return game, *preset_of(game, self.club, "")

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        args = [self.club.slug, self.season.pk, self.round.number, table.number]
        return reverse("leagues:match_desk_row", args=args)

    def shows_players(self, table: Table) -> bool:
        """Whether the line-ups may be seen."""
        return self.sees_all or table.session is not None

    def locked_copy(self, of: Round) -> Self:
        """Return the desk of the match as it is now; whoever saves a result knows who played."""
        return type(self)(of, sees_all=True)

    def gone(self) -> str:
        """Say that the match is not there any more."""
        return _("This match was deleted meanwhile.")
