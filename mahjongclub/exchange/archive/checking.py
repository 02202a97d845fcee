"""What a row must be beyond the kinds of its values: what the engine and the pages take for granted of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from mahjongclub.leagues.models import Season, Tournament
from mahjongclub.leagues.scoring import read_scoring
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.clock import CLOCK_ACTIONS
from mahjongclub.tables.clock_model import Clock, Countdown
from mahjongclub.tables.models import Hand, HouseRules, Revision, Session
from mahjongclub.tables.opening import METHODS

from ..origin_model import Origin
from .container import moment
from .notes import check_notes, dice, only, seats_of, whole
from .parts import DEVICES
from .reading import Line, Numbers

#: the seats' scores of a record are larger nowhere
MOST_POINTS = 10**12
Action = Revision.Action
#: what reading a value of another shape raises; RuleError is a ValueError
BAD = (ValueError, TypeError, KeyError, AttributeError)


def check(part: str, line: Line, numbers: Numbers) -> None:
    """BadArchive where a row of that part is not what the program would have written."""
    look = CHECKS.get(part)
    try:
        if look is not None:
            look(line, numbers)
    except BAD as fault:
        raise line.refuse(str(fault) or type(fault).__name__) from None


def check_revision(line: Line, session: Session, numbers: Numbers) -> None:
    """A change as the log tells it; the players in it get the numbers they have here."""
    row = cast(Revision, line.row)
    try:
        if row.version > session.version:
            raise ValueError("its version is beyond the session’s")
        row.before = _side(row, session, row.before, numbers)
        row.after = _side(row, session, row.after, numbers)
        if row.action == Action.CONTINUE and None in (row.before, row.after):
            raise ValueError("a continuation has two sides")
    except BAD as fault:
        raise line.refuse(str(fault) or type(fault).__name__) from None


def _side(row: Revision, session: Session, side: Any, numbers: Numbers) -> Any:
    """What stood before a change, or after it, as its kind writes it."""
    if side is None:
        return None
    match row.action:
        case Action.SWAP:
            players = [numbers.find("players", one) for one in list(side)]
            return [one for one in players if one is not None]
        case Action.CONTINUE:
            only(side, "closed", "rules")
            rules = session.game.rules_type().with_options(side["rules"])
            return {"closed": bool(side["closed"]), "rules": rules.to_json()}
        case Action.AGREEING:
            return bool(side)
        case Action.AGREE:
            only(side, "seat", "wrong")
            seats_of(session.game, [side["seat"]])
        case Action.WITHOUT:
            seats_of(session.game, side)
        case Action.DICE:
            dice(side)
        case Action.RECORD | Action.DURING:
            check_notes(session, side)
        case Action.CORRECT | Action.INSERT | Action.DELETE | Action.UNDO:
            session.game.read_outcome(session.frozen_rules, side)
        case action if action in CLOCK_ACTIONS:
            _clock_side(side)
        case _:
            raise ValueError("nothing stands beside such a change")
    return side


def _clock_side(side: Any) -> None:
    if "reason" in side:
        only(side, "reason", "seconds")
        if not isinstance(side["reason"], str):
            raise ValueError("a reason is a text")
        whole(side.get("seconds", 0), 0, 10**7)
        return
    only(side, "minutes", "alarms", "hides", "at_end")
    _alarms(side["alarms"], whole(side["minutes"], 1, 10**4))
    Clock.AtEnd(side["at_end"])


def _alarms(alarms: Any, minutes: int) -> None:
    if not isinstance(alarms, list) or len(alarms) > 100:
        raise ValueError("alarms are a list of minutes")
    for one in alarms:
        whole(one, 0, minutes)


def _countdown(line: Line, numbers: Numbers) -> None:
    clock = cast(Countdown, line.row)
    _alarms(clock.alarms, clock.minutes)


def _house_rules(line: Line, numbers: Numbers) -> None:
    row = cast(HouseRules, line.row)
    game = find_variant(row.variant)
    game.find_preset(row.preset)
    row.rules = game.rules_type().with_options(row.rules).to_json()


def _session(line: Line, numbers: Numbers) -> None:
    """A session as it begins: its rules and preset are known, its notes and throws well formed."""
    row = cast(Session, line.row)
    game = find_variant(row.variant)
    game.find_preset(row.preset)
    row.rules = game.rules_type().with_options(row.rules).to_json()
    only(row.seat_draw, "method", "throws", "rolls")
    if row.seat_draw and row.seat_draw.get("method") not in METHODS:
        raise ValueError("no such way to draw seats")
    dice(row.dice)
    if row.on_paper is not None:
        only(row.on_paper, "scores", "sticks", "bank")
        for score in row.on_paper["scores"]:
            whole(score, -MOST_POINTS, MOST_POINTS)
        whole(row.on_paper.get("sticks", 0), 0, 100)
        if row.on_paper.get("bank") is not None:
            whole(row.on_paper["bank"], 0, MOST_POINTS)
    check_notes(row, row.pending)


def _hand(line: Line, numbers: Numbers) -> None:
    """What the seats said to it; the outcome is for the engine."""
    row = cast(Hand, line.row)
    said = {}
    for seat, word in dict(row.said).items():
        if seat != "without" and seat not in ("0", "1", "2", "3", "4", "5"):
            raise ValueError("no such seat")
        only(word, "by", "at", "behalf", "wrong", "seats")
        moment(word["at"])
        if seat == "without":
            for one in list(word["seats"]):
                whole(one, 0, 5)
        numbers.make_devices([word.get("by")])
        said[seat] = {**word, "by": numbers.find(DEVICES, word.get("by"))}
    row.said = said


def _season(line: Line, numbers: Numbers) -> None:
    row = cast(Season, line.row)
    find_variant(row.variant)
    row.scoring = read_scoring(dict(row.scoring)).to_json()


def _tournament(line: Line, numbers: Numbers) -> None:
    row = cast(Tournament, line.row)
    game = find_variant(row.variant)
    game.find_preset(row.preset)
    row.rules = game.rules_type().with_options(row.rules).to_json()
    for one in list(row.final_ranking):
        if not isinstance(one, list) or any(part is not None and type(part) is not int for part in one):
            raise ValueError("a published ranking is a list of numbers")


def _origin(line: Line, numbers: Numbers) -> None:
    """What was counted otherwise than in the file a game came from, told in both languages."""
    for one in list(cast(Origin, line.row).differences):
        only(one, "en", "fr")
        if not isinstance(one["en"], str) or not isinstance(one["fr"], str):
            raise ValueError("a difference is told in both languages")


CHECKS: dict[str, Callable[[Line, Numbers], None]] = {
    "evening_clocks": _countdown,
    "house_rules": _house_rules,
    "sessions": _session,
    "hands": _hand,
    "clocks": _countdown,
    "origins": _origin,
    "seasons": _season,
    "tournaments": _tournament,
}
