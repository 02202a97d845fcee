"""The query of a help address: a game, a table's rules, a throw. Everything stands in the address.

No session is looked up, so that the browser can keep a help page and show it without a connection.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from mahjongclub.games.kit.context import TableSession
from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.variant import Preset, Variant

THROW = re.compile("([1-6]?)-([1-6]?)")
LONGEST_RULES = 6000
#: The sides of Ten's dealer, after the first hand.
DEALERS = ("east", "west")

#: Two dice, of which one or both may not have been told yet.
Throw = tuple[int | None, int | None]


@dataclass(frozen=True)
class HelpQuery:
    """A help address as read. `faults` tell what could not be read and was left aside."""

    variant: Variant
    preset: Preset
    rules: Any
    #: what stays in every link of the page, as the address writes it
    params: Mapping[str, str]
    throws: Mapping[str, Throw]
    faults: tuple[str, ...] = field(default=())

    @property
    def table_code(self) -> str:
        """The code of the table the reader came from, "" from elsewhere."""
        return self.params.get("table", "")

    @property
    def throw_names(self) -> tuple[str, ...]:
        """The throws this game's set-up needs, in order."""
        return ("dice", "second") if self.variant.walls.dominant_throw else ("dice",)

    @property
    def rules_and_table_query(self) -> str:
        """The rules and the table to go back to, as a query with its “?”; "" for neither."""
        rules = {name: self.params[name] for name in ("preset", "rules", "table") if name in self.params}
        return f"?{urlencode(rules)}" if rules else ""

    def link(self, **changes: str) -> str:
        """Return the address of this page with some parameters changed; "" leaves one out."""
        params = {name: value for name, value in {**self.params, **changes}.items() if value}
        query = f"?{urlencode(params)}" if params else ""
        return reverse("help:game", args=[self.variant.key]) + query


class SessionWithRules(TableSession, Protocol):
    """The part of a session that the help looks at (`tables.Session` has it)."""

    preset: str


def is_table_code(text: str) -> bool:
    """Whether a table's address can be made of this code; nobody looks whether the table is there."""
    try:
        reverse("tables:table", args=[text])
    except NoReverseMatch:
        return False
    return True


def help_address(session: SessionWithRules, *, at_table: bool = True, seat: int | None = None) -> str:
    """The help of a session's variant by its rules, seen from `seat`; `at_table`: with the way back."""
    params = rules_query(session.game.find_preset(session.preset), session.current_rules)
    if at_table:
        params["table"] = session.code
    if seat is not None:
        game, table = find_game(session.variant), session.table
        place = (seat - table.dealer) % table.seats
        params["seat"] = game.wind_of(table, seat) if game.seat_winds else str(place + 1)
    return f"{reverse('help:game', args=[session.variant])}?{urlencode(params)}"


def rules_query(preset: Preset, rules: Any) -> dict[str, str]:
    """Rules as a query names them: their preset, and what was changed of it; `read_rules` reads them."""
    changed = rules.changed_from(preset.rules)
    return {"preset": preset.key} | ({"rules": json.dumps(changed, separators=(",", ":"))} if changed else {})


def read_address(variant: Variant, query: Mapping[str, str]) -> HelpQuery:
    """Return the query of a help page as read; whatever cannot be read is a fault, never an error."""
    params: dict[str, str] = {}
    faults: list[str] = []
    preset, rules = read_rules(variant, query, params, faults)
    if is_table_code(query.get("table", "")):
        params["table"] = query["table"]
    walls = variant.walls
    if walls.bonus_tiles:
        _keep_choice("flowers", tuple(walls.bonus_tiles), query, params, faults)
        rules = replace(rules, flowers=params.get("flowers", rules.flowers))
    if walls.may_break_own:
        _keep_choice("break", ("own",), query, params, faults)
    if walls.first_dealer is not None:
        _keep_choice("dealer", DEALERS, query, params, faults)
    _keep_choice("seat", seat_choices(variant), query, params, faults)
    help_query = HelpQuery(variant, preset, rules, params, {})
    throws: dict[str, Throw] = {}
    for name in help_query.throw_names:
        if name not in query:
            continue
        if throw := THROW.fullmatch(query[name]):
            params[name] = query[name]
            throws[name] = (_die(throw[1]), _die(throw[2]))
        else:
            faults.append(
                _("“%(typed)s” is not a throw: two dice show 1 to 6 each. Tap or roll them below.")
                % {"typed": query[name][:40]}
            )
    return replace(help_query, throws=throws, faults=tuple(faults))


def seat_choices(variant: Variant) -> tuple[str, ...]:
    """The seats as an address names them, from East to the right: by their winds, or by numbers from 1."""
    winds = find_game(variant.key).seat_winds
    return winds[: variant.seats] if winds else tuple(map(str, range(1, variant.seats + 1)))


def read_rules(
    variant: Variant, query: Mapping[str, str], params: dict[str, str], faults: list[str]
) -> tuple[Preset, Any]:
    """The preset and the rules that a query names; `params` gets what could be read, `faults` the rest."""
    preset = variant.default_preset
    if preset_key := query.get("preset"):
        try:
            preset = variant.find_preset(preset_key)
            params["preset"] = preset_key
        except RuleError:
            faults.append(_("There is no such set of rules: the usual ones are shown."))
    text = query.get("rules", "")
    if not text:
        return preset, preset.rules
    try:
        changed = json.loads(text) if len(text) <= LONGEST_RULES else None
        if not isinstance(changed, dict):
            raise ValueError("not an object")
        rules = preset.rules.with_options(changed)
    except (ValueError, RecursionError):  # RuleError is a ValueError
        faults.append(_("The rules in this address cannot be read: the usual ones are shown."))
        return preset, preset.rules
    params["rules"] = text
    return preset, rules


def _keep_choice(
    name: str, words: tuple[str, ...], query: Mapping[str, str], params: dict[str, str], faults: list[str]
) -> None:
    value = query.get(name, "")
    if value in words:
        params[name] = value
    elif value:
        faults.append(_("A choice in this address does not exist and was ignored."))


def _die(text: str) -> int | None:
    return int(text) if text else None
