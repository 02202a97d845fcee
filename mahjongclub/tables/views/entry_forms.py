"""The forms of what is no hand: adjustments, a start state, rule changes, substitutions, who sits out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import LONGEST_NAME, Player
from mahjongclub.clubs.naming import check_no_pseudonym
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import WIND_NAMES, said
from mahjongclub.games.registry import game_of
from mahjongclub.rules.beginning import MOST_COUNTERS, state_at_start, winds_of
from mahjongclub.rules.entries import LONGEST_REASON, MOST_POINTS, OPENED_WITH, is_entry
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import Option
from mahjongclub.rules.reading import is_text, whole_number
from mahjongclub.rules.variant import Preset

from ..models import Session
from ..replaying import rules_before
from ..rules_form import OptionsForm
from ..sitters import Seating, preview_outcome, seatings

Outcome = dict[str, Any]


class AdjustForm(forms.Form):
    """Points of any sign for each seat, and why."""

    why = forms.CharField(required=False, max_length=LONGEST_REASON)

    def __init__(self, names: Sequence[str], data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        for seat, name in enumerate(names):
            self.fields[f"seat-{seat}"] = PointsField(
                label=name, required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
        self.seats = range(len(names))

    @property
    def rows(self) -> list[forms.BoundField]:
        """The fields of the points, in the order of seats."""
        return [self[f"seat-{seat}"] for seat in self.seats]

    @property
    def points(self) -> list[int]:
        """The points of each seat, once the form is valid."""
        return [self.cleaned_data[f"seat-{seat}"] or 0 for seat in self.seats]

    @property
    def entry(self) -> Outcome:
        """The entry as a record writes it, once the form is valid."""
        why = self.cleaned_data["why"]
        return {"type": "adjust", "points": self.points, **({"why": why} if why else {})}

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        if not is_text(cleaned.get("why", ""), LONGEST_REASON):
            self.add_error("why", ValidationError(_("This text cannot be saved.")))
        if not self.errors and not any(self.points):
            self.add_error(None, ValidationError(_("Choose the players whose points change.")))


class StartForm(forms.Form):
    """Where a game begins that was kept on paper until now, or begun last week.

    What is empty is as at the beginning. Only what such a game has is asked: rounds, a dealer whom no throw
    names, honba, riichi sticks.
    """

    def __init__(self, session: Session, names: Sequence[str], data: Any = None) -> None:
        super().__init__(data)
        game, rules, beginning = session.game, session.opened_rules, session.begun or {}
        self.at_the_beginning = state_at_start(game, rules).all_scores
        start_scores = beginning.get("scores") or [None] * game.players
        for seat, name in enumerate(names):
            self.fields[f"seat-{seat}"] = PointsField(
                label=name,
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                initial=start_scores[seat],
                widget=forms.TextInput(
                    attrs={"placeholder": self.at_the_beginning[seat], "autocomplete": "off"}
                ),
            )
        winds = winds_of(game, rules)
        self.first_wind = winds[0] if winds else None
        if len(winds) > 1:
            rounds = [(wind, WIND_NAMES[wind]) for wind in winds]
            self._choose("round_wind", _("Round wind"), rounds, beginning.get("round_wind", winds[0]))
        if not game.thrown_dealer:
            seats = [(str(seat), name) for seat, name in enumerate(names[: game.seats])]
            self._choose("dealer", _("Dealer"), seats, beginning.get("dealer", 0))
        if game.counts_honba:
            self._count("honba", _("Honba"), beginning.get("honba"))
        if game.knows_riichi:
            self._count("riichi_sticks", _("Riichi sticks on the table"), beginning.get("riichi_sticks"))

    def _choose(self, name: str, label: str, choices: Sequence[tuple[str, Any]], initial: Any) -> None:
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False, initial=initial)

    def _count(self, name: str, label: str, initial: int | None) -> None:
        self.fields[name] = forms.IntegerField(
            label=label, required=False, min_value=0, max_value=MOST_COUNTERS, initial=initial
        )

    @property
    def typed_start(self) -> Outcome | None:
        """The start as a record writes it, None for the beginning, once the form is valid."""
        typed = [self.cleaned_data[f"seat-{seat}"] for seat in range(len(self.at_the_beginning))]
        scores = [
            score if score is not None else at for score, at in zip(typed, self.at_the_beginning, strict=True)
        ]
        outcome: Outcome = {} if tuple(scores) == self.at_the_beginning else {"scores": scores}
        if (wind := self.cleaned_data.get("round_wind")) and wind != self.first_wind:
            outcome["round_wind"] = wind
        if (dealer := self.cleaned_data.get("dealer")) and dealer != "0":
            outcome["dealer"] = int(dealer)
        for name in ("honba", "riichi_sticks"):
            if self.cleaned_data.get(name):
                outcome[name] = self.cleaned_data[name]
        return outcome or None


class FromHandForm(forms.Form):
    """Since when something holds that is no hand: `since` is the hand it stands before, None for now."""

    since = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)

    def offer_hands(self, session: Session, number: int | None) -> None:
        """Let the hands be chosen; nothing is asked where entry `number` is corrected."""
        if number:
            del self.fields["since"]
            return
        game = game_of(session)
        hands = [
            (str(row.number), game.numbered_hand_in_words(row.number, row.result["label"]))
            for row in session.hands.order_by("number")
            if not is_entry(row.outcome)
        ]
        choices = [("", _("From the next hand on"))]
        if hands:
            choices += [("1", _("From the start")), *reversed(hands[1:])]
        since = self.fields["since"]
        assert isinstance(since, forms.TypedChoiceField)
        since.choices, since.label = choices, _("Since when")


class OtherRulesForm(FromHandForm, OptionsForm):
    """The options a running game may change, as they stand before hand `since`; and since when."""

    def __init__(
        self, session: Session, outcomes: Sequence[Outcome], number: int | None, data: Any = None
    ) -> None:
        at = number or whole_number((data or {}).get("since", ""), 4) or len(outcomes) + 1
        self.before = rules_before(session, outcomes, at)
        recorded = outcomes[number - 1]["rules"] if number else {}
        rules = self.before.with_options(recorded)
        super().__init__(session.game, Preset(session.preset, session.game.name, rules), data)
        self.offer_hands(session, number)

    @property
    def options(self) -> dict[str, Any]:
        """What differs from the rules before, once the form is valid."""
        return self.changed

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        rules = self.read_rules(cleaned)
        self.changed = rules.changed_from(self.before) if rules is not None else {}
        if not self.errors and not self.changed:
            self.add_error(None, ValidationError(_("Change at least one of the options.")))

    def _options(self) -> tuple[Option, ...]:
        return tuple(option for option in super()._options() if option.name not in OPENED_WITH)


class SitDownForm(FromHandForm):
    """Who gets up, and who sits down there; `find` says whom a name means, None for somebody new.

    The names of the seats are those of who sits there before entry `number`, or now.
    """

    def __init__(
        self,
        session: Session,
        outcomes: Sequence[Outcome],
        number: int | None,
        find: Callable[[str], Player | None],
        data: Any = None,
    ) -> None:
        super().__init__(data)
        self.session, self.outcomes, self.number, self.find = session, outcomes, number, find
        self.sat = Seating(session)
        recorded = self.sat.with_sitter_name(outcomes[number - 1]) if number else {}
        self.offer_hands(session, number)
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Who gets up?"),
            choices=[
                (str(seat), name)
                for seat, name in enumerate(self.sat.players_before(number) if number else self.sat.players)
            ],
            coerce=int,
            widget=forms.RadioSelect,
            initial=recorded.get("seat"),
        )
        self.fields["player"] = NameField(
            label=_("Who takes the seat?"),
            max_length=LONGEST_NAME,
            initial=recorded.get("player"),
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "off",
                    "autocapitalize": "words",
                    "spellcheck": "false",
                    "dir": "auto",
                    "list": "known-names",
                }
            ),
        )

    @property
    def row_number(self) -> int:
        """The number of the entry, once the form is valid."""
        return self.number or self.cleaned_data.get("since") or len(self.outcomes) + 1

    @property
    def entry(self) -> Outcome:
        """The entry as a record writes it, once the form is valid."""
        return {"type": "seat", "seat": self.cleaned_data["seat"], "player": self.cleaned_data["player"]}

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        if self.errors:
            return
        name, player = cleaned["player"], self.find(cleaned["player"])
        try:
            if player is None:
                check_no_pseudonym(name)
            self.looked_at = preview_outcome(self.session, self.entry, player)
            seatings(self.session.game.players, [*self.outcomes[: self.row_number - 1], self.looked_at])
        except ValidationError as fault:
            self.add_error("player", fault)
        except RuleError as fault:
            self.add_error("player", said(fault.text))
        else:
            self.words = game_of(self.session).hand_sentence(
                self.session.opened_rules,
                self.entry,
                self.sat.players_before(self.row_number),
            )


class SitOutForm(FromHandForm):
    """Who of those at the table gets up for who sits out, by the players' numbers."""

    def __init__(
        self, session: Session, outcomes: Sequence[Outcome], number: int | None, data: Any = None
    ) -> None:
        super().__init__(data)
        self.outcomes, self.number = outcomes, number
        self.offer_hands(session, number)
        sat = Seating(session)
        names = sat.players_before(number) if number else sat.players
        self.fields["out"] = forms.TypedChoiceField(
            label=_("Who gets up"),
            choices=[(str(player), name) for player, name in enumerate(names)],
            coerce=int,
            widget=forms.RadioSelect,
            initial=outcomes[number - 1]["out"] if number else None,
        )

    @property
    def row_number(self) -> int:
        """The number of the entry, once the form is valid."""
        return self.number or self.cleaned_data.get("since") or len(self.outcomes) + 1
