"""Lists as somebody looks names up in them, and as somebody who only hears them tells their rows apart."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Account, Membership, Player

from .conftest import Hall, ron


@pytest.fixture
def owner(hall: Hall) -> Client:
    account = Account.objects.create_user(username="Zoé")
    Membership.objects.create(club=hall.club, account=account, role="owner")
    client = Client()
    client.force_login(account)
    return client


def read(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def heard(markup: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", markup)).strip()


def in_order(page: str, *names: str) -> bool:
    places = [page.index(f">{name}<") for name in names]
    return places == sorted(places)


ACCENTED = ("Åsa", "Élodie", "İlker", "zoé")


@pytest.mark.parametrize("name", ["clubs:roster", "leagues:adjustments", "leagues:teams"])
def test_an_accent_or_a_small_letter_moves_no_name_to_the_end(hall: Hall, owner: Client, name: str) -> None:
    season = hall.season()
    for each in (*ACCENTED, "Fanny", "Xavier"):
        Player.objects.create(name=each, club=hall.club)
    arguments = [hall.club.slug] if name == "clubs:roster" else [hall.club.slug, season.pk]
    page = read(owner, name, *arguments)
    assert in_order(page, "Åsa", "Élodie", "Fanny", "İlker", "Xavier", "zoé")


def test_each_game_of_a_season_is_a_link_and_its_button_says_which_it_is(hall: Hall, owner: Client) -> None:
    season = hall.season()
    first, second = (hall.play([ron(1, 2)], seats=seats) for seats in ((0, 1, 2, 3), (2, 3, 4, 5)))
    page = read(owner, "leagues:games", hall.club.slug, season.pk)
    for session in (first, second):
        assert f'href="{reverse("tables:club_game", args=[hall.club.slug, session.code])}"' in page
    buttons = [heard(one) for one in re.findall(r'<button[^>]*name="counts"[^>]*>(.*?)</button>', page, re.S)]
    assert len(set(buttons)) == 2
    assert all(one.startswith("Leave it out: 5 March 2026, ") for one in buttons)
    assert {name for one in buttons for name in one.split(", ")[2:]} >= {
        player.name for player in hall.players[2:4]
    }


def test_a_game_that_only_counts_its_hands_says_that_the_number_is_one(hall: Hall, owner: Client) -> None:
    hall.begin(variant="classical", day=date(2026, 3, 5))
    hall.begin(day=date(2026, 3, 5))
    page = read(owner, "tables:club", hall.club.slug)
    assert [heard(chip) for chip in re.findall(r'<span class="chip good">(.*?)</span>', page, re.S)] == [
        "E1",
        "Hand 1",
    ]


def test_the_club_is_not_named_again_in_each_choice_of_its_own_page(hall: Hall, owner: Client) -> None:
    hall.play([ron(1, 2)], day=tonight())
    page = read(owner, "tables:new_result", hall.club.slug)
    choices = page.split('name="belongs"')[1].split("</select>")[0]
    assert f">{tonight():%-d %b %Y}<" in choices
    assert hall.club.name not in choices
