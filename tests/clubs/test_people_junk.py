"""Arbitrary input to every address about people: an answer, never a server error."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.clubs.accounts.urls import ALWAYS
from mahjongclub.clubs.models import Club, Membership, Player
from mahjongclub.clubs.urls import people_patterns
from mahjongclub.tables.models import Session

from .visitors import Visitor, account, player

FIELDS = [
    *("name", "hidden", "typed", "other", "account", "club", "player", "page", "next"),
    *("username", "password1", "password2", "oldpassword", "login", "password", "credential", "visibility"),
]
TEXTS = st.one_of(
    st.text(max_size=30),
    st.integers(-(2**70), 2**70).map(str),
    st.sampled_from(["", "\x00", "yes", "null", "[]", "{}", "9" * 400, "٣", "//x", '{"id": 1}']),
)
FORMS = st.dictionaries(st.sampled_from(FIELDS), st.one_of(TEXTS, st.lists(TEXTS, max_size=3)), max_size=6)


@pytest.fixture
def table(visitor: Visitor) -> Session:
    session = visitor.played_table("Aiko", "Benoît", "Chen", "Dina")
    visitor.sign_up("Odile")
    club = Club.objects.create(name="Lyon", slug="lyon")
    Membership.objects.create(club=club, account=account("Odile"), role="organiser")
    Player.objects.filter(name="Chen").update(club=club)
    return session


def addresses(session: Session) -> list[str]:
    values: dict[str, Any] = {"pk": player("Chen").pk, "slug": "lyon", "code": session.code, "token": "x"}
    found = []
    for prefix, patterns in (("people:", people_patterns), ("", ALWAYS)):
        for pattern in patterns:
            if pattern.name in ("remove_me", "account_logout"):
                continue  # the browser would be somebody else afterwards
            wanted = {name: values[name] for name in pattern.pattern.converters}
            found.append(reverse(f"{prefix}{pattern.name}", kwargs=wanted))
            if "pk" in wanted:
                found.append(reverse(f"{prefix}{pattern.name}", kwargs={**wanted, "pk": 10**30}))
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_address_fails_on_any_form(visitor: Visitor, table: Session, data: st.DataObject) -> None:
    address = data.draw(st.sampled_from(addresses(table)))
    form = data.draw(FORMS)
    where = {"headers": {"host": "localhost"}}
    assert visitor.get(address, form, **where).status_code < 500
    assert visitor.post(address, form, **where).status_code < 500
