"""The desk where the results of a round are typed from paper, a row a table."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_forms import NameField
from mahjongclub.clubs.models import Account, Device
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.pairing.scoring import TENTH
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.sticks import STICK
from mahjongclub.rules.on_paper import MOST_STICKS, table_on_paper
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.paper import delete_result, overrule

from .tournament_changes import Refused, changing
from .tournament_forms import read_tenths
from .tournament_model import (
    LONGEST_REASON,
    DrawnTable,
    Tournament,
    TournamentPenalty,
    TournamentRound,
)
from .tournament_opening import keep_on_paper
from .tournament_pages import seat_sign, shown
from .tournament_ranking import points_of
from .tournament_state import TournamentState, has_result

HUNDRED = 100


class Overtaken(Exception):
    """Somebody else has typed this row since the page was loaded."""


class RowForm(forms.Form):
    """A row of the desk. After validation `final` is the result typed (None: none, or the one there goes),
    `off` what is wrong with its sum ("" where nothing is), `hundreds` whether it was typed in hundreds,
    `penalties` the tenths taken by seat."""

    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    confirm = forms.BooleanField(required=False)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.start = tournament.game.start(tournament.frozen_preset.rules, None)
        self.final: dict[str, Any] | None = None
        self.off, self.hundreds, self.penalties = "", False, dict[int, int]()
        for seat in range(tournament.game.seats):
            self.fields[f"score-{seat}"] = PointsField(required=False)
            self.fields[f"penalty-{seat}"] = forms.CharField(max_length=20, required=False)
        if find_game(tournament.variant).has_sticks:
            self.fields["sticks"] = forms.IntegerField(min_value=0, max_value=MOST_STICKS, required=False)
        if self.start.bank is not None:
            self.fields["bank"] = PointsField(
                label=_("Points left in the bank"),
                required=False,
                widget=forms.TextInput(attrs={"data-desk-cell": ""}),
            )
        self.fields["reason"] = NameField(max_length=LONGEST_REASON, required=False)

    @property
    def expected(self) -> int:
        """How many points the seats and the bank hold together."""
        return sum(self.start.scores) + (self.start.bank or 0)

    def clean(self) -> dict[str, Any]:
        """All scores or none, of a table that can be; penalties with a reason."""
        cleaned = super().clean() or {}
        seats = range(self.tournament.game.seats)
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
        rules = self.tournament.frozen_preset.rules
        try:
            table_on_paper(self.tournament.game, rules, **final, off=True)
        except RuleError as fault:
            self.add_error(fault.field if fault.field in self.fields else None, said(fault.text))
            return
        try:
            table_on_paper(self.tournament.game, rules, **final)
        except RuleError as fault:
            self.off = said(fault.text)
        self.final = final


class Desk:
    """A round at the desk: its rows, and what is done with one. Three queries beside those of the course."""

    def __init__(self, course: TournamentState, one: TournamentRound) -> None:
        self.course, self.round, self.tournament = course, one, course.tournament
        self.tables: list[DrawnTable] = list(one.tables.all())

    @cached_property
    def recorded(self) -> dict[int, list[int]]:
        """{session: the scores after the last hand that its phones recorded, by its seats}."""
        later = Hand.objects.filter(session=OuterRef("session"), number__gt=OuterRef("number"))
        last = Hand.objects.filter(~Exists(later), session__drawn_table__round=self.round)
        return {pk: result["scores"] for pk, result in last.values_list("session_id", "result")}

    @cached_property
    def penalties(self) -> dict[int, list[TournamentPenalty]]:
        """{place: its penalties of this round}."""
        found: dict[int, list[TournamentPenalty]] = {}
        for one in self.tournament.penalties.filter(round_number=self.round.number):
            found.setdefault(one.place_id, []).append(one)
        return found

    def rows(
        self, own: int | None = None, form: RowForm | None = None, **said_there: Any
    ) -> list[dict[str, Any]]:
        """Every table; the one numbered `own` as its form was typed, with what is said there."""
        return [
            self.row(table, form, **said_there) if table.number == own else self.row(table)
            for table in self.tables
        ]

    def row(self, table: DrawnTable, form: RowForm | None = None, **said_there: Any) -> dict[str, Any]:
        """A table as templates/leagues/_desk_row.html shows it."""
        kept = self.kept(table)
        if form is None or (form.is_bound and not form.errors and not said_there.get("overtaken")):
            hundreds = form.hundreds if form is not None else False
            form = RowForm(self.tournament, initial=self._initial(table, kept), prefix=f"t{table.number}")
            said_there["hundreds"] = hundreds and kept is not None
        phone = self._phone(table)
        say = points_of(self.course)
        return {
            "number": table.number,
            "form": form,
            "seen": self.stamp(table),
            "status": self._status(table),
            "vacant": self.course.vacant(self.round.number, table),
            "session": table.session,
            "doubtful": self._off(table),
            "now": kept["scores"] if kept else [],
            "penalty_open": any(name.startswith(("penalty-", "reason")) for name in form.errors),
            "let_stand": bool(table.session and (table.session.on_paper or {}).get("off")),
            "seats": [
                {
                    "sign": seat_sign(self.tournament, drawn.seat),
                    "name": shown(self.course.player(drawn.place_id, self.round.number)),
                    "score": form[f"score-{drawn.seat}"],
                    "penalty": form[f"penalty-{drawn.seat}"],
                    "phone": phone[drawn.seat] if phone else None,
                    "differs": bool(phone and kept and phone[drawn.seat] != kept["scores"][drawn.seat]),
                    "penalties": [
                        {"points": say(-TENTH * one.tenths), "reason": one.reason}
                        for one in self.penalties.get(drawn.place_id, ())
                    ],
                }
                for drawn in table.seats.all()
            ],
            **said_there,
        }

    def kept(self, table: DrawnTable) -> dict[str, Any] | None:
        """What has been typed of a table, confirmed or not, in the order of the seats drawn."""
        if table.doubtful is not None:
            return dict(table.doubtful)
        session = table.session
        if session is None or not session.on_paper:
            return None
        return {**session.on_paper, "scores": self._as_drawn(table, session, session.on_paper["scores"])}

    def stamp(self, table: DrawnTable) -> str:
        """It differs once somebody has typed something else in a row."""
        given = [one.pk for seat in table.seats.all() for one in self.penalties.get(seat.place_id, ())]
        text = repr((self.kept(table), table.doubtful is None, given))
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def _as_drawn(self, table: DrawnTable, session: Session, scores: list[int]) -> list[int]:
        sits = self.course.seats_drawn(self.round.number, table, session)
        return [scores[sits.index(seat)] for seat in range(len(scores))]

    def _phone(self, table: DrawnTable) -> list[int] | None:
        if table.session is None or table.session_id not in self.recorded:
            return None
        return self._as_drawn(table, table.session, self.recorded[table.session.pk])

    def _off(self, table: DrawnTable) -> str:
        """What is wrong with the sum of a result that waits to be confirmed."""
        if table.doubtful is None:
            return ""
        try:
            table_on_paper(self.tournament.game, self.tournament.frozen_preset.rules, **table.doubtful)
        except RuleError as fault:
            return said(fault.text)
        return ""

    def _status(self, table: DrawnTable) -> str:
        session = table.session
        if table.doubtful is not None:
            return "doubtful"
        if session is not None and session.on_paper:
            return "paper"
        if has_result(session):
            return "phone"
        return "open" if session is not None else "none"

    @staticmethod
    def _initial(table: DrawnTable, kept: dict[str, Any] | None) -> dict[str, Any]:
        if kept is None:
            return {}
        scores = {f"score-{seat}": score for seat, score in enumerate(kept["scores"])}
        return {**scores, "sticks": kept.get("sticks") or None, "bank": kept.get("bank")}


def keep_row(
    tournament: Tournament, number: int, table: int, form: RowForm, device: Device, by: Account | None
) -> Desk | None:
    """Keep what a valid form says of a table; the desk as it is then, None where there is no such table.

    The tournament is read once. A sum that is off waits for its confirmation. Refused where the tournament is
    over or somebody is missing, Overtaken where another desk was quicker.
    """
    with changing(tournament) as locked:
        course = TournamentState(locked)
        one = next((found for found in course.published if found.number == number), None)
        row = next((found for found in one.tables.all() if found.number == table), None) if one else None
        if one is None or row is None:
            return None
        if locked.is_final:
            raise Refused(_("The ranking is final: open the tournament again first."))
        if one.opened_at is None and course.current is not None and number > course.current.number:
            raise Refused(_("Another round comes first."))
        _keep(Desk(course, one), row, form, device, by)
    course.read_again(one, row)
    return Desk(course, one)


def _keep(desk: Desk, table: DrawnTable, form: RowForm, device: Device, by: Account | None) -> None:
    kept = desk.kept(table)
    final = form.final
    if final is not None and form.off and form.cleaned_data["confirm"]:
        final = {**final, "off": True}
    other = _plain(final) != _plain(kept)
    changed = other or (table.doubtful is not None and form.cleaned_data["confirm"])
    if (other or form.penalties) and desk.stamp(table) != form.cleaned_data["seen"]:
        raise Overtaken
    if final is not None and desk.course.vacant(desk.round.number, table):
        raise Refused(_("Somebody is missing at this table: name a substitute first."))
    drawn = {seat.seat: seat.place_id for seat in table.seats.all()}
    TournamentPenalty.objects.bulk_create(
        TournamentPenalty(
            tournament=desk.tournament,
            place_id=drawn[seat],
            tenths=tenths,
            reason=form.cleaned_data["reason"],
            round_number=desk.round.number,
            made_by=by,
        )
        for seat, tenths in form.penalties.items()
    )
    if not changed:
        return
    doubtful = final if form.off and final is not None and not final.get("off") else None
    DrawnTable.objects.filter(pk=table.pk).update(doubtful=doubtful)
    if doubtful is not None:
        return
    if final is None:
        _take_back(table, device)
    else:
        keep_on_paper(desk.tournament, desk.round, table, final, device, over_hands=True, course=desk.course)


def _plain(final: dict[str, Any] | None) -> tuple[Any, ...] | None:
    """What two results are compared by."""
    return None if final is None else (final["scores"], final.get("sticks") or 0, final.get("bank"))


def _take_back(table: DrawnTable, device: Device) -> None:
    """The paper was wrong: what the phones recorded counts, or the table has no result."""
    session = table.session
    if session is None or not session.on_paper:
        return
    if session.only_paper and session.club is not None:
        delete_result(session.club, session.code)
    else:
        overrule(session.pk, device, None)
