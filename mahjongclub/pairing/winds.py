"""Who sits on which wind. Pure.

Rounds known together get each place on each wind as equally as their number allows: within every `seats`
rounds each wind at most once. That is a colouring of the edges between places and tables with `seats`
colours, which always exists (König); it is found by alternating paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from .designs import Round, Table


def balance_winds(rounds: Sequence[Round], seats: int) -> list[Round]:
    """The same tables, each in the order of its winds."""
    turned: list[Round] = []
    for begin in range(0, len(rounds), seats):
        turned += _coloured(rounds[begin : begin + seats], seats)
    return turned


def balance_next_round(tables: Round, before: Sequence[Round]) -> Round:
    """A round drawn after others: each table in the order that fits best what its places have sat on."""
    sat: Counter[tuple[int, int]] = Counter()
    for table in (table for tables in before for table in tables):
        sat.update((place, seat) for seat, place in enumerate(table))

    def surplus(order: Table) -> int:
        return sum(2 * sat[place, seat] + 1 for seat, place in enumerate(order))

    return [min(permutations(table), key=lambda order: (surplus(order), order)) for table in tables]


def _coloured(rounds: Sequence[Round], seats: int) -> list[Round]:
    tables = [
        (number, index)
        for number, tables_of_round in enumerate(rounds)
        for index in range(len(tables_of_round))
    ]
    at_place: dict[int, dict[int, tuple[int, int]]] = {}
    at_table: dict[tuple[int, int], dict[int, int]] = {table: {} for table in tables}
    for number, index in tables:
        for place in rounds[number][index]:
            winds = at_place.setdefault(place, {})
            table = (number, index)
            free_here = next(wind for wind in range(seats) if wind not in at_table[table])
            free_there = next(wind for wind in range(seats) if wind not in winds)
            if free_here in winds:
                _flip(at_place, at_table, place, free_here, free_there)
            winds[free_here] = table
            at_table[table][free_here] = place
    return [
        [
            tuple(at_table[number, index][wind] for wind in range(seats))
            for index in range(len(tables_of_round))
        ]
        for number, tables_of_round in enumerate(rounds)
    ]


def _flip(
    at_place: dict[int, dict[int, tuple[int, int]]],
    at_table: dict[tuple[int, int], dict[int, int]],
    place: int,
    wind_here: int,
    other: int,
) -> None:
    """Change two winds on the path of both that begins at a place, so that `wind_here` is free there."""
    path = []
    here, wind = place, wind_here
    while wind in at_place[here]:
        table = at_place[here][wind]
        path.append((here, table, wind))
        back = other if wind == wind_here else wind_here
        if back not in at_table[table]:
            break
        here = at_table[table][back]
        path.append((here, table, back))
    for who, table, wind in path:
        del at_place[who][wind]
        del at_table[table][wind]
    for who, table, wind in path:
        changed = other if wind == wind_here else wind_here
        at_place[who][changed] = table
        at_table[table][changed] = who
