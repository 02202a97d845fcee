"""Days and hours as people write them: read rightly or refused with an example, never guessed."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.clubs.club_model import Evening
from mahjongclub.clubs.typed_days import read_typed_day, read_typed_hour, read_typed_moment

from .club_house import ClubHouse

CHRISTMAS_EVE = date(2026, 12, 24)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "typed",
    [
        *("2026-12-24", "2026/12/24", "2026.12.24", "20261224", "24122026", " 24/12/2026 ", "24.12.2026"),
        *("24-12-2026", "24. 12. 2026", "24/12/26", "24.12.26", "24 décembre 2026"),
        *(
            "jeudi 24 décembre 2026",
            "jeu. 24 déc. 2026",
            "le 24 déc 2026",
            "24 December 2026",
            "24 Dec. 2026",
        ),
        *("December 24, 2026", "December 24th, 2026", "the 24th of December 2026", "Thursday, Dec 24, 2026"),
        *(
            "２０２６年１２月２４日",
            "2026년 12월 24일",
            "令和8年12月24日",
            "R8.12.24",
            "民國115年12月24日",
            "２０２６－１２－２４",
            "٢٤/١٢/٢٠٢٦",
            "24‑12‑2026",
            "24 12 2026",
        ),
    ],
)
def test_a_day_is_read_as_people_of_both_languages_write_it(language: str, typed: str) -> None:
    with override(language):
        assert read_typed_day(typed) == CHRISTMAS_EVE


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("1er janvier 2027", date(2027, 1, 1)),
        ("mar. 3 mars 2026", date(2026, 3, 3)),
        ("3 mar 2026", date(2026, 3, 3)),
        ("3 août 26", date(2026, 8, 3)),
        ("11.12.2026", date(2026, 12, 11)),
        ("29/2/2028", date(2028, 2, 29)),
        ("13/5/99", date(1999, 5, 13)),
    ],
)
def test_other_days_are_read_too(typed: str, day: date) -> None:
    with override("fr"):
        assert read_typed_day(typed) == day


def test_what_is_day_and_month_in_either_order_is_one_day_in_french_and_asked_about_in_english() -> None:
    with override("fr"):
        assert read_typed_day("11/12/2026") == date(2026, 12, 11)
    with override("en"), pytest.raises(ValidationError, match="12 November 2026 or 11 December 2026"):
        read_typed_day("11/12/2026")
    with override("en"):
        assert read_typed_day("12/24/2026") == CHRISTMAS_EVE
        assert read_typed_day("11/11/2026") == date(2026, 11, 11)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_figures_for_the_year_are_asked_about_where_they_could_be_the_day(language: str) -> None:
    with override(language), pytest.raises(ValidationError, match=r"2012.*2026|2026.*2012"):
        read_typed_day("26-03-12")


@pytest.mark.parametrize(
    "typed",
    [
        *("demain", "24 décembre", "Monday", "31/02/2026", "29.2.2027", "24 Foo 2026", "3 jui 2026", "2026"),
        *("24/12", "24/12/2026 and more", "vendredi 24 décembre 2026", "24 12", "0/0/0", "24--12--2026"),
        *("24/12-2026", "24/12/202", "99999999", "\x00", "24 décembre novembre 2026", "1" * 400),
    ],
)
def test_what_is_no_day_is_refused_with_an_example(typed: str) -> None:
    with override("fr"), pytest.raises(ValidationError, match="2026-12-24"):
        read_typed_day(typed)


@given(st.dates(date(1950, 1, 1), date(2040, 12, 31)), st.sampled_from(["en", "fr"]))
def test_every_day_is_read_as_it_is_shown(day: date, language: str) -> None:
    with override(language):
        for style in ("DATE_FORMAT", "SHORT_DATE_FORMAT", "Y-m-d", "l j F Y", "j.n.Y", "j M Y"):
            shown = date_format(day, style)
            if " Jui " not in shown:  # it begins June and July, and is refused above
                assert read_typed_day(shown) == day, style


@given(st.text(max_size=40), st.sampled_from(["en", "fr"]))
def test_any_other_text_is_read_or_refused(typed: str, language: str) -> None:
    with override(language):
        for read in (read_typed_day, read_typed_hour, read_typed_moment):
            with suppress(ValidationError):
                read(typed)


@pytest.mark.parametrize(
    ("typed", "hour"),
    [
        *(
            ("19:30", time(19, 30)),
            ("19h30", time(19, 30)),
            ("19 h 30", time(19, 30)),
            ("19.30", time(19, 30)),
        ),
        *(("7:30 pm", time(19, 30)), ("7.30 p.m.", time(19, 30)), ("7pm", time(19)), ("19h", time(19))),
        *(("19", time(19)), ("12 a.m.", time(0)), ("12:15 PM", time(12, 15)), ("１９：３０", time(19, 30))),
        *(
            ("00:05", time(0, 5)),
            ("19:30:00", time(19, 30)),
            ("20 Uhr", time(20)),
            ("19時30分", time(19, 30)),
        ),
    ],
)
def test_an_hour_is_read_as_people_write_it(typed: str, hour: time) -> None:
    assert read_typed_hour(typed) == hour


@pytest.mark.parametrize("typed", ["7", "24:00", "19:60", "13 pm", "noon", "", "19:3", "-1:00", "1930 h"])
def test_what_is_no_hour_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError, match="19:30"):
        read_typed_hour(typed)


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-12-24T19:30", "2026-12-24 19:30:00", "24/12/2026 19:30", "24 décembre 2026 à 19h30"),
        *("24 Dec 2026, 7:30 pm", "24 December 2026 at 19.30", "24.12.2026 19.30"),
    ],
)
def test_a_moment_is_read_in_the_zone_that_is_active(typed: str) -> None:
    paris = ZoneInfo("Europe/Paris")
    with timezone.override(paris):
        assert read_typed_moment(typed) == datetime(2026, 12, 24, 19, 30, tzinfo=paris)


def test_an_evening_is_planned_as_people_write_its_day_and_hours(house: ClubHouse) -> None:
    form = {"date": "24 décembre 2026", "begins": "19h30", "ends": "1h", "every": "weekly", "times": "4"}
    form["without"] = "31.12.2026,2026-12-25\nJanuary 7, 2027, 2027-01-08"
    answer = house.phone("organiser").post(house.url("evenings/new/"), form)
    assert answer.status_code == 302
    planned = Evening.objects.filter(begins=time(19, 30), ends=time(1)).order_by("date")
    assert [str(one.date) for one in planned] == ["2026-12-24", "2027-01-14"]


def test_a_day_that_could_be_two_is_refused_at_its_field_and_what_was_typed_stays(house: ClubHouse) -> None:
    form = {"date": "11/12/2026", "begins": "7", "name": "Anne-Sophie"}
    answer = house.phone("organiser").post(house.url("evenings/new/"), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "12 November 2026 or 11 December 2026" in page
    assert "“7” is not an hour of the day" in page
    assert 'value="11/12/2026"' in page
    assert 'value="Anne-Sophie"' in page
