"""What a club takes along: its sheets, records, calendar and archive, and who may."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import tablib
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from mahjongclub.clubs.models import Club, Evening, Player
from mahjongclub.clubs.naming import alphabetical_key, pseudonym
from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.exchange.archive.making import (
    ExportTakenOver,
    archive_path,
    delete_expired_exports,
    get_or_create_archives_folder,
    start_export_unless_running,
    write_export_archive,
)
from mahjongclub.exchange.exporting.calendar import get_or_create_calendar_token
from mahjongclub.exchange.exporting.spreadsheet import ExportSheet, spreadsheet_file, without_formula
from mahjongclub.exchange.importing.spreadsheets import read_spreadsheet
from mahjongclub.exchange.models import Export
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.seasons.changes import add_season
from mahjongclub.seasons.models import League
from tests.clubs.club_house import PEOPLE, ClubHouse, open_club_house
from tests.clubs.test_roles import EVERYBODY, MEMBERS, ORGANISERS, OWNERS, YES, answered
from tests.tables.conftest import Phone

from .full_club import small_club


@pytest.fixture(autouse=True)
def exports_of_their_own(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def club(db: None) -> Club:
    """A club with a game that ended after three hands, and a season it counts for."""
    return _with_a_season()


def _with_a_season() -> Club:
    club = small_club()
    season = League(club=club, name="League")
    add_season(season, "Spring", "riichi", date(2020, 1, 1), None, Scoring())
    return club


@pytest.fixture
def organiser(club: Club) -> Phone:
    phone = Phone()
    account = club.memberships.get(role="organiser").account
    phone.force_login(account)
    return phone


def sheet(phone: Phone, club: Club, **asked: Any) -> HttpResponse:
    return phone.get(reverse("exchange:sheet", args=[club.slug]), {"kind": "csv", **asked})


def csv_rows(answer: HttpResponse, delimiter: str = ",") -> list[dict[str, str]]:
    assert answer.content.startswith(b"\xef\xbb\xbf")
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


# sheets


def test_the_games_of_a_season_have_a_row_for_each_player(club: Club, organiser: Phone) -> None:
    season = club.leagues.get().seasons.get()
    rows = csv_rows(sheet(organiser, club, what="games", season=season.pk))
    ended = club.sessions.get(ended_at__isnull=False)
    assert [row["Player"] for row in rows] == ["Aiko", "Benoît", "Chen", "Dina"]
    assert {row["Table"] for row in rows} == {ended.code}
    assert {row["Date"] for row in rows} == {ended.evening.date.isoformat() if ended.evening else ""}
    # from Dina each time: 7,700 as dealer; 5,200 and 300 for the counter; 5,200 (published table)
    assert [int(row["Score"]) for row in rows] == [32_700, 30_500, 30_200, 6_600]
    # from 30,000, with uma 20/10 and oka 20
    assert [float(row["Final points"]) for row in rows] == [42.7, 10.5, -9.8, -43.4]
    assert [row["Place"] for row in rows] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_workbook_has_all_three_with_numbers_and_dates(club: Club, organiser: Phone, kind: str) -> None:
    answer = sheet(organiser, club, kind=kind)
    book = tablib.Databook().load(io.BytesIO(answer.content), kind)
    sheets = {one.title: one for one in book.sheets()}
    assert list(sheets) == ["Standings", "Games", "Players"]
    first = dict(zip(sheets["Games"].headers, sheets["Games"][0], strict=True))
    assert str(first["Date"])[:10] == club.evenings.get().date.isoformat()
    assert not isinstance(first["Date"], str)
    assert isinstance(first["Score"], int | float)
    standing = dict(zip(sheets["Standings"].headers, sheets["Standings"][0], strict=True))
    assert (standing["Player"], standing["Place"], standing["Games"]) == ("Aiko", 1, 1)


def test_players_have_as_many_places_as_their_games_have_seats(club: Club, organiser: Phone) -> None:
    (row, *_others) = csv_rows(sheet(organiser, club, what="players"))
    assert [heading for heading in row if heading.startswith("Places: ")] == [
        "Places: 1",
        "Places: 2",
        "Places: 3",
        "Places: 4",
    ]


def test_french_headings_and_a_decimal_comma(club: Club, organiser: Phone) -> None:
    organiser.cookies["django_language"] = "fr"
    rows = csv_rows(sheet(organiser, club, what="games"), ";")
    assert (rows[0]["Joueur"], rows[0]["Points finaux"]) == ("Aiko", "42,7")


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_no_name_becomes_a_formula(begins: str) -> None:
    evil = f"{begins}HYPERLINK('http://x')"
    found = spreadsheet_file([ExportSheet("Players", ["Player", "Points"], [[evil, -12.5]])], "csv").decode(
        "utf-8-sig"
    )
    (row,) = csv.DictReader(io.StringIO(found, newline=""))
    assert row == {"Player": f"'{evil}", "Points": "-12.5"}  # a number stays one
    xlsx = spreadsheet_file([ExportSheet("Players", ["Player", "Points"], [["=1+1", -12.5]])], "xlsx")
    assert tablib.Dataset().load(io.BytesIO(xlsx), "xlsx").dict == [{"Player": "'=1+1", "Points": -12.5}]
    assert without_formula("Aiko-san") == "Aiko-san"


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_the_roster_is_taken_along_and_read_again(kind: str, public: ClubHouse) -> None:
    """What a spreadsheet could take for a formula stands behind an apostrophe; who hides is a number."""
    for name in ("Aiko", "=HYPERLINK(1)"):
        Player.objects.create(club=public.club, name=name)
    hidden = Player.objects.create(club=public.club, name="Benoît", name_hidden=True)
    answer = public.phone("organiser").get(public.url("players/sheet/"), {"kind": kind})
    assert f".{kind}" in answer["Content-Disposition"]
    rows = [row for _number, row in read_spreadsheet(answer.content).rows]
    assert [row[0] for row in rows] == sorted(["Aiko", "'=HYPERLINK(1)", str(hidden)], key=alphabetical_key)
    assert {row[3] for row in rows} == {"0"}


def test_a_hidden_name_is_a_pseudonym_in_every_sheet(club: Club, organiser: Phone) -> None:
    hidden = Player.objects.get(club=club, name="Benoît")
    Player.objects.filter(pk=hidden.pk).update(name_hidden=True)
    for what in ("standings", "games", "players"):
        text = sheet(organiser, club, what=what).content.decode()
        assert "Benoît" not in text
        assert pseudonym(hidden.pk) in text


def test_what_is_not_understood_is_said_at_its_field(club: Club, organiser: Phone) -> None:
    answer = sheet(organiser, club, kind="exe", season="999")
    assert answer.status_code == 422
    assert "exe" in answer.content.decode()
    assert answer.content.decode().count('class="error"') == 2


def test_too_many_rows_for_a_workbook_are_told(
    club: Club, organiser: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mahjongclub.exchange.exporting.pages.MOST_ROWS", 3)
    assert sheet(organiser, club, kind="xlsx").status_code == 422
    assert sheet(organiser, club, kind="csv", what="games").status_code == 200


@pytest.mark.parametrize("what", ["standings", "games", "players"])
def test_sheets_ask_as_much_for_many_games(
    club: Club, organiser: Phone, what: str, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12):
        sheet(organiser, club, what=what)


# records


def test_a_record_is_for_whoever_may_look(club: Club) -> None:
    ended = club.sessions.get(ended_at__isnull=False)
    phone = Phone()
    address = reverse("exchange:record", args=[club.slug, ended.code])
    assert phone.get(address).status_code == 302
    phone.force_login(club.memberships.get(role="member").account)
    record = json.loads(phone.get(address).content)
    assert (record["id"], len(record["hands"])) == (ended.code, 3)
    assert address in phone.get(f"/c/{club.slug}/games/{ended.code}/").content.decode()


# the calendar


def events(answer: HttpResponse) -> list[Any]:
    assert answer["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


@pytest.fixture
def public(db: None) -> ClubHouse:
    return open_club_house(Club.Visibility.PUBLIC)


def test_an_evening_is_a_whole_day_with_its_place_and_page(public: ClubHouse) -> None:
    (event,) = events(Phone().get(f"/c/{public.club.slug}/calendar.ics"))
    evening = public.evening
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (evening.date, evening.date + timedelta(days=1))
    assert str(event["LOCATION"]) == "Rue de Gand"
    assert str(event["URL"]).endswith(f"/c/{public.club.slug}/evenings/{evening.pk}/")
    assert str(event["SUMMARY"]) == "Riichi Lille"


def test_a_changed_evening_is_the_same_event_told_anew(public: ClubHouse) -> None:
    address = f"/c/{public.club.slug}/calendar.ics"
    (before,) = events(Phone().get(address))
    form = {"date": "2026-12-24", "place": "Café, « Le 9 »; rue X", "name": "Noël"}
    public.phone("owner").post(public.url(f"evenings/{public.evening.pk}/edit/"), form)
    (after,) = events(Phone().get(address))
    assert after["UID"] == before["UID"]
    assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 1)
    assert after["LAST-MODIFIED"].dt >= before["LAST-MODIFIED"].dt
    assert (after["DTSTART"].dt, str(after["LOCATION"])) == (date(2026, 12, 24), "Café, « Le 9 »; rue X")
    public.phone("owner").post(public.url(f"evenings/{public.evening.pk}/edit/"), form)
    (again,) = events(Phone().get(address))
    assert int(again["SEQUENCE"]) == 1  # saved, and nothing of it changed


def test_the_calendar_is_fetched_once(public: ClubHouse) -> None:
    address = f"/c/{public.club.slug}/calendar.ics"
    first = Phone().get(address)
    again = Phone().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("visibility", [Club.Visibility.MEMBERS, Club.Visibility.PRIVATE])
def test_a_link_opens_the_calendar_until_there_is_a_new_one(db: None, visibility: str) -> None:
    house = open_club_house(visibility)
    address, token = f"/c/{house.club.slug}/calendar.ics", get_or_create_calendar_token(house.club)
    phone = house.phone("nobody")
    assert phone.get(address).status_code == 404
    assert phone.get(address, {"token": token}).status_code == 200
    assert phone.get("/c/another-club/calendar.ics", {"token": token}).status_code == 404
    assert token in house.phone("owner").get(house.url("calendar/")).content.decode()
    house.phone("organiser").post(house.url("calendar/"))
    assert phone.get(address, {"token": token}).status_code == 404
    assert (
        get_or_create_calendar_token(house.club)
        in house.phone("owner").get(house.url("calendar/")).content.decode()
    )


def test_many_evenings_ask_no_more_than_few(public: ClubHouse, django_assert_num_queries: Any) -> None:
    Evening.objects.bulk_create(Evening(club=public.club, date=timezone.localdate()) for _one in range(30))
    with django_assert_num_queries(3):
        assert len(events(Phone().get(f"/c/{public.club.slug}/calendar.ics"))) == 31


# who may: docs/roles.md

ALLOWED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "the page of exports": (lambda house, phone: phone.get(house.url("export/")), ORGANISERS),
    "the roster": (lambda house, phone: phone.get(house.url("players/sheet/")), ORGANISERS),
    "a sheet": (lambda house, phone: phone.get(house.url("export/sheet/"), {"kind": "csv"}), ORGANISERS),
    "the calendar": (lambda house, phone: phone.get(house.url("calendar/")), MEMBERS),
    "a new link of the calendar": (lambda house, phone: phone.post(house.url("calendar/")), ORGANISERS),
    "make an archive": (lambda house, phone: phone.post(house.url("export/archive/")), OWNERS),
    "see an archive": (lambda house, phone: phone.get(archive_address(house)), OWNERS),
    "fetch an archive": (lambda house, phone: fetched(phone, archive_address(house) + "file/"), OWNERS),
}


def fetched(phone: Phone, address: str) -> HttpResponse:
    answer = phone.get(address)
    if answer.streaming:
        b"".join(answer.streaming_content)  # which closes the file
    return answer


def archive_address(house: ClubHouse) -> str:
    export = Export.objects.create(club=house.club, finished_at=timezone.now(), size=3)
    archive_path(export).write_bytes(b"zip")
    return house.url(f"export/archive/{export.pk}/")


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("action", ALLOWED)
def test_what_a_role_may_take_along(action: str, who: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mahjongclub.exchange.archive.making.start_export_unless_running", lambda export: None
    )
    house = open_club_house()
    do, allowed = ALLOWED[action]
    before = get_or_create_calendar_token(house.club)
    assert answered(do(house, house.phone(who))) == allowed[PEOPLE.index(who)]
    if allowed[PEOPLE.index(who)] != YES:
        assert not Export.objects.filter(finished_at=None).exists()
        assert get_or_create_calendar_token(house.club) == before


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(
    ("visibility", "allowed"), [(Club.Visibility.PUBLIC, EVERYBODY), (Club.Visibility.PRIVATE, ORGANISERS)]
)
def test_the_calendar_is_for_whoever_may_look(
    db: None, visibility: str, allowed: tuple[str, ...], who: str
) -> None:
    house = open_club_house(visibility)
    assert answered(house.phone(who).get(house.url("calendar/"))) == allowed[PEOPLE.index(who)]


def test_another_clubs_archive_is_none_of_ours(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mahjongclub.exchange.archive.making.start_export_unless_running", lambda export: None
    )
    house = open_club_house()
    number = archive_address(house).rstrip("/").rpartition("/")[2]
    phone = house.phone("other_owner")
    assert phone.get(f"/c/another-club/export/archive/{number}/").status_code == 404
    assert phone.get(f"/c/another-club/export/archive/{number}/file/").status_code == 404


# an archive in the browser


@pytest.mark.django_db(transaction=True)
def test_the_owner_has_an_archive_made_and_fetches_it() -> None:
    club = small_club()
    phone = Phone()
    phone.force_login(club.memberships.get(role="owner").account)
    address = phone.post(f"/c/{club.slug}/export/archive/")["Location"]
    page = phone.get(address)
    for _wait in range(200):
        if b"export/archive" in page.content and b"/file/" in page.content:
            break
        time.sleep(0.05)
        page = phone.get(address)
    answer = phone.get(address + "file/")
    content = b"".join(answer.streaming_content)
    assert len(content) == Export.objects.get().size == int(answer["Content-Length"])
    assert import_archive(io.BytesIO(content), slug="second").club.sessions.count() == 2
    assert [path.suffix for path in get_or_create_archives_folder().iterdir()] == [".zip"]


def test_while_it_is_made_the_page_asks_again_without_script_too(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "mahjongclub.exchange.exporting.pages.start_export_unless_running", lambda export: None
    )
    export = Export.objects.create(club=club, rows=200, rows_done=50, alive_at=timezone.now())
    phone = Phone()
    phone.force_login(club.memberships.get(role="owner").account)
    address = f"/c/{club.slug}/export/archive/{export.pk}/"
    page = phone.get(address).content.decode()
    assert 'value="25"' in page
    assert re.search(rf'<noscript>\s*<a class="button wide" href="{address}">', page)
    fragment = phone.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert 'hx-trigger="every 1s"' in fragment
    assert phone.get(address + "file/").status_code == 404


def test_asking_twice_makes_one(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mahjongclub.exchange.archive.making.start_export_unless_running", lambda export: None
    )
    phone = Phone()
    phone.force_login(club.memberships.get(role="owner").account)
    first = phone.post(f"/c/{club.slug}/export/archive/")
    assert phone.post(f"/c/{club.slug}/export/archive/")["Location"] == first["Location"]
    assert Export.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_a_dead_process_left_is_made_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(
        "mahjongclub.exchange.archive.making.Thread",
        lambda target, args, daemon: type("T", (), {"start": lambda self: begun.append(args)})(),
    )
    dead, now = uuid4(), timezone.now()
    export = Export.objects.create(club=small_club(), run=dead, alive_at=now - timedelta(seconds=20))
    start_export_unless_running(export)
    assert begun == []  # it may be alive
    Export.objects.update(alive_at=now - timedelta(seconds=31))
    start_export_unless_running(export)
    start_export_unless_running(export)
    assert len(begun) == 1
    with pytest.raises(ExportTakenOver):  # and should the dead one wake up, it stops
        write_export_archive(export.pk, dead)
    write_export_archive(*begun[0])
    export.refresh_from_db()
    assert export.is_ready
    assert list(get_or_create_archives_folder().iterdir()) == [archive_path(export)]


def test_files_go_after_a_day(club: Club) -> None:
    old = Export.objects.create(club=club, finished_at=timezone.now() - timedelta(hours=25))
    new = Export.objects.create(club=club, finished_at=timezone.now() - timedelta(hours=23))
    for one in (old, new):
        archive_path(one).write_bytes(b"zip")
    (get_or_create_archives_folder() / "stray.part").write_bytes(b"zip")
    delete_expired_exports()
    assert list(get_or_create_archives_folder().iterdir()) == [archive_path(new)]
    assert list(Export.objects.all()) == [new]
