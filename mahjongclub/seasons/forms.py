"""The forms of leagues: a season with its scoring, an adjustment, a match."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Player, PlayerQuerySet
from mahjongclub.games.kit.wording import said
from mahjongclub.pairing.scoring import Scoring, read_scoring
from mahjongclub.rounds.fields import CHOSEN_ERRORS, CalendarDayField, CalendarMomentField, ReadableNameField
from mahjongclub.rounds.penalties.forms import PenaltyForm
from mahjongclub.rounds.teams.forms import player_choices_by_name
from mahjongclub.rounds.teams.models import Team
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.tables.models import MOST_SEATS
from mahjongclub.tables.rules_form import option_field

from .example import ExampleRow, example_game
from .models import LONGEST_NAME, Phase, Season
from .wording import few_players_in_words

#: what the number of a team begins with where players can be chosen too
TEAM = "team-"
LIMITS = ("least_matches", "most_matches")
OWN_FIELDS = ("league", "name", "variant", "starts", "ends", "events", "counts", *LIMITS)
PHASE_FIELDS = ("name", "starts", "ends", "takes", "carries", "counts", *LIMITS)
MOST_LIMIT = 1000
MOST_BOARDS = 20
MOST_GAMES_OF_A_TABLE = 10
MOST_ENTRANTS = 400


class GameSelect(forms.Select):
    """A choice of games that says how many play each: points for the place hang on it (leagues.css)."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = str(find_variant(str(value)).seats)
        return option


class SeasonForm(forms.Form):
    """A season: its league (a known one or a new name), dates and scoring. `rules` holds the scoring."""

    league = ReadableNameField(
        label=gettext_lazy("League"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("A league runs season after season: pick one, or type a new name."),
    )
    name = ReadableNameField(label=gettext_lazy("Season"), max_length=LONGEST_NAME)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), widget=GameSelect)
    starts = CalendarDayField(label=gettext_lazy("First day"))
    ends = CalendarDayField(
        label=gettext_lazy("Last day"),
        required=False,
        help_text=gettext_lazy("Leave this field empty while nobody knows."),
    )
    events = forms.BooleanField(
        label=gettext_lazy("Games of events count too"),
        help_text=gettext_lazy("If unticked, a tournament and its guests stay out of these standings."),
        required=False,
    )
    counts = forms.ChoiceField(
        label=gettext_lazy("What counts"),
        choices=Season.CountedGames,
        initial=Season.CountedGames.DATES,
        required=False,
        help_text=gettext_lazy(
            "A match is a table that an organiser draws for this season. If teams play, their captains "
            "name who sits there."
        ),
    )
    least_matches = forms.IntegerField(
        label=gettext_lazy("Matches for each player, at least"),
        min_value=0,
        max_value=MOST_LIMIT,
        required=False,
        help_text=gettext_lazy("When teams play: a wrong line-up is shown, but never refused."),
    )
    most_matches = forms.IntegerField(
        label=gettext_lazy("Matches for each player, at most"),
        min_value=0,
        max_value=MOST_LIMIT,
        required=False,
    )
    #: the season this one goes on from, None where it stands by itself
    before: Season | None = None

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
        if season is None:  # an uma of 4, 2, 1 and 0 would be counted for good without a word
            for place in range(1, MOST_SEATS + 1):
                self.fields[f"option-place_{place}"].initial = None
        if season is not None:
            self.initial.update({name: getattr(season, name) for name in OWN_FIELDS})
            if season.games.exists():
                for name in [name for name in self.fields if name.startswith("option-")]:
                    self.fields[name].disabled = True
            if self.is_frozen or season.matches.exists() or hasattr(season, "next_phase"):
                self.fields["variant"].disabled = self.fields["counts"].disabled = True

    @property
    def is_frozen(self) -> bool:
        """Whether a game counts, so that the scoring stays."""
        return self.fields["option-worth"].disabled

    @property
    def example(self) -> list[ExampleRow]:
        """One game as the scoring counts it; [] while a value of the scoring is missing or wrong."""
        scoring = self._scoring_shown()
        if scoring is None or "variant" in self.errors:
            return []
        variant = find_variant(str(self["variant"].value() or self.fields["variant"].choices[0][0]))  # type: ignore[attr-defined]
        return example_game(variant, variant.default_preset, scoring)

    def _scoring_shown(self) -> Scoring | None:
        if self.is_bound:
            self.errors  # noqa: B018 reading them reads the form
            return self.rules if not any(name.startswith("option-") for name in self.errors) else None
        initial = {
            option.name: self[f"option-{option.name}"].initial for option in Scoring.describe_options()
        }
        return read_scoring({name: value for name, value in initial.items() if value is not None})

    def clean_counts(self) -> str:
        """Not sent means as it was."""
        return str(self.cleaned_data["counts"] or self["counts"].initial)

    @property
    def basic_fields(self) -> list[forms.BoundField]:
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
        return [self[f"option-place_{place}"] for place in range(1, MOST_SEATS + 1)]

    def clean(self) -> None:
        """The scoring is read by its own rules; a season does not end before it starts."""
        super().clean()
        cleaned = self.cleaned_data
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", _("The last day comes before the first."))
        least, most = cleaned.get("least_matches"), cleaned.get("most_matches")
        if least is not None and most is not None and most < least:
            self.add_error("most_matches", _("At most is less than at least."))
        follows = getattr(self.season, "next_phase", None)
        if starts and follows is not None and follows.season.starts <= starts:
            self.add_error("starts", _("The phase that continues this one would begin before it."))
        self._ask_for_places(cleaned)
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

    def _ask_for_places(self, cleaned: Mapping[str, Any]) -> None:
        """Ask what each place brings if the season counts that and the form shows it empty."""
        try:
            seats = find_variant(cleaned.get("variant", "")).seats
        except RuleError:
            return
        if self.is_frozen or cleaned.get("option-worth") == "points":
            return
        for place in range(1, seats + 1):
            name = f"option-place_{place}"
            if name in self.data and name not in self.errors and cleaned.get(name) is None:
                self.add_error(name, _("How many points does this place bring?"))

    def _unless_empty(self, name: str, value: Any) -> Any:
        """A field left empty, or not sent, means what it stood at."""
        empty = value is None or value == ""
        initial = self.fields[f"option-{name}"].initial
        return (getattr(Scoring(), name) if initial is None else initial) if empty else value


class PhaseForm(SeasonForm):
    """A season that goes on from the season `before`: of its league and game, for the first of its table."""

    takes = forms.IntegerField(
        label=gettext_lazy("Number of qualifiers"),
        max_value=MOST_ENTRANTS,
        help_text=gettext_lazy("The first players or teams of the phase before."),
    )
    carries = forms.ChoiceField(label=gettext_lazy("Points"), choices=Phase.Carries)

    def __init__(self, before: Season, *args: Any, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, season=season, **kwargs)
        self.before = before
        self.initial.update(league=before.league.name, variant=before.variant)
        self.fields["league"].disabled = self.fields["variant"].disabled = True
        takes: Any = self.fields["takes"]
        takes.min_value = before.game.seats
        takes.validators.append(MinValueValidator(before.game.seats))
        takes.widget.attrs["min"] = before.game.seats
        if season is not None:
            self.initial.update(takes=season.phase.takes, carries=season.phase.carries)
            takes.disabled = season.phase.cut_at is not None
            self.fields["carries"].disabled = self.is_frozen
            self.fields["counts"].disabled |= season.phase.cut_at is not None
        else:
            for option in Scoring.describe_options():
                self.fields[f"option-{option.name}"].initial = getattr(before.rules, option.name)

    @property
    def basic_fields(self) -> list[forms.BoundField]:
        """League and game are those of the season before."""
        return [self[name] for name in PHASE_FIELDS]

    def clean_starts(self) -> date:
        """Not before what it goes on from."""
        starts: date = self.cleaned_data["starts"]
        if self.before is not None and starts <= self.before.starts:
            raise forms.ValidationError(_("A phase begins after the phase it continues."))
        return starts


class AdjustmentForm(PenaltyForm):
    """Points given to a player or a team, or taken where they are below zero, and why."""

    receiver = forms.ChoiceField(label=gettext_lazy("Player"), error_messages=CHOSEN_ERRORS)
    day = CalendarDayField(label=gettext_lazy("Counts from"))
    field_order = ("receiver", "kind", "points", "day", "reason")

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.receivers: dict[str, Player | Team] = {
            **{str(player.pk): player for player in season_players(season)},
            **{f"{TEAM}{team.number}": team for team in season.teams.all()},
        }
        teams = [(key, team.name) for key, team in self.receivers.items() if isinstance(team, Team)]
        players = player_choices_by_name(
            player for player in self.receivers.values() if isinstance(player, Player)
        )
        field: Any = self.fields["receiver"]
        groups = [(_("Teams"), teams), (_("Players"), players)] if teams else players
        field.choices = [("", _("Choose")), *groups]
        if teams:
            field.label = _("Team or player")

    def clean_receiver(self) -> Player | Team:
        """Who was chosen."""
        return self.receivers[self.cleaned_data["receiver"]]


def season_players(season: Season) -> PlayerQuerySet:
    """Who may stand in a season: the roster, and the guests of events that count there."""
    eligible = Q(guest=False) | Q(pk__in=season.games.values("player"))
    return season.league.club.players.without_merged().filter(eligible)


class MatchForm(forms.Form):
    """The day of a match, until when captains name their players, and how many of each team play."""

    day = CalendarDayField(label=gettext_lazy("Day"))
    closes_at = CalendarMomentField(
        label=gettext_lazy("Captains name their players until"),
        help_text=gettext_lazy("Left empty: until the day begins."),
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Players of each team"),
        min_value=1,
        max_value=MOST_BOARDS,
        required=False,
        help_text=gettext_lazy("Each at a table of their own, with one player of each other team."),
    )
    #: asked where a team has fewer players
    anyway = forms.BooleanField(label=gettext_lazy("Create the match anyway"), required=False)

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        self.asks_anyway = False
        if not season.is_for_teams:
            for name in ("closes_at", "boards"):
                self.fields[name].widget = forms.HiddenInput()

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        """The fields that a page shows."""
        return [field for field in self if field.name != "anyway" or self.asks_anyway]

    def clean(self) -> None:
        """Teams with too few players are asked about, at the field."""
        super().clean()
        few = few_players_in_words(self.season.teams.all(), self.cleaned_data.get("boards") or 1)
        self.asks_anyway = bool(few)
        if few and not self.cleaned_data["anyway"]:
            self.add_error("boards", few)


class PlayoffForm(forms.Form):
    """How many of each table go on, and how many games each table plays."""

    go_on = forms.IntegerField(
        label=gettext_lazy("Qualifiers per table"), min_value=1, max_value=MOST_BOARDS, initial=2
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games at each table"), min_value=1, max_value=MOST_GAMES_OF_A_TABLE, initial=1
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        go_on: Any = self.fields["go_on"]
        go_on.max_value = season.game.seats - 1
        go_on.validators.append(MaxValueValidator(season.game.seats - 1))
        go_on.widget.attrs["max"] = season.game.seats - 1
        if season.game.seats == 2:
            self.initial.setdefault("go_on", 1)
