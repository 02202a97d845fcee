"""What somebody sees who types `manage.py demo`."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from mahjongclub.clubs.models import Account, Club


def demo(*words: str) -> str:
    said = StringIO()
    call_command("demo", "--hands", "1", "--today", "2026-11-21", *words, stdout=said, stderr=StringIO())
    return said.getvalue()


@pytest.fixture(scope="module")
def said(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """What it says, and its club, for all who only look at it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo()
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_a_database_with_a_club_stays_as_it_is() -> None:
    Club.objects.create(name="Four Winds", slug="four-winds")
    with pytest.raises(CommandError, match="has a club already, and nothing was changed"):
        demo()
    assert Club.objects.count() == 1
    assert not Account.objects.exists()


@pytest.mark.django_db
def test_asked_to_it_adds_a_club_beside_and_takes_no_rights() -> None:
    owner = Account.objects.create_superuser("Owner", None, "long enough for this")
    Club.objects.create(name="East Wind Club", slug="east-wind-club")
    expected = {"East Wind Club"}
    for number in (2, 3):
        demo("--again")
        expected.add(f"East Wind Club {number}")
        assert set(Club.objects.values_list("name", flat=True)) == expected
    assert list(Account.objects.filter(is_staff=True)) == [owner]


@pytest.mark.django_db
@pytest.mark.parametrize("words", [["--hands", "0"], ["--hands", "many"], ["--today", "soon"]])
def test_words_it_cannot_read_are_named(words: list[str]) -> None:
    with pytest.raises(CommandError, match=words[0]):
        call_command("demo", *words)


@pytest.mark.django_db
def test_the_passwords_it_prints_sign_in(said: str) -> None:
    assert "at /c/east-wind-club/" in said
    line = next(line for line in said.splitlines() if line.strip().startswith("organiser"))
    *_role_and_name, password = line.split()
    answer = Client().post("/account/login/", {"login": "田中 愛子", "password": password})
    assert answer.status_code == 302
    assert answer["Location"] == "/me/"


@pytest.mark.django_db
def test_the_printed_link_opens_a_table_of_tonight(said: str) -> None:
    phone = Client()
    path = next(word for word in said.split() if word.startswith("/t/"))
    page = phone.get(path, follow=True)
    assert page.status_code == 200
    assert page.redirect_chain
