"""A debt sheet as it stands: everybody's points and money, what is still owed, what was paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.money import decimal_places, money_in_words
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.games.kit.wording import isolated, said, with_minus
from mahjongclub.rules.beginning import state_at_start
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.rotation import unrotated
from mahjongclub.tables.club_games import played_on
from mahjongclub.tables.models import Session, SessionQuerySet
from mahjongclub.tables.ranking import result_in_words
from mahjongclub.tables.replaying import standings, values_by_player
from mahjongclub.tables.sitters import seatings

from .access import SETTLING
from .models import DebtSheet, Repayment
from .transfers import CoinTransfer, remaining_transfers, round_to_coins

#: stands among people for what no player has won or lost, such as the points of a penalty
POT = 0
#: the tally in money; the others have the key of their game
MONEY = ""
TENTHS = Decimal("0.1")
#: points on the table for one of a final result that has a decimal
TABLE_POINTS = 1000
#: the smallest amount that is stored
SMALLEST = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Debt:
    """A debt of one person to another; `payer` and `payee` are numbers of players, POT for the pot."""

    payer: int
    payee: int
    payer_name: str
    payee_name: str
    amount: Decimal
    amount_text: str


@dataclass(frozen=True, slots=True)
class PaidDebt:
    """A repayment that was ticked off."""

    number: int
    payer_name: str
    payee_name: str
    amount_text: str
    made_at: Any


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """The sum that one person has won, or lost. `detail` says from what; `rounding` what rounding gave."""

    name: str
    amount_text: str
    detail: str
    rounding: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class UnitTally:
    """Everything that is settled in one unit: money, or the points of one game."""

    unit: str
    title: str
    totals: Sequence[PersonTotal]
    debts: Sequence[Debt]
    paid: Sequence[PaidDebt]

    @property
    def is_settled(self) -> bool:
        """Whether nobody owes anything any more."""
        return not self.debts


def points_won_by_seat(session: Session) -> dict[int, Fraction]:
    """Return what each number of a table has won or lost in points; they add up to 0 but for penalties.

    In games ranked by points with a decimal it is the final result with uma and oka; in the others the score
    less the points that everybody begins with.
    """
    results = {row.seat: Fraction(row.tenths, 10) for row in standings(session)}
    if session.game.decimal_points:
        return results
    start = _scores_at_start(session)
    return {number: points - start[number] for number, points in results.items()}


def player_point_shares(session: Session, won: Mapping[int, Fraction]) -> Iterator[tuple[Player, Fraction]]:
    """Yield what those who sat at each number of a table have `won` there, one part of it after the other.

    Where somebody took another's place, each has what the score changed by while they sat. What the end of
    the game adds, such as uma and oka, is theirs who sat there then.
    """
    sitters = {sitter.number: sitter.player for sitter in session.sitters.all()}
    if not sitters:
        yield from ((seat.player, won[seat.number]) for seat in session.seats.all())
        return
    hands = list(session.hands.order_by("number").values_list("outcome", "result"))
    orders = seatings(session.game.players, [outcome for outcome, _result in hands])
    unit = TABLE_POINTS if session.game.decimal_points else 1
    left, scores = {**won}, _scores_at_start(session)
    for order, (_outcome, result) in zip(orders[:-1], hands, strict=True):
        after = values_by_player(result)
        for number, sitter in enumerate(order):
            part = Fraction(after[number] - scores[number], unit)
            left[number] -= part
            yield sitters[sitter], part
        scores = after
    yield from ((sitters[sitter], left[number]) for number, sitter in enumerate(orders[-1]))


def _scores_at_start(session: Session) -> Sequence[int]:
    dice = tuple(session.dice) if session.dice else None
    return unrotated(state_at_start(session.game, session.opened_rules, dice)).scores


def games_with_result(sessions: SessionQuerySet) -> SessionQuerySet:
    """The games among these that have a result by now, in the order they were played, with their players."""
    games = sessions.counting().filter(SETTLING).select_related("evening", "club")
    people = ("seats__player__merged_into", "sitters__player__merged_into")
    return games.prefetch_related(*people).order_by("started_at", "pk")


class SheetState:
    """A sheet with its games and people, loaded once: nine queries, one more for a game with a newcomer.

    While one of the games has no result, nothing is owed: it would be what is owed without that game.
    """

    def __init__(self, sheet: DebtSheet) -> None:
        self.sheet = sheet
        self.sessions = list(games_with_result(sheet.sessions.all()))
        self.repayments = list(
            sheet.repayments.select_related("payer__merged_into", "payee__merged_into").order_by("pk")
        )
        #: whoever sat at a game, has chips or has paid something, also where their game has no result now
        self.people: dict[int, Player] = {player.person_id: player.person for player in self._players()}
        #: how many of the games have no result now: played on, held back or of a club that settles nothing
        self.missing = sheet.sessions.count() - len(self.sessions)

    def _players(self) -> Iterator[Player]:
        yield from (seat.player for session in self.sessions for seat in session.seats.all())
        yield from (sitter.player for session in self.sessions for sitter in session.sitters.all())
        yield from self._chips_of.values()
        for repayment in self.repayments:
            yield from (player for player in (repayment.payer, repayment.payee) if player is not None)

    @cached_property
    def _chips_of(self) -> dict[int, Player]:
        """The players with chips, by the number that the sheet keeps."""
        return Player.objects.select_related("merged_into").in_bulk([int(key) for key in self.sheet.chips])

    @cached_property
    def variants(self) -> list[str]:
        """The games played, in the order in which they were first."""
        return list(dict.fromkeys(session.variant for session in self.sessions))

    @cached_property
    def points_by_variant(self) -> dict[str, dict[int, Fraction]]:
        """The points that everybody has won, by game; the pot has what is missing to 0."""
        points: dict[str, dict[int, Fraction]] = {variant: {} for variant in self.variants}
        for session in self.sessions:
            of_game = points[session.variant]
            won = points_won_by_seat(session)
            for player, part in player_point_shares(session, won):
                of_game[player.person_id] = of_game.get(player.person_id, Fraction(0)) + part
            if left := sum(won.values(), Fraction(0)):
                of_game[POT] = of_game.get(POT, Fraction(0)) - left
        return points

    @cached_property
    def chips_won(self) -> dict[int, int]:
        """The chips that everybody has won, by who they are now."""
        chips: dict[int, int] = {}
        for key, count in self.sheet.chips.items():
            if player := self._chips_of.get(int(key)):
                chips[player.person_id] = chips.get(player.person_id, 0) + count
        return chips

    @property
    def has_substitutes(self) -> bool:
        """Whether somebody took another's place in one of the games."""
        return any(session.sitters.all() for session in self.sessions)

    @property
    def rates_by_variant(self) -> dict[str, Fraction]:
        """The worth of a point, by game; without those that stay points."""
        return {variant: Fraction(rate) for variant, rate in self.sheet.rates.items() if rate}

    @property
    def has_money(self) -> bool:
        """Whether something is settled in money."""
        return any(variant in self.rates_by_variant for variant in self.variants) or self._chips_count

    @property
    def _chips_count(self) -> bool:
        return bool(self.sheet.chip_rate) and any(self.chips_won.values())

    def tallies(self) -> list[UnitTally]:
        """Return the tallies: first in money, then the points of each game without a rate.

        What was paid in a unit that is settled no more is kept with the others, so that nothing gets lost.
        """
        units = [MONEY] if self.has_money else []
        units += [variant for variant in self.variants if variant not in self.rates_by_variant]
        units += sorted({repayment.variant for repayment in self.repayments} - {*units})
        return [self._tally(unit) for unit in units]

    def _tally(self, unit: str) -> UnitTally:
        exact = self._money() if unit == MONEY else dict(self.points_by_variant.get(unit, {}))
        coin = self._coin(unit)
        coins = round_to_coins({person: amount / Fraction(coin) for person, amount in exact.items()})
        paid = [repayment for repayment in self.repayments if repayment.variant == unit]
        # what was paid before amounts were rounded otherwise need not be whole coins of today
        smallest_coin = coin if all(repayment.amount % coin == 0 for repayment in paid) else SMALLEST
        owed = {person: int(count * coin / smallest_coin) for person, count in coins.items()}
        payments = [
            CoinTransfer(
                _person(repayment.payer), _person(repayment.payee), int(repayment.amount / smallest_coin)
            )
            for repayment in paid
        ]
        debts = [
            Debt(
                transfer.payer,
                transfer.payee,
                self.name_of(transfer.payer),
                self.name_of(transfer.payee),
                transfer.coins * smallest_coin,
                self.amount_in_words(unit, transfer.coins * smallest_coin),
            )
            for transfer in ([] if self.missing else remaining_transfers(owed, payments))
        ]
        title = _("In money") if unit == MONEY else said(find_variant(unit).name)
        return UnitTally(
            unit,
            title,
            self._totals(unit, exact, coins, coin),
            debts,
            [self._paid(repayment) for repayment in paid],
        )

    def _money(self) -> dict[int, Fraction]:
        money: dict[int, Fraction] = {}
        for variant, rate in self.rates_by_variant.items():
            for person, points in self.points_by_variant.get(variant, {}).items():
                money[person] = money.get(person, Fraction(0)) + points * rate
        if self.sheet.chip_rate:
            worth = Fraction(self.sheet.chip_rate)
            for person, count in self.chips_won.items():
                money[person] = money.get(person, Fraction(0)) + count * worth
        if left := sum(money.values(), Fraction(0)):  # chips of somebody who is gone
            money[POT] = money.get(POT, Fraction(0)) - left
        return money

    def _coin(self, unit: str) -> Decimal:
        """The smallest amount that is paid in a unit."""
        if unit == MONEY:
            return self.sheet.coin.normalize()
        return TENTHS if find_variant(unit).decimal_points else Decimal(1)

    def _totals(
        self, unit: str, exact: Mapping[int, Fraction], coins: Mapping[int, int], coin: Decimal
    ) -> list[PersonTotal]:
        order = sorted(
            exact, key=lambda person: (person == POT, -exact[person], alphabetical_key(self.name_of(person)))
        )
        return [
            PersonTotal(
                self.name_of(person),
                self._signed(unit, coins[person] * coin),
                self._detail(person) if unit == MONEY else "",
                self._rounding(unit, coins[person] * coin, exact[person]),
                coins[person] > 0,
            )
            for person in order
        ]

    def _detail(self, person: int) -> str:
        """Return the words for where somebody's money comes from: points by game, chips."""
        parts = []
        for variant in self.rates_by_variant:
            points = self.points_by_variant.get(variant, {}).get(person)
            if points is not None:
                game = find_variant(variant)
                parts.append(f"{said(game.name)} {result_in_words(game, int(points * 10))}")
        if self.sheet.chip_rate and (count := self.chips_won.get(person)):
            parts.append(_("chips %(count)s") % {"count": with_minus(f"{count:+d}")})
        return " · ".join(parts)

    def _rounding(self, unit: str, amount: Decimal, exact: Fraction) -> str:
        """Return the words for what rounding gave somebody or took from them, "" for nothing."""
        off = Fraction(amount) - exact
        if not off:
            return ""
        places = self._places(unit) + 2
        rounded = (Decimal(off.numerator) / Decimal(off.denominator)).quantize(Decimal(1).scaleb(-places))
        sign = "+" if off > 0 else "\u2212"
        words = money_in_words(abs(rounded), places, self.sheet.currency if unit == MONEY else "")
        return _("rounded by %(amount)s") % {"amount": f"{sign}{words}"}

    def _paid(self, repayment: Repayment) -> PaidDebt:
        return PaidDebt(
            repayment.pk,
            self._name(repayment.payer),
            self._name(repayment.payee),
            self.amount_in_words(repayment.variant, repayment.amount),
            repayment.made_at,
        )

    def name_of(self, person: int) -> str:
        """The name of a person of the sheet, also of one who is at none of its games any more."""
        return _("The pot") if person == POT else isolated(self.people[person].shown_name)

    def _name(self, player: Player | None) -> str:
        return self.name_of(_person(player))

    def amount_in_words(self, unit: str, amount: Decimal) -> str:
        """An amount of a unit without a sign: "12.50 €", "42.3 points"."""
        places = max(self._places(unit), coin_decimals(amount, None))
        if unit == MONEY:
            return money_in_words(amount, places, self.sheet.currency)
        number = money_in_words(amount, places, "")
        return _("%(points)s points") % {"points": number}

    def _signed(self, unit: str, amount: Decimal) -> str:
        sign = "+" if amount > 0 else "\u2212" if amount < 0 else ""
        return f"{sign}{self.amount_in_words(unit, abs(amount))}"

    def _places(self, unit: str) -> int:
        """Return with how many decimal places amounts of a unit are shown, whole coins too."""
        return coin_decimals(self._coin(unit), self.sheet.currency if unit == MONEY else None)

    def share_text(self, tallies: Iterable[UnitTally]) -> str:
        """Return what is still owed, as lines for a chat."""
        lines = [self.title()]
        for tally in tallies:
            for debt in tally.debts:
                words = {"payer": debt.payer_name, "payee": debt.payee_name, "amount": debt.amount_text}
                lines.append(_("%(payer)s pays %(payee)s %(amount)s") % words)
        if self.sheet.pay_by:
            lines.append(_("Pay by: %(how)s") % {"how": self.sheet.pay_by})
        return "\n".join(lines)

    def title(self) -> str:
        """Return the games and their day: "Riichi · 26 November 2026"."""
        return games_title(self.sessions)


NO_GAMES = gettext_lazy("No game with a result")


def games_title(sessions: Sequence[Session]) -> str:
    """Return the games and their day: "Riichi · 26 November 2026"."""
    days = sorted({played_on(session) for session in sessions})
    if not days:
        return str(NO_GAMES)
    names = [
        said(find_variant(variant).name) for variant in dict.fromkeys(session.variant for session in sessions)
    ]
    span = [date_format(day) for day in dict.fromkeys((days[0], days[-1]))]
    return " · ".join([", ".join(names), " – ".join(span)])


def coin_decimals(coin: Decimal, currency: str | None) -> int:
    """Return how many decimal places multiples of a coin have; None for the currency: of points."""
    exponent = coin.normalize().as_tuple().exponent
    of_coin = max(0, -exponent) if isinstance(exponent, int) else 0
    usual = decimal_places(currency) if currency is not None else 0
    return max(of_coin, usual)


def _person(player: Player | None) -> int:
    return POT if player is None else player.person_id
