"""The game record around the hands: what is read, what is refused, what a result holds."""

from __future__ import annotations

from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.registry import find_variant, variants
from tests.games.riichi.engine.records import PLAYERS, abort, chombo, draw, record, ron, win, won


def refused(data: Any) -> RuleError:
    with pytest.raises(RuleError) as caught:
        replay(read_record(data))
    return caught.value


def whole(**more: Any) -> dict[str, Any]:
    return {"format": 1, "variant": "riichi", "players": PLAYERS, "hands": [], **more}


def test_the_smallest_record():
    result = replay(read_record(whole())).to_json()
    assert result == {
        "variant": "riichi",
        "hands": [],
        "next": {"label": "E1", "round_wind": "E", "dealer": 0, "honba": 0, "riichi_sticks": 0},
        "ended": None,
        "final": None,
    }


def test_a_preset_defaults_to_the_first_and_rules_override_it():
    read = read_record(whole(rules={"starting_points": 27000}))
    assert read.preset == "club"
    assert read.rules.starting_points == 27000
    assert read.rules.return_points == 30000
    assert read_record(whole(preset="tenhou")).rules.ties == "seat"


def test_what_never_changes_a_score():
    more = {"id": "x", "started": "2026-01-02T19:00:00+01:00", "ended": "2026-01-02T23:00:00Z"}
    hands = [{**ron(1, 2), "at": "2026-01-02T19:20:00", "note": "a" * 2000}]
    assert (
        replay(read_record(whole(hands=hands, **more))).state
        == replay(read_record(whole(hands=[ron(1, 2)]))).state
    )


def test_closing_ranks_at_once():
    result = replay(read_record(whole(hands=[ron(1, 2, 5, None)], closed=True))).to_json()
    assert result["ended"] == "closed"
    assert result["next"] is None
    # 33,000: +3 +20 +20; 25,000 twice: -5 and (10 - 10) / 2; 17,000: -13 - 20
    assert result["final"] == [
        {"seat": 1, "player": "Benoît", "rank": 1, "score": 33000, "points": 43.0},
        {"seat": 0, "player": "Aiko", "rank": 2, "score": 25000, "points": -5.0},
        {"seat": 3, "player": "Dina", "rank": 2, "score": 25000, "points": -5.0},
        {"seat": 2, "player": "Chen", "rank": 4, "score": 17000, "points": -33.0},
    ]


def test_closing_an_ended_session_changes_nothing():
    hands = [win(won(1, 2, yakuman=1))]
    assert replay(read_record(whole(hands=hands, closed=True))).state.ended == "bust"


def test_names_of_any_script():
    players = ["", "麻雀", "علي", "𝕏" * 100]
    assert read_record(whole(players=players)).players == tuple(players)


@pytest.mark.parametrize("hand", [ron(1, 2), draw(1), abort(), chombo(0)])
def test_deltas_are_what_transfers_add_up_to(hand):
    written = replay(read_record(record(hand))).to_json()["hands"][0]
    change = [0, 0, 0, 0]
    for move in written["transfers"]:
        for end, sign in ((move["from"], -1), (move["to"], 1)):
            if end != "table":
                change[end] += sign * move["points"]
    assert written["deltas"] == change


BROKEN: list[tuple[str, Any, tuple[str, int | None, str | None]]] = [
    ("null", None, ("not_an_object", None, None)),
    ("a list", [], ("not_an_object", None, None)),
    ("no format", {"variant": "riichi"}, ("missing", None, "format")),
    ("format 2", whole(format=2), ("unknown_format", None, "format")),
    ("format true", whole(format=True), ("not_a_whole_number", None, "format")),
    ("no variant", {"format": 1}, ("missing", None, "variant")),
    ("unknown variant", whole(variant="chess"), ("unknown_variant", None, "variant")),
    ("variant a list", whole(variant=["riichi"]), ("unknown_variant", None, "variant")),
    ("unknown preset", whole(preset="casino"), ("unknown_preset", None, "preset")),
    ("preset a number", whole(preset=3), ("not_text", None, "preset")),
    ("rules a list", whole(rules=[1]), ("not_an_object", None, "rules")),
    ("unknown option", whole(rules={"gravity": 1}), ("unknown_option", None, "rules.gravity")),
    ("wrong option", whole(rules={"rounds": 9}), ("option_out_of_range", None, "rules.rounds")),
    ("no players", {"format": 1, "variant": "riichi", "hands": []}, ("missing", None, "players")),
    ("three players", whole(players=["a", "b", "c"]), ("wrong_number_of_players", None, "players")),
    ("a player 4", whole(players=["a", "b", "c", 4]), ("not_text", None, "players.3")),
    ("half a character", whole(players=["\ud800", "b", "c", "d"]), ("not_text", None, "players.0")),
    ("half a character noted", whole(hands=[{**draw(), "note": "\udfff"}]), ("not_text", 1, "note")),
    ("half a character as a key", whole(**{"\ud800": 1}), ("unknown_key", None, "\\ud800")),
    ("an endless option", whole(rules={"a" * 999: 1}), ("unknown_option", None, "rules." + "a" * 40 + "…")),
    ("a long name", whole(players=["a" * 201, "b", "c", "d"]), ("not_text", None, "players.0")),
    ("no hands", {"format": 1, "variant": "riichi", "players": PLAYERS}, ("missing", None, "hands")),
    ("hands an object", whole(hands={}), ("not_a_list", None, "hands")),
    ("too many hands", whole(hands=[draw()] * 2001), ("not_a_list", None, "hands")),
    ("a hand null", whole(hands=[draw(), None]), ("not_an_object", 2, None)),
    ("a hand at a wrong time", whole(hands=[{**draw(), "at": "noon"}]), ("not_a_time", 1, "at")),
    ("a note not a text", whole(hands=[{**draw(), "note": 1}]), ("not_text", 1, "note")),
    ("closed not a bool", whole(closed="yes"), ("not_true_or_false", None, "closed")),
    ("started not a time", whole(started="soon"), ("not_a_time", None, "started")),
    ("dice in riichi", whole(dice=[1, 2]), ("unknown_key", None, "dice")),
    ("an unknown key", whole(winner="Aiko"), ("unknown_key", None, "winner")),
    ("a bad hand", whole(hands=[draw(), ron(1, 1)]), ("winner_is_discarder", 2, "wins.0.from")),
    (
        "a bad hand before a note not a text",
        whole(hands=[ron(1, 1), {**draw(), "note": 1}]),
        ("winner_is_discarder", 1, "wins.0.from"),
    ),
    (
        "a bad hand before a hand null",
        whole(hands=[ron(1, 1), None]),
        ("winner_is_discarder", 1, "wins.0.from"),
    ),
    ("a hand after the end", whole(hands=[win(won(1, 2, yakuman=1)), draw()]), ("session_ended", 2, "type")),
]


@pytest.mark.parametrize(
    ("data", "expected"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_broken_record(data, expected):
    found = refused(data)
    assert (found.code, found.hand, found.field) == expected
    assert str(found.text)
    assert found.text.in_language("fr")
    assert found.to_json() == {
        "hand": found.hand,
        "field": found.field,
        "code": found.code,
        "message": str(found.text),
    }


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_variant_replays_an_empty_record(variant):
    names = [str(seat) for seat in range(variant.seats)]
    data = {"format": 1, "variant": variant.key, "players": names, "hands": []}
    result = replay(read_record(data))
    assert len(result.state.scores) == variant.seats
    assert result.to_json()["ended"] is None


def test_a_record_holds_two_thousand_hands():
    assert len(read_record(whole(hands=[draw()] * 2000)).hands) == 2000
    with pytest.raises(RuleError) as caught:
        read_record(whole(hands=[draw()] * 2001))
    assert caught.value.field == "hands"


@pytest.mark.parametrize(
    ("variant", "value", "self_draw"),
    [
        # the first Taiwanese records left a self-draw's discarder out, and so do all since
        ("taiwanese", {"tai": 3}, {"winner": 0, "tai": 3}),
        ("hongkong", {"faan": 3}, {"winner": 0, "from": None, "faan": 3}),
    ],
)
def test_a_self_draw_is_written_as_records_of_the_game_have_it(variant, value, self_draw):
    game = find_variant(variant)
    rules = game.default_preset.rules
    for source, written in ((None, self_draw), (1, {"winner": 0, "from": 1, **value})):
        hand = {"type": "win", "wins": [{"winner": 0, "from": source, **value}]}
        assert game.hand_to_json(game.read_hand(rules, hand)) == {"type": "win", "wins": [written]}
