"""The forms of an event's people: how it is entered, and what somebody tells of themselves."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs import club_forms
from mahjongclub.clubs import models as clubs
from mahjongclub.clubs.club_model import LONGEST_CURRENCY
from mahjongclub.clubs.money import AmountField
from mahjongclub.clubs.naming import check_no_pseudonym
from mahjongclub.lists.people import join_names
from mahjongclub.rounds.fields import CalendarMomentField, ReadableNameField, number_field

from ..federation.details import FederationDetailsForm, federation_game_name
from ..forms import MOST_PLAYERS
from ..holders import is_ema_number_of_another
from ..models import LONGEST_NAME, Tournament
from .models import DETAILS, Entrant, Registration

#: what stands between the columns of a list, and in addresses
NO_SIGN_OF_NAMES = re.compile(r"[;\t@|]|https?:")


class RegistrationForm(forms.ModelForm):
    """From when to when the page is open, for how many, and what it says."""

    wanted = forms.BooleanField(
        label=gettext_lazy("Anyone may enter by a page, without an account"), required=False
    )
    opens_at = CalendarMomentField(label=gettext_lazy("Opens"), help_text=gettext_lazy("Empty: at once."))
    closes_at = CalendarMomentField(
        label=gettext_lazy("Closes"), help_text=gettext_lazy("Empty: when the seating is published.")
    )
    capacity = number_field(
        label=gettext_lazy("Places"),
        help_text=gettext_lazy(
            "People who enter beyond this number wait, and move up when somebody withdraws. Empty: any "
            "number."
        ),
        min_value=1,
        max_value=MOST_PLAYERS,
        required=False,
    )
    fee_cents = AmountField(
        label=gettext_lazy("What each pays"),
        help_text=gettext_lazy("The list then sums what is paid and due. Empty: nothing is counted here."),
    )
    fee_currency = club_forms.NameField(
        label=gettext_lazy("Currency"),
        max_length=LONGEST_CURRENCY,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        label=gettext_lazy("What people should know"),
        help_text=gettext_lazy("What it costs and how it is paid, when it begins, where to sleep and eat."),
        max_length=Registration._meta.get_field("note").max_length,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "dir": "auto"}),
    )

    class Meta:
        model = Registration
        fields = ("wanted", "opens_at", "closes_at", "capacity", "fee_cents", "fee_currency", "note")

    def clean(self) -> None:
        """It opens before it closes."""
        super().clean()
        cleaned = self.cleaned_data
        opens, closes = cleaned.get("opens_at"), cleaned.get("closes_at")
        if opens and closes and opens >= closes:
            self.add_error("closes_at", _("Registration cannot close before it opens."))

    def clean_note(self) -> str:
        """Without what a database does not take."""
        return str(self.cleaned_data["note"]).replace("\r\n", "\n").strip()


class EntrantDetailsForm(FederationDetailsForm):
    """Somebody of an event. Without a name to be shown it is first and last name.

    Fields that the event does not ask for are left out: what its federation wants, teams.
    """

    #: what a browser may fill in
    AUTOCOMPLETE = {"first_name": "off", "last_name": "off", "name": "off"}

    name = ReadableNameField(
        label=gettext_lazy("Name shown at the tables and in the ranking"),
        help_text=gettext_lazy("Empty: first and last name."),
        max_length=clubs.LONGEST_NAME,
        required=False,
    )
    federation = ReadableNameField(
        label=gettext_lazy("Federation or club"), max_length=LONGEST_NAME, required=False
    )
    team = ReadableNameField(label=gettext_lazy("Team"), max_length=LONGEST_NAME, required=False)

    class Meta:
        model = Entrant
        fields: tuple[str, ...] = (
            *("first_name", "last_name", "name"),
            *("country", "federation", "ema_number", "team"),
        )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        for name, word in self.AUTOCOMPLETE.items():
            self.fields[name].widget.attrs |= {"autocomplete": word, "dir": "auto"}
        if not federation_game_name(tournament):
            del self.fields["ema_number"]

    def clean(self) -> None:
        """A name to be shown, whichever way."""
        super().clean()
        cleaned = self.cleaned_data
        if "name" in cleaned and not cleaned["name"]:
            cleaned["name"] = join_names(cleaned.get("first_name", ""), cleaned.get("last_name", ""))
        if "name" in cleaned and not cleaned["name"] and not self.errors:
            self.add_error("name", _("Type a name."))
        if cleaned.get("name"):
            try:
                check_no_pseudonym(cleaned["name"])
            except forms.ValidationError as fault:
                self.add_error("name", fault)

    @property
    def entrant_columns(self) -> dict[str, Any]:
        """What the row keeps."""
        column_names = ("name", "team", "remembered", *DETAILS)
        return {name: self.cleaned_data[name] for name in column_names if name in self.cleaned_data}


class OrganiserEntrantForm(EntrantDetailsForm):
    """By an organiser's hand: a name is enough."""

    def clean(self) -> None:
        """A name has no signs in it that stand between the columns of a list, or in an address."""
        super().clean()
        cleaned = self.cleaned_data
        for name in ("first_name", "last_name", "name"):
            if sign := NO_SIGN_OF_NAMES.search(cleaned.get(name) or ""):
                fault = _("A name cannot contain “%(sign)s”. Paste a list under “Add people”.")
                self.add_error(name, fault % {"sign": sign[0].strip() or "⇥"})
                break

    def is_number_taken(self, number: str) -> bool:
        """Whether somebody else on the list, or another player of the event, has the number."""
        names = [self.cleaned_data.get(name, "") for name in ("name", "first_name", "last_name")]
        name = names[0] or join_names(*names[1:])
        of_event, entrant = self.tournament.pk, self.instance
        return is_ema_number_of_another(of_event, number, entrant.player, name, entrant.pk or 0)


class PublicEntryForm(EntrantDetailsForm):
    """By the page of the event: the federation's questions are answered, and what is kept is agreed to."""

    AUTOCOMPLETE = {"first_name": "given-name", "last_name": "family-name", "name": "nickname"}

    remembered = forms.BooleanField(
        label=gettext_lazy("Fill this in for me the next time"),
        help_text=gettext_lazy("On this phone, or in my account if I am signed in."),
        required=False,
    )
    agreed = forms.BooleanField(
        label=gettext_lazy("I agree to what is kept"),
        error_messages={"required": gettext_lazy("Nobody is entered without agreeing to what is kept.")},
    )

    class Meta(EntrantDetailsForm.Meta):
        fields = (*EntrantDetailsForm.Meta.fields, "remembered")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        self.fields["first_name"].required = self.fields["last_name"].required = True
        self.fields["country"].required = bool(federation_game_name(tournament))
        if not tournament.entrants.exclude(team="").exists():  # an event without teams, as far as is known
            del self.fields["team"]
        if self.instance.pk is not None:  # it was agreed to as they entered
            del self.fields["agreed"]
