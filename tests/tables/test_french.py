"""What a person reads in French beside the translated texts: the winds' letters, spaces that hold."""

from __future__ import annotations

import html
import json

import pytest
from django.urls import reverse
from django.utils import translation

from mahjongclub.games.kit.wording import label_in_words
from mahjongclub.tables.models import Session

from .conftest import Phone, ron

NARROW = "\N{NARROW NO-BREAK SPACE}"


def read(phone: Phone, page: str, session: Session, language: str) -> str:
    address = reverse(f"tables:{page}", args=[session.code])
    return phone.get(address, headers={"accept-language": language}).content.decode()


@pytest.mark.parametrize(("language", "letter"), [("fr", "O"), ("fr-ca", "O"), ("en", "W")])
def test_west_is_o_for_ouest(phone: Phone, table: Session, language: str, letter: str) -> None:
    board = read(phone, "table", table, language).partition("<template data-step")[0]
    for wind in ("E", "S", letter, "N"):
        assert board.count(f"<b>{wind}</b><svg>") == 1


def test_a_hand_of_the_west_round_is_named_in_french() -> None:
    with translation.override("fr"):
        assert [label_in_words(label) for label in ("E1", "S2-1", "W3-2", "N4", "12")] == [
            "E1",
            "S2-1",
            "O3-2",
            "N4",
            "12",
        ]
    with translation.override("en"):
        assert label_in_words("W3-2") == "W3-2"


def test_the_record_keeps_its_letters(phone: Phone) -> None:
    # sixteen hands, four a wind: the ninth is the first of the West round
    session = phone.open_table("taiwanese")
    for dealer in (0, 1, 2, 3, 0, 1, 2, 3, 0):
        win = {"winner": (dealer + 1) % 4, "from": (dealer + 2) % 4, "tai": 1}
        phone.confirm(session, {"type": "win", "wins": [win]})
    assert [hand.result["label"] for hand in session.hands.order_by("number")][8] == "W1"
    assert ">O1" in read(phone, "log", session, "fr")
    assert ">W1" in read(phone, "log", session, "en")


def test_no_line_breaks_before_french_punctuation(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    # what the engine says, and what the app says
    assert f"Nombre de vents joués{NARROW}: " in read(phone, "rules", table, "fr")
    assert f"Quelle est ma place{NARROW}?" in read(phone, "sit", table, "fr")
    # in the page's words: in its first script, `?` is JavaScript
    assert " ?" not in read(phone, "more", table, "fr").partition("<body")[2]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Riichi, Pinfu (no points), Tanyao (all simples): 3 han"),
        ("fr", f"Riichi, Pinfu (main sans points), Tanyao (tout ordinaire){NARROW}: 3 han"),
    ],
)
def test_the_confirmation_and_the_log_name_the_yaku_read_from_tiles(
    phone: Phone, table: Session, language: str, words: str
) -> None:
    # a hand and its yaku counted in tests/games/riichi/engine/test_tiles.py (EMA 4.2)
    tiles = {"concealed": "234567m345p67888s", "winning": "6s", "melds": []}
    win = {"type": "win", "wins": [{"winner": 1, "from": 2, "tiles": tiles}], "riichi": [1]}
    asked = reverse("tables:entry", args=[table.code, 1])
    sheet = phone.get(asked, {"draft": json.dumps(win), "edit": "1"}, headers={"accept-language": language})
    assert words in html.unescape(sheet.content.decode())
    assert phone.confirm(table, win).status_code < 400
    assert words in read(phone, "log", table, language)
