"""Games once they are in: their evening, where they come from, what support sees; faults at their fields."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from mahjongclub.clubs.models import Evening
from mahjongclub.exchange.models import Origin, Upload
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.exchange.tenhou_situations import SITUATIONS

from .tenhou_logs import xml_of
from .test_bringing_in import WIDE_ROWS, keep, look, page, sheet_file

SHEET = sheet_file("csv", WIDE_ROWS)  # games of 1 and 8 March 2026
LOG = xml_of(SITUATIONS["ron"])
DIFFERING = LOG.replace(b"250,0,250,20,250,0,250,-20", b"250,0,250,30,250,0,250,-30")
SAID = "by our rules the points move 0 / +2000 / 0 / −2000, the log has 0 / +3000 / 0 / −3000."


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


@pytest.fixture
def march(house: ClubHouse) -> Evening:
    return Evening.objects.create(club=house.club, date=date(2026, 3, 8), place="Café")


def test_results_of_a_sheet_go_into_the_evenings_of_their_days(house: ClubHouse, march: Evening) -> None:
    address = look(house, ("final.csv", SHEET))
    shown = page(house, address)
    assert "1 game was played on the day of a club evening" in shown
    assert re.search(r'name="evenings" value="1" checked', shown)
    assert shown.count("Evening of that day") == 1
    keep(house, address, evenings="1")
    first, second = Session.objects.order_by("started_at")
    assert (first.evening, second.evening) == (None, march)
    assert second.code in house.phone("member").get(house.url(f"evenings/{march.pk}/")).content.decode()


def test_without_the_tick_they_stay_outside(house: ClubHouse, march: Evening) -> None:
    address = look(house, ("final.csv", SHEET))
    assert 'name="evenings" value="1">' in page(house, address, layout="wide")
    keep(house, address)
    assert not Session.objects.exclude(evening=None).exists()


def test_a_log_from_elsewhere_is_in_no_evening_unless_told_so(house: ClubHouse, march: Evening) -> None:
    """Played at 0:30 after the evening of the 8th (Paris), that is at 8 of the 9th in Japan."""
    name = "2026030908gm-00a9-0000-122c42dc.mjlog"
    address = look(house, (name, LOG))
    assert 'name="evenings" value="1">' in page(house, address)
    keep(house, address, evenings="1")
    assert Session.objects.get().evening == march


def test_a_game_leads_organisers_to_where_it_comes_from(house: ClubHouse) -> None:
    keep(house, look(house, ("secret name.xml", DIFFERING)))
    session, origin = Session.objects.get(), Origin.objects.get()
    game = house.url(f"games/{session.code}/")
    shown = house.phone("organiser").get(game).content.decode()
    assert house.url(f"import/origins/{origin.pk}/") in shown
    assert SAID in shown
    as_member = house.phone("member").get(game).content.decode()
    assert SAID in as_member
    assert "import/origins" not in as_member
    assert "secret name" not in as_member


def test_a_game_of_this_club_comes_from_nowhere(house: ClubHouse) -> None:
    keep(house, look(house, ("one.xml", LOG)))
    Origin.objects.all().delete()
    session = Session.objects.get()
    shown = house.phone("organiser").get(house.url(f"games/{session.code}/")).content.decode()
    assert "Where this game comes from" not in shown


def test_the_fault_stands_at_the_tick_that_is_missing(house: ClubHouse) -> None:
    rows = [*WIDE_ROWS, ["2026-03-15", "Aiko", 25000, "Ben", 25000, "Chen", 25000, "Dina", 26000]]
    address = look(house, ("final.csv", sheet_file("csv", rows)))
    shown = keep(house, address).content.decode()
    assert re.search(
        r'id="id_leave_out" value="1"\s+aria-invalid="true" aria-describedby="id_leave_out_error"', shown
    )
    assert "invalid" not in page(house, address)


def test_the_fault_stands_at_the_name_that_sits_twice(house: ClubHouse) -> None:
    house.club.players.create(name="Dina")
    address = look(house, ("one.xml", LOG))
    shown = keep(house, address, **{"as-0": "Dina"}).content.decode()
    assert re.search(r'id="id_as-3" value="Dina"[^>]*aria-invalid="true"', shown)
    assert shown.count("sits there twice") == 2  # at the head and at the name
    assert 'value="Dina"' in shown


def test_support_looks_at_what_came(house: ClubHouse) -> None:
    keep(house, look(house, ("one.xml", DIFFERING)))
    look(house, ("two.xml", LOG), ("three.xml", LOG))
    staff = Client()
    staff.force_login(get_user_model().objects.create_user("Helper", is_staff=True))
    pages: dict[str, Any] = {"origin": Origin.objects.get().pk, "upload": Upload.objects.get().pk}
    for model, row in pages.items():
        assert "Riichi Lille" in staff.get(f"/admin/exchange/{model}/").content.decode()
        shown = staff.get(f"/admin/exchange/{model}/{row}/change/").content.decode()
        assert ("E1: by our rules" in shown) == (model == "origin")
        assert ("two.xml, three.xml" in shown) == (model == "upload")
        assert staff.post(f"/admin/exchange/{model}/{row}/delete/", {"post": "yes"}).status_code == 403


def test_a_first_name_is_offered_as_the_one_it_may_be_short_for(house: ClubHouse) -> None:
    """By one tap, which is the choice itself; never of somebody whose name is hidden."""
    for name in ("Aiko Tanaka", "Benoît Lefèvre", "Chen Wei", "Chen Li"):
        house.club.players.create(name=name)
    house.club.players.create(name="Émile Zola", name_hidden=True)
    rows = [WIDE_ROWS[0], ["2026-03-08", "Aiko", 41000, "Benoit L.", 29000, "Chen", 20000, "Emile", 10000]]
    address = look(house, ("final.csv", sheet_file("csv", rows)))
    shown = page(house, address)
    assert re.findall(r'name="(as-\d)" value="([^"]+)" formaction', shown) == [
        ("as-0", "Aiko Tanaka"),
        ("as-1", "Benoît Lefèvre"),
    ]
    keep(house, address, **{"as-0": "Aiko Tanaka"})
    seats = Session.objects.get().seats.order_by("number").values_list("player__name", flat=True)
    assert list(seats) == ["Aiko Tanaka", "Benoit L.", "Chen", "Emile"]


def test_enter_in_a_field_looks_and_keeps_nothing(house: ClubHouse) -> None:
    """A browser takes the first button of the form for Enter."""
    for file in (("one.xml", LOG), ("final.csv", SHEET)):
        form = page(house, look(house, file)).partition('<form class="stack roomy"')[2]
        assert re.findall(r'<button[^>]* name="(\w+)"', form)[0] == "look"


def test_a_title_above_the_headings_is_passed_over(house: ClubHouse) -> None:
    """And points stand behind the winds, without a heading of their own. The fault is in row 5."""
    text = "Saison 2025;;;;;;;;\n;;;;;;;;\nDate;Est;;Sud;;Ouest;;Nord;\n"
    text += "07/11/2025;A;41 200;B;29 800;C;20 000;D;9 000\n14/11/2025;A;1;B;1;C;1;D;1\n"
    address = look(house, ("saison.csv", text.encode()))
    shown = page(house, address)
    assert "1 game would be saved" in shown
    assert "Row 5" in shown
    assert "column C</option>" in shown
    keep(house, address, leave_out="1")
    assert Session.objects.get().state["scores"] == [41200, 29800, 20000, 9000]


def test_the_day_is_asked_where_the_sheet_does_not_tell_it(house: ClubHouse) -> None:
    assert 'name="day"' not in page(house, look(house, ("final.csv", SHEET)))
    undated = [[*WIDE_ROWS[0]], ["", *WIDE_ROWS[1][1:]]]
    address = look(house, ("final.csv", sheet_file("csv", undated)))
    assert 'name="day"' in page(house, address)
    assert 'name="day"' in page(house, address, day="2026-03-01")
    keep(house, address, day="2026-03-01")
    assert Session.objects.get().started_at.date().isoformat() == "2026-03-01"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("on_roster", "in_file"),
    [("Anna Berg", "Ana Berg"), ("Jan Weis", "Ian Vis"), ("Lea Roth", "Lea Rot"), ("Tom Hoff", "Tom Hov")],
)
def test_a_name_that_only_sounds_like_one_on_the_roster_is_offered_and_makes_a_new_player(
    house: ClubHouse, on_roster: str, in_file: str
) -> None:
    house.club.players.create(name=on_roster)
    rows = [WIDE_ROWS[0], ["2026-03-08", in_file, 41000, "Ben", 29000, "Chen", 20000, "Dina", 10000]]
    address = look(house, ("final.csv", sheet_file("csv", rows)))
    assert f'name="as-0" value="{on_roster}" formaction' in page(house, address)
    keep(house, address)
    seats = Session.objects.get().seats.order_by("number").values_list("player__name", flat=True)
    assert list(seats) == [in_file, "Ben", "Chen", "Dina"]


def test_two_new_names_that_only_sound_alike_make_two_players(house: ClubHouse) -> None:
    rows = [
        WIDE_ROWS[0],
        ["2026-03-08", "Anna Berg", 41000, "Ana Berg", 29000, "Tom Hoff", 20000, "Tom Hov", 10000],
    ]
    keep(house, look(house, ("final.csv", sheet_file("csv", rows))))
    seats = Session.objects.get().seats.order_by("number").values_list("player__name", flat=True)
    assert list(seats) == ["Anna Berg", "Ana Berg", "Tom Hoff", "Tom Hov"]


def test_case_accents_and_order_of_words_still_lead_to_the_player_on_the_roster(house: ClubHouse) -> None:
    house.club.players.create(name="Benoît Lefèvre")
    rows = [WIDE_ROWS[0], ["2026-03-08", "LEFEVRE, Benoit", 41000, "Ben", 29000, "Chen", 20000, "D", 10000]]
    keep(house, look(house, ("final.csv", sheet_file("csv", rows))))
    assert Session.objects.get().seats.get(number=0).player.name == "Benoît Lefèvre"


def test_names_without_letters_are_matched_by_their_signs_alone(house: ClubHouse) -> None:
    house.club.players.create(name="🐼")
    rows = [WIDE_ROWS[0], ["2026-03-08", "🐸", 41000, "Ben", 29000, "Chen", 20000, "Dina", 10000]]
    keep(house, look(house, ("final.csv", sheet_file("csv", rows))))
    assert Session.objects.get().seats.get(number=0).player.name == "🐸"
