"""Where a draft stands: which hand of which session is entered, corrected or inserted, and by whom.

And what a game answers of it: its screen, and why a hand is worth what it is.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol
from urllib.parse import urlencode

from django.urls import reverse

from mahjongclub.rules.game import RuleError, TableState, Transfer
from mahjongclub.rules.record import PlayedHand, settle_hands
from mahjongclub.rules.variant import Variant

from .seat_names import LINE, name_fitted_to_seat
from .wording import isolated

LONGEST_DRAFT = 6000
_WRITER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

Draft = dict[str, Any]


def without(draft: Draft, *names: str) -> Draft:
    """Return the draft, or a part of one, without these entries."""
    return {name: value for name, value in draft.items() if name not in names}


class BadDraft(ValueError):
    """A draft that no screen of ours made."""


@contextmanager
def rule_errors_as_bad_draft() -> Iterator[None]:
    """Around what reads a draft, or on a function that does: what the engine refuses is BadDraft."""
    try:
        yield
    except RuleError as fault:
        raise BadDraft(str(fault)) from None


@dataclass(frozen=True)
class StepPage:
    """A page of a game's own step: `template` whole, `fragment` where htmx asks for its `target` alone.

    `go` leads on to another address instead.
    """

    template: str
    fragment: str
    target: str
    context: dict[str, Any]
    status: int = 200
    go: str = ""


class TableSession(Protocol):
    """What a game's screens look at of the session they are shown for (`tables.Session` is one)."""

    code: str
    version: int
    variant: str
    #: what is noted of the hand being played, as the game writes it
    pending: dict[str, Any]
    dice: list[int] | None
    state: dict[str, Any]
    hands: Any

    @property
    def game(self) -> Variant: ...

    @property
    def table(self) -> TableState: ...

    @property
    def current_rules(self) -> Any: ...

    @property
    def riichi_out(self) -> list[int]: ...

    @property
    def seat_names(self) -> list[str]: ...


class Viewer(Protocol):
    """Who looks at the table: their seat, and whether they keep the score (`tables.Access` is one)."""

    pk: int
    seat: int | None

    @property
    def may_score(self) -> bool: ...


class StalePage(Exception):
    """The table has moved on since the phone looked at it. `session` is as it is now."""

    def __init__(self, session: Any) -> None:
        super().__init__(f"version {session.version}")
        self.session = session


@dataclass(frozen=True)
class EntryContext(ABC):
    """One hand being entered: `mode` is "record", "correct" or "insert"; `before` the table as it begins.

    What every game asks of the tables (the last step, the way back, the help), they say in a class of theirs.
    """

    session: TableSession
    access: Viewer
    number: int
    mode: str
    before: TableState
    names: tuple[str, ...]
    rules: Any = field(repr=False)

    @property
    def isolated_names(self) -> tuple[str, ...]:
        """The names for the middle of a sentence, whichever way they are written."""
        return tuple(isolated(name) for name in self.names)

    @property
    def isolated_short_names(self) -> tuple[str, ...]:
        """The same where there is little room, each as one line of a phone holds it."""
        return tuple(isolated(name_fitted_to_seat(name, LINE)) for name in self.names)

    @cached_property
    def path(self) -> str:
        """The page of this entry."""
        return reverse("tables:entry", args=[self.session.code, self.number])

    @property
    def address_params(self) -> dict[str, str]:
        """What an address of this entry says of its mode. A hand to come has none: where another phone has
        recorded it meanwhile, going on with it must not become a correction."""
        return {} if self.mode == "record" else {self.mode: "1"}

    @property
    def url(self) -> str:
        """The address of this entry, without its draft."""
        return f"{self.path}?{urlencode(self.address_params)}" if self.address_params else self.path

    def link(self, draft: Draft, page: str = "entry", **more: str) -> str:
        """The address of a page of this entry with a draft in it."""
        query = {"draft": encode_draft(draft), **more, **self.address_params}
        path = self.path if page == "entry" else self.step_path(page)
        return f"{path}?{urlencode(query)}"

    def step_path(self, page: str) -> str:
        """The page of one of the game's own steps (tiles, patterns)."""
        return reverse("tables:step", args=[self.session.code, self.number, page])

    @property
    def notes_path(self) -> str:
        """Where what happens in the hand being played is noted."""
        return reverse("tables:notes", args=[self.session.code])

    @property
    @abstractmethod
    def typed_url(self) -> str:
        """The address of the page on which the whole hand is typed."""

    @property
    @abstractmethod
    def cancel_url(self) -> str:
        """Where "cancel" goes: the table, or the log from which a correction began."""

    @property
    @abstractmethod
    def help_href(self) -> str:
        """The help of this game, by the rules of the session, with the way back to the table."""

    @cached_property
    def recorded(self) -> Draft:
        """The hand that is being corrected, as a record writes it; {} of any other."""
        if self.mode != "correct":
            return {}
        hand = self.session.hands.filter(number=self.number).first()
        return {} if hand is None else dict(hand.outcome)

    def corrected_win(self, winner: int, payer: int | None) -> Draft:
        """The win of this player on this discarder in the hand that is being corrected, {} where none was."""
        wins = self.recorded.get("wins", [self.recorded])
        return next((win for win in wins if win.get("winner") == winner and win.get("from") == payer), {})

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What `make` makes; where many screens are made in a row, `key` says which of it is alike."""
        return make()

    def settle(self, draft: Draft) -> PlayedHand:
        """Settle a complete draft on the table as this hand begins. Raises RuleError."""
        outcome = self.session.game.read_new_outcome(self.rules, draft)
        return next(iter(settle_hands(self.session.game, self.rules, self.before, [outcome], self.number)))

    @abstractmethod
    def confirm_screen(self, draft: Draft, **more: Any) -> Screen:
        """The screen that shows what a complete draft does; an impossible one shows why and has no button.

        `more` says how: `step`, `title`, `taps`, `template`, `on_felt` (False: always on a sheet); what else
        there is goes to the sheet as it is.
        """

    def other_seats(self, *others: int) -> list[int]:
        """The seats not in `others`, in order."""
        return [seat for seat in range(self.before.seats) if seat not in others]


@dataclass(frozen=True)
class SeatTap:
    """What a tap on a seat does while a draft waits for one."""

    href: str | None = None
    hint: str = ""
    state: str = "idle"
    #: what a tap says, for a screen reader
    spoken: str = ""
    #: what lies where a riichi stick would, in a game without; and whether nothing more is asked there
    slot: str = ""
    slot_done: bool = False


@dataclass(frozen=True)
class Screen:
    """What the table shows for a draft: what each seat does when tapped, and the sheet, if one is up."""

    step: str = "idle"
    taps: dict[int, SeatTap] = field(default_factory=dict)
    self_draw_href: str | None = None
    waiting: str = ""
    sheet: dict[str, Any] | None = None
    #: a hand that waits to be confirmed on the felt (see `tables.entry_sheet.TableEntry.confirm`)
    confirm: dict[str, Any] | None = None
    #: what else can be said here, in the strip under the felt: label and address
    links: tuple[tuple[str, str], ...] = ()
    #: what the last event moved, in a game whose events are paid as they happen
    just_paid: tuple[Transfer, ...] = ()
    status: int = 200
    compared_to: int | None = None
    #: what Undo and Cancel do where it is not the last hand or leaving the entry
    undo_href: str | None = None
    cancel_href: str | None = None
    #: where a draw is entered, where the game's `drawn_hand` cannot say it of a hand that is a draft
    draw_href: str | None = None
    #: the scores with what was already paid in the hand being played, where that is at once
    scores: tuple[int, ...] | None = None
    #: lines in the middle of the board, and a template (with what it shows) between board and bar
    middle: tuple[str, ...] = ()
    below: dict[str, Any] | None = None
    #: shown without a tap on this phone, so that news of other phones replaces it
    unasked: bool = False
    #: what an unasked step depends on: news that changes nothing of it leaves it as it is
    mark: str = ""


def encode_draft(draft: Draft) -> str:
    """A draft as the address carries it."""
    return _WRITER.encode(draft)


def decode_draft(text: str) -> Draft:
    """A draft from an address or a form; BadDraft when it is not one.

    >>> decode_draft('{"type":"draw"}')
    {'type': 'draw'}
    """
    if not text:
        return {}
    if len(text) > LONGEST_DRAFT:
        raise BadDraft("too long")
    try:
        draft = json.loads(text)
        # A lone surrogate or a NUL is JSON, but no database stores it.
        encoded = json.dumps(draft, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as fault:
        raise BadDraft(str(fault)) from None
    if not isinstance(draft, dict) or b"\\u0000" in encoded:
        raise BadDraft("not an object of texts")
    return draft


def settling_error(place: EntryContext, draft: Draft) -> RuleError | None:
    """Why a complete draft cannot be settled, None when it can."""
    try:
        place.settle(draft)
    except RuleError as fault:
        return fault
    return None


@dataclass(frozen=True)
class Reasons:
    """Why one hand is worth what it is.

    `title` says whose hand it is, each of `lines` what counts and what it brings ("" for a line of words
    alone), `total` what they come to.
    """

    title: str
    lines: tuple[tuple[str, str], ...] = ()
    total: str = ""


def with_source(draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand of one winner as if the tile had come from `source` (None: self-drawn), the others left out.

    None for a draft without such a winner. For games whose wins need nothing else changed.
    """
    if draft.get("type") != "win":
        return None
    if "wins" not in draft:
        source_part = {"from": source} if "from" in draft or source is not None else {}
        return {**draft, **source_part} if draft.get("winner") == winner else None
    wins = [{**win, "from": source} for win in draft["wins"] if win.get("winner") == winner]
    return {**draft, "wins": wins} if wins else None
