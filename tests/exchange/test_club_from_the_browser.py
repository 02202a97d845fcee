"""A club comes in from the browser, owned by who brings it: everything of it, within limits, or nothing."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from html import unescape
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.utils import timezone

from mahjongclub.clubs.club_model import Club, Membership
from mahjongclub.clubs.hosting_model import HostChoice
from mahjongclub.clubs.models import Player
from mahjongclub.exchange.archive import views
from mahjongclub.tables.models import Hand, Session
from tests.clubs.visitors import Visitor

from .club_facts import club_facts
from .full_club import archive_of, small_club
from .test_hostile_archives import packed, signed

ADDRESS = "/clubs/bring/"


@pytest.fixture
def club(db: None) -> Club:
    return small_club()


@pytest.fixture
def archive(club: Club) -> bytes:
    return archive_of(club).getvalue()


@pytest.fixture
def visitor(db: None) -> Visitor:
    cache.clear()
    visitor = Visitor()
    visitor.sign_up("Marguerite")
    return visitor


@pytest.fixture
def quiet(club: Club) -> None:
    """Nobody has played lately."""
    Hand.objects.update(entered_at=timezone.now() - timedelta(hours=1))


def bring(visitor: Visitor, content: bytes, **form: Any) -> HttpResponse:
    return visitor.post(ADDRESS, {"archive": SimpleUploadedFile("club.zip", content), **form})


def words(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def test_a_club_comes_in_whole_and_is_owned_by_who_brings_it(
    visitor: Visitor, club: Club, archive: bytes
) -> None:
    before = club_facts(club.slug)
    answer = bring(visitor, archive, second="on", name="Lyon Riichi")
    assert answer.status_code == 302, words(answer)
    second = Club.objects.get(name="Lyon Riichi")
    assert answer["Location"] == f"/c/{second.slug}/"
    roles = Membership.objects.filter(club=second).values_list("account__username", "role")
    assert list(roles) == [("Marguerite", "owner")]
    after = club_facts(second.slug)
    for what in before:
        assert after[what] == before[what], what
    shown = visitor.read(f"/c/{second.slug}/")
    assert "has been imported, with 2 games." in shown.replace("\u2068", "").replace("\u2069", "")
    assert "3 other members are to be invited again." in shown


def test_the_page_of_founding_leads_there(visitor: Visitor) -> None:
    assert f'href="{ADDRESS}"' in visitor.read("/clubs/new/")
    assert "Archive of the club" in visitor.read(ADDRESS)


def test_a_club_that_is_here_comes_a_second_time_only_where_that_is_said(
    visitor: Visitor, archive: bytes
) -> None:
    answer = bring(visitor, archive, name="A copy")
    assert answer.status_code == 422
    assert "is here already" in words(answer)
    assert 'value="A copy"' in words(answer), "what was typed is still there"
    assert not Club.objects.filter(name="A copy").exists()
    assert bring(visitor, archive, second="on").status_code == 302


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "what", ["nothing", "text", "zip of photos", "broken", "changed", "newer", "too large", "bomb", "half"]
)
def test_what_is_no_whole_archive_is_refused_at_its_field_and_nothing_is_kept(
    visitor: Visitor, archive: bytes, what: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(io.BytesIO(archive)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(files["manifest.json"])
    newer = {**files, "manifest.json": json.dumps({**manifest, "version": 99}).encode()}
    changed = {**files, "hands.jsonl": files["hands.jsonl"].replace(b"0", b"1", 1)}
    bomb = signed({**files, "hands.jsonl": b"\n" * (4 << 20)})
    content = {
        "nothing": b"",
        "text": b"Marguerite;25000\n",
        "zip of photos": packed({"beach.jpg": b"jpeg"}).getvalue(),
        "broken": archive[:-40],
        "changed": packed(changed).getvalue(),
        "newer": packed(newer).getvalue(),
        "too large": archive,
        "bomb": packed(bomb).getvalue(),
        "half": packed({"manifest.json": files["manifest.json"]}).getvalue(),
    }[what]
    if what == "too large":
        monkeypatch.setattr(views, "MOST_BYTES", 1000)
    counts = [model.objects.count() for model in (Club, Session, Player, Membership)]
    file = SimpleUploadedFile("club.zip", content)
    answer = visitor.post(ADDRESS, {"archive": file, "second": "on"}, headers={"Accept-Language": language})
    assert answer.status_code == 422
    assert 'id="id_archive_error"' in words(answer)
    assert [model.objects.count() for model in (Club, Session, Player, Membership)] == counts


def test_a_club_of_more_than_the_host_lets_a_club_have_is_refused(
    visitor: Visitor, club: Club, archive: bytes
) -> None:
    choice = HostChoice.objects.create()
    for limit, what in (("most_games", "Games"), ("most_people", "Players on the roster")):
        choice.most_games = choice.most_people = None
        setattr(choice, limit, 1)
        choice.save()
        answer = bring(visitor, archive, second="on")
        assert answer.status_code == 422
        assert f"{what}: the archive has" in words(answer)
        assert Club.objects.filter(name__startswith=club.name).count() == 1


def test_who_may_found_no_club_brings_none_in(visitor: Visitor, archive: bytes) -> None:
    choice = HostChoice.objects.create(founding="closed")
    assert visitor.get(ADDRESS).status_code == 403
    assert bring(visitor, archive, second="on").status_code == 403
    choice.founding, choice.most_clubs = "open", 1
    choice.save()
    assert bring(visitor, archive, second="on").status_code == 302
    assert bring(visitor, archive, second="on").status_code == 403, "one club is as many as one may own"


def test_somebody_who_is_not_signed_in_is_asked_to(db: None) -> None:
    assert "/account/login/" in Visitor().get(ADDRESS)["Location"]


def test_a_large_club_waits_until_nobody_plays(
    visitor: Visitor, archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "HANDS_BESIDE", 2)
    answer = bring(visitor, archive, second="on")
    assert answer.status_code == 422
    assert "Tables are playing on this server" in words(answer)
    Hand.objects.update(entered_at=timezone.now() - timedelta(hours=1))
    assert bring(visitor, archive, second="on").status_code == 302
    monkeypatch.setattr(views, "MOST_HANDS", 3)
    answer = bring(visitor, archive, second="on")
    assert answer.status_code == 422
    assert "too large to be imported in a browser" in words(answer)


def row_count(archive: bytes) -> int:
    with ZipFile(io.BytesIO(archive)) as opened:
        return sum(told["rows"] for told in json.loads(opened.read("manifest.json"))["files"].values())


def test_a_club_of_few_hands_and_too_many_other_rows_is_refused_before_anything_is_written(
    visitor: Visitor, archive: bytes, quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_ROWS", row_count(archive) - 1)
    monkeypatch.setattr(views, "import_archive", lambda *_told, **_more: pytest.fail("it is brought in"))
    answer = bring(visitor, archive, second="on")
    assert answer.status_code == 422
    assert "too large to be imported in a browser" in words(answer)


def test_a_club_of_as_many_rows_as_are_allowed_comes_in(
    visitor: Visitor, archive: bytes, quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_ROWS", row_count(archive))
    assert bring(visitor, archive, second="on").status_code == 302


def test_a_club_of_many_other_rows_waits_until_nobody_plays(
    visitor: Visitor, archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "ROWS_BESIDE", row_count(archive) - 1)
    answer = bring(visitor, archive, second="on")
    assert answer.status_code == 422
    assert "Tables are playing on this server" in words(answer)


def test_a_merge_that_names_more_seats_than_rows_may_come_in_is_refused(
    visitor: Visitor, archive: bytes, quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_ROWS", 50_000)
    with ZipFile(io.BytesIO(archive)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    first, second = (json.loads(line)["n"] for line in files["players.jsonl"].splitlines()[:2])
    moved = {"seats": [[1, 0]] * 100_000, "name_hidden": False, "on_roster": True}
    made_at = "2026-01-01T00:00:00+00:00"
    merge = {"n": 1, "kept": first, "gone": second, "moved": moved, "made_at": made_at}
    files["merges.jsonl"] = json.dumps(merge).encode() + b"\n"
    answer = bring(visitor, packed(signed(files)).getvalue(), second="on")
    assert answer.status_code == 422
    assert "too large to be imported in a browser" in words(answer)


def test_after_many_tries_somebody_waits(visitor: Visitor) -> None:
    for _try in range(12):
        assert bring(visitor, b"no zip").status_code == 422
    assert bring(visitor, b"no zip").status_code == 429


def test_a_name_that_another_club_has_is_refused_at_its_field(
    visitor: Visitor, club: Club, archive: bytes
) -> None:
    answer = bring(visitor, archive, second="on", name=club.name.upper())
    assert answer.status_code == 422
    assert 'id="id_name_error"' in words(answer)
