"""What each answer denies, what search engines may list, what programs find at well-known addresses."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.models import Account, Club
from tests.clubs.visitors import Visitor
from tests.server.read_settings import read_settings


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


def test_no_page_may_use_a_camera_and_ours_keep_what_they_use(visitor: Visitor) -> None:
    for page in ("/", "/account/login/", "/no-such-page/", "/manifest.webmanifest"):
        policy = dict(one.split("=") for one in visitor.get(page)["Permissions-Policy"].split(", "))
        assert policy["camera"] == policy["microphone"] == policy["geolocation"] == "()"
        for used in ("screen-wake-lock", "clipboard-write", "publickey-credentials-get", "web-share"):
            assert used not in policy, "it is ours unless it is denied"


def test_tables_and_what_else_is_nobodys_business_are_listed_nowhere(visitor: Visitor) -> None:
    table = visitor.open_table()
    share = visitor.read(f"/t/{table.code}/share/")
    join = re.findall(r"/t/\w+/join/\w+/", share)[0]
    visitor.sign_up("Odile")
    create_club_with_owner(Account.objects.get(), "Lyon", Club.Visibility.PUBLIC)
    hidden = [
        f"/t/{table.code}/",
        f"/t/{table.code}/log/",
        f"/sheets/t/{table.code}/",
        join,
        "/me/",
        "/players/",
    ]
    hidden += [
        f"/t/{table.code}/record.json",
        "/clubs/join/no-such-link/",
        "/join/",
        "/wall/lyon/",
        "/account/login/",
    ]
    for page in (*hidden, "/?next=/", "/c/lyon/games/?page=2"):
        assert "noindex" in visitor.get(page).get("X-Robots-Tag", ""), page
    for page in (
        "/",
        "/help/",
        "/help/riichi/",
        "/c/lyon/",
        "/c/lyon/games/",
        "/sheets/blank/riichi/",
        "/api/",
    ):
        assert "X-Robots-Tag" not in visitor.get(page), page


def test_a_part_of_a_page_comes_without_the_policies_its_page_has(visitor: Visitor) -> None:
    whole = visitor.get("/help/")
    part = visitor.get("/help/", headers={"HX-Request": "true", "HX-Target": "table"})
    policies = {"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"}
    assert policies <= whole.headers.keys()
    assert not policies & part.headers.keys()
    assert part["X-Content-Type-Options"] == "nosniff"


def test_robots_are_told_where_not_to_look(visitor: Visitor) -> None:
    answer = visitor.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert "Disallow: /account/" in lines
    assert "Disallow: /" not in lines
    assert "Disallow: /t/" not in lines, "who may not read a page does not see that it is not to be listed"


@pytest.mark.parametrize("begin", ["/help/riichi/?a=b", "/no-such-page/", "/account/signup/?next=/new/"])
def test_the_way_to_the_sign_in_does_not_grow_with_each_step(visitor: Visitor, begin: str) -> None:
    """A crawler follows the menu's link from page to page."""
    address, seen = begin, []
    for _step in range(12):
        page = unescape(visitor.get(address).content.decode())
        (address,) = re.findall(r'class="button" href="(/account/login/[^"]*)"', page)
        seen.append(address)
    assert len(set(seen)) == 1, seen
    assert seen[0].endswith(begin.rpartition("next=")[2].replace("?", "%3F").replace("=", "%3D"))


def test_security_txt_says_whom_to_tell(visitor: Visitor, settings: Any) -> None:
    address = "/.well-known/security.txt"
    assert visitor.get(address).status_code == 404
    settings.SECURITY_CONTACT = "mailto:odile@example.org"
    settings.PUBLIC_URL = "https://mahjong.example.org"
    answer = visitor.get(address)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert told["Contact"] == "mailto:odile@example.org"
    assert told["Canonical"] == f"https://mahjong.example.org{address}"
    expires = datetime.fromisoformat(told["Expires"])
    assert timedelta(days=90) < expires - datetime.now(UTC) < timedelta(days=365)


@pytest.mark.parametrize(
    ("given", "contact"),
    [
        ("odile@example.org", "mailto:odile@example.org"),
        ("https://example.org/security", "https://example.org/security"),
        ("mailto:odile@example.org", "mailto:odile@example.org"),
    ],
)
def test_the_contact_may_be_mail_or_a_page(tmp_path: Path, given: str, contact: str) -> None:
    assert read_settings(tmp_path, SECURITY_CONTACT=given)["SECURITY_CONTACT"] == contact


@pytest.mark.parametrize(
    "given", ["ask Odile", "http://example.org/", "a@b\nExpires: never", "javascript:alert(1)"]
)
def test_another_contact_stops_the_start(tmp_path: Path, given: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        read_settings(tmp_path, SECURITY_CONTACT=given)
