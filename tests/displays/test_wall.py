"""The wall of a club: what stands on it, what stays hidden, when it changes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone, translation

from mahjongclub.clubs.club_access import wall_token
from mahjongclub.clubs.club_model import night_of, tonight
from mahjongclub.clubs.models import Evening
from mahjongclub.displays.wall import build_wall
from mahjongclub.live.hub import hub
from mahjongclub.tables.evening_clock import (
    alarms_ahead,
    evening_clock_of,
    pause_evening_clock,
    resume_evening_clock,
    set_evening_clock,
    start_evening_clock,
)
from mahjongclub.tables.models import Clock, EveningClock, Session
from mahjongclub.tables.notify import wall_topic
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.live.hub_versions import known_version
from tests.tables.conftest import NAMES, ron


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def club_table(house: ClubHouse, names: Any = NAMES, variant: str = "riichi", **options: Any) -> Session:
    phone = house.phone("scorer")
    return phone.open_table(variant=variant, names=names, belongs=f"e{house.evening.pk}", **options)


def wall(house: ClubHouse, page: str = "", **headers: str) -> Any:
    return house.phone("member").get(f"/wall/{house.club.slug}/{page}", headers=headers)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", unescape(answer.content.decode())))


def test_every_table_stands_there_in_the_order_of_its_seats(house: ClubHouse) -> None:
    table = club_table(house)
    house.phone("scorer").confirm(table, ron(2, 1))
    club_table(house, ("Eva", "Fred", "Gaëlle", "Hugo"))
    shown = text(wall(house))
    # Benoît pays Chen 5,200 for 3 han 40 fu (published table); the deal passes to Benoît, so Chen is South
    assert re.search(r"E2 .*N Aiko 25,000 E dealer Benoît 19,800 S Chen leads 30,200 W Dina 25,000", shown)
    assert re.search(r"E1 .*E dealer Eva 25,000", shown)  # nobody leads before a point has moved
    assert "Rue de Gand" in shown


def test_honba_and_sticks_stand_where_the_game_has_them(house: ClubHouse) -> None:
    table = club_table(house)
    house.phone("scorer").confirm(table, {"type": "draw", "tenpai": [0, 1], "riichi": [1]})
    shown = text(wall(house))
    assert "1 honba" in shown
    assert "× 1 riichi sticks on the table" in shown
    club_table(house, ("Ten", "Akagi"), "ten")
    assert "Bank 100,000" in text(wall(house))


def test_tables_of_others_and_those_not_started_do_not_stand_there(house: ClubHouse) -> None:
    house.phone("scorer").open_table(belongs="")
    table = club_table(house)
    Session.objects.filter(pk=table.pk).update(started_at=None)
    assert "No table is playing yet." in text(wall(house))


def test_a_table_nobody_touches_leaves_the_wall(house: ClubHouse) -> None:
    table = club_table(house)
    long_ago = timezone.now() - timedelta(hours=13)
    Session.objects.filter(pk=table.pk).update(started_at=long_ago)
    assert "Aiko" not in text(wall(house))
    house.phone("scorer").confirm(table, ron(2, 1))
    assert "Aiko" in text(wall(house))


def test_a_finished_table_shows_its_ranking_for_a_while(house: ClubHouse) -> None:
    table, phone = club_table(house), house.phone("scorer")
    phone.confirm(table, ron(2, 1))
    phone.post(f"/t/{table.code}/close/", {"version": 1})
    assert re.search(r"finished .* 2 Aiko 25,000 4 Benoît 19,800 1 Chen leads 30,200", text(wall(house)))
    Session.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(hours=1))
    assert "Aiko" not in text(wall(house))


def test_a_rematch_takes_the_place_of_the_finished_table(house: ClubHouse) -> None:
    table, phone = club_table(house), house.phone("scorer")
    phone.post(f"/t/{table.code}/close/", {"version": 0})
    phone.post(f"/t/{table.code}/again/")
    again = Session.objects.latest("pk")
    assert again.evening == house.evening
    phone.post(f"/t/{again.code}/seats/start/")
    assert text(wall(house)).count("Aiko") == 1


def test_every_table_carries_its_number(house: ClubHouse) -> None:
    """In the order in which they were opened; the next game of the same players has the same number."""
    first, phone = club_table(house), house.phone("scorer")
    second = club_table(house, ("Eva", "Fred", "Gaëlle", "Hugo"))
    shown = text(wall(house))
    assert re.search(r"Table 1 E1 .*Aiko.* Table 2 E1 .*Eva", shown)
    phone.post(f"/t/{first.code}/close/", {"version": 0})
    assert re.search(r"Table 2 E1 .*Eva.* Table 1 finished .*Aiko", text(wall(house)))
    phone.post(f"/t/{first.code}/again/")
    again = Session.objects.latest("pk")
    club_table(house, ("Ines", "Jo", "Kim", "Lou"))
    phone.post(f"/t/{again.code}/seats/start/")
    assert re.search(r"Table 1 E1 .*Aiko.* Table 2 E1 .*Eva.* Table 3 E1 .*Ines", text(wall(house)))
    Session.objects.filter(pk=second.pk).update(started_at=timezone.now() - timedelta(days=2), evening=None)
    assert re.search(r"Table 1 E1 .*Aiko.* Table 2 E1 .*Ines", text(wall(house)))


def test_tables_of_two_evenings_of_one_day_have_different_numbers(house: ClubHouse) -> None:
    club_table(house)
    other = Evening.objects.create(club=house.club, date=tonight())
    house.phone("scorer").open_table(names=("Eva", "Fred", "Gaëlle", "Hugo"), belongs=f"e{other.pk}")
    assert "Table 1 E1" in text(wall(house, f"{house.evening.pk}/"))
    assert "Table 2 E1" in text(wall(house, f"{other.pk}/"))


def test_another_evenings_tables_stand_on_its_own_wall_alone(house: ClubHouse) -> None:
    club_table(house)
    other = Evening.objects.create(club=house.club, date=tonight())
    assert "Aiko" in text(wall(house, f"{house.evening.pk}/"))
    assert "Aiko" not in text(wall(house, f"{other.pk}/"))


def test_an_evening_of_another_club_is_unknown_here(house: ClubHouse) -> None:
    theirs = house.accounts["other_owner"].memberships.get().club
    evening = Evening.objects.create(club=theirs, date=tonight())
    assert wall(house, f"{evening.pk}/").status_code == 404


def test_what_has_not_changed_is_not_sent_again(house: ClubHouse) -> None:
    table = club_table(house)
    first = wall(house)
    assert wall(house, **{"If-None-Match": first["ETag"]}).status_code == 304
    house.phone("scorer").confirm(table, ron(2, 1))
    assert wall(house, **{"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_wall_hears_of_every_change_at_its_tables() -> None:
    house = open_club_house()
    topic, phone = wall_topic(house.club.pk), house.phone("scorer")

    def heard() -> int:
        return known_version(hub, topic) or -1

    heard_before = heard()
    table = phone.open_table(belongs=f"e{house.evening.pk}")
    assert heard() > heard_before
    for change in (
        lambda: phone.confirm(table, ron(2, 1)),
        lambda: phone.post(f"/t/{table.code}/during/", {"version": 1, "hand": 2, "seat": 1, "out": 1}),
        lambda: set_evening_clock(house.evening, {"minutes": 60, "alarms": [], "hides": False}),
        lambda: start_evening_clock(house.evening),
        lambda: pause_evening_clock(house.evening),
        lambda: phone.post(f"/t/{table.code}/club/", {"belongs": ""}),
    ):
        heard_before = heard()
        change()
        assert heard() > heard_before
    heard_before = heard()
    phone.confirm(table, ron(2, 1))
    assert heard() == heard_before  # no longer the club's


def test_a_new_name_is_news(house: ClubHouse) -> None:
    club_table(house)
    first = wall(house)
    house.club.players.filter(name="Aiko").update(name="Aïko")
    again = wall(house, **{"If-None-Match": first["ETag"]})
    assert "Aïko" in again.content.decode()


def test_the_page_listens_to_one_stream_however_many_tables(house: ClubHouse) -> None:
    club_table(house)
    club_table(house, ("Eva", "Fred", "Gaëlle", "Hugo"))
    page = wall(house).content.decode()
    assert page.count("data-live=") == 1
    assert f"/live/{wall_topic(house.club.pk)}?token=" in page


def test_a_page_older_than_the_code_is_loaded_anew(house: ClubHouse) -> None:
    answer = wall(house, "?release=of-last-year", **{"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"


def begin_clock(table: Session, minutes_ago: float, **settings: Any) -> None:
    started = timezone.now() - timedelta(minutes=minutes_ago)
    Clock.objects.create(
        session=table,
        started_at=started,
        deadline=started + timedelta(minutes=60),
        **{"minutes": 60, "alarms": [50], "hides": True, **settings},
    )


def test_a_tables_clock_is_shown_until_it_hides(house: ClubHouse) -> None:
    table = club_table(house)
    begin_clock(table, 20.5)
    assert re.search(r"39:(29|30)", text(wall(house)))
    Clock.objects.all().delete()
    begin_clock(table, 52)
    page = wall(house).content.decode()
    assert "alarm 1" in page
    assert "data-wall-left" not in page
    assert "data-wall-next" not in page
    assert not re.search(r"\b[78]:\d\d", page)


def test_the_evenings_clock_counts_down_stands_still_and_goes_on(house: ClubHouse) -> None:
    set_evening_clock(house.evening, {"minutes": 90, "alarms": [80], "hides": False})
    assert "90:00 not started" in text(wall(house))
    house.phone("organiser").post(house.url(f"evenings/{house.evening.pk}/clock/turn/"), {"turn": "start"})
    EveningClock.objects.update(deadline=timezone.now() + timedelta(minutes=30))
    assert "30:00" in text(wall(house))
    evening = Evening.objects.get(pk=house.evening.pk)
    pause_evening_clock(evening)
    EveningClock.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    resume_evening_clock(evening)
    clock = evening_clock_of(Evening.objects.get(pk=evening.pk))
    assert clock is not None
    assert clock.deadline is not None
    assert timedelta(minutes=34) < clock.deadline - timezone.now() < timedelta(minutes=36)


def test_the_evenings_alarms_and_its_end_are_said(house: ClubHouse) -> None:
    set_evening_clock(house.evening, {"minutes": 90, "alarms": [80], "hides": True})
    start_evening_clock(house.evening)
    EveningClock.objects.update(deadline=timezone.now() + timedelta(minutes=5))
    page = wall(house).content.decode()
    assert "Alarm 1 of 1 has sounded." in page
    assert "data-left" not in page
    EveningClock.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    assert "Time is up" in text(wall(house))


def test_the_stream_of_the_wall_knows_when_tonights_clock_sounds(house: ClubHouse) -> None:
    topic = wall_topic(house.club.pk)
    set_evening_clock(house.evening, {"minutes": 90, "alarms": [80], "hides": True})
    assert alarms_ahead(topic) == []
    start_evening_clock(house.evening)
    (first, one), (last, two) = alarms_ahead(topic)
    assert (one, two) == (1, 2)
    assert 79 * 60 < first - timezone.now().timestamp() <= 80 * 60
    assert last - first == pytest.approx(10 * 60)
    pause_evening_clock(house.evening)
    assert alarms_ahead(topic) == []


def test_a_started_clock_keeps_its_settings(house: ClubHouse) -> None:
    set_evening_clock(house.evening, {"minutes": 90, "alarms": [], "hides": False})
    start_evening_clock(house.evening)
    answer = house.phone("owner").post(house.url(f"evenings/{house.evening.pk}/clock/"), {"minutes": "10"})
    assert answer.status_code == 422
    assert EveningClock.objects.get().minutes == 90


@override_settings(LANGUAGE_CODE="fr")
def test_the_wall_speaks_french(house: ClubHouse) -> None:
    club_table(house)
    with translation.override("fr"):
        shown = text(wall(house, **{"Accept-Language": "fr"}))
    assert "O Dina" in shown or "N Dina" in shown
    assert "25 000" in shown.replace("\u202f", " ").replace("\xa0", " ")


def test_an_evening_lasts_past_midnight() -> None:
    evening = datetime(2026, 11, 21, 19, tzinfo=UTC)
    late, morning = evening + timedelta(hours=9), evening + timedelta(hours=12)
    assert [night_of(moment).day for moment in (evening, late, morning)] == [21, 21, 22]


def test_a_link_that_is_void_takes_the_wall_down(house: ClubHouse) -> None:
    television, owner = house.phone("nobody"), house.phone("owner")
    address = f"/wall/{house.club.slug}/?token={wall_token(house.club)}"
    assert television.get(address).status_code == 200
    owner.post(house.url("wall/"))
    assert television.get(address, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert television.get(address).status_code == 404


def test_the_wall_leads_back_to_the_club_whoever_may_see_it(house: ClubHouse) -> None:
    way_back = f'href="{house.url()}"'
    television = house.phone("nobody").get(f"/wall/{house.club.slug}/?token={wall_token(house.club)}")
    assert way_back in wall(house).content.decode()
    assert way_back not in television.content.decode()


def test_more_tables_than_fit_are_counted(house: ClubHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mahjongclub.displays.wall.MOST_TABLES", 1)
    club_table(house)
    club_table(house, ("Eva", "Fred", "Gaëlle", "Hugo"))
    built = build_wall(house.club, None)
    assert (sum(map(len, built.pages)), built.more) == (1, 1)
    assert "and 1 more table" in text(wall(house))


def test_the_wall_costs_the_same_queries_for_one_table_as_for_many(
    house: ClubHouse, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        club_table(house, [f"{name} {number}" for name in NAMES])
    wall(house)  # signed in
    with django_assert_max_num_queries(12):
        wall(house)


def test_an_evening_without_name_and_place_leaves_no_dot_in_the_head_of_the_wall(house: ClubHouse) -> None:
    Evening.objects.create(club=house.club, date=tonight(), name="Beginners")
    Evening.objects.filter(pk=house.evening.pk).update(name="", place="")
    head = wall(house).content.decode().partition("<h1>")[2].partition("</h1>")[0]
    assert "Beginners" in head
    assert "·" not in head


def test_of_two_evenings_the_wall_shows_the_clock_that_runs(house: ClubHouse) -> None:
    other = Evening.objects.create(club=house.club, date=tonight(), name="Beginners")
    set_evening_clock(house.evening, {"minutes": 90, "alarms": [80], "hides": False})
    set_evening_clock(other, {"minutes": 30, "alarms": [], "hides": False})
    assert "30:00 not started" in text(wall(house))
    start_evening_clock(house.evening)
    assert "not started" not in text(wall(house))
    assert len(alarms_ahead(wall_topic(house.club.pk))) == 2
