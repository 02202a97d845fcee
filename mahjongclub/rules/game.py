"""What all games share: seats, winds, the state of a table, transfers of points, settlements and errors.

Facts are frozen values. A variant's `settle(rules, state, outcome)` takes the table as it stood and what
happened, and gives a `Settlement`: the transfers, and the table as it stands after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypedDict

from .words import Text

WINDS = ("E", "S", "W", "N")

WIND_NAMES = {"E": Text("East"), "S": Text("South"), "W": Text("West"), "N": Text("North")}

#: A seat (0 is the first dealer, then in the order of play), the sticks lying on the table, Ten's bank, or
#: what is no part of the game (points given or taken).
End = int | Literal["table", "bank", "outside"]

#: Why points moved.
Reason = Literal["hand", "honba", "riichi", "tenpai", "nagashi", "pao", "chombo", "kong", "penalty"]

#: Why a session ended.
Termination = Literal["last_hand", "bust", "target", "dealer_leads", "bank_empty", "time", "closed"]


class FaultJson(TypedDict):
    """A fault or a warning as a result writes it: the 1-based hand, the field, the code, English words."""

    hand: int | None
    field: str | None
    code: str
    message: str


#: A transfer as a result writes it: its ends, points above 0, and why they moved.
TransferJson = TypedDict("TransferJson", {"from": End, "to": End, "points": int, "for": Reason})


class RuleError(ValueError):
    """Something that cannot have happened, or was not written as a record writes it.

    `field` is the path inside the hand ("wins.0.han"), or inside the record where `hand` is None;
    None where no single field is at fault. `hand` is 1-based. `code` never changes once published.
    """

    def __init__(self, code: str, field: str | None, text: Text, hand: int | None = None) -> None:
        super().__init__(str(text))
        self.code = code
        self.field = field
        self.text = text
        self.hand = hand

    def at_hand(self, number: int) -> RuleError:
        """The same fault, said of hand `number` (1-based)."""
        return RuleError(self.code, self.field, self.text, number)

    def to_json(self) -> FaultJson:
        """The error object of the command line: hand, field, code and the English message."""
        return {"hand": self.hand, "field": self.field, "code": self.code, "message": str(self.text)}


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

    def to_json(self) -> TransferJson:
        """The transfer as a game record's result writes it."""
        return {"from": self.source, "to": self.target, "points": self.points, "for": self.reason}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table between two hands.

    `round` counts the rounds begun (0 = East; West extension after South is 2), `honba` the counters on the
    table (the dealer's repeats in Taiwanese), `sticks` the riichi sticks lying there, `hands` the hands
    settled so far and `entries` what stood between them and is no hand. `options` are those of the rules that
    entries changed. `penalties` are points taken from a seat after uma, outside the table, in points;
    `bonuses` what a seat got (less than 0: paid) so. `winners` are the seats that have won a hand, where
    rules ask; `chips` what each seat won of them, less what it gave; `may_end` whether the dealer may end the
    game now; `drawn` whether the last hand was, where rules play the next otherwise (a Goulash).

    Where one player more than seats plays (`rotation`), `order` says which player is at each seat and, last,
    who sits out; `aside` is what is theirs: score, penalty, bonus, chips, and 1 where they have
    won a hand.
    """

    scores: tuple[int, ...]
    dealer: int = 0
    round: int = 0
    honba: int = 0
    sticks: int = 0
    hands: int = 0
    entries: int = 0
    options: Mapping[str, Any] | None = None
    bank: int | None = None
    penalties: tuple[int, ...] = ()
    ended: Termination | None = None
    bonuses: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    may_end: bool = False
    order: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    drawn: bool = False

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.scores)

    @property
    def player_count(self) -> int:
        """How many play: those at the table, and who sits out."""
        return self.seats + bool(self.order)

    @property
    def all_scores(self) -> tuple[int, ...]:
        """The scores of the seats, then that of who sits out."""
        return (*self.scores, *self.aside[:1])

    @property
    def row_count(self) -> int:
        """How many rows the record has so far: hands, and entries that are no hands."""
        return self.hands + self.entries

    def wind_of(self, seat: int) -> str:
        """The wind of a seat in the hand to come, in the order of play from the dealer; "" beyond the fourth.

        >>> TableState((0, 0, 0, 0), dealer=2).wind_of(1)
        'N'
        """
        return "".join(WINDS[(seat - self.dealer) % self.seats :][:1])

    def after_seat(self, seat: int) -> Iterable[int]:
        """The other seats in the order of play from `seat`.

        >>> list(TableState((0, 0, 0, 0)).after_seat(2))
        [3, 0, 1]
        """
        return ((seat + step) % self.seats for step in range(1, self.seats))

    def to_json(self) -> dict[str, Any]:
        """Plain values for a cache; `from_json` gives the state back. What is rare is left out."""
        rare = ("entries", "options", "bonuses", "winners", "chips", "may_end", "order", "aside", "drawn")
        return {name: value for name, value in asdict(self).items() if value or name not in rare}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableState:
        """The state written by `to_json`."""
        lists = ("scores", "penalties", "bonuses", "winners", "chips", "order", "aside")
        read: dict[str, Any] = {
            name: tuple(value) if name in lists else value for name, value in data.items()
        }
        return cls(**read)


@dataclass(frozen=True, slots=True)
class Breach:
    """What the rules forbid and yet happened: the hand is settled as it was played, and this is said of it.

    `code` and `field` are as in `RuleError`.
    """

    code: str
    field: str
    text: Text

    def to_json(self, number: int) -> FaultJson:
        """The warning of hand `number` (1-based) as a result writes it."""
        return {"hand": number, "field": self.field, "code": self.code, "message": str(self.text)}


@dataclass(frozen=True, slots=True)
class Settlement:
    """What one hand moved, and the table after it.

    `hand_points` is each seat's counted hand (Chinese classical only). `yaku` lists what was found where the
    value came from tiles: {"winner", "name", "han"} each. `notes` say in words what the rules did that
    players may not expect (a ron void by head bump, a hand capped by the limit). `warnings` say what the
    rules forbid and yet happened.
    """

    transfers: tuple[Transfer, ...]
    after: TableState
    hand_points: tuple[int, ...] | None = None
    yaku: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[Text, ...] = ()
    round_wind: str | None = None
    warnings: tuple[Breach, ...] = ()

    @property
    def deltas(self) -> tuple[int, ...]:
        """The whole change of each seat, sticks included."""
        return self.all_deltas[: self.after.seats]

    @property
    def all_deltas(self) -> tuple[int, ...]:
        """The same, then that of who sits out."""
        return sum_by_seat(self.transfers, self.after.player_count)


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

    @property
    def uma(self) -> int:
        """The uma among the points, in the same tenths; 0 where a game or its rules have none."""
        return sum(tenths for name, tenths in self.parts if name == "uma")


def prevailing_wind(state: TableState) -> str:
    """The prevailing wind of the hand to come where rounds name it; after North comes East again."""
    return WINDS[state.round % len(WINDS)]


def wind_and_deal_label(state: TableState) -> str:
    """The name of the hand to come: round wind, number of the deal, counters.

    >>> wind_and_deal_label(TableState((0, 0, 0, 0), dealer=3, round=1, honba=2))
    'S4-2'
    """
    honba = f"-{state.honba}" if state.honba else ""
    return f"{prevailing_wind(state)}{state.dealer + 1}{honba}"


def hand_number_label(state: TableState) -> str:
    """The name of the hand to come in a game without rounds: its number.

    >>> hand_number_label(TableState((0, 0, 0, 0), hands=4))
    '5'
    """
    return str(state.hands + 1)


def no_round_wind(state: TableState) -> None:
    """For games in which no wind prevails, or the dice of each hand name it."""


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
