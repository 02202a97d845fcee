"""An evening that comes again is planned at once, and stands in the calendar like any other."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from icalendar import Calendar

from mahjongclub.clubs.club_forms import FORTNIGHTLY, MONTHLY, WEEKLY, repeated_days
from mahjongclub.clubs.club_model import Evening, tonight

from .club_house import ClubHouse


def plan(house: ClubHouse, **fields: str) -> int:
    """The status of the answer to a new evening a week from now, so described."""
    form = {"date": (tonight() + timedelta(days=7)).isoformat(), "place": "Rue de Gand", **fields}
    return int(house.phone("organiser").post(house.url("evenings/new/"), form).status_code)


def test_twelve_weeks_are_planned_at_once(house: ClubHouse) -> None:
    assert plan(house, name="Club night", every="weekly", times="12") == 302
    days = list(house.club.evenings.filter(name="Club night").order_by("date").values_list("date", flat=True))
    assert days == [tonight() + timedelta(days=7 * number) for number in range(1, 13)]
    assert set(house.club.evenings.values_list("place", flat=True)) == {"Rue de Gand"}


def test_a_day_that_has_the_evening_gets_no_second_one(house: ClubHouse) -> None:
    Evening.objects.create(club=house.club, date=tonight() + timedelta(days=21), name="Club night")
    plan(house, name="Club night", every="weekly", times="4")
    assert house.club.evenings.filter(name="Club night").count() == 4


def test_a_plan_has_hours_and_exceptions_and_its_later_evenings_change_together(house: ClubHouse) -> None:
    first = tonight() + timedelta(days=7)
    holiday = first + timedelta(days=14)
    hours = {"begins": "19:30", "ends": "00:30"}
    assert plan(house, name="Late", every="weekly", times="4", without="Christmas", **hours) == 422
    assert plan(house, name="Late", every="weekly", times="4", ends="23:00") == 422, "it has to begin"
    without = f"{date_format(holiday, 'SHORT_DATE_FORMAT')}\n2026-01-01"
    assert plan(house, name="Late", every="weekly", times="4", without=without, **hours) == 302
    found = list(house.club.evenings.filter(name="Late").order_by("date"))
    assert [one.date for one in found] == [first + timedelta(days=days) for days in (0, 7, 21)]
    phone = house.phone("organiser")
    assert "19:30–00:30" in phone.get(house.url(f"evenings/{found[0].pk}/")).content.decode()
    calendar = Calendar.from_ical(phone.get(house.url("calendar.ics")).content)
    spans = [(one.start, one.end) for one in calendar.events if "Late" in one["summary"]]
    assert [end - start for start, end in spans] == [timedelta(hours=5)] * 3, "until after midnight"
    assert timezone.localtime(spans[0][0]).hour == 19
    form = {
        "date": found[1].date.isoformat(),
        "name": "Later",
        "place": "Hall",
        "begins": "20:00",
        "ends": "",
    }
    answer = phone.post(house.url(f"evenings/{found[1].pk}/edit/"), {**form, "later": "on"})
    assert answer.status_code == 302
    now = [(one.name, one.hours) for one in house.club.evenings.filter(date__gte=first).order_by("date")]
    assert now == [("Late", "19:30–00:30"), ("Later", "20:00"), ("Later", "20:00")]
    phone.post(house.url(f"evenings/{found[1].pk}/delete/"), {"later": "on"})
    assert not house.club.evenings.filter(name="Later").exists()


def test_once_is_once_whatever_the_number_says(house: ClubHouse) -> None:
    plan(house, name="Once", times="12")
    assert house.club.evenings.filter(name="Once").count() == 1


@pytest.mark.parametrize(
    "fields", [{"every": "weekly", "times": ""}, {"every": "weekly", "times": "61"}, {"every": "daily"}]
)
def test_a_plan_that_cannot_be_is_refused(house: ClubHouse, fields: dict[str, str]) -> None:
    assert plan(house, name="Never", **fields) == 422
    assert not house.club.evenings.filter(name="Never").exists()


@pytest.mark.parametrize(
    ("first", "every", "last"),
    [
        (date(2026, 12, 4), MONTHLY, date(2027, 5, 7)),  # first Fridays
        (date(2026, 10, 30), MONTHLY, date(2027, 3, 26)),  # the fifth, else the last
        (date(2026, 11, 23), WEEKLY, date(2026, 12, 28)),
        (date(2026, 11, 23), FORTNIGHTLY, date(2027, 2, 1)),
    ],
)
def test_the_sixth_day(first: date, every: str, last: date) -> None:
    days = repeated_days(first, every, 6)
    assert (days[0], days[-1]) == (first, last)
    assert {day.weekday() for day in days} == {first.weekday()}
