"""The classical entry: dice, who won, from whom, then every seat's hand, counted on one phone or on four.

While a hand is played its facts are notes of the session (`classical_notes`), so that each phone counts its
own seat and all see who is done; in a correction they are the draft.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.classical.hand import may_be_dealt
from mahjongclub.rules.classical.settle import Draw
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader

from ..kit.context import BadDraft, Draft, EntryContext, Screen, SeatTap, reading_drafts
from ..kit.wording import wind_letter
from .counting import after_typed, count_of, count_screen, explained, hand_taps, step_link
from .dice import dice_screen, dice_strip, middle_lines, read_throw
from .draft import Counting
from .notes import SEATS, Dice, Won, noted_dice
from .questions import QUESTIONS
from .words import in_words, won_in_words

#: the steps of a screen that a draft can be at, beside the hand
STEPS = ("counting", "throw", "typed", "look", "clear")


@reading_drafts()
def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft. BadDraft where it makes no sense."""
    if place.mode == "correct" and "type" not in draft:
        # A phone was counting its hand when another settled it: go on with what was settled.
        draft = {**place.session.hands.get(number=place.number).outcome, **draft}
    tidy = _tidy(draft)
    return _played_screen(place, tidy) if place.mode == "record" else _edited_screen(place, tidy)


def with_typed(draft: Draft, asked: Any) -> Draft:
    """The draft with the points typed into the counting sheet of a correction."""
    return {**draft, "typed": asked["points"]} if "points" in asked and "counting" in draft else draft


def start_draw(place: EntryContext) -> Draft:
    """A drawn hand, with its dice where it is the one being played."""
    dice = noted_dice(place.session.pending) if place.mode == "record" else None
    return {"type": "draw"} | ({"dice": list(dice)} if dice else {})


def more_links(place: EntryContext) -> list[dict[str, Any]]:
    """The hand being played: its dice and, while it is counted, who won."""
    links = [{"label": _("The dice of this hand"), "href": place.link({"throw": {"of": "dice"}})}]
    won = Won.from_notes(place.session.pending)
    if won is not None:
        links.append({"label": _("Change who won"), "href": place.link({"type": "win"})})
        links.append({"label": _("Nobody has won yet"), "href": place.link({"clear": True})})
    return [{"title": _("This hand"), "links": links}]


def _tidy(draft: Draft) -> Draft:
    """Only what a classical draft may hold, as far as its screens look into it; RuleError otherwise."""
    step = {name: value for name, value in draft.items() if name in STEPS}
    tidy = QUESTIONS.tidy({name: value for name, value in draft.items() if name not in STEPS}, SEATS)
    if step.get("counting") is not None:
        step["counting"] = Counting.read(step["counting"])
    if step.get("throw") is not None:
        step["throw"] = read_throw(Reader(step["throw"], "throw"))
    return tidy | {name: value for name, value in step.items() if value is not None}


# --- a hand being played: its facts are the session's notes


def _played_screen(place: EntryContext, draft: Draft) -> Screen:
    won = Won.from_notes(place.session.pending)
    if "throw" in draft:
        return dice_screen(place, {}, *draft["throw"])
    if won is not None and "counting" in draft:
        return count_screen(place, won, draft["counting"])
    if won is not None and "clear" in draft:
        return _clear_screen(place, won)
    if draft.get("type") == "draw":
        return _confirm_draw(place, draft)
    if draft.get("type") == "win":
        if "hands" in draft:
            return _settled_screen(place, draft, won)
        return _who_won(place, draft) or _begin_screen(place, draft, won)
    return _table_screen(place, won, look="look" in draft)


def _table_screen(place: EntryContext, won: Won | None, *, look: bool = False) -> Screen:
    """What the table shows by itself: who won?, then who is counted, the own hand first, then the result."""
    dice = noted_dice(place.session.pending)
    middle, below = middle_lines(place, dice), dice_strip(place, {}, dice)
    if won is None:
        taps = {seat: SeatTap(place.link({"type": "win", "winner": seat})) for seat in range(SEATS)}
        return Screen(taps=taps, waiting=_("Tap the winner."), middle=middle, below=below)
    own = place.access.seat
    if not look and place.access.may_score:
        if won.complete:
            shown = _confirm_win(place, won)
            return replace(
                shown, status=200, unasked=True, cancel_href=place.link({"look": True}), middle=middle
            )
        if own is not None and own < SEATS and won.hands[own] is None:
            shown = count_screen(place, won, Counting(own))
            return replace(shown, unasked=True, mark=_own_mark(place, won, own), middle=middle)
    return _counting_board(place, won, middle=middle, below=below)


def _own_mark(place: EntryContext, won: Won, own: int) -> str:
    """What the sheet of the own hand depends on: another phone’s count leaves it under the thumb."""
    dice = "".join(map(str, won.dice or ()))
    return f"{place.number}.{place.before.dealer}.{won.winner}.{won.source}.{dice}.{own}"


def _counting_board(place: EntryContext, won: Won, **more: Any) -> Screen:
    """The table while hands are counted: each seat tells its points, or asks for them."""
    done = sum(hand is not None for hand in won.hands)
    waiting = _("%(name)s won.") % {"name": place.called[won.winner]} + " "
    if done == SEATS:
        waiting += _("All hands are counted. Tap one to change it.")
    else:
        waiting += ngettext(
            "%(done)s of 4 hands is counted. Tap a seat to count its hand.",
            "%(done)s of 4 hands are counted. Tap a seat to count its hand.",
            done,
        ) % {"done": done}
    recording = place.mode == "record"
    return Screen(
        step="counting",
        taps=hand_taps(place, won),
        waiting=waiting,
        unasked=recording,
        cancel_href=place.link({"clear": True}) if recording else None,
        **more,
    )


def _begin_screen(place: EntryContext, draft: Draft, noted: Won | None) -> Screen:
    """Who won from whom, about to be told to every phone; the dice, where they are not noted yet."""
    winner, source = draft["winner"], draft["from"]
    typed = draft.get("typed")
    return Screen(
        step="begin",
        taps=_won_taps(winner, source),
        sheet={
            "template": "games/classical/_begin_sheet.html",
            "title": won_in_words(winner, source, place.names),
            "winner": winner,
            "from": "wall" if source is None else source,
            "noted": won_in_words(noted.winner, noted.source, place.names) if noted else "",
            "ask_dice": noted_dice(place.session.pending) is None,
            "dice": [
                {"name": name, "label": label, "chosen": typed.get(name) if isinstance(typed, dict) else None}
                for name, label in (("one", _("First die")), ("two", _("Second die")))
            ],
            "faces": [str(face) for face in range(1, 7)],
        },
    )


def _clear_screen(place: EntryContext, won: Won) -> Screen:
    return Screen(
        step="clear",
        taps=_won_taps(won.winner, won.source),
        sheet={
            "template": "games/classical/_clear_sheet.html",
            "title": _("Nobody has won yet?"),
            "words": won_in_words(won.winner, won.source, place.names),
            "counted": sum(hand is not None for hand in won.hands),
            "change_href": place.link({"type": "win"}),
        },
        cancel_href=place.link({"look": True}),
    )


def _settled_screen(place: EntryContext, draft: Draft, noted: Won | None) -> Screen:
    """After a confirmation that was not taken: the notes as they are now, or why the hand is impossible."""
    if noted is not None:
        return _table_screen(place, noted)
    if _is_last_hand(place, draft):
        # All four phones show the button: two may have tapped it.
        return replace(
            _table_screen(place, None), waiting=_("This hand is recorded already. Tap the winner.")
        )
    if asked := _who_won(place, draft):
        return asked
    won = _won(place, draft)
    return _confirm_win(place, won) if won else _table_screen(place, None)


def _is_last_hand(place: EntryContext, draft: Draft) -> bool:
    last = place.session.hands.filter(number=place.number - 1).first()
    game = place.session.game
    try:
        outcome = game.write_outcome(game.read_outcome(place.rules, {**draft, "hands": list(draft["hands"])}))
    except RuleError:
        return False
    return last is not None and last.outcome == outcome


# --- a hand corrected or inserted: its facts are the draft


def _edited_screen(place: EntryContext, draft: Draft) -> Screen:
    kind = draft.get("type")
    if kind is None:
        taps = {seat: SeatTap(place.link({"type": "win", "winner": seat})) for seat in range(SEATS)}
        return Screen(step="winner", taps=taps, waiting=_("Tap the winner."))
    if "throw" in draft:
        return dice_screen(place, _plain(draft), *draft["throw"])
    if kind == "draw":
        return _confirm_draw(place, draft)
    asked = _who_won(place, draft)
    if asked:
        return asked
    won = _won(place, draft)
    if won is None:
        raise BadDraft("nobody wins on the own discard")
    counting = draft.get("counting")
    if counting is not None and "typed" in draft:
        counting = replace(counting, tab="points", points=str(draft["typed"])[:20])
        typed = after_typed(place, won, counting)
        if typed is None:
            return count_screen(place, won, counting, typed=True)
        won, counting = typed, None
    if counting is not None:
        return count_screen(place, won, counting)
    if won.complete and "look" not in draft:
        return _confirm_win(place, won)
    return _counting_board(
        place, won, middle=middle_lines(place, won.dice), below=dice_strip(place, won.outcome(), won.dice)
    )


def _plain(draft: Draft) -> Draft:
    """The hand in a draft, without the step it is at."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in draft.items()
        if name in ("type", "winner", "from", "dice", "hands")
    }


def _won(place: EntryContext, draft: Draft) -> Won | None:
    """The hand of a draft that tells who won from whom; None where that cannot be."""
    winner, source = draft["winner"], draft["from"]
    if winner == source:
        return None
    dice: Dice | None = draft.get("dice")
    dealt = may_be_dealt(place.rules, winner, source, place.before.dealer)
    return Won(winner, source, dice, draft.get("hands", (None,) * SEATS)).won_by(winner, source, dealt)


# --- steps that both have


def _who_won(place: EntryContext, draft: Draft) -> Screen | None:
    """The seats ask "who won?", then "from whom?"; None once both are told."""
    base = _plain(draft)
    if "winner" not in draft:
        taps = {
            seat: SeatTap(place.link({**base, "winner": seat}), _("won?"), "choosable")
            for seat in range(SEATS)
        }
        return Screen(step="winner", taps=taps, waiting=_("Tap the winner."))
    winner = draft["winner"]
    if "from" in draft and draft["from"] != winner:
        return None
    again = {name: value for name, value in base.items() if name not in ("winner", "from")}
    taps = {winner: SeatTap(place.link(again), _("wins"), "winner")}
    for seat in place.other_seats(winner):
        taps[seat] = SeatTap(place.link({**base, "from": seat}), _("from?"), "choosable")
    return Screen(
        step="from",
        taps=taps,
        self_draw_href=place.link({**base, "from": None}),
        waiting=_("Whose discard? Self-drawn: tap the middle."),
        compared_to=winner,
    )


def _won_taps(winner: int, source: int | None) -> dict[int, SeatTap]:
    taps = {winner: SeatTap(hint=_("wins"), state="winner")}
    if source is not None:
        taps[source] = SeatTap(hint=_("discards"), state="payer")
    return taps


def _confirm_win(place: EntryContext, won: Won) -> Screen:
    changes = {name: value for name, value in won.outcome().items() if name not in ("winner", "from")}
    links = [
        (_("Change who won"), place.link({"type": "win"} if place.mode == "record" else changes)),
        (_("Change the dice"), step_link(place, won, throw={"of": "dice"})),
    ]
    if place.mode != "record":
        draw = {"type": "draw"} | ({"dice": list(won.dice)} if won.dice else {})
        links.append((_("It was a draw"), place.link(draw)))
    return place.confirm(
        won.outcome(),
        title=won_in_words(won.winner, won.source, place.names),
        taps=_won_taps(won.winner, won.source),
        template="games/classical/_confirm_sheet.html",
        links=links,
        hands=[_hand_row(place, won, seat) for seat in range(SEATS)],
    )


def _hand_row(place: EntryContext, won: Won, seat: int) -> dict[str, Any]:
    """One seat's hand on the confirmation: its points, why, and the way to count it again."""
    count = count_of(place, won, seat)
    counting = Counting.of_hand(seat, won.hands[seat]) if count else Counting(seat)
    return {
        "name": place.names[seat],
        "wind": wind_letter(place.before.wind_of(seat)),
        "count": explained(count) if count else None,
        "href": step_link(place, won, counting=counting.written()),
    }


def _confirm_draw(place: EntryContext, draft: Draft) -> Screen:
    outcome = {name: value for name, value in _plain(draft).items() if name in ("type", "dice")}
    dice = {"throw": {"of": "dice"}} if place.mode == "record" else {**outcome, "throw": {"of": "dice"}}
    links = [(_("Change the dice"), place.link(dice))]
    if place.mode != "record":
        links.append((_("Somebody won"), place.link({**outcome, "type": "win"})))
    return place.confirm(outcome, title=in_words(Draw(draft.get("dice")), place.names), links=links)
