"""What an option takes, and what a table and a game say of themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from mahjongclub.rules.game import RuleError, Standing, TableState
from mahjongclub.rules.kit.riichi.options import Rules as RiichiRules
from mahjongclub.rules.options import GameRules, Option, option
from mahjongclub.rules.registry import find_variant
from mahjongclub.rules.variant import rules_once_closed
from mahjongclub.rules.words import Text

LABEL, HELP = Text("Bonus"), Text("What it adds.")


def of(default: Any, **more: Any) -> Option:
    return Option(default, LABEL, HELP, "usage", name="bonus", **more)


NUMBER = of(5, low=0, high=10)
DECIMAL = of(0.5, low=-1, high=2, decimals=2)
MAYBE = of(None, low=1, high=9, optional=True)
YES = of(True)
CHOICE = of("off", choices={"off": Text("off"), "half": Text("half")})
SET = of((), choices={"one": Text("one"), "two": Text("two")})
UMA = of((20, 10, -10, -20), length=4)
NAMED = of((), named=("points", "more"))


@pytest.mark.parametrize(
    ("asked", "value", "read"),
    [
        (NUMBER, 0, 0),
        (NUMBER, 10, 10),
        (DECIMAL, 1.25, 1.25),
        (DECIMAL, -1, -1),
        (DECIMAL, 2.0, 2),
        (MAYBE, None, None),
        (MAYBE, 9, 9),
        *((YES, word, word in ("yes", "on")) for word in ("yes", "no", "on", "off")),
        (YES, False, False),
        (CHOICE, "half", "half"),
        # a set stands in the order of its words
        (SET, ["two", "one"], ("one", "two")),
        (SET, [], ()),
        # the upper half says the lower one
        (UMA, [15, 5], (15, 5, -5, -15)),
        (UMA, [1000, 0, 0, -1000], (1000, 0, 0, -1000)),
        (NAMED, [{"name": " Jade  Dragon ", "points": 1_000_000}], (("Jade Dragon", 1_000_000, 0),)),
        (NAMED, [{"name": "a" * 40, "points": 0, "more": 7}], (("a" * 40, 0, 7),)),
    ],
)
def test_an_option_takes_its_values(asked: Option, value: Any, read: Any) -> None:
    found = asked.read(value)
    assert (found, type(found)) == (read, type(read))


@pytest.mark.parametrize(
    ("asked", "value", "code"),
    [
        *((NUMBER, value, "option_not_whole") for value in (None, True, 5.0, "5")),
        *((NUMBER, value, "option_out_of_range") for value in (-1, 11)),
        *((DECIMAL, value, "option_not_decimal") for value in (0.125, True, "1", None)),
        *((DECIMAL, value, "option_out_of_range") for value in (-1.01, 2.01)),
        *((MAYBE, value, "option_out_of_range") for value in (0, 10)),
        *((YES, value, "option_not_yes_no") for value in (1, 0, "maybe", None)),
        *((CHOICE, value, "option_unknown_choice") for value in ("none", None, 1)),
        *((SET, value, "option_unknown_choice") for value in (["three"], ["one", "one"], "one", [1])),
        *((UMA, value, "option_not_numbers") for value in ([1, 0, 0, 0], [1], [1001, -1001], "20/10")),
        *((UMA, value, "option_not_numbers") for value in ([True, 0, 0, -1], [0.5, -0.5])),
        *(
            (NAMED, [entry], "option_not_named")
            for entry in (
                {"name": "a"},
                {"points": 1},
                {"name": "", "points": 1},
                {"name": "a" * 41, "points": 1},
                {"name": "a", "points": 1_000_001},
                {"name": "a", "points": -1},
                {"name": "a", "points": True},
                {"name": "a", "points": 1, "colour": 2},
                "a",
            )
        ),
        (NAMED, [{"name": "A", "points": 1}, {"name": "a", "points": 2}], "option_not_named"),
        (NAMED, [{"name": f"hand {number}", "points": 1} for number in range(41)], "option_not_named"),
        (NAMED, {}, "option_not_named"),
    ],
)
def test_an_option_refuses_what_is_no_value_at_its_name(asked: Option, value: Any, code: str) -> None:
    with pytest.raises(RuleError) as fault:
        asked.read(value)
    assert (fault.value.code, fault.value.field) == (code, "rules.bonus")
    assert str(fault.value.text).startswith("Bonus: please give ")


def test_forty_named_values_are_taken_and_written_as_they_were_read() -> None:
    entries = [{"name": f"hand {number}", "points": number, "more": 0} for number in range(40)]
    assert NAMED.write(NAMED.read(entries)) == entries
    assert (UMA.write((1, -1)), NUMBER.write(5)) == ([1, -1], 5)


def test_what_an_option_is_follows_from_its_default_and_bounds() -> None:
    kinds = [asked.kind for asked in (NUMBER, DECIMAL, MAYBE, YES, CHOICE, SET, UMA, NAMED)]
    assert kinds == ["whole", "decimal", "whole", "yes_no", "choice", "set", "numbers", "named"]


@pytest.mark.parametrize("value", [0, False, None, (), "", "off", "none"])
def test_an_option_that_is_not_played_is_off(value: Any) -> None:
    assert NUMBER.is_off(value)
    assert not NUMBER.is_off(5)
    says_more = of(None, low=1, optional=True, empty=Text("no limit"))
    assert says_more.is_off(value) is (value is not None)


@dataclass(frozen=True)
class HouseRules(GameRules):
    """Rules of which one option says nothing while another has a value."""

    idle_while = {"bonus": ("payers", ("nobody",))}
    payers: str = option("all", LABEL, HELP, "usage", choices={"all": Text("all"), "nobody": Text("nobody")})
    bonus: int = option(300, LABEL, HELP, "usage", low=0, high=1000)


def test_an_option_is_off_while_another_makes_it_say_nothing() -> None:
    asked = {item.name: item for item in HouseRules.describe_options()}
    assert not HouseRules().is_off(asked["bonus"])
    assert HouseRules(payers="nobody").is_off(asked["bonus"])
    assert HouseRules(bonus=0).is_off(asked["bonus"])
    assert not HouseRules(payers="nobody").is_off(asked["payers"])


def test_rules_say_what_they_changed_and_refuse_what_they_do_not_know() -> None:
    rules = HouseRules().with_options({"bonus": 500})
    assert rules.to_json() == {"payers": "all", "bonus": 500}
    assert rules.changed_from(HouseRules()) == {"bonus": 500}
    assert rules.option_values(["payers"]) == {"payers": "all"}
    # what a preset has is left out only where it is usual too
    assert rules.options_beside_preset(rules) == {"bonus": 500}
    assert HouseRules().options_beside_preset(rules) == {"bonus": 300}
    assert HouseRules().options_beside_preset(HouseRules()) == {}
    with pytest.raises(RuleError) as fault:
        HouseRules().with_options({"limit": 5})
    assert (fault.value.code, fault.value.field) == ("unknown_option", "rules.limit")
    rules.check_hundreds("bonus")
    with pytest.raises(RuleError, match="multiple of 100") as fault:
        HouseRules(bonus=250).check_hundreds("bonus")
    assert fault.value.field == "rules.bonus"


# --- tables ---


def test_a_table_counts_what_stands_in_the_record() -> None:
    state = TableState((1, 2, 3, 4), hands=3, entries=2, order=(0, 1, 2, 3, 4), aside=(5, 7))
    assert (state.row_count, state.seats, state.player_count, state.all_scores) == (5, 4, 5, (1, 2, 3, 4, 5))
    assert TableState((1, 2)).player_count == 2
    assert [TableState((0,) * 6, dealer=1).wind_of(seat) for seat in range(6)] == ["", "E", "S", "W", "N", ""]


def test_what_is_rare_is_left_out_of_a_stored_table() -> None:
    begun = TableState((1, 2))
    assert not {
        "entries",
        "options",
        "bonuses",
        "winners",
        "chips",
        "may_end",
        "order",
        "aside",
        "drawn",
    } & set(begun.to_json())
    assert {"scores", "dealer", "round", "honba", "sticks", "hands", "ended"} <= set(begun.to_json())
    later = TableState(
        *((1, 2), 1, 2, 3, 4, 5, 6),
        options={"bonus": 1},
        bank=7,
        penalties=(1, 0),
        ended="closed",
        bonuses=(1, 0),
        winners=(1,),
        chips=(1, -1),
        may_end=True,
        order=(2, 0, 1),
        aside=(9,),
        drawn=True,
    )
    for state in (begun, later):
        assert TableState.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_the_uma_of_a_place_is_what_its_parts_say() -> None:
    assert Standing(0, 1, 0, 402, (("score", 2), ("uma", 200), ("oka", 200))).uma == 200
    assert Standing(0, 1, 0, 402).uma == 0


# --- games ---


def test_a_game_says_how_many_may_play_it() -> None:
    most = {key: find_variant(key).most_seats for key in ("riichi", "sanma", "hongkong", "ten", "six")}
    assert most == {"riichi": 4, "sanma": 3, "hongkong": 4, "ten": 2, "six": 7}
    rotate = {key: find_variant(key).may_rotate for key in ("riichi", "sanma", "ten", "six")}
    assert rotate == {"riichi": True, "sanma": True, "ten": False, "six": False}
    five = find_variant("riichi").with_rotation("deal")
    assert (five.players, find_variant("riichi").players) == (5, 4)


def test_a_game_without_a_last_hand_does_not_end_by_itself() -> None:
    six, classical = find_variant("six"), find_variant("classical")
    rules = six.rules_type()
    assert not six.ends_by_itself(rules)
    assert six.ends_by_itself(rules.with_options({"rounds": 3}))
    assert find_variant("riichi").ends_by_itself(RiichiRules())
    by_hands = classical.rules_type().with_options({"hands": 8})
    assert classical.ends_by_itself(by_hands)


def test_a_closed_game_goes_on_by_the_same_rules() -> None:
    rules = RiichiRules()
    assert rules_once_closed(rules, "closed") is rules
    assert rules_once_closed(rules, "last_hand") is None
