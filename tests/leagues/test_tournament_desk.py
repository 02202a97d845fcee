"""The desk: the results of a round typed from paper, a row a table, over what phones recorded."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from mahjongclub.clubs.models import Club
from mahjongclub.events import state
from mahjongclub.figures.models import Appearance
from mahjongclub.rounds.models import Table
from mahjongclub.rounds.penalties.models import Penalty
from mahjongclub.tables.models import Session
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house
from tests.tables.conftest import Phone, ron

from .test_tournament_roles import ORGANISERS, outcome
from .tournament_hall import TournamentHall

NAMES = [f"Player {number:02}" for number in range(1, 9)]
#: EMA 2025: (points - 30,000) / 1,000 and uma 15, 5, -5, -15
TYPED = ("450", "350", "250", "150")
COUNTED = ["+30.0", "+10.0", "-10.0", "-30.0"]


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Two tables, the first round open."""
    opened = TournamentHall(house, NAMES[:8], round_count=2)
    opened.draw_and_publish()
    opened.open(1)
    return opened


def stamp(hall: TournamentHall, table: int = 1, number: int = 1) -> str:
    page = hall.read(f"rounds/{number}/desk/")
    found = re.search(rf'name="t{table}-seen" value="(\w+)"', page)
    assert found
    return found[1]


def row(
    hall: TournamentHall,
    *scores: str,
    table: int = 1,
    number: int = 1,
    phone: Phone | None = None,
    script: bool = True,
    seen: str | None = None,
    **more: Any,
) -> HttpResponse:
    """Somebody's post of a row, the page loaded in this moment."""
    fields = {f"t{table}-score-{seat}": score for seat, score in enumerate(scores)}
    fields |= {f"t{table}-{name.replace('_', '-')}": value for name, value in more.items()}
    fields[f"t{table}-seen"] = stamp(hall, table, number) if seen is None else seen
    headers = {"HX-Request": "true"} if script else {}
    address = hall.url(f"rounds/{number}/tables/{table}/desk/")
    return (phone or hall.phone).post(address, fields, headers=headers)


def drawn(hall: TournamentHall, table: int = 1, number: int = 1) -> list[str]:
    return [NAMES[seat.place.number - 1] for seat in hall.tables(number)[table - 1].seats.all()]


def counted(hall: TournamentHall, table: int = 1) -> list[str]:
    """The totals of the four of a table, as drawn."""
    totals = hall.totals()
    return [totals[name][1] for name in drawn(hall, table)]


@pytest.mark.parametrize(
    "typed", [TYPED, ("45000", "35,000", "25 000", "15’000"), ("４５０", "350", "250", "150")]
)
def test_a_result_is_typed_in_hundreds_or_in_full(hall: TournamentHall, typed: tuple[str, ...]) -> None:
    answer = row(hall, *typed)
    assert answer.status_code == 200
    fragment = answer.content.decode()
    assert 'value="45,000"' in fragment, "what was understood stands there in full"
    assert ("Understood in hundreds." in fragment) == (typed[1] == "350")
    assert "1 of 2 tables finished" in fragment
    assert "<html" not in fragment
    assert counted(hall) == COUNTED


@pytest.mark.parametrize("corrected", ["25000", "250", "２５０"])
def test_one_score_is_corrected_in_hundreds_or_in_full(hall: TournamentHall, corrected: str) -> None:
    assert row(hall, "450", "350", "150", "150").status_code == 200
    shown = "45000 35000 15000 15000"
    answer = row(hall, "45,000", "35,000", corrected, "15,000", shown=shown)
    assert answer.status_code == 200
    assert "to be confirmed" not in answer.content.decode()
    assert counted(hall) == COUNTED


def test_a_correction_in_hundreds_with_a_wrong_sum_stays_in_hundreds(hall: TournamentHall) -> None:
    assert row(hall, *TYPED).status_code == 200
    answer = row(hall, "45,000", "35,000", "251", "15,000", shown="45000 35000 25000 15000")
    assert "The points add up to 120,100 and should be 120,000: 100 too many." in answer.content.decode()
    assert 'value="25,100"' in answer.content.decode()


def test_sticks_left_on_the_table_belong_to_the_sum(hall: TournamentHall) -> None:
    assert row(hall, "440", "350", "250", "150", sticks="1").status_code == 200
    assert hall.tables(1)[0].session is not None
    assert hall.tables(1)[0].session.on_paper["sticks"] == 1  # type: ignore[union-attr,index]


def test_a_sum_that_is_off_waits_until_it_is_confirmed(hall: TournamentHall) -> None:
    answer = row(hall, "450", "350", "250", "140")
    assert answer.status_code == 200
    assert "The points add up to 119,000 and should be 120,000: 1,000 missing." in answer.content.decode()
    page = hall.read("rounds/1/desk/")
    assert "to be confirmed" in page, "it is kept"
    assert 'value="14,000"' in page
    assert "0 of 2 tables finished" in page, "and does not count"
    assert row(hall, "45000", "35000", "25000", "14000").status_code == 200
    assert "to be confirmed" in hall.read("rounds/1/desk/"), "saved again it still waits"
    assert row(hall, "45000", "35000", "25000", "14000", confirm="1").status_code == 200
    page = hall.read("rounds/1/desk/")
    assert "to be confirmed" not in page
    assert "The sum is off and was confirmed." in page
    assert counted(hall) == ["+30.0", "+10.0", "-10.0", "-31.0"]
    row(hall, "45000", "35000", "25000", "14000")
    assert "to be confirmed" not in hall.read("rounds/1/desk/"), "what was confirmed stays so"
    row(hall, *TYPED)
    assert "was confirmed" not in hall.read("rounds/1/desk/")
    assert counted(hall)[3] == "-30.0"


def test_paper_overrides_what_a_phone_recorded_and_both_stay_visible(hall: TournamentHall) -> None:
    won, _paid = hall.play_table(hall.tables(1)[0])
    recorded = hall.read("rounds/1/desk/")
    assert "from the phone" in recorded
    assert "Phone: 35,200" in recorded
    assert row(hall, *TYPED).status_code == 200
    page = hall.read("rounds/1/desk/")
    assert "from paper" in page
    assert "Phone: 35,200" in page
    assert counted(hall) == COUNTED
    session = hall.tables(1)[0].session
    assert session is not None
    game = hall.phone.get(f"/t/{session.code}/end/", follow=True).content.decode()
    assert "The final points are those of the paper." in unescape(game)
    assert session.hands.count() == 1
    log = unescape(hall.phone.get(f"/t/{session.code}/log/").content.decode())
    assert "Result corrected" in log
    assert re.search(rf"{drawn(hall)[0]}\W* 45,000", log)
    # the club's figures, which a season takes its games from, agree once the round is over
    assert not Appearance.objects.filter(session=session).exists()
    hall.play_table(hall.tables(1)[1])
    places = dict(Appearance.objects.filter(session=session).values_list("player__name", "score"))
    assert places == dict(zip(drawn(hall), [45000, 35000, 25000, 15000], strict=True))
    # the phone was right after all: the row is emptied
    assert row(hall, "", "", "", "").status_code == 200
    assert hall.totals()[NAMES[won - 1]][1] == "+20.2"
    assert "from the phone" in hall.read("rounds/1/desk/")


def test_a_phone_that_died_in_the_middle_is_ended_by_the_paper(hall: TournamentHall) -> None:
    session = hall.tables(1)[0].session
    assert session is not None
    hall.phone.confirm(session, ron(1, 2))
    assert row(hall, *TYPED).status_code == 200
    session.refresh_from_db()
    assert session.ended_at is not None
    again = hall.phone.confirm(session, ron(1, 3))
    assert again.status_code in (302, 409, 422), "nothing is recorded there any more"
    assert session.hands.count() == 1
    assert counted(hall) == COUNTED


def test_paper_goes_by_the_player_where_two_swapped_seats(hall: TournamentHall) -> None:
    table = hall.tables(1)[0]
    won, paid = hall.play_table(table)
    seats = {seat.place.number: seat.number for seat in table.seats.all()}
    assert table.session is not None
    version = Session.objects.get(pk=table.session.pk).version
    key = "5f3f0a58-0d10-4f3c-9c0b-4b7f0a6b7a11"
    form = {"one": seats[won], "other": seats[paid], "version": version, "key": key}
    assert hall.phone.post(f"/t/{table.session.code}/swap/", form).status_code == 302
    assert row(hall, *TYPED).status_code == 200
    assert counted(hall) == COUNTED
    assert 'value="45,000"' in hall.read("rounds/1/desk/").split("t1-score-1")[0]


def test_a_table_that_was_never_opened_takes_its_result(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=1)
    hall.draw_and_publish()
    assert row(hall, *TYPED, script=False).status_code == 302
    assert counted(hall) == COUNTED
    assert row(hall, "", "", "", "", script=False).status_code == 302
    assert "0 of 1 tables finished" in hall.read("rounds/1/desk/")


def test_a_result_of_an_earlier_round_is_corrected_at_any_time(hall: TournamentHall) -> None:
    row(hall, *TYPED)
    row(hall, *TYPED, table=2)
    hall.open(2)
    row(hall, *reversed(TYPED), number=1)
    assert counted(hall) == ["-30.0", "-10.0", "+10.0", "+30.0"]
    hall.post("finish/")
    refused = row(hall, *TYPED)
    assert refused.status_code == 422
    assert "The ranking is final" in refused.content.decode()


def test_a_penalty_is_given_with_the_row(hall: TournamentHall) -> None:
    answer = row(hall, *TYPED, penalty_0="20", reason="Chombo")
    assert answer.status_code == 200
    assert "Penalty: -20.0, Chombo" in unescape(answer.content.decode()).replace("−", "-")
    assert counted(hall)[0] == "+10.0"
    missing = row(hall, "45000", "35000", "25000", "15000", penalty_1="5")
    assert missing.status_code == 422
    assert "Say why" in missing.content.decode()
    assert Penalty.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"score_3": ""}, "A score is missing."),
        ({"score_3": "12.5"}, "Write the points as a whole number."),
        ({"score_3": "9" * 30}, "Write the points as a whole number."),
        ({"score_0": "999999999"}, "Too many points."),
        ({"score_3": "1\0"}, "Write the points as a whole number."),
        ({"sticks": "99"}, "At most 50 sticks"),
        ({"sticks": "x"}, "whole number"),
        ({"penalty_0": "abc", "reason": "Late"}, "Write the points as a number"),
        ({"penalty_0": "5", "reason": "x" * 201}, "at most 200"),
        ({"penalty_0": "-20", "reason": "Late"}, "Type the points taken without a minus."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_as_typed(
    hall: TournamentHall, fields: dict[str, str], told: str
) -> None:
    typed = {f"score_{seat}": score for seat, score in enumerate(TYPED)} | fields
    for script in (True, False):
        answer = row(hall, script=script, **typed)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert told in unescape(page)
        assert 'value="350"' in page
        assert 'aria-invalid="true"' in page or "Too many points." in page
    assert "0 of 2 tables finished" in hall.read("rounds/1/desk/")


def test_of_two_desks_the_second_is_told_what_the_first_typed(hall: TournamentHall, house: ClubHouse) -> None:
    before = stamp(hall)
    assert row(hall, *TYPED, seen=before).status_code == 200
    owner = house.phone("owner")
    late = row(hall, "400", "400", "250", "150", phone=owner, seen=before)
    assert late.status_code == 409
    page = late.content.decode()
    assert "Somebody else has typed this table meanwhile" in page
    assert "45,000 · 35,000 · 25,000 · 15,000" in page
    assert 'value="400"' in page
    assert counted(hall) == COUNTED
    seen = re.search(r'name="t1-seen" value="(\w+)"', page)
    assert seen
    assert row(hall, "400", "400", "250", "150", phone=owner, seen=seen[1]).status_code == 200
    assert counted(hall)[0] == "+20.0"
    assert row(hall, "40000", "40000", "25000", "15000", seen=before).status_code == 200, "the same twice"


def test_a_penalty_sent_twice_is_given_once(hall: TournamentHall) -> None:
    before = stamp(hall)
    for status in (200, 409):
        assert row(hall, *TYPED, penalty_0="20", reason="Chombo", seen=before).status_code == status
    assert Penalty.objects.count() == 1


def test_a_table_that_lacks_a_player_and_a_round_to_come_take_no_result(house: ClubHouse) -> None:
    hall = TournamentHall(house, NAMES[:4], round_count=2)
    hall.draw_and_publish()
    early = row(hall, *TYPED, number=2)
    assert early.status_code == 422
    assert "Another round has to be played first." in early.content.decode()
    hall.post("places/3/", name="", points="keep")
    lacking = row(hall, *TYPED)
    assert lacking.status_code == 422
    assert "Somebody is missing at this table" in lacking.content.decode()
    assert row(hall, *TYPED, table=2, seen="x").status_code == 404
    assert not Table.objects.exclude(session=None).exists()


def test_only_organisers_come_to_the_desk(hall: TournamentHall, house: ClubHouse) -> None:
    pages = tuple(outcome(house.phone(who).get(hall.url("rounds/1/desk/"))) for who in PEOPLE)
    assert pages == ORGANISERS
    seen = stamp(hall)
    posts = tuple(
        outcome(row(hall, *TYPED, phone=house.phone(who), seen=seen, script=False)) for who in PEOPLE
    )
    assert posts == ORGANISERS
    Club.objects.update(visibility="private")
    assert house.phone("member").get(hall.url("rounds/1/desk/")).status_code in (403, 404)


@pytest.mark.parametrize("script", [True, False])
def test_a_locked_club_saves_nothing_and_the_row_keeps_what_was_typed(
    hall: TournamentHall, house: ClubHouse, *, script: bool
) -> None:
    seen = stamp(hall)
    Club.objects.filter(pk=house.club.pk).update(locked_at=timezone.now())
    answer = row(hall, *TYPED, seen=seen, script=script)
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert "The person who runs this server has locked" in text
    assert "What you typed stays here: save it again then." in text
    assert 'value="450"' in text
    assert ("<html" in text) == (not script), "beside it the other rows stay as they are being typed"
    assert not (hall.tables(1)[0].session.on_paper)  # type: ignore[union-attr]
    Club.objects.filter(pk=house.club.pk).update(locked_at=None)
    assert row(hall, *TYPED, seen=seen).status_code == 200
    assert counted(hall) == COUNTED


def test_a_row_of_a_large_event_is_saved_by_reading_the_event_once(
    hall: TournamentHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, reads = stamp(hall), list[object]()
    read = state.load_rounds
    monkeypatch.setattr(state, "load_rounds", lambda found: reads.append(found) or read(found))
    answer = row(hall, *TYPED, seen=seen)
    assert answer.status_code == 200
    assert len(reads) == 1
    assert "1 of 2 tables finished" in answer.content.decode(), "and what it shows is as saved"


@pytest.mark.parametrize("shown", ["1 " * 200, "ten", "45000", "9" * 5000, "\0"])
def test_a_hidden_field_that_says_nonsense_loses_no_result(hall: TournamentHall, shown: str) -> None:
    assert row(hall, *TYPED, shown=shown).status_code in (200, 422)
    assert row(hall, *TYPED).status_code == 200
    assert counted(hall) == COUNTED
