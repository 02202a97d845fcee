"""The entry of Ten: phase A counted turn by turn, one tap to declare, then guesses and draws to the end.

The notes of the hand being played are a `Duel`; a draft is a hand of the record being completed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.riichi.tiles import TileValue
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.ten.duel import PLAIN_TILES, Duel
from mahjongclub.rules.ten.settle import DRAWS, SEATS, VALUE_RULES, Outcome, Win, read_outcome, tile_value

from ..kit.context import (
    BadDraft,
    Draft,
    EntryContext,
    Screen,
    SeatTap,
    TableSession,
    rule_errors_as_bad_draft,
    without,
)
from ..kit.riichi.tile_page import VALUES, TileWin
from ..kit.riichi.value_grid import value_grid
from ..kit.riichi.words import value_in_words
from ..kit.riichi.yaku_page import yaku_page_url
from ..kit.seat_steps import ask_seat
from ..kit.wording import said, within_sentence
from .phase import dice_line, duel_of, first_dealer_panel, is_first_dealer_dice_wanted, phase_panel
from .questions import QUESTIONS


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Aiko wins after a riichi, 2 han 30 fu"."""
    if isinstance(outcome, Win):
        words = {"winner": names[outcome.winner], "value": value_in_words(outcome.value)}
        if outcome.riichi:
            return _("%(winner)s wins after a riichi, %(value)s") % words
        return _("%(winner)s wins after declaring tenpai, %(value)s") % words
    reason = within_sentence(DRAWS[outcome.reason])  # it stands after a colon
    if outcome.declared is None:
        return _("Draw: %(reason)s") % {"reason": reason}
    values = {"reason": reason, "name": names[outcome.declared]}
    if outcome.riichi:
        return _("Draw: %(reason)s (riichi by %(name)s)") % values
    return _("Draw: %(reason)s (tenpai declared by %(name)s)") % values


def _value(place: EntryContext, draft: Draft) -> TileValue:
    outcome = read_outcome(place.rules, draft)
    if not isinstance(outcome, Win):
        raise BadDraft("not a win")
    return tile_value(outcome)


def _of(draft: Draft) -> Draft:
    return {"from": None, **{key: value for key, value in draft.items() if key in ("winner", *VALUES)}}


def _put(draft: Draft, win: Draft) -> Draft:
    rest = without(draft, *VALUES, "yaku")
    return {**rest, **without(win, "from")}


TILES = TileWin(
    of=_of,
    put=_put,
    value=_value,
    counted_by=lambda rules: VALUE_RULES,
    flags_never=("tenhou", "chiihou", "renhou"),
)


@rule_errors_as_bad_draft()
def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft, from the phases to the confirmation. BadDraft where it makes no sense."""
    if draft.get("reason") == "no_declaration":  # another reason was tapped: nobody declared after all
        draft = without(draft, "declared", "riichi")
    draft = {"riichi": [], **QUESTIONS.checked_draft(draft, SEATS)}
    if "type" not in draft:
        return _idle(place)
    return _win_screen(place, draft) if draft["type"] == "win" else _draw_screen(place, draft)


def _idle(place: EntryContext) -> Screen:
    """Where the hand being played stands; of a hand to insert, how it ended."""
    if place.mode != "record":
        return Screen(
            taps=_winner_taps(place),
            waiting=_("Tap the winner, or say why nobody won."),
            below={"template": "games/ten/_ends.html", "ends": _ends(place, {})},
        )
    if place.before.ended:
        return Screen()
    if is_first_dealer_dice_wanted(place):
        # who keeps the score is asked by the panel
        waiting = "" if place.access.may_score else _("Who deals first?")
        return Screen(waiting=waiting, below=first_dealer_panel(place))
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
        draw_hrefs={reason: place.link({**drawn_hand(place), "reason": reason}) for reason in DRAWS},
    )
    return Screen(taps=taps, below=below, middle=dice_line(place))


def _winner_taps(place: EntryContext) -> dict[int, SeatTap]:
    return {seat: SeatTap(place.link({"type": "win", "winner": seat, "riichi": []})) for seat in range(SEATS)}


def win_draft(duel: Duel) -> Draft:
    """The attacker's win, its value to come."""
    return {"type": "win", "winner": duel.declared, "riichi": [duel.declared] if duel.riichi else []}


def drawn_hand(place: EntryContext) -> Draft:
    """A drawn hand as it begins to be entered: before a declaration it can only be for want of one."""
    if place.mode != "record":
        return {"type": "draw"}
    duel = duel_of(place)
    if duel.declared is None:
        return {"type": "draw", "reason": "no_declaration"}
    return {"type": "draw", "declared": duel.declared, "riichi": [duel.declared] if duel.riichi else []}


def _win_screen(place: EntryContext, draft: Draft) -> Screen:
    winner = draft.get("winner")
    if winner is None:
        return ask_seat(place, draft, "winner", _("won?"), _("Who won?"))
    taps = {winner: SeatTap(None, _("wins"), "winner")}
    bare = without(draft, *VALUES)
    if not any(key in draft for key in VALUES):
        grid = value_grid(
            place,
            winner,
            None,
            alone=lambda value: {"type": "win", "winner": winner, **value},
            with_value=lambda value: {**bare, **value},
            several_yakuman=True,
        )
        grid["values"] = {**grid["values"], "tiles_href": place.link(bare, page="tiles")}
        return Screen(step="value", taps=taps, sheet={"template": "tables/_value_sheet.html", "grid": grid})
    links = [(_("Change the value"), place.link(bare)), (_("Change the winner"), place.link({"type": "win"}))]
    if place.mode != "record":
        links.append((_("It was a draw"), place.link({"type": "draw", "declared": winner})))
    return place.confirm_screen(
        draft,
        taps=taps,
        links=links,
        riichi=_riichi_choice(place, draft, winner),
        yaku_href=yaku_page_url(place, draft),
    )


def _draw_screen(place: EntryContext, draft: Draft) -> Screen:
    if "reason" not in draft:
        sheet = {"template": "games/ten/_draw_sheet.html", "title": _("Draw"), "ends": _ends(place, draft)}
        return Screen(step="draw", sheet=sheet)
    declared = draft.get("declared")
    if draft["reason"] != "no_declaration" and declared is None:
        return ask_seat(place, draft, "declared", _("declared?"), _("Who had declared?"))
    links = [(_("Another reason"), place.link(without(draft, "reason")))]
    if declared is not None:
        other = {**draft, "declared": 1 - declared, "riichi": []}
        label = _("%(name)s had declared") % {"name": place.isolated_names[1 - declared]}
        links.append((label, place.link(other)))
    if place.mode != "record":
        links.append((_("Somebody won"), place.link({"type": "win"})))
    riichi = _riichi_choice(place, draft, declared) if declared is not None else []
    return place.confirm_screen(draft, step="draw", links=links, riichi=riichi)


def _ends(place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
    """How a hand can be drawn, each with the draft that says so."""
    rest: Draft = {key: draft[key] for key in ("declared", "riichi") if key in draft}
    return [
        {"label": said(words), "href": place.link({"type": "draw", **rest, "reason": reason})}
        for reason, words in DRAWS.items()
    ]


def _riichi_choice(place: EntryContext, draft: Draft, seat: int) -> list[dict[str, Any]]:
    """Whether the declaration was a riichi, which puts a stick on the table."""
    out = seat in draft["riichi"]
    turned = {**draft, "riichi": [] if out else [seat]}
    return [{"name": place.names[seat], "chosen": out, "href": place.link(turned)}]


def more_sheet_links(place: EntryContext) -> list[dict[str, Any]]:
    """The rarer things of a hand: a draw before its time."""
    if is_first_dealer_dice_wanted(place):
        return []
    return [{"title": _("Draw"), "links": _ends(place, drawn_hand(place))}]


def notes_after_undo(outcome: Draft) -> Draft:
    """What an undone hand leaves noted, beside its turns and guesses: who had declared, and how."""
    declared = outcome.get("winner" if outcome["type"] == "win" else "declared")
    return {"declared": declared, "riichi": list(outcome.get("riichi", ()))}


def changed_notes(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes after a tap of the phase panel. RuleError for a step that cannot be, BadDraft for no step."""
    step = _STEPS.get(form.get("do", ""))
    if step is None:
        raise BadDraft("no such step")
    return step(session.current_rules, session.table, Duel.from_json(pending), form).to_json()


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
    return duel.with_drawn_tiles(rules, _number(form, "count"), declined="declined" in form)


def _wall(rules: Any, table: TableState, duel: Duel, form: Mapping[str, str]) -> Duel:
    return duel.with_wall(_number(form, "wall"))


_STEPS: dict[str, Callable[[Any, TableState, Duel, Mapping[str, str]], Duel]] = {
    "begin": lambda rules, table, duel, form: duel,
    "turn": _turn,
    "declare": _declare,
    "missed": _missed,
    "drew": _drew,
    "wall": _wall,
    "back": lambda rules, table, duel, form: duel.with_last_step_undone(rules),
}


def _number(form: Mapping[str, str], name: str) -> int:
    number = whole_number(form.get(name, ""), 5)
    if number is None:
        raise BadDraft(name)
    return number
