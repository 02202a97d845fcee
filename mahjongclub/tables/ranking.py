"""The ranking of an ended session in words: why it ended, and each line of the final points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from mahjongclub.games.kit.seat_names import PLACE, names_fitted_to_seat
from mahjongclub.games.kit.wording import (
    and_list,
    isolated,
    label_in_words,
    points_in_words,
    said,
    termination_in_words,
    with_minus,
)
from mahjongclub.games.registry import game_of
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.rules.game import Standing
from mahjongclub.rules.rotation import unrotated
from mahjongclub.rules.variant import Variant

from .clock import was_closed_by_clock
from .club_games import played_on
from .models import Session
from .payment_words import PaymentNotice
from .replaying import standings, starting_state, values_by_player

PARTS = {
    "score": gettext_lazy("score against the return"),
    "uma": gettext_lazy("uma (bonus for the place)"),
    "oka": gettext_lazy("oka (bonus of the first)"),
    "bust": gettext_lazy("bust bonus"),
    "yakitori": gettext_lazy("yakitori (no hand won)"),
    "chips": gettext_lazy("chips"),
    "penalty": gettext_lazy("penalty"),
}


def ranks_so_far(scores: Sequence[int]) -> list[int | None]:
    """Return each seat's place by its score while a game is played, None for all while all are level.

    >>> ranks_so_far([24000, 27000, 24000, 25000]), ranks_so_far([25000] * 4)
    ([3, 1, 3, 2], [None, None, None, None])
    """
    if len(set(scores)) < 2:
        return [None] * len(scores)
    return [1 + sum(other > score for other in scores) for score in scores]


@dataclass(frozen=True, slots=True)
class FinalPart:
    """One line of the final points of a seat."""

    part: str
    what: str
    tenths: int


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One line of a ranking: `shown` is the name as a card holds it, `decimals` 1 where tenths are ranked."""

    seat: int
    name: str
    shown: str
    rank: int
    score: int
    tenths: int
    decimals: int
    parts: tuple[FinalPart, ...]


@dataclass(frozen=True, slots=True)
class PaymentStillDue:
    """What is still to be paid as a game ends: its line, and what it consists of."""

    line: str
    more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureRow:
    """What one player did in a session's hands."""

    name: str
    wins: int
    self_draws: int
    deal_ins: int
    best_hand: int


def ranking_rows(
    session: Session, names: Sequence[str], in_turn: Sequence[Sequence[str]] = ()
) -> list[RankingRow]:
    """Every seat in ranking order, its final points explained line by line.

    `in_turn` has for each seat the names of those who sat there one after the other (`Seating.in_turn`).
    """
    in_turn = in_turn or [[name] for name in names]
    return [_row(session, standing, names, in_turn) for standing in standings(session)]


def ranking_in_words(session: Session, rows: Sequence[RankingRow]) -> str:
    """The ranking as lines of text for a chat: the game and its day, then everybody with what they have."""
    lines = [f"{said(session.game.name)} · {date_format(played_on(session))}"]
    for row in rows:
        points = points_in_words(row.score)
        if row.decimals:
            points = f"{points} ({tenths_in_words(row.tenths)})"
        words = {"place": row.rank, "name": isolated(row.name), "points": points}
        lines.append(_("%(place)s. %(name)s: %(points)s") % words)
    return "\n".join(lines)


def tenths_in_words(tenths: int) -> str:
    """Tenths of a point with their sign and one decimal."""
    return f"{'+' if tenths > 0 else ''}{with_minus(number_format(tenths / 10, 1))}"


def result_in_words(game: Variant, tenths: int) -> str:
    """A result in the unit its game ranks in: with its sign and a decimal, or the score itself."""
    return tenths_in_words(tenths) if game.decimal_points else points_in_words(tenths // 10)


def ending_reason(session: Session, ended: str) -> str:
    """Why the session ended; a record of Ten calls every stop "time", also the players' own."""
    if was_closed_by_clock(session):
        return "time"
    return "closed" if session.closed else ended


def winners_in_words(rows: Sequence[RankingRow]) -> str:
    """Who came first of the rows of a ranking: "Ann wins", "Ann and Bo win", "Everybody is level"."""
    first = [isolated(row.name) for row in rows if row.rank == 1]
    if len(first) == len(rows):
        level = len({row.tenths for row in rows}) < 2  # not where a false win costs points of the result
        return _("Everybody is level") if level else _("The scores are level")
    return ngettext("%(names)s wins", "%(names)s win", len(first)) % {"names": and_list(first)}


def busted_names(bust: Any, scores: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the names, set apart, of the players who are out of points by the rule `bust`."""
    lowest = 1 if bust == "zero_or_below" else 0
    return [isolated(name) for name, score in zip(names, scores, strict=True) if score < lowest]


def bust_in_words(out: Sequence[str]) -> str:
    """Return who is out of points: "Bo is out of points."."""
    return ngettext("%(names)s is out of points.", "%(names)s are out of points.", len(out)) % {
        "names": and_list(out)
    }


def ending_sentence(session: Session, names: Sequence[str], hands: int) -> str:
    """Why the session ended, with who ran out of points and after how many hands: for its page and paper.

    `names` are by player. "" while the session goes on.
    """
    ended = session.table.ended
    if not ended:
        return ""
    why = ending_reason(session, ended)
    scores = unrotated(session.table).scores
    out = busted_names(session.rules.get("bust"), scores, names)
    if not hands:
        return bust_in_words(out) if why == "bust" and out else termination_in_words(why)
    counted = (
        ngettext("%(count)s round", "%(count)s rounds", hands)
        if game_of(session).in_rounds
        else ngettext("%(count)s hand", "%(count)s hands", hands)
    )
    words = {"hands": counted % {"count": hands}, "names": and_list(out)}
    if why == "bust" and out:
        sentence = ngettext(
            "%(names)s is out of points after %(hands)s.",
            "%(names)s are out of points after %(hands)s.",
            len(out),
        )
        return sentence % words
    sentences = {
        "last_hand": _("The last hand is played, after %(hands)s."),
        "bust": _("A player is out of points after %(hands)s."),
        "target": _("The target score is reached after %(hands)s."),
        "dealer_leads": _("The dealer leads and ends the game after %(hands)s."),
        "bank_empty": _("The bank is empty after %(hands)s."),
        "time": _("Time is up after %(hands)s."),
        "closed": _("The players ended the game after %(hands)s."),
    }
    return sentences[why] % words


def lines_still_due(notices: Sequence[PaymentNotice]) -> list[PaymentStillDue]:
    """What `payments.payment_notices` says is still to be paid, each with its `line` for the page of the end.

    The last hand that was played is called so; a correction and a hand that came late keep their titles.
    """
    last = next((notice for notice in notices if not notice.owed), None)
    return [
        PaymentStillDue(
            line=_("Last hand: %(what)s") % {"what": notice.title} if notice is last else notice.title,
            more=(*notice.lines, *notice.how),
        )
        for notice in notices
    ]


def figure_rows(
    hands: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]], names: Sequence[str]
) -> list[FigureRow]:
    """How often everybody won and dealt in, and the best hand, from the outcomes and results of a session."""
    figures = figures_by_seat(len(names), hands)
    if not any(figure.hands for figure in figures):
        return []
    return [
        FigureRow(name, figure.wins, figure.self_draws, figure.deal_ins, figure.best_hand)
        for name, figure in zip(names, figures, strict=True)
    ]


def _row(
    session: Session, standing: Standing, names: Sequence[str], in_turn: Sequence[Sequence[str]]
) -> RankingRow:
    return RankingRow(
        seat=standing.seat,
        name=names[standing.seat],
        shown=names_fitted_to_seat(in_turn[standing.seat], PLACE),
        rank=standing.rank,
        score=standing.score,
        tenths=standing.tenths,
        decimals=1 if session.game.decimal_points else 0,
        parts=tuple(
            FinalPart(what, _part_in_words(session, standing, what), tenths)
            for what, tenths in standing.parts
        ),
    )


def _part_in_words(session: Session, standing: Standing, what: str) -> str:
    """One line of the final points, with the figures it comes from where they are not on the screen."""
    if what == "score" and "return_points" in session.rules:
        return _("%(score)s against the return of %(back)s") % {
            "score": points_in_words(standing.score),
            "back": points_in_words(session.rules["return_points"]),
        }
    return str(PARTS.get(what, what))


# On a telephone a unit is three quarters of a pixel: the labels, 17 units high, are read there too.
WIDTH, HEIGHT = 480, 320
LEFT, RIGHT, TOP, BOTTOM = 76, 20, 14, 34
MOST_TICKS = 6
MOST_LABELS = 7
#: one look for each seat: the dash and the marker tell the lines apart without colour
MARKERS = ("circle", "square", "diamond", "triangle", "cross", "ring")


@dataclass(frozen=True)
class ScoreLine:
    """One seat's line: its points for <polyline>, and the place of each marker."""

    seat: int
    name: str
    points: str
    dots: list[tuple[float, float]]
    marker: str


@dataclass(frozen=True)
class Chart:
    """Everything drawn, in the user units of a `width` x `height` view box."""

    lines: list[ScoreLine]
    ticks: list[tuple[float, int]]
    labels: list[tuple[float, str]]
    zero: float | None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right_edge: int = WIDTH - RIGHT


def score_chart(
    session: Session,
    results: Sequence[dict[str, Any]],
    names: Sequence[str],
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Chart | None:
    """The chart of a session's hands (`results` as stored, in order); None before the first hand."""
    if not results:
        return None
    rows = [unrotated(starting_state(session)).scores, *(values_by_player(result) for result in results)]
    labels = ["", *(label_in_words(result["label"]) for result in results)]
    return line_chart(rows, labels, names, size)


def line_chart(
    rows: Sequence[Sequence[float]],
    labels: Sequence[str],
    names: Sequence[str],
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Chart:
    """One line a name (six at most) through at least one row of values, each row with its label."""
    width, height = size
    low, high, step = _range(floor(min(map(min, rows))), ceil(max(map(max, rows))))

    def across(index: int) -> float:
        return round(LEFT + (width - LEFT - RIGHT) * index / max(1, len(rows) - 1), 1)

    def down(score: float) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - score) / (high - low), 1)

    lines = []
    for seat, name in enumerate(names):
        dots = [(across(index), down(row[seat])) for index, row in enumerate(rows)]
        lines.append(ScoreLine(seat, name, " ".join(f"{x},{y}" for x, y in dots), dots, MARKERS[seat]))
    named = [(across(index), label) for index, label in enumerate(labels) if label]
    every = -(-len(named) // MOST_LABELS)
    ticks = [(down(score), score) for score in range(low, high + 1, step)]
    zero = down(0) if low <= 0 <= high else None
    return Chart(lines, ticks, named[::every] if every else [], zero, width, height, LEFT, width - RIGHT)


def _range(lowest: int, highest: int) -> tuple[int, int, int]:
    """A round lower and upper end and the step between ticks, with both scores inside."""
    spread = max(highest - lowest, 1)
    step = 1
    while spread / step > MOST_TICKS:
        # 1, 2, 5, 10, 20, 50 ...
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    low = lowest // step * step
    high = -(-highest // step) * step
    return low, max(high, low + step), step
