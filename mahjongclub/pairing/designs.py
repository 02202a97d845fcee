"""Seatings known to mathematics: rounds in which nobody meets twice, made without any search.

Pure: no Django. A round is a list of tables, a table a tuple of numbers from 0.

- Two at a table: the circle method of round robins.
- Places that are a multiple of the seats by a number q whose prime powers are all at least the seats: the
  transversal design over a ring of q elements. Columns of q places never meet; anybody else meets once.
- Rounds turned round the hall: a column for each seat, as long as there are tables; in each round place v of
  a column sits at table v - a, by the column's own a for that round. Nobody comes to one table again, nor
  meets anybody again, where the a of a column differ, and so do the differences of those of two columns: a
  difference matrix, with a row of zeros. A search finds most of them; two that it does not are kept below.
- Tables of four and 3q + 1 places, q a prime power and one more than a multiple of four (16, 28, 40, 52, 76
  and so on): q rounds in which everybody meets everybody once. R. C. Bose, "On the construction of balanced
  incomplete block designs", Annals of Eugenics 9 (1939), pages 353 to 399.
- 24 places at tables of four: a group divisible design (4-RGDD of type 3^8) developed from one base round
  over Z7. The base round was found by a search; tests/pairing/test_drawing.py counts that it is right.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

Table = tuple[int, ...]
Round = list[Table]


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds without a repeated meeting, and `apart`: sets of places that meet in none of them.

    Tables stand in the order of the hall; in the first `spread` rounds nobody comes to one of them twice.
    """

    rounds: tuple[Round, ...]
    apart: tuple[tuple[int, ...], ...]
    spread: int = 0


#: how far a difference matrix is looked for: numbers tried, and tried before it begins anew
STEPS, PATIENCE = 800_000, 3_000  # pragma: no mutate
#: difference matrices that it finds not at all, or within seconds only: tables -> the group's factors, each
#: round's number by column
FOUND: dict[int, tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {
    # nine rounds; ten are not known to be possible
    10: (
        (10,),
        (
            *((0, 0, 0, 0), (4, 2, 5, 9), (1, 8, 3, 4), (6, 1, 9, 5), (5, 6, 2, 7)),
            *((3, 9, 8, 1), (8, 7, 4, 2), (2, 4, 6, 3), (9, 3, 7, 6)),
        ),
    ),
    # all twelve: orthogonal orthomorphisms of Z2 x Z6 (Johnson, Dulmage, Mendelsohn 1961 have five)
    12: (
        (2, 6),
        (
            *((0, 0, 0, 0), (1, 2, 3, 4), (2, 1, 8, 10), (3, 6, 10, 9), (4, 8, 1, 7), (5, 7, 9, 1)),
            *((6, 10, 2, 11), (7, 9, 6, 5), (8, 11, 5, 3), (9, 4, 7, 2), (10, 3, 11, 8), (11, 5, 4, 6)),
        ),
    ),
    # twelve rounds, as the search finds them
    14: (
        (14,),
        (
            *((0, 0, 0, 0), (9, 10, 3, 2), (8, 6, 7, 5), (10, 3, 2, 11), (11, 13, 8, 10), (5, 2, 10, 3)),
            *((6, 5, 1, 12), (1, 9, 13, 4), (3, 12, 4, 8), (13, 4, 6, 9), (7, 11, 9, 1), (2, 8, 5, 6)),
        ),
    ),
}


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


@cache
def complete_design(places: int, seats: int) -> Design | None:
    """Rounds in which everybody meets everybody once, None where they are not made here.

    Three columns of q places, numbered by a field, and one place more. One round has that place with the
    noughts, and each table two numbers of one column and two of the next: x and -x, ix and -ix, where i is a
    root of -1. Each number added to it gives another round.
    """
    size, over = divmod(places - 1, 3)
    powers = prime_powers(size)
    if seats != 4 or over or size % 4 != 1 or len(powers) != 1:
        return None
    field = _Ring(powers)
    turns = field.turns()
    quarter = (size - 1) // 4
    tables = [
        [(column + step % 2, turns[at + step * quarter]) for step in range(4)]
        for column in range(3)
        for at in range(quarter)
    ]
    rounds = []
    for by in range(size):
        sums = [field.sum(number, by) for number in range(size)]
        moved = [tuple(column % 3 * size + sums[number] for column, number in table) for table in tables]
        rounds.append([(3 * size, *(column * size + sums[0] for column in range(3))), *moved])
    return Design(tuple(rounds), ())


@cache
def rotated_design(places: int, seats: int, rounds: int) -> Design | None:
    """So many rounds turned round the hall, None where no difference matrix for them is found."""
    tables = places // seats
    if places % seats or rounds > tables:
        return None
    factors: tuple[int, ...] = (tables,)
    matrix: list[tuple[int, ...]] | None = None
    if tables in FOUND and seats <= 4 and rounds <= len(FOUND[tables][1]):
        factors, matrix = FOUND[tables][0], [line[:seats] for line in FOUND[tables][1][:rounds]]
    elif rounds < tables:
        matrix = _Differences(factors, seats, rounds).find()
    if matrix is None:
        return None
    sums = _table(factors, 1)
    made = tuple(
        [tuple(column * tables + sums[a][b] for column, a in enumerate(line)) for b in range(tables)]
        for line in matrix
    )
    columns = tuple(tuple(range(column * tables, (column + 1) * tables)) for column in range(seats))
    return Design(made, columns, spread=rounds)


def _table(factors: tuple[int, ...], sign: int) -> list[list[int]]:
    """The sums (`sign` 1) or differences (-1) of the numbered elements of a group."""
    elements = list(product(*map(range, factors)))
    number = {element: at for at, element in enumerate(elements)}
    return [
        [
            number[tuple((a + sign * b) % size for a, b, size in zip(element, other, factors, strict=True))]
            for other in elements
        ]
        for element in elements
    ]


class _Differences:
    """A search for a difference matrix: for each round a number by row, in no row one twice, nor in what two
    rows differ by. It goes by chance, always the same, and begins anew where it gets stuck."""

    def __init__(self, factors: tuple[int, ...], rows: int, rounds: int) -> None:
        self.less = _table(factors, -1)
        self.rows, self.rounds = rows, rounds
        self.chance = random.Random(rounds)
        self.pairs = [(row, other) for row in range(rows) for other in range(row)]

    def find(self) -> list[tuple[int, ...]] | None:
        """The numbers round by round, None where the steps do not suffice."""
        for _try in range(STEPS // PATIENCE):
            self.left = PATIENCE
            self.found: list[tuple[int, ...]] = []
            self.taken: list[set[int]] = [set() for _row in range(self.rows)]
            self.apart: dict[tuple[int, int], set[int]] = {pair: set() for pair in self.pairs}
            if self._with((0,) * self.rows):
                return self.found
        return None

    def _with(self, numbers: tuple[int, ...]) -> bool:
        """Take these for a round, and find those of the others."""
        self.found.append(numbers)
        self._mark(numbers, set.add)
        if len(self.found) == self.rounds or self._next(()):
            return True
        self._mark(numbers, set.discard)
        self.found.pop()
        return False

    def _mark(self, numbers: tuple[int, ...], mark: Callable[[set[int], int], None]) -> None:
        for row, number in enumerate(numbers):
            mark(self.taken[row], number)
        for row, other in self.pairs:
            mark(self.apart[row, other], self.less[numbers[row]][numbers[other]])

    def _next(self, numbers: tuple[int, ...]) -> bool:
        """Find the rest of a round of which these are known."""
        row = len(numbers)
        if row == self.rows:
            return self._with(numbers)
        self.left -= 1
        free = [
            number
            for number in range(len(self.less))
            if number not in self.taken[row]
            and all(
                self.less[number][element] not in self.apart[row, other]
                for other, element in enumerate(numbers)
            )
        ]
        self.chance.shuffle(free)
        # any order of the rounds will do: one number of the first row is tried, not each
        return any(self.left > 0 and self._next((*numbers, number)) for number in (free if row else free[:1]))


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
    # without the slope of nothing everybody moves on to another table in each round
    spread = min(power for power, _prime in powers) > seats
    digits = range(1, seats + 1) if spread else range(seats)
    slopes = [ring.elements.index(tuple(field[digit] for field in ring.fields)) for digit in digits]
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
        return Design(tuple(rounds), columns, size * spread)
    for shared in inside.rounds:
        rounds.append([tuple(column[point] for point in table) for column in columns for table in shared])
    apart = tuple(tuple(column[point] for point in group) for column in columns for group in inside.apart)
    return Design(tuple(rounds), apart, size * spread)


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers a number is made of, each with its prime.

    >>> prime_powers(40)
    [(8, 2), (5, 5)]
    """
    powers_of_primes = []
    prime = 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            powers_of_primes.append((power, prime))
        prime += 1
    return powers_of_primes


class _Ring:
    """A product of finite fields; its elements are numbered, and added and multiplied by number."""

    def __init__(self, powers: list[tuple[int, int]]) -> None:
        self.primes = [prime for _power, prime in powers]
        self.moduli = [_irreducible(prime, _degree(power, prime)) for power, prime in powers]
        self.fields = [
            [tuple(reversed(digits)) for digits in product(range(prime), repeat=len(modulus))]
            for prime, modulus in zip(self.primes, self.moduli, strict=True)
        ]
        self.elements = list(product(*self.fields))
        self.number = {element: number for number, element in enumerate(self.elements)}

    def sum(self, first: int, other: int) -> int:
        """The number of the sum."""
        pairs = zip(self.elements[first], self.elements[other], self.primes, strict=True)
        return self.number[
            tuple(tuple((a + b) % prime for a, b in zip(x, y, strict=True)) for x, y, prime in pairs)
        ]

    def turns(self) -> list[int]:
        """The numbers of all elements but nought, each the one before times a root that makes them all."""
        size = len(self.elements)
        unit = next(element for element in range(size) if self.times(element, element) == element != 0)
        for root in range(1, size):
            powers = [unit]
            while (following := self.times(powers[-1], root)) != unit:
                powers.append(following)
            if len(powers) == size - 1:
                return powers
        raise AssertionError("every field has one")

    def times(self, first: int, other: int) -> int:
        """The number of the product."""
        pairs = zip(self.elements[first], self.elements[other], self.primes, self.moduli, strict=True)
        return self.number[
            tuple(_remainder(_product(x, y), modulus, prime) for x, y, prime, modulus in pairs)
        ]


def _degree(power: int, prime: int) -> int:
    degree = 0
    while power > 1:
        power //= prime
        degree += 1
    return degree


def _product(first: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    coefficients = [0] * (len(first) + len(other) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(other):
            coefficients[i + j] += a * b
    return coefficients


def _remainder(polynomial: list[int], modulus: tuple[int, ...], prime: int) -> tuple[int, ...]:
    """A polynomial (lowest coefficient first) modulo a monic one, which is told without its leading 1."""
    rest = [number % prime for number in polynomial]
    degree = len(modulus)
    for top in range(len(rest) - 1, degree - 1, -1):
        factor = rest[top]
        for step, coefficient in enumerate(modulus):
            rest[top - degree + step] = (rest[top - degree + step] - factor * coefficient) % prime
    return tuple(rest[:degree])


def _irreducible(prime: int, degree: int) -> tuple[int, ...]:
    """A monic polynomial, without its leading 1, that no monic one of a lower degree divides."""
    for low in product(range(prime), repeat=degree):
        divisors = (
            divisor for length in range(1, degree) for divisor in product(range(prime), repeat=length)
        )
        if all(any(_remainder([*low, 1], divisor, prime)) for divisor in divisors):
            return low
    raise AssertionError("there is one for every degree")
