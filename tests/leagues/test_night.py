"""A club night: who is here, everybody seated by one button, moved, told on their phone, seated again."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, time, timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.clubs.people.merging import TwoPeople, merge_player
from mahjongclub.games.registry import games
from mahjongclub.nights.changes import (
    check_in_players,
    check_out_players,
    draw_and_open_round,
    people_here,
    rounds_of,
)
from mahjongclub.nights.models import Presence
from mahjongclub.nights.pages import club_check_in_path, evening_check_in_path, evening_check_in_token
from mahjongclub.rounds.checkin import HERE
from mahjongclub.rounds.models import Seat as DrawnSeat
from mahjongclub.tables.models import Access, Session
from tests.clubs.club_house import PEOPLE, ClubHouse
from tests.tables.conftest import Phone

from .check_in import ALL_THE_SAME, NAMES, page, seat
from .check_in import house as house


def test_typed_names_are_seated_by_one_button(house: ClubHouse) -> None:
    one = seat(house)
    assert house.club.players.count() == 9
    assert [table.number for table in one.tables.all()] == [1, 2]
    for table in one.tables.select_related("session"):
        assert table.session is not None
        assert table.session.evening == house.evening
        assert table.session.started_at is not None
        drawn = list(table.seats.order_by("number").values_list("player__name", flat=True))
        assert table.session.seat_names == drawn
    assert one.byes.filter(table=None).count() == 1
    shown = house.phone("member").get(page(house, "seating/")).content.decode()
    assert all(name in shown for name in NAMES[:9])
    assert "Waiting" in shown
    assert "Swap places" not in shown, "a member only looks"


def test_the_next_round_says_who_still_sits_at_a_table_of_the_one_before(house: ClubHouse) -> None:
    seat(house, 4)
    organiser = house.phone("organiser")
    for rest, form in (("seating/next/", {"after": "1"}), ("here/", {"after": "1", "seat": "1"})):
        asked = organiser.post(page(house, rest), form)
        assert asked.status_code == 422
        told = unescape(asked.content.decode())
        people = told.split('<ul class="plain-list">')[1].split("</ul>")[0]
        assert people.count("<li>") == 1, "a table is named once, with all who sit there"
        assert all(f"<bdi>{name}</bdi>" in people for name in NAMES[:4])
        assert "sit at table 1, which is still running" in people
        assert "Open the tables anyway" in told
        assert rounds_of(house.evening).count() == 1, "it is asked before anybody is seated"
    assert organiser.post(page(house, "seating/next/"), {"after": "1", **ALL_THE_SAME}).status_code == 302
    assert rounds_of(house.evening).count() == 2
    told = unescape(house.phone("member").get(house.url()).content.decode())
    assert "<bdi>Aiko</bdi>" in told.split("At two running tables now:")[1].split("</p>")[0]
    Session.objects.update(ended_at=timezone.now())
    assert organiser.post(page(house, "seating/next/"), {"after": "2"}).status_code == 302
    assert rounds_of(house.evening).count() == 3, "nothing is asked where all tables have ended: one click"


def test_who_waits_and_plays_elsewhere_is_asked_about_before_a_further_table(house: ClubHouse) -> None:
    seat(house, 4)
    here = {"names": "\n".join(NAMES[4:8])}
    house.phone("organiser").post(page(house), here)
    table = {f"name-{place}": name for place, name in enumerate((NAMES[4], "A", "B", "C"))}
    opened = {"variant": "riichi", "method": "order", "belongs": f"c{house.club.pk}", **table}
    assert house.phone("organiser").post("/new/", opened).status_code == 302
    more = page(house, "seating/more/")
    asked = house.phone("organiser").post(more, {"waiting": "1"})
    assert asked.status_code == 422
    told = unescape(asked.content.decode())
    people = told.split('<ul class="plain-list">')[1].split("</ul>")[0]
    assert people.count("\nsits at") == 1
    assert f"<bdi>{NAMES[4]}</bdi>" in people.split("\nsits at")[0]
    assert "<bdi>Aiko</bdi>" not in people.split("\nsits at")[0], "who plays in the round is not seated"
    assert house.phone("organiser").post(more, {"waiting": "1", **ALL_THE_SAME}).status_code == 302
    assert rounds_of(house.evening).get().tables.count() == 2


def test_a_double_tap_and_two_organisers_seat_everybody_once(house: ClubHouse) -> None:
    seat(house)
    again = {"names": "\n".join(NAMES[:9]), "seat": "1", "after": "0"}
    house.phone("organiser").post(page(house), again)
    house.phone("owner").post(page(house, "seating/next/"), {"after": "0"})
    assert rounds_of(house.evening).count() == 1
    house.phone("owner").post(page(house, "seating/next/"), {"after": "1", **ALL_THE_SAME})
    house.phone("organiser").post(page(house, "seating/next/"), {"after": "1", **ALL_THE_SAME})
    assert rounds_of(house.evening).count() == 2
    assert Session.objects.filter(evening=house.evening).count() == 4


def test_the_next_rounds_share_sit_outs_and_the_late_and_the_leaving_are_fitted_in(house: ClubHouse) -> None:
    seat(house)
    first_out = rounds_of(house.evening).get().byes.get(table=None).player
    organiser = house.phone("organiser")
    organiser.post(page(house), {"names": NAMES[9]})
    late = house.club.players.get(name=NAMES[9])
    shown = organiser.get(page(house, "seating/")).content.decode()
    assert NAMES[9] in shown.partition("Waiting")[2], "who comes late waits for the round"
    out: Counter[int] = Counter({first_out.pk: 1})
    for number in range(1, 5):
        organiser.post(page(house, "seating/next/"), {"after": str(number), **ALL_THE_SAME})
        waits = rounds_of(house.evening).get(number=number + 1).byes.filter(table=None)
        out.update(waits.values_list("player", flat=True))
    assert sum(out.values()) == 1 + 4 * 2
    assert max(out.values()) == 1, "nine sit-outs of ten people"
    assert late.pk in out or len(out) == 9
    here = Presence.objects.filter(evening=house.evening)
    gone = here.exclude(player=late)[:2]
    ticked = [str(one.player_id) for one in here if one not in list(gone)]
    was = [str(one.player_id) for one in here]
    organiser.post(page(house), {"was": was, "here": ticked, "seat": "1", "after": "5", **ALL_THE_SAME})
    last = rounds_of(house.evening).get(number=6)
    assert last.seats.count() + last.byes.count() == 8
    for people in (last.seats, last.byes):
        assert not people.filter(player__in=[one.player_id for one in gone]).exists()


def test_three_people_are_too_few_and_stay_on_the_list(house: ClubHouse) -> None:
    answer = house.phone("organiser").post(page(house), {"names": "Aiko, Ben, Chen", "seat": "1"})
    assert answer.status_code == 422
    assert "too few people" in answer.content.decode()
    assert "1 more makes a table" in answer.content.decode()
    assert house.evening.presences.count() == 3


def test_two_people_change_places_as_long_as_neither_table_has_begun(house: ClubHouse) -> None:
    one = seat(house)
    organiser = house.phone("organiser")
    first, second = one.tables.all()
    here, there = first.seats.get(number=0).player, second.seats.get(number=2).player
    organiser.post(page(house, "seating/move/"), {"one": here.pk, "other": there.pk})
    assert Session.objects.get(round_table=first).seat_names[0] == there.name
    assert Session.objects.get(round_table=second).seat_names[2] == here.name
    waits = one.byes.get(table=None).player
    organiser.post(page(house, "seating/move/"), {"one": waits.pk, "other": there.pk})
    assert Session.objects.get(round_table=first).seat_names[0] == waits.name
    assert one.byes.get(table=None).player == there
    state = Session.objects.get(round_table=first)
    state.state = {**state.state, "hands": 1}
    state.save()
    refused = organiser.post(page(house, "seating/move/"), {"one": waits.pk, "other": here.pk})
    assert refused.status_code == 422
    assert "Table 1 has begun" in refused.content.decode()
    for pair in ({"one": "x"}, {"one": here.pk, "other": here.pk}, {"one": 10**18, "other": here.pk}):
        assert organiser.post(page(house, "seating/move/"), pair).status_code == 422


def test_those_who_wait_get_a_table_of_their_own_once_they_are_enough(house: ClubHouse) -> None:
    seat(house, 5)
    organiser = house.phone("organiser")
    organiser.post(page(house), {"names": "\n".join(NAMES[5:8])})
    organiser.post(page(house, "seating/more/"), {"waiting": "1"})
    one = rounds_of(house.evening).get()
    assert one.tables.count() == 2
    assert not one.byes.filter(table=None).exists()
    assert Session.objects.filter(evening=house.evening).count() == 2


def test_a_round_nobody_has_played_is_undone(house: ClubHouse) -> None:
    one = seat(house)
    Session.objects.filter(round_table__round=one, round_table__number=2).update(
        state={"hands": 1, "scores": []}
    )
    assert house.phone("organiser").post(page(house, "seating/undo/"), {"after": "1"}).status_code == 422
    Session.objects.filter(round_table__round=one).update(state={"hands": 0, "scores": []})
    house.phone("organiser").post(page(house, "seating/undo/"), {"after": "1"})
    assert not rounds_of(house.evening).exists()
    assert not Session.objects.filter(evening=house.evening).exists()
    assert house.evening.presences.filter(HERE).count() == 9


def test_a_phone_checks_in_by_the_code_and_is_told_its_table(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="Léa Dupont")
    house.phone("organiser").post(page(house), {"names": "\n".join(NAMES[:3])})
    body = house.phone("organiser").get(page(house)).content.decode()
    link = re.findall(r'href="http://[^/"]+(/here/[^"]+)"', body)[0]
    guest = Phone()
    assert "Aiko" not in guest.get(link).content.decode(), "the roster is not shown"
    asked = guest.post(link, {"name": "lea dupont"})
    assert asked.status_code == 422
    assert "I am Léa Dupont" in asked.content.decode()
    guest.post(link, {"name": "Léa Dupont"})
    assert "Keep this page open" in guest.get(link).content.decode()
    house.phone("organiser").post(page(house), {"was": [], "seat": "1"})
    told = guest.get(link).content.decode()
    assert "Table 1" in told
    assert all(name in told for name in NAMES[:3])
    table = guest.post(f"{link}sit/")
    session = Session.objects.get(evening=house.evening)
    assert table["Location"] == f"/t/{session.code}/"
    lea = session.seats.get(player__name="Léa Dupont")
    assert session.accesses.filter(seat=lea.number, role=Access.Role.SCORER).exists()
    guest.post(link, {"leave": "1"})
    assert house.evening.presences.filter(HERE).count() == 3
    assert Phone().get(link[:-4] + "xyz/").status_code == 404
    assert Phone().post(f"{link}sit/").status_code == 302, "who is not on the list has no table"


@pytest.mark.parametrize(("days", "told"), [(-1, "This evening is over"), (1, "on the day of the evening")])
def test_nobody_checks_in_before_or_after_the_evening(house: ClubHouse, days: int, told: str) -> None:
    link = f"/here/{house.club.slug}/{house.evening.pk}/{evening_check_in_token(house.evening)}/"
    Evening.objects.filter(pk=house.evening.pk).update(date=house.evening.date + timedelta(days=days))
    assert told in Phone().get(link).content.decode()
    Phone().post(link, {"name": "Aiko"})
    assert not house.club.players.exists()


def at(monkeypatch: pytest.MonkeyPatch, house: ClubHouse, hour: int) -> None:
    """It is so many hours after midnight of the evening's day."""
    day = datetime.combine(house.evening.date, time())
    now = timezone.make_aware(day + timedelta(hours=hour))
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_the_code_in_the_room_leads_to_the_evening_that_is_on(
    house: ClubHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = club_check_in_path(house.club)
    Evening.objects.filter(pk=house.evening.pk).update(begins=time(19, 30), ends=time(23))
    at(monkeypatch, house, 12)
    assert "You can check in from 18:30" in Phone().get(code).content.decode(), "nobody is here from home"
    for hour in (19, 25):
        at(monkeypatch, house, hour)
        led = Phone().get(code)
        assert led.status_code == 302
        assert "I am here" in Phone().get(led["Location"]).content.decode()
    other = Evening.objects.create(club=house.club, date=house.evening.date, name="Beginners")
    shown = Phone().get(code).content.decode()
    assert shown.count('class="button primary wide"') == 2, "of two evenings one is chosen"
    assert evening_check_in_path(other) in shown
    house.evening.delete()
    other.date += timedelta(days=3)
    other.save()
    shown = Phone().get(code).content.decode()
    assert "Nothing is planned for tonight." in shown
    assert "Next evening" in shown
    other.delete()
    assert "Next evening" not in Phone().get(code).content.decode()


def test_the_code_in_the_room_is_printed_by_who_may_check_others_in_and_is_void_with_the_link_of_the_wall(
    house: ClubHouse,
) -> None:
    code, poster = club_check_in_path(house.club), f"/sheets/c/{house.club.slug}/room/"
    assert house.phone("member").get(poster).status_code == 403
    scorer = house.phone("scorer")
    assert poster in scorer.get(page(house)).content.decode()
    assert scorer.get(f"{poster}sheet.pdf")["Content-Type"] == "application/pdf"
    assert Phone().get(f"{code[:-4]}abc/").status_code == 404
    assert Phone().get(code.replace(house.club.slug, "nowhere")).status_code == 404
    house.phone("owner").post(reverse("displays:wall_link", args=[house.club.slug]), {"renew": "1"})
    assert Phone().get(code).status_code == 404


def test_seven_people_fill_a_table_of_four_and_one_of_a_game_for_three(house: ClubHouse) -> None:
    four = next(game.key for game in games() if game.variant.seats == 4)
    three = next(game.key for game in games() if game.variant.seats == 3)
    one = seat(house, 7, main=four, also=three)
    assert sorted(table.seats.count() for table in one.tables.all()) == [3, 4]
    assert {table.session.variant for table in one.tables.all() if table.session} == {four, three}
    assert not one.byes.filter(table=None).exists()


def test_who_asked_for_another_game_plays_it(house: ClubHouse) -> None:
    typed = {"names": "\n".join(NAMES[:8]), "main": "riichi", "also": ["ten"]}
    house.phone("organiser").post(page(house), typed)
    assert "Game Aiko would rather play" in house.phone("organiser").get(page(house)).content.decode()
    here = {one.player.name: one.player.pk for one in house.evening.presences.all()}
    wants = {f"wants-{here[name]}": "ten" for name in NAMES[:4]}
    ticked = [str(pk) for pk in here.values()]
    house.phone("organiser").post(page(house), {"was": ticked, "here": ticked, "seat": "1", **wants})
    # a phone says it too, and a list that was opened before does not take it back
    link = re.findall(
        r'href="http://[^/"]+(/here/[^"]+)"', house.phone("organiser").get(page(house)).content.decode()
    )
    guest = Phone()
    guest.post(link[0], {"name": "Zoé"})
    assert "The game I would rather play" in guest.get(link[0]).content.decode()
    for wanted in ("ten", "no game"):
        guest.post(link[0], {"wants": wanted})
    zoe = house.evening.presences.get(player__name="Zoé")
    stale = {"was": str(zoe.player_id), "here": str(zoe.player_id)}
    unseen = {f"wants-{zoe.player_id}": "", f"wanted-{zoe.player_id}": ""}
    house.phone("organiser").post(page(house), {**stale, **unseen})
    zoe.refresh_from_db()
    assert zoe.wants == "ten"
    at_ten = DrawnSeat.objects.filter(round__evening=house.evening, table__variant="ten")
    assert {one.player.name for one in at_ten} == set(NAMES[:4])


def test_everybody_of_last_time_comes_by_one_button(house: ClubHouse) -> None:
    seat(house)
    next_week = Evening.objects.create(club=house.club, date=house.evening.date)
    address = house.url(f"evenings/{next_week.pk}/here/")
    assert "Everybody who came last time (9)" in house.phone("organiser").get(address).content.decode()
    house.phone("organiser").post(address, {"last": "1"})
    assert next_week.presences.count() == 9


def test_the_games_of_the_last_night_are_those_of_the_next(house: ClubHouse) -> None:
    seat(house, 5, main="ten", also="riichi", fives="1")
    next_week = Evening.objects.create(club=house.club, date=house.evening.date)
    shown = house.phone("organiser").get(house.url(f"evenings/{next_week.pk}/here/")).content.decode()
    assert re.search(r'<option value="ten" selected', shown)
    assert re.search(r'name="also" value="riichi" checked', shown)
    assert re.search(r'name="fives" value="1" checked', shown)


def test_tonight_is_made_once(house: ClubHouse) -> None:
    house.evening.delete()
    for _tap in range(2):
        answer = house.phone("organiser").post(house.url("tonight/"))
    evening = house.club.evenings.get()
    assert answer["Location"] == house.url(f"evenings/{evening.pk}/here/")


@pytest.mark.parametrize(
    ("rest", "cells"),
    [
        ("seating/", ("200", "200", "200", "200", "404", "404", "sign in")),
        ("here/", ("200", "200", "200", "403", "404", "404", "sign in")),
        ("seating/cards/", ("200", "200", "200", "403", "404", "404", "sign in")),
    ],
)
def test_who_may_see_a_page(house: ClubHouse, rest: str, cells: tuple[str, ...]) -> None:
    seat(house, 4)
    seen = []
    for who in PEOPLE:
        answer = house.phone(who).get(page(house, rest))
        seen.append("sign in" if answer.status_code == 302 else str(answer.status_code))
    assert tuple(seen) == cells


@pytest.mark.parametrize("rest", ["seating/move/", "seating/undo/", "seating/next/", "seating/more/"])
def test_who_keeps_no_score_changes_no_seating(house: ClubHouse, rest: str) -> None:
    one = seat(house)
    first, second = (table.seats.get(number=0).player_id for table in one.tables.all())
    before = list(DrawnSeat.objects.order_by("pk").values_list("pk", "table", "number", "player"))
    for who in ("member", "stranger", "other_owner", "nobody"):
        form = {"one": first, "other": second, "after": "1", "waiting": "1"}
        assert house.phone(who).post(page(house, rest), form).status_code in (302, 403, 404), who
    assert list(DrawnSeat.objects.order_by("pk").values_list("pk", "table", "number", "player")) == before
    assert rounds_of(house.evening).count() == 1


def test_two_who_sit_at_two_tables_of_a_round_are_two_people(house: ClubHouse) -> None:
    one = seat(house, 9)
    here, there = (table.seats.get(number=0).player for table in one.tables.all())
    with pytest.raises(TwoPeople, match="Both were seated in round 1"):
        merge_player(here, there, None)
    here.refresh_from_db()
    assert here.merged_into is None
    waiting = one.byes.get(table=None).player  # typed a second time as they came, and found no table
    merge_player(here, waiting, None)


def test_who_has_left_and_comes_back_is_here_again_and_is_seated(house: ClubHouse) -> None:
    players = [Player.objects.create(name=name, club=house.club) for name in ("Ann", "Bo", "Cy", "Di")]
    check_in_players(house.evening, players)
    check_out_players(house.evening, [players[0].pk])
    assert players[0].pk not in people_here(house.evening)
    assert draw_and_open_round(house.evening, 0, Device.objects.create()) is None
    check_in_players(house.evening, players)
    assert {*people_here(house.evening)} == {player.pk for player in players}
    one = draw_and_open_round(house.evening, 0, Device.objects.create())
    assert one is not None
    assert one.seats.filter(player=players[0]).exists()
    check_out_players(house.evening, [players[0].pk])
    phone = Device.objects.create()
    check_in_players(house.evening, players[:1], phone)
    presence = Presence.objects.get(player=players[0])
    assert (presence.here, presence.device) == (True, phone)


def test_an_evening_that_is_over_offers_no_next_round(house: ClubHouse) -> None:
    seat(house, 4)
    organiser, address = house.phone("organiser"), house.url(f"evenings/{house.evening.pk}/")
    assert "Next round" in organiser.get(address).content.decode()
    Evening.objects.filter(pk=house.evening.pk).update(date=timezone.localdate() - timedelta(days=30))
    past = organiser.get(address).content.decode()
    assert "Type the results" in past, "a table has no result yet"
    assert "Next round" not in past
