"""What can be counted of a player's hands: wins, deal-ins, riichi, tenpai at draws, what hands were worth.

Nothing is settled here: the counts are read from outcomes and results as a game record writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .entries import is_entry

#: What a hand itself brings in, without counters and sticks.
WORTH = ("hand", "pao")
FAULTS = ("chombo", "false_win", "false_mahjong")
#: What one win can be at most in a round of six: five winners, one each.
LAST_WINS = 5


@dataclass(slots=True)
class Figures:
    """Counts of one seat over some hands. Points are in the variant's unit.

    `hands` are those that ended with a win or a draw (a fault is played again and counts as `faults`
    alone). `deal_ins` are hands in which this seat's discard won for somebody. `draws` are exhausted
    walls this seat saw, `tenpai` those it was tenpai at (where its game knows). `won_points` is the sum
    over wins of what the hand itself was worth, `best_hand` the most one was; `dealt_points` what deal-
    ins cost, likewise. `yaku` counts the named parts of won hands where the record knows them. `fed` says
    whom the deal-ins were for: by the winner's seat as text (as JSON keeps it), how many hands and what
    they cost.
    """

    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    riichi: int = 0
    riichi_wins: int = 0
    draws: int = 0
    tenpai: int = 0
    faults: int = 0
    won_points: int = 0
    dealt_points: int = 0
    best_hand: int = 0
    yaku: dict[str, int] = field(default_factory=dict)
    fed: dict[str, list[int]] = field(default_factory=dict)

    def count_deal_in(self, winner: int, worth: int) -> None:
        """One more hand dealt into the hand of that seat, at that cost."""
        hands, points = self.fed.get(str(winner), (0, 0))
        self.fed[str(winner)] = [hands + 1, points + worth]

    def count_yaku(self, name: str) -> None:
        """One more won hand with this yaku."""
        self.yaku[name] = self.yaku.get(name, 0) + 1

    def count_win(self, worth: int, *, self_drawn: bool) -> None:
        """One more won hand, worth so many points."""
        self.wins += 1
        self.self_draws += self_drawn
        self.won_points += worth
        self.best_hand = max(self.best_hand, worth)


def figures_by_seat(
    players: int, hands: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> tuple[Figures, ...]:
    """The figures of every seat of a session from its hands, each an outcome and its result.

    Where one player more than seats plays, they are by the players' numbers, as they sat in each hand.

    >>> win = {"type": "win", "wins": [{"winner": 1, "from": 3, "han": 1, "fu": 30}], "riichi": [1]}
    >>> paid = {"transfers": [{"from": 3, "to": 1, "points": 1000, "for": "hand"}]}
    >>> [(f.wins, f.deal_ins, f.riichi_wins, f.won_points) for f in figures_by_seat(4, [(win, paid)])]
    [(0, 0, 0, 0), (1, 0, 1, 1000), (0, 0, 0, 0), (0, 1, 0, 0)]
    """
    everybody = tuple(Figures() for _player in range(players))
    for outcome, result in hands:
        if is_entry(outcome):
            continue
        sat = result["sitting"][:-1] if "sitting" in result else range(players)
        figures = tuple(everybody[player] for player in sat)
        kind = outcome["type"]
        if kind in FAULTS:
            for seat in offenders(outcome):
                figures[seat].faults += 1
            continue
        for figures_of_seat in figures:
            figures_of_seat.hands += 1
        for seat in outcome.get("riichi", ()):
            figures[seat].riichi += 1
        wins = wins_of(outcome)
        _count_wins(figures, wins, outcome, result, sat)
        if _wall_ran_out(outcome, wins):
            _count_draw(figures, outcome, {winner for winner, _source, _parts in wins})
    return everybody


Win = tuple[int, int | None, tuple[str, ...]]


def wins_of(outcome: Mapping[str, Any]) -> list[Win]:
    """Winner, discarder (None for a self-draw) and the named parts of each won hand."""
    if outcome["type"] == "round":
        return [
            (event["seat"], event.get("from"), (event["hand"],) if event.get("hand") else ())
            for event in outcome.get("events", ())
            if event["type"] == "win"
        ]
    if outcome["type"] != "win":
        return []
    entries = outcome.get("wins", [outcome])
    return [
        (entry["winner"], entry.get("from"), tuple(dict.fromkeys(entry.get("patterns") or ())))
        for entry in entries
    ]


def _count_wins(
    figures: tuple[Figures, ...],
    wins: list[Win],
    outcome: Mapping[str, Any],
    result: Mapping[str, Any],
    sat: Sequence[int],
) -> None:
    transfers = [row for row in result.get("transfers", ()) if row["for"] in WORTH]
    read = result.get("yaku", ())
    for seat, source, parts in wins:
        counted = result.get("hand_points")
        received = sum(row["points"] for row in transfers if row["to"] == seat)
        if len(wins) > 1 and not received:
            continue  # void: only the nearest of them is paid by these rules
        figures[seat].count_win(counted[seat] if counted else received, self_drawn=source is None)
        if seat in outcome.get("riichi", ()):
            figures[seat].riichi_wins += 1
        for name in (*parts, *dict.fromkeys(row["name"] for row in read if row["winner"] == seat)):
            figures[seat].count_yaku(name)
    for source in {source for _seat, source, _parts in wins if source is not None}:
        figures[source].deal_ins += 1
        for winner in sorted({seat for seat, discarder, _parts in wins if discarder == source}):
            paid = sum(row["points"] for row in transfers if row["from"] == source and row["to"] == winner)
            figures[source].dealt_points += paid
            if paid or len(wins) == 1:
                figures[source].count_deal_in(sat[winner], paid)


def _wall_ran_out(outcome: Mapping[str, Any], wins: list[Win]) -> bool:
    if outcome["type"] == "round":
        return len(wins) < LAST_WINS
    return bool(outcome["type"] == "draw" and outcome.get("reason", "wall_exhausted") == "wall_exhausted")


def _count_draw(figures: tuple[Figures, ...], outcome: Mapping[str, Any], out: set[int]) -> None:
    """`out` are the seats that had left the round by winning."""
    ready = {row["seat"] if isinstance(row, Mapping) else row for row in outcome.get("tenpai", ())}
    for seat, figures_of_seat in enumerate(figures):
        figures_of_seat.draws += seat not in out
        figures_of_seat.tenpai += seat in ready


def offenders(outcome: Mapping[str, Any]) -> list[int]:
    """The seats that made the fault by which a hand ended."""
    return list(outcome["offenders"]) if "offenders" in outcome else [outcome["offender"]]
