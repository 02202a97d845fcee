"""The table as one phone sees it: seats around a square, its own side at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from mahjongclub.games.base import Game
from mahjongclub.games.kit.context import Screen, SeatTap
from mahjongclub.games.kit.seat_names import ACROSS, LINE, SIDE, TITLE, name_fitted_to_seat
from mahjongclub.games.kit.wording import (
    WIND_NAMES,
    hand_label_in_words,
    honba_in_words,
    isolated,
    label_in_words,
    ordinal_in_words,
    points_in_words,
    said,
    signed_points,
    wind_letter,
)
from mahjongclub.games.registry import game_of
from mahjongclub.live import live_token
from mahjongclub.rules.game import WINDS, TableState
from mahjongclub.rules.kit.sticks import may_put_stick_out, with_sticks_out

from .addresses import session_path
from .chairs import SIDES
from .clock import clock_of, common_clock
from .entry_sheet import TableEntry
from .models import Access, Session, names_by_seat
from .payment_words import PaymentNotice
from .payments import instant_payment_notice, payment_notices
from .ranking import ranks_so_far
from .rules_form import rules_name
from .sitters import Seating


@dataclass(frozen=True, slots=True)
class Pill:
    """An amount that lies on the felt, between the sides of this phone's board that pay and get it.

    `at_taker` says that it lies before the one it is paid to, where one payer pays several.
    """

    source_side: str
    target_side: str
    points: str
    at_taker: bool


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat as a card of the board: who sits there, with what, and what a tap on it does."""

    seat: str
    #: what the focus goes back to after a tap; under a sheet there is none, and the sheet takes it
    anchor: str
    side: str
    name: str
    #: whole or shortened, as its card holds it; and in one line, where the card is low
    shown: str
    in_a_line: str
    wind: str
    wind_letter: str
    wind_name: str | Promise
    dealer: bool
    score: str
    delta: str
    gains: bool
    #: "" where its place is taken by a hint or a difference
    rank: str
    riichi: bool
    can_riichi: bool
    riichi_action: str | None
    stick_label: str
    pills: Sequence[Pill]
    mine: bool
    apart: tuple[str, str] | None
    state: str
    hint: str
    slot: str
    slot_done: bool
    spoken: str
    href: str | None


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """What is to be paid after a hand, and to which sides of this phone's board the sticks go."""

    notice: PaymentNotice
    sticks: str
    dismiss_href: str


@dataclass(frozen=True, slots=True)
class LastHand:
    """The last hand in a line that leads to it in the log."""

    label: str
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Board:
    """What templates/tables/_table.html draws: the board of an entry and its screen, with its controls."""

    code: str
    version: str
    hand_number: str
    label: str
    line: str
    #: which hand comes and who deals it, long and short
    next_line: tuple[str, str] | None
    round_wind: str
    honba: str | None
    sticks: str | None
    bank: int | None
    ended: bool
    role: str
    mine: bool
    places: list[SeatCard]
    moved: bool
    aside: list[str]
    screen: Screen
    game: Game
    cancel_href: str | None
    draw_href: str | None
    undo_href: str | None
    undo_label: str
    #: whether Undo and Cancel lead to a page of their own, which is no part of this one
    undo_leaves: bool
    cancel_leaves: bool
    more_href: str | None
    need_href: str | None
    log_href: str
    share_href: str
    may_end: bool
    end_href: str | None
    title: str
    marker: str
    live_href: str
    #: where news is looked up; "" while an entry is under way, which is not torn from the hand
    refresh_href: str
    notices: list[NoticeRow]
    #: what can be said in the strip: label, address, and whether it leads to the typed hand
    quick: list[tuple[str, str, bool]]
    last: LastHand | None
    #: the page for entering a hand without network, "" for who may not
    typed_href: str
    #: the screens to come, which a phone fetches to show them without asking again
    steps_href: str
    correcting: str
    asks_seat: bool


def next_hand_entry(access: Access) -> TableEntry:
    """The entry of the hand to come, by one of the table's phones."""
    session = access.session
    names, rules = tuple(names_by_seat(session)), session.current_rules
    return TableEntry(session, access, session.next_row_number, "record", session.table, names, rules)


def build_board(place: TableEntry, screen: Screen) -> Board:
    """The context of templates/tables/_table.html: the board of an entry and its screen, with its controls.

    For a viewer nothing can be tapped but to compare scores. Numbers are written out here, once, where the
    template would ask for the language's grouping each time.
    """
    session, access = place.session, place.access
    recording, ended = place.mode == "record", bool(session.table.ended)
    scorer = access.may_score
    open_table = scorer and recording and not ended
    idle = open_table and screen.step == "idle"
    game = game_of(session)
    may_draw = scorer and (open_table or place.mode == "insert")
    drawn = game.drawn_hand(place) if may_draw and game.drawn_hand else None
    code = session.code
    refresh_href = _refresh_href(session, screen) if recording else ""
    sticks = with_sticks_out(place.before, session.riichi_out if recording else []).sticks
    lying = [honba_in_words(place.before.honba)] if game.has_honba else []
    lying += [sticks_label(sticks)] if game.has_sticks else []
    label = label_in_words(session.game.label(place.before))
    hand = game.hand_in_words(session.game.label(place.before))
    # between two hands: what the players still have to hand over
    due = payment_notices(session, place.short_names, place.access.seat) if refresh_href else []
    if refresh_href and screen.just_paid:
        due = [
            instant_payment_notice(screen.just_paid, place.number, place.short_names, place.access.seat),
            *due,
        ]
    notices = [notice for notice in due if notice.key not in place.dismissed_notices]
    if screen.confirm:
        line, moved = ", ".join([hand, *lying]), screen.confirm.get("notice")
    else:
        line, moved = rules_name(session), notices[0] if notices else None
        if screen.self_draw_href:
            line = ", ".join([hand, *lying])
    cancel = screen.cancel_href or (None if screen.step == "idle" and recording else place.cancel_url)
    draw = screen.draw_href or (place.link(drawn) if drawn is not None else None)
    quick = [(label, link, link.startswith(place.typed_url)) for label, link in screen.links]
    if cancel and draw and not recording and not screen.sheet:
        quick.append((str(game.draw_label), draw, False))
    if recording and not ended and access.seat_now is not None and screen.compared_to == access.seat_now:
        # one's own seat, and the differences to all: what passes them
        own_needs = f"{session_path('need', code)}?mine=1"
        quick += [(_("What do I need?"), own_needs, False)] if session.game.values is not None else []
    return Board(
        code=code,
        version=str(session.version),
        hand_number=str(place.number),
        label=label,
        line=line,
        next_line=_next_line(place, hand) if notices and not (notices[0].owed or screen.just_paid) else None,
        round_wind=session.game.wind_to_come(place.rules, place.before) or "",
        honba=honba_in_words(place.before.honba) if game.has_honba else None,
        sticks=sticks_label(sticks) if game.has_sticks else None,
        bank=place.before.bank,
        ended=ended and recording,
        role=access.role,
        mine=access.seat_now is not None,
        places=_places(place, screen, session.riichi_out if recording else [], moved),
        moved=moved is not None and bool(moved.moves or moved.takers or moved.noted),
        aside=_aside(place),
        screen=screen,
        game=game,
        cancel_href=cancel,
        draw_href=draw,
        undo_href=_undo_href(session, screen) if open_table else None,
        undo_label=_undo_label(session) if open_table and not screen.undo_href else _("Undo"),
        undo_leaves=screen.undo_href is None,
        cancel_leaves=screen.cancel_href is None and not recording,
        more_href=session_path("more", code) if scorer and recording else None,
        need_href=session_path("need", code) if session.game.values is not None and not ended else None,
        log_href=session_path("log", code),
        share_href=session_path("share", code),
        may_end=idle and session.table.may_end,
        end_href=session_path("end", code) if ended else None,
        title=said(session.game.name),
        marker=round_break_in_words(session) if recording and screen.step == "idle" else "",
        live_href=live_href(access),
        refresh_href=refresh_href,
        notices=[_notice_row(place, notice) for notice in notices],
        quick=quick,
        last=_last_hand(place) if recording and not screen.sheet else None,
        typed_href=place.typed_url if scorer and not session.table.ended else "",
        steps_href=reverse("tables:steps", args=[code, place.number])
        + (f"?{urlencode(place.address_params)}" if place.address_params else "")
        if scorer and not (recording and ended)
        else "",
        correcting="" if recording else hand,
        asks_seat=access.asks_seat and recording and not ended,
    )


def sticks_label(sticks: int) -> str:
    return ngettext("%(counter)s stick", "%(counter)s sticks", sticks) % {"counter": sticks}


def live_href(access: Access) -> str:
    """The stream of the table's news, with the alarms of its clock where it has one, and the phone's seat."""
    session = access.session
    rings = (clock_of(session) or common_clock(session)) is not None and not session.table.ended
    seat = "" if access.seat_now is None else f"&seat={access.seat_now}"
    clock = "&clock=1" if rings else ""
    return f"/live/{session.code}?token={live_token(session.code, access.role)}{seat}{clock}"


def _refresh_href(session: Session, screen: Screen) -> str:
    """Where news of the table is looked up; "" while an entry is under way."""
    if screen.step != "idle" and not screen.unasked:
        return ""
    here = session_path("table", session.code)
    return f"{here}?{urlencode({'shown': screen.mark})}" if screen.mark else here


def _next_line(place: TableEntry, hand: str) -> tuple[str, str]:
    """Which hand comes, and who deals it: "Next: East 4, you deal", and shorter, "E4: you deal"."""
    table = place.before
    names = (
        hand_label_in_words(place.session.game.label(table), honba=game_of(place.session).has_honba),
        hand,
    )
    spelled, short = ({"hand": hand} for hand in names)
    if table.dealer == place.access.seat_now:
        return _("Next: %(hand)s, you deal") % spelled, _("%(hand)s: you deal") % short
    spelled["name"] = place.isolated_short_names[table.dealer]
    short["name"] = isolated(name_fitted_to_seat(place.names[table.dealer], TITLE))
    return _("Next: %(hand)s, %(name)s deals") % spelled, _("%(hand)s: %(name)s deals") % short


def _notice_row(place: TableEntry, notice: PaymentNotice) -> NoticeRow:
    """A notice, and to which sides of this phone's board the sticks on the table go."""
    sides = [_side_of(place, number) for number in notice.takers]
    query = urlencode([("dismissed", key) for key in (*place.dismissed_notices, notice.key)])
    return NoticeRow(
        notice=notice,
        sticks=" ".join(side for side in sides if side),
        dismiss_href=f"{session_path('table', place.session.code)}?{query}",
    )


def _side_of(place: TableEntry, number: int) -> str:
    """The side of this phone's board at which a player sits, by number; "" for who sits out."""
    seat = place.session.seat_of(number)
    sides = SIDES[place.before.seats]
    return "" if seat is None else sides[(seat - (place.access.seat_now or 0)) % len(sides)]


def _last_hand(place: TableEntry) -> LastHand | None:
    """The last hand, by the names of who played it; None without one. A query where somebody sits out."""
    session, hands = place.session, place.session.to_pay.get("hands") or [{}]
    outcome, number = hands[-1].get("outcome"), hands[-1].get("number")
    if outcome is None or number != session.row_count:
        return None
    played = place.isolated_names
    if session.rotation:
        played = tuple(isolated(name) for name in Seating(session).names_before(number))
    return LastHand(
        label=label_in_words(hands[-1]["label"]),
        words=game_of(session).in_words(session.game.read_outcome(session.current_rules, outcome), played),
        href=f"{session_path('log', session.code)}#hand-{number}",
    )


def _undo_href(session: Session, screen: Screen) -> str | None:
    if screen.undo_href:
        return screen.undo_href
    return session_path("undo", session.code) if session.row_count else None


def _undo_label(session: Session) -> str:
    """Undo with the hand that it takes back: "Undo E3", "Undo hand 3"; "Undo" of what is no hand."""
    label = _last_label(session)
    if not label:
        return _("Undo")
    if not label.isdecimal():
        return _("Undo %(hand)s") % {"hand": label_in_words(label).replace("-", "\N{NON-BREAKING HYPHEN}")}
    if game_of(session).in_rounds:
        return pgettext("button", "Undo round %(number)s") % {"number": label}
    return pgettext("button", "Undo hand %(number)s") % {"number": label}


def _last_label(session: Session) -> str:
    """The label of the last hand, "" where something else was recorded after it. No query."""
    due_notice = session.to_pay
    if "last" in due_notice:
        return str(due_notice["last"])
    hands = due_notice.get("hands") or []
    return str(hands[-1]["label"]) if hands and hands[-1]["number"] == session.row_count else ""


def _places(place: TableEntry, screen: Screen, out: list[int], moved: PaymentNotice | None) -> list[SeatCard]:
    session, game = place.session, game_of(place.session)
    recording, scorer = place.mode == "record", place.access.may_score
    table = table_on_board(place.before, screen, out)
    sides = SIDES[table.seats]
    turnable = game.has_riichi and scorer and recording and screen.step == "idle" and not table.ended
    riichi_url = session_path("notes", session.code)
    ranks = ranks_so_far(table.all_scores)
    places, mine = [], place.access.seat_now
    pills = _pills(place, moved)
    for seat, name in enumerate(place.names):
        tap = screen.taps.get(seat, SeatTap())
        if screen.confirm:
            tap = replace(tap, hint="")  # what each gains or loses says it
        wind = game.wind_of(table, seat)
        side = sides[(seat - (mine or 0)) % table.seats]
        apart = _difference(table, seat, screen.compared_to)
        delta = moved.deltas[session.seating[seat]] if moved is not None else 0
        dealer, rank = seat == table.dealer, ranks[seat]
        places.append(
            SeatCard(
                seat=str(seat),
                anchor="" if screen.sheet else f"seat-{seat}",
                side=side,
                name=name,
                shown=name_fitted_to_seat(name, ACROSS if side in ("bottom", "top-seat") else SIDE),
                in_a_line=name_fitted_to_seat(name, LINE) if side in ("bottom", "top-seat") else "",
                wind=wind,
                wind_letter=wind_letter(wind),
                wind_name=WIND_NAMES.get(wind, ""),
                dealer=dealer,
                score=points_in_words(table.scores[seat]),
                delta=signed_points(delta) if delta else "",
                gains=delta > 0,
                rank="" if tap.hint or apart or rank is None else ordinal_in_words(rank),
                riichi=seat in out,
                can_riichi=turnable and may_put_stick_out(place.rules, place.before, seat),
                riichi_action=riichi_url if turnable else None,
                stick_label=_("Riichi stick of %(name)s") % {"name": name} if turnable else "",
                pills=pills.get(seat, ()),
                mine=seat == mine,
                apart=apart,
                state=f"{tap.state} dealer" if dealer else tap.state,
                hint=tap.hint,
                slot=tap.slot,
                slot_done=tap.slot_done,
                spoken=tap.spoken,
                href=tap.href and escape(tap.href),
            )
        )
    return sorted(places, key=lambda card: sides.index(card.side))


def _pills(place: TableEntry, moved: PaymentNotice | None) -> dict[int, list[Pill]]:
    """The amounts that lie on the felt, by the seat whose stick would lie there: a payer's own, or, where one
    payer pays several, those of whom it is paid to."""
    pills: dict[int, list[Pill]] = {}
    for source, target, points in moved.moves if moved is not None else ():
        payer, taker = (place.session.seat_of(number) for number in (source, target))
        if payer is None or taker is None:
            continue
        several = sum(payment[0] == source for payment in moved.moves) > 1 if moved is not None else False
        pills.setdefault(taker if several else payer, []).append(
            Pill(
                source_side=_side_of(place, source),
                target_side=_side_of(place, target),
                points=points_in_words(points),
                at_taker=several,
            )
        )
    return pills


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
            _("%(name)s replaces %(other)s") % {"name": called[now], "other": called[was]}
            for was, now in zip(were[:-1], table.order, strict=False)
            if was != now
        ]
    return lines


def table_on_board(before: TableState, screen: Screen, out: list[int]) -> TableState:
    """The table as the board shows it: the sticks put out lie on it, what was already paid is paid."""
    table = with_sticks_out(before, out)
    return table if screen.scores is None else replace(table, scores=screen.scores)


def _difference(table: TableState, seat: int, compared_to: int | None) -> tuple[str, str] | None:
    """How far a seat is from the one it is compared to: ("3,900", "behind"); None of that one itself.

    Said in words, never with a sign: one would read as a payment to come.
    """
    if compared_to is None or seat == compared_to:
        return None
    difference = table.scores[seat] - table.scores[compared_to]
    if not difference:
        return "", _("level")
    return points_in_words(abs(difference)), _("ahead") if difference > 0 else _("behind")


def round_break_in_words(session: Session) -> str:
    """What the board says between the last hand of a round and the first of the next one, else "".

    Source: seed 000, "on retournera alors l'indicateur de donneur sur sa face Sud".
    """
    table = session.table
    # one query more for the hand before, where a round can have begun at all
    if table.ended or not table.round or table.dealer:
        return ""
    last = session.hands.order_by("-number").values_list("result__label", flat=True).first()
    # a label that is a number comes back from JSON as one
    winds = str(last or "")[:1], session.game.label(table)[:1]
    return _("Turn the marker.") if winds[0] != winds[1] and set(winds) <= set(WINDS) else ""
