"""What the pages of a club night show: who is here, where everybody sits, what may be done next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.clubs.roster import paid_until_by_player
from mahjongclub.clubs.row_secrets import link_token
from mahjongclub.games.kit.wording import and_list, said
from mahjongclub.games.registry import find_game, games
from mahjongclub.pairing.night import NightGame, seat_round
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.changing import seat_or_bye_by_player
from mahjongclub.rounds.models import Bye, Round, Seat, Table
from mahjongclub.rounds.waiting import waiting_in_words
from mahjongclub.tables.models import Session

from .changes import games_of, night_or_unsaved, people_here, players_still_playing, rounds_of
from .coming import replies_to_evening
from .models import Night

SALT = "mahjongclub.nights.check-in"
COMING_SALT = "mahjongclub.nights.coming"
ROOM_SALT = "mahjongclub.nights.room"
#: how long before an evening begins the code of the room lets people check in
BEFORE = timedelta(hours=1)


def evening_check_in_path(evening: Evening) -> str:
    """The page on which phones check in."""
    return reverse("nights:by_code", args=[evening.club.slug, evening.pk, evening_check_in_token(evening)])


def check_in_token(club: Club) -> str:
    """The token of the code that hangs in the club's room. A new link of the wall voids it."""
    return link_token(ROOM_SALT, club.wall_secret)


def club_check_in_path(club: Club) -> str:
    """The page that leads whoever is in the club's room to tonight's check-in, on every evening."""
    return reverse("nights:in_the_room", args=[club.slug, check_in_token(club)])


def check_in_opens_at(evening: Evening) -> datetime | None:
    """From when the code of the room leads to an evening's check-in, so that nobody is here from home in the
    morning; None from the beginning of its day, where nobody says when it begins."""
    return evening.span[0] - BEFORE if evening.span is not None else None


def evening_check_in_token(evening: Evening) -> str:
    """The token of the link by which phones check in. A new link of the wall voids it too."""
    return link_token(SALT, f"{evening.club.wall_secret}:{evening.pk}")


def reply_token(club: Club) -> str:
    """The token of the link by which people say that they come. A new link of the wall voids it."""
    return link_token(COMING_SALT, club.wall_secret)


def reply_path(club: Club) -> str:
    """The page on which people say that they come, without an account."""
    return reverse("nights:coming_by_link", args=[club.slug, reply_token(club)])


@dataclass(frozen=True, slots=True)
class RosterRow:
    """Somebody of the roster at an evening: whether they are here, what they said about coming.

    `saved_game` is the key of the game they would rather play, `chosen_game` that of the form as sent.
    `overdue_paid_until` is the last day they have paid for, if it is over.
    """

    player: Player
    name: str
    here: bool
    said: str
    ticked: bool
    saved_game: str
    chosen_game: str
    overdue_paid_until: date | None


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that may be played at an evening; `main` where nobody wishes otherwise, `also` beside it."""

    key: str
    name: str
    main: bool
    also: bool
    seats: int


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """Somebody at a table or waiting: their player's number, and the sign of their seat."""

    player: int
    name: str
    sign: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class NightTableRow:
    """A table of a round with who sits there and who waits there; `game` in words where there are several.

    `doubtful`: the sum of its points waits to be confirmed.
    """

    number: int
    game: str
    session: Session | None
    begun: bool
    finished: bool
    closed: bool
    doubtful: bool
    seats: list[SeatedPerson]
    waits: list[SeatedPerson]

    @property
    def persons(self) -> list[SeatedPerson]:
        """Everybody at the table."""
        return [*self.seats, *self.waits]


@dataclass(frozen=True, slots=True)
class EmptySeatRow:
    """A seat of a table that has not begun, whose player has left the evening."""

    table: int
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class NightRoundRow:
    """A round with its tables and who waits; `missing` counts the tables without a result."""

    round: Round
    tables: list[NightTableRow]
    empty: list[EmptySeatRow]
    waiting: list[SeatedPerson]
    finished: int
    missing: int
    over: bool
    begun: bool
    unopened: bool


@dataclass(frozen=True, slots=True)
class NightPlace:
    """Where somebody is in the last round; `number` is None for whoever waits, `seat` for who waits there.

    `session` is the table's where they play at it, `place` counts the seats from 1.
    """

    round: int
    number: int | None = None
    others: str = ""
    session: Session | None = None
    seat: int | None = None
    wind: str = ""
    place: int = 0
    finished: bool = False


def roster_rows(
    evening: Evening, ticked: Collection[int] | None = None, wants: Mapping[int, str] | None = None
) -> list[RosterRow]:
    """Everybody of the roster, by name: whether they are ticked, else here, and which game they would rather
    play."""
    here = people_here(evening)
    coming = replies_to_evening(evening)
    answers = {pk: str(reply.answer) for pk, reply in coming.of.items()}
    answers |= {reply.player.person.pk: "waits" for reply in coming.waiting}
    today = timezone.localdate()
    overdue = {person: day for person, day in paid_until_by_player(evening.club).items() if day < today}
    rows = [
        RosterRow(
            player=player,
            name=player.shown_name,
            here=player.pk in here,
            said=answers.get(player.pk, ""),
            ticked=player.pk in (here if ticked is None else ticked),
            saved_game=here[player.pk].wants if player.pk in here else "",
            chosen_game=(wants or {}).get(player.pk, here[player.pk].wants if player.pk in here else ""),
            overdue_paid_until=overdue.get(player.pk),
        )
        for player in Player.objects.on_roster().without_merged().filter(club=evening.club_id)
    ]
    return sorted(rows, key=lambda row: alphabetical_key(row.name))


def players_of_last_evening(evening: Evening) -> list[int]:
    """Who came to the club's latest evening before that has a list of them, else who played at it."""
    before = Evening.objects.filter(club=evening.club_id, date__lte=evening.date).exclude(pk=evening.pk)
    members = Player.objects.on_roster().without_merged().filter(club=evening.club_id)
    for earlier in before[:10]:
        came = members.filter(presences__evening=earlier) | members.filter(seats__session__evening=earlier)
        if player_ids := list(came.distinct().values_list("pk", flat=True)):
            return player_ids
    return []


def game_choices(night: Night) -> list[GameChoice]:
    """The games there are, and which of them are played tonight."""
    tonight = [variant.key for variant, _preset, _own in games_of(night)]
    return [
        GameChoice(
            key=game.key,
            name=said(game.variant.name),
            main=game.key == tonight[0],
            also=game.key in tonight[1:],
            seats=game.variant.seats,
        )
        for game in games()
    ]


def game_choices_tonight(night: Night) -> list[dict[str, str]]:
    """The games of the night, for a choice; [] for one alone."""
    game_rows = [
        {"key": variant.key, "name": said(variant.name)} for variant, _preset, _own in games_of(night)
    ]
    return game_rows if len(game_rows) > 1 else []


def tables_in_words(night: Night, people: int) -> str:
    """How so many would be seated, in words: "4 tables, 1 waits"."""
    kinds = [NightGame(variant.key, variant.seats) for variant, _preset, _own in games_of(night)]
    drawn = seat_round(range(people), kinds, seed=0)
    if not drawn.tables:
        missing = min(kind.seats for kind in kinds) - people
        return ngettext("%(count)s more makes a table.", "%(count)s more make a table.", missing) % {
            "count": missing
        }
    tables = ngettext("%(count)s table", "%(count)s tables", len(drawn.tables)) % {"count": len(drawn.tables)}
    if not drawn.out:
        return _("%(tables)s, nobody waits") % {"tables": tables}
    return f"{tables}, {waiting_in_words(len(drawn.out))}"


def night_round_row(evening: Evening, round_: Round, my_pk: int | None) -> NightRoundRow:
    """A round with its tables, who waits, and where the reader sits. `my_pk` is the reader's player."""
    byes = list(round_.byes.exclude(table=None).select_related("player__merged_into"))
    here = people_here(evening)
    several = len(games_of(night_or_unsaved(evening))) > 1
    tables = [
        _table_row(
            table,
            [bye for bye in byes if bye.table_id == table.pk],
            several,
            my_pk,
        )
        for table in round_.tables.select_related("session").prefetch_related("seats__player__merged_into")
    ]
    playing = players_still_playing(round_)
    waiting = [
        SeatedPerson(pk, presence.player.person.shown_name)
        for pk, presence in here.items()
        if pk not in playing
    ]
    empty = [
        EmptySeatRow(row.number, seat.player, seat.name)
        for row in tables
        if not row.begun
        for seat in row.seats
        if seat.player not in here
    ]
    has_begun = any(row.begun for row in tables)
    return NightRoundRow(
        round=round_,
        tables=tables,
        empty=empty,
        waiting=sorted(waiting, key=lambda row: alphabetical_key(row.name)),
        finished=sum(row.finished for row in tables),
        missing=sum(not row.finished for row in tables),
        over=bool(tables) and all(row.finished or row.closed for row in tables),
        begun=has_begun,
        unopened=any(row.session is None for row in tables),
    )


def _table_row(table: Table, byes: list[Bye], several: bool, my_pk: int | None) -> NightTableRow:
    def row(player: Player, sign: str) -> SeatedPerson:
        person = player.person
        return SeatedPerson(person.pk, person.shown_name, sign, person.pk == my_pk)

    session, signs = table.session, seat_signs(table.variant)
    return NightTableRow(
        number=table.number,
        game=said(find_game(table.variant).variant.name) if several else "",
        session=session,
        begun=table.stays_as_drawn,
        finished=table.has_result,
        doubtful=table.doubtful is not None,
        closed=session is not None and session.ended_at is not None and not session.has_result,
        seats=[row(player, signs[number]) for number, player in table.players.items()],
        waits=[row(bye.player, "") for bye in byes if bye.player is not None],
    )


def place_in_last_round(evening: Evening, player_id: int) -> NightPlace | None:
    """Where somebody is in the last round: "table 3, South, with …"; None before the first round.

    `session` is the table's where they play at it.
    """
    round_ = rounds_of(evening).last()
    if round_ is None:
        return None
    my_seat = seat_or_bye_by_player(round_).get(player_id)
    if my_seat is None or my_seat.table is None:
        return NightPlace(round_.number)
    table = my_seat.table
    others = table.seats.exclude(player=my_seat.player_id).select_related("player__merged_into")
    names = [seat.player.person.shown_name for seat in others if seat.player is not None]
    place_row = NightPlace(round_.number, table.number, and_list(names))
    if not isinstance(my_seat, Seat):
        return place_row
    winds = find_game(table.variant).seat_winds
    return replace(
        place_row,
        session=table.session,
        seat=my_seat.number,
        wind=winds[my_seat.number] if winds else "",
        place=my_seat.number + 1,
        finished=table.session is not None and table.session.ended_at is not None,
    )
