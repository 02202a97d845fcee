"""What a round asks of what somebody typed, worked by hand: points, penalties, line-ups, places, days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.utils import timezone

from mahjongclub.clubs.refusal import Refused
from mahjongclub.nights.models import Reply
from mahjongclub.rounds.base_desk import seat_signs
from mahjongclub.rounds.desk import result_status, row_state
from mahjongclub.rounds.desk_form import RowForm, expand_hundreds
from mahjongclub.rounds.fields import (
    CalendarDayField,
    CalendarMomentField,
    ReadableNameField,
    read_signed_tenths,
    read_tenths,
)
from mahjongclub.rounds.lineups import (
    LineupChoice,
    LineupForm,
    check_captain_in_time,
    check_nobody_twice,
    has_deadline_passed,
)
from mahjongclub.rounds.models import Table
from mahjongclub.rounds.penalties.forms import PenaltyForm
from mahjongclub.rounds.penalties.kinds import penalty_kind_or_default
from mahjongclub.rounds.penalties.models import Penalty, penalty_row
from mahjongclub.rounds.waiting import Places, waiting_in_words
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import Session

# --- points of a row ---

WHOLE = [40_000, 30_000, 20_000, 10_000]


@pytest.mark.parametrize(
    ("typed", "before", "due", "read"),
    [
        # in full, and all in hundreds
        (WHOLE, [None] * 4, 100_000, WHOLE),
        ([400, 300, 200, 100], [None] * 4, 100_000, WHOLE),
        # two changed cells in hundreds among others in full
        ([40_000, 30_000, 210, 90], WHOLE, 100_000, [40_000, 30_000, 21_000, 9_000]),
        # a sum that is off: below a tenth of what is due it is in hundreds
        ([400, 300, 200, 99], [None] * 4, 100_000, [40_000, 30_000, 20_000, 9_900]),
        ([4_000, 3_000, 2_000, 999], [None] * 4, 100_000, [400_000, 300_000, 200_000, 99_900]),
        ([4_000, 3_000, 2_000, 1_001], [None] * 4, 100_000, [4_000, 3_000, 2_000, 1_001]),
        ([5_000, 3_000, 2_000, 0], [None] * 4, 100_000, [5_000, 3_000, 2_000, 0]),
        # a changed cell that is no whole hundred among whole ones is in hundreds
        ([40_000, 30_000, 20_000, 99], WHOLE, 100_000, [40_000, 30_000, 20_000, 9_900]),
        ([40_000, 30_000, 20_000, 9_900], WHOLE, 100_000, [40_000, 30_000, 20_000, 9_900]),
        (
            [40_010, 30_000, 20_000, 99],
            [40_010, 30_000, 20_000, 9_990],
            100_000,
            [40_010, 30_000, 20_000, 99],
        ),
        # below zero
        ([-50, 450, 350, 250], [None] * 4, 100_000, [-5_000, 45_000, 35_000, 25_000]),
    ],
)
def test_points_are_read_in_full_or_in_hundreds(
    typed: list[int], before: list[int | None], due: int, read: list[int]
) -> None:
    assert expand_hundreds(typed, before, due) == read


def row(game: str = "riichi", penalties: bool = False, **typed: Any) -> RowForm:
    """A row with these fields, "_" for "-"; a riichi table begins with 25,000 each."""
    variant = find_variant(game)
    data = QueryDict(mutable=True)
    data.update({name.replace("_", "-"): str(value) for name, value in typed.items()})
    form = RowForm(variant, variant.presets[0].rules, data, penalties=penalties)
    form.is_valid()
    return form


def test_a_row_with_all_its_points_is_a_result() -> None:
    form = row(score_0=400, score_1=300, score_2=190, score_3=100, sticks=1)
    assert (form.expected_sum, form.errors, form.off, form.hundreds) == (100_000, {}, "", True)
    assert form.final == {"scores": [40_000, 30_000, 19_000, 10_000], "sticks": 1, "bank": None}
    form = row(score_0=40_000, score_1=30_000, score_2=20_000, score_3=10_000)
    assert (form.off, form.hundreds) == ("", False)


def test_a_row_whose_sum_is_off_says_by_how_much() -> None:
    form = row(score_0=40_000, score_1=30_000, score_2=20_000, score_3=10_100)
    assert "100 too many" in form.off
    assert form.final is not None
    assert "1,000 missing" in row(score_0=39_000, score_1=30_000, score_2=20_000, score_3=10_000).off


def test_a_row_has_all_its_points_or_none() -> None:
    assert (row().final, row().errors) == (None, {})
    assert list(row(score_0=400, score_1=300, score_3=100).errors) == ["score-2"]
    assert list(row(score_0=400, score_1=300, score_2=200, score_3=100, sticks=51).errors) == ["sticks"]
    assert row(score_0=400, score_1=300, score_2=200, score_3=100, sticks=0).final is not None


def test_penalties_of_a_row_have_a_reason_and_points() -> None:
    form = row(penalties=True, penalty_1="7.5", penalty_3="2", reason="Late")
    assert (form.errors, form.penalties) == ({}, {1: 75, 3: 20})
    assert list(row(penalties=True, penalty_1="-7", reason="Late").errors) == ["penalty-1"]
    assert list(row(penalties=True, penalty_1="7").errors) == ["reason"]
    assert list(row(penalties=True, penalty_1="much", reason="Late").errors) == ["penalty-1"]
    assert row(penalties=True, reason="Late").penalties == {}
    assert "penalty-0" not in row().fields


def test_games_without_sticks_have_no_field_for_them() -> None:
    assert "sticks" in row().fields
    assert "sticks" not in row("hongkong").fields


@pytest.mark.parametrize(
    ("doubtful", "session", "status", "state"),
    [
        (None, None, "none", "missing"),
        ({"scores": []}, None, "doubtful", "check"),
        (None, {}, "open", "missing"),
        (None, {"ended": True}, "open", "missing"),
        (None, {"ended": True, "hands": 3}, "phone", "done"),
        (None, {"hands": 3}, "open", "missing"),
        (None, {"ended": True, "paper": True}, "paper", "done"),
        ({"scores": []}, {"ended": True, "paper": True}, "doubtful", "check"),
    ],
)
def test_a_row_says_where_its_result_comes_from(
    doubtful: Any, session: dict[str, Any] | None, status: str, state: str
) -> None:
    table = Table(doubtful=doubtful)
    if session is not None:
        table.session = Session(
            state={"hands": session.get("hands", 0)},
            ended_at=timezone.now() if session.get("ended") else None,
            on_paper={"scores": []} if session.get("paper") else None,
        )
    assert (result_status(table), row_state(table)) == (status, state)
    assert table.has_begun == bool(session)
    assert table.has_result == (state == "done" or (doubtful is not None and session is not None))


# --- penalties ---


@pytest.mark.parametrize(
    ("text", "tenths"),
    [
        *(("20", 200), ("7.5", 75), ("7,5", 75), ("-20", -200), ("−0.1", -1), ("+4", 40), (" 3 ", 30)),
        *(("1000000", 10_000_000), ("-1000000", -10_000_000)),
    ],
)
def test_points_of_a_penalty_are_tenths(text: str, tenths: int) -> None:
    assert read_tenths(text) == read_signed_tenths(text) == tenths


@pytest.mark.parametrize("text", ["", "x", "7.55", "7.", "--1", "1000000.1", "-1000001", "1 000", "٣"])
def test_what_is_no_number_of_points_is_refused(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        read_signed_tenths(text)


@pytest.mark.parametrize("text", ["0", "-0", "0.0"])
def test_nought_points_change_nothing(text: str) -> None:
    assert read_signed_tenths(text) == 0
    with pytest.raises(forms.ValidationError, match="change nothing"):
        read_tenths(text)


def test_a_penalty_is_worth_its_tenths_and_says_its_kind() -> None:
    penalty = Penalty(tenths=-75, kind="points", reason="Late")
    assert (penalty.value, penalty.full_reason) == (-4500, "Late")
    assert penalty.points_in_words(str) == "-4500"
    warning = Penalty(tenths=0, kind="warning", reason="Late")
    assert (warning.points_in_words(str), warning.full_reason) == ("", "Warning · Late")
    taken = {
        key: penalty_kind_or_default(key).default_tenths
        for key in ("points", "warning", "yellow", "chombo", "gone")
    }
    assert taken == {"points": None, "warning": 0, "yellow": 0, "chombo": 200, "gone": None}


# --- who plays ---


def lineup(players: list[int | None], sent: dict[str, str], **more: Any) -> LineupForm:
    """The line-up of four seats, two of them filled, as it is sent."""
    offered = [(1, "Marguerite"), (2, "Bo"), (3, "Jean-Pierre"), (4, "田中 愛子")]
    seats = [
        LineupChoice(number, f"seat-{number}", f"Seat {number}", offered, player, **more)
        for number, player in enumerate(players)
    ]
    return LineupForm(seats, sent)


def test_a_lineup_names_nobody_twice() -> None:
    form = lineup([None, None], {"seat-0": "1", "seat-1": "2"})
    assert form.is_valid()
    assert form.players == {0: 1, 1: 2}
    form = lineup([None, None], {"seat-0": "2", "seat-1": "2"})
    assert list(form.errors) == ["seat-1"]
    assert lineup([None, None], {"seat-0": "", "seat-1": ""}, required=False).is_valid()


def test_a_seat_that_is_not_sent_stays_as_it_is() -> None:
    form = lineup([None, None], {"seat-0": "3"}, required=False)
    assert form.is_valid()
    assert form.players == {0: 3}


def test_a_seat_that_must_be_filled_offers_nobody_only_while_it_is_empty() -> None:
    def offers_nobody(player: int | None, required: bool) -> bool:
        field = lineup([player], {}, required=required).fields["seat-0"]
        assert isinstance(field, forms.ChoiceField)
        return "" in [value for value, _name in list(field.choices)]  # type: ignore[misc]

    assert [offers_nobody(None, True), offers_nobody(1, True)] == [True, False]
    assert [offers_nobody(None, False), offers_nobody(1, False)] == [True, True]


def test_captains_come_in_time_until_the_moment_and_the_opening() -> None:
    now = timezone.now()
    assert not has_deadline_passed(None)
    assert not has_deadline_passed(now + timedelta(minutes=1))
    assert has_deadline_passed(now)
    check_captain_in_time(None)
    check_captain_in_time(now + timedelta(minutes=1))
    with pytest.raises(Refused, match="Line-ups are closed"):
        check_captain_in_time(now)
    with pytest.raises(Refused, match="open already"):
        check_captain_in_time(None, is_table_open=True)


def test_nobody_plays_twice() -> None:
    check_nobody_twice([])
    check_nobody_twice([1, 2, 3])
    with pytest.raises(Refused, match="twice"):
        check_nobody_twice([1, 2, 1])


# --- who has a place ---


def reply(pk: int, minutes: int, place: bool = False, answer: str = "yes") -> Reply:
    """Somebody who said so many minutes after seven whether they come to an evening, kept nowhere."""
    since = datetime(2026, 11, 27, 19, minutes, tzinfo=UTC)
    return Reply(pk=pk, since=since, answer=answer, waits=not place)


def places(capacity: int | None, *replies: Reply) -> Places[Reply]:
    return Places(replies, capacity)


def keys(applicants: list[Reply]) -> list[int]:
    return [applicant.pk for applicant in applicants]


def test_whoever_said_so_first_is_first_in_the_line() -> None:
    found = places(1, reply(1, 9), reply(2, 5), reply(4, 7), reply(3, 7))
    assert keys(found.line) == [2, 3, 4, 1]
    assert [found.place_in_line(pk) for pk in (2, 3, 4, 1, 7)] == [1, 2, 3, 4, 0]
    out = places(1, reply(1, 9, answer="no"))
    assert (out.taken, out.line) == ([], [])


def test_places_are_full_once_taken_or_while_others_wait() -> None:
    taken, waits = reply(1, 1, place=True), reply(2, 2)
    assert not places(2, taken).is_full
    assert places(1, taken).is_full
    assert places(0).is_full
    assert places(2, taken, waits).is_full, "whoever waits comes first"
    assert not places(None, taken, waits).is_full


def test_whoever_comes_takes_a_free_place_or_waits() -> None:
    found, first, second = places(1), reply(1, 1), reply(2, 2)
    found.add(first)
    found.add(second)
    assert (first.has_place, second.has_place) == (True, False)
    assert (first.waits, second.waits) == (False, True)
    assert (keys(found.taken), keys(found.line)) == ([1], [2])


@pytest.mark.parametrize(
    ("capacity", "moved"), [(0, []), (1, []), (2, [2]), (3, [2, 3]), (9, [2, 3]), (None, [2, 3])]
)
def test_as_many_move_up_as_there_are_places(capacity: int | None, moved: list[int]) -> None:
    found = places(capacity, reply(1, 1, place=True), reply(2, 2), reply(3, 3))
    assert keys(found.take_from_line()) == moved
    assert (keys(found.taken), keys(found.line)) == ([1, *moved], [pk for pk in (2, 3) if pk not in moved])
    assert all(applicant.has_place and not applicant.is_in_line for applicant in found.taken)


def test_how_many_wait_in_words() -> None:
    assert [waiting_in_words(count) for count in (1, 2)] == ["1 waits", "2 wait"]


# --- names and days ---


@pytest.mark.parametrize(
    ("day", "is_taken"),
    [("1899-12-31", False), ("1900-01-01", True), ("2200-01-01", True), ("2200-01-02", False)],
)
def test_days_are_of_the_years_that_a_calendar_has(day: str, is_taken: bool) -> None:
    for field, typed in ((CalendarDayField(), day), (CalendarMomentField(), f"{day}T19:00")):
        if is_taken:
            assert str(field.clean(typed)).startswith(day)
        else:
            with pytest.raises(forms.ValidationError, match="between 1900 and 2200"):
                field.clean(typed)
    assert CalendarMomentField().clean("") is None


def test_a_name_has_something_to_read() -> None:
    for name in ("Łukasz Żółć", "ليلى منصور", "7", "O'Brien"):
        assert ReadableNameField().clean(name) == name
    for name in ("---", "…"):
        with pytest.raises(forms.ValidationError, match="letters or digits"):
            ReadableNameField().clean(name)
    assert not ReadableNameField(required=False).clean("")


# --- the form of a penalty ---


class TakesPoints(PenaltyForm):
    """The form of an event: what is typed is taken."""

    takes_points = True


def penalty(form: type[PenaltyForm] = PenaltyForm, **typed: str) -> PenaltyForm:
    data = QueryDict(mutable=True)
    data.update({"reason": "Late", **typed})
    return form(data)


@pytest.mark.parametrize(
    ("kind", "points", "given", "taken"),
    [
        ("points", "7.5", 75, -75),
        ("points", "-20", -200, 200),
        ("", "3", 30, -30),
        ("warning", "", 0, 0),
        ("warning", "0", 0, 0),
        ("warning", "1", 10, -10),
        # a chombo takes twenty points where nothing else is typed, in a season and at an event
        ("chombo", "", -200, -200),
        ("chombo", "30", 300, -300),
    ],
)
def test_points_of_a_season_are_given_and_those_of_an_event_taken(
    kind: str, points: str, given: int, taken: int
) -> None:
    for form, tenths in ((PenaltyForm, given), (TakesPoints, taken)):
        filled = penalty(form, kind=kind, points=points)
        assert filled.is_valid(), filled.errors
        assert filled.model_values == {"kind": kind or "points", "tenths": tenths, "reason": "Late"}


def test_a_penalty_has_a_reason_and_mere_points_are_typed() -> None:
    assert list(penalty(reason="", points="5").errors) == ["reason"]
    assert list(penalty(reason="---", points="5").errors) == ["reason"]
    assert list(penalty(reason="x" * 201, points="5").errors) == ["reason"]
    assert penalty(reason="x" * 200, points="5").is_valid()
    assert list(penalty(points="").errors) == ["points"]
    assert list(penalty(points="0").errors) == ["points"]
    assert list(penalty(kind="warning", points="much").errors) == ["points"]
    assert "kind" in penalty(kind="red", points="5").errors
    assert list(penalty(points="0" * 21).errors) == ["points"]
    assert "at most 20 characters" in str(penalty(points="0" * 21).errors)


def test_the_form_of_a_penalty_says_what_is_taken() -> None:
    usual = "Left empty: Warning 0, Yellow card 0"
    season, event = PenaltyForm().fields["points"], TakesPoints().fields["points"]
    assert str(season.label) == "Points"
    assert str(season.help_text).startswith(f"Below zero takes points away, such as -20. {usual}")
    assert str(event.label) == "Points taken"
    assert str(event.help_text).startswith("In the unit of the ranking, such as 20 or 7.5.")
    assert usual in str(event.help_text)
    assert str(season.help_text).endswith("Chombo -20.")
    assert str(event.help_text).endswith("Chombo 20.")


def test_a_row_of_penalties_says_the_points_the_round_and_the_place() -> None:
    given = Penalty(pk=5, tenths=-75, kind="chombo", reason="Late", round_number=2)
    row = penalty_row(given, "Marguerite", lambda value: f"{value / 600:g}", 4)
    assert (row.pk, row.name, row.points, row.reason) == (5, "Marguerite", "-7.5", "Chombo · Late")
    assert (row.round, row.day, row.number) == (2, None, 4)
    assert penalty_row(given, "Marguerite", str).number == 0, "of a season"


# --- rows of games with a bank, and what a row showed ---


def test_a_game_with_a_bank_has_its_points_in_the_sum() -> None:
    # Ten: two players with 10,000 each and a bank of 100,000
    form = row("ten", score_0=15_000, score_1=8_000, bank=97_000)
    assert (form.expected_sum, form.off, form.errors) == (120_000, "", {})
    assert form.final == {"scores": [15_000, 8_000], "sticks": 0, "bank": 97_000}
    assert "score-2" not in form.fields
    assert "1,000 missing" in row("ten", score_0=15_000, score_1=8_000, bank=96_000).off
    form = row("ten", score_0=150, score_1=80, bank=970)
    assert form.final == {"scores": [15_000, 8_000], "sticks": 0, "bank": 97_000}
    assert form.hundreds
    assert "bank" not in row().fields


def test_changed_cells_are_read_beside_those_that_were_shown() -> None:
    shown = "40000 30000 20000 10000"
    form = row(score_0=40_000, score_1=30_000, score_2=210, score_3=90, shown=shown)
    assert form.final is not None
    assert form.final["scores"] == [40_000, 30_000, 21_000, 9_000]
    # what showed another number of cells says nothing
    form = row(score_0=40_000, score_1=30_000, score_2=210, score_3=90, shown="40000 30000")
    assert form.final is not None
    assert form.final["scores"] == [40_000, 30_000, 210, 90]


def test_sticks_on_the_table_are_a_thousand_each() -> None:
    form = row(score_0=400, score_1=300, score_2=180, score_3=100, sticks=2)
    assert (form.off, form.hundreds) == ("", True)
    assert row(score_0=400, score_1=300, score_2=180, score_3=100, sticks=1).off != ""
    assert row(score_0=0, score_1=0, score_2=0, score_3=50_000, sticks=50).off == ""


def test_points_of_a_tournament_in_american_mah_jongg_have_any_sum() -> None:
    american = find_variant("american")
    data = QueryDict(mutable=True)
    data.update({f"score-{seat}": str(points) for seat, points in enumerate((25, -10, 0, 300))})
    form = RowForm(american, american.find_preset("tournament").rules, data)
    assert (form.errors, form.expected_sum, form.off, form.hundreds) == ({}, None, "", False)
    assert form.final is not None
    assert form.final["scores"] == [25, -10, 0, 300]


def test_a_seat_is_signed_by_its_wind_or_its_number() -> None:
    assert seat_signs("riichi") == ["E", "S", "W", "N"]
    assert seat_signs("sanma") == ["E", "S", "W"]
    assert seat_signs("six") == ["1", "2", "3", "4", "5", "6"]


def test_a_seat_must_be_filled_unless_it_is_said_otherwise() -> None:
    form = lineup([None], {"seat-0": ""})
    assert list(form.errors) == ["seat-0"]
    assert form.errors["seat-0"] == ["This field is required."]
    assert lineup([None], {"seat-0": "9"}).errors["seat-0"] == ["Name a player of the team."]
