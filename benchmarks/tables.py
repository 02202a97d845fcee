"""Tables to measure at: opened straight in the database, played by made-up games; very many by copying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from mahjongclub.clubs.devices import COOKIE, create_device_cookie
from mahjongclub.clubs.models import Device
from mahjongclub.demo.playing import GamePlan, PlayedGame, play_plan
from mahjongclub.figures.folding import expire_cached_answers
from mahjongclub.figures.models import Appearance, Book
from mahjongclub.games.registry import most_played_game
from mahjongclub.live import live_token
from mahjongclub.rules.options import GameRules
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.models import SeasonGame
from mahjongclub.tables.addresses import LINK_ALPHABET
from mahjongclub.tables.models import Hand, Seat, Session
from mahjongclub.tables.opening import open_session, start_session
from mahjongclub.tables.recording import Submission, record_hand

from .phones import LiveTable, hand_form

PLAYERS = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")
SEED = 1
#: hands of a long session
LONG = 200
#: copies differ from each other in their keys by this much: no table of the small club has so many rows
APART = 10**6
#: where the number of a session stands in `Appearance.order`, and where its millions end
NUMBER_AT, MILLIONS = 30, 4


def new_device() -> tuple[Device, str]:
    """A phone, and the cookie it is known by."""
    device = Device.objects.create()
    return device, f"{COOKIE}={create_device_cookie(device)}"


def open_table(device: Device, rules: GameRules | None = None, variant: str = "") -> Session:
    """A table of the usual game or of this variant that has started, by its first preset or these rules."""
    game = find_variant(variant or most_played_game().key)
    preset = game.presets[0]
    seated = PLAYERS[: game.seats]
    session = open_session(device, game.key, preset.key, rules or preset.rules, seated, "order")
    start_session(session)
    return session


def record_all(session: Session, device: Device, outcomes: Sequence[dict[str, Any]]) -> None:
    """Record the first hands of a table, straight in the database."""
    for number, outcome in enumerate(outcomes):
        record_hand(session.pk, Submission(uuid4(), number, device), outcome)


def live_tables(count: int) -> tuple[str, list[LiveTable]]:
    """Started tables of one device, with the addresses of their streams; the device's cookie."""
    device, cookie = new_device()
    codes = [open_table(device).code for _table in range(count)]
    return cookie, [LiveTable(code, f"/live/{code}?token={live_token(code, 'viewer')}") for code in codes]


def hands_to_record(device: Device, first: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """Address and form of one hand after the other, at started tables, each with a made-up game up to the
    hand before its last: none of them ends."""
    for number in count(first):
        if hands := game(number)[:-1]:
            code = open_table(device).code
            for played, outcome in enumerate(hands):
                yield f"/t/{code}/hand/{played + 1}/", hand_form(outcome, played)


def long_game() -> tuple[GameRules, list[dict[str, Any]]]:
    """Two hundred hands of the usual game in which the dealer stays, wins and draws; the rules for it."""
    game = most_played_game()
    assert game.samples.endless is not None
    options, hands = game.samples.endless(LONG)
    return game.variant.default_preset.rules.with_options(options), hands


def game(number: int) -> list[dict[str, Any]]:
    """The outcomes of a made-up game of the usual variant, the same each time."""
    return [outcome for outcome, _result in made_up(most_played_game().key, number).hands]


def made_up(variant: str, number: int) -> PlayedGame:
    """A made-up game by the variant's first preset, the same each time."""
    found = find_variant(variant)
    rules = found.presets[0].rules.to_json()
    return play_plan(GamePlan(SEED, number, variant, rules, (1.0,) * found.seats))


def copy_up_to(wanted: int) -> int:
    """Copy the club's ended sessions until there are so many hands; how many there are then.

    Every one is then there many times over with its seats, hands and appearances, row by row, under other
    keys and codes, on the same day: the same players, seasons and evenings, and so many more tables. A rating
    is one row a player all the same.
    """
    _run("PRAGMA journal_mode=OFF", "sqlite")  # a scratch database: what breaks off is thrown away
    with transaction.atomic():
        hands = Hand.objects.filter(session__ended_at__isnull=False).count()
        for number in range(1, 1 - (Hand.objects.count() - wanted) // hands):
            _copy_sessions(number)
        for book in Book.objects.all():
            expire_cached_answers(book)
    _run("ANALYZE", "postgresql")  # which the server does by itself a while after
    return Hand.objects.count()


def _copy_sessions(number: int) -> None:
    """Insert copy `number` (from 1) of every ended session with all that pages read of it."""
    shift = number * APART
    first, second = divmod(number, len(LINK_ALPHABET))
    # longer than a code that leads anywhere: no page of figures has a link to a table
    code = f"code || '{LINK_ALPHABET[first]}{LINK_ALPHABET[second]}'"
    order = connection.ops.quote_name("order")
    before, after = f"substr({order}, 1, {NUMBER_AT - 1})", f"substr({order}, {NUMBER_AT + MILLIONS})"
    moved = f"{before} || '{number:0{MILLIONS}}' || {after}"
    ended = f"SELECT id FROM {Session._meta.db_table} WHERE ended_at IS NOT NULL AND id < {APART}"
    of_session = {"id": f"id + {shift}", "session_id": f"session_id + {shift}"}
    _insert(Session, f"id IN ({ended})", {"id": f"id + {shift}", "code": code, "previous_id": "NULL"})
    for model in (Seat, Hand):
        _insert(model, f"session_id IN ({ended})", of_session)
    _insert(Appearance, f"session_id IN ({ended})", {**of_session, "order": moved})
    counted = f"SELECT id FROM {Appearance._meta.db_table} WHERE session_id IN ({ended})"
    of_appearance = {"id": f"id + {shift}", "appearance_id": f"appearance_id + {shift}"}
    _insert(SeasonGame, f"appearance_id IN ({counted})", of_appearance)


def _insert(model: Any, where: str, instead: dict[str, str]) -> None:
    """Copy the rows of a model, with other expressions instead of some columns."""
    quote = connection.ops.quote_name
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(instead.get(column, quote(column)) for column in columns)
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    _run(f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE {where} ORDER BY id")


def _run(statement: str, vendor: str = "") -> None:
    if vendor in ("", connection.vendor):
        with connection.cursor() as cursor:
            cursor.execute(statement)
