"""A hand of no table while it is told: the context that the games' own screens ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from mahjongclub.games.kit.context import Draft, EntryContext, Screen, SeatTap
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.variant import Variant

from .asked import Asked


@dataclass
class NoSession:
    """What the screens of a game look at of a session, for a hand that belongs to none."""

    game: Variant
    table: TableState
    frozen_rules: Any
    seat_names: list[str]
    variant: str
    state: dict[str, Any]
    code: str = ""
    version: int = 0
    pending: dict[str, Any] = field(default_factory=dict)
    dice: list[int] | None = None
    riichi_out: list[int] = field(default_factory=list)
    hands: Any = ()


@dataclass
class Visitor:
    """Somebody who sits at no table."""

    pk: int = 0
    seat: int | None = None
    may_score: bool = False


@dataclass(frozen=True)
class WorthEntry(EntryContext):
    """A hand of no table. It is told as one that is inserted: all of it stands in its draft."""

    asked: Asked = field(kw_only=True)

    @cached_property
    def path(self) -> str:
        """The page of the hand."""
        return reverse("worth:value", args=[self.asked.game.key])

    def step_path(self, page: str) -> str:
        """The page of one of the game's own steps."""
        return reverse("worth:step", args=[self.asked.game.key, page])

    @property
    def marks(self) -> dict[str, str]:
        """What every address says of rules and table."""
        return dict(self.asked.kept)

    @property
    def typed_url(self) -> str:
        """Nothing is typed whole here: the hand is told anew."""
        return self.url

    @property
    def leave_url(self) -> str:
        """The same page without a hand."""
        return self.url

    @property
    def help_href(self) -> str:
        """The help of this game by these rules."""
        kept = {name: value for name, value in self.asked.kept.items() if name in ("preset", "rules")}
        return f"{reverse('help:game', args=[self.asked.game.key])}?{urlencode(kept)}"

    def confirm(
        self,
        draft: Draft,
        *,
        step: str = "confirm",
        title: str = "",
        taps: dict[int, SeatTap] | None = None,
        on_felt: bool = True,
        **more: Any,
    ) -> Screen:
        """The screen of a whole hand: the sheet on which it is changed, with the `draft` and its `hand` as
        settled, or why it cannot be."""
        sheet = {"template": "tables/_confirm_sheet.html", "title": _("Edit this hand"), **more}
        try:
            hand = self.settle(draft)
        except RuleError as fault:
            sheet["errors"] = [said(fault.text, self.names)]
            return Screen(step=step, taps=taps or {}, sheet=sheet, status=422)
        return Screen(step=step, taps=taps or {}, sheet={**sheet, "draft": draft, "hand": hand})


def entry_of(asked: Asked) -> WorthEntry:
    """The entry of a hand by these rules, at this table."""
    game, before = asked.variant, asked.before
    session = NoSession(game, before, asked.rules, list(asked.names), game.key, before.to_json())
    return WorthEntry(session, Visitor(), 1, "insert", before, asked.names, asked.rules, asked=asked)
