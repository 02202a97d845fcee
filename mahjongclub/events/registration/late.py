"""Somebody becomes a player of an event that runs: by hand or from its list of people, in one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.room import check_quota
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rounds.checkin import check_in
from mahjongclub.rounds.fields import TICKED_ERRORS, ReadableNameField

from ..changes import lock_tournament
from ..holders import merge_federation_details
from ..late import LatePlayer, add_late_players, departed_player, return_player_to_place, rounds_to_redraw
from ..models import LONGEST_NAME, Tournament
from ..state import TournamentState
from .changes import distinct_entrant_name, find_similarly_named_entrant, save_entrant_places, vacated_place
from .entries import entrant_place, entrants_of
from .forms import OrganiserEntrantForm
from .models import Entrant

#: so many people come together at least; a team comes whole
ROWS = 2


class LateEntryRowForm(OrganiserEntrantForm):
    """Somebody who comes late: the name, and what the event asks of others. An empty row is nobody.

    `asks` says whose name it is where that has to be said, "" where it need not.
    """

    another = forms.BooleanField(label=gettext_lazy("It is somebody else of this name"), required=False)
    asks = ""

    class Meta(OrganiserEntrantForm.Meta):
        fields = ("name", "country", "ema_number")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, empty_permitted=True, use_required_attribute=False, **kwargs)
        for name in ("first_name", "last_name", "federation", "team"):
            del self.fields[name]
        self.fields["name"].label = _("Name")
        self.fields["name"].help_text = ""
        for name in ("country", "ema_number"):
            if name in self.fields:
                self.fields[name].help_text = ""


class LateEntriesForm(forms.Form):
    """Who comes late: rows typed by hand, and people of the event's list who are none of its players."""

    listed = forms.MultipleChoiceField(
        label=gettext_lazy("From the people of the event"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages=TICKED_ERRORS,
    )
    team = ReadableNameField(
        label=gettext_lazy("Team"),
        help_text=gettext_lazy("A new team comes with all its players."),
        max_length=LONGEST_NAME,
        required=False,
    )
    seating = forms.ChoiceField(label="", widget=forms.RadioSelect, required=False)

    def __init__(self, state: TournamentState, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "late", **kwargs})
        tournament = state.tournament
        sizes = Counter(place.team_id for place in state.places if place.team_id is not None)
        rows = max([ROWS, *sizes.values()])
        bound = self.data if self.is_bound else None
        self.rows = [
            LateEntryRowForm(tournament, bound, prefix=f"late-{number}") for number in range(1, rows + 1)
        ]
        self.people = {str(entrant.pk): entrant for entrant in entrants_not_playing(tournament)}
        choices = [(pk, _listed_name(entrant)) for pk, entrant in self.people.items()]
        self.fields["listed"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["listed"]
        if not sizes:
            del self.fields["team"]
        numbers = rounds_to_redraw(state)
        if numbers:
            rounds = {"first": numbers[0], "last": numbers[-1]}
            anew = _("Redraw round %(first)s for everybody")
            stays = _("Leave round %(first)s as it is: latecomers take free seats or sit out")
            if len(numbers) > 1:
                anew = _("Redraw rounds %(first)s to %(last)s for everybody")
                stays = _(
                    "Leave rounds %(first)s to %(last)s as they are: latecomers take free seats or sit out"
                )
            seating = self.fields["seating"]
            seating.label = _("Rounds already published")
            seating.choices = [("draw", anew % rounds), ("fit", stays % rounds)]  # type: ignore[attr-defined]
            seating.initial = "fit" if _seats_free(state, numbers) else "draw"
        else:
            del self.fields["seating"]

    def is_valid(self) -> bool:
        """Whether every row is, and somebody is named."""
        rows = [row.is_valid() for row in self.rows]
        whole = super().is_valid()
        if all(rows) and whole and not self.typed_rows and not self.chosen_entrants:
            self.rows[0].add_error("name", _("Type a name."))
            return False
        return all(rows) and whole

    @property
    def typed_rows(self) -> list[LateEntryRowForm]:
        """The rows in which somebody stands."""
        return [row for row in self.rows if row.has_changed() and row.cleaned_data.get("name")]

    @property
    def chosen_entrants(self) -> list[Entrant]:
        """Who was ticked on the list."""
        return [self.people[pk] for pk in self.cleaned_data.get("listed", ())]

    @property
    def has_errors(self) -> bool:
        """Whether something has to be mended."""
        return bool(self.errors) or any(row.errors for row in self.rows)

    @property
    def redraws_published_rounds(self) -> bool:
        """Whether the rounds that are published are drawn anew."""
        return self.cleaned_data.get("seating") == "draw"


def entrants_not_playing(tournament: Tournament) -> list[Entrant]:
    """Return who is on the list of an event, withdrawn or not, and is none of its players."""
    entrants = [
        entrant for entrant in entrants_of(tournament) if not entrant.doubt and not entrant.has_withdrawn
    ]
    return [entrant for entrant in entrants if entrant_place(entrant) is None]


def save_late_entries(tournament: Tournament, form: LateEntriesForm) -> list[str]:
    """Make everybody of a valid form a player; their names. Whoever left the event has their place again.

    Raises Refused; where it is about a name, the error stands at its row.
    """
    check_quota(tournament.club)
    with lock_tournament(tournament) as locked:
        entrants = [*form.chosen_entrants, *(_entrant(locked, row) for row in form.typed_rows)]
        if len({entrant.pk for entrant in entrants}) < len(entrants):
            raise Refused(_("Somebody is named twice."))
        state = TournamentState(locked)
        names = [entrant.shown_name for entrant in entrants]
        left = {entrant: vacated_place(state, entrant) for entrant in entrants}
        new = [entrant for entrant, place in left.items() if place is None]
        for place in filter(None, left.values()):
            return_player_to_place(place)
        team = form.cleaned_data.get("team", "")
        arrivals = [LatePlayer(entrant.shown_name, team or entrant.team) for entrant in new]
        if arrivals:
            save_entrant_places(
                list(
                    zip(
                        new,
                        add_late_players(locked, arrivals, redraws=form.redraws_published_rounds),
                        strict=True,
                    )
                )
            )
        here = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants])
        here.update(status=Entrant.Status.IN, moved_up_at=None)
        check_in(here)
    return names


def _entrant(tournament: Tournament, row: LateEntryRowForm) -> Entrant:
    """The entry of whom a row names, made where there is none. Raises Refused for one who plays already, and
    for nearly the name of somebody on the list, unless the row says that it is somebody else."""
    columns = row.entrant_columns
    key = name_key(columns["name"])
    if row.cleaned_data["another"]:
        name = distinct_entrant_name(tournament, columns["name"], columns["country"])
        return Entrant.objects.create(tournament=tournament, **{**columns, "name": name})
    entrant_there = next(
        (entrant for entrant in entrants_of(tournament) if entrant.name_key == key and not entrant.doubt),
        None,
    )
    state = TournamentState(tournament)
    for place in state.places:
        player = state.player(place.pk, tournament.round_count)
        if player is not None and key in _keys_of(player) and not place.steward:
            words = {"name": isolated(player.shown_name), "number": place.number}
            raise _asked(row, _("%(name)s plays already, as number %(number)s.") % words)
        former = departed_player(state, place)
        if entrant_there is None and former is not None and key in _keys_of(former):
            entrant = Entrant.objects.create(
                tournament=tournament, name=former.name, place=place, player=former
            )
            merge_federation_details(tournament.pk, {former: [columns]})
            return entrant
    if (
        entrant_there is None
        and (near := find_similarly_named_entrant(tournament, columns["name"])) is not None
    ):
        raise _asked(row, _("%(name)s is on the list.") % {"name": isolated(near.shown_name)})
    if entrant_there is not None:
        details = {name: value for name, value in columns.items() if value}
        Entrant.objects.filter(pk=entrant_there.pk).update(**details)
        entrant_there.refresh_from_db()
        if entrant_there.player is not None:
            merge_federation_details(tournament.pk, {entrant_there.player: [details]})
        return entrant_there
    return Entrant.objects.create(tournament=tournament, **columns)


def _keys_of(player: Player) -> set[str]:
    """The keys of the names by which somebody of an event is called there and in the club."""
    return {name_key(player.shown_name)} | (set() if player.is_hidden else {name_key(player.name)})


def _asked(row: LateEntryRowForm, text: str) -> Refused:
    """The error at the name of a row, which then asks whether it is somebody else."""
    row.asks = text
    row.add_error("name", text)
    return Refused(text, field="name")


def _listed_name(entrant: Entrant) -> str:
    about = [isolated(entrant.shown_name), entrant.country, entrant.team]
    if entrant.waits:
        about.append(_("waits"))
    return " · ".join(filter(None, about))


def _seats_free(state: TournamentState, numbers: Collection[int]) -> bool:
    """Whether every one of these rounds has a seat that nobody takes."""
    rounds = [round_ for round_ in state.rounds if round_.number in numbers]
    return all(
        any(state.has_vacancy(round_.number, table) for table in round_.tables.all()) for round_ in rounds
    )
