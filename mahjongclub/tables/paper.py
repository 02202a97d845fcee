"""The result of a game as a paper has it: a session ended without hands, or final points over its hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from uuid import uuid4

from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import FIRST_DATE, NameField
from mahjongclub.clubs.models import LONGEST_NAME, Club, Device, Evening, Player
from mahjongclub.clubs.naming import is_same_but_for_case, name_key
from mahjongclub.clubs.roster import ensure_player
from mahjongclub.clubs.time_zones import local_time, moment_on
from mahjongclub.clubs.typed_days import DayField
from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.games.kit.points_typed import PointsField, StickCountField
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.on_paper import PaperResult, ended_table_on_paper
from mahjongclub.rules.variant import Preset, Variant

from .club_choice import ClubAndEvening
from .club_games import played_on
from .forms import FindPlayers, add_name_errors
from .models import Access, HouseRules, Revision, Seat, Session, Sitter
from .notify import is_of_event, results_changed
from .opening import create_seats
from .recording import Receipt, Submission, change_session, initial_state
from .replaying import Change, save_hands, save_state, state_with_paper_result, stored_outcomes
from .sitters import find_or_create_player_ids_called, find_players
from .writing import last_moment_for_phones


@dataclass(frozen=True, slots=True)
class Correction:
    """What a result is to say instead. `final` as `rules.on_paper` reads it; `day` without an evening."""

    names: Sequence[str]
    final: PaperResult
    evening: Evening | None
    day: date


def save_paper_game(
    device: Device,
    belonging: ClubAndEvening,
    variant: Variant,
    preset: Preset,
    house_rules: HouseRules | None,
    names: list[str],
    final: PaperResult,
    day: date,
    players: Sequence[int] = (),
    account_id: int | None = None,
    first: Callable[[Session], None] = lambda session: None,
) -> Session:
    """Create a session ended at noon of its day; it ranks like any other. `final` is of `rules.on_paper`.

    `names` find or make the players; `players`, known by their ids, just come. What `first` does with it is
    stored before anybody hears of the result.
    """
    with hold_write_lock(), transaction.atomic():
        come = list(players) or find_or_create_player_ids_called(
            names, device, belonging.club, account_id, opening=True
        )
        session = create_paper_game(device, belonging, variant, preset, house_rules, come, final, day)
        first(session)
        results_changed.send(Session, session_ids=[session.pk])
    return session


def create_paper_game(
    device: Device,
    belonging: ClubAndEvening,
    variant: Variant,
    preset: Preset,
    house_rules: HouseRules | None,
    players: Sequence[int],
    final: PaperResult,
    day: date,
) -> Session:
    """Create the rows of `save_paper_game`, for who saves many: within their transaction; they notify."""
    noon = noon_of(day, belonging.club)
    session = Session(
        variant=variant.key,
        preset=house_rules.preset if house_rules else preset.key,
        house_rules=house_rules,
        rules=preset.rules.to_json(),
        seat_draw={"method": "order", "throws": []},
        opener=device,
        club=belonging.club,
        evening=belonging.evening,
        on_paper=final,
        phones_until=last_moment_for_phones(belonging.club, belonging.evening, noon),
        closed=True,
        started_at=noon,
        ended_at=noon,
        state={},
    )
    session.state = initial_state(session)
    session.save()
    create_seats(session, players, final["scores"])
    Access.objects.create(session=session, device=device, role=Access.Role.SCORER)
    return session


def correct_result(session_id: int, submission: Submission, correction: Correction) -> Receipt:
    """Correct a result where it stands: who played, when, the final points. Its rules and code stay.

    StalePage where somebody else corrected it meanwhile. That is for organisers, at any time.
    """
    submission = replace(submission, directs=True)

    def work(session: Session) -> Change:
        before = _kept(session)
        seats = list(session.seats.select_related("player").order_by("number"))
        players_there = find_named_players(session, seats, correction.names)
        guest = session.club is not None and is_of_event(session)
        come = {
            name: players_there.get(name) or ensure_player(name, club=session.club, guest=guest)
            for name in sorted(correction.names, key=name_key)
        }
        others = {}
        for seat, name in zip(seats, correction.names, strict=True):
            others[seat.player_id], seat.player = come[name], come[name]
        Seat.objects.bulk_update(seats, ["player"])
        sitters = list(session.sitters.filter(player__in=others))
        for sitter in sitters:
            sitter.player = others[sitter.player_id]
        Sitter.objects.bulk_update(sitters, ["player"])
        session.evening = correction.evening
        day = correction.evening.date if correction.evening is not None else correction.day
        if session.started_at is None or local_time(session.started_at, session.club).date() != day:
            session.started_at = session.ended_at = noon_of(day, session.club)
        session.on_paper = correction.final
        save_state(session, state_with_paper_result(session, session.table))
        return Change(Revision.Action.RESULT, None, before, _kept(session))

    return change_session(session_id, submission, work)


def overrule_with_paper(session_id: int, device: Device | None, final: PaperResult | None) -> Receipt:
    """End a table with the final points of the paper, over whatever its phones recorded; its hands stay.

    With None the hands are right after all, and the table stays closed where they left it; a table without
    hands is open again.
    """

    def work(session: Session) -> Change:
        before = _kept(session) if session.on_paper else None
        session.on_paper = final
        session.pending = {}
        session.to_pay = {}
        session.closed = final is not None or bool(session.row_count)
        if final is None:
            save_hands(session, stored_outcomes(session))
        else:
            save_state(session, state_with_paper_result(session, session.table))
        return Change(Revision.Action.RESULT, None, before, _kept(session) if final else None)

    return change_session(session_id, Submission(uuid4(), 0, device, directs=True), work, any_version=True)


def find_named_players(session: Session, seats: Sequence[Seat], names: Sequence[str]) -> dict[str, Player]:
    """Whom names in a correction mean: first those who sit there, whatever roster they stand on."""
    sitting = {
        name: seat.player
        for name in names
        for seat in seats
        if is_same_but_for_case(seat.player.shown_name, name)
    }
    return {**find_players(names, None, session.club, guests=is_of_event(session)), **sitting}


def noon_of(day: date, club: Club | None) -> datetime:
    """When a game counts as played of which the day alone is known: at the club, where it has one."""
    return moment_on(day, time(12), club)


def _kept(session: Session) -> dict[str, Any]:
    """What a revision keeps of a result."""
    players = session.seats.order_by("number").values_list("player_id", flat=True)
    return {"players": list(players), "final": session.on_paper, "day": played_on(session).isoformat()}


def delete_result(club: Club, code: str) -> bool:
    """Delete a result of the club, to be entered anew; False for a session with hands, which stays."""
    with hold_write_lock(), transaction.atomic():
        session = Session.objects.select_for_update().filter(club=club, code=code).first()
        if session is None or session.on_paper is None:
            return False
        number = session.pk
        session.delete()
        results_changed.send(Session, session_ids=[number])
    return True


class PastGameForm(forms.Form):
    """The evening or date, and a name a seat; `find` says whom a name means.

    The rules matter: they say how many points were on the table.
    """

    def __init__(
        self,
        variant: Variant,
        preset: Preset,
        *args: Any,
        evenings: list[tuple[str, str]],
        find: FindPlayers = lambda names: {},
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.find = find
        self.variant, self.preset = variant, preset
        self.start = variant.start(preset.rules, (1, 1) if variant.thrown_dealer else None)
        self.fields["belongs"] = forms.ChoiceField(label=_("Evening"), choices=evenings, required=False)
        self.fields["date"] = DayField(
            label=_("Date"),
            help_text=_("Of a game without an evening."),
            initial=timezone.localdate,
            required=False,
        )
        for seat in range(variant.seats):
            self.fields[f"name-{seat}"] = NameField(
                label=_("Player %(number)s") % {"number": seat + 1}, max_length=LONGEST_NAME
            )

    @property
    def points_in_play(self) -> int | None:
        """How many points the seats and the bank hold together; None where any sum is right."""
        if not self.variant.conserves_points(self.preset.rules):
            return None
        return sum(self.start.scores) + (self.start.bank or 0)

    @property
    def names(self) -> list[str]:
        """The names as typed, tidied."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.variant.seats)]

    def clean_date(self) -> date:
        """A day that has come already."""
        day: date = self.cleaned_data["date"] or timezone.localdate()
        if not FIRST_DATE <= day <= timezone.localdate():
            raise forms.ValidationError(_("Give a date from 1900 until today."))
        return day

    def clean(self) -> None:
        """Nobody sits there twice."""
        super().clean()
        add_name_errors(self, self.variant.seats, self.find)


class PaperForm(PastGameForm):
    """`final` (after validation) is what the session keeps, `table` the table at its end.

    The rules say how places are paid, too.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table: TableState | None = None
        for seat in range(self.variant.seats):
            self.fields[f"score-{seat}"] = PointsField(label=_("Points"))
        if find_game(self.variant.key).has_sticks:
            self.fields["sticks"] = StickCountField(
                label=_("Riichi sticks left on the table"),
                initial=0,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        if self.start.bank is not None:
            self.fields["bank"] = PointsField(label=_("Points left in the bank"))
        seats = [name for seat in range(self.variant.seats) for name in (f"name-{seat}", f"score-{seat}")]
        self.order_fields(["belongs", "date", *seats])

    @property
    def seat_fields(self) -> list[dict[str, forms.BoundField]]:
        """The two fields of every seat, in seat order."""
        return [
            {"name": self[f"name-{seat}"], "score": self[f"score-{seat}"]}
            for seat in range(self.variant.seats)
        ]

    @property
    def final(self) -> PaperResult:
        """What the session keeps of the game."""
        scores = [self.cleaned_data[f"score-{seat}"] for seat in range(self.variant.seats)]
        return {
            "scores": scores,
            "sticks": self.cleaned_data.get("sticks") or 0,
            "bank": self.cleaned_data.get("bank"),
        }

    def clean(self) -> None:
        """The points are all that was on the table, no more and no less."""
        super().clean()
        if not any(name.startswith(("score-", "sticks", "bank")) for name in self.errors):
            try:
                self.table = ended_table_on_paper(self.variant, self.preset.rules, **self.final)
            except RuleError as fault:
                self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
