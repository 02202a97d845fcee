"""Text and picture to share in a chat: a season's table, a player's year."""

from __future__ import annotations

import re
import struct
from datetime import date
from html import unescape

from django.test import Client

from .conftest import Hall, ron, tsumo
from .test_season_pages import at, signed_in, text


def shared_lines(page: str) -> list[str]:
    """The lines of the text to be sent."""
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert found is not None
    return unescape(found[1]).splitlines()


def picture(client: Client, page: str) -> bytes:
    """The picture beside it."""
    address = re.search(r'class="picture" src="([^"]+)"', page)
    assert address is not None
    answer = client.get(unescape(address[1]))
    assert answer["Content-Type"] == "image/png"
    return bytes(answer.content)


def test_a_season_s_table_and_a_player_s_year_are_sent_as_text_and_picture(hall: Hall) -> None:
    hall.play([ron(1, 2)], (0, 1, 2, 3), date(2026, 3, 5))
    hall.play([tsumo(1)], (0, 1, 2, 4), date(2026, 4, 9))
    hall.play([ron(0, 1)], (0, 1, 2, 3), date(2025, 4, 9))
    season = hall.season()
    hall.players[3].name_hidden = True
    hall.players[3].save()
    client = signed_in(hall, "organiser")
    page = text(client, at("season", hall, season.pk))
    lines = shared_lines(page)
    assert lines[0].startswith("Four Winds · Spring · from 2026-01-01 · ")
    assert lines[1].startswith("1. Benoît: +"), "two games won"
    assert len(lines) == 6, "everybody who is placed"
    assert not any("Dina" in line for line in lines), "who hides the name is a pseudonym"
    assert struct.unpack(">II", picture(client, page)[16:24]) == (1080, 1080)
    page = text(client, f"{at('player', hall, hall.players[1].pk)}year/")
    lines = shared_lines(page)
    assert lines[0] == "Benoît · 2026 · Riichi · Four Winds"
    assert "Games: 2" in lines
    assert "Places: 2 · 0 · 0 · 0" in lines
    assert "Best hand: 5,200" in lines  # 3 han 40 fu, self-drawn too (RULES.md)
    assert "First places in a row: 2" in lines
    assert "Most often against: Aiko, 2 games, ahead in 2" in lines
    assert picture(client, page).startswith(b"\x89PNG")
    assert "Games: 1" in shared_lines(
        text(client, f"{at('player', hall, hall.players[1].pk)}year/?year=2025")
    )
    nobody = Client().get(f"{at('player', hall, hall.players[5].pk)}year/?year=99999&variant=x")
    assert "No game has ended with this player yet." in nobody.content.decode()


def test_a_result_is_shared_by_whoever_may_look_at_the_game(hall: Hall) -> None:
    session = hall.play([ron(1, 2)])
    page = text(Client(), f"/c/{hall.club.slug}/games/{session.code}/")
    assert "1. Benoît: 30,200 (+40.2)" in shared_lines(page)
    assert picture(Client(), page).startswith(b"\x89PNG")
    running = hall.begin()
    assert Client().get(f"/sheets/c/{hall.club.slug}/games/{running.code}/ranking.png").status_code == 404
