"""The entry of American mah jongg: who won, from whom, the value, confirm; switches beside the value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.american.options import MOST, VALUES, Rules
from mahjongclub.rules.american.settle import MOST_EXPOSURES, Draw, Outcome, Win
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number

from ..kit.context import Draft, EntryContext, Screen, SeatTap, reading_drafts, write_draft
from ..kit.wording import change_in_words, points_in_words
from .questions import BET, DEAD, EXEMPT, JOKERLESS, MISNAMED, MISTAKE, QUESTIONS, WHOSE_MISTAKE

CONFIRM, VALUES_SHEET = "games/american/_confirm_sheet.html", "games/american/_value_sheet.html"
TYPED = "typed"


def start_draw(place: EntryContext | None = None) -> Draft:
    """A wall game, as it begins to be entered."""
    return {"type": "draw"}


def with_typed(draft: Draft, asked: Mapping[str, str]) -> Draft:
    """The draft with the value typed into its sheet; what is none is kept to be shown again."""
    if "points" not in asked or draft.get("type") == "draw":
        return draft
    value = whole_number(asked["points"].strip(), 6)
    good = value is not None and 1 <= value <= MOST
    return {**draft, "value": value} if good else {**draft, TYPED: asked["points"][:20]}


def more_links(place: EntryContext) -> list[dict[str, Any]]:
    """The rarer end of a hand, for the "More" sheet."""
    link = {"label": MISTAKE, "help": _told_mistake(place.rules), "href": _mistake(place)}
    return [{"title": _("Penalty"), "links": [link]}]


def _told_mistake(rules: Rules) -> str:
    if rules.is_tournament:
        return _("Where all but one have shown their tiles: that one gets the points of a wall game.")
    return _("Where all but one have shown their tiles: that one is paid %(times)s times the value.") % {
        "times": rules.mistake
    }


@reading_drafts()
def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft, from the idle table to the confirmation. BadDraft where it has no sense."""
    typed = draft.get(TYPED)
    hand = QUESTIONS.tidy({name: part for name, part in draft.items() if name != TYPED}, place.before.seats)
    if "type" not in hand:
        taps = {
            seat: SeatTap(place.link({"type": "win", "winner": seat}), spoken=_("Won the hand"))
            for seat in range(place.before.seats)
        }
        return Screen(taps=taps, waiting=_("Tap the winner"))
    missing = QUESTIONS.open(place.rules, hand)
    if missing is None:
        return _confirm(place, hand)
    ask = {"winner": _choose_winner, "offender": _choose_offender, "from": _choose_discarder}
    if missing[0] in ask:
        return ask[missing[0]](place, hand)
    if missing[0] == "exposures":
        return _choose_exposures(place, hand)
    return _choose_value(place, hand, str(typed or ""))


def _choose_winner(place: EntryContext, hand: Draft) -> Screen:
    mistaken = hand["type"] == "false_mahjong"
    taps = _taken_taps(hand)
    for seat in place.other_seats(*taps):
        taps[seat] = SeatTap(place.link({**hand, "winner": seat}), "", "choosable", _("Won the hand"))
    waiting = _("Who had not shown their tiles?") if mistaken else _("Tap the winner")
    return Screen(step="winner", taps=taps, waiting=waiting)


def _choose_offender(place: EntryContext, hand: Draft) -> Screen:
    taps = {
        seat: SeatTap(place.link({**hand, "offender": seat}), _("who?"), "choosable")
        for seat in range(place.before.seats)
    }
    return Screen(step="from", taps=taps, waiting=str(WHOSE_MISTAKE))


def _choose_discarder(place: EntryContext, hand: Draft) -> Screen:
    winner = hand["winner"]
    taps = {winner: SeatTap(place.leave_url, _("wins"), "winner")}
    for seat in place.other_seats(winner):
        link = place.link({**hand, "from": seat})
        taps[seat] = SeatTap(link, "", "choosable", _("Discarded the tile"))
    return Screen(
        step="from",
        taps=taps,
        self_draw_href=place.link({**hand, "from": None}),
        waiting=_("Whose discard?"),
        compared_to=winner,
        links=((str(MISTAKE), _mistake(place)),) if place.mode == "record" else (),
    )


def _choose_value(place: EntryContext, hand: Draft, typed: str) -> Screen:
    def key(value: int) -> dict[str, Any]:
        whole = {**hand, "value": value}
        return {"value": value, "pays": pays(place, whole), "href": place.link(whole)}

    bad = _("Type a whole number from 1 to %(most)s.") % {"most": MOST} if typed else ""
    win = hand["type"] == "win"
    sheet = {
        "template": VALUES_SHEET,
        "title": _title(place, hand),
        "label": _("Value on your card"),
        "under": _("Value on your card; under it the points that change."),
        "keys": [key(value) for value in VALUES],
        "switches": [_switch(place, hand, name) for name in ("jokerless", "exempt")] if win else [],
        "typed": {
            "action": place.path,
            "hidden": [("draft", write_draft(hand)), *place.marks.items()],
            "typed": typed,
            "error": bad,
        },
    }
    return Screen(step="value", taps=_taken_taps(hand), sheet=sheet, status=422 if bad else 200)


def _choose_exposures(place: EntryContext, hand: Draft) -> Screen:
    keys = [
        {
            "value": number,
            "pays": change_in_words(-place.rules.penalty(number)),
            "href": place.link({**hand, "exposures": number}),
        }
        for number in range(MOST_EXPOSURES + 1)
    ]
    sheet = {
        "template": VALUES_SHEET,
        "title": _title(place, hand),
        "label": _("Exposures of the winner"),
        "under": _("Exposures of the winner; under them what the discarder loses."),
        "keys": keys,
    }
    return Screen(step="value", taps=_taken_taps(hand), sheet=sheet)


def pays(place: EntryContext, hand: Draft) -> str:
    """The amounts on a key: what each payer pays, "25/50"; in a tournament what the winner gets."""
    try:
        moved = place.settle(hand).settlement.transfers
    except RuleError:
        return "–"
    if place.rules.is_tournament:
        moved = tuple(one for one in moved if one.source == "table")
    return "/\u200b".join(points_in_words(points) for points in sorted({one.points for one in moved}))


def _switch(place: EntryContext, hand: Draft, name: str) -> dict[str, Any]:
    """A yes or no of the hand, turned by a tap."""
    label = {"jokerless": JOKERLESS, "exempt": EXEMPT, "misnamed": MISNAMED}[name]
    rest = {key: value for key, value in hand.items() if key != name}
    href = place.link(rest if name in hand else {**rest, name: True})
    return {"name": label, "href": href, "chosen": name in hand}


def _confirm(place: EntryContext, hand: Draft) -> Screen:
    win, noted = hand["type"] == "win", place.rules.is_tournament
    switches: list[dict[str, Any]] = []
    if win:
        names = ("jokerless", "exempt", *(("misnamed",) if hand["from"] is not None else ()))
        switches.append({"choices": [_switch(place, hand, name) for name in names]})
    if win and place.rules.bets and place.before.order and not noted:
        switches.append({"title": BET, "choices": list(_bets(place, hand))})
    if hand["type"] != "false_mahjong":
        switches.append({"title": DEAD, "choices": list(_dead(place, hand))})
    return place.confirm(
        hand,
        taps=_taken_taps(hand),
        template=CONFIRM,
        # in a tournament a dead hand gets nothing for a wall game; a bet has to be told
        on_felt=not (noted and hand["type"] == "draw")
        and not (win and place.rules.bets and place.before.order),
        switches=switches,
        links=[*_changes(place, hand), *_other_ends(place, hand["type"])],
    )


def _bets(place: EntryContext, hand: Draft) -> Iterable[dict[str, Any]]:
    rest = {key: value for key, value in hand.items() if key != "bet"}
    yield {"name": _("nobody"), "href": place.link(rest), "chosen": "bet" not in hand}
    for seat, name in enumerate(place.names):
        yield {"name": name, "href": place.link({**rest, "bet": seat}), "chosen": hand.get("bet") == seat}


def _dead(place: EntryContext, hand: Draft) -> Iterable[dict[str, Any]]:
    dead = set(hand.get("dead", ()))
    for seat in place.other_seats(hand.get("winner", -1)):
        turned = sorted(dead ^ {seat})
        href = place.link({**hand, "dead": turned})
        yield {"name": place.names[seat], "href": href, "chosen": seat in dead}


def _changes(place: EntryContext, hand: Draft) -> list[tuple[str, str]]:
    """The parts of a hand that can be put anew, each a link to the draft without that part."""
    parts = {
        "win": (
            (_("Change the value"), "value"),
            (_("Change the exposures"), "exposures"),
            (_("Change whose discard"), "from"),
            (_("Change who won"), "winner"),
        ),
        "false_mahjong": ((_("Change the value"), "value"), (_("Change who it was"), "offender")),
    }
    return [
        (label, place.link({key: value for key, value in hand.items() if key != part}))
        for label, part in parts.get(hand["type"], ())
        if part in hand
    ]


def _other_ends(place: EntryContext, kind: str) -> list[tuple[str, str]]:
    """A hand being corrected may have ended another way altogether."""
    if place.mode == "record":
        return []
    ends = {
        "win": (_("It was a win"), place.link({"type": "win"})),
        "draw": (_("It was a wall game"), place.link(start_draw())),
        "false_mahjong": (_("It was mah jongg in error"), _mistake(place)),
    }
    return [end for other, end in ends.items() if other != kind]


def _mistake(place: EntryContext) -> str:
    return place.link({"type": "false_mahjong"})


def _taken_taps(hand: Draft) -> dict[int, SeatTap]:
    payer = hand.get("from", hand.get("offender"))
    taps = {} if payer is None else {payer: SeatTap(state="payer", hint=_("pays"))}
    if "winner" in hand:
        taps[hand["winner"]] = SeatTap(state="winner", hint=_("wins"))
    return taps


def _title(place: EntryContext, hand: Draft) -> str:
    """Who won, and how: "Chen on Dina’s discard"."""
    names = place.short_called
    if hand["type"] == "false_mahjong":
        return _("Mah jongg in error by %(name)s") % {"name": names[hand["offender"]]}
    if hand["from"] is None:
        return _("%(winner)s, self-picked") % {"winner": names[hand["winner"]]}
    return _("%(winner)s on %(payer)s’s discard") % {
        "winner": names[hand["winner"]],
        "payer": names[hand["from"]],
    }


def in_words(outcome: Outcome, names: Any) -> str:
    """What happened: "Chen wins on Dina’s discard: 25, jokerless"."""
    if isinstance(outcome, Win):
        return _win_in_words(outcome, names)
    if isinstance(outcome, Draw):
        return _("Wall game") + _dead_in_words(outcome.dead, names)
    told = {"name": names[outcome.offender], "winner": names[outcome.winner], "value": outcome.value}
    return _("Mah jongg in error by %(name)s: %(winner)s is paid for %(value)s") % told


def _win_in_words(win: Win, names: Any) -> str:
    told = [str(win.value)]
    told += [_("jokerless")] if win.jokerless else []
    told += [_("Singles and Pairs")] if win.exempt else []
    words = {"winner": names[win.winner], "value": ", ".join(told)}
    if win.source is None:
        sentence = _("%(winner)s wins, self-picked: %(value)s") % words
    else:
        words["payer"] = names[win.source]
        sentence = _("%(winner)s wins on %(payer)s’s discard: %(value)s") % words
    if win.misnamed:
        sentence += _(" (the tile was misnamed)")
    if win.bet is not None:
        sentence += _(" (bet on %(name)s)") % {"name": names[win.bet]}
    return sentence + _dead_in_words(win.dead, names)


def _dead_in_words(dead: Iterable[int], names: Any) -> str:
    listed = ", ".join(names[seat] for seat in dead)
    return _(" (dead: %(names)s)") % {"names": listed} if listed else ""
