"""Whose card it is, and who may see it: a person's is theirs alone, a club's is for its members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account, Club
from mahjongclub.games.registry import game_of
from mahjongclub.tables.models import Session

from .models import CardLine

#: what a line fills in of a hand: a game that asks for both can be played by a card
FILLED_IN = {"value", "exempt"}


@dataclass(frozen=True)
class CardOwner:
    """A club or a person with a card."""

    club: Club | None = None
    account: Account | None = None

    @property
    def lines(self) -> QuerySet[CardLine]:
        """The lines of this card, in the order in which they were typed."""
        return CardLine.objects.filter(club=self.club, account=self.account)

    def unsaved_line(self, section: str = "") -> CardLine:
        """Return a line of this card that is not stored yet."""
        return CardLine(club=self.club, account=self.account, section=section)

    def path(self, page: str = "card", *args: int) -> str:
        """The address of a page of this card."""
        if self.club is not None:
            return reverse(f"cards:club_{page}", args=[self.club.slug, *args])
        return reverse(f"cards:my_{page}", args=args)


def uses_card_lines(session: Session) -> bool:
    """Whether a hand of this game has what a line fills in."""
    questions = game_of(session).questions
    return questions is not None and {question.name for question in questions.asked} >= FILLED_IN


def pickable_lines(request: ClubRequest, session: Session) -> QuerySet[CardLine]:
    """The lines that the visitor may pick at a table: their own, and as a member those of its club."""
    if not request.user.is_authenticated or not uses_card_lines(session):
        return CardLine.objects.none()
    account = request.user
    lines = Q(account=account)
    if session.club_id is not None:
        lines |= Q(club=session.club_id, club__memberships__account=account)
    return CardLine.objects.filter(lines)


def group_by_section(lines: Sequence[Any]) -> list[dict[str, Any]]:
    """Lines, or rows with a `section`, under the headings they were typed with, in order."""
    sections: dict[str, list[Any]] = {}
    for line in lines:
        sections.setdefault(line.section, []).append(line)
    return [{"title": title, "lines": rows} for title, rows in sections.items()]
