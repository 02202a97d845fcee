"""Whatever is drawn repeats with its seed: small seatings of every kind, each kept as a short digest.

test_seeds.py has some of them in full, and says why. A digest that differs tells which seating does: draw it
before and after the change, and where the new one is as good or better, put its digest here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import astuple
from hashlib import sha256
from itertools import combinations

import pytest

from mahjongclub.pairing import designs, night, search, visits, wishes
from mahjongclub.pairing.byes import count_byes
from mahjongclub.pairing.designs import Round, complete_design, known_design, rotated_design
from mahjongclub.pairing.drawing import CannotDraw, draw_by_lot, draw_by_rank_alone, draw_swiss, plan_rounds
from mahjongclub.pairing.night import NightGame, RoundDraw, seat_round
from mahjongclub.pairing.visits import spread_over_hall
from mahjongclub.pairing.wishes import Wishes, exchange_places, move_to_wished_tables

FOUR, THREE, OTHER = NightGame("four", 4), NightGame("three", 3), NightGame("other", 4)


def some_teams(chance: random.Random, places: int, tables: int) -> list[Hashable | None]:
    """Of the places nobody, everybody or some in teams of one member a table at most."""
    some = chance.choice((0, 0, places, places // 2))
    return [place // tables if place < some else None for place in range(places)]


def some_wishes(chance: random.Random, places: int, tables: int) -> Wishes:
    """Nobody, or a few, who wish to be apart in the first rounds; nobody, or a few, who stay at tables."""
    group = chance.sample(range(places), chance.choice((0, 0, 2, min(4, places))))
    apart = frozenset(frozenset(pair) for pair in combinations(group, 2))
    staying = chance.sample(range(places), chance.choice((0, 0, 1, min(3, places))))
    wished = {place: chance.sample(range(1, tables + 2), chance.randint(1, 2)) for place in staying}
    return Wishes(apart, chance.randint(1, 2) if apart else 0, wished)


def some_rounds(chance: random.Random, places: int, seats: int, count: int) -> list[Round]:
    """So many rounds by lot, in which those over sit out."""
    rounds = []
    for _round in range(count):
        order = chance.sample(range(places), places - places % seats)
        rounds.append([tuple(order[at : at + seats]) for at in range(0, len(order), seats)])
    return rounds


def plan(number: int) -> object:
    chance = random.Random(number)
    seats, tables = chance.choice((2, 3, 4, 4)), chance.randint(1, 4)
    over = chance.choice((0, 0, 1, seats - 1))
    places = seats * tables + over
    before = some_rounds(chance, places, seats, chance.choice((0, 0, 1, 2)))
    teams, wished = some_teams(chance, places, tables), some_wishes(chance, places, tables)
    rounds = chance.randint(1, 4)
    return plan_rounds(seats, rounds, teams, number, byes=over > 0, before=before, wishes=wished)


def by_lot(number: int) -> object:
    chance = random.Random(number)
    seats, tables = chance.choice((2, 3, 4, 4)), chance.randint(1, 6)
    places = seats * tables + chance.choice((0, 0, 1))
    before = some_rounds(chance, places, seats, chance.randint(0, 3))
    teams, wished = some_teams(chance, places, tables), some_wishes(chance, places, tables)
    byes = count_byes(range(places), before)
    return draw_by_lot(range(places), seats, teams, before, number, byes, wished)


def swiss(number: int) -> object:
    chance = random.Random(number)
    seats, tables = chance.choice((2, 3, 4)), chance.randint(2, 4)
    places = seats * tables + chance.choice((0, 0, 1, seats - 1))
    before = some_rounds(chance, places, seats, chance.randint(0, 3))
    teams, wished = some_teams(chance, places, tables), some_wishes(chance, places, tables)
    ranked, byes = chance.sample(range(places), places), count_byes(range(places), before)
    follow = chance.randint(0, 2)
    return draw_swiss(ranked, seats, teams, before, number, byes, wished, rounds_to_follow=follow)


def tournament(number: int) -> object:
    """Four Swiss rounds, each after another ranking."""
    chance = random.Random(number)
    seats = chance.choice((2, 3, 4))
    players = seats * chance.randint(2, 5) + chance.choice((0, 0, 1))
    rounds: list[Round] = []
    for more in (3, 2, 1, 0):
        ranked, byes = chance.sample(range(players), players), count_byes(range(players), rounds)
        rounds.append(
            draw_swiss(ranked, seats, [None] * players, rounds, number, byes, rounds_to_follow=more)
        )
    return rounds


def by_rank(number: int) -> object:
    chance = random.Random(number)
    seats, tables = chance.choice((2, 3, 4)), chance.randint(1, 6)
    places = seats * tables
    before = some_rounds(chance, places, seats, chance.randint(0, 3))
    ranked = chance.sample(range(places), places)
    return draw_by_rank_alone(ranked, seats, before, snake=bool(number % 2))


def evening(number: int) -> object:
    """Three rounds of a night, people coming and going."""
    chance = random.Random(number)
    kinds = chance.choice(([FOUR], [FOUR, THREE], [FOUR, OTHER], [FOUR, OTHER, THREE]))
    people = set(range(chance.choice((9, 13, 15, 17)) if number % 4 == 0 else chance.randint(3, 9)))
    wants = {place: chance.choice(kinds).game for place in people if chance.random() < 0.3}
    rounds: list[RoundDraw] = []
    for seed in range(3):
        rounds.append(seat_round(people, kinds, rounds, wants, fives=number % 3 == 0, seed=seed))
        people ^= {chance.randint(0, 12)}
    return list(map(astuple, rounds))


def exchanged(number: int) -> object:
    chance = random.Random(number)
    places = chance.choice((12, 16, 20))
    rounds = some_rounds(chance, places, 4, 4)
    group = chance.sample(range(places), places // 2)
    apart = frozenset(frozenset(pair) for pair in combinations(group, 2) if chance.random() < 0.5)
    staying = {place: [chance.randint(1, places // 4)] for place in chance.sample(range(places), number % 4)}
    teams = [frozenset(chance.sample(range(places), 2)) for _pair in range(chance.randint(0, 2))]
    return exchange_places(rounds, Wishes(apart, chance.randint(1, 3), staying), teams, places, number)


def in_the_hall(number: int) -> object:
    chance = random.Random(number)
    tables = chance.randint(1, 6)
    rounds = some_rounds(chance, 4 * tables, 4, chance.randint(1, 6))
    wished = {
        place: chance.sample(range(1, tables + 2), min(tables, 3)) for place in range(chance.randint(0, 4))
    }
    moved = [move_to_wished_tables(round_tables, Wishes(tables=wished)) for round_tables in rounds]
    return spread_over_hall(rounds, number, wished), moved


def known_designs(number: int) -> object:
    seats = number % 5 + 2
    tables = number // 5 + 1
    places = seats * tables
    turned = [rotated_design(places, seats, rounds) for rounds in range(1, min(tables, 6) + 1)]
    found = [known_design(places, seats), *turned, complete_design(places, seats)]
    return [design and astuple(design) for design in found]


DRAWS: dict[str, Callable[[int], object]] = {
    "plan": plan,
    "by lot": by_lot,
    "swiss": swiss,
    "tournament": tournament,
    "by rank": by_rank,
    "night": evening,
    "exchanged": exchanged,
    "in the hall": in_the_hall,
    "designs": known_designs,
}


def digest(draw: Callable[[int], object], number: int) -> str:
    """Return six digits of what is drawn, or of how many places are missing and over."""
    try:
        drawn = repr(draw(number))
    except CannotDraw as error:
        drawn = f"{error.missing} {error.over}"
    return sha256(drawn.encode()).hexdigest()[:6]


#: the searches end soon, for the sake of time
FEW_STEPS = {
    search: {"STEPS_A_PAIR": 40},
    wishes: {"STEPS": 2_000},
    night: {"STEPS": 2_000},
    visits: {"STEPS": 4_000, "TRIES": 40},
    designs: {"STEPS": 3_000, "PATIENCE": 40},
}


#: of each kind the digests of its seatings from number 0, ten a line
DIGESTS = {
    "plan": """
        1a2b45 315231 3bc8e3 d80163 8f5b1c bbe025 aa7370 be45ce f57281 8ea486
        5cbac2 fddeca ca153e eefc0c 6b6c33 06a282 3f9e4b 398ff5 d34956 262e13
        e1eb8d 492d65 c05081 2dc45a ade65e 35be53 578ca4 549fe9 d6e12a 941a6a
        ca768e ff66ff 2272a9 d11abc c85446 723855 4cb390 262e13 ade7e3 3716da
        00c1f1 28ae8b 21eb8f 0f0650 d9d3f5 c5b6b3 c9cd7c 61cf97 518383 57604c
        b193b2 e4b77a b3b17a d67687 dfe08d 0b3b00 fd2fde 4becd0 e0e289 b62e3f
        34d59c afea6d 0ffdba 7551cc 3a575f d787ae f603d9 262e13 68a05f 0e3f9e
        863a1f 8375b4 6d5cbf 84dc04 fc96ab 8c831e b32034 05df91 4c1c87 8e24bb
        c89316 3864ce 57e1a0 7309eb efc815 fbecf5 54724d 1c63bf 270af4 4a2b06
        405d68 eea11d eb5e79 eef9fb 197ccb b33034 77bc48 f51802 0d7b9a e55dd1
    """,
    "by lot": """
        eb825e 6760c8 4c461d d8c88c ea65b6 22aae8 6128a3 c9975e 99b1bb be749d
        177aa1 ec92b7 d7c9f3 b5c8c3 6160c9 eba582 261151 f40acc 5283e8 ff3b32
        afb631 ffbbe0 47d827 4dd7ee 5ffa04 282fd8 816538 e4fe68 116af3 c06834
        ea7793 3b6abd fb6bbe f7fff6 9e296d 387118 002e2b a6347a e9bb22 ebfc6c
        13152e 85caa2 1fb719 095f6b 64d9f0 0cc109 4b49f1 7159ac 604a43 e5bfe8
        4f8c8d a1ee52 3c55a5 c3d1d1 ee8968 fb6bbe a46ddd 6ca0aa f24282 98a8a4
    """,
    "swiss": """
        e43b7d 596063 5fb0f8 855bf5 5fa31c 9b3c8f 685042 74925b 8a47c9 b3ab5d
        e800ec 464901 c53aea 99444b 2b2a33 3f2c8b 29bdf2 15f88e cab94d a0269d
        738256 ff5a5e 5fb0f8 c05fce ae0f7c 17d950 ed5442 62a7aa abf93e 122b17
        f93e0f c26657 fb6bbe b30001 e88473 775336 fe9a4b 6e73c3 8af99e fa4710
        765169 bac9c1 4dcc15 7f0613 ce8821 21fe33 ccd23c dc89c6 a7ffcf 4b2011
        ff3233 5a4a04 664690 ed02b8 325c6b fb6bbe 1b33ee 57d6cd 38e9a2 a1e4b9
        e381ba bd7c42 b19d3b da6217 6caf87 b8c9de 55d4f8 5d6321 1a2a0f e6ccdc
        397b1d 7f3038 2bc9ad a8bcaa c9285b 58621b 7db5e8 e78cf5 95e6b3 35929e
        9397a0 82214b 17a2b0 ba76fb 10dd27 7bb2b6 66467c c5304c 528354 4234c7
        1dacac 4ec08d ce3ae2 7723c1 a7004a cccb59 02fca5 af61fb a67887 22df84
    """,
    "tournament": """
        e0517a 1a5e25 77c57f db4544 e42489 199e36 2675e1 998e70 d010de 919f92
        71bfc9 46ae4e 4a14b9 d07583 7005fd 4e4375 4367bb d6b7af 54fd14 3d271f
        23cb70 d9b549 8cb6ff 9ceea1 39d75c ca747c 802a66 52987a 688782 14206b
    """,
    "by rank": """
        b59128 e87994 4c461d d846fe 68baec d171a7 929ca3 b0425c 3ae557 4754fd
        002e2b 7d1658 725b5e a9f86b 6d3da6 4c461d 6abeac d126fc 4c461d 282fd8
    """,
    "night": """
        1025f4 aef653 872708 cad9d2 5dda99 c67330 6de453 7c5a1a 652142 b8d94e
        4769df 0292e1 bdcbee 51b8ce 4e0a57 1505cd af567e cf5d38 ec3ab0 db930e
        c679c8 9c96c2 2fd739 09aeb0 a6e7e3 05711a 6690b6 5e1779 82919a 238c24
        0dcaa8 fdf7f7 7f1be4 d03fd9 711af2 8e237d 91c7dd 0fdb80 abbee9 f53d62
        a79240 a5b071 12348e 6da6ad 15c2b7 34d26f 7b0bf6 92034b 5c7f47 45da16
        8534da b4ce4d 9ab998 100ffb fa83b7 af2134 7dd301 93ddf6 b2f716 e9b318
        5ab50f a53c8f 2b57c0 44d470 2082dd a84e9b ed01ba 61cef6 79b149 9dfb04
        2d5f7d 637e9b d4bb34 d10d48 ab298c fc6b77 6f16e2 36c198 08f276 933939
    """,
    "exchanged": """
        379bbd 840fc7 4436b9 4183d5 2d924e de973f f2f4df c0aa5d de3424 b142be
        094884 e26950 7af548 aae93b dd2099 276e6d b4a71b 0362d9 6183ce 01519e
        649840 25efe9 d7faa5 817f3c bebf5c 391130 8e7021 9fd1de a4b95e dae43b
        f8e9c4 645664 70cf90 3fecee 88e7dd 82b7e6 25acc6 965aea cfdef5 e3e1cf
    """,
    "in the hall": """
        3ca26f 9044ce ad136c 7c77c0 26c23f 6a2deb 39dd9e dd6c8f 485de6 648dd0
        b63acf cec974 889f9a 09e41c d0068d 581edd 72537d d0921b 5d49d5 885d28
        a9da11 f54aa1 425fc2 8474ad d820cb 444eee 13900a 85b584 af7c4d 38ea92
        e8c2ab 503bc9 b21089 cb953a 513f07 474570 53f0b8 490f12 c8b364 c372e4
        340715 0e187c a8ef5a bd4dde afdcd5 85687e 822d6b 208f07 e5bf0b 7fd383
        441f84 dcedd1 1bc2ae 798a5f c76450 df8546 a7458d badfb7 21d1d8 f70b2d
    """,
    "designs": """
        5277eb 407d2c 55a057 8c37aa 2412d3 8e122c a317b1 089fba d7db94 eb5eda
        41e3d1 3979d6 31d221 e19bc5 1ec0db 0c00f4 267252 ee87a2 07195b 3a6448
        df0ff8 6a7565 e10d13 0fd9c6 be44d7 b309f1 c24123 971e96 f7f62f b8b077
        a99d01 f74d06 74cbe8 61711c 17e9ee d0be6a 08c643 f68c61 b49d7a dd33f7
        b4e4e9 8818cf bc1281 c09f11 4b156f e94553 da4d06 abbdbd 3c06ed 6128ad
        7f124d 41a2dd b76097 df9caa ba7cdb 4cf436 793d01 db6731 a16911 cbacdd
    """,
}


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module, limits in FEW_STEPS.items():
        for name, steps in limits.items():
            monkeypatch.setattr(module, name, steps)
    rotated_design.cache_clear()  # the designs of other tests were searched for longer
    yield
    rotated_design.cache_clear()


@pytest.mark.parametrize(
    ("kind", "first", "digests"),
    [
        pytest.param(kind, 10 * ten, digests, id=f"{kind} from {10 * ten}")
        for kind, text in DIGESTS.items()
        for ten, digests in enumerate(text.strip().splitlines())
    ],
)
def test_whatever_is_drawn_repeats_with_its_seed(kind: str, first: int, digests: str) -> None:
    numbers = range(first, first + 10)
    assert [digest(DRAWS[kind], number) for number in numbers] == digests.split()
