"""What a player's page shows: sums of months, by seat, against opponents, streaks, the latest games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Max, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Player
from mahjongclub.rules.figures import KNOWS_RIICHI, KNOWS_TENPAI
from mahjongclub.rules.variants import find_variant

from .figures_model import COUNTS, PLACES, Appearance, Meeting, Month
from .season_model import Season
from .standings import average_place
from .wording import rounded

STREAK_GAMES = 200
TALLIED = ("games", "tenths", *PLACES, *COUNTS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games a page is about; months count whole."""

    club: Club
    player: Player
    variant: str
    season: Season | None = None
    since: date | None = None
    until: date | None = None

    @property
    def seats(self) -> int:
        """How many play this game."""
        return find_variant(self.variant).seats

    def of(self, other: Player) -> Wanted:
        """The same choice of another player's games."""
        return replace(self, player=other)

    def months(self) -> QuerySet[Month]:
        """The sums of these games."""
        return Month.objects.filter(self._condition("month"), player=self.player)

    def meetings(self) -> QuerySet[Meeting]:
        """The sums against each opponent."""
        return Meeting.objects.filter(self._condition("month"), player=self.player)

    def games(self) -> QuerySet[Appearance]:
        """The games themselves."""
        return Appearance.objects.filter(self._condition("day"), player=self.player)

    def _condition(self, time: str) -> Q:
        found = Q(book__club=self.club, book__variant=self.variant)
        if self.season is not None:
            found &= Q(season=self.season)
        if self.since is not None:
            found &= Q(**{f"{time}__gte": self.since})
        if self.until is not None:
            found &= Q(**{f"{time}__lte": self.until})
        return found


def tally(wanted: Wanted) -> dict[str, Any]:
    """All counts added up, `best_hand` their largest. One query."""
    sums: dict[str, Any] = {name: Sum(name, default=0) for name in TALLIED}
    return wanted.months().aggregate(best_hand=Max("best_hand", default=0), **sums)


def tally_by_seat(wanted: Wanted) -> list[dict[str, Any]]:
    """The counts by the seat at the start, the first dealer first. One query."""
    sums: dict[str, Any] = {name: Sum(name) for name in TALLIED}
    return [dict(row) for row in wanted.months().values("seat").annotate(**sums).order_by("seat")]


def yaku_counts(wanted: Wanted) -> Counter[str]:
    """How often each named part was in a won hand, where records know it. One query."""
    found: Counter[str] = Counter()
    for yaku in wanted.months().exclude(yaku={}).values_list("yaku", flat=True):
        found.update(yaku)
    return found


def against(wanted: Wanted) -> list[dict[str, Any]]:
    """How it went against each opponent, the one met most often first. One query."""
    names = ("games", "ahead", "level", "tenths", "opponent_tenths")
    sums: dict[str, Any] = {name: Sum(name) for name in names}
    rows = wanted.meetings().values("opponent_id").annotate(**sums)
    return [dict(row) for row in rows.order_by("-games", "opponent_id")]


def percent(part: int, whole: int) -> str:
    """A share in percent with one decimal; a dash where there is nothing to share."""
    if not whole:
        return "–"
    return _("%(share)s%%") % {"share": rounded(Fraction(100 * part, whole), 1)}


def mean(total: int, count: int, decimals: int = 0, *, signed: bool = False) -> str:
    """A mean; a dash where there is nothing to divide by."""
    return rounded(Fraction(total, count), decimals, signed=signed) if count else "–"


def rates(variant: str, sums: dict[str, Any]) -> list[dict[str, str]]:
    """The figures of hands that this variant knows, with the key of their definition."""
    found = [
        ("hands", rounded(sums["hands"], 0)),
        ("win_rate", percent(sums["wins"], sums["hands"])),
    ]
    if variant != "ten":  # every win of Ten is self-drawn
        found.append(("deal_in_rate", percent(sums["deal_ins"], sums["hands"])))
        found.append(("self_draw_rate", percent(sums["self_draws"], sums["wins"])))
    if variant in KNOWS_RIICHI:
        found.append(("riichi_rate", percent(sums["riichi"], sums["hands"])))
        found.append(("riichi_win_rate", percent(sums["riichi_wins"], sums["riichi"])))
    if variant in KNOWS_TENPAI:
        found.append(("tenpai_rate", percent(sums["tenpai"], sums["draws"])))
    found.append(("hand_value", mean(sums["won_points"], sums["wins"])))
    if variant != "ten":
        found.append(("deal_in_value", mean(sums["dealt_points"], sums["deal_ins"])))
    found.append(("best_hand", rounded(sums["best_hand"], 0) if sums["wins"] else "–"))
    found.append(("faults", rounded(sums["faults"], 0)))
    return [{"key": key, "value": value} for key, value in found]


def place_counts(sums: dict[str, Any], seats: int) -> list[int]:
    """How often each place was held, the first place first."""
    return [sums[name] for name in PLACES[:seats]]


def mean_place(sums: dict[str, Any], seats: int) -> str:
    """The average place, a dash without a game."""
    return rounded(average_place(place_counts(sums, seats)), 2) if sums["games"] else "–"


@dataclass(frozen=True, slots=True)
class Streaks:
    """The longest runs of games among the latest ones, and the runs that go on."""

    firsts: int
    firsts_now: int
    not_last: int
    not_last_now: int


def streaks(places: Sequence[int], seats: int) -> Streaks:
    """Runs in places in the order played, the latest last.

    >>> streaks([4, 1, 1, 2, 1], 4)
    Streaks(firsts=2, firsts_now=1, not_last=4, not_last_now=4)
    """
    firsts = _runs(place == 1 for place in places)
    not_last = _runs(place < seats for place in places)
    return Streaks(max(firsts), firsts[-1], max(not_last), not_last[-1])


def _runs(held: Iterable[bool]) -> list[int]:
    """How long the run was after each game; a 0 before the first."""
    found = [0]
    for one in held:
        found.append(found[-1] + 1 if one else 0)
    return found
