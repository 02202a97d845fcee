"""The desk where the results of a round are typed from paper, a row a table.

An event, a night and a match differ in what they say of a table (`Desk`); `Rows` is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from django import forms
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import Account, Club, Device, Evening
from mahjongclub.clubs.room import must_take
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.sticks import STICK
from mahjongclub.rules.on_paper import MOST_STICKS, table_on_paper
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.tables.club_choice import Belonging
from mahjongclub.tables.models import Hand, HouseRules, Session
from mahjongclub.tables.paper import delete_result, keep_result, overrule
from mahjongclub.tables.sitters import seats_drawn
from mahjongclub.tables.writing import last_moment_for_phones

from .match_model import MatchTable
from .night.models import NightTable
from .refusal import Refused
from .tournament_forms import read_tenths
from .tournament_model import LONGEST_REASON, DrawnTable

HUNDRED = 100
TableOfRound = DrawnTable | NightTable | MatchTable


class Overtaken(Exception):
    """Somebody else has typed this row since the page was loaded."""


class OpenAlready(Exception):
    """Somebody else opened the table in this moment."""


class RowForm(forms.Form):
    """A row of the desk. After validation `final` is the result typed (None: none, or the one there goes),
    `off` what is wrong with its sum ("" where nothing is), `hundreds` whether it was typed in hundreds,
    `penalties` the tenths taken by seat."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    confirm = forms.BooleanField(required=False)

    def __init__(
        self, variant: Variant, rules: Rules, *args: Any, penalties: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.variant, self.rules = variant, rules
        self.start = variant.start(rules, (1, 1) if variant.thrown_dealer else None)
        self.final: dict[str, Any] | None = None
        self.off, self.hundreds, self.penalties = "", False, dict[int, int]()
        for seat in range(variant.seats):
            self.fields[f"score-{seat}"] = PointsField(required=False)
            if penalties:
                self.fields[f"penalty-{seat}"] = forms.CharField(max_length=20, required=False)
        if find_game(variant.key).has_sticks:
            self.fields["sticks"] = forms.IntegerField(min_value=0, max_value=MOST_STICKS, required=False)
        if self.start.bank is not None:
            self.fields["bank"] = PointsField(
                label=_("Points left in the bank"),
                required=False,
                widget=forms.TextInput(attrs={"data-desk-cell": ""}),
            )
        if penalties:
            self.fields["reason"] = NameField(max_length=LONGEST_REASON, required=False)

    @property
    def expected(self) -> int:
        """How many points the seats and the bank hold together."""
        return sum(self.start.scores) + (self.start.bank or 0)

    def clean(self) -> dict[str, Any]:
        """All scores or none, of a table that can be; penalties with a reason."""
        cleaned = super().clean() or {}
        seats = range(self.variant.seats)
        for seat in seats:
            if typed := cleaned.get(f"penalty-{seat}"):
                try:
                    self.penalties[seat] = read_tenths(typed)
                except forms.ValidationError as fault:
                    self.add_error(f"penalty-{seat}", fault)
        if self.penalties and not cleaned.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("Say why: everybody can read it beside the ranking."))
        if any(name.startswith(("score-", "sticks", "bank")) for name in self.errors):
            return cleaned
        scores = [cleaned[f"score-{seat}"] for seat in seats]
        missing = [seat for seat in seats if scores[seat] is None]
        if len(missing) == len(scores):
            return cleaned
        if missing:
            self.add_error(f"score-{missing[0]}", _("A score is missing."))
            return cleaned
        self._read(scores, cleaned.get("sticks") or 0, cleaned.get("bank"))
        return cleaned

    def _read(self, scores: list[int], sticks: int, bank: int | None) -> None:
        """The table as typed: in hundreds where the sum is less than a tenth of what was on it."""
        if bank is None and self.start.bank is not None:
            bank = 0
        held, due = sum(scores) + (bank or 0), self.expected - sticks * STICK
        if held * 10 < due:
            self.hundreds = True
            scores = [score * HUNDRED for score in scores]
            bank = bank * HUNDRED if bank is not None else None
        final: dict[str, Any] = {"scores": scores, "sticks": sticks, "bank": bank}
        try:
            table_on_paper(self.variant, self.rules, **final, off=True)
        except RuleError as fault:
            self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
            return
        self.off = fault_in_sum(self.variant, self.rules, final)
        self.final = final


def fault_in_sum(variant: Variant, rules: Rules, final: Mapping[str, Any]) -> str:
    """What is wrong with the sum of a result; "" where nothing is."""
    try:
        table_on_paper(variant, rules, **final)
    except RuleError as fault:
        return said(fault.text)
    return ""


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A seat as it was drawn: its sign, who sits there (None and "" for nobody), and what was taken of them.

    `taken` are the penalties of this round in words.
    """

    seat: int
    sign: str
    name: str
    player: int | None
    taken: Sequence[Mapping[str, str]] = ()


class Desk(Protocol):
    """A round at the desk: what differs between an event, a night and a match. `Rows` shows and keeps it."""

    #: whether penalties are typed at it, for a ranking that takes them
    penalties: bool

    @property
    def tables(self) -> Sequence[TableOfRound]:
        """Its tables; each session has its seats and sitters at hand."""

    def game_at(self, table: TableOfRound) -> tuple[Variant, Rules]:
        """What is played there."""

    def seats_at(self, table: TableOfRound) -> Sequence[DeskSeat]:
        """Its seats in the order drawn."""

    def given(self, table: TableOfRound) -> Sequence[int]:
        """The penalties of its players, by number."""

    def address(self, table: TableOfRound) -> str:
        """Where its row is sent."""

    def take(self, table: TableOfRound, tenths: Mapping[int, int], reason: str, by: Account | None) -> None:
        """Take these tenths of points, by seat."""

    def keep_first(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """Keep the result of a table that was not opened."""


class Rows:
    """The rows of a desk, and what is done with one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @cached_property
    def recorded(self) -> dict[int, list[int]]:
        """{session: the scores after the last hand that its phones recorded, by its seats}."""
        ids = [table.session_id for table in self.desk.tables if table.session_id is not None]
        later = Hand.objects.filter(session=OuterRef("session"), number__gt=OuterRef("number"))
        last = Hand.objects.filter(~Exists(later), session__in=ids)
        return {pk: result["scores"] for pk, result in last.values_list("session_id", "result")}

    def form(self, table: TableOfRound, *args: Any, **kwargs: Any) -> RowForm:
        """The form of a row."""
        prefix = f"t{table.number}"
        return RowForm(
            *self.desk.game_at(table), *args, penalties=self.desk.penalties, prefix=prefix, **kwargs
        )

    def all(self, own: int | None = None, form: RowForm | None = None, **said_there: Any) -> list[Any]:
        """Every table; the one numbered `own` as its form was typed, with what is said there."""
        return [
            self.row(table, form, **said_there) if table.number == own else self.row(table)
            for table in self.desk.tables
        ]

    def row(self, table: TableOfRound, form: RowForm | None = None, **said_there: Any) -> dict[str, Any]:
        """A table as templates/leagues/_desk_row.html shows it."""
        kept = self.kept(table)
        if form is None or (form.is_bound and not form.errors and not said_there.get("overtaken")):
            hundreds = form.hundreds if form is not None else False
            form = self.form(table, initial=_initial(kept))
            said_there["hundreds"] = hundreds and kept is not None
        phone = self._phone(table)
        return {
            "number": table.number,
            "address": self.desk.address(table),
            "form": form,
            "expected": form.expected,
            "has_sticks": "sticks" in form.fields,
            "seen": self.stamp(table),
            "status": status_of(table),
            "vacant": is_vacant(self.desk, table),
            "session": table.session,
            "doubtful": fault_in_sum(*self.desk.game_at(table), table.doubtful) if table.doubtful else "",
            "now": kept["scores"] if kept else [],
            "penalty_open": any(name.startswith(("penalty-", "reason")) for name in form.errors),
            "let_stand": bool(table.session and (table.session.on_paper or {}).get("off")),
            "seats": [
                {
                    "sign": one.sign,
                    "name": one.name,
                    "score": form[f"score-{one.seat}"],
                    "penalty": form[f"penalty-{one.seat}"] if self.desk.penalties else None,
                    "phone": phone[one.seat] if phone else None,
                    "differs": bool(phone and kept and phone[one.seat] != kept["scores"][one.seat]),
                    "penalties": one.taken,
                }
                for one in self.desk.seats_at(table)
            ],
            **said_there,
        }

    def kept(self, table: TableOfRound) -> dict[str, Any] | None:
        """What has been typed of a table, confirmed or not, in the order of the seats drawn."""
        if table.doubtful is not None:
            return dict(table.doubtful)
        session = table.session
        if session is None or not session.on_paper:
            return None
        return {**session.on_paper, "scores": self._as_drawn(table, session, session.on_paper["scores"])}

    def stamp(self, table: TableOfRound) -> str:
        """It differs once somebody has typed something else in a row."""
        text = repr((self.kept(table), table.doubtful is None, list(self.desk.given(table))))
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def keep(self, table: TableOfRound, form: RowForm, device: Device, by: Account | None) -> None:
        """Keep what a valid form says of a table. Within the transaction of whoever holds the round.

        A sum that is off waits for its confirmation. Refused where somebody is missing, Overtaken where
        another desk was quicker.
        """
        kept, final = self.kept(table), form.final
        if final is not None and form.off and form.cleaned_data["confirm"]:
            final = {**final, "off": True}
        other = _plain(final) != _plain(kept)
        changed = other or (table.doubtful is not None and form.cleaned_data["confirm"])
        if (other or form.penalties) and self.stamp(table) != form.cleaned_data["seen"]:
            raise Overtaken
        if final is not None and is_vacant(self.desk, table):
            raise Refused(_("Somebody is missing at this table: name a substitute first."))
        if form.penalties:
            self.desk.take(table, form.penalties, form.cleaned_data["reason"], by)
        if not changed:
            return
        doubtful = final if form.off and final is not None and not final.get("off") else None
        type(table)._default_manager.filter(pk=table.pk).update(doubtful=doubtful)
        if doubtful is not None:
            return
        if final is None:
            _take_back(table, device)
        else:
            self.keep_final(table, final, device)

    def keep_final(self, table: TableOfRound, final: dict[str, Any], device: Device) -> None:
        """The final points in the order drawn, over what the phones recorded; or of a table not opened."""
        session = table.session
        if session is None:
            self.desk.keep_first(table, final, device)
            return
        order = self._drawn(table, session)
        overrule(session.pk, device, {**final, "scores": [final["scores"][seat] for seat in order]})

    def _as_drawn(self, table: TableOfRound, session: Session, scores: list[int]) -> list[int]:
        sits = self._drawn(table, session)
        return [scores[sits.index(seat)] for seat in range(len(scores))]

    def _drawn(self, table: TableOfRound, session: Session) -> list[int]:
        held = {one.player: one.seat for one in self.desk.seats_at(table) if one.player is not None}
        return seats_drawn(held, session)

    def _phone(self, table: TableOfRound) -> list[int] | None:
        if table.session is None or table.session_id not in self.recorded:
            return None
        return self._as_drawn(table, table.session, self.recorded[table.session.pk])


def keep_first_result(
    table: TableOfRound,
    players: Sequence[int],
    club: Club,
    evening: Evening,
    playing: tuple[Variant, Preset, HouseRules | None],
    final: dict[str, Any],
    device: Device,
    *,
    embargoed: bool = False,
) -> None:
    """The result of a table that nobody opened. OpenAlready where somebody did; room.Refused without room."""
    must_take(club, games=1)
    variant, preset, own = playing

    def belongs(session: Session) -> None:
        """The session is that table's, so that nobody takes its games for the club's own."""
        unopened = type(table)._default_manager.filter(pk=table.pk, session=None)
        if not unopened.update(session=session):
            raise OpenAlready
        night = last_moment_for_phones(club, evening, timezone.now())
        theirs = Session.objects.filter(pk=session.pk)
        theirs.update(of_round=True, embargoed=embargoed, phones_until=night)

    at = Belonging(club, evening)
    keep_result(device, at, variant, preset, own, [], final, evening.date, players=players, first=belongs)


def is_vacant(desk: Desk, table: TableOfRound) -> bool:
    """Whether somebody is missing at a table."""
    seats = desk.seats_at(table)
    return len(seats) < desk.game_at(table)[0].seats or any(one.player is None for one in seats)


def status_of(table: TableOfRound) -> str:
    """Where a table's result comes from, in a word of templates/leagues/_desk_row.html."""
    session = table.session
    if table.doubtful is not None:
        return "doubtful"
    if session is not None and session.on_paper:
        return "paper"
    if session is not None and session.has_result:
        return "phone"
    return "open" if session is not None else "none"


def _initial(kept: dict[str, Any] | None) -> dict[str, Any]:
    if kept is None:
        return {}
    scores = {f"score-{seat}": score for seat, score in enumerate(kept["scores"])}
    return {**scores, "sticks": kept.get("sticks") or None, "bank": kept.get("bank")}


def _plain(final: dict[str, Any] | None) -> tuple[Any, ...] | None:
    """What two results are compared by."""
    return None if final is None else (final["scores"], final.get("sticks") or 0, final.get("bank"))


def _take_back(table: TableOfRound, device: Device) -> None:
    """The paper was wrong: what the phones recorded counts, or the table has no result."""
    session = table.session
    if session is None or not session.on_paper:
        return
    if session.only_paper and session.club is not None:
        delete_result(session.club, session.code)
    else:
        overrule(session.pk, device, None)
