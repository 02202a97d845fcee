"""The page of two players; the list by dan; the way from the ranking of a table to what it counts for."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from mahjongclub.clubs.models import Club, Player
from mahjongclub.figures.cached import clear_cached_answers
from mahjongclub.figures.folding import rebuild_figures
from mahjongclub.figures.models import Appearance
from mahjongclub.tables import recording
from mahjongclub.tables.models import Session

from .conftest import Hall, ask, move, ron, tsumo
from .test_player_pages import facts
from .test_season_pages import at, cells, signed_in, text

AIKO, BENOIT, CHEN, DINA, EMIL, FATOU = range(6)


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Two games of Aiko and Benoît. March: Benoît wins 5,200 from Aiko's discard; April: Aiko, dealer, wins
    7,700 from Benoît, then Chen draws his own."""
    hall.play([ron(1, 2)], (DINA, BENOIT, AIKO, CHEN), date(2026, 3, 5))
    hall.play([ron(0, 1), tsumo(2)], (AIKO, BENOIT, CHEN, DINA), date(2026, 4, 9))
    return hall


def where(hall: Hall, one: int, two: int) -> str:
    return at("pair", hall, hall.players[one].pk, hall.players[two].pk)


def plain(page: str) -> list[list[str]]:
    """The rows of the page's first table without the definitions."""
    return cells(re.sub(r"<span popover.*?</span>", "", page, flags=re.S))


def test_two_players_against_each_other(played: Hall) -> None:
    page = text(Client(), where(played, AIKO, BENOIT))
    found = {row[0]: row[1:] for row in plain(page)}
    assert facts(page)["Games together"] == "2"
    assert (facts(page)["Aiko ahead"], facts(page)["Benoît ahead"], facts(page)["Level"]) == ("1", "1", "0")
    assert found["Ahead"] == ["50.0%", "50.0%"]
    # 5,200 and the dealer's 7,700 (RULES.md: 3 han 40 fu), one hand of three each
    assert found["Dealt in to the other"] == ["1", "1"]
    assert found["Dealt in, share"] == ["33.3%", "33.3%"]
    assert found["Dealt in, cost"] == ["5,200", "7,700"]


def test_the_other_way_round_everything_changes_sides(played: Hall) -> None:
    found = {row[0]: row[1:] for row in plain(text(Client(), where(played, BENOIT, AIKO)))}
    assert found["Dealt in, cost"] == ["7,700", "5,200"]


def test_months_and_seasons_filter_the_pair(played: Hall) -> None:
    address = where(played, AIKO, BENOIT)
    april = {row[0]: row[1:] for row in plain(text(Client(), f"{address}?since=2026-04"))}
    assert april["Dealt in, cost"] == ["0", "7,700"]
    march = {row[0]: row[1:] for row in plain(text(Client(), f"{address}?until=2026-03"))}
    assert march["Dealt in, cost"] == ["5,200", "0"]
    season = played.season(date(2026, 4, 1))
    assert facts(text(Client(), f"{address}?season={season.pk}"))["Games together"] == "1"
    assert "No game of both in this choice." in text(Client(), f"{address}?since=2027-01")


def test_a_corrected_hand_changes_who_dealt_in_to_whom(played: Hall) -> None:
    session = Session.objects.order_by("pk").first()
    assert session is not None
    recording.correct_hand(session.pk, ask(session), 1, ron(1, 3))  # Chen's discard, not Aiko's
    found = {row[0]: row[1:] for row in plain(text(Client(), where(played, AIKO, BENOIT)))}
    assert found["Dealt in, cost"] == ["0", "7,700"]
    kept = list(Appearance.objects.values_list("session_id", "seat", "player_id", "hands", "fed"))
    rebuild_figures()
    again = Appearance.objects.values_list("session_id", "seat", "player_id", "hands", "fed")
    assert kept == list(again)


def test_side_by_side_counts_games_without_the_other(played: Hall) -> None:
    played.play([ron(0, 1)], (BENOIT, DINA, EMIL, FATOU), date(2026, 4, 16))
    page = text(Client(), where(played, AIKO, BENOIT)).split("All their games, side by side")[-1]
    found = {row[0]: row[1:] for row in plain(page)}
    assert found["Games"] == ["2", "3"]
    assert found["Hands played"] == ["3", "4"]


def test_the_opponents_lead_to_the_pair_with_the_same_choice(played: Hall) -> None:
    address = at("player", played, played.players[AIKO].pk)
    page = text(Client(), f"{address}?variant=riichi&since=2026-04")
    assert f'href="{where(played, AIKO, BENOIT)}?variant=riichi&amp;since=2026-04-01"' in page


def test_the_games_together_lead_to_their_tables(played: Hall) -> None:
    page = text(Client(), where(played, AIKO, BENOIT))
    for session in Session.objects.all():
        assert reverse("tables:club_game", args=[played.club.slug, session.code]) in page


def test_two_who_never_met_and_who_is_not_there(played: Hall) -> None:
    assert "have not finished a game at one table yet" in text(Client(), where(played, AIKO, FATOU))
    other = Club.objects.create(name="Elsewhere", slug="elsewhere", visibility="public")
    stranger = Player.objects.create(name="Gus", club=other)
    mine = played.players[AIKO].pk
    assert Client().get(where(played, AIKO, AIKO)).status_code == 404
    assert Client().get(at("pair", played, mine, stranger.pk)).status_code == 404
    assert Client().get(at("pair", played, mine, 999_999_999_999)).status_code == 404


def test_a_merged_name_leads_to_the_person(played: Hall) -> None:
    ben = Player.objects.create(name="Ben", club=played.club, merged_into=played.players[BENOIT])
    answer = Client().get(at("pair", played, played.players[AIKO].pk, ben.pk))
    assert answer["Location"] == where(played, AIKO, BENOIT)


def test_every_definition_stands_once(played: Hall) -> None:
    page = text(Client(), where(played, AIKO, BENOIT))
    ids = re.findall(r'id="(term-[^"]+)"', page)
    assert len(ids) == len(set(ids)) > 10
    assert set(re.findall(r'popovertarget="(term-[^"]+)"', page)) == set(ids)


@pytest.mark.parametrize("query", ["?since=9999-12", "?season=٣", "?variant=%00", "?until=9999-12-30"])
def test_junk_in_the_filters_is_no_fault(played: Hall, query: str) -> None:
    assert Client().get(where(played, AIKO, BENOIT) + query).status_code == 200


def test_a_hidden_name_is_not_on_the_page(played: Hall) -> None:
    played.players[BENOIT].name_hidden = True
    played.players[BENOIT].save()
    assert "Benoît" not in text(signed_in(played, "organiser"), where(played, AIKO, BENOIT))


def test_a_private_club_shows_pairs_to_organisers_alone(played: Hall) -> None:
    played.club.visibility = "private"
    played.club.save()
    assert signed_in(played, "member").get(where(played, AIKO, BENOIT)).status_code == 403
    assert signed_in(played, "organiser").get(where(played, AIKO, BENOIT)).status_code == 200


def test_the_page_asks_as_many_questions_after_many_games(played: Hall) -> None:
    counts = []
    for _more in range(2):
        clear_cached_answers()
        for _reader in ("the first", "another"):
            with CaptureQueriesContext(connection) as asked:
                text(Client(), where(played, AIKO, BENOIT))
            counts.append(len(asked))
        for day in range(1, 9):
            played.play([ron(1, 2)], day=date(2026, 5, day))
    assert counts[:2] == counts[2:]
    assert counts[1] < counts[0], "between two results nothing is added up again"


def test_the_list_by_dan(played: Hall) -> None:
    page = text(Client(), at("ratings", played, "riichi") + "?by=dan")
    # Benoît first and last; Aiko last and first or second: whoever was first stands at 9 kyū
    assert plain(page)[0][2] == "9 kyū"
    answer = Client().get(at("ratings", played, "riichi") + "?by=dan", headers={"accept-language": "fr"})
    assert "9e kyū" in answer.content.decode()


@pytest.fixture
def member(played: Hall) -> Client:
    """A member who looks on at the second game."""
    client = signed_in(played, "member")
    client.post(reverse("tables:club_game", args=[played.club.slug, Session.objects.latest("pk").code]))
    return client


def ranking(client: Client) -> str:
    return text(client, reverse("tables:end", args=[Session.objects.latest("pk").code]))


def test_the_ranking_of_a_table_leads_to_its_season(played: Hall, member: Client) -> None:
    assert reverse("leagues:ratings", args=[played.club.slug, "riichi"]) in ranking(member)
    season = played.season()
    assert reverse("leagues:season", args=[played.club.slug, season.pk]) in ranking(member)


def test_the_ranking_leads_nobody_where_they_may_not_look(played: Hall, member: Client) -> None:
    season = reverse("leagues:season", args=[played.club.slug, played.season().pk])
    played.club.visibility = "private"
    played.club.save()
    assert season not in ranking(member)
    move(Session.objects.latest("pk"), None)
    assert "/ratings/" not in ranking(member)
