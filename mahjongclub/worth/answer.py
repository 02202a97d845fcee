"""The answer of a hand: why, what it pays here, and what it would pay as dealer and not, drawn or claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from mahjongclub.games.kit.context import Draft, Reasons
from mahjongclub.games.kit.wording import said, transfer_in_words
from mahjongclub.rules.figures import wins_of
from mahjongclub.rules.game import RuleError, Transfer
from mahjongclub.rules.record import PlayedHand

from .entry import WorthEntry

#: what is paid for the hand itself
WORTH = ("hand", "honba", "pao")


@dataclass(frozen=True)
class WinPayers:
    """Players who pay a winner alike: who they are, and how much each pays."""

    label: str
    points: int


@dataclass(frozen=True)
class WinCase:
    """One way to win a hand: who pays, and all of it; `refused` is why the hand cannot be won so."""

    payers: tuple[WinPayers, ...] = ()
    total: int = 0
    refused: str = ""


@dataclass(frozen=True)
class FourCases:
    """The payments for the hand of one winner: a column a way to win, a row as dealer and one not."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[WinCase, ...]], ...]


@dataclass(frozen=True)
class HandAnswer:
    """Everything that the page says of a settled hand."""

    words: str
    lines: Sequence[str]
    reasons: Sequence[Reasons]
    cases: Sequence[FourCases]
    notes: Sequence[str]
    transfers: Sequence[str]
    deltas: Sequence[tuple[str, int]]


def answer_of(place: WorthEntry, draft: Draft, hand: PlayedHand) -> HandAnswer:
    """Return the answer of a settled hand. RuleError where its reasons cannot be given."""
    game, names, settled = (
        place.table_query.game,
        place.table_query.seat_and_sitting_out_names,
        hand.settlement,
    )
    outcome = game.variant.outcome_to_json(hand.outcome)
    winners = dict.fromkeys(winner for winner, _source, _parts in wins_of(outcome))
    return HandAnswer(
        words=game.in_words(hand.outcome, place.isolated_names),
        lines=game.in_lines(hand.outcome, place.isolated_names),
        reasons=game.reasons(place, draft),
        cases=[cases for winner in winners if (cases := four_cases(place, draft, winner)) is not None],
        notes=[
            *(said(breach.text, names) for breach in settled.warnings),
            *(said(note) for note in settled.notes),
        ],
        transfers=[transfer_in_words(transfer.to_json(), names) for transfer in settled.transfers],
        deltas=list(zip(names, settled.all_deltas, strict=True)),
    )


def four_cases(place: WorthEntry, draft: Draft, winner: int) -> FourCases | None:
    """Return what a hand pays as dealer and not, on a discard and self-drawn; None for no such hand.

    For the row of no dealer the seat before the winner deals, where the winner deals at this table.
    """
    seats, dealer = place.before.seats, place.before.dealer
    other = dealer if dealer != winner else (winner - 1) % seats
    ways = [(_("Self-drawn"), False)]
    if place.table_query.game.variant.wins_on_discards:
        ways.insert(0, (_("On a discard"), True))
    rows = []
    for label, dealing in ((_("As dealer"), winner), (_("Not as dealer"), other)):
        at = replace(place, before=replace(place.before, dealer=dealing))
        cases = [_settle_case(at, draft, winner, claimed=claimed) for _label, claimed in ways]
        if None in cases:
            return None
        rows.append((label, tuple(case for case in cases if case is not None)))
    if rows[0][1] == rows[1][1]:
        rows = [(_("Dealer or not"), rows[0][1])]
    return FourCases(place.names[winner], tuple(label for label, _claimed in ways), tuple(rows))


def _settle_case(at: WorthEntry, draft: Draft, winner: int, *, claimed: bool) -> WinCase | None:
    source = _discarder(at, winner) if claimed else None
    draft_of_case = at.table_query.game.with_source(at.rules, draft, winner, source)
    if draft_of_case is None:
        return None
    try:
        settled = at.settle(draft_of_case).settlement
    except RuleError as fault:
        return WinCase(refused=said(fault.text, at.names))
    return _case_paid(at, settled.transfers, winner, source)


def _discarder(at: WorthEntry, winner: int) -> int:
    """Return a seat that does not deal, where there is one: the dealer may pay more than others."""
    others = at.other_seats(winner)
    return next((seat for seat in others if seat != at.before.dealer), others[0])


def _case_paid(at: WorthEntry, transfers: Sequence[Transfer], winner: int, source: int | None) -> WinCase:
    paid: dict[int | str, int] = {}
    for transfer in transfers:
        if transfer.reason not in WORTH:
            continue
        if transfer.target == winner:
            paid[transfer.source] = paid.get(transfer.source, 0) + transfer.points
        elif transfer.source == winner:
            paid[transfer.target] = paid.get(transfer.target, 0) - transfer.points
    total = sum(paid.values())
    if len(paid) > 1 and len(set(paid.values())) == 1:
        return WinCase((WinPayers(_("each of the others"), next(iter(paid.values()))),), total)
    ordinary = {points for seat, points in paid.items() if seat not in (source, at.before.dealer)}
    names = replace(at.table_query, before=at.before).seat_and_sitting_out_names
    payers = [
        WinPayers(_payer(at, seat, source, names if len(ordinary) > 1 else ()), points)
        for seat, points in paid.items()
    ]
    return WinCase(tuple(dict.fromkeys(payers)), total)


def _payer(at: WorthEntry, seat: int | str, source: int | None, names: Sequence[str]) -> str:
    """Return the words for who pays: a name where the others pay unlike sums."""
    if not isinstance(seat, int):
        return _("the bank") if seat == "bank" else _("the table")
    if seat == source:
        return _("who discards")
    if seat == at.before.dealer:
        return _("the dealer")
    if seat >= at.before.seats:
        return at.table_query.seat_and_sitting_out_names[seat]
    return names[seat] if names else _("each other player")
