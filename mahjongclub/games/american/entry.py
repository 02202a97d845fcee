"""What American mah jongg says of its hands: on the sheets of its entry, and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.american.options import MOST, VALUES
from mahjongclub.rules.american.settle import Draw, FalseMahjong, Outcome, Win

from ..kit.context import Draft, EntryContext
from ..kit.valued import Valued, ValuedEntry
from ..kit.wording import change_in_words
from .questions import MISTAKE, QUESTIONS


def more_links(place: EntryContext) -> list[dict[str, Any]]:
    """The card of the Charleston and the rarer end of a hand, for the "More" sheet."""
    told = _("Where all but one have shown their tiles: that one is paid %(times)s times the value.")
    if place.rules.is_tournament:
        told = _("Where all but one have shown their tiles: that one gets the points of a wall game.")
    words = {"label": MISTAKE, "help": told % {"times": place.rules.mistake}}
    # a page of its own, not a step of this one
    prompt = {"label": _("Charleston"), "leaves": True}
    return [
        {"title": _("This hand"), "links": [{**prompt, "href": place.link({}, page="charleston")}]},
        {"title": _("Penalty"), "links": [{**words, "href": place.link({"type": "false_mahjong"})}]},
    ]


def title(names: Sequence[str], hand: Draft) -> str:
    """Who won, and how: "Chen on Dina’s discard"."""
    if hand["type"] == "false_mahjong":
        return _("Mah jongg in error by %(name)s") % {"name": names[hand["offender"]]}
    if hand["from"] is None:
        return _("%(winner)s, self-picked") % {"winner": names[hand["winner"]]}
    words = {"winner": names[hand["winner"]], "payer": names[hand["from"]]}
    return _("%(winner)s on %(payer)s’s discard") % words


def has_bettor(place: EntryContext) -> bool:
    """Whether somebody sits out and bets."""
    return bool(place.rules.bets and place.before.order)


ENTRY = ValuedEntry(
    Valued(
        questions=QUESTIONS,
        keys=VALUES,
        most=MOST,
        label=gettext_lazy("Value on your card"),
        under=gettext_lazy("Value on your card; under it the points that change."),
        title=title,
        cost=lambda rules, name, number: change_in_words(-rules.penalty(number)),
        beside=("jokerless", "exempt"),
        seat_words={
            ("win", "winner"): gettext_lazy("Tap the winner"),
            ("false_mahjong", "winner"): gettext_lazy("Who had not shown their tiles?"),
        },
        asks=lambda place, question: question.name != "bet" or has_bettor(place),
        # in a tournament a dead hand gets nothing for a wall game, and a bet has to be told
        reads=lambda place, hand: (
            hand["type"] == "draw"
            if place.rules.is_tournament
            else has_bettor(place) and hand["type"] == "win"
        ),
    )
)


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins on Dina’s discard: 25, jokerless"."""
    if isinstance(outcome, Win):
        return _win_in_words(outcome, names)
    if isinstance(outcome, FalseMahjong):
        told = {"name": names[outcome.offender], "winner": names[outcome.winner], "value": outcome.value}
        return _("Mah jongg in error by %(name)s: %(winner)s is paid for %(value)s") % told
    assert isinstance(outcome, Draw)
    return _("Wall game") + _dead_in_words(outcome.dead, names)


def _win_in_words(win: Win, names: Sequence[str]) -> str:
    told = [str(win.value)]
    told += [_("jokerless")] if win.jokerless else []
    told += [_("Singles and Pairs")] if win.exempt else []
    words = {"winner": names[win.winner], "value": ", ".join(told)}
    if win.source is None:
        sentence = _("%(winner)s wins, self-picked: %(value)s") % words
    else:
        words["payer"] = names[win.source]
        sentence = _("%(winner)s wins on %(payer)s’s discard: %(value)s") % words
    sentence += _(" (the tile was misnamed)") if win.misnamed else ""
    if win.bet is not None:
        sentence += _(" (bet on %(name)s)") % {"name": names[win.bet]}
    return sentence + _dead_in_words(win.dead, names)


def _dead_in_words(dead: Iterable[int], names: Sequence[str]) -> str:
    listed = ", ".join(names[seat] for seat in dead)
    return _(" (dead: %(names)s)") % {"names": listed} if listed else ""
