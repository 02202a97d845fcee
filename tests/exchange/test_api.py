"""The read API: results of public clubs, under names that stay, asked for once."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.events.changes import (
    draw_rounds,
    give_penalty,
    publish_drawn_rounds,
    replace_places_and_discard_draw,
)
from mahjongclub.events.models import Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.events.substitutes import save_substitute
from mahjongclub.exchange.exporting import api
from mahjongclub.exchange.exporting.api import ADDRESSES, ApiEndpoint
from mahjongclub.figures.cached import clear_cached_answers
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.changes import add_season, give_points
from mahjongclub.seasons.models import League, Season
from mahjongclub.tables.models import Session
from mahjongclub.tables.recording import close_session, record_hand
from tests.tables.conftest import Phone

from .full_club import small_club, submission

ROOT = "/api/1/clubs/"


@pytest.fixture(autouse=True)
def no_limit_reached() -> None:
    cache.clear()


@pytest.fixture
def club(db: None) -> Club:
    """A public club: three hands from Dina, at an evening, in a season with an adjustment."""
    return _public_club()


def _public_club() -> Club:
    club = small_club()
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    season = add_season(
        League(club=club, name="League"), "Spring", "riichi", date(2020, 1, 1), None, Scoring()
    )
    chen = Player.objects.get(club=club, name="Chen")
    give_points(season, chen, -15, "late", date(2026, 1, 1))
    return club


def play_event(club: Club) -> Tournament:
    """Two rounds of a table: the first ended by phone after a chombo, with a penalty; then a substitute, and
    the second runs."""
    return _play_event(club)


def _play_event(club: Club) -> Tournament:
    preset = find_variant("riichi").find_preset("ema-2025")
    event = Tournament.objects.create(
        club=club,
        name="Spring open",
        day=date(2026, 4, 11),
        country="FRA",
        variant="riichi",
        preset=preset.key,
        rules=preset.rules.to_json(),
        round_count=2,
    )
    replace_places_and_discard_draw(event, [(name, "") for name in ("Aiko", "Benoît", "Guest 2", "Guest 3")])
    draw_rounds(event, 1)
    publish_drawn_rounds(event)
    device = Device.objects.create()
    first, second = event.rounds.all()
    (session,) = open_event_round_tables(event, first, device)
    chombo = {"type": "chombo", "offenders": [2], "riichi": []}
    for hand in (chombo, {"type": "draw", "tenpai": [], "riichi": []}):
        record_hand(session.pk, submission(session), hand)
    close_session(session.pk, replace(submission(session), directs=True))
    give_penalty(event.places.get(number=2), -200, "late", 1)
    save_substitute(event.places.get(number=4), "Successor", ranked=True)
    (session,) = open_event_round_tables(event, second, device)
    record_hand(session.pk, submission(session), chombo)
    return event


def read(path: str, **asked: str) -> Any:
    answer = Phone().get(path, asked)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def ended(club: Club) -> Session:
    return club.sessions.get(ended_at__isnull=False, round_table=None)


def address_of(club: Club, example: ApiEndpoint) -> str:
    """The address of an example, with what this club has in the places of what the example names."""
    season, player = Season.objects.get(), Player.objects.get(club=club, name="Aiko")
    path = example.path.replace("east-wind", club.slug).replace("k7q2xw9m4hra3d", ended(club).code)
    if "events/" in path:
        event = Tournament.objects.filter(club=club).first() or play_event(club)
        path = path.replace("events/4/", f"events/{event.pk}/")
    path = path.replace("players/7/", f"players/{player.pk}/")
    return "/api/1/" + path.replace("seasons/3/", f"seasons/{season.pk}/")


def shape(value: Any, free: tuple[str, ...] = ("figures", "record")) -> Any:
    """The names of fields, all the way down; of a list those of its first."""
    if isinstance(value, dict):
        return {key: key if key in free else shape(one) for key, one in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else None


@pytest.mark.parametrize("example", ADDRESSES, ids=lambda one: one.path)
def test_each_address_answers_as_the_page_says(club: Club, example: ApiEndpoint) -> None:
    answer = read(address_of(club, example))
    if example.listed:
        assert set(answer) == {"data", "count", "page", "pages", "next"}
        answer = answer["data"][0]
    assert shape(answer) == shape(example.answer)


def test_figures_and_records_are_as_the_page_says(club: Club) -> None:
    examples = {one.path: one.answer for one in ADDRESSES}
    player = next(one for one in ADDRESSES if one.path.endswith("players/7/"))
    figures = read(address_of(club, player))["figures"]
    assert shape(figures["riichi"]) == shape(examples[player.path]["figures"]["riichi"])
    game = next(one for one in ADDRESSES if "record" in one.answer)
    told = examples[game.path]["record"]
    record = read(address_of(club, game))["record"]
    assert set(record) - {"closed"} == set(told)
    assert replay(read_record(told)).hands[0].settlement.deltas == (8700 - 1000, 0, -7700, 0)


def test_the_page_shows_every_address_in_both_languages(club: Club) -> None:
    for language, word in (("en", "Results for programs"), ("fr", "Résultats pour programmes")):
        phone = Phone()
        phone.cookies["django_language"] = language
        page = phone.get("/api/").content.decode()
        assert word in page
        for one in ADDRESSES:
            assert f"/api/1/{one.path}</code>" in page


def test_standings_and_games_say_what_was_played(club: Club) -> None:
    season = read(f"{ROOT}{club.slug}/seasons/{Season.objects.get().pk}/")
    # 32,700 30,500 30,200 6,600, from 30,000, uma 20/10 and oka 20; Chen's 1.5 taken away
    told = [(row["rank"], row["player"]["name"], row["total"]) for row in season["standings"]]
    assert told == [(1, "Aiko", 42.7), (2, "Benoît", 10.5), (3, "Chen", -11.3), (4, "Dina", -43.4)]
    assert season["standings"][2]["adjustment"] == -1.5
    game = read(f"{ROOT}{club.slug}/games/{ended(club).code}/")
    assert [row["score"] for row in game["ranking"]] == [32_700, 30_500, 30_200, 6_600]
    result = replay(read_record(game["record"]))
    assert list(result.state.scores) == [
        row["score"] for row in sorted(game["ranking"], key=lambda r: r["seat"])
    ]


def test_an_event_is_told_as_to_everybody_without_the_round_that_runs(club: Club) -> None:
    event = play_event(club)
    address = f"{ROOT}{club.slug}/events/{event.pk}/"
    told = read(address)
    assert [one["over"] for one in told["rounds"]] == [True, False]
    assert [one["rounds"][1] for one in told["ranking"]] == [None] * 4
    assert sum(one["total"] for one in told["ranking"]) == pytest.approx(-20 - 20), "chombo and penalty"
    assert all(seat["score"] is None for seat in told["rounds"][1]["tables"][0]["seats"])
    assert [(one["round"], one["hand"]) for one in told["chombos"]] == [(1, 1)], "the second is a secret yet"
    assert told["penalties"] == [{"round": 1, "number": 2, "kind": "points", "points": -20, "reason": "late"}]
    (change,) = told["substitutes"]
    assert (change["from_round"], change["name"], change["for"]) == (2, "Successor", "Guest 3")
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.DRAFT)
    assert Phone().get(address).status_code == 404
    assert read(f"{ROOT}{club.slug}/events/")["count"] == 0


def test_games_are_chosen_by_variant_and_season(club: Club) -> None:
    games = f"{ROOT}{club.slug}/games/"
    assert read(games, variant="riichi")["count"] == 1
    assert read(games, variant="ten")["count"] == 0
    assert read(games, season=str(Season.objects.get().pk))["count"] == 1
    assert read(games, season="999")["count"] == 0
    for field, value in (("variant", "chess"), ("season", "٣"), ("page", "0"), ("page", "2"), ("page", "x")):
        answer = Phone().get(games, {field: value})
        assert answer.status_code == 422
        assert json.loads(answer.content)["error"]["field"] == field


def test_lists_come_by_pages(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "PER_PAGE", 3)
    first = read(f"{ROOT}{club.slug}/players/")
    assert (first["count"], first["page"], first["pages"], len(first["data"])) == (4, 1, 2, 3)
    second = read(first["next"].removeprefix("http://testserver"))
    assert second["next"] is None
    names = [one["name"] for one in (*first["data"], *second["data"])]
    assert sorted(names) == ["Aiko", "Benoît", "Chen", "Dina"]


@pytest.mark.parametrize("example", ADDRESSES, ids=lambda one: one.path)
def test_what_has_not_changed_is_not_sent_again(club: Club, example: ApiEndpoint) -> None:
    address = address_of(club, example)
    first = Phone().get(address)
    again = Phone().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Access-Control-Allow-Origin"] == "*"


def test_what_has_changed_is(club: Club) -> None:
    address = f"{ROOT}{club.slug}/evenings/"
    first = Phone().get(address)
    Evening.objects.update(place="Elsewhere")
    again = Phone().get(address, headers={"If-None-Match": first["ETag"]})
    assert json.loads(again.content)["data"][0]["place"] == "Elsewhere"


@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PRIVATE])
def test_a_club_that_is_not_public_is_not_there(club: Club, visibility: str) -> None:
    Club.objects.update(visibility=visibility)
    phone = Phone()
    phone.force_login(club.memberships.get(role="owner").account)  # not for its owner either
    for example in ADDRESSES[1:]:
        assert_fault(phone.get(address_of(club, example)), 404)
    assert read(ROOT)["count"] == 0


def assert_fault(answer: HttpResponse, status: int) -> None:
    assert answer.status_code == status
    assert set(json.loads(answer.content)["error"]) == {"code", "message", "field"}
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_faults_are_json_too(club: Club) -> None:
    phone = Phone(enforce_csrf_checks=True)
    there = f"{ROOT}{club.slug}/"
    for path in (
        f"{ROOT}nobody/",
        f"{there}seasons/999/",
        f"{there}games/{'a' * 14}/",
        f"{there}players/999/",
    ):
        assert_fault(phone.get(path), 404)
    for path in ("/api/1/", "/api/1/club", f"{there}secrets/", "/api/1/clubs/a b/"):
        assert_fault(phone.get(path), 404)
    for send in (phone.post, phone.put, phone.delete, phone.patch):
        assert_fault(send(there), 405)
    asked = phone.options(there)
    assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (204, "GET, HEAD, OPTIONS")
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"


def test_a_running_game_is_no_result(club: Club) -> None:
    running = club.sessions.get(ended_at=None)
    assert_fault(Phone().get(f"{ROOT}{club.slug}/games/{running.code}/"), 404)
    assert read(f"{ROOT}{club.slug}/games/")["count"] == 1


def test_a_hidden_name_is_a_pseudonym_in_one_language(club: Club) -> None:
    play_event(club)
    hidden = Player.objects.get(club=club, name="Benoît")
    Player.objects.filter(pk=hidden.pk).update(name_hidden=True)
    for example in ADDRESSES:
        text = Phone().get(address_of(club, example), headers={"Accept-Language": "fr"}).content.decode()
        assert "Benoît" not in text, example.path
        if "Aiko" in text and "players/7" not in example.path:
            assert f"Player no. {hidden.pk}" in text, example.path


def test_more_than_a_minute_bears_is_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "MOST_A_MINUTE", 2)
    for _time in range(2):
        read(ROOT)
    answer = Phone().get(ROOT)
    assert_fault(answer, 429)
    assert answer["Retry-After"] == "60"


def test_many_rows_ask_no_more_than_few(club: Club) -> None:
    """The same number with one game, and with three and their evenings and players besides."""
    addresses = [address_of(club, example) for example in ADDRESSES]
    of_few = [queries_of(address) for address in addresses]
    assert all(of_few)
    more(club)
    assert [queries_of(address) for address in addresses] == of_few


def queries_of(address: str) -> int:
    """How many queries the answer costs that nobody asked for before."""
    cache.clear()
    clear_cached_answers()
    with CaptureQueriesContext(connection) as asked:
        Phone().get(address)
    return len(asked)


def more(club: Club) -> None:
    evening = Evening.objects.create(club=club, date=timezone.localdate())
    for number in range(2):
        phone = Phone()
        phone.force_login(club.memberships.get(role="owner").account)
        names = [f"{name} {number}" for name in ("E", "F", "G", "H")]
        session = phone.open_table(names=names, belongs=f"e{evening.pk}")
        phone.confirm(session, {"type": "draw", "tenpai": [0], "riichi": []})
        close_session(session.pk, replace(submission(session), directs=True))
    assert Session.objects.filter(club=club, ended_at__isnull=False, round_table=None).count() == 3
