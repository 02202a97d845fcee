"""The check of the sticks: what lies on the table against the scores, and the slip that would explain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.games.kit.context import Draft
from mahjongclub.games.kit.points_typed import PointsField
from mahjongclub.games.kit.wording import and_list, isolated, join_clauses, points_in_words, transfer_in_words
from mahjongclub.games.registry import game_of
from mahjongclub.rules.game import RuleError, Transfer, sum_by_seat
from mahjongclub.rules.kit.sticks import with_sticks_out
from mahjongclub.rules.record import PlayedHand, settle_hands
from mahjongclub.rules.rotation import unrotated
from mahjongclub.rules.slips import hands_one_slip_away

from ..access import visit_table
from ..addresses import session_path
from ..entry_sheet import TableEntry, named_hand_in_words
from ..models import Access, NamedSeat, names_by_player, seat_rows
from ..payments import transfers_between_players
from ..replaying import settle_outcomes, stored_outcomes
from ..sitters import Seating

#: hands looked at, from the last one, and slips told
MOST_HANDS = 40
MOST_TOLD = 4


MOST_POINTS = 10_000_000


class StickCheckForm(forms.Form):
    """What was counted before each player; an empty field is not checked."""

    def __init__(self, names: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat, name in enumerate(names):
            self.fields[f"seat-{seat}"] = PointsField(
                label=name, required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )


@dataclass(frozen=True, slots=True)
class CountedSeat(NamedSeat):
    """A seat that was counted, with how many points too many (or, below 0, too few) lie there."""

    counted: int
    differs: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """What may have happened in a hand, and where that can be looked at or corrected."""

    what: str
    href: str
    leads: str


@require_http_methods(["GET", "HEAD", "POST"])
def check_sticks(request: ClubRequest, code: str) -> HttpResponse:
    """Compare what was counted with what the table should hold. Nothing is stored."""
    access = visit_table(request, code)
    lying = with_sticks_out(access.session.table, access.session.riichi_out)
    lying_by = unrotated(lying).scores
    rows = [replace(row, score=lying_by[row.number]) for row in seat_rows(access.session)]
    form = StickCheckForm([row.name for row in rows], request.POST or None)
    stick_rows: list[CountedSeat] = []
    if form.is_bound and form.is_valid():
        for row in rows:
            counted = form.cleaned_data[f"seat-{row.number}"]
            if counted is not None:
                stick_rows.append(CountedSeat(row.number, row.name, row.score, counted, counted - row.score))
    sum_differs = sum(row.differs for row in stick_rows)
    context = {
        "session": access.session,
        "sticks": lying.sticks,
        "form": form,
        "rows": [(row, form[f"seat-{row.number}"]) for row in rows],
        "found": stick_rows,
        "right": bool(stick_rows) and not any(row.differs for row in stick_rows),
        "sum_text": _("Together there are %(points)s points too many.")
        % {"points": points_in_words(sum_differs)}
        if sum_differs > 0
        else _("Together %(points)s points are missing.") % {"points": points_in_words(-sum_differs)},
        "explanations": stick_explanations(access, {row.number: row.differs for row in stick_rows}),
        "sum_differs": sum_differs if len(stick_rows) == len(rows) else 0,
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tables/sticks.html", context, status=status)


def stick_explanations(access: Access, differs: Mapping[int, int]) -> list[Explanation]:
    """The slips of one hand that would make the typed sticks right, the last hand's first, at most four.

    `differs` are the points too many (or, below 0, too few) that lie before each seat that was counted: with
    one seat alone too much would explain it. Each says what may have been, what can be done and where.
    """
    if len(differs) < 2 or not any(differs.values()):
        return []
    hands = settle_outcomes(access.session, stored_outcomes(access.session))
    reasons: dict[str, Explanation] = {}
    for at in reversed(range(max(0, len(hands) - MOST_HANDS), len(hands))):
        for reason in (*_unpaid(access, hands[at], differs), *_misrecorded(access, hands, at, differs)):
            reasons.setdefault(reason.what, reason)
            if len(reasons) == MOST_TOLD:
                return list(reasons.values())
    return list(reasons.values())


def _explains(moved: Sequence[int], differs: Mapping[int, int]) -> bool:
    return all(moved[seat] == points for seat, points in differs.items())


def _unpaid(access: Access, hand: PlayedHand, differs: Mapping[int, int]) -> Iterator[Explanation]:
    """A part of the hand that was recorded and not paid: its honba, say, or one seat's riichi stick."""
    session, names = access.session, names_by_player(access.session)
    parts: dict[tuple[Any, ...], list[Transfer]] = {}
    for transfer in transfers_between_players(hand):
        stick = "table" in (transfer.source, transfer.target)
        parts.setdefault((transfer.reason, transfer.source if stick else None), []).append(transfer)
    for unpaid in parts.values():
        if _explains([-points for points in sum_by_seat(unpaid, len(names))], differs):
            payments_text = join_clauses(transfer_in_words(transfer.to_json(), names) for transfer in unpaid)
            words = _("perhaps not paid: %(what)s") % {"what": payments_text}
            what = named_hand_in_words(game_of(session), hand.number, hand.label, words)
            yield _in_log(access, hand, what)


def _in_log(access: Access, hand: PlayedHand, what: str) -> Explanation:
    here = session_path("log", access.session.code)
    return Explanation(what, f"{here}#hand-{hand.number}", _("To the payments"))


def _misrecorded(
    access: Access, hands: Sequence[PlayedHand], at: int, differs: Mapping[int, int]
) -> Iterator[Explanation]:
    """Hands that may have been meant by the one recorded."""
    session, hand = access.session, hands[at]
    if not hand.is_hand:
        return
    game, variant, rules = game_of(session), session.game, session.current_rules
    names = tuple(Seating(session).names_before(hand.number))
    called = [isolated(name) for name in names]
    recorded = game.in_words(hand.outcome, called)
    place = TableEntry(session, access, hand.number, "correct", hand.before, names, rules)
    for slip in hands_one_slip_away(variant, variant.outcome_to_json(hand.outcome)):
        try:
            outcome = variant.read_outcome(rules, slip)
            moved = _moved(access, hands, at, outcome)
        except RuleError:
            continue
        if _explains(moved, differs):
            words = game.in_words(outcome, called)
            if words == recorded:
                words = _riichi_in_words(slip, called)
            what = named_hand_in_words(
                game, hand.number, hand.label, _("perhaps: %(what)s") % {"what": words}
            )
            mended = Explanation(what, place.link(slip), _("Correct the entry"))
            yield mended if access.may_score else _in_log(access, hand, what)


def _riichi_in_words(slip: Draft, called: Sequence[str]) -> str:
    out = [called[seat] for seat in slip.get("riichi", ())]
    return _("riichi sticks: %(names)s") % {"names": and_list(out) if out else _("nobody")}


def _moved(access: Access, hands: Sequence[PlayedHand], at: int, outcome: Any) -> list[int]:
    """What each seat would hold more than it does. RuleError where the hand cannot have been.

    The hands after it were paid as the table said, whoever dealt: only sticks that then lay there more or
    less went to other winners.
    """
    variant, rules = access.session.game, access.session.current_rules
    before, then = hands[at].settlement.after, variant.settle(rules, hands[at].before, outcome).after
    if then.sticks != before.sticks and (later := [hand.outcome for hand in hands[at + 1 :]]):
        *_played, last = settle_hands(variant, rules, then, later)
        before, then = hands[-1].settlement.after, last.settlement.after
    return [new - old for new, old in zip(unrotated(then).scores, unrotated(before).scores, strict=True)]
