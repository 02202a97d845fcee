"""What a game is to the engine: one value, with all that others may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from .entries import Entry, entry_to_json, is_entry, read_entry, settle_entry
from .game import (
    RuleError,
    Settlement,
    Standing,
    TableState,
    Termination,
    prevailing_wind,
    rank_by_score,
    wind_and_deal_label,
)
from .kit.walls import Walls
from .rotation import SHARED_SEATS, after_rotation, unrotated
from .words import Text


@dataclass(frozen=True, slots=True)
class Source:
    """The book, page or usage that a preset follows.

    `title` is what the text is called, in its own language where it has a title. `edition` is the version as
    the text calls itself ("v20250526"), `date` when it was published or came into force (ISO 8601: a year, a
    month or a day), `link` its address; each is "" where there is none. `unread` says what could not be read
    of it, and through whom the rest was read; None where all of it was read.
    """

    title: Text
    edition: str = ""
    date: str = ""
    link: str = ""
    unread: Text | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """Named rules, as a federation, a platform or a club plays them.

    `source` is what they follow; None for rules that a club saved under a name of its own.
    """

    key: str
    name: Text
    rules: Any
    source: Source | None = None


def rules_once_closed(rules: Any, ended: Termination) -> Any:
    """Return the rules for a session that the players closed, None for one that its rules ended."""
    return rules if ended == "closed" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One game: its seats, its rules and the functions that read, settle and rank it.

    Functions, all pure:
    - `read_outcome(rules, hand)`: a hand of a game record (a JSON object) to the variant's frozen outcome;
      RuleError for a wrong shape, with `field` relative to the hand.
    - `check_new_outcome(outcome)`: RuleError for what cannot be, though an earlier version took it: asked of
      what is new (`read_new_outcome`), never of what is stored.
    - `outcome_to_json(outcome)`: the way back, the shortest form of the record.
    - `start(rules, dice)`: the table before the first hand (`dice` where they name its dealer, else None).
    - `settle(rules, state, outcome)`: checks sense against the table (RuleError), then settles and says
      whether the session ended.
    - `rank(rules, state)`: standings of an ended session, in ranking order.
    - `label(state)`: the name of the hand to come ("E1", "S3-2").
    - `round_wind(state)`: the prevailing wind of the hand to come, None where only its dice will tell.
    - `values(rules, self_drawn, riichi)`: what a winning hand (in riichi or not) can be worth, from the least
      up, each in the game's own measure; a larger value never pays its winner less. None for a game
      whose hands have no such value.
    - `win_from_notes(notes, seat, source, value)`: the hand being played as it ends with that win (`source`
      is the discarder, None for a self-draw; `notes` what is noted of the hand); RuleError where it cannot
      end so. A game with `seat_counts` takes `seats` too.
    - `continued(rules, ended)`: the rules under which an ended session may go on, None where it cannot.
    """

    key: str
    name: Text
    seats: int
    rules_type: type[Any]
    presets: tuple[Preset, ...]
    read_outcome: Callable[[Any, Mapping[str, Any]], Any]
    outcome_to_json: Callable[[Any], dict[str, Any]]
    start: Callable[[Any, tuple[int, int] | None], TableState]
    settle: Callable[[Any, TableState, Any], Settlement]
    #: how the table is set up
    walls: Walls
    check_new_outcome: Callable[[Any], None] = lambda outcome: None
    #: by score, equal scores sharing a rank, where the game says nothing else
    rank: Callable[[Any, TableState], list[Standing]] = lambda rules, state: rank_by_score(state)
    label: Callable[[TableState], str] = wind_and_deal_label
    round_wind: Callable[[TableState], str | None] = prevailing_wind
    #: the same where an option says whether rounds have a wind
    wind_by_rules: Callable[[Any, TableState], str | None] | None = None
    continued: Callable[[Any, Termination], Any] = rules_once_closed
    values: Callable[[Any, bool, bool], Sequence[Any]] | None = None
    win_from_notes: Callable[..., Any] | None = None
    #: what it is called when the players stop
    closing: Termination = "closed"
    #: how many tenths make one unit of the final points, and whether they are shown with a decimal
    decimal_points: bool = False
    #: whether dice stand in the record, for they name the first dealer
    thrown_dealer: bool = False
    #: whether drawn hands say who was tenpai; whether any player can declare riichi in any hand
    knows_tenpai: bool = False
    knows_riichi: bool = False
    #: whether counters lie on the table (or the dealer's repeats are counted)
    counts_honba: bool = True
    #: values of a record's field in their order, the next one easily taken for it (`hands_one_slip_away`)
    steps: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    #: whether a hand can be won on a discard; else every win is self-drawn
    wins_on_discards: bool = True
    #: with how many seats it can be played, where its rules have the option `seats`
    seat_counts: tuple[int, ...] = ()
    #: those already made, by their number of seats
    _seated: dict[int, Variant] = field(default_factory=dict, init=False, repr=False, compare=False)
    #: whether the players pay each other by these rules, so that their points add up to those at the start
    conserves_points: Callable[[Any], bool] = lambda rules: True
    #: how the players take turns to sit out, where one more than seats plays; empty where nobody does
    rotation: str = ""

    def with_seats(self, seats: int | None) -> Variant:
        """The game for so many seats, one of `seat_counts`; itself for None, or for a number it has not."""
        if seats is None or seats == self.seats or seats not in self.seat_counts:
            return self
        if seats not in self._seated:
            win_from_notes = self.win_from_notes and partial(self.win_from_notes, seats=seats)
            self._seated[seats] = replace(
                self, seats=seats, walls=self.walls.with_seats(seats), win_from_notes=win_from_notes
            )
        return self._seated[seats]

    def with_seats_of(self, rules: Any) -> Variant:
        """The game for the number of seats that its rules say, where they say one."""
        return self.with_seats(getattr(rules, "seats", None))

    @property
    def most_seats(self) -> int:
        """With how many seats it can be played at most."""
        return max(self.seat_counts, default=self.seats)

    @property
    def players(self) -> int:
        """How many play: one a seat, and who sits out."""
        return self.seats + bool(self.rotation)

    @property
    def may_rotate(self) -> bool:
        """Whether one more than seats can play."""
        return self.seats in SHARED_SEATS

    def with_rotation(self, rotation: str) -> Variant:
        """The game for one player more, who take turns to sit out (`ROTATIONS`); itself where it is empty."""
        return replace(self, rotation=rotation) if rotation != self.rotation else self

    @staticmethod
    def ends_by_itself(rules: Any) -> bool:
        """Whether a game by these rules comes to an end without the players stopping it."""
        return getattr(rules, "rounds", 0) is not None or getattr(rules, "hands", None) is not None

    def table_after(self, hand: Any) -> TableState:
        """The table once a `PlayedHand` is over: whoever sits down next is seated."""
        return after_rotation(self.rotation, hand.before, hand.settlement.after)

    def standings(self, rules: Any, state: TableState) -> list[Standing]:
        """`rank` of all who play, each by their number among the players, which is the seat they began at."""
        return self.rank(rules, unrotated(state))

    @property
    def default_preset(self) -> Preset:
        """The preset a record means when it names none: the variant's first."""
        return self.presets[0]

    def wind_to_come(self, rules: Any, state: TableState) -> str | None:
        """The prevailing wind of the hand to come by these rules, None where only its dice will tell."""
        return self.wind_by_rules(rules, state) if self.wind_by_rules else self.round_wind(state)

    def read_new_outcome(self, rules: Any, hand: Mapping[str, Any]) -> Any:
        """A hand that is not stored yet as an outcome; RuleError of `read_outcome` or `check_new_outcome`."""
        outcome = self.read_outcome(rules, hand)
        self.check_new_outcome(outcome)
        return outcome

    def read_hand(self, rules: Any, hand: Mapping[str, Any]) -> Any:
        """What stands in the hands of a record: an outcome of this game, or an entry that is no hand."""
        return self._read_entry(rules, hand) if is_entry(hand) else self.read_outcome(rules, hand)

    def read_new_hand(self, rules: Any, hand: Mapping[str, Any]) -> Any:
        """As `read_hand`, of what is not stored yet."""
        return self._read_entry(rules, hand) if is_entry(hand) else self.read_new_outcome(rules, hand)

    def _read_entry(self, rules: Any, hand: Mapping[str, Any]) -> Entry:
        return read_entry(rules, self.players, hand, rotates=bool(self.rotation))

    def hand_to_json(self, outcome: Any) -> dict[str, Any]:
        """The way back, of an outcome or an entry."""
        return entry_to_json(outcome) if isinstance(outcome, Entry) else self.outcome_to_json(outcome)

    def settle_hand(self, rules: Any, state: TableState, outcome: Any) -> Settlement:
        """What an outcome or an entry moves, and the table after it."""
        if isinstance(outcome, Entry):
            return settle_entry(state, outcome)
        return self.settle(rules, state, outcome)

    def find_preset(self, key: str) -> Preset:
        """The preset of that key; RuleError `unknown_preset` otherwise."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        raise RuleError(
            "unknown_preset", "preset", Text("{game} has no preset “{preset}”.", game=self.name, preset=key)
        )
