"""Where a draft stands: which hand of which session is entered, corrected or inserted, and by whom."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.record import PlayedHand, settle_hands

from ..addresses import address
from ..models import Access, Session
from ..wording import isolated

LONGEST_DRAFT = 6000
_WRITER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

Draft = dict[str, Any]


class BadDraft(ValueError):
    """A draft that no screen of ours made."""


@dataclass(frozen=True)
class EntryPlace:
    """One hand being entered: `mode` is "record", "correct" or "insert"; `before` the table as it begins."""

    session: Session
    access: Access
    number: int
    mode: str
    before: TableState
    names: tuple[str, ...]
    rules: Any = field(repr=False)

    @property
    def called(self) -> tuple[str, ...]:
        """The names for the middle of a sentence, whichever way they are written."""
        return tuple(isolated(name) for name in self.names)

    @cached_property
    def path(self) -> str:
        """The page of this entry."""
        return reverse("tables:entry", args=[self.session.code, self.number])

    @property
    def url(self) -> str:
        """The address of this entry, without its draft."""
        return f"{self.path}?insert=1" if self.mode == "insert" else self.path

    def link(self, draft: Draft, page: str = "entry", **more: str) -> str:
        """The address of a page of this entry with a draft in it."""
        query = {"draft": write_draft(draft), **more}
        if self.mode == "insert":
            query["insert"] = "1"
        path = (
            self.path if page == "entry" else reverse(f"tables:{page}", args=[self.session.code, self.number])
        )
        return f"{path}?{urlencode(query)}"

    @property
    def typed_url(self) -> str:
        """The address of the typed hand, with who sits where: a page kept from before a swap is another."""
        seats = blake2b("\n".join(self.names).encode(), digest_size=4).hexdigest()
        return f"{address('typed', self.session.code)}?seats={seats}"

    @property
    def leave_url(self) -> str:
        """Where "cancel" goes: the table, or the log from which a correction began."""
        page = "table" if self.mode == "record" else "log"
        return address(page, self.session.code)

    def settle(self, draft: Draft) -> PlayedHand:
        """Settle a complete draft on the table as this hand begins. Raises RuleError."""
        outcome = self.session.game.read_outcome(self.rules, draft)
        return next(iter(settle_hands(self.session.game, self.rules, self.before, [outcome], self.number)))

    def other_seats(self, *taken: int) -> list[int]:
        """The seats not in `taken`, in order."""
        return [seat for seat in range(self.before.seats) if seat not in taken]


@dataclass(frozen=True)
class SeatTap:
    """What a tap on a seat does while a draft waits for one."""

    href: str | None = None
    hint: str = ""
    state: str = "idle"


@dataclass(frozen=True)
class Screen:
    """What the table shows for a draft: what each seat does when tapped, and the sheet, if one is up."""

    step: str = "idle"
    taps: dict[int, SeatTap] = field(default_factory=dict)
    self_draw_href: str | None = None
    waiting: str = ""
    sheet: dict[str, Any] | None = None
    status: int = 200
    compared_to: int | None = None
    #: what Undo and Cancel do where it is not the last hand or leaving the entry
    undo_href: str | None = None
    cancel_href: str | None = None
    #: where a draw is entered, where the game's `start_draw` cannot say it of a hand that is a draft
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


def write_draft(draft: Draft) -> str:
    """A draft as the address carries it."""
    return _WRITER.encode(draft)


def read_draft(text: str) -> Draft:
    """A draft from an address or a form; BadDraft when it is not one.

    >>> read_draft('{"type":"draw"}')
    {'type': 'draw'}
    """
    if not text:
        return {}
    if len(text) > LONGEST_DRAFT:
        raise BadDraft("too long")
    try:
        draft = json.loads(text)
        # A lone surrogate or a NUL is JSON, but no database stores it.
        written = json.dumps(draft, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as fault:
        raise BadDraft(str(fault)) from None
    if not isinstance(draft, dict) or b"\\u0000" in written:
        raise BadDraft("not an object of texts")
    return draft


def fault_of(place: EntryPlace, draft: Draft) -> RuleError | None:
    """Why a complete draft cannot be settled, None when it can."""
    try:
        place.settle(draft)
    except RuleError as fault:
        return fault
    return None
