"""Whether a riichi outcome can have happened at this table under these rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import Breach, RuleError, TableState
from ...words import Text, about_seat
from ..sticks import may_put_stick_out
from ..winners import check_winners
from .option_lists import ABORTS
from .options import Rules
from .outcomes import Abort, Chombo, Draw, Outcome, Win, Winner
from .tiles import TileValue
from .yaku import LIABLE_FOR, PAO_YAKUMAN


def check_outcome(rules: Rules, outcome: Outcome) -> None:
    """RuleError, at the field of the hand, for what cannot have happened."""
    match outcome:
        case Win():
            _check_win(rules, outcome)
        case Draw():
            _check_draw(rules, outcome)
        case Abort():
            _check_abort(rules, outcome)
        case Chombo() if rules.chombo == "off":
            raise RuleError("chombo_off", "type", Text("There is no chombo in these rules."))


def check_pao_yakuman(rules: Rules, winner: Winner, value: TileValue | None, field: str) -> None:
    """RuleError where a seat is said to be liable for tiles that hold no yakuman covered by `pao`."""
    if winner.pao is None or value is None:
        return
    tiles = winner.value.tiles
    if is_open_kan_liability(rules, winner, value.yakuman) and tiles is not None:
        if "rinshan" not in tiles.flags or not any(meld.kind == "kan" for meld in tiles.melds):
            raise RuleError(
                "pao_without_kan", field, Text("Nobody is liable: the hand was not won after an open kan.")
            )
        return
    yaku_names = {name for name, _ in value.yaku}
    covered = {PAO_YAKUMAN[word] for word in rules.pao if word in PAO_YAKUMAN}
    fed = (
        [(f"{field}.{key}", {LIABLE_FOR[key]}) for key, _seat in winner.pao]
        if isinstance(winner.pao, tuple)
        else [(field, covered)]
    )
    for path, names in fed:
        if not value.yakuman or not names & yaku_names:
            raise RuleError(
                "pao_without_yakuman",
                path,
                Text("These tiles hold no yakuman for which somebody can be liable."),
            )


def is_open_kan_liability(rules: Rules, winner: Winner, yakuman: int | None) -> bool:
    """Whether somebody is liable for an open kan: who fed it pays all of a win on its replacement."""
    drawn = winner.source is None and not yakuman and not isinstance(winner.pao, tuple)
    return winner.pao is not None and drawn and "open_kan" in rules.pao


def breaches(rules: Rules, state: TableState, outcome: Outcome) -> Iterator[Breach]:
    """What these rules forbid and yet happened in this hand."""
    for index, seat in enumerate(outcome.riichi):
        if not may_put_stick_out(rules, state, seat):
            yield Breach(
                "riichi_without_points",
                f"riichi.{index}",
                about_seat(seat, "{who} has only {points} points for a riichi.", points=state.scores[seat]),
            )
    aborted = isinstance(outcome, Chombo) or (isinstance(outcome, Abort) and outcome.reason == "four_riichi")
    if len(outcome.riichi) == rules.seats and "four_riichi" in rules.abortive and not aborted:
        yield Breach("four_riichi_aborts", "riichi", Text("Four riichi abort the hand in these rules."))
    if isinstance(outcome, Draw):
        for index, seat in enumerate(outcome.nagashi):
            if seat in outcome.dead:
                yield Breach(
                    "dead_nagashi",
                    f"nagashi.{index}",
                    about_seat(seat, "{who} has a dead hand: no nagashi mangan."),
                )
        for seat in outcome.riichi:
            if seat not in (*outcome.tenpai, *outcome.dead):
                yield Breach(
                    "riichi_not_tenpai",
                    "tenpai",
                    about_seat(
                        seat, "{who} declared riichi and is not tenpai: pays as noten, the stick stays."
                    ),
                )


def _check_win(rules: Rules, outcome: Win) -> None:
    check_winners(outcome.wins)
    for index, winner in enumerate(outcome.wins):
        if winner.chips and not rules.chips:
            raise RuleError("chips_off", f"wins.{index}.chips", Text("There are no chips in these rules."))
        if winner.seat in outcome.dead:
            raise RuleError(
                "dead_wins", f"dead.{outcome.dead.index(winner.seat)}", Text("A dead hand cannot win.")
            )
        _check_pao(rules, winner, f"wins.{index}.pao")


def _check_pao(rules: Rules, winner: Winner, field: str) -> None:
    if winner.pao is None:
        return
    if not rules.pao:
        raise RuleError("pao_off", field, Text("There is no pao in these rules."))
    covered = {PAO_YAKUMAN[word] for word in rules.pao if word in PAO_YAKUMAN}
    for key, seat in winner.pao if isinstance(winner.pao, tuple) else (("", winner.pao),):
        path = f"{field}.{key}" if key else field
        if key and LIABLE_FOR[key] not in covered:
            raise RuleError("pao_off", path, Text("There is no pao for this yakuman in these rules."))
        if seat == winner.seat:
            raise RuleError("pao_is_winner", path, Text("The winner is not liable for their own hand."))
    if is_open_kan_liability(rules, winner, winner.value.yakuman):
        return
    if winner.value.yakuman is None and winner.value.tiles is None:
        raise RuleError("pao_without_yakuman", field, Text("Pao needs a yakuman."))


def _check_draw(rules: Rules, outcome: Draw) -> None:
    if outcome.nagashi and not rules.nagashi:
        raise RuleError("nagashi_off", "nagashi", Text("There is no nagashi mangan in these rules."))


def aborts_played(rules: Rules) -> tuple[str, ...]:
    """The abortive draws of these rules, keys of ABORTS.

    Where two rons are paid, three abort the hand whatever the set of aborts says; with head bump three are
    won by the nearest.

    >>> aborts_played(Rules(abortive=("four_winds",), multi_ron="double"))
    ('four_winds', 'triple_ron')
    """
    three_rons = {"head_bump": False, "double": True}.get(rules.multi_ron, "triple_ron" in rules.abortive)
    return tuple(
        reason for reason in ABORTS if (three_rons if reason == "triple_ron" else reason in rules.abortive)
    )


def _check_abort(rules: Rules, outcome: Abort) -> None:
    if outcome.reason not in aborts_played(rules):
        bumped = outcome.reason == "triple_ron" and rules.multi_ron == "head_bump"
        raise RuleError(
            "abort_not_played",
            "reason",
            Text("With head bump a triple ron is won by the nearest player.")
            if bumped
            else Text("This does not abort a hand in these rules."),
        )
    if outcome.reason == "four_riichi" and len(outcome.riichi) != rules.seats:
        raise RuleError("four_riichi_needs_four", "riichi", Text("Four riichi means all four seats."))
