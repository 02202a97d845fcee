"""The forms of leagues: a season with its scoring, an adjustment, a team."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs import club_forms
from mahjongclub.clubs.models import Player, PlayerQuerySet
from mahjongclub.clubs.naming import alphabetical
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.tables.rules_form import option_field

from .scoring import Scoring, read_scoring
from .season_model import LONGEST_NAME, LONGEST_REASON, Season

OWN_FIELDS = ("league", "name", "variant", "starts", "ends", "events")
EARLIEST, LATEST = date(1900, 1, 1), date(2200, 1, 1)


class NameField(club_forms.NameField):
    """A name with something to read in it."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and not any(letter.isalnum() for letter in value):
            raise forms.ValidationError(_("Take a name of letters or digits."))


class DayField(forms.DateField):
    """A day as a browser's own calendar sends it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], **kwargs)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not EARLIEST <= value <= LATEST:
            raise forms.ValidationError(_("Choose a day between 1900 and 2200."))


class GameSelect(forms.Select):
    """A choice of games that says how many play each: points for the place hang on it (leagues.css)."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = str(find_variant(str(value)).seats)
        return option


class SeasonForm(forms.Form):
    """A season: its league (a known one or a new name), dates and scoring. `rules` holds the scoring."""

    league = NameField(
        label=gettext_lazy("League"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("A league goes on season after season: pick one, or type a new name."),
    )
    name = NameField(label=gettext_lazy("Season"), max_length=LONGEST_NAME)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), widget=GameSelect)
    starts = DayField(label=gettext_lazy("First day"))
    ends = DayField(
        label=gettext_lazy("Last day"),
        required=False,
        help_text=gettext_lazy("Leave it empty while nobody knows."),
    )
    events = forms.BooleanField(
        label=gettext_lazy("Games of events count too"),
        help_text=gettext_lazy("Without it a tournament and its guests stay out of these standings."),
        required=False,
    )

    def __init__(self, *args: Any, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        self.rules: Scoring | None = None
        choices = [(variant.key, said(variant.name)) for variant in variants()]
        self.fields["variant"].choices = choices  # type: ignore[attr-defined]
        self.fields["league"].widget.attrs.update({"list": "known-leagues", "autocomplete": "off"})
        scoring = season.rules if season else Scoring()
        for option in Scoring.describe_options():
            self.fields[f"option-{option.name}"] = option_field(option, getattr(scoring, option.name))
        if season is not None:
            self.initial.update({name: getattr(season, name) for name in OWN_FIELDS})
            if season.entries.exists():
                for name in ("variant", *(name for name in self.fields if name.startswith("option-"))):
                    self.fields[name].disabled = True

    @property
    def frozen(self) -> bool:
        """Whether a game counts, so that the scoring stays."""
        return self.fields["variant"].disabled

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields that are no option of the scoring, but the tick for events."""
        return [self[name] for name in OWN_FIELDS if name != "events"]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The options of the scoring but the points for each place."""
        options = [option for option in Scoring.describe_options() if option.group is None]
        return [self[f"option-{option.name}"] for option in options]

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The points for each place."""
        return [self[f"option-place_{place}"] for place in range(1, 7)]

    def clean(self) -> dict[str, Any]:
        """The scoring is read by its own rules; a season does not end before it starts."""
        cleaned = super().clean() or {}
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", _("The last day comes before the first."))
        options = {
            name.removeprefix("option-"): value
            for name, value in cleaned.items()
            if name.startswith("option-") and name not in self.errors
        }
        try:
            self.rules = read_scoring(
                {name: self._unless_empty(name, value) for name, value in options.items()}
            )
        except RuleError as fault:
            self.add_error(f"option-{(fault.field or '').removeprefix('rules.')}", said(fault.text))
        return cleaned

    def _unless_empty(self, name: str, value: Any) -> Any:
        """A field left empty, or not sent, means what it stood at."""
        empty = value is None or value == ""
        return self.fields[f"option-{name}"].initial if empty else value


class AdjustmentForm(forms.Form):
    """Points given or taken, and why."""

    player = forms.ModelChoiceField(
        label=gettext_lazy("Player"), queryset=Player.objects.none(), empty_label=gettext_lazy("Choose")
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points"),
        max_digits=8,
        decimal_places=1,
        help_text=gettext_lazy("Below zero takes points away, such as -20."),
    )
    day = DayField(label=gettext_lazy("Counts from"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody who sees the standings reads it."),
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        field.queryset = players_of(season)
        field.choices = [("", field.empty_label), *by_name(field.queryset)]

    def clean_points(self) -> Any:
        """Something must change."""
        points = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError(_("0 points change nothing."))
        return points


def players_of(season: Season) -> PlayerQuerySet:
    """Who may stand in a season: the roster, and the guests of events that count there."""
    known = Q(guest=False) | Q(pk__in=season.entries.values("player"))
    return season.league.club.players.themselves().filter(known)


def by_name(players: QuerySet[Player]) -> list[tuple[int, str]]:
    """Players to choose from, in the order a reader looks them up."""
    return sorted(((one.pk, one.shown_name) for one in players), key=lambda choice: alphabetical(choice[1]))


class PlayersField(forms.ModelMultipleChoiceField):
    """Players to tick; a number larger than any row's is no player either."""

    def clean(self, value: Any) -> Any:
        """The players. ValidationError where one is not among those to choose from."""
        try:
            return super().clean(value)
        except OverflowError:
            message = self.error_messages["invalid_choice"]
            raise forms.ValidationError(message, code="invalid_choice", params={"value": "…"}) from None


class TeamForm(forms.Form):
    """A team and its players."""

    name = NameField(label=gettext_lazy("Team"), max_length=LONGEST_NAME)
    players = PlayersField(
        label=gettext_lazy("Players"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["players"]
        free = players_of(season).exclude(teams__season=season)
        field.queryset = free
        field.choices = by_name(free)
