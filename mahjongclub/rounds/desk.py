"""The desk where the results of a round are typed from paper, a row a table.

An event, a night and a match differ in what they say of a table (`Desk`); `DeskRows` is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, cast

from django import forms
from django.db.models import Exists, OuterRef
from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Club, Device, Evening
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.room import check_quota
from mahjongclub.games.kit.seat_names import DESK, team_name_fitted_to_seat
from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.rules.on_paper import PaperResult
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.models import Hand, Session
from mahjongclub.tables.paper import delete_result, overrule_with_paper, save_paper_game
from mahjongclub.tables.writing import last_moment_for_phones

from .desk_form import RowForm, sum_message
from .models import Table, drawn_seats_by_session_seat
from .opening import GameAndRules

#: letters of each half of a row's stamp
DIGEST = 16

#: the code of a refusal: somebody else has typed the row since the page was loaded, or just opened the table
OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class DeskPlayer:
    """A drawn seat: its sign, its player by id and name (None and "" for nobody), and penalties in words.

    `team` is the name of the team that plays there, "" without teams.
    """

    seat: int
    sign: str
    name: str
    player: int | None
    penalties: Sequence[Mapping[str, str]] = ()
    team: str = ""

    @property
    def whole_name(self) -> str:
        """The team and the player."""
        return " · ".join(filter(None, (self.team, self.name)))


class Desk:
    """What differs between the desks of an event, a night and a match; `DeskRows` is the same for all."""

    #: whether penalties are typed here, for a ranking that subtracts them: nights have none, and a
    #: league gives and takes points by days
    takes_penalties = False
    #: the tables of the round, each session with its seats and sitters prefetched
    tables: Sequence[Table]

    def find_table(self, number: int) -> Table | None:
        """Return the table of this number, None if there is none."""
        return next((table for table in self.tables if table.number == number), None)

    def variant_and_rules(self, table: Table) -> tuple[Variant, GameRules]:
        """Return what is played at a table."""
        raise NotImplementedError

    def desk_players(self, table: Table) -> Sequence[DeskPlayer]:
        """Return the seats of a table in the order drawn."""
        raise NotImplementedError

    def row_path(self, table: Table) -> str:
        """Return the path to which its row is posted."""
        raise NotImplementedError

    def create_result(self, table: Table, final: PaperResult, device: Device) -> None:
        """Save the result of a table that nobody opened."""
        raise NotImplementedError

    def penalty_ids(self, table: Table) -> Sequence[int]:
        """Return the ids of the penalties of its players in this round."""
        return ()

    def add_penalties(
        self, table: Table, tenths_taken: Mapping[int, int], reason: str, account: Account | None
    ) -> None:
        """Save penalties: the tenths of a point taken, by seat."""

    def mark_round_played(self) -> None:
        """Note that the round is played: points were typed which wait to be confirmed.

        Nothing by itself: what waits to be confirmed keeps the tables as they were drawn.
        """


@dataclass(frozen=True, slots=True)
class DeskSeatRow:
    """A seat in a row of a desk: its fields, and the points that phones recorded there.

    `short_name` is what a column has room for, `differs` whether phones say something else than paper.
    """

    drawn: DeskPlayer
    short_name: str
    score: forms.BoundField
    value: str
    penalty: forms.BoundField | None
    phone: int | None
    differs: bool


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A table as templates/leagues/_desk_row.html shows it.

    `expected_sum` and `sum` are points of the seats and the bank together, `now` the points by seat as saved,
    `seen` and `shown` what the form posts back, `doubtful` why the sum waits to be confirmed, "" if it does
    not; `hundreds` says that points were typed in hundreds, `outdated` that somebody typed them meanwhile,
    `reseated` that others sit here meanwhile.
    """

    number: int
    path: str
    form: RowForm
    expected_sum: int | None
    has_sticks: bool
    seen: str
    status: str
    vacant: bool
    session: Session | None
    doubtful: str
    now: list[int]
    shown: str
    sum: int | None
    state: str
    played: bool
    penalty_open: bool
    let_stand: bool
    seats: list[DeskSeatRow]
    hundreds: bool
    outdated: bool
    reseated: bool


class DeskRows:
    """The rows of a desk: shown, and saved one by one."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @cached_property
    def phone_scores(self) -> dict[int, list[int]]:
        """Map each session id to the scores by seat after the last hand that phones recorded."""
        ids = [table.session_id for table in self.desk.tables if table.session_id is not None]
        later = Hand.objects.filter(session=OuterRef("session"), number__gt=OuterRef("number"))
        last = Hand.objects.filter(~Exists(later), session__in=ids)
        return {pk: result["scores"] for pk, result in last.values_list("session_id", "result")}

    def row_form(self, table: Table, *args: Any, **kwargs: Any) -> RowForm:
        """Return the form of a row."""
        prefix = f"t{table.number}"
        return RowForm(
            *self.desk.variant_and_rules(table),
            *args,
            penalties=self.desk.takes_penalties,
            prefix=prefix,
            **kwargs,
        )

    def posted_form(self, table_number: int, posted: QueryDict) -> RowForm:
        """Return the form of the table of this number as it was posted. Raises Http404 if there is none."""
        table = self.desk.find_table(table_number)
        if table is None:
            raise Http404("no such table")
        return self.row_form(table, posted)

    def all_rows(
        self, typed: int | None = None, form: RowForm | None = None, *, outdated: bool = False
    ) -> list[DeskRow]:
        """Return the row of every table; the table numbered `typed` shows what was typed into its `form`."""
        return [
            self.row(table, form, outdated=outdated) if table.number == typed else self.row(table)
            for table in self.desk.tables
        ]

    def row(self, table: Table, form: RowForm | None = None, *, outdated: bool = False) -> DeskRow:
        """Return a table as templates/leagues/_desk_row.html shows it.

        A saved `form` is replaced by what is saved now; with errors, or if `outdated`, it stays as typed.
        """
        result, hundreds = self.typed_result(table), False
        if form is None or (form.is_bound and not form.errors and not outdated):
            hundreds = form is not None and form.hundreds and result is not None
            form = self.row_form(table, initial=_initial_values(result))
        phone, doubtful = self._phone_result(table), ""
        if table.doubtful:
            doubtful = sum_message(*self.desk.variant_and_rules(table), table.doubtful)
        return DeskRow(
            number=table.number,
            path=self.desk.row_path(table),
            form=form,
            expected_sum=form.expected_sum,
            has_sticks="sticks" in form.fields,
            seen=self.stamp(table),
            status=result_status(table),
            vacant=has_vacant_seat(self.desk, table),
            session=table.session,
            doubtful=doubtful,
            now=result["scores"] if result else [],
            shown=_shown_points(result),
            sum=sum(_cells(result)) if result else None,
            state=row_state(table),
            played=phone is not None and row_state(table) == "missing",
            penalty_open=any(name.startswith(("penalty-", "reason")) for name in form.errors),
            let_stand=bool(table.session and (table.session.on_paper or {}).get("off")),
            seats=[
                DeskSeatRow(
                    drawn=seat,
                    short_name=team_name_fitted_to_seat(seat.team, seat.name, DESK),
                    score=form[f"score-{seat.seat}"],
                    value=_cell_text(form[f"score-{seat.seat}"].value()),
                    penalty=form[f"penalty-{seat.seat}"] if self.desk.takes_penalties else None,
                    phone=phone[seat.seat] if phone else None,
                    differs=bool(phone and result and phone[seat.seat] != result["scores"][seat.seat]),
                )
                for seat in self.desk.desk_players(table)
            ],
            hundreds=hundreds,
            outdated=outdated,
            reseated=outdated and self.is_reseated(table, form["seen"].value() or ""),
        )

    def is_reseated(self, table: Table, seen: str) -> bool:
        """Whether others sit at a table than on a page with this stamp; "" is no stamp."""
        return bool(seen) and seen[DIGEST:] != self.stamp(table)[DIGEST:]

    def typed_result(self, table: Table) -> PaperResult | None:
        """Return the result typed of a table, confirmed or not, in the order of the seats drawn."""
        if table.doubtful is not None:
            return cast(PaperResult, dict(table.doubtful))
        session = table.session
        if session is None or not session.on_paper:
            return None
        scores = self._as_drawn(table, session, session.on_paper["scores"])
        return cast(PaperResult, {**session.on_paper, "scores": scores})

    def stamp(self, table: Table) -> str:
        """Return a text that differs once a row has another result or others sit there, from `DIGEST` on."""
        row = (self.typed_result(table), table.doubtful is None, list(self.desk.penalty_ids(table)))
        players = [(seat.seat, seat.player) for seat in self.desk.desk_players(table)]
        digests = [blake2b(repr(part).encode(), digest_size=DIGEST // 2) for part in (row, players)]
        return "".join(digest.hexdigest() for digest in digests)

    def save(self, table: Table, form: RowForm, device: Device, account: Account | None) -> None:
        """Save what a valid form says of a table, within a transaction that locks the round.

        A sum that is off waits to be confirmed. Raises Refused if a player is missing, and with OUTDATED if
        somebody else has typed the row meanwhile.
        """
        before, final = self.typed_result(table), form.final
        if final is not None and form.off and form.cleaned_data["confirm"]:
            final = {**final, "off": True}
        differs = _comparable(final) != _comparable(before)
        changed = differs or (table.doubtful is not None and form.cleaned_data["confirm"])
        if (changed or form.penalties) and self.stamp(table) != form.cleaned_data["seen"]:
            raise Refused(code=OUTDATED)
        if final is not None and has_vacant_seat(self.desk, table):
            raise Refused(_("Somebody is missing at this table: name a substitute first."))
        if form.penalties:
            self.desk.add_penalties(table, form.penalties, form.cleaned_data["reason"], account)
        if not changed:
            return
        doubtful = final if form.off and final is not None and not final.get("off") else None
        Table.objects.filter(pk=table.pk).update(doubtful=doubtful)
        if doubtful is not None:
            self.desk.mark_round_played()
            return
        if final is None:
            _withdraw_result(table, device)
        else:
            self.save_result(table, final, device)

    def save_result(self, table: Table, final: PaperResult, device: Device) -> None:
        """Save final points in the order drawn, over what phones recorded or of a table not opened."""
        session = table.session
        if session is None:
            self.desk.create_result(table, final, device)
            return
        order = self._seat_order(table, session)
        overrule_with_paper(
            session.pk, device, {**final, "scores": [final["scores"][seat] for seat in order]}
        )

    def _as_drawn(self, table: Table, session: Session, scores: list[int]) -> list[int]:
        order = self._seat_order(table, session)
        return [scores[order.index(seat)] for seat in range(len(scores))]

    def _seat_order(self, table: Table, session: Session) -> list[int]:
        seats = self.desk.desk_players(table)
        return drawn_seats_by_session_seat(
            {seat.player: seat.seat for seat in seats if seat.player is not None}, session
        )

    def _phone_result(self, table: Table) -> list[int] | None:
        if table.session is None or table.session_id not in self.phone_scores:
            return None
        return self._as_drawn(table, table.session, self.phone_scores[table.session.pk])


def create_table_result(
    table: Table,
    players: Sequence[int],
    club: Club,
    evening: Evening,
    game_and_rules: GameAndRules,
    final: PaperResult,
    device: Device,
    *,
    embargoed: bool = False,
) -> None:
    """Save the result of a table that nobody opened, with a session of its own.

    Raises Refused, with OUTDATED if somebody opened it meanwhile.
    """
    check_quota(club, games=1)
    variant, preset, house_rules = game_and_rules

    def link_to_table(session: Session) -> None:
        """Link the session to the table before others hear of the result, and take it for a club game."""
        unopened = Table.objects.filter(pk=table.pk)
        if not unopened.filter(session=None).update(session=session):
            raise Refused(code=OUTDATED)
        session.of_round, session.embargoed = True, embargoed
        session.phones_until = last_moment_for_phones(club, evening, timezone.now())
        session.save(update_fields=["of_round", "embargoed", "phones_until"])

    at = ClubAndEvening(club, evening)
    save_paper_game(
        device,
        at,
        variant,
        preset,
        house_rules,
        [],
        final,
        evening.date,
        players=players,
        first=link_to_table,
    )


def has_vacant_seat(desk: Desk, table: Table) -> bool:
    """Whether a player is missing at a table."""
    players = [seat.player for seat in desk.desk_players(table) if seat.player is not None]
    return len(players) < desk.variant_and_rules(table)[0].seats


def result_status(table: Table) -> str:
    """Return where the result of a table comes from, in a word of templates/leagues/_desk_row.html."""
    session = table.session
    if table.doubtful is not None:
        return "doubtful"
    if session is not None and session.on_paper:
        return "paper"
    if session is not None and session.has_result:
        return "phone"
    return "open" if session is not None else "none"


def row_state(table: Table) -> str:
    """Return which filter of the desk finds a table: "check" for a doubtful sum, "missing" or "done"."""
    status = result_status(table)
    return {"doubtful": "check", "paper": "done", "phone": "done"}.get(status, "missing")


def _cells(result: PaperResult) -> list[int]:
    """Return the points of a result by cell: the seats', and the bank's where there is one."""
    bank = result.get("bank")
    return [*result["scores"], bank] if bank is not None else list(result["scores"])


def _shown_points(result: PaperResult | None) -> str:
    """Return what `RowForm.shown` posts back."""
    return " ".join(map(str, _cells(result))) if result else ""


def _cell_text(value: Any) -> str:
    """Return what stands in a cell: saved points with their thousands apart, else what was typed."""
    return points_in_words(value) if isinstance(value, int) else (value or "")


def _initial_values(result: PaperResult | None) -> dict[str, int | None]:
    if result is None:
        return {}
    scores = {f"score-{seat}": score for seat, score in enumerate(result["scores"])}
    return {**scores, "sticks": result.get("sticks") or None, "bank": result.get("bank")}


def _comparable(final: PaperResult | None) -> tuple[Any, ...] | None:
    """Return what two results are compared by."""
    return None if final is None else (final["scores"], final.get("sticks") or 0, final.get("bank"))


def _withdraw_result(table: Table, device: Device) -> None:
    """Take a typed result back: what phones recorded counts, else the table is as before it was typed."""
    session = table.session
    if session is None or not session.on_paper:
        return
    made_for_result = session.is_paper_only and session.started_at == session.ended_at
    if made_for_result and session.club is not None:
        delete_result(session.club, session.code)
    else:
        overrule_with_paper(session.pk, device, None)
