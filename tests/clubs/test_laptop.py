"""A club's pages on a laptop: the rail, the overview, the search, lists in other orders."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.nights.models import Presence
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.seasons.changes import add_season
from mahjongclub.seasons.models import League
from mahjongclub.tables.models import Session
from tests.tables.conftest import ron

from .club_house import ClubHouse

FIRST = ["Tonight", "Tables", "Leagues", "Tournaments", "People", "Print", "Settings"]


def read(house: ClubHouse, who: str, rest: str = "") -> str:
    answer = house.phone(who).get(house.url(rest))
    assert answer.status_code == 200, (rest, answer.status_code)
    return unescape(answer.content.decode())


def rail(page: str) -> str:
    found = re.search(r'<nav class="rail".*?</nav>', page, re.DOTALL)
    assert found is not None
    return found[0]


def marked(page: str) -> list[str]:
    """What the rail marks as where one is."""
    return re.findall(r'aria-current="\w+"[^>]*>(?:.*?<span>|\s*)([^<\n]+)', rail(page), re.DOTALL)


def played(house: ClubHouse, names: tuple[str, ...], wins: int = 0) -> Session:
    """A game of the club, closed after one hand."""
    phone = house.phone("organiser")
    session = phone.open_table(names=names, belongs=f"c{house.club.pk}")
    phone.confirm(session, ron(wins, 1))
    version = Session.objects.get(pk=session.pk).version
    phone.post(f"/t/{session.code}/close/", {"version": version})
    session.refresh_from_db()
    assert session.ended_at is not None
    return session


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("owner", FIRST),
        ("organiser", FIRST[:-1]),
        ("scorer", FIRST[:-1]),
        ("member", [*FIRST[:4], "Print"]),
    ],
)
def test_the_rail_leads_everybody_where_they_may_go(house: ClubHouse, who: str, words: list[str]) -> None:
    shown = rail(read(house, who))
    assert re.findall(r"<span>([^<]+)</span>", shown) == words
    for address in re.findall(r'href="([^"]+)"', shown):
        assert house.phone(who).get(address).status_code == 200, address


@pytest.mark.parametrize("who", ["owner", "organiser", "scorer", "member"])
def test_the_rail_and_a_phones_list_lead_to_the_same_pages(house: ClubHouse, who: str) -> None:
    """Beside them a phone has the search as a page, and all games as a button below the results."""
    page = read(house, who)
    listed = re.search(r'<nav class="on-phone".*?</nav>', page, re.DOTALL)
    assert listed is not None
    in_list, in_rail = (set(re.findall(r'href="([^"]+)"', part)) for part in (listed[0], rail(page)))
    assert in_list - in_rail == {house.url("search/")}
    assert in_rail - in_list == {house.url(), house.url("games/")}


@pytest.mark.parametrize(
    ("rest", "word"),
    [
        ("", "Tonight"),
        ("evenings/{evening}/", "Tonight"),
        ("evenings/{evening}/here/", "Tonight"),
        ("games/", "Tables"),
        ("leagues/", "Leagues"),
        ("record/", "Leagues"),
        ("tournaments/", "Tournaments"),
        ("players/", "People"),
        ("members/", "Members"),
        ("settings/", "Settings"),
        ("rules/", "House rules"),
        ("export/", "Export"),
    ],
)
def test_the_rail_says_where_one_is(house: ClubHouse, rest: str, word: str) -> None:
    assert marked(read(house, "owner", rest.format(evening=house.evening.pk))) == [word]


def test_a_printed_sheet_of_the_club_has_the_rail_too(house: ClubHouse) -> None:
    page = house.phone("owner").get(f"/sheets/c/{house.club.slug}/").content.decode()
    assert marked(page) == ["Print"]


def test_pages_of_no_club_have_no_rail(house: ClubHouse) -> None:
    assert '<nav class="rail"' not in house.phone("owner").get("/").content.decode()


def test_the_overview_tells_who_is_missing_tonight(house: ClubHouse) -> None:
    before = Evening.objects.create(club=house.club, date=house.evening.date - timedelta(days=7))
    people = [Player.objects.create(club=house.club, name=name) for name in ("Aiko", "Benoît", "Chen")]
    for player in people:
        Presence.objects.create(evening=before, player=player)
    Presence.objects.create(evening=house.evening, player=people[0])
    page = read(house, "scorer")
    assert "1 person is here" in page
    missing = page[page.index("Came last time") :]
    assert "<bdi>Benoît</bdi>, <bdi>Chen</bdi>" in missing
    assert "Came last time" not in read(house, "member"), "the roster is for who keeps the score"


def test_the_overview_has_the_standings_of_the_season_played_most(house: ClubHouse) -> None:
    assert "No season is running." in read(house, "member")
    for name, variant in (("Winter", "riichi"), ("Duels", "ten")):
        league = League(club=house.club, name=name)
        add_season(league, "2026", variant, date(2020, 1, 1), None, Scoring())
    played(house, ("Aiko", "Benoît", "Chen", "Dina"))
    page = read(house, "member")
    standings = page[page.index("standings-now") : page.index("Latest results")]
    assert standings.index("<bdi>Winter</bdi>") < standings.index("<bdi>Aiko</bdi>")
    assert "Also running:" in standings


def test_a_search_finds_people_evenings_and_games(house: ClubHouse) -> None:
    session = played(house, ("Élodie Durand", "Benoît", "Chen", "Dina"))
    played(house, ("Emil", "Fatou", "Gabi", "Hana"))
    found = read(house, "member", "search/?q=elodie")
    assert "<bdi>Élodie Durand</bdi>" in found
    assert session.code in found
    assert found.count('id="game-') == 1
    both = read(house, "member", "search/?q=durand+chen")
    assert session.code in both, "every word is somebody at the table"
    assert 'id="game-' not in read(house, "member", "search/?q=durand+fatou")
    assert f'id="game-{session.code}"' in read(house, "member", f"search/?q={session.code}")
    for asked in ("gand", house.evening.date.isoformat()):
        assert f"/evenings/{house.evening.pk}/" in read(house, "member", f"search/?q={asked}")


@pytest.mark.parametrize(
    "typed", ["", "  ", "%00", "%ED%A0%80", "x" * 3000, "a+" * 500, "%", "'", "０", "ليلى"]
)
def test_a_search_for_anything_is_answered(house: ClubHouse, typed: str) -> None:
    for page in ("search/", "games/"):
        assert house.phone("member").get(f"{house.url(page)}?q={typed}").status_code == 200


def test_a_hidden_name_is_not_found(house: ClubHouse) -> None:
    hidden = Player.objects.create(club=house.club, name="Secret Person", name_hidden=True)
    page = read(house, "owner", "search/?q=secret")
    assert "Nothing was found" in page
    assert f"no. {hidden.pk}" in read(house, "owner", f"search/?q={hidden.pk}")


def test_games_stand_in_the_order_of_the_days_they_show(house: ClubHouse) -> None:
    """A game of an evening in the past, entered today, does not stand above the games of later evenings."""
    codes = {}
    for days in (1, 30, 7):
        session = played(house, ("Aiko", "Benoît", "Chen", "Dina"))
        evening = Evening.objects.create(club=house.club, date=date(2026, 10, 31) - timedelta(days=days))
        Session.objects.filter(pk=session.pk).update(evening=evening)
        codes[days] = session.code
    page = read(house, "member", "games/")
    found = re.findall(r'id="game-(\w+)"', page)
    assert [code for code in found if code in codes.values()] == [codes[1], codes[7], codes[30]]


def test_the_games_of_some_players_in_another_order(house: ClubHouse) -> None:
    first = played(house, ("Aiko", "Benoît", "Chen", "Dina"))
    last = played(house, ("Aiko", "Fatou", "Chen", "Dina"))
    newest, oldest = (read(house, "member", f"games/?{query}") for query in ("", "sort=oldest"))
    assert newest.index(last.code) < newest.index(first.code)
    assert oldest.index(first.code) < oldest.index(last.code)
    page = read(house, "member", "games/?q=fatou")
    assert last.code in page
    assert first.code not in page
    assert "No game in this choice." in read(house, "member", "games/?q=nobody+at+all")
    assert last.code in read(house, "member", "games/?variant=ten&sort=nothing"), "no such game here: all"


def test_the_roster_in_another_order(house: ClubHouse) -> None:
    played(house, ("Zoé", "Benoît", "Chen", "Dina"))
    Player.objects.create(club=house.club, name="Aiko")
    by_name, by_games = (read(house, "scorer", f"players/{query}") for query in ("", "?sort=games"))
    assert by_name.index("<bdi>Aiko</bdi>") < by_name.index("<bdi>Zoé</bdi>")
    assert by_games.index("<bdi>Zoé</bdi>") < by_games.index("<bdi>Aiko</bdi>")


def test_a_table_leads_back_to_where_one_came_from(house: ClubHouse) -> None:
    phone = house.phone("organiser")
    session = phone.open_table(
        names=("Aiko", "Benoît", "Chen", "Dina"), belongs=f"e{house.evening.pk}", method="order"
    )
    phone.post(f"/t/{session.code}/seats/start/", {})
    table = f"/t/{session.code}/"

    def back(referrer: str = "") -> str:
        headers = {"Referer": referrer} if referrer else {}
        page = phone.get(table, headers=headers).content.decode()
        found = re.search(r'class="tool to-club" href="([^"]+)"', page)
        return unescape(found[1]) if found else ""

    evening = house.url(f"evenings/{house.evening.pk}/")
    assert back() == evening
    assert back(f"http://testserver{house.url('games/?q=aiko')}") == house.url("games/?q=aiko")
    assert back(f"http://elsewhere{house.url()}") == evening
    assert back("http://testserver//elsewhere.example/") == evening
