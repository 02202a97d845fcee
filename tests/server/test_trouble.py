"""The database is away or its disk is full: what somebody sees who entered something just then."""

from __future__ import annotations

import html
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from mahjongclub.clubs.write_lock import hold_write_lock
from mahjongclub.tables.models import Session
from tests.server.page_forms import post_forms
from tests.tables.conftest import Phone, ron


def sqlite_error(words: str, code: int) -> Exception:
    cause = sqlite3.OperationalError(words)
    cause.sqlite_errorcode = code
    return cause


AWAY = [
    sqlite_error("database is locked", sqlite3.SQLITE_BUSY),
    sqlite_error("database is locked", 517),  # SQLITE_BUSY_SNAPSHOT
    sqlite_error("disk I/O error", 778),  # SQLITE_IOERR_WRITE
    sqlite_error("unable to open database file", sqlite3.SQLITE_CANTOPEN),
    psycopg.OperationalError("server closed the connection unexpectedly"),
    psycopg.errors.AdminShutdown("terminating connection due to administrator command"),
    psycopg.errors.DeadlockDetected("deadlock detected"),
    psycopg.errors.TooManyConnections("sorry, too many clients already"),
]
FULL = [sqlite_error("database or disk is full", sqlite3.SQLITE_FULL), psycopg.errors.DiskFull("no space")]
OURS = [sqlite_error("no such table: x", 1), sqlite_error("too many SQL variables", 1)]


@pytest.fixture
def phone(db: None) -> Phone:
    return Phone(raise_request_exception=False)


@pytest.fixture
def table(phone: Phone) -> Session:
    return phone.open_table()


@contextmanager
def failing(cause: Exception, words: str = "INSERT INTO") -> Iterator[None]:
    """Every statement with these words fails, as Django tells it."""

    def execute(run: Any, sql: str, *rest: Any) -> Any:
        if words in sql:
            kind = InterfaceError if isinstance(cause, psycopg.InterfaceError) else OperationalError
            raise kind(str(cause)) from cause
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def hand(session: Session) -> dict[str, Any]:
    return {"draft": json.dumps(ron(1, 2)), "version": 0, "played": 0, "key": str(uuid4())}


@pytest.mark.parametrize(
    ("cause", "status"), [*((one, 503) for one in AWAY), *((one, 507) for one in FULL)], ids=str
)
def test_a_hand_that_meets_trouble_is_kept_on_the_page_and_counts_once(
    phone: Phone, table: Session, cause: Exception, status: int
) -> None:
    url, sent = reverse("tables:entry", args=[table.code, 1]), hand(table)
    with failing(cause):
        answer = phone.post(url, sent)
    assert answer.status_code == status
    assert int(answer["Retry-After"]) > 0
    assert table.hands.count() == 0
    (form,) = post_forms(answer.content.decode())
    assert form.action == url
    again = {name: values[0] for name, values in form.fields.items()}
    assert again.items() >= {name: str(value) for name, value in sent.items()}.items()
    assert phone.post(form.action, again).status_code == 302
    assert phone.post(form.action, again).status_code == 302
    assert table.hands.count() == 1


def test_the_page_is_in_french_too(phone: Phone, table: Session) -> None:
    url = reverse("tables:entry", args=[table.code, 1])
    for cause, words in ((AWAY[0], "Un instant"), (FULL[0], "Le disque du serveur est plein")):
        with failing(cause):
            page = phone.post(url, hand(table), headers={"accept-language": "fr"}).content.decode()
        assert words in html.unescape(page)
        assert "Réessayer" in page


def test_a_page_that_cannot_be_read_is_asked_for_again(phone: Phone, table: Session) -> None:
    url = reverse("tables:table", args=[table.code])
    with failing(AWAY[0], "SELECT"):
        answer = phone.get(url)
    assert answer.status_code == 503
    assert f'href="{url}"' in answer.content.decode()
    assert phone.get(url).status_code == 200


def test_a_database_that_is_away_before_the_page_begins(db: None, django_user_model: Any) -> None:
    """The session of a sign-in is read, and written, outside the view."""
    phone = Client(raise_request_exception=False)
    phone.force_login(django_user_model.objects.create_user("Odile"))
    with failing(AWAY[0], "django_session"):
        assert phone.get("/me/").status_code == 503
        assert phone.get("/").status_code == 503


def test_no_password_is_written_into_the_page(db: None) -> None:
    phone = Client(raise_request_exception=False)
    with failing(AWAY[0], "clubs_account"):
        answer = phone.post("/account/login/", {"login": "Odile", "password": "a short sentence"})
    assert answer.status_code == 503
    assert "a short sentence" not in answer.content.decode()


@pytest.mark.parametrize("cause", OURS, ids=str)
def test_a_fault_of_ours_stays_one(phone: Phone, table: Session, cause: Exception) -> None:
    with failing(cause):
        assert phone.post(reverse("tables:entry", args=[table.code, 1]), hand(table)).status_code == 500


def test_a_writer_who_does_not_come_to_the_turn_is_told(phone: Phone, table: Session, settings: Any) -> None:
    """Another thread of the server is writing for long: see clubs/write_lock.py."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has many writers")
    settings.DATABASE_WAIT_SECONDS = 0.05
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with hold_write_lock():
            held.set()
            done.wait(10)

    other = threading.Thread(target=hold)
    other.start()
    held.wait(10)
    url = reverse("tables:entry", args=[table.code, 1])
    assert phone.post(url, hand(table)).status_code == 503
    done.set()
    other.join()
    assert phone.post(url, hand(table)).status_code == 302
