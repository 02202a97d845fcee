"""A round of the six-player game: its events, who pays each one at once, and the tenpai payments at the end.

Sources: seed 004 (the table of points and "Fin du tour") and RULES.md section 5. Points are whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..game import RuleError, Transfer
from ..kit import outcomes
from ..reading import Reader
from ..words import Text
from .classes import KNOWN, KONGS, PURE_FOUR_PAIRS, TENPAI_POINTS, points_of
from .options import SixRules

#: how many play usually, and how many can
SEATS, SEAT_COUNTS = 6, (3, 4, 5, 6, 7)
#: so much no hand is worth: only slips of the finger are refused
MOST_POINTS = 10_000
CLUB = SixRules()


def _read_class(reader: Reader, name: str, seats: int) -> str:
    """The class of a win, "" where its points alone are told."""
    if reader.value(name) is None and reader.has("points"):
        return ""
    return reader.word(name, KNOWN)


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong laid down by `seat`; `source` is the discarder of a claimed one, else None."""

    seat: int = outcomes.seat()
    kind: str = outcomes.word(KONGS)
    source: int | None = outcomes.optional_seat("from")


@dataclass(frozen=True, slots=True)
class Win:
    """A mahjong. `source` is the discarder, None for a self-draw; `hand` is a key of `KNOWN`.

    `points` are what one payer pays, doublings and all, where the table read it otherwise than the rules;
    `hand` may then be "".
    """

    seat: int = outcomes.seat()
    source: int | None = outcomes.seat_or_nobody("from")
    hand: str = outcomes.part(_read_class, "")
    kongs: int = outcomes.optional_whole(0, 2, 0)
    four_identical: int = outcomes.optional_whole(0, 2, 0)
    on_kong: bool = outcomes.flag()
    first_discard: bool = outcomes.flag()
    points: int | None = outcomes.optional_whole(1, MOST_POINTS)


Event = Kong | Win
EVENTS = outcomes.Outcomes(kong=Kong, win=Win)
#: hands that hold nothing claimed but the winning tile
PAIRS = ("four_pairs", PURE_FOUR_PAIRS)


@dataclass(frozen=True, slots=True)
class Tenpai:
    """A seat one tile short at the empty wall; `all_pungs` where that hand would be all pungs."""

    seat: int = outcomes.seat()
    all_pungs: bool = outcomes.flag(always=True)


@dataclass(frozen=True, slots=True)
class SettledEvent:
    """An event with its payments, the seats out after it in the order they won, and what it calls for."""

    event: Event
    transfers: tuple[Transfer, ...]
    out: tuple[int, ...]
    notes: tuple[Text, ...] = ()


def value_of(win: Win, rules: SixRules = CLUB) -> int:
    """The points one payer pays for a win (RULES.md section 5), or as the table read it.

    >>> value_of(Win(0, 3, "pure_all_pungs", kongs=1))
    16
    """
    return points_of(rules, win.hand) * factor_of(win) if win.points is None else win.points


def factor_of(win: Win) -> int:
    """What the doublings of a win multiply its class by.

    >>> factor_of(Win(0, 3, "chows", kongs=1, first_discard=True))
    8
    """
    factor: int = 2 ** (win.kongs + win.four_identical + win.on_kong)
    return factor * 4 if win.first_discard else factor


def explain_value(win: Win, rules: SixRules = CLUB) -> tuple[tuple[Text, str], ...]:
    """The value line by line, for the screen: the class with its points, then each factor.

    >>> [(str(line), worth) for line, worth in explain_value(Win(0, None, "chows", kongs=1, on_kong=True))]
    [('One or two chows', '1'), ('Kongs held: 1', '× 2'), ('Finished on a kong', '× 2')]
    """
    if win.points is not None:
        return ((Text("As the table read it"), str(win.points)),)
    lines = [(KNOWN[win.hand].name, str(points_of(rules, win.hand)))]
    if win.kongs:
        lines.append((Text("Kongs held: {kongs}", kongs=win.kongs), f"× {2**win.kongs}"))
    if win.four_identical:
        count = win.four_identical
        lines.append((Text("Four identical: {count}", count=count), f"× {2**count}"))
    if win.on_kong:
        lines.append((Text("Finished on a kong"), "× 2"))
    if win.first_discard:
        lines.append((Text("First discard of the round"), "× 4"))
    return tuple(lines)


def most_wins(rules: SixRules) -> int:
    """After how many wins a round is over: one player alone is left (five of six, seed 004).

    >>> most_wins(SixRules()), most_wins(SixRules(seats=3))
    (5, 2)
    """
    return rules.seats - 1


def playing_seats(out: Iterable[int], after: int, seats: int = SEATS) -> list[int]:
    """The seats still playing, in the order of play from the seat after `after`, without `after`.

    >>> playing_seats([1], after=4)
    [5, 0, 2, 3]
    """
    gone = set(out)
    order = ((after + step) % seats for step in range(1, seats))
    return [seat for seat in order if seat not in gone]


def kongs_of(before: Sequence[SettledEvent], seat: int) -> int:
    """How many kongs a seat has laid down so far."""
    return sum(isinstance(step.event, Kong) and step.event.seat == seat for step in before)


def settle_event(
    before: Sequence[SettledEvent], event: Event, rules: SixRules = CLUB, field: str = ""
) -> SettledEvent:
    """Check an event against those before it in the round, and say who pays it.

    `field` is the path errors stand under ("events.3."). Raises RuleError for what cannot have happened.
    """
    out = before[-1].out if before else ()
    _check_seats(out, event, rules, field)
    if isinstance(event, Kong):
        _check_kong(before, event, field)
        return SettledEvent(event, _pay_kong(event, out, rules.seats), out)
    notes = _check_win(before, event, rules, field)
    payers = [event.source] if event.source is not None else playing_seats(out, event.seat, rules.seats)
    points = value_of(event, rules)
    transfers = tuple(Transfer(payer, event.seat, points, "hand") for payer in payers)
    return SettledEvent(event, transfers, (*out, event.seat), notes)


def settle_round_events(events: Iterable[Event], rules: SixRules = CLUB) -> tuple[SettledEvent, ...]:
    """Every event of a round with its payments; RuleError at `events.<index>.<field>`.

    >>> events = [Kong(2, "concealed"), Win(2, None, "chows", 1)]
    >>> [len(step.transfers) for step in settle_round_events(events)]
    [5, 5]
    """
    settled: list[SettledEvent] = []
    for index, event in enumerate(events):
        settled.append(settle_event(settled, event, rules, f"events.{index}."))
    return tuple(settled)


def settle_tenpai(
    out: Sequence[int], tenpai: Sequence[Tenpai], rules: SixRules = CLUB
) -> tuple[Transfer, ...]:
    """The payments at an empty wall: each tenpai seat takes from each seat that is neither tenpai nor out.

    >>> len(settle_tenpai(out=[1], tenpai=[Tenpai(3), Tenpai(4, all_pungs=True)]))
    6
    """
    if tenpai and len(out) >= most_wins(rules):
        raise RuleError(
            "tenpai_after_five_wins",
            "tenpai",
            Text("The last win ended the round before the wall did: nobody is paid for tenpai."),
        )
    seen: set[int] = set()
    for index, ready in enumerate(tenpai):
        if ready.seat in out:
            raise RuleError("already_won", f"tenpai.{index}.seat", Text("This player has already won."))
        if ready.seat in seen:
            raise RuleError("repeated", f"tenpai.{index}.seat", Text("This player is there twice."))
        seen.add(ready.seat)
    return tuple(
        Transfer(payer, ready.seat, TENPAI_POINTS[ready.all_pungs], "tenpai")
        for ready in tenpai
        for payer in playing_seats([*out, *seen], ready.seat, rules.seats)
    )


def _pay_kong(kong: Kong, out: Sequence[int], seats: int) -> tuple[Transfer, ...]:
    points, _name = KONGS[kong.kind]
    payers = [kong.source] if kong.source is not None else playing_seats(out, kong.seat, seats)
    return tuple(Transfer(payer, kong.seat, points, "kong") for payer in payers)


def _check_seats(out: Sequence[int], event: Event, rules: SixRules, field: str) -> None:
    if len(out) >= most_wins(rules):
        raise RuleError(
            "round_over",
            f"{field}seat",
            Text("The round ended with win {number}: one player was left.", number=len(out)),
        )
    if event.seat in out:
        raise RuleError(
            "already_won", f"{field}seat", Text("This player has already won and is out of the round.")
        )
    if event.source == event.seat:
        raise RuleError("from_self", f"{field}from", Text("Nobody may take a tile of their own discards."))
    if event.source in out:
        raise RuleError(
            "discarder_has_won", f"{field}from", Text("This player has already won and discards no more.")
        )


def _check_kong(before: Sequence[SettledEvent], kong: Kong, field: str) -> None:
    if kong.kind == "claimed" and kong.source is None:
        raise RuleError("missing", f"{field}from", Text("Who discarded the tile of this kong?"))
    if kong.kind != "claimed" and kong.source is not None:
        raise RuleError(
            "from_not_claimed", f"{field}from", Text("Only a kong on a discard names a discarder.")
        )
    if kongs_of(before, kong.seat) >= 2:
        raise RuleError("too_many_kongs", f"{field}seat", Text("A hand holds two kongs at most."))


def _check_win(before: Sequence[SettledEvent], win: Win, rules: SixRules, field: str) -> tuple[Text, ...]:
    """Refuse what contradicts itself; give as notes what only contradicts the kongs entered so far."""
    if win.hand:
        _check_tiles(win, field)
    if win.on_kong and win.source is not None:
        raise RuleError(
            "on_kong_needs_self_draw",
            f"{field}on_kong",
            Text("The replacement tile of a kong is drawn, not claimed from a discard."),
        )
    if win.on_kong and not win.kongs:
        raise RuleError(
            "on_kong_without_kong", f"{field}on_kong", Text("Finished on a kong, but the hand holds none.")
        )
    if win.first_discard and (rules.first_discard == "win" or win.hand in PAIRS):
        _check_first_discard(before, win, field)
    elif win.first_discard:
        _check_first_claim(before, win, field)
    return tuple(_missing_kongs(before, win))


def _check_tiles(win: Win, field: str) -> None:
    chosen = KNOWN[win.hand]
    if win.kongs > chosen.most_kongs:
        raise RuleError(
            "too_many_kongs",
            f"{field}kongs",
            Text(
                "{chosen}: at most {most_kongs} kongs fit in such a hand.",
                chosen=chosen.name,
                most_kongs=chosen.most_kongs,
            ),
        )
    if win.four_identical > (0 if win.kongs else chosen.most_four_identical):
        raise RuleError(
            "too_many_four_identical",
            f"{field}four_identical",
            Text("Such a hand cannot hold so many undeclared groups of four identical tiles."),
        )


def _check_first_discard(before: Sequence[SettledEvent], win: Win, field: str) -> None:
    if win.source is None:
        raise RuleError(
            "first_discard_is_a_discard",
            f"{field}first_discard",
            Text("A self-drawn win does not claim the first discard."),
        )
    for step in before:
        event = step.event
        # Before anybody has discarded, a player can only lay down a concealed kong or win on the own draw.
        if isinstance(event, Kong):
            possible = event.kind == "concealed"
        else:
            possible = event.source is None or (event.first_discard and event.source == win.source)
        if not possible:
            raise RuleError(
                "not_first_discard",
                f"{field}first_discard",
                Text("Tiles had been discarded before this win."),
            )


def _check_first_claim(before: Sequence[SettledEvent], win: Win, field: str) -> None:
    """One player claims the first discard, or several win on it."""
    claimed = [step.event for step in before if isinstance(step.event, Win) and step.event.first_discard]
    if any(other.source is None or other.source != win.source for other in claimed):
        raise RuleError(
            "first_discard_claimed",
            f"{field}first_discard",
            Text("Another player had claimed the first discard."),
        )


def _missing_kongs(before: Sequence[SettledEvent], win: Win) -> Iterable[Text]:
    declared = kongs_of(before, win.seat)
    if declared != win.kongs:
        yield Text(
            "Kongs counted in this hand: {kongs}, entered in this round: {declared}. A kong is also "
            "paid when it is laid down.",
            kongs=win.kongs,
            declared=declared,
        )
    elif win.on_kong and before[-1].event.seat != win.seat:
        yield Text("Finished on a kong, but the kong entered last is another player’s.")
