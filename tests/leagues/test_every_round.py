"""What holds for the tables of a round whoever it belongs to: an event, a night or a match."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction

from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.people.merging import TwoPeople, merge_player
from mahjongclub.exchange.exporting import api_data
from mahjongclub.figures.models import Appearance
from mahjongclub.nights.story import story_of
from mahjongclub.outbox.messages import _results as results_in_words
from mahjongclub.outbox.models import Notice
from mahjongclub.rounds.models import Bye, Competition, Round, Table
from mahjongclub.rounds.models import Seat as DrawnSeat
from mahjongclub.tables import recording
from mahjongclub.tables.models import Seat, Session
from tests.clubs.club_house import open_club_house

from .rounds_of_tables import RoundOfTables, have_everybody_told, of_a_match, of_a_night, of_an_event
from .test_quota_of_rounds import NAMES

#: final points in hundreds
EVENT, CLUB = ("450", "350", "250", "150"), ("400", "300", "200", "100")


@pytest.fixture(params=[of_an_event, of_a_night, of_a_match])
def round_of(request: pytest.FixtureRequest, db: None) -> RoundOfTables:
    cache.clear()
    made: RoundOfTables = request.param(open_club_house())
    return made


def points(round_of: RoundOfTables) -> tuple[str, ...]:
    """A result that adds up: an event begins with 30,000 each, the others with 25,000."""
    return EVENT if "tournaments" in round_of.page else CLUB


def close_without_a_hand(session: Session | None) -> None:
    assert session is not None
    recording.close_session(session.pk, recording.Submission(uuid4(), session.version, None, directs=True))


def test_a_result_from_paper_is_that_of_the_drawn_table(round_of: RoundOfTables) -> None:
    round_of.open()
    sessions = {table.session_id for table in round_of.tables()}
    for table in (1, 2):
        assert round_of.type(*points(round_of), table=table).status_code == 200
    assert {*Session.objects.values_list("pk", flat=True)} == sessions, "no second game appears"
    assert all(table.session.has_result for table in round_of.tables()), "nothing stays open"


def test_phones_are_told_their_table_as_it_is_opened(round_of: RoundOfTables) -> None:
    have_everybody_told()
    round_of.open()
    told = Notice.objects.filter(kind__in=(Notice.Kind.ROUND, Notice.Kind.SEAT))
    assert told.count() == len(NAMES)


def test_a_full_club_opens_no_table(round_of: RoundOfTables) -> None:
    Club.objects.filter(pk=round_of.house.club.pk).update(most_games=Session.objects.count() + 1)
    answer = round_of.post_opening()
    assert answer.status_code == 422
    assert "2 more do not fit, and none was saved" in answer.content.decode()
    assert Session.objects.count() == 0


def test_two_players_at_two_tables_of_a_round_are_not_merged(round_of: RoundOfTables) -> None:
    round_of.open()
    first, second = (table.session for table in round_of.tables())
    here, there = (session.seats.get(number=0).player for session in (first, second))
    with pytest.raises(TwoPeople):
        merge_player(here, there, None)
    there.refresh_from_db()
    assert there.merged_into is None


def test_correct_at_a_table_of_a_round_leads_to_its_row_and_changes_points_alone(
    round_of: RoundOfTables,
) -> None:
    round_of.open()
    first = points(round_of)
    round_of.type(*first)
    session = round_of.session()
    assert session is not None
    seated = list(session.seats.order_by("number").values_list("player", flat=True))
    organiser = round_of.house.phone("organiser")
    correct = round_of.house.url(f"results/{session.code}/")
    assert correct in organiser.get(round_of.house.url(f"games/{session.code}/")).content.decode()
    answer = organiser.get(correct)
    assert (answer.status_code, answer["Location"]) == (302, f"{round_of.desk}#table-1")
    names = {"players-0": "Somebody Else", "t1-player-0": "Somebody Else"}
    organiser.post(correct, {**names, **{f"score-{seat}": score for seat, score in enumerate(first)}})
    assert round_of.type(*reversed(first), **{"player-0": "Somebody Else"}).status_code == 200
    session.refresh_from_db()
    assert session.on_paper is not None
    assert session.on_paper["scores"] != [int(score) * 100 for score in first]
    assert list(session.seats.order_by("number").values_list("player", flat=True)) == seated
    assert not Player.objects.filter(name="Somebody Else").exists()
    assert Session.objects.count() == 2


def test_who_has_finished_is_not_listed_before_the_next_round(round_of: RoundOfTables) -> None:
    round_of.open()
    playing = sorted(seat.player.shown_name for seat in Seat.objects.select_related("player"))
    round_of.type(*points(round_of))
    finished = sorted(seat.player.shown_name for seat in round_of.session().seats.select_related("player"))  # type: ignore[union-attr]
    ask = round_of.make_next()
    if "tournaments" not in round_of.page:  # an event's next round waits for every table of this one
        answer = round_of.post_opening(ask)
        assert answer.status_code == 422
        page = unescape(answer.content.decode())
        assert "At two tables at once?" in page
        people = page.split('<ul class="plain-list">')[1].split("</ul>")[0]
        listed = sorted(re.findall(r"<bdi>([^<]*)</bdi>", people))
        assert listed == [name for name in playing if name not in finished]
    round_of.type(*points(round_of), table=2)
    assert round_of.post_opening(ask).status_code == 302
    assert Session.objects.count() == 4


def test_who_waits_for_a_sum_to_be_confirmed_has_finished(round_of: RoundOfTables) -> None:
    round_of.open()
    off = (*points(round_of)[:3], "110")
    for table in (1, 2):
        assert "Confirm this sum" in round_of.type(*off, table=table).content.decode()
    if "tournaments" not in round_of.page:
        assert round_of.post_opening(round_of.make_next()).status_code == 302
        assert Session.objects.count() == 4


def test_the_page_of_a_round_says_how_many_results_are_missing(round_of: RoundOfTables) -> None:
    round_of.open()
    round_of.type(*points(round_of))
    for address in (round_of.page, round_of.desk):
        assert "1 of 2 tables finished · 1 result is missing" in round_of.read(address)
    round_of.type(*points(round_of), table=2)
    for address in (round_of.page, round_of.desk):
        page = round_of.read(address)
        assert "2 of 2 tables finished" in page
        assert "result is missing" not in page
        assert "results are missing" not in page


def test_a_table_closed_without_a_hand_is_no_result(round_of: RoundOfTables) -> None:
    round_of.open()
    round_of.type(*points(round_of))
    close_without_a_hand(round_of.session(2))
    session = round_of.session(2)
    assert session is not None
    assert session.ended_at is not None
    for address in (round_of.page, round_of.desk):
        assert "1 of 2 tables finished" in round_of.read(address)
    club, evening = round_of.house.club, session.evening
    assert evening is not None
    games = round_of.read(round_of.house.url("games/"))
    assert games.count("closed without a hand") == 1
    assert [one.pk for one in story_of(evening).sessions] in ([], [round_of.session().pk])  # type: ignore[union-attr]
    told = results_in_words(club, [evening.pk])
    texts = repr(told)
    assert session.code not in texts
    assert Appearance.objects.filter(session=session).count() == 0
    counts = {one.pk: one.games for one in api_data.evenings_with_game_counts(club)}
    assert counts[evening.pk] == 1
    assert round_of.type(*points(round_of), table=2).status_code == 200, "its result can still be typed"
    assert "2 of 2 tables finished" in round_of.read()


@pytest.mark.parametrize("goes", ["owner", "club"])
def test_no_row_of_a_round_stays_once_its_owner_or_club_is_deleted(
    round_of: RoundOfTables, goes: str
) -> None:
    round_of.open()
    of = Competition.objects.get()
    owner = of.evening or of.season or of.tournament
    assert owner is not None
    (owner if goes == "owner" else round_of.house.club).delete()
    for kind in (Competition, Round, Table, DrawnSeat, Bye):
        assert not kind._default_manager.exists(), kind
    assert Session.objects.count() == 2, "games are no rows of a round"


def test_the_database_seats_nobody_twice_in_a_round(round_of: RoundOfTables) -> None:
    round_of.open()
    first, second = (table.seats.get(number=0) for table in round_of.tables())
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawnSeat.objects.filter(pk=second.pk).update(table=first.table)
    if first.player_id is not None:  # at an event the seats are those of places
        with pytest.raises(IntegrityError), transaction.atomic():
            DrawnSeat.objects.filter(pk=second.pk).update(player=first.player)
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawnSeat.objects.filter(pk=second.pk).update(player=None, place=None, team=None)


def test_a_second_spelling_counts_as_the_person_who_sits_in_a_round(round_of: RoundOfTables) -> None:
    round_of.open()
    first, second = (table.session for table in round_of.tables())
    here, there = (session.seats.get(number=0).player for session in (first, second))
    person = Player.objects.create(name="Léopoldine Fâché", club=round_of.house.club)
    merge_player(person, there, None)
    with pytest.raises(TwoPeople):
        merge_player(here, Player.objects.get(pk=person.pk), None)
    assert Player.objects.get(pk=person.pk).merged_into is None
