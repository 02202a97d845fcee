"""The table as one phone sees it: seats around a square, its own side at the bottom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.games.kit.context import Screen, SeatTap
from mahjongclub.games.kit.wording import (
    WIND_NAMES,
    isolated,
    label_in_words,
    ordinal_in_words,
    points_in_words,
    said,
    wind_letter,
)
from mahjongclub.games.registry import game_of
from mahjongclub.live import live_token
from mahjongclub.rules.game import TableState
from mahjongclub.rules.kit.sticks import may_put_stick_out, with_sticks_out

from .addresses import address
from .clock import clock_of, common_clock
from .entry_sheet import TableEntry
from .marker import marker_lines
from .models import Access, Session, names_by_seat
from .payments import to_pay

#: more sticks than these are not drawn, but said
MOST_LYING = 4
#: where the seats sit, by how many there are: from one's own in the order of play
SIDES = {
    2: ("bottom", "top-seat"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top-seat", "left"),
    5: ("bottom", "bottom_right", "top_right", "top_left", "bottom_left"),
    6: ("bottom", "bottom_right", "top_right", "top-seat", "top_left", "bottom_left"),
    7: ("bottom", "bottom_right", "right", "top_right", "top_left", "left", "bottom_left"),
}


def place_to_record(access: Access) -> TableEntry:
    """The entry of the hand to come, by one of the table's phones."""
    session = access.session
    names, rules = tuple(names_by_seat(session)), session.frozen_rules
    return TableEntry(session, access, session.next_number, "record", session.table, names, rules)


def build_board(place: TableEntry, screen: Screen) -> dict[str, Any]:
    """The context of templates/tables/_table.html: the board of an entry and its screen, with its controls.

    For a viewer nothing can be tapped but to compare scores. Numbers are written out here, once, where the
    template would ask for the language's grouping each time.
    """
    session, access = place.session, place.access
    recording, ended = place.mode == "record", bool(session.table.ended)
    scorer = access.may_score
    open_table = scorer and recording and not ended
    idle = open_table and screen.step == "idle"
    if recording and screen.step == "idle":
        screen = replace(screen, middle=(*screen.middle, *marker_lines(session)))
    game = game_of(session)
    may_draw = scorer and (open_table or place.mode == "insert")
    drawn = game.start_draw(place) if may_draw and game.start_draw else None
    code = session.code
    asked = _refresh_href(session, screen) if recording else ""
    sticks = with_sticks_out(place.before, session.riichi_out if recording else []).sticks
    return {
        "code": code,
        "version": str(session.version),
        "hand_number": str(place.number),
        "label": label_in_words(session.game.label(place.before)),
        "round_wind": session.game.wind_to_come(place.rules, place.before) or "",
        "honba": honba_in_words(place.before.honba) if game.has_honba else None,
        "sticks": sticks_in_words(sticks) if game.has_sticks else None,
        # one letter for each stick that is drawn lying in the middle
        "lying": "|" * min(sticks, MOST_LYING) if game.has_sticks else "",
        "bank": place.before.bank,
        "ended": ended and recording,
        "role": access.role,
        "places": _places(place, screen, session.riichi_out if recording else []),
        "aside": _aside(place),
        "screen": screen,
        "game": game,
        "cancel_href": screen.cancel_href
        or (None if screen.step == "idle" and recording else place.leave_url),
        "draw_href": screen.draw_href or (place.link(drawn) if drawn is not None else None),
        "undo_href": _undo_href(session, screen) if idle else None,
        # whether these two lead to a page of their own, which is no part of this one
        "undo_leaves": screen.undo_href is None,
        "cancel_leaves": screen.cancel_href is None and not recording,
        "more_href": address("more", code) if scorer and recording else None,
        "need_href": address("need", code) if session.game.values is not None and not ended else None,
        "log_href": address("log", code),
        "share_href": address("share", code),
        "may_end": idle and session.table.may_end,
        "end_href": address("end", code) if ended else None,
        "title": said(session.game.name),
        "live_href": live_href(access),
        # an entry under way is not torn from the hand: its confirmation will say what happened meanwhile
        "refresh_href": asked,
        # between two hands: what the players still have to hand over
        "to_pay": _to_pay(place) if asked else [],
        # the page for entering a hand without network, for who may
        "typed_href": place.typed_url if scorer and not session.table.ended else "",
        # the screens to come, which a phone fetches to show them without asking again
        "steps_href": reverse("tables:steps", args=[code, place.number])
        + (f"?{urlencode(place.marks)}" if place.marks else "")
        if scorer and not (recording and ended)
        else "",
        "correcting": "" if recording else game.numbered % {"number": place.number},
        "asks_seat": access.asks_seat and recording and not ended,
    }


def honba_in_words(honba: int) -> str:
    return ngettext("%(honba)s honba", "%(honba)s honba", honba) % {"honba": honba}


def sticks_in_words(sticks: int) -> str:
    return ngettext("%(counter)s stick", "%(counter)s sticks", sticks) % {"counter": sticks}


def live_href(access: Access) -> str:
    """The stream of the table's news, with the alarms of its clock where it has one."""
    session = access.session
    rings = (clock_of(session) or common_clock(session)) is not None and not session.table.ended
    return f"/live/{session.code}?token={live_token(session.code, access.role)}{'&clock=1' if rings else ''}"


def _refresh_href(session: Session, screen: Screen) -> str:
    """Where news of the table is looked up; "" while an entry is under way."""
    if screen.step != "idle" and not screen.unasked:
        return ""
    here = address("table", session.code)
    return f"{here}?{urlencode({'shown': screen.mark})}" if screen.mark else here


def _to_pay(place: TableEntry) -> list[dict[str, Any]]:
    """What is to be paid, and to which sides of this phone's board the sticks on the table go."""
    rows, sides = to_pay(place.session, place.everybody), SIDES[place.before.seats]
    mine = place.access.place or 0
    return [
        {
            **row,
            "sticks": " ".join(
                sides[(seat - mine) % len(sides)]
                for number in row.get("takers", ())
                if (seat := place.session.seat_of(number)) is not None
            ),
        }
        for row in rows
    ]


def _undo_href(session: Session, screen: Screen) -> str | None:
    if screen.undo_href:
        return screen.undo_href
    return address("undo", session.code) if session.listed else None


def _places(place: TableEntry, screen: Screen, out: list[int]) -> list[dict[str, Any]]:
    session, game = place.session, game_of(place.session)
    recording, scorer = place.mode == "record", place.access.may_score
    table = shown_table(place.before, screen, out)
    sides = SIDES[table.seats]
    turnable = game.has_riichi and scorer and recording and screen.step == "idle" and not table.ended
    riichi_url = address("notes", session.code)
    ranks = [1 + sum(other > score for other in table.all_scores) for score in table.scores]
    places, mine = [], place.access.place
    for seat, name in enumerate(place.names):
        tap = screen.taps.get(seat, SeatTap())
        wind = game.wind_of(table, seat)
        difference = _difference(table, seat, screen.compared_to)
        places.append(
            {
                "seat": str(seat),
                # what the focus goes back to after a tap; under a sheet there is none, and the sheet takes it
                "anchor": "" if screen.sheet else f"seat-{seat}",
                "side": sides[(seat - (mine or 0)) % table.seats],
                "name": name,
                "wind": wind_letter(wind),
                "wind_name": WIND_NAMES.get(wind, ""),
                "dealer": seat == table.dealer,
                "score": points_in_words(table.scores[seat]),
                # the place of the rank is taken by a hint or a difference
                "rank": "" if tap.hint or difference else ordinal_in_words(ranks[seat]),
                "riichi": seat in out,
                "can_riichi": turnable and may_put_stick_out(place.rules, place.before, seat),
                "riichi_action": riichi_url if turnable else None,
                "stick_label": _("Riichi stick of %(name)s") % {"name": name} if turnable else "",
                "mine": seat == mine,
                "difference": difference,
                "state": f"{tap.state} dealer" if seat == table.dealer else tap.state,
                "hint": tap.hint,
                "href": tap.href and escape(tap.href),
            }
        )
    return sorted(places, key=lambda one: sides.index(one["side"]))


def _aside(place: TableEntry) -> list[str]:
    """Who sits out, with what they have; and who sits down for whom as the hand to come begins."""
    table = place.before
    if not table.order:
        return []
    called = [isolated(name) for name in place.everybody]
    out = {"name": called[table.order[-1]], "points": points_in_words(table.all_scores[-1])}
    lines = [_("%(name)s sits out: %(points)s") % out]
    last = place.session.hands.order_by("-number").first() if place.mode == "record" else None
    if last is not None and not table.ended:
        were = last.result["sitting"]
        lines += [
            _("%(name)s sits down for %(other)s") % {"name": called[now], "other": called[was]}
            for was, now in zip(were[:-1], table.order, strict=False)
            if was != now
        ]
    return lines


def shown_table(before: TableState, screen: Screen, out: list[int]) -> TableState:
    """The table as the board shows it: the sticks put out lie on it, what was already paid is paid."""
    table = with_sticks_out(before, out)
    return table if screen.scores is None else replace(table, scores=screen.scores)


def _difference(table: TableState, seat: int, compared_to: int | None) -> str:
    """How far a seat is from the one it is compared to, "3,900 behind"; "" of that one itself.

    Said in words, never with a sign: one would read as a payment to come.
    """
    if compared_to is None or seat == compared_to:
        return ""
    difference = table.scores[seat] - table.scores[compared_to]
    points = {"points": points_in_words(abs(difference))}
    if not difference:
        return _("level")
    return _("%(points)s ahead") % points if difference > 0 else _("%(points)s behind") % points
