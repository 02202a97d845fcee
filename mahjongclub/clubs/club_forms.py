"""The forms of a club: itself, an invitation, a player of its roster, an evening."""

from __future__ import annotations

import calendar
import datetime
import re
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .club_model import LONGEST_CLUB_NAME, LONGEST_PLACE, Club, Evening, Role
from .models import LONGEST_NAME
from .naming import check_no_pseudonym, check_readable_name, name_key, tidy_name
from .time_zones import is_zone, zone_in_words, zone_names
from .typed_days import DayField, HourField, read_typed_day
from .typed_names import LONGEST_LIST

MOST_PLACES = 200
#: people an evening has room for
MOST_ROOM = 1000
LIFETIMES = ((1, gettext_lazy("1 day")), (7, gettext_lazy("1 week")), (30, gettext_lazy("30 days")))
#: evenings made at once, and how they come again
MOST_EVENINGS = 60
#: days on which they do not take place
MOST_EXCEPTIONS = 100
WEEKLY, FORTNIGHTLY, MONTHLY = "weekly", "fortnightly", "monthly"
DAYS = {WEEKLY: 7, FORTNIGHTLY: 14}
#: a comma before a year is within a day: December 24, 2026
BETWEEN_DAYS = re.compile(r"[\n;]|,(?!\s*\d{4}\s*(?:[,;\n]|$))")
FIRST_DATE = datetime.date(1900, 1, 1)
FARTHEST = timedelta(days=5 * 366)


class NameField(forms.CharField):
    """A name of any script, tidied: what nobody sees in it is removed."""

    default_validators = [check_readable_name]

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")


class ZoneField(forms.CharField):
    """A time zone, chosen from a list: of a new club that of the browser, where scripts run (page/zone.js).

    Browsers know zones by former names too, which are none of the list.
    """

    widget = forms.Select

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        bound = super().get_bound_field(form, field_name)
        zone = str(bound.value() or "")
        names = zone_names() if zone in zone_names() or not is_zone(zone) else (zone, *zone_names())
        self.widget.choices = [(name, zone_in_words(name)) for name in names]
        if not form.is_bound and form.instance.pk is None:  # type: ignore[attr-defined]
            self.widget.attrs["data-own-zone"] = ""
        return bound

    def clean(self, value: Any) -> str:
        name = str(super().clean(value))
        if name and not is_zone(name):
            raise forms.ValidationError(_("Choose a time zone from the list, such as Europe/Paris."))
        return name


class ClubForm(forms.ModelForm):
    """What a club is called, and who may look at its page."""

    name = NameField(label=gettext_lazy("Name of the club"), max_length=LONGEST_CLUB_NAME)
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may look at the club’s page, its evenings and its wall"),
        choices=Club.Visibility.choices,
        widget=forms.RadioSelect,
        initial=Club.Visibility.MEMBERS,
    )
    members_open_tables = forms.BooleanField(
        label=gettext_lazy("Every member may open a table of the club"),
        help_text=gettext_lazy(
            "Otherwise only scorers and organisers can. Names typed there are added to the roster."
        ),
        required=False,
    )

    settles_up = forms.BooleanField(
        label=gettext_lazy("Players may settle up the club’s games"),
        help_text=gettext_lazy(
            "Who owes whom after a game or a night. Only those who sat there and organisers see it."
        ),
        required=False,
    )

    counts_for = forms.ChoiceField(
        label=gettext_lazy("Who gets the result when a player is replaced during a game"),
        choices=Club.CountsFor.choices,
        widget=forms.RadioSelect,
        required=False,
    )

    time_zone = ZoneField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("The club’s evenings, deadlines and calendar use this time zone."),
    )

    class Meta:
        model = Club
        fields = ["name", "visibility", "members_open_tables", "settles_up", "counts_for", "time_zone"]

    def clean_time_zone(self) -> str:
        """The one chosen; without a word, the one there is."""
        return str(self.cleaned_data["time_zone"]) or self.instance.time_zone

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


class RosterNameForm(forms.Form):
    """The name of somebody on the roster."""

    name = NameField(
        label=gettext_lazy("Name, or several"),
        help_text=gettext_lazy("One per line, or with commas; lists from a spreadsheet can be pasted."),
        max_length=LONGEST_NAME,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        # a name has its own limit, a list that is pasted another
        attrs = {"autocapitalize": "words", "autocomplete": "off", "dir": "auto", "maxlength": LONGEST_LIST}
        self.fields["name"].widget.attrs.update(attrs)

    def clean_name(self) -> str:
        """Names differ on a roster: a table is opened by them."""
        name = str(self.cleaned_data["name"])
        if self.club.players.on_roster().find_by_name(name) is not None:
            raise forms.ValidationError(_("The club has a player of this name: add an initial."))
        check_no_pseudonym(name)
        return name


class EveningForm(forms.ModelForm):
    """When, and where, a club plays."""

    date = DayField(label=gettext_lazy("Date"))
    name = NameField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("The evening’s name, if it has one, such as “Spring tournament”."),
        max_length=LONGEST_CLUB_NAME,
        required=False,
    )
    place = NameField(label=gettext_lazy("Where"), max_length=LONGEST_PLACE, required=False)
    begins = HourField(label=gettext_lazy("Begins at"), required=False)
    ends = HourField(label=gettext_lazy("Ends at, also after midnight"), required=False)
    capacity = forms.IntegerField(
        label=gettext_lazy("Room for how many people"),
        help_text=gettext_lazy("Those who answer later wait for a free place. Empty: any number."),
        min_value=1,
        max_value=MOST_ROOM,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    class Meta:
        model = Evening
        fields = ["date", "name", "place", "begins", "ends", "capacity"]

    def clean(self) -> None:
        """What ends has begun."""
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("ends") and not cleaned.get("begins") and "begins" not in self.errors:
            self.add_error("begins", _("Say when the evening begins, too."))

    def clean_date(self) -> datetime.date:
        """A date people have played at, or may plan for."""
        day: datetime.date = self.cleaned_data["date"]
        if not FIRST_DATE <= day <= timezone.localdate() + FARTHEST:
            raise forms.ValidationError(_("Give a date between 1900 and five years from now."))
        return day


class ChangedEveningForm(EveningForm):
    """An evening that is there, and whether the later ones of its kind change with it."""

    later = forms.BooleanField(
        label=gettext_lazy("Later evenings too"),
        help_text=gettext_lazy(
            "Every later evening of this name on this day of the week gets this name, place, hours and room. "
            "Each keeps its date."
        ),
        required=False,
    )


class NewEveningForm(EveningForm):
    """As above, and whether it comes again. `days` (after validation) are all its dates."""

    every = forms.ChoiceField(
        label=gettext_lazy("Comes again"),
        choices=(
            ("", gettext_lazy("Once")),
            (WEEKLY, gettext_lazy("Every week")),
            (FORTNIGHTLY, gettext_lazy("Every two weeks")),
            (MONTHLY, gettext_lazy("Every month on this weekday, such as the first Friday")),
        ),
        widget=forms.RadioSelect,
        required=False,
        initial="",
    )
    times = forms.IntegerField(
        label=gettext_lazy("How many evenings"),
        help_text=gettext_lazy("Each evening can be changed or deleted by itself afterwards."),
        min_value=2,
        max_value=MOST_EVENINGS,
        initial=12,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    without = forms.CharField(
        label=gettext_lazy("Except on"),
        help_text=gettext_lazy("Days on which it does not take place, one per line, such as holidays."),
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_without(self) -> set[datetime.date]:
        """The days, read as a day is typed elsewhere."""
        lines = [line.strip() for line in BETWEEN_DAYS.split(self.cleaned_data["without"])]
        return {read_typed_day(line) for line in list(filter(None, lines))[:MOST_EXCEPTIONS]}

    def clean(self) -> None:
        """All its dates can be planned for."""
        super().clean()
        cleaned = self.cleaned_data
        self.days: list[datetime.date] = []
        if self.errors:
            return
        self.days = [cleaned["date"]]
        if cleaned["every"]:
            if not cleaned["times"]:
                self.add_error("times", _("Say how many evenings."))
                return
            without = cleaned["without"]
            days = repeated_days(cleaned["date"], cleaned["every"], cleaned["times"])
            self.days = [day for day in days if day == cleaned["date"] or day not in without]
            if self.days[-1] > timezone.localdate() + FARTHEST:
                self.add_error("times", _("Give a date between 1900 and five years from now."))


def repeated_days(first: datetime.date, every: str, times: int) -> list[datetime.date]:
    """So many days, the first one of them.

    Monthly is the same weekday of each month, such as the first Friday; the fifth is the last one.

    >>> [str(day) for day in repeated_days(datetime.date(2026, 12, 4), MONTHLY, 3)]
    ['2026-12-04', '2027-01-01', '2027-02-05']
    >>> [str(day) for day in repeated_days(datetime.date(2026, 10, 30), MONTHLY, 2)]
    ['2026-10-30', '2026-11-27']
    """
    if every != MONTHLY:
        return [first + timedelta(days=DAYS[every] * number) for number in range(times)]
    months = range(first.month - 1, first.month - 1 + times)
    return [_same_weekday(first, first.year + month // 12, month % 12 + 1) for month in months]


def _same_weekday(first: datetime.date, year: int, month: int) -> datetime.date:
    begin, length = calendar.monthrange(year, month)
    earliest = 1 + (first.weekday() - begin) % 7
    day = earliest + (first.day - 1) // 7 * 7
    return datetime.date(year, month, day if day <= length else day - 7)
