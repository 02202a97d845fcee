"""The table as one phone sees it: seats around a square, its own side at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy

from mahjongclub.live import live_token
from mahjongclub.rules.game import TableState
from mahjongclub.rules.riichi_stick import may_put_stick_out, with_sticks_out

from .clock import clock_of
from .entry.place import EntryPlace, Screen, SeatTap
from .games import game_of
from .models import Access, Session
from .wording import label_in_words, said, wind_letter

SIDES = {
    2: ("bottom", "top"),
    4: ("bottom", "right", "top", "left"),
    6: ("bottom", "bottom_right", "top_right", "top", "top_left", "bottom_left"),
}
WIND_NAMES = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
}


@dataclass(frozen=True)
class Place:
    """One seat on the board. See templates/tables/_seat.html."""

    seat: int
    side: str
    name: str
    wind: str
    wind_name: Any
    dealer: bool
    score: int
    rank: int
    riichi: bool
    can_riichi: bool
    riichi_action: str | None
    mine: bool
    difference: int | None
    state: str
    hint: str
    href: str | None


@dataclass(frozen=True)
class Board:
    """The board with the controls around it. See templates/tables/_board.html."""

    code: str
    version: int
    hand_number: int
    label: str
    round_wind: str
    honba: int | None
    sticks: int | None
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
    return Board(
        code=code,
        version=session.version,
        hand_number=place.number,
        label=label_in_words(session.game.label(place.before)),
        round_wind=session.game.round_wind(place.before) or "",
        honba=place.before.honba if game.has_honba else None,
        sticks=with_sticks_out(place.before, session.riichi_out if recording else []).sticks
        if game.has_sticks
        else None,
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
        more_href=reverse("tables:more", args=[code]) if scorer and recording else None,
        log_href=reverse("tables:log", args=[code]),
        share_href=reverse("tables:share", args=[code]),
        end_href=reverse("tables:end", args=[code]) if ended else None,
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


def _live_href(access: Access) -> str:
    """The stream of the table's news, with the alarms of its clock where it has one."""
    session = access.session
    rings = clock_of(session) is not None and not session.table.ended
    return f"/live/{session.code}?token={live_token(session.code, access.role)}{'&clock=1' if rings else ''}"


def _refresh_href(session: Session, screen: Screen) -> str:
    """Where news of the table is looked up; "" while an entry is under way."""
    if screen.step != "idle" and not screen.unasked:
        return ""
    here = reverse("tables:table", args=[session.code])
    return f"{here}?{urlencode({'shown': screen.mark})}" if screen.mark else here


def _undo_href(session: Session, screen: Screen) -> str | None:
    if screen.undo_href:
        return screen.undo_href
    return reverse("tables:undo", args=[session.code]) if session.state["hands"] else None


def _places(place: EntryPlace, screen: Screen, out: list[int]) -> list[Place]:
    session, game = place.session, game_of(place.session)
    recording, scorer = place.mode == "record", place.access.may_score
    table = with_sticks_out(place.before, out)
    if screen.scores is not None:
        table = replace(table, scores=screen.scores)
    sides = SIDES[table.seats]
    turnable = game.has_riichi and scorer and recording and screen.step == "idle" and not table.ended
    riichi_url = reverse("tables:during", args=[session.code])
    places = []
    for seat, name in enumerate(place.names):
        tap = screen.taps.get(seat, SeatTap())
        wind = game.wind_of(table, seat)
        places.append(
            Place(
                seat=seat,
                side=sides[(seat - (place.access.seat or 0)) % table.seats],
                name=name,
                wind=wind_letter(wind),
                wind_name=WIND_NAMES.get(wind, ""),
                dealer=seat == table.dealer,
                score=table.scores[seat],
                rank=1 + sum(other > table.scores[seat] for other in table.scores),
                riichi=seat in out,
                can_riichi=turnable and may_put_stick_out(place.rules, place.before, seat),
                riichi_action=riichi_url if turnable else None,
                mine=seat == place.access.seat,
                difference=_difference(table, seat, screen.compared_to),
                state=tap.state,
                hint=tap.hint,
                href=tap.href,
            )
        )
    return sorted(places, key=lambda one: sides.index(one.side))


def _difference(table: TableState, seat: int, compared_to: int | None) -> int | None:
    if compared_to is None or seat == compared_to:
        return None
    return table.scores[seat] - table.scores[compared_to]
