"""What each variant brings to the table's screens: its entry, its rarer ends, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from mahjongclub.rules import ten as ten_engine
from mahjongclub.rules.game import TableState

from .entry import (
    classical,
    classical_notes,
    classical_words,
    riichi,
    riichi_words,
    six,
    six_words,
    taiwanese,
    taiwanese_words,
    ten,
    ten_words,
)
from .entry.place import BadDraft, Draft, EntryPlace, Screen
from .models import Hand, Session


def no_notes(session: Session, pending: dict[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """For games in which nothing is noted before a hand ends."""
    raise BadDraft("nothing is noted in this game")


DRAW = gettext_lazy("Draw")
NUMBERED = gettext_lazy("Hand %(number)s")


@dataclass(frozen=True)
class TableGame:
    """The screens of one variant.

    `screen(place, draft)` gives the step a draft is at, `more_links(place)` the groups of the "More" sheet,
    `in_words(outcome, names)` one sentence for the log. `has_riichi` shows sticks beside the seats.
    """

    screen: Callable[[EntryPlace, Draft], Screen]
    more_links: Callable[[EntryPlace], list[dict[str, Any]]]
    in_words: Callable[[dict[str, Any], Sequence[str]], str]
    #: the same in several lines, where a hand is a list of what happened
    in_lines: Callable[[dict[str, Any], Sequence[str]], list[str]] = lambda outcome, names: []
    #: what an undone hand leaves noted, as the hand is on the table again
    reopen: Callable[[dict[str, Any]], dict[str, Any]] = lambda outcome: {}
    #: the notes of the hand being played after a form of its screen (`tables:during`); RuleError, BadDraft
    during: Callable[[Session, dict[str, Any], Mapping[str, str]], dict[str, Any]] = no_notes
    #: whether two phones may note something at once without looking at each other
    notes_commute: bool = False
    #: the draft of a refused or overtaken note, so that its step is shown again with what was typed
    note_draft: Callable[[Mapping[str, str]], Draft] = lambda form: {}
    #: whether these notes are a record of their own: an undo or the end of the session would lose them
    notes_last: Callable[[Mapping[str, Any]], bool] = lambda notes: False
    #: a drawn hand as it begins to be entered, None where there can be none now
    start_draw: Callable[[EntryPlace], Draft | None] | None = None
    draw_label: Any = DRAW
    #: what one hand of the record is called, with its number; whether that is a round of several
    numbered: Any = NUMBERED
    in_rounds: bool = False
    has_honba: bool = True
    has_sticks: bool = True
    has_riichi: bool = False
    #: the wind beside a seat's name, "" for none
    wind_of: Callable[[TableState, int], str] = TableState.wind_of
    #: a draft completed by what was typed into a form of its step
    with_typed: Callable[[Draft, Mapping[str, str]], Draft] = lambda draft, asked: draft
    #: what the log adds to `in_words`: the figures of a settled hand, by the session's rules
    figures_in_words: Callable[[Any, Hand, Sequence[str]], str] = lambda rules, hand, names: ""
    #: whether a throw of dice names the first dealer (`tables:dice`)
    thrown_dealer: bool = False
    #: whether the table itself shows tiles
    shows_tiles: bool = False
    #: a style sheet of this variant's own table
    stylesheet: str = ""


def _yaku_read(rules: Any, hand: Hand, names: Sequence[str]) -> str:
    return riichi_words.yaku_in_words(hand.result, names)


GAMES: dict[str, TableGame] = {
    "riichi": TableGame(
        screen=riichi.screen,
        more_links=riichi.more_links,
        in_words=riichi_words.in_words,
        figures_in_words=_yaku_read,
        start_draw=lambda place: riichi.start_draw(riichi.riichi_now(place)),
        reopen=lambda outcome: {"riichi": outcome.get("riichi", [])},
        during=riichi.during,
        notes_commute=True,
        has_riichi=True,
    ),
    "classical": TableGame(
        screen=classical.screen,
        more_links=classical.more_links,
        in_words=classical_words.in_words,
        figures_in_words=lambda rules, hand, names: classical_words.points_of_hands(hand.result, names),
        reopen=classical_notes.reopen,
        during=classical_notes.during,
        note_draft=classical_notes.note_draft,
        notes_commute=True,  # counts do; the other notes look at the version themselves
        notes_last=lambda notes: "winner" in notes,
        start_draw=classical.start_draw,
        with_typed=classical.with_typed,
        has_honba=False,
        has_sticks=False,
        shows_tiles=True,
        stylesheet="css/classical.css",
    ),
    "taiwanese": TableGame(
        screen=taiwanese.screen,
        more_links=taiwanese.more_links,
        in_words=taiwanese_words.in_words,
        figures_in_words=lambda rules, hand, names: taiwanese_words.counted_in_words(
            rules, hand.outcome, names
        ),
        start_draw=lambda place: taiwanese.start_draw(),
        has_honba=False,  # the middle says the dealer's repeats in the game's own words
        has_sticks=False,
        stylesheet="css/taiwanese.css",
    ),
    "six": TableGame(
        screen=six.screen,
        more_links=six.more_links,
        in_words=six_words.in_words,
        in_lines=six_words.in_lines,
        reopen=six.reopen,
        during=six.during,
        note_draft=six.note_draft,
        notes_last=lambda notes: any(notes.values()),
        start_draw=six.start_wall,
        draw_label=gettext_lazy("Wall empty"),
        numbered=gettext_lazy("Round %(number)s"),
        in_rounds=True,
        has_honba=False,
        has_sticks=False,
        wind_of=six.wind_of,
        stylesheet="css/six.css",
    ),
    "ten": TableGame(
        screen=ten.screen,
        more_links=ten.more_links,
        in_words=ten_words.in_words,
        figures_in_words=_yaku_read,
        reopen=ten.reopen,
        during=ten.during,
        start_draw=ten.start_draw,
        thrown_dealer=True,
        wind_of=ten_engine.wind_of,
        stylesheet="css/ten.css",
    ),
}


def would_lose_notes(session: Session) -> bool:
    """Whether the hand being played has notes that an undo or the end of the session would lose."""
    return game_of(session).notes_last(session.pending)


def game_of(session: Session) -> TableGame:
    """The screens of the session's variant."""
    return GAMES[session.variant]
