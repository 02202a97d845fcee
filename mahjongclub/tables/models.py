"""What is played: sessions with their seats, hands and revisions, and which device may do what there.

The outcome of each hand is the truth. `Hand.result`, `Session.state` and `Seat.score` are settled from the
outcomes by the engine and can be made anew at any time (`manage.py rebuild`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Self

from django.db import connection, models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.clubs.name_keys import GROWTH, Keyed, NameKey
from mahjongclub.clubs.naming import shown_name_expression, shown_name_of_row
from mahjongclub.rules.game import TableState
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.rules.words import Text

from .addresses import derived_spoken_code, hash_spoken_code, new_link_code

LONGEST_RULES_NAME = 80
#: how long a spoken code of a table is good for
SPOKEN_CODE_LIVES = timedelta(hours=12)


class HouseRules(Keyed):
    """Rules a club has named. A session freezes them as it opens: a change here reaches no earlier game."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules")
    variant = models.CharField(max_length=20)
    #: the key of the preset they were copied from
    preset = models.CharField(max_length=40)
    name = models.CharField(max_length=LONGEST_RULES_NAME)
    name_key = NameKey(max_length=GROWTH * LONGEST_RULES_NAME)
    #: every option with its value
    rules = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["variant", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "variant", "name_key"], name="one_house_rules_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="house_rules_have_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """How a form names these rules beside the presets."""
        return f"house-{self.pk}"

    def as_preset(self) -> Preset:
        """These rules where a preset is asked for, under the club's name for them."""
        rules = _rules_as_kept(self.variant, json.dumps(self.rules))
        return Preset(self.key, Text.plain(self.name), rules)


# Django looks for models here


MOST_SEATS = 7
#: a table opened longer ago has been forgotten
RUNS = timedelta(hours=24)


def result_filter(session: str = "") -> Q:
    """Sessions that have one: ended, and not closed before the first hand. `session` leads to them, as in a
    lookup ("sessions__").
    """
    some = (f"{session}state__hands__gt", f"{session}state__entries__gt")
    is_paper = Q(**{f"{session}on_paper__isnull": False})
    return Q(**{f"{session}ended_at__isnull": False}) & reduce(
        or_, (Q(**{field: 0}) for field in some), is_paper
    )


class SessionQuerySet(models.QuerySet["Session"]):
    def live(self) -> Self:
        """Sessions that have started and not ended."""
        return self.filter(started_at__isnull=False, ended_at__isnull=True)

    def counting(self) -> Self:
        """Sessions whose result counts by now: that have one, and under no embargo."""
        return self.filter(result_filter(), embargoed=False)

    def sat_at_by(self, players: Iterable[int] | QuerySet[Player, Any]) -> Self:
        """Sessions at which one of these players sits, or sat until somebody took their place."""
        player_list = players if isinstance(players, QuerySet) else list(players)
        sat = (model.objects.filter(player__in=player_list).values("session") for model in (Seat, Sitter))
        return self.filter(reduce(or_, (Q(pk__in=sessions) for sessions in sat)))

    def on_device(self, device_id: int | None) -> Self:
        """Sessions this browser has a place at, the newest first."""
        return self.filter(accesses__device_id=device_id).order_by("-created_at")


class Session(models.Model):
    """One sitting of one game. Its rules are frozen here: a preset changed later never changes it."""

    code = models.CharField(max_length=20, unique=True, default=new_link_code)
    variant = models.CharField(max_length=20)
    preset = models.CharField(max_length=40)
    rules = models.JSONField()
    #: how the seats were drawn: {"method": "order" | "shuffle" | "dice", "rolls": [...]}
    seat_draw = models.JSONField(default=dict)
    #: the throw that names the first dealer, where the variant has one (Ten)
    dice = models.JSONField(null=True, blank=True)
    opener = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="opened")
    previous = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="rematches")
    #: whose game it is, and at which of its evenings it is played
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="sessions")
    evening = models.ForeignKey(
        Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="sessions"
    )
    #: how a club came to a table opened without it, to be undone (see `attaching`); None where it was the
    #: club's from the start: {"seats": {player id: the one who sat there before}, "roster": [player ids new
    #: to the roster], "generation": the access generation at that time}
    given = models.JSONField(null=True, blank=True)
    #: the club's rules it was opened with; those it is played by are frozen above
    house_rules = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.SET_NULL, related_name="sessions"
    )
    #: how the players take turns to sit out, where one more than seats plays (`rules.rotation`)
    rotation = models.CharField(max_length=10, blank=True)
    #: where it began, as a record's `start`, where that is not the beginning
    begun = models.JSONField(null=True, blank=True)
    #: the final points as a paper has them, {"scores", "sticks", "bank"} and "off" where their sum was let
    #: stand: of a game without hands, or over what the hands come to
    on_paper = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed = models.BooleanField(default=False)
    #: minutes that this table plays longer than the common clock of its evening, which its phones show; None
    #: at a table that goes by no common clock and knows no referee: it is no tournament's
    extra_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    #: until when its phones may write, but for a club's table of no round that is still being played; None at
    #: a table of no club, and of games brought in
    phones_until = models.DateTimeField(null=True, blank=True)
    #: whether its result waits: for the end of its round, or until the organiser shows it
    embargoed = models.BooleanField(default=False)
    #: whether it was opened for a round of an event, a night or a match: rules and end are the organiser's
    of_round = models.BooleanField(default=False)
    #: since when its players wait for the referee
    called_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    access_generation = models.PositiveSmallIntegerField(default=1)
    state = models.JSONField()
    #: what is known of the hand being played before it ends, as its variant writes it; {"riichi": [seats]}
    #: are the sticks put out in it
    pending = models.JSONField(default=dict, blank=True)
    #: what the phones say is to be paid: of the last hand, and of corrections since (see `payments`)
    to_pay = models.JSONField(default=dict, blank=True)
    #: whether every seat agrees to a hand before the next is recorded (see `agreeing`)
    agreeing = models.BooleanField(default=False)
    #: phones that ask for a seat another phone has: the id of their access, as text, to the seat (`claiming`)
    seat_requests = models.JSONField(default=dict, blank=True)

    objects = SessionQuerySet.as_manager()

    #: who a session is and where it belongs: no change of the table itself writes any of it
    SETTLED_ON_OPENING = frozenset(
        (
            "id",
            "code",
            "variant",
            "preset",
            "seat_draw",
            "opener",
            "previous",
            "rotation",
            "given",
            "created_at",
            "access_generation",
            "seat_requests",
            "phones_until",
            "embargoed",
            "of_round",
        )
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(started_at__isnull=False),
                name="a_session_ends_after_it_started",
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.code}"

    def save_play(self) -> None:
        """Store what a change of the table may have changed."""
        fields = (field.name for field in self._meta.concrete_fields)
        self.save(update_fields=[name for name in fields if name not in self.SETTLED_ON_OPENING])

    @property
    def game(self) -> Variant:
        """The variant played here with its number of seats, for one more where somebody always sits out."""
        return find_variant(self.variant).with_seats(self.rules.get("seats")).with_rotation(self.rotation)

    @property
    def opened_rules(self) -> GameRules:
        """The rules as they were when the session was opened."""
        return _rules_as_kept(self.variant, json.dumps(self.rules))

    @property
    def current_rules(self) -> GameRules:
        """The rules of the hand to come: those of the opening, with what was changed since."""
        changed = self.state.get("options")
        return self.opened_rules.with_options(changed) if changed else self.opened_rules

    @property
    def table(self) -> TableState:
        """The table after the last hand."""
        return TableState.from_json(self.state)

    @property
    def riichi_out(self) -> list[int]:
        """The seats whose riichi stick lies on the table in the hand being played."""
        return list(self.pending.get("riichi", ()))

    @property
    def seat_names(self) -> list[str]:
        """The names of who sits at each seat, as they are shown. One query."""
        return names_by_seat(self)

    @property
    def seating(self) -> list[int]:
        """The number of who sits at each seat, then of who sits out, where somebody does."""
        return self.state.get("order") or [*range(self.game.seats)]

    def seat_of(self, player: int | None) -> int | None:
        """The seat at which a player, by number, sits now; None for who sits out, or nobody."""
        return player if player is None or not self.rotation else _index(self.seating[:-1], player)

    @property
    def club_may_score(self) -> bool:
        """Whether a role in the club lets somebody keep the score here.

        Not at a table given to the club whose opener has taken scoring back since.
        """
        return self.given is None or self.given["generation"] == self.access_generation

    def phones_may_write(self, at: datetime | None = None) -> bool:
        """Whether phones that keep the score may write here, `at` that moment (None: now).

        Until the round or evening is over; a club's own table that is still being played goes on beyond it.
        """
        if self.phones_until is None:
            return True
        at = at or timezone.now()
        if at < self.phones_until:
            return True
        plays = self.ended_at is None and not self.of_round
        return plays and at - (self.started_at or self.created_at) < RUNS

    @property
    def row_count(self) -> int:
        """How many rows the record has: hands, and entries that are no hands."""
        return int(self.state["hands"] + self.state.get("entries", 0))

    @property
    def has_result(self) -> bool:
        """Whether it has ended, and was not closed before its first hand; as `result_filter`."""
        return self.ended_at is not None and bool(self.row_count or self.on_paper)

    @property
    def is_paper_only(self) -> bool:
        """Whether its final points are all that is known of it."""
        return bool(self.on_paper) and not (self.state and self.row_count)

    @property
    def next_row_number(self) -> int:
        """The number of the hand to come among them, 1-based."""
        return self.row_count + 1


@lru_cache(maxsize=256)
def _rules_as_kept(variant: str, options: str) -> GameRules:
    """The rules that a row keeps (JSON): each answer of a table wants the same ones, several times over."""
    rules: GameRules = find_variant(variant).rules_type()
    return rules.with_options(json.loads(options))


def _index(numbers: list[int], number: int) -> int | None:
    return numbers.index(number) if number in numbers else None


class Seat(models.Model):
    """A place at a session, in the order of play, seat 0 being the first dealer; `player` sits there now.

    Where one more than seats plays, it is the place of a player among all of them, wherever they sit now.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    #: cached from the last hand; a classical hand without a limit can outgrow 32 bits
    score = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_player_per_seat"),
            models.CheckConstraint(condition=Q(number__lt=MOST_SEATS), name="seat_is_at_the_table"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player_id}"


class Sitter(models.Model):
    """Somebody who has sat at a session at which one took another's place; none where nobody did.

    The first ones have the number of the seat they began at, whoever sat down later the next ones. An outcome
    of the type "seat" names its player by that number, so that names change, merge and go without it.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sitters")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sittings")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="one_sitter_per_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.player_id}"


class Hand(models.Model):
    """One deal: `outcome` as a game record writes it (the truth), `result` as the engine settled it."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    outcome = models.JSONField()
    result = models.JSONField()
    entered_by = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField(default=timezone.now)
    #: set when the hand was corrected or inserted after it had been played
    changed_at = models.DateTimeField(null=True, blank=True)
    #: whether the next hand waits until all have agreed to this one
    awaits = models.BooleanField(default=False)
    #: a seat, as text, to {"by": device, "at": moment, "behalf": true, "wrong": true} (the last two only
    #: where they are so), and "without" to {"by", "at", "seats"} once the table has gone on without some
    said = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="one_hand_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.session_id}"

    def seats_that_sat(self) -> list[int]:
        """Return the seats that say whether the hand is right, in order: not that of who sat out."""
        seats = self.session.game.seats
        return sorted((self.result.get("sitting") or range(seats))[:seats])

    def seats_yet_to_agree(self) -> list[int]:
        """Return the seats that have not said yes to the hand, in order."""
        agreed = [seat for seat, word in self.said.items() if not word.get("wrong")]
        return [seat for seat in self.seats_that_sat() if str(seat) not in agreed]

    def seats_disagreeing(self) -> list[int]:
        """Return the seats that say the hand is wrong."""
        return [int(seat) for seat, word in sorted(self.said.items()) if word.get("wrong")]


class Revision(models.Model):
    """One accepted submission: who changed what, when, from what to what. `key` makes a repeat harmless."""

    class Action(models.TextChoices):
        RECORD = "record", _("hand recorded")
        CORRECT = "correct", _("hand corrected")
        INSERT = "insert", _("hand inserted")
        DELETE = "delete", _("hand deleted")
        UNDO = "undo", _("last hand undone")
        SWAP = "swap", _("seats swapped")
        MOVE = "move", _("seats swapped, with hands and scores")
        DURING = "during", _("during the hand")
        CLOSE = "close", _("session closed")
        CONTINUE = "continue", _("session continued")
        DICE = "dice", _("dice thrown for the first dealer")
        BEGUN = "begun", _("begun elsewhere")
        CLOCK = "clock", _("clock set")
        CLOCK_START = "start", _("clock started")
        PAUSE = "pause", _("clock paused")
        RESUME = "resume", _("clock going again")
        AGREEING = "agreeing", _("agreement of all seats")
        AGREE = "agree", _("agreed")
        WITHOUT = "without", _("gone on without agreement")
        RESULT = "result", _("result corrected")
        REFEREE = "referee", _("referee")
        SEAT = "seat", _("the seat of another phone")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="revisions")
    key = models.UUIDField()
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=10, choices=Action)
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    made_by = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["session", "key"], name="one_change_per_key"),
            models.UniqueConstraint(fields=["session", "version"], name="one_change_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.action} at version {self.version}"


class LateHand(models.Model):
    """A hand entered in time that came once its table was over: it waits for an organiser, or is left out."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="late_hands")
    #: of the phone's submission
    key = models.UUIDField()
    number = models.PositiveIntegerField()
    #: as a record writes it
    outcome = models.JSONField()
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()
    arrived_at = models.DateTimeField(auto_now_add=True)
    left_out_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["session", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["session", "key"], name="one_late_hand_per_key")]

    def __str__(self) -> str:
        return f"late hand {self.number} of {self.session_id}"


class Access(models.Model):
    """What a device may do at a session, and the seat its owner said they sit on."""

    class Role(models.TextChoices):
        SCORER = "scorer", _("keeps the score")
        VIEWER = "viewer", _("watches")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="accesses")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="accesses")
    role = models.CharField(max_length=10, choices=Role)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    #: the board asks which seat is theirs until they say so, or wave it away
    asks_seat = models.BooleanField(default=False)
    #: keeps the score by a role in the table's club, as long as the table is that club's
    by_club = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "device"], name="one_access_per_device"),
            models.CheckConstraint(
                condition=Q(seat__isnull=True) | Q(seat__lt=MOST_SEATS), name="access_seat_is_at_the_table"
            ),
            models.CheckConstraint(
                condition=Q(seat__isnull=True) | ~Q(role="viewer"), name="a_viewer_has_no_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.session_id}"

    @property
    def seat_now(self) -> int | None:
        """The seat at which its owner sits now, None where they sit out or have not said who they are."""
        return self.session.seat_of(self.seat)

    #: whether an organiser of the table's club is at this device (`access.visit_table` finds out)
    directs = False

    @property
    def has_scorer_role(self) -> bool:
        """Whether this device was let in to keep the score, whatever the hour."""
        return self.role == self.Role.SCORER

    @property
    def late_hands(self) -> QuerySet[LateHand]:
        """The hands of this device that came too late and wait for an organiser."""
        return LateHand.objects.filter(session=self.session, device=self.device_id, left_out_at=None)

    @property
    def may_score(self) -> bool:
        """Whether this device may enter and correct hands now."""
        return self.has_scorer_role and (self.directs or self.session.phones_may_write())


class JoinCode(models.Model):
    """A short code to say across the table; it opens one session in one role until it expires.

    The code itself is derived, never stored: see `codes`.
    """

    code_hash = models.CharField(max_length=64, unique=True)
    #: how many codes this role had before; the next one is another
    number = models.PositiveIntegerField(default=0)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="join_codes")
    role = models.CharField(max_length=10, choices=Access.Role)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "role"], name="one_join_code_per_role")]

    def __str__(self) -> str:
        return f"{self.role} code of {self.session_id}"

    @property
    def code(self) -> str:
        """What is said. Another one once the opener has taken back what the links gave."""
        session = self.session
        message = f"{session.code}:{self.role}:{session.access_generation}:{self.number}"
        return derived_spoken_code(message)

    @staticmethod
    def create_for(sessions: Sequence[Session], role: str, expires_at: datetime) -> None:
        """Give each of these sessions, which have none, a code of the role: two statements for all."""
        codes = [JoinCode(session=session, role=role, expires_at=expires_at) for session in sessions]
        while True:
            for code in codes:
                code.number += 1
                code.code_hash = hash_spoken_code(code.code)
            hashes = {code.code_hash for code in codes}
            if len(hashes) == len(codes) and not JoinCode.objects.filter(code_hash__in=hashes).exists():
                break
        JoinCode.objects.bulk_create(codes)

    def change_code(self, expires_at: datetime) -> None:
        """Another code, good until then, that no other table has."""
        self.expires_at = expires_at
        while True:
            self.number += 1
            self.code_hash = hash_spoken_code(self.code)
            if not JoinCode.objects.filter(code_hash=self.code_hash).exists():
                break
        self.save()


# Plain SQL, for it runs with every look at a table: the ORM takes ten times longer to write it than it runs.
NAMES_BY_SEAT = f"""
    SELECT player.id, player.name, player.name_hidden
    FROM {Seat._meta.db_table} seat JOIN {Player._meta.db_table} player ON player.id = seat.player_id
    WHERE seat.session_id = %s ORDER BY seat.number
"""


def names_by_seat(session: Session) -> list[str]:
    """The names of who sits at each seat, as they are shown. One query."""
    names = names_by_player(session)
    return [names[number] for number in session.seating[: session.game.seats]] if session.rotation else names


def names_by_player(session: Session) -> list[str]:
    """The players' names by their numbers, who sits out among them, as they are shown. One query."""
    with connection.cursor() as cursor:
        cursor.execute(NAMES_BY_SEAT, [session.pk])
        return [shown_name_of_row(*row) for row in cursor.fetchall()]


def unnamed_seats(session: Session) -> dict[int, str]:
    """The seats at which nobody has been named yet, each with what stands for a name. One query."""
    seats = session.seats.filter(player__in=Player.objects.unnamed())
    return dict(seats.values_list("number", "player__name"))


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat, its player as named to others, and the player's score in points."""

    number: int
    name: str
    score: int


def seat_rows(session: Session) -> list[NamedSeat]:
    """Every seat, in seat order. One query."""
    rows = session.seats.order_by("number").values("number", "score", name=shown_name_expression("player__"))
    return [NamedSeat(**row) for row in rows]


LONGEST_REASON = 200
#: minutes that a table of a tournament may play longer than the others
MOST_EXTRA = 120


class Countdown(models.Model):
    """Everything shown of a clock follows from these few moments, so that a reload, a locked phone or a
    server started again loses nothing."""

    minutes = models.PositiveSmallIntegerField()
    #: when alarms sound, in minutes of the clock, ascending, all before the end
    alarms = models.JSONField(default=list, blank=True)
    #: whether nobody may see the time from the first alarm on
    hides = models.BooleanField(default=True)
    started_at = models.DateTimeField(null=True, blank=True)
    #: when the time is up; a pause moves it by its own length as it ends
    deadline = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        abstract = True


class Clock(Countdown):
    """A session's clock, at most one."""

    class AtEnd(models.TextChoices):
        FINISH = "finish", _("finish what is in play")
        ONE_MORE = "one_more", _("finish what is in play, then play one more")

    session = models.OneToOneField("tables.Session", on_delete=models.CASCADE, related_name="clock")
    at_end = models.CharField(max_length=10, choices=AtEnd, default=AtEnd.FINISH)
    #: the number of the hand that ends the session, fixed by the first change after the deadline
    last_hand = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(started_at__isnull=True, deadline__isnull=True)
                | Q(started_at__isnull=False, deadline__isnull=False),
                name="a_started_clock_has_a_deadline",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True) | Q(started_at__isnull=False),
                name="only_a_started_clock_is_paused",
            ),
        ]

    def __str__(self) -> str:
        return f"clock of {self.session_id}"


class EveningClock(Countdown):
    """The common clock of a club's evening. It stands alone: it rings on the wall and on the evening's page,
    and closes no table."""

    evening = models.OneToOneField("clubs.Evening", on_delete=models.CASCADE, related_name="clock")

    def __str__(self) -> str:
        return f"clock of evening {self.evening_id}"
