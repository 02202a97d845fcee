"""What a game is to the screens and to paper: one value, with all that the shared pages may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.rules.entries import is_entry, read_entry
from mahjongclub.rules.game import TableState
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.variant import Variant
from mahjongclub.rules.words import Text

from .kit.card import Card
from .kit.context import BadDraft, Draft, EntryContext, Reasons, Screen, TableSession, with_source
from .kit.hand_form import HandForm
from .kit.lessons import Teaching
from .kit.paper import PointsTable
from .kit.questions import Questions
from .kit.score_sheet import ScoreSheet
from .kit.wording import entry_in_words, label_in_words

#: (chance, rules, table, strength of each seat) -> an outcome as a game record writes it
Deal = Callable[[Random, Any, TableState, Sequence[float]], dict[str, Any]]

DRAW = gettext_lazy("No winner")
NUMBERED = gettext_lazy("Hand %(number)s")
SELF_DRAWN = gettext_lazy("Self-drawn")
ON_DISCARD = gettext_lazy("On %(name)s’s discard")
WON_BY = (gettext_lazy("discard"), gettext_lazy("self-drawn"))


def reject_all_notes(session: TableSession, pending: Draft, form: Mapping[str, str]) -> Draft:
    """Raise BadDraft: in this game nothing is noted before a hand ends."""
    raise BadDraft("nothing is noted in this game")


def check_nothing_noted(rules: Any, reader: Reader, table: TableState | None) -> Draft:
    """For games in which nothing is noted: RuleError for anything that is."""
    if reader.data:
        raise reader.rule_error("no_notes", "notes", Text("Nothing is noted in this game."))
    return {}


@dataclass(frozen=True)
class Samples:
    """How a made-up table plays this game, for the demo, the bench and the tests.

    `sample_hand` is the next outcome; a session has `sitting` hands (from, to) where the rules name no end
    (`ends(rules)`); `often` is how many of a hundred games of a club it is, `usual_hands` their length.
    `league` is the name of the made-up club's league and how it counts. `tonight` are the tables that play
    now: since how many minutes, and after how many hands we look in (None: ended).
    """

    sample_hand: Deal
    sitting: tuple[int, int]
    often: float
    usual_hands: float
    league: tuple[str, Mapping[str, Any]]
    ends: Callable[[Any], bool] = lambda rules: True
    tonight: Sequence[tuple[int, int | None]] = ()
    #: rules of the club's own: name, preset, what is changed of it
    house_rules: Sequence[tuple[str, str, Mapping[str, Any]]] = ()
    #: the scores of a game kept on paper, where there is one
    on_paper: Sequence[int] = ()
    #: the hand with another value, where it is one of those often typed wrongly
    common_mistake: Callable[[Draft], Draft | None] = lambda outcome: None
    #: so many hands of a session that never ends, and the options that let it
    endless: Callable[[int], tuple[Mapping[str, Any], list[Draft]]] | None = None


@dataclass(frozen=True)
class Paper:
    """The game on paper. `blank(rules, paper)` is what its blank score sheet (paper.typ) reads.

    Sizes are points of type on A4 and on US Letter: the largest at which a card fits its pages in either
    language. `second_page` are the tables of points, and `second_rules` the sections of the rules card, that
    stand on a second page; `han` is the language whose
    shapes the Han characters of a name have where nothing else tells.
    """

    blank: Callable[[Any, str], dict[str, Any]]
    points_size: tuple[float, float]
    rules_size: tuple[float, float]
    han: str
    second_page: frozenset[str] = frozenset()
    second_rules: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Game:
    """The screens and sheets of one variant.

    `screen(place, draft)` gives the step a draft is at, `more_sheet_links(place)` the groups of the "More"
    sheet (a link that `leaves` is another page), `in_words(outcome, names)` one sentence of the engine's
    outcome for the log. `questions` are what a hand asks; from them are drawn `hand_form`, which types a
    whole hand, and `score_sheet`, which reads a row of a paper sheet. `points(rules)` are the tables of the
    points card.
    """

    variant: Variant
    screen: Callable[[EntryContext, Draft], Screen]
    in_words: Callable[[Any, Sequence[str]], str]
    questions: Questions
    hand_form: type[HandForm]
    score_sheet: ScoreSheet
    points: Callable[[Any], tuple[PointsTable, ...]]
    #: the sections of the rules card in the order a player needs them
    card: Card
    paper: Paper
    samples: Samples
    more_sheet_links: Callable[[EntryContext], list[dict[str, Any]]] = lambda place: []
    #: what the help shows in tiles
    teaching: Teaching = field(default_factory=Teaching)
    #: the same as `in_words` in several lines, where a hand is a list of what happened
    in_lines: Callable[[Any, Sequence[str]], list[str]] = lambda outcome, names: []
    #: what an undone hand leaves noted, as the hand is on the table again
    notes_after_undo: Callable[[dict[str, Any]], dict[str, Any]] = lambda outcome: {}
    #: the notes of the hand being played after a form of its screen (`tables:notes`); RuleError, BadDraft
    changed_notes: Callable[[TableSession, Draft, Mapping[str, str]], Draft] = reject_all_notes
    #: notes as a phone or an archive brings them, read as strictly as a hand; against the table, where given
    read_notes: Callable[[Any, Reader, TableState | None], Draft] = check_nothing_noted
    #: what the notes hold of a hand, as a record writes it; most games note it so
    hand_of_notes: Callable[[Draft], Draft] = lambda notes: notes
    #: whether two phones may note something at once without looking at each other
    notes_commute: bool = False
    #: the draft of a refused or overtaken note, so that its step is shown again with what was typed
    draft_of_refused_note: Callable[[Mapping[str, str]], Draft] = lambda form: {}
    #: whether these notes are a record of their own: an undo or the end of the session would lose them
    notes_last: Callable[[Mapping[str, Any]], bool] = lambda notes: False
    #: a drawn hand as it begins to be entered, None where there can be none now
    drawn_hand: Callable[[EntryContext], Draft | None] | None = None
    draw_label: Any = DRAW
    #: the middle of the board, where it says that the winner drew the tile
    self_draw_label: Any = SELF_DRAWN
    discard_label: Any = ON_DISCARD
    #: a win in one word, on a discard and self-drawn, for a line of the log
    won_by: tuple[Any, Any] = WON_BY
    #: one of the variant's `values` as players call it, by the session's rules
    value_in_words: Callable[[Any, Any], str] = lambda rules, value: str(value)
    #: what is taken for granted where it is said which hand a player needs
    need_note: Any = ""
    #: what one hand of the record is called, with its number; whether that is a round of several
    numbered: Any = NUMBERED
    #: what the European federation's workbook of results calls it, "" where it ranks no such events
    federation_name: str = ""
    in_rounds: bool = False
    has_honba: bool = True
    has_sticks: bool = True
    has_riichi: bool = False
    #: the wind beside a seat's name, "" for none
    wind_of: Callable[[TableState, int], str] = TableState.wind_of
    #: a draft completed by what was typed into a form of its step
    with_typed_values: Callable[[Draft, Mapping[str, str]], Draft] = lambda draft, form: draft
    #: what the log adds to `in_words`: the figures of a settled hand, by the session's rules
    figures_in_words: Callable[[Any, Any, Sequence[str]], str] = lambda rules, hand, names: ""
    #: why the hands of a whole draft are worth what they are; RuleError as settling it
    reasons: Callable[[EntryContext, Draft], list[Reasons]] = lambda place, draft: []
    #: a draft as `with_source` turns it: (rules, draft, winner, source); None where it cannot be turned
    with_source: Callable[[Any, Draft, int, int | None], Draft | None] = lambda _, draft, winner, source: (
        with_source(draft, winner, source)
    )
    #: the names of a hand's parts (yaku, patterns, classes), for the statistics
    part_names: Mapping[str, Text] = field(default_factory=dict)
    #: the pages of this game's own steps, by the name in their address
    pages: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    #: the style sheet of this game's table; one of its own begins with all that every table needs
    stylesheet: str = "css/table_page.css"
    #: how many minutes a round of an event usually lasts, and the preset of such events ("": as ever)
    event_minutes: int = 75
    event_preset: str = ""
    #: whether Tenhou's ranks are for this game, and whether these rules play an east round alone
    has_dan: bool = False
    east_only: Callable[[Mapping[str, Any]], bool] = lambda rules: False

    @property
    def seat_winds(self) -> tuple[str, ...]:
        """The winds of the seats as the first hand begins; () where not every seat has one of its own."""
        start = TableState((0,) * self.variant.seats)
        winds = tuple(self.wind_of(start, seat) for seat in range(start.seats))
        return winds if all(winds) else ()

    def hand_in_words(self, label: str) -> str:
        """Name a hand by its label: "S2-1", and "Hand 5" in a game that only counts its hands."""
        return self.numbered % {"number": label} if label.isdecimal() else label_in_words(label)

    def numbered_hand_in_words(self, number: int, label: str) -> str:
        """Name entry `number` of a record: "Hand 2 (E1-1)", and by its label alone where that is a number:
        a player who was replaced is an entry too, and no hand.
        """
        which = self.hand_in_words(label)
        if label.isdecimal():
            return which
        return _("Hand %(number)s (%(label)s)") % {"number": number, "label": which}

    def hand_sentence(self, rules: Any, hand: Mapping[str, Any], names: Sequence[str]) -> str:
        """What a hand of a record says, in one sentence; `names` by seat, of what is no hand by player."""
        if is_entry(hand):
            entry = read_entry(rules, len(names), hand, rotates=True)
            return entry_in_words(entry, names, rules.describe_options())
        return self.in_words(self.variant.read_outcome(rules, hand), names)

    @property
    def key(self) -> str:
        """The game's key, as records and addresses hold it."""
        return self.variant.key
