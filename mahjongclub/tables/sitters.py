"""Whom a typed name means, and who sat where at a table at which somebody took another's place.

A record tells of that with a name: {"type": "seat", "seat": 2, "player": "Eva"}. A session keeps the number
of its `Sitter` in place of the name, and each `Seat` knows who sits there now.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Club, Device, Player
from mahjongclub.clubs.naming import name_key, shown_name_of_row, tidy_name
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.roster import ensure_player
from mahjongclub.games.kit.wording import isolated
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.reseating import reseated
from mahjongclub.rules.words import Text

from .models import Seat, Session, Sitter, names_by_player
from .notify import is_of_event

Outcome = dict[str, Any]
#: how a record writes that somebody sits down
KIND = "seat"


def find_players(
    names: Sequence[str],
    device_id: int | None,
    club: Club | None,
    account_id: int | None = None,
    *,
    guests: bool = False,
) -> dict[str, Player]:
    """Return whom names typed for a table mean, new people left out. `account_id` types them; at the
    table of an event its `guests` are meant too."""
    if club is not None:
        return (club.players.all() if guests else club.players.on_roster()).find_by_names(names, account_id)
    if device_id is None:
        return {}
    return Player.objects.filter(known_on=device_id).find_by_names(names, account_id)


def find_or_create_player_ids_called(
    names: Sequence[str],
    device: Device | None,
    club: Club | None,
    account_id: int | None = None,
    *,
    opening: bool = False,
) -> list[Any]:
    """Their ids: players of the club's roster, or known on this device; made at the first table. None for
    an empty name. For a table that is `opening` the club must have room for those who are new."""
    called = sorted(set(filter(None, names)), key=name_key)
    players_by_name = find_players(called, device.pk if device is not None else None, club, account_id)
    if opening and len(players_by_name) < len(called):
        check_quota(club, people=len(called) - len(players_by_name))
    people = {name: players_by_name.get(name) or _newcomer(name, device, club) for name in called}
    return [people[name].pk if name else None for name in names]


def find_or_create_player(
    name: str,
    device: Device | None,
    club: Club | None,
    account_id: int | None = None,
    *,
    guests: bool = False,
) -> Player:
    """Return the player of that name; without club and device nobody is known and somebody is created."""
    device_id = device.pk if device is not None else None
    players_by_name = find_players([name], device_id, club, account_id, guests=guests)
    return players_by_name.get(name) or _newcomer(name, device, club, guest=guests)


def find_or_create_recorded_player(
    name: str,
    error_field: str,
    device: Device | None,
    club: Club | None,
    account_id: int | None = None,
    *,
    guests: bool = False,
) -> Player:
    """The player whom a record names; RuleError at `error_field` for a name that is none."""
    tidy = tidy_name(name)
    if not tidy:
        raise RuleError("not_a_name", error_field, Text("Type a name that can be read."))
    return find_or_create_player(tidy, device, club, account_id, guests=guests)


def _newcomer(name: str, device: Device | None, club: Club | None, *, guest: bool = False) -> Player:
    return ensure_player(
        name, **({"club": club, "guest": guest} if club is not None else {"known_on": device})
    )


def seatings(seats: int, outcomes: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Who sits at each seat, by number, before each of these kept outcomes, and after the last.

    RuleError at the one by which somebody sits down who sits there already.
    """
    now = [*range(seats)]
    orders = [now]
    for number, outcome in enumerate(outcomes, start=1):
        if outcome.get("type") == KIND:
            comes = sitter_number(outcome)
            if comes in now:
                raise seat_taken_error().at_hand(number)
            now = [comes if seat == outcome["seat"] else sitter for seat, sitter in enumerate(now)]
        orders.append(now)
    return orders


def seat_taken_error() -> RuleError:
    """The fault of whoever would sit at two seats, or for themselves."""
    return RuleError("same_player", "player", Text("This player already sits there."))


def sitter_number(outcome: Mapping[str, Any]) -> int:
    """The number of who sits down by a kept outcome; one that nobody has where it says none."""
    number = whole_number(outcome["player"], 4)
    return -1 if number is None else number


def swap_in_outcome(outcome: Outcome, places: Sequence[int]) -> Outcome:
    """A kept outcome after two players changed places: `places[s]` did what seat s did.

    Whoever began at one of the two seats has the number of the other one by then, also where they sit down
    again later.
    """
    moved: Outcome = reseated(outcome, places)
    if outcome.get("type") != KIND:
        return moved
    number = sitter_number(outcome)
    return {**moved, "player": str(places[number] if 0 <= number < len(places) else number)}


def outcome_to_store(
    session: Session,
    outcome: Outcome,
    device: Device | None = None,
    account_id: int | None = None,
    numbers_by_name: Mapping[str, int] | None = None,
) -> Outcome:
    """An outcome as the session keeps it: of who sits down, who has a name in it, the number.

    They are found or made; `numbers_by_name` are ids by the names of a file. RuleError for a false name.
    """
    if outcome.get("type") != KIND:
        return outcome
    name = outcome["player"]
    pk = (numbers_by_name or {}).get(name)
    if pk is None:
        player = find_at_table(session, name, device.pk if device is not None else None, account_id)
        if player is None:
            guests = is_of_event(session)
            player = find_or_create_recorded_player(
                name, "player", device, session.club, account_id, guests=guests
            )
        pk = player.pk
    return {**outcome, "player": str(get_or_create_sitter_number(session, pk))}


def preview_outcome(session: Session, outcome: Outcome, player: Player | None) -> Outcome:
    """As `outcome_to_store`, for a look that keeps nothing: `player` is whom it means, None if new."""
    sitters = dict(session.sitters.values_list("player_id", "number")) or _first_ones(session)
    number = sitters.get(player.pk) if player is not None else None
    return {**outcome, "player": str(_next(session, sitters.values()) if number is None else number)}


def find_at_table(
    session: Session, name: str, device_id: int | None, account_id: int | None
) -> Player | None:
    """Whom a name means that is typed at a table: who sits or sat there, else as anywhere; None if new."""
    tidy = tidy_name(name)
    here = Q(seats__session=session) | Q(sittings__session=session)
    for player in Player.objects.filter(here).distinct():
        if name_key(player.shown_name) == name_key(tidy):
            return player
    guests = is_of_event(session)
    return find_players([tidy], device_id, session.club, account_id, guests=guests).get(tidy)


def get_or_create_sitter_number(session: Session, player_id: int) -> int:
    """Return the player's number at the session; give them one where they have none yet."""
    sitters = dict(session.sitters.values_list("player_id", "number"))
    if not sitters:
        sitters = _first_ones(session)
        Sitter.objects.bulk_create(
            Sitter(session=session, number=number, player_id=pk) for pk, number in sitters.items()
        )
    if player_id not in sitters:
        number = _next(session, sitters.values())
        Sitter.objects.create(session=session, number=number, player_id=player_id)
        return number
    return sitters[player_id]


def _first_ones(session: Session) -> dict[int, int]:
    return dict(session.seats.values_list("player_id", "number"))


def _next(session: Session, numbers: Collection[int]) -> int:
    return max(*numbers, session.game.players - 1) + 1


def save_sitters(session: Session, outcomes: Sequence[Mapping[str, Any]]) -> None:
    """Save who sits at every seat after these hands. RuleError as `seatings`.

    Phones at a seat that is another's now are asked anew where they are.
    """
    sitters = dict(session.sitters.values_list("number", "player_id"))
    if not sitters:
        return
    now = seatings(session.game.players, outcomes)[-1]
    seats = [seat for seat in session.seats.all() if seat.player_id != sitters[now[seat.number]]]
    for seat in seats:
        seat.player_id = sitters[now[seat.number]]
    Seat.objects.bulk_update(seats, ["player"])
    moved = session.accesses.filter(seat__in=[seat.number for seat in seats])
    moved.update(seat=None, asks_seat=True)


def save_sitters_of_sessions(session_ids: Collection[int]) -> None:
    """Save the same of stored sessions, after players of theirs have become others."""
    for session in Session.objects.filter(pk__in=session_ids, sitters__isnull=False).distinct():
        save_sitters(session, list(session.hands.order_by("number").values_list("outcome", flat=True)))


def final_players(session_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """The player of each seat as the game ended, or stands now, by session. One query."""
    seats_by_session: dict[int, dict[int, int]] = {pk: {} for pk in session_ids}
    for seat in Seat.objects.filter(session_id__in=session_ids):
        seats_by_session[seat.session_id][seat.number] = seat.player_id
    return seats_by_session


def starting_players(session_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """The player of each seat as the game began, by session. Two queries."""
    seats_by_session = final_players(session_ids)
    for sitter in Sitter.objects.filter(session_id__in=session_ids):
        if sitter.number in seats_by_session[sitter.session_id]:
            seats_by_session[sitter.session_id][sitter.number] = sitter.player_id
    return seats_by_session


class Seating:
    """The names at a session: of who sits there now, and of who sat there before.

    One query, none where the names of now are given and nobody sits out; two more where somebody took
    another's place, and one where they take turns to sit out.
    """

    def __init__(self, session: Session, now: Sequence[str] = ()) -> None:
        self.session = session
        #: the names of now by the players' numbers, which are the seats they began at
        self.players = [*now] if now and not session.rotation else names_by_player(session)

    @property
    def seat_names(self) -> list[str]:
        """Who sits there now, by seat."""
        return [self.players[number] for number in self.session.seating[: self.session.game.seats]]

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the sitters by their numbers."""
        columns = ("number", "player_id", "player__name", "player__name_hidden")
        return {
            number: shown_name_of_row(pk, name, hidden)
            for number, pk, name, hidden in self.session.sitters.values_list(*columns)
        }

    @cached_property
    def _seatings(self) -> list[list[int]]:
        """Who sat there before each hand, and after the last; [] where it was always the same people."""
        if not self.session.state.get("entries") or not self.names:
            return []
        hands = self.session.hands.order_by("number").values_list("outcome", flat=True)
        return seatings(len(self.players), list(hands))

    @cached_property
    def _orders(self) -> list[list[int]]:
        """The players' numbers by seat, who sits out last, before each hand, and after the last."""
        results = self.session.hands.order_by("number").values_list("result", flat=True)
        return [*(result.get("sat_before") or result["sitting"] for result in results), self.session.seating]

    def players_before(self, number: int) -> list[str]:
        """Who played as hand `number` began, by the players' numbers: what is no hand tells of them so."""
        orders = self._seatings
        return (
            [self.names[number] for number in orders[min(number, len(orders)) - 1]]
            if orders
            else self.players
        )

    def players_after(self, outcomes: Sequence[Mapping[str, Any]]) -> list[str]:
        """Who plays after other hands than the stored ones. RuleError as `seatings`."""
        now = seatings(len(self.players), outcomes)[-1] if self._seatings else ()
        return [self.names[number] for number in now] or self.players

    def all_names_before(self, number: int) -> list[str]:
        """Who sat there as hand `number` began, by seat, then who sat out."""
        names = self.players_before(number)
        return [names[player] for player in self.seating_before(number)] if self.session.rotation else names

    def seating_before(self, number: int) -> list[int]:
        """The numbers of who sat there as hand `number` began, by seat, then of who sat out."""
        return self._orders[min(number, len(self._orders)) - 1]

    def names_before(self, number: int) -> list[str]:
        """Who sat there as hand `number` began, by seat."""
        return self.all_names_before(number)[: self.session.game.seats]

    @property
    def starting_names(self) -> list[str]:
        """Who played as the game began, by the players' numbers."""
        return self.players_before(1)

    @property
    def joined_names(self) -> list[str]:
        """Everybody who played for each number: "Bert, then Chie"."""
        return [reduce(_then, names) for names in self.names_in_turn]

    @property
    def names_in_turn(self) -> list[list[str]]:
        """Everybody who played for each number, one after the other."""
        if not self._seatings:
            return [[name] for name in self.players]
        sat = [dict.fromkeys(order[seat] for order in self._seatings) for seat in range(len(self.players))]
        return [[self.names[number] for number in numbers] for numbers in sat]

    @property
    def nameless(self) -> Seating:
        """The same for a text that has places in place of names: a dash for who sits down."""
        return NamelessSeating(self.session, self.players)

    def with_sitter_name(self, outcome: Outcome) -> Outcome:
        """A kept outcome as a record tells it, with the name of who sits down."""
        if outcome.get("type") != KIND:
            return outcome
        return {**outcome, "player": self._name(sitter_number(outcome))}

    def _name(self, number: int) -> str:
        return self.names.get(number, "–")


class NamelessSeating(Seating):
    """A seating whose names are not to be told."""

    def _name(self, number: int) -> str:
        return "–"


def _then(before: str, after: str) -> str:
    return _("%(before)s, then %(after)s") % {"before": isolated(before), "after": isolated(after)}
