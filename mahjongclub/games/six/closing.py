"""The end of a six-player round: five have won, or the wall is empty and tenpai is paid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.six.round import Tenpai, settle_tenpai

from ..kit.context import Draft, Screen, SeatTap
from ..kit.wording import said
from .draft import RoundDraft
from .sheets import event_fault_in_words, event_list, round_over_in_words
from .words import event_in_words, payers_in_words

_chance = random.SystemRandom()


def closing_screen(
    entered: RoundDraft, taps: dict[int, SeatTap], middle: tuple[str, ...], *, unasked: bool
) -> Screen:
    """The round whole: who is tenpai, who is East next, what it moved, and the button that records it."""
    outcome = entered.outcome()
    links = [(_("Add an event at the end"), entered.link(open=True))]
    if not entered.is_from_notes:
        links.append((_("Dice of this round"), entered.link(throw={})))
    screen = entered.place.confirm_screen(
        outcome,
        title=_title(entered, outcome),
        taps=taps,
        inner="games/six/_closing.html",
        on_felt=False,
        links=[] if entered.is_from_notes else links,
        events={
            **event_list(entered),
            "open": not entered.is_from_notes or entered.settled_events.fault is not None,
        },
        wall=None if entered.have_five_won else _wall(entered, outcome),
        east=_east(entered),
    )
    sheet: dict[str, Any] = screen.sheet or {}
    fault = entered.settled_events.fault
    if fault is not None:
        index = len(entered.settled_events.steps)
        what = event_in_words(entered.engine_events[index], entered.place.isolated_names)
        sheet["errors"] = [event_fault_in_words(index, what, said(fault.text))]
    elif "preview" in sheet:
        # What the events pay was paid as they happened; only tenpai is still to pay.
        sheet["preview"] |= {
            "payments": [],
            "next_label": "",
            "lines": [] if sheet["preview"]["ends"] else _then(entered, outcome),
            "notes": _notes(entered, sheet["preview"]["notes"]),
        }
    return replace(
        screen,
        cancel_href=entered.link(open=True)
        if unasked or (entered.is_from_notes and entered.have_five_won)
        else None,
        scores=entered.scores(),
        middle=middle,
        unasked=unasked,
    )


def _notes(entered: RoundDraft, notes: Sequence[str]) -> list[str]:
    """What the engine says: of single events first, each with the event it is about."""
    of_events = [
        _("Event %(number)s: %(what)s") % {"number": number, "what": said(note)}
        for number, step in enumerate(entered.settled_events.steps, start=1)
        for note in step.notes
    ]
    return [*of_events, *notes[len(of_events) :]]


def _title(entered: RoundDraft, outcome: Draft) -> str:
    if entered.have_five_won:
        return round_over_in_words(entered)
    count = len(outcome.get("tenpai", ()))
    if not count:
        return _("Wall empty: nobody in tenpai")
    return ngettext(
        "Wall empty: %(count)s player in tenpai", "Wall empty: %(count)s players in tenpai", count
    ) % {"count": count}


def _wall(entered: RoundDraft, outcome: Draft) -> dict[str, Any]:
    """Who of those still in is tenpai, all pungs or not, and who pays it."""
    names, out = entered.place.isolated_names, entered.settled_events.winner_seats
    ready = {ready["seat"]: ready["all_pungs"] for ready in outcome.get("tenpai", ())}
    transfers = settle_tenpai(
        out, [Tenpai(seat, pungs) for seat, pungs in ready.items()], entered.place.rules
    )
    return {
        "seats": [
            {
                "seat": seat,
                "name": entered.place.isolated_short_names[seat],
                "tenpai": seat in ready,
                "all_pungs": ready.get(seat, False),
                "href": _with_tenpai(entered, ready, seat, None if seat in ready else False),
                "pungs_href": _with_tenpai(entered, ready, seat, not ready.get(seat, False)),
            }
            for seat in entered.place.other_seats(*out)
        ],
        "pays": [
            {
                "name": names[seat],
                "pays": payers_in_words([paid for paid in transfers if paid.target == seat], names),
            }
            for seat in ready
        ],
    }


def _with_tenpai(entered: RoundDraft, ready: dict[int, bool], seat: int, all_pungs: bool | None) -> str:
    """The address with a seat tenpai (all pungs or not), or not tenpai with None."""
    turned = {other: pungs for other, pungs in ready.items() if other != seat}
    if all_pungs is not None:
        turned[seat] = all_pungs
    tenpai = tuple({"seat": seat, "all_pungs": turned[seat]} for seat in sorted(turned))
    return replace(entered, tenpai=tenpai).link()


def _east(entered: RoundDraft) -> dict[str, Any]:
    """The next East: where nobody won by lot, drawn by the app or told as the players drew it; else the first
    winner, or whom the table agreed on."""
    names, out = entered.place.isolated_names, entered.settled_events.winner_seats
    drawn = _chance.randrange(len(names))
    return {
        "drawn": names[entered.next_east] if entered.next_east is not None else "",
        "lot_href": replace(entered, next_east=drawn).link(),
        "winner": names[out[0]] if out else "",
        "rules_href": replace(entered, next_east=None).link() if entered.next_east is not None else None,
        "stays": names[entered.place.before.dealer],
        "choices": [
            {
                "name": name,
                "chosen": seat == entered.next_east,
                "href": replace(entered, next_east=seat).link(),
            }
            for seat, name in enumerate(names)
        ],
    }


def _then(entered: RoundDraft, outcome: Draft) -> list[str]:
    """What follows the round, where it is the newest."""
    try:
        after = entered.place.settle(outcome).settlement.after
    except RuleError:
        return []
    if after.ended or entered.place.mode != "record":
        return []
    return [
        _("Next: round %(number)s, with %(name)s as East.")
        % {"number": entered.place.number + 1, "name": entered.place.isolated_names[after.dealer]}
    ]
