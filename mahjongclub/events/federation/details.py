"""What a federation asks of an event: its weight (MERS), and who its players are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.figures.wording import rounded
from mahjongclub.games.registry import find_game
from mahjongclub.lists.countries import country_code
from mahjongclub.lists.numbers import read_ema_number
from mahjongclub.rounds.fields import number_field

from ..changes import lock_tournament
from ..holders import is_ema_number_of_another, save_federation_details
from ..models import FOR_FEDERATION, LONGEST_NAME, Stint, Tournament
from ..state import TournamentState
from .mers import event_weight

COUNTRY = re.compile(r"[A-Z]{3}")
LONGEST_NUMBER = 20
MOST_DAYS = 30
#: from so many players, and from so many countries, an event weighs half a point more (see `mers`)
PLAYERS, COUNTRIES = (41, 81), (6, 11)


def federation_game_name(tournament: Tournament) -> str:
    """What the federation calls the game of a tournament, "" where it ranks no such events."""
    return find_game(tournament.variant).federation_name


def missing_details_in_words(state: TournamentState) -> str:
    """What is not told yet of the event and of who is ranked: "1 without country, 6 without number"."""
    ranked = [holder for place in state.places if place.ranked and (holder := place.last_holder) is not None]
    countries = sum(not stint.country for stint in ranked)
    numbers = sum(not stint.ema_number for stint in ranked)
    names = sum(not (stint.first_name and stint.last_name) for stint in ranked)
    full = ngettext("%(count)s without first and last name", "%(count)s without first and last name", names)
    words = [
        (countries, ngettext("%(count)s without country", "%(count)s without country", countries)),
        (numbers, ngettext("%(count)s without number", "%(count)s without number", numbers)),
        (names, full),
        (int(not state.tournament.country), _("no country of the event")),
    ]
    return ", ".join(text % {"count": count} if "%" in text else text for count, text in words if count)


@dataclass(frozen=True)
class EventWeight:
    """What an event weighs, and what would make it more: in words, with the weight then."""

    weight: str
    weight_value: Fraction
    players: int
    countries: int
    raised: Sequence[tuple[str, str]]


def tournament_weight(state: TournamentState) -> EventWeight:
    """By the players who are ranked, and the countries known of them."""
    ranked = [holder for place in state.places if place.ranked and (holder := place.last_holder) is not None]
    countries = len({stint.country for stint in ranked if stint.country})
    tournament = state.tournament
    days, qualifies = tournament.days, tournament.qualification
    now = event_weight(days, len(ranked), countries, qualification=qualifies)

    def raised() -> Iterator[tuple[str, Fraction]]:
        yield _("with one more day"), event_weight(days + 1, len(ranked), countries, qualification=qualifies)
        more = next((most - len(ranked) for most in PLAYERS if most > len(ranked)), 0)
        text = ngettext("with %(count)s more player", "with %(count)s more players", more) % {"count": more}
        yield text, event_weight(days, len(ranked) + more, countries, qualification=qualifies)
        more = next((most - countries for most in COUNTRIES if most > countries), 0)
        text = ngettext(
            "with players from %(count)s more country", "with players from %(count)s more countries", more
        )
        yield (
            text % {"count": more},
            event_weight(days, len(ranked), countries + more, qualification=qualifies),
        )
        yield _("as a qualification event"), event_weight(days, len(ranked), countries, qualification=True)

    return EventWeight(
        rounded(now, 1),
        now,
        len(ranked),
        countries,
        [(text, rounded(weight, 1)) for text, weight in raised() if weight > now],
    )


class CountryField(forms.CharField):
    """A country by its code or its name: three letters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, required=False, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}

    def clean(self, value: Any) -> str:
        """The code of a country we know; three letters of another one as they are."""
        text = str(super().clean(value)).strip()
        code = country_code(text) or text.upper()
        if code and not COUNTRY.fullmatch(code):
            raise forms.ValidationError(_("No country we know: type its name, or three letters such as FRA."))
        return code


class EmaNumberField(forms.CharField):
    """A number of the European federation: eight digits, the zero at their beginning typed or not."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(
            label=gettext_lazy("EMA number"),
            help_text=gettext_lazy("Eight digits; empty for a player who is not a member."),
            max_length=LONGEST_NUMBER,
            required=False,
            widget=widget,
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """Eight digits, or nothing."""
        text = str(super().clean(value)).strip()
        number = read_ema_number(text)
        if text and not number:
            raise forms.ValidationError(_("An EMA number has eight digits."))
        return number


class FederationEventForm(forms.ModelForm):
    """What the workbook says of the event."""

    country = CountryField(
        label=gettext_lazy("Country of the event"),
        help_text=gettext_lazy("By name, or three letters such as FRA."),
    )
    days = number_field(
        label=gettext_lazy("Days"),
        min_value=1,
        max_value=MOST_DAYS,
    )
    qualification = forms.BooleanField(label=gettext_lazy("It is a qualification event"), required=False)

    class Meta:
        model = Tournament
        fields = ("country", "days", "qualification")


class FederationDetailsForm(forms.ModelForm):
    """What a federation asks of somebody."""

    first_name = NameField(label=gettext_lazy("First name"), max_length=LONGEST_NAME, required=False)
    last_name = NameField(label=gettext_lazy("Last name"), max_length=LONGEST_NAME, required=False)
    country = CountryField(
        label=gettext_lazy("Country"), help_text=gettext_lazy("By name, or three letters such as FRA.")
    )
    ema_number = EmaNumberField()

    def is_number_taken(self, number: str) -> bool:
        """Whether somebody else has the number; not said where it is not asked."""
        return False

    def clean_ema_number(self) -> str:
        """A number that nobody else has, unless it stood here before."""
        text: str = self.cleaned_data["ema_number"]
        if text and text != self.initial.get("ema_number") and self.is_number_taken(text):
            raise forms.ValidationError(_("Another player here has this EMA number."))
        return text


class PlayerDetailsForm(FederationDetailsForm):
    """What the workbook says of a player."""

    class Meta:
        model = Stint
        fields = FOR_FEDERATION

    def is_number_taken(self, number: str) -> bool:
        """Whether another player of the event, or somebody on its list of people, has the number."""
        player = self.instance.player
        name = player.person.name if player is not None else ""
        return is_ema_number_of_another(self.instance.place.tournament_id, number, player, name)


class PastedDetailsForm(forms.Form):
    """Columns from a registration sheet, as text: `lists.read_pasted_details` reads it."""

    rows = forms.CharField(
        label=gettext_lazy("Columns from a spreadsheet"),
        help_text=gettext_lazy(
            "A player per line: the name as it is listed here, or first and last name; country in three "
            "capital letters; EMA number. In any order."
        ),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
    )


def save_player_details(tournament: Tournament, stints: Sequence[Stint]) -> None:
    """Store what is new of these players."""
    with lock_tournament(tournament) as locked:
        details = {stint.player: stint.details for stint in stints if stint.player is not None}
        save_federation_details(locked.pk, details)
