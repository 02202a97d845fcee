"""The figures of a game or a season: everybody side by side, counted by hand from four hands of two games."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import pseudonym

from .conftest import Hall, drawn, ron, tsumo
from .test_player_pages import facts
from .test_season_pages import at, cells, text


@pytest.fixture
def played(hall: Hall) -> Hall:
    """In March Benoît wins 5,200 (3 han 40 fu) from Chen with riichi, then the wall runs out; in April, with
    Benoît the first dealer, Aiko wins 5,200 from him, then Chen by himself."""
    hall.play([ron(1, 2, riichi=[1]), drawn(1, 3)], (0, 1, 2, 3), date(2026, 3, 5))
    hall.play([ron(1, 0), tsumo(2)], (1, 0, 2, 3), date(2026, 4, 9))
    return hall


def rows(page: str) -> dict[str, list[str]]:
    """The cells beside each name: games, place, won, dealt in, self-drawn, riichi, average and best hand."""
    return {row[0]: row[1:] for row in cells(page)}


def test_everybody_stands_side_by_side(played: Hall) -> None:
    found = rows(text(Client(), at("figures", played)))
    assert list(found)[:4] == ["Aiko", "Benoît", "Chen", "Dina"]
    assert found["Aiko"][0] == "2"
    assert found["Aiko"][2:] == ["25.0%", "0.0%", "0.0%", "0.0%", "5,200", "5,200"]
    assert found["Benoît"][2:] == ["25.0%", "25.0%", "0.0%", "25.0%", "5,200", "5,200"]
    assert found["Chen"][2:5] == ["25.0%", "25.0%", "100.0%"]
    assert found["Dina"][2:] == ["0.0%", "0.0%", "–", "0.0%", "–", "–"]


def test_all_together_counts_each_hand_once(played: Hall) -> None:
    told = facts(text(Client(), at("figures", played)))
    assert (told["Games"], told["Hands played"]) == ("2", "4")
    assert told["Hands won"] == "18.8%"  # three wins at four hands of four players: 3 / 16
    assert told["Self-drawn"] == "33.3%"
    assert told["Riichi that won"] == "100.0%"


def test_a_game_of_five_counts_as_one(hall: Hall) -> None:
    """Two hands, each of the four who sat: eight hands in all."""
    for day in (5, 6, 7, 8):
        hall.play([drawn(1, 3), drawn(0)], range(5), date(2026, 3, day), rotation="deal")
    told = facts(text(Client(), at("figures", hall)))
    assert (told["Games"], told["Hands played"]) == ("4", "8")


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("deal_in_rate", ["Aiko", "Dina", "Benoît", "Chen"]),  # the fewest first
        ("riichi_rate", ["Benoît", "Aiko", "Chen", "Dina"]),
        ("self_draw_rate", ["Chen", "Aiko", "Benoît", "Dina"]),  # who has won nothing comes last
        ("nonsense", ["Aiko", "Benoît", "Chen", "Dina"]),
    ],
)
def test_a_column_sorts(played: Hall, sort: str, names: list[str]) -> None:
    assert list(rows(text(Client(), f"{at('figures', played)}?sort={sort}")))[:4] == names


@pytest.mark.parametrize(
    ("days", "hands", "best"),
    [
        ("since=2026-04", "2", ["Aiko"]),
        ("until=2026-03-31", "2", ["Benoît"]),
        ("since=2026-04-02&until=2026-04-20", "2", ["Aiko"]),  # a part of a month
        ("since=2026-03-02", "4", ["Aiko", "Benoît"]),  # a part and a whole one
    ],
)
def test_filters_hold_for_everything(played: Hall, days: str, hands: str, best: list[str]) -> None:
    page = text(Client(), f"{at('figures', played)}?{days}")
    assert facts(page)["Hands played"] == hands
    for name in best:
        assert rows(page)[name][-1] == "5,200"
    assert [name for name in named_best(page) if name != "Chen"] == best


def named_best(page: str) -> list[str]:
    """Whose hands are among the best, the best first."""
    listed = page[page.index("The best hands") :].split("</ol>")[0]
    return re.findall(r"<bdi>(.*?)</bdi>", listed)


def test_a_best_hand_leads_to_its_game(played: Hall) -> None:
    page = text(Client(), at("figures", played))
    listed = page[page.index("The best hands") :].split("</ol>")[0]
    links = re.findall(r'href="([^"]+)".*?<bdi>(.*?)</bdi><small>(.*?)</small>', listed, re.S)
    days = {name: day for _link, name, day in links}
    assert days["Benoît"] == "5 March 2026"
    assert days["Aiko"] == "9 April 2026"
    assert all(Client().get(link).status_code == 200 for link, _name, _day in links)


def test_a_season_has_its_own(played: Hall) -> None:
    season = played.season(date(2026, 4, 1))
    page = text(Client(), at("season", played, season.pk))
    link = re.search(r'href="([^"]*figures/[^"]*)"', page)
    assert link
    shown = text(Client(), link[1].replace("&amp;", "&"))
    assert facts(shown)["Games"] == "1"
    assert named_best(shown)[0] == "Aiko"


def test_a_hidden_name_is_a_pseudonym_here_too(played: Hall) -> None:
    benoit = played.players[1]
    Player.objects.filter(pk=benoit.pk).update(name_hidden=True)
    page = text(Client(), at("figures", played))
    assert "Benoît" not in page
    assert pseudonym(benoit.pk) in rows(page)


def test_nothing_played_and_no_day_are_told(hall: Hall) -> None:
    assert "No game of the club has ended yet." in text(Client(), at("figures", hall))
    hall.play([ron(1, 2)], (0, 1, 2, 3), date(2026, 3, 5))
    assert Client().get(f"{at('figures', hall)}?since=soon").status_code == 422
    assert "No game in this choice." in text(Client(), f"{at('figures', hall)}?until=2020-01")
