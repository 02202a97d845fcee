"""The Taiwanese entry: who won, from whom, how many tai, confirm; a drawn hand and a false win beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.taiwanese import MOST_TAI, payment
from mahjongclub.rules.taiwanese_patterns import PATTERNS

from .confirming import confirm_sheet
from .place import BadDraft, Draft, EntryPlace, Screen, SeatTap, write_draft
from .taiwanese_words import dealer_in_words, repeats_in_words, workings

VALUE_KEYS = ("tai", "patterns")
#: the numbers on the keys: those of every day first, the others one tap away
USUAL_TAI = range(20)
MORE_TAI = range(20, 40)
LONGEST_PATTERNS = 100


def screen(place: EntryPlace, draft: Draft) -> Screen:
    """The screen for a draft, from the idle table to the confirmation. BadDraft where it makes no sense."""
    try:
        shown = _screen(place, tidy(draft, place.before.seats))
    except RuleError as fault:
        raise BadDraft(str(fault)) from None
    return shown if place.before.ended else replace(shown, middle=(repeats_in_words(place.before),))


def start_draw() -> Draft:
    """A drawn hand; nothing more is to be said of it."""
    return {"type": "draw"}


def more_links(place: EntryPlace) -> list[dict[str, Any]]:
    """The rarer end of a hand, for the "More" sheet."""
    link = {"label": _("False win"), "help": _false_win_in_words(place), "href": _false_win(place)}
    return [{"title": _("Penalty"), "links": [link]}]


def tidy(draft: Draft, seats: int) -> Draft:
    """Only what a Taiwanese draft may hold, each value of the right shape; RuleError otherwise."""
    reader = Reader(draft)
    clean: Draft = {}
    if reader.has("type"):
        clean["type"] = reader.word("type", ("win", "draw", "false_win"))
    if clean.get("type") == "win":
        clean["wins"] = [_tidy_win(win, seats) for win in reader.objects("wins", seats - 1)] or [{}]
        if dice := reader.dice("dice"):
            clean["dice"] = list(dice)
    elif clean.get("type") == "false_win" and reader.has("offender"):
        clean["offender"] = reader.seat("offender", seats)
    reader.finish()
    return clean


def with_win(draft: Draft, index: int, win: Draft) -> Draft:
    """The draft with another win at `index`."""
    return {**draft, "wins": [*draft["wins"][:index], win, *draft["wins"][index + 1 :]]}


def without_value(win: Draft) -> Draft:
    """A win of which the tai are not known yet."""
    return {key: value for key, value in win.items() if key not in VALUE_KEYS}


def _tidy_win(reader: Reader, seats: int) -> Draft:
    clean: Draft = {}
    if reader.has("winner"):
        clean["winner"] = reader.seat("winner", seats)
    if "from" in reader.data:
        clean["from"] = reader.optional_seat("from", seats)
    if reader.has("tai"):
        clean["tai"] = reader.whole("tai", 0, MOST_TAI)
    if reader.has("patterns"):
        patterns = reader.items("patterns", LONGEST_PATTERNS)
        if not all(isinstance(key, str) and key in PATTERNS for key in patterns):
            raise reader.refuse("unknown_pattern", "patterns", "Unknown pattern.", "Combinaison inconnue.")
        clean["patterns"] = list(patterns)
    reader.taken.update(("winner", *VALUE_KEYS))
    reader.finish()
    return clean


def _screen(place: EntryPlace, draft: Draft) -> Screen:
    kind = draft.get("type")
    if kind is None:
        taps = {seat: SeatTap(place.link(_won_by(seat))) for seat in range(place.before.seats)}
        return Screen(taps=taps, waiting=_("Tap who won."))
    if kind == "draw":
        return confirm_sheet(
            place,
            draft,
            template="tables/_taiwanese_confirm_sheet.html",
            workings=[_after_draw(place, draft)],
            links=_other_ends(place, "draw"),
        )
    if kind == "false_win":
        return _false_win_screen(place, draft)
    # The first thing missing is asked for, whichever win it belongs to: a part taken out is put anew.
    for index, win in enumerate(draft["wins"]):
        if "winner" not in win:
            return _choose_winner(place, draft, index)
        if "from" not in win:
            return _choose_discarder(place, draft, index)
        if not any(key in win for key in VALUE_KEYS):
            return _choose_tai(place, draft, index)
    return _confirm_win(place, draft)


def _won_by(seat: int) -> Draft:
    return {"type": "win", "wins": [{"winner": seat}]}


def _choose_winner(place: EntryPlace, draft: Draft, index: int) -> Screen:
    win = draft["wins"][index]
    others = [one for at, one in enumerate(draft["wins"]) if at != index]
    taps = _taken_taps({"wins": [*others, win]})
    hint = _("won too?") if others else _("won?")
    for seat in place.other_seats(*taps):
        taps[seat] = SeatTap(place.link(with_win(draft, index, {**win, "winner": seat})), hint, "choosable")
    if not others:
        waiting = _("Tap who won.")
    elif place.rules.multi_win == "nearest":
        waiting = _("Who else won? Only the nearest after the discard is paid.")
    else:
        waiting = _("Who else won? Each is paid in full.")
    return Screen(step="winner", taps=taps, waiting=waiting)


def _choose_discarder(place: EntryPlace, draft: Draft, index: int) -> Screen:
    winner = draft["wins"][index]["winner"]
    taps = _taken_taps(draft)
    taps[winner] = SeatTap(place.leave_url, _("wins"), "winner")
    for seat in place.other_seats(*taps):
        taps[seat] = SeatTap(place.link(_thrown_by(draft, seat)), _("from?"), "choosable")
    alone = len(draft["wins"]) == 1
    return Screen(
        step="from",
        taps=taps,
        self_draw_href=place.link(_thrown_by(draft, None)) if alone else None,
        waiting=_("Whose discard? The middle if self-drawn.") if alone else _("Whose discard?"),
        compared_to=winner,
    )


def _thrown_by(draft: Draft, seat: int | None) -> Draft:
    """Several winners win on one discard, so all of them get the same."""
    return {**draft, "wins": [{**win, "from": seat} for win in draft["wins"]]}


def _taken_taps(draft: Draft) -> dict[int, SeatTap]:
    taps = {}
    for win in draft["wins"]:
        if win.get("from") is not None:
            taps[win["from"]] = SeatTap(state="payer", hint=_("pays"))
        if "winner" in win:
            taps[win["winner"]] = SeatTap(state="winner", hint=_("wins"))
    return taps


def _choose_tai(place: EntryPlace, draft: Draft, index: int) -> Screen:
    win = draft["wins"][index]

    def keys(numbers: range) -> list[dict[str, Any]]:
        return [
            {
                "tai": tai,
                "pays": _pays(place, win, tai),
                "href": place.link(with_win(draft, index, {**win, "tai": tai})),
            }
            for tai in numbers
        ]

    sheet = {
        "template": "tables/_taiwanese_tai_sheet.html",
        "title": win_title(place, win),
        "dealer": dealer_in_words(place.before, place.names, win),
        "keys": keys(USUAL_TAI),
        "more_keys": keys(MORE_TAI),
        "patterns_href": place.link(draft, page="patterns"),
        "typed": number_form(place, draft),
        "dealer_pays_apart": win["from"] is None and win["winner"] != place.before.dealer,
    }
    return Screen(step="value", taps=_taken_taps(draft), sheet=sheet)


def number_form(place: EntryPlace, draft: Draft, typed: str = "", error: str = "") -> dict[str, Any]:
    """The form in which any number of tai is typed, for `_taiwanese_number.html`."""
    return {
        "action": reverse("tables:patterns", args=[place.session.code, place.number]),
        "hidden": hidden_fields(place, draft),
        "typed": typed,
        "error": error,
        "most": MOST_TAI,
    }


def hidden_fields(place: EntryPlace, draft: Draft) -> list[tuple[str, str]]:
    """What a form that goes by GET carries along: the draft, and whether a hand is inserted."""
    fields = [("draft", write_draft(draft))]
    return [*fields, ("insert", "1")] if place.mode == "insert" else fields


def win_title(place: EntryPlace, win: Draft) -> str:
    """Who won, and how: "Chen on Dina’s discard"."""
    if win["from"] is None:
        return _("%(winner)s, self-drawn") % {"winner": place.names[win["winner"]]}
    return _("%(winner)s on %(payer)s’s discard") % {
        "winner": place.names[win["winner"]],
        "payer": place.names[win["from"]],
    }


def _pays(place: EntryPlace, win: Draft, tai: int) -> str:
    """What each payer pays for so many tai: "12", or "12/15" where the dealer pays more."""
    payers = place.other_seats(win["winner"]) if win["from"] is None else [win["from"]]
    amounts = {payment(place.rules, place.before, win["winner"], payer, tai) for payer in payers}
    return "/\u200b".join(number_format(amount, force_grouping=True) for amount in sorted(amounts))


def _confirm_win(place: EntryPlace, draft: Draft) -> Screen:
    wins = draft["wins"]
    another = None
    if wins[0]["from"] is not None and len(wins) < place.before.seats - 1:
        another = place.link({**draft, "wins": [*wins, {"from": wins[0]["from"]}]})
    return confirm_sheet(
        place,
        draft,
        taps=_taken_taps(draft),
        template="tables/_taiwanese_confirm_sheet.html",
        another_winner_href=another,
        another_winner_help=_("Only the nearest after the discard is paid.")
        if place.rules.multi_win == "nearest"
        else _("Each is paid in full."),
        workings=_workings(place, draft),
        links=[*_changes(place, draft), *_other_ends(place, "win")],
    )


def _workings(place: EntryPlace, draft: Draft) -> list[str]:
    try:
        hand = place.settle(draft)
    except RuleError:  # the sheet says it
        return []
    return workings(place.rules, place.before, hand, place.names)


def _changes(place: EntryPlace, draft: Draft) -> list[tuple[str, str]]:
    """The parts of a win that can be put anew, each a link to the draft without that part."""
    wins = draft["wins"]
    several = len(wins) > 1
    links = []
    for index, win in enumerate(wins):
        name = place.names[win["winner"]]
        label = _("Change the tai of %(name)s") % {"name": name} if several else _("Change the tai")
        rest = [*wins[:index], *wins[index + 1 :]]
        if "patterns" in win:  # ticked again from where they are; the page counts the last win
            links.append((label, place.link({**draft, "wins": [*rest, win]}, page="patterns")))
        else:
            links.append((label, place.link(with_win(draft, index, without_value(win)))))
        if several:
            links.append((_("%(name)s did not win") % {"name": name}, place.link({**draft, "wins": rest})))
    nobody = [{key: value for key, value in win.items() if key != "from"} for win in wins]
    links.append((_("Change whose discard"), place.link({**draft, "wins": nobody})))
    links.append((_("Change who won"), place.link({"type": "win", "wins": [{}]})))
    return links


def _other_ends(place: EntryPlace, kind: str) -> list[tuple[str, str]]:
    """A hand being corrected may have ended another way altogether."""
    if place.mode == "record":
        return []
    ends = {
        "win": (_("It was a win"), place.link({"type": "win", "wins": [{}]})),
        "draw": (_("It was a draw"), place.link(start_draw())),
        "false_win": (_("It was a false win"), _false_win(place)),
    }
    return [end for other, end in ends.items() if other != kind]


def _after_draw(place: EntryPlace, draft: Draft) -> str:
    after = place.settle(draft).settlement.after
    return _("Nobody pays. %(name)s deals again: %(repeats)s.") % {
        "name": place.names[after.dealer],
        "repeats": repeats_in_words(after),
    }


def _false_win(place: EntryPlace) -> str:
    return place.link({"type": "false_win"})


def _false_win_in_words(place: EntryPlace) -> str:
    return _("Pays each other seat %(tai)s tai; the hand is replayed.") % {"tai": place.rules.false_win_tai}


def _false_win_screen(place: EntryPlace, draft: Draft) -> Screen:
    offender = draft.get("offender")
    taps = {}
    for seat in range(place.before.seats):
        link = place.link({"type": "false_win", "offender": seat})
        if seat == offender:
            taps[seat] = SeatTap(state="payer", hint=_("pays"))
        else:
            taps[seat] = SeatTap(link, _("who?"), "choosable")
    if offender is None:
        return Screen(step="from", taps=taps, waiting=_("Who declared a false win?"))
    links = [(_("Change who it was"), _false_win(place)), *_other_ends(place, "false_win")]
    return confirm_sheet(place, draft, taps=taps, links=links)
