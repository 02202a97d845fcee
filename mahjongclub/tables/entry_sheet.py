"""One hand being entered at one of our tables: its context, and the sheet that confirms it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from mahjongclub.clubs.naming import is_unnamed_seat_name
from mahjongclub.games.base import Game
from mahjongclub.games.kit.context import Draft, EntryContext, Screen, SeatTap, encode_draft
from mahjongclub.games.kit.seat_names import COLUMN, LINE, name_fitted_to_seat
from mahjongclub.games.kit.wording import fault_in_words, hand_label_in_words, label_in_words, said
from mahjongclub.games.registry import game_of
from mahjongclub.help.address import help_address
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import PlayedHand

from .addresses import session_path
from .chairs import side_in_words
from .clock import clock_of, last_hand_number
from .models import Access, Hand, Session
from .payments import payment_notice, payments_after_change
from .replaying import Consequence, consequence, stored_outcomes
from .sitters import Seating


@dataclass(frozen=True)
class TableEntry(EntryContext):
    """One hand being entered at one of our tables, by one of its phones."""

    session: Session
    access: Access
    #: whether a whole hand is shown with all that can be changed of it, in place of on the felt
    shows_whole_hand: bool = False
    #: the notices of payments that this phone has dismissed, by their keys
    dismissed_notices: tuple[str, ...] = ()

    def link(self, draft: Draft, page: str = "entry", **more: str) -> str:
        """The address of a page of this entry; where a whole hand is changed, a step leads back to it."""
        if self.shows_whole_hand and page == "entry":
            more = {"edit": "1", **more}
        return super().link(draft, page, **more)

    @cached_property
    def everybody(self) -> Sequence[str]:
        """The names of all who play, by their numbers. A query where somebody sits out."""
        return Seating(self.session).players_before(self.number) if self.session.rotation else self.names

    @property
    def short_names(self) -> list[str]:
        """The names of all who play as one line of a phone holds them, by their numbers.

        On a phone that knows its seat, who has no name is called by theirs: "Player 2 (left)".
        """
        return [self._short_name(number, name) for number, name in enumerate(self.everybody)]

    def _short_name(self, number: int, name: str) -> str:
        seat, my_seat = self.session.seat_of(number), self.access.seat_now
        if seat is None or my_seat in (None, seat) or not is_unnamed_seat_name(name):
            return name_fitted_to_seat(name, LINE)
        seats = self.before.seats
        where = side_in_words(seats, (seat - my_seat) % seats)
        return _("%(name)s (%(where)s)") % {"name": name, "where": where}

    @property
    def typed_url(self) -> str:
        """The address of the typed hand, with who sits where: a page kept from before a swap is another."""
        seats = blake2b("\n".join(self.names).encode(), digest_size=4).hexdigest()
        return f"{session_path('typed', self.session.code)}?seats={seats}"

    @property
    def cancel_url(self) -> str:
        """Where "cancel" goes: the table, or the log from which a correction began."""
        return session_path("table" if self.mode == "record" else "log", self.session.code)

    @property
    def help_href(self) -> str:
        """The help of this game, by the rules of the session, with the way back to the table."""
        return help_address(self.session)

    def confirm_screen(
        self,
        draft: Draft,
        *,
        step: str = "confirm",
        title: str = "",
        taps: dict[int, SeatTap] | None = None,
        on_felt: bool = True,
        **more: Any,
    ) -> Screen:
        """The screen that shows what a complete draft does; an impossible one shows why and has no button.

        A hand to come is confirmed on the felt, unless there is something to read or to answer before: then,
        and for a correction or an insertion, on a sheet. `more` goes to the sheet as it is (links, riichi
        toggles, pao, another ron).
        """
        screens = game_of(self.session)
        sheet: dict[str, Any] = {
            "template": "tables/_confirm_sheet.html",
            "title": title or _said_so_far(self, draft),
            "form_action": self.url,
            "hidden": [
                ("draft", encode_draft(draft)),
                ("version", str(self.session.version)),
                ("played", str(self.session.row_count)),
                ("key", str(uuid4())),
            ],
            **more,
        }
        try:
            hand = self.settle(draft)
        except RuleError as fault:
            sheet["errors"] = [said(fault.text, self.names)]
            return Screen(step=step, taps=taps or {}, sheet=sheet, status=422)
        if self.mode == "correct" and _as_recorded(self, hand):
            # nothing to confirm yet: what was recorded, and what can be changed of it
            sheet["title"] = named_hand_in_words(screens, self.number, hand.label, sheet["title"])
            sheet["unchanged"] = True
            return Screen(step=step, taps=taps or {}, sheet=sheet)
        sheet["preview"] = preview = _preview(self, hand, screens)
        asks = self.shows_whole_hand or self.session.agreeing or not on_felt
        if self.mode == "record" and not (asks or "draw" in more or preview["notes"]):
            confirm = {
                "title": sheet["title"],
                "notice": preview["notice"],
                "form_action": sheet["form_action"],
                "hidden": sheet["hidden"],
                "label": preview["confirm_label"],
                "ends": preview["ends"],
                "links": [
                    (_("Edit"), self.link(draft, edit="1")),
                    *(
                        [(_("+ Another winner"), more["another_href"])]
                        if more.get("another_href") and more.get("another_in_sight")
                        else []
                    ),
                ],
            }
            return Screen(step=step, taps=taps or {}, confirm=confirm)
        if self.mode != "record":
            changed = consequence(self.session, stored_outcomes_with_draft(self, draft), self.number)
            sheet["changes"] = change_rows(changed, self.everybody)
            if changed.fault is not None:
                sheet["errors"] = [
                    _("This change would make a later hand impossible, so nothing is changed. %(why)s")
                    % {"why": fault_in_words(changed.fault)}
                ]
                del sheet["preview"]
            elif changed.state is not None:
                sheet["put_right"] = payments_after_change(self.session, changed.state, self.everybody)
        return Screen(step=step, taps=taps or {}, sheet=sheet, status=422 if "errors" in sheet else 200)


def _said_so_far(place: TableEntry, draft: Draft) -> str:
    """What a draft says, where it is whole."""
    try:
        return game_of(place.session).hand_sentence(place.rules, draft, place.isolated_short_names)
    except RuleError:
        return _("This hand")


def stored_outcomes_with_draft(place: TableEntry, draft: Draft) -> list[Draft]:
    """Return the session's outcomes with this draft inserted, or in place of the hand it corrects."""
    outcomes = stored_outcomes(place.session)
    if place.mode == "correct":
        outcomes[place.number - 1] = draft
    else:
        outcomes.insert(place.number - 1, draft)
    return outcomes


def named_hand_in_words(game: Game, number: int, label: str, words: str) -> str:
    """Which hand it is, in front of what happened."""
    which = game.numbered_hand_in_words(number, label)
    return _("%(which)s: %(words)s") % {"which": which, "words": words}


def _as_recorded(place: TableEntry, hand: PlayedHand) -> bool:
    """Whether the draft is what stands recorded at its place."""
    stored = stored_outcomes(place.session)[place.number - 1]
    return bool(place.session.game.read_outcome(place.rules, stored) == hand.outcome)


def _preview(place: TableEntry, hand: PlayedHand, screens: Game) -> dict[str, object]:
    after = hand.settlement.after
    game = screens.variant
    hand_row = Hand(outcome=game.outcome_to_json(hand.outcome), result=hand.to_json())
    recording = place.mode == "record"
    ends = recording and (bool(after.ended) or _last_by_clock(place))
    notice = payment_notice(
        place.session,
        place.number,
        hand,
        place.short_names,
        sticks=screens.has_riichi,
        noted=not screens.has_sticks,
        mine=place.access.seat,
    )
    return {
        "notice": notice,
        "figures": screens.figures_in_words(place.rules, hand_row, place.isolated_names)
        if hand.settlement.yaku
        else "",
        "notes": [
            *(said(breach.text, place.names) for breach in hand.settlement.warnings),
            *(said(note) for note in hand.settlement.notes),
        ],
        "deltas": [
            {"name": name, "delta": delta, "score_after": score}
            for name, delta, score in zip(place.names, hand.settlement.deltas, after.scores, strict=True)
        ],
        "next_label": hand_label_in_words(game.label(after), honba=screens.has_honba)
        if recording and not ends
        else "",
        "ends": ends,
        "confirm_label": {
            "record": _("Confirm"),
            "correct": _("Confirm the correction"),
            "insert": _("Confirm the insertion"),
        }[place.mode],
    }


def _last_by_clock(place: TableEntry) -> bool:
    """Whether the time is up, and this is the hand that ends the session."""
    clock = clock_of(place.session)
    return clock is not None and last_hand_number(clock, place.session) == place.number


@dataclass(frozen=True, slots=True)
class ChangedScore:
    """A player's points before and after a correction; the short name fits a column."""

    name: str
    short_name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A row of "what changes from there on": the label of a hand and everybody's scores after it."""

    number: int
    label_before: str
    label_after: str
    relabelled: bool
    edited: bool
    scores: list[ChangedScore]


def change_rows(changed: Consequence, names: Sequence[str]) -> list[ChangeRow]:
    """Return the rows of "what changes from there on"."""
    return [
        ChangeRow(
            number=change.number,
            label_before=label_in_words(change.label_before or ""),
            label_after=label_in_words(change.label_after or ""),
            relabelled=change.label_before != change.label_after,
            edited=change.edited,
            scores=[
                ChangedScore(
                    name=name,
                    short_name=name_fitted_to_seat(name, COLUMN),
                    before=change.scores_before[seat] if change.scores_before else None,
                    after=change.scores_after[seat] if change.scores_after else None,
                )
                for seat, name in enumerate(names)
            ],
        )
        for change in changed.changes
    ]
