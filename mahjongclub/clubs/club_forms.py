"""The forms of a club: itself, an invitation, a player of its roster, an evening."""

from __future__ import annotations

import datetime
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .club_model import LONGEST_CLUB_NAME, LONGEST_PLACE, Club, Evening, Role
from .models import LONGEST_NAME
from .naming import name_key, no_pseudonym, readable_name, tidy_name

MOST_PLACES = 200
LIFETIMES = ((1, gettext_lazy("1 day")), (7, gettext_lazy("1 week")), (30, gettext_lazy("30 days")))
FIRST_DATE = datetime.date(1900, 1, 1)
FARTHEST = timedelta(days=5 * 366)


class NameField(forms.CharField):
    """A name of any script, tidied; nothing in it that nobody sees."""

    default_validators = [readable_name]

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")


class ClubForm(forms.ModelForm):
    """What a club is called, and who may look at its page."""

    name = NameField(label=gettext_lazy("Name of the club"), max_length=LONGEST_CLUB_NAME)
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may look at the club’s page, its evenings and its wall"),
        choices=Club.Visibility.choices,
        widget=forms.RadioSelect,
        initial=Club.Visibility.MEMBERS,
    )

    class Meta:
        model = Club
        fields = ["name", "visibility"]

    def clean_name(self) -> str:
        """Two clubs must be told apart by their names."""
        name = str(self.cleaned_data["name"])
        if Club.objects.filter(name_key=name_key(name)).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("Another club has this name: add your town, for instance."))
        return name


class InvitationForm(forms.Form):
    """In which role, for how many, for how long."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), widget=forms.RadioSelect)
    places = forms.IntegerField(
        label=gettext_lazy("For how many people"),
        min_value=1,
        max_value=MOST_PLACES,
        initial=1,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=LIFETIMES, coerce=int, initial=7, widget=forms.RadioSelect
    )

    def __init__(self, roles: list[Role], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]
        self.fields["role"].initial = Role.MEMBER.value


class PlayerForm(forms.Form):
    """The name of somebody on the roster."""

    name = NameField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["name"].widget.attrs.update(autocapitalize="words", autocomplete="off", dir="auto")

    def clean_name(self) -> str:
        """Names differ on a roster: a table is opened by them."""
        name = str(self.cleaned_data["name"])
        if self.club.players.named(name) is not None:
            raise forms.ValidationError(_("The club has a player of this name: add an initial."))
        no_pseudonym(name)
        return name


class EveningForm(forms.ModelForm):
    """When, and where, a club plays."""

    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("If it has one, such as “Spring tournament”."),
        max_length=LONGEST_CLUB_NAME,
        required=False,
    )
    place = NameField(label=gettext_lazy("Where"), max_length=LONGEST_PLACE, required=False)

    class Meta:
        model = Evening
        fields = ["date", "name", "place"]

    def clean_date(self) -> datetime.date:
        """A date people have played at, or may plan for."""
        day: datetime.date = self.cleaned_data["date"]
        if not FIRST_DATE <= day <= timezone.localdate() + FARTHEST:
            raise forms.ValidationError(_("Give a date between 1900 and five years from now."))
        return day
