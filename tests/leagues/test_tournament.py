"""A tournament from its first form to its final ranking, by the pages people use."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.events import changes
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.rounds.models import Seat as DrawnSeat
from mahjongclub.tables.evening_clock import evening_clock_of
from mahjongclub.tables.models import Seat, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.tables.conftest import ron

from .tournament_hall import TournamentHall, tenths

NAMES = [f"Player {number:02}" for number in range(1, 33)]
#: EMA 2025: 30,000 to start, uma 15/5/-5/-15, those who tie share it. The winner of 5,200 has
#: 5.2 + 15, who paid the opposite; the two at 30,000 share 5 and -5: nothing.
FIRST, LAST = 202, -202


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def test_thirty_two_players_play_seven_rounds(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES)
    hall.post("draw/")
    proposed = hall.read("seating/")
    assert quality(proposed)["Repeated meetings"] == "0"
    assert house.phone("member").get(hall.url()).status_code == 404  # in preparation
    hall.post("publish/")
    published = seating_of(hall)
    assert max(Counter(pair for one in published for table in one for pair in pairs(table)).values()) == 1

    expected: Counter[int] = Counter()
    for number in range(1, 8):
        if number == 4:
            hall.post("places/5/", name="Substitute", points="out")
        hall.open(number)
        for won, paid in hall.play(number):
            expected[won] += FIRST
            expected[paid] += LAST
        assert "8 of 8 tables finished" in hall.read(f"rounds/{number}/")
    assert seating_of(hall) == published, "nothing published is drawn again"

    # place 5 was Player 05 for three rounds, then the substitute, at the tables drawn for the place
    sat = Seat.objects.filter(player__name="Substitute", session__round_table__round__number__gte=4)
    assert sat.count() == 4
    assert Seat.objects.filter(player__name="Player 05").count() == 3

    # a hand of round 2 is corrected: 2 han 30 fu, 2,000, instead of 5,200
    table = hall.tables(2)[0]
    assert table.session is not None
    seats = {seat.place.number: seat.number for seat in table.seats.all()}
    others = sorted(number for number, seat in seats.items() if seat != 0)
    corrected = ron(seats[others[0]], seats[others[-1]], han=2, fu=30)
    assert hall.phone.confirm(table.session, corrected, number=1).status_code in (200, 302)
    expected[others[0]] -= 32
    expected[others[-1]] += 32

    # the referee takes 10 points from place 1
    hall.post("penalties/", number=1, points="10", reason="Late for round 6", round_number=6)
    expected[1] -= 100
    page = hall.read()
    assert "Late for round 6" in page
    assert "-10.0" in page

    hall.post("finish/")
    totals = hall.totals("member")
    shown = {name: tenths(total) for name, (_rank, total) in totals.items()}
    for number, name in enumerate(NAMES, start=1):
        assert shown["Substitute" if number == 5 else name] == expected[number], name
    assert totals["Substitute"][0] == "–"
    ranked = sorted((expected[number] for number in range(1, 33) if number != 5), reverse=True)
    assert totals["Player 01"][0] == str(1 + ranked.index(expected[1]))
    assert sum(expected.values()) == -100
    assert Tournament.objects.get().state == "final"
    assert "final" in hall.read(who="member")


def test_a_correction_after_the_end_is_shown_and_said(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    ((won, paid),) = hall.play(1)
    hall.post("finish/")
    before = hall.totals()
    assert before[NAMES[won - 1]] == ("1", "+20.2")
    assert before[NAMES[paid - 1]] == ("4", "-20.2")
    assert "corrected since" not in hall.read()
    table = hall.tables(1)[0]
    seats = {seat.place.number: seat.number for seat in table.seats.all()}
    assert table.session is not None
    hall.phone.confirm(table.session, ron(seats[paid], seats[won]), number=1)
    assert hall.totals() == before, "what was published stands"
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", hall.read()))
    assert "corrected since" in page
    assert f"{NAMES[paid - 1]}: 4 · -20.2 → 1 · +20.2" in page.replace("−", "-")
    hall.post("finish/", again="1")
    assert hall.totals()[NAMES[paid - 1]] == ("1", "+20.2")
    assert "corrected since" not in hall.read()


def test_what_is_final_stays_until_it_is_opened_again(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2)
    early = hall.phone.post(hall.url("finish/"), follow=True).content.decode()
    assert "There is no seating to publish." in early
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    before = hall.read("finish/")
    assert "1 table has no result and counts for nothing" in before
    hall.post("finish/")
    assert hall.post("penalties/", number=1, points="5", reason="Noise").status_code == 422
    assert hall.post("places/1/", name="Somebody", points="keep").status_code == 422
    hall.open(2)
    assert hall.tables(2)[0].session is None
    hall.post("reopen/")
    hall.open(2)
    assert hall.tables(2)[0].session is not None


def test_players_sit_on_the_winds_drawn(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    for table in hall.tables(1):
        assert table.session is not None
        drawn = [NAMES[seat.place.number - 1] for seat in table.seats.all()]
        sitting = table.session.seats.order_by("number").values_list("player__name", flat=True)
        assert list(sitting) == drawn
        assert table.session.started_at is not None, "nobody draws the seats again"
        assert table.session.evening is not None
        assert table.session.evening.name == "Spring open"
    hall.open(1)
    assert Session.objects.count() == 2, "opening twice opens once"


def test_a_table_waits_for_a_substitute_and_the_others_play(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2)
    hall.draw_and_publish()
    hall.post("places/3/", name="", points="keep")
    hall.open(1)
    waiting = next(t for t in hall.tables(1) if 3 in [seat.place.number for seat in t.seats.all()])
    assert waiting.session is None
    assert "Somebody is missing at table" in hall.read("rounds/1/")
    assert hall.post("places/3/", name=NAMES[0], points="keep").status_code == 422  # plays already
    hall.post("places/3/", name="Helper", points="keep")
    hall.open(1)
    waiting.refresh_from_db()
    assert waiting.session is not None
    assert waiting.session.seats.filter(player__name="Helper").exists()


def test_a_place_goes_on_with_its_points_under_another_name(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2)
    hall.draw_and_publish()
    hall.open(1)
    ((won, _paid),) = hall.play(1)
    hall.post(f"places/{won}/", name="Successor", points="keep")
    page = hall.read()
    assert hall.totals()["Successor"] == ("1", "+20.2")
    assert f"from round 2, for {NAMES[won - 1]}" in page


def test_teams_are_kept_apart_and_added_up(house: ClubHouse) -> None:
    lines = [f"{name}; Team {number % 4}" for number, name in enumerate(NAMES[:16])]
    hall = TournamentHall(house, lines, round_count=4)
    hall.draw_and_publish()
    assert quality(hall.read("seating/"))["Repeated meetings"] == "0"
    for one in seating_of(hall):
        for table in one:
            assert len({number % 4 for number in table}) == 4
    hall.open(1)
    points: Counter[int] = Counter()
    for won, paid in hall.play(1):
        points[(won - 1) % 4] += FIRST
        points[(paid - 1) % 4] += LAST
    totals = hall.totals()
    assert {team: tenths(totals[f"Team {team}"][1]) for team in range(4)} == {
        team: points[team] for team in range(4)
    }


def test_a_seating_that_is_made_is_checked_and_published_next(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8])
    hall.post("draw/")
    page = hall.phone.get(hall.url("")).content.decode()
    step = page.partition("The seating is made")[2].partition("</section>")[0]
    assert "Check and publish the seating" in step
    assert hall.url("seating/") in step


def test_a_swiss_round_is_drawn_by_the_ranking_once_the_last_has_been_played(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:16], round_count=3, draw="swiss")
    hall.draw_and_publish()
    hall.open(1)
    hall.post("draw/")
    assert hall.tournament.rounds.count() == 1, "round 1 is still being played"
    hall.play(1)
    hall.draw_and_publish()
    first, second = seating_of(hall)
    assert not {pair for t in first for pair in pairs(t)} & {pair for t in second for pair in pairs(t)}


def test_a_round_drawn_by_lot_leaves_out_who_has_withdrawn(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=2, draw="lot")
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    for number in (1, 2, 3):
        hall.post(f"places/{number}/", name="", points="out")
    drawn = hall.phone.post(hall.url("draw/"), follow=True).content.decode()
    assert "Sits out:" in drawn, "one of five"
    hall.post("places/4/", name="", points="out")
    hall.draw_and_publish()
    assert [sorted(table) for table in seating_of(hall)[1]] == [[5, 6, 7, 8]]


@pytest.mark.parametrize("draw", ["swiss", "lot"])
def test_a_team_does_not_meet_itself_once_the_ranking_orders_the_places(house: ClubHouse, draw: str) -> None:
    """Nor once some withdrew: the places that play are then not numbered one after another."""
    lines = [f"{name}; Team {number % 4}" for number, name in enumerate(NAMES[:16])]
    hall = TournamentHall(house, lines, round_count=3, draw=draw)
    hall.draw_and_publish()
    for number in (1, 2):
        hall.open(number)
        hall.play(number)
        for gone in range(6 * number - 5, 6 * number - 1):
            hall.post(f"places/{gone}/", name="", points="out")
        hall.draw_and_publish()
        here = seating_of(hall)[number]
        assert sum(map(len, here)) == 16 - 4 * number
        assert all(len({number % 4 for number in table}) == 4 for table in here), here


def test_too_few_players_for_one_table_are_told_how_many_are_missing(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:2])
    refused = hall.phone.post(hall.url("draw/"), follow=True).content.decode()
    assert "A table has 4 players: 2 more are needed." in refused
    assert not hall.tournament.rounds.exists()


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("Aiko\nAIKO", "Line 2, “AIKO”: Two players have this name"),
        ("Aiko; Reds\nBenoît", "Line 2, “Benoît”: With teams, everybody needs one."),
        ("Aiko\n--", "Choose a name of letters or digits."),
        ("x" * 201, "This name is too long."),
        ("\n".join(f"P{number}" for number in range(241)), "At most 240 players."),
        ("Ai\0ko", "Null characters are not allowed."),
    ],
)
def test_a_list_with_a_fault_is_kept_as_typed_and_the_fault_said(
    house: ClubHouse, typed: str, fault: str
) -> None:
    hall = TournamentHall(house, NAMES[:4])
    answer = hall.post("players/", players=typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert fault in page
    assert typed.splitlines()[0][:20].replace("\0", "") in page.replace("\0", "")
    assert hall.tournament.places.count() == 4, "the list before stays"


def test_players_come_from_the_roster_and_new_ones_onto_it(house: ClubHouse) -> None:
    known = Player.objects.create(club=house.club, name="Dina")
    hall = TournamentHall(house, [])
    hall.post("players/", players="Aiko\nBenoît\nChen", known="Dina")
    players = [stint.player for stint in Stint.objects.order_by("place__number")]
    assert [player.name for player in players if player] == ["Aiko", "Benoît", "Chen", "Dina"]
    assert players[-1] == known
    assert house.club.players.filter(name="Chen").exists()


def test_the_round_clock_runs_on_the_wall_of_the_evening(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2, minutes=60)
    hall.draw_and_publish()
    hall.open(1)
    assert "Start the round: 60 minutes" in hall.read("rounds/1/")
    hall.post("rounds/1/clock/")
    evening = Evening.objects.get(name="Spring open")
    clock = evening_clock_of(evening)
    assert clock is not None
    assert (clock.minutes, clock.alarms, clock.started_at is not None) == (60, [50], True)
    assert "Start the round" not in hall.read("rounds/1/")
    hall.play(1)
    hall.open(2)
    assert "Start the round: 60 minutes" in hall.read("rounds/2/"), "the clock of round 1 is not that of 2"


def test_the_wall_has_the_numbers_of_the_tables_drawn(house: ClubHouse) -> None:
    """Whichever table began first, a table beside the tournament too."""
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    evening = Evening.objects.get(name="Spring open")
    tables = [table.session for table in hall.tables(1)]
    beside = house.phone("scorer").open_table(names=("Jo", "Kim", "Lou", "Max"), belongs=f"e{evening.pk}")
    for ago, session in enumerate((*tables, beside)):
        began = timezone.now() - timedelta(minutes=ago)
        Session.objects.filter(pk=session.pk).update(started_at=began, evening=evening)
    page = house.phone("member").get(house.url("").replace("/c/", "/wall/")).content.decode()
    numbers = re.findall(r'wall-number">.*?</span>(\d+)</span>.*?wall-name[^>]*>([^<]*)<', page, re.S)
    names = {str(table.number): table.session.seats.first().player.shown_name for table in hall.tables(1)}
    assert dict(numbers) == {**names, "3": "Jo"}


def test_the_cards_of_a_round_hold_a_code_for_every_table(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    hall.draw_and_publish()
    assert "No table is open yet." in hall.read("rounds/1/sheet/")
    hall.open(1)
    page = hall.read("rounds/1/sheet/")
    assert page.count("<svg") >= 2
    codes = re.findall(r'class="code" translate="no">(\w{3}) (\w{3})<', page)
    assert len(codes) == 2
    guest = house.phone("nobody")
    joined = guest.post("/join/", {"code": "".join(codes[0])})
    assert joined.status_code == 302


def test_a_penalty_is_taken_back_and_bad_ones_are_refused(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    ((won, _paid),) = hall.play(1)
    for points in ("", "0", "abc", "1.25", "9" * 30, "١٠"):
        refused = hall.post("penalties/", number=won, points=points, reason="Noise")
        assert refused.status_code == 422, points
    assert hall.post("penalties/", number=99, points="5", reason="Noise").status_code == 422
    hall.post("penalties/", number=won, points="7,5", reason="Noise")
    assert hall.totals()[NAMES[won - 1]] == ("1", "+12.7")
    number = hall.tournament.penalties.get().pk
    hall.post(f"penalties/{number}/take-back/")
    assert hall.totals()[NAMES[won - 1]] == ("1", "+20.2")


def test_swapped_players_keep_their_own_points(house: ClubHouse) -> None:
    """Two who sat on each other's seats are swapped at the table: the points follow the players."""
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    ((won, paid),) = hall.play(1)
    table = hall.tables(1)[0]
    assert table.session is not None
    seats = {seat.place.number: seat.number for seat in table.seats.all()}
    version = Session.objects.get().version
    swapped = hall.phone.post(
        f"/t/{table.session.code}/swap/",
        {
            "one": seats[won],
            "other": seats[paid],
            "version": version,
            "key": "5f3f0a58-0d10-4f3c-9c0b-4b7f0a6b7a11",
        },
    )
    assert swapped.status_code == 302, swapped.content.decode()[:2000]
    assert hall.totals()[NAMES[paid - 1]] == ("1", "+20.2")


def test_a_table_kept_on_paper_counts_like_the_others(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    page = "rounds/1/tables/1/paper/"
    typed = {"score-0": "45,000", "score-1": "35 000", "score-2": "25000", "score-3": "15000"}
    wrong = hall.post(page, **{**typed, "score-3": "14000"})
    assert wrong.status_code == 422
    assert "1,000 missing" in wrong.content.decode()
    assert 'value="45,000"' in wrong.content.decode()
    assert hall.post(page, **{**typed, "score-0": "\0x"}).status_code == 422
    drawn = [NAMES[seat.place.number - 1] for seat in hall.tables(1)[0].seats.all()]
    assert hall.post(page, **typed).status_code == 302
    # EMA 2025: (points - 30,000) / 1,000 and uma 15, 5, -5, -15
    assert hall.totals() == dict(
        zip(drawn, [("1", "+30.0"), ("2", "+10.0"), ("3", "-10.0"), ("4", "-30.0")], strict=True)
    )
    assert Session.objects.count() == 1, "the table that was opened and not played is gone"
    assert Player.objects.count() == 4
    hall.post(page, **typed)
    assert Session.objects.count() == 1


def test_a_table_with_hands_takes_no_result_from_paper(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:8], round_count=1)
    hall.draw_and_publish()
    hall.open(1)
    table = hall.tables(1)[0]
    assert table.session is not None
    hall.phone.confirm(table.session, ron(1, 2))
    scores = {f"score-{seat}": "30000" for seat in range(4)}
    told = hall.phone.post(hall.url("rounds/1/tables/1/paper/"), scores, follow=True).content.decode()
    assert "Nothing was saved: hands have been recorded there" in told
    assert hall.tables(1)[0].session == table.session


def quality(page: str) -> dict[str, str]:
    """What the page says of repeated meetings, and of the fewest possible."""
    return dict(re.findall(r"<dt>([^<]*)</dt>\s*<dd><b>(\d+)</b></dd>", page))


def seating_of(hall: TournamentHall) -> list[list[tuple[int, ...]]]:
    """Numbers of places at every table of every published round."""
    rounds = hall.tournament.rounds.filter(published_at__isnull=False).count()
    return [
        [tuple(seat.place.number for seat in table.seats.all()) for table in hall.tables(number)]
        for number in range(1, rounds + 1)
    ]


def pairs(table: tuple[int, ...]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in combinations(table, 2)]


@pytest.mark.parametrize("change", ["a place more", "published meanwhile"])
def test_a_draw_is_refused_where_the_tournament_changed_while_it_was_computed(
    house: ClubHouse, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    hall = TournamentHall(house, [f"Player {number}" for number in range(1, 9)], round_count=3)
    hall.draw()
    compute = changes._drawn

    def compute_slowly(*args: Any) -> Any:
        drawn = compute(*args)
        if change == "published meanwhile":
            changes.publish_drawn_rounds(hall.tournament)
        else:
            Place.objects.create(tournament=hall.tournament, number=9)
        return drawn

    before = drawn_seats(hall)
    monkeypatch.setattr(changes, "_drawn", compute_slowly)
    with pytest.raises(Refused, match="The tournament changed meanwhile"):
        changes.draw_rounds(hall.tournament)
    assert drawn_seats(hall) == before, "what was drawn stays"


def drawn_seats(hall: TournamentHall) -> list[tuple[int, int, int]]:
    """Every drawn seat by its row, seat and place."""
    seats = DrawnSeat.objects.filter(table__round__competition__tournament=hall.tournament)
    return list(seats.order_by("pk").values_list("pk", "number", "place"))
