"""The night as it is told: who played and won, the best hand, records that fell, how the standings moved."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.exchange.exporting import api_data
from mahjongclub.figures.models import Appearance
from mahjongclub.games.base import Game
from mahjongclub.games.registry import games
from mahjongclub.nights.story import story_of
from mahjongclub.outbox.messages import _results as results_in_words
from mahjongclub.sheets.filled.evening import evening_sheet
from mahjongclub.sheets.typesetting import print_sheet
from mahjongclub.tables import recording
from tests.games.played import dealt
from tests.sheets.reading import text_of

from .conftest import Hall, drawn, ron, tsumo
from .test_share_text import picture, shared_lines

BEFORE, NIGHT = date(2026, 3, 5), date(2026, 3, 12)


def night_of(hall: Hall, day: date = NIGHT) -> str:
    evening = hall.club.evenings.get(date=day)
    return reverse("nights:story", args=[hall.club.slug, evening.pk])


def read(hall: Hall, language: str = "en") -> str:
    answer = Client(headers={"Accept-Language": language}).get(night_of(hall))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Aiko won an evening before; at the night Benoît wins from behind, then again, from Emil who is new."""
    hall.season()
    hall.play([ron(0, 1)], (0, 1, 2, 3), BEFORE)  # 7,700 from the dealer's hand
    # 12,000 against Benoît, then he deals: 24,000 and 12,000 (RULES.md, riichi: haneman, baiman, mangan)
    hands = [ron(2, 1, han=6, fu=30), ron(1, 3, han=8, fu=30), ron(1, 2, han=5, fu=30)]
    hall.play(hands, (0, 1, 2, 3), NIGHT)
    hall.play([tsumo(1)], (0, 1, 2, 4), NIGHT)
    return hall


def test_a_night_is_told_in_sentences_with_what_fell_and_what_moved(played: Hall) -> None:
    page = read(played)
    lines = shared_lines(page)
    assert lines[0] == "Four Winds · 12 March 2026"
    assert "5 players played 2 games of Riichi." in lines
    assert "Benoît won 2 tables." in lines
    assert "The best hand of Riichi was Benoît’s: 24,000 points." in lines
    assert "At the club for the first time: Emil." in lines
    assert "Benoît came first 2 times in a row." in lines
    # 25,000 - 12,000 against 25,000 + 12,000
    assert "Benoît won after having been 24,000 points behind." in lines
    fell = "Best hand in Riichi: Benoît, 24,000. Until now: Aiko, 7,700, on "
    assert any(line.startswith(fell) for line in lines), "what stood before is told"
    assert any(
        line.startswith("First places in a row in Riichi: Benoît, 2. Until now: Aiko, 1") for line in lines
    )
    assert not any(line.startswith("Biggest comeback") for line in lines), "there was none to beat"
    lead = "Benoît takes the lead of Spring · from 2026-01-01 from Aiko, with "
    assert any(line.startswith(lead) for line in lines)
    assert "Benoît climbs from place 4 to place 1." in lines
    assert "E2" in page, "the hand itself"
    game = played.club.sessions.order_by("pk")[1]
    assert reverse("tables:club_game", args=[played.club.slug, game.code]) in page
    assert picture(Client(), page).startswith(b"\x89PNG")
    assert re.search(r'og:title" content="Four Winds · 12 March 2026"', page), "what a chat shows of its link"
    assert re.search(r'og:image" content="http://testserver/sheets/[^"]*night.png"', page)
    evening = played.club.evenings.get(date=NIGHT)
    printed = print_sheet(evening_sheet(evening, paper="a4", language="en"))
    assert "Benoît climbs from place 4 to place 1." in " ".join(text_of(printed.pdf).split())
    figures = Client().get(reverse("leagues:figures", args=[played.club.slug])).content.decode()
    assert re.search(r"Biggest comeback.*?Benoît.*?24,000", figures, re.S)
    best = "La meilleure main de Riichi est celle de Benoît\u202f: 24\xa0000 points."
    assert best in shared_lines(read(played, "fr"))


def test_hidden_names_stay_hidden_and_the_way_there_is_on_the_pages(played: Hall) -> None:
    Player.objects.filter(name="Benoît").update(name_hidden=True)
    assert "Benoît" not in read(played)
    address = night_of(played)
    evening = reverse("tables:evening", args=[played.club.slug, played.club.evenings.get(date=NIGHT).pk])
    for page in (evening, reverse("tables:club", args=[played.club.slug])):
        assert address in Client().get(page).content.decode(), page
    empty = Evening.objects.create(club=played.club, date=date(2026, 4, 1))
    page = Client().get(reverse("nights:story", args=[played.club.slug, empty.pk])).content.decode()
    assert "No game has been finished yet." in page


def test_a_correction_of_an_earlier_game_makes_streaks_follow(played: Hall) -> None:
    """Streaks are stored with the ratings, and follow a game that is told of later."""
    chen = played.players[2]
    played.play([ron(1, 2)], (2, 1, 0, 3), date(2026, 3, 8))
    rows = Appearance.objects.filter(player=played.players[1]).order_by("order")
    assert [row.firsts for row in rows] == [0, 1, 2, 3]
    assert not Appearance.objects.filter(player=chen, firsts__gt=0).exists()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_every_game_s_night_is_told_with_its_best_hand(hall: Hall, game: Game) -> None:
    hall.play(dealt(game, 3), range(game.variant.seats), NIGHT, variant=game.key)
    best = Appearance.objects.order_by("-best_hand").first()
    assert best is not None
    theirs = Appearance.objects.filter(best_hand=best.best_hand).values_list("player__name", flat=True)
    for language in ("en", "fr"):
        page = read(hall, language)
        assert hall.club.sessions.get().code in page
        points = {f"{best.best_hand:,}", f"{best.best_hand:,}".replace(",", "\xa0")}
        named = [line for line in shared_lines(page) if any(one in line for one in points)]
        assert not best.best_hand or any(name in line for line in named for name in theirs)


def test_the_page_costs_the_same_after_many_nights(hall: Hall) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            read(hall)
        return len(found)

    hall.play([ron(0, 1)], (0, 1, 2, 3), BEFORE)
    hall.play([ron(1, 0), drawn()], (0, 1, 2, 3), NIGHT)
    few = queries()
    for day in range(1, 8):
        hall.play([ron(day % 4, (day + 1) % 4)], (0, 1, 2, 3), date(2026, 2, day))
    assert queries() == few


def test_a_table_closed_without_a_hand_has_no_result(hall: Hall) -> None:
    session = hall.begin(day=NIGHT)
    recording.close_session(session.pk, recording.Submission(uuid4(), session.version, hall.device))
    session.refresh_from_db()
    assert session.ended_at is not None
    club = Client()
    listed = club.get(reverse("tables:club_games", args=[hall.club.slug])).content.decode()
    itself = club.get(reverse("tables:club_game", args=[hall.club.slug, session.code])).content.decode()
    for page in (read(hall), listed, itself):
        assert "25,000" not in page
    assert "closed without a hand" in listed
    assert "closed without a hand" in itself
    assert "Share the ranking" not in itself
    evening = session.evening
    assert evening is not None
    assert story_of(evening).sessions == []
    assert results_in_words(hall.club, [evening.pk]) is None
    assert [one.games for one in api_data.evenings_with_game_counts(hall.club)] == [0]
    hall.play([ron(1, 2)], day=NIGHT)
    assert len(story_of(evening).sessions) == 1
    assert [one.games for one in api_data.evenings_with_game_counts(hall.club)] == [1]
