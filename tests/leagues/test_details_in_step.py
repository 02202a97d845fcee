"""What a federation asks of somebody is the same on the list of people and at the places they hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.events.models import Place, Stint
from mahjongclub.events.registration.models import Entrant
from mahjongclub.events.registration.pages import badge_path, own_path
from tests.clubs.club_house import ClubHouse, open_club_house

from .entering import put_on_list
from .test_late_entry import begun, come
from .tournament_hall import TournamentHall

TOLD = {"first_name": "Łukasz", "last_name": "Żółć", "country": "POL", "ema_number": "11010001"}
MENDED = {"first_name": "Łukasz Jan", "last_name": "Żółć", "country": "GER", "ema_number": "04010009"}
OTHERS = ("Marguerite", "Jean-Pierre", "Σοφία Παπαδοπούλου")


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Four who have entered, of whom one has told everything, and who are players by now."""
    made = TournamentHall(house, [], round_count=3)
    made.post("entrants/new/", name="Łukasz", **TOLD)
    put_on_list(made, "\n".join(OTHERS))
    assert made.post("entrants/players/").status_code == 302
    return made


def everywhere(hall: TournamentHall, name: str = "Łukasz") -> list[dict[str, str]]:
    """What is known of somebody, each answer once: by the list of people, and by the places they hold."""
    stints = Stint.objects.filter(place__tournament=hall.tournament, player__name=name)
    entrants = Entrant.objects.filter(tournament=hall.tournament, name=name)
    answers = [row.details for row in (*stints, *entrants)]
    assert len(answers) > 1, "told at both"
    return [answer for at, answer in enumerate(answers) if answer not in answers[:at]]


def mend_by_form(hall: TournamentHall) -> None:
    assert hall.post("places/1/details/", **MENDED).status_code == 302


def mend_by_list(hall: TournamentHall) -> None:
    row = "\t".join(("Łukasz", *MENDED.values()))
    heading = "Name\tFirst name\tLast name\tCountry\tEMA"
    assert hall.post_list("federation/", "fill", rows=f"{heading}\n{row}").status_code == 302


def mend_by_entry(hall: TournamentHall) -> None:
    entrant = Entrant.objects.get(name="Łukasz")
    assert hall.post(f"entrants/{entrant.pk}/", do="save", name="Łukasz", **MENDED).status_code == 302


Mending = Callable[[TournamentHall], None]
MENDING = (mend_by_form, mend_by_list, mend_by_entry)


@pytest.mark.parametrize("mend", MENDING)
def test_a_correction_reaches_the_list_of_people_and_the_places(hall: TournamentHall, mend: Mending) -> None:
    mend(hall)
    assert everywhere(hall) == [MENDED]
    assert "04010009" in hall.read("federation/")
    entrant = Entrant.objects.get(name="Łukasz")
    assert "04010009" in hall.read(f"entrants/{entrant.pk}/")


@pytest.mark.parametrize("mend", MENDING)
def test_a_correction_stays_as_the_players_are_made_anew(hall: TournamentHall, mend: Mending) -> None:
    mend(hall)
    hall.post("entrants/new/", name="Bo")
    assert hall.post("entrants/players/").status_code == 302
    assert everywhere(hall) == [MENDED]


@pytest.mark.parametrize("mend", MENDING)
def test_a_correction_stays_as_somebody_missing_comes_after_all(hall: TournamentHall, mend: Mending) -> None:
    hall.draw_and_publish()
    entrant = Entrant.objects.get(name="Łukasz")
    hall.post(f"entrants/{entrant.pk}/", do="missing")
    mend(hall)
    assert hall.post(f"entrants/{entrant.pk}/", do="found").status_code == 302
    assert everywhere(hall) == [MENDED]


def test_what_is_taken_back_on_the_federations_page_is_gone_from_the_list_too(hall: TournamentHall) -> None:
    assert hall.post("places/1/details/", country="POL").status_code == 302
    hall.post("entrants/players/")
    emptied = {**dict.fromkeys(TOLD, ""), "country": "POL"}
    assert everywhere(hall) == [emptied]


def test_a_new_number_typed_as_somebody_comes_back_reaches_the_federation(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("places/4/details/", **TOLD)
    hall.post("places/4/", name="", points="usual")
    answer = come(hall, "Bo", **{"late-1-country": "GER", "late-1-ema_number": "04010009"})
    assert answer.status_code == 302
    assert everywhere(hall, "Bo") == [{**TOLD, "country": "GER", "ema_number": "04010009"}]


def test_what_the_federation_knew_is_on_the_list_of_one_who_comes_back(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("places/4/details/", **TOLD)
    hall.post("places/4/", name="", points="usual")
    assert come(hall, "Bo").status_code == 302
    assert everywhere(hall, "Bo") == [TOLD]


def test_who_filled_in_and_comes_for_good_keeps_what_was_told(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("places/4/", name="ليلى منصور", points="fill", begins="2", only="on")
    Stint.objects.filter(player__name="ليلى منصور").update(country="MAR")
    hall.draw_and_publish()
    hall.open(2)
    hall.play(2)
    assert come(hall, "ليلى منصور", **{"late-1-ema_number": "04010009"}).status_code == 302
    (told,) = everywhere(hall, "ليلى منصور")
    assert (told["country"], told["ema_number"]) == ("MAR", "04010009")


def test_a_substitute_from_the_waiting_list_brings_what_they_told(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="Łukasz Żółć junior", **TOLD)
    answer = hall.post("places/4/", name="Łukasz Żółć junior", points="keep")
    assert answer.status_code == 302
    assert everywhere(hall, "Łukasz Żółć junior") == [TOLD]
    assert "11010001" in hall.read("federation/")


def test_a_substitutes_details_corrected_on_the_waiting_list_reach_the_place(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="Łukasz Żółć junior", **TOLD)
    hall.post("places/4/", name="Łukasz Żółć junior", points="keep")
    entrant = Entrant.objects.get(name="Łukasz Żółć junior")
    hall.post(f"entrants/{entrant.pk}/", do="save", name=entrant.name, **MENDED)
    assert everywhere(hall, entrant.name) == [MENDED]
    assert hall.post("places/4/details/", **TOLD).status_code == 302
    assert everywhere(hall, entrant.name) == [TOLD]


def test_players_typed_in_by_name_and_listed_afterwards_know_the_same_at_both(house: ClubHouse) -> None:
    hall = TournamentHall(house, ["Łukasz", *OTHERS], round_count=3)
    assert hall.post("places/1/details/", country="POL", first_name="Łukasz").status_code == 302
    hall.post("entrants/new/", name="Łukasz", ema_number="11010001", last_name="Żółć")
    assert hall.post("entrants/players/", adopt="1").status_code == 302
    assert Entrant.objects.get(name="Łukasz").place == Place.objects.get(number=1)
    assert everywhere(hall) == [TOLD]


def test_players_typed_in_by_name_bring_what_they_told_as_they_entered(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=3)
    hall.post("entrants/new/", name="Łukasz", **TOLD)
    assert hall.post("players/", players="\n".join(("Łukasz", *OTHERS))).status_code == 302
    assert everywhere(hall) == [TOLD]


def test_two_found_to_be_one_person_lack_nothing_that_was_told_of_either(house: ClubHouse) -> None:
    """One has entered, the other has filled in under a second spelling; what differs stays as it was."""
    hall = begun(house)
    hall.post("entrants/players/", adopt="1")
    hall.post("places/4/details/", **{**TOLD, "ema_number": ""})
    hall.post("places/4/", name="", points="usual", begins="2")
    hall.post("places/1/", name="Bö", points="fill", begins="2")
    Stint.objects.filter(player__name="Bö").update(country="GER", ema_number="04010009")
    kept, gone = Player.objects.get(name="Bo"), Player.objects.get(name="Bö")
    merge_player(kept, gone, None)
    stints, entrants = Stint.objects.filter(player__in=(kept, gone)), Entrant.objects.filter(player=kept)
    told = {(row.first_name, row.country, row.ema_number) for row in (*stints, *entrants)}
    assert told == {("Łukasz", "POL", "04010009"), ("Łukasz", "GER", "04010009")}
    assert {one.details["country"] for one in entrants} == {"POL"}
    assert hall.post("places/4/details/", **MENDED).status_code == 302
    assert {one.country for one in (*stints.all(), *entrants.all())} == {"GER"}


def test_a_number_of_somebody_at_a_place_is_refused_on_the_list_of_people_and_back(house: ClubHouse) -> None:
    hall = TournamentHall(house, ["Bo", *OTHERS], round_count=3)
    hall.post("places/1/details/", **TOLD)
    answer = hall.post("entrants/new/", name="Łukasz", ema_number="11010001")
    assert "Another player here has this EMA number." in answer.content.decode()
    hall.post("entrants/new/", name="Łukasz", ema_number="04010009")
    answer = hall.post("places/1/details/", **{**TOLD, "ema_number": "04010009"})
    assert "Another player here has this EMA number." in answer.content.decode()


def test_who_takes_a_place_for_good_waits_no_more(house: ClubHouse) -> None:
    hall = begun(house)
    assert hall.post("entrants/settings/", wanted="on", capacity="1", note="").status_code == 302
    for name in ("Élodie", "Zoë"):
        hall.post("entrants/new/", name=name, country="FRA")
    entrant = Entrant.objects.get(name="Zoë")
    assert entrant.waits
    hall.post("places/4/", name="Zoë", points="fill", only="on")
    entrant.refresh_from_db()
    assert entrant.waits, "for one round"
    hall.post("places/3/", name="Zoë", points="keep", begins="3")
    entrant.refresh_from_db()
    assert not entrant.waits


def test_somebody_listed_while_they_play_is_that_player(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/players/", adopt="1")
    hall.post("entrants/settings/", wanted="on", capacity="8", note="")
    hall.post("places/4/", name="Łukasz Żółć junior", points="keep")
    hall.post("entrants/new/", name="Łukasz Żółć junior", another="yes", **TOLD)
    entrant = Entrant.objects.get(name__startswith="Łukasz Żółć junior")
    assert everywhere(hall, entrant.name) == [TOLD]
    assert not entrant.waits
    late = hall.read("rounds/1/").partition("From the people of the event")[2]
    assert "junior" not in late, "nobody who plays comes late"


def test_a_substitutes_own_page_leads_to_the_badge(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="Zoë", country="FRA")
    entrant = Entrant.objects.get()
    hall.post("places/4/", name="Zoë", points="fill", only="on")
    entrant.refresh_from_db()
    page = house.phone("nobody").get(own_path(entrant)).content.decode()
    assert badge_path(entrant) in page
