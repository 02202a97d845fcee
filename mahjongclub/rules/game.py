"""What all games share: seats, winds, the state of a table, transfers of points, settlements and errors.

Facts are frozen values. A variant's `settle(rules, state, outcome)` takes the table as it stood and what
happened, and gives a `Settlement`: the transfers, and the table as it stands after them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

WINDS = ("E", "S", "W", "N")

#: The spaces of a French text at which no line may break: around its punctuation, inside a number.
UNBREAKABLE = re.compile(r"(?<=«) | (?=[:;!?»])|(?<=\d) (?=\d{3}\b)")

#: A seat (0 is the first dealer, then in the order of play), the sticks lying on the table, or Ten's bank.
End = int | Literal["table", "bank"]

#: Why points moved.
Reason = Literal["hand", "honba", "riichi", "tenpai", "nagashi", "pao", "chombo", "kong", "penalty"]

#: Why a session ended.
Termination = Literal["last_hand", "bust", "target", "dealer_leads", "bank_empty", "time", "closed"]


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in both languages of the app.

    The engine also settles on a phone without a server, so its words travel with it. French is written
    here with plain spaces; `in_language` makes narrow and unbreakable those that must not end a line.

    >>> Text("draw", "partie nulle").in_language("fr-ca")
    'partie nulle'
    >>> Text("Who?", "Qui ?").in_language("fr")
    'Qui\u202f?'
    """

    en: str
    fr: str

    def in_language(self, code: str) -> str:
        """The French text for any French locale, else the English one."""
        return UNBREAKABLE.sub("\u202f", self.fr) if code.lower().startswith("fr") else self.en

    def __str__(self) -> str:
        return self.en


class RuleError(ValueError):
    """Something that cannot have happened, or was not written as a record writes it.

    `field` is the path inside the hand ("wins.0.han"), or inside the record where `hand` is None;
    None where no single field is at fault. `hand` is 1-based. `code` never changes once published.
    """

    def __init__(self, code: str, field: str | None, text: Text, hand: int | None = None) -> None:
        super().__init__(text.en)
        self.code = code
        self.field = field
        self.text = text
        self.hand = hand

    def at_hand(self, number: int) -> RuleError:
        """The same fault, said of hand `number` (1-based)."""
        return RuleError(self.code, self.field, self.text, number)

    def to_json(self) -> dict[str, Any]:
        """The error object of the command line: hand, field, code and the English message."""
        return {"hand": self.hand, "field": self.field, "code": self.code, "message": self.text.en}


@dataclass(frozen=True, slots=True)
class SeatText(Text):
    """A sentence about one seat, which begins with it: the engine says its number, an app the name.

    >>> fault = about_seat(2, "wins twice.", "gagne deux fois.")
    >>> fault.en, fault.naming("Chen").fr
    ('Seat 2 wins twice.', 'Chen gagne deux fois.')
    """

    seat: int
    rest: Text

    def naming(self, name: str) -> Text:
        """The same with a name in the place of the number."""
        return Text(f"{name} {self.rest.en}", f"{name} {self.rest.fr}")


def about_seat(seat: int, en: str, fr: str) -> SeatText:
    """A sentence about a seat from what follows its name; French as for a person of either sex."""
    return SeatText(f"Seat {seat} {en}", f"La place {seat} {fr}", seat, Text(en, fr))


@dataclass(frozen=True, slots=True)
class Transfer:
    """`points` (> 0) moving from one end to another.

    >>> Transfer(2, 0, 7700, "hand").to_json()
    {'from': 2, 'to': 0, 'points': 7700, 'for': 'hand'}
    """

    source: End
    target: End
    points: int
    reason: Reason

    def to_json(self) -> dict[str, Any]:
        """The transfer as a game record's result writes it."""
        return {"from": self.source, "to": self.target, "points": self.points, "for": self.reason}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table between two hands.

    `round` counts the rounds begun (0 = East; West extension after South is 2), `honba` the counters on the
    table (the dealer's repeats in Taiwanese), `sticks` the riichi sticks lying there, `hands` the hands
    settled so far. `penalties` are points taken from a seat after uma, outside the table, in points.
    """

    scores: tuple[int, ...]
    dealer: int = 0
    round: int = 0
    honba: int = 0
    sticks: int = 0
    hands: int = 0
    bank: int | None = None
    penalties: tuple[int, ...] = ()
    ended: Termination | None = None

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.scores)

    def wind_of(self, seat: int) -> str:
        """The wind of a seat in the hand to come, in the order of play from the dealer.

        >>> TableState((0, 0, 0, 0), dealer=2).wind_of(1)
        'N'
        """
        return WINDS[(seat - self.dealer) % self.seats % len(WINDS)]

    def after_seat(self, seat: int) -> Iterable[int]:
        """The other seats in the order of play from `seat`.

        >>> list(TableState((0, 0, 0, 0)).after_seat(2))
        [3, 0, 1]
        """
        return ((seat + step) % self.seats for step in range(1, self.seats))

    def to_json(self) -> dict[str, Any]:
        """Plain values for a cache; `from_json` gives the state back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableState:
        """The state written by `to_json`."""
        return cls(**{**data, "scores": tuple(data["scores"]), "penalties": tuple(data["penalties"])})


@dataclass(frozen=True, slots=True)
class Settlement:
    """What one hand moved, and the table after it.

    `hand_points` is each seat's counted hand (Chinese classical only). `yaku` lists what was found where the
    value came from tiles: {"winner", "name", "han"} each. `notes` say in words what the rules did that
    players may not expect (a ron void by head bump, a hand capped by the limit).
    """

    transfers: tuple[Transfer, ...]
    after: TableState
    hand_points: tuple[int, ...] | None = None
    yaku: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[Text, ...] = ()
    round_wind: str | None = None

    @property
    def deltas(self) -> tuple[int, ...]:
        """The whole change of each seat, sticks included."""
        return sum_by_seat(self.transfers, self.after.seats)


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place once a session has ended.

    `score` is what lies before the player, in the variant's unit. `points` is the table result after oka and
    uma, in tenths of the unit the variant ranks in (tenths of a thousand in riichi, tenths of a point
    elsewhere), so that no float is ever added up. `parts` explain it line by line, in the same tenths.
    """

    seat: int
    rank: int
    score: int
    tenths: int
    parts: tuple[tuple[str, int], ...] = ()


def prevailing_wind(state: TableState) -> str:
    """The prevailing wind of the hand to come where rounds name it; after North comes East again."""
    return WINDS[state.round % len(WINDS)]


def wind_and_deal(state: TableState) -> str:
    """The name of the hand to come: round wind, number of the deal, counters.

    >>> wind_and_deal(TableState((0, 0, 0, 0), dealer=3, round=1, honba=2))
    'S4-2'
    """
    honba = f"-{state.honba}" if state.honba else ""
    return f"{prevailing_wind(state)}{state.dealer + 1}{honba}"


def sum_by_seat(transfers: Iterable[Transfer], seats: int) -> tuple[int, ...]:
    """Add transfers up to one change a seat.

    >>> sum_by_seat([Transfer(2, 0, 300, "honba"), Transfer(0, "table", 1000, "riichi")], 4)
    (-700, 0, -300, 0)
    """
    change = [0] * seats
    for transfer in transfers:
        if isinstance(transfer.source, int):
            change[transfer.source] -= transfer.points
        if isinstance(transfer.target, int):
            change[transfer.target] += transfer.points
    return tuple(change)


def apply_transfers(scores: Sequence[int], transfers: Iterable[Transfer]) -> tuple[int, ...]:
    """The scores after the transfers.

    >>> apply_transfers([25000, 25000], [Transfer(1, 0, 1000, "hand")])
    (26000, 24000)
    """
    return tuple(
        score + change for score, change in zip(scores, sum_by_seat(transfers, len(scores)), strict=True)
    )


def rank_by_score(state: TableState) -> list[Standing]:
    """Standings where the score alone ranks: equal scores share a rank, and stand in the order of seats.

    >>> [(row.seat, row.rank) for row in rank_by_score(TableState((5, 9, 5, 1)))]
    [(1, 1), (0, 2), (2, 2), (3, 4)]
    """
    order = sorted(range(state.seats), key=lambda seat: (-state.scores[seat], seat))
    return [
        Standing(
            seat=seat,
            rank=1 + sum(score > state.scores[seat] for score in state.scores),
            score=state.scores[seat],
            tenths=state.scores[seat] * 10,
        )
        for seat in order
    ]


@dataclass(frozen=True, slots=True)
class Preset:
    """Named rules, as a federation, a platform or a club plays them."""

    key: str
    name: Text
    rules: Any


@dataclass(frozen=True, slots=True)
class Variant:
    """One game: its seats, its rules and the functions that read, settle and rank it.

    Functions, all pure:
    - `read_outcome(rules, hand)`: a hand of a game record (a JSON object) to the variant's frozen outcome;
      RuleError for a wrong shape, with `field` relative to the hand.
    - `write_outcome(outcome)`: the way back, the shortest form of the record.
    - `start(rules, dice)`: the table before the first hand (`dice` only in Ten, else None).
    - `settle(rules, state, outcome)`: checks sense against the table (RuleError), then settles and says
      whether the session ended.
    - `rank(rules, state)`: standings of an ended session, in ranking order.
    - `label(state)`: the name of the hand to come ("E1", "S3-2").
    - `round_wind(state)`: the prevailing wind of the hand to come, None where only its dice will tell.
    - `continued(rules, ended)`: the rules under which an ended session may go on, None where it cannot.
    """

    key: str
    name: Text
    seats: int
    rules_type: type[Any]
    presets: tuple[Preset, ...]
    read_outcome: Callable[[Any, Mapping[str, Any]], Any]
    write_outcome: Callable[[Any], dict[str, Any]]
    start: Callable[[Any, tuple[int, int] | None], TableState]
    settle: Callable[[Any, TableState, Any], Settlement]
    rank: Callable[[Any, TableState], list[Standing]]
    label: Callable[[TableState], str]
    round_wind: Callable[[TableState], str | None]
    continued: Callable[[Any, Termination], Any]
    closing: Termination = "closed"
    #: how many tenths make one unit of the final points, and whether they are shown with a decimal
    decimal_points: bool = field(default=False)

    @property
    def default_preset(self) -> Preset:
        """The preset a record means when it names none: the variant's first."""
        return self.presets[0]

    def find_preset(self, key: str) -> Preset:
        """The preset of that key; RuleError `unknown_preset` otherwise."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        raise RuleError(
            "unknown_preset",
            "preset",
            Text(f"{self.key} has no preset “{key}”.", f"{self.key} n’a pas de préréglage « {key} »."),
        )
