"""To which club, and which of its evenings, a session belongs; and what a member may choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.nights import night_of, tonight

from .models import Session

#: how far back evenings are offered to a new table: games on paper are entered within weeks
OFFERED_BACK = timedelta(days=45)
MOST_EVENINGS = 12


@dataclass(frozen=True, slots=True)
class Belonging:
    """A club and one of its evenings; neither for a table of nobody's."""

    club: Club | None = None
    evening: Evening | None = None

    @property
    def word(self) -> str:
        """How a form names it: "e12" an evening, "c3" a club without one, "" neither."""
        if self.evening is not None:
            return f"e{self.evening.pk}"
        return f"c{self.club.pk}" if self.club is not None else ""

    @property
    def title(self) -> str:
        """What a list calls it."""
        if self.club is None:
            return _("No club: just this table")
        if self.evening is None:
            return _("%(club)s, no evening") % {"club": self.club.name}
        return f"{self.club.name}, {self.within}"

    @property
    def within(self) -> str:
        """What a list of one club calls it, whose name stands above."""
        if self.evening is None:
            return _("No evening")
        parts = [date_format(self.evening.date, "SHORT_DATE_FORMAT"), self.evening.name or self.evening.place]
        return ", ".join(part for part in parts if part)


NOBODY = Belonging()


def belongings_of(request: ClubRequest, role: Role = Role.SCORER) -> list[Belonging]:
    """What somebody may choose: nobody's first, then their clubs with the latest evenings; [] without a club.

    A club is offered to those who are at least `role` in it.
    """
    if not request.user.is_authenticated:
        return []
    roles = [one.value for one in Role if one.may_act_as(role)]
    clubs = Club.objects.filter(memberships__account_id=request.user.pk, memberships__role__in=roles)
    found: list[Belonging] = []
    for club in clubs.order_by("name"):
        evenings = club.evenings.filter(date__gte=timezone.localdate() - OFFERED_BACK)
        found += [Belonging(club, evening) for evening in evenings[:MOST_EVENINGS]]
        found.append(Belonging(club))
    return [NOBODY, *found] if found else []


def chosen_of(belongings: Sequence[Belonging], word: str | None) -> Belonging:
    """The one a form names; without a word tonight's evening, where there is one."""
    if word is None:
        day = tonight()
        on_now = (one for one in belongings if one.evening is not None and one.evening.date == day)
        return next(on_now, NOBODY)
    return next((one for one in belongings if one.word == word), NOBODY)


def belonging_again(session: Session) -> Belonging:
    """Where a rematch belongs: the same club, the same evening on the same day, else tonight's."""
    club, evening = session.club, session.evening
    if club is None or night_of(session.created_at) == tonight():
        return Belonging(club, evening)
    return Belonging(club, club.evenings.filter(date=tonight()).first())
