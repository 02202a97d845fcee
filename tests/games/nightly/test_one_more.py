"""One player more than seats, where a game can have one: on the phone, paper, in files, without network."""

from __future__ import annotations

import json
from collections.abc import Callable

from mahjongclub.games.base import Game
from tests.offline.device import Engine, Handset, words

from ..played import dealt
from ..test_one_more import HANDS, names, settled, shared


def test_a_phone_without_network_plays_it_too(shared: Game, engine_of: Callable[[Game], Engine]) -> None:
    hands = dealt(shared, HANDS)
    alone = Handset(engine_of(shared))
    alone.open(shared.key, *names(shared))
    for hand in hands:
        done = alone.hand(hand)
        assert done["status"] == 302, words(done)
    result = settled(shared, hands)
    last = result["hands"][-1]
    by_player = dict(zip(last["sitting"], last["scores"], strict=True))
    kept = {row["number"]: row["score"] for row in json.loads(alone.copy)["seats"]}
    assert kept == by_player
    assert alone.session["state"]["order"] == result["next"]["sitting"]
    assert alone.record["rotation"] == "deal"


__all__ = ["shared"]
