"""Naming who plays for a team: the form, and until when captains can; organisers can after that too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.refusal import Refused


def has_deadline_passed(until: datetime | None) -> bool:
    """Whether captains name nobody any more. With None nothing but the opening of tables ends it."""
    return until is not None and until <= timezone.now()


def check_captain_in_time(until: datetime | None, *, is_table_open: bool = False) -> None:
    """Raise Refused if a captain comes too late, or if the table of somebody named is open."""
    if has_deadline_passed(until):
        raise Refused(_("Line-ups are closed. Ask an organiser."))
    if is_table_open:
        raise Refused(_("The table is open already: ask an organiser."))


def check_nobody_twice(players: Sequence[int]) -> None:
    """Raise Refused if a player is named twice."""
    if len(set(players)) < len(players):
        raise Refused(_("Nobody plays twice at the same time."))


@dataclass(frozen=True)
class LineupChoice:
    """A seat of a match, or a place of an event: `field` names it in the form, `player` is who has it now.

    Without `required` nobody needs to be named yet.
    """

    number: int
    field: str
    label: str
    players: Sequence[tuple[int, str]]
    player: int | None
    help_text: str = ""
    required: bool = True


class LineupForm(forms.Form):
    """Who plays on each seat, chosen from the players of its team."""

    def __init__(self, seats: Sequence[LineupChoice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in seats:
            nobody = [] if seat.required and seat.player is not None else [("", _("Nobody yet"))]
            self.fields[seat.field] = forms.TypedChoiceField(
                label=seat.label,
                help_text=seat.help_text,
                coerce=int,
                empty_value=None,
                required=seat.required,
                choices=[*nobody, *seat.players],
                initial=seat.player,
                error_messages={"invalid_choice": _("Name a player of the team.")},
            )

    @property
    def players(self) -> dict[int, int | None]:
        """The player chosen for each seat that was sent, by its number."""
        sent = [seat for seat in self.seats if self.add_prefix(seat.field) in self.data]
        return {seat.number: self.cleaned_data[seat.field] for seat in sent}

    def clean(self) -> None:
        """Nobody on two seats; the error stands at the second."""
        super().clean()
        cleaned = self.cleaned_data
        seen: set[int] = set()
        for seat in self.seats:
            player = cleaned.get(seat.field)
            if player in seen:
                self.add_error(seat.field, _("Nobody plays twice at the same time."))
            elif player is not None:
                seen.add(player)
