"""Who sits out where the players do not fill the tables: nobody twice before everybody once. Pure."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, islice, permutations

from .designs import Round
from .wishes import OWN_TEAM


def choose_byes(places: Sequence[int], count: int, byes: Counter[int]) -> list[int]:
    """Who of these sits out, `count` of them: who has had the fewest byes, of them the last in order.

    >>> choose_byes([3, 1, 2], 1, Counter({2: 1}))
    [1]
    """
    backwards = list(reversed(places))
    return sorted(backwards, key=lambda place: byes[place])[:count]


def other_choices_of_players(order: Sequence[int], seats: int, byes: Counter[int]) -> Iterator[list[int]]:
    """Who plays, in each other way that has only those sit out who have had the fewest byes.

    The last in order sit out first.

    >>> list(other_choices_of_players([3, 1, 2, 4, 5], 4, Counter({5: 1})))
    [[3, 1, 4, 5], [3, 2, 4, 5], [1, 2, 4, 5]]
    """
    over = len(order) % seats
    if not over or len(order) < seats:
        return
    most = byes[choose_byes(order, over, byes)[-1]]
    sure = {place for place in order if byes[place] < most}
    pool = [place for place in reversed(order) if byes[place] == most]
    for out in islice(combinations(pool, over - len(sure)), 1, None):
        yield [place for place in order if place not in sure and place not in out]


def count_byes(places: Sequence[int], rounds: Sequence[Round]) -> Counter[int]:
    """How often each place sat out of these rounds."""
    byes: Counter[int] = Counter()
    for tables in rounds:
        seated = {place for table in tables for place in table}
        byes.update(place for place in places if place not in seated)
    return byes


def rounds_with_byes(
    base: Sequence[Round],
    roles: Sequence[int],
    extras: Sequence[int],
    teams: Sequence[Hashable],
    before: Sequence[Round],
    seed: int,
) -> list[Round]:
    """Rounds for more places than the tables seat, made of `base`, rounds of all the `roles`.

    In each round as many sit out as there are `extras`, and these play in their places: where nobody at the
    table has met them, as far as it can be. Everybody else meets whom they meet in `base`.
    """
    chance = random.Random(seed)
    byes = count_byes([*roles, *extras], before)
    met = Counter(pair for tables in before for table in tables for pair in permutations(table, 2))
    rounds = []
    for round_tables in base:
        pool = _next(roles, extras, byes)
        if len(pool) > len(extras) and set(extras) <= set(pool):
            out = dict(zip(extras, extras, strict=True))
        else:
            out = _taken(round_tables, pool, roles, extras, byes, met, teams, chance)
        plays = {role: extra for extra, role in out.items()}
        rounds.append([tuple(plays.get(place, place) for place in table) for table in round_tables])
        byes.update(out.values())
        met.update(pair for table in rounds[-1] for pair in permutations(table, 2))
    return rounds


def _next(roles: Sequence[int], extras: Sequence[int], byes: Counter[int]) -> list[int]:
    """Everybody who has had the fewest byes."""
    everybody = [*roles, *extras]
    least = min(byes[place] for place in everybody)
    return [place for place in everybody if byes[place] == least]


def _taken(
    tables: Round,
    pool: Sequence[int],
    roles: Sequence[int],
    extras: Sequence[int],
    byes: Counter[int],
    met: Counter[tuple[int, int]],
    teams: Sequence[Hashable],
    chance: random.Random,
) -> dict[int, int]:
    """For each extra whose place it plays in; the pool goes first, as long as it has somebody."""
    at = {place: table for table in tables for place in table}
    out: dict[int, int] = {}
    must = [extra for extra in extras if extra in pool]
    out.update((extra, extra) for extra in must)
    here = [place for place in roles if place in set(pool)]
    later = [place for place in roles if place not in set(pool)]
    for extra in chance.sample(list(extras), len(extras)):
        if extra in out:
            continue
        offered = [place for place in here if place not in out.values()]
        if not offered:
            offered = [place for place in later if place not in out.values()]
            least = min(byes[place] for place in offered)
            offered = [place for place in offered if byes[place] == least]

        def cost(role: int, comes: int = extra) -> float:
            others = (place for place in at[role] if place != role)
            return chance.random() / 2 + sum(
                met[comes, place] + OWN_TEAM * (teams[comes] is not None and teams[comes] == teams[place])
                for place in others
            )

        out[extra] = min(offered, key=cost)
    return out
