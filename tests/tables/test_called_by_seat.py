"""Who has no name is called by where they sit, on a phone that knows its own seat."""

from __future__ import annotations

import html
import re

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session

from .conftest import Phone, ron


@pytest.fixture
def nameless(phone: Phone) -> Session:
    """A table at which only Marguerite, at seat 0, has a name."""
    return phone.open_table(names=("Marguerite", "", "", ""))


def notice(phone: Phone, table: Session, language: str = "en") -> str:
    """What the board says is to be paid, its title and its lines."""
    page = phone.get(reverse("tables:table", args=[table.code]), headers={"accept-language": language})
    part = re.search(r'<section class="notice.*?</section>', page.content.decode(), re.S)
    return html.unescape(re.sub(r"<[^>]+>", " ", part.group())) if part else ""


@pytest.mark.parametrize(
    ("taker", "said", "french"),
    [
        (1, "Player 2 (right)", "Joueur 2 (à droite)"),
        (2, "Player 3 (opposite)", "Joueur 3 (en face)"),
        (3, "Player 4 (left)", "Joueur 4 (à gauche)"),
    ],
)
def test_a_player_without_a_name_is_called_by_the_seat(
    phone: Phone, nameless: Session, taker: int, said: str, french: str
) -> None:
    phone.post(reverse("tables:sit", args=[nameless.code]), {"seat": "0"})
    phone.confirm(nameless, ron(taker, 0))
    assert said in notice(phone, nameless)
    assert french in notice(phone, nameless, "fr")


def test_a_phone_without_a_seat_says_no_side(phone: Phone, nameless: Session) -> None:
    phone.post(reverse("tables:sit", args=[nameless.code]), {"seat": "none"})
    phone.confirm(nameless, ron(1, 0))
    said = notice(phone, nameless)
    assert "Player 2" in said
    assert "of you" not in said


def test_a_player_with_a_name_is_called_by_it_alone(phone: Phone, nameless: Session) -> None:
    phone.post(reverse("tables:sit", args=[nameless.code]), {"seat": "1"})
    phone.confirm(nameless, ron(0, 1))
    said = notice(phone, nameless)
    assert "Marguerite" in said
    assert "of you" not in said
