"""The entry of a hand of no table: the context that the games' own screens ask for."""

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

from .table_query import TableQuery


@dataclass
class NoSession:
    """Stands for the session in the screens of a game, for a hand that belongs to none."""

    game: Variant
    table: TableState
    current_rules: Any
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
class WorthVisitor:
    """Stands for the access to a table: the visitor sits at none."""

    pk: int = 0
    seat: int | None = None
    may_score: bool = False


@dataclass(frozen=True)
class WorthEntry(EntryContext):
    """A hand of no table. It is entered as one that is inserted: all of it stands in its draft."""

    table_query: TableQuery = field(kw_only=True)

    @cached_property
    def path(self) -> str:
        """The page of the hand."""
        return reverse("worth:value", args=[self.table_query.game.key])

    def step_path(self, page: str) -> str:
        """The page of one of the game's own steps."""
        return reverse("worth:step", args=[self.table_query.game.key, page])

    @property
    def address_params(self) -> dict[str, str]:
        """What every address says of rules and table."""
        return dict(self.table_query.params)

    @property
    def typed_url(self) -> str:
        """Nothing is typed whole here: the hand is entered anew."""
        return self.url

    @property
    def cancel_url(self) -> str:
        """The same page without a hand."""
        return self.url

    @property
    def help_href(self) -> str:
        """The help of this game by these rules."""
        all_params = self.table_query.params
        params = {name: all_params[name] for name in ("preset", "rules") if name in all_params}
        return f"{reverse('help:game', args=[self.table_query.game.key])}?{urlencode(params)}"

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
        """The screen of a whole hand: the sheet on which it is changed, with the `draft` and its `hand` as
        settled, or why it cannot be."""
        sheet = {"template": "tables/_confirm_sheet.html", "title": _("Edit this hand"), **more}
        try:
            hand = self.settle(draft)
        except RuleError as fault:
            sheet["errors"] = [said(fault.text, self.names)]
            return Screen(step=step, taps=taps or {}, sheet=sheet, status=422)
        return Screen(step=step, taps=taps or {}, sheet={**sheet, "draft": draft, "hand": hand})


def entry_of(table_query: TableQuery) -> WorthEntry:
    """The entry of a hand by these rules, at this table."""
    game, before, rules = table_query.variant, table_query.before, table_query.rules
    session = NoSession(game, before, rules, list(table_query.seat_names), game.key, before.to_json())
    return WorthEntry(
        session, WorthVisitor(), 1, "insert", before, table_query.seat_names, rules, table_query=table_query
    )
