"""Hands as the game record writes them, bent out of shape, to every page that reads one."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.tables.models import Hand, Session
from tests.searching import searching

from .browser import PLAIN
from .site import Address
from .visits import look
from .world import World

pytestmark = pytest.mark.django_db

SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(-5, 60), st.integers(), st.floats(), st.text(max_size=8)),
    st.sampled_from(["\x00", "9" * 400, "win", "draw", "1m", "123m", [], {}, [[]], 10**30]),
)
ODD = st.recursive(
    SCALARS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part),
    max_leaves=4,
)
PAGES = ("hand/{last}/", "hand/1/", "hand/{last}/tiles/", "hand/{last}/patterns/", "", "type/", "decide/")


@pytest.fixture(scope="module")
def played(world: World) -> list[tuple[Session, dict[str, Any]]]:
    """Hands played in the games of the running tables, each with its table."""
    hands = []
    for session in world.open.tables:
        same = Hand.objects.filter(session__variant=session.variant, session__club=world.open.club)
        hands += [(session, hand.outcome) for hand in same[:12]]
    return hands


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each part of a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in parts for place in places_in(part, (*path, key)))]


@st.composite
def bent(draw: st.DrawFn, whole: dict[str, Any]) -> Any:
    """A hand with a part or two replaced by something odd, taken out, or put in twice."""
    value: Any = copy.deepcopy(whole)
    for _time in range(draw(st.integers(0, 2))):
        *before, last = draw(st.sampled_from(places_in(value)[1:])) if len(places_in(value)) > 1 else [None]
        if last is None:
            return draw(ODD)
        holder = value
        for step in before:
            holder = holder[step]
        way = draw(st.sampled_from(["odd", "odd", "less", "more"]))
        if way == "odd":
            holder[last] = draw(ODD)
        elif way == "less":
            del holder[last]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        else:
            holder[draw(st.text(max_size=6))] = holder[last]
    return value


@searching(300)
@given(data=st.data())
def test_no_bent_hand_fails(world: World, played: list[Any], data: st.DataObject) -> None:
    session, whole = data.draw(st.sampled_from(played))
    draft = json.dumps(data.draw(bent(whole)))
    number = session.state["hands"] + 1
    base = f"/t/{session.code}/"
    scorer = world.browsers["scorer"]
    query = {"draft": draft, **data.draw(st.sampled_from([{}, {}, {"insert": "1"}]))}
    page = base + data.draw(st.sampled_from(PAGES)).format(last=number)
    look(world, Address(page, page), query, scorer.get(page, query, **{PLAIN: True}))
    form = {**query, "version": session.version, "played": session.state["hands"], "key": ""}
    for path in (f"{base}hand/{number}/", f"{base}queued/", f"{base}during/"):
        sent = {**form, "key": "00000000-0000-4000-8000-000000000001"} if path.endswith("queued/") else form
        look(world, Address(path, path), sent, scorer.post(path, sent, **{PLAIN: True}))
    path = f"{base}hand/1/"
    look(world, Address(path, path), form, scorer.post(path, form, **{PLAIN: True}))
