"""What docs/security.md promises and no other test holds."""

from __future__ import annotations

import ast
import logging
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from mahjongclub.clubs.accounts.first_owner import create_owner_link_token
from mahjongclub.clubs.club_access import wall_token
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.founding import create_club_with_owner
from mahjongclub.clubs.inviting import create_club_invitation
from mahjongclub.clubs.models import Account, Club
from mahjongclub.exchange.exporting.calendar import get_or_create_calendar_token
from mahjongclub.tables.models import JoinCode
from tests.clubs.visitors import PASSWORD, Visitor
from tests.server.read_settings import put_on
from tests.serving import ROOT

#: what somebody might type to have it run in another's browser
EVIL = "<img src=x onerror=alert(1)>\"'><script>alert(2)</script>"


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


def views(patterns: list[Any]) -> list[Any]:
    found = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found += views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            found.append(pattern.callback)
    return found


# another site's form


def test_no_view_is_excused_from_the_token_of_forms(visitor: Visitor) -> None:
    """But for the open interface, which only reads."""
    excused = [view for view in views(get_resolver().url_patterns) if getattr(view, "csrf_exempt", False)]
    assert {view.__module__ for view in excused} <= {"mahjongclub.exchange.exporting.api"}
    for address in ("", "clubs/", "clubs/lyon/", "clubs/lyon/games/", "clubs/lyon/players/1/"):
        assert visitor.post(f"/api/1/{address}").status_code in (404, 405), address


def test_a_form_of_another_site_does_nothing(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    phone = Client(enforce_csrf_checks=True)
    phone.cookies = visitor.cookies
    for address in ("/new/", "/join/", "/me/name/", "/me/remove/", "/clubs/new/", "/account/login/"):
        assert phone.post(address, {"name": "Eve"}).status_code == 403, address
    phone.get("/me/name/")
    token = phone.cookies["csrftoken"].value
    form = {"name": "Eve", "csrfmiddlewaretoken": token}
    assert phone.post("/me/name/", form, headers={"origin": "https://evil.example"}).status_code == 403
    assert Account.objects.get().username == "Odile"


# names that are code


def test_a_name_that_is_code_stays_a_name(visitor: Visitor) -> None:
    table = visitor.open_table(names=(EVIL, "Benoît", "Chen", "Dina"))
    played = visitor.played_table(EVIL, "Benoît", "Chen", "Dina")
    visitor.sign_up("Odile")
    club = create_club_with_owner(Account.objects.get(), EVIL, Club.Visibility.PUBLIC)
    pages = [f"/t/{table.code}/", f"/t/{table.code}/log/", f"/t/{table.code}/type/", "/", "/players/", "/me/"]
    pages += [
        f"/t/{table.code}/share/",
        f"/c/{club.slug}/",
        f"/c/{club.slug}/members/",
        f"/wall/{club.slug}/",
        f"/t/{played.code}/end/",
    ]
    assert 'class="legend"' in visitor.get(pages[-1]).content.decode(), "the chart names its lines"
    shown = 0
    for page in pages:
        text = visitor.get(page).content.decode()
        assert "<img src=x" not in text, page
        assert "<script>alert" not in text, page
        shown += "&lt;script&gt;alert" in text
    assert shown >= 7


#: where a template lets something through as it is: QR codes that segno drew
LET_THROUGH = {
    ("_invitation.html", "{{ picture|safe }}"),
    ("mfa/totp/activate_form.html", "{{ totp_svg|safe }}"),
}


def test_no_template_lets_a_text_through_as_it_is() -> None:
    ways = re.compile(r"\{\{[^}]*\|\s*safe(?:seq)?\b[^}]*\}\}|\{%\s*autoescape\s+off\s*%\}")
    templates = Path(ROOT, "templates")
    found = {
        (str(path.relative_to(templates)), way)
        for path in templates.rglob("*.html")
        for way in ways.findall(path.read_text())
    }
    assert found == LET_THROUGH


# what comes with each page


def test_each_page_says_what_a_browser_may_do_with_it(visitor: Visitor) -> None:
    for page in ("/", "/account/login/", "/no-such-page/", "/help/"):
        headers = visitor.get(page).headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "form-action 'self'" in policy
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin", "a link's token would leave with the referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_no_template_has_code_or_style_of_its_own() -> None:
    scripts = r"<script(?![^>]*(?:\bsrc=|application/json))[^>]*>"
    inline = re.compile(rf"{scripts}|\son[a-z]+=\"|\sstyle=\"|<style|javascript:", re.IGNORECASE)
    for path in sorted(Path(ROOT, "templates").rglob("*.html")):
        page = path.read_text().replace('<script>{% include "first.js" %}</script>', "")
        assert not inline.findall(page), path


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_behind_tls_all_is_https(tmp_path: Path, settings: Any) -> None:
    put_on(settings, tmp_path, PUBLIC_URL="https://mahjong.example.org", DEBUG="true")
    host = {"host": "mahjong.example.org"}
    plain = Client().get("/account/login/", headers=host)
    assert (plain.status_code, plain["Location"]) == (301, "https://mahjong.example.org/account/login/")
    page = Client().get("/account/login/", headers=host, secure=True)
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    token = page.cookies["csrftoken"]
    assert token["secure"] is token["httponly"] is True
    assert Client().get("/", headers={"host": "evil.example"}, secure=True).status_code == 400
    assert settings.SESSION_COOKIE_SECURE is settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.LANGUAGE_COOKIE_SECURE is True


# who one is, and where one is led


def test_signing_in_begins_a_session_of_its_own(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    first = visitor.cookies[settings.SESSION_COOKIE_NAME].value
    other = Visitor()
    other.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32  # one that somebody else has put there
    other.sign_in("Odile")
    second = other.cookies[settings.SESSION_COOKIE_NAME].value
    assert second not in ("a" * 32, first)
    visitor.post(reverse("account_logout"))
    replayed = Visitor()
    replayed.cookies[settings.SESSION_COOKIE_NAME] = first
    assert replayed.get("/me/").status_code == 302, "signing out ends the session on the server"


@pytest.mark.parametrize(
    "evil", ["//evil.example", "https://evil.example/", "\\\\evil.example", "javascript:alert(1)"]
)
def test_no_address_given_leads_elsewhere(visitor: Visitor, evil: str) -> None:
    stays_here(visitor.post("/i18n/setlang/", {"language": "fr", "next": evil}))
    stays_here(visitor.sign_up("Odile", next=evil))
    stays_here(visitor.get("/account/login/", {"next": evil}))  # who is signed in is led on
    stays_here(visitor.post("/account/logout/", {"next": evil}))
    stays_here(visitor.sign_in("Odile", next=evil))
    visitor.post("/account/logout/")
    asked = f"/account/login/?{urlencode({'next': evil})}"
    stays_here(visitor.post(asked, {"login": "Odile", "password": PASSWORD}))


def stays_here(answer: HttpResponse) -> None:
    """It leads on, and to a path of this server alone: no other name, and nothing but an address."""
    assert answer.status_code == 302, answer.content.decode()
    to = answer["Location"]
    parts = urlsplit(to)
    assert (parts.scheme, parts.netloc) == ("", ""), to
    assert re.match(r"/(?![/\\])", to), to


def test_fields_that_a_form_does_not_have_change_nothing(visitor: Visitor) -> None:
    extra = {"is_superuser": "on", "is_staff": "1", "id": "1", "pk": "1", "role": "owner", "account": "1"}
    visitor.sign_up("Odile", **extra)
    visitor.post("/me/name/", {"name": "Odile B.", **extra})
    visitor.post(
        "/clubs/new/",
        {
            "name": "Lyon",
            "visibility": "public",
            "slug": "taken",
            "wall_secret": "x",
            "wall_generation": "9",
        },
    )
    account, club = Account.objects.get(), Club.objects.get()
    assert (account.is_staff, account.is_superuser) == (False, False)
    assert (club.slug, club.wall_generation) == ("lyon", None)
    assert club.wall_secret != "x"
    scorer = Account.objects.create_user("Fatou")
    club.memberships.create(account=scorer, role=Role.MEMBER)
    other = Visitor()
    other.force_login(scorer)
    other.post(f"/c/lyon/members/{scorer.pk}/", {"role": "owner"})
    other.post("/c/lyon/settings/", {"name": "Mine", "visibility": "private"})
    club.refresh_from_db()
    assert club.memberships.get(account=scorer).role == Role.MEMBER
    assert club.name == "Lyon"


# secrets


def every_row() -> str:
    """All that stands in the database."""
    text = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            text.append(f"{table}: {cursor.fetchall()}")
    return "\n".join(text)


def all_secrets(visitor: Visitor) -> dict[str, str]:
    """One of everything that lets somebody in, made as the pages make it."""
    table = visitor.open_table()
    share = visitor.get(f"/t/{table.code}/share/").content.decode()
    links = dict(zip(("scorer link", "viewer link"), re.findall(r"/join/(\w{24})/", share), strict=False))
    assert len(links) == 2
    codes = {f"{one.role} code": one.code for one in JoinCode.objects.filter(session=table)}
    assert len(codes) == 2
    visitor.sign_up("Odile")
    club = create_club_with_owner(Account.objects.get(username="Odile"), "Lyon", Club.Visibility.PRIVATE)
    _invitation, token = create_club_invitation(
        club, Account.objects.get(username="Odile"), Role.MEMBER, 3, 3
    )
    return {
        **links,
        **codes,
        "invitation": token,
        "owner link": create_owner_link_token(),
        "wall link": wall_token(club),
        "calendar link": get_or_create_calendar_token(club),
        "password": PASSWORD,
        "device cookie": visitor.cookies["device"].value,
    }


def test_nothing_that_lets_somebody_in_stands_in_the_database(visitor: Visitor) -> None:
    secrets, rows = all_secrets(visitor), every_row()
    assert "Odile" in rows
    for what, secret in secrets.items():
        assert secret not in rows, what


def test_no_secret_is_logged(visitor: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        secrets = all_secrets(visitor)
        slug = Club.objects.get().slug
        other = Visitor(raise_request_exception=False)
        table = JoinCode.objects.all()[0].session
        other.get(f"/t/{table.code}/join/{secrets['scorer link']}/")
        other.get(f"/t/{table.code}/join/{secrets['scorer link'][:-1]}x/")
        other.post("/join/", {"code": secrets["viewer code"]})
        other.post("/join/", {"code": "ZZZZZZ"})
        other.get(f"/wall/{slug}/", {"token": secrets["wall link"]})
        other.get(f"/c/{slug}/calendar.ics", {"token": secrets["calendar link"]})
        other.get(f"/clubs/join/{secrets['invitation']}/")
        other.get(f"/account/owner/{secrets['owner link']}/")
        other.post(f"/clubs/join/{secrets['invitation']}/")
        other.sign_in("Odile", "not this one")
        other.sign_in("Odile")
        logging.getLogger("mahjongclub").warning("the log does listen")
    assert "the log does listen" in caplog.text
    for what, secret in {
        **secrets,
        "a wrong password": "not this one",
        "the key": settings.SECRET_KEY,
    }.items():
        assert secret not in caplog.text, what


# docs/security.md


THREATS = Path(ROOT, "docs/security.md").read_text().partition("## Threats")[2].partition("\n## ")[0]
LEFT_OUT = re.compile(r"\b(skip|xfail)\b")
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def threats() -> dict[str, str]:
    """The table of threats: what somebody might do, and the column of its tests."""
    head, rule, *rows = (line for line in THREATS.splitlines() if line.startswith("|"))
    assert head.split("|")[1:4] == [" Threat ", " What holds it ", " Tests "]
    assert set(rule) == set("| -")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert all(len(row) == 3 for row in cells), [row for row in cells if len(row) != 3]
    return {threat: tests for threat, _held, tests in cells}


@cache
def found_in(path: str) -> dict[str, ast.FunctionDef]:
    """The functions of a file that pytest runs, whatever the machine: none that is left out by a mark."""
    tree = ast.parse(Path(ROOT, path).read_text())
    found = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {
        name: node
        for name, node in found.items()
        if name.startswith("test_")
        and not any(LEFT_OUT.search(ast.unparse(one)) for one in node.decorator_list)
    }


def asserts_something(node: ast.FunctionDef) -> bool:
    """By an assert of its own, by what must raise, or by a helper of the tests that does."""
    found = [one for one in ast.walk(node) if isinstance(one, ast.Assert | ast.With | ast.Expr)]
    return any(
        isinstance(one, ast.Assert)
        or (isinstance(one, ast.With) and "raises" in ast.unparse(one.items[0]))
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Call))
        for one in found
    )


def test_the_threat_model_names_tests_that_exist() -> None:
    named = NAMED.findall(Path(ROOT, "docs/security.md").read_text())
    assert len(named) > 20
    for path, name in named:
        assert Path(ROOT, path).is_file(), path
        assert found_in(path), path
        assert not name or name in found_in(path), f"{path}::{name}"


def test_the_threat_model_has_a_test_for_each_threat() -> None:
    table = threats()
    assert len(table) >= 22
    # one table: a line between its rows would end it, and what comes after would be no row on the page
    assert len(re.findall(r"(?:^\|.*\n)+", THREATS, re.MULTILINE)) == 1
    for threat, tests in table.items():
        assert re.fullmatch(r"\*\*[^*]+\*\*", threat), threat
        named = NAMED.findall(tests)
        assert named, f"no test for {threat}"
        assert ", ".join(f"`{path}::{name}`" if name else f"`{path}`" for path, name in named) == tests, tests
        for path, name in named:
            held = found_in(path)
            chosen = [held[name]] if name else list(held.values())
            assert chosen, path
            for one in chosen:
                assert asserts_something(one), f"{path}::{one.name}"
