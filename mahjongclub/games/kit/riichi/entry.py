"""The riichi entry: who won, from whom, how much, confirm; draws, aborts and chombo beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from mahjongclub.rules.game import RuleError, sum_by_seat
from mahjongclub.rules.kit.riichi.checks import aborts_played
from mahjongclub.rules.kit.riichi.option_lists import ABORTS
from mahjongclub.rules.kit.riichi.outcomes import Abort, Win, read_outcome
from mahjongclub.rules.kit.riichi.settle import tile_value
from mahjongclub.rules.kit.riichi.tiles import YAKU_NAMES, TileValue
from mahjongclub.rules.kit.riichi.yaku import LIABLE_FOR, PAO_YAKUMAN
from mahjongclub.rules.kit.sticks import may_put_stick_out
from mahjongclub.rules.words import Text

from ..context import (
    BadDraft,
    Draft,
    EntryContext,
    Screen,
    SeatTap,
    TableSession,
    rule_errors_as_bad_draft,
    without,
)
from ..seat_steps import ask_source, choice_links, idle_screen, taps_of_wins
from ..wording import and_list, next_hand_in_words, points_in_words, said, wind_letter
from .hand_words import in_words
from .questions import QUESTIONS
from .tile_page import VALUES, TileWin
from .value_grid import value_grid
from .yaku_page import yaku_page_url


def _alone(draft: Draft) -> Draft:
    return {**draft, "wins": [draft["wins"][-1]]}


def _value(place: EntryContext, draft: Draft) -> TileValue:
    outcome = read_outcome(place.rules, _alone(draft))
    if not isinstance(outcome, Win):
        raise BadDraft("not a win")
    return tile_value(place.rules, place.before, outcome, 0)


#: chips that a tap gives; more are typed
CHIPS_TAPPED = 6
TILES = TileWin(
    of=lambda draft: draft["wins"][-1],
    put=lambda draft, win: {**draft, "wins": [*draft["wins"][:-1], win]},
    value=_value,
    alone=_alone,
)


@rule_errors_as_bad_draft()
def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft, from the idle table to the confirmation. BadDraft where it makes no sense."""
    draft = QUESTIONS.checked_draft(draft, place.before.seats)
    kind = draft.get("type")
    if kind is None:
        return _idle(place, draft)
    if kind == "win":
        return _win_screen(place, draft)
    if kind == "draw":
        return _draw_screen(place, draft)
    if kind == "chombo":
        return _chombo_screen(place, draft)
    if "reason" not in draft:
        raise BadDraft("no reason")
    return place.confirm_screen(draft, links=_other_ends(place, draft), riichi=_riichi_toggles(place, draft))


def riichi_seats_now(place: EntryContext) -> list[int]:
    """The seats whose stick lies on the table in the hand being played."""
    return list(place.session.riichi_out) if place.mode == "record" else []


def changed_notes(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    """The notes with a riichi stick put out ("out" = 1) or taken back. RuleError without the points."""
    seats = {str(seat): seat for seat in range(session.game.seats)}
    seat = seats.get(form.get("seat", ""))
    if seat is None:
        raise BadDraft("no such seat")
    others = [other for other in session.riichi_out if other != seat]
    if form.get("out") != "1":
        return {**pending, "riichi": others}
    if not may_put_stick_out(session.current_rules, session.table, seat):
        raise RuleError("riichi_without_points", "riichi", Text("A riichi needs 1,000 points."))
    return {**pending, "riichi": [*others, seat]}


def _with_last_win(draft: Draft, **changes: Any) -> Draft:
    wins = draft["wins"]
    return {**draft, "wins": [*wins[:-1], {**wins[-1], **changes}]}


def _idle(place: EntryContext, draft: Draft) -> Screen:
    riichi = draft["riichi"] or riichi_seats_now(place)
    return idle_screen(place, lambda seat: {"type": "win", "riichi": riichi, "wins": [{"winner": seat}]})


def _win_screen(place: EntryContext, draft: Draft) -> Screen:
    # what is asked next belongs to the first win that lacks it, which the steps below take for the last
    for index, win in enumerate(draft["wins"]):
        missing = QUESTIONS.first_unanswered(place.rules, {**draft, "wins": [win]})
        if missing is not None:
            others = draft["wins"][:index] + draft["wins"][index + 1 :]
            choose = {"won": _choose_winner, "from": _choose_payer, "value": _choose_value}
            return choose[missing[0]](place, {**draft, "wins": [*others, win]})
    return _confirm_win(place, draft)


def _choose_winner(place: EntryContext, draft: Draft) -> Screen:
    earlier = [win.get("winner") for win in draft["wins"][:-1]]
    discarder = draft["wins"][-1].get("from")
    taps = {seat: SeatTap(state="winner", hint=_("wins")) for seat in earlier if seat is not None}
    if discarder is not None:
        taps[discarder] = SeatTap(state="payer")
    first = not taps
    for seat in place.other_seats(*taps):
        link = place.link(_with_last_win(draft, winner=seat))
        taps[seat] = SeatTap(link, "", "choosable", _("Won the hand"))
    if first:
        waiting = _("Tap the winner")
    elif place.rules.multi_ron == "head_bump":
        waiting = _("Who else won? Only the nearest is paid.")
    else:
        waiting = _("Who else won?")
    return Screen(step="winner", taps=taps, waiting=waiting)


def _choose_payer(place: EntryContext, draft: Draft) -> Screen:
    """Who dealt in, to all who won; by a single winner it may be nobody."""
    winners = [win["winner"] for win in draft["wins"] if "winner" in win]
    alone = len(draft["wins"]) == 1

    def dealt_in_by(seat: int | None) -> str:
        return place.link({**draft, "wins": [{**win, "from": seat} for win in draft["wins"]]})

    leave = place.cancel_url if alone else None
    taps = {winner: SeatTap(leave, _("wins"), "winner") for winner in winners}
    links = []
    if alone and place.mode == "record":
        if place.before.seats > 2:
            links.append((_("Two rons"), place.link({**draft, "wins": [*draft["wins"], {}]})))
        if place.rules.chombo != "off":
            links.append((pgettext("riichi", "False win"), place.link(_start_chombo(draft["riichi"]))))
    words = {"spoken": _("Dealt in"), "waiting": _("Who dealt in?")}
    return ask_source(place, taps, dealt_in_by, links=links, alone=alone, **words)


def _choose_value(place: EntryContext, draft: Draft) -> Screen:
    taps = taps_of_wins(draft["wins"])
    win = draft["wins"][-1]
    # a value is worth as much to whoever does not deal, whoever pays: it is settled once for all of them
    dealer = place.before.dealer
    like = dealer if win["winner"] == dealer else place.other_seats(dealer)[0]
    payer = None if win["from"] is None else place.other_seats(like)[0]
    grid = value_grid(
        place,
        win["winner"],
        win["from"],
        alone=lambda value: {"type": "win", "wins": [{"winner": like, "from": payer, **value}]},
        with_value=lambda value: _with_last_win(draft, **value),
        several_yakuman=place.rules.yakuman_add_up,
        with_honba=_takes_honba(place, draft["wins"]),
    )
    grid["values"] = {**grid["values"], "tiles_href": place.link(draft, page="tiles")}
    return Screen(step="value", taps=taps, sheet={"template": "tables/_value_sheet.html", "grid": grid})


def _takes_honba(place: EntryContext, wins: list[Draft]) -> bool:
    """Whether the counters are paid to the last of these winners, too."""
    to_each = place.rules.multi_honba == "each" and place.rules.multi_ron != "head_bump"
    rons = [win for win in wins if win.get("winner") is not None and win.get("from") is not None]
    if to_each or len(rons) < 2:
        return True
    return min(rons, key=lambda win: (win["winner"] - win["from"]) % place.before.seats) is wins[-1]


def _confirm_win(place: EntryContext, draft: Draft) -> Screen:
    wins, last = draft["wins"], draft["wins"][-1]
    unvalued = without(last, *VALUES, "pao")
    links = [
        (_("Change the value"), place.link({**draft, "wins": [*wins[:-1], unvalued]})),
        (_("Change the winner"), place.link(_start_win(draft["riichi"]))),
        *_other_ends(place, draft),
    ]
    another = None
    if last["from"] is not None and len(wins) < place.before.seats - 1:
        another = place.link({**draft, "wins": [*wins, {"from": last["from"]}]})
    return place.confirm_screen(
        draft,
        taps=taps_of_wins(draft["wins"]),
        links=links,
        another_href=another,
        another_in_sight=place.rules.multi_ron != "head_bump",
        riichi=_riichi_toggles(place, draft),
        dead=_dead_toggles(place, draft),
        pao=_pao_choices(place, draft),
        chips=_chip_choices(place, draft),
        yaku_href=yaku_page_url(place, draft),
    )


def _pao_choices(place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
    """Who is liable for a yakuman, offered only where the rules have pao and the hand is a yakuman."""
    last = draft["wins"][-1]
    of_kan = last.get("from") is None and "open_kan" in place.rules.pao
    if not place.rules.pao or not (of_kan or "yakuman" in last or "tiles" in last):
        return []
    rest = without(last, "pao")
    liabilities: list[tuple[str, Draft, bool]] = [(_("nobody"), rest, "pao" not in last)]
    for seat in place.other_seats(last["winner"]):
        liabilities.append((place.names[seat], {**last, "pao": seat}, last.get("pao") == seat))
    if _several_yakuman(place, draft):
        fed = last["pao"] if isinstance(last.get("pao"), dict) else {}
        for key, yakuman in LIABLE_FOR.items():
            if yakuman not in {PAO_YAKUMAN.get(word) for word in place.rules.pao}:
                continue
            for seat in place.other_seats(last["winner"]):
                chosen = fed.get(key) == seat
                others = {name: win for name, win in fed.items() if name != key}
                liable = others if chosen else {**others, key: seat}
                words = {"what": said(YAKU_NAMES[yakuman]), "value": place.names[seat]}
                name = _("%(what)s: %(value)s") % words
                liabilities.append((name, {**last, "pao": liable} if liable else rest, chosen))
    wins = draft["wins"][:-1]
    return choice_links(
        place, ((name, {**draft, "wins": [*wins, win]}, chosen) for name, win, chosen in liabilities)
    )


def _chip_choices(place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
    """How many chips the hand wins of each who pays, where the house plays with them."""
    if not place.rules.chips:
        return []
    last, wins = draft["wins"][-1], draft["wins"][:-1]
    rest = without(last, "chips")
    chips = [(_("none"), rest), *((str(n), {**rest, "chips": n}) for n in range(1, CHIPS_TAPPED + 1))]
    return choice_links(place, ((name, {**draft, "wins": [*wins, win]}, win == last) for name, win in chips))


def _several_yakuman(place: EntryContext, draft: Draft) -> bool:
    """Whether the hand holds more yakuman than one, so that somebody may be liable for a part of it."""
    last = draft["wins"][-1]
    if "tiles" not in last:
        return bool(last.get("yakuman", 0) > 1)
    try:
        worth = _value(place, draft)
    except RuleError:
        return False
    return worth.yakuman > 0 and len(worth.yaku) > 1


def _riichi_toggles(place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
    """Who paid a stick in this hand: a declaration whose discard was won on is not paid."""
    riichi = draft["riichi"]
    return choice_links(
        place,
        (
            (name, {**draft, "riichi": _turned(riichi, seat)}, seat in riichi)
            for seat, name in enumerate(place.names)
        ),
    )


def _dead_toggles(place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
    """Whose hand could not win any more: it is noten, and its stick stays."""
    dead = draft.get("dead", [])
    winners = {win.get("winner") for win in draft.get("wins", [])}
    return choice_links(
        place,
        (
            (name, {**draft, "dead": sorted(_turned(dead, seat))}, seat in dead)
            for seat, name in enumerate(place.names)
            if seat not in winners
        ),
    )


def _other_ends(place: EntryContext, draft: Draft) -> list[tuple[str, str]]:
    """What else a hand being corrected or inserted may have been: any end can become any other."""
    if place.mode == "record":
        return []
    riichi = draft["riichi"]
    ends: list[tuple[str, Draft]] = [
        (_("It was a win"), _start_win(riichi)),
        (_("It was a draw"), drawn_hand(riichi)),
        *(
            (in_words(Abort(abort["reason"]), place.isolated_names), abort)
            for abort in _aborts(place, riichi)
        ),
    ]
    if place.rules.chombo != "off":
        ends.append(("Chombo", _start_chombo(riichi)))
    own_end = (draft["type"], draft.get("reason"))
    return [(label, place.link(end)) for label, end in ends if (end["type"], end.get("reason")) != own_end]


def _start_win(riichi: list[int]) -> Draft:
    return {"type": "win", "riichi": riichi, "wins": [{}]}


def _start_chombo(riichi: list[int]) -> Draft:
    return {"type": "chombo", "offenders": [], "riichi": riichi}


def _aborts(place: EntryContext, riichi: list[int]) -> list[Draft]:
    """The abortive draws these rules know; under head bump three rons are an ordinary ron."""
    return [{"type": "abort", "reason": reason, "riichi": riichi} for reason in aborts_played(place.rules)]


def drawn_hand(riichi: list[int]) -> Draft:
    """An exhaustive draw as it begins to be entered: riichi seats are tenpai already."""
    return {"type": "draw", "tenpai": sorted(riichi), "nagashi": [], "riichi": riichi}


def _draw_screen(place: EntryContext, draft: Draft) -> Screen:
    seats, dead = [], draft.get("dead", [])
    for seat, name in enumerate(place.names):
        wind = place.before.wind_of(seat)
        seats.append(
            {
                "seat": seat,
                "name": name,
                "wind": wind,
                "letter": wind_letter(wind),
                "deals": seat == place.before.dealer,
                "tenpai": seat in draft["tenpai"] and seat not in dead,
                "locked": seat in draft["riichi"] and seat not in dead,
                "href": place.link({**draft, "tenpai": sorted(_turned(draft["tenpai"], seat))}),
                "nagashi": seat in draft["nagashi"],
                "nagashi_href": place.link({**draft, "nagashi": _turned(draft["nagashi"], seat)}),
            }
        )
    declared = [place.isolated_names[seat] for seat in draft["riichi"] if seat not in dead]
    return place.confirm_screen(
        draft,
        step="draw",
        title=_("No winner"),
        template="games/kit/_no_winner_sheet.html",
        declared=ngettext("%(names)s is: riichi.", "%(names)s are: riichi.", len(declared))
        % {"names": and_list(declared)}
        if declared
        else "",
        sentences=_draw_in_words(place, draft),
        draw={"seats": seats, "nagashi_allowed": place.rules.nagashi, "nagashi_open": bool(draft["nagashi"])},
        called_off=[
            {"label": ABORTS_IN_SHORT[abort["reason"]], "long": said(ABORTS[abort["reason"]])}
            | {"href": place.link(abort)}
            for abort in _aborts(place, draft["riichi"])
        ],
        false_win_href=place.link(_start_chombo(draft["riichi"])) if place.rules.chombo != "off" else "",
        win_href="" if place.mode == "record" else place.link(_start_win(draft["riichi"])),
        riichi=_riichi_toggles(place, draft),
        dead=_dead_toggles(place, draft),
    )


#: the abortive draws on a button; in full they stand in `rules`
ABORTS_IN_SHORT = {
    "nine_terminals": gettext_lazy("Nine terminals"),
    "four_winds": gettext_lazy("Four winds"),
    "four_riichi": gettext_lazy("Four riichi"),
    "four_kans": gettext_lazy("Four kans"),
    "triple_ron": gettext_lazy("Three rons"),
}


def _draw_in_words(place: EntryContext, draft: Draft) -> list[str]:
    """Who pays how much, what becomes of the sticks, which hand is next; [] for a draft that cannot be."""
    try:
        settlement = place.settle(draft).settlement
    except RuleError:
        return []
    after = settlement.after
    between = [
        paid for paid in settlement.transfers if isinstance(paid.source, int) and isinstance(paid.target, int)
    ]
    paid = {seat: -points for seat, points in enumerate(sum_by_seat(between, after.seats)) if points < 0}
    sentences = [_payers_in_words(place, paid)]
    if after.sticks and not after.ended:
        stay = ngettext("The stick stays.", "The %(count)s sticks stay.", after.sticks)
        sentences.append(stay % {"count": after.sticks})
    if not after.ended and place.mode == "record":
        sentences.append(next_hand_in_words(place.session.game.label(after)))
    return sentences


def _payers_in_words(place: EntryContext, paid: Mapping[int, int]) -> str:
    """Who pays: "Bo and Ann pay 1,500 each."; of unlike sums each by itself."""
    if not paid:
        return _("Nobody pays anything.")
    if len(set(paid.values())) > 1:
        alone = [
            _("%(name)s pays %(points)s")
            % {"name": place.isolated_names[seat], "points": points_in_words(points)}
            for seat, points in paid.items()
        ]
        return _("%(sentence)s.") % {"sentence": and_list(alone)}
    names = and_list([place.isolated_names[seat] for seat in paid])
    words = ngettext("%(names)s pays %(points)s.", "%(names)s pay %(points)s each.", len(paid))
    return words % {"names": names, "points": points_in_words(next(iter(paid.values())))}


def _chombo_screen(place: EntryContext, draft: Draft) -> Screen:
    offenders = draft["offenders"]
    taps = {}
    for seat in range(place.before.seats):
        link = place.link({**draft, "offenders": _turned(offenders, seat)})
        chosen = seat in offenders
        taps[seat] = SeatTap(link, _("chombo") if chosen else _("who?"), "payer" if chosen else "choosable")
    if not offenders:
        return Screen(step="from", taps=taps, waiting=_("Whose chombo?"))
    links = [(_("Change the player"), place.link(_start_chombo(draft["riichi"]))), *_other_ends(place, draft)]
    return place.confirm_screen(draft, taps=taps, links=links, riichi=_riichi_toggles(place, draft))


def _turned(seats: list[int], seat: int) -> list[int]:
    return [other for other in seats if other != seat] if seat in seats else [*seats, seat]


def riichi_more_sheet_links(place: EntryContext) -> list[dict[str, Any]]:
    """The false win, for the "More" sheet; what calls a hand off stands under "No winner"."""
    if place.rules.chombo == "off":
        return []
    label = pgettext("riichi", "False win")
    href = place.link(_start_chombo(riichi_seats_now(place)))
    chombo = {"label": label, "help": "" if label == "Chombo" else "chombo", "href": href}
    return [{"title": _("Penalty"), "links": [chombo]}]
