"""The form that opens a table. Every option of a variant is drawn from the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import LONGEST_NAME, Player
from mahjongclub.clubs.naming import check_no_pseudonym, name_key
from mahjongclub.games.kit.context import BadDraft, Draft
from mahjongclub.games.kit.hand_form import HandForm
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import game_of, games
from mahjongclub.rules.options import GameRules, Option
from mahjongclub.rules.rotation import ROTATIONS
from mahjongclub.rules.variant import Preset, Variant

from .models import Session, names_by_seat, unnamed_seats
from .rules_form import OptionsForm

#: the player whom a typed name means, None for somebody new
FindPlayers = Callable[[list[str]], Mapping[str, Player]]

METHOD_LABELS = {
    "shuffle": gettext_lazy("Shuffled by the app"),
    "dice": gettext_lazy("By dice: the highest throw is East"),
    "order": gettext_lazy("As typed: the first is East"),
}


def playable_variants() -> list[Variant]:
    """The variants that have their screens."""
    return [game.variant for game in games()]


def playable_variant_or_first(key: str) -> Variant:
    """The variant that a form names, the first where it names none."""
    variants = {variant.key: variant for variant in playable_variants()}
    return variants.get(key, playable_variants()[0])


def game_and_preset_choices(variant: Variant, preset: Preset) -> dict[str, list[dict[str, Any]]]:
    """The games and the presets of one, as a page offers them beside what is chosen."""
    return {
        "variants": [
            {"key": choice.key, "name": said(choice.name), "chosen": choice is variant}
            for choice in playable_variants()
        ],
        "presets": [
            {"key": preset_.key, "name": said(preset_.name), "chosen": preset_.key == preset.key}
            for preset_ in variant.presets
        ],
    }


class NewTableForm(OptionsForm):
    """Names, the way seats are drawn, and the preset; the options of the preset may be changed one by one.

    `variant` has as many seats as players are asked for. `rules` (after validation) holds the rules whole.
    `belongs` says to which club or evening the table belongs; it is there only for somebody who may score
    for a club. `find` says whom a name means; a table of a club counts in its standings, so there names are
    needed. A form with `start` has the names by chair and the chair of the first dealer in `east`; one
    without has them in the order that `method` reads.
    """

    east = forms.TypedChoiceField(required=False, coerce=int, empty_value="0")
    method = forms.ChoiceField(
        label=gettext_lazy("Who sits where"),
        choices=[(method, METHOD_LABELS[method]) for method in ("shuffle", "dice", "order")],
        widget=forms.RadioSelect,
        initial="shuffle",
    )
    agreeing = forms.BooleanField(
        label=gettext_lazy("Ask everyone to confirm"),
        help_text=gettext_lazy(
            "After each hand every seat says yes, on its own phone, before the next is entered."
        ),
        required=False,
    )

    def __init__(
        self,
        variant: Variant,
        preset: Preset,
        *args: Any,
        belongings: Sequence[tuple[str, str]] = (),
        find: FindPlayers = lambda names: {},
        names_needed: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(variant, preset, *args, **kwargs)
        self.find = find
        self.rules: GameRules | None = None
        self.fields["method"].required = "start" not in self.data
        self.fields["east"].choices = [(chair, str(chair)) for chair in range(variant.seats)]  # type: ignore[attr-defined]
        if belongings:
            self.fields["belongs"] = forms.ChoiceField(
                label=_("Played for"), choices=belongings, required=False
            )
        for number in range(variant.seats):
            self.fields[f"name-{number}"] = NameField(
                label=_("Player %(number)s") % {"number": number + 1},
                max_length=LONGEST_NAME,
                required=names_needed,
            )
        if variant.may_rotate:
            self.fields[f"name-{variant.seats}"] = NameField(
                label=_("One more player, who takes turns with the others to sit out"),
                max_length=LONGEST_NAME,
                required=False,
            )
            self.fields["rotation"] = forms.ChoiceField(
                label=_("Who sits out changes"),
                choices=[(key, said(words)) for key, words in ROTATIONS.items()],
                widget=forms.RadioSelect,
                required=False,
                initial="deal",
            )

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the players' names, in the order typed."""
        return [self[f"name-{number}"] for number in range(self.variant.seats)]

    @property
    def fields_below(self) -> list[forms.BoundField]:
        """All other fields: the alert of a refused form leads to those that are wrong."""
        chairs = {field.name for field in self.name_fields}
        return [field for field in self if field.name not in chairs]

    @property
    def one_more(self) -> forms.BoundField | None:
        """The field of the name of one more player, where the game can have one."""
        return self[f"name-{self.variant.seats}"] if self.variant.may_rotate else None

    @property
    def rotation(self) -> str:
        """How the players take turns to sit out, "" for as many as seats; once the form is valid."""
        typed = self.cleaned_data
        return typed["rotation"] or "deal" if typed.get(f"name-{self.variant.seats}") else ""

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [
            self.cleaned_data[f"name-{number}"] for number in range(self.variant.seats + bool(self.rotation))
        ]

    def clean(self) -> None:
        """Names must differ at one table; options are read by the rules themselves."""
        super().clean()
        cleaned = self.cleaned_data
        add_name_errors(self, self.variant.seats + self.variant.may_rotate, self.find)
        self.rules = self.read_rules(cleaned)
        if self.variant.seat_counts and self.rules is not None:
            self.rules = self.rules.with_options({"seats": self.variant.seats})

    def _options(self) -> tuple[Option, ...]:
        """Without the number of players, which the chairs around the table say."""
        return tuple(option for option in super()._options() if option.name != "seats")


class NamesForm(forms.Form):
    """Names for the seats of a table that nobody has named; `names` (after validation) by seat."""

    def __init__(self, session: Session, find: FindPlayers, *args: Any) -> None:
        super().__init__(*args)
        self.seats = list(session.seats.select_related("player").order_by("number"))
        self.unnamed, self.find, self.session = unnamed_seats(session), find, session
        for number in self.unnamed:
            self.fields[f"name-{number}"] = NameField(
                label=self.seats[number].player.shown_name, max_length=LONGEST_NAME, required=False
            )

    @property
    def names(self) -> dict[int, str]:
        """The names typed, by seat."""
        typed = {number: self.cleaned_data[f"name-{number}"] for number in self.unnamed}
        return {number: name for number, name in typed.items() if name}

    def clean(self) -> None:
        """Names must differ at one table; whoever has left it sat there beside those yet to be named."""
        super().clean()
        nobody = {self.seats[number].player_id for number in self.unnamed}
        sat = self.session.sitters.exclude(player__in=nobody).select_related("player")
        named = [seat.player for seat in self.seats if seat.number not in self.unnamed]
        named += [sitter.player for sitter in sat]
        seated = {key for player in named for key in (player.pk, name_key(player.shown_name))}
        add_name_errors(self, len(self.seats), self.find, seated)


def add_name_errors(
    form: forms.Form, seats: int, find: FindPlayers, seated: Collection[str | int] = ()
) -> None:
    """Add an error at every `name-<seat>` that names somebody a second time, or nobody anybody knows.

    `seated` are the ids and the keys of the names of who sits there already.
    """
    seen: set[str | int] = set(seated)
    typed = {number: name for number in range(seats) if (name := form.cleaned_data.get(f"name-{number}"))}
    players = find(list(typed.values()))
    for number, name in typed.items():
        player = players.get(name)
        who: set[str | int] = {name_key(name)} if player is None else {name_key(name), player.pk}
        if name_key(name) in seen:
            form.add_error(
                f"name-{number}",
                _("“%(name)s” sits here twice. Two people? Add an initial to one. Only one? Clear the other.")
                % {"name": name},
            )
        elif who & seen:
            form.add_error(
                f"name-{number}",
                _("This name belongs to somebody else at this table, under another spelling."),
            )
        elif player is None:
            try:
                check_no_pseudonym(name)
            except forms.ValidationError as fault:
                form.add_error(f"name-{number}", fault)
        seen |= who


class JoinForm(forms.Form):
    """The short code somebody says aloud."""

    code = forms.CharField(label=gettext_lazy("Table code"), max_length=20)


class FormFault(ValueError):
    """Fields that make no hand. `form` is bound; `errors` its messages by field ("__all__": on top)."""

    def __init__(self, form: HandForm) -> None:
        super().__init__(form.errors.as_text())
        self.form = form

    @property
    def errors(self) -> dict[str, list[str]]:
        """Every message by the name of its field."""
        return {name: [str(message) for message in messages] for name, messages in self.form.errors.items()}


def initial_hand_form(session: Session, draft: Draft | None = None, *, noted: bool = False) -> HandForm:
    """The session's form to fill in, begun with a draft, or with what is noted of the hand being played.

    BadDraft for a draft that is no hand of this game.
    """
    game = game_of(session)
    try:
        fields = game.questions.initial(game.hand_of_notes(session.pending) if noted else draft or {})
    except (TypeError, ValueError, AttributeError, LookupError) as fault:
        raise BadDraft(str(fault)) from None
    return game.hand_form(names_by_seat(session), session.current_rules, initial=fields)


def posted_hand_form(session: Session, post: Mapping[str, Any]) -> HandForm:
    """The session's form with what was sent."""
    return game_of(session).hand_form(names_by_seat(session), session.current_rules, post)


def read_posted_draft(session: Session, post: Mapping[str, Any]) -> Draft:
    """The outcome that a sent form says, as a game record writes it; FormFault where it says none.

    `post` is a QueryDict, or any mapping with `getlist`. The engine has yet to look at the draft.
    """
    form = posted_hand_form(session, post)
    if not form.is_valid():
        raise FormFault(form)
    return form.draft
