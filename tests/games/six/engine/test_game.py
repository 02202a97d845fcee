"""Whole sessions of the six-player game: East, rounds, records, properties. Source: RULES.md section 5."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.six import VARIANT
from mahjongclub.rules.six.options import SixRules
from mahjongclub.rules.six.round import Kong, Tenpai, Win
from mahjongclub.rules.six.settle import SixRound, settle

from .strategies import rounds

GAMES = Path(__file__).parents[3] / "rules" / "games"
RULES = SixRules()


def record(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = ["Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou"]
    return {"format": 1, "variant": "six", "players": players, "hands": list(hands), **more}


def result(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return replay(read_record(record(*hands, **more))).to_json()


def win(seat: int, source: int | None = None, hand: str = "chows", **more: Any) -> dict[str, Any]:
    return {"type": "win", "seat": seat, "from": source, "hand": hand, **more}


def a_round(*events: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "round", "events": list(events), **more}


def test_the_first_winner_is_the_next_east() -> None:
    played = result(a_round(win(4, 0), win(2, None)), a_round(win(1, 4)))
    assert [hand["dealer"] for hand in played["hands"]] == [0, 4]
    assert played["next"] == {
        "label": "3",
        "round_wind": None,
        "dealer": 1,
        "honba": 0,
        "riichi_sticks": 0,
    }


def test_east_is_drawn_by_lot_where_nobody_won_and_stays_where_no_lot_is_told() -> None:
    played = result(a_round(next_east=3), a_round())
    assert [hand["dealer"] for hand in played["hands"]] == [0, 3]
    assert played["next"]["dealer"] == 3


def test_the_next_east_may_be_agreed_though_somebody_won() -> None:
    played = result(a_round(win(4, 0), next_east=2), a_round(win(1, 4), next_east=1))
    assert [hand["dealer"] for hand in played["hands"]] == [0, 2]
    assert played["next"]["dealer"] == 1
    written = a_round(win(4, 0), next_east=2)
    notes = settle(RULES, VARIANT.start(RULES, None), VARIANT.read_outcome(RULES, written)).notes
    assert [str(note) for note in notes] == ["East was agreed: by the rules the first winner is East."]
    assert VARIANT.outcome_to_json(VARIANT.read_outcome(RULES, written))["next_east"] == 2


def test_points_as_the_table_read_them_stand_for_the_hand() -> None:
    # one payer pays 12; self-drawn each of five
    played = result(a_round(win(0, 1, points=12), {"type": "win", "seat": 2, "from": None, "points": 3}))
    assert played["hands"][0]["deltas"] == [12, -12 - 3, 12, -3, -3, -3]
    kept = a_round({"type": "win", "seat": 2, "from": None, "points": 3, "kongs": 1})
    assert VARIANT.outcome_to_json(VARIANT.read_outcome(RULES, kept)) == kept


def test_payments_are_listed_in_the_order_they_happened() -> None:
    played = result(
        a_round(
            {"type": "kong", "seat": 2, "kind": "claimed", "from": 4},
            win(1, 0),
            tenpai=[{"seat": 3, "all_pungs": False}],
        )
    )
    told = [(t["from"], t["to"], t["points"], t["for"]) for t in played["hands"][0]["transfers"]]
    assert told == [
        (4, 2, 2, "kong"),
        (0, 1, 1, "hand"),
        (4, 3, 1, "tenpai"),
        (5, 3, 1, "tenpai"),
        (0, 3, 1, "tenpai"),
        (2, 3, 1, "tenpai"),
    ]
    assert played["hands"][0]["scores"] == [-2, 1, 1, 4, -3, -1]


def test_starting_points_lie_before_every_player() -> None:
    assert result(a_round(win(0, 1)), rules={"starting_points": 50})["hands"][0]["scores"] == [
        51,
        49,
        50,
        50,
        50,
        50,
    ]


def test_the_last_of_the_agreed_rounds_ends_the_session() -> None:
    played = result(a_round(win(0, 1)), a_round(win(2, 1)), rules={"rounds": 2})
    assert played["ended"] == "last_hand"
    assert played["next"] is None
    assert [(row["seat"], row["rank"], row["score"]) for row in played["final"]] == [
        (0, 1, 1),
        (2, 1, 1),
        (3, 3, 0),
        (4, 3, 0),
        (5, 3, 0),
        (1, 6, -2),
    ]
    with pytest.raises(RuleError) as fault:
        result(*[a_round(win(0, 1))] * 3, rules={"rounds": 2})
    assert (fault.value.code, fault.value.hand) == ("session_ended", 3)


def test_a_session_without_agreed_rounds_ends_when_the_players_stop() -> None:
    assert result(a_round(win(0, 1)))["ended"] is None
    closed = result(a_round(win(0, 1)), closed=True)
    assert closed["ended"] == "closed"
    assert closed["final"][0]["points"] == 1


def test_an_ended_session_may_go_on_for_one_more_round() -> None:
    assert VARIANT.continued(SixRules(rounds=2), "last_hand") == SixRules(rounds=3)
    assert VARIANT.continued(SixRules(rounds=200), "last_hand") is None
    assert VARIANT.continued(RULES, "closed") == RULES


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        ({"type": "win"}, "unknown_type", "type"),
        ({}, "missing", "type"),
        (a_round(win(6)), "seat_out_of_range", "events.0.seat"),
        (a_round(win(True)), "not_a_whole_number", "events.0.seat"),
        (a_round(win(0, 6)), "seat_out_of_range", "events.0.from"),
        (a_round(win(0, hand="chow")), "unknown_hand", "events.0.hand"),
        (a_round(win(0, kongs=3)), "kongs_out_of_range", "events.0.kongs"),
        (a_round(win(0, four_identical=10**40)), "four_identical_out_of_range", "events.0.four_identical"),
        (a_round(win(0, on_kong=1)), "not_true_or_false", "events.0.on_kong"),
        (a_round(win(0, fan=4)), "unknown_key", "events.0.fan"),
        (a_round(win(0, points=0)), "points_out_of_range", "events.0.points"),
        (a_round(win(0, points="4")), "not_a_whole_number", "events.0.points"),
        (a_round({"type": "win", "seat": 0, "from": 1}), "missing", "events.0.hand"),
        (a_round({"type": "kong", "seat": 0, "kind": "open"}), "unknown_kind", "events.0.kind"),
        (a_round({"type": "ron", "seat": 0}), "unknown_type", "events.0.type"),
        (a_round("win"), "not_an_object", "events.0"),  # type: ignore[arg-type]
        ({"type": "round", "events": {}}, "not_a_list", "events"),
        (a_round(dice=[0, 7]), "not_dice", "dice"),
        (a_round(next_east=6), "seat_out_of_range", "next_east"),
        (a_round(tenpai=[{"seat": 0, "all_pungs": "yes"}]), "not_true_or_false", "tenpai.0.all_pungs"),
        (a_round(win(0, 1), tenpai=[{"seat": 0}]), "already_won", "tenpai.0.seat"),
        (a_round(colour="red"), "unknown_key", "colour"),
    ],
)
def test_a_broken_round_is_refused_at_its_field(hand: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RuleError) as fault:
        result(a_round(win(0, 1)), hand)
    assert (fault.value.code, fault.value.field, fault.value.hand) == (code, field, 2)
    assert str(fault.value.text)
    assert fault.value.text.in_language("fr")


@given(rounds())
def test_a_round_written_reads_back_the_same(played: SixRound) -> None:
    assert VARIANT.read_outcome(RULES, json.loads(json.dumps(VARIANT.outcome_to_json(played)))) == played


@given(st.lists(rounds(), max_size=4))
def test_points_are_conserved_and_a_prefix_replays_alike(played: list[SixRound]) -> None:
    state = VARIANT.start(RULES, None)
    whole = result(*[VARIANT.outcome_to_json(one) for one in played])
    for number, one in enumerate(played):
        settlement = settle(RULES, state, one)
        state = settlement.after
        assert sum(state.scores) == 0
        assert whole["hands"][number]["scores"] == list(state.scores)
    assert result(*[VARIANT.outcome_to_json(one) for one in played[:2]])["hands"] == whole["hands"][:2]


@given(rounds())
def test_a_seat_that_won_neither_pays_nor_gains_afterwards(played: SixRound) -> None:
    transfers = list(settle(RULES, VARIANT.start(RULES, None), played).transfers)
    for winner in (event.seat for event in played.events if isinstance(event, Win)):
        last = max(i for i, t in enumerate(transfers) if t.reason == "hand" and t.target == winner)
        assert all(winner not in (t.source, t.target) for t in transfers[last + 1 :])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"type": st.just("round") | JUNK},
        optional={
            "events": JUNK | st.lists(JUNK, max_size=2),
            "tenpai": JUNK,
            "next_east": JUNK,
            "dice": JUNK,
        },
    )
)
def test_no_junk_raises_anything_but_a_rule_error(hand: dict[str, Any]) -> None:
    with contextlib.suppress(RuleError):
        settle(RULES, VARIANT.start(RULES, None), VARIANT.read_outcome(RULES, hand))


# The scores below are worked out by hand, payment by payment, in docs/rules/six.md.
@pytest.mark.parametrize(
    ("name", "scores", "ended", "ranks"),
    [
        ("six_five_winners", [35, 9, -109, -26, 19, 72], "closed", [5, 0, 4, 1, 3, 2]),
        ("six_empty_wall", [99, 104, 107, 103, 84, 103], "last_hand", [2, 1, 3, 5, 0, 4]),
        ("six_double_win", [-5, -4, -75, 34, 58, -8], None, None),
    ],
)
def test_whole_games_replay_to_the_scores_worked_out_by_hand(
    name: str, scores: list[int], ended: str | None, ranks: list[int] | None
) -> None:
    played = replay(read_record(json.loads((GAMES / f"{name}.json").read_text()))).to_json()
    assert played["hands"][-1]["scores"] == scores
    assert played["ended"] == ended
    assert (played["final"] and [row["seat"] for row in played["final"]]) == ranks


def test_outcomes_are_frozen_values() -> None:
    first, second = (SixRound(None, (Kong(0, "exposed"),), (Tenpai(1),)) for _time in range(2))
    assert first == second
