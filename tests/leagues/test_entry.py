"""Entering an event: by its page without an account, by the organiser's hand; waiting, moving up, playing."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.references import delete_player_traces
from mahjongclub.events.models import Stint, Tournament
from mahjongclub.events.registration.flood import ENTERED
from mahjongclub.events.registration.models import Entrant, Registration
from mahjongclub.events.registration.pages import badge_path, own_path
from tests.clubs.club_house import PEOPLE, ClubHouse
from tests.tables.conftest import Phone

from .entering import PERSON, enter, on_list, own_page, shown
from .entering import hall as hall
from .entering import house as house
from .test_tournament_roles import ORGANISERS, outcome
from .tournament_hall import TournamentHall


def test_people_enter_by_themselves_wait_move_up_and_become_the_players(hall: TournamentHall) -> None:
    phones = [Phone() for _one in range(6)]
    page = shown(phones[0].get(hall.url("entry/")))
    assert "15 €" in page
    assert "0 of 4 places are taken" in page
    for number in range(4):
        assert "You have a place." in own_page(enter(hall, f"Player{number}", phones[number]))
    assert "All places are taken" in shown(Phone().get(hall.url("entry/")))
    fifth, sixth = enter(hall, "Fifth", phones[4]), enter(hall, "Sixth", phones[5])
    assert "You wait for a place, as number 1." in own_page(fifth)
    assert "as number 2." in own_page(sixth)
    assert "0 of 4 here, 4 have not paid, 2 wait" in hall.read("entrants/")
    first = re.findall(r'href="(/entry/[^"]+)"', shown(phones[0].get(hall.url("entry/"))))[0]
    assert "I come after all" in shown(phones[0].post(first, {"do": "withdraw"}, follow=True))
    assert "You moved up" in own_page(fifth)
    assert "as number 1." in own_page(sixth)
    assert "moved up on" in hall.read("entrants/")
    assert hall.post("entrants/players/").status_code == 302
    stints = Stint.objects.filter(place__tournament=hall.tournament).order_by("place__number")
    assert [one.player.name for one in stints if one.player] == [
        *(f"Player{number} Lovelace" for number in range(1, 4)),
        "Fifth Lovelace",
    ]
    assert {(one.last_name, one.country) for one in stints} == {("Lovelace", "GBR")}
    hall.draw_and_publish()
    assert "Registration is closed" in shown(Phone().get(hall.url("entry/")))
    assert enter(hall, "Late").status_code == 409
    assert len(on_list(hall)) == 6


def test_nobody_sees_the_page_until_the_organiser_opens_it_and_only_while_it_is(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1, public="on")
    assert {house.phone(who).get(hall.url("entry/")).status_code for who in PEOPLE} == {404}
    assert enter(hall, "Ada").status_code == 404
    now = timezone.localtime()
    tomorrow, yesterday = now + timedelta(days=1), now - timedelta(days=1)
    moments = {"wanted": "on", "opens_at": f"{tomorrow:%Y-%m-%dT%H:%M}"}
    assert hall.post("entrants/settings/", **moments).status_code == 302
    assert "You can enter from" in shown(Phone().get(hall.url("entry/")))
    assert enter(hall, "Ada").status_code == 409
    assert Phone().get(hall.url("event/")).status_code == 404
    wrong = hall.post("entrants/settings/", **moments, closes_at=f"{yesterday:%Y-%m-%dT%H:%M}")
    assert wrong.status_code == 422
    assert "Registration cannot close before it opens." in wrong.content.decode()
    assert hall.post("entrants/settings/", wanted="on").status_code == 302
    assert Phone().get(hall.url("event/"))["Location"] == hall.url("entry/"), "the event’s page leads there"
    assert {house.phone(who).get(hall.url("entry/")).status_code for who in PEOPLE} == {200}
    assert enter(hall, "Ada").status_code == 302
    Registration.objects.update(closes_at=yesterday)
    assert "Registration is closed" in shown(Phone().get(hall.url("entry/")))
    assert enter(hall, "Ben").status_code == 409


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"agreed": ""}, "Nobody is entered without agreeing to what is kept."),
        ({"last_name": ""}, "This field is required."),
        ({"country": "Lille"}, "No country we know"),
        ({"country": ""}, "This field is required."),
        ({"ema_number": "123"}, "An EMA number has eight digits."),
        ({"first_name": "x" * 101}, "at most 100"),
        ({"name": "\u0301\u0302"}, "Choose a name of letters or digits."),
        ({"name": "Player no. 7"}, "is how a hidden name is shown"),
        ({"first_name": "A\0"}, "Null characters"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_typed_is_lost(
    hall: TournamentHall, typed: dict[str, str], told: str
) -> None:
    answer = (
        enter(hall, **{"first": "Ada", "federation": "Kept as typed", **typed})
        if "first_name" not in typed
        else (enter(hall, typed["first_name"], federation="Kept as typed"))
    )
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert told in page
    assert "Kept as typed" in page
    assert on_list(hall) == {}


def test_a_name_that_has_entered_is_asked_about_and_told_apart(hall: TournamentHall) -> None:
    enter(hall, "Élodie")
    again = enter(hall, "elodie")
    assert "It is the same person" in unescape(again.content.decode())
    assert len(on_list(hall)) == 1
    told_apart = enter(hall, "elodie", another="yes")
    assert told_apart.status_code == 302, "accents tell them apart"
    assert enter(hall, "Élodie", another="yes").status_code == 302, "a country tells them apart"
    assert enter(hall, "Élodie", another="yes", name="Élodie L.").status_code == 302
    assert [*on_list(hall)] == ["Élodie Lovelace", "elodie Lovelace", "Élodie Lovelace (GBR)", "Élodie L."]
    assert enter(hall, "Ben", ema_number="04010001").status_code == 302
    # whether a number is taken is told to the organiser alone: tests/leagues/test_entry_identity.py
    assert hall.post("entrants/new/", name="Chen", ema_number="04010001").status_code == 422


def test_a_phone_that_enters_ever_so_many_people_is_stopped(hall: TournamentHall) -> None:
    cache.clear()
    phone = Phone()
    answers = [enter(hall, f"Player{number}", phone).status_code for number in range(ENTERED.per_device + 1)]
    assert {*answers[:-1]} == {302}
    assert answers[-1] == 429
    assert enter(hall, "Somebody else").status_code == 302, "another phone in the hall goes on"
    cache.clear()


def test_the_phone_that_entered_changes_comes_back_and_has_its_entry_deleted(hall: TournamentHall) -> None:
    phone = Phone()
    link = enter(hall, "Ada", phone, remembered="on", ema_number="04010001")["Location"]
    form = {**PERSON, "first_name": "Ada", "last_name": "King", "do": "change"}
    assert phone.post(link, {**form, "country": "12"}).status_code == 422
    assert phone.post(link, form).status_code == 302
    assert Entrant.objects.get().last_name == "King"
    assert Phone().get(link[:-2] + "x/").status_code == 404
    assert Phone().get("/entry/999/x/").status_code == 404
    phone.post(link, {"do": "withdraw"})
    phone.post(link, {"do": "return"})
    assert [*on_list(hall).values()] == ["in"]
    phone.post(link, {"do": "forget"})
    assert [*on_list(hall).values()] == ["in"], "only who has withdrawn is deleted"
    phone.post(link, {"do": "withdraw"})
    page = shown(phone.post(link, {"do": "forget"}, follow=True))
    assert "Your entry is deleted, with everything you told us." in page
    assert on_list(hall) == {}


def test_what_was_told_is_filled_in_the_next_time_where_that_is_wanted(hall: TournamentHall) -> None:
    phone = Phone()
    enter(hall, "Ada", phone, ema_number="04010001", remembered="on")
    enter(hall, "Ben", other := Phone())
    hall.post("entrants/settings/", wanted="on")
    following = TournamentHall(hall.house, [], round_count=1)
    following.post("entrants/settings/", wanted="on")
    assert 'value="04010001"' in shown(phone.get(following.url("entry/")))
    assert 'value="Ben"' not in shown(other.get(following.url("entry/")))
    assert 'value="Ada"' not in shown(Phone().get(following.url("entry/")))


def test_an_organiser_ticks_adds_gives_a_place_and_finds_somebody_missing(hall: TournamentHall) -> None:
    for name in ("Ada", "Ben", "Chen", "Dina", "Emil"):
        assert hall.post("entrants/new/", name=name).status_code == 302
    asked = hall.post("entrants/new/", name="ÁDA")
    assert asked.status_code == 422
    assert "It is the same person" in asked.content.decode()
    numbers = {one.name: one.pk for one in Entrant.objects.all()}
    assert on_list(hall)["Emil"] == "waiting"
    ticked = hall.phone.post(
        hall.url(f"entrants/{numbers['Ada']}/tick/"), {"do": "paid"}, headers={"HX-Request": "true"}
    )
    assert 'aria-pressed="true"' in ticked.content.decode()
    assert "3 have not paid" in ticked.content.decode()
    hall.post(f"entrants/{numbers['Ben']}/tick/", do="here")
    assert "1 of 4 here, 3 have not paid, 1 waits" in hall.read("entrants/")
    absent = hall.read("entrants/?show=absent")
    assert ("Chen" in absent, ">Ben<" in absent) == (True, False)
    hall.post(f"entrants/{numbers['Chen']}/", do="miss")
    assert on_list(hall)["Emil"] == "in", "who waits has the place of who did not come"
    hall.post(f"entrants/{numbers['Dina']}/", do="withdraw")
    hall.post(f"entrants/{numbers['Dina']}/", do="return")
    hall.post("entrants/new/", name="Fatou")
    assert on_list(hall)["Fatou"] == "waiting"
    hall.post("entrants/settings/", capacity="5")
    assert on_list(hall)["Fatou"] == "in", "more room moves up who waits"
    hall.post(f"entrants/{numbers['Emil']}/", do="withdraw")
    hall.post("entrants/players/")
    hall.draw_and_publish()
    assert hall.post(f"entrants/{numbers['Ben']}/", do="delete").status_code == 302
    assert "Ben" in on_list(hall), "a player is not deleted"
    place = Entrant.objects.get(name="Ben").place
    assert place is not None
    hall.post(f"entrants/{numbers['Ben']}/", do="miss")
    assert "waits" in hall.read("rounds/1/")
    place.refresh_from_db()
    assert not place.ranked
    hall.post(f"entrants/{numbers['Ben']}/", do="found")
    place.refresh_from_db()
    assert place.ranked
    assert "Ben" in hall.read("rounds/1/")


def badge(hall: TournamentHall, name: str, phone: Phone | None = None) -> str:
    """The page to which somebody's badge leads."""
    return shown((phone or Phone()).get(badge_path(Entrant.objects.get(name=name))))


def test_a_badge_tells_where_its_player_sits_and_no_result_before_the_round_is_over(house: ClubHouse) -> None:
    hall = TournamentHall(house, [f"Player {number}" for number in range(8)], round_count=2)
    hall.post("entrants/players/", adopt="1")
    assert "The seating is not published yet." in badge(hall, "Player 0")
    hall.draw_and_publish()
    table = hall.tables(1)[0]
    names = [f"Player {seat.place.number - 1}" for seat in table.seats.all()]
    page = badge(hall, names[1])
    assert "Table 1, South" in page
    assert f"with {names[0]}, {names[2]} and {names[3]}" in page.replace("\u2068", "").replace("\u2069", "")
    assert "Round 2" in page
    hall.open(1)
    first, second = hall.tables(1)
    hall.play_table(first)
    page = badge(hall, names[1])
    assert "being played" in page
    assert not re.search(r"place \d ·", page), "another table still plays"
    hall.play_table(second)
    page = badge(hall, names[1])
    assert re.search(r"place \d · <b>[-+−]?\d+\.\d</b>", page)
    assert re.search(r"Rank \d of 8", page)
    assert "Check-in" not in page
    entrant = Entrant.objects.get(name=names[1])
    assert "Check-in" in badge(hall, names[1], house.phone("organiser"))
    assert "Check-in" not in badge(hall, names[1], house.phone("scorer"))
    assert Phone().get(badge_path(entrant)[:-3] + "xx/").status_code == 404
    assert Phone().get(own_path(entrant).replace("/entry/", "/badge/")).status_code == 404
    hall.post(f"entrants/{entrant.pk}/", do="miss")
    assert "No further round is published yet." in badge(hall, names[1])


def test_players_entered_by_another_way_come_onto_the_list(house: ClubHouse) -> None:
    hall = TournamentHall(house, ["Ada", "Ben", "Chen", "Dina"], round_count=1)
    hall.post_list("federation/", "fill", rows="Ada\tFRA\t04010001")
    assert "Put the players on the list" in hall.read("entrants/")
    hall.post("entrants/players/", adopt="1")
    assert Entrant.objects.get(name="Ada").ema_number == "04010001"
    assert "Put the players on the list" not in hall.read("entrants/")
    hall.post("players/", players="\n".join(["Emil", "Ada", "Ben", "Chen"]))
    hall.post("entrants/players/", adopt="1")
    places = {one.name: one.place and one.place.number for one in Entrant.objects.select_related("place")}
    assert places == {"Ada": 2, "Ben": 3, "Chen": 4, "Dina": None, "Emil": 1}


def test_what_was_told_goes_with_the_name_and_a_hidden_name_is_a_pseudonym(hall: TournamentHall) -> None:
    hall.post("entrants/new/", name="Ada", first_name="Ada", country="GBR")
    for name in ("Ben", "Chen", "Dina"):
        hall.post("entrants/new/", name=name)
    hall.post("entrants/players/")
    player = Player.objects.get(name="Ada")
    Player.objects.filter(pk=player.pk).update(name_hidden=True)
    entrant = Entrant.objects.get(name="Ada")
    assert entrant.shown_name == f"Player no. {player.pk}"
    delete_player_traces([player.pk])
    entrant.refresh_from_db()
    assert (entrant.first_name, entrant.country, "Ada" in entrant.name) == ("", "", False)


def test_an_account_that_goes_takes_what_it_told_of_itself(hall: TournamentHall, house: ClubHouse) -> None:
    enter(hall, "Ada", house.phone("stranger"))
    house.accounts["stranger"].delete()
    assert Entrant.objects.get().last_name == ""


def test_organisers_alone_have_the_list(hall: TournamentHall, house: ClubHouse) -> None:
    enter(hall, "Ada")
    number = Entrant.objects.get().pk
    for page in ("entrants/", "entrants/settings/", "entrants/new/", f"entrants/{number}/"):
        assert tuple(outcome(house.phone(who).get(hall.url(page))) for who in PEOPLE) == ORGANISERS, page
    posts: Any = tuple(
        outcome(house.phone(who).post(hall.url(f"entrants/{number}/tick/"), {"do": "paid"})) for who in PEOPLE
    )
    assert posts == ORGANISERS
    other = Tournament.objects.create(
        club=house.club,
        name="Other",
        day="2026-04-11",
        variant="riichi",
        preset="ema-2025",
        rules={},
        round_count=1,
    )
    assert hall.phone.get(hall.house.url(f"tournaments/{other.pk}/entrants/{number}/")).status_code == 404


def test_many_are_noted_as_paid_in_one_step(hall: TournamentHall) -> None:
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        enter(hall, name, Phone())
    entrants = {one.first_name: one for one in Entrant.objects.all()}
    hall.post("entrants/selected/", do="paid", entrant=[entrants["Ada"].pk, entrants["Ben"].pk])
    assert {one.first_name for one in Entrant.objects.filter(paid=True)} == {"Ada", "Ben"}
    assert "2 have not paid" in hall.read("entrants/")
    Entrant.objects.filter(first_name="Dora").update(status=Entrant.Status.OUT)
    answer = hall.phone.post(
        hall.url("entrants/selected/"), {"do": "paid", "everybody": "1", "show": ""}, follow=True
    )
    assert "1 more person has paid." in shown(answer)
    assert not Entrant.objects.get(first_name="Dora").paid, "who has withdrawn owes nothing"


def test_what_is_paid_and_due_is_summed_where_the_event_says_what_each_pays(hall: TournamentHall) -> None:
    for name in ("Ada", "Ben", "Cleo"):
        enter(hall, name, Phone())
    assert "paid and" not in hall.read("entrants/")
    settings = {"wanted": "on", "capacity": "4", "fee_cents": "15,50", "fee_currency": "CHF"}
    assert hall.post("entrants/settings/", **settings).status_code == 302
    assert "Each player pays 15.50 CHF." in shown(Phone().get(hall.url("entry/")))
    assert "0.00\u00a0CHF paid and 46.50\u00a0CHF due" in hall.read("entrants/")
    ada = Entrant.objects.get(first_name="Ada")
    hall.post("entrants/selected/", do="paid", entrant=[ada.pk])
    assert "15.50\u00a0CHF paid and 31.00\u00a0CHF due" in hall.read("entrants/")
    assert 'value="15.50"' in hall.read("entrants/settings/")
    refused = hall.post("entrants/settings/", **{**settings, "fee_cents": "much"})
    assert refused.status_code == 422
    assert 'id="id_fee_cents_error"' in refused.content.decode()
