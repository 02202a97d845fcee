"""What a phone brings back, read strictly: whatever was made up is refused with the reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.rotation import ROTATIONS
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text
from mahjongclub.tables.forms import NewTableForm, playable_variants
from mahjongclub.tables.models import MOST_SEATS, Revision
from mahjongclub.tables.opening import METHODS
from mahjongclub.tables.views.clock import ClockForm, PauseForm

from .copies import BEGIN, MOVES

Action = Revision.Action
#: the longest text of any of this (characters); a long table's notes and moves stay far below it
LONGEST = 60_000
MOST_MOVES = 500
MOST_KEYS = 2000
MOST_THROWS = 60


@dataclass(frozen=True)
class PhoneMove:
    """One change beside the hands: what (`do`), under which key, when by the phone, and its details."""

    do: str
    key: UUID
    at: str
    details: dict[str, Any]


@dataclass(frozen=True)
class UnsentAfterHands:
    """What a phone still has to say once every hand is there, as `copies.unsent_besides_hands` writes it.

    `seated` is whether the visitor's seat changed.
    """

    hands: int
    keys: frozenset[UUID]
    notes: dict[str, Any] | None
    seated: bool
    seat: int | None


@dataclass(frozen=True)
class PhoneChangesBesideHands:
    """Moves, and at the end the rest, of a phone that had seen `played` hands at `version`."""

    version: int
    played: int
    moves: list[PhoneMove]
    last: UnsentAfterHands | None


@dataclass(frozen=True)
class TableOpenedOnPhone:
    """A session opened on a phone: `names` in seat order, `draw` how they came there."""

    variant: Variant
    preset: str
    rules: GameRules
    names: list[str]
    draw: dict[str, Any]
    agreeing: bool
    at: str
    rotation: str = ""


def read_phone_moves(text: str) -> PhoneChangesBesideHands:
    """RuleError where it is none."""
    reader = Reader(_json(text))
    version, played = reader.whole("version", 0, 2**31 - 1), reader.whole("played", 0, 99_999)
    moves = [_move(move) for move in reader.objects("moves", MOST_MOVES)]
    last = _last(reader.object("last")) if reader.value("last") is not None else None
    reader.check_all_read()
    return PhoneChangesBesideHands(version, played, moves, last)


def read_table_opened_on_phone(text: str) -> TableOpenedOnPhone:
    """RuleError where no form of ours would have opened such a table."""
    reader = Reader(_json(text))
    games = {game.key: game for game in playable_variants()}
    variant = games[reader.word("variant", games)]
    preset = variant.find_preset(reader.word("preset", [candidate.key for candidate in variant.presets]))
    changed = reader.needed("rules")
    rules = preset.rules.with_options(Reader(changed, "rules").data)
    rotation = reader.word("rotation", tuple(ROTATIONS)) if reader.has("rotation") else ""
    seated = variant.with_seats_of(rules)
    if rotation and not seated.may_rotate:
        raise reader.rule_error("cannot_rotate", "rotation", Text("Nobody sits out in this game."))
    names = _names(reader, seated.with_rotation(rotation))
    draw = _draw(reader.object("draw"), len(names))
    agreeing, at = reader.flag("agreeing"), reader.text("at", 40) or ""
    reader.check_all_read()
    return TableOpenedOnPhone(variant, preset.key, rules, names, draw, agreeing, at, rotation)


def _json(text: str) -> Any:
    if len(text) > LONGEST:
        raise _unreadable()
    try:
        document = json.loads(text)
        # a lone surrogate or a NUL is JSON, but no database stores it
        encoded = json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise _unreadable() from None
    if b"\\u0000" in encoded:
        raise _unreadable()
    return document


def _unreadable() -> RuleError:
    return RuleError("unreadable", None, Text("What this phone sent cannot be read."))


def _move(reader: Reader) -> PhoneMove:
    do = reader.word("do", (BEGIN, *map(str, MOVES)))
    key, at = _key(reader.needed("key")), reader.text("at", 40) or ""
    details = _details(do, reader)
    reader.check_all_read()
    return PhoneMove(do, key, at, details)


def _details(do: str, reader: Reader) -> dict[str, Any]:
    match do:
        case Action.DICE:
            reader.needed("dice")
            return {"dice": reader.dice("dice")}
        case Action.BEGUN:
            return {"start": reader.value("start")}  # the engine reads it, as it reads hands
        case Action.CLOCK:
            if reader.value("clock") is None:
                return {"clock": None}
            clock = reader.object("clock")
            alarms = ", ".join(str(alarm) for alarm in clock.items("alarms", 10))
            form = ClockForm({**clock.data, "alarms": alarms, "hides": "on" if clock.flag("hides") else ""})
            return {"clock": _cleaned(form)}
        case Action.PAUSE:
            return {"reason": _cleaned(PauseForm({"reason": reader.text("reason", 1000) or ""}))["reason"]}
        case Action.AGREE:
            return {
                "number": reader.whole("hand", 1, 99_999),
                "seat": reader.seat("seat", MOST_SEATS),
                "wrong": reader.flag("wrong"),
                "behalf": reader.flag("behalf"),
            }
    return {}


def _last(reader: Reader) -> UnsentAfterHands:
    hands = reader.whole("hands", 0, 99_999)
    keys = frozenset(_key(key) for key in reader.items("keys", MOST_KEYS))
    notes = dict(reader.object("notes").data) if reader.value("notes") is not None else None
    seated = "seat" in reader.data
    seat = reader.optional_whole("seat", 0, MOST_SEATS - 1)
    reader.check_all_read()
    return UnsentAfterHands(hands, keys, notes, seated, seat)


def _key(value: Any) -> UUID:
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise _unreadable() from None


def _names(reader: Reader, variant: Variant) -> list[str]:
    names = reader.items("names", MOST_SEATS)
    if len(names) != variant.players or not all(isinstance(name, str) for name in names):
        raise reader.rule_error("names", "names", Text("Every seat needs a name."))
    typed = {f"name-{seat}": name for seat, name in enumerate(names)}
    form = NewTableForm(variant, variant.presets[0], {**typed, "method": METHODS[0]})
    _cleaned(form)
    return form.names


def _draw(reader: Reader, seats: int) -> dict[str, Any]:
    """How the seats were drawn; by dice, the throws of each seat, the highest total first."""
    method = reader.word("method", METHODS)
    throws = [_throws(reader, seat_throws) for seat_throws in reader.items("throws", MOST_SEATS)]
    reader.check_all_read()
    totals = [[sum(throw) for throw in thrown] for thrown in throws]
    drawn = len(throws) == seats and all(throws) and totals == sorted(totals, reverse=True)
    if not (drawn if method == "dice" else not throws):
        raise reader.rule_error("throws", "throws", Text("These throws do not seat anybody so."))
    return {"method": method, "throws": throws}


def _throws(reader: Reader, raw_throws: Any) -> list[list[int]]:
    ours = isinstance(raw_throws, list) and len(raw_throws) <= MOST_THROWS
    thrown = (
        [Reader({"dice": dice}, reader.at("throws")).dice("dice") for dice in raw_throws] if ours else [None]
    )
    if not all(thrown):
        raise reader.rule_error("not_dice", "throws", Text("These are no throws."))
    return [list(dice) for dice in thrown if dice]


def _cleaned(form: Any) -> dict[str, Any]:
    """What a form of ours makes of it; RuleError with the form's own words."""
    if not form.is_valid():
        words = " ".join(chain.from_iterable(form.errors.values()))
        raise RuleError("refused", None, Text.plain(words))
    return dict(form.cleaned_data)
