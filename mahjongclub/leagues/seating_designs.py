"""Seatings known to mathematics: rounds in which nobody meets twice, made without any search.

Pure: no Django. A round is a list of tables, a table a tuple of numbers from 0.

- Two at a table: the circle method of round robins.
- Places that are a multiple of the seats by a number q whose prime powers are all at least the seats: the
  transversal design over a ring of q elements. Columns of q places never meet; anybody else meets once.
- 24 places at tables of four: a group divisible design (4-RGDD of type 3^8) developed from one base round
  over Z7. The base round was found by a search; tests/leagues/test_seating.py counts that it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

Table = tuple[int, ...]
Round = list[Table]


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds without a repeated meeting, and `apart`: sets of places that meet in none of them."""

    rounds: tuple[Round, ...]
    apart: tuple[tuple[int, ...], ...]


#: three orbits of seven points, numbered one after the other, and three points that stay
TURNING, FIXED = 7, 3
BASE_OF_24 = (
    (7, 9, 10, 18),
    (2, 14, 15, 19),
    (5, 8, 20, 23),
    (0, 13, 16, 22),
    (6, 11, 17, 21),
    (1, 3, 4, 12),
)


def known_design(places: int, seats: int) -> Design | None:
    """The design for so many places at tables of `seats`, None where there is none here."""
    if places % seats or places < seats:
        return None
    if seats == 2:
        return Design(tuple(round_robin(places)), ())
    if seats == 4 and places == 24:
        return _developed()
    columns = places // seats
    if columns == 1:
        return Design(([tuple(range(seats))],), ())
    powers = prime_powers(columns)
    return _transversal(powers, seats) if min(power for power, _prime in powers) >= seats else None


def round_robin(places: int) -> list[Round]:
    """Everybody against everybody in `places - 1` rounds.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    """
    last = places - 1
    rounds: list[Round] = []
    for turn in range(last):
        ring = [(turn * (places // 2) + step) % last for step in range(last)]
        first = (ring[0], last) if turn % 2 == 0 else (last, ring[0])
        rounds.append([first, *((ring[step], ring[-step]) for step in range(1, places // 2))])
    return rounds


def _developed() -> Design:
    """The base round turned once round the group: seven rounds. Eight groups of three never meet."""
    moving = 3 * TURNING

    def turned(point: int, by: int) -> int:
        orbit, number = divmod(point, TURNING)
        return point if point >= moving else orbit * TURNING + (number + by) % TURNING

    rounds = tuple([tuple(turned(p, by) for p in table) for table in BASE_OF_24] for by in range(TURNING))
    across = [tuple(number + orbit * TURNING for orbit in range(3)) for number in range(TURNING)]
    return Design(rounds, (tuple(range(moving, moving + FIXED)), *across))


def _transversal(powers: list[tuple[int, int]], seats: int) -> Design:
    """Table b of round m has place a*m + b of column a; then the columns among themselves, where they fit."""
    ring = _Ring(powers)
    size = len(ring.elements)
    slopes = [ring.elements.index(tuple(field[digit] for field in ring.fields)) for digit in range(seats)]
    rounds = [
        [
            tuple(column * size + ring.sum(ring.times(slope, m), b) for column, slope in enumerate(slopes))
            for b in range(size)
        ]
        for m in range(size)
    ]
    columns = tuple(tuple(range(column * size, (column + 1) * size)) for column in range(seats))
    inside = known_design(size, seats)
    if inside is None:
        return Design(tuple(rounds), columns)
    for shared in inside.rounds:
        rounds.append([tuple(column[one] for one in table) for column in columns for table in shared])
    apart = tuple(tuple(column[one] for one in group) for column in columns for group in inside.apart)
    return Design(tuple(rounds), apart)


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers a number is made of, each with its prime.

    >>> prime_powers(40)
    [(8, 2), (5, 5)]
    """
    found = []
    prime = 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            found.append((power, prime))
        prime += 1
    return found or [(1, 1)]


class _Ring:
    """A product of finite fields; its elements are numbered, and added and multiplied by number."""

    def __init__(self, powers: list[tuple[int, int]]) -> None:
        self.primes = [prime for _power, prime in powers]
        self.moduli = [_irreducible(prime, _degree(power, prime)) for power, prime in powers]
        self.fields = [
            [tuple(reversed(one)) for one in product(range(prime), repeat=len(modulus) - 1)]
            for prime, modulus in zip(self.primes, self.moduli, strict=True)
        ]
        self.elements = list(product(*self.fields))
        self.number = {element: number for number, element in enumerate(self.elements)}

    def sum(self, one: int, other: int) -> int:
        """The number of the sum."""
        pairs = zip(self.elements[one], self.elements[other], self.primes, strict=True)
        return self.number[
            tuple(tuple((a + b) % prime for a, b in zip(x, y, strict=True)) for x, y, prime in pairs)
        ]

    def times(self, one: int, other: int) -> int:
        """The number of the product."""
        pairs = zip(self.elements[one], self.elements[other], self.primes, self.moduli, strict=True)
        return self.number[
            tuple(_remainder(_product(x, y), modulus, prime) for x, y, prime, modulus in pairs)
        ]


def _degree(power: int, prime: int) -> int:
    degree = 0
    while power > 1:
        power //= prime
        degree += 1
    return degree


def _product(one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return found


def _remainder(polynomial: list[int], modulus: tuple[int, ...], prime: int) -> tuple[int, ...]:
    """A polynomial (lowest coefficient first) modulo a monic one."""
    rest = [number % prime for number in polynomial]
    degree = len(modulus) - 1
    for top in range(len(rest) - 1, degree - 1, -1):
        factor = rest[top]
        for step, coefficient in enumerate(modulus):
            rest[top - degree + step] = (rest[top - degree + step] - factor * coefficient) % prime
    return tuple(rest[:degree])


def _irreducible(prime: int, degree: int) -> tuple[int, ...]:
    """A monic polynomial without a monic divisor of a lower degree."""
    for low in product(range(prime), repeat=degree):
        candidate = (*low, 1)
        divisors = (
            (*tail, 1)
            for length in range(1, degree // 2 + 1)
            for tail in product(range(prime), repeat=length)
        )
        if all(any(_remainder(list(candidate), divisor, prime)) for divisor in divisors):
            return candidate
    raise AssertionError("there is one for every degree")
