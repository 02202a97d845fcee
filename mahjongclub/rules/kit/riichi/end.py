"""When a riichi session ends, who may go on, and what it adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...game import Standing, TableState, Termination
from ..sticks import STICK
from .options import Rules
from .outcomes import Winner


def termination(
    rules: Rules, before: TableState, after: TableState, *, dealer_stays: bool, dealer_earned: bool
) -> Termination | None:
    """Why the session ends, or may end by the dealer's wish (`agari_yame: asked`), with the hand that led
    from `before` to `after`; None where it goes on.

    `dealer_stays` says whether the same dealer deals again, `dealer_earned` whether that is for a win or
    tenpai (so that agari-yame may end the session), not for an abort.
    """
    if is_bust(rules, after):
        return "bust"
    last_hand = before.round == rules.rounds - 1 and before.dealer == after.seats - 1
    if before.round < rules.rounds and not last_hand:
        return None
    target = rules.return_points if rules.extension_target is None else rules.extension_target
    reached = max(after.all_scores) >= target
    if dealer_stays:
        leads = dealer_earned and leader(rules, after) == before.dealer
        # a lead that would not spare the extension round does not spare it by stopping early either
        has_enough = after.scores[before.dealer] >= (target if rules.west_extension else rules.return_points)
        return "dealer_leads" if rules.agari_yame != "off" and leads and has_enough else None
    if before.round < rules.rounds:
        return "last_hand" if reached or not rules.west_extension else None
    if reached:
        return "target"
    return "last_hand" if before.round > rules.rounds or before.dealer == after.seats - 1 else None


def termination_by_chombo(rules: Rules, after: TableState) -> Termination | None:
    """Why the session ends with a chombo, which is played again unless the rules let the last hand end so."""
    if is_bust(rules, after):
        return "bust"
    last = after.round == rules.rounds - 1 and after.dealer == after.seats - 1
    return "last_hand" if rules.chombo_last == "ends" and (last or after.round >= rules.rounds) else None


def is_bust(rules: Rules, state: TableState) -> bool:
    """Whether somebody has run out of points by these rules."""
    lowest = min(state.scores)
    return rules.bust != "off" and (lowest < 0 or (lowest == 0 and rules.bust == "zero_or_below"))


def bust_bonuses(rules: Rules, after: TableState, winners: Sequence[Winner]) -> tuple[int, ...]:
    """What each seat has of the bust bonus, in points: who went bust by a win pays the nearest winner who was
    paid by them (飛び賞, common usage).
    """
    bonuses = [0] * after.seats
    for seat, score in enumerate(after.scores):
        if score > 0 or (score == 0 and rules.bust == "below_zero"):
            continue
        if seat not in {winner.seat for winner in winners}:
            bonuses[seat] -= 1000 * rules.bust_bonus
            bonuses[winners[0].seat] += 1000 * rules.bust_bonus
    return tuple(bonuses)


def chips_after(state: TableState, winners: Sequence[Winner]) -> tuple[int, ...]:
    """The chips of each seat once these have won: of the discarder, or of everybody (common usage)."""
    chips = list(state.chips or (0,) * state.seats)
    for winner in winners:
        for seat in [*state.after_seat(winner.seat)] if winner.source is None else [winner.source]:
            chips[seat] -= winner.chips
            chips[winner.seat] += winner.chips
    return tuple(chips)


def _yakitori(rules: Rules, state: TableState) -> tuple[int, ...]:
    """What each seat pays (less than 0) or gets for hands never won, in tenths; nothing where all or nobody
    won. Tenths that cannot be shared go to the seats nearest the first dealer.
    """
    payments = [0] * state.seats
    losers = [seat for seat in range(state.seats) if seat not in state.winners]
    if not state.winners or not losers:
        return tuple(payments)
    for seat in losers:
        payments[seat] = -10 * rules.yakitori
    for place, seat in enumerate(state.winners):
        payments[seat] = _share(10 * rules.yakitori * len(losers), len(state.winners), place)
    return tuple(payments)


def leader(rules: Rules, state: TableState) -> int | None:
    """The seat that leads, by seat order where ties go by seat, None for a tie otherwise.

    Who sits out comes after the last seat.
    """
    leaders = _leaders(state)
    return leaders[0] if len(leaders) == 1 or rules.ties != "split" else None


def continued(rules: Rules, ended: Termination) -> Rules | None:
    """The rules under which a session that ended so may go on, None where it cannot."""
    match ended:
        case "last_hand" | "target":
            return replace(rules, rounds=rules.rounds + 1) if rules.rounds < 4 else None
        case "bust":
            return replace(rules, bust="off")
        case "dealer_leads":
            return replace(rules, agari_yame="off")
        case "closed":
            return rules
    return None


def rank(rules: Rules, state: TableState) -> list[Standing]:
    """Standings in ranking order.

    Places go by score alone, before leftover sticks (which only leaders get). Points are
    (score - return) / 1000 + uma, + oka for the first; tied seats share uma and oka equally, in tenths, and
    tenths that cannot be shared go to the seats nearest the first dealer. A penalty after uma changes points,
    not places; so do the bust bonus, yakitori and chips.
    """
    scores = [
        score + bonus for score, bonus in zip(state.scores, leftover_stick_points(rules, state), strict=True)
    ]
    penalties = state.penalties or (0,) * state.seats
    order = sorted(range(state.seats), key=lambda seat: (-state.scores[seat], seat))
    by_place, against_return = _uma(rules, state), _against_return(rules, scores, order[0])
    yakitori, bonuses = _yakitori(rules, state), state.bonuses or (0,) * state.seats
    standings = []
    for place, seat in enumerate(order):
        tied = [other for other in order if state.scores[other] == state.scores[seat]]
        if rules.ties == "seat":
            first, shared_by = place, 1
        else:
            first, shared_by = order.index(tied[0]), len(tied)
        placed = first if rules.ties == "split" else place
        uma = sum(by_place[first : first + shared_by])
        oka = _oka(rules, state) if first == 0 else 0
        bonus = _share(10 * uma + oka, shared_by, place - first)
        uma_share = _share(10 * uma, shared_by, place - first)
        parts = [("score", against_return[seat]), ("uma", uma_share)]
        if oka:
            # what is left of the share: two lines rounded apart might not add up to it
            parts.append(("oka", bonus - uma_share))
        if bonuses[seat]:
            parts.append(("bust", bonuses[seat] // 100))
        if yakitori[seat]:
            parts.append(("yakitori", yakitori[seat]))
        if any(state.chips):
            parts.append(("chips", 10 * rules.chips * state.chips[seat]))
        if penalties[seat]:
            parts.append(("penalty", -penalties[seat] // 100))
        total = sum(tenths for _, tenths in parts)
        standings.append(Standing(seat, placed + 1, scores[seat], total, tuple(parts)))
    return standings


def _uma(rules: Rules, state: TableState) -> tuple[int, ...]:
    """Thousands a place, by how many float where the rules ask. Who is beyond the seats stands in the middle
    with nothing."""
    uma = _uma_of_seats(rules, state)
    middle = (len(uma) + 1) // 2
    return (*uma[:middle], *[0] * (state.seats - len(uma)), *uma[middle:])


def _oka(rules: Rules, state: TableState) -> int:
    """What the first gets of what everybody paid in, in tenths of a thousand."""
    beyond = state.seats - len(rules.uma)
    return 10 * rules.oka + (rules.return_points - rules.starting_points) // 100 * beyond


def _uma_of_seats(rules: Rules, state: TableState) -> tuple[int, ...]:
    if not rules.floating_uma:
        return rules.uma
    above = sum(score >= rules.float_line() for score in state.scores)
    by_count = (rules.uma_one_floats, rules.uma_two_float, rules.uma_three_float)
    return by_count[min(above, len(by_count)) - 1] if 0 < above < state.seats else (0,) * state.seats


def _against_return(rules: Rules, scores: list[int], first: int) -> list[int]:
    """Each score less the return, in tenths of a thousand.

    With `five_down` in whole thousands of the score, 500 down and 600 up (五捨六入); the first place takes
    the rest.
    """
    exact = [(score - rules.return_points) // 100 for score in scores]
    if rules.rounding == "tenth":
        return exact
    thousands = [(abs(score) + 400) // 1000 * (1 if score > 0 else -1) for score in scores]
    rounded = [10 * count - rules.return_points // 100 for count in thousands]
    others = sum(points for seat, points in enumerate(rounded) if seat != first)
    rounded[first] = sum(exact) - others
    return rounded


def leftover_stick_points(rules: Rules, state: TableState) -> tuple[int, ...]:
    """What each seat gets of the sticks still on the table, in whole hundreds.

    `shared` rounds each share down, `shared_whole` gives the hundreds that are left to the leader nearest
    the first dealer (M-League, mahjong.to/web/17538).
    """
    takers = _leaders(state)
    if rules.leftover_sticks == "first" and rules.ties != "split":
        takers = takers[:1]
    if rules.leftover_sticks == "lost":
        takers = []
    whole = state.sticks * STICK
    share = whole // len(takers) // 100 * 100 if takers else 0
    shares = dict.fromkeys(takers, share)
    if takers and rules.leftover_sticks != "shared":
        shares[takers[0]] += whole - share * len(takers)
    return tuple(shares.get(seat, 0) for seat in range(state.seats))


def _leaders(state: TableState) -> list[int]:
    most = max(state.all_scores)
    return [seat for seat, score in enumerate(state.all_scores) if score == most]


def _share(tenths: int, shared_by: int, place: int) -> int:
    """What the taker at `place` (0 is nearest the first dealer) gets of tenths that several share.

    >>> [_share(500, 3, place) for place in range(3)], [_share(-400, 3, place) for place in range(3)]
    ([167, 167, 166], [-133, -133, -134])
    """
    share, left = divmod(tenths, shared_by)
    return share + (place < left)
