"""What a federation asks of an event: its weight (MERS), and who its players are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.naming import name_key, seen_only, tidy_name
from mahjongclub.figures.wording import rounded
from mahjongclub.games.registry import find_game
from mahjongclub.lists.columns import columns_of
from mahjongclub.lists.countries import country_code
from mahjongclub.lists.numbers import ema_number
from mahjongclub.lists.people import person_of, turned_name
from mahjongclub.lists.tables import read_table

from ..changes import changing
from ..models import FOR_FEDERATION, LONGEST_NAME, Place, Stint, Tournament
from ..namesakes import full_name
from ..pages import shown
from ..state import TournamentState
from .mers import event_weight

COUNTRY = re.compile(r"[A-Z]{3}")
LONGEST_NUMBER = 20
MOST_DAYS = 30
#: from so many players, and from so many countries, an event weighs half a point more (see `mers`)
PLAYERS, COUNTRIES = (41, 81), (6, 11)


def federation_name_of(tournament: Tournament) -> str:
    """What the federation calls the game of a tournament, "" where it ranks no such events."""
    return find_game(tournament.variant).federation_name


def entrant(place: Place) -> Stint | None:
    """Who stands in the result for a place: who holds it last, no substitute."""
    held = [stint for stint in place.stints.all() if stint.player is not None and not stint.substitute]
    return held[-1] if held else None


def missing_in_words(course: TournamentState) -> str:
    """What is not told yet of the event and of who is ranked: "1 without country, 6 without number"."""
    here = [found for place in course.places if place.ranked and (found := entrant(place)) is not None]
    countries = sum(not stint.country for stint in here)
    numbers = sum(not stint.ema_number for stint in here)
    names = sum(not (stint.first_name and stint.last_name) for stint in here)
    full = ngettext("%(count)s without first and last name", "%(count)s without first and last name", names)
    words = [
        (countries, ngettext("%(count)s without country", "%(count)s without country", countries)),
        (numbers, ngettext("%(count)s without number", "%(count)s without number", numbers)),
        (names, full),
        (int(not course.tournament.country), _("no country of the event")),
    ]
    return ", ".join(text % {"count": count} if "%" in text else text for count, text in words if count)


@dataclass(frozen=True)
class Weight:
    """What an event weighs, and what would make it more: in words, with the weight then."""

    weight: str
    weight_value: Fraction
    players: int
    countries: int
    raised: Sequence[tuple[str, str]]


def weight_of(course: TournamentState) -> Weight:
    """By the players who are ranked, and the countries known of them."""
    here = [found for place in course.places if place.ranked and (found := entrant(place)) is not None]
    countries = len({stint.country for stint in here if stint.country})
    tournament = course.tournament
    days, qualifies = tournament.days, tournament.qualification
    now = event_weight(days, len(here), countries, qualification=qualifies)

    def raised() -> Iterator[tuple[str, Fraction]]:
        yield _("with one more day"), event_weight(days + 1, len(here), countries, qualification=qualifies)
        more = next((most - len(here) for most in PLAYERS if most > len(here)), 0)
        text = ngettext("with %(count)s more player", "with %(count)s more players", more) % {"count": more}
        yield text, event_weight(days, len(here) + more, countries, qualification=qualifies)
        more = next((most - countries for most in COUNTRIES if most > countries), 0)
        text = ngettext(
            "with players from %(count)s more country", "with players from %(count)s more countries", more
        )
        yield text % {"count": more}, event_weight(days, len(here), countries + more, qualification=qualifies)
        yield _("as a qualification event"), event_weight(days, len(here), countries, qualification=True)

    return Weight(
        rounded(now, 1),
        now,
        len(here),
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
        found = country_code(text) or text.upper()
        if found and not COUNTRY.fullmatch(found):
            raise forms.ValidationError(_("No country we know: type its name, or three letters such as FRA."))
        return found


class EmaNumberField(forms.CharField):
    """A number of the European federation: eight digits, the zero at their beginning typed or not."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(
            label=gettext_lazy("EMA number"),
            help_text=gettext_lazy("Eight digits; empty for who is no member."),
            max_length=LONGEST_NUMBER,
            required=False,
            widget=widget,
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """Eight digits, or nothing."""
        text = str(super().clean(value)).strip()
        found = ema_number(text)
        if text and not found:
            raise forms.ValidationError(_("An EMA number has eight digits."))
        return found


class EventForm(forms.ModelForm):
    """What the workbook says of the event."""

    country = CountryField(
        label=gettext_lazy("Country of the event"),
        help_text=gettext_lazy("By name, or three letters such as FRA."),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days"),
        min_value=1,
        max_value=MOST_DAYS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    qualification = forms.BooleanField(label=gettext_lazy("It is a qualification event"), required=False)

    class Meta:
        model = Tournament
        fields = ("country", "days", "qualification")


class EntrantForm(forms.ModelForm):
    """What the workbook says of a player."""

    first_name = NameField(label=gettext_lazy("First name"), max_length=LONGEST_NAME, required=False)
    last_name = NameField(label=gettext_lazy("Last name"), max_length=LONGEST_NAME, required=False)
    country = CountryField(
        label=gettext_lazy("Country"), help_text=gettext_lazy("By name, or three letters such as FRA.")
    )
    ema_number = EmaNumberField()

    class Meta:
        model = Stint
        fields = FOR_FEDERATION

    def clean_ema_number(self) -> str:
        """A number that nobody else here has."""
        text: str = self.cleaned_data["ema_number"]
        others = Stint.objects.filter(place__tournament=self.instance.place.tournament_id, ema_number=text)
        if text and others.exclude(place=self.instance.place_id).exists():
            raise forms.ValidationError(_("Another player here has this EMA number."))
        return text


class PastedForm(forms.Form):
    """Columns from a registration sheet; `found` (after validation) are the stints with what is new of them.

    A column is known by its heading and by what stands in it. Of columns with names one is that of the
    list, two are first and last name, of three the first is that of the list.
    """

    rows = forms.CharField(
        label=gettext_lazy("Columns from a spreadsheet"),
        help_text=gettext_lazy(
            "A player per line: the name as it is listed here, or first and last name; country in three "
            "capital letters; EMA number. In any order."
        ),
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
    )

    def __init__(self, course: TournamentState, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found: list[Stint] = []
        held = [stint for place in course.places if (stint := entrant(place)) is not None]
        self.known: dict[str, Stint] = {}
        #: those of one full name, by its key
        self.alike: dict[str, list[Stint]] = {}
        for stint in held:
            if stint.player is not None:
                name = shown(stint.player.person)
                self.known[name_key(name)] = stint
                self.alike.setdefault(name_key(full_name(name)), []).append(stint)

    def clean_rows(self) -> str:
        """Every line is a player's, none twice."""
        text: str = self.cleaned_data["rows"]
        table = read_table(text)
        columns = columns_of(table)
        holds: dict[str | int, int] = {
            stint.ema_number: stint.pk for stint in self.known.values() if stint.ema_number
        }
        seen: set[int] = set()
        if not table.rows:
            raise forms.ValidationError(_("Nobody of this name plays here."))
        for row in table.rows[1:] if columns.has_heads else table.rows:
            stint, fault = self._read(columns.kinds, row)
            if stint is not None and stint.pk in seen:
                fault = _("This player stands there twice.")
            elif stint is not None and holds.setdefault(stint.ema_number or stint.pk, stint.pk) != stint.pk:
                fault = _("Another player here has this EMA number.")
            if stint is None or fault:
                line = " ".join(filter(None, row))[:60]
                raise forms.ValidationError(_("“%(line)s”: %(what)s") % {"line": line, "what": fault})
            seen.add(stint.pk)
            self.found.append(stint)
        return text

    def _read(self, kinds: Sequence[str], row: Sequence[str]) -> tuple[Stint | None, str]:
        person = person_of(kinds, row)
        number, country = (
            person.get("ema_number", "") or _federation_number(person),
            person.get("country", ""),
        )
        names = self._names(kinds, row)
        if any(seen_only(name) != name or len(name) > LONGEST_NAME for name in names):
            return None, _("This name has signs that nobody sees. Type it again.")
        if number and not ema_number(number):
            return None, _("An EMA number has eight digits.")
        if country and not COUNTRY.fullmatch(country):
            return None, _("No country we know: type its name, or three letters such as FRA.")
        stint = next((self.known[key] for key in self._keys(names) if key in self.known), None)
        alike = next((self.alike[key] for key in self._keys(names) if key in self.alike), [])
        if stint is None and len(names) <= 3 and len(alike) > 1:
            told = [text for text in (number, country) if text]
            meant = [one for one in alike if one.ema_number in told] or [
                one for one in alike if one.country in told
            ]
            if len(meant) != 1:
                return None, _("Two players have this name: write it as it is listed here.")
            stint = meant[0]
        if stint is None or len(names) > 3:
            return None, _("Nobody of this name plays here.")
        if len(names) > 1:
            stint.first_name, stint.last_name = names[-2:]
        stint.country = country or stint.country
        stint.ema_number = number or stint.ema_number
        return stint, ""

    @staticmethod
    def _names(kinds: Sequence[str], row: Sequence[str]) -> list[str]:
        """The names of a row: as it is listed, then first and last name, where it has them."""
        named = {kind: tidy_name(cell) for kind, cell in zip(kinds, row, strict=False) if cell}
        turned = turned_name(named["turned"]) if "turned" in named else {}
        both = [turned.get(kind) or named.get(kind, "") for kind in ("first_name", "last_name")]
        free = [tidy_name(cell) for kind, cell in zip(kinds, row, strict=False) if cell and not kind]
        whole = [named[kind] for kind in ("name",) if kind in named]
        return [*whole, *filter(None, both), *(free if not any(both) else [])]

    @staticmethod
    def _keys(names: list[str]) -> list[str]:
        if not names:
            return []
        whole = [names[0]] if len(names) != 2 else [" ".join(names), " ".join(reversed(names)), names[0]]
        return [name_key(name) for name in whole]


def _federation_number(person: Mapping[str, str]) -> str:
    """Return what stands in a column of numbers, "" for a running number: those have three digits at most."""
    number = person.get("number", "")
    return "" if re.fullmatch(r"\d{1,3}", number) else ema_number(number) or number


def keep_details(tournament: Tournament, stints: Sequence[Stint]) -> None:
    """Store what is new of these players."""
    with changing(tournament):
        Stint.objects.bulk_update(stints, FOR_FEDERATION)
