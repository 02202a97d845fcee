"""The last step of every entry: what the hand does, who pays whom in which sticks, and the button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import PlayedHand

from ..clock import clock_of, last_hand
from ..payments import payments_of, to_put_right
from ..replaying import Consequence, consequence, stored_outcomes
from ..wording import fault_in_words, label_in_words, said
from .place import Draft, EntryPlace, Screen, SeatTap, write_draft


def confirm_sheet(
    place: EntryPlace,
    draft: Draft,
    *,
    step: str = "confirm",
    title: str = "",
    taps: dict[int, SeatTap] | None = None,
    **more: Any,
) -> Screen:
    """The screen that shows what a complete draft does; an impossible one shows why and has no button.

    `more` goes to the sheet as it is (links, riichi toggles, pao, another ron).
    """
    from ..games import game_of

    screens = game_of(place.session)
    sheet: dict[str, Any] = {
        "template": "tables/_confirm_sheet.html",
        "title": title or screens.in_words(draft, place.called),
        "form_action": place.url,
        "hidden": [
            ("draft", write_draft(draft)),
            ("version", str(place.session.version)),
            ("played", str(place.session.state["hands"])),
            ("key", str(uuid4())),
        ],
        **more,
    }
    try:
        hand = place.settle(draft)
    except RuleError as fault:
        sheet["errors"] = [said(fault.text, place.names)]
        return Screen(step=step, taps=taps or {}, sheet=sheet, status=422)
    if place.mode == "correct" and _as_recorded(place, hand):
        # nothing to confirm yet: what was recorded, and what can be changed of it
        sheet["title"] = _hand_named(screens.numbered, place.number, hand.label, sheet["title"])
        sheet["unchanged"] = True
        return Screen(step=step, taps=taps or {}, sheet=sheet)
    sheet["preview"] = _preview(place, hand, screens.has_riichi)
    if place.mode != "record":
        changed = consequence(place.session, outcomes_with(place, draft), place.number)
        sheet["changes"] = change_rows(changed, place.names)
        if changed.fault is not None:
            sheet["errors"] = [
                _("This would make a later hand impossible, so nothing is changed. %(why)s")
                % {"why": fault_in_words(changed.fault)}
            ]
            del sheet["preview"]
        elif changed.state is not None:
            sheet["put_right"] = to_put_right(place.session.table, changed.state, place.names)
    return Screen(step=step, taps=taps or {}, sheet=sheet, status=422 if "errors" in sheet else 200)


def outcomes_with(place: EntryPlace, draft: Draft) -> list[Draft]:
    """The session's outcomes with this draft in its place."""
    outcomes = stored_outcomes(place.session)
    if place.mode == "correct":
        outcomes[place.number - 1] = draft
    else:
        outcomes.insert(place.number - 1, draft)
    return outcomes


def _hand_named(numbered: Any, number: int, label: str, words: str) -> str:
    """Which hand it is, in front of what happened; some games name a hand by its number alone."""
    if label == str(number):
        return _("%(which)s: %(words)s") % {"which": numbered % {"number": number}, "words": words}
    return _("Hand %(number)s (%(label)s): %(words)s") % {
        "number": number,
        "label": label_in_words(label),
        "words": words,
    }


def _as_recorded(place: EntryPlace, hand: PlayedHand) -> bool:
    """Whether the draft is what stands recorded at its place."""
    stored = stored_outcomes(place.session)[place.number - 1]
    return bool(place.session.game.write_outcome(hand.outcome) == stored)


def _preview(place: EntryPlace, hand: PlayedHand, has_sticks: bool) -> dict[str, Any]:
    after = hand.settlement.after
    game = place.session.game
    recording = place.mode == "record"
    ends = recording and (bool(after.ended) or _last_by_clock(place))
    return {
        **payments_of(place.session, place.number, hand, place.names, sticks=has_sticks),
        "notes": [said(note) for note in hand.settlement.notes],
        "deltas": [
            {"name": name, "delta": delta, "score_after": score}
            for name, delta, score in zip(place.names, hand.settlement.deltas, after.scores, strict=True)
        ],
        "next_label": label_in_words(game.label(after)) if recording and not ends else "",
        "ends": ends,
        "confirm_label": {
            "record": _("Confirm"),
            "correct": _("Confirm the correction"),
            "insert": _("Confirm the insertion"),
        }[place.mode],
    }


def _last_by_clock(place: EntryPlace) -> bool:
    """Whether the time is up, and this is the hand that ends the session."""
    clock = clock_of(place.session)
    return clock is not None and last_hand(clock, place.session) == place.number


def change_rows(changed: Consequence, names: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of "what changes from here on": label and scores, before and after."""
    return [
        {
            "number": change.number,
            "label_before": label_in_words(change.label_before or ""),
            "label_after": label_in_words(change.label_after or ""),
            "relabelled": change.label_before != change.label_after,
            "edited": change.edited,
            "scores": [
                {
                    "name": name,
                    "before": change.scores_before[seat] if change.scores_before else None,
                    "after": change.scores_after[seat] if change.scores_after else None,
                }
                for seat, name in enumerate(names)
            ],
        }
        for change in changed.changes
    ]
