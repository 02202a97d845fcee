"""The form of a team, of a season and of an event: its players, its captain, its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.name_lists import NameList, read_names
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.typed_names import LONGEST_LIST, TypedName, look_up_names

from ..fields import CHOSEN_ERRORS, TICKED_ERRORS, ReadableNameField
from .models import LONGEST_NAME, Team

_CHECK_NAMES = gettext_lazy("The names were read as they stand here now: check them, then send them.")


@dataclass(frozen=True)
class TeamChoices:
    """Whom a team may have: players to tick beside those who stay, and who may be its captain.

    `captains` is None where nobody names who plays; without `has_name` the name stays as it is.
    """

    club: Club
    players: Collection[Player]
    captains: Collection[Player] | None
    staying: Collection[Player] = ()
    has_name: bool = True
    names_help: str = ""


class TeamForm(forms.Form):
    """A team and its players; where captains name who plays, its captain. `team` is one that is changed.

    `typed` (after validation) are those named by hand, `names_asked_about` those nearly on the roster.
    """

    name = ReadableNameField(label=gettext_lazy("Team"), max_length=LONGEST_NAME)
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages=TICKED_ERRORS,
    )
    names = forms.CharField(
        label=gettext_lazy("Other players, one per line"),
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 2,
                "autocapitalize": "words",
                "autocomplete": "off",
                "spellcheck": "false",
                "dir": "auto",
            }
        ),
    )
    captain = forms.TypedChoiceField(
        label=gettext_lazy("Captain"),
        required=False,
        empty_value=None,
        error_messages=CHOSEN_ERRORS,
        help_text=gettext_lazy(
            "Names who plays, signed in as the club member who is this player on the roster."
        ),
    )

    def __init__(self, choices: TeamChoices, *args: Any, team: Team | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choices = choices
        self.typed: list[TypedName] = []
        self.names_asked_about: list[TypedName] = []
        _set_choices(self.fields["players"], choices.players)
        _set_choices(self.fields["captain"], choices.captains or (), _("Nobody: organisers name who plays"))
        self.fields["names"].help_text = choices.names_help
        if choices.captains is None:
            del self.fields["captain"]
        if not choices.has_name:
            del self.fields["name"]
        if team is not None:
            members = [member.player.person_id for member in team.members.select_related("player")]
            self.initial.update(name=team.name, players=members, captain=team.captain_id)

    def clean_names(self) -> str:
        """Names that can be read."""
        text = str(self.cleaned_data["names"])
        answers = {name: str(value) for name, value in self.data.items() if name.startswith("same-")}
        listed = read_names(text, {})
        if listed.columns is not None or listed.is_rewritten:
            sent: Any = self.data
            self.data = sent = sent.copy()
            sent[self.add_prefix("names")] = "\n".join(listed.names)
            raise forms.ValidationError([*_remarks(listed), _CHECK_NAMES])
        self.typed = look_up_names(self.choices.club, listed.names, answers, are_listed=True)
        self.names_asked_about = [name for name in self.typed if name.is_or_was_asked]
        if faults := [name.fault for name in self.typed if name.fault]:
            raise forms.ValidationError(faults[0])
        if any(name.asks for name in self.typed):
            raise forms.ValidationError(_("Say first whether it is the same person."))
        return text

    def clean(self) -> None:
        """A team has players: who stays, ticked or named."""
        super().clean()
        cleaned = self.cleaned_data
        if not (self.errors or self.choices.staying or cleaned.get("players") or self.typed):
            self.add_error("players", forms.Field.default_error_messages["required"])


def _remarks(listed: NameList) -> list[str]:
    """Return what is said of a list beside the names that were read of it."""
    declined = [row.name for row in listed.rows if row.declined]
    faults = [f"{' '.join(filter(None, row.cells))} – {row.fault}" for row in listed.rows if row.fault]
    left_out = " · ".join([*listed.left_out, *declined, *faults])
    remarks = [_("No part of the list, left out: %(lines)s") % {"lines": left_out}] if left_out else []
    return remarks + ([_("Invisible characters were removed from the list.")] if listed.has_unseen else [])


def player_choices_by_name(players: Iterable[Player]) -> list[tuple[int, str]]:
    """Players to choose from, in the order a reader looks them up."""
    return sorted(
        ((player.pk, player.shown_name) for player in players), key=lambda choice: alphabetical_key(choice[1])
    )


def _set_choices(field: Any, players: Collection[Player], nobody: str = "") -> None:
    numbered = {player.pk: player for player in players}
    field.choices = [*([("", nobody)] if nobody else []), *player_choices_by_name(players)]
    field.coerce = lambda number: numbered[int(number)]
