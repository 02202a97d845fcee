"""The table as one phone sees it: seats around a square, its own side at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.live import live_token
from mahjongclub.rules.game import TableState
from mahjongclub.rules.riichi_stick import may_put_stick_out, with_sticks_out

from .addresses import address
from .clock import clock_of
from .entry.place import EntryPlace, Screen, SeatTap
from .games import game_of
from .models import Access, Session
from .wording import label_in_words, ordinal_in_words, points_in_words, said, wind_letter

#: more sticks than these are not drawn, but said
MOST_LYING = 4
SIDES = {
    2: ("bottom", "top-seat"),
    4: ("bottom", "right", "top-seat", "left"),
    6: ("bottom", "bottom_right", "top_right", "top-seat", "top_left", "bottom_left"),
}
WIND_NAMES = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
}


class Shown:
    """Facts for a template, which looks every name up as a key before it tries the attribute.

    Numbers are written out here, once, where the template would ask for the language's grouping each time.
    """

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


@dataclass(frozen=True)
class Place(Shown):
    """One seat on the board. See templates/tables/_board.html."""

    seat: str
    #: what the focus goes back to after a tap; under a sheet there is none, and the sheet takes it
    anchor: str
    side: str
    name: str
    wind: str
    wind_name: Any
    dealer: bool
    score: str
    #: "" where the place of the rank is taken by a hint or a difference
    rank: str
    riichi: bool
    can_riichi: bool
    riichi_action: str | None
    stick_label: str
    mine: bool
    difference: int | None
    state: str
    hint: str
    href: str | None


@dataclass(frozen=True)
class Board(Shown):
    """The board with the controls around it. See templates/tables/_board.html."""

    code: str
    version: str
    hand_number: str
    label: str
    round_wind: str
    honba: str | None
    sticks: str | None
    #: one letter for each stick that is drawn lying in the middle
    lying: str
    bank: int | None
    ended: bool
    role: str
    step: str
    places: list[Place]
    waiting: str
    self_draw_href: str | None = None
    cancel_href: str | None = None
    draw_href: str | None = None
    undo_href: str | None = None
    #: whether these two lead to a page of their own, which is no part of this one
    undo_leaves: bool = False
    cancel_leaves: bool = False
    more_href: str | None = None
    log_href: str = ""
    share_href: str = ""
    end_href: str | None = None
    title: str = ""
    live_href: str = ""
    refresh_href: str = ""
    #: the page for entering a hand without network, for who may
    typed_href: str = ""
    correcting: str = ""
    draw_label: str = ""
    middle: tuple[str, ...] = ()
    below: dict[str, Any] | None = None
    asks_seat: bool = False
    shows_tiles: bool = False
    stylesheet: str = ""


def place_to_record(session: Session, access: Access, names: Sequence[str]) -> EntryPlace:
    """The entry of the hand to come."""
    table = session.table
    return EntryPlace(
        session, access, session.next_number, "record", table, tuple(names), session.frozen_rules
    )


def build_board(place: EntryPlace, screen: Screen) -> Board:
    """The board of an entry and its screen; for a viewer, nothing can be tapped but to compare scores."""
    session, access = place.session, place.access
    recording, ended = place.mode == "record", bool(session.table.ended)
    scorer = access.may_score
    open_table = scorer and recording and not ended
    idle = open_table and screen.step == "idle"
    game = game_of(session)
    may_draw = scorer and (open_table or place.mode == "insert")
    drawn = game.start_draw(place) if may_draw and game.start_draw else None
    code = session.code
    sticks = with_sticks_out(place.before, session.riichi_out if recording else []).sticks
    return Board(
        code=code,
        version=str(session.version),
        hand_number=str(place.number),
        label=label_in_words(session.game.label(place.before)),
        round_wind=session.game.round_wind(place.before) or "",
        honba=_honba_in_words(place.before.honba) if game.has_honba else None,
        sticks=_sticks_in_words(sticks) if game.has_sticks else None,
        lying="|" * min(sticks, MOST_LYING) if game.has_sticks else "",
        bank=place.before.bank,
        ended=ended and recording,
        role=access.role,
        step=screen.step,
        places=_places(place, screen, session.riichi_out if recording else []),
        waiting=screen.waiting,
        self_draw_href=screen.self_draw_href,
        cancel_href=screen.cancel_href or (None if screen.step == "idle" and recording else place.leave_url),
        draw_href=screen.draw_href or (place.link(drawn) if drawn is not None else None),
        undo_href=_undo_href(session, screen) if idle else None,
        undo_leaves=screen.undo_href is None,
        cancel_leaves=screen.cancel_href is None and not recording,
        more_href=address("more", code) if scorer and recording else None,
        log_href=address("log", code),
        share_href=address("share", code),
        end_href=address("end", code) if ended else None,
        title=said(session.game.name),
        live_href=_live_href(access),
        # an entry under way is not torn from the hand: its confirmation will say what happened meanwhile
        refresh_href=_refresh_href(session, screen) if recording else "",
        typed_href=place.typed_url if scorer and not session.table.ended else "",
        correcting="" if recording else game.numbered % {"number": place.number},
        draw_label=game.draw_label,
        middle=screen.middle,
        below=screen.below,
        asks_seat=access.asks_seat and recording and not ended,
        shows_tiles=game.shows_tiles,
        stylesheet=game.stylesheet,
    )


def _honba_in_words(honba: int) -> str:
    return ngettext("%(honba)s honba", "%(honba)s honba", honba) % {"honba": honba}


def _sticks_in_words(sticks: int) -> str:
    return ngettext("%(counter)s stick", "%(counter)s sticks", sticks) % {"counter": sticks}


def _live_href(access: Access) -> str:
    """The stream of the table's news, with the alarms of its clock where it has one."""
    session = access.session
    rings = clock_of(session) is not None and not session.table.ended
    return f"/live/{session.code}?token={live_token(session.code, access.role)}{'&clock=1' if rings else ''}"


def _refresh_href(session: Session, screen: Screen) -> str:
    """Where news of the table is looked up; "" while an entry is under way."""
    if screen.step != "idle" and not screen.unasked:
        return ""
    here = address("table", session.code)
    return f"{here}?{urlencode({'shown': screen.mark})}" if screen.mark else here


def _undo_href(session: Session, screen: Screen) -> str | None:
    if screen.undo_href:
        return screen.undo_href
    return address("undo", session.code) if session.state["hands"] else None


def _places(place: EntryPlace, screen: Screen, out: list[int]) -> list[Place]:
    session, game = place.session, game_of(place.session)
    recording, scorer = place.mode == "record", place.access.may_score
    table = with_sticks_out(place.before, out)
    if screen.scores is not None:
        table = replace(table, scores=screen.scores)
    sides = SIDES[table.seats]
    turnable = game.has_riichi and scorer and recording and screen.step == "idle" and not table.ended
    riichi_url = address("during", session.code)
    ranks = [1 + sum(other > score for other in table.scores) for score in table.scores]
    places = []
    for seat, name in enumerate(place.names):
        tap = screen.taps.get(seat, SeatTap())
        wind = game.wind_of(table, seat)
        difference = _difference(table, seat, screen.compared_to)
        places.append(
            Place(
                seat=str(seat),
                anchor="" if screen.sheet else f"seat-{seat}",
                side=sides[(seat - (place.access.seat or 0)) % table.seats],
                name=name,
                wind=wind_letter(wind),
                wind_name=WIND_NAMES.get(wind, ""),
                dealer=seat == table.dealer,
                score=points_in_words(table.scores[seat]),
                rank="" if tap.hint or difference is not None else ordinal_in_words(ranks[seat]),
                riichi=seat in out,
                can_riichi=turnable and may_put_stick_out(place.rules, place.before, seat),
                riichi_action=riichi_url if turnable else None,
                stick_label=_("Riichi stick of %(name)s") % {"name": name} if turnable else "",
                mine=seat == place.access.seat,
                difference=difference,
                state=f"{tap.state} dealer" if seat == table.dealer else tap.state,
                hint=tap.hint,
                href=tap.href and escape(tap.href),
            )
        )
    return sorted(places, key=lambda one: sides.index(one.side))


def _difference(table: TableState, seat: int, compared_to: int | None) -> int | None:
    if compared_to is None or seat == compared_to:
        return None
    return table.scores[seat] - table.scores[compared_to]
