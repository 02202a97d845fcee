"""How long the pages of an event take: one is made up, its pages are asked for, and nothing of it stays.

Measured through the whole stack in one process, as those of `page_times`.
"""

from __future__ import annotations

import gc
import secrets
from collections.abc import Sequence
from time import process_time

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.club_model import Club, Evening, Membership, Role
from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.rounds.models import Seat, Table
from mahjongclub.rules.registry import variants
from mahjongclub.rules.variant import Variant
from mahjongclub.tables.club_choice import ClubAndEvening
from mahjongclub.tables.paper import create_paper_game

from .page_times import host

#: what a page of the desk may take on a quiet machine
MOST = 300
REQUESTS = 5
#: pages of the event, by their names in the site map; those of a round are asked for its last one
PAGES = ("tournament", "seating", "places", "penalties", "federation", "finish", "event", "event as it was")
ROUND_PAGES = ("round", "desk", "sheet")


def measured(players: int, rounds: int) -> list[tuple[str, float, int]]:
    """(page, milliseconds, queries) of an event of so many players whose last round is at its last table.

    The time is that of the processor, so that other work on the machine counts little.
    """
    with transaction.atomic():
        tournament, account = made_up(players, rounds)
        gc.collect()
        gc.freeze()  # what was made up is no part of the pages
        found = times(tournament, account)
        transaction.set_rollback(True)
    return found


def times(tournament: Tournament, account: Account) -> list[tuple[str, float, int]]:
    """Each page as that organiser sees it, the quickest of some requests."""
    client = Client(headers={"Host": host(), "Accept-Encoding": "gzip"})
    client.force_login(account)
    here = [tournament.club.slug, tournament.pk]
    last = tournament.rounds.order_by("number").last()
    addresses = {name: reverse(f"tournaments:{name}", args=here) for name in PAGES[:-1]}
    if last is not None:
        own = [*here, last.number]
        addresses |= {name: reverse(f"tournaments:{name}", args=own) for name in ROUND_PAGES}
    tag = client.get(addresses["event"]).headers.get("ETag", "")
    asked: list[tuple[str, str, dict[str, str]]]
    asked = [(name, address, {}) for name, address in addresses.items()]
    asked.append((PAGES[-1], addresses["event"], {"If-None-Match": tag}))
    return [(name, *_time(client, address, headers)) for name, address, headers in asked]


def _time(client: Client, address: str, headers: dict[str, str]) -> tuple[float, int]:
    taken = []
    for _request in range(REQUESTS):
        with CaptureQueriesContext(connection) as queries:
            began = process_time()
            answer = client.get(address, headers=headers)
            taken.append(1000 * (process_time() - began))
        assert answer.status_code in (200, 304), (address, answer.status_code)
    return min(taken), len(queries)


def made_up(players: int, rounds: int) -> tuple[Tournament, Account]:
    """An event of the first game there is, all but one table with a result from paper."""
    name = f"event-{secrets.token_hex(6)}"
    account = Account.objects.create_user(name)
    club = Club.objects.create(name=name, slug=name, visibility=Club.Visibility.PUBLIC)
    Membership.objects.create(club=club, account=account, role=Role.OWNER)
    game = variants()[0]
    preset = game.default_preset
    tournament = Tournament.objects.create(
        club=club,
        name="An event",
        day=timezone.localdate(),
        country="FRA",
        variant=game.key,
        preset=preset.key,
        rules=preset.rules.to_json(),
        round_count=rounds,
        public=True,
        state=Tournament.State.RUNNING,
    )
    people = Player.objects.bulk_create(
        Player(name=f"Player {number}", name_key=f"player {number}", club=club, guest=True)
        for number in range(1, players + 1)
    )
    places = Place.objects.bulk_create(
        Place(tournament=tournament, number=number) for number in range(1, players + 1)
    )
    Stint.objects.bulk_create(
        Stint(place=place, from_round=1, player=player, country="FRA")
        for place, player in zip(places, people, strict=True)
    )
    for number in range(1, rounds + 1):
        _play(tournament, number, places, people)
    return tournament, account


def _play(tournament: Tournament, number: int, places: Sequence[Place], people: Sequence[Player]) -> None:
    game: Variant = tournament.game
    count = len(places) // game.seats
    evening = Evening.objects.create(club=tournament.club, date=tournament.day, name=f"Round {number}")
    now = timezone.now()
    one = tournament.create_round(number, evening=evening, published_at=now, opened_at=now)
    device = Device.objects.create()
    start = tournament.game.start(tournament.frozen_preset.rules, None).scores
    for table in range(count):
        drawn = [(seat * count + (table + seat * number) % count) % len(places) for seat in range(game.seats)]
        session = None
        if (number, table) != (tournament.round_count, count - 1):
            scores = list(start)
            scores[table % 4] += 100 * (table + number)
            scores[(table + 1) % 4] -= 100 * (table + number)
            session = create_paper_game(
                device,
                ClubAndEvening(tournament.club, evening),
                game,
                tournament.frozen_preset,
                None,
                [people[index].pk for index in drawn],
                {"scores": scores, "sticks": 0, "bank": None},
                tournament.day,
            )
        row = Table.objects.create(round=one, number=table + 1, variant=tournament.variant, session=session)
        Seat.objects.bulk_create(
            Seat(round=one, table=row, number=seat, place=places[index]) for seat, index in enumerate(drawn)
        )
