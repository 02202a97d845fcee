"""Arbitrary input to every address: an answer, never a server error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mahjongclub.tables.models import Session
from mahjongclub.tables.urls import urlpatterns

from .conftest import Phone, ron

FIELDS = [
    *("draft", "version", "played", "key", "hand", "seat", "out", "one", "other", "number", "method", "code"),
    *("variant", "preset", "choose", "insert", "into", "compare", "name-0", "name-1", "option-rounds"),
    *("option-uma", "option-abortive", "seat-0", "seat-3", "reason", "action", "dice", "die1", "die2"),
]
TEXTS = st.one_of(
    st.text(max_size=30),
    st.integers(-(2**70), 2**70).map(str),
    st.sampled_from(["", "0", "1", "\x00", "on", "null", "[]", "{}", "none", "riichi", "order", "9" * 400]),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-5, 60), st.text(max_size=8), st.just("\x00"))
DRAFTS = st.fixed_dictionaries(
    {"type": st.sampled_from(["win", "draw", "abort", "chombo", "x"])},
    optional={
        "riichi": st.one_of(SCALARS, st.lists(st.integers(-1, 5), max_size=5)),
        "tenpai": st.one_of(SCALARS, st.lists(st.integers(-1, 5), max_size=5)),
        "nagashi": st.lists(st.integers(-1, 5), max_size=5),
        "offenders": st.lists(st.integers(-1, 5), max_size=5),
        "reason": SCALARS,
        "wins": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "winner": st.one_of(SCALARS, st.integers(-1, 4)),
                    "from": st.one_of(SCALARS, st.integers(-1, 4)),
                    "han": st.one_of(SCALARS, st.integers(0, 14)),
                    "fu": st.sampled_from([20, 25, 30, 40, 110, 35, None]),
                    "limit": st.sampled_from(["mangan", "x", 3]),
                    "yakuman": st.integers(-1, 8),
                    "pao": SCALARS,
                    "tiles": st.one_of(
                        SCALARS,
                        st.fixed_dictionaries(
                            {"concealed": st.text(alphabet="0123456789mpsz", max_size=20)},
                            optional={
                                "winning": st.text(alphabet="0123456789mpszx", max_size=3),
                                "dora": st.text(alphabet="0123456789mpsz", max_size=6),
                                "melds": st.one_of(SCALARS, st.lists(SCALARS, max_size=2)),
                                "flags": st.lists(st.sampled_from(["ippatsu", "haitei", "x"]), max_size=3),
                            },
                        ),
                    ),
                },
            ),
            max_size=5,
        ),
    },
).map(json.dumps)
FORMS = st.dictionaries(st.sampled_from(FIELDS), TEXTS, max_size=8)


@pytest.fixture
def played(phone: Phone, table: Session) -> Session:
    phone.confirm(table, ron(1, 2))
    return table


def addresses(session: Session) -> list[str]:
    """Every address of the site map, of this session where it is about one."""
    found = []
    for pattern in urlpatterns:
        wanted = pattern.pattern.converters
        values: dict[str, Any] = {"code": session.code, "number": 1, "token": "abc", "role": "viewer"}
        values.update({"variant": session.variant, "slug": "no-club"})
        found.append(reverse(f"tables:{pattern.name}", kwargs={name: values.get(name, 1) for name in wanted}))
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_address_fails_on_any_form(phone: Phone, played: Session, data: st.DataObject) -> None:
    phone.raise_request_exception = True
    address = data.draw(st.sampled_from(addresses(played)))
    form = data.draw(FORMS)
    if data.draw(st.booleans()):
        form["draft"] = data.draw(DRAFTS)
    if data.draw(st.booleans()):
        form.update({"version": "1", "played": "1", "hand": "2"})
    assert phone.get(address, form).status_code < 500
    if not address.endswith("/start/"):
        assert phone.post(address, form).status_code < 500


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(draft=DRAFTS, number=st.integers(1, 3), insert=st.booleans())
def test_no_draft_fails(phone: Phone, played: Session, draft: str, number: int, insert: bool) -> None:
    for name, page in (("entry", ()), ("step", ("tiles",))):
        url = reverse(f"tables:{name}", args=[played.code, number, *page])
        query = {"draft": draft, **({"insert": "1"} if insert else {})}
        assert phone.get(url, query).status_code < 500
    session = Session.objects.get(pk=played.pk)
    form = {"draft": draft, "version": session.version, "played": session.state["hands"], "key": ""}
    url = reverse("tables:entry", args=[played.code, number])
    assert phone.post(url, {**form, **({"insert": "1"} if insert else {})}).status_code < 500
