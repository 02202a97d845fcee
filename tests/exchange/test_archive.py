"""A club comes back from its archive as it was, here and on the other database, and gives nobody a right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Model
from django.utils import translation

from mahjongclub.clubs import models as clubs
from mahjongclub.clubs.accounts.first_owner import create_owner_link_token
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.models import Account, Club, Membership, Player
from mahjongclub.events.registration.models import Registration
from mahjongclub.exchange import models as exchange
from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.exchange.archive.container import OlderArchive
from mahjongclub.exchange.archive.parts import PARTS, ArchivePart
from mahjongclub.exchange.archive.views import archive_fault_in_words
from mahjongclub.leagues import models as leagues
from mahjongclub.tables import models as tables
from mahjongclub.tables.agreeing import record_agreement, stop_waiting_for_agreement
from mahjongclub.tables.models import Access, Session
from mahjongclub.tables.paper import overrule_with_paper
from tests.clubs.club_house import open_club_house
from tests.demo.test_filling import derived
from tests.tables.conftest import Phone
from tests.upgrade.releases import RELEASES, folder_of

from .club_facts import club_facts
from .full_club import archive_of, full_club, small_club, submission

NAMES_OF_SEVEN = (
    "Bo",
    "O'Brien",
    "Łukasz Żółć",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "ليلى منصور",
    "Anne-Sophie",
)
POSTGRES = os.environ.get("CI_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/mahjongclub"
#: of this run alone: another may use the same server
OTHER_NAME = f"mahjongclub_round_trip_{os.getpid()}"
#: tables that no archive holds: people's rights and passwords, what the engine and the folding make anew
LEFT_OUT = {
    *(clubs.Account, clubs.Device, clubs.KnownDevice, clubs.Invitation, clubs.Membership, clubs.OwnerLink),
    *(clubs.Club, clubs.HostChoice, clubs.HostInvitation),
    clubs.Erasure,  # a name that is to be erased does not leave
    *(tables.JoinCode, leagues.Book, leagues.Appearance, leagues.Rating, leagues.SeasonGame),
    # of this installation alone: links given out, files under way, how often an event here was changed
    *(exchange.Arrival, exchange.CalendarLink, exchange.EveningChange, exchange.Export),
    *(exchange.Upload, exchange.UploadedFile),
    # which browser speaks for whom: browsers do not come along
    *(leagues.PlayerPhone, leagues.PhoneRequest),
    # games that wait to be counted, which whoever brings a club in counts anew, and forms sent once
    *(leagues.UncountedGame, clubs.SentForm),
}


def same(before: dict[str, Any], after: dict[str, Any]) -> None:
    for what in before:
        assert after[what] == before[what], what


def rebuilding_changes_nothing() -> None:
    made = derived()
    call_command("rebuild", verbosity=0)
    again = derived()
    for what, rows in made.items():
        assert again[what] == rows, what


@pytest.mark.django_db
def test_a_club_comes_back_under_a_second_address_as_it_was() -> None:
    club = full_club()
    before = club_facts(club.slug)
    brought = import_archive(archive_of(club), slug="second")
    assert brought.warnings == []
    assert all(brought.counts.values())
    same(before, club_facts("second"))
    same(before, club_facts(club.slug))
    rebuilding_changes_nothing()


@pytest.mark.django_db
def test_a_game_of_seven_comes_back_with_what_all_said_and_its_paper() -> None:
    house = open_club_house()
    owner = house.phone("owner")
    more = {"seats": "7", "agreeing": "on", "belongs": f"e{house.evening.pk}"}
    session = owner.open_table("six", "club", NAMES_OF_SEVEN, **more)
    owner.confirm(
        session, {"type": "round", "events": [{"type": "win", "seat": 6, "from": 0, "hand": "pure"}]}
    )
    record_agreement(session.pk, submission(session), 1, 6, behalf=True)
    stop_waiting_for_agreement(session.pk, submission(session))
    overrule_with_paper(session.pk, session.opener, {"scores": [0, 0, 0, 0, 0, -4, 4], "off": True})
    before = club_facts(house.club.slug)
    assert import_archive(archive_of(house.club), slug="second").warnings == []
    same(before, club_facts("second"))
    assert set(Session.objects.get(club__slug="second").hands.get().said) == {"6", "without"}


@pytest.mark.django_db
def test_a_club_keeps_its_time_zone_and_takes_one_of_here_only_if_its_own_is_not_known(settings: Any) -> None:
    settings.TIME_ZONE = "America/Lima"
    club = small_club()
    Club.objects.filter(pk=club.pk).update(time_zone="Pacific/Auckland")
    brought = import_archive(archive_of(club), slug="second")
    assert (brought.club.time_zone, brought.warnings) == ("Pacific/Auckland", [])
    Club.objects.filter(pk=club.pk).update(time_zone="Mars/Olympus_Mons")
    brought = import_archive(archive_of(club), slug="third")
    assert brought.club.time_zone == "America/Lima"
    assert "does not know the time zone Mars/Olympus_Mons" in "".join(brought.warnings)


@pytest.mark.django_db
def test_a_club_without_a_currency_comes_back_without_one() -> None:
    club = small_club()
    Club.objects.filter(pk=club.pk).update(dues_currency="")
    assert import_archive(archive_of(club), slug="second").club.dues_currency == ""
    Club.objects.filter(pk=club.pk).update(dues_currency="CHF")
    assert import_archive(archive_of(club), slug="third").club.dues_currency == "CHF"


@pytest.mark.django_db
def test_the_public_page_of_an_event_and_its_open_registration_come_along() -> None:
    club = full_club()
    shown, hidden = club.tournaments.order_by("pk")[:2]
    shown.public, hidden.public = True, False
    for event in (shown, hidden):
        event.save(update_fields=["public"])
        Registration.objects.update_or_create(tournament=event, defaults={"wanted": event.public})
    brought = import_archive(archive_of(club), slug="second").club
    flags = brought.tournaments.order_by("pk").values_list("public", "registration__wanted")
    assert list(flags)[:2] == [(True, True), (False, False)]
    event = brought.tournaments.order_by("pk")[0]
    there = Phone().get(f"/c/second/tournaments/{event.pk}/event/")
    assert there.status_code in (200, 302)


@pytest.fixture
def other_database(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an empty installation on the database that these tests do not use."""
    environment = {**os.environ, "DATA_DIR": str(tmp_path / "other"), "SECRET_KEY": "another installation"}
    if connection.vendor == "postgresql":
        yield {**environment, "DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}"}
        return
    psycopg = pytest.importorskip("psycopg", reason="without psycopg there is no other database")
    parts = urlsplit(POSTGRES)
    server = parts._replace(path="/postgres").geturl()
    try:
        with psycopg.connect(server, connect_timeout=3, autocommit=True) as there:
            there.execute(f"DROP DATABASE IF EXISTS {OTHER_NAME}")
            there.execute(f"CREATE DATABASE {OTHER_NAME}")
    except psycopg.Error as fault:
        # CI runs this file on PostgreSQL as well, and then the other database is SQLite
        pytest.skip(f"NOT TESTED: no PostgreSQL answers at {parts.hostname}:{parts.port} ({fault})")
    yield {**environment, "DATABASE_URL": parts._replace(path=f"/{OTHER_NAME}").geturl()}
    with psycopg.connect(server, autocommit=True) as there:
        there.execute(f"DROP DATABASE {OTHER_NAME} WITH (FORCE)")


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.nightly
@pytest.mark.django_db
def test_a_club_moves_to_the_other_database_and_back(other_database: dict[str, str], tmp_path: Path) -> None:
    club = full_club()
    before = club_facts(club.slug)
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    call_command("export_club", club.slug, there, hidden_names=True)
    run(other_database, "manage.py", "migrate", "--verbosity", "0")
    said = run(other_database, "manage.py", "import_club", str(there))
    assert f"{club.sessions.count():,} games" in said
    same(before, json.loads(run(other_database, "-m", "tests.exchange.club_facts", club.slug)))
    run(other_database, "manage.py", "rebuild")
    same(before, json.loads(run(other_database, "-m", "tests.exchange.club_facts", club.slug)))
    run(other_database, "manage.py", "export_club", club.slug, str(back), "--hidden-names")
    with pytest.raises(CommandError, match="here already"):
        call_command("import_club", back)  # it came from here
    call_command("import_club", back, slug="back-home")
    same(before, club_facts("back-home"))


def test_every_model_is_in_the_archive_or_said_not_to_be() -> None:
    models = {
        model
        for app in (clubs, tables, leagues, exchange)
        for model in vars(app).values()
        if isinstance(model, type)
        and issubclass(model, Model)
        and model.__module__.startswith("mahjongclub.")
        and not model._meta.abstract
    }
    kept = {part.model for part in PARTS}
    assert models - kept == LEFT_OUT, "say in PARTS, or in LEFT_OUT here, whether an archive holds it"


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_an_archive_keeps_of_a_row_what_the_last_release_kept(part: ArchivePart) -> None:
    """A new field is left out (it may give somebody a right), or earlier archives are read without it."""
    with ZipFile(folder_of(RELEASES[-1]) / "club.zip") as archive:
        rows = archive.read(part.file_name).splitlines() if part.file_name in archive.namelist() else []
    assert bool(rows) != part.newer, "the last release had this part, or it is newer"
    kept = [key for key in (*part.row_keys, *part.extra) if key not in part.later.split()]
    assert part.newer or sorted(kept) == sorted(json.loads(rows[0]))
    assert set(part.without.split()) <= {field.name for field in part.model._meta.concrete_fields}


@pytest.mark.django_db
def test_an_archive_from_before_1_0_is_refused_with_what_to_do() -> None:
    packed = archive_of(small_club())
    with ZipFile(packed, "a") as archive:
        archive.writestr("teams.jsonl", "")
    clubs = Club.objects.count()
    with pytest.raises(OlderArchive, match="export it again there"):
        import_archive(packed)
    assert Club.objects.count() == clubs
    with translation.override("fr"):
        assert "dernière version 0.x" in archive_fault_in_words(OlderArchive("in English"))


@pytest.mark.django_db
def test_an_archive_is_taken_in_once(tmp_path: Path) -> None:
    club = small_club()
    call_command("export_club", club.slug, tmp_path / "club.zip")
    with pytest.raises(CommandError, match=f"here already, at /c/{club.slug}/"):
        call_command("import_club", tmp_path / "club.zip")
    assert Club.objects.filter(sessions__isnull=False).distinct().count() == 1
    call_command("import_club", tmp_path / "club.zip", slug="second")
    with pytest.raises(CommandError, match="has the address /c/second/"):
        call_command("import_club", tmp_path / "club.zip", slug="second")
    with pytest.raises(CommandError, match="Another club is called RIICHI lille"):
        call_command("import_club", tmp_path / "club.zip", slug="third", name="RIICHI lille")
    second = Club.objects.get(slug="second")
    assert (second.name, second.sessions.count()) == ("Riichi Lille 2", club.sessions.count())
    club.delete()
    with pytest.raises(CommandError, match="here already, at /c/second/"):
        call_command("import_club", tmp_path / "club.zip")


@pytest.mark.django_db
def test_a_club_is_written_to_a_stick_that_has_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_paths: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", link)
    club = small_club()
    call_command("export_club", club.slug, tmp_path / "club.zip")
    written = (tmp_path / "club.zip").read_bytes()
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_club", club.slug, tmp_path / "club.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["club.zip"]
    assert (tmp_path / "club.zip").read_bytes() == written


@pytest.mark.django_db
def test_nobody_gets_a_right_by_a_file() -> None:
    club = small_club()
    owner = Account.objects.get(memberships__club=club, memberships__role=Role.OWNER)
    Player.objects.filter(club=club, name="Aiko").update(account=owner)
    brought = import_archive(archive_of(club), slug="second")
    assert [one["name"] for one in brought.members] == ["owner", "organiser", "scorer", "member"]
    assert not Membership.objects.filter(club=brought.club).exists()
    assert not Player.objects.filter(club=brought.club).exclude(account=None).exists()
    # the phones that kept the score there keep none here: their places are those of devices nobody has
    mine = set(Access.objects.filter(session__club=club).values_list("device", flat=True))
    there = set(Access.objects.filter(session__club=brought.club).values_list("device", flat=True))
    assert mine
    assert there
    assert not mine & there


@pytest.mark.django_db
def test_without_an_owner_a_link_makes_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    club = small_club()
    call_command("export_club", club.slug, tmp_path / "club.zip")
    call_command("import_club", tmp_path / "club.zip", slug="second")
    link = capsys.readouterr().out.split()[-1]
    phone = Phone()
    phone.force_login(Account.objects.create_user("new"))
    phone.post(link)
    assert phone.get("/c/second/settings/").status_code == 200
    call_command("import_club", tmp_path / "club.zip", slug="third", owner="new")
    assert phone.get("/c/third/settings/").status_code == 200
    with pytest.raises(CommandError, match="no account called nobody"):
        call_command("import_club", tmp_path / "club.zip", slug="fourth", owner="nobody")


@pytest.mark.django_db
def test_after_an_import_into_an_empty_place_the_first_start_asks_for_no_further_club(tmp_path: Path) -> None:
    club = small_club()
    call_command("export_club", club.slug, tmp_path / "club.zip")
    Club.objects.all().delete()
    Account.objects.all().delete()
    call_command("import_club", tmp_path / "club.zip")
    phone, link = Phone(), f"/account/owner/{create_owner_link_token()}/"
    assert "Name of the club" not in phone.get(link).content.decode()
    password = "four winds and a stick"
    answer = phone.post(link, {"username": "Odile", "password1": password, "password2": password})
    assert answer.status_code == 302
    assert Club.objects.get().memberships.get().account == Account.objects.get(is_superuser=True)
    assert phone.get(f"/c/{Club.objects.get().slug}/settings/").status_code == 200


@pytest.mark.django_db
def test_a_hidden_name_stays_where_it_is_unless_it_is_taken_along() -> None:
    club = small_club()
    hidden = Player.objects.get(club=club, name="Benoît")
    hidden.name_hidden = True
    hidden.save()
    Membership.objects.filter(club=club, role="member").update(account=Account.objects.create_user("Ben"))
    Player.objects.create(
        club=club, account=Account.objects.get(username="Ben"), name="Ben", name_hidden=True
    )
    file = archive_of(club)
    brought = import_archive(file, slug="second")
    assert "Benoît" not in everything_in(file)
    assert "Ben" not in everything_in(file)
    there = Player.objects.get(club=brought.club, name=f"#{hidden.pk}")
    assert there.name_hidden
    taken_along = import_archive(archive_of(club, hidden_names=True), slug="third")
    assert Player.objects.get(club=taken_along.club, name="Benoît").name_hidden


def everything_in(file: Any) -> str:
    with ZipFile(file) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist())


@pytest.mark.django_db
def test_games_go_on_after_the_move() -> None:
    club = small_club()
    brought = import_archive(archive_of(club), slug="second", owner=Account.objects.get(username="owner"))
    running = brought.club.sessions.get(ended_at=None)
    phone = Phone()
    phone.force_login(Account.objects.get(username="owner"))
    phone.post(f"/c/second/games/{running.code}/", {"score": "1"})
    # a dealer's ron of 3 han 40 fu: 7,700 (published table), and 300 for the counter of their win before
    phone.confirm(
        running, {"type": "win", "riichi": [], "wins": [{"winner": 0, "from": 1, "han": 3, "fu": 40}]}
    )
    before, after = running.state["scores"], Session.objects.get(pk=running.pk).state["scores"]
    assert [new - old for old, new in zip(before, after, strict=True)] == [8000, -8000, 0, 0]
    assert phone.get(f"/t/{running.code}/log/").status_code == 200
