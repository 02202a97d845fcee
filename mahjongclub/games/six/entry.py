"""The six-player entry: a round is a running list of events, each paid and shown as soon as it is entered.

A tap on a seat opens what happened there: a win (from whom, then its class) or a kong. The fifth win or an
empty wall ends the round. `draft.py` reads drafts, `sheets.py` and `closing.py` make the sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import RuleError, TableState, Transfer
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.six import VARIANT
from mahjongclub.rules.six.round import most_wins, playing_seats, settle_round_events
from mahjongclub.rules.words import Text

from ..kit.context import BadDraft, Draft, EntryContext, Screen, SeatTap, TableSession, decode_draft, without
from ..kit.controls import require_posted_dice
from ..kit.wording import said
from .closing import closing_screen
from .draft import EventEdit, RoundDraft, read_edit, read_events, read_round
from .sheets import (
    class_sheet,
    dice_sheet,
    event_fault_in_words,
    event_list,
    event_sheet,
    kong_panel,
    round_over_in_words,
)
from .words import event_in_words


def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft, from the board to the end of the round. BadDraft where it makes no sense."""
    entered = read_round(place, draft).with_points_typed()
    if entered.edit is not None:
        return _edit_screen(entered, entered.edit)
    if entered.look is not None:
        return _with_sheet(entered, "event", event_sheet(entered, entered.look), _back(entered))
    if entered.throw is not None:
        return _with_sheet(entered, "dice", dice_sheet(entered, entered.throw), _back(entered))
    if entered.closing or (place.mode == "record" and entered.have_five_won and not entered.open):
        return closing_screen(entered, _taps_out(entered), _middle(entered), unasked=not draft)
    return _board(entered)


def wind_label(table: TableState, seat: int) -> str:
    """East is marked; the others have no wind in this game."""
    return "E" if seat == table.dealer else ""


def notes_after_undo(outcome: Draft) -> Draft:
    """An undone round is on the table again with all its events, and what was said of its end."""
    return without(outcome, "type")


def wall_end_draft(place: EntryContext) -> Draft | None:
    """The end of the round as it begins to be entered: what an undone round said of it is there again.

    None where five have won: the wall did not end the round then.
    """
    noted = place.session.pending if place.mode == "record" else {}
    if read_round(place, {}).have_five_won:
        return None
    return {"type": "round", **{key: noted[key] for key in ("tenpai", "next_east") if key in noted}}


def more_sheet_links(place: EntryContext) -> list[dict[str, Any]]:
    """For the "More" sheet: the dice of the round."""
    dice = {"label": _("Dice: which wall, which tile"), "href": place.link({"throw": {}})}
    return [{"title": _("This round"), "links": [dice]}]


def draft_of_refused_note(form: Mapping[str, str]) -> Draft:
    """The step a form of ours was sent from."""
    return decode_draft(form.get("draft", ""))


def changed_notes(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes with an event put at its place or taken out, or the dice. RuleError for what cannot be."""
    what, events = form.get("do"), list(pending.get("events", ()))
    draft = draft_of_refused_note(form)
    if what == "dice":
        thrown = require_posted_dice(form, "first", "second", Text("Choose what each die shows."))
        return {**pending, "dice": list(thrown)}
    if what == "remove":
        at = draft.get("look")
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(events):
            raise BadDraft("no such event")
        del events[at]
    elif what == "put":
        seats = session.table.seats
        edit = read_edit(draft.get("edit"), seats)
        events, at = EventEdit(_completed(edit.event, form, seats), edit.at, edit.over).put_into(events)
    else:
        raise BadDraft("nothing to do")
    return {**pending, "events": _checked(session, events, at, what == "put")}


def _completed(event: Draft, form: Mapping[str, str], count: int) -> Draft:
    """The event with the choice of the button that sent the form."""
    if "kind" in form:
        return {"type": "kong", "seat": event.get("seat"), "kind": form["kind"]}
    if "discarder" in form:
        seats = {str(seat): seat for seat in range(count)}
        return {**event, "from": seats.get(form["discarder"])}
    if "points" in form:
        points = whole_number(form["points"].strip(), 9)
        return {**event, "points": "" if points is None else points}
    if "class" in form:
        return {**without(event, "points"), "hand": form["class"]}
    return event


def _checked(session: TableSession, events: list[Draft], at: int, put: bool) -> list[Draft]:
    """The events as a record writes them; RuleError that names the later event a change makes impossible."""
    try:
        played = VARIANT.read_outcome(session.current_rules, {"type": "round", "events": events})
        settle_round_events(played.events, session.current_rules)
    except RuleError as fault:
        index = _event_at_fault(fault)
        if index is None or (put and index == at) or index >= len(events):
            raise
        what = event_in_words(read_events([events[index]], session.current_rules)[0], session.seat_names)
        sentence = event_fault_in_words(index, what, said(fault.text))
        raise RuleError(fault.code, fault.field, Text.plain(sentence)) from None
    return list(VARIANT.outcome_to_json(played)["events"])


def _event_at_fault(fault: RuleError) -> int | None:
    parts = (fault.field or "").split(".")
    return int(parts[1]) if len(parts) == 3 and parts[0] == "events" else None


def _middle(entered: RoundDraft) -> tuple[str, ...]:
    won = len(entered.settled_events.winner_seats)
    lines = [_("round")]
    if won:
        lines.append(ngettext("%(count)s has won", "%(count)s have won", won) % {"count": won})
    if entered.dice:
        lines.append(_("dice %(first)s + %(second)s") % {"first": entered.dice[0], "second": entered.dice[1]})
    return tuple(lines)


def _taps_out(entered: RoundDraft, before: int | None = None) -> dict[int, SeatTap]:
    """The seats that have won, greyed, with the order in which they did."""
    return {
        seat: SeatTap(state="out", hint=format_html(_("won {place}"), place=ordinal(number)))
        for number, seat in enumerate(entered.settled_before(before).winner_seats, start=1)
    }


def _back(entered: RoundDraft) -> str | None:
    """Where a step of an event goes back to: the table, or the round being corrected."""
    return None if entered.is_from_notes else entered.link()


def _round_so_far(entered: RoundDraft) -> dict[str, Any]:
    """What every step of a round shows: the scores as paid, the middle, the way to the empty wall."""
    wall = None if entered.is_from_notes or entered.have_five_won else entered.link()
    return {"scores": entered.scores(), "middle": _middle(entered), "draw_href": wall}


def _with_sheet(entered: RoundDraft, step: str, sheet: dict[str, Any], cancel: str | None) -> Screen:
    return Screen(
        step=step,
        taps=_taps_out(entered),
        sheet=sheet,
        status=422 if sheet.get("errors") or entered.typed else 200,
        cancel_href=cancel,
        **_round_so_far(entered),
    )


def _board(entered: RoundDraft) -> Screen:
    """The board with the round so far under it; each seat still in may win or lay a kong."""
    taps = _taps_out(entered)
    ended = bool(entered.place.session.table.ended) and entered.is_from_notes
    if not entered.have_five_won and not ended:
        for seat in entered.place.other_seats(*taps):
            taps[seat] = SeatTap(entered.link_edit({"seat": seat}))
    last = len(entered.events) - 1
    over = f"{round_over_in_words(entered)}."
    return Screen(
        taps=taps,
        waiting=over if entered.have_five_won else _("Who won or laid a kong?"),
        undo_href=entered.link(look=last) if entered.events else None,
        cancel_href=_back(entered),
        **_round_so_far(entered),
        below=event_list(entered),
        just_paid=_just_paid(entered),
    )


def _just_paid(entered: RoundDraft) -> tuple[Transfer, ...]:
    """What the last event moved, while its payment may still be under way."""
    followed = entered.settled_events
    if not entered.is_from_notes or not followed.steps or followed.fault is not None:
        return ()
    return tuple(followed.steps[-1].transfers)


def _edit_screen(entered: RoundDraft, edit: EventEdit) -> Screen:
    event = edit.event
    if "seat" not in event:
        return _choose_seat(entered, edit)
    if event.get("type") == "kong" and event.get("kind") == "claimed":
        return _with_sheet(entered, "from", kong_panel(entered, edit, claimed=True), _back(entered))
    if event.get("type") != "win" or "from" not in event:
        return _choose_what(entered, edit)
    return _with_sheet(entered, "value", class_sheet(entered, edit), _back(entered))


def _choose_seat(entered: RoundDraft, edit: EventEdit) -> Screen:
    """Whose event: of an event put in between, or the second winner on a discard."""
    taps = _taps_out(entered, edit.at)
    source = edit.event.get("from")
    if source is not None:
        # whoever was taken for the discarder may be the one who won: then from whom is asked anew
        other_way = entered.link_edit({"seat": source}, edit.at, True) if edit.over else None
        taps[source] = SeatTap(other_way, _("discarded"), "payer")
    if len(entered.settled_before(edit.at).winner_seats) < most_wins(entered.place.rules):
        for seat in entered.place.other_seats(*taps):
            link = entered.link_edit({**edit.event, "seat": seat}, edit.at, edit.over)
            taps[seat] = SeatTap(link, "", "choosable")
    if source is None or edit.event.get("type") == "kong":
        waiting = _("Who won or laid a kong?")
    else:
        waiting = _("Who won on this discard?") if edit.over else _("Who else won on this discard?")
    return Screen(
        step="winner", taps=taps, waiting=waiting, cancel_href=_back(entered), **_round_so_far(entered)
    )


def _choose_what(entered: RoundDraft, edit: EventEdit) -> Screen:
    """What this seat did: a win, by a tap on the discarder or the middle, or a kong, by its button."""
    seat = edit.event["seat"]
    taps = _taps_out(entered, edit.at)
    win: Draft = {"type": "win", "seat": seat}
    rest: Draft = {name: edit.event[name] for name in ("kongs", "four_identical") if name in edit.event}
    out = entered.settled_before(edit.at).winner_seats
    if seat not in out and len(out) < most_wins(entered.place.rules):
        for other in playing_seats(out, seat, entered.place.before.seats):
            link = entered.link_edit({**win, **rest, "from": other}, edit.at, edit.over)
            taps[other] = SeatTap(link, "", "choosable", _("Discarded the tile"))
        leave = _back(entered) or entered.place.cancel_url
        taps[seat] = SeatTap(leave, _("wins?"), "winner")
    return Screen(
        step="from",
        taps=taps,
        self_draw_href=entered.link_edit({**win, **rest, "from": None}, edit.at, edit.over),
        waiting=_("Who discarded? Or which kong?"),
        cancel_href=_back(entered),
        **_round_so_far(entered),
        below=kong_panel(entered, edit),
    )
