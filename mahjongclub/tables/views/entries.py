"""What is no hand: points given or taken, other rules, another player, where the game began.

Looked at, then confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from mahjongclub.clubs.club_access import role_in
from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import LONGEST_NAME, Player
from mahjongclub.clubs.naming import check_no_pseudonym
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import WIND_NAMES, fault_in_words, label_in_words, said
from mahjongclub.games.registry import game_of
from mahjongclub.rules.beginning import MOST_COUNTERS, state_at_start, surplus_over_start, winds_of
from mahjongclub.rules.entries import LONGEST_REASON, MOST_POINTS, OPENED_WITH, is_entry
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import Option
from mahjongclub.rules.reading import is_text, whole_number
from mahjongclub.rules.rotation import ROTATIONS, by_player
from mahjongclub.rules.variant import Preset

from ..access import visit_as_scorer
from ..entry_sheet import change_rows
from ..models import Access, Session, names_by_player
from ..payments import payments_after_change
from ..recording import Receipt, Submission, append_entry, correct_hand, insert_hand, set_start
from ..replaying import consequence, rules_before, starting_state, stored_outcomes
from ..rules_form import OptionsForm
from ..sitters import Seating, find_at_table, preview_outcome, seatings
from .answers import attempt_change
from .new_table import known_names
from .revisions import start_in_words

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


class BeginForm(forms.Form):
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
    def start(self) -> Outcome | None:
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


class SinceForm(forms.Form):
    """Since when something holds that is no hand: `since` is the hand it stands before, None for now."""

    since = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)

    def offer_hands(self, session: Session, number: int | None) -> None:
        """Let the hands be chosen; nothing is asked where entry `number` is corrected."""
        if number:
            del self.fields["since"]
            return
        called = game_of(session).numbered
        hands = [
            (str(row.number), f"{called % {'number': row.number}} ({label_in_words(row.result['label'])})")
            for row in session.hands.order_by("number")
            if not is_entry(row.outcome)
        ]
        choices = [("", _("From the next hand on"))]
        if hands:
            choices += [("1", _("From the start")), *reversed(hands[1:])]
        since = self.fields["since"]
        assert isinstance(since, forms.TypedChoiceField)
        since.choices, since.label = choices, _("Since when")


class OtherRulesForm(SinceForm, OptionsForm):
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


class SitDownForm(SinceForm):
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
        recorded = self.sat.told(outcomes[number - 1]) if number else {}
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
    def at(self) -> int:
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
            seatings(self.session.game.players, [*self.outcomes[: self.at - 1], self.looked_at])
        except ValidationError as fault:
            self.add_error("player", fault)
        except RuleError as fault:
            self.add_error("player", said(fault.text))
        else:
            self.words = game_of(self.session).record_in_words(
                self.session.opened_rules,
                self.entry,
                self.sat.players_before(self.at),
            )


@require_http_methods(["GET", "HEAD", "POST"])
def replace_player(request: ClubRequest, code: str) -> HttpResponse:
    """Somebody takes another's place from a hand on, or correct who did (`number`), after a look at it."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "seat")
    if session.started_at is None:
        return redirect("tables:seats", code)
    if not there:
        return redirect("tables:log", code)
    device_id = request.visitor.device_id
    member = session.club is not None and role_in(session.club, request) is not None
    form = SitDownForm(
        session,
        outcomes,
        number,
        lambda name: find_at_table(session, name, device_id, request.user.pk),
        params if "player" in params else None,
    )
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    if request.method == "POST" and valid:
        errors, status, session = attempt_change(
            request, session, _put(form.entry, form.at, number, len(outcomes))
        )
        if not errors:
            return redirect("tables:log" if form.at <= len(outcomes) else "tables:table", code)
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        # whoever keeps the score by a link is told no roster
        "known_names": known_names(request, session.club if member else None),
    }
    if valid:
        outcomes[form.at - 1 : form.at if number else form.at - 1] = [form.looked_at]
        fault = consequence(session, outcomes, form.at).fault
        context["words"] = form.words
        if fault is not None:
            status, errors = 422, [*errors, fault_in_words(fault, form.sat.players)]
    context |= {"errors": [*errors, *form.non_field_errors()], "preview": valid and not errors}
    return render(request, "tables/sit_down.html", context, status=status)


class SitOutForm(SinceForm):
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
    def at(self) -> int:
        """The number of the entry, once the form is valid."""
        return self.number or self.cleaned_data.get("since") or len(self.outcomes) + 1


@require_http_methods(["GET", "HEAD", "POST"])
def edit_sitting_out(request: ClubRequest, code: str) -> HttpResponse:
    """Somebody gets up for who sits out, from a hand on, or correct who did (`number`)."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "sit")
    if not there or not session.rotation:
        return redirect("tables:log", code)
    form = SitOutForm(session, outcomes, number, request.POST if request.method == "POST" else None)
    errors: list[str] = []
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        entry = {"type": "sit", "out": form.cleaned_data["out"]}
        errors, status, session = attempt_change(
            request, session, _put(entry, form.at, number, len(outcomes))
        )
        if not errors:
            return redirect("tables:log" if form.at <= len(outcomes) else "tables:table", code)
    context = {
        "session": session,
        "form": form,
        "number": number,
        "errors": errors,
        "out": Seating(session).places_before(number or len(outcomes) + 1)[-1],
        "rotation": said(ROTATIONS[session.rotation]),
    }
    return render(request, "tables/sit_out.html", context, status=status)


def _put(entry: Outcome, at: int, number: int | None, listed: int) -> Callable[[int, Submission], Receipt]:
    """The change that puts an entry before hand `at`, or in the place of entry `number`."""

    def change(pk: int, submission: Submission) -> Receipt:
        if number is not None:
            return correct_hand(pk, submission, number, entry)
        if at <= listed:
            return insert_hand(pk, submission, at, entry)
        return append_entry(pk, submission, entry)

    return change


@require_http_methods(["GET", "HEAD", "POST"])
def change_table_rules(request: ClubRequest, code: str) -> HttpResponse:
    """Play by other options from a hand on, or correct what was changed there (`number`)."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "rules")
    if not there:
        return redirect("tables:log", code)
    names = names_by_player(session)
    typed = params if any(key.startswith("option-") for key in params) else None
    form = OtherRulesForm(session, outcomes, number, typed)
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    at = number or (form.cleaned_data.get("since") if valid else None) or len(outcomes) + 1
    if request.method == "POST" and valid:
        entry = {"type": "rules", "rules": form.options}
        errors, status, session = attempt_change(request, session, _put(entry, at, number, len(outcomes)))
        if not errors:
            return redirect("tables:log" if at <= len(outcomes) else "tables:table", code)
    if valid:
        outcomes[at - 1 : at if number else at - 1] = [{"type": "rules", "rules": form.options}]
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        "sent": [
            (key, value)
            for key, values in params.lists()
            if key == "since" or key.startswith("option-")
            for value in values
        ],
        "errors": [*errors, *form.non_field_errors()],
    }
    if valid:
        entry = {"type": "rules", "rules": form.options}
        context["words"] = game_of(session).record_in_words(form.before, entry, names)
        preview = _preview(access, outcomes, at, names)
        context |= preview
        if "fault" in preview:
            status, context["errors"] = 422, [*errors, *form.non_field_errors(), preview["fault"]]
    return render(request, "tables/other_rules.html", context, status=status)


def _asked_for(
    session: Session, outcomes: Sequence[Outcome], params: QueryDict, kind: str
) -> tuple[int | None, bool]:
    """Which entry is to be corrected, None for a new one; and whether that can be."""
    number = whole_number(params.get("number", ""), 4)
    if number is None:
        return None, not session.table.ended
    return number, 0 < number <= len(outcomes) and outcomes[number - 1]["type"] == kind


@require_http_methods(["GET", "HEAD", "POST"])
def adjust_points(request: ClubRequest, code: str) -> HttpResponse:
    """Give or take points now, or correct what was given (`number`), after a look at what that changes."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())  # a page of its own, no part of the table
    session = access.session
    outcomes = stored_outcomes(session)
    params = request.POST if request.method == "POST" else request.GET
    number, there = _asked_for(session, outcomes, params, "adjust")
    if not there:
        return redirect("tables:log", code)
    recorded = outcomes[number - 1] if number is not None else None
    names = names_by_player(session)
    typed = params if any(key.startswith("seat-") for key in params) else None
    form = AdjustForm(names, typed, _initial(recorded))
    errors: list[str] = []
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        entry = form.entry
        put = _put(entry, len(outcomes) + 1, number, len(outcomes))
        errors, status, session = attempt_change(request, session, put)
        if not errors:
            return redirect("tables:table" if number is None else "tables:log", code)
    context: dict[str, object] = {
        "session": session,
        "form": form,
        "number": number,
        "errors": [*errors, *form.non_field_errors()],
    }
    if form.is_bound and form.is_valid():
        at = number or len(outcomes) + 1
        outcomes[at - 1 : at] = [form.entry]
        preview = _preview(access, outcomes, at, names)
        context |= preview
        if "fault" in preview:
            status, context["errors"] = 422, [*errors, *form.non_field_errors(), preview["fault"]]
    return render(request, "tables/adjust.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_start(request: ClubRequest, code: str) -> HttpResponse:
    """Say where the game began, or let it begin at the beginning again, after a look at what that changes."""
    access = visit_as_scorer(request, code)
    if request.htmx:
        return HttpResponseClientRedirect(request.get_full_path())
    session = access.session
    if session.on_paper:
        return redirect("tables:log", code)
    names = names_by_player(session)
    params = request.POST if request.method == "POST" else request.GET
    form = BeginForm(session, names, params if "seat-0" in params else None)
    errors: list[str] = []
    valid = form.is_bound and form.is_valid()
    status = 422 if form.errors else 200
    if request.method == "POST" and valid:
        errors, status, session = attempt_change(
            request, session, lambda pk, submission: set_start(pk, submission, form.start)
        )
        if not errors:
            return redirect("tables:log" if session.table.ended else "tables:table", code)
    context: dict[str, object] = {"session": session, "form": form, "errors": errors}
    if valid:
        session.begun = form.start  # looked at, not kept
        context |= _preview(access, stored_outcomes(session), 0, names)
        if "fault" not in context:
            context["words"] = start_in_words(session, names)
            off = surplus_over_start(session.game, session.opened_rules, starting_state(session))
            # the sticks lie where the players say they do: there is nothing to put right
            context |= {"too_many": max(off, 0), "missing": max(-off, 0), "payments": ()}
        else:
            status, context["errors"] = 422, [*errors, context["fault"]]
    return render(request, "tables/begin.html", context, status=status)


def _initial(recorded: Any) -> dict[str, Any]:
    if recorded is None:
        return {}
    points = {f"seat-{seat}": points or "" for seat, points in enumerate(recorded["points"])}
    return {**points, "why": recorded.get("why", "")}


def _preview(access: Access, outcomes: Sequence[Outcome], at: int, names: Sequence[str]) -> Outcome:
    """What these hands, the entry among them, change: scores, later hands, what to put right at the table."""
    session = access.session
    changed = consequence(session, outcomes, at)
    if changed.fault is not None or changed.state is None:
        assert changed.fault is not None
        return {"fault": fault_in_words(changed.fault, names)}
    before, then = by_player(session.table).scores, by_player(changed.state).scores
    return {
        "preview": {
            "deltas": [
                {"name": name, "delta": after - was, "score_after": after}
                for name, was, after in zip(names, before, then, strict=True)
            ]
        },
        "changes": [row for row in change_rows(changed, names) if not row.edited],
        "payments": payments_after_change(session, changed.state, names),
    }
