"""A round of the six-player game in words: each event, who pays it, why a win counts, how it closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import Transfer
from mahjongclub.rules.six.classes import KNOWN, KONGS, classes_of
from mahjongclub.rules.six.options import SixRules
from mahjongclub.rules.six.round import Event, Kong, Win, explain_value, value_of
from mahjongclub.rules.six.settle import SixRound, win_worth

from ..kit.context import Draft, EntryContext, Reasons
from ..kit.wording import (
    and_list,
    join_clauses,
    or_list,
    points_in_words,
    said,
    with_points_word,
    within_sentence,
)


def in_words(outcome: SixRound, names: Sequence[str]) -> str:
    """The round in one sentence: "1. Dina: exposed kong; 2. Chen wins on Dina’s discard: pure hand"."""
    return join_clauses(in_lines(outcome, names))


def in_lines(outcome: SixRound, names: Sequence[str]) -> list[str]:
    """The round event by event, numbered, and how it closed where the wall ran out."""
    lines = [f"{number}. {event_in_words(event, names)}" for number, event in enumerate(outcome.events, 1)]
    if sum(isinstance(event, Win) for event in outcome.events) < len(names) - 1:
        lines.append(empty_wall_in_words(outcome, names))
    if outcome.next_east is not None and _somebody_won(outcome):
        lines.append(_("East next, as agreed: %(name)s") % {"name": names[outcome.next_east]})
    return lines


def empty_wall_in_words(outcome: SixRound, names: Sequence[str]) -> str:
    """How the round closed at the empty wall: who was tenpai, and East where the lot named one."""
    ready = [
        _("%(name)s (all pungs)") % {"name": names[hand.seat]} if hand.all_pungs else names[hand.seat]
        for hand in outcome.tenpai
    ]
    sentence = (
        _("wall empty, in tenpai: %(names)s") % {"names": and_list(ready)}
        if ready
        else _("wall empty, nobody in tenpai")
    )
    if outcome.next_east is not None and not _somebody_won(outcome):
        sentence += _("; East by lot: %(name)s") % {"name": names[outcome.next_east]}
    return sentence


def _somebody_won(outcome: SixRound) -> bool:
    return any(isinstance(event, Win) for event in outcome.events)


def event_in_words(event: Event, names: Sequence[str]) -> str:
    """One event: "Dina wins on Chen’s discard: pure hand, 1 kong"."""
    name = names[event.seat]
    if isinstance(event, Kong):
        if event.kind == "claimed" and event.source is not None:
            return _("%(name)s: kong on %(payer)s’s discard") % {"name": name, "payer": names[event.source]}
        return _("%(name)s: %(kind)s") % {"name": name, "kind": within_sentence(KONGS[event.kind][1])}
    words = {"name": name, "value": hand_in_words(event)}
    if event.source is None:
        return _("%(name)s wins self-drawn: %(value)s") % words
    return _("%(name)s wins on %(payer)s’s discard: %(value)s") % {**words, "payer": names[event.source]}


def hand_in_words(win: Win) -> str:
    """The class of a win with its doublings: "pure hand, 1 kong, on a kong"."""
    words = [within_sentence(KNOWN[win.hand].name)] if win.hand else []
    words += doublings_in_words(win)
    if win.points is not None:
        words.append(with_points_word(win.points))
    return ", ".join(words)


def classes_worth_in_words(rules: SixRules, points: int) -> str:
    """The hands that are worth so much: "pure hand or four pairs"; above the table the best hand doubled."""
    worth = [key for key, each in classes_of(rules).items() if each.points == points]
    hands = [Win(0, None, key) for key in worth] or [win_worth(0, None, points)]
    return or_list([hand_in_words(hand) for hand in hands])


def doublings_in_words(win: Win) -> list[str]:
    """What doubles a win: "1 kong", "on a kong"; nothing where nothing does."""
    words = []
    if win.kongs:
        words.append(ngettext("%(count)s kong", "%(count)s kongs", win.kongs) % {"count": win.kongs})
    if win.four_identical:
        words.append(
            _("four identical")
            if win.four_identical == 1
            else _("%(count)s times four identical") % {"count": win.four_identical}
        )
    if win.on_kong:
        words.append(_("on a kong"))
    if win.first_discard:
        words.append(_("first discard"))
    return words


def payers_in_words(transfers: Sequence[Transfer], names: Sequence[str]) -> str:
    """Who pays one event: "8 from Chen", "2 each from Aiko, Chen and Emil". All pay the same."""
    if not transfers:
        return _("nobody pays")
    payers = and_list([names[transfer.source] for transfer in transfers if isinstance(transfer.source, int)])
    points = points_in_words(transfers[0].points)
    if len(transfers) == 1:
        return _("%(points)s from %(name)s") % {"points": points, "name": payers}
    return _("%(points)s each from %(names)s") % {"points": points, "names": payers}


def six_reasons(place: EntryContext, draft: Draft) -> list[Reasons]:
    """Each win of the round: its class, then what doubles it."""
    outcome = place.session.game.read_outcome(place.rules, draft)
    return [
        Reasons(
            event_in_words(event, place.names),
            tuple((said(text), worth) for text, worth in explain_value(event, place.rules)),
            points_in_words(value_of(event, place.rules)),
        )
        for event in outcome.events
        if isinstance(event, Win)
    ]


def six_with_source(rules: Any, draft: Draft, winner: int, source: int | None) -> Draft | None:
    """That player's win as if it were all of the round, from another source."""
    wins = [event for event in draft.get("events", ()) if event.get("type") == "win"]
    own_win = next((event for event in wins if event.get("seat") == winner), None)
    if own_win is None:
        return None
    rest = {
        name: value for name, value in own_win.items() if name != ("on_kong" if source is not None else "")
    }
    return {"type": "round", "events": [{**rest, "from": source}]}
