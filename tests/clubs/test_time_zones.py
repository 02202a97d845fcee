"""A club's evenings, deadlines and calendar are told in its own time zone, beside clubs in others."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from mahjongclub.clubs import time_zones
from mahjongclub.clubs.club_model import Club, Evening, night_of, tonight
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.time_zones import is_zone, zone_names
from mahjongclub.events.registration.models import Registration
from mahjongclub.exchange.exporting.ical import zone_lines
from mahjongclub.figures.models import Appearance
from mahjongclub.nights.coming import reminders_due
from mahjongclub.tables.models import Session
from mahjongclub.tables.writing import last_moment_for_phones
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone, ron

from .club_house import ClubHouse
from .visitors import Visitor

PARIS, AUCKLAND = "Europe/Paris", "Pacific/Auckland"


def club_in(zone: str) -> Club:
    owner = Account.objects.create_user(f"Owner in {zone}")
    return create_club_with_owner(owner, f"Club in {zone}", Club.Visibility.PUBLIC, zone)


def starts(club: Club) -> list[str]:
    feed = Phone().get(f"/c/{club.slug}/calendar.ics").content.decode()
    return [line for line in feed.split("\r\n") if line.startswith("DTSTART") and len(line) > 30]


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """An evening in Paris, 12 hours later already the next morning in Auckland."""
    now = datetime(2026, 10, 22, 18, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def test_an_evening_is_in_the_calendar_at_the_hour_that_was_typed_on_both_sides_of_summer_time(
    visitor: Visitor,
) -> None:
    visitor.sign_up("Odile")
    visitor.post("/clubs/new/", {"name": "Paris", "visibility": "public", "time_zone": PARIS})
    first = {"date": "2026-10-22", "begins": "19:30", "ends": "23:30", "every": "weekly", "times": "3"}
    assert visitor.post("/c/paris/evenings/new/", first).status_code == 302
    feed = Calendar.from_ical(visitor.get("/c/paris/calendar.ics").content)
    moments = [event["DTSTART"].dt for event in feed.walk("VEVENT")]
    assert [f"{one:%H:%M}" for one in moments] == ["19:30"] * 3
    assert [f"{one.astimezone(UTC):%d %H:%M}" for one in moments] == ["22 17:30", "29 18:30", "05 18:30"]
    assert {event["DTSTART"].params["TZID"] for event in feed.walk("VEVENT")} == {PARIS}
    assert [str(zone["TZID"]) for zone in feed.walk("VTIMEZONE")] == [PARIS]


@pytest.mark.parametrize("zone", [PARIS, AUCKLAND, "America/St_Johns", "Europe/Dublin", "Asia/Kolkata"])
def test_a_zone_is_described_so_that_a_reader_without_a_list_of_zones_finds_every_hour(zone: str) -> None:
    lines = ["BEGIN:VCALENDAR", *zone_lines(zone, date(2025, 12, 31), date(2027, 12, 31)), "END:VCALENDAR"]
    (described,) = Calendar.from_ical("\r\n".join(lines)).walk("VTIMEZONE")
    there = described.to_tz(lookup_tzid=False)
    for day in range(700):
        moment = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)
        local = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
        assert local.replace(tzinfo=there).utcoffset() == local.replace(tzinfo=ZoneInfo(zone)).utcoffset()


@pytest.mark.django_db
def test_an_evening_over_the_change_of_clocks_is_as_long_as_it_is() -> None:
    club = club_in(PARIS)
    evening = Evening.objects.create(club=club, date=date(2026, 10, 24), begins=time(22), ends=time(4))
    assert evening.span is not None
    begin, end = evening.span
    assert end is not None
    assert end.astimezone(UTC) - begin.astimezone(UTC) == timedelta(hours=7)


@pytest.mark.django_db
def test_two_clubs_of_one_server_have_each_their_tonight(frozen: datetime) -> None:
    paris, auckland = club_in(PARIS), club_in(AUCKLAND)
    assert tonight(paris) == date(2026, 10, 22)
    assert tonight(auckland) == date(2026, 10, 23)
    assert night_of(frozen, paris) == date(2026, 10, 22)
    for club in (paris, auckland):
        Evening.objects.create(
            club=club, date=date(2026, 10, 23), begins=time(7, 30), place=f"In {club.name}"
        )
    assert "Open a table" not in Phone().get(f"/c/{paris.slug}/").content.decode()
    assert 'class="card tonight"' not in Phone().get(f"/c/{paris.slug}/").content.decode()
    assert 'class="card tonight"' in Phone().get(f"/c/{auckland.slug}/").content.decode()
    assert starts(paris) == ["DTSTART;TZID=Europe/Paris:20261023T073000"]
    assert starts(auckland) == ["DTSTART;TZID=Pacific/Auckland:20261023T073000"]


@pytest.mark.django_db
def test_phones_write_until_six_in_the_morning_of_the_club(frozen: datetime) -> None:
    until = [last_moment_for_phones(club_in(zone), None, frozen) for zone in (PARIS, AUCKLAND)]
    assert [f"{one.astimezone(UTC):%d %H:%M}" for one in until if one] == ["23 04:00", "23 17:00"]


@pytest.mark.django_db
def test_reminders_come_at_the_hours_of_the_club(frozen: datetime) -> None:
    day = date(2026, 10, 23)
    due = [reminders_due(Evening(club=club_in(zone), date=day)) for zone in (PARIS, AUCKLAND)]
    assert due == [1, 1], "20:00 on the eve in Paris, 07:00 on the day in Auckland"
    assert reminders_due(Evening(club=club_in("America/New_York"), date=day)) == 0, "14:00 on the eve"


def test_a_deadline_is_typed_and_told_in_the_zone_of_the_club(house: ClubHouse) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone=AUCKLAND)
    hall = TournamentHall(house, [], round_count=1, public="on")
    closes = datetime.now(ZoneInfo(AUCKLAND)).replace(month=7, day=1, hour=18, minute=0) + timedelta(days=366)
    typed = {"wanted": "on", "closes_at": f"{closes:%Y-%m-%d}T18:00"}
    assert hall.post("entrants/settings/", **typed).status_code == 302
    kept = Registration.objects.get().closes_at
    assert kept is not None
    assert kept.astimezone(UTC).hour == 6, "18:00 in a southern winter"
    page = Phone().get(hall.url("entry/")).content.decode()
    assert "18:00 (Pacific/Auckland)" in page
    assert 'value="' + typed["closes_at"] in hall.read("entrants/settings/")


def test_a_deadline_at_an_hour_that_the_clocks_leave_out_or_have_twice_is_refused(house: ClubHouse) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone=PARIS)
    hall = TournamentHall(house, [], round_count=1, public="on")
    for moment, told in (
        ("2027-03-28T02:30", "there is no 02:30"),
        ("2027-10-31T02:30", "there are two 02:30"),
    ):
        answer = hall.post("entrants/settings/", wanted="on", closes_at=moment)
        assert answer.status_code == 422
        assert told in answer.content.decode()
        assert moment in answer.content.decode(), "what was typed is still there"


def test_a_game_of_no_evening_counts_for_the_day_in_the_zone_of_the_club(
    house: ClubHouse, frozen: datetime
) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone=AUCKLAND)
    scorer = house.phone("scorer")
    session = scorer.open_table(names=("Ann", "Bo", "Cy", "Di"), belongs=f"c{house.club.pk}")
    assert session.evening is None
    scorer.confirm(session, ron(0, 1))
    version = Session.objects.get(pk=session.pk).version
    scorer.post(f"/t/{session.code}/close/", {"version": version})
    assert set(Appearance.objects.values_list("day", flat=True)) == {date(2026, 10, 23)}


def test_games_of_no_evening_are_counted_for_another_day_once_the_club_has_another_zone(
    house: ClubHouse, frozen: datetime
) -> None:
    Club.objects.filter(pk=house.club.pk).update(time_zone=PARIS)
    scorer = house.phone("scorer")
    for where in (f"c{house.club.pk}", f"e{house.evening.pk}"):
        session = scorer.open_table(names=("Ann", "Bo", "Cy", "Di"), belongs=where)
        scorer.confirm(session, ron(0, 1))
        version = Session.objects.get(pk=session.pk).version
        scorer.post(f"/t/{session.code}/close/", {"version": version})

    def days() -> dict[bool, set[date]]:
        rows = list(Appearance.objects.select_related("session"))
        return {
            kind: {row.day for row in rows if bool(row.session.evening_id) is kind} for kind in (True, False)
        }

    evening = {house.evening.date}
    assert days() == {True: evening, False: {date(2026, 10, 22)}}
    form = {"name": house.club.name, "visibility": "members", "counts_for": "began", "time_zone": AUCKLAND}
    assert house.phone("owner").post(house.url("settings/"), form).status_code == 302
    assert days() == {True: evening, False: {date(2026, 10, 23)}}


@pytest.mark.parametrize(
    ("moment", "night"),
    [
        # clocks are set back: the night of the 24th has 25 hours, and ends at six as any other
        ("2026-10-25T05:30+01:00", date(2026, 10, 24)),
        ("2026-10-25T06:00+01:00", date(2026, 10, 25)),
        # clocks are set forward: the night of the 28th has 23 hours
        ("2026-03-29T05:59+02:00", date(2026, 3, 28)),
        ("2026-03-29T06:30+02:00", date(2026, 3, 29)),
    ],
)
def test_a_night_ends_at_six_by_the_clock_also_where_clocks_are_changed(
    db: None, moment: str, night: date
) -> None:
    assert night_of(datetime.fromisoformat(moment), club_in(PARIS)) == night


def test_a_club_has_the_zone_that_was_chosen_as_it_was_founded_and_its_owner_changes_it(
    visitor: Visitor,
) -> None:
    visitor.sign_up("Odile")
    page = visitor.read("/clubs/new/")
    assert "data-own-zone" in page
    for name in ("Europe/Paris", "America/Argentina/Buenos Aires", "UTC"):
        assert f">{name}</option>" in page
    # browsers know some zones by their former names
    visitor.post("/clubs/new/", {"name": "Kolkata", "visibility": "public", "time_zone": "Asia/Calcutta"})
    club = Club.objects.get()
    assert club.time_zone == "Asia/Calcutta"
    settings = visitor.read("/c/kolkata/settings/")
    assert '<option value="Asia/Calcutta" selected>' in settings
    assert "data-own-zone" not in settings
    form = {"name": "Kolkata", "visibility": "public", "counts_for": "began", "time_zone": AUCKLAND}
    assert visitor.post("/c/kolkata/settings/", form).status_code == 302
    club.refresh_from_db()
    assert club.time_zone == AUCKLAND
    visitor.post("/c/kolkata/settings/", {**form, "time_zone": ""})
    club.refresh_from_db()
    assert club.time_zone == AUCKLAND, "a form without it changes nothing"


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "../../etc/passwd", "19:30", "x" * 5000, "Paris\x00"])
def test_what_is_no_zone_is_refused_at_its_field(visitor: Visitor, zone: str) -> None:
    visitor.sign_up("Odile")
    answer = visitor.post("/clubs/new/", {"name": "Paris", "visibility": "public", "time_zone": zone})
    assert answer.status_code == 422
    assert "id_time_zone_error" in answer.content.decode()
    assert not Club.objects.exists()


def test_a_club_founded_without_a_word_has_the_zone_of_the_server(visitor: Visitor, settings: object) -> None:
    settings.TIME_ZONE = "America/Lima"  # type: ignore[attr-defined]
    visitor.sign_up("Odile")
    visitor.post("/clubs/new/", {"name": "Lima", "visibility": "public"})
    assert Club.objects.get().time_zone == "America/Lima"


@pytest.mark.django_db
def test_the_zone_of_a_page_ends_with_its_request() -> None:
    club = club_in(AUCKLAND)
    before = timezone.get_current_timezone_name()
    assert Phone().get(f"/c/{club.slug}/").status_code == 200
    assert timezone.get_current_timezone_name() == before


def test_the_zones_to_choose_from_are_those_of_today() -> None:
    names = zone_names()
    assert len(names) > 400
    assert {"Europe/Paris", "Asia/Tokyo", "America/New_York", "UTC"} <= {*names}
    assert "Asia/Calcutta" not in names


def test_the_zones_of_this_machine_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_zone(PARIS)
    monkeypatch.setattr(time_zones, "available_timezones", lambda: pytest.fail("listed again"))
    assert is_zone(PARIS)
    assert not is_zone("Mars/Olympus_Mons")
