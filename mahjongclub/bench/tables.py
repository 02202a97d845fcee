"""Tables to measure at: opened straight in the database, played by made-up games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from mahjongclub.clubs.devices import COOKIE
from mahjongclub.clubs.models import Device
from mahjongclub.demo.playing import Game, Plan, play
from mahjongclub.live import live_token
from mahjongclub.rules.options import Rules
from mahjongclub.rules.variants import find_variant
from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import open_session, start_session

from .crowd import LiveTable

PLAYERS = ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou")
SEED = 1
#: hands of a long session
LONG = 200


@dataclass
class Table:
    """A started table: its code, and the hands that are recorded there one after another."""

    code: str
    hands: list[dict[str, Any]]
    played: int = 0


def new_device() -> tuple[Device, str]:
    """A phone, and the cookie it is known by."""
    device = Device.objects.create()
    answer = HttpResponse()
    answer.set_signed_cookie(COOKIE, str(device.pk), salt=COOKIE)
    return device, f"{COOKIE}={answer.cookies[COOKIE].value}"


def open_table(device: Device, rules: Rules | None = None, variant: str = "riichi") -> Session:
    """A table that has started, by the variant's first preset or these rules."""
    game = find_variant(variant)
    preset = game.presets[0]
    seated = PLAYERS[: game.seats]
    session = open_session(device, variant, preset.key, rules or preset.rules, seated, "order")
    start_session(session)
    return session


def live_tables(count: int) -> tuple[str, list[LiveTable]]:
    """Started tables of one device, with the addresses of their streams; the device's cookie."""
    device, cookie = new_device()
    codes = [open_table(device).code for _table in range(count)]
    return cookie, [LiveTable(code, f"/live/{code}?token={live_token(code, 'viewer')}") for code in codes]


def tables_to_play(device: Device, first: int = 0) -> Iterator[Table]:
    """Started riichi tables, each with a made-up game up to the hand before its last: none of them ends."""
    number = first
    while True:
        hands = game("riichi", number)[:-1]
        if hands:
            yield Table(open_table(device).code, hands)
        number += 1


def long_game() -> tuple[Rules, list[dict[str, Any]]]:
    """Two hundred hands of riichi in which the dealer stays, wins and draws; the rules that let them."""
    dealer_wins: list[dict[str, Any]] = [
        {"type": "win", "riichi": [], "wins": [{"winner": 0, "from": payer, "han": 1, "fu": 30}]}
        for payer in (1, 2, 3)
    ]
    draws = [{"type": "draw", "riichi": [], "tenpai": [0, other]} for other in (1, 2, 3)]
    outcomes = [hand for pair in zip(dealer_wins, draws, strict=True) for hand in pair]
    rules = find_variant("riichi").presets[0].rules.with_options({"bust": "off"})
    return rules, [outcomes[number % len(outcomes)] for number in range(LONG)]


def game(variant: str, number: int) -> list[dict[str, Any]]:
    """The outcomes of a made-up game, the same each time."""
    return [outcome for outcome, _result in made_up(variant, number).hands]


def made_up(variant: str, number: int) -> Game:
    """A made-up game by the variant's first preset, the same each time."""
    found = find_variant(variant)
    preset = found.presets[0]
    return play(Plan(SEED, number, variant, preset.key, preset.rules.to_json(), (1.0,) * found.seats))
