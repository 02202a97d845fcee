"""A player's page, the club's record and the ratings: figures, filters, definitions."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.figures.cached import clear_cached_answers
from mahjongclub.figures.definitions import DEFINITIONS
from mahjongclub.figures.models import Book

from .conftest import Hall, drawn, move, ron, tsumo
from .test_season_pages import READING, at, cells, signed_in, text


def facts(page: str) -> dict[str, str]:
    """Every term of the page's lists with what stands beside it."""
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.S)
    plain = [
        (re.sub(r"<span popover.*?</span>", "", term, flags=re.S), re.sub(r"<[^>]+>", "", value))
        for term, value in found
    ]
    return {re.sub(r"<[^>]+>", "", term).strip(): value.strip() for term, value in plain}


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Two games. Benoît: wins 3 han 40 fu from Chen (5,200) with riichi, then draws tenpai; then in seat 0
    deals into Aiko in seat 1."""
    hall.play([ron(1, 2, riichi=[1]), drawn(1, 3)], (0, 1, 2, 3), date(2026, 3, 5))
    hall.play([ron(1, 0), tsumo(2)], (1, 0, 2, 3), date(2026, 4, 9))
    return hall


def test_places_rates_and_values_of_a_player(played: Hall) -> None:
    page = text(Client(), at("player", played, played.players[1].pk))
    found = facts(page)
    assert found["Games"] == "2"
    assert found["Hands played"] == "4"
    assert found["Hands won"] == "25.0%"  # one of four
    assert found["Deal-ins"] == "25.0%"
    assert found["Riichi"] == "25.0%"
    assert found["Riichi that won"] == "100.0%"
    assert found["Tenpai at draws"] == "100.0%"  # the one wall that ran out
    assert found["Average hand"] == "5,200"  # 3 han 40 fu, not the dealer (RULES.md), without the stick
    assert found["Best hand"] == "5,200"


def test_filters_stand_in_the_address(played: Hall) -> None:
    where = at("player", played, played.players[1].pk)
    assert facts(text(Client(), f"{where}?since=2026-04"))["Deal-ins"] == "50.0%"
    assert facts(text(Client(), f"{where}?until=2026-03"))["Deal-ins"] == "0.0%"
    assert "No game in this choice." in text(Client(), f"{where}?since=2027-01")
    season = played.season(date(2026, 4, 1))
    assert facts(text(Client(), f"{where}?season={season.pk}"))["Games"] == "1"


@pytest.mark.parametrize(
    ("query", "games", "deal_ins"),
    [
        # the games are of 5 March (no deal-in of two hands) and 9 April (one of two)
        ("since=2026-03-05", "2", "25.0%"),
        ("since=2026-03-06", "1", "50.0%"),
        ("since=2026-03-05&until=2026-04-08", "1", "0.0%"),
        ("since=2026-03-05&until=2026-04-09", "2", "25.0%"),
        ("since=2026-04-09&until=2026-04-09", "1", "50.0%"),
        ("since=2026-02-10&until=2026-05-20", "2", "25.0%"),
        ("until=2026-03-04", None, None),
        ("since=2026-04-10", None, None),
        ("since=2026-04-09&until=2026-03-05", None, None),
    ],
)
def test_days_count_one_by_one(played: Hall, query: str, games: str | None, deal_ins: str | None) -> None:
    page = text(Client(), f"{at('player', played, played.players[1].pk)}?{query}")
    if games is None:
        assert "No game in this choice." in page
    else:
        assert facts(page)["Games"] == games
        assert facts(page)["Deal-ins"] == deal_ins


@pytest.fixture
def in_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda *_args: date(2026, 5, 20))


def test_what_people_want_most_is_one_tap_away(played: Hall, in_may: None) -> None:
    season = played.season(date(2026, 4, 1))
    where = at("player", played, played.players[1].pk)
    page = unescape(text(Client(), where))
    links = {
        title.strip(): href
        for href, title in re.findall(r'<a class="chip[^"]*"[^>]* href="([^"]+)"\s*>(.+?)</a>', page, re.S)
    }
    assert links["This season"] == f"?variant=riichi&season={season.pk}"
    assert links["This year"] == "?variant=riichi&since=2026-01-01&until=2026-12-31"
    assert links["30 days"] == "?variant=riichi&since=2026-04-21&until=2026-05-20"
    found = [facts(text(Client(), where + links[title])).get("Games") for title in links]
    # all games, this season, this year, last year, the last 30 days
    assert found == ["2", "1", "2", None, None]
    page = unescape(text(Client(), where + links["This year"]))
    assert 'aria-current="true" href="?variant=riichi&since=2026-01-01' in page


def test_against_each_opponent(played: Hall) -> None:
    page = text(Client(), at("player", played, played.players[1].pk))
    rows = page.split("Against each opponent")[-1]
    found = {row[0]: row[1:3] for row in cells(rows)}
    # first game: Benoît first, Chen last; second: Benoît paid 5,200 and is behind Aiko and Chen
    assert found["Chen"] == ["2", "50.0%"]
    assert found["Aiko"] == ["2", "50.0%"]


def test_every_figure_has_its_definition_on_the_page(played: Hall) -> None:
    page = text(Client(), at("player", played, played.players[1].pk))
    for key in ("win_rate", "deal_in_rate", "tenpai_rate", "hand_value", "strength", "streak", "ahead"):
        assert f'popovertarget="term-{key}"' in page
        assert page.count(f'id="term-{key}"') == 1
        assert str(DEFINITIONS[key][1]) in page


def test_a_player_without_games_is_told_so(hall: Hall) -> None:
    assert "No game has ended with this player yet." in text(Client(), at("player", hall, hall.players[5].pk))


def test_a_merged_name_leads_to_the_person(played: Hall) -> None:
    other = Player.objects.create(name="Ben", club=played.club, merged_into=played.players[1])
    answer = Client().get(at("player", played, other.pk))
    assert answer["Location"] == at("player", played, played.players[1].pk)


def test_a_hidden_name_is_nowhere_on_the_pages(played: Hall) -> None:
    season = played.season()
    played.players[1].name_hidden = True
    played.players[1].save()
    addresses = [at(name, played, season.pk) for name in READING]
    addresses += [at("explained", played, season.pk, played.players[1].pk), at("record", played)]
    addresses += [at("ratings", played, "riichi"), at("player", played, played.players[0].pk)]
    addresses += [at("player", played, played.players[1].pk)]
    client = signed_in(played, "organiser")
    for address in addresses:
        assert "Benoît" not in text(client, address), address


def test_variants_stand_side_by_side(played: Hall) -> None:
    played.play(
        [{"type": "win", "wins": [{"winner": 0, "from": 1, "tai": 4}]}], variant="taiwanese", rounds=1
    )
    page = text(Client(), at("record", played))
    assert "Riichi" in page
    assert "Taiwanese" in page
    found = {row[0]: row[1:] for row in cells(page)}
    assert (found["Aiko"][0], found["Aiko"][3]) == ("2", "1")


def test_games_of_another_club_are_not_counted(played: Hall) -> None:
    session = played.play([ron(1, 2)])
    move(session, None)
    assert facts(text(Client(), at("player", played, played.players[1].pk)))["Games"] == "2"


def test_ratings_in_both_ways_and_a_word_while_they_are_made_anew(played: Hall) -> None:
    page = text(Client(), at("ratings", played, "riichi"))
    assert "±" in page
    assert "being rated again" not in page
    assert "1,5" in text(Client(), at("ratings", played, "riichi") + "?by=r")
    Book.objects.update(stale_from="2026")
    assert "being rated again" in text(Client(), at("ratings", played, "riichi"))


@pytest.mark.parametrize(
    "query", ["?since=9999-12", "?until=9999-12", "?since=9999-12-15", "?season=٣", "?variant=%00"]
)
def test_junk_in_the_filters_is_no_fault(played: Hall, query: str) -> None:
    assert Client().get(at("player", played, played.players[1].pk) + query).status_code == 200


@pytest.mark.parametrize(
    "typed",
    ["0000-00", "2026-02-30", "5 May", "26-03-12", "2026-W09-1", "31/31/2026", "令和99年1月"],
)
@pytest.mark.parametrize("page", ["player", "record"])
def test_a_day_nobody_can_read_is_told_at_its_field(played: Hall, page: str, typed: str) -> None:
    where = at(page, played, *([played.players[1].pk] if page == "player" else []))
    answer = Client().get(where, {"since": typed, "until": "2026-04-30"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert f'value="{typed}" aria-invalid="true" aria-describedby="since_error"' in shown
    assert typed in shown.partition('id="since_error">')[2].partition("</div>")[0]
    assert 'value="2026-04-30"' in shown


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("fr", "1/3/2026"), ("fr", "1er mars 2026"), ("fr", "01.03.26"), ("en", "1 March 2026")),
        *(
            ("en", "Mar 1, 2026"),
            ("en", "令和8年3月1日"),
            ("en", "２０２６年３月１日"),
            ("en", "1. märz 2026"),
        ),
        *(("en", "٢٠٢٦-٠٣-٠١"), ("en", "20260301"), ("en", "2026-03")),
    ],
)
@pytest.mark.parametrize("page", ["player", "record", "figures"])
def test_a_day_of_the_filters_is_read_as_people_type_it(
    played: Hall, page: str, language: str, typed: str
) -> None:
    where = at(page, played, *([played.players[1].pk] if page == "player" else []))
    answer = Client(headers={"accept-language": language}).get(where, {"since": typed})
    assert answer.status_code == 200
    assert 'value="2026-03-01"' in answer.content.decode()


def test_what_is_not_there(played: Hall) -> None:
    for address in (
        at("player", played, 999_999_999_999),
        at("ratings", played, "bridge"),
        at("explained", played, played.season().pk, 999),
    ):
        assert Client().get(address).status_code == 404


def test_pages_ask_as_many_questions_after_many_games(played: Hall) -> None:
    season = played.season()
    addresses = [at("season", played, season.pk), at("player", played, played.players[1].pk)]
    counts = []
    for _more in range(2):
        clear_cached_answers()
        for _reader in ("the first", "another"):
            with CaptureQueriesContext(connection) as asked:
                for address in addresses:
                    Client().get(address)
            counts.append(len(asked))
        for day in range(1, 9):
            played.play([ron(1, 2)], day=date(2026, 5, day))
    assert counts[:2] == counts[2:]
    assert counts[1] < counts[0], "between two results nothing is added up again"


def test_a_private_club_shows_its_players_to_organisers_alone(played: Hall) -> None:
    played.club.visibility = "private"
    played.club.save()
    where = at("player", played, played.players[1].pk)
    assert signed_in(played, "member").get(where).status_code == 403
    assert signed_in(played, "organiser").get(where).status_code == 200
    assert Client().get(where)["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Tanyao (all simples)"), ("fr", "Tanyao (tout ordinaire)")]
)
def test_yaku_have_their_field_names(hall: Hall, language: str, name: str) -> None:
    tiles = {"concealed": "234567m345p67888s", "winning": "6s", "melds": []}
    hall.play([{"type": "win", "wins": [{"winner": 1, "from": 2, "tiles": tiles}], "riichi": [1]}])
    answer = Client().get(at("player", hall, hall.players[1].pk), headers={"accept-language": language})
    assert facts(answer.content.decode())[name] == "1"
