"""From a line of a table's log to that hand: for whom may see the log, as it was played."""

from __future__ import annotations

import html
from urllib.parse import parse_qsl, urlsplit

import pytest

from mahjongclub.games.base import Game
from mahjongclub.games.kit.wording import transfer_in_words
from mahjongclub.games.registry import games
from mahjongclub.tables.models import Session
from mahjongclub.worth.table_query import TableQueryForm
from tests.games.played import dealt, players
from tests.tables.conftest import Phone, other_phone, phone, ron, table

__all__ = ["other_phone", "phone", "table"]


def why(phone: Phone, session: Session, number: int) -> str:
    """The address at which a hand of the log is explained."""
    answer = phone.get(f"/t/{session.code}/why/{number}/")
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.key)
def test_why_shows_every_hand_of_the_log_as_it_was_paid(phone: Phone, game: Game) -> None:
    session = phone.open_table(game.key, names=players(game))
    for outcome in dealt(game, 4, "why"):
        phone.confirm(session, outcome)
    hands = list(session.hands.order_by("number"))
    assert hands
    log = phone.get(f"/t/{session.code}/log/").content.decode()
    for hand in hands:
        assert f'href="/t/{session.code}/why/{hand.number}/"' in log
        address = why(phone, session, hand.number)
        table_query = TableQueryForm(game, dict(parse_qsl(urlsplit(address).query))).table_query
        page = html.unescape(Phone().get(address).content.decode())  # whoever is sent the link
        for transfer in hand.result["transfers"]:
            assert transfer_in_words(transfer, table_query.seat_names) in page
        assert not any(name in page for name in players(game))


def test_why_goes_by_the_rules_of_the_table(phone: Phone) -> None:
    session = phone.open_table(preset="ema-2025")  # by these rules 30 fu 4 han are a mangan
    phone.confirm(session, ron(0, 1, han=4, fu=30))
    page = html.unescape(phone.get(why(phone, session, 1)).content.decode())
    assert "South → East 12,000 (hand)" in page


def test_who_may_not_see_the_log_is_not_told_why(phone: Phone, other_phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    assert other_phone.get(f"/t/{table.code}/log/").status_code == 404
    assert other_phone.get(f"/t/{table.code}/why/1/").status_code == 404
    other_phone.get(phone.viewers_link(table))
    assert other_phone.get(f"/t/{table.code}/why/1/").status_code == 302


@pytest.mark.parametrize("number", [0, 2, 999])
def test_a_hand_that_was_not_played_has_no_why(phone: Phone, table: Session, number: int) -> None:
    phone.confirm(table, ron(1, 2))
    assert phone.get(f"/t/{table.code}/why/{number}/").status_code == 404
