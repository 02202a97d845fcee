"""Junk to every address there is, as owner, member, stranger and guest: an answer, never a server error."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.founding import found_club
from mahjongclub.clubs.inviting import invite
from mahjongclub.clubs.models import Account, Club, Device, PlayerMerge
from mahjongclub.demo.filling import fill
from mahjongclub.leagues.models import Adjustment, Place, Season, Team, Tournament, TournamentPenalty
from mahjongclub.leagues.tournament_changes import draw_rounds, penalise, publish_rounds
from mahjongclub.leagues.tournament_opening import open_round
from mahjongclub.tables.models import HouseRules, Session

from .page_forms import post_forms

PEOPLE = ("owner", "member", "stranger", "guest")
JUNK = ("", "\x00", "9" * 400, "-1", "٣", "x" * 300, "0001-01-01", "1e999", '{"type": []}', "2026-02-30", "0")
HOST = {"host": "localhost"}  # passkeys want a name, no number
#: after these the browser would be somebody else's
LEFT_OUT = ("account/logout/", "me/remove/")
QUERIES: tuple[dict[str, str], ...] = ({}, {"page": "\x00", "sort": "9" * 99, "draft": "{", "since": "٣"})
#: shown for every game; elsewhere the games take turns
EVERY_GAME = ("t/<code:code>/", "t/<code:code>/type/", "t/<code:code>/during/")
#: a part of an address that names a thing, with the word before it
STEP = re.compile(r"(?:([\w-]+)/)?<(?:\w+:)?(\w+)>")


def site_map(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Every address as it stands in the site map; the admin's have tests of their own."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and not address.startswith("admin"):
            yield from site_map(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern):
            yield address


class Everything:
    """A made-up club in which every kind of thing exists, and the browsers of four people."""

    def __init__(self) -> None:
        self.club = fill(40, 1, datetime(2026, 11, 21, 20, 0, tzinfo=UTC), lambda *_said: None).club
        self.owner = self.member("owner")
        self.tournament = Tournament.objects.get(club=self.club)
        draw_rounds(self.tournament)
        publish_rounds(self.tournament)
        open_round(self.tournament, self.tournament.rounds.get(number=1), Device.objects.latest("pk"))
        penalise(Place.objects.filter(tournament=self.tournament)[0], 100, "late", None, self.owner)
        self.invitation, self.token = invite(self.club, self.owner, Role.MEMBER, 3, 3)
        self.values = self.things()
        self.turn = 0

    def member(self, role: str) -> Account:
        return Account.objects.get(memberships__club=self.club, memberships__role=role)

    def phone(self, who: str) -> Client:
        """The browser of one of PEOPLE; the stranger owns another club."""
        client = Client()
        if who == "stranger":
            stranger = Account.objects.create_user("stranger")
            found_club(stranger, "Another club", Club.Visibility.PRIVATE)
            client.force_login(stranger)
        elif who != "guest":
            client.force_login(self.member(who))
        return client

    def things(self) -> dict[str, list[Any]]:
        """What may stand in an address: by the word before it, else by its own name."""
        sessions = Session.objects.filter(club=self.club)
        tables = sessions.filter(drawn_table=None)
        running = list(tables.filter(ended_at=None).values_list("code", flat=True))
        ended = tables.exclude(ended_at=None).filter(on_paper=None).order_by("variant", "pk")[:1]
        paper = sessions.exclude(on_paper=None).values_list("code", flat=True)[:1]
        season = Season.objects.filter(league__club=self.club, adjustments__isnull=False)[0]
        player = self.club.players.filter(account=None, merged_into=None).order_by("pk")[0]
        return {
            "slug": [self.club.slug],
            "code": [*running, *(one.code for one in ended), *paper],
            "members": [self.member("scorer").pk],
            "invitations": [self.invitation.pk],
            "evenings": [self.club.evenings.latest("pk").pk],
            "other_id": [player.pk + 1],
            "": [self.club.evenings.latest("pk").pk],
            "rules": [HouseRules.objects.filter(club=self.club)[0].pk],
            "seasons": [season.pk],
            "adjustments": [Adjustment.objects.filter(season=season)[0].pk],
            "teams": [Team.objects.get_or_create(season=season, name="West")[0].pk],
            "players": [player.pk],
            "merges": [PlayerMerge.objects.latest("pk").pk],
            "tournaments": [self.tournament.pk],
            "rounds": [1, 2],
            "tables": [1],
            "places": [1],
            "penalties": [TournamentPenalty.objects.latest("pk").pk],
            "hand": [1],
            "passkeys": [1],
            "variant": ["riichi", "ten"],
            "role": ["viewer"],
            "token": [self.token],
        }

    def addresses(self, pattern: str) -> list[str]:
        """The address with each of the things it may be about, and one that is about nothing."""
        steps = STEP.findall(pattern)
        choices = [self.values[name if name in self.values else word] for word, name in steps]
        most = max(map(len, choices), default=1) if "/hand/" in pattern or pattern in EVERY_GAME else 1
        self.turn += 1
        whole = [
            fill_in(pattern, [values[(self.turn + number) % len(values)] for values in choices])
            for number in range(most)
        ]
        nothing = [999_999_999 if isinstance(values[0], int) else "nobody" for values in choices]
        return [*whole, fill_in(pattern, nothing)] if steps else whole


def fill_in(pattern: str, values: Any) -> str:
    found = iter(values)
    return "/" + re.sub(r"<[^>]+>", lambda _match: str(next(found)), pattern)


def junk_forms(page: HttpResponse, address: str, one_by_one: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """What to send after a page: (address, fields). Nothing; all of it junk; each field junk alone."""
    yield address, {}
    turn = itertools.cycle(JUNK)
    forms = post_forms(page.content.decode()) if "html" in page.get("Content-Type", "") else []
    for form in forms:
        where = form.action or address
        if where.lstrip("/") in LEFT_OUT:
            continue
        for one in JUNK[:5] if one_by_one else JUNK[:3]:
            yield where, dict.fromkeys(form.fields, one)
        for number, name in enumerate(form.fields if one_by_one else ()):
            yield where, {**form.fields, name: [next(turn)] * (number % 3)}  # none, one, or two of them
        yield where, {name: [*values, next(turn)] for name, values in form.fields.items()}


def sent(phone: Client, address: str, fields: dict[str, Any]) -> None:
    """Post, see that it did not fail, and take back whatever it did."""
    with transaction.atomic():
        cache.clear()
        try:
            answer = phone.post(address, fields, headers=HOST)
        except Exception as fault:
            raise AssertionError(f"{address} with {fields}") from fault
        assert answer.status_code < 500, (address, fields)
        transaction.set_rollback(True)


@pytest.mark.parametrize("who", PEOPLE)
def test_no_address_fails(db: None, who: str) -> None:
    everything = Everything()
    phone = everything.phone(who)
    for pattern in site_map(get_resolver().url_patterns):
        if pattern in LEFT_OUT:
            continue
        for address in everything.addresses(pattern):
            cookies = phone.cookies.copy()
            pages = [phone.get(address, query, headers=HOST) for query in QUERIES]
            assert max(page.status_code for page in pages) < 500, address
            for where, fields in junk_forms(pages[0], address, one_by_one=who == "owner"):
                sent(phone, where, fields)
                phone.cookies = cookies
