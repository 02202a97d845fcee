"""One player more than seats: five at a table of four, four at one of three.

Who sits out is the last of `TableState.order`, and what they have is in `aside`. Whoever sits down takes the
seat of the one who gets up, so that the game goes by its seats as ever. By the deal, a dealer gets up once
the deal has passed on: everybody deals, and sits out, in turn. By the round, one after another sits out a
round. (Common usage of clubs; no book of the five rules it.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .game import TableState
from .words import Text

#: how a record writes who sits out next
ROTATIONS = {
    "deal": Text("after each deal"),
    "round": Text("after each round"),
    "agreed": Text("as agreed"),
}
#: how many seats a table may have beside which one more waits
SHARED_SEATS = (3, 4)


#: what each seat has of its own, one number a seat, or nothing while nobody has any; `aside` has the same
OF_A_SEAT = ("scores", "penalties", "bonuses", "chips")


def with_extra_player(state: TableState) -> TableState:
    """The table at its beginning with one more player, who sits out first.

    >>> with_extra_player(TableState((250, 250, 250))).order
    (0, 1, 2, 3)
    """
    return replace(state, order=tuple(range(state.seats + 1)), aside=(state.scores[0], 0, 0, 0, 0))


def with_resting_player_at(state: TableState, seat: int) -> TableState:
    """The table once whoever sat out has sat down at `seat`, each with what is theirs.

    >>> after = with_resting_player_at(with_extra_player(TableState((10, 20, 30))), 1)
    >>> after.order, after.scores, after.aside
    ((0, 3, 2, 1), (10, 10, 30), (20, 0, 0, 0, 0))
    """
    places = {seat: state.seats, state.seats: seat}
    return _placed(state, [places.get(place, place) for place in range(state.player_count)])


def after_rotation(rotation: str, before: TableState, after: TableState) -> TableState:
    """The table for the next hand: `after` the hand that began at `before`, with whoever sits down seated."""
    if after.ended or not after.order:
        return after
    if rotation == "deal" and after.dealer != before.dealer:
        return with_resting_player_at(after, before.dealer)
    if rotation == "round" and after.round != before.round:
        return with_resting_player_at(after, before.round % after.seats)
    return after


def unrotated(state: TableState) -> TableState:
    """The table as if all sat at it, in the order of the players, to rank them: itself where nobody sits out.

    >>> unrotated(with_resting_player_at(with_extra_player(TableState((10, 20, 30))), 1)).scores
    (10, 20, 30, 10)
    """
    if not state.order:
        return state
    whole = _placed(
        state, [state.order.index(player) for player in range(state.player_count)], state.player_count
    )
    return replace(whole, order=(), aside=(), dealer=state.order[state.dealer])


def _placed(state: TableState, places: list[int], seats: int = 0) -> TableState:
    """What is each place's where everybody moves: place n gets what place `places[n]` had.

    The first places sit at the table, as many as it has `seats`.
    """
    seats = seats or state.seats
    *numbers, has_won = state.aside
    by_seat = {
        name: [*(getattr(state, name) or (0,) * state.seats), aside]
        for name, aside in zip(OF_A_SEAT, numbers, strict=True)
    }
    moved = {name: [there[place] for place in places] for name, there in by_seat.items()}
    won = [place in state.winners or (place == state.seats and bool(has_won)) for place in places]
    names = [name for name in OF_A_SEAT if getattr(state, name) or any(by_seat[name])]
    fields: Any = {name: tuple(moved[name][:seats]) for name in names}
    return replace(
        state,
        **fields,
        order=tuple(state.order[place] for place in places),
        aside=(*(moved[name][-1] for name in OF_A_SEAT), int(won[-1])),
        winners=tuple(place for place in range(seats) if won[place]),
    )
