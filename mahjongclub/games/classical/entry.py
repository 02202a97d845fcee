"""The classical entry: dice, who won, from whom, then every seat's hand, counted on one phone or on four.

While a hand is played its facts are notes of the session (`classical_notes`), so that each phone counts its
own seat and all see who is done; in a correction they are the draft.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from mahjongclub.rules.classical.hand import LONGEST_SPECIAL
from mahjongclub.rules.classical.settle import Draw, FalseMahjong
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader

from ..kit.context import BadDraft, Draft, EntryContext, Screen, SeatTap, rule_errors_as_bad_draft, without
from ..kit.controls import noted_dice
from ..kit.seat_steps import ask_seat, ask_source, other_end_links
from ..kit.wording import points_in_words, wind_letter
from .counting import count_of, count_reasons, count_screen, hand_taps, step_link, with_typed_points
from .dice import dice_screen, dice_strip, middle_lines, read_throw_step
from .draft import HandDraft
from .notes import Dice, NotedWin
from .questions import QUESTIONS
from .words import in_words, won_in_words

#: the steps of a screen that a draft can be at, beside the hand
STEPS = ("counting", "throw", "typed", "called", "look", "clear", "pays")


@rule_errors_as_bad_draft()
def screen(place: EntryContext, draft: Draft) -> Screen:
    """The screen for a draft. BadDraft where it makes no sense."""
    if place.mode == "correct" and "type" not in draft:
        # A phone was counting its hand when another settled it: go on with what was settled.
        draft = {**place.session.hands.get(number=place.number).outcome, **draft}
    tidy = _tidy(draft, place.before.seats)
    return _played_screen(place, tidy) if place.mode == "record" else _edited_screen(place, tidy)


def with_typed_values(draft: Draft, form: Any) -> Draft:
    """The draft with the points typed into the counting sheet of a correction."""
    if "points" not in form or "counting" not in draft:
        return draft
    return {**draft, "typed": form["points"], "called": form.get("special", "")}


def drawn_hand(place: EntryContext) -> Draft:
    """A drawn hand, with its dice where it is the one being played."""
    is_noted = place.mode == "record" and place.rules.round_wind == "break"
    dice = noted_dice(place.session.pending) if is_noted else None
    return {"type": "draw"} | ({"dice": list(dice)} if dice else {})


def more_sheet_links(place: EntryContext) -> list[dict[str, Any]]:
    """The hand being played: its dice and, while it is counted, who won; a false mahjong."""
    links = [{"label": _("The dice of this hand"), "href": place.link({"throw": {"of": "dice"}})}]
    won = NotedWin.from_notes(place.session.pending, place.before.seats)
    if won is not None:
        links.append({"label": _("Change the winner"), "href": place.link({"type": "win"})})
        links.append({"label": _("Nobody has won yet"), "href": place.link({"clear": True})})
    fine = place.rules.false_mahjong
    help_text = (
        _("%(points)s to each other player; the hand is replayed.") % {"points": points_in_words(fine)}
        if fine
        else _("Nothing is paid; the hand is replayed.")
    )
    false = {"label": _("False mahjong"), "help": help_text, "href": place.link({"type": "false_mahjong"})}
    return [{"title": _("This hand"), "links": links}, {"title": _("Penalty"), "links": [false]}]


def _tidy(draft: Draft, seats: int) -> Draft:
    """Only what a classical draft may hold, as far as its screens look into it; RuleError otherwise."""
    step = {name: value for name, value in draft.items() if name in STEPS}
    tidy = QUESTIONS.checked_draft(without(draft, *STEPS), seats)
    if step.get("counting") is not None:
        step["counting"] = HandDraft.from_data(step["counting"])
    if step.get("pays") is not None and step["pays"] not in range(seats):
        raise BadDraft("nobody sits there")
    if step.get("throw") is not None:
        step["throw"] = read_throw_step(Reader(step["throw"], "throw"))
    return tidy | {name: value for name, value in step.items() if value is not None}


# --- a hand being played: its facts are the session's notes


def _played_screen(place: EntryContext, draft: Draft) -> Screen:
    won = NotedWin.from_notes(place.session.pending, place.before.seats)
    if "throw" in draft:
        return dice_screen(place, {}, *draft["throw"])
    if won is not None and "counting" in draft:
        return count_screen(place, won, draft["counting"])
    if won is not None and "clear" in draft:
        return _clear_screen(place, won)
    if draft.get("type") == "false_mahjong":
        return _false_mahjong(place, draft)
    if draft.get("type") == "draw" and "hands" in draft:
        return _settled_screen(place, draft, won)
    if draft.get("type") == "draw":
        counted = place.rules.draw_counts and "look" not in draft
        return _begin_screen(place, draft, won) if counted else _confirm_draw(place, draft)
    if draft.get("type") == "win":
        if "hands" in draft:
            return _settled_screen(place, draft, won)
        return _who_won(place, draft) or _begin_screen(place, draft, won)
    if won is not None and won.is_complete and "pays" in draft:
        return _confirm_win(place, won, draft["pays"])
    return _table_screen(place, won, look="look" in draft)


def _table_screen(place: EntryContext, won: NotedWin | None, *, look: bool = False) -> Screen:
    """What the table shows by itself: who won?, then who is counted, the own hand first, then the result."""
    dice = noted_dice(place.session.pending)
    middle, below = middle_lines(place, dice), dice_strip(place, {}, dice)
    if won is None:
        seats = range(place.before.seats)
        taps = {seat: SeatTap(place.link({"type": "win", "winner": seat})) for seat in seats}
        waiting = _("Goulash. Tap the winner") if _is_goulash(place) else _("Tap the winner")
        return Screen(taps=taps, waiting=waiting, middle=middle, below=below)
    own_seat = place.access.seat
    if not look and place.access.may_score:
        if won.is_complete:
            screen = _confirm_win(place, won)
            return replace(
                screen, status=200, unasked=True, cancel_href=place.link({"look": True}), middle=middle
            )
        if own_seat is not None and own_seat < place.before.seats and won.hands[own_seat] is None:
            screen = count_screen(place, won, HandDraft(own_seat))
            return replace(screen, unasked=True, mark=_own_mark(place, won, own_seat), middle=middle)
    return _counting_board(place, won, middle=middle, below=below)


def _own_mark(place: EntryContext, won: NotedWin, own_seat: int) -> str:
    """What the sheet of the own hand depends on: another phone’s count leaves it under the thumb."""
    dice = "".join(map(str, won.dice or ()))
    return f"{place.number}.{place.before.dealer}.{won.winner}.{won.source}.{dice}.{own_seat}"


def _counting_board(place: EntryContext, won: NotedWin, **more: Any) -> Screen:
    """The table while hands are counted: each seat tells its points, or asks for them."""
    done = sum(hand is not None for hand in won.hands)
    every = len(won.hands)
    waiting = _("Tap a hand to change it") if done == every else _("Tap a player to count the hand")
    middle = (*more.pop("middle"), _("%(done)s of %(all)s counted") % {"done": done, "all": every})
    recording = place.mode == "record"
    return Screen(
        step="counting",
        taps=hand_taps(place, won),
        waiting=waiting,
        unasked=recording,
        cancel_href=place.link({"clear": True}) if recording else None,
        middle=middle,
        links=((_("Type all points"), f"{place.typed_url}&noted=1"),) if recording and done < every else (),
        **more,
    )


def _begin_screen(place: EntryContext, draft: Draft, noted: NotedWin | None) -> Screen:
    """Who won from whom, about to be told to every phone; the dice, where they are not noted yet."""
    winner, source = draft.get("winner"), draft.get("from")
    typed = draft["typed"] if isinstance(draft.get("typed"), dict) else {}
    by_dice = place.rules.round_wind == "break" and noted_dice(place.session.pending) is None
    uncounted = {**drawn_hand(place), "look": True}
    if not by_dice and noted is None:
        links = [(_("Nobody counts: nothing is paid"), place.link(uncounted))] if winner is None else []
        return Screen(
            step="begin",
            taps=_won_taps(winner, source),
            confirm={
                "title": _told(place, winner, source),
                "form_action": place.notes_path,
                "hidden": [
                    ("note", "winner"),
                    ("winner", "nobody" if winner is None else str(winner)),
                    ("from", "wall" if source is None else str(source)),
                    ("version", str(place.session.version)),
                    ("hand", str(place.number)),
                    ("key", str(uuid4())),
                ],
                "label": _("Count the hands"),
                "links": links,
            },
        )
    return Screen(
        step="begin",
        taps=_won_taps(winner, source),
        sheet={
            "template": "games/classical/_begin_sheet.html",
            "title": _told(place, winner, source),
            "winner": "nobody" if winner is None else winner,
            "from": "wall" if source is None else source,
            "noted": _told(place, noted.winner, noted.source) if noted else "",
            "ask_dice": by_dice,
            "uncounted_href": place.link(uncounted) if winner is None else None,
            "dice": [("one", _("First die"), typed.get("one")), ("two", _("Second die"), typed.get("two"))],
        },
    )


def _told(place: EntryContext, winner: int | None, source: int | None) -> str:
    """Who won and from whom, or that nobody did."""
    return (
        _("Draw: nobody wins") if winner is None else won_in_words(winner, source, place.isolated_short_names)
    )


def _is_goulash(place: EntryContext) -> bool:
    """Whether the hand to come is played as a Goulash: the last one was a draw."""
    if not place.rules.goulash_after_draw:
        return False
    last = place.session.hands.filter(number=place.number - 1).first()
    return last is not None and last.outcome.get("type") == "draw"


def _clear_screen(place: EntryContext, won: NotedWin) -> Screen:
    return Screen(
        step="clear",
        taps=_won_taps(won.winner, won.source),
        sheet={
            "template": "games/classical/_clear_sheet.html",
            "title": _("Nobody has won yet?"),
            "words": _told(place, won.winner, won.source),
            "counted": sum(hand is not None for hand in won.hands),
            "change_href": place.link({"type": "win"}),
        },
        cancel_href=place.link({"look": True}),
    )


def _settled_screen(place: EntryContext, draft: Draft, noted: NotedWin | None) -> Screen:
    """After a confirmation that was not taken: the notes as they are now, or why the hand is impossible."""
    if noted is not None:
        return _table_screen(place, noted)
    if _is_last_hand(place, draft):
        # All four phones show the button: two may have tapped it.
        return replace(_table_screen(place, None), waiting=_("This hand is recorded already. Tap the winner"))
    if draft["type"] == "win" and (question := _who_won(place, draft)):
        return question
    won = _won(place, draft)
    return _confirm_win(place, won, draft.get("cannon")) if won else _table_screen(place, None)


def _is_last_hand(place: EntryContext, draft: Draft) -> bool:
    last = place.session.hands.filter(number=place.number - 1).first()
    game = place.session.game
    try:
        outcome = game.outcome_to_json(
            game.read_outcome(place.rules, {**draft, "hands": list(draft["hands"])})
        )
    except RuleError:
        return False
    return last is not None and last.outcome == outcome


# --- a hand corrected or inserted: its facts are the draft


def _edited_screen(place: EntryContext, draft: Draft) -> Screen:
    kind = draft.get("type")
    if kind is None:
        seats = range(place.before.seats)
        taps = {seat: SeatTap(place.link({"type": "win", "winner": seat})) for seat in seats}
        return Screen(step="winner", taps=taps, waiting=_("Tap the winner"))
    if "throw" in draft:
        return dice_screen(place, _plain(draft), *draft["throw"])
    if kind == "false_mahjong":
        return _false_mahjong(place, draft)
    if kind == "draw" and not ("hands" in draft and place.rules.draw_counts):
        return _confirm_draw(place, draft)
    question = _who_won(place, draft) if kind == "win" else None
    if question:
        return question
    won = _won(place, draft)
    if won is None:
        raise BadDraft("nobody wins on the own discard")
    counting = draft.get("counting")
    if counting is not None and "typed" in draft:
        called = str(draft.get("called", ""))[:LONGEST_SPECIAL]
        counting = replace(counting, tab="points", points=str(draft["typed"])[:20], special=called)
        typed = with_typed_points(place, won, counting)
        if typed is None:
            return count_screen(place, won, counting, typed=True)
        won, counting = typed, None
    if counting is not None:
        return count_screen(place, won, counting)
    if won.is_complete and "look" not in draft:
        return _confirm_win(place, won, draft.get("pays", draft.get("cannon")))
    return _counting_board(
        place, won, middle=middle_lines(place, won.dice), below=dice_strip(place, won.outcome(), won.dice)
    )


def _plain(draft: Draft) -> Draft:
    """The hand in a draft, without the step it is at."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in draft.items()
        if name in ("type", "winner", "from", "dice", "hands", "offender")
    }


def _won(place: EntryContext, draft: Draft) -> NotedWin | None:
    """The hand of a draft that tells who won from whom; None where that cannot be."""
    winner, source = draft.get("winner"), draft.get("from")
    if winner is not None and winner == source:
        return None
    dice: Dice | None = draft.get("dice")
    before = NotedWin(winner, source, dice, draft.get("hands", (None,) * place.before.seats))
    return before.with_winner(winner, source, place.rules, place.before.dealer)


# --- steps that both have


def _who_won(place: EntryContext, draft: Draft) -> Screen | None:
    """The seats ask "who won?", then "from whom?"; None once both are told."""
    base = _plain(draft)
    if "winner" not in draft:
        return ask_seat(place, base, "winner", _("won?"), _("Tap the winner"))
    if "from" in draft and draft["from"] != draft["winner"]:
        return None
    again = without(base, "winner", "from")
    wins_taps = {draft["winner"]: SeatTap(place.link(again), _("wins"), "winner")}
    return ask_source(place, wins_taps, lambda seat: place.link({**base, "from": seat}))


def _won_taps(winner: int | None, source: int | None) -> dict[int, SeatTap]:
    taps = {} if winner is None else {winner: SeatTap(hint=_("wins"), state="winner")}
    if source is not None:
        taps[source] = SeatTap(hint=_("discards"), state="payer")
    return taps


def _confirm_win(place: EntryContext, won: NotedWin, cannon: int | None = None) -> Screen:
    """The whole hand to confirm; `cannon` is the discarder who pays for all three."""
    changes = {name: value for name, value in won.outcome().items() if name not in ("winner", "from")}
    changes["type"] = "win"
    links = [(_("Change the winner"), place.link({"type": "win"} if place.mode == "record" else changes))]
    if place.rules.round_wind == "break":
        links.append((_("Change the dice"), step_link(place, won, throw={"of": "dice"})))
    if place.mode != "record":
        draw = {"type": "draw"} | ({"dice": list(won.dice)} if won.dice else {})
        drawn = won.winner is None
        links.append((_("Nobody counts: nothing is paid") if drawn else _("It was a draw"), place.link(draw)))
    outcome = won.outcome()
    if place.rules.round_wind != "break":  # the dice say nothing that counts
        outcome.pop("dice", None)
    if won.source is None or cannon != won.source:
        cannon = None
    if won.source is not None and place.rules.cannon:
        name = {"name": place.names[won.source]}
        if cannon is None:
            links.insert(
                0, (_("Cannon: %(name)s pays for all") % name, step_link(place, won, pays=won.source))
            )
        else:
            outcome["cannon"] = cannon
            links.insert(0, (_("No cannon: each pays"), step_link(place, won)))
    return place.confirm_screen(
        outcome,
        title=_told(place, won.winner, won.source),
        taps=_won_taps(won.winner, won.source),
        template="games/classical/_confirm_sheet.html",
        links=links,
        cannon=place.names[cannon] if cannon is not None else "",
        hands=[_hand_row(place, won, seat) for seat in range(place.before.seats)],
    )


def _false_mahjong(place: EntryContext, draft: Draft) -> Screen:
    """Whose false mahjong it was, then what it costs."""
    base = {"type": "false_mahjong"}
    if "offender" not in draft:
        return ask_seat(place, base, "offender", _("false?"), _("Whose false mahjong?"))
    offender = draft["offender"]
    outcome = {**base, "offender": offender} | ({"dice": list(draft["dice"])} if draft.get("dice") else {})
    ends: dict[str, tuple[str, Draft]] = {
        "win": (_("Somebody won"), {"type": "win"}),
        "draw": (_("It was a draw"), {"type": "draw"}),
    }
    return place.confirm_screen(
        outcome,
        title=in_words(FalseMahjong(offender), place.isolated_short_names),
        taps={offender: SeatTap(place.link(base), _("false"), "payer")},
        links=[(_("Change the player"), place.link(base)), *other_end_links(place, "false_mahjong", ends)],
    )


def _hand_row(place: EntryContext, won: NotedWin, seat: int) -> dict[str, Any]:
    """One seat's hand on the confirmation: its points, why, and the way to count it again."""
    count = count_of(place, won, seat)
    counting = HandDraft.from_hand(seat, won.hands[seat]) if count else HandDraft(seat)
    return {
        "name": place.names[seat],
        "wind": wind_letter(place.before.wind_of(seat)),
        "points": count.points if count else None,
        "reasons": [count_reasons(count)] if count else [],
        "href": step_link(place, won, counting=counting.to_draft()),
    }


def _confirm_draw(place: EntryContext, draft: Draft) -> Screen:
    outcome = {name: value for name, value in _plain(draft).items() if name in ("type", "dice")}
    dice = {"throw": {"of": "dice"}} if place.mode == "record" else {**outcome, "throw": {"of": "dice"}}
    links = [(_("Change the dice"), place.link(dice))] if place.rules.round_wind == "break" else []
    if place.rules.draw_counts:
        counted = outcome if place.mode == "record" else {**outcome, "hands": [None] * place.before.seats}
        links.append((_("Count the hands"), place.link(counted)))
    if place.mode != "record":
        links.append((_("Somebody won"), place.link({**outcome, "type": "win"})))
    return place.confirm_screen(
        outcome, title=in_words(Draw(dice=draft.get("dice")), place.names), links=links
    )
