"""What a player's page shows: sums, by seat, against opponents, streaks, the latest games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.pairing.standings import average_place
from mahjongclub.rules.registry import find_variant

from .cached import cached_answer
from .models import COUNTS, PLACES, Appearance, Book
from .period import ALWAYS, Period
from .sums import sum_by_opponent, sum_figures
from .wording import rounded

STREAK_GAMES = 200
#: figures by their names: counts, points, tenths of final points, what rows are grouped by
Counts = dict[str, int]

TALLIED = ("games", "tenths", *PLACES, *COUNTS)


@dataclass(frozen=True)
class GameSelection:
    """Which games a page is about: a player's, or everybody's."""

    club: Club
    player: Player | None
    variant: str
    period: Period = ALWAYS

    @property
    def seat_count(self) -> int:
        """How many play this game."""
        return find_variant(self.variant).seats

    @cached_property
    def book(self) -> Book | None:
        """The book they stand in, None before the first game. One query."""
        return Book.objects.filter(club=self.club, variant=self.variant).first()

    def for_player(self, other: Player) -> GameSelection:
        """The same choice of another player's games."""
        selection = replace(self, player=other)
        vars(selection)["book"] = self.book
        return selection

    def games(self) -> QuerySet[Appearance]:
        """The games themselves."""
        condition = self.condition_without_player_and_days() & self.period.days_condition()
        return Appearance.objects.filter(
            condition if self.player is None else condition & Q(player=self.player)
        )

    def condition_without_player_and_days(self) -> Q:
        """The choice without player and days. The book is one row known before: joined instead, PostgreSQL
        sorts all games of a player for a few."""
        return Q(book=self.book.pk) if self.book is not None else Q(pk__in=())

    def cache_key(self) -> tuple[Hashable, ...]:
        """What answers about these games are kept under."""
        book = (self.book.pk, self.book.stamp) if self.book is not None else None
        return (type(self).__name__, book, self.player.pk if self.player else None, self.period)


def tally(seats: Iterable[Counts]) -> Counts:
    """The counts of all seats added up, `best_hand` their largest."""
    sums = {**dict.fromkeys(TALLIED, 0), "best_hand": 0}
    for row in seats:
        for name in TALLIED:
            sums[name] += row[name]
        sums["best_hand"] = max(sums["best_hand"], row["best_hand"])
    return sums


def tally_by_seat(selection: GameSelection) -> list[Counts]:
    """The counts by the seat at the start, the first dealer first."""
    return list(tally_by(selection, "seat").values())


def tally_by(selection: GameSelection, group_by: str) -> dict[int, Counts]:
    """The counts by seat or by player ("seat", "player_id"). One query at most."""
    return cached_answer(
        ("tally", group_by, selection.cache_key()),
        lambda: {row[group_by]: row for row in sum_figures(selection.games(), group_by).order_by(group_by)},
    )


def yaku_counts(selection: GameSelection) -> Counter[str]:
    """How often each named part was in a won hand, where records know it. One query at most."""

    def count() -> Counter[str]:
        counts: Counter[str] = Counter()
        for yaku in selection.games().exclude(yaku={}).values_list("yaku", flat=True).iterator():
            counts.update(yaku)
        return counts

    return cached_answer(("yaku", selection.cache_key()), count)


def opponents_met(selection: GameSelection) -> list[Counts]:
    """How it went against each opponent, the one met most often first. One query at most."""

    def meet() -> list[Counts]:
        rows = [
            {"opponent_id": row["opponent"], **meeting_counts(row)}
            for row in sum_by_opponent(selection.games())
        ]
        return sorted(rows, key=lambda row: (-row["games"], row["opponent_id"]))

    return cached_answer(("against", selection.cache_key()), meet)


def meeting_counts(row: Counts) -> Counts:
    """What `figures.sums.sum_by_opponent` found of one opponent, as pages tell it."""
    return {
        "games": row["games"],
        "ahead": row["ahead"],
        "level": row["games"] - row["ahead"] - row["behind"],
        "tenths": row["own"],
        "opponent_tenths": row["theirs"],
        "hands": row["played"],
    }


def percent(count: int, whole: int) -> str:
    """A share in percent with one decimal; a dash where there is nothing to share."""
    if not whole:
        return "–"
    return _("%(share)s%%") % {"share": rounded(Fraction(100 * count, whole), 1)}


def mean(total: int, count: int, decimals: int = 0, *, signed: bool = False) -> str:
    """A mean; a dash where there is nothing to divide by."""
    return rounded(Fraction(total, count), decimals, signed=signed) if count else "–"


@dataclass(frozen=True, slots=True)
class RateDefinition:
    """A figure that divides one count by another; `key` is that of its definition."""

    key: str
    part: str
    whole: str
    #: the field of `Variant` that says whether a variant knows it, "" where every one does
    known: str = ""
    in_points: bool = False

    def value(self, sums: Mapping[str, int]) -> Fraction | None:
        """None where there is nothing to divide by."""
        return Fraction(sums[self.part], sums[self.whole]) if sums[self.whole] else None

    def in_words(self, sums: Mapping[str, int]) -> str:
        """In points or in percent."""
        return (mean if self.in_points else percent)(sums[self.part], sums[self.whole])


RATES = (
    RateDefinition("win_rate", "wins", "hands"),
    RateDefinition("deal_in_rate", "deal_ins", "hands", "wins_on_discards"),
    RateDefinition("self_draw_rate", "self_draws", "wins", "wins_on_discards"),
    RateDefinition("riichi_rate", "riichi", "hands", "knows_riichi"),
    RateDefinition("riichi_win_rate", "riichi_wins", "riichi", "knows_riichi"),
    RateDefinition("tenpai_rate", "tenpai", "draws", "knows_tenpai"),
    RateDefinition("hand_value", "won_points", "wins", in_points=True),
    RateDefinition("deal_in_value", "dealt_points", "deal_ins", "wins_on_discards", in_points=True),
)


def rates_of(variant: str) -> list[RateDefinition]:
    """The rates that this variant knows."""
    game = find_variant(variant)
    return [rate for rate in RATES if not rate.known or getattr(game, rate.known)]


def hand_figures_in_words(variant: str, sums: Counts) -> list[dict[str, str]]:
    """The figures of hands that this variant knows, with the key of their definition."""
    figures = [
        ("hands", rounded(sums["hands"], 0)),
        *((rate.key, rate.in_words(sums)) for rate in rates_of(variant)),
        ("best_hand", rounded(sums["best_hand"], 0) if sums["wins"] else "–"),
        ("faults", rounded(sums["faults"], 0)),
    ]
    return [{"key": key, "value": value} for key, value in figures]


def place_counts(sums: Mapping[str, int], seats: int) -> list[int]:
    """How often each place was held, the first first: as many as seats, and those beyond that were held."""
    times_held = [sums[name] or 0 for name in PLACES]
    return times_held[: max(seats, *(place for place, times in enumerate(times_held, start=1) if times), 0)]


def mean_place(sums: Counts, seats: int) -> str:
    """The average place, a dash without a game."""
    return rounded(average_place(place_counts(sums, seats)), 2) if sums["games"] else "–"


def streaks(places: Sequence[int], seats: int) -> dict[str, int]:
    """The longest runs in places in the order played, the latest last, and the runs that go on.

    >>> streaks([4, 1, 1, 2, 1], 4)
    {'firsts': 2, 'firsts_now': 1, 'not_last': 4, 'not_last_now': 4}
    """
    firsts = _runs(place == 1 for place in places)
    not_last = _runs(place < seats for place in places)
    longest = {"firsts": max(firsts), "firsts_now": firsts[-1]}
    return {**longest, "not_last": max(not_last), "not_last_now": not_last[-1]}


def _runs(outcomes: Iterable[bool]) -> list[int]:
    """How long the run was after each game; a 0 before the first."""
    runs = [0]
    for holds in outcomes:
        runs.append(runs[-1] + 1 if holds else 0)
    return runs
