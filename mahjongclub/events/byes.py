"""What an event does where the players fill no whole tables, and what it says of substitutes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs import models as clubs
from mahjongclub.clubs.naming import tidy_name
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.fields import number_field

from .changes import find_or_create_event_player, lock_unfinished_tournament
from .forms import MOST_PLAYERS, PointsOfRankingField
from .holders import save_place_holder
from .models import Place, Tournament
from .state import TournamentState

#: the number of the first steward's place: above those of all players
STEWARDS_FROM = 901
MOST_STEWARDS = 40


class ByesForm(forms.ModelForm):
    """Who sits out or fills in, and what it brings. `names` (after validation) are the stewards'."""

    over = forms.ChoiceField(
        label=gettext_lazy("If the players do not fill the tables"),
        choices=Tournament.Over.choices,
        widget=forms.RadioSelect,
    )
    bye_tenths = PointsOfRankingField(
        label=gettext_lazy("A bye brings"),
        help_text=gettext_lazy("Points of the ranking for a round sat out; empty: 0."),
    )
    stewards = forms.CharField(
        label=gettext_lazy("Stewards, one per line"),
        help_text=gettext_lazy(
            "Stewards help and play when players are missing. The draw seats as many as needed."
        ),
        max_length=5_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
    )
    substitute_tenths = PointsOfRankingField(
        label=gettext_lazy("What a round played by a substitute is worth to the absent player"),
        help_text=gettext_lazy(
            "Points of the ranking, such as -30 by the rules of the EMA (-15 and an uma of -15). "
            "Empty: what the substitute scores."
        ),
    )
    most_substitutes = number_field(
        label=gettext_lazy("Substitutes at most"),
        help_text=gettext_lazy("As many as the rules allow; empty: any number."),
        min_value=0,
        max_value=MOST_PLAYERS,
        required=False,
    )

    class Meta:
        model = Tournament
        fields = ("over", "bye_tenths", "substitute_tenths", "most_substitutes")

    def clean_bye_tenths(self) -> int:
        """Nothing typed is nothing."""
        return self.cleaned_data["bye_tenths"] or 0

    def clean_stewards(self) -> list[str]:
        """Names that can be read, none twice."""
        names = [tidy_name(line) for line in self.cleaned_data["stewards"].splitlines() if line.strip()]
        if len(names) > MOST_STEWARDS:
            raise forms.ValidationError(_("At most %(count)s stewards.") % {"count": MOST_STEWARDS})
        for name in names:
            if not re.search(r"\w", name) or len(name) > clubs.LONGEST_NAME:
                raise forms.ValidationError(_("“%(name)s” cannot be read as a name.") % {"name": name[:40]})
        if len({name.casefold() for name in names}) < len(names):
            raise forms.ValidationError(_("A name is there twice."))
        return names


def steward_names(state: TournamentState) -> list[str]:
    """Their names, in the order in which the draw seats them."""
    last = state.tournament.round_count
    stewards = (state.player(place.pk, last) for place in state.places if place.steward)
    return [player.shown_name for player in stewards if player is not None]


def save_byes(tournament: Tournament, form: ByesForm) -> None:
    """Store what a valid form says. Raises Refused."""
    with lock_unfinished_tournament(tournament) as locked:
        _set_stewards(locked, form.cleaned_data["stewards"])
        fields = form.Meta.fields
        for name in fields:
            setattr(locked, name, form.cleaned_data[name])
        locked.save(update_fields=fields)


def _set_stewards(tournament: Tournament, names: Sequence[str]) -> None:
    state = TournamentState(tournament)
    first = 1 + max((round_.number for round_ in state.rounds if round_.opened_at is not None), default=0)
    places_by_player = {}
    for place in state.places:
        player = state.player(place.pk, tournament.round_count)
        if player is not None:
            places_by_player[player.pk] = place
    new_players = []
    for name in names:
        player = find_or_create_event_player(tournament, name)
        here = places_by_player.get(player.pk)
        if here is not None and not here.steward:
            raise Refused(
                _("%(name)s plays already, as number %(number)s.")
                % {"name": isolated(player.shown_name), "number": here.number}
            )
        new_players.append(player)
    stay = {player.pk for player in new_players}
    for pk, place in places_by_player.items():
        if place.steward and pk not in stay:
            if place.drawn.exists():
                name = isolated(last_holder_name(state, place))
                raise Refused(_("%(name)s is seated already, as a steward.") % {"name": name})
            place.delete()
    numbers = [place.number for place in state.places]
    number = max([STEWARDS_FROM - 1, *numbers])
    for player in new_players:
        if player.pk not in places_by_player:
            number += 1
            place = Place.objects.create(tournament=tournament, number=number, ranked=False, steward=True)
            save_place_holder(place, first, player)


def last_holder_name(state: TournamentState, place: Place) -> str:
    """Who holds a place in the end, "" for nobody."""
    player = state.player(place.pk, state.tournament.round_count)
    return player.shown_name if player is not None else ""
