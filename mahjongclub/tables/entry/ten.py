"""The entry of Ten: phase A counted turn by turn, one tap to declare, then guesses and draws to the end.

The notes of the hand being played are a `Duel`; a draft is a hand of the record being completed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError, TableState
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.ten import DRAWS, SEATS
from mahjongclub.rules.ten_duel import PLAIN_TILES, Duel

from ..models import Session
from ..wording import said
from .confirming import confirm_sheet
from .grid import value_grid
from .place import BadDraft, Draft, EntryPlace, Screen, SeatTap
from .ten_phase import dice_line, dice_wanted, duel_of, first_dealer_panel, phase_panel

VALUE_KEYS = ("han", "fu", "limit", "yakuman", "tiles")


def screen(place: EntryPlace, draft: Draft) -> Screen:
    """The screen for a draft, from the phases to the confirmation. BadDraft where it makes no sense."""
    try:
        draft = _tidy(draft)
    except RuleError as fault:
        raise BadDraft(str(fault)) from None
    if "type" not in draft:
        return _idle(place)
    return _win_screen(place, draft) if draft["type"] == "win" else _draw_screen(place, draft)


def _tidy(draft: Draft) -> Draft:
    """Only what a draft of Ten may hold; the stick is that of whoever declared."""
    reader = Reader(draft)
    tidy: Draft = {}
    if reader.has("type"):
        tidy["type"] = reader.word("type", ("win", "draw"))
    who = "winner" if tidy.get("type") == "win" else "declared"
    if tidy.get("type") == "draw" and reader.has("reason"):
        tidy["reason"] = reader.word("reason", DRAWS)
    seat = reader.optional_seat(who, SEATS)
    if seat is not None and tidy.get("reason") != "no_declaration":
        tidy[who] = seat
    tidy["riichi"] = [one for one in reader.seats("riichi", SEATS) if one == tidy.get(who)]
    for key in VALUE_KEYS if who == "winner" else ("reason",):
        if reader.has(key):
            tidy[key] = reader.value(key)
    reader.taken.update((who, *VALUE_KEYS, "reason"))
    reader.finish()
    return tidy


def _idle(place: EntryPlace) -> Screen:
    """Where the hand being played stands; of a hand to insert, how it ended."""
    if place.mode != "record":
        return Screen(
            taps=_winner_taps(place),
            waiting=_("Tap who won, or say how it was drawn."),
            below={"template": "tables/_ten_ends.html", "ends": _ends(place, {})},
        )
    if place.before.ended:
        return Screen()
    if dice_wanted(place):
        return Screen(waiting=_("Who deals first?"), below=first_dealer_panel(place))
    duel = duel_of(place)
    taps = _winner_taps(place) if duel.declared is None else {}
    if duel.declared is not None:
        win = place.link(win_draft(duel))
        taps = {
            duel.declared: SeatTap(win, _("attacks"), "choosable"),
            1 - duel.declared: SeatTap(None, _("defends")),
        }
    below = phase_panel(
        place,
        duel,
        win_href=place.link(win_draft(duel)),
        draw_hrefs={reason: place.link({**start_draw(place), "reason": reason}) for reason in DRAWS},
    )
    return Screen(taps=taps, below=below, middle=dice_line(place))


def _winner_taps(place: EntryPlace) -> dict[int, SeatTap]:
    return {seat: SeatTap(place.link({"type": "win", "winner": seat, "riichi": []})) for seat in range(SEATS)}


def win_draft(duel: Duel) -> Draft:
    """The attacker's win, its value to come."""
    return {"type": "win", "winner": duel.declared, "riichi": [duel.declared] if duel.riichi else []}


def start_draw(place: EntryPlace) -> Draft:
    """A drawn hand as it begins to be entered: before a declaration it can only be for want of one."""
    if place.mode != "record":
        return {"type": "draw"}
    duel = duel_of(place)
    if duel.declared is None:
        return {"type": "draw", "reason": "no_declaration"}
    return {"type": "draw", "declared": duel.declared, "riichi": [duel.declared] if duel.riichi else []}


def _win_screen(place: EntryPlace, draft: Draft) -> Screen:
    winner = draft.get("winner")
    if winner is None:
        taps = {
            seat: SeatTap(place.link({**draft, "winner": seat}), _("won?"), "choosable")
            for seat in range(SEATS)
        }
        return Screen(step="winner", taps=taps, waiting=_("Who won?"))
    taps = {winner: SeatTap(None, _("wins"), "winner")}
    bare = {"type": "win", "winner": winner, "riichi": draft["riichi"]}
    if not any(key in draft for key in VALUE_KEYS):
        grid = value_grid(
            place,
            winner,
            None,
            alone=lambda value: {"type": "win", "winner": winner, **value},
            with_value=lambda value: {**bare, **value},
            several_yakuman=True,
        )
        grid["tiles_href"] = place.link(bare, page="tiles")
        return Screen(step="value", taps=taps, sheet={"template": "tables/_value_sheet.html", "grid": grid})
    links = [(_("Change the value"), place.link(bare)), (_("Change who won"), place.link({"type": "win"}))]
    if place.mode != "record":
        links.append((_("It was a draw"), place.link({"type": "draw", "declared": winner})))
    return confirm_sheet(place, draft, taps=taps, links=links, riichi=_riichi_choice(place, draft, winner))


def _draw_screen(place: EntryPlace, draft: Draft) -> Screen:
    if "reason" not in draft:
        sheet = {
            "template": "tables/_ten_draw_sheet.html",
            "title": _("Drawn hand"),
            "ends": _ends(place, draft),
        }
        return Screen(step="draw", sheet=sheet)
    declared = draft.get("declared")
    if draft["reason"] != "no_declaration" and declared is None:
        taps = {
            seat: SeatTap(place.link({**draft, "declared": seat}), _("declared?"), "choosable")
            for seat in range(SEATS)
        }
        return Screen(step="declared", taps=taps, waiting=_("Who had declared?"))
    links = [(_("Another reason"), place.link(_without(draft, "reason")))]
    if declared is not None:
        other = {**draft, "declared": 1 - declared, "riichi": []}
        label = _("%(name)s had declared") % {"name": place.called[1 - declared]}
        links.append((label, place.link(other)))
    if place.mode != "record":
        links.append((_("Somebody won"), place.link({"type": "win"})))
    riichi = _riichi_choice(place, draft, declared) if declared is not None else []
    return confirm_sheet(place, draft, step="draw", links=links, riichi=riichi)


def _without(draft: Draft, name: str) -> Draft:
    return {key: value for key, value in draft.items() if key != name}


def _ends(place: EntryPlace, draft: Draft) -> list[dict[str, Any]]:
    """How a hand can be drawn, each with the draft that says so."""
    kept: Draft = {key: draft[key] for key in ("declared", "riichi") if key in draft}
    return [
        {"label": said(words), "href": place.link({"type": "draw", **kept, "reason": reason})}
        for reason, words in DRAWS.items()
    ]


def _riichi_choice(place: EntryPlace, draft: Draft, seat: int) -> list[dict[str, Any]]:
    """Whether the declaration was a riichi, which puts a stick on the table."""
    out = seat in draft["riichi"]
    turned = {**draft, "riichi": [] if out else [seat]}
    return [{"name": place.names[seat], "chosen": out, "href": place.link(turned)}]


def more_links(place: EntryPlace) -> list[dict[str, Any]]:
    """The rarer things of a hand: a draw before its time."""
    if dice_wanted(place):
        return []
    return [{"title": _("Drawn hand"), "links": _ends(place, start_draw(place))}]


def reopen(outcome: Draft) -> Draft:
    """What an undone hand leaves noted, beside its turns and guesses: who had declared, and how."""
    declared = outcome.get("winner" if outcome["type"] == "win" else "declared")
    return {"declared": declared, "riichi": list(outcome.get("riichi", ()))}


def during(session: Session, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes after a tap of the phase panel. RuleError for a step that cannot be, BadDraft for no step."""
    step = _STEPS.get(form.get("do", ""))
    if step is None:
        raise BadDraft("no such step")
    return step(session.frozen_rules, session.table, Duel.from_json(pending), form).to_json()


def _turn(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    return duel.at_turn(rules, _number(form, "turn"))


def _declare(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    seat = _number(form, "seat")
    if seat >= SEATS:
        raise BadDraft("no such seat")
    return duel.declare(rules, table, seat, riichi=form.get("riichi") == "1")


def _missed(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    named = [tile for tile in PLAIN_TILES if f"tile-{tile}" in form]
    return duel.guess_missed(rules, named)


def _drew(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    return duel.drew(rules, _number(form, "count"), declined="declined" in form)


def _wall(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    return duel.with_wall(_number(form, "wall"))


_STEPS: dict[str, Callable[[Any, TableState, Duel, Mapping[str, str]], Duel]] = {
    "begin": lambda rules, table, duel, form: duel,
    "turn": _turn,
    "declare": _declare,
    "missed": _missed,
    "drew": _drew,
    "wall": _wall,
    "back": lambda rules, table, duel, form: duel.back(rules),
}


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadDraft(name)
    return int(text)
