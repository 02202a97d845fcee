"""People who come late to an event or come back to it, and tables that lack a player."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from mahjongclub.events.models import Place, Tournament
from mahjongclub.events.registration.models import Entrant
from mahjongclub.rounds.models import Bye, Round, Seat
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, tenths

NAMES = [
    *("Marguerite", "Jean-Pierre", "Anne-Sophie de La Rochefoucauld", "Bo"),
    *("Σοφία Παπαδοπούλου", "田中 愛子", "O'Brien", "Łukasz Żółć"),
]
#: a bye brings 10.5 points
BYES = {"over": "bye", "bye_tenths": "10.5", "substitute_tenths": "", "most_substitutes": ""}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def begun(house: ClubHouse, names: list[str] = NAMES, **settings: Any) -> TournamentHall:
    """An event whose first round has been played."""
    hall = TournamentHall(house, names, **{"round_count": 4, "draw": "swiss", **settings})
    hall.post("byes/", **BYES)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    return hall


def come(hall: TournamentHall, *names: str, **form: str) -> HttpResponse:
    """Send the form for those who come late, a row each."""
    rows = {f"late-{number}-name": name for number, name in enumerate(names, start=1)}
    return hall.post("late/", **{**rows, **form})


def seated(hall: TournamentHall, number: int) -> list[int]:
    """The numbers of the places that sit in a round."""
    seats = Seat.objects.filter(
        table__round__competition__tournament=hall.tournament, table__round__number=number
    )
    return sorted(seats.values_list("place__number", flat=True))


def sitting_out(hall: TournamentHall, number: int) -> list[int]:
    byes = Bye.objects.filter(round__competition__tournament=hall.tournament, round__number=number)
    return sorted(byes.values_list("place__number", flat=True))


def test_a_late_player_gets_a_bye_for_the_round_missed_and_plays_the_next(house: ClubHouse) -> None:
    hall = begun(house)
    assert "Add late players" in hall.read("places/")
    assert "Add late players" in hall.read("rounds/1/"), "the page of the round has the form too"
    assert come(hall, "ليلى منصور").status_code == 302
    assert tenths(hall.totals()["ليلى منصور"][1]) == 105
    assert "ليلى منصور" in hall.read("places/")
    hall.draw_and_publish()
    assert 9 in seated(hall, 2), "who missed a round is not the first to sit out"
    assert len(sitting_out(hall, 2)) == 1
    assert hall.totals()["ليلى منصور"][0] != "–"


def test_the_bye_of_a_late_player_is_worth_what_the_event_says_later(house: ClubHouse) -> None:
    hall = begun(house)
    come(hall, "ليلى منصور")
    hall.post("byes/", **{**BYES, "bye_tenths": "-3"})
    assert tenths(hall.totals()["ليلى منصور"][1]) == -30


def test_rounds_published_already_are_drawn_anew_for_a_late_player(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    before = [seated(hall, number) for number in (1, 2, 3, 4)]
    assert "Redraw rounds 2 to 4 for everybody" in hall.read("places/")
    assert come(hall, "ليلى منصور", **{"late-seating": "draw"}).status_code == 302
    assert seated(hall, 1) == before[0]
    assert sitting_out(hall, 1) == [9]
    for number in (2, 3, 4):
        assert len(seated(hall, number)) == 8
        assert sorted([*seated(hall, number), *sitting_out(hall, number)]) == [*range(1, 10)]
        assert Round.objects.get(competition__tournament=hall.tournament, number=number).published_at
    assert any(9 in seated(hall, number) for number in (2, 3, 4))


def test_published_rounds_can_stay_and_a_late_player_takes_the_seat_of_one_who_left(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    hall.post("places/4/", name="", points="usual")
    before = {number: [table.pk for table in hall.tables(number)] for number in (2, 3, 4)}
    page = hall.read("places/")
    assert 'value="fit" id="id_late-seating_1" checked' in page.replace("required ", "")
    assert come(hall, "ليلى منصور", **{"late-seating": "fit"}).status_code == 302
    for number in (2, 3, 4):
        assert [table.pk for table in hall.tables(number)] == before[number], "nothing is drawn anew"
        assert seated(hall, number) == [1, 2, 3, 5, 6, 7, 8, 9]
    hall.open(2)
    assert len(hall.play(2)) == 2, "no table waits"


def test_where_published_rounds_stay_and_no_seat_is_free_a_late_player_sits_out(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    come(hall, "ليلى منصور", **{"late-seating": "fit"})
    assert [sitting_out(hall, number) for number in (1, 2, 3, 4)] == [[9]] * 4


def test_two_come_late_as_a_pair_in_one_step(house: ClubHouse) -> None:
    hall = begun(house)
    assert come(hall, "ليلى منصور", "Élodie").status_code == 302
    totals = hall.totals()
    assert tenths(totals["ليلى منصور"][1]) == tenths(totals["Élodie"][1]) == 105
    assert Place.objects.filter(tournament=hall.tournament).count() == 10
    hall.draw_and_publish()
    assert sorted([*seated(hall, 2), *sitting_out(hall, 2)]) == [*range(1, 11)]


def test_a_pair_of_which_one_plays_already_is_refused_and_nothing_typed_is_lost(house: ClubHouse) -> None:
    hall = begun(house)
    answer = come(hall, "ليلى منصور", "bo", **{"late-1-country": "MAR"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "plays already, as number 4." in page
    assert 'aria-invalid="true"' in page
    assert 'value="ليلى منصور"' in page
    assert 'value="MAR"' in page
    assert not Entrant.objects.exists()
    assert Place.objects.filter(tournament=hall.tournament).count() == 8


def test_who_waited_on_the_list_becomes_a_late_player_with_all_details(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="ليلى منصور", country="MAR", ema_number="04010001")
    entrant = Entrant.objects.get()
    assert "ليلى منصور" in hall.read("rounds/1/").partition("From the people of the event")[2]
    assert hall.post("late/", **{"late-listed": entrant.pk}).status_code == 302
    entrant.refresh_from_db()
    assert entrant.status == "in"
    assert entrant.here_at is not None
    assert entrant.place is not None
    stint = entrant.place.stints.get()
    assert (stint.from_round, stint.country, stint.ema_number) == (2, "MAR", "04010001")


def test_whoever_types_the_name_of_one_who_waits_gets_that_person(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="Élodie", country="FRA")
    assert come(hall, "élodie").status_code == 302
    assert Entrant.objects.get().place is not None
    assert Place.objects.get(number=9).stints.get().country == "FRA"


def test_nearly_a_name_of_the_list_is_asked_about(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("entrants/new/", name="Élodie")
    answer = come(hall, "Elodie")
    assert answer.status_code == 422
    assert "is on the list." in answer.content.decode()
    assert come(hall, "Elodie", **{"late-1-another": "on"}).status_code == 302
    assert Entrant.objects.count() == 2


def test_nobody_comes_late_without_a_name_or_after_the_last_round_began(house: ClubHouse) -> None:
    hall = begun(house, round_count=1)
    assert come(hall, "Élodie").status_code == 422
    assert "The last round has begun" in hall.read("late/")
    assert "Add late players" not in hall.read("places/")
    other = begun(house, round_count=2, name="Another open")
    assert come(other).status_code == 422
    assert "Type a name." in come(other).content.decode()


def test_a_team_enters_late_with_all_its_players(house: ClubHouse) -> None:
    names = [f"{name}; {'Reds' if number % 2 else 'Blues'}" for number, name in enumerate(NAMES)]
    names = [f"{name}; Team {number // 2}" for number, name in enumerate(NAMES)]
    hall = begun(house, names)
    alone = come(hall, "ليلى منصور", **{"late-team": "Late ones"})
    assert alone.status_code == 422
    assert "A team has 2 players here; " in alone.content.decode()
    assert come(hall, "ليلى منصور", "Élodie").status_code == 422, "with teams everybody has one"
    assert come(hall, "ليلى منصور", "Élodie", **{"late-team": "Late ones"}).status_code == 302
    page = hall.read()
    assert "Late ones" in page
    assert "+21.0" in page, "the team's total is both byes"
    hall.draw_and_publish()
    for table in hall.tables(2):
        teams = [seat.place.team_id for seat in table.seats.all()]
        assert len(set(teams)) == 4, "a team does not meet itself"


def test_a_late_player_is_undone_by_withdrawing(house: ClubHouse) -> None:
    hall = begun(house)
    come(hall, "Élodie")
    assert hall.post("places/9/", name="", points="usual").status_code == 302
    hall.draw_and_publish()
    assert seated(hall, 2) == [*range(1, 9)]
    assert hall.totals()["Élodie"][0] == "–"


def test_who_was_entered_late_by_mistake_is_removed_without_a_trace(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    come(hall, "Élodie", **{"late-seating": "draw"})
    assert "Remove from the event" in hall.read("places/9/")
    assert hall.post("places/9/remove/").status_code == 302
    assert "Élodie" not in hall.totals()
    for number in (2, 3, 4):
        assert seated(hall, number) == [*range(1, 9)]
        assert sitting_out(hall, number) == []


def test_who_has_sat_at_a_table_is_not_removed(house: ClubHouse) -> None:
    hall = begun(house)
    assert "Remove from the event" not in hall.read("places/4/")
    page = hall.phone.post(hall.url("places/4/remove/"), follow=True).content.decode()
    assert "A player who has sat at a table cannot be removed" in page
    assert Place.objects.filter(number=4).exists()


def test_nobody_enters_late_once_the_cut_is_made(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES, round_count=1)
    hall.post("byes/", **BYES)
    added = hall.post(
        "stages/",
        **{"name": "Final", "rounds": 1, "rule": "ranking", "places": 4, "draw": "plan", "carries": "all"},
    )
    assert added.status_code == 302, added.content.decode()
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    answer = come(hall, "Élodie")
    assert answer.status_code == 422
    assert "Nobody can enter after a cut" in answer.content.decode()


# --- who comes back ---


def test_a_withdrawn_player_comes_back_with_points_and_a_bye_for_what_was_missed(
    house: ClubHouse,
) -> None:
    hall = begun(house, [*NAMES, "Élodie"])
    first = tenths(hall.totals()["Bo"][1])
    hall.post("places/4/", name="", points="usual")
    assert hall.totals()["Bo"][0] == "–"
    hall.draw_and_publish()
    hall.open(2)
    hall.play(2)
    assert "Bo comes back" in hall.read("places/4/")
    assert hall.post("places/4/back/").status_code == 302
    rank, total = hall.totals()["Bo"]
    assert rank != "–", "whoever is back is ranked"
    assert tenths(total) == first + 105
    hall.draw_and_publish()
    assert sorted([*seated(hall, 3), *sitting_out(hall, 3)]) == [*range(1, 10)]
    # and leaves once more
    hall.post("places/4/", name="", points="usual", begins=4)
    assert hall.totals()["Bo"][0] == "–"


def test_who_comes_back_before_the_round_began_has_the_seat_again(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    hall.post("places/4/", name="", points="usual")
    hall.post("places/4/back/")
    hall.open(2)
    assert len(hall.play(2)) == 2
    assert not Bye.objects.exists()


def with_seat_of_bo_given_away(house: ClubHouse) -> TournamentHall:
    """Bo has left after the first of planned rounds, and a latecomer has the seat."""
    hall = begun(house, draw="plan")
    hall.post("places/4/", name="", points="usual")
    come(hall, "ليلى منصور", **{"late-seating": "fit"})
    assert 9 in seated(hall, 2)
    assert 4 not in seated(hall, 2)
    return hall


def told(hall: TournamentHall, path: str, **form: str) -> str:
    """What is said once a form is sent."""
    page = hall.phone.post(hall.url(path), form, follow=True).content.decode()
    return page.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("path", "form"), [("places/4/", {"name": "Bo", "points": "usual"}), ("places/4/back/", {})]
)
def test_who_is_back_without_a_seat_sits_out_and_is_told_so(
    house: ClubHouse, path: str, form: dict[str, str]
) -> None:
    hall = with_seat_of_bo_given_away(house)
    assert "Bo is there from round 2 and sits it out: every seat is taken." in told(hall, path, **form)
    for number in (2, 3, 4):
        assert sitting_out(hall, number) == [4]
    first = tenths(hall.totals()["Bo"][1])
    hall.open(2)
    assert tenths(hall.totals()["Bo"][1]) == first + 105


def test_who_is_found_without_a_seat_is_said_to_sit_out(house: ClubHouse) -> None:
    hall = with_seat_of_bo_given_away(house)
    hall.post("entrants/players/", adopt="1")
    entrant = hall.tournament.entrants.get(name="Bo")
    said = told(hall, f"entrants/{entrant.pk}/", do="found")
    assert "Bo is there from round 2 and sits it out: every seat is taken." in said
    assert sitting_out(hall, 2) == [4]


def test_who_is_back_by_the_name_typed_counts_a_bye_for_what_was_missed(house: ClubHouse) -> None:
    hall = with_seat_of_bo_given_away(house)
    first = tenths(hall.totals()["Bo"][1])
    hall.open(2)
    hall.play(2)
    hall.post("places/4/", name="bo", points="usual")
    assert hall.totals()["Bo"][0] != "–"
    assert tenths(hall.totals()["Bo"][1]) == first + 105


def test_somebody_new_at_a_place_without_a_seat_takes_a_free_one(house: ClubHouse) -> None:
    hall = with_seat_of_bo_given_away(house)
    hall.post("places/1/", name="", points="usual", begins="3")
    assert "Élodie plays from round 3." in told(hall, "places/4/", name="Élodie", points="usual", begins="3")
    assert 4 not in [*seated(hall, 2), *sitting_out(hall, 2)]
    assert 4 in seated(hall, 3)
    assert 1 not in seated(hall, 3)


def test_somebody_for_one_round_alone_sits_in_no_later_one(house: ClubHouse) -> None:
    hall = with_seat_of_bo_given_away(house)
    hall.post("places/4/", name="Élodie", points="usual", begins="3", only="on")
    assert [4 in sitting_out(hall, number) for number in (2, 3, 4)] == [False, True, False]


def test_a_place_somebody_holds_is_not_given_back(house: ClubHouse) -> None:
    hall = begun(house)
    assert hall.post("places/4/back/").status_code == 302
    page = hall.phone.post(hall.url("places/4/back/"), follow=True).content.decode()
    assert "Somebody holds this place already." in page


def test_the_name_of_one_who_left_typed_as_late_gives_the_place_back(house: ClubHouse) -> None:
    hall = begun(house)
    hall.post("places/4/", name="", points="usual")
    assert come(hall, "Bo").status_code == 302
    assert Place.objects.filter(tournament=hall.tournament).count() == 8
    assert hall.totals()["Bo"][0] != "–"


# --- a table that lacks a player ---


def test_a_withdrawal_after_a_bye_says_how_to_fill_the_table(house: ClubHouse) -> None:
    hall = begun(house, [*NAMES, "Élodie"])
    hall.draw_and_publish()
    (out,) = sitting_out(hall, 2)
    left = seated(hall, 2)[0]
    answer = hall.post(f"places/{left}/", name="", points="usual")
    assert answer["Location"].endswith("/rounds/2/"), "the way to fill the table stands on the round's page"
    page = hall.read("rounds/2/")
    assert "Who takes the empty seat?" in page
    assert f'value="{left}-{out}"' in page
    assert "who sits out" in page
    assert hall.post("rounds/2/fill/", who=f"{left}-{out}").status_code == 302
    assert out in seated(hall, 2)
    assert sitting_out(hall, 2) == []
    assert "Who takes the empty seat?" not in hall.read("rounds/2/")
    hall.open(2)
    assert len(hall.play(2)) == 2


def test_a_seat_is_filled_at_an_open_table_without_a_hand(house: ClubHouse) -> None:
    hall = begun(house, [*NAMES, "Élodie"])
    hall.draw_and_publish()
    hall.open(2)
    (out,) = sitting_out(hall, 2)
    left = seated(hall, 2)[0]
    hall.post(f"places/{left}/", name="", points="usual", begins=2)
    hall.post("rounds/2/fill/", who=f"{left}-{out}")
    table = next(one for one in hall.tables(2) if out in [seat.place.number for seat in one.seats.all()])
    assert table.session is not None
    assert [*NAMES, "Élodie"][out - 1] in [seat.player.name for seat in table.session.seats.all()]
    assert len(hall.play(2)) == 2


def test_a_newcomer_can_take_the_empty_seat_of_the_round_that_runs(house: ClubHouse) -> None:
    hall = begun(house, draw="plan")
    hall.post("places/4/", name="", points="usual")
    hall.open(2)
    come(hall, "Élodie", **{"late-seating": "fit"})
    assert "who has just come" in hall.read("rounds/2/")
    hall.post("rounds/2/fill/", who="4-9")
    hall.open(2)
    assert len([table for table in hall.tables(2) if table.session]) == 2
    hall.play(2)
    assert sitting_out(hall, 1) == [9]
    assert sitting_out(hall, 2) == []


def test_the_rounds_to_come_are_drawn_anew_without_one_who_left(house: ClubHouse) -> None:
    hall = begun(house, [*NAMES, "Élodie"], draw="plan")
    leaving = seated(hall, 2)[3]  # who sits out in round 2 leaves no empty seat there
    hall.post(f"places/{leaving}/", name="", points="usual")
    assert "Redraw the rounds to come without them" in hall.read("rounds/2/")
    assert hall.post("rounds/2/redraw/").status_code == 302
    for number in (2, 3, 4):
        assert seated(hall, number) == [place for place in range(1, 10) if place != leaving]


def test_a_seat_taken_meanwhile_is_not_filled_twice(house: ClubHouse) -> None:
    hall = begun(house, [*NAMES, "Élodie"])
    hall.draw_and_publish()
    (out,) = sitting_out(hall, 2)
    left = seated(hall, 2)[0]
    hall.post(f"places/{left}/", name="", points="usual")
    hall.post("rounds/2/fill/", who=f"{left}-{out}")
    again = hall.phone.post(hall.url("rounds/2/fill/"), {"who": f"{left}-{out}"}, follow=True)
    assert "The seating changed meanwhile." in again.content.decode()
    assert Tournament.objects.get(pk=hall.tournament.pk).changes > 0
