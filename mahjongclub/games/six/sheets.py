"""The sheets of the six-player entry, and the running list of a round's events under the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.six.classes import KONGS, classes_of
from mahjongclub.rules.six.round import (
    MOST_POINTS,
    Kong,
    SettledEvent,
    Win,
    explain_value,
    kongs_of,
    playing_seats,
    settle_event,
    value_of,
)
from mahjongclub.rules.six.walls import WALLS

from ..kit.context import Draft, encode_draft, without
from ..kit.controls import die_faces, roll_dice
from ..kit.seat_steps import hidden_fields, win_title
from ..kit.wording import points_in_words, said
from .doublings import doubling_rows
from .draft import EventEdit, RoundDraft, read_events
from .words import event_in_words, payers_in_words


def event_fault_in_words(index: int, what: str, why: str) -> str:
    """Which event of the round cannot have happened, and why."""
    return _("Event %(number)s (%(what)s) cannot stay as it is: %(why)s") % {
        "number": index + 1,
        "what": what,
        "why": why,
    }


def round_over_in_words(entered: RoundDraft) -> str:
    """That the round is over as one player is left."""
    won = len(entered.settled_events.winner_seats)
    if won == 5:
        return _("Five have won: the round is over")
    return ngettext("%(count)s has won: the round is over", "%(count)s have won: the round is over", won) % {
        "count": won
    }


def event_list(entered: RoundDraft) -> dict[str, Any]:
    """The round so far, the newest event first, each with who pays it and the way to change it."""
    names, followed = entered.place.isolated_names, entered.settled_events
    rows = []
    for index in range(len(entered.events)):
        step = followed.steps[index] if index < len(followed.steps) else None
        faulty = followed.fault is not None and index == len(followed.steps)
        rows.append(
            {
                "number": index + 1,
                "words": event_in_words(entered.engine_events[index], names),
                "pays": payers_in_words(step.transfers, names) if step else "",
                "notes": [said(note) for note in step.notes] if step else [],
                "fault": said(followed.fault.text) if faulty and followed.fault else "",
                "href": entered.link(look=index),
            }
        )
    last = followed.steps[-1] if followed.steps and not followed.fault else None
    return {
        "template": "games/six/_events.html",
        "rows": rows[::-1],
        "another_href": _another_href(entered, len(entered.events) - 1, last),
        "replacement": _on_replacement(entered, last),
        "close_href": entered.link() if entered.have_five_won or not entered.is_from_notes else None,
    }


def _another_href(entered: RoundDraft, index: int, step: SettledEvent | None) -> str | None:
    """The second winner on the discard of event `index`, None where there can be none."""
    event = step.event if step else None
    if not isinstance(event, Win) or event.source is None or entered.have_five_won:
        return None
    shared = {"type": "win", "from": event.source}
    if event.first_discard:
        shared["first_discard"] = True
    at = index + 1
    return entered.link_edit(shared, at if at < len(entered.events) else None)


def _on_replacement(entered: RoundDraft, step: SettledEvent | None) -> dict[str, str] | None:
    """The win of whoever just laid a kong, on the tile drawn for it; None after anything else."""
    event = step.event if step else None
    if not isinstance(event, Kong) or event.seat in entered.settled_events.winner_seats:
        return None
    win = {"type": "win", "seat": event.seat, "from": None, "on_kong": True}
    return {"name": entered.place.isolated_names[event.seat], "href": entered.link_edit(win)}


def event_sheet(entered: RoundDraft, index: int) -> dict[str, Any]:
    """One event: who pays it and why so much, and everything that can be put right about it."""
    event, names = entered.events[index], entered.place.isolated_names
    followed = entered.settled_events
    step = followed.steps[index] if index < len(followed.steps) else None
    won = step.event if step and isinstance(step.event, Win) else None
    links = []
    if event["type"] == "win":
        whole = {"kongs": 0, "from": None, **event}
        links.append((_("Change the hand or its doublings"), entered.link_edit(whole, index, True)))
    # for another seat: kongs are the hand's own, so they are looked up again
    seatless = without(event, "seat", "kongs", "hand", "on_kong")
    links += [
        (_("Change from whom, or the kind"), entered.link_edit({"seat": event["seat"]}, index, True)),
        (_("It was another player"), entered.link_edit(seatless, index, True)),
    ]
    another = _another_href(entered, index, step)
    if another:
        links.append((_("Another win on this discard"), another))
    lines = explain_value(won, entered.place.rules) if won else ()
    links.append((_("Insert an event before this one"), entered.link_edit({}, index)))
    removed = [*entered.events[:index], *entered.events[index + 1 :]]
    return {
        "template": "games/six/_event_sheet.html",
        "title": _("Event %(number)s") % {"number": index + 1},
        "words": event_in_words(entered.engine_events[index], names),
        "pays": payers_in_words(step.transfers, names) if step else "",
        "notes": [said(note) for note in step.notes] if step else [],
        "lines": [(said(line), worth) for line, worth in lines],
        "links": links,
        "form": _note_form(entered, "remove", {"look": index}),
        "remove_href": None if entered.is_from_notes else entered.link_events(removed),
    }


def _note_form(entered: RoundDraft, what: str, step: Draft) -> dict[str, Any] | None:
    """Where and with what a note is posted; None where the draft holds the round, as in a correction."""
    if not entered.is_from_notes:
        return None
    return {"action": entered.place.notes_path, "do": what, "draft": encode_draft(step)}


def _put_href(entered: RoundDraft, edit: EventEdit, event: Draft) -> str | None:
    """The address of a stored round with this event put into it; a round being played takes a form."""
    if entered.is_from_notes:
        return None
    return entered.link_events(EventEdit(event, edit.at, edit.over).put_into(entered.events)[0])


def kong_panel(entered: RoundDraft, edit: EventEdit, claimed: bool = False) -> dict[str, Any]:
    """The kongs of a seat, each with who pays it; `claimed` asks whose discard it was."""
    seat, names = edit.event["seat"], entered.place.isolated_names
    before = entered.settled_before(edit.at)
    kong: Draft = {"type": "kong", "seat": seat}
    if claimed:
        options = [
            ("discarder", str(other), names[other], {**kong, "kind": "claimed", "from": other})
            for other in playing_seats(before.winner_seats, seat, entered.place.before.seats)
        ]
        title = _("%(name)s: a kong on whose discard?") % {"name": names[seat]}
    else:
        options = [
            ("kind", key, said(KONGS[key][1]), {**kong, "kind": key}) for key in ("concealed", "exposed")
        ]
        title = _("Or %(name)s lays a kong:") % {"name": names[seat]}
    choices, faults = [], []
    rules = entered.place.rules
    for name, value, label, event in options:
        try:
            step = settle_event(before.steps, read_events([event], rules)[0], rules)
        except RuleError as fault:
            faults.append(said(fault.text))
            continue
        pays = payers_in_words(step.transfers, names)
        choices.append(
            {
                "name": name,
                "value": value,
                "label": label,
                "pays": pays if len(step.transfers) == 1 else _each_of(step),
                "href": _put_href(entered, edit, event),
            }
        )
    panel: dict[str, Any] = {
        "template": "games/six/_discarder_sheet.html" if claimed else "games/six/_kongs.html",
        "title": title,
        "choices": choices,
        "form": _note_form(entered, "put", {"edit": edit.to_draft()}),
        "fault": faults[0] if faults and not choices else "",
    }
    if choices and not claimed:
        panel["claimed_href"] = entered.link_edit({**kong, "kind": "claimed"}, edit.at, edit.over)
        panel["claimed_label"] = said(KONGS["claimed"][1])
        panel["claimed_points"] = KONGS["claimed"][0]
    return panel


def _each_of(step: SettledEvent) -> str:
    return _("%(points)s from each") % {"points": points_in_words(step.transfers[0].points)}


def class_sheet(entered: RoundDraft, edit: EventEdit) -> dict[str, Any]:
    """The nine classes, each with what it is worth and pays now, below what doubles the hand."""
    names, before = entered.place.isolated_names, entered.settled_before(edit.at)
    event = {"kongs": kongs_of(before.steps, edit.event["seat"]), **edit.event}
    cells = [_class_cell(entered, edit, event, key, before.steps) for key in classes_of(entered.place.rules)]
    instead = entered.engine_events[edit.at] if edit.over and edit.at is not None else None
    form = _note_form(entered, "put", {"edit": EventEdit(event, edit.at, edit.over).to_draft()})
    sheet: dict[str, Any] = {
        "template": "games/six/_class_sheet.html",
        "title": win_title(entered.place.isolated_short_names, event["seat"], event["from"]),
        "instead": event_in_words(instead, names) if instead else "",
        "cells": cells,
        "typed": _typed_points(entered, edit, event),
        "doublings": doubling_rows(entered, edit, event, before.steps),
        "form": form,
    }
    reasons = {cell["reason"] for cell in cells}
    if len(reasons) == 1 and "" not in reasons:
        sheet["errors"] = list(reasons)
    return sheet


def _typed_points(entered: RoundDraft, edit: EventEdit, event: Draft) -> dict[str, Any]:
    """The field for the points of a win as the table read them; of a stored round it goes by GET, with it."""
    draft = {**entered.outcome(), "edit": EventEdit(event, edit.at, edit.over).to_draft()}
    error = _("Type a whole number from 1 to %(most)s.") % {"most": MOST_POINTS}
    return {
        "action": entered.place.path,
        "hidden": hidden_fields(entered.place, draft),
        "typed": entered.typed or event.get("points", ""),
        "error": error if entered.typed else "",
    }


def _class_cell(
    entered: RoundDraft, edit: EventEdit, event: Draft, key: str, before: Sequence[SettledEvent]
) -> dict[str, Any]:
    chosen = {**without(event, "points"), "hand": key}
    rules = entered.place.rules
    row = classes_of(rules)[key]
    cell = {"key": key, "name": said(row.name), "help": said(row.help), "reason": ""}
    win = read_events([chosen], entered.place.rules)[0]
    try:
        step = settle_event(before, win, rules)
    except RuleError as fault:
        return {**cell, "reason": said(fault.text)}
    return {
        **cell,
        "points": value_of(win, rules) if isinstance(win, Win) else 0,
        "pays": _each_of(step) if len(step.transfers) != 1 else "",
        "total": sum(transfer.points for transfer in step.transfers),
        "chosen": event.get("hand") == key and "points" not in event,
        "href": _put_href(entered, edit, chosen),
    }


def dice_sheet(entered: RoundDraft, throw: tuple[int, int]) -> dict[str, Any]:
    """The dice of the round, and what they say of the walls once both are known."""
    first, second = throw if any(throw) else entered.dice or (0, 0)

    def link(first: int, other: int) -> str:
        return entered.link(throw={name: die for name, die in (("first", first), ("second", other)) if die})

    thrown = bool(first and second)
    walls = WALLS.with_seats(entered.place.before.seats)
    steps = walls.steps(walls.set_up((first, second), dealer=entered.place.before.dealer)) if thrown else ()
    return {
        "template": "games/six/_dice_sheet.html",
        "title": _("Dice of this round"),
        "dice": [
            (_("First die"), "first", die_faces(lambda face: link(face, second), first)),
            (_("Second die"), "second", die_faces(lambda face: link(first, face), second)),
        ],
        "throw_href": link(*roll_dice()),
        "told": [said(line) for line in steps],
        "first": first,
        "second": second,
        "known": thrown,
        "form": _note_form(entered, "dice", {"throw": {"first": first, "second": second} if thrown else {}}),
        "save_href": replace(entered, dice=(first, second)).link()
        if thrown and not entered.is_from_notes
        else None,
    }
