"""Hands as the game record writes them, bent out of shape, to every page that reads one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.tables.models import Hand, Session

from ..bending import bent, drafts_of, keys_of
from ..browser import PLAIN
from ..site import Address
from ..visits import look
from ..world import World

pytestmark = pytest.mark.django_db

PAGES = ("hand/{last}/", "hand/1/", "hand/{last}/tiles/", "hand/{last}/patterns/", "", "type/", "decide/")


@pytest.fixture(scope="module")
def played(world: World) -> list[tuple[Session, dict[str, Any]]]:
    """Hands played in the games of the running tables, each with its table."""
    hands = []
    for session in world.open.tables:
        same = Hand.objects.filter(session__variant=session.variant, session__club=world.open.club)
        hands += [(session, hand.outcome) for hand in same[:12]]
        hands += [(session, draft) for draft in drafts_of(session.variant)[:12]]
    return hands


@given(data=st.data())
def test_no_bent_hand_fails(world: World, played: list[Any], data: st.DataObject) -> None:
    session, whole = data.draw(st.sampled_from(played))
    draft = json.dumps(data.draw(bent(whole, keys_of(session.variant))))
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
